"""Converters at the border: the forms in which others write games down, and ours.

>>> from quincunx import convert
>>> " ".join(form.name for form in convert.FORMATS)
'qgn sgf hexworld abstract-play abstract-play-moves match share moves'
>>> convert.find_format("qgn").extensions
('.qgn',)

Each form is a file with one constant, ``FORMAT``. Whatever cannot be said exactly in a form is
refused, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from quincunx import record
from quincunx.convert import (
    abstract_play,
    abstract_play_moves,
    hexworld,
    match_file,
    move_list,
    sgf,
    share_texts,
)
from quincunx.convert.formats import Format, Hints
from quincunx.files import replacing

__all__ = ["FORMATS", "Format", "Hints", "find_format", "format_of", "read", "write"]


def _read_records(handle: TextIO, hints: Hints) -> Iterator[record.Game]:
    return record.read_games(handle)


def _write_records(games: Iterable[record.Game], handle: TextIO) -> None:
    for game in games:
        game.accept(record.FileExporter(handle))


QGN = Format(
    name="qgn",
    text="records of Quincunx: docs/records.md",
    extensions=(".qgn",),
    looks=lambda text: re.match(r"[\ufeff\s]*\[[A-Za-z]", text) is not None,
    read=_read_records,
    write=_write_records,
)

#: Every form, in the order in which an unknown text is tried on them.
FORMATS: tuple[Format, ...] = (
    QGN,
    sgf.FORMAT,
    hexworld.FORMAT,
    abstract_play.FORMAT,
    abstract_play_moves.FORMAT,
    match_file.FORMAT,
    share_texts.FORMAT,
    move_list.FORMAT,
)

#: A text is known by as much of its beginning.
_BEGINNING = 1 << 16


def find_format(name: str) -> Format:
    """The form of this name.

    :raises ValueError: if there is none; the message lists those that there are.
    """
    for form in FORMATS:
        if form.name == name:
            return form
    raise ValueError(f"no form is called {name!r}; there are {', '.join(f.name for f in FORMATS)}")


def format_of(path: str | Path, beginning: str = "") -> Format:
    """The form of a file, by its name or else by how its text begins.

    >>> format_of("games.sgf").name, format_of("-", '[Game "Hadron"]').name
    ('sgf', 'qgn')

    :raises ValueError: if neither tells.
    """
    extension = Path(path).suffix.lower()
    named = [form for form in FORMATS if extension in form.extensions]
    if len(named) == 1:
        return named[0]
    for form in named or FORMATS:
        if beginning.strip() and form.looks(beginning):
            return form
    raise ValueError(f"in which form is {path}? There are {', '.join(f.name for f in FORMATS)}")


def read(
    path: str | Path, *, form: Format | None = None, hints: Hints | None = None
) -> Iterator[record.Game]:
    """The games of a file in any form, one after the other.

    :param form: which form it has; found out if left out.
    :param hints: what the file may not say itself.
    :raises ValueError: if the form is not known, also as :exc:`RecordError` for what is in it.
    :raises OSError: if the file cannot be read.
    """
    # What is not UTF-8 is kept as it is, and said to be wrong where it matters.
    with Path(path).open(encoding="utf-8", errors="surrogateescape") as handle:
        if form is None:
            form = format_of(path, handle.read(_BEGINNING))
            handle.seek(0)
        yield from form.read(handle, hints or Hints())


def write(games: Iterable[record.Game], path: str | Path, *, form: Format | None = None) -> None:
    """Write games to a file, whole or not at all.

    :raises ValueError: if the form is not known; :exc:`RecordError` if it cannot tell a game.
    :raises OSError: if the file cannot be written.
    """
    form = form or format_of(path)
    with (
        replacing(path) as new,
        new.open("w", encoding="utf-8", errors="surrogateescape", newline="\n") as handle,
    ):
        form.write(games, handle)
