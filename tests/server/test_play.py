"""Games from their beginning to their end, over sockets and over HTTP, on both databases."""

import base64
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from quincunx import GAMES, Board, Game
from quincunx.server.app import create_app
from quincunx.server.settings import Settings
from quincunx.server.standing import verdict
from tests.server.client import Live, Site, movers, random_game
from tests.server.databases import contents, events_of
from tests.server.serving import serving

#: A game of Quadrature with somebody who cannot move and sits out: moves of a random game.
SITS_OUT = random_game("quadrature", seed=3)


def follow(live: Live, moves: list[str]) -> list[dict[str, Any]]:
    """The events of these moves, as somebody hears them who has been there all the time."""
    events = [live.event("moved") for _ in moves]
    assert [event["move"] for event in events] == moves
    return events


def standing(site: Site, id: str) -> tuple[Any, ...]:
    """What nobody may change who has no right to: the number of the last event and the rows."""
    return site.state(id)["v"], events_of(site.database, id)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_socket__two_people_and_a_watcher_see_a_game_to_its_end(site: Site, game: Game) -> None:
    size = min(game.sizes)
    moves = random_game(game.id, size)
    sides = movers(game.id, size, moves)
    id, first, second = site.pair(game.id, size=size)
    with ExitStack() as stack:
        players = {
            "first": stack.enter_context(site.live(id, first)),
            "second": stack.enter_context(site.live(id, second)),
        }
        watcher = stack.enter_context(site.live(id))
        assert {live.state["you"] for live in players.values() if live.state} == {"first", "second"}
        assert watcher.state and watcher.state["you"] is None
        board = Board(game, size=size)
        for ply, (side, move) in enumerate(zip(sides, moves, strict=True)):
            mover = players[side]
            answer = mover.move(move, ply)
            assert (answer["type"], answer["repeat"]) == ("ack", False), answer
            # The receipt comes first, then the event that it is about.
            assert mover.v == answer["v"] - 1
            board.push_text(move)
            turn = None if board.is_game_over() else board.turn.name.lower()
            for live in (*players.values(), watcher):
                event = live.event("moved")
                told = {name: event[name] for name in ("branch", "ply", "side", "move", "turn")}
                assert told == {
                    "branch": 0,
                    "ply": ply + 1,
                    "side": side,
                    "move": move,
                    "turn": turn,
                }
                assert event["v"] == answer["v"]
        outcome = verdict(board)
        assert outcome
        for live in (*players.values(), watcher):
            assert live.event("ended")["outcome"] == outcome.model_dump()
    state = site.state(id)
    assert (state["moves"], state["fen"], state["turn"]) == (moves, board.fen(), None)
    assert state["outcome"] == outcome.model_dump()
    assert [row["v"] for row in events_of(site.database, id)] == list(range(1, state["v"] + 1))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_http__a_script_plays_a_game_to_its_end(site: Site, game: Game) -> None:
    size = min(game.sizes)
    moves = random_game(game.id, size, seed=2)
    id, *tokens = site.pair(game.id, size=size)
    v = site.state(id)["v"]
    for ply, side in enumerate(movers(game.id, size, moves)):
        token = tokens[side == "second"]
        done = site.move(id, token, moves[ply], ply).must(201)
        v += 1
        assert done == {"v": v, "ply": ply + 1, "branch": 0, "repeat": False}
    state = site.state(id)
    assert state["outcome"] and state["v"] == v + 1
    late = site.move(id, tokens[0], moves[-1], len(moves)).must(409)
    assert late["code"] == "over"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("side", ["first", "second"])
def test_engine__answers_until_the_game_is_over(site: Site, game: Game, side: str) -> None:
    """From a position near the end, so that it is not long."""
    size = min(game.sizes)
    moves = random_game(game.id, size, seed=4)
    made = site.new(game.id, size=size, level=1, side=side, moves=moves[: len(moves) * 2 // 3])
    with site.live(made["id"], made["token"]) as live:
        assert live.state
        board = Board(game, size=size)
        for move in live.state["moves"]:
            board.push_text(move)
        while not board.is_game_over():
            mine = board.turn.name.lower() == side
            if mine:
                played = next(iter(board.legal_moves)).text
                assert live.move(played, board.ply())["type"] == "ack"
            event = live.event("moved")
            assert event["side"] == board.turn.name.lower()
            board.push_text(event["move"])
        outcome = verdict(board)
        assert outcome and live.event("ended")["outcome"] == outcome.model_dump()


def test_same_screen__one_token_moves_for_both(site: Site) -> None:
    made = site.new("cordon", size=2, opponent="same-screen")
    moves = random_game("cordon", 2)
    with site.live(made["id"], made["token"]) as live:
        assert live.state and live.state["you"] == "both"
        for ply, move in enumerate(moves):
            assert live.move(move, ply)["type"] == "ack"
        follow(live, moves)
        live.event("ended")


def test_swap__exchanges_colours_and_the_game_goes_on(site: Site) -> None:
    id, first, second = site.pair("square-grid-hex", size=5)
    with site.live(id, first) as black, site.live(id, second) as white:
        assert black.move("c3", 0)["type"] == "ack"
        follow(white, ["c3"])
        assert black.move("swap", 1)["code"] == "turn"
        assert white.move("swap", 1)["type"] == "ack"
        follow(black, ["c3", "swap"])
        board = Board("square-grid-hex", size=5)
        board.push_text("c3")
        board.push_text("swap")
        state = site.state(id)
        assert (state["fen"], state["moves"]) == (board.fen(), ["c3", "swap"])
        assert state["turn"] == board.turn.name.lower() == "first"
        # Only the first stone can be taken over.
        assert black.move("swap", 2)["code"] in ("illegal", "invalid")
        assert black.move("b2", 2)["type"] == "ack"


def test_quadrature__who_cannot_move_sits_out(site: Site) -> None:
    sides = movers("quadrature", None, SITS_OUT)
    again = next(ply for ply in range(1, len(sides)) if sides[ply] == sides[ply - 1])
    made = site.new("quadrature", opponent="friend", moves=SITS_OUT[: again - 1])
    id, ply = made["id"], again - 1
    other = site.post(f"/api/games/{id}/seats/second", {})["token"]
    tokens = {"first": made["token"], "second": other}
    mover, waiting = (
        tokens[sides[again]],
        tokens[{"first": "second", "second": "first"}[sides[again]]],
    )
    with site.live(id, mover) as live:
        assert live.move(SITS_OUT[ply], ply)["type"] == "ack"
        assert live.event("moved")["turn"] == sides[again]
        assert site.move(id, waiting, SITS_OUT[again], again).must(409)["code"] == "turn"
        assert live.move(SITS_OUT[again], again)["type"] == "ack"
        assert live.event("moved")["side"] == sides[again]


def test_watcher__changes_nothing(site: Site) -> None:
    id, first, _ = site.pair("hadron", size=5)
    before = standing(site, id)
    with site.live(id) as watcher:
        for message in (
            {"type": "move", "move": "c3", "ply": 0, "branch": 0},
            {"type": "resign"},
            {"type": "offer", "kind": "takeback"},
            {"type": "answer", "kind": "draw", "accept": True},
            {"type": "say", "text": "I am the first player"},
        ):
            assert watcher.ask(**message)["code"] == "watcher"
        assert standing(site, id) == before
        # And it goes on watching.
        site.move(id, first, "c3", 0).must(201)
        follow(watcher, ["c3"])


def test_seat__is_taken_once(site: Site) -> None:
    made = site.new("hadron", opponent="friend", name="Ada")
    id = made["id"]
    assert made["invite"] == f"/g/{id}?seat=second"
    waiting = site.move(id, made["token"], "c3", 0).must(409)
    assert waiting["code"] == "waiting"
    with site.live(id, made["token"]) as live:
        joined = site.post(f"/api/games/{id}/seats/second", {"name": "Bob"})
        event = live.event("joined")
        assert event["side"] == "second"
        assert event["player"] == {"name": "Bob", "kind": "person", "level": None}
    for side in ("first", "second"):
        taken = site.call("POST", f"/api/games/{id}/seats/{side}", {"name": "Eve"}).must(409)
        assert taken["code"] == "taken"
    names = [player["name"] for player in site.state(id)["players"].values()]
    assert names == ["Ada", "Bob"]
    site.move(id, made["token"], "c3", 0).must(201)
    site.move(id, joined["token"], "b1", 1).must(201)


def test_resign__ends_the_game_for_the_other(site: Site) -> None:
    id, first, second = site.pair()
    with site.live(id, first) as live:
        site.post(f"/api/games/{id}/resign", token=second)
        outcome = live.event("ended")["outcome"]
    assert (outcome["winner"], outcome["termination"]) == ("first", "resignation")
    assert outcome["text"] == "Red wins: Blue has resigned"
    again = site.call("POST", f"/api/games/{id}/resign", token=first).must(409)
    assert again["code"] == "over"


def test_resign__calls_off_a_game_that_nobody_has_joined(site: Site) -> None:
    made = site.new(opponent="friend")
    site.post(f"/api/games/{made['id']}/resign", token=made["token"])
    outcome = site.state(made["id"])["outcome"]
    assert (outcome["winner"], outcome["termination"]) == (None, "aborted")
    late = site.call("POST", f"/api/games/{made['id']}/seats/second", {}).must(409)
    assert late["code"] == "over"


def test_illegal_move__is_refused_with_the_reason_and_the_cells(site: Site) -> None:
    id, first, second = site.pair("hadron", size=5)
    site.move(id, first, "c3", 0).must(201)
    before = standing(site, id)
    board = Board("hadron", size=5)
    board.push_text("c3")
    why = board.explain("c4")
    assert why
    refused = site.move(id, second, "c4", 1).must(422)
    assert refused == {
        "error": why.text,
        "code": "illegal",
        "field": "move",
        "cells": list(why.cells),
    }
    with site.live(id, second) as live:
        told = live.move("c4", 1)
        assert (told["type"], told["code"], told["v"]) == ("refused", "illegal", before[0])
        assert (told["text"], told["section"]) == (why.text, why.section)
        assert told["cells"] == list(why.cells)
        assert live.move("nowhere", 1)["code"] == "invalid"
    assert standing(site, id) == before


def test_presence__says_who_is_there(site: Site) -> None:
    id, first, second = site.pair()
    with site.live(id, first) as live:
        last = live.heard[-1]
        assert (last["first"], last["second"], last["watchers"]) == (True, False, 0)
        assert (last["you"], last["engine"]) == ("first", None)
        with site.live(id, second), site.live(id):
            live.presence(first=True, second=True, watchers=1)
        live.presence(first=True, second=False, watchers=0)


def test_cookie__is_as_good_as_a_token(site: Site) -> None:
    """What the page uses: it never sees the token."""
    made = site.call("POST", "/api/games", {"game": "hadron", "opponent": "friend"})
    id = made.must(201)["id"]
    cookie = made.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    headers = {"Cookie": cookie.partition(";")[0]}
    site.post(f"/api/games/{id}/seats/second", {})
    with site.live(id, headers=headers) as live:
        assert live.state and live.state["you"] == "first"
        assert live.move("c3", 0)["type"] == "ack"
    [mine] = site.get("/api/games?mine=true", headers=headers)["games"]
    assert (mine["id"], mine["you"], mine["ply"]) == (id, "first", 1)
    assert site.get("/api/games?mine=true")["games"] == []


def test_list__has_running_and_finished_games_but_none_that_waits(site: Site) -> None:
    id, first, _ = site.pair("blast-radius")
    waiting = site.new("blast-radius", opponent="friend")["id"]

    def ids(query: str) -> list[str]:
        return [game["id"] for game in site.get(f"/api/games?game=blast-radius&{query}")["games"]]

    assert id in ids("status=running") and id not in ids("status=finished")
    assert waiting not in ids("")
    site.post(f"/api/games/{id}/resign", token=first)
    assert id in ids("status=finished") and id not in ids("status=running")
    assert ids("")[0] == id


def test_tokens__are_not_kept_as_they_are(site: Site) -> None:
    made = site.new()
    assert made["token"] not in str(contents(site.database))


def test_tokens__cannot_be_guessed(site: Site) -> None:
    made = [site.call("POST", "/api/games", {"game": "hadron"}) for _ in range(20)]
    cookies = {answer.headers["set-cookie"].partition(";")[0] for answer in made}
    secrets = [answer.json()["token"] for answer in made]
    secrets += [cookie.partition("=")[2] for cookie in cookies]
    assert len({*secrets}) == 40
    for secret in secrets:
        assert 8 * len(base64.urlsafe_b64decode(secret)) >= 128


def test_tokens__are_on_no_page_and_in_no_link(site: Site) -> None:
    made = site.call("POST", "/api/games", {"game": "hadron", "opponent": "friend"})
    created, cookie = made.must(201), made.headers["set-cookie"].partition(";")[0]
    secrets = (created["token"], cookie.partition("=")[2])
    shown = [created["url"], created["invite"]]
    id = created["id"]
    for path in (
        f"/g/{id}",
        "/",
        "/games?mine=1",
        f"/api/games/{id}",
        f"/api/games/{id}/record.qgn",
    ):
        answer = site.call("GET", path, headers={"Cookie": cookie})
        assert answer.status == 200
        shown.append(answer.body.decode())
        # Nor does another site hear of the address that somebody comes from.
        assert answer.headers["referrer-policy"] == "same-origin"
    assert not [secret for secret in secrets for text in shown if secret in text]


@pytest.mark.parametrize(("scheme", "secure"), [("http", False), ("https", True)])
def test_cookie__is_for_tls_alone_where_there_is_tls(
    tmp_path: Path, scheme: str, secure: bool
) -> None:
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'games.sqlite'}", engines=1, trusted_proxy="127.0.0.1"
    )
    proxied = {"X-Forwarded-Proto": scheme, "X-Forwarded-For": "198.51.100.7"}
    with serving(create_app(settings), settings) as served:
        site = Site(f"http://{served.host}")
        made = site.call("POST", "/api/games", {"game": "hadron"}, headers=proxied)
        form = {"Content-Type": "application/x-www-form-urlencoded", **proxied}
        kept = site.call("POST", "/settings", b"theme=dark", headers=form)
    assert (made.status, kept.status) == (201, 303)
    for answer in (made, kept):
        attributes = answer.headers["set-cookie"].split("; ")[1:]
        assert ("Secure" in attributes) is secure
