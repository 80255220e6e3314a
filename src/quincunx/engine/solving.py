"""Solving: who wins with best play, for certain.

There is no clock in a proof: either it is found or it is not. So solving goes in slices of a tenth
of a second, after each of which it can be stopped, and what has been proven by then is kept.
"""

from __future__ import annotations

import math
import time as clock
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quincunx._native import core
from quincunx.board import Board, Move
from quincunx.engine.results import Proven, proven_of, winner_word
from quincunx.games import Side

__all__ = ["Solution", "SolveProgress", "solve"]

#: How long the solver works before it is asked how far it is, in seconds.
_SLICE = 0.1

#: How long to look among lost moves for the one that lasts longest, in seconds.
_PATIENCE = 1.0


@dataclass(frozen=True)
class SolveProgress:
    """How far a solver is: ``done`` of ``total`` moves have been solved."""

    nodes: int
    seconds: float
    done: int
    total: int


@dataclass(frozen=True)
class Solution:
    """What solving gave.

    ``winner`` is ``"first"``, ``"second"``, ``"draw"``, or ``None`` if it was stopped before the
    answer was found. ``best`` is a move that keeps the result, and ``plies`` within how many plies
    the game ends if the winner follows the proof. ``openings``, if they were asked for, has the
    winner after each legal move, ``None`` where it is not known.
    """

    game: str
    size: int
    winner: str | None
    best: Move | None
    plies: int | None
    nodes: int
    seconds: float
    openings: dict[Move, str | None] | None
    stopped: bool

    @property
    def proven(self) -> Proven | None:
        """Winner and plies as the engine's analysis has them."""
        if self.winner is None or self.plies is None:
            return None
        return Proven(None if self.winner == "draw" else Side[self.winner.upper()], self.plies)


def solve(
    board: Board,
    *,
    openings: bool = False,
    memory_mb: int = 1024,
    progress: Callable[[SolveProgress], object] | None = None,
    time: float | None = None,
) -> Solution:
    """Find out who wins from here if both sides play their best.

    >>> solution = solve(Board("square-grid-hex", size=3, pie=False))
    >>> solution.winner, solution.stopped
    ('first', False)

    Memory is bounded and time is not: large boards take longer than anybody has.

    :param openings: also find the winner after each legal move.
    :param progress: called about ten times a second; solving stops if it returns ``False``.
    :param time: stop after this many seconds.
    :raises ValueError: if the time is not above 0, or there is no memory.
    """
    if memory_mb < 1:
        raise ValueError(f"memory_mb must be 1 or more, not {memory_mb}")
    if time is not None and not (math.isfinite(time) and time > 0):
        raise ValueError(f"time must be a number of seconds above 0, not {time}")
    return _Solving(board, memory_mb, progress, time).solution(openings)


class _Stopped(Exception):
    """It was asked to stop, or the time is over."""


class _Solving:
    """One call of :func:`solve`."""

    def __init__(
        self,
        board: Board,
        memory_mb: int,
        progress: Callable[[SolveProgress], object] | None,
        time: float | None,
    ) -> None:
        self._board = board.copy()
        self._progress = progress
        self._began = clock.perf_counter()
        self._deadline = math.inf if time is None else self._began + time
        self._solver = core.Solver(self._board._history, memory_mb)
        self._after = {move: _after(self._board, move) for move in self._board.legal_moves}
        self._proven: dict[Move, Proven] = {}
        self._total = 1

    def solution(self, openings: bool) -> Solution:
        best: Move | None = None
        proven: Proven | None = None
        stopped = False
        try:
            if openings:
                self._solve_openings()
                best, proven = self._choice()
            else:
                proven = self._prove(self._board)
                best = self._keeping(proven)
        except _Stopped:
            # The result may be known, and only the move that keeps it not.
            stopped = proven is None
        words = {move: winner_word(found.winner) for move, found in self._proven.items()}
        return Solution(
            game=self._board.game.id,
            size=self._board.size,
            winner=proven.winner_word if proven else None,
            best=best,
            plies=proven.plies if proven else None,
            nodes=self._solver.nodes,
            seconds=clock.perf_counter() - self._began,
            openings={move: words.get(move) for move in self._after} if openings else None,
            stopped=stopped,
        )

    # --- Proving ---------------------------------------------------------------------------------

    def _prove(self, board: Board) -> Proven:
        """Work until the result of a position is known.

        :raises _Stopped: if it cannot be known in time.
        """
        while True:
            proven = self._work(board, _SLICE)
            self._tell(may_stop=proven is None)
            if proven is not None:
                return proven

    def _work(self, board: Board, seconds: float) -> Proven | None:
        """Work on a position for a moment."""
        outcome = board.outcome()
        if outcome is not None:
            return Proven(outcome.winner, 0)
        left = self._deadline - clock.perf_counter()
        if left <= 0:
            raise _Stopped
        return proven_of(self._solver.work(board._history, min(seconds, left)))

    def _tell(self, *, may_stop: bool = True) -> None:
        if self._progress is None:
            return
        now = SolveProgress(
            nodes=self._solver.nodes,
            seconds=clock.perf_counter() - self._began,
            done=len(self._proven),
            total=self._total,
        )
        if self._progress(now) is False and may_stop:
            raise _Stopped

    # --- Every opening ---------------------------------------------------------------------------

    def _solve_openings(self) -> None:
        """Solve the position after each move, and once for moves that are alike."""
        self._total = len(self._after)
        for move in self._after:
            if move not in self._proven:
                found = self._prove(self._after[move])
                self._proven |= dict.fromkeys(self._alike(move), found)
        self._tell(may_stop=False)

    def _alike(self, move: Move) -> Iterator[Move]:
        """The moves that a symmetry of this position makes of a move, itself among them.

        With moves already played, symmetric stones are not enough where a position that returns
        ends the game, so only the start of a game is looked at. The solver's table does the rest.
        """
        yield move
        if self._board.ply() == 0:
            for symmetry in self._board.symmetries():
                if self._board.transform(symmetry) == self._board:
                    yield self._board.transform_move(move, symmetry)

    def _choice(self) -> tuple[Move | None, Proven]:
        """The best move, all being solved, and what it comes to."""
        if not self._after:
            return None, self._prove(self._board)
        turn = self._board.turn
        best = max(self._proven, key=lambda move: _rank(self._proven[move], turn))
        return best, Proven(self._proven[best].winner, self._proven[best].plies + 1)

    # --- The move that keeps the result ----------------------------------------------------------

    def _keeping(self, proven: Proven) -> Move | None:
        """A move that keeps a result that is known.

        The solver proved it by way of such a move, whose proof is probably still in its table; but
        it does not tell which. So every move is given a moment in turn, and longer ones as long as
        none is found. Where every move loses, the one that lasts longest is wanted, but not at any
        price.
        """
        turn = self._board.turn
        lost = proven.winner is turn.other
        moment, began = 0.001, clock.perf_counter()
        waiting = list(self._after)
        found: dict[Move, Proven] = {}
        while waiting:
            for move in list(waiting):
                after = self._work(self._after[move], moment)
                if after is None:
                    continue
                waiting.remove(move)
                if after.value_of(turn) == proven.value_of(turn):
                    found[move] = after
                    if not lost:
                        return move
            self._tell()
            moment *= 2
            if found and clock.perf_counter() - began > _PATIENCE:
                break
        return max(found, key=lambda move: _rank(found[move], turn), default=None)


def _after(board: Board, move: Move) -> Board:
    after = board.copy()
    after.push(move)
    return after


def _rank(proven: Proven, side: Side) -> tuple[float, int]:
    """What a side would rather have: the better result, and then to win sooner or lose later."""
    value = proven.value_of(side)
    return value, -proven.plies if value == 1 else proven.plies
