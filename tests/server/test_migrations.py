"""The tables: made once, by whoever comes first, and as ``tables.py`` says."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import alembic.command
import sqlalchemy
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from quincunx.server import database as addresses
from quincunx.server import tables
from quincunx.server.metrics import make_metrics
from quincunx.server.store import Store
from tests.server.client import Site
from tests.server.databases import connected
from tests.server.processes import ServerProcess


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
    servers = []
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        servers.append(ServerProcess(database, folder, "--engines", "1"))
    try:
        for server in servers:
            server.begin()
        for server in servers:
            server.wait()
        made = Site(servers[0].address).new()
        for server in servers:
            assert Site(server.address).state(made["id"])["id"] == made["id"]
    finally:
        for server in servers:
            server.kill()
