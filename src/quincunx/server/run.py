"""``quincunx serve``: one process that listens, and goes in peace when it is told to."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import uvicorn

from quincunx.server import database, logs
from quincunx.server.protocols import HttpProtocol, SocketProtocol

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from starlette.applications import Starlette
    from starlette.types import ASGIApp

    from quincunx.server.settings import Settings

__all__ = ["ServeError", "serve"]

log = logging.getLogger("quincunx.run")

#: How many ports after the wanted one are tried.
_PORTS = 50
#: Bytes of a socket's message; the next byte is refused with 4413.
SOCKET_LIMIT = 4096
#: Seconds between pings of a socket, and for the answer to one.
_PING_INTERVAL, _PING_TIMEOUT = 10.0, 20.0
#: Objects, and then rounds, between looks of the garbage collector; Python's are 700, 10, 10.
_COLLECT = (700, 4, 100)
#: Seconds for pages to be told of a stop and to leave, and then for what is being answered to end.
_ANNOUNCE_TIMEOUT, _LEAVE_TIMEOUT, _STOP_TIMEOUT = 2.0, 0.5, 5


class ServeError(Exception):
    """The server cannot start; the text says why, in one line."""


def serve(settings: Settings, *, fixed_port: bool = False, browser: bool = False) -> None:
    """Run until SIGTERM or Ctrl-C.

    :param fixed_port: this port and no other. Otherwise the next free one is taken.
    :param browser: open one, if there is one.
    :raises ServeError: if the server cannot start.
    """
    from quincunx.server.app import create_app
    from quincunx.server.assets import AssetsMissing

    logs.configure(settings.log_format, settings.log_level)
    raise_file_limit()
    try:
        database.check(settings.database)
        app = create_app(settings)
    except (database.DatabaseError, AssetsMissing) as error:
        raise ServeError(str(error)) from None
    listeners = listen(settings.host, settings.port, fixed=fixed_port)
    port = listeners[0].getsockname()[1]
    if settings.port not in (0, port):
        _say(f"port {settings.port} is taken; using {port}")
    run(app, replace(settings, port=port), listeners, browser=browser)


def run(
    app: Starlette, settings: Settings, listeners: list[socket.socket], *, browser: bool = False
) -> None:
    """Run an app on sockets that listen already."""
    where = address(settings.host, settings.port)
    server = Server(config(app, settings), app, where, browser=browser)
    server.run(sockets=listeners)
    if not server.started:
        raise ServeError("the server could not start; the log says why")


def config(app: ASGIApp, settings: Settings, **others: Any) -> uvicorn.Config:
    """How uvicorn is to run an app.

    :param others: what is to be different, as uvicorn calls it.
    """
    wanted: dict[str, Any] = {
        "http": HttpProtocol,
        "ws": SocketProtocol,
        "ws_max_size": SOCKET_LIMIT,
        "ws_ping_interval": _PING_INTERVAL,
        "ws_ping_timeout": _PING_TIMEOUT,
        "lifespan": "on",
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": bool(settings.trusted_proxy),
        "forwarded_allow_ips": settings.trusted_proxy,
        "timeout_graceful_shutdown": _STOP_TIMEOUT,
    }
    return uvicorn.Config(app, **(wanted | others))


def _say(text: str) -> None:
    """Tell the person at the terminal. Logs go to stderr, so that stdout is only this."""
    print(text, flush=True)


# --- Listening -----------------------------------------------------------------------------------


def address(host: str, port: int) -> str:
    """Where a browser on this machine finds the server."""
    if host in ("0.0.0.0", ""):
        host = "127.0.0.1"
    elif host == "::":
        host = "::1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def listen(host: str, port: int, *, fixed: bool) -> list[socket.socket]:
    """Sockets that listen at every address of a host, at one port.

    :raises ServeError: if the port is taken and has to be this one, or the host is not here.
    """
    last = port if fixed or port == 0 else min(port + _PORTS, 65535)
    for candidate in range(port, last + 1):
        try:
            return _listen(host, candidate)
        except socket.gaierror as error:
            raise ServeError(f"there is no host {host!r}: {error.strerror}") from None
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise ServeError(f"{host} is not an address of this machine") from None
            if error.errno == errno.EACCES:
                raise ServeError(
                    f"port {candidate} is not for everybody to use; those from 1024 are"
                ) from None
            if error.errno != errno.EADDRINUSE:
                raise ServeError(f"cannot listen at {host}, port {candidate}: {error}") from None
    if fixed:
        raise ServeError(f"port {port} is taken; another one can be given with --port")
    raise ServeError(f"the ports {port} to {last} are all taken; give another with --port")


def _listen(host: str, port: int) -> list[socket.socket]:
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    listeners: list[socket.socket] = []
    try:
        for family, kind, protocol, _, where in dict.fromkeys(found):
            listener = socket.socket(family, kind, protocol)
            listeners.append(listener)
            if os.name == "posix":
                # A port can be used again at once after a restart.
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            # All addresses at the port that the first has got, should any port do.
            listener.bind((where[0], port, *where[2:]))
            port = listener.getsockname()[1]
            # Taken for certain only now: two programs may bind a port before one listens.
            listener.listen(2048)
            listener.setblocking(False)
    except OSError:
        for listener in listeners:
            listener.close()
        raise
    return listeners


def raise_file_limit() -> None:
    """Each connection is an open file: allow as many as the system lets this user have."""
    try:
        import resource
    except ImportError:  # not Unix
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError) as error:
            log.warning("at most %d open files: %s", soft, error)


# --- The server ----------------------------------------------------------------------------------


class Server(uvicorn.Server):
    """uvicorn's server, which takes leave of the pages before it stops."""

    def __init__(
        self, config: uvicorn.Config, app: Starlette, where: str, *, browser: bool
    ) -> None:
        super().__init__(config)
        self._app = app
        self._where = where
        self._browser = browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        # While the collector looks at everything, everybody waits. What is there now stays, so that
        # it need not be looked at again; and the rest is not worth it as often.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_COLLECT)
        _say(f"Quincunx is at {self._where} (Ctrl-C stops it)")
        if self._browser and has_browser():
            # Some browsers keep whoever starts them waiting.
            threading.Thread(target=_open_browser, args=(self._where,), daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("stopping")
        for server in self.servers:
            server.close()
        live = getattr(self._app.state, "live", None)
        if live is not None:
            try:
                async with asyncio.timeout(_ANNOUNCE_TIMEOUT):
                    await live.announce_restart()
                await self._sockets_gone()
            except TimeoutError:
                log.warning("not every page could be told of the stop in time")
            except Exception:
                log.exception("the pages could not be told of the stop")
        await super().shutdown(sockets)
        log.info("stopped")

    async def _sockets_gone(self) -> None:
        """What was announced still has to reach the pages; who has not said hello is cut off."""
        deadline = time.monotonic() + _LEAVE_TIMEOUT
        while any(isinstance(c, SocketProtocol) for c in self.server_state.connections):
            if time.monotonic() > deadline:
                break
            await asyncio.sleep(0.02)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn does it, but a stop that was asked for is a success."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {
            number: signal.signal(number, self.handle_exit)
            for number in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop; the second time, at once. What was acknowledged is in the database."""
        if self.should_exit:
            os._exit(128 + sig)
        self.should_exit = True


def has_browser() -> bool:
    """Does somebody sit in front of this machine, at a desktop?"""
    if os.environ.get("SSH_CONNECTION"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(where: str) -> None:
    import webbrowser

    try:
        webbrowser.open(where)
    except webbrowser.Error as error:
        log.debug("no browser: %s", error)
