"""Share texts, one a line: a whole game in letters and digits, without tags or comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from quincunx import record
from quincunx.convert.formats import Format, Hints
from quincunx.errors import RecordError

__all__ = ["FORMAT"]


def _read(handle: TextIO, hints: Hints) -> Iterator[record.Game]:
    for number, line in enumerate(handle, 1):
        if not line.strip():
            continue
        try:
            game = record.Game.from_board(record.from_share_text(line))
        except RecordError as error:
            game = record.Game()
            game.errors.append(RecordError(error.message, number, 1, error.text))
        game.line = number
        yield game


def _write(games: Iterable[record.Game], handle: TextIO) -> None:
    for game in games:
        handle.write(record.share_text(game.end().board()) + "\n")


def _looks(text: str) -> bool:
    words = text.split(None, 1)
    try:
        record.from_share_text(words[0] if words else "")
    except RecordError:
        return False
    return True


FORMAT = Format(
    name="share",
    text="share texts, one a line: moves alone",
    extensions=(".share",),
    looks=_looks,
    read=_read,
    write=_write,
)
