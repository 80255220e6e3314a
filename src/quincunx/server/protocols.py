"""How bytes on a connection become calls and messages: uvicorn's way, with patience that ends.

uvicorn waits without end for the rest of a head, and for a client that does not read. These
protocols do not, so that slow or silent clients cannot use up the connections. The one for sockets
also times round trips, for the clocks of games: ``scope["extensions"]["quincunx.latency"]`` is a
function that gives the newest in seconds, or None as long as there is none.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode
from websockets.http11 import Request
from websockets.server import ServerProtocol

__all__ = ["LATENCY", "HttpProtocol", "SocketProtocol"]

log = logging.getLogger("quincunx.network")

#: The name of the extension in a scope.
LATENCY = "quincunx.latency"

#: Seconds for the head of a call to come, and what is left of a body after its answer.
HEAD_TIMEOUT = 20.0
#: Bytes of a head.
HEAD_LIMIT = 32 * 1024
#: Seconds that a client may leave unread what is sent to it.
WRITE_TIMEOUT = 30.0
#: Seconds for a client to take its leave after it was told that a socket is closed.
CLOSE_TIMEOUT = 2.0
#: The contract's code for a message that is too large, instead of the standard's 1009.
TOO_LARGE = 4413


class _Patience:
    """Cuts a connection when a time is over, if nobody stops it before."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None

    def start(self, seconds: float, why: str) -> None:
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(seconds, self._end, why)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end(self, why: str) -> None:
        self._timer = None
        log.info("connection cut: %s", why)
        # Not close(), which waits until everything is written.
        self._transport.abort()


class HttpProtocol(HttpToolsProtocol):
    """HTTP/1.1; a head has to come soon and to be small, and an answer has to be read."""

    _head_bytes = 0
    _in_head = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._head_timer: asyncio.TimerHandle | None = None
        self._unread = _Patience(transport)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_head()
        self._unread.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_head and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_LIMIT:
                self._refuse(b"431 Request Header Fields Too Large", "the head is too large")

    def on_message_begin(self) -> None:
        self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._forget_head()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and not self.pipeline:
            self._expect_head()

    def pause_writing(self) -> None:
        self._unread.start(WRITE_TIMEOUT, "an answer was not read")
        super().pause_writing()

    def resume_writing(self) -> None:
        self._unread.stop()
        super().resume_writing()

    def _expect_head(self) -> None:
        self._forget_head()
        self._head_timer = self.loop.call_later(HEAD_TIMEOUT, self._late)

    def _forget_head(self) -> None:
        self._in_head = False
        self._head_bytes = 0
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _late(self) -> None:
        self._head_timer = None
        if self._in_head:
            self._refuse(b"408 Request Timeout", "the head did not come in time")
        else:
            # Nothing was said, or the rest of a body after its answer: there is nobody to tell.
            self.transport.abort()

    def _refuse(self, status: bytes, text: str) -> None:
        log.info("connection closed: %s", text, extra={"client": (self.client or ("-",))[0]})
        self._forget_head()
        body = text.encode()
        self.transport.write(
            b"HTTP/1.1 %b\r\ncontent-type: text/plain; charset=utf-8\r\n"
            b"content-length: %d\r\nconnection: close\r\n\r\n%b" % (status, len(body), body)
        )
        self.transport.close()


class _Connection(ServerProtocol):
    """Fails with the contract's code when a message is too large."""

    def fail(self, code: CloseCode | int, reason: str = "") -> None:
        if code == CloseCode.MESSAGE_TOO_BIG:
            code, reason = TOO_LARGE, "the message is too large"
        super().fail(code, reason)


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket whose round trips are timed from its opening on."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        # Messages have about a hundred bytes: compressing them saves little and costs much memory.
        self.conn = _Connection(
            max_size=self.config.ws_max_size, logger=logging.getLogger("uvicorn.error")
        )
        self.close_timeout = CLOSE_TIMEOUT
        self._latency: float | None = None
        self._failed = False

    def latency(self) -> float | None:
        """The newest round trip in seconds, timed by pings of the protocol."""
        return self._latency

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._unread = _Patience(cast(asyncio.Transport, transport))
        self._leaving = _Patience(cast(asyncio.Transport, transport))

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.stop()
        self._leaving.stop()
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            # The app's task has been made, but has not begun.
            cast(dict[str, Any], self.scope["extensions"])[LATENCY] = self.latency

    def start_keepalive(self) -> None:
        # The first ping at once, so that a round trip is known before the first move.
        if self.ping_interval:
            self.send_keepalive_ping()

    def handle_pong(self, event: Any) -> None:
        awaited = self.pending_ping_payload
        super().handle_pong(event)
        if awaited is not None and self.pending_ping_payload is None:
            self._latency = self.last_ping_rtt

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        # Who does not answer pings may not read either, and close() waits for that.
        self._leaving.start(CLOSE_TIMEOUT, "pings were not answered")

    def pause_writing(self) -> None:
        self._unread.start(WRITE_TIMEOUT, "messages were not read")
        super().pause_writing()

    def resume_writing(self) -> None:
        self._unread.stop()
        super().resume_writing()

    async def send(self, message: Any) -> None:
        if self.transport.is_closing():
            # The client is gone, and this is about to be noticed; who sends all the time would
            # otherwise never let anything else happen.
            await asyncio.sleep(0)
        await super().send(message)
        if message["type"] == "websocket.close" and not self.disconnected:
            self._leaving.start(CLOSE_TIMEOUT + 1, "the close was not answered")

    def handle_parser_exception(self) -> None:
        """Tell why, and then let what still comes fall into the void for a moment.

        A connection that is closed while data is unread is reset, and the client would never see
        the reason.
        """
        if self._failed:
            return
        self._failed = True
        if self.conn.close_sent is None:  # the line is gone, or the close came before
            self.transport.close()
            return
        closed = self.conn.close_sent
        self.queue.put_nowait(
            {"type": "websocket.disconnect", "code": closed.code, "reason": closed.reason}
        )
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.stop_keepalive()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        if self.transport.can_write_eof():
            self.transport.write_eof()
        # While it is set, the end of the app does not close the transport.
        self.close_timer = self.loop.call_later(CLOSE_TIMEOUT, self.transport.abort)
