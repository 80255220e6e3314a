"""Many boards of one game moved on together, as arrays: for learners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quincunx._native import core
from quincunx.board import Board, Move
from quincunx.search import as_seed, require_count, require_threads

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Batch"]


class Batch:
    """So many copies of a board, stepped by action numbers.

    >>> from quincunx import Board
    >>> batch = Batch(Board("hadron", size=5), 3)
    >>> batch.step([12, 0, -1])
    >>> batch.legal().sum(axis=1).tolist(), batch.turns().tolist()
    ([20, 22, 25], [1, 1, 0])

    Actions number the moves: cells in reading order (a1 is 0), ``swap`` last where there is one;
    in Quadrature five for each cell, West, East, forward to the West, ahead and to the East. An
    action of -1 leaves a board alone, and so must be given for a board that has ended and is not
    reset.

    Needs NumPy.
    """

    def __init__(self, start: Board, count: int, *, threads: int = 1) -> None:
        require_threads(threads)
        require_count("count", count)
        self._start = start.copy()
        self._batch = core.Batch(start._history, count)
        self._threads = threads

    def __len__(self) -> int:
        return self._batch.count

    @property
    def action_count(self) -> int:
        """How many actions there are, legal or not."""
        return self._batch.action_count

    def step(self, actions: npt.ArrayLike) -> None:
        """Play one action on each board. Either all of them are legal, or nothing moves.

        :raises IllegalMoveError: if one is not; the message names the board.
        """
        import numpy as np

        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {array.dtype}")
        if array.dtype.kind == "u" and (array >= self.action_count).any():
            raise ValueError(f"actions are 0 to {self.action_count - 1}, not {array.max()}")
        self._batch.step(np.ascontiguousarray(array, dtype=np.int64), self._threads)

    def step_random(self, seed: int) -> None:
        """Play a uniformly random legal move on each board that has not ended."""
        self._batch.step_random(as_seed(seed), self._threads)

    def reset(self, which: npt.ArrayLike | None = None) -> None:
        """Put boards back to the start: those where ``which`` is true, or all."""
        import numpy as np

        chosen = np.ones(len(self), bool) if which is None else np.asarray(which, bool)
        self._batch.reset(np.ascontiguousarray(chosen))

    def legal(self) -> npt.NDArray[np.bool_]:
        """One row a board: which actions are legal."""
        import numpy as np

        out = np.empty((len(self), self.action_count), bool)
        self._batch.legal(out, self._threads)
        return out

    def cells(self) -> npt.NDArray[np.int8]:
        """One row a board, cells in reading order: the height there, negative for SECOND."""
        import numpy as np

        out = np.empty((len(self), self._batch.cell_count), np.int8)
        self._batch.cells(out, self._threads)
        return out

    def turns(self) -> npt.NDArray[np.int8]:
        """Who is to move: 0 for FIRST, 1 for SECOND."""
        return self._filled(self._batch.turns)

    def results(self) -> npt.NDArray[np.int8]:
        """-1 while a board runs, then 0 or 1 for the winner's side and 2 for a draw."""
        return self._filled(self._batch.results)

    def _filled(self, fill: Any) -> npt.NDArray[np.int8]:
        import numpy as np

        out = np.empty(len(self), np.int8)
        fill(out)
        return out

    def board(self, i: int) -> Board:
        """Board number i as a :class:`Board`, without the moves that led there.

        :raises IndexError: if there is no such board.
        """
        return Board(self._start.game, fen=self._batch.fen(i))

    def action_of(self, move: Move, i: int = 0) -> int:
        """The action number of a move on board i."""
        board = self.board(i)
        return core.action_of(board._history, board._checked(move.text))

    def move_of(self, action: int, i: int = 0) -> Move:
        """The move that an action number means on board i.

        :raises IndexError: if there is no such action.
        """
        return core.move_of_action(self.board(i)._history, action)
