"""What every reference implementation offers: one position of one game, never changed in place."""

from abc import ABC, abstractmethod
from typing import Any, Self

Contents = dict[str, tuple[int, int]]
"""Occupied cells only: name -> (side, height). Height is 1 wherever pieces do not stack."""

Outcome = tuple[int | None, str]
"""(the winning side, or None for a draw; the termination)."""


class Position(ABC):
    """A position with what its future depends on, and what the last move did.

    Sides are 0 for the first player and 1 for the second. A position is never changed after it is
    made: :meth:`play` answers with a new one.
    """

    size: int
    """The board's size as the rulings count it: n of n by n, or the side of the hexhex board."""

    turn: int
    """The side to move. After the end of the game: whoever would have moved."""

    events: frozenset[str]
    """What the last move did, in the names its module lists; empty if there was no move yet."""

    @classmethod
    @abstractmethod
    def start(cls, size: int, **options: Any) -> Self:
        """The position at the start of the game. Only square-grid-hex has an option: ``pie``."""

    @classmethod
    @abstractmethod
    def from_contents(cls, size: int, contents: Contents, turn: int, **extras: Any) -> Self:
        """Any arrangement, whether or not play could reach it, with ``turn`` to move.

        ``extras`` is what the arrangement does not show; each module says which it takes.
        """

    @abstractmethod
    def legal_moves(self) -> set[str]:
        """The texts of all legal moves; empty exactly if the game is over."""

    @abstractmethod
    def play(self, text: str) -> Self:
        """The position after a move. The move must be legal (asserted)."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """None while the game runs, else who won (None for a draw) and why it ended."""

    @abstractmethod
    def score(self) -> tuple[int, int] | None:
        """The first and the second player's points, or None in a game without points."""

    @abstractmethod
    def contents(self) -> Contents:
        """The occupied cells, as :meth:`from_contents` takes them."""

    def fields(self) -> str:
        """What else decides the future, as a fen has it behind the turn: nothing in most games."""
        return ""

    @abstractmethod
    def candidates(self) -> list[str]:
        """Every text that is a move in the notation on this board, legal here or not."""
