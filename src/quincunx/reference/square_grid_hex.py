"""Square Grid Hex, as plainly as the sheet puts it. Hex is by John Nash and Piet Hein.

Sections of the sheet: INTRODUCTION, STONE PLACEMENT, CONNECTIONS, OBJECT OF THE GAME, PIE RULE.

Termination: ``connection``. Events: ``swap``, ``ended``.
"""

from typing import Any, ClassVar, Self

from .geometry import Map, Point, square_cells, square_name, square_neighbours, square_xy
from .position import Contents, Event, Feature, Outcome, Position, Refusal, Wave, lead

BLACK, WHITE = 0, 1

# Square Grid Hex, CONNECTIONS: along rows and columns, and on the Southwest-Northeast diagonal.
# Stones on a Northwest-Southeast diagonal do not touch.
STEPS: tuple[Point, ...] = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))

# Square Grid Hex, OBJECT OF THE GAME: what each player's chain joins.
EDGES = (("south", "north"), ("west", "east"))


class Reference(Position):
    """A board of black (0) and white (1) stones, whose turn it is, and whether there is a pie."""

    letters = "BW"
    hexhex = False
    sections: ClassVar = {"connection": "OBJECT OF THE GAME"}

    def __init__(
        self,
        size: int,
        stones: dict[str, int],
        turn: int,
        pie: bool,
        events: frozenset[str] = frozenset(),
    ) -> None:
        assert 3 <= size <= 19, size
        self.size = size
        self.turn = turn
        self.pie = pie
        self.events = events
        self._stones = stones

    @classmethod
    def start(cls, size: int, *, pie: bool = True, **options: Any) -> Self:
        """Square Grid Hex, STONE PLACEMENT: an empty board, Black begins.

        ``pie=False`` plays without the PIE RULE, for matches against Hex programs.
        """
        assert not options, options
        return cls(size, {}, BLACK, pie)

    @classmethod
    def from_contents(
        cls, size: int, contents: Contents, turn: int, *, pie: bool = True, **extras: Any
    ) -> Self:
        """Any arrangement of stones of height 1; ``pie`` as in :meth:`start`.

        A lone black stone with White to move is the position of White's first turn.
        """
        assert not extras, extras
        assert contents.keys() <= set(square_cells(size)), contents
        assert all(side in (0, 1) and height == 1 for side, height in contents.values()), contents
        return cls(size, {cell: side for cell, (side, _) in contents.items()}, turn, pie)

    def _may_swap(self) -> bool:
        """Square Grid Hex, PIE RULE: on White's first turn, so with one stone, Black's, in play."""
        return self.pie and self.turn == WHITE and list(self._stones.values()) == [BLACK]

    def _spans(self, side: int) -> bool:
        """Square Grid Hex, OBJECT OF THE GAME: does a chain of ``side`` join its two edges?

        Black's edges are South and North, White's are West and East.
        """

        def along(cell: str) -> int:
            x, y = square_xy(cell)
            return y if side == BLACK else x

        own = {cell for cell, owner in self._stones.items() if owner == side}
        reached = {cell for cell in own if along(cell) == 0}
        waiting = list(reached)
        while waiting:
            cell = waiting.pop()
            if along(cell) == self.size - 1:
                return True
            # Square Grid Hex, CONNECTIONS: only stones of one colour connect.
            for neighbour in square_neighbours(self.size, cell, STEPS):
                if neighbour in own and neighbour not in reached:
                    reached.add(neighbour)
                    waiting.append(neighbour)
        return False

    def legal_moves(self) -> set[str]:
        """Square Grid Hex, STONE PLACEMENT: any empty point; PIE RULE: or ``swap``, once."""
        if self.outcome() is not None:
            return set()
        legal = set(square_cells(self.size)) - self._stones.keys()
        if self._may_swap():
            legal.add("swap")
        return legal

    def play(self, text: str) -> Self:
        """One stone of the player's own on a point, then it is the other's turn."""
        assert text in self.legal_moves(), text
        events = set()
        if text == "swap":
            # Square Grid Hex, PIE RULE: the stone turns white on its point. Nobody changes colour
            # or edges, and Black goes on.
            events.add("swap")
            stones = dict.fromkeys(self._stones, WHITE)
        else:
            stones = self._stones | {text: self.turn}
        after = type(self)(self.size, stones, 1 - self.turn, self.pie)
        if after.outcome() is not None:
            events.add("ended")
        return type(self)(self.size, stones, 1 - self.turn, self.pie, frozenset(events))

    def outcome(self) -> Outcome | None:
        """Square Grid Hex, OBJECT OF THE GAME: the first chain from edge to edge wins.

        Square Grid Hex, INTRODUCTION: no draws; a full board holds exactly one such chain.
        """
        for side in (BLACK, WHITE):
            if self._spans(side):
                return side, "connection"
        return None

    def score(self) -> tuple[int, int] | None:
        """Square Grid Hex, OBJECT OF THE GAME: nothing is counted."""
        return None

    def contents(self) -> Contents:
        """The stones, each of height 1."""
        return {cell: (side, 1) for cell, side in self._stones.items()}

    def fields(self) -> str:
        """Whether the game is played with a pie."""
        return "pie" if self.pie else "no-pie"

    def flaw(self) -> str:
        """STONE PLACEMENT: a stone each in turn, Black first; PIE RULE: the first may change."""
        possible = {self.turn, self.turn - 1} if self.pie else {self.turn}
        return "" if lead(self._stones.values()) in possible else "the players take turns"

    def candidates(self) -> list[str]:
        """Every point, and ``swap``, which the notation has even where the pie rule is off."""
        return [*square_cells(self.size), "swap"]

    @classmethod
    def symmetries(cls, size: int) -> list[Map]:
        """Half a turn. A quarter, or a reflection, would give each player the other's edges."""
        cells = square_cells(size)
        return [dict(zip(cells, cells, strict=True)), dict(zip(cells, cells[::-1], strict=True))]

    def more_is_better(self) -> bool:
        """OBJECT OF THE GAME: with more stones of one's own, a chain is still one.

        PIE RULE: unless a stone may still change its colour, which a full board does not show.
        """
        to_come = not self._stones and self.turn == BLACK
        return not self.pie or not (to_come or self._may_swap())

    @classmethod
    def edges(cls, size: int, side: int) -> dict[str, frozenset[str]]:
        """Square Grid Hex, OBJECT OF THE GAME: South and North for Black, West and East for White.

        Square Grid Hex, INTRODUCTION: a full board holds exactly one chain from edge to edge.
        """
        found = {}
        for name, place in zip(EDGES[side], (0, size - 1), strict=True):
            line = range(size)
            points = [(along, place) if side == BLACK else (place, along) for along in line]
            found[name] = frozenset(square_name(x, y) for x, y in points)
        return found

    @classmethod
    def touching(cls, size: int, cell: str) -> frozenset[str]:
        """Square Grid Hex, CONNECTIONS."""
        return frozenset(square_neighbours(size, cell, STEPS))

    def why_not(self, text: str) -> Refusal:
        """STONE PLACEMENT: the point is taken. PIE RULE: there is nothing to swap, or no more."""
        if text == "swap":
            return Refusal("PIE RULE", frozenset())
        return Refusal("STONE PLACEMENT", frozenset([text]))

    def _chain(self, cell: str) -> frozenset[str]:
        """Square Grid Hex, CONNECTIONS: the stones that are connected to the one on a point."""
        owner = self._stones[cell]
        chain = {cell}
        waiting = [cell]
        while waiting:
            for neighbour in square_neighbours(self.size, waiting.pop(), STEPS):
                if self._stones.get(neighbour) == owner and neighbour not in chain:
                    chain.add(neighbour)
                    waiting.append(neighbour)
        return frozenset(chain)

    def features(self) -> set[Feature]:
        """``winning chain``: all its stones, and a shortest way through it from edge to edge."""
        outcome = self.outcome()
        if outcome is None:
            return set()
        winner, _ = outcome
        assert winner is not None
        for cell, owner in self._stones.items():
            if owner == winner:
                chain = self._chain(cell)
                if way := self._shortest_way(chain, winner):
                    return {Feature("winning chain", winner, chain, "-".join(way))}
        raise AssertionError("no chain has won")

    def _shortest_way(self, chain: frozenset[str], side: int) -> list[str] | None:
        """The shortest way from the South edge to the North edge, or from West to East."""

        def along(cell: str) -> int:
            x, y = square_xy(cell)
            return y if side == BLACK else x

        ways = [[cell] for cell in sorted(chain) if along(cell) == 0]
        seen = {way[0] for way in ways}
        while ways:
            longer = []
            for way in ways:
                if along(way[-1]) == self.size - 1:
                    return way
                for neighbour in square_neighbours(self.size, way[-1], STEPS):
                    if neighbour in chain and neighbour not in seen:
                        seen.add(neighbour)
                        longer.append([*way, neighbour])
            ways = longer
        return None

    def deeds(self, text: str) -> list[Wave]:
        """A stone is placed; or, PIE RULE, the one on the board becomes White's on its point."""
        if text == "swap":
            (point,) = self._stones
            return [{Event("exchange", WHITE, (point,), (1, 1))}]
        return [{Event("place", self.turn, (text,), (0, 1))}]

    def joins(self, text: str) -> Wave:
        """Square Grid Hex, CONNECTIONS: the chain of the stone just placed, if it is not alone."""
        if text == "swap":
            return set()
        chain = self.play(text)._chain(text)
        if len(chain) == 1:
            return set()
        return {Event("join", self.turn, tuple(sorted(chain)), causes=frozenset([text]))}
