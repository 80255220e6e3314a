"""What stands between the network and the app: limits, origins, headers, errors.

Middlewares that wrap the app directly, without a task or a copy of their own. ``install`` puts them
around an app in their order:

1. :class:`SecurityHeaders`;
2. :class:`Errors`: an exception that nobody caught is logged and becomes a 500;
3. :class:`Limits`: calls a second and sockets at once, by the client's address;
4. :class:`Origins`: pages of others may not call;
5. :class:`Bodies`: a body is read whole before the app begins, if it is small and comes in time.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect
from starlette.websockets import WebSocketDisconnect

from quincunx.server.metrics import Metrics
from quincunx.server.problems import problem

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from quincunx.server.settings import Settings

__all__ = [
    "BODY_LIMIT",
    "CONTENT_SECURITY_POLICY",
    "install",
    "same_origin",
]

log = logging.getLogger("quincunx.guard")

#: Bytes in the body of a call.
BODY_LIMIT = 64 * 1024
#: Seconds for a body to come.
BODY_TIMEOUT = 20.0

CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; object-src 'none'"
)
_HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
_HSTS = (b"strict-transport-security", b"max-age=31536000")

_UNSAFE = frozenset(("POST", "PUT", "PATCH", "DELETE"))
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}


# --- Errors --------------------------------------------------------------------------------------


async def _refuse_socket(receive: Receive, send: Send, code: int, reason: str) -> None:
    """Close with a code. Only an accepted socket's code is shown to the page by a browser."""
    message = await receive()
    if message["type"] != "websocket.connect":
        return
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code, "reason": reason})


class Errors:
    """An exception that nobody caught is logged and answered; the server goes on."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        began = False

        async def sending(message: Message) -> None:
            nonlocal began
            began = began or message["type"] in ("http.response.start", "websocket.accept")
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except (ClientDisconnect, WebSocketDisconnect):
            # People go away; that is nobody's error, and there is nobody left to tell.
            log.debug("gone in the middle", extra={"path": _logged(scope)})
        except Exception:
            log.exception("an error in %s", scope["type"], extra={"path": _logged(scope)})
            if scope["type"] == "websocket":
                if not began:
                    await send({"type": "websocket.accept"})
                await _quietly(send, {"type": "websocket.close", "code": 1011})
            elif began:
                raise  # the server cuts the connection, so that half an answer is not taken as one
            else:
                text = "something went wrong here; it has been logged"
                response = problem(scope, 500, "internal", text)
                await response(scope, receive, send)


async def _quietly(send: Send, message: Message) -> None:
    """Send to somebody who may be gone, or have been told already."""
    try:
        await send(message)
    except (OSError, RuntimeError):
        log.debug("too late for %s", message["type"])


def _logged(scope: Scope) -> str:
    from quincunx.server.logs import safe_path

    return safe_path(scope)


# --- Headers -------------------------------------------------------------------------------------


class SecurityHeaders:
    """Every answer says what a browser may do with it. What an answer says itself is kept."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # Told over plain HTTP, a browser would ignore it.
        wanted = (*_HEADERS, _HSTS) if scope.get("scheme") == "https" else _HEADERS

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = list(message.get("headers", ()))
                there = {name.lower() for name, _ in headers}
                headers += [pair for pair in wanted if pair[0] not in there]
                message = {**message, "headers": headers}
            await send(message)

        await self._app(scope, receive, sending)


# --- Origins -------------------------------------------------------------------------------------


def _header_values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _origin(text: str) -> tuple[str, str] | None:
    """Scheme and host with a port that is not the scheme's own; None if it is no origin."""
    try:
        parts = urlsplit(text.strip().lower())
        parts.port  # noqa: B018  # raises if it is no number
    except ValueError:
        return None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname or "@" in parts.netloc:
        return None
    if parts.path or parts.query or parts.fragment:
        return None
    return parts.scheme, parts.netloc.removesuffix(_DEFAULT_PORTS[parts.scheme])


def same_origin(scope: Scope, extra_origins: Collection[str] = ()) -> bool:
    """Does a call come from a page of this server, of a known origin, or from no page at all?

    Browsers send ``Origin`` with every call that may change something; scripts and bots do not.
    The page's host has to be the one that was called, and a page without TLS is foreign to a server
    with it. Ports that go without saying may be written or not.
    """
    origins = _header_values(scope, b"origin")
    if not origins:
        return True
    origin = _origin(origins[0])
    if origin is None or len(origins) > 1:
        return False
    if origin in {_origin(extra) for extra in extra_origins}:
        return True
    scheme, host = origin
    if scheme == "http" and scope.get("scheme") in ("https", "wss"):
        return False
    called = _header_values(scope, b"host")
    return len(called) == 1 and called[0].strip().lower().removesuffix(_DEFAULT_PORTS[scheme]) == (
        host
    )


class Origins:
    """Pages of other origins may neither change anything nor open sockets."""

    def __init__(self, app: ASGIApp, *, extra: Iterable[str], metrics: Metrics) -> None:
        self._app = app
        self._extra = tuple(extra)
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        checked = scope["type"] == "websocket" or scope.get("method") in _UNSAFE
        if not checked or same_origin(scope, self._extra):
            await self._app(scope, receive, send)
            return
        self._metrics.refused("origin")
        text = "called from a page of another origin"
        log.info(text, extra={"path": _logged(scope)})
        if scope["type"] == "websocket":
            await _refuse_socket(receive, send, 4403, text)
        else:
            await problem(scope, 403, "origin", text)(scope, receive, send)


# --- How much, by address ------------------------------------------------------------------------


def client_key(scope: Scope) -> str:
    """Who calls, for limits: the address; in IPv6 the network, as a home has all of it."""
    client = scope.get("client")
    if not client:
        return ""
    try:
        address = ipaddress.ip_address(str(client[0]).partition("%")[0])
    except ValueError:
        return str(client[0])
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))


class Buckets:
    """A token bucket for each key: ``burst`` at once, and ``rate`` a second in the long run.

    A bucket that nobody took from for ``burst / rate`` seconds is full, and as good as none, so it
    is forgotten; and never are there more than ``most``, whoever calls from wherever.
    """

    def __init__(
        self,
        rate: float,
        burst: int,
        *,
        most: int = 20_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._most = most
        self._clock = clock
        #: Tokens and when they were counted; the one used last stands last.
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str) -> float:
        """Take one: 0 if it was there, or else the seconds until it will be."""
        now = self._clock()
        tokens, counted = self._buckets.pop(key, (self._burst, now))
        tokens = min(self._burst, tokens + (now - counted) * self._rate)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / self._rate
        self._buckets[key] = (tokens if wait else tokens - 1, now)
        self._forget(now)
        return wait

    def _forget(self, now: float) -> None:
        while self._buckets:
            key, (_, counted) = next(iter(self._buckets.items()))
            if len(self._buckets) <= self._most and now - counted < self._burst / self._rate:
                return
            del self._buckets[key]


class Limits:
    """Calls a second and open sockets of an address. Files below /static/ are not counted."""

    def __init__(
        self, app: ASGIApp, *, rate: float, burst: int, sockets: int, metrics: Metrics
    ) -> None:
        self._app = app
        self._calls = Buckets(rate, burst)
        # A whole room of people may come back at once after a restart, but not again and again.
        self._openings = Buckets(rate, max(burst, sockets))
        self._sockets_each = sockets
        self._sockets: Counter[str] = Counter()
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] != "http" or scope["path"].startswith("/static/"):
            await self._app(scope, receive, send)
        elif wait := self._calls.take(client_key(scope)):
            self._metrics.refused("rate")
            log.info("too many calls", extra={"path": _logged(scope), "key": client_key(scope)})
            seconds = max(1, math.ceil(wait))
            response = problem(
                scope,
                429,
                "rate",
                f"too many calls; try again in {seconds} s",
                headers={"Retry-After": str(seconds)},
            )
            await response(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = client_key(scope)
        if self._openings.take(key) or self._sockets[key] >= self._sockets_each:
            self._metrics.refused("rate")
            log.info("too many sockets", extra={"path": _logged(scope), "key": key})
            await _refuse_socket(receive, send, 4429, "too many sockets from your address")
            return
        self._sockets[key] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets[key] -= 1
            if not self._sockets[key]:
                del self._sockets[key]


# --- Bodies --------------------------------------------------------------------------------------


class Bodies:
    """Reads a body before the app begins: refuses one that is large, and one that takes too long.

    So the app never waits for a slow client in the middle of something, and holds no more than
    ``limit`` bytes of it.
    """

    def __init__(
        self, app: ASGIApp, *, limit: int = BODY_LIMIT, timeout: float = BODY_TIMEOUT
    ) -> None:
        self._app = app
        self._limit = limit
        self._timeout = timeout

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        lengths = _header_values(scope, b"content-length")
        chunked = bool(_header_values(scope, b"transfer-encoding"))
        if not chunked and lengths in ([], ["0"]):
            await self._app(scope, receive, send)
            return
        # The server has checked that it is a number.
        if not chunked and int(lengths[0]) > self._limit:
            await self._too_large(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self._timeout):
                body = await self._read(receive)
        except TimeoutError:
            log.info("a body did not come in time", extra={"path": _logged(scope)})
            text = f"the body did not come within {self._timeout:g} s"
            response = problem(scope, 408, "timeout", text, headers={"Connection": "close"})
            await response(scope, receive, send)
            return
        except _Gone:
            return
        if body is None:
            await self._too_large(scope, receive, send)
            return
        replay: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receiving() -> Message:
            return replay.pop() if replay else await receive()

        await self._app(scope, receiving, send)

    async def _read(self, receive: Receive) -> bytes | None:
        """The whole body, or None as soon as it is too large."""
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise _Gone
            body += message.get("body", b"")
            if len(body) > self._limit:
                return None
            if not message.get("more_body", False):
                return bytes(body)

    async def _too_large(self, scope: Scope, receive: Receive, send: Send) -> None:
        log.info("a body is too large", extra={"path": _logged(scope)})
        text = f"the body is larger than {self._limit // 1024} KB"
        response = problem(scope, 413, "large", text)
        await response(scope, receive, send)


class _Gone(Exception):
    """The client went away."""


# --- All of them ---------------------------------------------------------------------------------


def install(app: Starlette, settings: Settings, metrics: Metrics) -> None:
    """Put the guards and the access log around an app; what is added last stands outermost."""
    from quincunx.server.logs import AccessLog

    app.add_middleware(Bodies)
    app.add_middleware(Origins, extra=settings.origins, metrics=metrics)
    app.add_middleware(
        Limits,
        rate=settings.call_rate,
        burst=settings.call_burst,
        sockets=settings.sockets_per_address,
        metrics=metrics,
    )
    app.add_middleware(Errors)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(AccessLog, metrics=metrics)
