"""Structured logs on stderr: a line for each thing, as text for people or as JSON for programs.

What identifies a person never gets here: paths are logged without what stands behind the question
mark, and headers are not logged at all. Should a library log a token after all, it is blotted out.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TextIO
from urllib.parse import quote

from quincunx.server.metrics import Metrics

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["FORMATS", "LEVELS", "AccessLog", "configure", "safe_path"]

FORMATS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")

access = logging.getLogger("quincunx.access")

#: What may be asked for all the time by machines is logged at the level "debug".
_QUIET = ("/static/", "/api/health", "/metrics")

_SECRET = re.compile(
    r"(?i)(\bbearer\s+|\b(?:token|seat_token|visitor|cookie|authorization)[\"']?\s*[=:]\s*[\"']?)"
    r"[\w.~+/=-]{8,}"
)
#: What could break a line, or make a terminal do something.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
#: ``user:password@`` of a database's address.
_PASSWORD = re.compile(r"(://[^:/@\s]*:)[^@/\s]+@")

#: What every log record has; what it has besides is ours and is logged as a field.
_PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {
    "message",
    "asctime",
    "color_message",
    "taskName",
}


def blotted(text: str) -> str:
    """A text without the secrets that may stand in it."""
    return _PASSWORD.sub(r"\1…@", _SECRET.sub(r"\1…", text))


def safe_path(scope: Scope) -> str:
    """The path of a call, without its query, in signs that cannot break or forge a line."""
    return quote(scope["path"][:200], safe="/:@!$&'()*+,;=~-._")


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    return {name: value for name, value in record.__dict__.items() if name not in _PLAIN}


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message and fields."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        clean = {key: blotted(v) if isinstance(v, str) else v for key, v in told.items()}
        return json.dumps(clean, ensure_ascii=False, default=str)


class TextLines(logging.Formatter):
    """One line: time, level, logger, message and ``name=value`` for each field."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created).isoformat(" ", timespec="milliseconds")
        name = record.name.removeprefix("quincunx.")
        fields = "".join(f" {key}={value}" for key, value in _fields(record).items())
        told = _CONTROL.sub(" ", f"{record.getMessage().strip()}{fields}")
        line = f"{when} {record.levelname.lower():7} {name}: {told}"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return blotted(line)


def _is_not_uvicorns_socket_line(record: logging.LogRecord) -> bool:
    # uvicorn logs the opening of sockets with their query; AccessLog does it without.
    return '"WebSocket %s"' not in str(record.msg) and record.getMessage() not in (
        "connection open",
        "connection closed",
    )


def configure(log_format: str = "text", level: str = "info", stream: TextIO | None = None) -> None:
    """Send all logs of this process to stderr, in one of :data:`FORMATS`."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines() if log_format == "json" else TextLines())
    handler.addFilter(_is_not_uvicorns_socket_line)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)
    wanted = logging.getLevelName(level.upper())
    logging.getLogger("quincunx").setLevel(wanted)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(name)
        logger.handlers = []
        logger.propagate = True
        # How it starts and stops is told by run.py.
        logger.setLevel(max(wanted, logging.WARNING))


class AccessLog:
    """A line for each HTTP call when it is answered, and for each socket's opening and closing.

    The same is told to the metrics, by the route's template: a path has the ids of games in it.
    """

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        # How uvicorn answers, should nothing be sent.
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            seconds = time.perf_counter() - began
            self._metrics.request(_method(scope), _template(scope), status, seconds)
            quiet = status < 400 and scope["path"].startswith(_QUIET)
            level = logging.DEBUG if quiet else logging.INFO
            if access.isEnabledFor(level):
                access.log(
                    level,
                    "%s %s %d",
                    _method(scope),
                    safe_path(scope),
                    status,
                    extra={"ms": round(seconds * 1000, 1), "client": _client(scope)},
                )

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        opened: float | None = None
        code: int | None = None

        async def receiving() -> Message:
            nonlocal code
            message = await receive()
            if message["type"] == "websocket.disconnect" and code is None:
                code = message.get("code", 1005)
            return message

        async def sending(message: Message) -> None:
            nonlocal opened, code
            if message["type"] == "websocket.accept":
                opened = time.monotonic()
                self._metrics.socket_opened()
                access.info("socket open %s", safe_path(scope), extra={"client": _client(scope)})
            elif message["type"] == "websocket.close" and code is None:
                code = message.get("code", 1000)
            await send(message)

        try:
            await self._app(scope, receiving, sending)
        finally:
            if opened is not None:
                code = 1006 if code is None else code
                self._metrics.socket_closed(code)
                access.info(
                    "socket close %s",
                    safe_path(scope),
                    extra={
                        "code": code,
                        "seconds": round(time.monotonic() - opened, 1),
                        "client": _client(scope),
                    },
                )


def _client(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "-"


def _method(scope: Scope) -> str:
    """The method, if it is one that is known: clients may send any word."""
    known = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
    return scope["method"] if scope["method"] in known else "other"


def _template(scope: Scope) -> str:
    """The route's template, such as ``/api/games/{id}``; "none" if no route was found."""
    return getattr(scope.get("route"), "path", "none")
