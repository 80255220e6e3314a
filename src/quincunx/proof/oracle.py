"""What a proof is made with: a solver that says who wins, but not why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from quincunx._native import core
from quincunx.board import Board, Move
from quincunx.engine.results import Proven, proven_of
from quincunx.games import Side

#: How long a position is worked on before the next one has its turn, in seconds, at first.
_MOMENT = 0.02


class Goal(NamedTuple):
    """What one side is to reach: to win, or at least not to lose (``or_draw``)."""

    side: Side
    or_draw: bool = False

    @property
    def opposite(self) -> Goal:
        """What the other side has to reach to spoil it."""
        return Goal(self.side.other, not self.or_draw)

    @property
    def text(self) -> str:
        return f"{self.side.name.lower()} {'draws' if self.or_draw else 'wins'}"

    def reached_by(self, winner: Side | None) -> bool:
        return winner is self.side or (winner is None and self.or_draw)


class Oracle:
    """The solver of one game and board, and what it has said so far.

    :param tell: called after every piece of work, with the nodes; what it raises ends the work.
    """

    def __init__(self, board: Board, memory_mb: int, tell: Callable[[int], object]) -> None:
        self._solver = core.Solver(board._history, memory_mb)
        self._tell = tell

    def winner(self, board: Board) -> Side | None:
        """Who wins from here with best play, ``None`` being a draw."""
        moment = _MOMENT
        while (proven := self._work(board, moment)) is None:
            moment *= 2
        return proven.winner

    def best(self, board: Board, moves: Iterable[Move], goal: Goal) -> Move:
        """The first of these moves that is seen to reach a goal, which one of them does.

        Each is worked on for a moment in turn, so that one that is hard to judge holds up nothing.

        :raises RuntimeError: if none of them does.
        """
        waiting = list(moves)
        moment = _MOMENT
        while waiting:
            for move in list(waiting):
                board.push(move)
                proven = self._work(board, moment)
                board.pop()
                if proven is None:
                    continue
                if goal.reached_by(proven.winner):
                    return move
                waiting.remove(move)
            moment *= 2
        raise RuntimeError(f"no move reaches the goal ({goal.text}) in {board.fen()}")

    def _work(self, board: Board, seconds: float) -> Proven | None:
        self._tell(self._solver.nodes)
        outcome = board.outcome()
        if outcome is not None:
            return Proven(outcome.winner, 0)
        return proven_of(self._solver.work(board._history, seconds))
