"""A server that is killed, stopped or stands still: what goes on, and what it costs."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.server import games
from tests.needs import require
from tests.server import databases
from tests.server.client import Site, closed
from tests.server.databases import events_of
from tests.server.hostile import problem
from tests.server.processes import ServerProcess
from tools import postgres


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[ServerProcess]:
    process = ServerProcess(database, tmp_path, "--engines", "1")
    try:
        process.start()
        yield process
    finally:
        process.kill()


def wait_for_ply(site: Site, id: str, ply: int) -> None:
    """Without a word to the server: what it does unaided is in the database."""
    deadline = time.monotonic() + 30
    while max((row["ply"] or 0 for row in events_of(site.database, id)), default=0) < ply:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_kill__loses_nothing_and_charges_nobody(server: ServerProcess, database: str) -> None:
    site = Site(server.address, database)
    id, *tokens = site.pair("hadron", size=5, clock={"initial": 3, "increment": 0})
    for ply, move in enumerate(["c3", "b1"]):
        site.move(id, tokens[ply], move, ply, key="k").must(201)
    before = site.state(id)
    server.kill()
    # Longer than the side to move had left.
    away = 3.2
    time.sleep(away)
    server.start()
    with site.live(id, tokens[0], seen=before["v"]) as live:
        paused = live.event("paused")
        assert away - 0.5 < paused["seconds"] < away + 10
        # Of what is not charged, only the time between the last beat and the end is not exact.
        assert paused["clock"]["running"] == "first"
        assert before["clock"]["first"] - 1 < paused["clock"]["first"] <= 3
        answer = live.move("d4", 2)
        assert answer["type"] == "ack", answer
        assert live.event("moved")["clock"]["first"] > 1
    for ply, move in enumerate(["c3", "b1"]):
        assert site.move(id, tokens[ply], move, ply, key="k").must(201)["repeat"] is True
    assert [row["v"] for row in events_of(database, id)] == list(range(1, before["v"] + 3))


def test_kill__an_engine_goes_on_with_its_move(server: ServerProcess, database: str) -> None:
    site = Site(server.address, database)
    made = site.new("square-grid-hex", size=13, level=10)
    with site.live(made["id"], made["token"]) as live:
        assert live.move("g7", 0)["type"] == "ack"
        server.kill()
    server.start()
    wait_for_ply(site, made["id"], 2)
    with site.live(made["id"], made["token"]) as live:
        assert live.state and live.state["turn"] == "first"
        assert live.move("b2", 2)["type"] == "ack"


def test_stop__sends_everybody_away_and_they_come_back(
    server: ServerProcess, database: str
) -> None:
    site = Site(server.address, database)
    id, first, _ = site.pair()
    with site.live(id, first) as live, site.stream(id) as stream:
        next(stream)
        server.stop()
        told = live.until(lambda message: message["type"] != "presence")
        assert told == {"type": "restart", "retry_ms": games.RETRY_MS}
        assert closed(live.connection) == 1012
        assert next(stream, None) is None
    server.start()
    with site.live(id, first, seen=live.v) as live:
        assert live.move("c3", 0)["type"] == "ack"


def test_database__that_is_away_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    require(postgres.programs(), databases.MISSING)
    with postgres.cluster() as cluster:
        server = ServerProcess(cluster.create("games"), tmp_path, "--engines", "1")
        try:
            server.start()
            site = Site(server.address)
            id, first, _ = site.pair()
            cluster.stop()
            refused = [
                site.call("GET", "/api/health"),
                site.call("GET", "/api/games"),
                site.move(id, first, "c3", 0, key="k"),
            ]
            for answer in refused:
                assert problem(answer, 503)["code"] == "database"
                assert int(answer.headers["retry-after"]) > 0
            cluster.start()
            assert site.get("/api/health")["status"] == "ok"
            assert site.move(id, first, "c3", 0, key="k").must(201)["repeat"] is False
            assert site.state(id)["moves"] == ["c3"]
            server.stop()
        finally:
            server.kill()
    assert "Traceback" not in server.log()


@pytest.mark.skipif(os.name != "posix", reason="processes are stopped by a signal of Unix")
def test_standstill__is_an_outage(server: ServerProcess, database: str) -> None:
    """As when a laptop sleeps: whoever looks first, no flag falls for it."""
    site = Site(server.address, database)
    id, *tokens = site.pair("hadron", size=5, clock={"initial": 2, "increment": 0})
    with site.live(id, tokens[0]) as live:
        for ply, move in enumerate(["c3", "b1"]):
            site.move(id, tokens[ply], move, ply).must(201)
            live.event("moved")
        server.signal(signal.SIGSTOP)
        time.sleep(3)
        server.signal(signal.SIGCONT)
        assert live.event("paused", "ended")["event"] == "paused"
        assert live.move("d4", 2)["type"] == "ack"
