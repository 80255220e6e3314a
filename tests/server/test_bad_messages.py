"""Bad messages of every kind: the socket is closed with its code, and nothing changes."""

import asyncio
import contextlib
import json
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from quincunx.server.routes import sockets
from tests.server.client import Site, closed, random_game
from tests.server.hostile import CONTROL, LARGE_NUMBERS, SURROGATE, unchanged

HELLO = {"type": "hello", "proto": 1, "seen": 0}


@pytest.fixture(scope="module")
def game(site: Site) -> tuple[str, str, str]:
    """A game that goes on, in which bad things are tried: its id, and both tokens."""
    id, first, second = site.pair("hadron", size=5)
    site.move(id, first, "c3", 0).must(201)
    return id, first, second


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "hello",
        "{",
        "[]",
        "5",
        "null",
        "{}",
        '"hello"',
        "[" * 2_000,
        "[" * 2_000 + "]" * 2_000,
        b"\x00\x01",
        json.dumps(HELLO).encode(),
        json.dumps({"type": "nothing"}),
        json.dumps({"type": 5}),
        json.dumps({**HELLO, "proto": 2}),
        json.dumps({**HELLO, "proto": "1"}),
        json.dumps({"type": "hello"}),
        json.dumps({**HELLO, "seen": -1}),
        json.dumps({**HELLO, "seen": "0"}),
        json.dumps({**HELLO, "token": "x" * 101}),
        json.dumps({**HELLO, "token": 5}),
        json.dumps({**HELLO, "token": SURROGATE}),
        json.dumps({**HELLO, "unknown": 1}),
        json.dumps({**HELLO, SURROGATE: 1}),
        json.dumps({**HELLO, "ä" * 500: 1}),
        json.dumps({"type": "ping", "t": 1}),
        json.dumps({"type": "resign", "key": "k"}),
    ],
    ids=range(27),
)
def test_socket__that_does_not_begin_with_a_hello(
    site: Site, game: tuple[str, str, str], frame: str | bytes
) -> None:
    with unchanged(site), site.socket(game[0]) as connection:
        connection.send(frame)
        assert closed(connection) == 4400


def test_socket__that_says_nothing_is_closed(
    site: Site, game: tuple[str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "HELLO_SECONDS", 0.1)
    with site.socket(game[0]) as connection:
        assert closed(connection) == 4400


@pytest.mark.parametrize("id", ["0000000000", "short", "%00", "x" * 1000, "%F0%9F%98%80" * 40])
def test_socket__to_a_game_that_does_not_exist(site: Site, id: str) -> None:
    with site.socket(id) as connection:
        connection.send(json.dumps(HELLO))
        assert closed(connection) == 4404


def test_socket__with_a_wrong_token(site: Site, game: tuple[str, str, str]) -> None:
    for token in ("", "x", site.new()["token"]):
        with unchanged(site), site.socket(game[0]) as connection:
            connection.send(json.dumps({**HELLO, "token": token}))
            assert closed(connection) == 4401


KEY = {"key": "k"}
MOVE_MESSAGE = {"type": "move", **KEY, "branch": 0, "ply": 1, "move": "b1"}


@pytest.mark.parametrize(
    "message",
    [
        HELLO,
        {"type": "state"},
        {"type": "resign"},
        {"type": "resign", "key": ""},
        {"type": "resign", "key": "x" * 65},
        {"type": "resign", "key": 5},
        {"type": "resign", "key": "\x00"},
        {"type": "resign", "key": SURROGATE},
        {"type": "resign", **KEY, "unknown": 1},
        *({**MOVE_MESSAGE, "ply": value} for value in ("1", 1.5, None, True, *LARGE_NUMBERS)),
        *({**MOVE_MESSAGE, "branch": value} for value in ("0", None, False, *LARGE_NUMBERS)),
        *({**MOVE_MESSAGE, "move": value} for value in ("", "x" * 41, 5, None, SURROGATE)),
        {"type": "offer", **KEY, "kind": "money"},
        {"type": "answer", **KEY, "kind": "draw"},
        {"type": "answer", **KEY, "kind": "draw", "accept": 1},
        {"type": "say", **KEY, "text": ""},
        {"type": "say", **KEY, "text": "x" * 301},
        {"type": "say", **KEY, "text": SURROGATE},
        *({"type": "say", **KEY, "text": f"a{text}b"} for text in CONTROL),
        {"type": "ping"},
        {"type": "ping", "t": "now"},
        {"type": "ping", "t": 10**400},
        {"type": "ping", "t": float("nan")},
    ],
    ids=json.dumps,
)
def test_socket__with_a_bad_message(
    site: Site, game: tuple[str, str, str], message: dict[str, Any]
) -> None:
    id, _, second = game
    with unchanged(site), site.live(id, second) as live:
        live.connection.send(json.dumps(message))
        assert closed(live.connection) == 4400


@pytest.mark.parametrize("move", ["nowhere", "c3", "\x00", "b1\n", "<b>", "😀", "null", "swap"])
def test_socket__with_a_bad_move(site: Site, game: tuple[str, str, str], move: str) -> None:
    id, _, second = game
    with unchanged(site), site.live(id, second) as live:
        told = live.move(move, 1)
        assert told["type"] == "refused" and told["code"] in ("illegal", "invalid")


@pytest.mark.parametrize("size", [4096, 4097, 100_000])
def test_socket__with_a_frame_that_is_too_large(
    site: Site, game: tuple[str, str, str], size: int
) -> None:
    id, _, second = game
    frame = json.dumps({"type": "ping", "t": 1})
    with unchanged(site), site.live(id, second) as live:
        live.connection.send(frame.ljust(size))
        if size <= 4096:
            assert live.next()["type"] == "pong"
        else:
            assert closed(live.connection) == 4413


def test_socket__that_says_too_much(site: Site, game: tuple[str, str, str]) -> None:
    id, _, second = game
    with unchanged(site), site.live(id, second) as live, site.live(id, second) as other:
        # The line may be cut while the rest is still being said.
        with contextlib.suppress(ConnectionClosed):
            for number in range(sockets.BURST * 3):
                live.connection.send(json.dumps({"type": "ping", "t": number}))
        assert closed(live.connection) == 4429
        # Another line is none the worse for it.
        other.send("ping", t=1)
        assert other.until(lambda message: message["type"] == "pong")["t"] == 1


def test_sockets__a_thousand_that_do_nothing_are_in_nobodys_way(site: Site) -> None:
    """Half of them watch a game, the others have not even said hello."""
    moves = random_game("cordon", 2)
    id, *tokens = site.pair("cordon", size=2)
    address = f"ws://{site.host}/ws/games/{id}"

    def play() -> None:
        with site.live(id, tokens[0]) as first, site.live(id, tokens[1]) as second:
            first.presence(first=True, second=True, watchers=500)
            for ply, move in enumerate(moves):
                assert (first, second)[ply % 2].move(move, ply)["type"] == "ack"
                for live in (first, second):
                    assert live.event("moved")["move"] == move

    async def crowd() -> None:
        async with contextlib.AsyncExitStack() as stack:
            for number in range(1000):
                # Whatever is said to them may lie there unread.
                opening = connect(address, compression=None, proxy=None, max_queue=None)
                connection = await stack.enter_async_context(opening)
                if number % 2:
                    await connection.send(json.dumps(HELLO))
            await asyncio.to_thread(play)

    asyncio.run(crowd())
    assert site.state(id)["outcome"]
