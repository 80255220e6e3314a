"""What a learner sees of a board, and what it may do: the spaces of Gymnasium and PettingZoo."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from quincunx._native import core
from quincunx.board import Board, Move
from quincunx.games import Side

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["LegalActions", "action_count", "move_of", "observation_space", "observe"]

Observation = dict[str, Any]


def observe(board: Board, side: Side) -> Observation:
    """Planes as the side sees them, and its legal actions: none when it is not its turn.

    >>> seen = observe(Board("hadron", size=3), Side.SECOND)
    >>> seen["observation"].shape, int(seen["action_mask"].sum())
    ((4, 3, 3), 0)
    """
    batch = core.Batch(board._history, 1)
    planes = np.empty((1, len(batch.plane_names), batch.plane_side, batch.plane_side), np.uint8)
    legal = np.empty((1, batch.action_count), bool)
    waits = board.turn is not side
    batch.observe(planes, legal, np.empty(1, np.int8), waits, 1)
    mask = legal[0].astype(np.int8)
    return {"observation": planes[0], "action_mask": np.zeros_like(mask) if waits else mask}


def observation_space(board: Board) -> spaces.Dict:
    """The space of what :func:`observe` gives for boards of this kind."""
    seen = observe(board, Side.FIRST)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, seen["observation"].shape, np.uint8),
            "action_mask": spaces.Box(0, 1, seen["action_mask"].shape, np.int8),
        }
    )


def action_count(board: Board) -> int:
    """How many actions there are, legal or not."""
    return core.Batch(board._history, 1).action_count


def move_of(board: Board, action: Any) -> Move:
    """The move that an action stands for.

    >>> move_of(Board("hadron", size=3), np.int64(4))
    Move('b2')

    :raises TypeError: if the action is not a whole number.
    :raises IndexError: if there is no such action.
    """
    try:
        number = operator.index(action)
    except TypeError:
        raise TypeError(f"an action is a whole number, not {action!r}") from None
    count = action_count(board)
    if not 0 <= number < count:
        raise IndexError(f"actions are 0 to {count - 1}, not {number}")
    return core.move_of_action(board._history, number)


class LegalActions(spaces.Discrete):
    """Actions by their numbers. A sample without a mask is an action that is legal just now.

    When there is none, since the game is over or it is the other's turn, any action may come.
    """

    def __init__(self, n: int, mask: Callable[[], npt.NDArray[np.int8]]) -> None:
        super().__init__(n)
        self._legal_now = mask

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None:
            now = self._legal_now()
            mask = now if now.any() else None
        return super().sample(mask, probability)
