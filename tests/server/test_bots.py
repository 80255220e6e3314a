"""docs/guide/bots.md says what is true: its bot plays, and its tables have every field."""

import inspect
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from urllib.request import urlopen

import pytest
from pydantic import BaseModel
from websockets.sync.client import connect

from quincunx import Board
from quincunx.server import actions, guard, rooms, run
from quincunx.server.routes import sockets
from quincunx.server.schema import EVENTS, PAGE_MESSAGES, SERVER_MESSAGES
from quincunx.server.settings import Settings
from tests.server.processes import PATIENCE, call, server_process

PAGE = (Path(__file__).parents[2] / "docs" / "guide" / "bots.md").read_text(encoding="utf-8")
TABLES = {
    name: re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    for name, table in re.findall(r"^\*\*`(\w+)`\*\*.*\n\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server_process(tmp_path_factory.mktemp("server"), "--engines", "1") as address:
        yield address


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """The program on the page."""
    (code,) = re.findall(r"^```python\n(import .*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert len([line for line in code.splitlines() if line]) <= 25
    path = tmp_path / "bot.py"
    path.write_text(code, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "model", [model for model in (*PAGE_MESSAGES, *SERVER_MESSAGES) if model not in EVENTS]
)
def test_tables__have_the_fields_of_each_message(model: type[BaseModel]) -> None:
    (name,) = get_args(model.model_fields["type"].annotation)
    assert sorted(TABLES[name]) == sorted(model.model_fields)


def test_tables__have_the_fields_of_all_events() -> None:
    known = {field for model in EVENTS for field in model.model_fields}
    assert sorted(TABLES["event"]) == sorted(known)


def test_codes__all_refusals_are_on_the_page() -> None:
    found = set()
    for module in (actions, rooms, sockets):
        found |= set(re.findall(r'Refusal\(\s*\d+,\s*"(\w+)"', inspect.getsource(module)))
    assert found - {"game"} <= set(re.findall(r"^\| `(\w+)` \| [^|]+ \|$", PAGE, re.MULTILINE))


def test_limits__are_those_of_the_server() -> None:
    settings = Settings()
    for limit in (
        f"{settings.call_rate:g} a second, {settings.call_burst} at once",
        f"| {guard.BODY_LIMIT // 1024} KB |",
        f"| {run.SOCKET_LIMIT} bytes |",
        f"{sockets.RATE:g} a second, {sockets.BURST} at once",
        f"{rooms.SAYINGS} messages in {rooms.SAYINGS_SECONDS:g} s",
        f"no `hello` within {sockets.HELLO_SECONDS:g} s",
        f"more than {rooms.REPLAYED} events",
    ):
        assert limit in PAGE, limit


def test_bot__plays_a_game_against_the_engine_to_its_end(server: str, bot: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(bot), server],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    first, last = done.stdout.splitlines()
    found = re.fullmatch(rf"watch it at {server}/g/(\w+)", first)
    assert found, first
    state = call(f"{server}/api/games/{found[1]}")
    assert state["outcome"]["text"] == last and "wins" in last
    assert state["players"]["second"] == {"name": "Level 1", "kind": "engine", "level": 1}
    board = Board(state["game"], size=state["size"])
    for move in state["moves"]:
        board.push_text(move)
    assert board.is_game_over()


def hear(socket: Any, heard: list[dict[str, Any]]) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(socket.recv(PATIENCE))
    heard.append(message)
    return message


def test_socket__plays_a_game_with_the_bot_and_says_what_the_page_has(
    server: str, bot: Path
) -> None:
    created = call(f"{server}/api/games", "POST", game="cordon", size=4, opponent="friend")
    joining = subprocess.Popen([sys.executable, str(bot), server, created["id"]])
    board, rng = Board("cordon", size=4), random.Random(1)
    heard: list[dict[str, Any]] = []
    address = f"{server.replace('http', 'ws')}/ws/games/{created['id']}"
    try:
        with connect(address) as socket:
            hello = {"type": "hello", "proto": 1, "token": created["token"], "seen": 0}
            socket.send(json.dumps(hello))
            state = hear(socket, heard)
            assert (state["type"], state["you"]) == ("state", "first")
            while state["players"]["second"] is None:
                message = hear(socket, heard)
                if message.get("event") == "joined":
                    break
            while not board.is_game_over():
                if board.turn.name.lower() == "first":
                    move = rng.choice(list(board.legal_moves)).text
                    sent = {"type": "move", "key": f"k{board.ply()}", "branch": 0}
                    socket.send(json.dumps({**sent, "ply": board.ply(), "move": move}))
                while (message := hear(socket, heard)).get("event") != "moved":
                    assert message["type"] != "refused", message
                board.push_text(message["move"])
                assert message["ply"] == board.ply()
            while (message := hear(socket, heard)).get("event") != "ended":
                pass
            assert " wins: " in message["outcome"]["text"]
            socket.send(json.dumps({"type": "ping", "t": 1.5}))
            while (message := hear(socket, heard))["type"] != "pong":
                pass
            assert message["t"] == 1.5
    finally:
        joining.wait(PATIENCE)
    assert joining.returncode == 0
    assert {message["type"] for message in heard} >= {"state", "presence", "event", "ack", "pong"}
    for message in heard:
        assert set(message) <= set(TABLES[message["type"]]), message


def test_docs__every_call_of_the_server_is_on_its_page(server: str) -> None:
    with urlopen(f"{server}/docs", timeout=PATIENCE) as answer:
        html = answer.read().decode()
    spec = call(f"{server}/openapi.json")
    for path, methods in spec["paths"].items():
        assert f"<code>{path}</code>" in html
        for told in methods.values():
            # Whatever can go wrong is told in one form.
            assert all(
                "Problem" in json.dumps(reply)
                for status, reply in told["responses"].items()
                if int(status) >= 400
            ), path
    for name in spec["components"]["schemas"]:
        assert f'id="{name}"' in html
