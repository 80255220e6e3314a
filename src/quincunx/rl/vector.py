"""Many games stepped together into arrays that stay in place: for learners that want speed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from quincunx._native import core
from quincunx.board import Board
from quincunx.games import Game
from quincunx.search import as_seed, require_count, require_threads

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Steps", "VectorEnv"]

#: Bytes: where arrays begin, so that JAX takes them over DLPack as they are.
_ALIGNMENT = 64


class Steps(NamedTuple):
    """What :meth:`VectorEnv.step` gives: the environment's own arrays, one row a board."""

    observations: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float32]
    ends: npt.NDArray[np.bool_]


class VectorEnv:
    """So many games of a kind, one action for each of them at a time.

    >>> env = VectorEnv("hadron", 5, 1024)
    >>> observations, masks = env.reset()
    >>> observations.shape, masks.shape
    ((1024, 4, 5, 5), (1024, 25))
    >>> steps = env.step(env.sample(seed=1))
    >>> steps.observations is observations, int(steps.ends.sum())
    (True, 0)

    All arrays are made once and written in place by every step: copy what is to be kept. PyTorch
    and JAX read them without a copy, ``torch.from_dlpack(env.observations)``; as JAX takes arrays
    for constant, it is to be done with one before the next step.

    - ``observations``: planes as the side to move sees them (:attr:`plane_names` and
      docs/guide/learning.md), of the type uint8.
    - ``masks``: which actions are legal. Actions number the moves as in :class:`quincunx.Batch`.
    - ``rewards``: of the side that has just moved: 1 for a win, -1 for a loss, 0 for a draw and
      while the game goes on. What one side gets, the other loses.
    - ``ends``: did the game end with this step? Then it has begun anew, and observation, mask and
      turn are those of the new game.
    - ``turns``: who is to move now, 0 for the first side, 1 for the second. It need not change with
      every step: in Quadrature a side without a move sits out.

    :param game, size, pie: as for :class:`quincunx.Board`.
    :param n: how many boards.
    :param threads: that step them. The interpreter is free meanwhile.
    :raises ValueError: if there is no such game or size, or there are no boards or threads,
        or too many.
    :raises TypeError: if a number is not a whole one.
    """

    def __init__(
        self,
        game: str | Game,
        size: int | None = None,
        n: int = 1,
        *,
        pie: bool | None = None,
        threads: int = 1,
    ) -> None:
        import numpy as np

        require_threads(threads)
        require_count("n", n)
        start = Board(game, size=size, pie=pie)
        self._batch = core.Batch(start._history, n)
        self._threads = threads
        self._everything = np.ones(n, bool)
        self.game = start.game
        self.size = start.size
        self.pie = start.pie
        #: What each plane says, in their order.
        self.plane_names: tuple[str, ...] = tuple(self._batch.plane_names)
        self.action_count: int = self._batch.action_count
        side = self._batch.plane_side
        planes = (n, len(self.plane_names), side, side)
        self.observations: npt.NDArray[np.uint8] = _aligned(planes, np.uint8)
        self.masks: npt.NDArray[np.bool_] = _aligned((n, self.action_count), np.bool_)
        self.rewards: npt.NDArray[np.float32] = _aligned((n,), np.float32)
        self.ends: npt.NDArray[np.bool_] = _aligned((n,), np.bool_)
        self.turns: npt.NDArray[np.int8] = _aligned((n,), np.int8)
        self._steps = Steps(self.observations, self.masks, self.rewards, self.ends)
        self.reset()

    def __len__(self) -> int:
        return len(self.turns)

    def reset(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.bool_]]:
        """Begin all games anew; the observations and the masks."""
        self._batch.reset(self._everything)
        self._batch.observe(self.observations, self.masks, self.turns, False, self._threads)
        self.rewards.fill(0)
        self.ends.fill(False)
        return self.observations, self.masks

    def step(self, actions: npt.ArrayLike) -> Steps:
        """Play an action on each board; -1 leaves a board alone.

        Either all of them are legal, or nothing moves.

        :raises IllegalMoveError: if one is not; the message names the board, and the rule.
        :raises ValueError: if they are not whole numbers, one for each board.
        """
        import numpy as np

        array = np.asarray(actions)
        if array.dtype != np.int64:
            if array.dtype.kind not in "iu":
                raise ValueError(f"actions are whole numbers, not {array.dtype}")
            if array.dtype == np.uint64 and (array >= self.action_count).any():
                raise ValueError(f"actions are 0 to {self.action_count - 1}, not {array.max()}")
        if array.shape != self.turns.shape:
            raise ValueError(f"{len(self)} actions are needed, not an array of {array.shape}")
        self._batch.advance(
            np.ascontiguousarray(array, np.int64),
            self.observations,
            self.masks,
            self.turns,
            self.rewards,
            self.ends,
            self._threads,
        )
        return self._steps

    def sample(self, seed: int) -> npt.NDArray[np.int64]:
        """A legal action for each board, all equally likely; the same seed gives the same."""
        import numpy as np

        actions = np.empty(len(self), np.int64)
        self._batch.sample(actions, as_seed(seed))
        return actions

    def board(self, i: int) -> Board:
        """Board number i as a :class:`Board`, without the moves that led there.

        :raises IndexError: if there is no such board.
        """
        return Board(self.game, fen=self._batch.fen(i))


def _aligned(shape: tuple[int, ...], dtype: Any) -> Any:
    """An array of zeros that begins at a round address."""
    import numpy as np

    size = math.prod(shape) * np.dtype(dtype).itemsize
    room = np.zeros(size + _ALIGNMENT, np.uint8)
    begin = -room.ctypes.data % _ALIGNMENT
    return room[begin : begin + size].view(dtype).reshape(shape)
