"""A server whose engine thinks for as long as a test wants."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from quincunx.server import app
from quincunx.server.engines import Engines
from quincunx.server.settings import Settings
from tests.server.client import Site
from tests.server.serving import serving

__all__ = ["gate", "running"]

FAKE = Path(__file__).with_name("fake_engine.py")


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file: when it is there, the engine answers."""
    log = tmp_path / "engine.log"
    command = [sys.executable, str(FAKE), "gate", "0", str(log)]
    monkeypatch.setattr(app, "Engines", partial(Engines, command=command))
    return log.with_suffix(".open")


@contextmanager
def running(database: str) -> Iterator[Site]:
    """A server with one engine: behind the gate, if the test has one."""
    with serving(app.create_app(Settings(database=database, engines=1))) as served:
        yield Site(f"http://{served.host}", database)
