"""WebSockets and HTTP for a generator of load: as little as will do, so that it stays light.

It speaks to our own server on a loopback address, and to nothing else.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import struct
from collections.abc import Callable
from typing import Any, cast

__all__ = ["Caller", "Wire"]

_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
#: A client has to mask what it sends; with this mask nothing changes.
_MASK = bytes(4)


class Wire(asyncio.Protocol):
    """One end of a WebSocket.

    :param hear: gets the bytes of each message.
    :param lose: is told why, when the socket is gone without having been asked to.
    """

    __slots__ = (
        "_buffer",
        "_closing",
        "_head",
        "_hear",
        "_hello",
        "_is_open",
        "_lose",
        "_transport",
    )

    def __init__(
        self,
        host: str,
        path: str,
        hello: bytes,
        hear: Callable[[bytes], None],
        lose: Callable[[str], None],
    ) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self._head = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self._hello = hello
        self._buffer = bytearray()
        self._is_open = False
        self._closing = False
        self._hear = hear
        self._lose = lose
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by name
        self._transport.write(self._head)

    def send(self, message: bytes) -> None:
        if self._transport is not None:
            self._transport.write(_frame(_TEXT, message))

    def close(self) -> None:
        self._closing = True
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self._closing:
            self._lose(f"connection lost: {exc}")

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer
        buffer += data
        if not self._is_open:
            head, blank, _ = buffer.partition(b"\r\n\r\n")
            if not blank:
                return
            if b" 101 " not in head:
                self._fail(f"no socket: {bytes(head[:80])!r}")
                return
            self._is_open = True
            self.send(self._hello)
            del buffer[: len(head) + 4]
        start, end = 0, len(buffer)
        while end - start >= 2:
            size, begin = buffer[start + 1], start + 2
            if size == 126:
                if end - start < 4:
                    break
                size, begin = struct.unpack_from(">H", buffer, start + 2)[0], start + 4
            elif size == 127:
                if end - start < 10:
                    break
                size, begin = struct.unpack_from(">Q", buffer, start + 2)[0], start + 10
            if end - begin < size:
                break
            self._received(buffer[start] & 15, bytes(buffer[begin : begin + size]))
            start = begin + size
        if start:
            del buffer[:start]

    def _received(self, opcode: int, payload: bytes) -> None:
        if opcode == _TEXT:
            self._hear(payload)
        elif opcode == _PING and self._transport is not None:
            self._transport.write(_frame(_PONG, payload))
        elif opcode == _CLOSE:
            self._fail(f"closed: {payload[:2].hex()} {payload[2:]!r}")

    def _fail(self, why: str) -> None:
        if not self._closing:
            self._lose(why)
        self.close()


def _frame(opcode: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 126:
        return bytes((0x80 | opcode, 0x80 | size)) + _MASK + payload
    return struct.pack(">BBH", 0x80 | opcode, 0x80 | 126, size) + _MASK + payload


class Caller:
    """A connection for calls, one after the other; it is kept open."""

    def __init__(self, host: str, port: int, source: str) -> None:
        self._host = host
        self._port = port
        self._source = source
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """What a call answers that has to succeed.

        :raises RuntimeError: if it does not.
        """
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                self._host, self._port, local_addr=(self._source, 0)
            )
        reader, writer = self._streams
        data = json.dumps(body).encode()
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode()
            + data
        )
        head = await reader.readuntil(b"\r\n\r\n")
        lengths = [
            int(line.partition(b":")[2])
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"content-length:")
        ]
        answer = await reader.readexactly(lengths[0])
        if b" 201 " not in head.partition(b"\r\n")[0]:
            raise RuntimeError(f"POST {path}: {answer!r}")
        found: dict[str, Any] = json.loads(answer)
        return found

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
