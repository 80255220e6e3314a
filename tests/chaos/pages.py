"""A page at a game, as the browser's one behaves (web/app/src/live), but for shorter waits.

What is sent waits for its answer and is sent again until there is one; a socket that is lost is
opened again; events are numbered, and those that are known are dropped. Everything that is heard is
kept, to be compared with the database in the end.
"""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

__all__ = ["Answers", "Figures", "Page", "Place"]

#: Seconds, a third or less of what the browser's page takes.
RESEND = 0.8
PING = 1.0
SILENCE = 4.0
FIRST_WAIT = 0.1
LONGEST_WAIT = 1.0
#: Codes after which a page does not come back.
FINAL = (4400, 4401, 4403, 4404, 4413)


@dataclass
class Figures:
    """What is counted in a run."""

    counts: Counter[str] = field(default_factory=Counter)
    #: The longest time, in seconds, for which a page had no way to a server.
    longest_wait: float = 0.0
    #: The longest time for which there was none, or no database.
    longest_outage: float = 0.0
    faults: list[str] = field(default_factory=list)

    def fault(self, text: str) -> None:
        self.faults.append(text)


class Place(Protocol):
    """Where the servers are."""

    def address(self, rng: Random) -> str:
        """Host and port of one of them, which may be away just now."""


@dataclass
class Answers:
    """What the server has said to a message."""

    message: dict[str, Any]
    #: What the page knew when it was sent.
    v: int
    acks: list[int] = field(default_factory=list)
    #: Codes, and when they came.
    refusals: list[tuple[str, float]] = field(default_factory=list)


class Page:
    """One person at one game."""

    def __init__(
        self, id: str, side: str, visitor: str, place: Place, rng: Random, figures: Figures
    ) -> None:
        self.id = id
        self.side = side
        self.state: dict[str, Any] = {}
        #: What was heard of each event, by its number.
        self.events: dict[int, dict[str, Any]] = {}
        self.sent: dict[str, Answers] = {}
        self.is_live = False
        self._visitor = visitor
        self._place = place
        self._rng = rng
        self._figures = figures
        self._pending: dict[str, float] = {}
        self._socket: ClientConnection | None = None
        self._news = asyncio.Event()
        self._leaving = False
        self._heard = 0.0
        self._tries = 0

    # --- For whoever plays -----------------------------------------------------------------------

    @property
    def v(self) -> int:
        return int(self.state.get("v", -1))

    @property
    def turn(self) -> str | None:
        turn: str | None = self.state["turn"]
        return turn

    @property
    def is_over(self) -> bool:
        return bool(self.state) and self.state["outcome"] is not None

    def waits_for(self, *kinds: str) -> bool:
        """Is a message of one of these kinds not answered yet? Without kinds: any message."""
        waiting = [self.sent[key].message["type"] for key in self._pending]
        return any(kind in waiting for kind in kinds) if kinds else bool(waiting)

    async def news(self, seconds: float) -> None:
        """Wait until something is heard, but not for longer than this."""
        self._news.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)

    async def send(self, type: str, **words: Any) -> None:
        """Send it, now or when there is a way, and again until it is answered."""
        key = str(uuid.UUID(int=self._rng.getrandbits(128)))
        self.sent[key] = Answers({"type": type, "key": key, **words}, self.v)
        self._pending[key] = 0.0
        await self._post(key)

    # --- Coming and going ------------------------------------------------------------------------

    async def stay(self) -> None:
        """Be there, and come back whenever the way is lost, until :meth:`leave`."""
        lost = time.monotonic()
        while not self._leaving:
            address = self._place.address(self._rng)
            try:
                async with connect(
                    f"ws://{address}/ws/games/{self.id}",
                    additional_headers={"Cookie": f"visitor={self._visitor}"},
                    open_timeout=SILENCE,
                    close_timeout=0.2,
                    ping_interval=None,
                    compression=None,
                    proxy=None,
                ) as socket:
                    await self._talk(socket, lost)
            except ConnectionClosed as closed:
                self._closed(closed)
            except (OSError, WebSocketException, TimeoutError):
                pass
            finally:
                self._socket = None
            if self.is_live:
                self.is_live = False
                lost = time.monotonic()
            if not self._leaving:
                self._figures.counts["reconnects"] += 1
                wait = min(LONGEST_WAIT, FIRST_WAIT * 2**self._tries)
                self._tries += 1
                await asyncio.sleep(wait * (1 - 0.3 * self._rng.random()))

    def leave(self) -> None:
        self._leaving = True

    def _closed(self, closed: ConnectionClosed) -> None:
        if closed.rcvd is None:
            return
        self._figures.counts[f"closed with {closed.rcvd.code}"] += 1
        if closed.rcvd.code in FINAL or closed.rcvd.code == 1011:
            text = f"{self}: the socket was closed with {closed.rcvd.code} {closed.rcvd.reason}"
            self._figures.fault(text)
            self._leaving = closed.rcvd.code != 1011

    async def _talk(self, socket: ClientConnection, lost: float) -> None:
        hello = {"type": "hello", "proto": 1, "seen": max(0, self.v)}
        await socket.send(json.dumps(hello))
        self._socket, self._heard = socket, time.monotonic()
        for key in list(self._pending):
            await self._post(key)
        tending = asyncio.create_task(self._tend(socket))
        try:
            async for text in socket:
                self._heard = time.monotonic()
                message = json.loads(text)
                if message["type"] == "presence" and not self.is_live:
                    self.is_live = True
                    self._tries = 0
                    longest = self._figures.longest_wait
                    self._figures.longest_wait = max(longest, time.monotonic() - lost)
                await self._hear(message)
                self._news.set()
        finally:
            tending.cancel()
            await asyncio.gather(tending, return_exceptions=True)

    async def _tend(self, socket: ClientConnection) -> None:
        """Send again what is not answered, ping, and hang up when nothing is heard, or to leave."""
        pinged = time.monotonic()
        while True:
            await asyncio.sleep(0.05)
            now = time.monotonic()
            if self._leaving or now - self._heard > SILENCE:
                await socket.close()
                return
            for key, when in list(self._pending.items()):
                if now - when > RESEND:
                    await self._post(key)
            if now - pinged > PING:
                pinged = now
                with suppress(ConnectionClosed):
                    await socket.send(json.dumps({"type": "ping", "t": now}))

    async def _post(self, key: str) -> None:
        if self._socket is None:
            return
        if self._pending.get(key):
            self._figures.counts["resends"] += 1
        self._pending[key] = time.monotonic()
        with suppress(ConnectionClosed):
            await self._socket.send(json.dumps(self.sent[key].message))

    # --- Hearing ---------------------------------------------------------------------------------

    async def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "state":
                self._whole(message)
            case "event":
                await self._event(message)
            case "ack":
                self.sent[message["key"]].acks.append(message["v"])
                self._figures.counts["repeats" if message["repeat"] else "acks"] += 1
                self._pending.pop(message["key"], None)
            case "refused":
                self.sent[message["key"]].refusals.append((message["code"], time.time()))
                self._figures.counts[f"refused: {message['code']}"] += 1
                self._pending.pop(message["key"], None)

    def _whole(self, state: dict[str, Any]) -> None:
        if state["v"] < self.v:
            text = f"{self}: the server went back, from event {self.v} to {state['v']}"
            self._figures.fault(text)
        if state["you"] not in (self.side, "both"):
            self._figures.fault(f"{self}: the server takes it for {state['you']}")
        self.state = state
        for said in state["chat"]:
            self.events.setdefault(said["v"], said)

    async def _event(self, event: dict[str, Any]) -> None:
        known = self.events.setdefault(event["v"], event)
        if {**known, "clock": None} != {**event, "clock": None}:
            self._figures.fault(f"{self}: event {event['v']} was {known}, and then {event}")
        if event["v"] <= self.v:
            self._figures.counts["known events"] += 1
        elif event["v"] != self.v + 1 or not advance(self.state, event):
            text = f"{self}: event {event['v']} does not follow {self.v}: {event}"
            self._figures.fault(text)
            self.state["v"] = 0  # asks for all of it
            if self._socket is not None:
                await self._socket.close()

    def __str__(self) -> str:
        return f"{self.side} in {self.id}"


def advance(state: dict[str, Any], event: dict[str, Any]) -> bool:
    """Go one event further; False if it does not fit."""
    if event.get("clock"):
        state["clock"] = event["clock"]
    match event["event"]:
        case "moved":
            if (event["branch"], event["ply"]) != (state["branch"], state["ply"] + 1):
                return False
            state["moves"] = [*state["moves"], event["move"]]
            state |= {"ply": event["ply"], "turn": event["turn"], "offers": []}
        case "tookback":
            if event["branch"] <= state["branch"] or event["ply"] > state["ply"]:
                return False
            state["moves"] = state["moves"][: event["ply"]]
            state |= {name: event[name] for name in ("branch", "ply", "turn")}
            state["offers"] = []
        case "offered":
            offer = {"kind": event["kind"], "side": event["side"]}
            state["offers"] = [*_without(state, event["kind"]), offer]
        case "answered":
            state["offers"] = _without(state, event["kind"])
            if event["kind"] == "rematch" and event["accepted"]:
                state["rematch"] = event["game"]
        case "ended":
            state |= {"outcome": event["outcome"], "turn": None, "offers": []}
        case "joined":
            state["players"] = {**state["players"], event["side"]: event["player"]}
    state["v"] = event["v"]
    return True


def _without(state: dict[str, Any], kind: str) -> list[dict[str, str]]:
    return [offer for offer in state["offers"] if offer["kind"] != kind]
