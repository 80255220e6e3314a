"""What a converter is: one of the forms in which others write games down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TextIO

from quincunx import record
from quincunx.board import Board
from quincunx.errors import InvalidPositionError, RecordError

__all__ = ["Format", "Hints"]


@dataclass(frozen=True)
class Hints:
    """What somebody says about a file that does not say it itself."""

    game: str | None = None
    size: int | None = None
    pie: bool | None = None

    def board(self) -> Board:
        """The start of a game of which a file says nothing.

        :raises RecordError: if nobody has said which game it is, or there is no such board.
        """
        if self.game is None:
            raise RecordError("these moves may be of any game: say which (--kind, --size)", 1)
        try:
            return Board(self.game, size=self.size, pie=self.pie)
        except InvalidPositionError as error:
            raise RecordError(str(error), 1) from None


@dataclass(frozen=True)
class Format:
    """One form of game records, and how it is read and written.

    ``read`` gives games one after the other; what is wrong within one is in its ``errors``, and a
    file that makes no sense as a whole raises :exc:`RecordError`. ``write`` raises
    :exc:`RecordError` for a game that the form cannot tell exactly, and says why.
    """

    #: What it is called on the command line: ``"sgf"``.
    name: str
    #: In words.
    text: str
    #: With the dot: ``".sgf"``.
    extensions: tuple[str, ...]
    #: Does a text that begins so look like this form?
    looks: Callable[[str], bool]
    read: Callable[[TextIO, Hints], Iterator[record.Game]]
    write: Callable[[Iterable[record.Game], TextIO], None]
