"""A server as its users start it: a process of its own, at a free port."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

#: Nothing takes as long as this, unless it hangs.
PATIENCE = 60.0


class ServerProcess:
    """A server that can be killed and started again, at the same port and on the same database.

    :param folder: where its log goes.
    """

    def __init__(self, database: str, folder: Path, *options: str) -> None:
        self.port = 0
        self._database = database
        self._options = options
        self._log = folder / "server.log"
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def start(self) -> None:
        """Start it and wait until it answers."""
        self.begin()
        self.wait()

    def begin(self) -> None:
        """Start it."""
        command = [sys.executable, "-m", "quincunx", "serve", "--no-browser"]
        where = ["--port", str(self.port), "--database", self._database]
        with self._log.open("ab") as errors:
            self._process = subprocess.Popen(
                [*command, *where, *self._options], stdout=subprocess.PIPE, stderr=errors, text=True
            )

    def wait(self) -> None:
        """Wait until it answers."""
        assert self._process and self._process.stdout
        said = self._process.stdout.readline()
        found = re.search(r"http://[^/]+:(\d+)/", said)
        assert found, f"{said}\n{self.log()}"
        self.port = int(found[1])

    def signal(self, number: int) -> None:
        assert self._process
        self._process.send_signal(number)

    def kill(self) -> None:
        """As when the power fails; nothing is left of it."""
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        assert self._process.stdout
        self._process.stdout.close()
        self._process = None

    def stop(self) -> None:
        """Tell it to end, which it must do well. One that was killed has ended already."""
        if self._process is None:
            return
        self.signal(signal.SIGTERM)
        try:
            assert self._process.wait(PATIENCE) == 0, self.log()
        finally:
            self.kill()


@contextmanager
def server_process(folder: Path, *options: str) -> Iterator[str]:
    """Its address, without a slash at the end. It must end well when it is told to."""
    server = ServerProcess(f"sqlite:///{folder / 'games.sqlite'}", folder, *options)
    try:
        server.start()
        yield server.address
        server.stop()
    finally:
        server.kill()


@contextmanager
def server_processes(database: str, folder: Path, number: int) -> Iterator[list[ServerProcess]]:
    """Several on one database, which start at the same time."""
    servers = []
    for name in map(str, range(number)):
        (folder / name).mkdir()
        servers.append(ServerProcess(database, folder / name, "--engines", "1"))
    try:
        for server in servers:
            server.begin()
        for server in servers:
            server.wait()
        yield servers
        for server in servers:
            server.stop()
    finally:
        for server in servers:
            server.kill()


def call(address: str, method: str = "GET", **body: Any) -> Any:
    """What a call answers with, as data; it must succeed."""
    data = json.dumps(body).encode() if body else None
    head = {"Content-Type": "application/json"}
    with urlopen(Request(address, data, head, method=method), timeout=PATIENCE) as answer:
        return json.load(answer)
