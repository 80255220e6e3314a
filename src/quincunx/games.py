"""The five games, and the words that they share: sides, outcomes, terminations."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import NamedTuple

from quincunx._native import core
from quincunx.errors import InvalidPositionError

__all__ = ["GAMES", "Game", "Outcome", "Score", "Side", "Termination", "find_game"]


class Side(enum.Enum):
    """Who moves first, and who second. What a game calls them: :meth:`Board.side_name`."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Side:
        return Side.SECOND if self is Side.FIRST else Side.FIRST

    def __repr__(self) -> str:
        return f"Side.{self.name}"


class Termination(enum.Enum):
    """How a game ended. ``.section`` is the section of the rule sheet that says so."""

    NO_PLACEMENT = "no placement"
    TWO_MEN = "two men"
    GOAL_BAR = "goal bar"
    REPETITION = "repetition"
    NO_MOVES = "no moves"
    CONNECTION = "connection"
    EARLY_VICTORY = "early victory"
    FULL_BOARD = "full board"
    ELIMINATION = "elimination"

    @property
    def section(self) -> str:
        return _SECTIONS[self]

    def __repr__(self) -> str:
        return f"Termination.{self.name}"


_TERMINATIONS = [Termination(name) for name, _ in core.terminations()]
_SECTIONS = {Termination(name): section for name, section in core.terminations()}


@dataclass(frozen=True)
class Outcome:
    """The end of a game: who won (``None`` for a draw), and how."""

    winner: Side | None
    termination: Termination

    def result(self) -> str:
        """``"1-0"`` if the first side won, ``"0-1"`` if the second, ``"1/2-1/2"`` for a draw."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is Side.FIRST else "0-1"


class Score(NamedTuple):
    """A count for each side."""

    first: int
    second: int


@dataclass(frozen=True)
class Game:
    """One of the five games. ``players`` are the names of the sides, the first mover's first."""

    id: str
    name: str
    author: str
    year: int | None
    sizes: tuple[int, ...]
    default_size: int
    players: tuple[str, str]
    letters: tuple[str, str]
    has_pie_rule: bool

    @property
    def credit(self) -> str:
        """Whose game it is, in a line that is shown wherever the game is."""
        if self.id == "square-grid-hex":
            return f"Hex by {self.author}; rule sheet from marksteeregames.com"
        return f"{self.name} by {self.author}, {self.year}, marksteeregames.com"

    def __str__(self) -> str:
        return self.name


#: The five games, in the order in which menus show them.
GAMES: tuple[Game, ...] = tuple(
    Game(
        id=info.id,
        name=info.name,
        author=info.author,
        year=info.year or None,
        sizes=tuple(info.sizes),
        default_size=info.default_size,
        players=info.players,
        letters=info.letters,
        has_pie_rule=info.has_pie_rule,
    )
    for info in core.games()
)

_BY_ID = {game.id: game for game in GAMES}


def find_game(name: str) -> Game:
    """The game with this id or name, in whatever case.

    >>> find_game("Blast Radius").id
    'blast-radius'

    :raises InvalidPositionError: if there is no such game; the message lists those that there are.
    """
    game = _BY_ID.get(name) or _BY_ID.get(name.strip().lower().replace(" ", "-"))
    if game is None:
        known = ", ".join(_BY_ID)
        raise InvalidPositionError(f"no game is called {name[:40]!r}; there are {known}")
    return game


def termination_of(number: int) -> Termination:
    """The termination that the core knows by this number."""
    return _TERMINATIONS[number]
