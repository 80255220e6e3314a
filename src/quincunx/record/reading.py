"""Reading records, from files of any size: one game at a time."""

from __future__ import annotations

import functools
import io
import re
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, Any, TextIO, TypeVar, cast, overload
from weakref import WeakKeyDictionary

from quincunx._native import core
from quincunx.board import Board
from quincunx.errors import InvalidPositionError, RecordError
from quincunx.games import Game as Kind
from quincunx.record.headers import RESULTS, Headers
from quincunx.record.tree import Game, show_headers, show_moves
from quincunx.record.visitors import SKIP, BaseVisitor, GameBuilder, HeadersBuilder, SkipVisitor

if TYPE_CHECKING:
    from io import BufferedIOBase

__all__ = [
    "go_on_after",
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
    """The lines of a file: how many have been read, and one that was read too early.

    Whoever reads game after game from a handle may seek in between. So it is remembered where the
    reading stopped, and if the handle has been moved, the count begins anew.
    """

    __slots__ = ("__weakref__", "count", "kept", "place", "readline", "tell", "tell_quickly")

    def __init__(self, handle: TextIO) -> None:
        self.readline = handle.readline
        self.tell = getattr(handle, "tell", _nowhere)
        # The place in a text takes long to find out. The place in the bytes below it tells as well
        # that somebody has been seeking, unless it was to where the last part of the file ended.
        self.tell_quickly = getattr(getattr(handle, "buffer", handle), "tell", _nowhere)
        self.count = 0
        self.kept: str | None = None
        self.place: object = None

    def is_where_it_was(self) -> bool:
        return self.place == _place(self.tell_quickly if self.kept is None else self.tell)

    def stop_here(self) -> None:
        """Remember where the reading stopped."""
        self.place = _place(self.tell_quickly if self.kept is None else self.tell)


_known: WeakKeyDictionary[TextIO, _Lines] = WeakKeyDictionary()


def _nowhere() -> int:
    """The place in something that has lines and no places."""
    raise OSError


def _place(tell: Callable[[], int]) -> object:
    try:
        return tell()
    except OSError:
        return None  # a pipe, in which nobody can seek


def _lines_of(handle: TextIO) -> _Lines:
    given: object = handle
    if not hasattr(given, "readline") or isinstance(given, io.RawIOBase | io.BufferedIOBase):
        raise TypeError(
            f"records are read from an open text file, open(path, encoding='utf-8'), not {handle!r}"
        )
    lines = _known.get(handle)
    if lines is None or not lines.is_where_it_was():
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
    line, opened, _ = _COMMENT.sub(" ", line).partition("{")
    return line, bool(opened)


def _next_game(lines: _Lines) -> tuple[int, str] | None:
    """The text of the next game and the number of its first line.

    A game goes up to its result, or else to the next tags: no line but a tag's begins with ``[``.
    """
    readline = lines.readline
    line, lines.kept = lines.kept or readline(), None
    if not lines.count:
        line = line.removeprefix("\ufeff")
    while line.isspace():
        lines.count += 1
        line = readline()
    if not line:
        return None
    first, parts, has_game = lines.count + 1, [], False
    while line.startswith("["):
        if line.startswith("[Game "):
            if has_game:
                break  # the next game: this one was cut off
            has_game = True
        parts.append(line)
        line = readline()
    is_open = False
    while line:
        if line.startswith("["):
            lines.kept = line
            break
        parts.append(line)
        said = line
        if is_open or "{" in line or ";" in line:
            said, is_open = _outside_comments(line, is_open)
        if said.rstrip().endswith(RESULTS) and said.rsplit(None, 1)[-1] in RESULTS:
            break
        line = readline()
    lines.count += len(parts)
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


@functools.lru_cache(maxsize=16)
def _usual_start(game: str | None, size: str | None) -> Board:
    """Where most games of a file start; nobody else gets this board."""
    tags = {"Game": game, "Size": size}
    return Headers({name: value for name, value in tags.items() if value is not None}).board()


def _start(headers: Headers, text: _Text) -> Board | None:
    """The board that the tags describe."""
    try:
        if "FEN" in headers._tags:
            return headers.board()
        return _usual_start(headers._tags.get("Game"), headers._tags.get("Size"))
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
    if result is not None and (said := game.headers._tags.setdefault("Result", result)) != result:
        place = text.bytes.rindex(result.encode())
        text.fail(place, place + len(result), f"the tag Result says {said}")
    if fault is None:
        _check_end(game.headers._tags, start.game, end, text)


def _check_end(tags: dict[str, str], kind: Kind, end: core.History, text: _Text) -> None:
    """Do the tags say what the rules say of the end of the main line?"""
    outcome, termination = end.outcome(), tags.get("Termination")
    if outcome is None:
        if termination in [ending.value for ending in kind.endings]:
            text.fail_at_tag("Termination", f"by the rules the game is not over in {end.fen()}")
        return
    winner, how = outcome
    right = "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]
    if (result := tags.get("Result")) not in (right, None):
        text.fail_at_tag("Result", f"by the rules it is {right} ({how}), not {result}")
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
    lines.stop_here()
    return game


def _read(lines: _Lines, make: Callable[[], BaseVisitor[T]]) -> T | Game | None:
    found = _next_game(lines)
    if found is None:
        return None
    text = _Text(*found)
    headers, at = _read_headers(text)
    builder = GameBuilder(headers)
    game = builder.game
    game.line = text.first_line
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


def go_on_after(file: IO[bytes], whole: int) -> None:
    """Cut a file off behind its whole games, ready for the next; the file can be read and written.

    Somebody's editor may have taken the empty line at its end away.
    """
    file.truncate(whole)
    file.seek(max(0, whole - 2))
    if file.read(2) not in (b"\n\n", b""):
        file.write(b"\n\n")


def read_headers(handle: TextIO) -> Headers | None:
    """The tags of the next game, or ``None`` at the end; its moves are passed over unread."""
    return read_game(handle, Visitor=HeadersBuilder)


def skip_game(handle: TextIO) -> bool:
    """Pass over the next game; ``False`` if there was none."""
    return read_game(handle, Visitor=SkipVisitor) is not None


# --- Only the tags, fast -------------------------------------------------------------------------

_CHUNK = 1 << 17


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
            return _scan_bytes(handle)
    return _scan_lines(handle)


def _scan_bytes(handle: io.TextIOWrapper) -> Iterator[tuple[int, Headers]]:
    """In UTF-8 a byte's number is also a place for ``seek``, so the bytes can be looked through."""
    file = cast("BufferedIOBase", handle.buffer)
    place, at, rest = handle.tell(), 0, 0  # of the data in the file, in the data, and what is old
    data = bytearray(_CHUNK)
    new = Headers.__new__
    is_end = False
    while not is_end:
        if 2 * rest > len(data):
            data.extend(bytes(rest))  # tags without end
        file.seek(place + rest)  # the caller may have read elsewhere
        with memoryview(data) as view:
            size = rest + file.readinto(view[rest:])
        if place == 0 and data.startswith(b"\xef\xbb\xbf"):
            data[:3] = b"\n\n\n"
        is_end = size == rest
        games, done = core.scan_tags(data, at, size, is_end)
        for begin, tags in games:
            headers = new(Headers)
            headers._tags = tags
            yield place + begin, headers
        before = max(0, done - 1)  # a sign more is kept, as it tells where lines begin
        place, at, rest = place + before, done - before, size - before
        data[:rest] = data[before:size]
    handle.seek(0, io.SEEK_END)


def _scan_lines(handle: TextIO) -> Iterator[tuple[int, Headers]]:
    """Any other text, line by line; where nobody can seek, places are characters from here."""
    seekable, count = handle.seekable(), 0
    begin, parts, line = 0, "", "\n"
    while line:
        place = handle.tell() if seekable else count
        line = handle.readline()
        count += len(line)
        is_tag = line.startswith("[")
        is_next = line.startswith("[Game ") and "\n[Game " in f"\n{parts}"
        if parts and (not is_tag or is_next):
            tags, _, _ = core.read_tags(parts.encode("utf-8", "surrogatepass"))
            parts, here = "", handle.tell() if seekable else 0
            yield begin, Headers._of(tags)
            if seekable:
                handle.seek(here)  # the caller may have read elsewhere
        if is_tag:
            begin = begin if parts else place
            parts += line
