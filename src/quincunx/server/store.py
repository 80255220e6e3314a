"""The database: reading in threads, and writing in batches.

All writes of a process go through one thread. It takes whatever waits, does it in one transaction
and commits, so that a thousand games share the price of bringing something to the disk. Nobody is
told that something is done before the commit. If a job of a batch fails, the batch is rolled back
and its jobs are done one by one; so a job may run more than once, and does nothing but read and
write.
"""

from __future__ import annotations

import asyncio
import json
import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

import sqlalchemy
from sqlalchemy import Connection, Engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, OperationalError

from quincunx.server import database
from quincunx.server.metrics import Metrics

__all__ = ["Store", "StoreDown", "Transaction", "migrate"]

log = logging.getLogger("quincunx.store")

T = TypeVar("T")

#: The channel of LISTEN and NOTIFY.
CHANNEL = "quincunx"
#: PostgreSQL takes at most 8000 bytes in one notification; a game in it takes about 25.
_GAMES_IN_NEWS = 250
_LARGEST_BATCH = 200
_READERS = 4
#: Any number will do, if nobody else uses it in this database.
_MIGRATION_LOCK = 5_155_155


class StoreDown(Exception):
    """The database cannot be reached; whether the last write was done is not known."""


@dataclass
class Transaction:
    """What a job writes with, and whom it tells about it after the commit."""

    connection: Connection
    news: list[tuple[str, int]] = field(default_factory=list)
    notices: list[dict[str, Any]] = field(default_factory=list)

    def tell(self, game: str, v: int) -> None:
        """Other processes are to know that this game has an event of this number."""
        self.news.append((game, v))

    def notice(self, **words: Any) -> None:
        """Other processes are to know something that is not worth keeping."""
        self.notices.append(words)


@dataclass
class _Job:
    order: str
    run: Callable[[Transaction], Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Store:
    """A database, by its address: ``sqlite:///FILE`` or ``postgresql+psycopg://…``."""

    def __init__(self, url: str, *, server: str, metrics: Metrics) -> None:
        try:
            self.url = make_url(url)
        except ArgumentError:
            raise ValueError(f"{url!r} is not the address of a database") from None
        self.kind = self.url.get_backend_name()
        self.server = server
        self._metrics = metrics
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="reader")
        self._writing = _engine(self.url, size=1, writes=True)
        self._reading = _engine(self.url, size=_READERS, writes=False)

    @property
    def is_shared(self) -> bool:
        """May other processes write about the same games?"""
        return self.kind == "postgresql"

    def open(self) -> None:
        """Bring the tables up to date and begin to write.

        :raises StoreDown: if the database cannot be reached.
        """
        try:
            migrate(self._writing)
        except OperationalError as error:
            raise StoreDown(str(error.orig)) from error
        self._thread = threading.Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish what waits, and let go of the database."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = None
        self._readers.shutdown()
        self._writing.dispose()
        self._reading.dispose()

    async def read(self, run: Callable[[Connection], T]) -> T:
        """What a function finds in the database.

        :raises StoreDown: if the database cannot be reached.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, self._read, run)

    def _read(self, run: Callable[[Connection], T]) -> T:
        try:
            with self._reading.begin() as connection:
                return run(connection)
        except DBAPIError as error:
            raise _translated(error) from error.orig

    async def write(self, run: Callable[[Transaction], T], *, order: str = "") -> T:
        """What a function answers that writes, after its transaction has been committed.

        :param order: jobs of a batch are done by this, so that two processes that write about the
            same games do not wait for each other in a circle: a game's id.
        :raises IntegrityError: if what is written is there already.
        :raises StoreDown: if the database cannot be reached.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put(_Job(order, run, future, loop))
        return await future

    # --- The writing thread ----------------------------------------------------------------------

    def _work(self) -> None:
        open_ = True
        while open_:
            batch: list[_Job] = []
            job = self._queue.get()
            while True:
                if job is None:
                    open_ = False
                    break
                batch.append(job)
                if len(batch) == _LARGEST_BATCH:
                    break
                try:
                    job = self._queue.get_nowait()
                except queue.Empty:
                    break
            if batch:
                self._do(sorted(batch, key=lambda job: job.order))

    def _do(self, batch: list[_Job]) -> None:
        began = time.perf_counter()
        try:
            answers: list[tuple[_Job, Any]] = list(
                zip(batch, self._commit([job.run for job in batch]), strict=True)
            )
        except Exception as error:
            if len(batch) == 1:
                answers = [(batch[0], _translated(error))]
            else:
                answers = []
                for job in batch:
                    try:
                        [answer] = self._commit([job.run])
                    except Exception as error:
                        answer = _translated(error)
                    answers.append((job, answer))
        self._metrics.batch(len(batch), time.perf_counter() - began)
        loops = {job.loop for job in batch}
        for loop in loops:
            mine = [(job.future, answer) for job, answer in answers if job.loop is loop]
            try:
                loop.call_soon_threadsafe(_resolve, mine)
            except RuntimeError:
                log.info("nobody waits for an answer any more: the loop is closed")

    def _commit(self, runs: list[Callable[[Transaction], Any]]) -> list[Any]:
        with self._writing.begin() as connection:
            transaction = Transaction(connection)
            answers = [run(transaction) for run in runs]
            if self.kind == "postgresql":
                for payload in _payloads(self.server, transaction):
                    connection.execute(
                        text("SELECT pg_notify(:channel, :payload)"),
                        {"channel": CHANNEL, "payload": payload},
                    )
        return answers


def _resolve(answers: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, answer in answers:
        if future.done():
            continue
        if isinstance(answer, BaseException):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def _translated(error: Exception) -> Exception:
    """The error for whoever waits: a database that cannot be reached is one of its own."""
    if isinstance(error, IntegrityError):
        return error
    if isinstance(error, OperationalError) or (
        isinstance(error, DBAPIError) and error.connection_invalidated
    ):
        log.warning("the database did not do it: %s", error.orig)
        return StoreDown(str(error.orig))
    return error


def _payloads(server: str, transaction: Transaction) -> list[str]:
    """Notifications that tell all of it, as few as will do."""
    payloads = [json.dumps({"server": server, **words}) for words in transaction.notices]
    latest = list(dict(transaction.news).items())
    for k in range(0, len(latest), _GAMES_IN_NEWS):
        part = latest[k : k + _GAMES_IN_NEWS]
        payloads.append(json.dumps({"server": server, "games": part}))
    return payloads


# --- Connecting ----------------------------------------------------------------------------------


def _engine(url: sqlalchemy.URL, *, size: int, writes: bool) -> Engine:
    if url.get_backend_name() != "sqlite":
        isolation = "READ COMMITTED" if writes else "REPEATABLE READ"
        return sqlalchemy.create_engine(
            database.watched(url),
            pool_size=size,
            max_overflow=0,
            pool_pre_ping=True,
            isolation_level=isolation,
        )
    engine = sqlalchemy.create_engine(
        url, poolclass=sqlalchemy.QueuePool, pool_size=size, max_overflow=0
    )

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        # Transactions are begun below; Python's own way would begin them too late.
        connection.isolation_level = None
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "busy_timeout=10000",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def migrate(engine: Engine) -> None:
    """Bring the tables up to date; of several processes that start at once, one does it."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            # Held until the transaction ends. SQLite's BEGIN IMMEDIATE does the same by itself.
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
        database.upgrade(connection)
