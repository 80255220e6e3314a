"""``--cluster`` where there is none: one line says what is missing, and nothing is written."""

from __future__ import annotations

import importlib
import socket
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.runs import refusal
from tests.needs import require
from tests.record.trees import random_record

COMMANDS = {
    "match": ("match", "hadron", "--a", "random", "--b", "random", "--games", "2"),
    "solve": ("solve", "hadron", "--size", "3", "--openings"),
    "study": ("study", "hadron", "--size", "3", "--games", "2", "--random-games", "1"),
    "annotate": ("record", "annotate", "in.qgn", "out.qgn"),
}

each_command = pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    (tmp_path / "in.qgn").write_text(str(random_record("hadron", 3, 1)), encoding="utf-8")
    return tmp_path


@pytest.fixture
def with_ray() -> None:
    require(find_spec("ray"), "Ray is not installed: make needs the research requirements")


def unused_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def only_the_source(folder: Path) -> bool:
    return [path.name for path in folder.iterdir()] == ["in.qgn"]


@each_command
def test_cluster__without_ray_says_what_to_install(
    words: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)  # as if it were not installed
    said = refusal(*words, "--cluster", "auto")
    assert said.endswith(": a cluster needs Ray: pip install 'quincunx[cluster]'\n")
    assert only_the_source(folder)


@each_command
@pytest.mark.usefixtures("with_ray")
def test_cluster__none_is_started_where_none_runs(
    words: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Other tests may have one run on this machine at this moment.
    services = importlib.import_module("ray._private.services")
    monkeypatch.setattr(services, "find_gcs_addresses", set)
    monkeypatch.setattr(services, "find_bootstrap_address", lambda folder: None)
    said = refusal(*words, "--cluster", "auto")
    assert "no Ray cluster runs on this machine" in said and only_the_source(folder)


@each_command
@pytest.mark.usefixtures("with_ray")
def test_cluster__an_address_where_nobody_answers(words: tuple[str, ...], folder: Path) -> None:
    address = f"127.0.0.1:{unused_port()}"
    said = refusal(*words, "--cluster", address)
    assert f"no Ray cluster answers at {address}: Connection refused" in said
    assert only_the_source(folder)


@each_command
@pytest.mark.usefixtures("with_ray")
@pytest.mark.parametrize("address", ["nonsense", "local", "ray://127.0.0.1:10001", "a:b", ""])
def test_cluster__what_is_no_address(words: tuple[str, ...], folder: Path, address: str) -> None:
    said = refusal(*words, "--cluster", address)
    assert f"'{address}' is no address of a cluster: say auto, or HOST:PORT" in said
    assert only_the_source(folder)
