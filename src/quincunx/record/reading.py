"""Reading records, from files of any size: one game at a time."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, TextIO, TypeVar, cast, overload
from weakref import WeakKeyDictionary

from quincunx._native import core
from quincunx.board import Board
from quincunx.errors import InvalidPositionError, RecordError
from quincunx.record.headers import RESULTS, Headers
from quincunx.record.tree import Game, show_headers, show_moves
from quincunx.record.visitors import SKIP, BaseVisitor, GameBuilder, HeadersBuilder, SkipVisitor

__all__ = [
    "read_game",
    "read_games",
    "read_headers",
    "scan_headers",
    "skip_game",
    "whole_bytes",
]

T = TypeVar("T")

_LONGEST_EXCERPT = 60


# --- Lines, and where a game ends ----------------------------------------------------------------


class _Lines:
    """The lines of a file, counted, one of which can be given back.

    Whoever reads game after game from a handle may seek in between. So a place is remembered with
    the count, which begins anew if the handle stands elsewhere.
    """

    def __init__(self, handle: TextIO) -> None:
        self._readline = handle.readline
        self.count = 0
        self.place: object = None
        self._kept: str | None = None

    def next(self) -> str:
        """The next line, or an empty text at the end of the file."""
        if self._kept is not None:
            line, self._kept = self._kept, None
        else:
            line = self._readline()
        if line:
            self.count += 1
        return line

    def give_back(self, line: str) -> None:
        self._kept = line
        self.count -= 1


_known: WeakKeyDictionary[TextIO, _Lines] = WeakKeyDictionary()


def _place(handle: TextIO) -> object:
    try:
        return handle.tell()
    except (OSError, AttributeError):
        return None  # a pipe, which nobody can seek in


def _lines_of(handle: TextIO) -> _Lines:
    lines = _known.get(handle)
    if lines is None or lines.place != _place(handle):
        lines = _known[handle] = _Lines(handle)
    return lines


# A comment within a line, the end of one that began earlier, and one that goes to the line's end.
_COMMENT = re.compile(r"\{[^\\}]*(?:\\.[^\\}]*)*\}|;[^\n]*", re.DOTALL)
_COMMENT_END = re.compile(r"[^\\}]*(?:\\.[^\\}]*)*\}", re.DOTALL)


def _outside_comments(line: str, is_open: bool) -> tuple[str, bool]:
    """A line without its comments, and whether one is open at its end."""
    if is_open:
        end = _COMMENT_END.match(line)
        if end is None:
            return "", True
        line = line[end.end() :]
    if "{" not in line and ";" not in line:
        return line, False
    line, opened, _ = _COMMENT.sub(" ", line).partition("{")
    return line, bool(opened)


def _next_game(lines: _Lines) -> tuple[int, str] | None:
    """The text of the next game and the number of its first line.

    A game goes up to its result, or else to the next tags: no line but a tag's begins with ``[``.
    """
    line = lines.next()
    if lines.count == 1:
        line = line.removeprefix("\ufeff")
    while line.isspace():
        line = lines.next()
    if not line:
        return None
    first, parts, has_game = lines.count, [], False
    while line.startswith("["):
        if line.startswith("[Game "):
            if has_game:
                break  # the next game: this one was cut off
            has_game = True
        parts.append(line)
        line = lines.next()
    is_open = False
    while line:
        if line.startswith("["):
            lines.give_back(line)
            break
        parts.append(line)
        said, is_open = _outside_comments(line, is_open)
        if said.rstrip().endswith(RESULTS) and said.rsplit(None, 1)[-1] in RESULTS:
            break
        line = lines.next()
    return first, "".join(parts)


# --- One game ------------------------------------------------------------------------------------


class _Text:
    """The text of one game, and what is wrong with it."""

    def __init__(self, first_line: int, text: str) -> None:
        self.bytes = text.encode("utf-8", "surrogatepass")
        self.first_line = first_line
        self.errors: list[RecordError] = []

    def fail(self, begin: int, end: int, reason: str) -> None:
        """Note what is wrong from one byte to another."""
        before = self.bytes[:begin].decode("utf-8", "surrogatepass")
        text = self.bytes[begin:end].decode("utf-8", "surrogatepass")
        line = self.first_line + before.count("\n")
        column = len(before) - (before.rfind("\n") + 1) + 1
        self.errors.append(RecordError(reason, line, column, text[:_LONGEST_EXCERPT]))

    def fail_at_tag(self, name: str, reason: str) -> None:
        """Note what is wrong with the tag of this name, or with the game as it has none."""
        tag = re.search(rb"^\[" + name.encode() + rb"[ \t]+(\".*\")", self.bytes, re.MULTILINE)
        self.fail(*(tag.span(1) if tag else (0, 0)), reason)


def _read_headers(text: _Text) -> tuple[Headers, int]:
    """The tags of a game, and where its moves begin."""
    tags, faults, at = core.read_tags(text.bytes)
    for fault in faults:
        text.fail(*fault)
    if not tags and not faults:
        text.fail(0, 0, 'a game begins with its tags, such as [Game "Hadron"]')
    if tags.get("Result", "*") not in RESULTS:
        text.fail_at_tag("Result", f"a result is one of {', '.join(RESULTS)}")
        del tags["Result"]
    return Headers._of(tags), at


def _start(headers: Headers, text: _Text) -> Board | None:
    """The board that the tags describe."""
    try:
        return headers.board()
    except InvalidPositionError as error:
        if "Game" not in headers:
            if text.bytes.startswith(b"["):
                text.fail(0, 0, str(error))
        else:
            wrong = "FEN" if "FEN" in headers else "Size" if "Size" in headers else "Game"
            try:
                Headers({"Game": headers["Game"]}).board()
            except InvalidPositionError:
                wrong = "Game"
            text.fail_at_tag(wrong, str(error))
    return None


def _read_moves(builder: GameBuilder, start: Board, text: _Text, at: int) -> None:
    """Fill a game with what its text says."""
    game = builder.game
    items, end, result, fault = core.read_moves(start._history, text.bytes, at)
    builder.visit_items(items)
    if fault is not None:
        text.fail(*fault)
    if result is not None and game.headers.setdefault("Result", result) != result:
        place = text.bytes.rindex(result.encode())
        said = game.headers["Result"]
        text.fail(place, place + len(result), f"the tag Result says {said}")
    if fault is None:
        _check_end(game.headers, Board._of(start.game, end), text)


def _check_end(headers: Headers, board: Board, text: _Text) -> None:
    """Do the tags say what the rules say of the end of the main line?"""
    outcome, termination = board.outcome(), headers.get("Termination")
    if outcome is None:
        if termination in [ending.value for ending in board.game.endings]:
            here = board.fen()
            text.fail_at_tag("Termination", f"by the rules the game is not over in {here}")
        return
    how = outcome.termination.value
    if (result := headers.get("Result")) not in (outcome.result(), None):
        text.fail_at_tag("Result", f"by the rules it is {outcome.result()} ({how}), not {result}")
    if termination not in (how, None):
        text.fail_at_tag("Termination", f"by the rules the game ended by {how}")


@overload
def read_game(handle: TextIO) -> Game | None: ...


@overload
def read_game(handle: TextIO, *, Visitor: Callable[[], BaseVisitor[T]]) -> T | None: ...


def read_game(
    handle: TextIO, *, Visitor: Callable[[], BaseVisitor[Any]] = GameBuilder
) -> Any | None:
    """The next game of an open file, or ``None`` at its end.

    >>> import io
    >>> file = io.StringIO('[Game "Hadron"]\\n[Size "3"]\\n\\n1. b2 2. b3 *\\n')
    >>> game = read_game(file)
    >>> [move.text for move in game.mainline_moves()], game.errors[0].column
    (['b2'], 10)
    >>> print(game.errors[0])
    line 4, column 10: b3: b3 touches 1 red and 0 blue; ... in 3/1R1/3 b

    Every move is checked. What is wrong with a game is in ``game.errors``, with line and column;
    what was read before the fault is in the game, and the next call goes on with the next game.
    Lines are counted from where the reading of the file began.

    :param Visitor: makes something else of it than a :class:`Game`.
    """
    lines = _lines_of(handle)
    game = _read(lines, Visitor)
    lines.place = _place(handle)
    return game


def _read(lines: _Lines, make: Callable[[], BaseVisitor[T]]) -> T | Game | None:
    found = _next_game(lines)
    if found is None:
        return None
    text = _Text(*found)
    builder = GameBuilder()
    game = builder.game
    game.line = text.first_line
    game.headers, at = _read_headers(text)
    visitor = None if make is GameBuilder else make()
    if visitor and show_headers(game.headers, visitor) is SKIP:
        visitor.end_game()
        return visitor.result()
    if start := _start(game.headers, text):
        _read_moves(builder, start, text, at)
    game.errors = text.errors
    if visitor is None:
        return game
    if start:
        show_moves(game, visitor)
        visitor.visit_result(game.headers.get("Result", "*"))
    for error in text.errors:
        visitor.handle_error(error)
    visitor.end_game()
    return visitor.result()


def read_games(handle: TextIO) -> Iterator[Game]:
    """The games of an open file, one after the other."""
    while (game := read_game(handle)) is not None:
        yield game


def whole_bytes(data: bytes) -> int:
    """How many bytes of a file are whole games: the last one may have been cut off in writing.

    >>> whole = b'[Game "Hadron"]\\n\\n1. c3 *\\n\\n'
    >>> whole_bytes(whole) == whole_bytes(whole + whole[:20]) == len(whole)
    True
    """
    last = data.rfind(b"\n\n[") + 2 if b"\n\n[" in data else 0
    game = read_game(io.StringIO(data[last:].decode("utf-8", "surrogateescape")))
    return last if game is None or game.errors else len(data)


def read_headers(handle: TextIO) -> Headers | None:
    """The tags of the next game, or ``None`` at the end; its moves are passed over unread."""
    return read_game(handle, Visitor=HeadersBuilder)


def skip_game(handle: TextIO) -> bool:
    """Pass over the next game; ``False`` if there was none."""
    return read_game(handle, Visitor=SkipVisitor) is not None


# --- Only the tags, fast -------------------------------------------------------------------------

_CHUNK = 1 << 20


def scan_headers(handle: TextIO) -> Iterator[tuple[int, Headers]]:
    """Where each game begins and what its tags say, without a look at the moves.

    ``handle.seek(place)`` and ``read_game(handle)`` then read one of them, also in between. Tags
    that make no sense are left out; ``read_game`` says what is wrong with them.

    >>> import io
    >>> file = io.StringIO('[Game "Hadron"]\\n\\n*\\n\\n[Game "Cordon"]\\n\\n1. e5 *\\n')
    >>> [(place, headers["Game"]) for place, headers in scan_headers(file)]
    [(0, 'Hadron'), (20, 'Cordon')]
    """
    if isinstance(handle, io.TextIOWrapper) and handle.seekable():
        encoding = handle.encoding.lower().replace("-", "").replace("_", "")
        if encoding in ("utf8", "ascii", "utf8sig"):
            yield from _scan_bytes(handle)
            return
    yield from _scan_lines(handle)


def _scan_bytes(handle: io.TextIOWrapper) -> Iterator[tuple[int, Headers]]:
    """In UTF-8 a byte's number is also a place for ``seek``, so the bytes can be looked through."""
    file = cast("BinaryIO", handle.buffer)
    place, rest = handle.tell(), b""
    while True:
        file.seek(place + len(rest))  # the caller may have read elsewhere
        more = file.read(_CHUNK)
        data = rest + more
        if place == 0 and data.startswith(b"\xef\xbb\xbf"):
            place, data = 3, data[3:]
        games, done = core.scan_tags(data, not more)
        for begin, tags in games:
            yield place + begin, Headers._of(tags)
        place, rest = place + done, data[done:]
        if not more:
            break
    handle.seek(0, io.SEEK_END)


def _scan_lines(handle: TextIO) -> Iterator[tuple[int, Headers]]:
    """Any other text, line by line."""
    seekable, count = handle.seekable(), 0
    begin = 0
    parts: list[str] = []
    while True:
        place = handle.tell() if seekable else count
        line = handle.readline()
        count += len(line)
        if line.startswith("["):
            begin = begin if parts else place
            parts.append(line)
        elif parts:
            tags, _, _ = core.read_tags("".join(parts).encode("utf-8", "surrogatepass"))
            here, parts = handle.tell() if seekable else 0, []
            yield begin, Headers._of(tags)
            if seekable:
                handle.seek(here)
        if not line:
            return
