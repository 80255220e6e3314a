"""Bad input of every kind: it is refused in the one form that errors have, and changes nothing."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.asyncio.client import connect

from quincunx.server.guard import BODY_LIMIT
from quincunx.server.routes import sockets
from tests.server.client import Answer, Site, closed, random_game
from tests.server.databases import contents

#: Texts that are no text that people write.
CONTROL = [
    "\x00",
    "a\x00b",
    "a\nb",
    "tab\tbed",
    "\x1b[31m",
    "\x7f",
    "a\x85b",
    "a\u2028x",
    "a\u202eb",
]
#: What JSON can say and Unicode cannot.
SURROGATE = "\ud800"
LARGE_NUMBERS = [-1, 2**31, 2**63, 10**30, 10**400]


@contextmanager
def unchanged(site: Site) -> Iterator[None]:
    """Nothing of what is kept about games may change meanwhile."""
    before = contents(site.database)
    yield
    assert contents(site.database) == before


def problem(answer: Answer, *statuses: int) -> Any:
    """The data of an error, which has the form that all of them have."""
    assert answer.status in statuses, answer
    assert answer.headers["content-type"] == "application/json"
    told = answer.json()
    assert set(told) == {"error", "code", "field", "cells"}
    assert isinstance(told["error"], str) and told["error"]
    assert isinstance(told["code"], str) and told["code"]
    assert told["field"] is None or isinstance(told["field"], str)
    assert all(isinstance(cell, str) for cell in told["cells"])
    return told


@pytest.fixture(scope="module")
def game(site: Site) -> tuple[str, str, str]:
    """A game that goes on, in which bad things are tried: its id, and both tokens."""
    id, first, second = site.pair("hadron", size=5)
    site.move(id, first, "c3", 0).must(201)
    return id, first, second


# --- Fields --------------------------------------------------------------------------------------

NEW_GAME: dict[str, list[Any]] = {
    "game": ["", "chess", "x" * 41, "hadron\x00", SURROGATE, 5, None, [], {}, True],
    "size": [0, 4, 100, "5", 5.5, True, [5], *LARGE_NUMBERS],
    "opponent": ["", "Engine", "human", 1, None, []],
    "level": [0, 11, "2", 2.5, None, True, *LARGE_NUMBERS],
    "side": ["", "third", "FIRST", 0, None],
    "takebacks": ["yes", "true", 1, None, 0],
    "name": ["x" * 31, 5, [], SURROGATE, *CONTROL],
    "moves": [
        "c3",
        ["c3", "c3"],
        ["nowhere"],
        [5],
        [None],
        ["x" * 41],
        [""],
        ["\x00"],
        ["c3"] * 1001,
        [SURROGATE],
        {"0": "c3"},
    ],
    "clock": [
        {},
        [],
        60,
        "60",
        {"initial": 60, "days": 1},
        {"initial": 60, "increment": 0, "extra": 1},
        {"increment": 5},
        *({"initial": value, "increment": 0} for value in (0, 0.5, 21_601, "60", None, True)),
        *({"initial": 60, "increment": value} for value in (-1, 601, "5", None, True)),
        *({"initial": value, "increment": 0} for value in LARGE_NUMBERS),
        *({"days": value} for value in (0, 31, 1.5, "1", None, True)),
    ],
    "unknown": [1],
    SURROGATE: [1],
}


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, values in NEW_GAME.items() for value in values]
)
def test_new_game__with_a_bad_field(site: Site, field: str, value: object) -> None:
    with unchanged(site):
        answer = site.call("POST", "/api/games", {"game": "hadron", field: value})
    told = problem(answer, 422)
    if field != SURROGATE:
        assert told["field"] == field


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_new_game__with_a_number_that_is_none(site: Site, text: str) -> None:
    body = '{"game": "hadron", "clock": {"initial": NUMBER}}'.replace("NUMBER", text)
    with unchanged(site):
        problem(site.call("POST", "/api/games", body.encode()), 400, 422)


MOVE: dict[str, list[Any]] = {
    "move": ["", "x" * 41, 5, None, [], "nowhere", "c3", "\x00", "c4\n", SURROGATE, "<b>", "😀"],
    "ply": ["1", 1.5, None, True, 100_001, *LARGE_NUMBERS],
    "branch": ["0", 0.5, True, 100_001, *LARGE_NUMBERS],
    "unknown": [1],
    SURROGATE: [1],
}


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, values in MOVE.items() for value in values]
)
def test_move__with_a_bad_field(
    site: Site, game: tuple[str, str, str], field: str, value: object
) -> None:
    id, _, second = game
    body = {"move": "b1", "ply": 1, field: value}
    with unchanged(site):
        told = problem(site.call("POST", f"/api/games/{id}/moves", body, token=second), 422)
    if field != SURROGATE:
        assert told["field"] == field


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("offers", {"kind": "money"}),
        ("offers", {"kind": None}),
        ("offers", {}),
        ("offers", {"kind": "draw", "unknown": 1}),
        ("offers/money/answer", {"accept": True}),
        ("offers/draw/answer", {"accept": "yes"}),
        ("offers/draw/answer", {"accept": 1}),
        ("offers/draw/answer", {}),
        ("chat", {}),
        ("chat", {"text": ""}),
        ("chat", {"text": "   "}),
        ("chat", {"text": "x" * 301}),
        ("chat", {"text": SURROGATE}),
        ("chat", {"text": 5}),
        *(("chat", {"text": f"a{text}b"}) for text in CONTROL),
    ],
)
def test_acting__with_a_bad_body(
    site: Site, game: tuple[str, str, str], path: str, body: object
) -> None:
    id, _, second = game
    with unchanged(site):
        problem(site.call("POST", f"/api/games/{id}/{path}", body, token=second), 422)


@pytest.mark.parametrize("name", [*CONTROL, "x" * 31, SURROGATE, 5])
def test_seat__with_a_bad_name(site: Site, name: object) -> None:
    id = site.new(opponent="friend")["id"]
    with unchanged(site):
        told = problem(site.call("POST", f"/api/games/{id}/seats/second", {"name": name}), 422)
    assert told["field"] == "name"


@pytest.mark.parametrize("name", ["x" * 30, "<b>Ada</b>", "Ada & 'Bob' \"😀\"", "Ağa Ωmega 漢字"])
def test_name__that_is_only_unusual_is_kept_as_it_is(site: Site, name: str) -> None:
    made = site.new(opponent="friend", name=name)
    assert site.state(made["id"])["players"]["first"]["name"] == name


def test_name__of_spaces_is_none(site: Site) -> None:
    made = site.new(opponent="friend", name="   ")
    assert site.state(made["id"])["players"]["first"]["name"] == "Guest"


@pytest.mark.parametrize("key", ["", "x" * 65])
def test_key__that_is_too_short_or_long(site: Site, game: tuple[str, str, str], key: str) -> None:
    id, _, second = game
    with unchanged(site):
        problem(site.move(id, second, "b1", 1, key=key), 422)


# --- Bodies and addresses ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"hello",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"5",
        b'"hadron"',
        b'{"game": "hadron"} {}',
        b"[" * 10_000,
        b"[" * 10_000 + b"]" * 10_000,
        b'{"game":' * 5_000,
        b'{"game": "hadron", "size": ' + b"1" * 5000 + b"}",
        b'{"game": "hadron", "name": "\\ud800"}',
        b'{"game": "hadron", "name": "\xff"}',
    ],
    ids=range(15),
)
def test_body__that_is_none(site: Site, body: bytes) -> None:
    with unchanged(site):
        problem(site.call("POST", "/api/games", body), 400, 422)


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "x"],
)
def test_body__of_another_kind(site: Site, content_type: str) -> None:
    with unchanged(site):
        answer = site.call(
            "POST", "/api/games", {"game": "hadron"}, headers={"Content-Type": content_type}
        )
        problem(answer, 400, 415, 422)


def test_body__that_is_too_large(site: Site) -> None:
    body = {"game": "hadron", "name": "x" * BODY_LIMIT}
    with unchanged(site):
        assert problem(site.call("POST", "/api/games", body), 413)["code"] == "large"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("GET", "/api/games/0000000000", 404),
        ("POST", "/api/games/0000000000/resign", 404),
        ("GET", "/api/games/0000000000/events", 404),
        ("GET", "/api/games/short", 422),
        ("GET", "/api/games/%00%00%00%00%00%00%00%00%00%00", 422),
        ("GET", "/api/games/..%2f..%2fetc", 404),
        ("DELETE", "/api/games", 405),
        ("PUT", "/api/games/0000000000", 405),
        ("GET", "/api/games?page=0", 422),
        ("GET", "/api/games?page=x", 422),
        ("GET", f"/api/games?page={10**30}", 422),
        ("GET", "/api/games?status=lost", 422),
        ("GET", f"/api/games?game={'x' * 41}", 422),
        ("GET", "/api/games?mine=perhaps", 422),
        ("POST", "/api/games/0000000000/seats/third", 422),
    ],
)
def test_address__that_leads_nowhere(site: Site, method: str, path: str, status: int) -> None:
    problem(site.call(method, path), status)


@pytest.mark.parametrize("game", ["%00", "a%00b", "%ff", "%F0%9F%98%80", "'; DROP TABLE games"])
def test_list__of_a_game_that_does_not_exist(site: Site, game: str) -> None:
    answer = site.call("GET", f"/api/games?game={game.replace(' ', '%20')}")
    assert answer.status == 422 or answer.must(200)["games"] == []


@pytest.mark.parametrize(
    "query",
    [
        "why?cells=",
        "why?cells=%00",
        "why?cells=z99",
        f"why?cells={'a1,' * 67}",
        "why?cells=,,,",
        "record.exe",
        "record.",
        "picture.svg?ply=-1",
        "picture.svg?ply=2",
        f"picture.svg?ply={10**30}",
        "picture.svg?theme=pink",
        "picture.svg?theme=%00",
    ],
)
def test_reading__what_is_not_there(site: Site, game: tuple[str, str, str], query: str) -> None:
    problem(site.call("GET", f"/api/games/{game[0]}/{query}"), 404, 422)


# --- Who may -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["moves", "resign", "offers", "offers/draw/answer", "chat"])
def test_token__that_is_missing_or_wrong(site: Site, game: tuple[str, str, str], path: str) -> None:
    id, _, second = game
    foreign = site.new()["token"]
    bodies: dict[str, Any] = {
        "moves": {"move": "b1", "ply": 1},
        "offers": {"kind": "takeback"},
        "offers/draw/answer": {"accept": True},
        "chat": {"text": "hello"},
    }
    with unchanged(site):
        for status, headers in (
            (401, {}),
            (401, {"Authorization": second}),
            (401, {"Authorization": f"Basic {second}"}),
            (401, {"Authorization": "Bearer "}),
            (401, {"Cookie": "visitor=short"}),
            (403, {"Authorization": f"Bearer {foreign}"}),
            (403, {"Authorization": f"Bearer {second[:-1]}"}),
            (403, {"Authorization": f"Bearer {second} x"}),
            (403, {"Authorization": "Bearer \xe9\xff"}),
            (403, {"Authorization": f"Bearer {'x' * 5000}"}),
            (403, {"Cookie": f"visitor={'x' * 32}"}),
        ):
            answer = site.call("POST", f"/api/games/{id}/{path}", bodies.get(path), headers=headers)
            assert problem(answer, status)["code"] == "token"


def test_moves__replayed_and_out_of_turn(site: Site, game: tuple[str, str, str]) -> None:
    id, first, second = game
    with unchanged(site):
        assert problem(site.move(id, first, "c3", 0), 409)["code"] == "stale"
        assert problem(site.move(id, second, "b1", 0), 409)["code"] == "stale"
        assert problem(site.move(id, second, "b1", 2), 409)["code"] == "stale"
        assert problem(site.move(id, first, "b1", 1), 409)["code"] == "turn"


def test_origin__of_others_may_change_nothing(site: Site, game: tuple[str, str, str]) -> None:
    id, _, second = game
    for origin in (
        "https://evil.example",
        "null",
        "http://127.0.0.1:1",
        f"https://{site.host}.evil",
    ):
        with unchanged(site):
            headers = {"Origin": origin}
            told = problem(
                site.call("POST", "/api/games", {"game": "hadron"}, headers=headers), 403
            )
            assert told["code"] == "origin"
            problem(site.move(id, second, "b1", 1, headers=headers), 403)
            with site.socket(id, headers=headers) as connection:
                assert closed(connection) == 4403
    own = {"Origin": site.address}
    assert site.call("POST", "/api/games", {"game": "hadron"}, headers=own).status == 201
    with site.live(id, second, headers=own):
        pass


# --- Sockets -------------------------------------------------------------------------------------

HELLO = {"type": "hello", "proto": 1, "seen": 0}


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
