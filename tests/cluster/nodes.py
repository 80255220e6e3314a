"""A Ray cluster of several nodes on this machine, for the tests."""

from __future__ import annotations

import importlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import quincunx

__all__ = ["Nodes", "another_python", "running"]

ROOT = Path(__file__).resolve().parents[2]
STORE = 80 * 1024 * 1024

#: A node that dies is noticed within some five seconds, and not within twenty.
NOTICED_SOON = {
    "health_check_initial_delay_ms": 1000,
    "health_check_period_ms": 1000,
    "health_check_failure_threshold": 5,
}


class Nodes:
    """The cluster: a head that does no work, and nodes with a processor each."""

    def __init__(self, cluster: Any) -> None:
        self._cluster = cluster

    @property
    def address(self) -> str:
        return str(self._cluster.address)

    def add(self) -> Any:
        return self._cluster.add_node(num_cpus=1, object_store_memory=STORE)

    def kill(self, node: Any) -> None:
        """A node dies with all of its processes, without a word."""
        self._cluster.remove_node(node, allow_graceful=False)

    def wait_until(self, many: int) -> None:
        """Wait until so many nodes are known to be alive, the head among them."""
        wait_for(lambda: self.alive() == many)

    @contextmanager
    def with_python(self, python: Path) -> Iterator[None]:
        """One more node, whose Python is another one: its processes have other packages."""
        command = [str(python), "-m", "ray.scripts.scripts", "start", "--block", "--num-cpus=1"]
        command += [f"--address={self.address}", f"--object-store-memory={STORE}"]
        before = self.alive()
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        ) as node:
            try:
                wait_for(lambda: self.alive() > before)
                yield
            finally:
                node.send_signal(signal.SIGTERM)
                node.wait(30)
                with suppress(OSError):
                    os.killpg(node.pid, signal.SIGKILL)
        self.wait_until(before)

    def alive(self) -> int:
        """How many nodes there are, as far as Ray knows."""
        ray: Any = importlib.import_module("ray")
        return sum(node["Alive"] for node in ray.nodes())


def wait_for(holds: Any, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


@contextmanager
def running(many: int) -> Iterator[Nodes]:
    """A cluster, which leaves nothing behind."""
    with ExitStack() as stack:
        # Paths of sockets must be short; and tests/ must be found by the processes of the nodes.
        folder = tempfile.mkdtemp(prefix="ray")
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setenv("PYTHONPATH", str(ROOT))
        patch.setenv("RAY_TMPDIR", folder)
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_DEDUP_LOGS_SKIP_REGEX", ".")
        ray: Any = importlib.import_module("ray")
        utils: Any = importlib.import_module("ray.cluster_utils")
        cluster = utils.Cluster()
        stack.callback(cluster.shutdown)
        stack.callback(ray.shutdown)
        head = {"num_cpus": 0, "object_store_memory": STORE, "include_dashboard": False}
        cluster.add_node(**head, _system_config=NOTICED_SOON)
        nodes = Nodes(cluster)
        for _ in range(many):
            nodes.add()
        yield nodes


def another_python(folder: Path) -> tuple[Path, Path]:
    """A Python with a copy of quincunx and all else that this one has: it, and the copy."""
    venv.create(folder, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    site = next(path for path in sys.path if path.endswith("site-packages"))
    # As a line of a file its own .pth files are not read, by which quincunx would be found.
    (packages / "others.pth").write_text(f"{site}\n", encoding="utf-8")
    copy = packages / "quincunx"
    shutil.copytree(
        Path(quincunx.__file__).parent, copy, ignore=shutil.ignore_patterns("static", "__pycache__")
    )
    for name in ("_cpu", sys.modules["quincunx._core"].__name__.rpartition(".")[2]):
        spec = find_spec(f"quincunx.{name}")
        assert spec and spec.origin
        if not (copy / Path(spec.origin).name).exists():
            shutil.copy(spec.origin, copy)
    return folder / "bin" / "python", copy
