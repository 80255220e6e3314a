"""Networks that fail and servers that die: no move is lost, and none is played twice."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, expect

from tests.app.servers import Line, Server
from tests.app.visitors import PATIENCE, Visit, Visitor, played, shot

#: How long the network is away in scenario 15, in milliseconds.
OUTAGE = 10_000


def begin(visit: Visit, server: Server, line: Line) -> tuple[Visitor, Visitor]:
    """Two who play: the first over a line that will fail."""
    first, second = visit(line.address, outages=True), visit(server.address, outages=True)
    created = first.begin("hadron", opponent="friend")
    second.watch(created["invite"])
    first.await_turn()
    return first, second


def pending(visitor: Visitor) -> bool:
    """Is a move shown as not saved yet?"""
    return visitor.page.locator(".quincunx-pending-ring").count() > 0


def stored(server: Server, game: str, *moves: str) -> None:
    """Until the server has these moves, and each of them once."""
    until = time.monotonic() + PATIENCE / 1000
    while (known := server.state(game)["moves"]) != list(moves):
        assert time.monotonic() < until, known
        time.sleep(0.02)


def goes_on(first: Visitor, second: Visitor, server: Server, *, move: str = "c3") -> None:
    """The move has come, once; everybody sees it; and the game goes on."""
    game = second.id
    stored(server, game, move)
    second.shows(played("hadron", move))
    first.shows(played("hadron", move))
    expect(first.page.locator(".quincunx-pending-ring")).to_have_count(0)
    second.play("b1")
    first.shows(played("hadron", f"{move} b1"))
    first.play("e5")
    second.shows(played("hadron", f"{move} b1 e5"))
    # All that has ever happened: the second player came, and these moves.
    state = server.state(game)
    assert (state["moves"], state["v"]) == ([move, "b1", "e5"], 4)


# --- Networks ------------------------------------------------------------------------------------


@pytest.mark.parametrize("arrives", [False, True], ids=["move_lost", "answer_lost"])
def test_scenario_15__offline_for_ten_seconds_in_mid_move(
    visit: Visit, own_server: Server, line: Line, arrives: bool
) -> None:
    first, second = begin(visit, own_server, line)
    first.page.evaluate("window.untouched = true")
    if arrives:
        line.hold()
        first.play("c3")
        stored(own_server, first.id, "c3")
        line.cut()
    else:
        line.cut()
        first.play("c3")
    assert pending(first)
    expect(first.page.get_by_text("Reconnecting… nothing is lost")).to_be_visible()
    shot(first.page, "offline")
    first.page.wait_for_timeout(OUTAGE)
    assert pending(first)
    line.mend()
    goes_on(first, second, own_server)
    expect(first.page.get_by_text("Reconnecting")).to_have_count(0)
    assert first.page.evaluate("window.untouched") is True


# --- Servers -------------------------------------------------------------------------------------


def killed_before_it_heard(first: Visitor, server: Server, line: Line) -> None:
    """The move never reached the server."""
    server.kill()
    first.play("c3")


def killed_before_it_answered(first: Visitor, server: Server, line: Line) -> None:
    """The move was stored, and the page has not heard about it."""
    line.hold()
    first.play("c3")
    stored(server, first.id, "c3")
    server.kill()
    line.cut()
    line.mend()


both = pytest.mark.parametrize("how", [killed_before_it_heard, killed_before_it_answered])
Kill = Callable[[Visitor, Server, Line], None]


@both
def test_scenario_16__killed_before_the_acknowledgement(
    visit: Visit, own_server: Server, line: Line, how: Kill
) -> None:
    first, second = begin(visit, own_server, line)
    for player in (first, second):
        player.page.evaluate("window.untouched = true")
    how(first, own_server, line)
    assert pending(first)
    first.shows(played("hadron", "c3"))
    own_server.start()
    goes_on(first, second, own_server)
    for player in (first, second):
        assert player.page.evaluate("window.untouched") is True, "a page was loaded anew"


@both
def test_scenario_17__killed_and_reloaded(
    visit: Visit, own_server: Server, line: Line, how: Kill
) -> None:
    first, second = begin(visit, own_server, line)
    how(first, own_server, line)
    assert pending(first)
    with pytest.raises(Error, match="ERR_"):
        first.page.reload()
    own_server.start()
    first.page.reload()
    first.await_board()
    goes_on(first, second, own_server)


def test_outage__a_game_against_the_engine_goes_on_after_a_kill(
    visit: Visit, own_server: Server
) -> None:
    visitor = visit(own_server.address, outages=True)
    visitor.begin("cordon", size=3, level=1)
    visitor.play("a1")
    own_server.kill()  # perhaps while the engine is thinking
    own_server.start()
    visitor.await_turn()
    assert own_server.state(visitor.id)["ply"] == 2
    visitor.play(next(m for m in ("b2", "b3", "c3") if m in _legal(own_server, visitor.id)))
    visitor.await_turn()
    assert own_server.state(visitor.id)["ply"] == 4


def _legal(server: Server, game: str) -> set[str]:
    state = server.state(game)
    board = played(state["game"], state["moves"], state["size"])
    return {move.text for move in board.legal_moves}


def test_outage__a_stopped_server_says_so_and_nobodys_clock_runs(
    visit: Visit, own_server: Server, line: Line
) -> None:
    """A restart as an operator does it, in a game with clocks."""
    first, second = visit(line.address, outages=True), visit(own_server.address, outages=True)
    clock = {"initial": 60, "increment": 0}
    created = first.begin("hadron", opponent="friend", clock=clock)
    second.watch(created["invite"])
    for player, move in ((first, "c3"), (second, "b1")):
        player.play(move)
    first.await_turn()
    own_server.stop()
    stopped = time.time()
    first.page.get_by_text("Reconnecting… nothing is lost").wait_for()
    own_server.start()
    for player in (first, second):
        expect(player.page.get_by_text("Nobody’s time ran meanwhile")).to_be_visible()
    away = time.time() - stopped
    left = own_server.state(first.id)["clock"]["first"]
    assert left > 60 - away, "the outage was charged"
    first.play("e5")
    second.shows(played("hadron", "c3 b1 e5"))
