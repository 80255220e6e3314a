"""Calls to an app without a server between."""

import asyncio
import json
from collections.abc import MutableMapping
from typing import Any

from starlette.types import ASGIApp

from tests.server.client import Answer

__all__ = ["Answer", "call"]


def call(
    app: ASGIApp, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> Answer:
    """One call; a body that is not bytes goes as JSON."""
    sent = body if isinstance(body, bytes) else json.dumps(body).encode() if body else b""
    told = {"host": "testserver", "content-type": "application/json", **(headers or {})}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path.partition("?")[0],
        "raw_path": path.partition("?")[0].encode(),
        "query_string": path.partition("?")[2].encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in told.items()],
        "client": ("127.0.0.1", 1234),
        "server": ("testserver", 80),
    }
    start: MutableMapping[str, Any] = {}
    parts: list[bytes] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": sent, "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
        else:
            parts.append(message.get("body", b""))

    async def main() -> None:
        await app(scope, receive, send)

    asyncio.run(main())
    found = {name.decode(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], found, b"".join(parts))
