"""Clocks: as values with made-up times, and one whose flag falls in a real game."""

import dataclasses

import pytest

from quincunx.server import actions, tables
from quincunx.server.clocks import DAY, FULL_BANK, MOST_A_MOVE, REFILL, ClockState
from quincunx.server.schema import Refusal
from quincunx.server.standing import Seat, Standing
from tests.server.client import Site

BOTH = (True, True)


def running(remaining: float = 60.0, increment: float = 0.0, **more: object) -> ClockState:
    """Clocks that have been running for the first side since the time 1000."""
    state = ClockState(remaining, increment, None, (remaining, remaining), 1000.0)
    return ClockState(**{**vars(state), **more})


def test_first_move__of_each_side_costs_nothing() -> None:
    clock = ClockState.new(initial=60, increment=5)
    assert clock.deadline(0) is None
    assert clock.shown(0, 1e9).running is None
    clock = clock.moved(0, 1, 1000.0, lag=0, has_moved=(True, False))
    assert clock.remaining == (60.0, 60.0) and clock.deadline(1) is None
    clock = clock.moved(1, 0, 5000.0, lag=0, has_moved=BOTH)
    # Now the first side's clock runs: it has moved.
    assert clock.remaining == (60.0, 60.0) and clock.deadline(0) == 5060.0
    assert clock.shown(0, 5010.0).model_dump() == {
        "initial": 60,
        "increment": 5,
        "days": None,
        "first": 50.0,
        "second": 60.0,
        "running": "first",
    }


def test_move__costs_the_time_it_took_and_earns_the_increment() -> None:
    clock = running(60, 2).moved(0, 1, 1010.0, lag=0, has_moved=BOTH)
    assert clock.remaining == (52.0, 60.0) and clock.started == 1010.0
    clock = clock.moved(1, 0, 1013.5, lag=0, has_moved=BOTH)
    assert clock.remaining == (52.0, 58.5)


def test_move__of_a_side_that_moves_again_costs_it_again() -> None:
    clock = running().moved(0, 0, 1010.0, lag=0, has_moved=(True, False))
    assert clock.remaining == (50.0, 60.0) and clock.deadline(0) == 1060.0


def test_last_move__stops_both_clocks() -> None:
    clock = running().moved(0, None, 1010.0, lag=0, has_moved=BOTH)
    assert clock.started is None and clock.shown(None, 2000.0).first == 50.0


@pytest.mark.parametrize(("lag", "back"), [(0.0, 0.0), (0.3, 0.3), (0.5, 0.5), (9.0, MOST_A_MOVE)])
def test_lag__is_given_back_up_to_half_a_second(lag: float, back: float) -> None:
    clock = running().moved(0, 1, 1010.0, lag=lag, has_moved=BOTH)
    assert clock.remaining[0] == pytest.approx(50 + back)
    assert clock.bank[0] == pytest.approx(min(FULL_BANK, FULL_BANK - back + REFILL))
    assert clock.bank[1] == FULL_BANK
    assert clock.lag == (lag, 0.0)


def test_lag__comes_out_of_a_bank_that_refills_slowly() -> None:
    assert (MOST_A_MOVE, FULL_BANK, REFILL) == (0.5, 1.5, 0.2)
    clock, given, now = running(600), [], 1000.0
    for _ in range(12):
        before = clock.remaining[0]
        now += 10
        clock = clock.moved(0, 0, now, lag=9.0, has_moved=BOTH)
        given.append(10 - (before - clock.remaining[0]))
    assert given[:3] == pytest.approx([0.5, 0.5, 0.5])
    # Then the bank is empty, and gives what each move has added.
    assert given[-1] == pytest.approx(REFILL)
    assert sum(given) == pytest.approx(FULL_BANK + 11 * REFILL)


def test_lag__gives_back_no_more_than_the_move_took() -> None:
    clock = running(60, 2).moved(0, 1, 1000.1, lag=0.5, has_moved=BOTH)
    assert clock.remaining[0] == 62


@pytest.mark.parametrize(
    ("bank", "lag", "grace"), [(1.5, 0.0, 0.0), (1.5, 0.3, 0.3), (1.5, 4.0, 0.5), (0.1, 0.3, 0.1)]
)
def test_flag__waits_for_a_move_that_may_be_on_its_way(
    bank: float, lag: float, grace: float
) -> None:
    clock = running(bank=(bank, 1.5), lag=(lag, 0.0))
    assert clock.deadline(0) == pytest.approx(1060.0 + grace)
    # What is shown knows nothing of it, and never is below zero.
    assert clock.left(0, 0, 1059.0) == 1.0 and clock.left(0, 0, 1070.0) == 0.0


def test_clock__that_goes_back_takes_no_time() -> None:
    """The system's clock may be set."""
    clock = running()
    assert clock.left(0, 0, 900.0) == 60
    assert clock.moved(0, 1, 900.0, lag=0, has_moved=BOTH).remaining == (60.0, 60.0)


def test_days__are_whole_again_after_each_move() -> None:
    clock = ClockState.new(days=3)
    clock = clock.moved(0, 1, 0.0, lag=0, has_moved=(True, False))
    clock = clock.moved(1, 0, DAY, lag=0, has_moved=BOTH)
    assert clock.deadline(0) == 4 * DAY
    assert clock.left(0, 0, 3 * DAY) == DAY
    clock = clock.moved(0, 1, 3 * DAY, lag=0, has_moved=BOTH)
    assert clock.remaining == (3 * DAY, 3 * DAY) and clock.deadline(1) == 6 * DAY


def test_takeback__gives_no_time_back() -> None:
    clock = running().moved(0, 1, 1010.0, lag=0, has_moved=BOTH)
    clock = clock.took_back(1, 0, 1015.0, has_moved=BOTH)
    assert clock.remaining == (50.0, 55.0) and clock.deadline(0) == 1065.0


def test_takeback__days_are_for_the_next_move_again() -> None:
    clock = dataclasses.replace(ClockState.new(days=3), started=0.0)
    clock = clock.moved(0, 1, 2 * DAY, lag=0, has_moved=BOTH)
    clock = clock.took_back(1, 0, 4 * DAY, has_moved=BOTH)
    assert clock.deadline(0) == 7 * DAY
    clock = clock.moved(0, 1, 5 * DAY, lag=0, has_moved=BOTH)
    assert clock.deadline(1) == 8 * DAY


def test_takeback__of_the_first_move_stops_the_clock() -> None:
    clock = running().took_back(0, 0, 1010.0, has_moved=(False, False))
    assert clock.remaining == (50.0, 60.0) and clock.deadline(0) is None


def test_outage__is_charged_to_nobody() -> None:
    clock = running().paused(20.0)
    assert clock.deadline(0) == 1080.0 and clock.left(0, 0, 1030.0) == 50.0
    still = ClockState.new(initial=60)
    assert still.paused(20.0) == still


def test_columns__are_read_back_as_they_were_written() -> None:
    clock = running(60, 2).moved(0, 1, 1010.0, lag=0.3, has_moved=BOTH)
    kept = {"clock_initial": 60, "clock_increment": 2, "clock_days": None}
    assert ClockState.of({**kept, **clock.columns(1)}) == clock
    assert ClockState.of({"clock_initial": None, "clock_days": None}) is None


# --- In games ------------------------------------------------------------------------------------


def test_move__after_the_deadline_is_refused() -> None:
    clock = dataclasses.replace(ClockState.new(initial=60, increment=0), started=1000.0)
    row = {
        **dict.fromkeys(column.name for column in tables.games.columns),
        "game": "hadron",
        "size": 5,
        "v": 2,
        "branch": 0,
        "ply": 2,
        "moves": "c3 b1",
        "turn": 0,
        "offers": "[]",
        "clock_initial": 60.0,
        "clock_increment": 0.0,
        **clock.columns(0),
    }
    seats = {side: Seat(side, "person", "Guest", None, None) for side in (0, 1)}
    standing = Standing.of(row, seats, {})

    def played(now: float) -> actions.Change:
        return actions.move(standing, 0, text="d4", ply=2, branch=0, now=now)

    assert played(1059.9).columns["turn"] == 1
    with pytest.raises(Refusal, match="your time is up"):
        played(1060.1)


def test_flag__falls_unaided(site: Site) -> None:
    id, *tokens = site.pair("hadron", size=5, clock={"initial": 1, "increment": 0})
    with site.live(id, tokens[1]) as live:
        for ply, move in enumerate(["c3", "b1"]):
            site.move(id, tokens[ply], move, ply).must(201)
            assert live.event("moved")["clock"]["running"] == (None, "first")[ply]
        # Nobody does anything any more.
        ended = live.event("ended")
        assert (ended["outcome"]["winner"], ended["outcome"]["termination"]) == ("second", "time")
        assert ended["outcome"]["text"] == "Blue wins: Red's time is up"
        moved = [message for message in live.heard if message.get("event") == "moved"]
        assert 1.0 <= ended["at"] - moved[-1]["at"] < 3.0
        assert (ended["clock"]["first"], ended["clock"]["running"]) == (0.0, None)
        assert ended["clock"]["second"] == 1.0
    assert site.move(id, tokens[0], "d4", 2).must(409)["code"] == "over"


def test_flag__does_not_fall_before_both_have_moved(site: Site) -> None:
    id, first, second = site.pair("hadron", size=5, clock={"initial": 1, "increment": 0})
    site.move(id, first, "c3", 0).must(201)
    with site.live(id, second) as live:
        assert live.quiet(1.5)
        assert live.move("b1", 1)["type"] == "ack"


def test_days__are_shown(site: Site) -> None:
    id, *_ = site.pair(clock={"days": 2})
    assert site.state(id)["clock"] == {
        "initial": None,
        "increment": None,
        "days": 2,
        "first": 2 * DAY,
        "second": 2 * DAY,
        "running": None,
    }
