"""Match files (JSON lines) as records, and back without loss: see ``quincunx.arena.records``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TextIO

from quincunx import record
from quincunx.arena.files import MatchReader, parsed
from quincunx.arena.records import RecordForm, lines_of
from quincunx.convert.formats import Format, Hints
from quincunx.errors import RecordError

__all__ = ["FORMAT"]


def _read(handle: TextIO, hints: Hints) -> Iterator[record.Game]:
    reader, form = MatchReader(), RecordForm()
    for number, text in enumerate(handle, 1):
        try:
            line = parsed(text.encode("utf-8", "surrogateescape"))
            reader.line(line)
        except ValueError as error:
            raise RecordError(str(error), number) from None
        if game := form.game_of(line):
            game.line = number
            yield game


def _write(games: Iterable[record.Game], handle: TextIO) -> None:
    for _, line in lines_of(games):
        handle.write(json.dumps(line, ensure_ascii=False) + "\n")


FORMAT = Format(
    name="match",
    text="the file of a match, in JSON lines",
    extensions=(".jsonl",),
    looks=lambda text: text.lstrip().startswith('{"type": "match"'),
    read=_read,
    write=_write,
)
