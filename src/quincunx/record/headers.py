"""The tag pairs of a record: who played what, when and how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping

from quincunx.board import Board
from quincunx.errors import InvalidPositionError
from quincunx.games import GAMES, Side, find_game

__all__ = ["RESULTS", "Headers"]

#: What ``Result`` may say; ``*`` is a game that goes on, or whose end nobody knows.
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")

# The order in which tags are written: the players stand where the None is, all others behind.
_ORDER = (
    "Game",
    "Size",
    "FEN",
    "Event",
    "Site",
    "Date",
    "Round",
    None,
    "Result",
    "Termination",
    "TimeControl",
    "Annotator",
)


class Headers(MutableMapping[str, str]):
    """Tag pairs, such as ``Game``, ``Size``, ``Event`` and the players by their side's name.

    ``Game``, ``Size`` and ``FEN`` say where a game starts (:meth:`board`); a tag of any other name
    is kept as it is.

    >>> headers = Headers({"Game": "Hadron", "Size": "5", "Red": "level=3"})
    >>> headers.board().legal_moves.count(), headers.player(Side.FIRST)
    (25, 'level=3')
    >>> headers["no name"] = "x"
    Traceback (most recent call last):
    ValueError: 'no name' is no name of a tag: letters, digits and _ make one, a letter first
    """

    __slots__ = ("_tags",)

    def __init__(self, tags: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> None:
        self._tags: dict[str, str] = {}
        if tags:
            self.update(tags)

    @classmethod
    def _of(cls, tags: dict[str, str]) -> Headers:
        """Tags that a reader has looked at, without another look."""
        headers = cls.__new__(cls)
        headers._tags = tags
        return headers

    @classmethod
    def for_board(cls, board: Board) -> Headers:
        """The tags of a game that starts from a board's first position: see :meth:`start_from`."""
        headers = cls()
        headers.start_from(board)
        return headers

    def start_from(self, board: Board) -> None:
        """Say that the game starts as a board did: ``Game``, ``Size`` and, if set up, ``FEN``."""
        start = board.copy()
        while start.ply():
            start.pop()
        self["Game"] = board.game.name
        self["Size"] = str(board.size)
        if start == Board(board.game, size=board.size):
            self.pop("FEN", None)
        else:
            self["FEN"] = start.fen()

    def board(self) -> Board:
        """The position that the game starts from.

        :raises InvalidPositionError: if ``Game``, ``Size`` and ``FEN`` describe none.
        """
        if "Game" not in self._tags:
            raise InvalidPositionError('which game? A record has a tag such as [Game "Hadron"]')
        game, size, fen = find_game(self["Game"]), self.get("Size"), self.get("FEN")
        if size is not None and not (size.isascii() and size.isdecimal() and len(size) < 4):
            raise InvalidPositionError(f"Size is {size!r}, which is not a number")
        return Board(game, size=None if size is None else int(size), fen=fen)

    def player(self, side: Side) -> str | None:
        """Who has a side, by the tag with the side's name (``Red``, ``White`` …)."""
        return self.get(find_game(self["Game"]).players[side.value])

    def ordered(self) -> Iterator[tuple[str, str]]:
        """The pairs in the order in which they are written: the usual ones first."""
        said = self.get("Game")
        game = next((game for game in GAMES if said in (game.id, game.name)), None)
        players = game.players if game else ()
        usual = [n for name in _ORDER for n in ([name] if name else players)]
        for name in usual:
            if name in self._tags:
                yield name, self._tags[name]
        for name, value in self._tags.items():
            if name not in usual:
                yield name, value

    def copy(self) -> Headers:
        return Headers._of(dict(self._tags))

    def __setitem__(self, name: str, value: str) -> None:
        if not _NAME.fullmatch(name):
            raise ValueError(
                f"{name!r} is no name of a tag: letters, digits and _ make one, a letter first"
            )
        if type(value) is not str:
            raise TypeError(f"the value of a tag is a text, not {value!r}")
        if name == "Result" and value not in RESULTS:
            raise ValueError(f"Result is one of {', '.join(RESULTS)}, not {value!r}")
        self._tags[name] = value

    def __getitem__(self, name: str) -> str:
        return self._tags[name]

    def __delitem__(self, name: str) -> None:
        del self._tags[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tags)

    def __len__(self) -> int:
        return len(self._tags)

    def __repr__(self) -> str:
        return f"Headers({self._tags!r})"
