"""``quincunx database``: backups of the web app's games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from quincunx.cli.common import Commands, UserError, console
from quincunx.cli.serve import database_option, web_extra

__all__ = ["database_command"]


@click.group("database", cls=Commands, short_help="Back up and restore the web app's games.")
def database_command() -> None:
    """Back up and restore the games of the web app.

    A backup is a text file with all tables: it can be restored into either kind of database, so it
    is also the way from SQLite to PostgreSQL and back.

    \b
    Examples:
      quincunx database backup games.jsonl.gz
      quincunx database restore games.jsonl.gz --database new.sqlite
    """


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{number} {table}" for table, number in counts.items())


@contextmanager
def _progress(verb: str) -> Iterator[Callable[[str, int, int], None]]:
    """A function that is told how far it is, and shows it on a terminal."""
    if not sys.stderr.isatty():
        yield lambda table, done, total: None
        return
    with console(stderr=True).status(verb) as status:
        yield lambda table, done, total: status.update(
            f"{verb}: {table} {done}" + (f" of {total}" if total else "")
        )


@database_command.command("backup", short_help="Write all games to a file.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def backup_command(file: Path, database: str) -> None:
    """Write all that is in the database to FILE; compressed, if its name ends in .gz.

    The server may go on meanwhile: a backup shows one moment. FILE is replaced only when the new
    one is complete. It has no tokens in it, only what tells a right one from a wrong one; still,
    keep it to yourself.

    \b
    Examples:
      quincunx database backup games.jsonl.gz
      quincunx database backup games.jsonl --database games.sqlite
      quincunx database backup games.jsonl.gz --database postgresql://quincunx@localhost/quincunx
    """
    with web_extra():
        from quincunx.server import dump

        try:
            with _progress("writing") as progress:
                counts = dump.backup(database, file, progress)
        except dump.DumpError as error:
            raise UserError(str(error)) from None
    click.echo(f"{file}: {_counted(counts)}")


@database_command.command("restore", short_help="Fill a database from a backup.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
@click.option("--replace", is_flag=True, help="Write over what is in the database.")
def restore_command(file: Path, database: str, replace: bool) -> None:
    """Fill an empty database from the backup FILE.

    Every game is played through by the rules before anything is kept; if one is wrong, the database
    stays as it was. Servers that use the database have to be stopped before.

    \b
    Examples:
      quincunx database restore games.jsonl.gz
      quincunx database restore games.jsonl.gz --database new.sqlite
      quincunx database restore games.jsonl.gz --replace
      quincunx database restore games.jsonl.gz --database postgresql://quincunx@localhost/quincunx
    """
    with web_extra():
        from quincunx.server import database as databases
        from quincunx.server import dump

        try:
            with _progress("restoring") as progress:
                counts = dump.restore(database, file, replace=replace, progress=progress)
        except dump.DumpError as error:
            raise UserError(str(error)) from None
        click.echo(f"{databases.shown(database)}: {_counted(counts)}")
