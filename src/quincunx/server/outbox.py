"""What waits to be sent to somebody who listens to a game."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from quincunx.server.standing import You

__all__ = ["Goodbye", "Outbox"]

#: Messages that may wait; who reads more slowly is let go, and comes back.
MOST = 512


@dataclass(frozen=True)
class Goodbye:
    """The end, with the code and the reason of a socket."""

    code: int
    reason: str


class Outbox:
    """A :class:`~quincunx.server.rooms.Listener` that keeps what it hears until it is taken."""

    you: You = None

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[str | Goodbye] = asyncio.Queue(MOST)
        self._closing = False

    def send(self, message: str) -> None:
        if self._closing:
            return
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.close(4429, "you read too slowly")

    def close(self, code: int, reason: str) -> None:
        """After what waits has been sent; at once if nothing can be sent any more."""
        if self._closing:
            return
        self._closing = True
        if self._waiting.full():
            # All of it: whoever comes back says what came last, and gets what came after.
            while not self._waiting.empty():
                self._waiting.get_nowait()
        self._waiting.put_nowait(Goodbye(code, reason))

    async def take(self) -> str | Goodbye:
        """The next message, when there is one; a goodbye is the last."""
        return await self._waiting.get()
