"""Reading records beside python-chess reading PGN: files of as many moves, in one run."""

from __future__ import annotations

import math
import random
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from quincunx import GAMES, Board, record
from quincunx.games import Game
from quincunx.testing import random_game

#: Times python-chess: moves a second with every move checked, and games a second for tags alone.
GOAL = 10

#: Moves in each file.
MOVES, QUICK_MOVES = 60_000, 2_000

#: A random game of chess goes on for hundreds of moves; people's end about here.
CHESS_PLIES = 80

_TAGS = {"Event": "Benchmark", "Site": "here", "Date": "2026.11.18", "Round": "1"}
_PLAYERS = ("somebody", "somebody else")


def _write_ours(path: Path, game: Game, wanted: int) -> None:
    rng, moves = random.Random(1), 0
    with path.open("w", encoding="utf-8") as file:
        while moves < wanted:
            board = random_game(Board(game), rng)
            written = record.Game.from_board(board)
            written.headers.update(_TAGS)
            written.headers.update(zip(game.players, _PLAYERS, strict=True))
            written.accept(record.FileExporter(file))
            moves += board.ply()


def _write_theirs(path: Path, chess: Any, wanted: int) -> None:
    rng, moves = random.Random(1), 0
    with path.open("w", encoding="utf-8") as file:
        while moves < wanted:
            board = chess.Board()
            while board.ply() < CHESS_PLIES and (legal := list(board.legal_moves)):
                board.push(rng.choice(legal))
            game = chess.pgn.Game.from_board(board)
            game.headers.update(_TAGS)
            game.headers.update(zip(("White", "Black"), _PLAYERS, strict=True))
            print(game, file=file, end="\n\n")
            moves += board.ply()


def _read_all(path: Path, read: Callable[[Any], Any]) -> tuple[int, float]:
    """Moves in a file, and the processor time that reading them took."""
    moves = 0
    with path.open(encoding="utf-8") as file:
        started = time.process_time()
        while (game := read(file)) is not None:
            moves += sum(1 for _ in game.mainline_moves())
        return moves, time.process_time() - started


def _scan_theirs(path: Path, chess: Any) -> tuple[int, float]:
    games = 0
    with path.open(encoding="utf-8") as file:
        started = time.process_time()
        while chess.pgn.read_headers(file) is not None:
            games += 1
        return games, time.process_time() - started


def _scan_ours(path: Path) -> tuple[int, float]:
    with path.open(encoding="utf-8") as file:
        started = time.process_time()
        games = sum(1 for _ in record.scan_headers(file))
        return games, time.process_time() - started


def _best(measure: Callable[[], tuple[int, float]], before: float) -> float:
    count, seconds = measure()
    return max(before, count / seconds) if seconds else before


def measure_records(chess: Any, rounds: int, *, quick: bool) -> dict[str, Any]:
    """Moves a second of reading and games a second of scanning: the best of some rounds in turns.

    :param chess: python-chess, or nothing if it is not installed.
    """
    wanted = QUICK_MOVES if quick else MOVES
    with tempfile.TemporaryDirectory() as folder:
        files = {game.id: Path(folder) / f"{game.id}.qgn" for game in GAMES}
        for game in GAMES:
            _write_ours(files[game.id], game, wanted)
        pgn = Path(folder) / "chess.pgn"
        if chess:
            _write_theirs(pgn, chess, wanted)
        read, scan = dict.fromkeys(files, 0.0), dict.fromkeys(files, 0.0)
        peer_read = peer_scan = 0.0
        for _ in range(rounds):
            if chess:
                peer_read = _best(partial(_read_all, pgn, chess.pgn.read_game), peer_read)
                peer_scan = _best(partial(_scan_theirs, pgn, chess), peer_scan)
            for name, file in files.items():
                read[name] = _best(partial(_read_all, file, record.read_game), read[name])
                scan[name] = _best(partial(_scan_ours, file), scan[name])
    rows: list[dict[str, Any]] = [
        {
            "game": game.id,
            "name": f"{game.name} {game.size_text(game.default_size)}",
            "moves_per_second": round(read[game.id]),
            "games_scanned_per_second": round(scan[game.id]),
            "ratio": _ratio(read[game.id], peer_read),
            "scan_ratio": _ratio(scan[game.id], peer_scan),
        }
        for game in GAMES
    ]
    ratios = [row[name] for row in rows for name in ("ratio", "scan_ratio") if chess]
    return {
        "peer": chess
        and {
            "name": f"python-chess {chess.__version__}",
            "moves_per_second": round(peer_read),
            "games_scanned_per_second": round(peer_scan),
        },
        "moves": wanted,
        "rows": rows,
        "goal": GOAL,
        "met": all(ratio >= GOAL for ratio in ratios) if ratios else None,
    }


def _ratio(ours: float, theirs: float) -> float | None:
    return round(ours / theirs, 1) if theirs and math.isfinite(ours) else None
