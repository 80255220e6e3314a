"""What is read and changes nothing: health, catalogue, lists, reasons, records, pictures."""

import io
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

import quincunx
from quincunx import GAMES, Board, convert, record
from quincunx.drawing import svg
from quincunx.engine import LEVELS
from quincunx.server import games as games_module
from quincunx.server.app import create_app
from quincunx.server.settings import Settings
from tests.server.client import Site, random_game
from tests.server.serving import serving

# --- The server ----------------------------------------------------------------------------------


def test_health__says_what_runs_on_what(site: Site, kind: str) -> None:
    told = site.get("/api/health")
    assert told == {"status": "ok", "version": quincunx.__version__, "database": kind}


@pytest.mark.parametrize(("asked_for", "status"), [(False, 404), (True, 200)])
def test_metrics__are_off_unless_asked_for(
    tmp_path_factory: pytest.TempPathFactory, asked_for: bool, status: int
) -> None:
    database = f"sqlite:///{tmp_path_factory.mktemp('metrics') / 'games.sqlite'}"
    with serving(create_app(Settings(database=database, engines=1, metrics=asked_for))) as served:
        Site(f"http://{served.host}").pair()
        reply = served.call("GET", "/metrics")
        assert reply.status == status
        assert (b'quincunx_events_total{event="joined"} 1.0' in reply.body) is asked_for


def test_catalogue__has_what_a_script_has_to_know(site: Site) -> None:
    told = site.get("/api/catalogue")
    assert [game["id"] for game in told["games"]] == [game.id for game in GAMES]
    for game, found in zip(GAMES, told["games"], strict=True):
        for name in ("name", "author", "year", "default_size"):
            assert found[name] == getattr(game, name)
        assert found["sizes"] == list(game.sizes) and found["players"] == list(game.players)
        levels = [{"level": n, "text": level.text} for n, level in LEVELS.items()]
        assert found["levels"] == levels and [*LEVELS] == list(range(1, 11))


# --- Lists ---------------------------------------------------------------------------------------


def test_list__has_every_game_once_on_pages_and_the_newest_first(site: Site) -> None:
    visitor = {"Cookie": f"visitor={'p' * 32}"}
    made = [
        site.post("/api/games", {"game": "cordon", "size": 2, "level": 1}, headers=visitor)["id"]
        for _ in range(games_module.PAGE + 3)
    ]
    pages = [site.get(f"/api/games?mine=true&page={number}", headers=visitor) for number in (1, 2)]
    assert [(page["page"], page["pages"]) for page in pages] == [(1, 2), (2, 2)]
    assert [game["id"] for page in pages for game in page["games"]] == made[::-1]
    assert len(pages[0]["games"]) == games_module.PAGE
    assert site.get("/api/games?mine=true&page=3", headers=visitor)["games"] == []


# --- Games ---------------------------------------------------------------------------------------


def test_why__is_what_the_rules_say(site: Site) -> None:
    id = site.new("hadron", size=5, opponent="friend", moves=["c3"])["id"]
    board = Board("hadron", size=5)
    board.push_text("c3")
    why = board.explain("c4")
    assert why
    assert site.get(f"/api/games/{id}/why?cells=c4") == {
        "legal": False,
        "text": why.text,
        "section": why.section,
        "cells": list(why.cells),
    }
    legal: dict[str, Any] = {"legal": True, "text": None, "section": None, "cells": []}
    assert site.get(f"/api/games/{id}/why?cells=b1") == legal


def test_why__is_asked_of_all_cells_of_a_move(site: Site) -> None:
    id = site.new("quadrature", opponent="friend")["id"]
    why = Board("quadrature").explain(["b3", "b5"])
    assert why and site.get(f"/api/games/{id}/why?cells=b3,b5")["text"] == why.text
    assert site.get(f"/api/games/{id}/why?cells=b3,b4")["legal"] is True


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_record__leads_to_the_same_game(site: Site, game: Any) -> None:
    size = game.sizes[0]
    moves = random_game(game.id, size)
    id = site.new(game.id, size=size, opponent="friend", moves=moves[:-1], name="Ada")["id"]
    answer = site.call("GET", f"/api/games/{id}/record.qgn")
    assert answer.status == 200
    assert answer.headers["content-disposition"] == f'attachment; filename="{game.id}-{id}.qgn"'
    read = record.read_game(io.StringIO(answer.body.decode()))
    assert read is not None
    assert [move.text for move in read.mainline_moves()] == moves[:-1]
    assert read.headers["Site"] == f"{site.address}/g/{id}"
    assert read.headers[game.players[0]] == "Ada"


def test_record__has_how_a_game_ended(site: Site) -> None:
    id, first, _ = site.pair("hadron", clock={"initial": 180, "increment": 2})
    site.post(f"/api/games/{id}/resign", token=first)
    text = site.call("GET", f"/api/games/{id}/record.qgn").body.decode()
    read = record.read_game(io.StringIO(text))
    assert read is not None and read.headers["Result"] == "0-1"
    assert read.headers["Termination"] == "resignation"
    assert read.headers["TimeControl"] == "180+2"


@pytest.mark.parametrize("ext", ["qgn", "sgf", "hexworld", "share", "txt"])
def test_record__in_other_forms_can_be_read_back(site: Site, ext: str) -> None:
    id = site.new("square-grid-hex", size=11, opponent="friend", moves=["c3", "d4", "e5"])["id"]
    answer = site.call("GET", f"/api/games/{id}/record.{ext}")
    assert answer.status == 200, answer
    form = next(form for form in convert.FORMATS if f".{ext}" in form.extensions)
    hints = convert.Hints(game="square-grid-hex", size=11)
    (read,) = form.read(io.StringIO(answer.body.decode()), hints)
    assert [move.text for move in read.mainline_moves()] == ["c3", "d4", "e5"]


def test_picture__is_that_of_the_position(site: Site) -> None:
    id = site.new("hadron", size=5, opponent="friend", moves=["c3", "b1"])["id"]
    board = Board("hadron", size=5)
    drawn = {}
    for ply, move in enumerate(["c3", "b1", None]):
        drawn[f"?ply={ply}"] = svg.render(board)
        if move:
            board.push_text(move)
    drawn[""] = svg.render(board)
    drawn["?theme=dark"] = svg.render(board, theme="dark")
    assert len({*drawn.values()}) == 4  # the last position has two addresses
    for query, picture in drawn.items():
        answer = site.call("GET", f"/api/games/{id}/picture.svg{query}")
        assert answer.status == 200 and answer.headers["content-type"] == "image/svg+xml"
        assert answer.body.decode() == picture
        ElementTree.fromstring(picture)
