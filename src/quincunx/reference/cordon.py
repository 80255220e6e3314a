"""Cordon by Mark Steere (marksteeregames.com), to be read beside its sheet and the rulings.

Sections of the sheet: INTRODUCTION (board, turns), CORDONING (what a cordon is, when it is void),
OBJECT OF THE GAME (more cells win; early victory).

Two evaluations stand here. :func:`literal_scores` takes CORDONING at its word: stone path by stone
path, each with its shortest perimeter path. :func:`scores` uses the rulings' shortcut, one cordon
to a group; :class:`Reference` plays by it. Neither knows of the other.

Events, all but the last three about the board as it stands after the move:

- ``whole board``: a group of the mover cordons off the whole board;
- ``opposite stones``: it does so with two perimeter stones exactly half a perimeter apart;
- ``void cordon``: some cordon, of either side, is void;
- ``nested void``: a void cordon contains an enemy cordon;
- ``ring on a tail``: a group with a cordon has a closed loop off every stone path, around at least
  one cell that is not in the group's area;
- ``early victory``, ``full board``: the move ended the game so; ``draw``: with equal scores.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple, Self

from .geometry import (
    Map,
    hex_neighbours,
    hexhex_axial,
    hexhex_cells,
    hexhex_name,
    hexhex_perimeter,
    hexhex_symmetries,
)
from .position import Contents, Event, Feature, Outcome, Position, Refusal, Wave, lead

Stones = dict[str, int]
"""Occupied cells only: name -> side."""

# ------------------------------------------------------------------------------------------------
# The board
# ------------------------------------------------------------------------------------------------


@cache
def all_cells(size: int) -> frozenset[str]:
    return frozenset(hexhex_cells(size))


@cache
def ring(size: int) -> tuple[str, ...]:
    """The perimeter, in order around the board."""
    return tuple(hexhex_perimeter(size))


@cache
def neighbours(size: int) -> dict[str, list[str]]:
    """Every cell's neighbours on the board: six, on the perimeter fewer."""
    names = {hexhex_axial(size, cell): cell for cell in hexhex_cells(size)}
    table: dict[str, list[str]] = {}
    for (q, r), cell in names.items():
        assert hexhex_name(size, q, r) == cell
        table[cell] = [names[point] for point in hex_neighbours(q, r) if point in names]
    return table


def flood(size: int, starts: Iterable[str], allowed: Iterable[str]) -> set[str]:
    """The cells of ``allowed`` that can be reached from ``starts`` through ``allowed`` alone."""
    next_to = neighbours(size)
    left = set(allowed)
    reached = left.intersection(starts)
    left -= reached
    border = list(reached)
    while border:
        for cell in next_to[border.pop()]:
            if cell in left:
                left.remove(cell)
                reached.add(cell)
                border.append(cell)
    return reached


def groups(size: int, stones: Stones, side: int) -> list[frozenset[str]]:
    """The groups of one side: its maximal connected sets of stones."""
    left = {cell for cell, owner in stones.items() if owner == side}
    found = []
    while left:
        group = flood(size, [min(left)], left)
        found.append(frozenset(group))
        left -= group
    return found


# ------------------------------------------------------------------------------------------------
# CORDONING, stone path by stone path
# ------------------------------------------------------------------------------------------------


def stone_paths(size: int, group: frozenset[str]) -> Iterator[list[str]]:
    """Every simple path of the group's stones between two different perimeter cells.

    A path and its reverse are one; it is given from the end that comes first in :func:`ring`. It
    may touch the perimeter in between as well.
    """
    for number, first in enumerate(ring(size)):
        if first in group:
            ends = group.intersection(ring(size)[number + 1 :])
            yield from _extensions(size, group, ends, [first])


def _extensions(
    size: int, group: frozenset[str], ends: frozenset[str], path: list[str]
) -> Iterator[list[str]]:
    """Every way to go on from ``path`` to one of ``ends``, never stepping on a stone twice."""
    unused = group.difference(path)
    for cell in neighbours(size)[path[-1]]:
        if cell not in unused:
            continue
        longer = [*path, cell]
        if cell in ends:
            yield longer
        # A way into a dead end gives no path, and there may be very many such ways.
        if flood(size, [cell], unused) & (ends - {cell}):
            yield from _extensions(size, group, ends, longer)


def shortest_perimeter_paths(size: int, one: str, other: str) -> list[frozenset[str]]:
    """The shortest way along the perimeter, ends included; both ways if they are equally long."""
    perimeter = ring(size)
    a, b = sorted((perimeter.index(one), perimeter.index(other)))
    there = perimeter[a : b + 1]
    back = perimeter[b:] + perimeter[: a + 1]
    shortest = min(len(there), len(back))
    return [frozenset(arc) for arc in (there, back) if len(arc) == shortest]


def cordon_of_path(size: int, path: list[str], group: frozenset[str]) -> frozenset[str]:
    """What one stone path cordons off.

    The stone path and the perimeter path are the wall. Surrounded is whatever cannot get to the
    rest of the perimeter without stepping on the wall. (If the two make up the whole perimeter,
    there is no rest, and all that lies within is surrounded.)
    """
    # Cordon, CORDONING: stone path, perimeter path, what they surround, and the path's whole group.
    cordon = set(group)
    # Cordon, CORDONING: directly opposite ends have two shortest perimeter paths. Both count.
    for arc in shortest_perimeter_paths(size, path[0], path[-1]):
        wall = arc.union(path)
        rest_of_perimeter = set(ring(size)) - wall
        not_surrounded = flood(size, rest_of_perimeter, all_cells(size) - wall)
        cordon |= all_cells(size) - not_surrounded
    return frozenset(cordon)


def literal_scores(size: int, contents: Contents, max_paths: int) -> tuple[int, int] | None:
    """Both scores by the definition; None if the board has more than ``max_paths`` stone paths."""
    stones = {cell: side for cell, (side, _) in contents.items()}
    cordons: tuple[set[frozenset[str]], set[frozenset[str]]] = (set(), set())
    paths = 0
    for side in (0, 1):
        for group in groups(size, stones, side):
            for path in stone_paths(size, group):
                paths += 1
                if paths > max_paths:
                    return None
                cordons[side].add(cordon_of_path(size, path, group))
    # Cordon, CORDONING: a cordon within an enemy cordon, be that void itself or not, is void.
    cordoned: tuple[set[str], set[str]] = (set(), set())
    for side in (0, 1):
        for cordon in cordons[side]:
            if not any(cordon <= enemy for enemy in cordons[1 - side]):
                cordoned[side].update(cordon)
    return len(cordoned[0]), len(cordoned[1])


# ------------------------------------------------------------------------------------------------
# CORDONING, one cordon to a group (the rulings' shortcut)
# ------------------------------------------------------------------------------------------------


class Cordon(NamedTuple):
    """All that a group's stone paths cordon off together."""

    side: int
    group: frozenset[str]
    area: frozenset[str]


def widest_gap(size: int, group: frozenset[str]) -> tuple[int, list[str]]:
    """The longest way along the perimeter from one stone of the group to the next.

    Its length in steps, and the cells strictly between. The group has two perimeter stones or more.
    """
    perimeter = ring(size)
    places = [place for place, cell in enumerate(perimeter) if cell in group]
    assert len(places) >= 2
    twice_around = perimeter + perimeter
    gaps = []
    for here, there in pairwise([*places, places[0] + len(perimeter)]):
        gaps.append((there - here, list(twice_around[here + 1 : there])))
    return max(gaps)


def stones_on_paths(size: int, group: frozenset[str]) -> set[str]:
    """The stones of the group that lie on some stone path.

    A stone lies on a stone path exactly if two ways lead from it to two different perimeter stones
    and share no stone but the one they begin at (for a perimeter stone, one of them has no step).
    By Menger's theorem there are two such ways unless a single other stone cuts it off: unless,
    with that one taken away, it is no longer connected to any perimeter stone. So each stone is
    taken away in turn, to see what it cuts off.
    """
    perimeter_stones = group.intersection(ring(size))
    assert len(perimeter_stones) >= 2
    on_paths = set(group)
    for stone in group:
        others = group - {stone}
        on_paths -= others - flood(size, perimeter_stones, others)
    return on_paths


def cordoned_area(size: int, group: frozenset[str]) -> frozenset[str] | None:
    """What a group cordons off, or None if it has no stone path."""
    perimeter = ring(size)
    # Cordon, CORDONING: a path runs between two perimeter cells, so a group needs two of them.
    if len(group.intersection(perimeter)) < 2:
        return None
    # The shorter way around from any perimeter stone to any other leaves out the widest gap, if
    # that is more than half the perimeter. If none is, the shorter ways together leave out nothing.
    steps, gap = widest_gap(size, group)
    if 2 * steps <= len(perimeter):
        return all_cells(size)
    open_cells = flood(size, gap, all_cells(size) - stones_on_paths(size, group))
    # Cordon, CORDONING: all stones of the group count, those that hang off the paths too.
    return (all_cells(size) - open_cells) | group


def find_cordons(size: int, stones: Stones) -> list[Cordon]:
    """The cordons of both sides, void ones included."""
    found = []
    for side in (0, 1):
        for group in groups(size, stones, side):
            area = cordoned_area(size, group)
            if area is not None:
                found.append(Cordon(side, group, area))
    return found


def is_void(cordon: Cordon, cordons: list[Cordon]) -> bool:
    # Cordon, CORDONING: whatever lies within an enemy cordon, void itself or not, is void.
    return any(cordon.area <= other.area for other in cordons if other.side != cordon.side)


def scores(size: int, stones: Stones) -> tuple[int, int]:
    """Both sides' numbers of cells cordoned off now."""
    cordons = find_cordons(size, stones)
    cordoned: tuple[set[str], set[str]] = (set(), set())
    for cordon in cordons:
        if not is_void(cordon, cordons):
            cordoned[cordon.side].update(cordon.area)
    return len(cordoned[0]), len(cordoned[1])


# ------------------------------------------------------------------------------------------------
# OBJECT OF THE GAME
# ------------------------------------------------------------------------------------------------


def judge(size: int, stones: Stones) -> Outcome | None:
    """None while the game runs, else the winner and the termination."""
    empty = all_cells(size).difference(stones)
    if not empty:
        # Cordon, OBJECT OF THE GAME: more cells win. Ruling: a full board with equal scores is
        # a draw.
        first, second = scores(size, stones)
        winner = None if first == second else 0 if first > second else 1
        return winner, "full board"
    for side in (0, 1):
        # Cordon, OBJECT OF THE GAME: early victory, once the enemy has no possibility left. More
        # stones never make a score worse, so the best the enemy can hope for is every empty cell.
        best_for_enemy = scores(size, stones | dict.fromkeys(empty, 1 - side))
        if best_for_enemy[side] > best_for_enemy[1 - side]:
            return side, "early victory"
    return None


def has_opposite_stones(size: int, group: frozenset[str]) -> bool:
    perimeter = ring(size)
    half = len(perimeter) // 2
    return any({perimeter[i], perimeter[i + half]} <= group for i in range(half))


def has_ring_on_a_tail(size: int, cordon: Cordon) -> bool:
    """Whether the group's own stones enclose a cell that its stone paths do not cordon off."""
    if cordon.area == all_cells(size):
        return False
    _, gap = widest_gap(size, cordon.group)
    enclosed = all_cells(size) - flood(size, gap, all_cells(size) - cordon.group)
    return not enclosed <= cordon.area


def find_events(size: int, stones: Stones, mover: int, outcome: Outcome | None) -> frozenset[str]:
    """What the module's head lists."""
    cordons = find_cordons(size, stones)
    events = set()
    for cordon in cordons:
        if cordon.side == mover and cordon.area == all_cells(size):
            events.add("whole board")
            if has_opposite_stones(size, cordon.group):
                events.add("opposite stones")
        if is_void(cordon, cordons):
            events.add("void cordon")
            if any(other.side != cordon.side and other.area <= cordon.area for other in cordons):
                events.add("nested void")
        if has_ring_on_a_tail(size, cordon):
            events.add("ring on a tail")
    if outcome is not None:
        winner, termination = outcome
        events.add(termination)
        if winner is None:
            events.add("draw")
    return frozenset(events)


class Reference(Position):
    """Red is side 0, Blue side 1. There are no options and no extras."""

    letters = "RB"
    hexhex = True
    sections: ClassVar = dict.fromkeys(("early victory", "full board"), "OBJECT OF THE GAME")

    def __init__(self, size: int, stones: Stones, turn: int, mover: int | None) -> None:
        assert 2 <= size <= 10, size
        self.size = size
        self.turn = turn
        self._stones = stones
        self._outcome = judge(size, stones)
        self.events = frozenset()
        if mover is not None:
            self.events = find_events(size, stones, mover, self._outcome)

    @classmethod
    def start(cls, size: int, **options: Any) -> Self:
        assert not options
        # Cordon, INTRODUCTION: the board is empty at first, and Red begins.
        return cls(size, {}, 0, None)

    @classmethod
    def from_contents(cls, size: int, contents: Contents, turn: int, **extras: Any) -> Self:
        assert not extras and all_cells(size).issuperset(contents)
        assert all(height == 1 for _, height in contents.values())
        return cls(size, {cell: side for cell, (side, _) in contents.items()}, turn, None)

    def legal_moves(self) -> set[str]:
        # Cordon, INTRODUCTION: one stone on any unoccupied cell.
        return set() if self._outcome else set(all_cells(self.size).difference(self._stones))

    def play(self, text: str) -> Self:
        assert text in self.legal_moves()
        return type(self)(
            self.size, self._stones | {text: self.turn}, 1 - self.turn, mover=self.turn
        )

    def outcome(self) -> Outcome | None:
        return self._outcome

    def score(self) -> tuple[int, int]:
        return scores(self.size, self._stones)

    def contents(self) -> Contents:
        return {cell: (side, 1) for cell, side in self._stones.items()}

    def flaw(self) -> str:
        """Cordon, INTRODUCTION: a stone each in turn, Red first, and none ever goes."""
        return "" if lead(self._stones.values()) == self.turn else "the players take turns"

    def candidates(self) -> list[str]:
        return hexhex_cells(self.size)

    @classmethod
    def symmetries(cls, size: int) -> list[Map]:
        # Cordon, CORDONING: nothing but who is next to whom matters, and the way along the rim.
        return hexhex_symmetries(size)

    def more_is_better(self) -> bool:
        # Cordon, OBJECT OF THE GAME: more stones never make a score worse, nor the enemy's better.
        # Early victory tells sooner what every way to fill the board comes to.
        return True

    def why_not(self, text: str) -> Refusal:
        # Cordon, INTRODUCTION: the cell is not unoccupied.
        return Refusal("INTRODUCTION", frozenset([text]))

    def features(self) -> set[Feature]:
        """``cordon`` and ``void cordon``: the area of each group that has one."""
        cordons = find_cordons(self.size, self._stones)
        found = set()
        for cordon in cordons:
            kind = "void cordon" if is_void(cordon, cordons) else "cordon"
            found.add(Feature(kind, cordon.side, cordon.area, str(len(cordon.area))))
        return found

    def deeds(self, text: str) -> list[Wave]:
        # Cordon, INTRODUCTION: a stone is added; none ever moves or goes.
        return [{Event("place", self.turn, (text,), (0, 1))}]
