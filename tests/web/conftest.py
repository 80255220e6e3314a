"""A real browser, and the board element in a page of it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.table import Table

ROOT = Path(__file__).parents[2]
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
)


def _executable() -> Path | None:
    if named := os.environ.get("QUINCUNX_CHROMIUM"):
        return Path(named)
    if importlib.util.find_spec("tools.browser") is None:
        return None
    found: Path | None = importlib.import_module("tools.browser").executable()
    return found


def _environment() -> dict[str, str | float | bool]:
    """Variables for the browser: one that was unpacked here may bring its own libraries."""
    if importlib.util.find_spec("tools.browser") is None:
        return {**os.environ}
    variables: dict[str, str] = importlib.import_module("tools.browser").environment()
    return {**variables}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = _executable()
    if path is None:
        pytest.skip(
            "no Chromium here: QUINCUNX_CHROMIUM names none, and tools/browser.py finds none"
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=list(ARGUMENTS), env=_environment()
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def element_script() -> str:
    """The script of web/board/test/element.html, bundled."""
    esbuild = ROOT / "web" / "node_modules" / ".bin" / "esbuild"
    if not esbuild.exists():
        pytest.skip("the packages of web/ are not installed: npm ci in web/")
    made = subprocess.run(
        [
            esbuild,
            ROOT / "web" / "board" / "test" / "element.ts",
            "--bundle",
            "--format=esm",
            "--target=es2022",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    return made.stdout


@pytest.fixture
def table(chromium: Browser, element_script: str) -> Iterator[Table]:
    """A page with a board, and a real game behind it; call it with the game to play."""
    with Table(chromium, element_script) as table:
        yield table
    assert table.errors == []
