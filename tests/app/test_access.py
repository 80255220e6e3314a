"""Without a mouse, without eyes, without colours: keys, what is said, and what axe-core finds."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from quincunx import Board
from tests.app.servers import Server
from tests.app.visitors import Visit, Visitor, played, shot
from tests.web.node import WEB

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"


# --- Keys ----------------------------------------------------------------------------------------


def test_scenario_23__a_whole_game_of_cordon_by_keyboard(visit: Visit, server: Server) -> None:
    visitor = visit()
    page = visitor.open("/")
    press = page.keyboard.press

    def tab_to(selector: str) -> None:
        for _ in range(80):
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
            press("Tab")
        raise AssertionError(f"the Tab key does not lead to {selector}")

    # From the first page: to a new game, the smallest board, level 1.
    tab_to("a[href='/new?game=cordon']")
    press("Enter")
    page.wait_for_url(re.compile("/new"))
    tab_to("#size")
    press("Home")
    press("ArrowDown")
    tab_to("[name=level]:checked")
    press("ArrowLeft")
    tab_to("button[type=submit]")
    press("Enter")
    page.wait_for_url(re.compile("/g/"))
    visitor.await_board()
    state = server.state(visitor.id)
    assert (state["game"], state["size"]) == ("cordon", 3)
    assert state["players"]["second"]["level"] == 1

    tab_to("[data-cell]")
    live = page.locator("quincunx-board[data-live]")
    while True:
        expect(live.or_(visitor.result).first).to_be_attached()
        if visitor.result.count():
            break
        before = visitor.fen()
        press("n")  # the next legal cell
        press("Enter")
        expect(visitor.grid).not_to_have_attribute("data-fen", before)
    assert server.state(visitor.id)["outcome"] is not None
    tab_to("#cards a, #cards button")


def test_keys__of_the_page_step_flip_type_and_help(visit: Visit) -> None:
    visitor = visit()
    visitor.begin("cordon", "a1 b2 c3", size=3, opponent="same-screen")
    page = visitor.page
    page.keyboard.press("ArrowLeft")
    visitor.shows(played("cordon", "a1 b2", 3))
    page.keyboard.press("Home")
    visitor.shows(Board("cordon", size=3))
    page.keyboard.press("End")
    visitor.shows(played("cordon", "a1 b2 c3", 3))
    above = visitor.middle("a1")[1]
    page.keyboard.press("f")
    page.wait_for_function(
        "y => document.querySelector('[data-cell=a1]').getBoundingClientRect().top < y - 50",
        arg=above,
    )
    turned = visitor.middle("a1")
    page.keyboard.press("r")
    page.wait_for_function(
        """([x, y]) => {
          const box = document.querySelector('[data-cell=a1]').getBoundingClientRect();
          return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) > 50;
        }""",
        arg=list(turned),
    )
    page.keyboard.press("z")
    expect(page.locator("#moves")).to_be_hidden()
    expect(visitor.grid).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator("#moves")).to_be_visible()
    page.keyboard.press("/")
    field = page.get_by_role("textbox", name="Type a move")
    expect(field).to_be_focused()
    field.fill("c3")
    field.press("Enter")
    expect(visitor.alert).to_be_visible()
    field.fill("D1")
    field.press("Enter")
    visitor.shows(played("cordon", "a1 b2 c3 d1", 3))
    field.press("Escape")
    page.keyboard.press("?")
    help = page.get_by_role("dialog", name="Keys")
    expect(help).to_contain_text("step through the moves")
    assert violations(page) == []
    shot(page, "keys")
    page.keyboard.press("Escape")
    expect(help).to_be_hidden()


def test_keys__can_be_switched_off(visit: Visit) -> None:
    visitor = visit(settings={"keys": False})
    visitor.begin("cordon", "a1 b2", size=3, opponent="same-screen")
    visitor.page.keyboard.press("ArrowLeft")
    visitor.page.keyboard.press("?")
    visitor.shows(played("cordon", "a1 b2", 3))
    expect(visitor.page.get_by_role("dialog", name="Keys")).to_be_hidden()
    # A board that has the focus takes its own all the same: there is no other way without a mouse.
    visitor.cell("c3").focus()
    visitor.page.keyboard.press("Enter")
    visitor.shows(played("cordon", "a1 b2 c3", 3))


def test_keys__the_focus_goes_back_to_where_it_was(visit: Visit) -> None:
    visitor = visit()
    visitor.begin("cordon", "a1 b2 c3", size=3, opponent="same-screen")
    page = visitor.page
    visitor.cell("d1").focus()
    page.keyboard.press("/")
    expect(page.get_by_role("textbox", name="Type a move")).to_be_focused()
    page.keyboard.press("Escape")
    expect(visitor.cell("d1")).to_be_focused()
    # A move is typed where the game is, and not where somebody is looking back.
    page.get_by_label("Moves", exact=True).get_by_role("button", name="a1").click()
    page.keyboard.press("/")
    visitor.shows(played("cordon", "a1 b2 c3", 3))
    expect(page.get_by_role("textbox", name="Type a move")).to_be_focused()


def test_keys__escape_closes_the_sheet_of_the_chat(visit: Visit) -> None:
    visitor = visit(phone=True)
    visitor.begin("hadron", opponent="friend")
    visitor.button("Chat").click()
    field = visitor.page.get_by_role("textbox", name="Say something")
    expect(field).to_be_focused()
    visitor.page.keyboard.press("Escape")
    expect(field).to_be_hidden()
    expect(visitor.button("Chat")).to_be_focused()


# --- What is said --------------------------------------------------------------------------------


def test_scenario_24__a_live_region_reads_move_captures_and_turn(visit: Visit) -> None:
    moves = "d1 e2 b4 a1 d4 c3"  # no cell is open any more: stacks grow
    board = played("blast-radius", moves, 3)
    first, second = visit(), visit()
    created = first.begin("blast-radius", moves, size=3, opponent="friend")
    second.watch(created["invite"])
    first.play("b4")
    board.push_text("b4")
    for visitor in (first, second):
        visitor.shows(board)
        said = visitor.said()
        assert said.startswith("Red b4; b4 is now 2 high; 1 checker removed: c3; "), said
        assert "1 own checker removed: d4; Blue to move" in said


def test_voice__offers_are_announced(visit: Visit) -> None:
    first, second = visit(), visit()
    created = first.begin("hadron", "c3 b1", opponent="friend")
    second.watch(created["invite"])
    first.play("e5")
    first.button("Takeback").click()
    said = second.page.locator("[aria-live=polite]")
    expect(said.filter(has_text="asks to take a move back")).to_have_count(1)


# --- axe-core ------------------------------------------------------------------------------------


def violations(page: Page) -> list[Any]:
    page.evaluate(AXE.read_text())
    found: list[Any] = page.evaluate(
        "axe.run(document).then(({violations}) => violations.map("
        "v => [v.id, v.nodes.map(n => n.html.slice(0, 160) + ' ' + n.failureSummary)]))"
    )
    return found


def at(path: str) -> Callable[[Visitor], object]:
    return lambda visitor: visitor.open(path)


def running(visitor: Visitor) -> None:
    created = visitor.begin("quadrature", "b3-b4 b9-b8", opponent="friend", clock={"initial": 600})
    visitor.context.request.post(
        f"{visitor.address}/api/games/{created['id']}/chat", data={"text": "see d4"}
    )
    expect(visitor.page.get_by_text("see")).to_be_visible()


def over(visitor: Visitor) -> None:
    visitor.begin("cordon", "a1 b2", size=3, level=1)
    visitor.resign()
    expect(visitor.result).to_be_visible()


def refused(visitor: Visitor) -> None:
    visitor.begin("hadron", "c3", opponent="same-screen")
    visitor.click("c4")
    expect(visitor.alert).to_be_visible()
    visitor.button("More").click()


def asked(visitor: Visitor) -> None:
    visitor.begin("quadrature", "b3-b4 b9-b8", opponent="same-screen")
    visitor.button("Resign").click()
    expect(visitor.page.get_by_role("dialog", name="Resign")).to_be_visible()


def listed(visitor: Visitor) -> None:
    visitor.begin("cordon", "a1 b2", size=3)
    visitor.begin("blast-radius", "d4", size=4)
    visitor.open("/games?mine=1")


PLACES: dict[str, Callable[[Visitor], object]] = {
    "home": at("/"),
    "new": at("/new?game=square-grid-hex"),
    "games": listed,
    "rules": at("/rules"),
    "rules of a game": at("/rules/quadrature"),
    "settings": at("/settings"),
    "docs": at("/docs"),
    "no such page": at("/nowhere"),
    "running": running,
    "refused": refused,
    "asked": asked,
    "over": over,
}


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("place", PLACES)
def test_scenario_24__axe_finds_nothing(visit: Visit, place: str, theme: str) -> None:
    visitor = visit(settings={"theme": theme}, reduced_motion="reduce", outages=True)
    PLACES[place](visitor)
    page = visitor.page
    if page.locator("summary").count():
        page.locator("summary").first.click()
    assert page.locator("html").get_attribute("data-theme") == theme
    assert violations(page) == []


def test_scenario_24__axe_can_fail(visit: Visit) -> None:
    page = visit().open("/")
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert [name for name, _ in violations(page)] == ["button-name"]
