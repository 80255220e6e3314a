"""Openings: which of them are alike, and how to solve them in several processes."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quincunx._native import core
from quincunx.board import Board, Move
from quincunx.engine.results import Proven, proven_of, side_of, winner_word

if TYPE_CHECKING:
    from quincunx.cluster import Status

__all__ = ["alike", "moves_from_start", "openings_in_jobs", "solve_opening"]


def alike(board: Board) -> Iterator[tuple[Move, ...]]:
    """The legal moves, in groups that a symmetry of the position makes of one another.

    >>> [[move.text for move in moves] for moves in alike(Board("hadron", size=3))]
    [['a1', 'c1', 'a3', 'c3'], ['b1', 'a2', 'c2', 'b3'], ['b2']]

    With moves already played, symmetric stones are not enough where a position that returns ends
    the game, so only the start of a game is looked at. A solver's table does the rest.
    """
    symmetries = []
    if board.ply() == 0:
        symmetries = [k for k in board.symmetries() if board.transform(k) == board]
    order = {move: i for i, move in enumerate(board.legal_moves)}
    seen: set[Move] = set()
    for move in order:
        if move not in seen:
            group = {move, *(board.transform_move(move, k) for k in symmetries)}
            seen |= group
            yield tuple(sorted(group, key=order.__getitem__))


def moves_from_start(board: Board) -> tuple[str, list[str]]:
    """How a board began, as a fen, and the moves since then."""
    start = board.copy()
    for _ in board.move_stack:
        start.pop()
    return start.fen(), [move.text for move in board.move_stack]


def openings_in_jobs(
    board: Board,
    classes: Sequence[tuple[Move, ...]],
    *,
    memory_mb: int,
    workers: int | None,
    cluster: str | None,
    journal: Path | None,
    on_status: Callable[[Status], None] | None = None,
) -> Generator[tuple[tuple[Move, ...], Proven, int, float]]:
    """Solve one move of each group in a process of its own; the groups as they are done.

    Each gives the moves, who wins after them, and the nodes and seconds that it took. Each opening
    is solved by a solver that knows nothing of the others, so the answers do not depend on where
    this is done.
    """
    from quincunx.cluster import Job, run_jobs

    fen, moves = moves_from_start(board)
    about = {
        "game": board.game.id,
        "size": board.size,
        "pie": board.pie,
        "position": " ".join([fen, *moves]),
        "memory": memory_mb,
    }
    by_key = {f"opening/{group[0].text}": group for group in classes}
    jobs = [
        Job(
            key,
            "quincunx.engine.openings:solve_opening",
            {
                "game": board.game.id,
                "size": board.size,
                "pie": board.pie if board.game.has_pie_rule else None,
                "fen": fen,
                "moves": [*moves, group[0].text],
                "memory_mb": memory_mb,
            },
        )
        for key, group in by_key.items()
    ]
    results = run_jobs(
        jobs, workers=workers, cluster=cluster, journal=journal, about=about, on_status=on_status
    )
    with closing(results):
        for done in results:
            found = Proven(side_of(done.result["winner"]), done.result["plies"])
            yield by_key[done.key], found, done.result["nodes"], done.seconds


def solve_opening(
    *, game: str, size: int, pie: bool | None, fen: str, moves: list[str], memory_mb: int
) -> dict[str, Any]:
    """A job: who wins after these moves."""
    board = Board(game, size=size, pie=pie, fen=fen)
    for text in moves:
        board.push_text(text)
    outcome = board.outcome()
    if outcome is not None:
        return {"winner": winner_word(outcome.winner), "plies": 0, "nodes": 0}
    solver = core.Solver(board._history, memory_mb)
    proven = None
    while proven is None:
        proven = proven_of(solver.work(board._history, math.inf))
    return {**proven.as_dict(), "nodes": solver.nodes}
