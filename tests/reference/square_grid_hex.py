"""Square Grid Hex, as plainly as the sheet puts it. Hex is by John Nash and Piet Hein.

Sections of the sheet: INTRODUCTION, STONE PLACEMENT, CONNECTIONS, OBJECT OF THE GAME, PIE RULE.

Termination: ``connection``. Events: ``swap``, ``ended``.
"""

from typing import Any, Self

from .geometry import Point, square_cells, square_neighbours, square_xy
from .position import Contents, Outcome, Position

BLACK, WHITE = 0, 1

# Square Grid Hex, CONNECTIONS: along rows and columns, and on the Southwest-Northeast diagonal.
# Stones on a Northwest-Southeast diagonal do not touch.
STEPS: tuple[Point, ...] = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))


class Reference(Position):
    """A board of black (0) and white (1) stones, whose turn it is, and whether there is a pie."""

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

    def candidates(self) -> list[str]:
        """Every point, and ``swap``, which the notation has even where the pie rule is off."""
        return [*square_cells(self.size), "swap"]
