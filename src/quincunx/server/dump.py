"""Backups: all tables in one text file, from and to either kind of database.

A backup is JSON, a line each, compressed if its name ends in .gz: a head with the version and the
columns of each table; the rows, each as ``[table, [value, …]]``; and an end with their numbers, by
which a file that was cut off is known. It shows one moment, though the server goes on meanwhile.
"""

from __future__ import annotations

import gzip
import json
import os
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

import sqlalchemy
from sqlalchemy import Connection, MetaData, Table, func, select
from sqlalchemy.exc import DBAPIError

import quincunx
from quincunx.files import replacing
from quincunx.server import database
from quincunx.server.standing import replayed
from quincunx.server.tables import events, games, metadata, servers

__all__ = ["DumpError", "backup", "restore"]

FORMAT = "quincunx backup"
VERSION = 1
_CHUNK = 500
#: A server that was seen in the last minute may be running; then its heart beats within this time.
_RECENT, _BEAT = 60.0, 1.5

#: Told the table, how many of its rows are done, and how many there are; 0 if that is not known.
Progress = Callable[[str, int, int], None]


class DumpError(Exception):
    """A backup cannot be made or used; the text says why, in one line."""


def _silent(table: str, done: int, total: int) -> None:
    pass


# --- Backup --------------------------------------------------------------------------------------


def backup(address: str, file: Path, progress: Progress = _silent) -> dict[str, int]:
    """Write all that is in a database to a file, and say how many rows each table has.

    The file is there whole or not at all; one that was there before stays until then.

    :raises DumpError: if it cannot be done.
    """
    try:
        with replacing(file) as new, _connected(address, create=False) as connection:
            _require_newest(connection, address)
            with _writing(new, compressed=file.suffix == ".gz") as stream:
                counts = _write(connection, stream, progress)
    except OSError as error:
        raise DumpError(f"{file}: {error.strerror}") from None
    except ValueError as error:
        raise DumpError(f"{database.shown(address)} has a value that cannot be: {error}") from None
    return counts


@contextmanager
def _connected(address: str, *, create: bool, writes: bool = False) -> Iterator[Connection]:
    """A transaction; what the database has against it is a DumpError."""
    try:
        engine = database.connect(address, create=create, writes=writes)
    except database.DatabaseError as error:
        raise DumpError(str(error)) from None
    try:
        with engine.begin() as connection:
            yield connection
    except DBAPIError as error:
        why = " ".join(str(error.orig).split())
        raise DumpError(f"{database.shown(address)}: {why}") from None
    finally:
        engine.dispose()


def _require_newest(connection: Connection, address: str) -> None:
    found, known = database.revision(connection), database.known_revisions()
    if found is None:
        raise DumpError(f"{database.shown(address)} has no games of Quincunx in it")
    if found != known[0]:
        age = "an earlier" if found in known else "a later"
        raise DumpError(f"{database.shown(address)} is of {age} version; use that one's backup")


@contextmanager
def _writing(path: Path, *, compressed: bool) -> Iterator[IO[bytes]]:
    """A file that nobody else may read, and that is on the disk afterwards."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as plain:
        if compressed:
            # Without name and time, so that the same games give the same file.
            with gzip.GzipFile("", "wb", fileobj=plain, mtime=0) as packed:
                yield cast(IO[bytes], packed)
        else:
            yield plain
        plain.flush()
        os.fsync(plain.fileno())


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def _write(connection: Connection, stream: IO[bytes], progress: Progress) -> dict[str, int]:
    tables = metadata.sorted_tables
    head = {
        "format": FORMAT,
        "version": VERSION,
        "quincunx": quincunx.__version__,
        "revision": database.known_revisions()[0],
        "tables": {table.name: [column.name for column in table.columns] for table in tables},
    }
    stream.write(_line(head))
    counts: dict[str, int] = {}
    for table in tables:
        total = connection.execute(select(func.count()).select_from(table)).scalar_one()
        counts[table.name] = 0
        for rows in _chunks(connection, table):
            stream.writelines(_line([table.name, list(row)]) for row in rows)
            counts[table.name] += len(rows)
            progress(table.name, counts[table.name], total)
    stream.write(_line({"end": counts}))
    return counts


def _chunks(connection: Connection, table: Table) -> Iterator[Sequence[Any]]:
    """The rows of a table in their order, not all at once."""
    order = select(table).order_by(*table.primary_key.columns)
    with connection.execute(order, execution_options={"yield_per": _CHUNK}) as result:
        yield from result.partitions()


# --- Restore -------------------------------------------------------------------------------------


def restore(
    address: str, file: Path, *, replace: bool = False, progress: Progress = _silent
) -> dict[str, int]:
    """Fill a database from a backup, and say how many rows each table has got.

    All of it happens in one transaction: every game is played through before it ends, and if
    anything is wrong, the database stays as it was.

    :param replace: what is in the database may go.
    :raises DumpError: if the file is no backup, a game in it is not right, or the database is not
        empty.
    """
    is_new = (path := database.sqlite_file(address)) is not None and not path.exists()
    try:
        _require_stopped(address)
        with _reading(file) as stream, _connected(address, create=True, writes=True) as connection:
            lines = _Lines(stream, file)
            head = _head(lines)
            _make_room(connection, address, replace=replace)
            database.upgrade(connection, head["revision"])
            counts = _load(connection, head["tables"], lines, progress)
            database.upgrade(connection)
            _check_games(connection, progress)
    except BaseException:
        if is_new and path is not None:
            path.unlink(missing_ok=True)
        raise
    return counts


@contextmanager
def _reading(file: Path) -> Iterator[IO[bytes]]:
    try:
        with file.open("rb") as plain:
            is_packed = plain.read(2) == b"\x1f\x8b"
            plain.seek(0)
            if is_packed:
                with gzip.GzipFile(fileobj=plain) as packed:
                    yield cast(IO[bytes], packed)
            else:
                yield plain
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise DumpError(f"{file} is damaged or cut off") from None
    except OSError as error:
        raise DumpError(f"{file}: {error.strerror or error}") from None


class _Lines:
    """The lines of a backup as values; a fault is told with the number of its line."""

    def __init__(self, stream: IO[bytes], file: Path) -> None:
        self._stream = stream
        self._file = file
        self._number = 0

    def __iter__(self) -> Iterator[Any]:
        for line in self._stream:
            self._number += 1
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                raise self.fault("this is not JSON") from None

    def fault(self, text: str) -> DumpError:
        return DumpError(f"{self._file}, line {self._number}: {text}")


def _head(lines: _Lines) -> dict[str, Any]:
    head = next(iter(lines), None)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise lines.fault("this is not a backup of Quincunx")
    if head.get("version") != VERSION or head.get("revision") not in database.known_revisions():
        made_by = str(head.get("quincunx"))[:20]
        raise lines.fault(f"this was made by version {made_by}, which is later than this one")
    if not isinstance(head.get("tables"), dict):
        raise lines.fault("the tables are not named")
    return head


def _require_stopped(address: str) -> None:
    """Refuse to take a database away from under a server that is running."""
    seen = _last_beat(address)
    if seen is None or abs(time.time() - seen) > _RECENT:
        return
    time.sleep(_BEAT)
    if _last_beat(address) != seen:
        raise DumpError(f"a server is using {database.shown(address)}; stop it first")


def _last_beat(address: str) -> float | None:
    with _connected(address, create=True) as connection:
        if not sqlalchemy.inspect(connection).has_table(servers.name):
            return None
        return connection.execute(select(func.max(servers.c.beat))).scalar()


def _make_room(connection: Connection, address: str, *, replace: bool) -> None:
    """Make sure that the database is empty, without a table of ours."""
    found = database.revision(connection)
    if found is None:
        return
    if found not in database.known_revisions():
        raise DumpError(
            f"{database.shown(address)} belongs to a later version, or to another program"
        )
    there = set(sqlalchemy.inspect(connection).get_table_names())
    for table in metadata.sorted_tables:
        if replace or table is servers or table.name not in there:
            continue
        if connection.execute(select(func.count()).select_from(table)).scalar_one():
            raise DumpError(
                f"{database.shown(address)} is not empty; --replace writes over what is in it"
            )
    metadata.drop_all(connection)
    connection.exec_driver_sql("DROP TABLE alembic_version")


def _load(
    connection: Connection, columns: dict[str, list[str]], lines: _Lines, progress: Progress
) -> dict[str, int]:
    """Put the rows into the tables as they were in the backup's version."""
    found = MetaData()
    found.reflect(connection)
    tables = {table.name: table for table in found.sorted_tables if table.name in columns}
    for name, given in columns.items():
        if name not in tables or [column.name for column in tables[name].columns] != given:
            raise lines.fault(f"the columns of the table {str(name)[:40]!r} are not known")
    counts = Counter(dict.fromkeys(columns, 0))
    waiting: list[dict[str, Any]] = []
    current = ""

    def insert() -> None:
        if waiting:
            try:
                connection.execute(tables[current].insert(), waiting)
            except (OverflowError, UnicodeEncodeError) as error:
                raise lines.fault(f"a row of {current} up to here cannot be: {error}") from None
            counts[current] += len(waiting)
            progress(current, counts[current], 0)
            waiting.clear()

    for line in lines:
        if isinstance(line, dict):
            insert()
            if line.get("end") != counts:
                raise lines.fault("the numbers of rows are not right")
            return dict(counts)
        name, row = _row(tables, line, lines)
        if name != current or len(waiting) >= _CHUNK:
            insert()
            current = name
        waiting.append(row)
    raise lines.fault("the backup is cut off here")


def _row(tables: dict[str, Table], line: Any, lines: _Lines) -> tuple[str, dict[str, Any]]:
    if not (isinstance(line, list) and len(line) == 2 and isinstance(line[1], list)):
        raise lines.fault("this is not a row")
    name, values = line
    if not isinstance(name, str) or name not in tables:
        raise lines.fault("this row is of no table that is known")
    columns = tables[name].columns
    if len(values) != len(columns):
        raise lines.fault(f"a row of the table {name} has {len(columns)} values")
    for column, value in zip(columns, values, strict=True):
        wanted = column.type.python_type
        is_right = type(value) is wanted or (wanted is float and type(value) is int)
        if not (is_right or (value is None and column.nullable)):
            raise lines.fault(f"{name}.{column.name} cannot be {str(value)[:40]!r}")
    return name, dict(zip(columns.keys(), values, strict=True))


def _check_games(connection: Connection, progress: Progress) -> None:
    """Play every game through, and see that its events are all there."""
    of_events = {
        game: (number, last)
        for game, number, last in connection.execute(
            select(events.c.game, func.count(), func.max(events.c.v)).group_by(events.c.game)
        )
    }
    total = connection.execute(select(func.count()).select_from(games)).scalar_one()
    done = 0
    for rows in _chunks(connection, games):
        for row in rows:
            if of_events.get(row.id, (0, 0)) != (row.v, row.v):
                raise DumpError(f"game {row.id}: its events are not all there")
            _check_game(row)
        done += len(rows)
        progress("check", done, total)


def _check_game(row: Any) -> None:
    try:
        board = replayed(row.game, row.size, row.moves.split())
    except ValueError as error:
        raise DumpError(f"game {row.id}: {' '.join(str(error).split())}") from None
    if board.ply() != row.ply:
        raise DumpError(f"game {row.id}: it has {board.ply()} moves, and should have {row.ply}")
    if row.turn is not None and (board.is_game_over() or row.turn != board.turn.value):
        raise DumpError(f"game {row.id}: the wrong side is to move")
