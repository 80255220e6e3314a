"""Games against an engine that thinks for as long as a test wants."""

import time
from pathlib import Path

from sqlalchemy import update

from quincunx.server import tables
from tests.server.conftest import MakeDatabase
from tests.server.databases import connected
from tests.server.held import running


def test_takeback__while_the_engine_thinks(database: str, gate: Path) -> None:
    with running(database) as site:
        made = site.new("hadron", size=5)
        with site.live(made["id"], made["token"]) as live:
            assert live.move("c3", 0)["type"] == "ack"
            live.presence(engine={"place": 1})
            live.do("offer", kind="takeback")
            live.presence(engine=None)
            assert [live.event("moved")["ply"], live.event("tookback")["ply"]] == [1, 0]
            gate.touch()
            # What the engine has found for the old branch is played by nobody.
            assert live.quiet(0.5)
            assert live.move("a1", 0, branch=1)["type"] == "ack"
            own, answer = live.event("moved"), live.event("moved")
            assert [own["side"], answer["side"]] == ["first", "second"]
            assert (answer["branch"], answer["ply"], answer["turn"]) == (1, 2, "first")
        assert site.state(made["id"])["moves"] == ["a1", answer["move"]]


def test_resignation__while_the_engine_thinks(database: str, gate: Path) -> None:
    with running(database) as site:
        made = site.new("hadron", size=5)
        with site.live(made["id"], made["token"]) as live:
            assert live.move("c3", 0)["type"] == "ack"
            live.presence(engine={"place": 1})
            live.do("resign")
            gate.touch()
            assert [live.event("moved")["ply"], live.event("ended")["v"]] == [1, 2]
            assert live.quiet(0.5)


def test_presence__says_how_many_are_before(database: str, gate: Path) -> None:
    with running(database) as site:
        # Two people, as the engine is asked by each of them in turn.
        made = [site.new("hadron", size=5) for _ in range(2)]
        with (
            site.live(made[0]["id"], made[0]["token"]) as first,
            site.live(made[1]["id"], made[1]["token"]) as second,
        ):
            assert first.move("c3", 0)["type"] == "ack"
            first.presence(engine={"place": 1})
            assert second.move("c3", 0)["type"] == "ack"
            second.presence(engine={"place": 2})
            gate.touch()
            for live in (first, second):
                assert [live.event("moved")["ply"] for _ in range(2)] == [1, 2]
                live.presence(engine=None)


def test_restart__while_the_engine_thinks(database: str, gate: Path) -> None:
    """Nobody has to ask for the move again, and nobody waits long for it."""
    with running(database) as site:
        made = site.new("hadron", size=5)
        with site.live(made["id"], made["token"]) as live:
            assert live.move("c3", 0)["type"] == "ack"
            live.presence(engine={"place": 1})
    gate.touch()
    with running(database) as site, site.live(made["id"], made["token"], seen=1) as live:
        assert live.event("moved")["ply"] == 2


def test_restart__after_the_clock_on_the_wall_was_set_back(
    make_database: MakeDatabase, gate: Path
) -> None:
    """Nobody else can be at work on a file, however far ahead the times in it are."""
    database = make_database("sqlite")
    with running(database) as site:
        made = site.new("hadron", size=5)
        site.move(made["id"], made["token"], "c3", 0).must(201)
    with connected(database) as connection:
        servers, rows = tables.servers, tables.games
        connection.execute(update(servers).values(beat=servers.c.beat + 3600))
        connection.execute(update(rows).values(engine_lease=time.time() + 3600))
    gate.touch()
    with running(database) as site, site.live(made["id"], made["token"], seen=1) as live:
        assert live.event("moved")["ply"] == 2
