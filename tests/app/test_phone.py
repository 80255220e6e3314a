"""The app on a phone, with a finger."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.app.servers import Server
from tests.app.visitors import PHONE, Visit, played, shot


def test_scenario_25__aim_slide_one_cell_confirm(visit: Visit, server: Server) -> None:
    visitor = visit(phone=True)
    visitor.begin("square-grid-hex", size=19, opponent="friend")
    friend = visit()
    friend.watch(f"/g/{visitor.id}?seat=second")
    visitor.await_turn()
    page = visitor.page
    x, y = visitor.middle("k10")
    visitor.fingers("Start", (x + 2, y + 3))
    loupe = page.locator(".quincunx-loupe")
    expect(loupe).to_have_text("k10")
    shot(page, "aiming")
    to_x, to_y = visitor.middle("l10")
    for k in range(1, 6):
        visitor.fingers("Move", (x + (to_x - x) * k / 5, y + (to_y - y) * k / 5))
    expect(loupe).to_have_text("l10")
    visitor.fingers("End")
    expect(loupe).to_have_count(0)
    yes = visitor.button("Play l10")
    expect(yes).to_be_visible()
    assert server.state(visitor.id)["moves"] == []
    page.wait_for_timeout(60)  # whatever is touched sooner is the same touch
    yes.tap()
    friend.shows(played("square-grid-hex", "l10", 19))
    assert server.state(visitor.id)["moves"] == ["l10"]


def test_phone__large_cells_are_played_with_one_tap(visit: Visit, server: Server) -> None:
    visitor = visit(phone=True)
    visitor.begin("hadron", level=1)
    visitor.await_turn()
    visitor.cell("c3").tap()
    expect(visitor.cell("c3")).to_have_attribute("aria-label", re.compile("red checker"))
    played = visitor.page.get_by_label("Moves", exact=True).get_by_role("button", name="c3")
    expect(played).to_be_visible()
    visitor.await_turn()  # the engine has answered
    assert server.state(visitor.id)["moves"][0] == "c3"


PATHS = ("/", "/new", "/games", "/rules", "/rules/blast-radius", "/settings", "/docs", "/nowhere")


@pytest.mark.parametrize("width", [360, 390, 430])
def test_phone__nothing_scrolls_sideways(visit: Visit, width: int) -> None:
    visitor = visit(**{**PHONE, "viewport": {"width": width, "height": 844}}, outages=True)
    for path in PATHS:
        page = visitor.open(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        if width == PHONE["viewport"]["width"]:
            shot(page, f"page{path.replace('/', '-')}")
    for game in ("quadrature", "square-grid-hex", "blast-radius"):
        visitor.begin(game, opponent="friend", clock={"initial": 600, "increment": 5})
        page = visitor.page
        assert page.evaluate("document.documentElement.scrollWidth") <= width, game


def test_phone__the_board_is_as_wide_as_the_screen_and_all_buttons_are_in_reach(
    visit: Visit,
) -> None:
    visitor = visit(phone=True)
    visitor.begin("cordon", "a1 b2", level=1)
    page = visitor.page
    box = visitor.grid.bounding_box()
    assert box is not None and box["width"] >= 360
    assert box["y"] + box["height"] <= 844
    for name in ("Takeback", "Resign", "Flip", "More"):
        expect(visitor.button(name)).to_be_in_viewport(ratio=1)
        touch = visitor.button(name).bounding_box()
        assert touch is not None and min(touch["width"], touch["height"]) >= 44
    for seat in ("#near", "#far"):
        expect(page.locator(seat)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("width", "height"), [(667, 375), (844, 390), (932, 430)])
def test_phone__on_its_side_all_is_on_one_screen(visit: Visit, width: int, height: int) -> None:
    visitor = visit(**{**PHONE, "viewport": {"width": width, "height": height}})
    visitor.begin("blast-radius", "a1 f6", level=1)
    for part in (visitor.grid, *(visitor.page.locator(seat) for seat in ("#near", "#far"))):
        expect(part).to_be_in_viewport(ratio=1)
    for name in ("Takeback", "Resign", "Flip", "More"):
        expect(visitor.button(name)).to_be_in_viewport(ratio=1)
        touch = visitor.button(name).bounding_box()
        assert touch is not None and min(touch["width"], touch["height"]) >= 44
    shot(visitor.page, "on-its-side")
    visitor.resign()
    expect(visitor.button("Rematch")).to_be_in_viewport(ratio=1)
    expect(visitor.page.locator("#near")).to_be_in_viewport(ratio=1)
    shot(visitor.page, "on-its-side-at-the-end")


@pytest.mark.parametrize(("width", "height"), [(844, 390), (1280, 800)])
def test_menus__fit_on_the_screen_beside_a_chat(visit: Visit, width: int, height: int) -> None:
    visitor = visit(viewport={"width": width, "height": height})
    visitor.begin("cordon", opponent="friend")
    visitor.button("More").click()
    menu = visitor.page.locator(".menu")
    expect(menu).to_be_in_viewport(ratio=1)
    visitor.page.wait_for_timeout(60)  # whatever is clicked sooner is the same click
    visitor.button("Board").click()
    expect(menu.get_by_text("What the board shows")).to_be_in_viewport(ratio=1)
    expect(menu).to_be_in_viewport(ratio=1)


def test_phone__chat_is_a_sheet(visit: Visit) -> None:
    first, second = visit(phone=True), visit()
    created = first.begin("hadron", opponent="friend")
    second.watch(created["invite"])
    box = second.page.get_by_role("textbox", name="Say something")
    box.fill("hello")
    box.press("Enter")
    chat = first.page.locator("[data-tool=chat]")
    expect(chat).to_contain_text("1")  # unread
    said = first.page.get_by_role("list", name="What was said")
    expect(said).to_be_hidden()
    chat.tap()
    expect(said).to_contain_text("hello")
    shot(first.page, "chat-sheet")
    first.button("Close").tap()
    expect(said).to_be_hidden()
