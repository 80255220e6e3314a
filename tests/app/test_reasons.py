"""Why not, and what would happen: refusals, previews, animations, the swap."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from quincunx import Board, Move
from tests.app.visitors import Visit, Visitor, played, shot


def found(game: str, size: int, wanted: Callable[[Board], str | None]) -> tuple[list[str], str]:
    """Moves to the first position of random games in which ``wanted`` finds something; and that."""
    for seed in range(400):
        rng = random.Random(seed)
        board = Board(game, size=size)
        while not board.is_game_over() and board.ply() < 120:
            if (text := wanted(board)) is not None:
                return [move.text for move in board.move_stack], text
            board.push(rng.choice([move for move in board.legal_moves if move.cells]))
    raise AssertionError("no such game")


def is_refused(visitor: Visitor, board: Board, *cells: str) -> None:
    """The cells were clicked last: the reason is said and its cells are lit; nothing is played."""
    why = board.explain(cells)
    assert why is not None
    expect(visitor.alert).to_contain_text(why.text)
    assert why.section in visitor.alert.inner_text()
    assert visitor.lit() == set(why.cells)
    visitor.shows(board)


# --- Why not -------------------------------------------------------------------------------------


def test_scenario_06__hadron_lights_exactly_the_checkers_that_were_counted(visit: Visit) -> None:
    def illegal(board: Board) -> str | None:
        reasons = {cell: board.explain(cell) for row in board.rows for cell in row}
        several = [
            cell
            for cell, why in reasons.items()
            if why and len(why.cells) == 3 and board.piece_at(cell) is None
        ]
        return several[0] if several else None

    moves, cell = found("hadron", 5, illegal)
    visitor = visit()
    visitor.begin("hadron", moves, size=5, opponent="same-screen")
    board = played("hadron", moves)
    visitor.click(cell)
    is_refused(visitor, board, cell)
    assert visitor.lit() == {near for near in board.neighbours(cell) if board.piece_at(near)}
    shot(visitor.page, "refused-hadron")
    # It holds nothing up: the next click plays.
    visitor.play(next(iter(board.legal_moves)).text)
    expect(visitor.alert).to_have_count(0)
    assert visitor.lit() == set()


def test_scenario_07__blast_radius_names_and_lights_the_stack(visit: Visit) -> None:
    visitor = visit()
    visitor.begin("blast-radius", "d4", size=4, opponent="same-screen")
    visitor.click("d5")
    is_refused(visitor, played("blast-radius", "d4", 4), "d5")
    expect(visitor.alert).to_contain_text("REZ of the red 1-stack on d4")
    assert visitor.lit() == {"d4"}
    shot(visitor.page, "refused-blast-radius")


def test_scenario_08__quadrature_explains_the_marker(visit: Visit) -> None:
    moves = "b3-a3 b9-b8 a3-b3 b8-b7"
    visitor = visit()
    visitor.begin("quadrature", moves, opponent="same-screen")
    board = played("quadrature", moves)
    expect(visitor.page.locator("#near").get_by_role("img", name="marker 2 of 2")).to_be_visible()
    visitor.click("b3", "a3")
    is_refused(visitor, board, "b3", "a3")
    expect(visitor.alert).to_contain_text("White's marker shows two dots")
    shot(visitor.page, "refused-quadrature")


def test_refusal__nobody_plays_for_the_other_side(visit: Visit) -> None:
    first, second = visit(), visit()
    created = first.begin("hadron", opponent="friend")
    second.watch(created["invite"])
    second.click("c3")
    expect(second.alert).to_contain_text("It is Red’s turn.")
    second.shows(played("hadron"))


# --- What a move does ----------------------------------------------------------------------------


def exchanges(board: Board, move: Move) -> list[list[str]]:
    """The men that a move exchanges, by waves."""
    waves = [[e.cells[0] for e in wave if e.kind == "exchange"] for wave in board.events(move)]
    return [wave for wave in waves if wave]


@functools.cache
def two_waves() -> tuple[list[str], str]:
    """Moves to a position of Quadrature, and one that exchanges men in two waves."""

    def twice(board: Board) -> str | None:
        return next((m.text for m in board.legal_moves if len(exchanges(board, m)) > 1), None)

    return found("quadrature", 11, twice)


#: Notes when each of some men is seen in the position that a move leads to.
WATCH = """([cells, fen]) => {
  const seen = window.seen = {};
  const grid = document.querySelector("[role=grid]");
  const look = now => {
    if (grid.dataset.fen === fen)
      for (const cell of cells) {
        const man = document.querySelector(`[data-piece="${cell}"]`);
        if (man && getComputedStyle(man).opacity === "1") seen[cell] ??= now;
      }
    if (cells.some(cell => !(cell in seen))) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def seen_men(
    visitor: Visitor, moves: list[str], move: str
) -> tuple[list[list[str]], dict[str, float]]:
    """Play a move by clicks: what it exchanges, and when each of these men was seen."""
    board = played("quadrature", moves)
    waves = exchanges(board, Move(move))
    men = [cell for wave in waves for cell in wave]
    board.push_text(move)
    visitor.begin("quadrature", moves, opponent="same-screen")
    visitor.page.evaluate(WATCH, [men, board.fen()])
    visitor.play(move)
    visitor.page.wait_for_function("count => Object.keys(seen).length === count", arg=len(set(men)))
    return waves, visitor.page.evaluate("seen")


def test_scenario_09__men_of_the_second_wave_turn_after_the_first(visit: Visit) -> None:
    (first, second, *_), seen = seen_men(visit(), *two_waves())
    assert max(seen[cell] for cell in first) < min(seen[cell] for cell in second)


def test_reduced_motion__all_men_have_turned_at_once(visit: Visit) -> None:
    _, seen = seen_men(visit(reduced_motion="reduce"), *two_waves())
    assert len(set(seen.values())) == 1


def test_scenario_10__crosses_of_a_preview_are_the_stacks_removed(visit: Visit) -> None:
    def removes(board: Board) -> str | None:
        before = board.pieces()
        for move in board.legal_moves:
            after = Board(board.game.id, fen=board.fen())
            after.push(move)
            if len(before) - len(after.pieces()) >= 2:
                return move.text
        return None

    moves, move = found("blast-radius", 4, removes)
    board = played("blast-radius", moves, 4)
    visitor = visit()
    visitor.begin("blast-radius", moves, size=4, opponent="same-screen")
    # What the last move has removed is marked in the same way; it must not count.
    visitor.cell(move).hover()
    visitor.page.wait_for_function(
        "() => document.querySelector('quincunx-board').scene.marks.some(m => m.shape === 'ghost')"
    )
    crosses = visitor.marked("cross", "loss")
    before = set(board.pieces())
    board.push_text(move)
    gone = before - set(board.pieces())
    shot(visitor.page, "preview-blast-radius")
    assert crosses & before == gone
    visitor.play(move)
    visitor.shows(board)
    for cell in gone:
        expect(visitor.cell(cell)).to_have_attribute("aria-label", re.compile("empty"))


def test_scenario_11__the_score_of_a_preview_is_the_score_after(visit: Visit) -> None:
    moves = "b1 e1 b2 e2 b3 e3"
    visitor = visit()
    visitor.begin("cordon", moves, size=3, opponent="same-screen")
    after = played("cordon", moves, 3).score_after(Move("b4"))
    assert after is not None and after.first == 7
    strip = visitor.page.locator("#near")
    expect(strip).to_contain_text("0 cells")
    visitor.cell("b4").hover()
    expect(strip).to_contain_text(f"then {after.first}")
    shot(visitor.page, "preview-cordon")
    visitor.play("b4")
    expect(strip).to_contain_text(f"{after.first} cells")
    expect(visitor.page.locator("#far")).to_contain_text(f"{after.second} cells")


# --- The swap ------------------------------------------------------------------------------------


def by_stone(visitor: Visitor) -> None:
    visitor.click("c3")


def by_button(visitor: Visitor) -> None:
    visitor.page.locator("#acts").get_by_role("button", name="Swap", exact=True).click()


@pytest.mark.parametrize("how", [by_stone, by_button])
def test_scenario_12__swap_changes_the_colour_and_leaves_the_edges(
    visit: Visit, how: Callable[[Visitor], None]
) -> None:
    visitor = visit()
    visitor.begin("square-grid-hex", "c3", size=5, opponent="same-screen")
    board = played("square-grid-hex", "c3", 5)
    edges = edges_of(visitor)
    expect(visitor.cell("c3")).to_have_attribute("aria-label", re.compile("black stone"))
    how(visitor)
    question = visitor.page.get_by_role("dialog")
    expect(question).to_contain_text("white")
    visitor.shows(board)
    shot(visitor.page, "swap")
    visitor.confirm("Swap")
    board.push_text("swap")
    visitor.shows(board)
    expect(visitor.cell("c3")).to_have_attribute("aria-label", re.compile("white stone"))
    assert edges_of(visitor) == edges


def edges_of(visitor: Visitor) -> list[str]:
    """The edges as they are drawn, with whose they are."""
    edges: Locator = visitor.grid.locator("[data-layer=edges] > *")
    drawn: list[str] = edges.evaluate_all("nodes => nodes.map(node => node.outerHTML)")
    assert len(drawn) >= 4
    return drawn
