"""What is known about each game, for the tests that are written for all of them.

It stands in the game's own file, ``tests/games/test_<game>.py``, as ``FACTS``. A game that leaves
something out is spared the tests that need it, or gets positions by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module

from quincunx import GAMES, Board, Game

#: A board by its game, its size, and with or without the pie rule where there is one.
Kind = tuple[str, int, bool | None]


@dataclass(frozen=True)
class Info:
    """What the rulings' table of games says. ``site`` has the sheet; credit names it as well."""

    name: str
    author: str
    year: int | None
    sizes: Sequence[int]
    default_size: int
    players: tuple[str, str]
    symmetries: int
    pie: bool = False
    site: str | None = None


@dataclass(frozen=True)
class Facts:
    """What is known about one game.

    :param perft: node counts from the start, by size.
    :param winning: the first moves that win, by size and pie rule.
    :param special: positions that are worth a check, a fen and moves from there.
    :param actions: how many actions a board of a size has, legal or not.
    :param late: sizes, and plies after which minimax can look at all that is left.
    :param lengths: size, pie rule, games, and the mean length of random games, given how roughly.
    :param judges_leaves: does the engine judge leaves, so that there is nothing to draw lots for?
    """

    info: Info | None = None
    perft: Mapping[int, list[int]] = field(default_factory=dict)
    winning: Mapping[tuple[int, bool | None], str] = field(default_factory=dict)
    special: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    actions: Callable[[int], int] | None = None
    late: Sequence[tuple[int, int]] = ()
    lengths: Sequence[tuple[int, bool | None, int, float, float]] = ()
    judges_leaves: bool = False


def facts_of(game: Game) -> Facts:
    """What the game's own tests say about it."""
    module = import_module(f"tests.games.test_{game.id.replace('-', '_')}")
    facts = getattr(module, "FACTS", Facts())
    assert isinstance(facts, Facts)
    return facts


def winning_moves() -> dict[Kind, set[str]]:
    """The first moves that win, wherever they are known."""
    return {
        (game.id, size, pie): set(moves.split())
        for game in GAMES
        for (size, pie), moves in facts_of(game).winning.items()
    }


def cell_count(board: Board) -> int:
    return sum(map(len, board.rows))


def size_with(game: Game, cells: int) -> int:
    """The largest size with at most so many cells; the smallest that there is, if none has.

    >>> [size_with(game, 25) for game in GAMES[:4]]
    [5, 11, 5, 3]
    """
    fit = [size for size in game.sizes if cell_count(Board(game, size=size)) <= cells]
    return max(fit, default=game.sizes[0])
