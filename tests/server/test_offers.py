"""Draws, takebacks, rematches and talk, on both databases."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from quincunx import GAMES
from quincunx.server import rooms
from tests.server.client import Live, Site
from tests.server.databases import events_of


@contextmanager
def table(
    site: Site, game: str, moves: list[str], **wanted: Any
) -> Iterator[tuple[str, Live, Live]]:
    """Two people at a game in which these moves have been played: its id, and both of them."""
    id, *tokens = site.pair(game, **wanted)
    for ply, move in enumerate(moves):
        site.move(id, tokens[ply % 2], move, ply).must(201)
    with ExitStack() as stack:
        first, second = (stack.enter_context(site.live(id, token)) for token in tokens)
        yield id, first, second


def last(live: Live, kind: str) -> dict[str, Any]:
    """The first event of a kind among those that come."""
    while (event := live.event("offered", "answered", "ended", "tookback", "moved", "said"))[
        "event"
    ] != kind:
        pass
    return event


@pytest.mark.parametrize("game", [game.id for game in GAMES if game.has_draws])
def test_draw__is_agreed(site: Site, game: str) -> None:
    with table(site, game, []) as (id, first, second):
        assert second.ask("answer", kind="draw", accept=True)["code"] == "offer"
        first.do("offer", kind="draw")
        offered = last(second, "offered")
        assert (offered["kind"], offered["side"]) == ("draw", "first")
        assert site.state(id)["offers"] == [{"kind": "draw", "side": "first"}]
        assert first.ask("offer", kind="draw")["code"] == "offer"
        # Nobody agrees with himself.
        assert first.ask("answer", kind="draw", accept=True)["code"] == "offer"
        second.do("answer", kind="draw", accept=True)
        for live in (first, second):
            assert last(live, "answered")["accepted"] is True
            outcome = last(live, "ended")["outcome"]
            assert outcome["winner"] is None and outcome["termination"] == "agreement"
        assert site.state(id)["offers"] == []


def test_draw__is_declined_and_may_be_offered_again(site: Site) -> None:
    with table(site, "cordon", []) as (id, first, second):
        first.do("offer", kind="draw")
        second.do("answer", kind="draw", accept=False)
        answered = last(first, "answered")
        assert (answered["kind"], answered["side"]) == ("draw", "second")
        assert answered["accepted"] is False and answered["game"] is None
        state = site.state(id)
        assert (state["outcome"], state["offers"]) == (None, [])
        first.do("offer", kind="draw")


def test_draw__offered_with_a_move_stands_until_the_other_one_moves(site: Site) -> None:
    with table(site, "cordon", []) as (id, first, second):
        first.do("offer", kind="draw")
        first.move("a1", 0)
        assert site.state(id)["offers"] == [{"kind": "draw", "side": "first"}]
        second.move("b2", 1)
        assert site.state(id)["offers"] == []
        first.do("offer", kind="draw")
        first.move("c3", 2)
        second.do("answer", kind="draw", accept=True)
        assert site.state(id)["outcome"]["termination"] == "agreement"


def test_draw__is_agreed_when_both_offer_it(site: Site) -> None:
    with table(site, "cordon", []) as (id, first, second):
        first.do("offer", kind="draw")
        second.do("offer", kind="draw")
        assert site.state(id)["outcome"]["termination"] == "agreement"


@pytest.mark.parametrize("game", [game.id for game in GAMES if not game.has_draws])
def test_draw__is_not_offered_where_there_is_none(site: Site, game: str) -> None:
    with table(site, game, []) as (id, first, _):
        assert first.ask("offer", kind="draw")["code"] == "offer"
        assert site.state(id)["offers"] == []


def test_draw__is_not_offered_to_an_engine(site: Site) -> None:
    made = site.new("cordon")
    path = f"/api/games/{made['id']}/offers"
    refused = site.call("POST", path, {"kind": "draw"}, token=made["token"]).must(409)
    assert refused["code"] == "offer"


def test_move__answers_what_was_offered(site: Site) -> None:
    with table(site, "cordon", ["a1"]) as (id, first, second):
        first.do("offer", kind="draw")
        assert second.move("b2", 1)["type"] == "ack"
        assert site.state(id)["offers"] == []
        assert second.ask("answer", kind="draw", accept=True)["code"] == "offer"


def test_takeback__goes_back_before_the_last_move_of_who_asks(site: Site) -> None:
    with table(site, "hadron", ["c3", "b1", "d4"], size=5) as (id, first, second):
        # Blue asks, and Red has moved since: two moves go.
        second.do("offer", kind="takeback")
        first.do("answer", kind="takeback", accept=True)
        for live in (first, second):
            assert last(live, "answered")["accepted"] is True
            event = last(live, "tookback")
            told = {name: event[name] for name in ("branch", "ply", "side", "turn")}
            assert told == {"branch": 1, "ply": 1, "side": "second", "turn": "second"}
        state = site.state(id)
        assert (state["moves"], state["branch"], state["ply"]) == (["c3"], 1, 1)
        # Another move at that ply; the old branch is no longer played on.
        assert second.move("a5", 1, branch=0)["code"] == "stale"
        assert second.move("a5", 1, branch=1)["type"] == "ack"
        assert last(first, "moved")["branch"] == 1
        assert site.state(id)["moves"] == ["c3", "a5"]


def test_takeback__may_be_asked_for_again_and_again(site: Site) -> None:
    with table(site, "hadron", ["c3", "b1", "d4"], size=5) as (id, first, second):
        for branch, ply in ((1, 2), (2, 0)):
            first.do("offer", kind="takeback")
            second.do("answer", kind="takeback", accept=True)
            state = site.state(id)
            assert (state["branch"], state["ply"]) == (branch, ply)
        # There is no move of Red's any more.
        assert first.ask("offer", kind="takeback")["code"] == "offer"
        assert first.move("c3", 0, branch=2)["type"] == "ack"


def test_takeback__is_not_asked_for_where_it_was_not_agreed(site: Site) -> None:
    with table(site, "hadron", ["c3"], takebacks=False) as (id, first, _):
        assert first.ask("offer", kind="takeback")["code"] == "offer"
        assert site.state(id)["offers"] == []


def test_takeback__is_done_at_once_at_the_same_screen(site: Site) -> None:
    made = site.new("hadron", size=5, opponent="same-screen", moves=["c3", "b1"])
    with site.live(made["id"], made["token"]) as live:
        for ply in (1, 0):
            live.do("offer", kind="takeback")
            assert last(live, "tookback")["ply"] == ply
        assert live.ask("offer", kind="takeback")["code"] == "offer"
        assert live.move("a1", 0, branch=2)["type"] == "ack"


def test_takeback__is_done_at_once_against_an_engine(site: Site) -> None:
    made = site.new("hadron", size=5, level=1)
    with site.live(made["id"], made["token"]) as live:
        assert live.move("c3", 0)["type"] == "ack"
        for _ in range(2):
            live.event("moved")
        live.do("offer", kind="takeback")
        event = last(live, "tookback")
        assert (event["branch"], event["ply"], event["turn"]) == (1, 0, "first")
        assert live.move("a1", 0, branch=1)["type"] == "ack"
        own, answer = live.event("moved"), live.event("moved")
        assert (own["branch"], own["move"]) == (1, "a1")
        assert (answer["branch"], answer["side"], answer["ply"]) == (1, "second", 2)


def test_rematch__has_sides_exchanged_and_the_same_tokens(site: Site) -> None:
    clock = {"initial": 180, "increment": 2}
    id, *tokens = site.pair("hadron", size=5, clock=clock, name="Ada")
    with site.live(id, tokens[0]) as first, site.live(id, tokens[1]) as second:
        assert first.ask("offer", kind="rematch")["code"] == "offer"
        first.do("resign")
        first.do("offer", kind="rematch")
        second.do("answer", kind="rematch", accept=True)
        new = last(first, "answered")["game"]
        assert new == last(second, "answered")["game"] == site.state(id)["rematch"]
        assert first.ask("offer", kind="rematch")["code"] == "offer"
    state = site.state(new)
    assert (state["game"], state["size"], state["moves"]) == ("hadron", 5, [])
    assert (state["clock"]["initial"], state["clock"]["increment"]) == (180, 2)
    assert state["players"]["second"]["name"] == "Ada"
    assert site.move(new, tokens[0], "c3", 0).must(409)["code"] == "turn"
    site.move(new, tokens[1], "c3", 0).must(201)


def test_rematch__with_an_engine_begins_with_its_move(site: Site) -> None:
    made = site.new("hadron", size=3, level=1)
    token = made["token"]
    site.post(f"/api/games/{made['id']}/resign", token=token)
    site.post(f"/api/games/{made['id']}/offers", {"kind": "rematch"}, token=token)
    new = site.state(made["id"])["rematch"]
    with site.live(new, token) as live:
        assert live.state and live.state["you"] == "second"
        if not live.state["moves"]:
            assert live.event("moved")["side"] == "first"
    assert site.state(new)["ply"] == 1


def test_chat__is_heard_as_it_was_said_and_kept_for_who_comes_later(site: Site) -> None:
    text = '<b>d4</b> & "quotes" 😀'
    with table(site, "hadron", []) as (id, first, second):
        first.do("say", text=text)
        for live in (first, second):
            said = last(live, "said")
            assert (said["text"], said["side"], said["name"]) == (text, "first", "Guest")
        with site.live(id) as watcher:
            assert watcher.state
            assert [line["text"] for line in watcher.state["chat"]] == [text]


def test_chat__has_a_limit_for_each_side(site: Site) -> None:
    with table(site, "hadron", []) as (id, first, second):
        for number in range(rooms.SAYINGS):
            first.do("say", text=f"line {number}")
        refused = first.ask("say", text="one more")
        assert refused["code"] == "rate"
        second.do("say", text="slowly!")
        assert site.state(id)["v"] == refused["v"] + 1


def test_chat__needs_somebody_to_talk_to(site: Site) -> None:
    made = site.new("hadron")
    path = f"/api/games/{made['id']}/chat"
    refused = site.call("POST", path, {"text": "hello?"}, token=made["token"]).must(409)
    assert refused["code"] == "nobody"


def test_http__has_all_of_it(site: Site) -> None:
    id, first, second = site.pair("cordon")
    path = f"/api/games/{id}"
    v = site.post(f"{path}/chat", {"text": "good luck"}, token=first)["v"]
    assert site.post(f"{path}/offers", {"kind": "draw"}, token=first)["v"] == v + 1
    done = site.post(f"{path}/offers/draw/answer", {"accept": False}, token=second)
    assert done == {"v": v + 2, "repeat": False}
    site.move(id, first, "a1", 0).must(201)
    site.post(f"{path}/offers", {"kind": "takeback"}, token=first)
    site.post(f"{path}/offers/takeback/answer", {"accept": True}, token=second)
    site.post(f"{path}/resign", token=second)
    kinds = [row["event"] for row in events_of(site.database, id)]
    assert kinds == [
        "joined",
        "said",
        "offered",
        "answered",
        "moved",
        "offered",
        "answered",
        "tookback",
        "ended",
    ]
    assert [row["v"] for row in events_of(site.database, id)] == list(range(1, len(kinds) + 1))
