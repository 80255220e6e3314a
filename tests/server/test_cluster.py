"""Several server processes on one PostgreSQL: together they are one server."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from quincunx import Board
from tests.server.client import Site, movers, race, random_game
from tests.server.conftest import MakeDatabase
from tests.server.databases import events_of
from tests.server.processes import server_processes


@pytest.fixture(scope="module")
def pair(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Site, Site]]:
    """Two processes on one database, which start at the same time."""
    database = make_database("postgresql")
    with server_processes(database, tmp_path_factory.mktemp("servers"), 2) as servers:
        here, there = (Site(server.address, database) for server in servers)
        yield here, there


def test_players__on_different_processes_see_each_other_play(pair: tuple[Site, Site]) -> None:
    here, there = pair
    made = here.new("cordon", size=3, opponent="friend")
    id = made["id"]
    with here.live(id, made["token"]) as first:
        other = there.post(f"/api/games/{id}/seats/second", {"name": "Bob"})["token"]
        assert first.event("joined")["player"]["name"] == "Bob"
        with there.live(id, other) as second:
            first.presence(first=True, second=True)
            second.presence(first=True, second=True)
            moves = random_game("cordon", 3)
            for ply, side in enumerate(movers("cordon", 3, moves)):
                mover = {"first": first, "second": second}[side]
                assert mover.move(moves[ply], ply)["type"] == "ack"
                for live in (first, second):
                    assert live.event("moved")["move"] == moves[ply]
            assert first.event("ended") == second.event("ended")
            second.do("say", text="thank you")
            assert first.event("said")["text"] == "thank you"
        first.presence(first=True, second=False)
    assert here.state(id) == there.state(id)
    v = [row["v"] for row in events_of(here.database, id)]
    assert v == list(range(1, len(moves) + 4))


def test_presence__counts_watchers_of_both(pair: tuple[Site, Site]) -> None:
    here, there = pair
    id, first, _ = here.pair()
    with here.live(id, first) as live, there.live(id), here.live(id), there.live(id) as watcher:
        live.presence(watchers=3, first=True, second=False)
        # Also whoever comes last knows who was there before.
        watcher.presence(watchers=3, first=True, second=False)


def test_seat__on_two_processes_races_for_one_ply(pair: tuple[Site, Site]) -> None:
    cells = ["a1", "e5"]
    for _ in range(8):
        id, first, _ = pair[0].pair("hadron", size=5)
        with ExitStack() as stack:
            tabs = [stack.enter_context(site.live(id, first)) for site in pair]
            answers = race(tabs, cells)
            assert sorted(answers) == ["ack", "refused"]
            won = cells[answers.index("ack")]
            for tab in tabs:
                assert tab.event("moved")["move"] == won
        assert [row["event"] for row in events_of(pair[0].database, id)] == ["joined", "moved"]


def test_key__is_known_to_both(pair: tuple[Site, Site]) -> None:
    here, there = pair
    id, first, _ = here.pair()
    there.state(id)
    answer = here.move(id, first, "c3", 0, key="k").must(201)
    assert there.move(id, first, "c3", 0, key="k").must(201) == {**answer, "repeat": True}

    id, first, _ = here.pair()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: pair[n % 2].move(id, first, "c3", 0, key="k"), range(16)))
    assert [answer.must(201)["repeat"] for answer in answers].count(False) == 1


def test_seat__is_taken_once(pair: tuple[Site, Site]) -> None:
    for _ in range(4):
        id = pair[0].new(opponent="friend")["id"]

        def sit(number: int, id: str = id) -> int:
            return pair[number % 2].call("POST", f"/api/games/{id}/seats/second", {}).status

        with ThreadPoolExecutor(4) as pool:
            assert sorted(pool.map(sit, range(4))) == [201, 409, 409, 409]


def test_engine__moves_once_whoever_watches(pair: tuple[Site, Site]) -> None:
    here, there = pair
    made = here.new("hadron", size=3, level=1)
    id, board = made["id"], Board("hadron", size=3)
    with here.live(id, made["token"]) as live, there.live(id) as watcher:
        while not board.is_game_over():
            if board.turn.name == "FIRST":
                played = next(iter(board.legal_moves)).text
                assert live.move(played, board.ply())["type"] == "ack"
            event = live.event("moved")
            assert watcher.event("moved") == event
            board.push_text(event["move"])
        assert watcher.event("ended") == live.event("ended")


def test_flag__falls_once(pair: tuple[Site, Site]) -> None:
    here, there = pair
    id, *tokens = here.pair("hadron", size=5, clock={"initial": 1, "increment": 0})
    with here.live(id, tokens[0]) as first, there.live(id, tokens[1]) as second:
        for ply, live in enumerate((first, second)):
            assert live.move(("c3", "b1")[ply], ply)["type"] == "ack"
            assert [live.event("moved") for live in (first, second)]
        for live in (first, second):
            assert live.event("ended")["outcome"]["winner"] == "second"
            assert live.quiet()


def test_kill__of_one_is_no_outage_and_nobody_is_left_there(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory
) -> None:
    database = make_database("postgresql")
    with server_processes(database, tmp_path_factory.mktemp("servers"), 2) as servers:
        here, there = (Site(server.address, database) for server in servers)
        id, *tokens = here.pair("hadron", size=5, clock={"initial": 60, "increment": 0})
        made = there.new("square-grid-hex", size=13, level=10)
        with here.live(id, tokens[0]) as first, there.live(id, tokens[1]) as second:
            assert first.move("c3", 0)["type"] == "ack"
            second.event("moved")
            assert second.move("b1", 1)["type"] == "ack"
            first.presence(second=True)
            there.move(made["id"], made["token"], "g7", 0).must(201)
            servers[1].kill()
            # Nobody says that the other one is gone; it is noticed.
            first.presence(second=False)
            assert [first.event("moved")["move"] for _ in range(2)] == ["c3", "b1"]
        # Its engine's move is made by the other one.
        with here.live(made["id"], made["token"]) as live:
            if live.state and live.state["ply"] == 1:
                assert live.event("moved")["ply"] == 2
        with here.live(id, tokens[1]) as second:
            assert second.state and [row["event"] for row in events_of(database, id)] == [
                "joined",
                "moved",
                "moved",
            ]
