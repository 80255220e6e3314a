"""Making a proof of what has been solved."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from quincunx.board import Board, Move
from quincunx.engine.solving import Solution
from quincunx.games import Side
from quincunx.proof.file import ProofFile
from quincunx.proof.oracle import Goal, Oracle
from quincunx.proof.regions import Regions
from quincunx.proof.strategy import Strategy
from quincunx.reference import REFERENCES, Position
from quincunx.reference.facts import from_fen
from quincunx.reference.verify import Keys, alike

#: How often progress is told of, in seconds.
_EVERY = 0.1


class ProofStopped(Exception):
    """It was asked to stop; nothing has been written."""


@dataclass(frozen=True)
class ProofProgress:
    """How far a proof is: the lines so far, the nodes of the solver, what is proven of what."""

    lines: int
    nodes: int
    seconds: float
    done: int
    total: int


@dataclass(frozen=True)
class ProofMade:
    """What making a proof took."""

    lines: int
    bytes: int
    nodes: int
    seconds: float


def write_proof(
    board: Board,
    solution: Solution,
    path: str | os.PathLike[str],
    *,
    memory_mb: int = 1024,
    progress: Callable[[ProofProgress], object] | None = None,
) -> ProofMade:
    """Write a proof of a solution: of its winner and, if it has openings, of those as well.

    Openings that are alike by a symmetry of the position are proven once. The file is written
    beside its place and put there when it is whole.

    :param memory_mb: for the solver's table. What is proven takes memory too: about 1 KB a line.
    :param progress: called about ten times a second; the work stops if it returns ``False``.
    :raises ValueError: if the solution leaves a winner open, or the game has no plain reference.
    :raises ProofStopped: if it was asked to stop.
    :raises OSError: if the file cannot be written.
    """
    if board.game.id not in REFERENCES:
        raise ValueError(f"{board.game.name} has no plain rules to check a proof by")
    winners = solution.openings or {}
    if solution.winner is None or None in winners.values():
        raise ValueError("there is no proof of what is not solved")
    return _Making(board.copy(), solution, Path(path), memory_mb, progress).made()


class _Making:
    """One call of :func:`write_proof`."""

    def __init__(
        self,
        board: Board,
        solution: Solution,
        path: Path,
        memory_mb: int,
        progress: Callable[[ProofProgress], object] | None,
    ) -> None:
        self._board = board
        self._file = ProofFile(path)
        self._path = path
        self._progress = progress
        self._began = self._told = time.perf_counter()
        self._nodes = self._done = 0
        self._oracle = Oracle(board, memory_mb, self._tell)
        self._reference = REFERENCES[board.game.id]
        self._setup = _setup(board)
        self._keys = Keys(self._reference, board.size)
        self._wanted: dict[Goal, list[Move | None]] = {}
        for move, winner in self._openings(solution).items():
            for goal in _goals(winner):
                self._wanted.setdefault(goal, []).append(move)
        for goal in _goals(solution.winner):
            self._wanted.setdefault(goal, []).append(None)
        self._total = sum(map(len, self._wanted.values()))

    def _openings(self, solution: Solution) -> dict[Move, str | None]:
        """One of those that are alike, as the checker sees it."""
        start = self._setup
        for played in self._board.move_stack:
            start = start.play(played.text)
        found: dict[Move, str | None] = {}
        seen: set[str] = set()
        for move, winner in (solution.openings or {}).items():
            if move.text not in seen:
                found[move] = winner
                seen.update(alike(start, move.text))
        return found

    def made(self) -> ProofMade:
        with self._file as file:
            file.head(self._board)
            for goal, moves in self._wanted.items():
                file.line(f"goal {goal.text}")
                strategy = self._strategy(goal)
                for move in moves:
                    self._prove(strategy, move)
            file.end()
        seconds = time.perf_counter() - self._began
        return ProofMade(file.lines, self._path.stat().st_size, self._nodes, seconds)

    def _strategy(self, goal: Goal) -> Strategy:
        board, reference = self._board, self._reference
        # A game that keeps its past cannot be one in which more stones never hurt.
        if self._setup.past():
            return Strategy(goal, self._oracle, self._file.line, self._keys, start_ply=board.ply())
        regions = Regions(reference, board.size, goal, self._oracle)
        return Strategy(goal, self._oracle, self._file.line, self._keys, regions=regions)

    def _prove(self, strategy: Strategy, move: Move | None) -> None:
        if move is None:
            strategy.cover(self._board)
            self._file.line("proves")
        else:
            self._board.push(move)
            strategy.cover(self._board)
            self._board.pop()
            self._file.line(f"proves after {move.text}")
        self._done += 1

    def _tell(self, nodes: int) -> None:
        self._nodes = nodes
        now = time.perf_counter()
        if self._progress is None or now < self._told + _EVERY:
            return
        self._told = now
        seconds = now - self._began
        state = ProofProgress(self._file.lines, nodes, seconds, self._done, self._total)
        if self._progress(state) is False:
            raise ProofStopped("the proof was not finished")


def _setup(board: Board) -> Position:
    """Where the game of a board began, as the reference has it."""
    start = board.copy()
    while start.ply():
        start.pop()
    return from_fen(board.game.id, start.fen())


def _goals(winner: str | None) -> list[Goal]:
    """What is to be proven of a result: in a draw, that neither side loses."""
    if winner == "draw":
        return [Goal(side, or_draw=True) for side in Side]
    assert winner is not None
    return [Goal(Side[winner.upper()])]
