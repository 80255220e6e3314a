"""The database that cannot be reached, whatever the driver calls it."""

import asyncio
from pathlib import Path
from typing import NoReturn

import pytest
from sqlalchemy.exc import InterfaceError, OperationalError

from quincunx.server.metrics import Metrics
from quincunx.server.store import Store, StoreDown

FAILURES = [
    OperationalError("SELECT", {}, Exception("the server closed the connection")),
    InterfaceError(
        "SELECT", {}, Exception("the connection is closed"), connection_invalidated=True
    ),
]


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
def test_failure__is_the_same_for_who_reads_and_who_writes(
    tmp_path: Path, failure: Exception
) -> None:
    def fail(_: object) -> NoReturn:
        raise failure

    async def run() -> None:
        store = Store(f"sqlite:///{tmp_path / 'games.sqlite'}", server="one", metrics=Metrics())
        store.open()
        try:
            for way in (store.read, store.write):
                with pytest.raises(StoreDown, match="connection"):
                    await way(fail)
        finally:
            store.close()

    asyncio.run(run())
