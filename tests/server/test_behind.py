"""A process to which news comes late: it is behind the others, and nobody who uses it notices."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import make_url, text, update

from quincunx.server import actions, tables
from quincunx.server import games as games_module
from quincunx.server.engines import Engines
from quincunx.server.games import Games
from quincunx.server.metrics import Metrics
from quincunx.server.news import News
from quincunx.server.rooms import Room
from quincunx.server.schema import ClockWanted, NewGame, Refusal, SeatBody
from quincunx.server.standing import Standing, You
from quincunx.server.store import CHANNEL, Store
from quincunx.server.visitors import hashed
from tests.server.conftest import MakeDatabase
from tests.server.databases import connected, events_of


class Deaf:
    """Instead of the news from other processes: there are none."""

    def __init__(self, *_: object) -> None: ...

    def start(self) -> None: ...

    async def stop(self) -> None: ...


class Ear:
    you: You = "first"

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def send(self, message: str) -> None:
        self.heard.append(json.loads(message))

    def close(self, code: int, reason: str) -> None: ...


def process(database: str, name: str) -> Games:
    store = Store(database, server=name, metrics=Metrics())
    return Games(store, Engines(processes=1, memory_mb=16), Metrics())


@pytest.fixture
def both(
    make_database: MakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Callable[[Games, Games], Awaitable[None]]], None]:
    """Runs something with two processes on one database that hear nothing of each other."""
    monkeypatch.setattr(games_module, "News", Deaf)
    database = make_database("postgresql")

    def run(work: Callable[[Games, Games], Awaitable[None]]) -> None:
        async def main() -> None:
            here, there = process(database, "here"), process(database, "there")
            await here.start()
            await there.start()
            try:
                await work(here, there)
            finally:
                await here.stop()
                await there.stop()

        asyncio.run(main())

    return run


async def play(room: Room, side: int, move: str, ply: int) -> None:
    def judge(standing: Standing, now: float) -> actions.Change:
        return actions.move(standing, side, text=move, ply=ply, branch=0, now=now)

    await room.act(side, f"{move} at {ply}", judge)


async def pair(here: Games) -> tuple[str, str]:
    """A game of two people, and the token of the second."""
    created = await here.create(NewGame(game="hadron", size=5, opponent="friend"), "v" * 64)
    seat = await here.take_seat(created.id, "second", SeatBody(), "w" * 64)
    return created.id, seat.token


def test_move__that_only_looks_stale_is_accepted(both: Any) -> None:
    async def work(here: Games, there: Games) -> None:
        id, _ = await pair(here)
        behind = await there.room(id)
        await play(await here.room(id), 0, "c3", 0)
        assert behind.standing.v == 1
        await play(behind, 1, "b1", 1)
        assert behind.standing.moves == ["c3", "b1"]

    both(work)


def test_refusal__is_what_the_game_as_it_is_says(both: Any) -> None:
    async def work(here: Games, there: Games) -> None:
        id, _ = await pair(here)
        behind = await there.room(id)
        await play(await here.room(id), 0, "c3", 0)
        with pytest.raises(Refusal) as refused:
            await play(behind, 0, "a1", 0)
        assert refused.value.code == "stale" and behind.standing.v == 2

    both(work)


def test_hello__never_leads_back(both: Any) -> None:
    async def work(here: Games, there: Games) -> None:
        id, _ = await pair(here)
        behind = await there.room(id)
        await play(await here.room(id), 0, "c3", 0)
        ear = Ear()
        # Has heard of the move before its server went away, and comes to the other one.
        await behind.enter(ear, seen=2)
        assert [message["type"] for message in ear.heard] == ["presence"]
        assert behind.standing.v == 2

    both(work)


def test_seat__is_known_to_those_who_have_not_heard_of_it(both: Any) -> None:
    async def work(here: Games, there: Games) -> None:
        created = await here.create(NewGame(game="hadron", size=5, opponent="friend"), "v" * 64)
        behind = await there.room(created.id)
        seat = await here.take_seat(created.id, "second", SeatBody(), "w" * 64)
        assert await behind.seat_by(token=hashed(seat.token)) == "second"
        assert await behind.seat_by(visitor="nobody") is None

    both(work)


def test_outage__is_given_back_before_anybody_can_be_charged(database: str) -> None:
    """Not even by whoever comes first after it: the beat and the pauses are one transaction."""

    async def work() -> None:
        games = process(database, "one")
        await games.start()
        try:
            wanted = NewGame(
                game="hadron", size=5, opponent="same-screen", clock=ClockWanted(initial=60)
            )
            id = (await games.create(wanted, "v" * 64)).id
            room = await games.room(id)
            for ply, move in enumerate(["c3", "b1"]):
                await play(room, ply, move, ply)
            # As if the last beats had been 40 s ago, and so the beginning of this turn.
            with connected(database) as connection:
                servers, rows = tables.servers, tables.games
                connection.execute(update(servers).values(beat=servers.c.beat - 40))
                connection.execute(update(rows).values(turn_started=rows.c.turn_started - 40))
            room.standing.row["turn_started"] -= 40
            games._heart._last -= 40
            await play(room, 0, "d4", 2)
        finally:
            await games.stop()
        told = [json.loads(row["data"]) for row in events_of(database, id)]
        assert [event["event"] for event in told] == ["moved", "moved", "paused", "moved"]
        assert 39 < told[2]["seconds"] < 50
        assert told[3]["clock"]["first"] > 55

    asyncio.run(work())


def test_news__that_make_no_sense_do_not_end_them(make_database: MakeDatabase) -> None:
    database = make_database("postgresql")

    async def work() -> None:
        heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        begun: asyncio.Queue[None] = asyncio.Queue()
        news = News(make_url(database), "here", heard.put_nowait, lambda: begun.put_nowait(None))
        news.start()
        try:
            for payload in ("hello", "[]", '{"server": "there", "ask": "x"}'):
                # Listening anew, it says that something may have been missed.
                await asyncio.wait_for(begun.get(), 10)
                with connected(database) as connection:
                    notify = text("SELECT pg_notify(:channel, :payload)")
                    connection.execute(notify, {"channel": CHANNEL, "payload": payload})
            assert (await asyncio.wait_for(heard.get(), 10))["ask"] == "x"
        finally:
            await news.stop()

    asyncio.run(work())
