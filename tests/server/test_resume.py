"""Coming back: over sockets after ``seen``, and over streams after ``Last-Event-ID``."""

import json
from typing import Any

import pytest

from quincunx.server import rooms
from tests.server.client import Message, Site, movers, random_game
from tests.server.databases import events_of

#: A long game, with more events than are replayed.
LONG = random_game("quadrature", seed=5)


def stored(site: Site, id: str) -> list[Any]:
    return [json.loads(row["data"]) for row in events_of(site.database, id)]


def of_type(messages: list[Message], type: str) -> list[Message]:
    return [message for message in messages if message["type"] == type]


@pytest.fixture
def game(site: Site) -> tuple[str, str]:
    """A game with six events, and the token of the first side."""
    id, first, second = site.pair("hadron", size=5)
    for ply, move in enumerate(["c3", "b1", "d4"]):
        site.move(id, (first, second)[ply % 2], move, ply).must(201)
    site.post(f"/api/games/{id}/chat", {"text": "well played"}, token=second)
    site.post(f"/api/games/{id}/offers", {"kind": "takeback"}, token=first)
    return id, first


@pytest.mark.parametrize("seen", [1, 3, 5])
def test_socket__hears_what_it_has_missed(site: Site, game: tuple[str, str], seen: int) -> None:
    id, token = game
    with site.live(id, token, seen=seen) as live:
        assert of_type(live.heard, "event") == stored(site, id)[seen:]
        assert of_type(live.heard, "state") == []
        assert live.heard[-1]["type"] == "presence" and live.v == 6


def test_socket__that_has_seen_all_hears_nothing(site: Site, game: tuple[str, str]) -> None:
    id, token = game
    with site.live(id, token, seen=6) as live:
        assert [message["type"] for message in live.heard] == ["presence"]
        live.do("say", text="here again")
        assert live.event("said")["v"] == 7


@pytest.mark.parametrize("seen", [0, 7, 10**12])
def test_socket__that_knows_nothing_or_too_much_gets_the_state(
    site: Site, game: tuple[str, str], seen: int
) -> None:
    id, token = game
    with site.live(id, token, seen=seen) as live:
        assert [message["type"] for message in live.heard] == ["state", "presence"]
        state = live.state
        assert state
        for name, value in site.state(id).items():
            assert state[name] == value, name
        assert (state["you"], state["v"]) == ("first", 6)
        assert [line["text"] for line in state["chat"]] == ["well played"]


@pytest.mark.parametrize("missing", [rooms.REPLAYED, rooms.REPLAYED + 1])
def test_socket__that_has_missed_too_much_gets_the_state(site: Site, missing: int) -> None:
    assert rooms.REPLAYED == 200
    moves = LONG[: rooms.REPLAYED + 5]
    assert len(movers("quadrature", None, moves)) == rooms.REPLAYED + 5
    id, first, _ = site.pair("quadrature", moves=moves)
    v = site.state(id)["v"]
    with site.live(id, first, seen=v - missing) as live:
        replayed = missing <= rooms.REPLAYED
        assert len(of_type(live.heard, "event")) == (missing if replayed else 0)
        assert len(of_type(live.heard, "state")) == (0 if replayed else 1)
        assert live.v == v


# --- Streams -------------------------------------------------------------------------------------


def test_stream__begins_with_the_state_and_goes_on(site: Site) -> None:
    id, first, second = site.pair("hadron", size=3)
    with site.stream(id) as stream:
        begin = next(stream)
        assert (begin["event"], begin["id"]) == ("state", "1")
        assert (begin["data"]["ply"], begin["data"]["you"]) == (0, None)
        site.move(id, first, "a1", 0).must(201)
        event = next(stream)
        assert (event["event"], event["id"]) == ("moved", "2")
        assert event["data"] == stored(site, id)[1]
        site.post(f"/api/games/{id}/resign", token=second)
        assert next(stream)["event"] == "ended"


def test_stream__resumes_after_the_last_event_it_has(site: Site, game: tuple[str, str]) -> None:
    id, token = game
    with site.stream(id, seen=4) as stream:
        missed = [next(stream), next(stream)]
        assert [event["data"] for event in missed] == stored(site, id)[4:]
        assert [event["id"] for event in missed] == ["5", "6"]
        site.post(f"/api/games/{id}/chat", {"text": "and on"}, token=token)
        assert next(stream)["id"] == "7"


def test_stream__of_somebody_who_has_seen_too_much_begins_anew(
    site: Site, game: tuple[str, str]
) -> None:
    with site.stream(game[0], seen=1000) as stream:
        assert next(stream)["event"] == "state"


def test_stream__counts_as_a_watcher_until_it_ends(site: Site, game: tuple[str, str]) -> None:
    id, token = game
    with site.live(id, token) as live:
        with site.stream(id) as stream:
            next(stream)
            live.presence(watchers=1)
        live.presence(watchers=0)


@pytest.mark.parametrize("seen", ["-1", "x", "1.5", "9" * 40])
def test_stream__with_a_number_that_is_none(site: Site, game: tuple[str, str], seen: str) -> None:
    answer = site.call("GET", f"/api/games/{game[0]}/events", headers={"Last-Event-ID": seen})
    assert answer.must(422)["field"] == "Last-Event-ID"
