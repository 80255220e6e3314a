"""The files of the pages: right types, right encodings, kept for ever, and nothing else."""

import gzip
import json
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from quincunx.server.assets import Assets, AssetsMissing, accepted_encodings
from tests.server.asgi import Answer, call

SCRIPT = b"export const five = 5;\n" * 20


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "app-1f2e.js").write_bytes(SCRIPT)
    (folder / "app-1f2e.js.gz").write_bytes(gzip.compress(SCRIPT))
    (folder / "app-1f2e.js.br").write_bytes(b"as if it were brotli")
    (folder / "core-77.wasm").write_bytes(b"\0asm")
    (folder / "style-9.css").write_bytes(b"body {}")
    (folder / "unlisted.js").write_bytes(b"not to be seen")
    (tmp_path / "secret.txt").write_bytes(b"not to be seen")
    names = {"app.js": "app-1f2e.js", "core.wasm": "core-77.wasm", "app.css": "style-9.css"}
    (folder / "manifest.json").write_text(json.dumps(names))
    return folder


def get(folder: Path, path: str, method: str = "GET", **headers: str) -> Answer:
    app = Starlette(routes=[Mount("/static", Assets(folder))])
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    return call(app, method, path, headers=told)


def test_address__has_the_hash(folder: Path) -> None:
    assets = Assets(folder)
    assert assets.address("app.js") == "/static/app-1f2e.js"
    assert "app.js" in assets and "other.js" not in assets
    with pytest.raises(KeyError):
        assets.address("other.js")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("app-1f2e.js", "text/javascript; charset=utf-8"),
        # Browsers refuse to compile a module while it loads if it says anything else.
        ("core-77.wasm", "application/wasm"),
        ("style-9.css", "text/css; charset=utf-8"),
    ],
)
def test_file__says_what_it_is_and_may_be_kept_for_ever(folder: Path, name: str, kind: str) -> None:
    answer = get(folder, f"/static/{name}")
    assert answer.status == 200 and answer.body == (folder / name).read_bytes()
    assert answer.headers["content-type"] == kind
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["content-length"] == str(len(answer.body))


def test_file__comes_in_the_encoding_that_is_liked_best(folder: Path) -> None:
    path = "/static/app-1f2e.js"
    brotli = get(folder, path, accept_encoding="gzip, deflate, br")
    assert brotli.headers["content-encoding"] == "br" and brotli.body == b"as if it were brotli"
    packed = get(folder, path, accept_encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip" and gzip.decompress(packed.body) == SCRIPT
    plain = get(folder, path)
    assert "content-encoding" not in plain.headers and plain.body == SCRIPT
    assert len({answer.headers["etag"] for answer in (brotli, packed, plain)}) == 3
    # Where no compressed file lies ready, the plain one will do.
    assert get(folder, "/static/core-77.wasm", accept_encoding="br").body == b"\0asm"


@pytest.mark.parametrize(
    ("header", "liked"),
    [
        ("", ["identity"]),
        ("br", ["br", "identity"]),
        ("gzip, deflate, br, zstd", ["br", "gzip", "identity"]),
        ("br;q=0.2, gzip;q=0.8", ["gzip", "br", "identity"]),
        ("gzip;q=0, br", ["br", "identity"]),
        ("identity, br;q=0.5", ["identity", "br"]),
        ("*", ["br", "gzip", "identity"]),
        ("*;q=0.5, gzip", ["gzip", "br", "identity"]),
        ("gzip, *;q=0", ["gzip"]),
        ("GZIP ; Q=0.5", ["gzip", "identity"]),
        ("br;q=nonsense, gzip", ["gzip", "identity"]),
        (";;,,q=1", ["identity"]),
    ],
)
def test_encodings__are_ranked_as_the_header_says(header: str, liked: list[str]) -> None:
    assert accepted_encodings(header) == liked


def test_head__is_the_answer_without_its_body(folder: Path) -> None:
    whole = get(folder, "/static/app-1f2e.js", accept_encoding="br")
    head = get(folder, "/static/app-1f2e.js", "HEAD", accept_encoding="br")
    assert head.status == 200 and head.body == b"" and head.headers == whole.headers


def test_etag__who_has_the_file_does_not_get_it_again(folder: Path) -> None:
    tag = get(folder, "/static/app-1f2e.js").headers["etag"]
    for known in (tag, f'"other", W/{tag}', "*"):
        again = get(folder, "/static/app-1f2e.js", if_none_match=known)
        assert again.status == 304 and again.body == b"" and again.headers["etag"] == tag
    assert get(folder, "/static/app-1f2e.js", if_none_match='"other"').status == 200


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/unlisted.js",
        "/static/manifest.json",
        "/static/app-1f2e.js.gz",
        "/static/app.js",
        "/static/../secret.txt",
        "/static//etc/passwd",
        "/static/./app-1f2e.js",
        "/static/app-1f2e.js/",
        "/static/\0",
    ],
)
def test_nothing_else__is_served(folder: Path, path: str) -> None:
    answer = get(folder, path)
    assert answer.status == 404 and b"not to be seen" not in answer.body


def test_other_methods__are_refused(folder: Path) -> None:
    answer = get(folder, "/static/app-1f2e.js", "POST")
    assert answer.status == 405 and answer.headers["allow"] == "GET, HEAD"


def test_without_pages__the_error_says_how_to_build_them(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(AssetsMissing, match="'make web' builds them"):
        Assets(tmp_path / "nowhere")
    (folder / "core-77.wasm").unlink()
    with pytest.raises(AssetsMissing, match=r"core-77\.wasm"):
        Assets(folder)


def test_manifest__cannot_name_what_lies_elsewhere(folder: Path) -> None:
    (folder / "manifest.json").write_text('{"app.js": "../secret.txt"}')
    with pytest.raises(AssetsMissing):
        Assets(folder)


def test_built_pages__have_what_they_need() -> None:
    assets = Assets.load()
    for name in ("app.js", "app.css"):
        assert name in assets
