"""Whole games by clicks, against the engine and between two browsers, and how they end."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import quincunx
from quincunx import Board, TurnReason
from quincunx.drawing import scene
from quincunx.engine import Engine, solve
from quincunx.record import read_game
from tests.app.servers import Server
from tests.app.visitors import Visit, Visitor, played, shot
from tests.server.held import running

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


def test_over__what_has_decided_it_is_shown(visit: Visit) -> None:
    """Hex: the chain; Cordon: the area; Blast Radius: the last capture."""
    for game, shape in (
        ("square-grid-hex", "chain"),
        ("cordon", "area"),
        ("blast-radius", "cross"),
    ):
        *moves, last = [move.text for move in whole_game(game).move_stack]
        visitor = visit(reduced_motion="reduce")
        visitor.begin(game, moves, size=SMALL[game], opponent="same-screen")
        visitor.play(last)
        expect(visitor.result).to_be_visible()
        shown = {
            (mark.shape, cell)
            for mark in scene(played(game, [*moves, last], SMALL[game])).marks
            for cell in mark.cells
        }
        assert visitor.marked(shape) == {cell for name, cell in shown if name == shape} != set()


def test_share__says_that_the_link_is_copied(visit: Visit, server: Server) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.begin("hadron", "c3 b1", opponent="same-screen")
    visitor.button("More").click()
    visitor.page.wait_for_timeout(60)
    visitor.button("Share link").click()
    expect(visitor.page.locator("#banner[data-shown]")).to_have_text("Copied")
    copied = visitor.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{server.address}/g/{visitor.id}"


def test_over__record_picture_and_link_are_to_be_had(visit: Visit, server: Server) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    visitor.begin("hadron", "c3 b1", opponent="same-screen")
    visitor.resign()
    for name, ending in (("Record", "qgn"), ("Picture", "svg")):
        with visitor.page.expect_download() as download:
            visitor.result.get_by_role("link", name=name).click()
        assert download.value.suggested_filename.endswith(f".{ending}")
        text = download.value.path().read_text(encoding="utf-8")
        if name == "Record":
            read = read_game(io.StringIO(text))
            assert read is not None
            assert [move.text for move in read.mainline_moves()] == ["c3", "b1"]
        else:
            assert text.startswith("<svg")
    visitor.result.get_by_role("button", name="Share link").click()
    expect(visitor.result.get_by_role("button", name="Copied")).to_be_visible()
    copied = visitor.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{server.address}/g/{visitor.id}"
    # Whoever gets it sees the same.
    other = visit()
    other.page.goto(copied)
    other.shows(played("hadron", "c3 b1"))
    expect(other.result).to_contain_text("has resigned")


# --- What is said while it goes on ---------------------------------------------------------------


def test_status__says_whether_to_place_or_to_grow(visit: Visit) -> None:
    visitor = visit()
    visitor.begin("blast-radius", "d1 e2 b4 a1 d4", size=3, opponent="same-screen")
    expect(visitor.status).to_contain_text("Blue to move: place a checker")
    visitor.play("c3")
    expect(visitor.status).to_contain_text("Red to move: grow a stack")
    open_cells = {move.text for move in played("blast-radius", "d1 e2 b4 a1 d4 c3", 3).legal_moves}
    assert open_cells == {"d1", "b4", "d4"}


def test_sitting_out__gets_a_banner(visit: Visit) -> None:
    board, rng = Board("quadrature"), random.Random(3)
    while board.turn_reason is not TurnReason.SAT_OUT:
        board.push(rng.choice(list(board.legal_moves)))
    *moves, last = [move.text for move in board.move_stack]
    visitor = visit()
    visitor.begin("quadrature", moves, opponent="same-screen")
    banner = visitor.page.locator("#banner")
    expect(banner).to_have_text("")
    visitor.play(last)
    out = {0: "Black", 1: "White"}[board.turn.value]
    expect(banner).to_contain_text(f"{out} sits out")
    shot(visitor.page, "sits-out")


def test_engine__that_is_busy_says_how_many_are_before(
    visit: Visit, gate: Path, tmp_path: Path
) -> None:
    """And a person's move waits for none of them."""
    with running(f"sqlite:///{tmp_path / 'games.sqlite'}") as site:
        for _ in range(2):
            site.new("hadron", side="second", level=1)
        visitor = visit(site.address)
        visitor.begin("hadron", level=1)
        visitor.play("c3")
        expect(visitor.status).to_have_text("Thinking, place 3 in the queue")
        assert site.state(visitor.id)["moves"] == ["c3"]
        shot(visitor.page, "queue")
        gate.touch()
        visitor.await_turn()
        assert site.state(visitor.id)["ply"] == 2
        visitor.page.close()


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
