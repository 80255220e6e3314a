"""A server that runs, and browsers that visit it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.app.servers import Line, Server
from tests.app.visitors import DESK, PATIENCE, PHONE, Visit, Visitor
from tests.server.held import gate
from tests.web.conftest import chromium

__all__ = ["chromium", "gate"]

STATIC = Path(__file__).parents[2] / "src" / "quincunx" / "server" / "static"

expect.set_options(timeout=PATIENCE)


def _started(folder: Path) -> Iterator[Server]:
    if not (STATIC / "manifest.json").exists():
        pytest.fail("there is no page: make web builds it")
    server = Server(folder, "--engines", "2")
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that leave it alone."""
    yield from _started(tmp_path_factory.mktemp("server"))


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server to be killed."""
    yield from _started(tmp_path)


@pytest.fixture
def line(own_server: Server) -> Iterator[Line]:
    """A line to the test's own server."""
    with Line(own_server) as line:
        yield line


@pytest.fixture
def visit(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Opens browsers. No page of theirs may have an error, or ask another host for anything."""
    visitors: list[Visitor] = []

    def come(
        address: str | None = None,
        *,
        phone: bool = False,
        settings: dict[str, Any] | None = None,
        outages: bool = False,
        **options: Any,
    ) -> Visitor:
        if address is None:
            server: Server = request.getfixturevalue("server")
            address = server.address
        context = chromium.new_context(
            **{"locale": "en-GB", **(PHONE if phone else DESK), **options}
        )
        context.set_default_timeout(PATIENCE)
        visitors.append(Visitor(context, address, outages=outages))
        if settings is not None:
            visitors[-1].keep(settings)
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
    assert [fault for visitor in visitors for fault in visitor.faults] == []
