"""What the native core says, written down for the one in WebAssembly to say the same.

One JSON object a line, each with the ``kind`` of what it tells; ``web/core/test`` reads them. All
numbers are written so that no bit is lost.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from quincunx import GAMES, Board, Explanation, Game, MoveError, find_game, perft
from quincunx._native import core
from quincunx.drawing.facts import facts, preview
from quincunx.engine import Engine, Limit
from quincunx.engine.levels import LEVELS
from tests.games.facts import facts_of
from tests.marks import THREE_SIZES

Told = dict[str, Any]

#: Lines of play are as long as Engine makes them.
LONGEST_PV = 32

#: The memory of an engine in the browser, unless it is asked for more.
MEGABYTES = 64


def write(path: Path) -> None:
    """Write all that there is to compare."""
    with path.open("w", encoding="ascii") as file:
        for told in all_told():
            file.write(json.dumps(told) + "\n")


def all_told() -> Iterator[Told]:
    yield {"kind": "games", "games": [game_told(game) for game in GAMES]}
    for tell in (counts_told, random_games, bad_boards, searches, level_games, solutions):
        yield from tell()


def cells_of(board: Board) -> list[str]:
    return [cell for row in board.rows for cell in row]


def opened(board: Board, moves: Iterable[str] = ()) -> Told:
    """How to come to a board: a game, its options, and moves."""
    pie = board.pie if board.game.has_pie_rule else None
    return {"game": board.game.id, "size": board.size, "pie": pie, "moves": list(moves)}


# --- Rules ---------------------------------------------------------------------------------------


def game_told(game: Game) -> Told:
    return {
        "id": game.id,
        "name": game.name,
        "author": game.author,
        "year": game.year,
        "credit": game.credit,
        "isSquare": game.is_square,
        "defaultSize": game.default_size,
        "hasPieRule": game.has_pie_rule,
        "hasDraws": game.has_draws,
        "example": game.example,
        "piece": list(game.piece),
        "sizes": list(game.sizes),
        "players": [
            {"name": name, "letter": letter, "colour": colour}
            for name, letter, colour in zip(game.players, game.letters, game.colours, strict=True)
        ],
        "endings": [
            {"name": ending.value, "section": ending.section, "text": ending.text}
            for ending in game.endings
        ],
    }


def counts_told() -> Iterator[Told]:
    """Node counts, as deep as a few ten thousand moves lead."""
    for game in GAMES:
        for size, counts in facts_of(game).perft.items():
            board = Board(game, size=size)
            depth = sum(count <= 20_000 for count in counts) + 1
            told = counts[: min(depth, len(counts))]
            assert perft(board, len(told)) == told[-1]
            yield {"kind": "counts", **opened(board), "counts": told}


def random_games() -> Iterator[Told]:
    for game, size in THREE_SIZES:
        # On a large board there are more positions, and more to say of each.
        cells = len(cells_of(Board(game, size=size)))
        for seed in range(3 if cells < 130 else 1):
            pie = seed % 2 == 0 if game.has_pie_rule else None
            board = Board(game, size=size, pie=pie)
            yield from one_game(board, random.Random(f"{game.id} {size} {seed}"), cells)


def one_game(board: Board, rng: random.Random, cells: int) -> Iterator[Told]:
    every = max(1, cells // 25)
    start, positions = board.copy(), []
    while not board.is_game_over() and board.ply() < 400:
        if board.ply() < 3 or board.ply() % every == 0:
            positions.append(position_told(board, rng))
        board.push(rng.choice(list(board.legal_moves)))
    positions.append(position_told(board, rng))
    moves = [move.text for move in board.move_stack]
    yield {"kind": "game", **opened(start, moves), "positions": positions}


def position_told(board: Board, rng: random.Random) -> Told:
    moves = list(board.legal_moves)
    shown = rng.sample(moves, min(3, len(moves)))
    symmetries = board.symmetries()
    k = rng.randrange(len(symmetries))
    cells = cells_of(board)
    return {
        "facts": facts(board),
        "hash": str(board.hash()),
        "canonicalHash": str(board.canonical_hash()),
        "pie": board.pie if board.game.has_pie_rule else False,
        "symmetries": [symmetry.name for symmetry in symmetries],
        "transformed": {
            "symmetry": k,
            "facts": facts(board.transform(k)),
            "moves": [board.transform_move(move, k).text for move in shown],
        },
        "shown": [{"move": move.text, "preview": preview(board, move)} for move in shown],
        "neighbours": {cell: board.neighbours(cell) for cell in rng.sample(cells, 3)},
        "asked": [asked(board, text) for text in texts_to_ask(board, rng)],
        "begun": [begun(board, [cell]) for cell in rng.sample(cells, 5)],
    }


#: Texts that are no moves, or hardly.
# fmt: off
JUNK = (
    "", " ", "c", "3", "c3-", "-c3", "c3-d4-e5", "C3", " c3 ", "c3\n", "\nc3", "a0", "z99", "swap",
    "SWAP", "pass", "c3-c3", "a1-b2", "a1-a1", "é3", "c3\0", "\u265f", "x" * 100, '"', "\\", "\t",
)
# fmt: on


def texts_to_ask(board: Board, rng: random.Random) -> list[str]:
    """Moves of all sorts, most of them refused."""
    cells = cells_of(board)
    steps = [f"{rng.choice(cells)}-{rng.choice(cells)}" for _ in range(6)]
    for cell in rng.sample(cells, 4):
        steps.extend(f"{cell}-{other}" for other in board.neighbours(cell)[:2])
    return [*rng.sample(cells, min(12, len(cells))), *steps, *rng.sample(JUNK, 6)]


def asked(board: Board, text: str) -> Told:
    """What comes of explaining a move, and of playing it."""
    told: Told = {"text": text, "legal": error_or(lambda: text in map(str, board.legal_moves))}
    told["explained"] = error_or(lambda: explanation_told(board.explain(text)))
    told["why"] = error_or(lambda: board.why_illegal(text))
    told["pushed"] = error_or(lambda: str(board.copy().push_text(text)))
    return told


def begun(board: Board, cells: list[str]) -> Told:
    return {"cells": cells, "explained": error_or(lambda: explanation_told(board.explain(cells)))}


def explanation_told(why: Explanation | None) -> Told | None:
    return (
        None
        if why is None
        else {"text": why.text, "section": why.section, "cells": list(why.cells)}
    )


def error_or(ask: Callable[[], object]) -> Told:
    try:
        return {"value": ask()}
    except MoveError as error:
        return {
            "error": type(error).__name__,
            "message": str(error),
            "text": error.text,
            "reason": error.reason,
            "position": error.position,
        }
    except ValueError as error:
        return {"error": type(error).__name__, "message": str(error)}


def bad_boards() -> Iterator[Told]:
    """Boards that there are not. The messages are the core's where it is the core that refuses."""
    boards: list[tuple[str, int | None, str | None]]
    boards = [("chess", None, ""), ("hadron", 4, None), ("cordon", 99, None)]
    for game in GAMES:
        start = Board(game).fen()
        rows, *rest = start.split(" ")
        spoiled = ["", " ", rows, start[:-1], start + " x", "x" + start, "9" + start, "1" * 300]
        spoiled += [start.upper(), start.replace("/", "//", 1), " ".join([f"{rows}/{rows}", *rest])]
        boards.extend((game.id, None, fen) for fen in spoiled)
    for game_id, size, fen in boards:
        made = error_or(partial(core_board, game_id, size, fen))
        yield {"kind": "board", "game": game_id, "size": size, "from": fen, "made": made}


def core_board(game: str, size: int | None, fen: str | None) -> str:
    """The fen of a board; what is wrong with it, the core says by itself."""
    if fen is None:
        history = core.History(game, size or 0, True)
    else:
        history = core.History.from_fen(game, fen)
    return Board._of(find_game(game), history).fen()


# --- Searches ------------------------------------------------------------------------------------


def some_board(game: Game, size: int, plies: int, seed: int, pie: bool | None = None) -> Board:
    """A board after so many random moves, or at the last of them before the end."""
    board, rng = Board(game, size=size, pie=pie), random.Random(seed)
    for _ in range(plies):
        board.push(rng.choice(list(board.legal_moves)))
        if board.is_game_over():
            board.pop()
            break
    return board


def report_told(engine: core.Engine) -> Told:
    report = engine.report(0, LONGEST_PV)
    return {
        "value": report.value,
        "wdl": list(report.wdl),
        "proven": proof_told(report.proven),
        "playouts": report.playouts,
        "nodes": report.nodes,
        "memory": report.memory,
        "running": report.running,
        "stoppedBy": report.stopped_by,
        "lines": [
            {
                "move": line.move.text,
                "value": line.value,
                "visits": line.visits,
                "prior": line.prior,
                "proven": proof_told(line.proven),
                "pv": [move.text for move in line.pv],
            }
            for line in report.lines
        ],
    }


def proof_told(proof: core.Proof | None) -> Told | None:
    return None if proof is None else {"winner": proof.winner, "plies": proof.plies}


def searches() -> Iterator[Told]:
    """Searches in one engine, the position and two later ones, from the start and further on."""
    for game, size in THREE_SIZES:
        cells = len(cells_of(Board(game, size=size)))
        for style in ("default", "plain"):
            for plies in (0, cells // 4, cells // 2):
                board = some_board(game, size, plies, seed=plies)
                yield search_told(board, style, 2000 if cells < 200 else 600, MEGABYTES, seed=plies)
        if size == game.default_size:
            # Counts become exact sums, and moves are credited only now and then.
            yield search_told(Board(game), "default", 20_000, MEGABYTES, seed=7)
        # So little memory that it runs out, and the search goes on with what it has.
        yield search_told(Board(game, size=size), "default", 3000, 1, seed=2**64 - 1)


def search_told(board: Board, style: str, playouts: int, memory: int, seed: int) -> Told:
    start, moves = board.copy(), [move.text for move in board.move_stack]
    engine = core.Engine(board._history, 1, memory, seed, style)
    asked = []
    for share in (1, 3, 2):
        engine.start(board._history.copy(), None, playouts // share)
        engine.wait(None)
        report = report_told(engine)
        reply = report["lines"][0]["pv"][:2]
        asked.append({"playouts": playouts // share, "report": report, "then": reply})
        for text in reply:
            board.push_text(text)
        if board.is_game_over():
            break
    return {
        "kind": "search",
        **opened(start, moves),
        "style": style,
        "memory": memory,
        "seed": str(seed),
        "asked": asked,
    }


def level_games() -> Iterator[Told]:
    """Games of the levels against themselves: the strongest two on small boards, to save time."""
    for game in GAMES:
        small = game.sizes[min(1, len(game.sizes) - 1)]
        for level in LEVELS:
            strong = level >= 9
            size = small if strong else game.default_size
            plies = 3 if strong and size == game.default_size else 6 if strong else 12
            yield level_told(Board(game, size=size), level, plies, seed=1000 + level)
        yield level_told(Board(game, size=small), 2, 40, seed=-5)


def level_told(board: Board, level: int, plies: int, seed: int) -> Told:
    start = board.copy()
    with Engine.for_board(board, seed=seed) as engine:
        for _ in range(plies):
            if board.is_game_over():
                break
            board.push(engine.play(board, level=level).move)
        best = None
        if not board.is_game_over():
            best = str(engine.play(board, Limit(playouts=300)).move)
    played = [move.text for move in board.move_stack]
    return {
        "kind": "level",
        **opened(start),
        "level": level,
        "seed": seed,
        "played": played,
        "best": best,
    }


def solutions() -> Iterator[Told]:
    """Positions that the exact solvers solve soon, some of them with a good deal of work."""
    for game in GAMES:
        for size in game.sizes[:3]:
            start = Board(game, size=size)
            cells = len(cells_of(start))
            for plies in (0, 1, cells // 6, cells // 3, cells // 2, cells - cells // 4):
                board = some_board(game, size, plies, seed=plies)
                solver = core.Solver(board._history, MEGABYTES)
                proof = solver.work(board._history, 0.3)
                if proof is None:
                    continue
                moves = [move.text for move in board.move_stack]
                told = {"proof": proof_told(proof), "nodes": solver.nodes}
                yield {"kind": "solve", **opened(start, moves), **told}
