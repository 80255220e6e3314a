"""What joins two edges without a look at moves, with the claims that say why.

Anshelevich's H-search ("A hierarchical approach to computer Hex", Artificial Intelligence 134, 2002,
https://doi.org/10.1016/S0004-3702(01)00154-0), for any game in which a side joins two edges. Places
are the edges, the chains of own stones and the free cells. Two of them are linked by free cells if
they are joined even though the other moves first. Links that share no cell make a link together if
they meet in a chain; if they meet in a free cell, a move there does (a threat); and threats that have
no cell in common make a link.
"""

from __future__ import annotations

from collections.abc import Iterable

from quincunx.proof.bases import Basis
from quincunx.proof.claims import Cells, Claim, either, together
from quincunx.proof.oracle import Goal
from quincunx.reference import Position

# Kept between two places, and taken together: enough for most of what larger numbers find.
_LINKS, _THREATS, _TOGETHER = 3, 8, 4
# Pairs of links looked at, before the search leaves it at that.
_EFFORT = 200_000

#: Why two places are linked: two places that touch; two links that meet in a place; threats.
Why = tuple[object, ...]


class Link:
    """Two places and the cells that they are linked by."""

    __slots__ = ("a", "b", "cells", "claim", "dead", "parts", "taken", "threats")

    def __init__(self, a: int, b: int, cells: int) -> None:
        self.a = a
        self.b = b
        self.cells = cells
        self.parts: tuple[Link, Link] | None = None
        self.threats: list[Threat] = []
        self.claim: Claim | None = None
        self.dead = False


class Threat:
    """A free cell between two links."""

    __slots__ = ("cells", "middle", "one", "other")

    def __init__(self, cells: int, middle: int, one: Link, other: Link) -> None:
        self.cells = cells
        self.middle = middle
        self.one = one
        self.other = other


class Links(Basis):
    """The edges of one side on one board."""

    def __init__(self, reference: type[Position], size: int, goal: Goal, cells: Cells) -> None:
        self._cells = cells
        self._edges = reference.edges(size, goal.side.value)
        self._ends = tuple(self._edges)
        self._edge_bits = tuple(cells.of(line) for line in self._edges.values())
        self._beside = {
            bit: cells.of(reference.touching(size, name)) for name, bit in cells.bit.items()
        }
        self._claims: dict[tuple[frozenset[str], int, int], Claim] = {}

    def look(self, own: int, free: int) -> list[tuple[int, Claim]]:
        return _Search(self, own, free).found()

    # --- What searches ask for -------------------------------------------------------------------

    def around(self, cells: int) -> int:
        found = 0
        while cells:
            bit = cells & -cells
            cells ^= bit
            found |= self._beside[bit]
        return found

    def edge(self, place: int) -> int:
        return self._edge_bits[place]

    def same(self, claim: Claim) -> Claim:
        """The claim of the same content that there is already."""
        return self._claims.setdefault((claim.ends, claim.own, claim.needs), claim)

    def touch(self, one: str, other: str) -> Claim:
        own = self._cells.of(place for place in (one, other) if place not in self._edges)
        return self.same(Claim(frozenset((one, other)), own, 0, ("touch", *sorted((one, other)))))

    def both(self, one: Claim | None, other: Claim) -> Claim:
        return other if one is None else self.same(together(one, other))

    def one_of(self, options: list[tuple[str, Claim]]) -> Claim:
        return self.same(either(options, self._cells))

    def name(self, cells: int) -> str:
        return self._cells.names[(cells & -cells).bit_length() - 1]

    def end(self, place: int) -> str:
        return self._ends[place]


class _Search:
    """The links of one position."""

    def __init__(self, links: Links, own: int, free: int) -> None:
        self._tools = links
        self._own = own
        self._free = free
        self._cells: list[int] = []  # by place: two edges with their chains, other chains, free cells
        rest = own
        for edge in (0, 1):
            self._cells.append(self._chain(own & links.edge(edge)))
            rest &= ~self._cells[edge]
        while rest:
            self._cells.append(self._chain(rest & -rest))
            rest &= ~self._cells[-1]
        self._first_free = len(self._cells)
        self._place: dict[int, int] = {}
        while free:
            bit = free & -free
            free ^= bit
            self._place[bit] = len(self._cells)
            self._cells.append(bit)
        self._links: dict[tuple[int, int], list[Link]] = {}
        self._threats: dict[tuple[int, int], list[Threat]] = {}
        self._edge_threats: list[Threat] = []
        self._ways: list[list[tuple[int, int, Link]]] = [[] for _ in self._cells]
        self._waiting: list[list[Link]] = [[] for _ in range(len(self._place) + 1)]
        self._left = _EFFORT

    def found(self) -> list[tuple[int, Claim]]:
        if self._cells[0] & self._cells[1]:
            return [(0, self._across())]
        self._begin()
        for bucket in self._waiting:
            for link in bucket:  # which may grow meanwhile
                if joined := self._links.get((0, 1)):
                    return [(0, self._claim(joined[0]))]
                if self._left < 0:
                    break
                if not link.dead:
                    self._combine(link, link.a, link.b)
                    self._combine(link, link.b, link.a)
                    self._ways[link.a].append((link.cells | self._free_cell(link.b), link.b, link))
                    self._ways[link.b].append((link.cells | self._free_cell(link.a), link.a, link))
        if joined := self._links.get((0, 1)):
            return [(0, self._claim(joined[0]))]
        return [
            (self._cells[threat.middle], self._claim_of_threat(threat)[1])
            for threat in self._few(self._edge_threats)
        ]

    def _few(self, threats: Iterable[Threat]) -> list[Threat]:
        """The threats between the edges that say something about where the other must play."""
        left, found = self._free, []
        for threat in sorted(threats, key=lambda threat: threat.cells.bit_count()):
            if left & ~threat.cells:
                left &= threat.cells
                found.append(threat)
        return found

    def _chain(self, cells: int) -> int:
        while more := self._tools.around(cells) & self._own & ~cells:
            cells |= more
        return cells

    def _free_cell(self, place: int) -> int:
        return self._cells[place] if place >= self._first_free else 0

    # --- Links -----------------------------------------------------------------------------------

    def _begin(self) -> None:
        for place, cells in enumerate(self._cells):
            near = self._tools.around(cells) & self._free
            if place < 2:
                near |= self._tools.edge(place) & self._free
            while near:
                bit = near & -near
                near ^= bit
                if self._place[bit] > place:
                    self._add(Link(place, self._place[bit], 0))

    def _combine(self, link: Link, middle: int, end: int) -> None:
        if middle < 2:
            return  # a link may end at an edge, but does not go on beyond it
        taken = link.cells | self._free_cell(end)
        self._left -= len(self._ways[middle])
        bit = self._free_cell(middle)
        for others, to, other in self._ways[middle]:
            if others & taken or to == end or other.dead:
                continue
            cells = link.cells | other.cells
            if bit:
                self._add_threat(end, to, Threat(cells | bit, middle, link, other))
            else:
                both = Link(min(end, to), max(end, to), cells)
                both.parts = link, other
                self._add(both)

    def _add(self, link: Link) -> None:
        known = self._links.setdefault((link.a, link.b), [])
        if any(not other.cells & ~link.cells for other in known):
            return
        for other in [other for other in known if not link.cells & ~other.cells]:
            other.dead = True
            known.remove(other)
        if len(known) == _LINKS:
            largest = max(known, key=lambda other: other.cells.bit_count())
            if largest.cells.bit_count() <= link.cells.bit_count():
                return
            largest.dead = True
            known.remove(largest)
        known.append(link)
        threats = self._threats.get((link.a, link.b))
        if threats:
            threats[:] = [threat for threat in threats if link.cells & ~threat.cells]
        self._waiting[link.cells.bit_count()].append(link)

    def _add_threat(self, a: int, b: int, threat: Threat) -> None:
        key = (a, b) if a < b else (b, a)
        if any(not link.cells & ~threat.cells for link in self._links.get(key, ())):
            return
        known = self._threats.setdefault(key, [])
        if any(not other.cells & ~threat.cells for other in known):
            return
        known[:] = [other for other in known if threat.cells & ~other.cells]
        if key == (0, 1):
            self._edge_threats.append(threat)
        if len(known) == _THREATS:
            largest = max(known, key=lambda other: other.cells.bit_count())
            if largest.cells.bit_count() <= threat.cells.bit_count():
                return
            known.remove(largest)
        others = list(known)
        known.append(threat)
        self._take_together(key, others, [threat], threat.cells, threat.cells)

    def _take_together(
        self, key: tuple[int, int], others: list[Threat], taken: list[Threat], common: int, all_: int
    ) -> None:
        """Threats that have no cell in common: whatever the other plays, one of them is whole."""
        for number, other in enumerate(others):
            self._left -= 1
            left = common & other.cells
            if left == common:
                continue
            if not left:
                link = Link(*key, all_ | other.cells)
                link.threats = [*taken, other]
                self._add(link)
            elif len(taken) + 1 < _TOGETHER:
                rest = others[number + 1 :]
                self._take_together(key, rest, [*taken, other], left, all_ | other.cells)

    # --- Claims ----------------------------------------------------------------------------------

    def _claim(self, link: Link) -> Claim:
        if link.claim is None:
            if link.threats:
                options = [self._claim_of_threat(threat) for threat in link.threats]
                link.claim = self._tools.one_of(options)
            elif link.parts:
                one, other = link.parts
                link.claim = self._tools.both(self._claim(one), self._claim(other))
            else:
                link.claim = self._touching(link)
        return link.claim

    def _claim_of_threat(self, threat: Threat) -> tuple[str, Claim]:
        claim = self._tools.both(self._claim(threat.one), self._claim(threat.other))
        return self._tools.name(self._cells[threat.middle]), claim

    def _touching(self, link: Link) -> Claim:
        """From the end that stands for a place to the free cell beside it."""
        cell = self._tools.name(self._cells[link.b])
        stones = self._tools.around(self._cells[link.b]) & self._cells[link.a]
        if link.a < 2 and self._cells[link.b] & self._tools.edge(link.a):
            return self._tools.touch(self._tools.end(link.a), cell)
        if link.a >= self._first_free:
            return self._tools.touch(self._tools.name(self._cells[link.a]), cell)
        way, last = self._way(link.a, stones)
        return self._tools.both(way, self._tools.touch(last, cell))

    def _way(self, place: int, goal: int) -> tuple[Claim | None, str]:
        """Over the stones of a chain, from what stands for it to the nearest of some of them."""
        if place < 2:
            start, layer = self._tools.end(place), self._tools.edge(place) & self._cells[place]
            layers = [layer]
        else:
            layer = self._cells[place] & -self._cells[place]
            start, layers = self._tools.name(layer), [layer]
        seen = layer
        while not layers[-1] & goal:
            layer = self._tools.around(layers[-1]) & self._cells[place] & ~seen
            seen |= layer
            layers.append(layer)
        here = layers[-1] & goal
        here &= -here
        stones = [here]
        for layer in layers[-2::-1]:
            before = self._tools.around(stones[-1]) & layer
            stones.append(before & -before)
        names = [self._tools.name(stone) for stone in reversed(stones)]
        if place < 2:
            names.insert(0, start)
        claim: Claim | None = None
        for one, other in zip(names, names[1:], strict=False):
            claim = self._tools.both(claim, self._tools.touch(one, other))
        return claim, names[-1]

    def _across(self) -> Claim:
        """One chain touches both edges."""
        goal = self._tools.edge(1) & self._cells[1]
        way, last = self._way(0, goal)
        return self._tools.both(way, self._tools.touch(last, self._tools.end(1)))
