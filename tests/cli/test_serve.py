"""``quincunx serve`` on the command line: what it says, what it refuses, and that examples work."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from urllib.request import urlopen

import click
import pytest

from quincunx.cli import main
from quincunx.cli.serve import serve
from quincunx.server import database, logs
from quincunx.server.run import ServeError, listen
from quincunx.server.settings import Settings
from tests.cli.runs import refusal


@contextmanager
def started(folder: Path, *words: str) -> Iterator[tuple["subprocess.Popen[str]", list[str]]]:
    """The command as its users run it, and what it says until it says where it is."""
    process = subprocess.Popen(
        [sys.executable, "-m", "quincunx", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        # A desktop is pretended, with a browser that notes what it is to open.
        env=os.environ
        | {"XDG_DATA_HOME": str(folder / "data"), "DISPLAY": ":0", "BROWSER": str(browser(folder))},
    )
    said: list[str] = []
    try:
        assert process.stdout
        while not any("Quincunx is at" in line for line in said):
            line = process.stdout.readline()
            assert line, process.communicate()[1]
            said.append(line)
        yield process, said
    finally:
        process.kill()
        process.communicate()


def browser(folder: Path) -> Path:
    program = folder / "browser"
    program.write_text(f'#!/bin/sh\nprintf %s "$1" > {folder}/opened.new\n'
                       f"mv {folder}/opened.new {folder}/opened\n")  # fmt: skip
    program.chmod(0o755)
    return program


def address(said: list[str]) -> str:
    found = re.search(r"http://\S+/", said[-1])
    assert found
    return found[0]


def stop(process: "subprocess.Popen[str]") -> str:
    """Stop it as systemd does; it has to end well. What it logged."""
    process.send_signal(signal.SIGTERM)
    _, logged = process.communicate(timeout=60)
    assert process.returncode == 0, logged
    return logged


def examples() -> list[str]:
    found = re.findall(r"^ *(quincunx serve.*)$", serve.help or "", re.MULTILINE)
    assert len(found) > 2
    return [example for example in found if "postgresql" not in example]


@pytest.mark.parametrize("example", examples())
def test_example__serves_the_page_and_stops_when_told_to(example: str, tmp_path: Path) -> None:
    # Whatever port an example names, it is a free one here.
    words = shlex.split(re.sub(r"--port \d+", "--port 0", example))[1:]
    with started(tmp_path, *words) as (process, said):
        with urlopen(address(said), timeout=60) as answer:
            assert answer.status == 200 and b"<quincunx-board" in answer.read()
        opened = tmp_path / "opened"
        if "--no-browser" not in words:
            deadline = time.monotonic() + 30
            while not opened.exists() and time.monotonic() < deadline:
                time.sleep(0.02)
            assert opened.read_text() == address(said)
        logged = stop(process)
    assert "Traceback" not in logged and "error" not in logged
    assert opened.exists() == ("--no-browser" not in words)
    kept = tmp_path / ("games.sqlite" if "--database" in words else "data/quincunx/quincunx.sqlite")
    assert kept.exists()


def test_port__the_next_is_taken_unless_one_was_asked_for(tmp_path: Path) -> None:
    try:
        taken = listen("127.0.0.1", 8000, fixed=True)
    except ServeError:  # somebody else has it, which is as good
        taken = []
    try:
        with started(tmp_path, "serve", "--no-browser") as (process, said):
            port = int(address(said).rstrip("/").rpartition(":")[2])
            assert said[0] == f"port 8000 is taken; using {port}\n" and port > 8000
            again = refusal("serve", "--port", str(port), "--database", str(tmp_path / "x.sqlite"))
            assert f"port {port} is taken" in again
            stop(process)
    finally:
        for listener in taken:
            listener.close()


MISTAKES: dict[str, tuple[list[str], list[str]]] = {
    "no port": (["--port", "70000"], ["--port", "70000"]),
    "no host": (["--host", "no.such.host.invalid"], ["no.such.host.invalid"]),
    "another kind": (["--database", "mysql://here/x"], ["'mysql'", "sqlite:///FILE"]),
    "memory": (["--database", ":memory:"], ["a file"]),
    "memory of SQLite": (["--database", "sqlite://"], ["sqlite:///games.sqlite"]),
    "a server without a name": (["--database", "postgresql://localhost"], ["which database?"]),
    "no port of a server": (["--database", "postgresql://here:port/x"], ["postgresql://USER@HOST"]),
    "a folder that cannot be": (["--database", "/dev/null/x.sqlite"], ["/dev/null"]),
    "a folder": (["--database", "/"], ["sqlite:////"]),
    "nobody at home": (
        ["--database", "postgresql://me:pass-word@127.0.0.1:1/games"],
        ["127.0.0.1", "refused"],
    ),
    "no engines": (["--engines", "0"], ["--engines"]),
    "no level": (["--log-level", "loud"], ["--log-level", "'loud'"]),
    "no proxy": (["--trusted-proxy", "127.0.0.1,nginx"], ["--trusted-proxy", "'nginx'"]),
    "no origin": (["--origin", "games.example.org"], ["--origin", "https://games.example.org"]),
    "an origin with a path": (["--origin", "https://x.org/games"], ["--origin"]),
    "an origin with a question": (["--origin", "https://x.org?a"], ["--origin"]),
    "an origin with half a bracket": (["--origin", "http://["], ["--origin"]),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake__is_told_in_a_line_before_anything_begins(
    mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(logs, "configure", lambda *words: None)  # it is one for all tests
    words, said = MISTAKES[mistake]
    line = refusal("serve", "--no-browser", *words)
    assert all(text in line for text in said), line
    assert "pass-word" not in line


def test_database__may_be_named_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUINCUNX_DATABASE", str(tmp_path / "none.sqlite"))
    assert "none.sqlite" in refusal("database", "backup", str(tmp_path / "games.jsonl"))


def test_database__of_a_later_version_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sqlite3
    from contextlib import closing

    monkeypatch.setattr(logs, "configure", lambda *words: None)
    later = tmp_path / "later.sqlite"
    with closing(sqlite3.connect(later)) as connection, connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    before = later.read_bytes()
    line = refusal("serve", "--no-browser", "--database", str(later))
    assert "later version" in line
    assert later.read_bytes() == before


@pytest.mark.parametrize("missing", ["fastapi", "uvicorn", "sqlalchemy"])
def test_extra__that_is_not_installed_is_named(missing: str, tmp_path: Path) -> None:
    code = (
        "import importlib.abc, sys\n"
        "class Missing(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        f"        if name.partition('.')[0] == {missing!r}:\n"
        "            raise ModuleNotFoundError('No module named ' + name, name=name)\n"
        "sys.meta_path.insert(0, Missing())\n"
        "from quincunx.cli import main\n"
        "main(['serve', '--database', 'x.sqlite'], prog_name='quincunx')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert missing in done.stderr and "pip install 'quincunx[web]'" in done.stderr


def test_driver__that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(database.DatabaseError, match=r"pip install 'quincunx\[postgresql\]'"):
        database.parse("postgresql://localhost/games")


def test_help__says_what_the_server_does_by_default() -> None:
    """The command repeats a few of the server's words, as it does not import it for --help."""
    settings = Settings()
    around = click.Context(main, info_name="quincunx", **main.context_settings)
    given = serve.make_context("serve", ["--database", "games.sqlite"], parent=around).params
    names = {field.name for field in fields(Settings)} - {"port", "database"}
    assert {"engines", "metrics", "origins", "log_level"} <= names & set(given)
    for name in names & set(given):
        assert given[name] == getattr(settings, name), name
    options = {option.name: option for option in serve.params}
    assert f"[default: {settings.port}," in (getattr(options["port"], "help", "") or "")
    assert tuple(getattr(options["log_format"].type, "choices", ())) == logs.FORMATS
    assert tuple(getattr(options["log_level"].type, "choices", ())) == logs.LEVELS


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("games.sqlite", "sqlite:///games.sqlite"),
        ("/var/lib/games.sqlite", "sqlite:////var/lib/games.sqlite"),
        ("sqlite:///games.sqlite", "sqlite:///games.sqlite"),
        ("sqlite:////var/lib/games.sqlite", "sqlite:////var/lib/games.sqlite"),
        ("postgresql://me@here/games", "postgresql+psycopg://me@here/games"),
        ("postgres://me@here/games", "postgresql+psycopg://me@here/games"),
        ("postgresql+psycopg:///games?host=/run", "postgresql+psycopg:///games?host=/run"),
    ],
)
def test_address__is_understood_as_people_write_it(given: str, meant: str) -> None:
    assert database.parse(given) == meant


@pytest.mark.parametrize(
    ("platform", "folder"),
    [
        ("linux", "/data/quincunx"),
        ("darwin", "/home/me/Library/Application Support/quincunx"),
    ],
)
def test_address__is_by_default_in_the_users_data_folder(
    platform: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert database.default_address() == f"sqlite:///{folder}/quincunx.sqlite"
    if platform == "linux":
        monkeypatch.delenv("XDG_DATA_HOME")
        wanted = "sqlite:////home/me/.local/share/quincunx/quincunx.sqlite"
        assert database.default_address() == wanted
