"""The jobs of a study: what is done in processes of this machine, or on a cluster.

Each is a function of its arguments alone, and gives what JSON has. Values are the first side's,
from 0 to 1.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from quincunx.arena import PlayerSpec, make_player
from quincunx.arena.game import play_game
from quincunx.batch import Batch
from quincunx.board import Board, Move
from quincunx.engine import Engine, Info, Limit
from quincunx.errors import EngineError
from quincunx.games import Side
from quincunx.search import playouts

__all__ = ["engine_games", "ladder_pair", "opening", "random_games", "random_stories", "value_of"]

#: How games come to differ: moves that are worth so little less than the best are chosen among.
_MARGIN = 0.03

#: And some engines draw no lots, so that longer and shorter thinking must make the difference: for
#: each move up to so many doublings more or less than for the others.
_OCTAVES = 0.5

#: One letter for each position of a game: nothing is proven, or that somebody wins, or a draw.
UNKNOWN, LETTERS = "-", {Side.FIRST: "f", Side.SECOND: "s", None: "d"}


def value_of(info: Info) -> float:
    """What the engine thinks that the first side may expect.

    The value of the best move is what the side to move hopes for: it has been chosen among many, so
    that luck speaks for it. The mean over all simulations has the bad moves in it that were tried.
    We take the middle of the two, which does not swing with every turn.
    """
    if info.proven:
        return info.proven.value_of(Side.FIRST)
    visits = sum(line.visits for line in info.lines)
    tried = sum(line.visits * line.value_of(Side.FIRST) for line in info.lines)
    best = info.value_of(Side.FIRST)
    return (best + tried / visits) / 2 if visits else best


def _proof_of(info: Info) -> str:
    return LETTERS[info.proven.winner] if info.proven else UNKNOWN


def _start(game: str, size: int, *, plain: bool = False) -> Board:
    board = Board(game, size=size)
    return Board(game, size=size, pie=False) if plain and board.game.has_pie_rule else board


# --- Games ---------------------------------------------------------------------------------------


def engine_games(
    game: str, size: int, seeds: list[int], playouts: int, varied_plies: int, memory_mb: int
) -> list[dict[str, Any]]:
    """Games of the engine against itself, one for each seed."""
    return [
        _engine_game(_start(game, size), seed, playouts, varied_plies, memory_mb) for seed in seeds
    ]


def _engine_game(
    board: Board, seed: int, playouts: int, varied_plies: int, memory_mb: int
) -> dict[str, Any]:
    values: list[float] = []
    choices: list[int] = []
    proofs = ""
    rng = random.Random(seed)
    with Engine.for_board(board, memory_mb=memory_mb, seed=seed) as engine:
        while not board.is_game_over():
            choices.append(len(board.legal_moves))
            limit = round(playouts * 2 ** rng.uniform(-_OCTAVES, _OCTAVES))
            move, info = engine.play(board, Limit(playouts=max(1, limit)))
            if board.ply() < varied_plies and not info.proven:
                move = _varied(info, rng)
            values.append(round(value_of(info), 4))
            proofs += _proof_of(info)
            board.push(move)
    return {**_told(board), "values": values, "choices": choices, "proofs": proofs}


def _varied(info: Info, rng: random.Random) -> Move:
    """One of the moves that are nearly as good as the best.

    The more a move was looked at, the more likely it is, but by its root only: the engine looks at
    the best so much that there would be hardly any choice.
    """
    least = info.lines[0].value - _MARGIN
    good = [line for line in info.lines if line.value >= least and line.visits > 0]
    weights = [line.visits**0.5 for line in good]
    return rng.choices(good, weights)[0].move if good else info.best


def _told(board: Board) -> dict[str, Any]:
    outcome = board.outcome()
    assert outcome is not None
    return {
        "moves": " ".join(move.text for move in board.move_stack),
        "result": board.result(),
        "termination": outcome.termination.value,
    }


def random_games(game: str, size: int, seed: int, games: int) -> dict[str, Any]:
    """Uniformly random games: results, lengths, and the choices that there were at each ply."""
    start = _start(game, size)
    batch = Batch(start, games)
    running = batch.results() < 0
    lengths: Counter[int] = Counter()
    choices: list[tuple[int, int]] = []  # at each ply: legal moves of all games, and how many games
    while running.any():
        still = int(running.sum())
        choices.append((int(batch.legal()[running].sum()), still))
        batch.step_random(seed + len(choices))
        running = batch.results() < 0
        if ended := still - int(running.sum()):
            lengths[len(choices)] = ended
    results = batch.results()
    first, second, draws = (int((results == code).sum()) for code in (0, 1, 2))
    return {
        "results": [first, draws, second],
        "lengths": sorted(lengths.items()),
        "choices": choices,
    }


def random_stories(
    game: str, size: int, seeds: list[int], playouts_each: int
) -> list[dict[str, Any]]:
    """Random games with what random games from each of their positions would say of it."""
    stories = []
    for seed in seeds:
        rng = random.Random(seed)
        board = _start(game, size)
        values = []
        while not board.is_game_over():
            values.append(_random_value(board, rng.getrandbits(32), playouts_each))
            board.push(rng.choice(list(board.legal_moves)))
        stories.append({"result": board.result(), "values": values})
    return stories


# --- Openings ------------------------------------------------------------------------------------


def opening(
    game: str,
    size: int,
    move: str,
    swap: str | None,
    seeds: list[int],
    playouts: int,
    memory_mb: int,
    random_games: int,
) -> dict[str, Any]:
    """What a first move is worth without the pie rule; and what it is worth once it is swapped."""
    plain = _start(game, size, plain=True)
    plain.push_text(move)
    found = _judged(plain, seeds, playouts, memory_mb) | {
        "random": _random_value(plain, seeds[0], random_games)
    }
    if swap is None:
        return found
    swapped = _start(game, size)
    swapped.push_text(move)
    swapped.push_text(swap)
    return found | {"swapped": _judged(swapped, seeds, playouts, memory_mb)}


def _judged(board: Board, seeds: list[int], playouts: int, memory_mb: int) -> dict[str, Any]:
    """The engine's value of a position, from several searches, and what one of them proved."""
    if outcome := board.outcome():
        letter = LETTERS[outcome.winner]
        return {"values": [{"f": 1.0, "s": 0.0, "d": 0.5}[letter]], "proof": letter}
    values, proof = [], UNKNOWN
    for seed in seeds:
        with Engine.for_board(board, memory_mb=memory_mb, seed=seed) as engine:
            info = engine.analyse(board, Limit(playouts=playouts))
        values.append(round(value_of(info), 4))
        proof = _proof_of(info) if info.proven else proof
    return {"values": values, "proof": proof}


def _random_value(board: Board, seed: int, games: int) -> float:
    found = playouts(board, games, seed=seed)
    return round((found.first + found.draws / 2) / found.games, 4)


# --- Strength ------------------------------------------------------------------------------------


def ladder_pair(
    game: str,
    size: int,
    opening: list[str],
    stronger: int,
    weaker: int,
    seed: int,
    memory_mb: int,
) -> list[int]:
    """Two games from one opening with colours swapped: half points of the stronger player in each.

    :raises EngineError: if the engine does not play to the end.
    """
    specs = {
        name: PlayerSpec.parse(f"playouts={count},memory={memory_mb}")
        for name, count in (("a", stronger), ("b", weaker))
    }
    players = {name: make_player(spec) for name, spec in specs.items()}
    points = []
    try:
        for number in (1, 2):
            played = play_game(
                _start(game, size),
                players,
                number=number,
                opening=tuple(opening),
                seed=seed,
            )
            if played.is_forfeit:
                raise EngineError("; ".join(played.notes))
            points.append(played.half_points)
    finally:
        for player in players.values():
            player.close()
    return points
