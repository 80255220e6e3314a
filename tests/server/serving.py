"""An app on a real server in a thread of this process, and plain calls to it."""

import asyncio
import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from quincunx.server import run
from quincunx.server.settings import Settings


@dataclass
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Served:
    port: int
    server: uvicorn.Server
    _errors: list[BaseException] = field(default_factory=list)

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def call(
        self,
        method: str,
        path: str,
        body: bytes | Iterator[bytes] | None = None,
        headers: dict[str, str] | None = None,
    ) -> Reply:
        """One call; a body that comes in parts is sent in chunks."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            told = {name.lower(): value for name, value in answer.getheaders()}
            return Reply(answer.status, told, answer.read())
        finally:
            connection.close()


@contextmanager
def serving(app: ASGIApp, settings: Settings | None = None, **others: Any) -> Iterator[Served]:
    """Run an app as ``quincunx serve`` does, without its signals and its logs.

    :param others: what is to be different, as uvicorn calls it.
    """
    listeners = run.listen("127.0.0.1", 0, fixed=True)
    different = {"lifespan": "auto", "timeout_graceful_shutdown": 2, **others}
    config = run.config(app, settings or Settings(), **different)
    served = Served(listeners[0].getsockname()[1], uvicorn.Server(config))

    def work() -> None:
        try:
            asyncio.run(served.server.serve(sockets=listeners))
        except BaseException as error:
            served._errors.append(error)
            raise

    thread = threading.Thread(target=work)
    thread.start()
    try:
        deadline = time.monotonic() + 30
        while not served.server.started:
            assert not served._errors and time.monotonic() < deadline
            time.sleep(0.01)
        yield served
    finally:
        served.server.should_exit = True
        thread.join(30)
        assert not thread.is_alive()
