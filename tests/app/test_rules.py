"""Rules that can be tried, and the list of games."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import quincunx
from quincunx import Board
from quincunx.drawing.catalogue import drawing_of
from tests.app.visitors import Visit, Visitor, shot

each_game = pytest.mark.parametrize("game", [game.id for game in quincunx.GAMES])


def desk(visitor: Visitor, clause: int) -> None:
    """Put a clause on the board beside the text."""
    visitor.page.locator(f'[data-clause="{clause}"] h2').click()


def enter(visitor: Visitor, move: str) -> None:
    """Click the cells of a move. A man stays chosen when a step of his was refused."""
    chosen = visitor.grid.locator("[data-cell][aria-selected=true]")
    names = chosen.evaluate_all("cells => cells.map(cell => cell.dataset.cell)")
    visitor.click(*[cell for cell in move.split("-") if cell not in names])


@each_game
def test_rules__every_clause_can_be_tried(visit: Visit, game: str) -> None:
    visitor = visit(reduced_motion="reduce")
    page = visitor.open(f"/rules/{game}")
    page.wait_for_function("() => document.querySelector('quincunx-board').facts")
    for k, clause in enumerate(drawing_of(quincunx.find_game(game)).clauses):
        desk(visitor, k)
        board = Board(game, fen=clause.fen) if clause.fen else Board(game)
        visitor.shows(board)
        shown = page.locator("#task").inner_text()
        assert clause.task in shown.replace("\N{NON-BREAKING HYPHEN}", "-")
        done = page.locator("#desk[data-done]")
        expect(done).to_have_count(0)
        for refused in clause.refuses:
            if refused == "swap":
                expect(page.locator("#buttons").get_by_role("button")).to_have_count(0)
                continue
            enter(visitor, refused)
            why = board.explain(refused)
            assert why is not None
            expect(visitor.alert).to_contain_text(why.text)
        for move in clause.plays:
            before = visitor.fen()
            if move == "swap":
                visitor.page.locator("#buttons").get_by_role("button", name="Swap").click()
                visitor.confirm("Swap")
            else:
                enter(visitor, move)
            expect(visitor.grid).not_to_have_attribute("data-fen", before)
            board.push_text(move)
            visitor.shows(board)
        if clause.plays or clause.refuses:
            expect(done).to_have_count(1)
    shot(page, f"rules-{game}")


def test_rules__the_board_follows_the_reader(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/rules/quadrature")
    page.wait_for_function("() => document.querySelector('quincunx-board').facts")
    expect(page.locator("[data-clause='0']")).to_have_attribute("data-shown", "")
    page.mouse.move(900, 400)
    page.mouse.wheel(0, 20_000)
    last = page.locator("[data-clause]").last
    expect(last).to_have_attribute("data-shown", "")
    expect(page.locator("#desk")).to_be_in_viewport(ratio=0.9)


def test_rules__lead_to_a_game(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/rules")
    shot(page, "rules")
    page.get_by_role("link", name="Cordon").first.click()
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile(r"/g/\w{10}$"))
    visitor.await_turn()
    visitor.shows(Board("cordon"))


def test_games__are_filtered_and_paged(visit: Visit) -> None:
    visitor = visit()
    for _ in range(2):
        visitor.begin("cordon", "a1 b2", size=3)
    visitor.resign()
    page = visitor.open("/games")
    page.get_by_role("link", name="Yours").click()
    expect(page.locator(".tile")).to_have_count(2)
    page.get_by_role("link", name="Finished").click()
    expect(page.locator(".tile")).to_have_count(1)
    expect(page.locator(".tile")).to_contain_text("Blue wins")
    page.get_by_role("navigation", name="Which games").get_by_role("link", name="Hadron").click()
    expect(page.locator(".tile")).to_have_count(0)
    expect(page.get_by_text("No such game yet.")).to_be_visible()
    shot(page, "games-none")
    page.get_by_role("link", name="All games").click()
    shot(page, "games")


def test_problem__a_page_that_is_not_there(visit: Visit) -> None:
    visitor = visit(outages=True)
    answer = visitor.page.goto(f"{visitor.address}/g/0000000000")
    assert answer is not None and answer.status == 404
    expect(visitor.page.get_by_role("heading", name="There is no such game")).to_be_visible()
    shot(visitor.page, "no-such-game")
    visitor.page.get_by_role("link", name="To the games").click()
    expect(visitor.page.get_by_role("button", name="Play now").first).to_be_visible()
