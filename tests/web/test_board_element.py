"""The board element in a real browser, with real rules behind it."""

from __future__ import annotations

import functools
import random
import re
from pathlib import Path
from typing import Any

import pytest

from quincunx import Board, drawing
from tests.web.node import WEB, needs_node, run_node_tests
from tests.web.table import Table

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"


@needs_node
def test_parts__that_need_no_page(tmp_path: Path) -> None:
    """``web/board/test/parts.test.ts`` in Node."""
    assert run_node_tests(tmp_path, WEB / "board" / "test" / "parts.test.ts") == 7


# --- Clicks --------------------------------------------------------------------------------------


def test_click__plays_a_legal_move(table: Table) -> None:
    table.open("hadron")
    table.cell("c3").click()
    table.await_ply(1)
    assert table.told("choose") == [{"move": "c3", "cells": ["c3"]}]
    assert table.page.locator('[data-piece="c3"]').count() == 1


def test_click__of_a_screen_reader_or_a_script_plays_too(table: Table) -> None:
    page = table.open("cordon", size=3)
    page.evaluate(
        """document.querySelector('[data-cell="c3"]')
           .dispatchEvent(new MouseEvent("click", {bubbles: true}))"""
    )
    table.await_ply(1)


def test_click__refused_says_why_and_lights_exactly_the_cells_of_the_reason(table: Table) -> None:
    page = table.open("hadron", "c3")
    table.cell("c4").click()
    bubble = page.get_by_role("alert")
    bubble.wait_for()
    why = table.game.explain(["c4"])
    assert why is not None
    assert why.text in bubble.inner_text() and why.section in bubble.inner_text()
    assert table.marked("lit") == set(why.cells) == {"c3"}
    assert table.game.ply() == 1

    # Until the next click, which does what it does.
    table.cell("a1").click()
    table.await_ply(2)
    assert bubble.count() == 0
    assert table.marked("lit") == set()


def test_click__the_reason_hides_nothing_that_it_is_about(table: Table) -> None:
    game = Board("hadron", fen="1B3/2B2/B4/1R3/2R1R r")
    page = table.open(game)
    for cell in ("b1", "c2", "b4", "a4", "d1"):
        why = game.explain([cell])
        assert why is not None
        table.cell(cell).click()
        page.wait_for_function(
            "text => document.querySelector('[role=alert]')?.innerText === text", arg=why.text
        )
        bubble = page.get_by_role("alert").bounding_box()
        assert bubble is not None
        for shown in (cell, *why.cells):
            x, y = table.middle(shown)
            across = bubble["x"] < x < bubble["x"] + bubble["width"]
            assert not (across and bubble["y"] < y < bubble["y"] + bubble["height"])


def test_click__a_reason_goes_by_itself_after_four_seconds(table: Table) -> None:
    page = table.open("hadron", "c3")
    table.cell("c4").click()
    page.get_by_role("alert").wait_for()
    page.wait_for_timeout(3000)
    assert page.get_by_role("alert").count() == 1
    page.wait_for_timeout(1500)
    assert page.get_by_role("alert").count() == 0
    assert table.marked("lit") == set()


def test_click__a_reason_stays_within_a_phones_screen(table: Table) -> None:
    page = table.open("blast-radius", "a1", phone=True)
    for cell in ("a2", "b1", "b2"):
        table.page.touchscreen.tap(*table.middle(cell))
        bubble = page.get_by_role("alert")
        bubble.wait_for()
        box = bubble.bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_click__twice_at_once_plays_one_move(table: Table) -> None:
    page = table.open("cordon", size=3)
    table.cell("c3").dblclick()
    table.await_ply(1)
    page.wait_for_timeout(100)
    assert len(table.told("choose")) == 1


def test_click__nobodys_moves_are_entered_out_of_turn(table: Table) -> None:
    table.open("hadron", interactive=1)
    table.cell("c3").click()
    assert table.told("choose") == []
    assert table.told("refuse") == [{"cells": ["c3"], "reason": "turn"}]
    assert table.game.ply() == 0


# --- Moves of more than one cell -----------------------------------------------------------------


def test_longer_move__a_man_then_his_target(table: Table) -> None:
    page = table.open("quadrature")
    move = next(iter(table.game.legal_moves))
    start, end = move.cells
    table.cell(start).click()
    assert table.told("begin") == [{"cells": [start]}]
    assert table.cell(start).get_attribute("aria-selected") == "true"
    assert page.locator("[aria-selected=true]").count() == 1
    table.cell(end).click()
    table.await_ply(1)
    assert page.locator("[aria-selected=true]").count() == 0


def test_longer_move__another_man_is_selected_instead_and_the_same_one_is_let_go(
    table: Table,
) -> None:
    page = table.open("quadrature")
    starts = list(dict.fromkeys(move.cells[0] for move in table.game.legal_moves))
    table.cell(starts[0]).click()
    table.cell(starts[1]).click()
    assert table.told("begin")[-1] == {"cells": [starts[1]]}
    assert table.cell(starts[1]).get_attribute("aria-selected") == "true"
    table.cell(starts[1]).click()
    assert page.locator("[aria-selected=true]").count() == 0
    assert table.told("refuse") == []


def test_longer_move__a_target_that_is_not_legal_is_explained_and_the_man_stays_selected(
    table: Table,
) -> None:
    page = table.open("quadrature")
    start = next(iter(table.game.legal_moves)).cells[0]
    legal = {m.cells[1] for m in table.game.legal_moves if m.cells[0] == start}
    taken = table.game.pieces()
    cells = (cell for row in reversed(table.game.rows) for cell in row)
    far = next(cell for cell in cells if cell not in legal | taken.keys())
    table.cell(start).click()
    table.cell(far).click()
    page.get_by_role("alert").wait_for()
    assert table.told("refuse") == [{"cells": [start, far], "reason": "rules"}]
    assert table.cell(start).get_attribute("aria-selected") == "true"


def test_longer_move__dragged(table: Table) -> None:
    page = table.open("quadrature")
    start, end = next(iter(table.game.legal_moves)).cells
    page.mouse.move(*table.middle(start))
    page.mouse.down()
    page.mouse.move(*table.middle(end), steps=5)
    assert page.locator(".quincunx-held").count() == 1
    page.mouse.up()
    table.await_ply(1)
    assert page.locator(".quincunx-held").count() == 0


def test_longer_move__dropped_beside_the_board_is_given_up(table: Table) -> None:
    page = table.open("quadrature")
    start = next(iter(table.game.legal_moves)).cells[0]
    page.mouse.move(*table.middle(start))
    page.mouse.down()
    page.mouse.move(5, 5, steps=5)
    page.mouse.up()
    assert page.locator(".quincunx-held, .quincunx-lifted, [aria-selected=true]").count() == 0
    assert table.game.ply() == 0


# --- Buttons -------------------------------------------------------------------------------------


def test_swap__by_tapping_the_stone_is_always_asked_for_first(table: Table) -> None:
    page = table.open("square-grid-hex", "c3", size=5, confirm="never")
    table.cell("c3").click()
    question = page.get_by_role("dialog", name="Swap")
    question.wait_for()
    assert "becomes white" in question.inner_text()
    assert table.game.ply() == 1
    page.wait_for_timeout(60)
    question.get_by_role("button", name="Swap").click()
    table.await_ply(2)
    assert page.locator('[data-piece="c3"]').get_attribute("data-side") == "1"
    assert question.count() == 0


def test_swap__is_not_modal_and_can_be_declined(table: Table) -> None:
    page = table.open("square-grid-hex", "c3", size=5)
    table.cell("c3").click()
    page.get_by_role("dialog").wait_for()
    page.wait_for_timeout(60)
    page.get_by_role("button", name="Cancel").click()
    assert page.get_by_role("dialog").count() == 0
    table.cell("c3").click()
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    assert page.get_by_role("dialog").count() == 0
    table.cell("a1").click()
    table.await_ply(2)


# --- Pointing ------------------------------------------------------------------------------------


def test_pointing__a_ghost_at_once_and_the_preview_after_a_rest(table: Table) -> None:
    page = table.open("hadron", "c3 d4")
    page.evaluate(
        """() => {
          const when = {};
          window.when = when;
          addEventListener("board-point", ({detail}) => {
            when.pointed ??= performance.now();
            queueMicrotask(() => when.ghost ??=
              document.querySelector("[data-feedback=ghost]") ? "ghost" : "none");
          });
          const asked = board.previewer;
          board.update({previewer: (...given) => {
            when.asked ??= performance.now();
            return asked(...given);
          }});
        }"""
    )
    table.cell("c4").hover()
    page.wait_for_function("() => board.scene.marks.some(mark => mark.shape === 'ghost')")
    when = page.evaluate("when")
    assert when["ghost"] == "ghost"
    assert 55 <= when["asked"] - when["pointed"] < 300
    assert table.marked("ghost") == {"c4"}
    assert {"c3", "d4"} == {
        end
        for mark in page.evaluate("board.scene.marks")
        if mark["shape"] == "pip"
        for _, end in mark["segments"]
    }

    page.mouse.move(5, 5)
    assert table.marked("ghost") == set()
    assert page.locator("[data-feedback=ghost]").count() == 0


def test_pointing__nothing_is_promised_where_no_move_may_end(table: Table) -> None:
    page = table.open("hadron", "c3")
    table.cell("c4").hover()
    page.wait_for_timeout(150)
    assert table.marked("ghost") == set()
    assert page.locator("[data-feedback=ghost]").count() == 0
    assert table.told("point")[-1] == {"cell": "c4"}


# --- Animations ----------------------------------------------------------------------------------


@functools.cache
def two_waves() -> tuple[str, str]:
    """A Quadrature position, and a move of it that exchanges men in two waves."""
    for seed in range(400):
        rng = random.Random(seed)
        board = Board("quadrature")
        while not board.is_game_over() and board.ply() < 120:
            moves = list(board.legal_moves)
            for move in moves:
                if len(exchanges(board, move.text)) > 1:
                    return board.fen(), move.text
            board.push(rng.choice(moves))
    raise AssertionError("no such game")


def exchanges(board: Board, move: str) -> list[list[str]]:
    """The men that a move exchanges, by waves."""
    waves = board.events(board.parse_text(move))
    found = [[e.cells[0] for e in wave if e.kind == "exchange"] for wave in waves]
    return [wave for wave in found if wave]


def test_waves__of_exchanges_come_one_after_the_other(table: Table) -> None:
    fen, move = two_waves()
    game = Board("quadrature", fen=fen)
    first, second, *_ = exchanges(game, move)
    page = table.open(game)
    turned = page.evaluate(
        """async ([cells, {facts, waves}]) => {
          const turned = {};
          const began = performance.now();
          let over = false;
          const look = () => {
            for (const cell of cells) {
              const man = document.querySelector(`[data-piece="${cell}"]`);
              if (getComputedStyle(man).opacity === "1") turned[cell] ??= performance.now() - began;
            }
            if (!over) requestAnimationFrame(look);
          };
          const shown = board.show(facts, waves);
          look();
          await shown;
          over = true;
          return turned;
        }""",
        [first + second, table.push(move)],
    )
    assert max(turned[cell] for cell in first) < min(turned[cell] for cell in second)
    # The step, then the rectangles of the first wave, before anything turns.
    assert min(turned.values()) > 250


def test_waves__a_man_who_moves_is_seen_once(table: Table) -> None:
    page = table.open("quadrature")
    start, end = next(iter(table.game.legal_moves)).cells
    page.evaluate("({facts, waves}) => void board.show(facts, waves)", table.push(f"{start}-{end}"))
    shown = page.evaluate(
        """([start, end]) => {
          for (const animation of document.getAnimations()) {
            animation.pause();
            animation.currentTime = 90;
          }
          const opacity = selector => getComputedStyle(document.querySelector(selector)).opacity;
          return [opacity(`[data-leaving="${start}"]`), opacity(`[data-piece="${end}"]`)];
        }""",
        [start, end],
    )
    assert shown == ["0", "1"]


def test_waves__input_never_waits_for_an_animation(table: Table) -> None:
    page = table.open("cordon", size=4)
    for ply, cell in enumerate(("a1", "b2", "c3", "d4"), 1):
        table.cell(cell).click(delay=0)
        table.await_ply(ply)
    assert page.locator("[data-leaving]").count() == 0


def test_waves__all_is_over_in_a_second_and_a_half(table: Table) -> None:
    fen, move = two_waves()
    game = Board("quadrature", fen=fen)
    page = table.open(game)
    lasted = page.evaluate(
        """async ({facts, waves}) => {
          const began = performance.now();
          await board.show(facts, waves);
          return performance.now() - began;
        }""",
        table.push(move),
    )
    assert 400 < lasted < 1800
    assert page.evaluate("document.getAnimations().length") == 0


def test_waves__removed_stacks_shrink_as_the_ring_passes(table: Table) -> None:
    game = Board("blast-radius", fen="1[B3]1/4/5/4/[R3]2 r")
    page = table.open(game)
    told = table.push("a1")
    removed = [e["cells"][0] for wave in told["waves"] for e in wave if e["kind"] == "remove"]
    assert removed
    page.evaluate("({facts, waves}) => void board.show(facts, waves)", told)
    assert page.locator(".quincunx-ring").count() == 1
    assert page.locator("[data-leaving]").count() >= len(removed)
    assert table.shown_fen() == game.fen()
    page.wait_for_function("() => !document.querySelector('.quincunx-ring, [data-leaving]')")
    for cell in removed:
        assert page.locator(f'[data-piece="{cell}"]').count() == 0


def test_waves__the_chain_that_wins_draws_itself(table: Table) -> None:
    page = table.open("square-grid-hex", "a1 b1 a2 b2", size=3)
    table.cell("a3").click()
    table.await_ply(5)
    assert page.locator(".quincunx-way").count() == 1
    page.wait_for_function("() => !document.querySelector('.quincunx-way')")
    assert table.marked("chain") == {"a1", "a2", "a3"}
    assert table.told("sound")[-1] == {"name": "win"}


def test_waves__an_area_gained_is_outlined_and_then_marked(table: Table) -> None:
    page = table.open("cordon", "d1 d3 a2 c3 c4 c2", size=3)
    table.cell("c1").click()
    table.await_ply(7)
    assert page.locator(".quincunx-area").count() == 1
    mark = page.locator("[data-layer=under] [data-overlay=cordons]")
    assert mark.evaluate("node => getComputedStyle(node).opacity") == "0"
    page.wait_for_function("() => !document.querySelector('.quincunx-area')")
    assert mark.evaluate("node => getComputedStyle(node).opacity") == "1"
    assert "Red cordon of" in table.said()


def test_reduced_motion__the_end_state_and_marks_at_once(table: Table) -> None:
    fen, move = two_waves()
    game = Board("quadrature", fen=fen)
    page = table.open(game, still=True)
    told = table.push(move)
    page.evaluate("({facts, waves}) => void board.show(facts, waves)", told)
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.locator("[data-leaving]").count() == 0
    assert table.marked("swap")
    assert {sound["name"] for sound in table.told("sound")} == {"step", "exchange"}


def test_sounds__are_reported_by_name(table: Table) -> None:
    page = table.open("hadron", "c3")
    table.cell("c4").click()
    page.get_by_role("alert").wait_for()
    table.cell("a1").click()
    table.await_ply(2)
    page.wait_for_timeout(300)
    assert [sound["name"] for sound in table.told("sound")] == ["refuse", "place"]


def test_pending__a_ring_until_it_is_settled(table: Table) -> None:
    page = table.open("cordon", size=3)
    told = table.push("c3")
    page.evaluate("({facts, waves}) => board.pend('c3', facts, waves)", told)
    assert page.locator(".quincunx-pending-ring").count() == 1
    assert page.locator('[data-piece="c3"]').count() == 1
    page.evaluate("board.settle()")
    assert page.locator(".quincunx-pending-ring").count() == 0


# --- Taking over ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["hadron", "square-grid-hex", "cordon", "blast-radius"])
def test_take_over__replaces_no_node_of_what_the_server_painted(table: Table, game: str) -> None:
    board = Board(game)
    for _ in range(3):
        board.push(next(iter(board.legal_moves)))
    page = table.open(board, painted=drawing.svg.board(board, prefix="server"), wait=True)
    lost = page.evaluate(
        """() => {
          const before = [...board.querySelectorAll("svg, svg *")];
          start();
          const after = new Set(board.querySelectorAll("svg, svg *"));
          return before.filter(node => !after.has(node)).length;
        }"""
    )
    assert lost == 0
    page.mouse.move(2, 2)
    cell = next(iter(table.game.legal_moves)).cells[0]
    table.cell(cell).click()
    table.await_ply(4)


def test_take_over__replaces_only_the_layers_that_differ(table: Table) -> None:
    board = Board("cordon", size=4)
    board.push_text("c3")
    painted = drawing.svg.board(board)
    board.push_text("d4")
    page = table.open(board, painted=painted, wait=True)
    lost = page.evaluate(
        """() => {
          const before = [...board.querySelectorAll("svg [data-layer] *")]
            .map(node => [node, node.closest("[data-layer]").dataset.layer]);
          start();
          return before.filter(([node]) => !board.contains(node)).map(([, layer]) => layer);
        }"""
    )
    # The mark of the last move; all else was right, the first stone too.
    assert set(lost) == {"under", "over"}
    assert table.shown_fen() == board.fen()


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
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci in web/")
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


# --- Turning -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "turns"), [("hadron", 4), ("cordon", 6)])
def test_rotation__cells_are_found_where_they_are_shown(
    table: Table, game: str, turns: int
) -> None:
    page = table.open(game)
    name = table.game.rows[0][0]
    for rotation in range(turns):
        page.evaluate("rotation => board.update({rotation, mirrored: true})", rotation)
        page.mouse.move(*table.middle(name))
        assert table.told("point")[-1] == {"cell": name}
        page.mouse.move(2, 2)
    table.cell(name).click()
    table.await_ply(1)
