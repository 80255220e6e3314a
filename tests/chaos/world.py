"""Servers and a database that are killed and come back, as under a supervisor such as systemd."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from random import Random

import psycopg

from tests.chaos.pages import Figures
from tools.postgres import Cluster, cluster

__all__ = ["World", "world"]

#: Seconds that nothing takes, unless it hangs.
PATIENCE = 60.0
#: Seconds for which the database is away at most, before it is started again.
LONGEST_AWAY = 4.0
#: What a supervisor waits before it starts a server again, mostly and at times.
RESTART, LATE_RESTART = 0.1, 3.0


class Server:
    """A server process at a port of its own, started again whenever it ends."""

    def __init__(self, number: int, database: str, folder: Path, rng: Random) -> None:
        self.port = _free_port()
        self.log = folder / f"server-{number}.log"
        self.process: asyncio.subprocess.Process | None = None
        self.up = asyncio.Event()
        self.starts = 0
        self._database = database
        self._stopping = False
        self._rng = rng

    @property
    def pid(self) -> int | None:
        process = self.process
        return process.pid if process is not None and process.returncode is None else None

    async def watch(self, world: World) -> None:
        while not self._stopping:
            with self.log.open("ab") as log:
                self.process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    *("-m", "quincunx", "serve", "--no-browser", "--port", str(self.port)),
                    *("--database", self._database, "--log-level", "warning"),
                    *("--engines", "1", "--engine-memory", "16"),
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=log,
                )
            self.starts += 1
            assert self.process.stdout is not None
            if await self.process.stdout.readline():  # it has said where it is
                self.up.set()
                world.look()
            await self.process.wait()
            self.up.clear()
            world.look()
            if not self._stopping:
                late = self._rng.random() < 0.15
                await asyncio.sleep(self._rng.uniform(1, LATE_RESTART) if late else RESTART)

    def kill(self) -> bool:
        """End it as a fault would; whether there was something to end."""
        if self.pid is None or not _kill(self.pid):
            return False
        self.up.clear()
        return True

    async def stop(self, figures: Figures) -> None:
        """End it in peace."""
        self._stopping = True
        if self.process is None or self.process.returncode is not None:
            return
        self.process.terminate()
        try:
            code = await asyncio.wait_for(self.process.wait(), PATIENCE)
        except TimeoutError:
            figures.fault("a server does not stop when it is told to")
            self.process.kill()
            return
        if code != 0:
            figures.fault(f"a server that was told to stop ended with {code}")


class World:
    """All that can be killed, and a diary of when there was nobody to play with."""

    def __init__(self, servers: list[Server], database: str, postgres: Cluster | None) -> None:
        self.database = database
        self.servers = servers
        self.postgres = postgres
        #: From when to when no server was there, or no database.
        self.outages: list[tuple[float, float]] = []
        self._database_up = True
        self._since: float | None = time.time()

    def address(self, rng: Random) -> str:
        return f"127.0.0.1:{rng.choice(self.servers).port}"

    def look(self) -> None:
        """Write into the diary whether games can go on."""
        there = self._database_up and any(server.up.is_set() for server in self.servers)
        if there and self._since is not None:
            self.outages.append((self._since, time.time()))
            self._since = None
        elif not there and self._since is None:
            self._since = time.time()

    async def wait_until_up(self) -> None:
        """Until all servers are there."""
        for server in self.servers:
            await asyncio.wait_for(server.up.wait(), PATIENCE)

    async def stop(self, figures: Figures) -> None:
        """End the servers in peace; the database stays."""
        for server in self.servers:
            await server.stop(figures)
        lengths = [until - since for since, until in self.outages[1:]]  # the first is the start
        figures.longest_outage = max(lengths, default=0.0)
        figures.counts["outages"] = len(lengths)

    # --- Killing ---------------------------------------------------------------------------------

    async def kill(self, kind: str, rng: Random) -> int:
        """Kill something of this kind: how many processes were killed."""
        match kind:
            case "server":
                return sum(server.kill() for server in rng.sample(self.servers, 1))
            case "all servers":
                return sum(server.kill() for server in self.servers)
            case "engine":
                return self._kill_engine(rng)
            case "backend":
                return await self._kill_database(rng, whole=False)
            case _:
                return await self._kill_database(rng, whole=True)

    def _kill_engine(self, rng: Random) -> int:
        parents = [server.pid for server in self.servers if server.pid is not None]
        engines = [child for parent in parents for child in _children(parent)]
        if not engines:
            return 0
        return _kill(rng.choice(engines))

    async def _kill_database(self, rng: Random, *, whole: bool) -> int:
        assert self.postgres is not None
        if not whole:
            # One of those that serve a connection; PostgreSQL then begins anew by itself.
            try:
                found = await asyncio.to_thread(self.postgres.backends)
            except psycopg.OperationalError:
                return 0
            if not found:
                return 0
            if not _kill(rng.choice(found)):
                return 0
        self._database_up = False
        self.look()
        if whole:
            await asyncio.to_thread(self.postgres.kill)
            await asyncio.sleep(rng.choice((0.0, rng.uniform(0, LONGEST_AWAY))))
        await asyncio.to_thread(self.postgres.start)
        self._database_up = True
        self.look()
        return 1


@asynccontextmanager
async def world(kind: str, folder: Path, rng: Random) -> AsyncIterator[World]:
    """A world on SQLite with one server, or on PostgreSQL with two."""
    with _database(kind, folder) as (database, postgres):
        count = 1 if postgres is None else 2
        servers = [Server(number, database, folder, rng) for number in range(count)]
        made = World(servers, database, postgres)
        watching = [asyncio.create_task(server.watch(made)) for server in servers]
        try:
            for server in servers:
                await asyncio.wait_for(server.up.wait(), PATIENCE)
            yield made
        finally:
            for server in servers:
                server.kill()
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)


@contextmanager
def _database(kind: str, folder: Path) -> Iterator[tuple[str, Cluster | None]]:
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'games.sqlite'}", None
        return
    with cluster() as postgres:
        yield postgres.create("chaos"), postgres


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _kill(pid: int) -> bool:
    """End a process as a fault would; whether it was still there."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def _children(parent: int) -> list[int]:
    """The processes that a process has started, as Linux tells it."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            # The name of the program may have brackets and blanks in it.
            state, ppid = stat.read_text().rpartition(")")[2].split()[:2]
            if int(ppid) == parent and state != "Z":
                found.append(int(stat.parent.name))
    return found
