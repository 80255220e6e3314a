"""What joins two edges without a look at moves, told in claims.

The core looks for links (cpp/search/links.hpp) on the board that the plain reference describes, and
says how each came about. What it says is taken for a suggestion: the checker follows every step.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import NamedTuple

from quincunx._native import core
from quincunx.proof.bases import Basis, Seen
from quincunx.proof.claims import Cells, Claim, either, together
from quincunx.proof.oracle import Goal
from quincunx.reference import Position

#: The kinds of steps, as the core numbers them.
_TOUCH, _BOTH = 0, 1


class _Found(NamedTuple):
    """What the core has found on a board: chains by their cells, and steps."""

    own: int
    chains: list[list[int]]
    steps: list[tuple[int, list[int]]]
    claims: dict[int, Claim]


class Links(Basis):
    """The edges of one side on one board."""

    def __init__(self, reference: type[Position], size: int, goal: Goal, cells: Cells) -> None:
        self._cells = cells
        self._edges = reference.edges(size, goal.side.value)
        self._ends = tuple(self._edges)
        self._beside = {name: reference.touching(size, name) for name in cells.names}
        number = {name: place for place, name in enumerate(cells.names)}
        near, far = ([number[name] for name in line] for line in self._edges.values())
        beside = [[number[other] for other in self._beside[name]] for name in cells.names]
        self._board = core.LinkBoard(beside, (near, far))
        self._claims: dict[tuple[frozenset[str], int, int], Claim] = {}

    def look(self, own: int, free: int) -> list[Seen]:
        numbers = self._cells.numbers
        chains, steps, joined, moves, after = self._board.search(numbers(own), numbers(free))
        found = _Found(own, chains, steps, {})
        needs: list[int] = []
        for kind, parts in steps:
            if kind == _TOUCH:
                needs.append(0)
            elif kind == _BOTH:
                needs.append(needs[parts[0]] | needs[parts[1]])
            else:
                cells = 0
                for cell, step in zip(parts[::2], parts[1::2], strict=True):
                    cells |= 1 << cell | needs[step]
                needs.append(cells)
        if joined >= 0:
            return [Seen(0, needs[joined], partial(self._claim, found, joined))]
        return [
            Seen(1 << move, needs[step], partial(self._claim, found, step))
            for move, step in zip(moves, after, strict=True)
        ]

    def _claim(self, found: _Found, wanted: int) -> Claim:
        """What a step says, and before it what the steps say that it is made of."""
        below = {wanted}
        for number in range(wanted, -1, -1):
            kind, parts = found.steps[number]
            if number in below and kind != _TOUCH:
                below.update(parts if kind == _BOTH else parts[1::2])
        claims = found.claims
        for number in sorted(below - claims.keys()):
            kind, parts = found.steps[number]
            if kind == _TOUCH:
                claims[number] = self._touching(found, *parts)
            elif kind == _BOTH:
                claims[number] = self._both(claims[parts[0]], claims[parts[1]])
            else:
                ways = [
                    (self._cells.names[cell], claims[step])
                    for cell, step in zip(parts[::2], parts[1::2], strict=True)
                ]
                claims[number] = self._same(either(ways, self._cells))
        return claims[wanted]

    def _same(self, claim: Claim) -> Claim:
        """The claim of the same content that there is already."""
        return self._claims.setdefault((claim.ends, claim.own, claim.needs), claim)

    def _both(self, one: Claim | None, other: Claim) -> Claim:
        return other if one is None else self._same(together(one, other))

    def _touch(self, one: str, other: str) -> Claim:
        # The checker looks for the first beside the second: a cell beside a cell, or on an edge.
        words = sorted((one, other), key=lambda place: (place in self._edges, place))
        own = self._cells.of(place for place in words if place not in self._edges)
        return self._same(Claim(frozenset(words), own, 0, ("touch", *words)))

    def _touching(self, found: _Found, one: int, other: int) -> Claim:
        """From what stands for a place, its edge or its first stone, to one that touches it."""
        start, end = (
            self._ends[place] if place < 2 else self._cells.names[found.chains[place][0]]
            for place in (one, other)
        )
        claim: Claim | None = None
        for here, there in pairwise(self._way(start, end, found.own)):
            claim = self._both(claim, self._touch(here, there))
        assert claim is not None
        return claim

    def _way(self, start: str, end: str, own: int) -> list[str]:
        """A shortest way from a place to another over own stones."""
        before: dict[str, str] = {start: start}
        waiting = [start]
        for here in waiting:  # which grows meanwhile
            beside = self._around(here)
            if end in beside:
                way = [end, here]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way[::-1]
            for there in beside:
                if there not in before and self._cells.bit.get(there, 0) & own:
                    before[there] = here
                    waiting.append(there)
        raise AssertionError(f"no way over own stones from {start} to {end}")

    def _around(self, place: str) -> list[str]:
        if place in self._edges:
            return sorted(self._edges[place])
        at = [edge for edge, line in self._edges.items() if place in line]
        return [*sorted(self._beside[place]), *at]
