"""Trivet by the Quincunx contributors, in plain Python.

To be read beside docs/games/trivet.md: INTRODUCTION, MOVING AGAIN, OBJECT OF THE GAME. Events:
``moves again``, ``two at once``, ``win``, ``draw``.
"""

from typing import Any, Self

from .geometry import square_cells, square_name
from .position import Contents, Outcome, Position

RED, BLUE = 0, 1


class Reference(Position):
    """A position of Trivet."""

    def __init__(
        self, size: int, stones: dict[str, int], turn: int, events: frozenset[str] = frozenset()
    ) -> None:
        self.size = size
        self.stones = stones
        self.turn = turn
        self.events = events

    @classmethod
    def start(cls, size: int, **options: Any) -> Self:
        assert not options
        return cls(size, {}, RED)

    @classmethod
    def from_contents(cls, size: int, contents: Contents, turn: int, **extras: Any) -> Self:
        assert not extras
        return cls(size, {cell: side for cell, (side, _) in contents.items()}, turn)

    def contents(self) -> Contents:
        return {cell: (side, 1) for cell, side in self.stones.items()}

    def candidates(self) -> list[str]:
        return square_cells(self.size)

    def legal_moves(self) -> set[str]:
        """INTRODUCTION: any empty cell."""
        return {cell for cell in square_cells(self.size) if cell not in self.stones}

    def trivets(self, side: int) -> int:
        """MOVING AGAIN: the squares of four cells of which a side has three or four."""
        count = 0
        for x in range(self.size - 1):
            for y in range(self.size - 1):
                square = [square_name(x + dx, y + dy) for dx in (0, 1) for dy in (0, 1)]
                if [self.stones.get(cell) for cell in square].count(side) >= 3:
                    count += 1
        return count

    def play(self, text: str) -> Self:
        assert text in self.legal_moves()
        after = type(self)(self.size, {**self.stones, text: self.turn}, self.turn)
        completed = after.trivets(self.turn) - self.trivets(self.turn)
        events = set()
        if completed == 0:
            after.turn = 1 - self.turn
        else:
            # MOVING AGAIN: the turn stays, however many trivets were completed.
            events.add("moves again")
        if completed > 1:
            events.add("two at once")
        if outcome := after.outcome():
            events.add("draw" if outcome[0] is None else "win")
        after.events = frozenset(events)
        return after

    def score(self) -> tuple[int, int]:
        return self.trivets(RED), self.trivets(BLUE)

    def outcome(self) -> Outcome | None:
        """OBJECT OF THE GAME: when the board is full, more trivets win."""
        if self.legal_moves():
            return None
        red, blue = self.score()
        if red == blue:
            return None, "equal trivets"
        return (RED if red > blue else BLUE), "most trivets"
