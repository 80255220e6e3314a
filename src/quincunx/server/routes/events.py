"""``/api/games/{id}/events``: what happens in a game, as server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Request
from fastapi.responses import StreamingResponse

from quincunx.server.outbox import Goodbye, Outbox
from quincunx.server.rooms import Room
from quincunx.server.routes.games import Id, games_of
from quincunx.server.schema import documented

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["games"])

#: Seconds between signs of life, so that nobody on the way thinks the line dead.
_COMFORT = 15.0


class Stream(Outbox):
    """Somebody who reads events."""

    async def lines(self, room: Room, seen: int) -> AsyncIterator[str]:
        """The texts of events from ``seen`` on, as they come."""
        # A whole state is sent where too much is missing; it has no number of its own to resume at.
        await room.enter(self, seen)
        try:
            yield "retry: 1000\n\n"
            last = seen
            while True:
                try:
                    message = await asyncio.wait_for(self.take(), _COMFORT)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if isinstance(message, Goodbye):
                    return  # whoever reads it comes back with ``Last-Event-ID``
                told = json.loads(message)
                if told["type"] == "state":
                    last = told["v"]
                    yield f"id: {last}\nevent: state\ndata: {message}\n\n"
                elif told["type"] == "event" and told["v"] > last:
                    last = told["v"]
                    yield f"id: {last}\nevent: {told['event']}\ndata: {message}\n\n"
        finally:
            room.leave(self)


@router.get(
    "/games/{id}/events",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "a stream: `id` is the event's number, `event` its kind, `data` the "
            "message that sockets get; it begins with a `state`, or with what came after "
            "`Last-Event-ID`",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
        **documented(404, 422),
    },
)
async def events(
    request: Request,
    id: Id,
    last_event_id: Annotated[int | None, Header(alias="Last-Event-ID", ge=0, le=2**31 - 1)] = None,
) -> StreamingResponse:
    """What happens in a game, as it happens."""
    room = await games_of(request).room(id)
    return StreamingResponse(
        Stream().lines(room, last_event_id or 0),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
