"""Visitors: whoever wants to know what a record says, in the order in which it is written."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Final, Generic, TextIO, TypeVar

from quincunx.board import Board, Move
from quincunx.errors import RecordError
from quincunx.record.headers import Headers
from quincunx.record.tree import Game, GameNode

__all__ = [
    "SKIP",
    "BaseVisitor",
    "BoardBuilder",
    "FileExporter",
    "GameBuilder",
    "HeadersBuilder",
    "SkipType",
    "SkipVisitor",
    "StringExporter",
]

T_co = TypeVar("T_co", covariant=True)


class SkipType:
    """The type of :data:`SKIP`."""

    def __repr__(self) -> str:
        return "SKIP"


#: A visitor answers this to pass over the moves of a game, or over a variation.
SKIP: Final = SkipType()


class BaseVisitor(ABC, Generic[T_co]):
    """Is shown a record by :meth:`Game.accept` or ``read_game(handle, Visitor=…)``.

    A visitor overrides what it wants to know of, and :meth:`result`, which makes the answer.

    >>> import io
    >>> from quincunx import record
    >>> class Longest(record.BaseVisitor[str]):
    ...     longest = ""
    ...     def visit_comment(self, comment: str) -> None:
    ...         self.longest = max(self.longest, comment, key=len)
    ...     def result(self) -> str:
    ...         return self.longest
    >>> text = '[Game "Hadron"]\\n\\n1. c3 {so} (1. a1 {or so}) 2. d4 *'
    >>> record.read_game(io.StringIO(text), Visitor=Longest)
    'or so'
    """

    def begin_game(self) -> None:
        """A game begins."""

    def begin_headers(self) -> None:
        """The tags begin."""

    def visit_header(self, name: str, value: str) -> None:
        """A tag pair."""

    def end_headers(self) -> SkipType | None:
        """All tags have been shown; :data:`SKIP` passes over the moves."""
        return None

    def visit_comment(self, comment: str) -> None:
        """A comment on the last move, or on the game or the variation before its first."""

    def visit_move(self, board: Board, move: Move) -> None:
        """A move, and the board before it; it is the walker's own and must be left as it is."""

    def visit_board(self, board: Board) -> None:
        """The board after a move."""

    def visit_mark(self, mark: str) -> None:
        """A mark on the last move."""

    def begin_variation(self) -> SkipType | None:
        """A variation begins, in place of the last move; :data:`SKIP` passes over it."""
        return None

    def end_variation(self) -> None:
        """A variation ends, and the line that it interrupted goes on."""

    def visit_result(self, result: str) -> None:
        """The result."""

    def end_game(self) -> None:
        """The game ends."""

    def handle_error(self, error: RecordError) -> None:
        """Something is wrong with the text; what could be read before it has been shown."""

    @abstractmethod
    def result(self) -> T_co:
        """What the visitor has made of it."""


class GameBuilder(BaseVisitor[Game]):
    """Makes a :class:`Game`; what ``read_game`` does if nothing else is asked for."""

    def __init__(self, headers: Headers | None = None) -> None:
        self.game = Game()
        self.game.headers = headers or self.game.headers
        self._node: GameNode = self.game
        self._waiting: list[GameNode] = []
        # What is said before the first move of a variation, once one has begun.
        self._starting: str | None = None

    def visit_items(self, items: list[Move | tuple[str, str]]) -> None:
        """All that the core has read in a text, at once.

        This is where reading spends its time, so plain moves are added here and now.
        """
        node = self._node
        for item in items:
            if type(item) is Move and self._starting is None:
                child = GameNode(node, item)
                node.variations.append(child)
                node = child
            else:
                self._node = node
                self._visit_item(item)
                node = self._node
        self._node = node

    def _visit_item(self, item: Move | tuple[str, str]) -> None:
        if isinstance(item, Move):
            self._add(item)
            return
        kind, said = item
        if kind == "comment":
            self.visit_comment(said)
        elif kind == "mark":
            self.visit_mark(said)
        elif kind == "begin":
            self.begin_variation()
        else:
            self.end_variation()

    def visit_header(self, name: str, value: str) -> None:
        self.game.headers[name] = value

    def visit_comment(self, comment: str) -> None:
        if self._starting is None:
            self._node.comment = _joined(self._node.comment, comment)
        else:
            self._starting = _joined(self._starting, comment)

    def visit_move(self, board: Board, move: Move) -> None:
        self._add(move)

    def _add(self, move: Move) -> None:
        self._node = self._node.add_unchecked(move)
        if self._starting is not None:
            self._node.starting_comment, self._starting = self._starting, None

    def visit_mark(self, mark: str) -> None:
        self._node.marks.add(mark)

    def begin_variation(self) -> SkipType | None:
        assert self._node.parent is not None
        self._waiting.append(self._node)
        self._node, self._starting = self._node.parent, ""
        return None

    def end_variation(self) -> None:
        self._node, self._starting = self._waiting.pop(), None

    def visit_result(self, result: str) -> None:
        self.game.headers.setdefault("Result", result)

    def handle_error(self, error: RecordError) -> None:
        """Keep the error in ``game.errors``; a builder that would rather stop can raise it."""
        self.game.errors.append(error)

    def result(self) -> Game:
        return self.game


def _joined(said: str, more: str) -> str:
    """Two comments in a row are one, as a node has one."""
    return f"{said} {more}" if said else more


class HeadersBuilder(BaseVisitor[Headers]):
    """Collects the tags and passes over the moves."""

    def __init__(self) -> None:
        self._headers = Headers()

    def visit_header(self, name: str, value: str) -> None:
        self._headers[name] = value

    def end_headers(self) -> SkipType | None:
        return SKIP

    def result(self) -> Headers:
        return self._headers


class BoardBuilder(BaseVisitor[Board | None]):
    """Plays the main line; the board at its end, or ``None`` if the record has no board."""

    def __init__(self) -> None:
        self._headers = Headers()
        self._board: Board | None = None

    def visit_header(self, name: str, value: str) -> None:
        self._headers[name] = value

    def end_headers(self) -> SkipType | None:
        try:
            self._board = self._headers.board()
        except ValueError:
            return SKIP
        return None

    def visit_board(self, board: Board) -> None:
        self._board = board

    def begin_variation(self) -> SkipType | None:
        return SKIP

    def result(self) -> Board | None:
        return self._board


class SkipVisitor(BaseVisitor[bool]):
    """Passes over a game."""

    def end_headers(self) -> SkipType | None:
        return SKIP

    def result(self) -> bool:
        return True


# --- Writing -------------------------------------------------------------------------------------

_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}
_IN_TAGS = str.maketrans({**_ESCAPES, '"': '\\"'})
_IN_COMMENTS = str.maketrans({**_ESCAPES, "{": "\\{", "}": "\\}"})

# Where a comment may go on in the next line: the new line is read as the space that it replaces. A
# bracket must not begin a line, as only tags do, and two spaces would not survive every editor.
# What programs say, [%eval 0.5], stays in one piece.
_BREAKS = re.compile(r"\[%[^\[\]]*\]|(?<! )( )(?![ \[])")


def _words(comment: str) -> Iterator[str]:
    """The pieces of a comment between which a line may end."""
    begin = 0
    for found in _BREAKS.finditer(comment):
        if found[1]:
            yield comment[begin : found.start()]
            begin = found.end()
    yield comment[begin:]


class StringExporter(BaseVisitor[str]):
    """Makes the text of a record, as ``str(game)`` has it.

    :param columns: how long lines may be; ``None`` for one line. A word that is longer stands out.
    :param headers, comments, variations: write them, or leave them out.
    """

    def __init__(
        self,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        self._columns = columns
        self._with = {"headers": headers, "comments": comments, "variations": variations}
        self._lines: list[str] = []
        self._words: list[str] = []  # of the current line
        self._length = 0
        self._last = ""  # the word to which marks and brackets may still be added
        self._prefix = ""

    def visit_header(self, name: str, value: str) -> None:
        if self._with["headers"]:
            self._lines.append(f'[{name} "{value.translate(_IN_TAGS)}"]')

    def end_headers(self) -> SkipType | None:
        if self._lines:
            self._lines.append("")
        return None

    def visit_move(self, board: Board, move: Move) -> None:
        self._write(f"{board.ply() + 1}. {move.text}")

    def visit_mark(self, mark: str) -> None:
        self._last += (
            f" {mark}" if mark.startswith("$") or self._last.endswith(("!", "?")) else mark
        )

    def visit_comment(self, comment: str) -> None:
        if self._with["comments"]:
            for word in _words(f"{{{comment.translate(_IN_COMMENTS)}}}"):
                self._write(word)

    def begin_variation(self) -> SkipType | None:
        if not self._with["variations"]:
            return SKIP
        self._flush()
        self._prefix += "("
        return None

    def end_variation(self) -> None:
        self._last += ")"

    def visit_result(self, result: str) -> None:
        self._write(result)

    def _write(self, word: str) -> None:
        self._flush()
        self._last, self._prefix = self._prefix + word, ""

    def _flush(self) -> None:
        """Put the last word into the line, or into a new one if it is too long for it."""
        if not self._last:
            return
        if self._words and self._columns and self._length + 1 + len(self._last) > self._columns:
            self._end_line()
        self._length += len(self._last) + (1 if self._words else 0)
        self._words.append(self._last)
        self._last = ""

    def _end_line(self) -> None:
        self._lines.append(" ".join(self._words))
        self._words, self._length = [], 0

    def result(self) -> str:
        self._flush()
        if self._words:
            self._end_line()
        return "\n".join(self._lines)


class FileExporter(StringExporter):
    """Writes records to a file, one after the other with an empty line between them.

    >>> import io
    >>> from quincunx import record
    >>> file = io.StringIO()
    >>> for number in "12":
    ...     game = record.Game("hadron", size=3)
    ...     game.headers["Round"] = number
    ...     _ = game.accept(record.FileExporter(file))
    >>> file.getvalue().count("[Game")
    2
    """

    def __init__(
        self,
        handle: TextIO,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self._handle = handle

    def end_game(self) -> None:
        self._handle.write(super().result() + "\n\n")
