"""What a room tells its listeners, in whatever order things come to it."""

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from sqlalchemy import Connection

from quincunx.server import actions
from quincunx.server.engines import Engines
from quincunx.server.games import Games
from quincunx.server.metrics import make_metrics
from quincunx.server.rooms import Room
from quincunx.server.schema import NewGame, Refusal
from quincunx.server.standing import Standing, You
from quincunx.server.store import Store


class Ear:
    """Somebody who listens."""

    you: You = None

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def send(self, message: str) -> None:
        self.heard.append(json.loads(message))

    def close(self, code: int, reason: str) -> None: ...

    def numbers(self) -> list[int]:
        return [message["v"] for message in self.heard if "v" in message]


def in_a_room(tmp_path: Path, run: Callable[[Room], Any]) -> None:
    """Run something in a room of a game of one person at one screen."""

    async def main() -> None:
        metrics = make_metrics(False)
        database = f"sqlite:///{tmp_path / 'games.sqlite'}"
        store = Store(database, server="test", metrics=metrics)
        games = Games(store, Engines(processes=1, memory_mb=16), metrics)
        await games.start()
        try:
            wanted = NewGame(game="hadron", size=5, opponent="same-screen")
            created = await games.create(wanted, "visitor")
            await run(await games.room(created.id))
        finally:
            await games.stop()

    asyncio.run(main())


async def play(room: Room, move: str) -> None:
    def judge(standing: Standing, now: float) -> actions.Change:
        side, ply = standing.turn, standing.row["ply"]
        assert side is not None
        return actions.move(standing, side, text=move, ply=ply, branch=None, now=now)

    await room.act(0, None, judge)


def test_listener__who_comes_between_an_event_and_its_telling_hears_it_once(tmp_path: Path) -> None:
    """The move is in the state already when the others are told of it."""

    async def run(room: Room) -> None:
        early, late, later = Ear(), Ear(), Ear()
        await room.enter(early, 0)
        await play(room, "c3")
        # Nothing has been awaited since, so nobody has been told.
        assert early.numbers() == [0]
        await room.enter(late, 0)
        await room.enter(later, 1)
        await asyncio.sleep(0)
        await play(room, "b1")
        await asyncio.sleep(0.01)
        assert early.numbers() == [0, 1, 2]
        assert late.numbers() == [1, 2]
        assert later.numbers() == [2]

    in_a_room(tmp_path, run)


def test_presence__is_told_once_for_a_crowd(tmp_path: Path) -> None:
    async def run(room: Room) -> None:
        ears = [Ear() for _ in range(50)]
        for ear in ears:
            await room.enter(ear, 0)
        await asyncio.sleep(0.3)
        for ear in ears:
            told = [message for message in ear.heard if message["type"] == "presence"]
            assert len(told) <= 3 and told[-1]["watchers"] == 50

    in_a_room(tmp_path, run)


@contextmanager
def reading_slowly(other: Room, move: str) -> Iterator[None]:
    """Just after the database has been read for once, another process writes a move and says so."""
    games = other._games
    read = games.store.read

    async def slowly(job: Callable[[Connection], Any]) -> Any:
        found = await read(job)
        slow.stop()
        await play(other, move)
        games._hear({"server": "another", "games": [[other.standing.id, other.standing.v]]})
        return found

    slow = mock.patch.object(games.store, "read", slowly)
    slow.start()
    yield
    assert games.store.read == read, "nothing was read"


def test_room__that_is_being_made_hears_what_happens_meanwhile(tmp_path: Path) -> None:
    """News that come after the database was read, and before there is a room to tell, are kept."""

    async def run(room: Room) -> None:
        games, id = room._games, room.standing.id
        del games._rooms[id]
        with reading_slowly(room, "c3"):
            made = await games.room(id)
        ear = Ear()
        await made.enter(ear, 0)
        for _ in range(200):
            if made.standing.v == room.standing.v:
                break
            await asyncio.sleep(0.01)
        assert made is not room and made.standing.moves == ["c3"] and ear.numbers()[-1] == 1

    in_a_room(tmp_path, run)


def test_room__that_is_catching_up_hears_what_happens_meanwhile(tmp_path: Path) -> None:
    """Nobody listens yet; who comes next is told all the same."""

    async def run(room: Room) -> None:
        games, id = room._games, room.standing.id
        del games._rooms[id]
        made = await games.room(id)
        with reading_slowly(room, "c3"):
            await made.catch_up()
        assert (await made.current()).moves == ["c3"]
        with reading_slowly(room, "b1"):
            await made.catch_up()
        ear = Ear()
        await made.enter(ear, 0)
        assert ear.numbers() == [2]

    in_a_room(tmp_path, run)


def test_listener__who_is_coming_hears_what_happens_meanwhile(tmp_path: Path) -> None:
    """The first to listen, while what it has missed is read: there is nobody else to tell."""

    async def run(room: Room) -> None:
        games, id = room._games, room.standing.id
        await play(room, "c3")
        await play(room, "b1")
        del games._rooms[id]
        made = await games.room(id)
        ear = Ear()
        with reading_slowly(room, "d5"):
            await made.enter(ear, 1)
        assert ear.numbers() == [2, 3]

    in_a_room(tmp_path, run)


def test_room__that_somebody_has_asked_for_is_not_forgotten(tmp_path: Path) -> None:
    """Whoever is about to enter it would never hear of what happens in another one."""

    async def run(room: Room) -> None:
        games, id = room._games, room.standing.id
        room.used -= 1000
        assert await games.room(id) is room
        await games._forget()
        assert await games.room(id) is room
        room.used -= 1000
        await games._forget()
        assert await games.room(id) is not room

    in_a_room(tmp_path, run)


def test_refusal__that_is_repeated_keeps_nothing_of_earlier_calls(tmp_path: Path) -> None:
    def judge(standing: Standing, now: float) -> actions.Change:
        raise Refusal(422, "illegal", "no", field="move", cells=["c3"], section="S")

    async def refused(room: Room) -> tuple[dict[str, Any], int]:
        with pytest.raises(Refusal) as caught:
            await room.act(0, "key", judge)
        return vars(caught.value), len(caught.traceback)

    async def run(room: Room) -> None:
        first, _ = await refused(room)
        told = [await refused(room) for _ in range(5)]
        assert [fields for fields, _ in told] == [first] * 5
        assert len({depth for _, depth in told}) == 1

    in_a_room(tmp_path, run)
