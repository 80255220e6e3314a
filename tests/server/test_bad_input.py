"""Bad calls of every kind: refused in the one form that errors have, and nothing changes."""

from typing import Any

import pytest

from quincunx.server.guard import BODY_LIMIT
from tests.server.client import Site, closed
from tests.server.hostile import CONTROL, LARGE_NUMBERS, SURROGATE, problem, unchanged


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
