"""A live game: takes one message at a time, writes down what happens, and tells who listens.

A room is a copy of what the database has, and a door to it. Each change names the event that it
follows; if another process was quicker, the room catches up and the change is judged anew. After
any trouble with the database the room reads everything anew before it does anything else, so that a
commit whose answer was lost is found by its key.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy import BindParameter, Connection, RowMapping, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from quincunx.server import tables
from quincunx.server.actions import Change
from quincunx.server.schema import EngineWork, Presence, Refusal, State
from quincunx.server.standing import NAMES, Receipt, Seat, Standing, You
from quincunx.server.store import StoreDown, Transaction
from quincunx.server.visitors import is_id

if TYPE_CHECKING:
    from quincunx.server.games import Games

__all__ = ["Listener", "Room", "commit", "load", "numbered", "seats_of"]

#: More events than these are not replayed; the whole state is sent instead.
REPLAYED = 200
#: How many lines of talk come with a state.
CHAT = 100
#: Seconds for which news of who is there wait for more of them: a crowd may come at once.
PRESENCE = 0.1
#: Refusals that a room remembers, so that the same message gets the same answer.
REFUSALS = 64
#: Seconds for which an engine's move is somebody's business, before others may ask for it too.
LEASE = 5.0
#: So many things may be said in so many seconds.
SAYINGS = 5
SAYINGS_SECONDS = 10.0
_TRIES = 6

Judge = Callable[[Standing, float], "Change | None"]


class Listener(Protocol):
    """Whoever is told what happens: a socket, or a stream of events."""

    you: You

    def send(self, message: str) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


class Room:
    def __init__(self, games: Games, standing: Standing) -> None:
        self.standing = standing
        #: When somebody last asked for it, or left.
        self.used = time.monotonic()
        self._games = games
        self._lock = asyncio.Lock()
        #: Who listens, and the last event that each of them knows.
        self._listeners: dict[Listener, int] = {}
        self._refusals: OrderedDict[tuple[int, str], Refusal] = OrderedDict()
        self._sayings: dict[int, deque[float]] = {}
        self._stale = False
        #: Who is there by way of other processes: first, second, watchers.
        self._elsewhere: dict[str, tuple[bool, bool, int]] = {}
        self._place: int | None = None
        self._telling: asyncio.TimerHandle | None = None
        self._announced: tuple[bool, bool, int] = (False, False, 0)

    @property
    def has_listeners(self) -> bool:
        return bool(self._listeners)

    @property
    def is_idle(self) -> bool:
        return not self._listeners and not self._lock.locked()

    # --- Doing -----------------------------------------------------------------------------------

    async def act(self, side: int, key: str | None, judge: Judge) -> tuple[Receipt, bool]:
        """Let something happen, once for each key: the receipt, and whether it was there already.

        :param judge: says what would change, or raises; it may be asked several times.
        :raises Refusal: if it may not happen.
        :raises StoreDown: if nobody knows whether it has.
        """
        async with self._lock:
            for _ in range(_TRIES):
                await self._games.on_time()
                if self._stale:
                    await self._catch_up()
                if key is not None:
                    if (receipt := self.standing.keys.get((side, key))) is not None:
                        return receipt, True
                    if (refusal := self._refusals.get((side, key))) is not None:
                        raise refusal.again()
                try:
                    receipt = await self._try(side, key, judge)
                except Refusal as refusal:
                    if refusal.status in (403, 409) and await self._was_behind():
                        continue
                    self._remember(side, key, refusal)
                    raise
                if receipt is not None:
                    return receipt, False
                await self._catch_up()
            raise StoreDown("others were always quicker")

    async def _try(self, side: int, key: str | None, judge: Judge) -> Receipt | None:
        """The receipt, or None if somebody was quicker."""
        now = time.time()
        change = judge(self.standing, now)
        if change is None:
            change = self._games.rematch(self.standing, side, now)
        columns = change.columns
        if columns.get("engine_lease") is not None:
            columns["engine_lease"] = now + LEASE
        id, old = self.standing.id, self.standing.v
        told, rows = numbered(id, old, change, now, side, key)
        try:
            done = await self._games.store.write(
                lambda transaction: commit(transaction, id, old, change, rows), order=id
            )
        except IntegrityError:
            return None
        except BaseException:
            self._stale = True  # it may have been written
            raise
        if not done:
            return None
        standing = self.standing
        standing.follow({**standing.row, **columns})
        if change.seat is not None:
            standing.seats[change.seat.side] = change.seat
        receipt = _receipt(told[0])
        if key is not None:
            standing.keys[side, key] = receipt
        # Whoever sent it hears the receipt first: it is sent by the caller, before the loop comes
        # to what is put into the listeners' queues here.
        texts = [row["data"] for row in rows]
        asyncio.get_running_loop().call_soon(self._tell, told, texts)
        return receipt

    def _remember(self, side: int, key: str | None, refusal: Refusal) -> None:
        if key is None or refusal.code == "rate":
            return
        self._refusals[side, key] = refusal.again()
        if len(self._refusals) > REFUSALS:
            self._refusals.popitem(last=False)

    def may_say(self, side: int, now: float) -> None:
        """Refuse somebody who talks too fast."""
        times = self._sayings.setdefault(side, deque(maxlen=SAYINGS))
        if len(times) == SAYINGS and now - times[0] < SAYINGS_SECONDS:
            wait = max(1, round(SAYINGS_SECONDS - (now - times[0])))
            text = f"not so fast: wait {wait} s before you say more"
            raise Refusal(429, "rate", text, headers={"Retry-After": str(wait)})
        times.append(now)

    # --- Catching up -----------------------------------------------------------------------------

    def news(self, v: int) -> bool:
        """Another process has written an event of this number. Is it one that is not known?"""
        return v > self.standing.v

    def doubt(self) -> None:
        """Something may have been missed: look before anything else is done."""
        self._stale = True

    async def catch_up(self, v: int | None = None) -> None:
        """Read what others have written, and tell about it.

        :param v: the event that others have written; it may be known by now.
        """
        async with self._lock:
            if self._stale or v is None or self.news(v):
                await self._catch_up()

    async def current(self) -> Standing:
        """The game as it stands, as far as is known for certain."""
        if self._stale:
            await self.catch_up(self.standing.v)
        return self.standing

    async def _catch_up(self) -> None:
        standing = self.standing
        id, v = standing.id, standing.v
        # News that come while the database is read may be of something newer: the doubt stays.
        self._stale = False
        try:
            row, missed, seats = await self._games.store.read(lambda c: _news(c, id, v))
        except BaseException:
            self._stale = True
            raise
        standing.follow(dict(row))
        standing.seats |= seats
        events = [json.loads(stored["data"]) for stored in missed]
        for stored, event in zip(missed, events, strict=True):
            if stored["key"] is not None:
                standing.keys[stored["seat"], stored["key"]] = _receipt(event)
        if events:
            self._tell(events, [stored["data"] for stored in missed], ours=False)

    async def _was_behind(self) -> bool:
        """Had another process gone on with the game? Now this one has, too."""
        if not self._games.store.is_shared:
            return False
        v = self.standing.v
        await self._catch_up()
        return self.standing.v != v

    async def seat_by(self, *, token: str | None = None, visitor: str | None = None) -> You:
        """As the standing says; but a seat may just have been taken in another process."""
        you = self.standing.seat_by(token=token, visitor=visitor)
        if you is None and self.standing.is_waiting and self._games.store.is_shared:
            await self.catch_up()
            you = self.standing.seat_by(token=token, visitor=visitor)
        return you

    # --- Telling ---------------------------------------------------------------------------------

    def _tell(
        self, events: Sequence[dict[str, Any]], texts: Sequence[str], *, ours: bool = True
    ) -> None:
        """Tell everybody what has happened, in the very words that are stored."""
        for event, text in zip(events, texts, strict=True):
            for listener, known in self._listeners.items():
                # Whoever has just come may have been told already.
                if known < event["v"]:
                    self._listeners[listener] = event["v"]
                    listener.send(text)
        self._games.changed(self, events, ours=ours)

    async def enter(self, listener: Listener, seen: int) -> None:
        """Tell a listener what is missing after ``seen``, and from now on all that happens."""
        async with self._lock:
            if self._stale or seen > self.standing.v:
                await self._catch_up()
            v = self.standing.v
            if seen and seen <= v and v - seen <= REPLAYED:
                if seen < v:
                    await self._replay(listener, seen)
            else:
                listener.send(json.dumps(await self._state(listener.you), separators=(",", ":")))
            self._listeners[listener] = v
            listener.send(self._presence(listener.you).model_dump_json())
            if self._stale:  # news came meanwhile, when there was perhaps nobody to tell
                with contextlib.suppress(StoreDown):  # then all is read anew after the outage
                    await self._catch_up()
        self._tell_presence()

    async def _replay(self, listener: Listener, seen: int) -> None:
        id, v = self.standing.id, self.standing.v
        missed = await self._games.store.read(lambda c: _events_after(c, id, seen))
        for row in missed:
            if row["v"] <= v:  # what others have just written is told when this room knows it
                listener.send(row["data"])

    async def send_state(self, listener: Listener) -> None:
        """The whole state, for somebody who is not up to date."""
        async with self._lock:
            state = await self._state(listener.you)
            self._listeners[listener] = state["v"]
            listener.send(json.dumps(state, separators=(",", ":")))

    async def _state(self, you: You) -> dict[str, Any]:
        chat: list[Any] = []
        if self.standing.row["opponent"] == "friend":
            id, v = self.standing.id, self.standing.v
            chat = await self._games.store.read(lambda connection: _chat(connection, id, v))
        now = time.time()
        state = self.standing.state(now).model_dump()
        return State(**state, you=you, now=now, chat=chat).model_dump()

    def leave(self, listener: Listener) -> None:
        self._listeners.pop(listener, None)
        self.used = time.monotonic()
        self._tell_presence()

    def close(self, code: int, reason: str, message: str | None = None) -> None:
        """Send everybody away."""
        for listener in list(self._listeners):
            if message is not None:
                listener.send(message)
            listener.close(code, reason)

    # --- Who is there ----------------------------------------------------------------------------

    def here(self) -> tuple[bool, bool, int]:
        """Who listens in this process: the first side, the second, and how many others."""
        seats = [listener.you for listener in self._listeners]
        first, second = (any(you in (name, "both") for you in seats) for name in NAMES)
        return first, second, sum(you is None for you in seats)

    def elsewhere(self, server: str, there: tuple[bool, bool, int]) -> None:
        """Who listens in another process."""
        self._elsewhere[server] = there
        self._tell_presence()

    def forget_others(self, living: Collection[str]) -> None:
        """Nobody is there by way of processes that are not among the living."""
        gone = [server for server in self._elsewhere if server not in living]
        for server in gone:
            del self._elsewhere[server]
        if gone:
            self._tell_presence()

    def place(self, place: int | None) -> None:
        """The engine's place in the queue, 1 if it thinks; None if it need not."""
        if place != self._place:
            self._place = place
            self._tell_presence()

    def _tell_presence(self) -> None:
        """In a moment, and once for all who come and go until then."""
        if self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(PRESENCE, self._send_presence)

    def _send_presence(self) -> None:
        self._telling = None
        if (here := self.here()) != self._announced:
            self._announced = here
            self._games.announce(self)
        texts: dict[You, str] = {}
        for listener in self._listeners:
            if listener.you not in texts:
                texts[listener.you] = self._presence(listener.you).model_dump_json()
            listener.send(texts[listener.you])

    def _presence(self, you: You) -> Presence:
        everywhere = [self.here(), *self._elsewhere.values()]
        return Presence(
            first=any(first for first, _, _ in everywhere),
            second=any(second for _, second, _ in everywhere),
            watchers=sum(watchers for _, _, watchers in everywhere),
            you=you,
            engine=None if self._place is None else EngineWork(place=self._place),
        )


# --- The database --------------------------------------------------------------------------------


# What every move needs is made once, as that takes longer than to carry it out.
_ID: BindParameter[str] = bindparam("this_game")
_V: BindParameter[int] = bindparam("last_event")
_UPDATE = update(tables.games).where(tables.games.c.id == _ID, tables.games.c.v == _V)
_GAME = select(tables.games).where(tables.games.c.id == _ID)
_EVENTS_AFTER = (
    select(tables.events)
    .where(tables.events.c.game == _ID, tables.events.c.v > _V)
    .order_by(tables.events.c.v)
)


def numbered(
    id: str, old: int, change: Change, now: float, side: int = 0, key: str | None = None
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The events of a change that follows the event ``old``: as they are told, and as rows.

    The columns of the game's row get the number of the last one.
    """
    change.columns |= {"v": old + len(change.drafts), "updated": now}
    told = [
        {"type": "event", "v": old + k, "event": draft.event, "at": round(now, 3), **draft.data}
        for k, draft in enumerate(change.drafts, 1)
    ]
    rows = [
        {
            "game": id,
            "v": event["v"],
            "event": draft.event,
            "at": now,
            "branch": draft.place[0] if draft.place else None,
            "ply": draft.place[1] if draft.place else None,
            # The key belongs to the first of the events that a message causes.
            "seat": side if key is not None and k == 0 else None,
            "key": key if k == 0 else None,
            "data": json.dumps(event, separators=(",", ":")),
        }
        for k, (event, draft) in enumerate(zip(told, change.drafts, strict=True))
    ]
    return told, rows


def commit(
    transaction: Transaction, id: str, old: int, change: Change, rows: list[dict[str, Any]]
) -> bool:
    """Write a change down, unless the game has gone on since the event ``old``."""
    which = {"this_game": id, "last_event": old}
    done = transaction.connection.execute(_UPDATE, {**change.columns, **which})
    if done.rowcount != 1:
        return False
    for write in change.more:
        write(transaction)
    transaction.connection.execute(insert(tables.events), rows)
    transaction.tell(id, change.columns["v"])
    return True


def load(connection: Connection, id: str) -> Standing:
    """A game as the database has it.

    :raises Refusal: if there is no such game.
    """
    events, row = tables.events, _row(connection, id)
    sent = connection.execute(
        select(events.c.seat, events.c.key, events.c.data).where(
            events.c.game == id, events.c.key.is_not(None)
        )
    ).mappings()
    keys = {(event["seat"], event["key"]): _receipt(json.loads(event["data"])) for event in sent}
    return Standing.of(row, seats_of(connection, [id])[id], keys)


def _receipt(event: dict[str, Any]) -> Receipt:
    return Receipt(event["v"], event.get("branch", 0), event.get("ply", 0))


def _row(connection: Connection, id: str) -> RowMapping:
    found = connection.execute(_GAME, {"this_game": id}) if is_id(id) else None
    row = found.mappings().one_or_none() if found is not None else None
    if row is None:
        raise Refusal(404, "game", f"there is no game {id[:40]}")
    return row


def seats_of(connection: Connection, ids: Sequence[str]) -> dict[str, dict[int, Seat]]:
    """Who sits in these games, by game and side."""
    seats = tables.seats
    found: dict[str, dict[int, Seat]] = {id: {} for id in ids}
    for row in connection.execute(select(seats).where(seats.c.game.in_(ids))).mappings():
        seat = Seat(row["side"], row["kind"], row["name"], row["token"], row["visitor"])
        found[row["game"]][seat.side] = seat
    return found


def _news(
    connection: Connection, id: str, v: int
) -> tuple[RowMapping, Sequence[RowMapping], dict[int, Seat]]:
    """What has become of a game since the event ``v``: its row, the events, and who sat down."""
    row = _row(connection, id)
    missed = _events_after(connection, id, v) if row["v"] > v else []
    joined = any(event["event"] == "joined" for event in missed)
    return row, missed, seats_of(connection, [id])[id] if joined else {}


def _events_after(connection: Connection, id: str, v: int) -> Sequence[RowMapping]:
    which = {"this_game": id, "last_event": v}
    return connection.execute(_EVENTS_AFTER, which).mappings().all()


def _chat(connection: Connection, id: str, v: int) -> list[Any]:
    """The last things that were said up to an event, the oldest first."""
    events = tables.events
    wanted = select(events.c.data).where(
        events.c.game == id, events.c.event == "said", events.c.v <= v
    )
    rows = connection.execute(wanted.order_by(events.c.v.desc()).limit(CHAT)).scalars()
    return [json.loads(data) for data in reversed(list(rows))]
