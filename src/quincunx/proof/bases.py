"""What claims begin with: full boards, or stones that are linked to each other and to the edges."""

from __future__ import annotations

from abc import ABC, abstractmethod

from quincunx.proof.claims import Cells, Claim, either, together
from quincunx.proof.oracle import Goal
from quincunx.reference import Position


class Basis(ABC):
    """What reaches a goal without a look at moves."""

    @abstractmethod
    def find(self, own: int, free: int) -> Claim | None:
        """A claim about the goal that these stones and free cells are enough for, if one is seen."""


class FullBoards(Basis):
    """The goal is reached if all other cells are the enemy's."""

    def __init__(self, reference: type[Position], size: int, goal: Goal, cells: Cells) -> None:
        self._reference = reference
        self._size = size
        self._goal = goal
        self._cells = cells
        self._enough: dict[int, bool] = {}
        self._claims: dict[int, Claim] = {}

    def find(self, own: int, free: int) -> Claim | None:
        if not self._is_enough(own):
            return None
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
            winner = None if outcome is None or outcome[0] is None else type(self._goal.side)(outcome[0])
            known = self._enough[own] = outcome is not None and self._goal.reached_by(winner)
        return known


class Links(Basis):
    """Stones that touch, and stones with two ways to a third place between them, in a row."""

    def __init__(self, reference: type[Position], size: int, goal: Goal, cells: Cells) -> None:
        self._cells = cells
        self._edges = reference.edges(size, goal.side.value)
        self._near, self._far = self._edges
        self._beside = {name: reference.touching(size, name) for name in cells.names}
        for edge, line in self._edges.items():
            self._beside[edge] = line
        # By place, where a place is a cell or an edge: the claims that lead away from it.
        self._touches: dict[str, list[tuple[str, Claim]]] = {place: [] for place in self._beside}
        self._bridges: dict[str, list[tuple[str, Claim]]] = {place: [] for place in self._beside}
        self._joined: dict[tuple[Claim, Claim], Claim] = {}
        self._touch_all()
        self._bridge_all()

    def _bits(self, *places: str) -> int:
        return self._cells.of(place for place in places if place not in self._edges)

    def _touch_all(self) -> None:
        for one in self._cells.names:
            others = [*self._beside[one], *(e for e in self._edges if one in self._edges[e])]
            for other in others:
                if other in self._edges or one < other:
                    claim = Claim(
                        frozenset((one, other)), self._bits(one, other), 0, ("touch", one, other)
                    )
                    self._touches[one].append((other, claim))
                    self._touches[other].append((one, claim))

    def _touch(self, one: str, other: str) -> Claim:
        return next(claim for place, claim in self._touches[one] if place == other)

    def _bridge_all(self) -> None:
        """Between two places that have two cells in common, one of which is left to their owner."""
        for one in self._cells.names:
            for other in self._beside:
                if other == one or other in self._beside[one] or one in self._beside[other]:
                    continue
                if other not in self._edges and other < one:
                    continue
                between = sorted(self._beside[one] & self._beside[other])
                if len(between) == 2:
                    ways = [
                        (cell, together(self._touch(one, cell), self._touch(cell, other)))
                        for cell in between
                    ]
                    claim = either(ways, self._cells)
                    self._bridges[one].append((other, claim))
                    self._bridges[other].append((one, claim))

    def find(self, own: int, free: int) -> Claim | None:
        return self._go_on(self._near, own, free, None, {self._near})

    def _go_on(
        self, place: str, own: int, free: int, so_far: Claim | None, seen: set[str]
    ) -> Claim | None:
        """Go from a place to the far edge, over own stones and by free cells, none of them twice."""
        for links in (self._touches, self._bridges):
            for other, link in links[place]:
                if other in seen or link.needs & ~free:
                    continue
                if other != self._far and not self._cells.bit.get(other, 0) & own:
                    continue
                way = link if so_far is None else self._and(so_far, link)
                if other == self._far:
                    return way
                seen.add(other)
                # What touches is as good as here, so it never has to be left out again.
                found = self._go_on(other, own, free & ~link.needs, way, seen)
                if found is not None:
                    return found
                if link.needs:
                    seen.discard(other)
        return None

    def _and(self, one: Claim, other: Claim) -> Claim:
        if (one, other) not in self._joined:
            self._joined[one, other] = together(one, other)
        return self._joined[one, other]
