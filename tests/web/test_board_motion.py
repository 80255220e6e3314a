"""What the board element shows while a move happens: waves in order, and nothing that waits."""

from __future__ import annotations

import functools
import random

from quincunx import Board
from tests.web.table import Table

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
