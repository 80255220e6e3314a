"""``/ws/games/{id}``: a live game over a WebSocket. docs/guide/bots.md has the messages."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import time
from collections.abc import Callable
from typing import Any

from pydantic import TypeAdapter, ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from quincunx.server import actions
from quincunx.server.games import Games
from quincunx.server.outbox import Goodbye, Outbox
from quincunx.server.protocols import LATENCY
from quincunx.server.rooms import Room
from quincunx.server.routes.games import key_owner, side_of
from quincunx.server.schema import (
    Ack,
    Answer,
    Hello,
    Move,
    Offer,
    PageMessage,
    Ping,
    Pong,
    Refusal,
    Refused,
    Resign,
    Say,
)
from quincunx.server.standing import Standing
from quincunx.server.store import StoreDown
from quincunx.server.visitors import hashed, visitor_of

__all__ = ["Sockets"]

log = logging.getLogger("quincunx.sockets")

_PATH = re.compile("/ws/games/(?P<id>[^/]+)")
#: Bytes of a frame.
LARGEST = 4096
#: Seconds for the first message to come.
HELLO_SECONDS = 10.0
#: Messages a second that a socket may send, and how many at once.
RATE, BURST = 20.0, 60
_MESSAGE: TypeAdapter[PageMessage] = TypeAdapter(PageMessage)


class _Closed(Exception):
    """The socket is to be closed, with this code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Socket(Outbox):
    """One end of a WebSocket."""

    def __init__(self, websocket: WebSocket) -> None:
        super().__init__()
        self._websocket = websocket

    async def pump(self) -> None:
        """Send what is to be sent, until the end."""
        while True:
            message = await self.take()
            if isinstance(message, Goodbye):
                await self._websocket.close(message.code, message.reason)
                return
            await self._websocket.send_text(message)

    @property
    def lag(self) -> float:
        """The newest round trip, as the server timed it; 0 if it has not."""
        latency: Callable[[], float | None] | None = self._websocket.scope.get(
            "extensions", {}
        ).get(LATENCY)
        return (latency() or 0.0) if latency is not None else 0.0


class Sockets:
    """Leads the sockets of games straight to their handler.

    On the way through a router a dozen calls would wait for as long as a socket is open: of
    thousands of sockets, half the memory, and most of what the garbage collector has to look at.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and (found := _PATH.fullmatch(scope["path"])):
            await _serve(WebSocket(scope, receive, send), found["id"])
        else:
            await self._app(scope, receive, send)


async def _serve(websocket: WebSocket, id: str) -> None:
    await websocket.accept()
    socket = Socket(websocket)
    pumping = asyncio.create_task(socket.pump())
    room: Room | None = None
    try:
        room = await _enter(websocket, socket, id)
        await _listen(websocket, socket, room)
    except _Closed as closed:
        log.info("socket closed: %s", closed.reason, extra={"code": closed.code, "game": id})
        socket.close(closed.code, closed.reason)
    except WebSocketDisconnect:
        pumping.cancel()
    except StoreDown:
        socket.close(1012, "the database cannot be reached; come back")
    except BaseException:
        socket.close(1011, "the server has failed here; come back")
        raise
    finally:
        if room is not None:
            room.leave(socket)
        await asyncio.gather(pumping, return_exceptions=True)


async def _enter(websocket: WebSocket, socket: Socket, id: str) -> Room:
    """Hear the hello, and answer it with what is missing."""
    try:
        hello = await asyncio.wait_for(_receive(websocket), HELLO_SECONDS)
    except TimeoutError:
        raise _Closed(4400, f"no hello in {HELLO_SECONDS:.0f} seconds") from None
    if not isinstance(hello, Hello):
        raise _Closed(4400, "the first message has to be a hello")
    games: Games = websocket.app.state.games
    try:
        room = await games.room(id)
    except Refusal:
        raise _Closed(4404, "there is no such game") from None
    if hello.token is not None:
        socket.you = await room.seat_by(token=hashed(hello.token))
        if socket.you is None:
            raise _Closed(4401, "this is not the token of a seat in this game")
    else:
        socket.you = await room.seat_by(visitor=visitor_of(websocket))
    await room.enter(socket, hello.seen)
    return room


async def _receive(websocket: WebSocket) -> PageMessage:
    """The next message."""
    frame = await websocket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code") or 1005)
    text = frame.get("text")
    if text is None:
        raise _Closed(4400, "messages are JSON in text frames")
    if len(text.encode()) > LARGEST:
        raise _Closed(4413, f"a message has at most {LARGEST} bytes")
    try:
        return _MESSAGE.validate_python(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise _Closed(4400, _shortened(error)) from None


def _shortened(error: Exception) -> str:
    """What is wrong with a message, in the 123 bytes that a reason may have."""
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        text = f"{where}: {first['msg']}" if where else first["msg"]
    elif isinstance(error, RecursionError):
        text = "not JSON: too many nested brackets"
    else:
        text = f"not JSON: {error}"
    return text.encode()[:120].decode(errors="ignore")


async def _listen(websocket: WebSocket, socket: Socket, room: Room) -> None:
    left, last = float(BURST), time.monotonic()
    while True:
        message = await _receive(websocket)
        now = time.monotonic()
        left, last = min(BURST, left + (now - last) * RATE), now
        if left < 1:
            raise _Closed(4429, "too many messages; come back more slowly")
        left -= 1
        if isinstance(message, Ping):
            socket.send(Pong(t=message.t, now=time.time()).model_dump_json())
        elif isinstance(message, Hello):
            raise _Closed(4400, "hello has been said")
        else:
            await _obey(websocket, socket, room, message)


async def _obey(
    websocket: WebSocket,
    socket: Socket,
    room: Room,
    message: Move | Resign | Offer | Answer | Say,
) -> None:
    try:
        if socket.you is None:
            # A seat may have been taken since the hello, in another tab.
            socket.you = await room.seat_by(visitor=visitor_of(websocket))
        if socket.you is None:
            raise Refusal(403, "watcher", "you are watching; the seats belong to others")
        you = socket.you

        def judge(standing: Standing, now: float) -> actions.Change | None:
            return _judged(standing, side_of(standing, you), now, message, socket, room)

        receipt, repeat = await room.act(key_owner(you), message.key, judge)
        socket.send(Ack(key=message.key, v=receipt.v, repeat=repeat).model_dump_json())
    except Refusal as refusal:
        websocket.app.state.metrics.refused(refusal.code)
        socket.send(_refused(message.key, refusal, room.standing.v))
        if refusal.code in ("stale", "over", "turn"):
            await room.send_state(socket)
    except StoreDown:
        # No answer: the page sends it again, under the same key, until there is one.
        log.warning("no answer to a message: the database cannot be reached")


def _judged(
    standing: Standing,
    side: int,
    now: float,
    message: Move | Resign | Offer | Answer | Say,
    socket: Socket,
    room: Room,
) -> actions.Change | None:
    match message:
        case Move(move=text, ply=ply, branch=branch):
            return actions.move(
                standing, side, text=text, ply=ply, branch=branch, now=now, lag=socket.lag
            )
        case Resign():
            return actions.resign(standing, side, now=now)
        case Offer(kind=kind):
            return actions.offer(standing, side, kind, now=now)
        case Answer(kind=kind, accept=accept):
            return actions.answer(standing, side, kind, accept, now=now)
        case Say(text=text):
            change = actions.say(standing, side, text)
            room.may_say(side, time.monotonic())
            return change


def _refused(key: str, refusal: Refusal, v: int) -> str:
    words: dict[str, Any] = {"code": refusal.code, "text": refusal.error, "cells": refusal.cells}
    return Refused(key=key, v=v, section=refusal.section, **words).model_dump_json()
