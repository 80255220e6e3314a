"""What every reference implementation offers: one position of one game, never changed in place."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple, Self

Contents = dict[str, tuple[int, int]]
"""Occupied cells only: name -> (side, height). Height is 1 wherever pieces do not stack."""

Outcome = tuple[int | None, str]
"""(the winning side, or None for a draw; the termination)."""


class Feature(NamedTuple):
    """Something that the rules make of a position; each game's page lists the kinds it has."""

    kind: str
    side: int | None
    cells: frozenset[str]
    label: str


class Refusal(NamedTuple):
    """Why a move may not be played: the section of the sheet, and the cells that it is about."""

    section: str
    cells: frozenset[str]


class Event(NamedTuple):
    """One thing that a move does.

    What changes pieces: ``place``, ``grow``, ``move`` (from the first cell to the second),
    ``exchange`` (the piece is the side's now), ``remove`` (it was the side's). What only tells
    about it: ``join``, ``appear`` and ``vanish``, the last two of a feature.
    """

    kind: str
    side: int | None
    cells: tuple[str, ...]
    heights: tuple[int, int] | None = None
    """Before and after, of the piece that changes."""
    causes: frozenset[str] = frozenset()
    feature: str = ""
    label: str = ""


Wave = set[Event]
"""Events that happen at the same time."""


def lead(sides: Iterable[int]) -> int:
    """How many more pieces the first side has than the second."""
    return sum(1 - 2 * side for side in sides)


class Position(ABC):
    """A position with what its future depends on, and what the last move did.

    Sides are 0 for the first player and 1 for the second. A position is never changed after it is
    made: :meth:`play` answers with a new one.
    """

    letters: ClassVar[str]
    """The first and the second side's letter in a fen."""

    hexhex: ClassVar[bool]
    """Is the board a hexagon of hexagons, or a square?"""

    sections: ClassVar[dict[str, str]]
    """Each termination, and the section of the sheet that has it."""

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

    def flaw(self) -> str:
        """Why no game comes to this position, as far as a count of the pieces tells; or nothing."""
        return ""

    def fields(self) -> str:
        """What else decides the future, as a fen has it behind the turn: nothing in most games."""
        return ""

    @abstractmethod
    def candidates(self) -> list[str]:
        """Every text that is a move in the notation on this board, legal here or not."""

    # --- What a proof may rest on beyond the rules; see docs/proofs.md. The answers here are always
    # --- right, and a game that can say more says so, with the reason.

    @classmethod
    def symmetries(cls, size: int) -> list[dict[str, str]]:
        """Where each symmetry of board and rules takes the cells, none of which changes sides."""
        return []

    def essence(self) -> dict[str, str]:
        """What decides the future, cell by cell, besides turn, fields and past.

        Two positions that have the same essence go on in the same way, move for move.
        """
        return {cell: f"{side}{height}" for cell, (side, height) in self.contents().items()}

    def past(self) -> frozenset[Any]:
        """The arrangements that stood before, if one that returns changes the game."""
        return frozenset()

    def more_is_better(self) -> bool:
        """Does a further stone of one's own never hurt, from here on?

        So says a game in which each player in turn puts one stone on any empty cell, none ever
        moves, goes or changes, and the end is that of the full board, however early it is known:
        whoever wins (or draws) there still does if some stones of the other are one's own instead.
        """
        return False

    @classmethod
    def edges(cls, size: int, side: int) -> dict[str, frozenset[str]]:
        """The two edges that this side must join to win, each with its cells.

        So says a game in which the full board holds a chain of one side between its edges, and of
        one side only, and that side wins.
        """
        return {}

    @classmethod
    def touching(cls, size: int, cell: str) -> frozenset[str]:
        """The cells that are next to a cell, in a game that has edges to join."""
        return frozenset()

    # --- What there is to tell beyond the rules. A reference without it is good enough to compare
    # --- games with; see facts.py for what is the same in all games.

    def why_not(self, text: str) -> Refusal:
        """What forbids a candidate that is not legal, while the game runs."""
        raise NotImplementedError

    def features(self) -> set[Feature]:
        """What the game's page lists under "Features"."""
        raise NotImplementedError

    def deeds(self, text: str) -> list[Wave]:
        """What a legal move does to the pieces: the mover's own doing, then what follows."""
        raise NotImplementedError

    def joins(self, text: str) -> Wave:
        """The chain that a legal move makes, in games that are about chains."""
        return set()
