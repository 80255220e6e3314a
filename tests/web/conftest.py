"""A real browser, and the board element in a page of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.needs import require
from tests.web.node import BIN, MISSING, WEB, run
from tests.web.table import Table
from tools import browser


# Not of the whole session: as long as it is there, its thread has a running event loop, and other
# tests could have none of their own.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = browser.executable()
    require(path, "there is no Chromium: 'make browser' finds or installs one")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=path, args=list(browser.ARGUMENTS), env={**browser.environment()}
        )
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def element_script() -> str:
    """The script of web/board/test/element.html, bundled."""
    require(not MISSING, f"not there: {', '.join(MISSING)}")
    source = WEB / "board" / "test" / "element.ts"
    return run(BIN / "esbuild", source, "--bundle", "--format=esm", "--target=es2022", cwd=WEB)


@pytest.fixture
def table(chromium: Browser, element_script: str) -> Iterator[Table]:
    """A page with a board, and a real game behind it; call it with the game to play."""
    with Table(chromium, element_script) as table:
        yield table
    assert table.errors == []
