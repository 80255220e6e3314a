"""Clocks: the same in all browsers, and judged by the server alone."""

from __future__ import annotations

import statistics

from playwright.sync_api import expect

from tests.app.servers import Server
from tests.app.visitors import Visit, Visitor, played, shot

SECONDS = 4

#: Notes when each time is shown first on a clock, by this machine's clock, in milliseconds.
WATCH = """() => {
  const shown = window.shown = {};
  const look = () => {
    const face = document.querySelector(".clock[data-seat=first]");
    if (face) shown[face.textContent] ??= performance.timeOrigin + performance.now();
    requestAnimationFrame(look);
  };
  look();
}"""


def begin(visit: Visit) -> tuple[Visitor, Visitor]:
    """Two players, each of whom has made a move: the first one's clock runs."""
    players = first, second = visit(), visit()
    clock = {"initial": SECONDS, "increment": 0}
    created = first.begin("hadron", opponent="friend", clock=clock)
    second.watch(created["invite"])
    for player in players:
        player.page.evaluate(WATCH)
    first.play("c3")
    second.play("b1")
    return players


def test_scenario_19__two_browsers_show_the_same_and_the_flag_falls_unaided(
    visit: Visit, server: Server
) -> None:
    first, second = begin(visit)
    for player in (first, second):
        expect(player.result).to_contain_text("Blue wins: Red’s time is up")
    outcome = server.state(first.id)["outcome"]
    assert (outcome["winner"], outcome["termination"]) == ("second", "time")
    times = [player.page.evaluate("shown") for player in (first, second)]
    # The first time is that of before the start, the last one stands for ever.
    both = sorted(set(times[0]) & set(times[1]) - {f"0:0{SECONDS}.0", "0:00.0"})
    assert len(both) > 10, both
    apart = [abs(times[0][text] - times[1][text]) for text in both]
    assert statistics.median(apart) < 200, dict(zip(both, apart, strict=True))
    shot(first.page, "time-is-up")


def test_clock__starts_with_the_first_move_of_a_side(visit: Visit, server: Server) -> None:
    first, second = visit(), visit()
    created = first.begin("hadron", opponent="friend", clock={"initial": 60, "increment": 5})
    second.watch(created["invite"])
    first.await_turn()
    running = first.page.locator(".clock[data-running]")
    expect(running).to_have_count(0)
    first.play("c3")
    second.shows(played("hadron", "c3"))
    expect(running).to_have_count(0)
    second.play("b1")
    expect(running).to_have_count(1)
    expect(running).to_have_attribute("data-seat", "first")
    clock = server.state(first.id)["clock"]
    assert clock["running"] == "first" and clock["first"] <= 65


def test_clock__is_read_out_on_request(visit: Visit) -> None:
    visitor = visit()
    visitor.begin("hadron", clock={"initial": 180, "increment": 0}, level=1)
    visitor.page.locator('[data-cell][tabindex="0"]').focus()
    visitor.page.keyboard.press("t")
    visitor.page.wait_for_function(
        "() => document.querySelector('.quincunx-voice').textContent.includes('3:00')"
    )
    assert visitor.said().startswith("Red 3:00; Blue 3:00")
