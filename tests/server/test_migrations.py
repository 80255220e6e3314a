"""The tables: made once, by whoever comes first, and as ``tables.py`` says."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import alembic.command
import pytest
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import IntegrityError

from quincunx.server import database as addresses
from quincunx.server import tables
from quincunx.server.app import create_app
from quincunx.server.metrics import make_metrics
from quincunx.server.settings import Settings
from quincunx.server.store import Store, Transaction
from tests.server.client import Site
from tests.server.databases import connected, events_of
from tests.server.processes import server_processes
from tests.server.serving import serving


def migrated(database: str) -> None:
    """Open a database as a server does."""
    store = Store(database, server="test", metrics=make_metrics(False))
    store.open()
    store.close()


def test_head__is_what_the_tables_are(database: str) -> None:
    migrated(database)
    with connected(database) as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, tables.metadata) == []
        assert addresses.revision(connection) == addresses.known_revisions()[0]


def test_base__is_reached_again_and_left_again(database: str) -> None:
    migrated(database)
    for revision, wanted in (("base", set()), ("head", set(tables.metadata.tables))):
        with connected(database) as connection:
            config = addresses.migrations()
            config.attributes["connection"] = connection
            command = alembic.command.downgrade if revision == "base" else alembic.command.upgrade
            command(config, revision)
        with connected(database) as connection:
            found = set(sqlalchemy.inspect(connection).get_table_names())
            assert found - {"alembic_version"} == wanted


def test_store__opened_by_many_at_once_makes_the_tables_once(database: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda _: migrated(database), range(6)))
    with connected(database) as connection:
        assert addresses.revision(connection) == addresses.known_revisions()[0]


def test_servers__that_start_at_once_on_an_empty_database(database: str, tmp_path: Path) -> None:
    with server_processes(database, tmp_path, 3) as servers:
        made = Site(servers[0].address).new()
        for server in servers:
            assert Site(server.address).state(made["id"])["id"] == made["id"]


# --- What the database itself holds to -----------------------------------------------------------


def test_event__takes_its_place_and_its_key_once(database: str) -> None:
    """Whatever a process may believe: of two events at one place the database keeps one."""
    with serving(create_app(Settings(database=database, engines=1))) as served:
        site = Site(f"http://{served.host}", database)
        id, first, _ = site.pair()
        site.move(id, first, "c3", 0, key="k").must(201)
    (*_, move) = events_of(database, id)
    assert (move["branch"], move["ply"], move["seat"], move["key"]) == (0, 1, 0, "k")
    events = tables.events
    for same in (
        {"v": move["v"]},
        {name: move[name] for name in ("branch", "ply")},
        {name: move[name] for name in ("seat", "key")},
    ):
        free = {"v": 99, "branch": 7, "ply": 7, "seat": 1, "key": "other"}
        with pytest.raises(IntegrityError), connected(database) as connection:
            connection.execute(events.insert().values({**move, **free, **same}))
    with connected(database) as connection:
        connection.execute(events.insert().values({**move, **free}))
    assert len(events_of(database, id)) == 3


def test_sqlite__writes_to_the_disk_before_it_says_so(tmp_path: Path) -> None:
    store = Store(
        f"sqlite:///{tmp_path / 'games.sqlite'}", server="test", metrics=make_metrics(False)
    )
    store.open()

    def asked(transaction: Transaction) -> list[object]:
        return [
            transaction.connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous")
        ]

    try:
        assert asyncio.run(store.write(asked)) == ["wal", 2]  # 2 is FULL
    finally:
        store.close()
