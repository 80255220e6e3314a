"""What claims about a goal begin with: what is reached without a look ahead."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from quincunx.proof.claims import Cells, Claim
from quincunx.proof.oracle import Goal
from quincunx.reference import Position


class Seen(NamedTuple):
    """A claim that holds after a move (``bit``), or now (0), and the cells that it needs.

    Few of all that are seen are made use of, so a claim is made when it is asked for.
    """

    bit: int
    needs: int
    claim: Callable[[], Claim]


class Basis(ABC):
    """What reaches a goal without a look at moves."""

    @abstractmethod
    def look(self, own: int, free: int) -> list[Seen]:
        """The claims about the goal that are seen to hold with these stones and free cells.

        Either one that holds now, or those that hold after a move.
        """


class FullBoards(Basis):
    """The goal is reached if all other cells are the enemy's."""

    def __init__(self, reference: type[Position], size: int, goal: Goal, cells: Cells) -> None:
        self._reference = reference
        self._size = size
        self._goal = goal
        self._cells = cells
        self._enough: dict[int, bool] = {}
        self._claims: dict[int, Claim] = {}

    def look(self, own: int, free: int) -> list[Seen]:
        if self._is_enough(own):
            return [Seen(0, 0, partial(self._fewest, own))]
        found = []
        while free:
            bit = free & -free
            free ^= bit
            if self._is_enough(own | bit):
                found.append(Seen(bit, 0, partial(self._fewest, own | bit)))
        return found

    def _fewest(self, own: int) -> Claim:
        """The claim of these stones without those that it can do without."""
        for name in self._cells.listed(own):
            if self._is_enough(own & ~self._cells.bit[name]):
                own &= ~self._cells.bit[name]
        if own not in self._claims:
            words = ("full", *self._cells.listed(own))
            self._claims[own] = Claim(frozenset(), own, 0, words)
        return self._claims[own]

    def _is_enough(self, own: int) -> bool:
        known = self._enough.get(own)
        if known is None:
            side = self._goal.side.value
            pieces = {
                name: (side if own & bit else 1 - side, 1) for name, bit in self._cells.bit.items()
            }
            outcome = self._reference.from_contents(self._size, pieces, 0).outcome()
            winner = (
                None if outcome is None or outcome[0] is None else type(self._goal.side)(outcome[0])
            )
            known = self._enough[own] = outcome is not None and self._goal.reached_by(winner)
        return known
