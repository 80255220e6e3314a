"""The board element without a mouse: keys, screen readers, fingers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from quincunx import Board
from tests.web.node import WEB
from tests.web.table import Table

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"


# --- Keys ----------------------------------------------------------------------------------------


def walk(table: Table, keys: str) -> str | None:
    for key in keys.split():
        table.page.keyboard.press(key)
    return table.focused()


def test_keys__arrows_lead_to_every_cell_of_squares(table: Table) -> None:
    page = table.open("hadron")
    page.keyboard.press("Tab")
    assert table.focused() == "a1"
    seen = {"a1"}
    for row in range(5):
        for _ in range(4):
            page.keyboard.press("ArrowRight" if row % 2 == 0 else "ArrowLeft")
            seen.add(str(table.focused()))
        page.keyboard.press("ArrowUp")
        seen.add(str(table.focused()))
    assert seen == {cell for row in table.game.rows for cell in row}
    assert page.locator("[data-feedback=focus]").count() == 1
    # One stop of the Tab key, wherever the focus was.
    assert page.locator('[data-cell][tabindex="0"]').count() == 1


@pytest.mark.parametrize("rotation", [0, 1])
def test_keys__arrows_lead_to_every_cell_of_hexagons(table: Table, rotation: int) -> None:
    page = table.open("cordon", size=4, rotation=rotation)
    page.keyboard.press("Tab")
    for _ in range(7):
        page.keyboard.press("ArrowUp")
    seen = set()
    for _ in table.game.rows:
        page.keyboard.press("Home")
        here = None
        while here != table.focused():
            here = table.focused()
            seen.add(here)
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    assert seen == {cell for row in table.game.rows for cell in row}


def test_keys__six_letters_lead_around_a_hexagon(table: Table) -> None:
    table.open("cordon", size=4)
    table.page.evaluate("board.focusCell('d4')")
    around = []
    for there, back in ("WX", "EZ", "DA", "XW", "ZE", "AD"):
        around.append(walk(table, f"Key{there}"))
        assert walk(table, f"Key{back}") == "d4"
    middle = {cell: table.middle(cell) for cell in ["d4", *map(str, around)]}
    x, y = middle["d4"]
    sides = [(round(middle[c][0] - x), round(middle[c][1] - y)) for c in map(str, around)]
    assert [(dx > 0) - (dx < 0) for dx, _ in sides] == [-1, 1, 1, 1, -1, -1]
    assert [(dy > 0) - (dy < 0) for _, dy in sides] == [-1, -1, 0, 1, 1, 0]
    assert set(around) == set(table.game.neighbours("d4"))


def test_keys__up_and_down_keep_to_a_line(table: Table) -> None:
    table.open("cordon", size=5)
    table.page.evaluate("board.focusCell('a3')")
    x, _ = table.middle("a3")
    for _ in range(8):
        cell = str(walk(table, "ArrowUp"))
        assert abs(table.middle(cell)[0] - x) < 30
    assert cell == "i3"


def test_keys__a_whole_game_without_a_mouse(table: Table) -> None:
    page = table.open("hadron", size=3, animated=False)
    page.keyboard.press("Tab")
    while not table.game.is_game_over():
        ply = table.game.ply()
        if table.focused() not in {move.text for move in table.game.legal_moves}:
            page.keyboard.press("n")
        page.keyboard.press("Enter")
        table.await_ply(ply + 1)
    assert "wins" in table.said()


def test_keys__enter_selects_and_escape_lets_go(table: Table) -> None:
    page = table.open("quadrature")
    start, end = next(iter(table.game.legal_moves)).cells
    page.evaluate("cell => board.focusCell(cell)", start)
    page.keyboard.press("Enter")
    assert "selected" in table.said()
    page.keyboard.press("Escape")
    assert page.locator("[aria-selected=true]").count() == 0
    page.keyboard.press("Space")
    page.evaluate("cell => board.focusCell(cell)", end)
    page.keyboard.press("Enter")
    table.await_ply(1)
    assert table.focused() == end


def test_keys__home_and_end_go_to_the_ends_of_the_row(table: Table) -> None:
    table.open("cordon", size=4)
    table.page.evaluate("board.focusCell('c3')")
    assert walk(table, "Home") == "c1"
    assert walk(table, "End") == table.game.rows[2][-1]


def test_keys__with_modifiers_or_switched_off_are_left_to_the_page(table: Table) -> None:
    page = table.open("hadron")
    page.evaluate("board.focusCell('c3')")
    assert walk(table, "Control+ArrowRight Alt+KeyN Shift+ArrowUp") == "c3"
    page.evaluate("board.update({keys: false})")
    assert walk(table, "ArrowRight Enter") == "c3"
    assert table.game.ply() == 0


# --- What is said --------------------------------------------------------------------------------


def test_voice__says_move_and_removals_and_turn(table: Table) -> None:
    game = Board("blast-radius", fen="1[B3]1/4/5/4/[R3]2 r")
    table.open(game)
    table.cell("a1").click()
    table.await_ply(1)
    assert re.match(
        r"Red a1; a1 is now 4 high; 1 (stack|checker) removed: e2; .*(Blue|Red)", table.said()
    ), table.said()


def test_voice__tells_about_a_cell_and_the_moves_on_request(table: Table) -> None:
    page = table.open("hadron", "c3")
    page.evaluate("board.focusCell('c4')")
    page.keyboard.press("o")
    page.wait_for_function("() => document.querySelector('[aria-live]').textContent")
    why = table.game.why_illegal("c4")
    assert why is not None
    assert table.said().startswith("c4, empty") and why in table.said()
    page.keyboard.press("m")
    count = table.game.legal_moves.count()
    assert table.said().startswith(f"{count} legal moves: ")
    page.evaluate("board.focusCell('a1')")
    page.keyboard.press("o")
    page.wait_for_function("() => document.querySelector('[aria-live]').textContent.includes('a1')")
    assert "a1 is legal" in table.said()


def test_labels__follow_the_position_and_the_focus_stays(table: Table) -> None:
    page = table.open("hadron")
    page.evaluate("board.focusCell('c3')")
    assert "empty" in str(table.cell("c3").get_attribute("aria-label"))
    page.keyboard.press("Enter")
    table.await_ply(1)
    assert "red checker" in str(table.cell("c3").get_attribute("aria-label"))
    assert table.focused() == "c3"


def violations(table: Table) -> list[Any]:
    table.page.evaluate(AXE.read_text())
    found: list[Any] = table.page.evaluate(
        "axe.run(document).then(({violations}) => violations.map("
        "v => [v.id, v.nodes.map(n => n.html.slice(0, 120) + ' ' + n.failureSummary)]))"
    )
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe__is_clean_while_things_go_on(table: Table, theme: str) -> None:
    page = table.open("square-grid-hex", "c3", size=5)
    page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
    assert violations(table) == []
    table.cell("c3").click()
    page.get_by_role("dialog").wait_for()
    assert violations(table) == []
    page.wait_for_timeout(60)
    page.get_by_role("button", name="Swap").click()
    table.await_ply(2)
    table.cell("c3").click()
    page.get_by_role("alert").wait_for()
    page.wait_for_timeout(400)
    assert violations(table) == []


# --- Fingers -------------------------------------------------------------------------------------


def test_touch__large_cells_are_played_at_once(table: Table) -> None:
    page = table.open("hadron", phone=True)
    page.touchscreen.tap(*table.middle("c3"))
    table.await_ply(1)
    assert page.locator(".quincunx-confirm").count() == 0


def test_touch__a_man_is_dragged_with_a_finger(table: Table) -> None:
    page = table.open("quadrature", phone=True)
    start, end = next(iter(table.game.legal_moves)).cells
    (x, y), (to_x, to_y) = table.middle(start), table.middle(end)
    for k in range(6):
        table.fingers("Move" if k else "Start", (x + (to_x - x) * k / 5, y + (to_y - y) * k / 5))
    assert page.locator(".quincunx-held").count() == 1
    table.fingers("End")
    table.await_ply(1)
    assert page.evaluate("scrollY") == 0


def test_confirm__always_asks_the_mouse_too(table: Table) -> None:
    page = table.open("hadron", confirm="always")
    table.cell("c3").click()
    page.get_by_role("button", name="Play c3").wait_for()
    assert table.game.ply() == 0
    page.wait_for_timeout(60)
    page.get_by_role("button", name="Cancel").click()
    assert page.locator(".quincunx-confirm").count() == 0
    table.cell("d4").click()
    page.wait_for_timeout(60)
    table.cell("d4").click()
    table.await_ply(1)
    assert table.game.peek().text == "d4"


def test_touch__aiming_picks_the_intended_point_of_nineteen(table: Table) -> None:
    page = table.open("square-grid-hex", size=19, phone=True)
    x, y = table.middle("k10")
    table.fingers("Start", (x + 3, y + 4))
    loupe = page.locator(".quincunx-loupe")
    loupe.wait_for()
    box = loupe.bounding_box()
    assert box is not None and box["y"] + box["height"] <= y + 4 - 60
    assert loupe.inner_text() == "k10"
    # Slide by one cell, in small steps.
    to_x, to_y = table.middle("m10")
    for k in range(1, 6):
        table.fingers("Move", (x + (to_x - x) * k / 5, y + (to_y - y) * k / 5))
    assert loupe.inner_text() == "m10"
    table.fingers("End")
    assert loupe.count() == 0
    assert table.game.ply() == 0
    assert table.told("confirm") == [{"move": "m10", "cells": ["m10"]}]
    page.wait_for_timeout(100)
    yes, no = page.get_by_role("button", name="Play m10"), page.get_by_role("button", name="Cancel")
    yes_box, no_box = yes.bounding_box(), no.bounding_box()
    assert yes_box is not None and no_box is not None
    assert no_box["x"] < 30 and yes_box["x"] + yes_box["width"] > 360
    yes.tap()
    table.await_ply(1)
    assert table.game.peek().text == "m10"


def test_touch__a_second_tap_plays(table: Table) -> None:
    page = table.open("square-grid-hex", size=19, phone=True)
    spot = table.middle("k10")
    page.touchscreen.tap(*spot)
    page.wait_for_selector(".quincunx-confirm")
    assert table.game.ply() == 0
    page.wait_for_timeout(80)
    page.touchscreen.tap(spot[0] + 6, spot[1] + 5)
    table.await_ply(1)
    assert table.game.peek().text == "k10"


def test_touch__a_confirmation_within_50_ms_was_the_same_tap(table: Table) -> None:
    page = table.open("square-grid-hex", size=19, phone=True)
    # The bar appears under the finger that has just been lifted, and gets its click.
    page.evaluate(
        """() => addEventListener("board-confirm", () =>
             document.querySelector(".quincunx-confirm .quincunx-yes").click())"""
    )
    page.touchscreen.tap(*table.middle("k10"))
    page.wait_for_selector(".quincunx-confirm")
    page.wait_for_timeout(100)
    assert table.told("choose") == []
    page.evaluate("document.querySelector('.quincunx-confirm .quincunx-yes').click()")
    table.await_ply(1)


def test_touch__a_tap_elsewhere_aims_anew_and_the_cross_gives_up(table: Table) -> None:
    page = table.open("square-grid-hex", size=19, phone=True)
    page.touchscreen.tap(*table.middle("k10"))
    page.wait_for_selector(".quincunx-confirm")
    page.touchscreen.tap(*table.middle("d4"))
    page.get_by_role("button", name="Play d4").wait_for()
    page.wait_for_timeout(80)
    page.get_by_role("button", name="Cancel").tap()
    assert page.locator(".quincunx-confirm").count() == 0
    assert table.game.ply() == 0


def test_touch__two_fingers_zoom_and_the_button_shows_all_again(table: Table) -> None:
    page = table.open("square-grid-hex", size=19, phone=True)
    grid = page.locator("[role=grid]")
    whole = grid.get_attribute("viewBox")
    x, y = table.middle("k10")
    before = page.evaluate("board.querySelector('[data-cell=k10]').getBoundingClientRect().width")
    table.fingers("Start", (x - 30, y), (x + 30, y))
    for k in range(1, 7):
        table.fingers("Move", (x - 30 - 8 * k, y), (x + 30 + 8 * k, y))
    table.fingers("End")
    after = page.evaluate("board.querySelector('[data-cell=k10]').getBoundingClientRect().width")
    assert after > 2 * before
    # What was between the fingers is there still.
    now_x, now_y = table.middle("k10")
    assert abs(now_x - x) < 6 and abs(now_y - y) < 6
    assert table.game.ply() == 0
    # Cells are large enough now to be played at once.
    page.touchscreen.tap(now_x, now_y)
    table.await_ply(1)
    page.get_by_role("button", name="Show the whole board").tap()
    assert grid.get_attribute("viewBox") == whole
    assert page.evaluate("visualViewport.scale") == 1


def test_touch__the_page_scrolls_beside_the_cells_and_not_on_them(table: Table) -> None:
    page = table.open("hadron", phone=True)
    x, y = table.middle("c3")
    for k in range(6):
        table.fingers("Move" if k else "Start", (x, y - 20 * k))
    table.fingers("End")
    page.wait_for_timeout(100)
    assert page.evaluate("scrollY") == 0
    box = page.locator("[role=status]").bounding_box()
    assert box is not None
    for k in range(6):
        table.fingers("Move" if k else "Start", (x, box["y"] + 200 - 30 * k))
    table.fingers("End")
    page.wait_for_timeout(200)
    assert page.evaluate("scrollY") > 50
