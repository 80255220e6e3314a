"""The board element in a real browser, with real rules behind it: pointing and clicking."""

from __future__ import annotations

from pathlib import Path

import pytest

from quincunx import Board, drawing
from tests.web.node import WEB, needs_node, run_node_tests
from tests.web.table import Table


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
