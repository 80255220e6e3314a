"""The games, and the words that they share: sides, outcomes, terminations."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from quincunx._native import core
from quincunx.errors import InvalidPositionError

__all__ = [
    "GAMES",
    "Game",
    "Outcome",
    "Score",
    "Side",
    "Termination",
    "TurnReason",
    "find_game",
]


class Side(enum.Enum):
    """Who moves first, and who second. What a game calls them: :meth:`Board.side_name`."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Side:
        return Side.SECOND if self is Side.FIRST else Side.FIRST

    def __repr__(self) -> str:
        return f"Side.{self.name}"


#: Every ending of every game; filled in below, from what the games say.
_BY_NAME: dict[str, Termination] = {}


class _TerminationNames(type):
    """``Termination.FULL_BOARD`` means the ending of that name; a loop goes over all of them."""

    def __getattr__(cls, name: str) -> Termination:
        if name in _BY_NAME:
            return _BY_NAME[name]
        raise AttributeError(f"no game ends by {name!r}; the endings are {', '.join(_BY_NAME)}")

    def __dir__(cls) -> list[str]:
        return [*super().__dir__(), *_BY_NAME]

    def __iter__(cls) -> Iterator[Termination]:
        return iter(_BY_NAME.values())


@dataclass(frozen=True)
class Termination(metaclass=_TerminationNames):
    """How a game ended: ``Termination.NO_PLACEMENT``, ``Termination.FULL_BOARD`` and so on.

    Each game brings its own (:attr:`Game.endings`). Two games may end in a way of the same name,
    which is one termination then, with words of each game's own.

    >>> Termination.REPETITION.section, Termination.REPETITION.text
    ('BASIC MOVES', 'this arrangement has stood before')
    """

    #: Its name in words: ``"no placement"``.
    value: str
    #: The section of the rule sheet that says so.
    section: str = field(compare=False)
    #: Why, in words; ``{winner}`` and ``{loser}`` stand for the names of the sides.
    text: str = field(compare=False)

    @property
    def name(self) -> str:
        """Its name as an attribute of this class: ``"NO_PLACEMENT"``."""
        return self.value.upper().replace(" ", "_")

    def __repr__(self) -> str:
        return f"Termination.{self.name}"


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


class TurnReason(enum.Enum):
    """How the turn came to the side to move: :attr:`Board.turn_reason`."""

    #: The other side has moved, or nobody has.
    PASSED = "passed"
    #: By the rules, the last move did not end the turn.
    MOVES_AGAIN = "moves again"
    #: The other side has no move.
    SAT_OUT = "sat out"

    def text(self, mover: str, other: str) -> str:
        """Whose turn it is, in words, given what the sides are called.

        >>> TurnReason.PASSED.text("Red", "Blue"), TurnReason.MOVES_AGAIN.text("Red", "Blue")
        ('Red to move', 'Red moves again')
        >>> TurnReason.SAT_OUT.text("Red", "Blue")
        'Blue sits out, Red to move'
        """
        if self is TurnReason.MOVES_AGAIN:
            return f"{mover} moves again"
        to_move = f"{mover} to move"
        return f"{other} sits out, {to_move}" if self is TurnReason.SAT_OUT else to_move

    def __repr__(self) -> str:
        return f"TurnReason.{self.name}"


class Score(NamedTuple):
    """A count for each side."""

    first: int
    second: int


@dataclass(frozen=True)
class Game:
    """What is fixed about a game. ``players`` are the names of the sides, the first mover's first.

    All of it comes from the game's own rules file in the core, and stands nowhere else.
    """

    id: str
    name: str
    author: str
    year: int | None
    #: Whose game it is, in words that are shown wherever the game is.
    credit: str
    sizes: tuple[int, ...]
    default_size: int
    #: A square board, or else a hexagonal one (hexhex).
    is_square: bool
    players: tuple[str, str]
    letters: tuple[str, str]
    #: What the sides are drawn in: ``"red"``, ``"blue"``, ``"black"`` or ``"white"``.
    colours: tuple[str, str]
    #: What a piece is called, one of them and several: ``("man", "men")``.
    piece: tuple[str, str]
    has_pie_rule: bool
    #: Can it end with no winner?
    has_draws: bool
    #: A move's text, as an example.
    example: str
    #: The ways in which it ends.
    endings: tuple[Termination, ...]

    def size_text(self, size: int) -> str:
        """A size in words: ``"5×5"``, or ``"side 4"`` of a hexagonal board."""
        return f"{size}×{size}" if self.is_square else f"side {size}"

    def ending(self, name: str) -> Termination:
        """The ending of this name: ``"no placement"``."""
        return next(ending for ending in self.endings if ending.value == name)

    def __str__(self) -> str:
        return self.name


def _game(info: core.GameInfo) -> Game:
    first, second = info.sides
    return Game(
        id=info.id,
        name=info.name,
        author=info.author,
        year=info.year or None,
        credit=info.credit,
        sizes=tuple(info.sizes),
        default_size=info.default_size,
        is_square=info.is_square,
        players=(first.name, second.name),
        letters=(first.letter, second.letter),
        colours=(first.colour, second.colour),
        piece=(info.piece, info.pieces),
        has_pie_rule=info.has_pie_rule,
        has_draws=info.has_draws,
        example=info.example,
        endings=tuple(Termination(e.name, e.section, e.text) for e in info.endings),
    )


#: The games, in the order in which menus show them.
GAMES: tuple[Game, ...] = tuple(map(_game, core.games()))

_BY_NAME.update((ending.name, ending) for game in GAMES for ending in game.endings)
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
