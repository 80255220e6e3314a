"""All games of a server: rooms for those that are being played, and what goes on by itself.

By itself means: engines move, flags fall, the server says that it lives, rooms that nobody uses are
forgotten. All of it is found in the database, so that another process, or this one after a
restart, goes on with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, func, select, update

from quincunx import Board, EngineError
from quincunx.server import actions, opening, tables
from quincunx.server.engines import Engines
from quincunx.server.heart import BEAT, Heart
from quincunx.server.metrics import Metrics
from quincunx.server.news import News
from quincunx.server.rooms import LEASE, Room, load, seats_of
from quincunx.server.schema import (
    Created,
    GameList,
    GameState,
    GameSummary,
    NewGame,
    Refusal,
    Restart,
    SeatBody,
    SeatTaken,
    SideName,
)
from quincunx.server.standing import NAMES, Seat, Standing, You, summary_of
from quincunx.server.store import Store, StoreDown, Transaction
from quincunx.server.visitors import hashed, new_secret

__all__ = ["Games"]

log = logging.getLogger("quincunx.games")

#: Seconds after which others take it that nobody is there by way of a server without a heartbeat.
GONE = 5.0
SERVERS = 2.0
#: Seconds between looks for flags, for engines that are due, and for rooms that nobody uses.
FLAGS = 0.2
ENGINES = 2.0
ROOMS = 20.0
#: A room is forgotten when nobody has used it for so many seconds.
IDLE = 60.0
PAGE = 20
#: Sockets are asked to come back after this many milliseconds.
RETRY_MS = 500


class Games:
    def __init__(self, store: Store, engines: Engines, metrics: Metrics) -> None:
        self.store = store
        self._engines = engines
        self._metrics = metrics
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Future[Room]] = {}
        #: News of games whose rooms are just being made from what the database had before.
        self._heard: dict[str, int] = {}
        #: The engines' moves that this process has asked for, and where in the game.
        self._asked: dict[str, tuple[tuple[int, int], asyncio.Task[None]]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._news: News | None = None
        self._stopping = False
        self._heart = Heart(store)

    # --- Beginning and end -----------------------------------------------------------------------

    async def start(self) -> None:
        """Open the database and go on with what it has.

        :raises StoreDown: if the database cannot be reached.
        """
        await asyncio.to_thread(self.store.open)
        await self._engines.start()
        await self._beat()
        await self._due_engines()
        if self.store.is_shared:
            self._news = News(self.store.url, self.store.server, self._hear, self._doubt)
            self._news.start()
        for seconds, work in (
            (BEAT, self._beat),
            (FLAGS, self._flags),
            (ENGINES, self._due_engines),
            (ROOMS, self._forget),
            (SERVERS, self._forget_servers),
            (LEASE / 3, self._renew_leases),
        ):
            self._spawn(self._repeat(seconds, work))

    async def announce_restart(self) -> None:
        """Tell everybody that the server goes away for a moment, and let go of them."""
        self._stopping = True
        message = Restart(retry_ms=RETRY_MS).model_dump_json()
        for room in list(self._rooms.values()):
            room.close(1012, "restart", message)

    async def stop(self) -> None:
        await self.announce_restart()
        asked, tasks = (
            list(self._asked),
            [*self._tasks, *(task for _, task in self._asked.values())],
        )
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._news is not None:
            await self._news.stop()
        await self._engines.stop()
        with contextlib.suppress(StoreDown):  # the next start takes it for an outage, which it is
            await self.store.write(lambda transaction: _lease(transaction, asked, 0.0))
            await self._heart.beat()
        await asyncio.to_thread(self.store.close)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StoreDown as error:
                log.warning("%s has to wait: %s", work.__name__.strip("_"), error)
            except Exception:
                log.exception("%s has failed, and is tried again", work.__name__.strip("_"))

    # --- Rooms -----------------------------------------------------------------------------------

    async def room(self, id: str) -> Room:
        """The room of a game.

        :raises Refusal: if there is no such game.
        """
        room = self._rooms.get(id)
        if room is not None:
            room.used = time.monotonic()
            return room
        loading = self._loading.get(id)
        if loading is None:
            loading = self._loading[id] = asyncio.ensure_future(self._open(id))
            loading.add_done_callback(lambda _: self._loaded(id))
        return await asyncio.shield(loading)

    def _loaded(self, id: str) -> None:
        self._loading.pop(id, None)
        self._heard.pop(id, None)

    async def _open(self, id: str) -> Room:
        standing = await self.store.read(lambda connection: load(connection, id))
        room = self._rooms[id] = Room(self, standing)
        self._metrics.rooms(len(self._rooms))
        if room.news(v := self._heard.pop(id, 0)):
            self._spawn(self._follow(room, v))
        if self.store.is_shared:
            # Whoever is there by way of other processes is told to us.
            self._spawn(self._notice(ask=id))
        return room

    async def _forget(self) -> None:
        now = time.monotonic()
        for id, room in list(self._rooms.items()):
            if room.is_idle and id not in self._asked and now - room.used > IDLE:
                del self._rooms[id]
        self._metrics.rooms(len(self._rooms))

    async def standing(self, id: str) -> Standing:
        return await (await self.room(id)).current()

    async def state(self, id: str) -> GameState:
        return (await self.standing(id)).state(time.time())

    async def board(self, id: str) -> Board:
        """A board of one's own, with the moves so far."""
        return (await self.standing(id)).board.copy()

    async def seat_of(self, id: str, visitor: str | None) -> You:
        return await (await self.room(id)).seat_by(visitor=visitor) if visitor else None

    # --- New games -------------------------------------------------------------------------------

    async def create(self, wanted: NewGame, visitor: str) -> Created:
        begun = opening.begin(wanted, visitor)
        await self.store.write(begun.write)
        self._metrics.event("created")
        if wanted.opponent == "engine":
            room = await self.room(begun.created.id)
            self._look_to_engine(room)
        return begun.created

    def rematch(self, standing: Standing, side: int, now: float) -> actions.Change:
        return opening.rematch(standing, side, now)

    async def take_seat(
        self, id: str, side: SideName, body: SeatBody, visitor: str | None
    ) -> SeatTaken:
        """Sit down on a free side.

        :raises Refusal: if it is taken.
        """
        room = await self.room(id)
        token, number = new_secret(), NAMES.index(side)
        name = body.name or opening.GUEST
        seat = Seat(number, "person", name, hashed(token), visitor)

        def judge(standing: Standing, now: float) -> actions.Change:
            return actions.join(standing, seat, opening.sit(id, seat))

        await room.act(number, None, judge)
        return SeatTaken(id=id, side=side, token=token, url=f"/g/{id}")

    # --- Lists -----------------------------------------------------------------------------------

    async def mine(self, visitor: str) -> list[GameSummary]:
        """The running games of a visitor: those that wait for a move first, then the newest."""
        found = await self.listed(status="running", visitor=visitor, size=100)

        def order(game: GameSummary) -> tuple[bool, float]:
            return game.turn is None or game.you not in (game.turn, "both"), -game.updated

        return sorted(found.games, key=order)

    async def listed(
        self,
        status: Literal["running", "finished"] | None = None,
        game: str | None = None,
        page: int = 1,
        *,
        visitor: str | None = None,
        viewer: str | None = None,
        size: int = PAGE,
    ) -> GameList:
        """A page of games, the newest first: all that are listed, or those of a visitor.

        :param viewer: whose seats are pointed out.
        """
        games, seats = tables.games, tables.seats
        wanted: list[ColumnElement[bool]] = [games.c.listed] if visitor is None else []
        if visitor is not None:
            own = select(seats.c.game).where(seats.c.visitor == visitor)
            wanted.append(games.c.id.in_(own))
        if game is not None:
            wanted.append(games.c.game == game)
        if status is not None:
            over = games.c.outcome.is_not(None)
            wanted.append(over if status == "finished" else ~over)

        def read(connection: Connection) -> GameList:
            count = connection.execute(
                select(func.count()).select_from(games).where(*wanted)
            ).scalar_one()
            newest = select(games).where(*wanted).order_by(games.c.updated.desc(), games.c.id)
            rows = list(connection.execute(newest.limit(size).offset((page - 1) * size)).mappings())
            sitting = seats_of(connection, [row["id"] for row in rows])
            now, you = time.time(), visitor or viewer
            return GameList(
                games=[summary_of(row, sitting[row["id"]], you, now) for row in rows],
                page=page,
                pages=max(1, -(-count // size)),
            )

        return await self.store.read(read)

    # --- After each change -----------------------------------------------------------------------

    def changed(self, room: Room, events: Sequence[dict[str, Any]], *, ours: bool) -> None:
        """Something has happened; the process that has written it sees to what follows from it."""
        self._look_to_engine(room, ask=ours)
        for event in events if ours else ():
            self._metrics.event(event["event"])
            if event["event"] == "answered" and event.get("game"):
                # The engine may have the first move of the rematch.
                self._spawn(self._open_rematch(event["game"]))

    async def _open_rematch(self, id: str) -> None:
        with contextlib.suppress(StoreDown):  # the lease runs out, and somebody asks
            room = await self.room(id)
            self._look_to_engine(room)

    def _look_to_engine(self, room: Room, *, ask: bool = True) -> None:
        """Ask an engine for a move if it is its turn, and no longer if it is not."""
        standing = room.standing
        id, place = standing.id, (standing.row["branch"], standing.row["ply"])
        asked = self._asked.get(id)
        due = standing.turn is not None and standing.turn == standing.engine_side
        if asked is not None and due and asked[0] == place:
            return
        if asked is not None:
            asked[1].cancel()
            del self._asked[id]
        if due and ask and not self._stopping:
            task = asyncio.create_task(self._engine_move(room, place))
            self._asked[id] = place, task
        else:
            room.place(None)

    async def _engine_move(self, room: Room, place: tuple[int, int]) -> None:
        standing = room.standing
        branch, ply = place
        side, row = standing.turn, standing.row
        assert side is not None
        visitor = standing.seats[1 - side].visitor or standing.id
        try:
            found = await self._engines.move(
                game=row["game"],
                size=row["size"],
                moves=standing.moves,
                level=row["level"],
                visitor=visitor,
                on_place=room.place,
            )

            def judge(standing: Standing, now: float) -> actions.Change:
                return actions.move(standing, side, text=found, ply=ply, branch=branch, now=now)

            # What is written must not be left half told, if somebody takes a move back meanwhile.
            await asyncio.shield(room.act(side, f"engine:{branch}:{ply}", judge))
        except Refusal as refusal:
            log.info("an engine came too late in %s: %s", standing.id, refusal.error)
        except (EngineError, StoreDown) as error:
            # The lease runs out, and somebody asks again.
            log.warning("no move of an engine in %s: %s", standing.id, error)
        finally:
            asked = self._asked.get(standing.id)
            if asked is not None and asked[1] is asyncio.current_task():
                del self._asked[standing.id]
                room.place(None)
        self._metrics.engines(self._engines.waiting, self._engines.running, self._engines.restarts)

    # --- What goes on by itself ------------------------------------------------------------------

    async def on_time(self) -> None:
        """Nothing happens in a game before the time of an outage has been given back.

        :raises StoreDown: if the outage is not over.
        """
        if self._heart.is_late:
            await self._beat(if_late=True)

    async def _beat(self, *, if_late: bool = False) -> None:
        """Say that this server lives. If none did for a while, nobody's time ran meanwhile."""
        was_late = self._heart.is_late
        pulse = await self._heart.beat(if_late=if_late)
        if pulse is None:
            return
        if pulse.away is not None:
            log.info("no server for %.1f s: clocks stood still", pulse.away)
        for id in pulse.paused:
            if (room := self._rooms.get(id)) is not None:
                room.doubt()
                self._spawn(self._follow(room))
        if was_late:  # others may have taken this server for gone
            for room in self._rooms.values():
                self.announce(room)

    async def _flags(self) -> None:
        games, now = tables.games, time.time()
        if self._heart.is_late:
            return  # the next beat puts the clocks right first
        fallen = select(games.c.id).where(games.c.deadline <= now).limit(100)
        await self._each(
            await self.store.read(lambda c: list(c.execute(fallen).scalars())), self._flag
        )

    async def _flag(self, id: str) -> None:
        room = await self.room(id)
        with contextlib.suppress(Refusal):
            await room.act(0, None, _judge_flag)

    async def _each(self, ids: Sequence[str], work: Callable[[str], Awaitable[None]]) -> None:
        """Do something about each of these games; one that is broken keeps nobody else waiting."""
        for id in ids:
            try:
                await work(id)
            except StoreDown:
                raise
            except Exception:
                log.exception("%s failed in the game %s", work.__name__.strip("_"), id)

    async def _due_engines(self) -> None:
        """Take over the engines' moves that nobody is at work on."""
        games, now = tables.games, time.time()
        due = select(games.c.id).where(games.c.engine_lease <= now).limit(200)
        await self._each(
            await self.store.read(lambda c: list(c.execute(due).scalars())), self._take_over
        )

    async def _take_over(self, id: str) -> None:
        """Ask an engine for a move, unless somebody has claimed it meanwhile."""
        games, now = tables.games, time.time()
        if id in self._asked:
            return

        def claim(transaction: Transaction) -> bool:
            free = update(games).where(games.c.id == id, games.c.engine_lease <= now)
            done = transaction.connection.execute(free.values(engine_lease=now + LEASE))
            return done.rowcount == 1

        if await self.store.write(claim, order=id):
            room = await self.room(id)
            room.doubt()
            await room.catch_up()
            self._look_to_engine(room)

    async def _renew_leases(self) -> None:
        ids, until = list(self._asked), time.time() + LEASE
        if ids:
            await self.store.write(
                lambda transaction: _lease(transaction, ids, until), order=min(ids)
            )

    # --- Other processes -------------------------------------------------------------------------

    def announce(self, room: Room) -> None:
        """Tell other processes who is there in this one."""
        if self.store.is_shared and not self._stopping:
            self._spawn(self._notice(room=room.standing.id, here=room.here()))

    async def _notice(self, **words: Any) -> None:
        with contextlib.suppress(StoreDown):  # whoever is missed is told of again
            await self.store.write(lambda transaction: transaction.notice(**words))

    def _hear(self, notice: dict[str, Any]) -> None:
        server = notice["server"]
        for id, v in notice.get("games", ()):
            room = self._rooms.get(id)
            if room is not None and room.news(v):
                room.doubt()
                if room.has_listeners:  # or else it is read when somebody wants it
                    self._spawn(self._follow(room, v))
            elif room is None and id in self._loading:
                self._heard[id] = v
        if (room := self._rooms.get(notice.get("room", ""))) is not None:
            first, second, watchers = notice["here"]
            room.elsewhere(server, (first, second, watchers))
        if (room := self._rooms.get(notice.get("ask", ""))) is not None:
            self.announce(room)

    async def _forget_servers(self) -> None:
        """Nobody is there any more by way of servers that are gone."""
        if self.store.is_shared:
            servers = tables.servers
            living = select(servers.c.id).where(servers.c.beat > time.time() - GONE)
            ids = set(await self.store.read(lambda c: list(c.execute(living).scalars())))
            for room in self._rooms.values():
                room.forget_others(ids)

    async def _follow(self, room: Room, v: int | None = None) -> None:
        with contextlib.suppress(StoreDown):  # its next use reads everything anew
            await room.catch_up(v)

    def _doubt(self) -> None:
        """News may have been missed."""
        for id, room in self._rooms.items():
            room.doubt()
            self._spawn(self._follow(room))
            self._spawn(self._notice(ask=id))
            self.announce(room)


def _judge_flag(standing: Standing, now: float) -> actions.Change:
    change = actions.flag(standing, now=now)
    if change is None:
        raise Refusal(409, "clock", "there is time left")
    return change


def _lease(transaction: Transaction, ids: Sequence[str], until: float) -> None:
    """Others need not see to the engines' moves in these games before then."""
    games = tables.games
    due = update(games).where(games.c.id.in_(ids), games.c.engine_lease.is_not(None))
    transaction.connection.execute(due.values(engine_lease=until))
