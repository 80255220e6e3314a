"""Whole games by clicks, against the engine and between two browsers, and how they end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import quincunx
from quincunx import Board
from quincunx.engine import Engine, solve
from tests.app.servers import Server
from tests.app.visitors import Visit, Visitor, played, shot

#: A board of each game that is played to its end in no long time: its second size, if it has one.
SMALL = {game.id: game.sizes[:2][-1] for game in quincunx.GAMES}
#: Ends a game of Quadrature against a beginner in about thirty moves.
LEVEL = 5

each_game = pytest.mark.parametrize("game", [game.id for game in quincunx.GAMES])


def whole_game(game: str) -> Board:
    """A good player against a beginner, to the end."""
    board = Board(game, size=SMALL[game])
    with Engine(game, size=SMALL[game], seed=3) as engine:
        while not board.is_game_over():
            board.push(engine.play(board, level=LEVEL if board.turn.value == 0 else 1).move)
    return board


def has_ended(visitor: Visitor, board: Board) -> None:
    """The result says who has won, and names the section of the rules that says so."""
    outcome = board.outcome()
    assert outcome is not None
    expect(visitor.result).to_be_visible()
    winner = "Draw" if outcome.winner is None else board.side_name(outcome.winner)
    expect(visitor.result).to_contain_text(winner)
    expect(visitor.status).to_contain_text(winner)
    expect(visitor.result.get_by_role("link", name=outcome.termination.section)).to_be_visible()


@each_game
def test_scenario_04__to_the_end_against_level_1(visit: Visit, server: Server, game: str) -> None:
    visitor = visit()
    visitor.begin(game, size=SMALL[game], level=1)
    over = visitor.result
    live = visitor.page.locator("quincunx-board[data-live]")
    with Engine(game, size=SMALL[game], seed=1) as engine:
        while True:
            expect(live.or_(over).first).to_be_attached()
            if over.count():
                break
            state = server.state(visitor.id)
            board = played(game, state["moves"], state["size"])
            visitor.shows(board)
            visitor.play(engine.play(board, level=LEVEL).move.text)
    board = played(game, server.state(visitor.id)["moves"], SMALL[game])
    assert board.is_game_over()
    visitor.shows(board)
    has_ended(visitor, board)
    assert server.state(visitor.id)["outcome"]["text"]
    shot(visitor.page, f"over-{game}")


@each_game
def test_scenario_04__to_the_end_between_two_browsers(
    visit: Visit, server: Server, game: str
) -> None:
    whole = whole_game(game)
    players = visit(), visit()
    created = players[0].begin(game, size=SMALL[game], opponent="friend")
    players[1].watch(created["invite"])
    board = Board(game, size=SMALL[game])
    for move in whole.move_stack:
        mover, other = players if board.turn.value == 0 else players[::-1]
        mover.play(move.text)
        board.push(move)
        other.shows(board)
    for player in players:
        has_ended(player, board)
    assert server.state(created["id"])["moves"] == [move.text for move in whole.move_stack]


def test_scenario_05__the_result_leads_to_the_rule(visit: Visit) -> None:
    whole = whole_game("hadron")
    *moves, last = [move.text for move in whole.move_stack]
    visitor = visit()
    visitor.begin("hadron", moves, size=SMALL["hadron"], opponent="same-screen")
    visitor.play(last)
    has_ended(visitor, whole)
    page = visitor.page
    visitor.result.get_by_role("link", name="OBJECT OF THE GAME").click()
    page.wait_for_url(re.compile(r"/rules/hadron#object-of-the-game"))
    clause = page.locator("#object-of-the-game")
    expect(clause).to_be_in_viewport()
    expect(clause).to_have_attribute("data-shown", "")


# --- Other ways to begin and to end --------------------------------------------------------------


def test_same_screen__both_sides_are_played_here(visit: Visit, server: Server) -> None:
    visitor = visit()
    page = visitor.open("/new?game=hadron")
    page.get_by_text("Both here").click()
    page.get_by_label("Board").select_option("3")
    shot(page, "new")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile("/g/"))
    board = Board("hadron", size=3)
    while not board.is_game_over():
        move = next(iter(board.legal_moves))
        visitor.play(move.text)
        board.push(move)
        visitor.shows(board)
    has_ended(visitor, board)
    assert server.state(visitor.id)["opponent"] == "same-screen"


@pytest.mark.parametrize(
    ("choice", "fields", "clock"),
    [
        (
            "For the game",
            {"Minutes for each side": "3", "Seconds added with each move": "2"},
            {"initial": 180, "increment": 2, "days": None},
        ),
        ("Days a move", {"Days for each move": "2"}, {"days": 2}),
    ],
    ids=["time", "days"],
)
def test_new__a_form_for_clocks_level_side_and_size(
    visit: Visit, server: Server, choice: str, fields: dict[str, str], clock: dict[str, object]
) -> None:
    visitor = visit()
    page = visitor.open("/new")
    page.get_by_role("link", name="Cordon").click()
    page.get_by_label("Board").select_option("4")
    expect(visitor.page.locator("quincunx-board svg")).to_have_attribute(
        "data-fen", Board("cordon", size=4).fen()
    )
    page.get_by_label("Your name").fill("Ada")
    page.locator("label[for=level-1]").click()
    page.get_by_role("group", name="You play").get_by_text("Blue").click()
    page.get_by_text(choice).click()
    for label, value in fields.items():
        page.get_by_label(label).select_option(value)
    page.get_by_label("Moves may be taken back").uncheck()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile("/g/"))
    visitor.await_turn()  # Red, the engine, has moved
    state = server.state(visitor.id)
    assert (state["game"], state["size"], state["takebacks"]) == ("cordon", 4, False)
    assert state["players"]["first"]["level"] == 1
    assert state["players"]["second"]["name"] == "Ada"
    assert {name: state["clock"][name] for name in clock} == clock
    expect(page.get_by_role("timer")).to_have_count(2)
    expect(visitor.button("Takeback")).to_have_count(0)
    shot(page, f"game-clock-{choice.split()[0].lower()}")


def test_resign__is_asked_for_and_ends_the_game(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.begin("cordon", size=3)
    visitor.button("Resign").click()
    expect(visitor.page.get_by_text("Give this game up?")).to_be_visible()
    assert server.state(visitor.id)["outcome"] is None
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_text("Give this game up?")).to_have_count(0)
    visitor.resign()
    expect(visitor.result).to_contain_text("Blue wins: Red has resigned")
    assert server.state(visitor.id)["outcome"]["winner"] == "second"


def test_last_chance__leads_back_to_a_position_that_was_won(visit: Visit, server: Server) -> None:
    # Red, to move after a1 and c1, wins by proof, but not with b1.
    visitor = visit()
    visitor.begin("hadron", "a1 c1", size=3, level=1)
    lost = visitor.id
    visitor.play("b1")
    visitor.await_turn()
    visitor.resign()
    visitor.button("Last chance").click()
    visitor.page.wait_for_url(lambda url: "/g/" in url and lost not in url)
    visitor.await_turn()
    state = server.state(visitor.id)
    assert state["moves"] == ["a1", "c1"]
    board = played("hadron", state["moves"], 3)
    visitor.shows(board)
    assert solve(board).winner == state["turn"] == "first"
    # To be played on: the same opponent, and the game goes.
    assert state["players"]["second"]["level"] == 1
    visitor.play(str(next(iter(board.legal_moves))))
