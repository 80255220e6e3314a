"""Addresses of databases: which are understood, and whether somebody is at home there."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import URL, Connection, Engine

__all__ = ["DatabaseError", "check", "default_address", "parse", "shown", "watched"]

#: Seconds, but for the last, which is in milliseconds: how long to knock, when to ask a silent
#: machine whether it is there, how often, and how long it may leave something unanswered.
_WATCHED = {
    "connect_timeout": "10",
    "keepalives_idle": "20",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}


class DatabaseError(Exception):
    """A database cannot be used; the text says why, in one line."""


def default_address() -> str:
    """A file in the folder where this system keeps the data of programs for a user."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return f"sqlite:///{folder / 'quincunx' / 'quincunx.sqlite'}"


def parse(text: str) -> str:
    """The address that a user means: SQLAlchemy's form of it.

    >>> parse("games.sqlite")
    'sqlite:///games.sqlite'
    >>> parse("postgresql://localhost/quincunx")
    'postgresql+psycopg://localhost/quincunx'

    :raises DatabaseError: if it is none.
    """
    scheme, colon, rest = text.partition("://")
    if not colon:
        if not text.strip() or text == ":memory:":
            raise DatabaseError("the database has to be a file or a server, as games are to last")
        return f"sqlite:///{text}"
    if scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        return _server(f"postgresql+psycopg://{rest}")
    if scheme in ("sqlite", "sqlite+pysqlite"):
        path = rest.removeprefix("/")
        if not rest.startswith("/") or not path or path == ":memory:":
            raise DatabaseError(
                "the address of a SQLite file is sqlite:/// and its path, such as "
                "sqlite:///games.sqlite; only a file lasts"
            )
        return f"sqlite:///{path}"
    raise DatabaseError(
        f"no database is called {scheme[:40]!r}; there are sqlite:///FILE and postgresql://HOST/NAME"
    )


def _server(address: str) -> str:
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        # The text may have a password in it, so it is not repeated.
        raise DatabaseError(
            "the address of a PostgreSQL database is postgresql://USER@HOST:PORT/NAME"
        ) from None
    if not url.database:
        raise DatabaseError(f"which database? {shown(address)} names a server, but none on it")
    if importlib.util.find_spec("psycopg") is None:
        raise DatabaseError(
            "PostgreSQL needs its driver: python -m pip install 'quincunx[postgresql]'"
        )
    return address


def shown(address: str) -> str:
    """An address without its password, for messages."""
    from sqlalchemy import make_url

    return make_url(address).render_as_string(hide_password=True)


def sqlite_file(address: str) -> Path | None:
    """The file of a SQLite database; None for another kind."""
    kind, _, path = address.partition(":///")
    return Path(path) if kind == "sqlite" else None


def connect(address: str, *, create: bool, writes: bool = False) -> Engine:
    """A way to a database that answers.

    Its transactions see one and the same state from their first statement to their last.

    :param create: may a SQLite file that is not there be made?
    :param writes: is it to be written to? SQLite has room for one at a time.
    :raises DatabaseError: if there is no database, or no one that is ours to use.
    """
    import sqlalchemy
    from sqlalchemy import event, text
    from sqlalchemy.exc import DBAPIError

    path = sqlite_file(address)
    if path is None:
        url = watched(sqlalchemy.make_url(address))
        engine = sqlalchemy.create_engine(url, isolation_level="REPEATABLE READ")
    else:
        _make_folder(path, create)
        engine = sqlalchemy.create_engine(address)

        @event.listens_for(engine, "connect")
        def connected(connection: Any, _: object) -> None:
            # Python would begin transactions too late: reading would not be part of them.
            connection.isolation_level = None
            connection.execute("PRAGMA busy_timeout=10000")
            connection.execute("PRAGMA foreign_keys=ON")

        @event.listens_for(engine, "begin")
        def begun(connection: sqlalchemy.Connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    try:
        with engine.connect() as connection:
            connection.execute(text("SELECT 1" if path is None else "PRAGMA schema_version"))
    except DBAPIError as error:
        engine.dispose()
        why = " ".join(str(error.orig).split())
        raise DatabaseError(f"{shown(address)}: {why}") from None
    return engine


def _make_folder(path: Path, create: bool) -> None:
    if not create and not path.is_file():
        raise DatabaseError(f"there is no database {path}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseError(f"{path.parent}: {error.strerror}") from None


def revision(connection: Connection) -> str | None:
    """How far its tables are; None if it has none of ours yet."""
    import sqlalchemy
    from sqlalchemy import text

    if not sqlalchemy.inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def watched(url: URL) -> URL:
    """An address of PostgreSQL by which a machine that is gone without a word is noticed.

    What the address says about it itself stays.

    >>> from sqlalchemy import make_url
    >>> watched(make_url("postgresql+psycopg://h/d?connect_timeout=3")).query["connect_timeout"]
    '3'
    """
    return url.update_query_dict(
        {name: value for name, value in _WATCHED.items() if name not in url.query}
    )


def migrations() -> Config:
    """What Alembic has to know."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring the tables to a revision, within the connection's transaction."""
    import alembic.command

    config = migrations()
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, to)


def known_revisions() -> list[str]:
    """The states of the tables that this version knows, the newest first."""
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(migrations()).walk_revisions()
    return [script.revision for script in scripts]


def check(address: str) -> None:
    """Look whether a server can work with a database.

    :raises DatabaseError: if it cannot be reached, or belongs to a later version.
    """
    engine = connect(address, create=True)
    try:
        with engine.connect() as connection:
            found = revision(connection)
    finally:
        engine.dispose()
    if found is not None and found not in known_revisions():
        raise DatabaseError(
            f"{shown(address)} was used by a later version of Quincunx; this one cannot read it"
        )
