"""Files of games on the command line: any form that there is, standard input too."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TextIO, TypeVar

import click

from quincunx import RecordError, convert, record
from quincunx.cli.common import UserError, console, grouped_options, parse_game

_Function = TypeVar("_Function", bound=Callable[..., Any])

#: How a command ends that found faults in what it was given.
FAULTY = 1

FORMS = [form.name for form in convert.FORMATS]

file_argument = click.argument("file", type=click.Path(allow_dash=True), metavar="FILE")
files_argument = click.argument(
    "files", nargs=-1, required=True, type=click.Path(allow_dash=True), metavar="FILE..."
)


@contextmanager
def file_errors(path: str, doing: str = "read") -> Iterator[None]:
    """Say what is wrong with a file in one line."""
    try:
        yield
    except RecordError as error:
        raise UserError(f"{path}: {error}") from None
    except OSError as error:
        raise UserError(f"cannot {doing} {error.filename or path}: {error.strerror}") from None
    except (ImportError, ValueError) as error:
        raise UserError(str(error)) from None


def standard(stream: TextIO) -> io.TextIOWrapper:
    """Standard input or output as files are read and written: in UTF-8, and nothing is lost."""
    return io.TextIOWrapper(stream.buffer, encoding="utf-8", errors="surrogateescape", newline="\n")


@dataclass(frozen=True)
class Source:
    """How to read files: their form, and what they may not say themselves."""

    form: str | None
    kind: str | None
    size: int | None
    no_pie: bool

    def games(self, path: str) -> Iterator[record.Game]:
        """The games of a file, or of standard input (``-``).

        :raises UserError: if it cannot be read.
        """
        with file_errors(path):
            yield from self.read(path)

    def read(self, path: str) -> Iterator[record.Game]:
        """The same, with the errors as they are.

        :raises RecordError: if the text as a whole makes no sense.
        :raises ValueError: if nobody can tell in which form it is.
        :raises OSError: if the file cannot be read.
        """
        kind = None if self.kind is None else parse_game(self.kind).id
        hints = convert.Hints(kind, self.size, False if self.no_pie else None)
        form = None if self.form is None else convert.find_format(self.form)
        if path != "-":
            yield from convert.read(path, form=form, hints=hints)
            return
        text: TextIO = standard(sys.stdin)
        if form is None:
            whole = text.read()
            form = convert.format_of("standard input", whole)
            text = io.StringIO(whole)
        yield from form.read(text, hints)


_SOURCE_OPTIONS = (
    click.option("--from", "form", type=click.Choice(FORMS), help="The form of the input."),
    click.option("--kind", metavar="GAME", help="What is played, if the file does not say."),
    click.option("--size", type=int, metavar="N", help="… and on which size of board."),
    click.option("--no-pie", is_flag=True, help="… and without the pie rule."),
)


def source_options(function: _Function) -> _Function:
    """Options about the input; the command gets them as one argument, ``source``."""
    return grouped_options("source", Source, _SOURCE_OPTIONS)(function)


@contextmanager
def counted(games: Iterable[record.Game], path: str) -> Iterator[Iterator[record.Game]]:
    """The same games, with their count on the terminal while it grows."""
    if not sys.stderr.isatty():
        yield iter(games)
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(path)

        def count() -> Iterator[record.Game]:
            for number, game in enumerate(games, 1):
                if number % 500 == 0:
                    progress.update(task, description=f"{path}: {number:,} games")
                yield game

        yield count()


def fault_text(path: str, error: RecordError) -> str:
    """A fault as compilers and editors write it: file, line, column, what and why."""
    column = "" if error.column is None else f":{error.column}"
    line = "" if error.line is None else f":{error.line}{column}"
    text = f"{error.text}: " if error.text else ""
    return f"{path}{line}: {text}{error.message}"


def many(count: int, word: str = "game") -> str:
    """``1 game``, ``12,000 games``."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"
