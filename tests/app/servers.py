"""``quincunx serve`` in a process of its own, and a line to it that can fail."""

from __future__ import annotations

import contextlib
import socket
import threading
from pathlib import Path
from typing import Any, Self

from tests.server.processes import PATIENCE, ServerProcess, call

__all__ = ["Line", "Server"]

HOST = "127.0.0.1"


class Server(ServerProcess):
    """A server on a SQLite file of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        super().__init__(str(folder / "games.sqlite"), folder, *options)

    def state(self, game: str) -> Any:
        return call(f"{self.address}/api/games/{game}")


class Line:
    """The way from a browser to a server, at an address of its own.

    What comes from the server can be held back (:meth:`hold`, :meth:`release`), and all of it can
    be cut through (:meth:`cut`, :meth:`mend`).
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._listener = socket.create_server((HOST, 0))
        self.port: int = self._listener.getsockname()[1]
        self._threads: list[threading.Thread] = []
        self._changed = threading.Condition()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._is_whole = True
        self._is_held = False

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}"

    def __enter__(self) -> Self:
        self._begin(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        # Only a shutdown wakes a thread that waits for somebody to call.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()
        for thread in self._threads:
            thread.join(PATIENCE)

    # --- What happens to it ----------------------------------------------------------------------

    def hold(self) -> None:
        """Keep back whatever the server says from now on."""
        with self._changed:
            self._is_held = True

    def release(self) -> None:
        """Deliver what was kept back, and whatever comes after it."""
        with self._changed:
            self._is_held = False
            self._changed.notify_all()

    def cut(self) -> None:
        """End all connections; what was kept back is lost. New ones fail."""
        with self._changed:
            self._is_whole = False
            for pair in self._pairs:
                _end(*pair)
            self._pairs.clear()
            self._changed.notify_all()

    def mend(self) -> None:
        with self._changed:
            self._is_whole = True
            self._is_held = False

    # --- Passing on ------------------------------------------------------------------------------

    def _begin(self, work: Any, *given: object) -> None:
        thread = threading.Thread(target=work, args=given)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                page, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection((HOST, self._server.port), PATIENCE)
            except OSError:
                page.close()
                continue
            server.settimeout(None)
            with self._changed:
                if not self._is_whole:
                    page.close()
                    server.close()
                    continue
                self._pairs.append((page, server))
            self._begin(self._pass_on, page, server, False)
            self._begin(self._pass_on, server, page, True)

    def _pass_on(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                if answers:
                    self._wait(source)
                target.sendall(data)
        _end(source, target)
        # Whoever reads from it closes it.
        source.close()

    def _wait(self, source: socket.socket) -> None:
        """Until nothing is held back.

        :raises OSError: if the connection has ended meanwhile.
        """
        with self._changed:
            while self._is_held:
                self._changed.wait()
                if all(source not in pair for pair in self._pairs):
                    raise OSError


def _end(*connections: socket.socket) -> None:
    for connection in connections:
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)
