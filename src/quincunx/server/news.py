"""News from other processes: PostgreSQL's LISTEN and NOTIFY. With SQLite there are none."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import URL

from quincunx.server.database import watched
from quincunx.server.store import CHANNEL

__all__ = ["News"]

log = logging.getLogger("quincunx.news")

#: Seconds between looks at whether to stop, and before another try to connect.
_PATIENCE = 0.5


class News:
    """A thread that listens, and tells the loop what it hears.

    :param hear: gets each notice of another process.
    :param gap: called whenever something may have been missed.
    """

    def __init__(
        self, url: URL, server: str, hear: Callable[[dict[str, Any]], None], gap: Callable[[], None]
    ) -> None:
        plain = watched(url).set(drivername="postgresql")
        self._address = plain.render_as_string(hide_password=False)
        self._server = server
        self._hear = hear
        self._gap = gap
        self._stopping = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._work, name="news", daemon=True)

    def start(self) -> None:
        self._thread.start()

    async def stop(self) -> None:
        self._stopping.set()
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        import psycopg

        while not self._stopping.is_set():
            try:
                with psycopg.connect(self._address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._call(self._gap)
                    while not self._stopping.is_set():
                        for notice in connection.notifies(timeout=_PATIENCE):
                            self._told(notice.payload)
            except psycopg.Error as error:
                log.warning("no news from the database: %s", error)
                time.sleep(_PATIENCE)
            except Exception:
                log.exception("the news cannot be understood; listening anew")
                time.sleep(_PATIENCE)

    def _told(self, payload: str) -> None:
        notice = json.loads(payload)
        if notice["server"] != self._server:
            self._call(self._hear, notice)

    def _call(self, function: Callable[..., None], *values: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(function, *values)
        except RuntimeError:  # the loop has been closed
            self._stopping.set()
