"""Servers and databases for tests."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from sqlalchemy import URL

from quincunx.server.app import create_app
from quincunx.server.settings import Settings
from tests.needs import require
from tests.server import databases
from tests.server.client import Site
from tests.server.held import gate
from tests.server.serving import serving

__all__ = ["gate"]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[URL]:
    """A PostgreSQL server of this process's own."""
    with databases.postgresql_server() as url:
        require(url, databases.MISSING)
        assert url is not None
        yield url


@pytest.fixture(scope="session", params=databases.KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """Each kind of database in turn."""
    return str(request.param)


@dataclass(frozen=True)
class MakeDatabase:
    request: pytest.FixtureRequest
    factory: pytest.TempPathFactory

    def __call__(self, kind: str) -> str:
        """The address of an empty database of this kind."""
        server = self.request.getfixturevalue("postgresql") if kind == "postgresql" else None
        return databases.new_database(kind, self.factory.mktemp("database"), server)


@pytest.fixture(scope="session")
def make_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> MakeDatabase:
    return MakeDatabase(request, tmp_path_factory)


@pytest.fixture
def database(kind: str, make_database: MakeDatabase) -> str:
    """The address of an empty database, of each kind in turn."""
    return make_database(kind)


@pytest.fixture(scope="session")
def site(kind: str, make_database: MakeDatabase) -> Iterator[Site]:
    """A server on each kind of database in turn, for tests that leave it as it is."""
    address = make_database(kind)
    # Tests make calls faster than people do.
    settings = Settings(database=address, engines=1, call_rate=1e6, call_burst=10**6)
    with serving(create_app(settings)) as served:
        yield Site(f"http://{served.host}", address)
