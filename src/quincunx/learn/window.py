"""What a net learns from: the latest positions of its own games, seen under all symmetries."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from quincunx._native import core
from quincunx.board import Board
from quincunx.games import Side

__all__ = ["Examples", "Window"]


class Examples(NamedTuple):
    """Positions with what is to be learned of them, one row for each.

    ``planes`` and ``legal`` are what is seen; ``policy`` is what the search recommended; ``values``
    are what came of it for the side to move; ``turns`` say which side that is.
    """

    planes: npt.NDArray[np.uint8]
    legal: npt.NDArray[np.bool_]
    policy: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]
    turns: npt.NDArray[np.int8]

    @classmethod
    def empty(cls, start: Board, count: int) -> Examples:
        """Room for so many positions."""
        batch = core.Batch(start._history, 1)
        side, actions = batch.plane_side, batch.action_count
        return cls(
            np.zeros((count, len(batch.plane_names), side, side), np.uint8),
            np.zeros((count, actions), bool),
            np.zeros((count, actions), np.float32),
            np.zeros(count, np.float32),
            np.zeros(count, np.int8),
        )


class Window:
    """The latest positions, up to so many; older ones are forgotten.

    :param start: where the games begin.
    :param limit: how many positions are kept.
    """

    def __init__(self, start: Board, limit: int) -> None:
        self._start = start.copy()
        self._limit = limit
        self._sources = _sources(start)
        self.examples = Examples.empty(start, 0)

    def __len__(self) -> int:
        return len(self.examples.values)

    def add(self, games: list[dict[str, Any]]) -> int:
        """Add the games of a job (selfplay.py); how many positions that are.

        A position's value is the mean of how the game ended and of what the search expected there:
        the one is true but also due to chance, the other is but an opinion, of many positions.
        """
        new = _replayed(self._start, games)
        whole = _joined([self.examples, new])
        self.examples = Examples._make(column[-self._limit :] for column in whole)
        return len(new.values)

    def draw(self, count: int, rng: np.random.Generator) -> Examples:
        """So many random positions, each under a random symmetry."""
        rows = rng.integers(len(self), size=count)
        drawn = Examples._make(column[rows] for column in self.examples)
        symmetries = rng.integers(1 + max(k for k, _ in self._sources), size=count)
        # The same numbers, with the places of a plane in a row.
        flat = drawn.planes.reshape(count, drawn.planes.shape[1], drawn.planes[0, 0].size)
        for (k, turn), (places, actions) in self._sources.items():
            which = (symmetries == k) & (drawn.turns == turn)
            flat[which] = flat[which][:, :, places]
            drawn.legal[which] = drawn.legal[which][:, actions]
            drawn.policy[which] = drawn.policy[which][:, actions]
        return drawn


_Source = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]


def _sources(start: Board) -> dict[tuple[int, int], _Source]:
    """For each symmetry and side to move: where places of planes and actions come from.

    Which move an action stands for may depend on the side, but on nothing else of a position.
    """
    boards: dict[Side, Board] = {}
    board = start.copy()
    while not board.is_game_over():
        boards.setdefault(board.turn, board.copy())
        board.push(next(iter(board.legal_moves)))
    found = {}
    for turn, seen in boards.items():
        for k in start.symmetries():
            maps = core.symmetry_maps(seen._history, int(k))
            found[int(k), turn.value] = _source(maps.places), _source(maps.actions)
    return found


def _source(targets: list[int]) -> npt.NDArray[np.int64]:
    """The other way round. What is no cell or no move stays where it is."""
    source = np.arange(len(targets))
    there = np.array(targets) >= 0
    source[np.array(targets)[there]] = np.flatnonzero(there)
    return source


def _replayed(start: Board, games: list[dict[str, Any]]) -> Examples:
    """The positions of games in which the search had a say."""
    batch = core.Batch(start._history, len(games))
    seen = Examples.empty(start, len(games))
    parts = [Examples.empty(start, 0)]
    for ply in range(max(len(game["actions"]) for game in games)):
        batch.observe(seen.planes, seen.legal, seen.turns, False, 1)
        seen.policy.fill(0)
        actions = np.full(len(games), -1)
        rows = []
        for i, game in enumerate(games):
            if ply >= len(game["actions"]):
                continue
            actions[i] = game["actions"][ply]
            if game["policies"][ply] is not None:
                rows.append(i)
                for action, share in game["policies"][ply]:
                    seen.policy[i, int(action)] = share
                came = _came_of_it(game["winner"], int(seen.turns[i]))
                seen.values[i] = (came + game["values"][ply]) / 2
        parts.append(Examples._make(column[rows] for column in seen))
        batch.step(actions, 1)
    return _joined(parts)


def _joined(parts: list[Examples]) -> Examples:
    return Examples._make(np.concatenate(columns) for columns in zip(*parts, strict=True))


def _came_of_it(winner: int, turn: int) -> float:
    """How a game ended, for a side."""
    if winner == 2:
        return 0.0
    return 1.0 if winner == turn else -1.0
