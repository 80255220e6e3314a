"""Hadron, by Mark Steere (marksteeregames.com), as plainly as the sheet puts it.

Sections of the sheet: INTRODUCTION, PLACEMENT RULE, OBJECT OF THE GAME.

Termination: ``no placement``. Events: ``one and one`` and ``two and two`` (the checker was placed
with so many friendly and enemy neighbours), ``ended``.
"""

from typing import Any, ClassVar, Self

from .geometry import Map, Point, square_cells, square_neighbours, square_symmetries
from .position import Contents, Event, Feature, Outcome, Position, Refusal, Wave, lead

# Hadron, PLACEMENT RULE: adjacent means horizontally or vertically.
STEPS: tuple[Point, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))

# Hadron, PLACEMENT RULE: these pairs of friendly and enemy neighbours and no others.
ALLOWED = {(0, 0), (1, 1), (2, 2)}


class Reference(Position):
    """A board of red (0) and blue (1) checkers, and whose turn it is."""

    letters = "RB"
    hexhex = False
    sections: ClassVar = {"no placement": "OBJECT OF THE GAME"}

    def __init__(
        self,
        size: int,
        checkers: dict[str, int],
        turn: int,
        events: frozenset[str] = frozenset(),
    ) -> None:
        # Ruling "odd sizes": on an even board Blue wins by answering through the centre.
        assert size in (3, 5, 7, 9, 11), size
        self.size = size
        self.turn = turn
        self.events = events
        self._checkers = checkers
        self._legal: set[str] | None = None  # once it has been asked for

    @classmethod
    def start(cls, size: int, **options: Any) -> Self:
        """Hadron, INTRODUCTION: an empty board, Red begins."""
        assert not options, options
        return cls(size, {}, 0)

    @classmethod
    def from_contents(cls, size: int, contents: Contents, turn: int, **extras: Any) -> Self:
        """Any arrangement of checkers of height 1; no extras."""
        assert not extras, extras
        assert contents.keys() <= set(square_cells(size)), contents
        assert all(side in (0, 1) and height == 1 for side, height in contents.values()), contents
        return cls(size, {cell: side for cell, (side, _) in contents.items()}, turn)

    def _pair(self, cell: str) -> tuple[int, int]:
        """How many friendly and how many enemy checkers of the player to move are adjacent."""
        friends = enemies = 0
        for neighbour in square_neighbours(self.size, cell, STEPS):
            if neighbour in self._checkers:
                if self._checkers[neighbour] == self.turn:
                    friends += 1
                else:
                    enemies += 1
        return friends, enemies

    def legal_moves(self) -> set[str]:
        """Hadron, PLACEMENT RULE: the empty cells with an allowed pair of neighbour counts.

        Hadron, INTRODUCTION: there is no pass, so this is all there is to choose from.
        """
        if self._legal is None:
            self._legal = set()
            for cell in square_cells(self.size):
                if cell not in self._checkers and self._pair(cell) in ALLOWED:
                    self._legal.add(cell)
        return set(self._legal)

    def play(self, text: str) -> Self:
        """Hadron, INTRODUCTION: one checker of the player's own, then it is the other's turn."""
        assert text in self.legal_moves(), text
        events = set()
        if self._pair(text) == (1, 1):
            events.add("one and one")
        if self._pair(text) == (2, 2):
            events.add("two and two")
        checkers = self._checkers | {text: self.turn}
        after = type(self)(self.size, checkers, 1 - self.turn)
        if not after.legal_moves():
            events.add("ended")
        after.events = frozenset(events)
        return after

    def outcome(self) -> Outcome | None:
        """Hadron, OBJECT OF THE GAME: whoever is to move and has no placement loses."""
        if self.legal_moves():
            return None
        return 1 - self.turn, "no placement"

    def score(self) -> tuple[int, int] | None:
        """Hadron, OBJECT OF THE GAME: the last placement wins; nothing is counted."""
        return None

    def contents(self) -> Contents:
        """The checkers, each of height 1."""
        return {cell: (side, 1) for cell, side in self._checkers.items()}

    def flaw(self) -> str:
        """Hadron, INTRODUCTION: a checker each in turn, Red first, and none ever goes."""
        return "" if lead(self._checkers.values()) == self.turn else "the players take turns"

    def candidates(self) -> list[str]:
        """Every cell."""
        return square_cells(self.size)

    @classmethod
    def symmetries(cls, size: int) -> list[Map]:
        """PLACEMENT RULE: nothing but who is next to whom matters, and whose it is."""
        return square_symmetries(size)

    def essence(self) -> dict[str, str]:
        """PLACEMENT RULE: how many more red than blue checkers are beside each open cell.

        Equally many are allowed (there are four at most), so nothing else matters. A cell is closed
        for good if not even a checker on every open cell beside it could make up the difference.
        """
        surplus = {}
        for cell in square_cells(self.size):
            if cell not in self._checkers:
                friends, enemies = self._pair(cell)
                surplus[cell] = friends - enemies if self.turn == 0 else enemies - friends
        closed = [""]
        while closed:
            closed = []
            for cell, difference in surplus.items():
                around = square_neighbours(self.size, cell, STEPS)
                if abs(difference) > sum(near in surplus for near in around):
                    closed.append(cell)
            for cell in closed:
                del surplus[cell]
        return {cell: str(difference) for cell, difference in surplus.items()}

    def _beside(self, cell: str) -> dict[str, int]:
        """The checkers next to a cell, and whose they are."""
        found = {}
        for neighbour in square_neighbours(self.size, cell, STEPS):
            if neighbour in self._checkers:
                found[neighbour] = self._checkers[neighbour]
        return found

    def why_not(self, text: str) -> Refusal:
        """Hadron, PLACEMENT RULE: the cell is taken, or the checkers beside it do not balance."""
        if text in self._checkers:
            return Refusal("PLACEMENT RULE", frozenset([text]))
        return Refusal("PLACEMENT RULE", frozenset(self._beside(text)))

    def features(self) -> set[Feature]:
        """``neighbours``: of each empty cell, how many red and how many blue checkers touch it."""
        found = set()
        for cell in set(square_cells(self.size)) - self._checkers.keys():
            beside = list(self._beside(cell).values())
            label = f"{beside.count(0)}:{beside.count(1)}"
            found.add(Feature("neighbours", None, frozenset([cell]), label))
        return found

    def deeds(self, text: str) -> list[Wave]:
        """Hadron, INTRODUCTION: a checker is added; none ever moves or goes."""
        return [{Event("place", self.turn, (text,), (0, 1))}]
