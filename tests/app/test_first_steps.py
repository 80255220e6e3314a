"""Somebody comes for the first time: what is there at once, and what it takes to play."""

from __future__ import annotations

import re
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Page, expect

import quincunx
from tests.app.servers import Server
from tests.app.visitors import Visit, played, shot
from tests.server.processes import PATIENCE, call

LARGEST_SCRIPT = 60_000
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
PATHS = ("/", "/new", "/games", "/rules", "/rules/cordon", "/settings", "/docs")


def test_scenario_01__two_clicks_from_the_first_page_to_a_move(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/")
    shot(page, "home")
    page.locator("#hadron").get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/g/\w{10}$"))
    visitor.await_turn()
    visitor.click("c3")
    expect(visitor.cell("c3")).to_have_attribute("aria-label", re.compile("red checker"))
    # The server has it, and the engine answers.
    expect(page.get_by_label("Moves", exact=True).get_by_role("button")).to_have_count(2)
    visitor.await_turn()
    shot(page, "game")


# --- What comes over the wire --------------------------------------------------------------------


def test_scenario_02__one_small_script_and_nothing_from_elsewhere(
    visit: Visit, server: Server
) -> None:
    visitor = visit()  # the fixture fails if a page asks another host for anything
    page = visitor.open("/")
    scripts: list[str] = page.evaluate(
        "performance.getEntriesByType('resource').map(e => e.name).filter(n => n.endsWith('.js'))"
    )
    assert len(scripts) == 1
    packed = Request(scripts[0], headers={"Accept-Encoding": "gzip"})
    with urlopen(packed, timeout=PATIENCE) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "immutable" in answer.headers["Cache-Control"]
        assert len(answer.read()) <= LARGEST_SCRIPT
    assert re.search(r"-[0-9a-f]{8,}\.js$", scripts[0]), "its name has no hash"


@pytest.mark.parametrize("path", PATHS)
def test_scenario_02__pages_obey_a_policy_without_exceptions(visit: Visit, path: str) -> None:
    visitor = visit()
    answer = visitor.page.goto(f"{visitor.address}{path}")
    assert answer is not None and answer.status == 200
    policy = answer.headers["content-security-policy"]
    assert policy.startswith(POLICY)
    assert "'unsafe-" not in policy
    html = answer.text()
    assert "<style" not in html and not re.search(r"\sstyle=", html)
    assert not re.search(r"\son[a-z]+=", html)


def shifted(page: Page) -> list[str]:
    """What has moved by itself since the page was opened."""
    things: list[str] = page.evaluate(
        """() => new Promise(tell => {
          const things = [];
          new PerformanceObserver(list => {
            for (const {value, sources} of list.getEntries())
              things.push(`${value}: ${sources.map(({node}) => node?.outerHTML ?? node)}`);
          }).observe({type: "layout-shift", buffered: true});
          // They are told some time after the frame in which they have happened.
          const frame = () => new Promise(requestAnimationFrame);
          frame().then(frame).then(() => setTimeout(() => tell(things), 200));
        })"""
    )
    return things


def test_scenario_02__the_measure_of_shifts_can_fail(visit: Visit) -> None:
    page = visit().open("/")
    page.wait_for_load_state("networkidle")
    # What has not been painted yet cannot move.
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
    page.evaluate(
        "document.body.prepend(Object.assign(document.createElement('p'), {innerText: 1}))"
    )
    assert shifted(page) != []


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("path", PATHS)
def test_scenario_02__nothing_shifts(visit: Visit, path: str, phone: bool) -> None:
    visitor = visit(phone=phone)
    page = visitor.open(path)
    page.wait_for_load_state("networkidle")
    assert shifted(page) == []


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "quadrature", "moves": "b3-b4"},
        {"game": "cordon", "opponent": "friend"},
        {"game": "square-grid-hex", "moves": "c3", "opponent": "same-screen"},
        {"game": "blast-radius", "moves": "d4 b2", "clock": {"initial": 300}},
        {"game": "hadron", "opponent": "friend", "side": "second", "clock": {"days": 2}},
    ],
    ids=lambda wanted: wanted["game"],
)
def test_scenario_02__nothing_shifts_when_a_board_becomes_alive(
    visit: Visit, wanted: dict[str, Any], phone: bool
) -> None:
    visitor = visit(phone=phone)
    visitor.begin(**wanted)
    visitor.page.wait_for_load_state("networkidle")
    assert shifted(visitor.page) == []


# --- Without a script ----------------------------------------------------------------------------


def test_scenario_03__boards_are_there_without_javascript(visit: Visit) -> None:
    visitor = visit(java_script_enabled=False)
    page = visitor.open("/")
    boards = page.locator("quincunx-board > svg")
    expect(boards).to_have_count(len(quincunx.GAMES))
    for board in boards.all():
        box = board.bounding_box()
        assert box is not None and box["width"] >= 150 and box["height"] >= 150
    page.locator("#hadron").get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/g/\w{10}$"))
    visitor.shows(played("hadron"))
    expect(page.locator("noscript .notice")).to_be_visible()


def test_scenario_03__a_game_in_progress_is_shown_without_javascript(
    visit: Visit, server: Server
) -> None:
    moves = "e3 f8 b2 b5"
    wanted = {"game": "blast-radius", "size": 5, "moves": moves.split(), "opponent": "friend"}
    game = call(f"{server.address}/api/games", "POST", **wanted)
    visitor = visit(java_script_enabled=False)
    page = visitor.open(game["url"])
    visitor.shows(played("blast-radius", moves, 5))
    box = visitor.grid.bounding_box()
    assert box is not None and box["width"] >= 500
    expect(visitor.cell("f8")).to_have_attribute("aria-label", re.compile("blue"))
    expect(page.locator("#moves")).to_contain_text("b5")
    shot(page, "game-without-script")


# --- The first page ------------------------------------------------------------------------------


def test_home__boards_play_by_themselves_and_stand_still_on_request(visit: Visit) -> None:
    still = visit(reduced_motion="reduce")
    still.open("/")
    before = still.page.locator("#hadron [data-fen]").get_attribute("data-fen")
    lively = visit().open("/")
    for game in quincunx.GAMES:
        board = lively.locator(f"#{game.id} [data-fen]")
        board.scroll_into_view_if_needed()
        for _ in range(2):
            shown = board.get_attribute("data-fen")
            assert shown is not None
            expect(board).not_to_have_attribute("data-fen", shown)
    assert still.page.locator("#hadron [data-fen]").get_attribute("data-fen") == before


def test_home__running_games_are_on_top_and_one_click_away(visit: Visit) -> None:
    visitor = visit()
    visitor.open("/")
    expect(visitor.page.get_by_role("heading", name="Your games")).to_have_count(0)
    ids = []
    for game in ("cordon", "hadron"):
        visitor.begin(game, size=3)
        ids.append(visitor.id)
    page = visitor.open("/")
    running = page.get_by_role("region", name="Your games")
    expect(running.get_by_role("listitem")).to_have_count(2)
    shot(page, "home-with-games")
    running.get_by_role("link", name="Cordon").click()
    page.wait_for_url(re.compile(ids[0]))
    visitor.await_turn()
    # The other one waits for a move: said beside this one.
    expect(page.get_by_role("navigation", name="Your other games")).to_contain_text("Hadron")
