"""The files of the web app, as `make web` builds them: small, complete, and from nowhere else."""

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest

import quincunx.server
from tests.needs import require
from tests.web.node import ROOT, WEB

STATIC = Path(quincunx.server.__file__).parent / "static"
#: What a browser has to load before a page is live: it has to be quick on a phone too.
MOST_SCRIPT = 60_000
MOST_STYLE = 15_000


@pytest.fixture(scope="module")
def manifest() -> dict[str, str]:
    file = STATIC / "manifest.json"
    require(file.exists(), "the web app has not been built: 'make web' does")
    read: dict[str, str] = json.loads(file.read_text("utf-8"))
    return read


def test_app__has_its_files_and_no_others(manifest: dict[str, str]) -> None:
    names = {"app.js", "app.css", "worker.js", "quincunx-rules.wasm", "quincunx.wasm", "icon.svg"}
    assert manifest.keys() == names
    expected = {f"{file}{ending}" for file in manifest.values() for ending in ("", ".br", ".gz")}
    assert {path.name for path in STATIC.iterdir()} == {*expected, "manifest.json"}


def test_app__names_stand_for_what_is_in_the_files(manifest: dict[str, str]) -> None:
    for name, file in manifest.items():
        body = (STATIC / file).read_bytes()
        stem, dot, ending = name.rpartition(".")
        assert file == f"{stem}-{hashlib.sha256(body).hexdigest()[:12]}{dot}{ending}"
        assert gzip.decompress((STATIC / f"{file}.gz").read_bytes()) == body
        assert 0 < (STATIC / f"{file}.br").stat().st_size < len(body)


def test_app__is_light(manifest: dict[str, str]) -> None:
    assert (STATIC / f"{manifest['app.js']}.gz").stat().st_size <= MOST_SCRIPT
    assert (STATIC / f"{manifest['app.css']}.gz").stat().st_size <= MOST_STYLE


@pytest.mark.parametrize("name", ["app.js", "app.css", "worker.js"])
def test_app__loads_nothing_from_other_hosts(manifest: dict[str, str], name: str) -> None:
    text = (STATIC / manifest[name]).read_text("utf-8")
    hosts = set(re.findall(r"https?://([\w.-]+)", text))
    assert hosts <= {"www.w3.org"}  # the names of SVG and its like, which nobody loads
    assert "@import" not in text and "url(" not in text.replace("url(#", "")


LOCKS = [WEB / "package-lock.json", *sorted(ROOT.glob("tools/*/package-lock.json"))]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_lock__has_no_addresses(lock: Path) -> None:
    """Whoever installs chooses the registry; the hashes see to it that it makes no difference."""
    packages = json.loads(lock.read_text("utf-8"))["packages"]
    installed = {name: package for name, package in packages.items() if name}
    assert installed and all(package.get("integrity") for package in installed.values())
    assert not [name for name, package in installed.items() if "resolved" in package]
    assert "omit-lockfile-registry-resolved=true" in lock.with_name(".npmrc").read_text("utf-8")
