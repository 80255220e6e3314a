"""The files of the pages, below ``/static/``: scripts, styles, the core as WebAssembly.

``make web`` builds them, with a hash of what is in them in their names, compressed in advance, and
with a list, ``manifest.json``. A name never means anything else later, so browsers keep the file
for ever. All are read when the server starts, and only what is listed is served.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

__all__ = ["Assets", "AssetsMissing", "accepted_encodings"]

_KINDS = {
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
#: Encodings of which a file may lie ready, the best first.
_ENCODINGS = {"br": ".br", "gzip": ".gz"}

_FOR_EVER = "public, max-age=31536000, immutable"


class AssetsMissing(RuntimeError):
    """The pages have not been built."""


@dataclass(frozen=True)
class _File:
    kind: str
    #: What to send, by encoding; "identity" is always there.
    bodies: dict[str, bytes]
    tag: str


class Assets:
    """The built files, to be mounted at ``/static``.

    :raises AssetsMissing: if they are not there.
    """

    def __init__(self, folder: Traversable | Path) -> None:
        self._names = _manifest(folder)
        self._files = {name: _read(folder, name) for name in self._names.values()}

    @classmethod
    def load(cls) -> Assets:
        """Those of this installation."""
        return cls(files("quincunx.server") / "static")

    def address(self, logical_name: str) -> str:
        """Where a file is: ``address("app.js")`` is ``/static/app-3f2a….js``.

        :raises KeyError: if nothing has this name.
        """
        return f"/static/{self._names[logical_name]}"

    def __contains__(self, logical_name: str) -> bool:
        return logical_name in self._names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 4404})
            return
        # Whoever mounts the app says in root_path what stands before the name.
        name = scope["path"].removeprefix(scope.get("root_path", "")).removeprefix("/")
        file = self._files.get(name)
        response: Response
        if file is None:
            response = PlainTextResponse("there is no such file", 404)
        elif scope["method"] not in ("GET", "HEAD"):
            text = f"{scope['method']} is not for this address"
            response = PlainTextResponse(text, 405, {"Allow": "GET, HEAD"})
        else:
            response = _answer(file, Headers(scope=scope), scope["method"])
        await response(scope, receive, send)


def _answer(file: _File, told: Headers, method: str) -> Response:
    """The file in the encoding that is liked best, or that the browser has it already."""
    accepted = accepted_encodings(told.get("accept-encoding", ""))
    encoding = next((name for name in accepted if name in file.bodies), "identity")
    headers = {
        "Cache-Control": _FOR_EVER,
        "ETag": f'"{file.tag}-{encoding}"',
        "Vary": "Accept-Encoding",
    }
    if _matches(told.get("if-none-match", ""), headers["ETag"]):
        return Response(status_code=304, headers=headers)
    body = file.bodies[encoding]
    headers |= {"Content-Type": file.kind, "Content-Length": str(len(body))}
    if encoding != "identity":
        headers["Content-Encoding"] = encoding
    return Response(b"" if method == "HEAD" else body, headers=headers)


def _manifest(folder: Traversable | Path) -> dict[str, str]:
    try:
        found = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except OSError:
        raise AssetsMissing(
            "this installation has no web pages in it: in a checkout, 'make web' builds them"
        ) from None
    # A name is the name of a file, and leads nowhere else.
    if not all(PurePosixPath(name).name == name for name in found.values()):
        raise AssetsMissing("manifest.json does not list files: 'make web' builds it anew")
    return dict(found)


def _read(folder: Traversable | Path, name: str) -> _File:
    try:
        body = (folder / name).read_bytes()
    except OSError:
        raise AssetsMissing(
            f"the file {name} of the web pages is missing: in a checkout, 'make web' builds it"
        ) from None
    bodies = {"identity": body}
    for encoding, suffix in _ENCODINGS.items():
        if (folder / f"{name}{suffix}").is_file():
            bodies[encoding] = (folder / f"{name}{suffix}").read_bytes()
    kind = _KINDS.get(PurePosixPath(name).suffix, "application/octet-stream")
    return _File(kind, bodies, hashlib.sha256(body).hexdigest()[:20])


def accepted_encodings(header: str) -> list[str]:
    """Of the encodings that we have, those that a client accepts, the most wanted first.

    >>> accepted_encodings("gzip, deflate, br")
    ['br', 'gzip', 'identity']
    >>> accepted_encodings("gzip;q=1, br;q=0.5, *;q=0")
    ['gzip', 'br']
    """
    weights: dict[str, float] = {}
    for part in header.lower().split(","):
        name, *parameters = (word.strip() for word in part.split(";"))
        weight = 1.0
        for parameter in parameters:
            key, _, value = parameter.partition("=")
            if key.strip() == "q":
                try:
                    weight = float(value)
                except ValueError:
                    weight = 0.0
        if name:
            weights[name] = weight
    # Plain is accepted unless it is ruled out, but liked less than what was named.
    plain = weights.get("identity", 0.001 if weights.get("*", 1) else 0.0)
    ranked = [(weights.get(name, weights.get("*", 0.0)), name) for name in _ENCODINGS]
    ranked.append((plain, "identity"))
    return [name for weight, name in sorted(ranked, key=lambda pair: -pair[0]) if weight > 0]


def _matches(header: str, tag: str) -> bool:
    tags = [known.strip().removeprefix("W/") for known in header.split(",")]
    return tag in tags or "*" in tags
