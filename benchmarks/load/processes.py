"""Servers and databases to be measured, and what they use of the machine, as Linux tells it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.server.processes import ServerProcess

__all__ = ["Site", "busy_seconds", "cpu_seconds", "generate", "rss_megabytes", "site"]

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Site:
    """Servers on one database; the first ``servers`` of ``pids`` are theirs."""

    ports: list[int]
    pids: list[int]
    servers: int

    def memory(self) -> list[float]:
        """Megabytes of each server."""
        return [rss_megabytes(pid) for pid in self.pids[: self.servers]]


@contextmanager
def site(kind: str, servers: int = 1) -> Iterator[Site]:
    """Servers on a new database, as users start them."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="quincunx-load-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        database, others = f"sqlite:///{folder / 'games.sqlite'}", list[int]()
        if kind == "postgresql":
            from tools.postgres import cluster

            postgres = stack.enter_context(cluster())
            database = postgres.create("load")
            others = [postgres.pid] if postgres.pid is not None else []
        started = [stack.enter_context(_server(database, folder / str(n))) for n in range(servers)]
        pids = [server.pid for server in started]
        yield Site([server.port for server in started], [*pids, *others], servers)


@contextmanager
def _server(database: str, folder: Path) -> Iterator[ServerProcess]:
    folder.mkdir()
    server = ServerProcess(database, folder, "--engines", "1", "--log-level", "warning")
    try:
        server.start()
        yield server
        server.stop()
        if text := server.log():
            print(f"the server's log has:\n{text[:2000]}", file=sys.stderr)
    finally:
        server.kill()


def generate(
    where: Site, steps: Sequence[dict[str, Any]], limit_ms: float, *, together: bool = True
) -> Iterator[dict[str, Any]]:
    """What each step has measured; the first that is not good enough is the last.

    :param together: both players of a game are on the same server.
    """
    orders = {
        "ports": where.ports,
        "pids": where.pids,
        "steps": list(steps),
        "limit_ms": limit_ms,
        "together": together,
    }
    command = [sys.executable, "-m", "benchmarks.load.generator", json.dumps(orders)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield json.loads(line)
    if process.returncode:
        raise RuntimeError(f"the generator of load ended with {process.returncode}")


# --- What processes use --------------------------------------------------------------------------


def cpu_seconds(pids: Sequence[int]) -> list[float]:
    """Processor time of each process so far; a postmaster's with that of its children."""
    times, parents = dict[int, float](), dict[int, int]()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(stat.parent.name)
        parents[pid] = int(fields[1])
        times[pid] = (int(fields[11]) + int(fields[12])) / _TICK
    return [
        times.get(pid, 0.0) + sum(times[child] for child in times if parents[child] == pid)
        for pid in pids
    ]


def busy_seconds() -> float:
    """Processor time of everything that runs on this machine so far."""
    user, nice, system, _, _, *interrupts = map(
        int, Path("/proc/stat").read_text().partition("\n")[0].split()[1:9]
    )
    return (user + nice + system + sum(interrupts)) / _TICK


def rss_megabytes(pid: int) -> float:
    """Memory of a process that is in use."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * _PAGE / 1e6
