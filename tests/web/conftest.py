"""A real browser, and the board element in a page of it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.table import Table
from tools import browser as browsers

ROOT = Path(__file__).parents[2]


def _give_up(reason: str) -> NoReturn:
    """Where everything is tested, what is missing is a failure."""
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = browsers.executable()
    if path is None:
        _give_up("no Chromium here: tools/browser.py finds none")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=list(browsers.ARGUMENTS),
            env={**browsers.environment()},
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def element_script() -> str:
    """The script of web/board/test/element.html, bundled."""
    esbuild = ROOT / "web" / "node_modules" / ".bin" / "esbuild"
    if not esbuild.exists():
        _give_up("the packages of web/ are not installed: npm ci in web/")
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
