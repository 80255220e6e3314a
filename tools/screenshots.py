"""The screenshots of README and docs: ``page``, ``home``, ``game``, ``rules`` and ``phone``.

Run ``.venv/bin/python -m tools.screenshots`` after ``make web browser``. All are PNG files in
docs/images; the first shows the page in one file, the others the web app on a server of its own.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from quincunx import GAMES, Board
from quincunx.drawing.catalogue import drawing_of
from tests.app.servers import Server
from tests.app.visitors import DESK, PATIENCE, PHONE, Visitor
from tools import browser

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
PAGE = ROOT / "src" / "quincunx" / "static" / "page.html"
MOVES = "a1,c5,b4,h2,b1,e5,b5,h4,g5,g2,e7,g4,f5,f4,a3,c6,d5,f2,c4,h5,c3,d3,e6,h6,b2,g7,c1,f8,d1"


def main() -> None:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=browser.install(),
            args=list(browser.ARGUMENTS),
            env={**browser.environment()},
        )
        one_file(chromium)
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder))
            server.start()
            try:
                web_app(chromium, server.address)
            finally:
                server.stop()
        chromium.close()


def one_file(chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 1200, "height": 720})
    page.goto(f"{PAGE.as_uri()}#game=cordon&against=human&theme=light&moves={MOVES}")
    page.get_by_role("button", name="Analysis").click()
    page.locator('[data-cell="e8"]').hover()
    page.wait_for_timeout(3000)
    page.screenshot(path=IMAGES / "page.png")


def web_app(chromium: Browser, address: str) -> None:
    desk = visitor(chromium, address, DESK)
    desk.open("/").wait_for_load_state("networkidle")
    taken(desk, "home")

    # A game of Cordon, with what the best move in sight would gain.
    moves = MOVES.split(",")[:-1]
    board = Board("cordon")
    for move in moves:
        board.push_text(move)
    best = max(board.legal_moves, key=lambda move: _gain(board, move.text))
    desk.begin("cordon", moves, level=5)
    desk.await_turn()
    desk.cell(best.text).hover()
    desk.page.get_by_text("then").wait_for()
    taken(desk, "game")

    # A clause of the rules, and what is not allowed by it.
    game = next(game for game in GAMES if game.id == "blast-radius")
    clauses = drawing_of(game).clauses
    number, clause = next((k, c) for k, c in enumerate(clauses) if c.refuses)
    desk.open(f"/rules/{game.id}")
    desk.page.wait_for_function("() => document.querySelector('quincunx-board').facts")
    desk.page.locator(f'[data-clause="{number}"] h2').click()
    desk.click(*clause.refuses[0].split("-"))
    desk.alert.wait_for()
    taken(desk, "rules")

    phone = visitor(chromium, address, {**PHONE, "device_scale_factor": 2})
    sample = drawing_of(game).sample
    assert sample is not None
    phone.begin(game.id, sample.moves.split()[:12], size=sample.size, level=3)
    phone.await_turn()
    taken(phone, "phone")


def visitor(chromium: Browser, address: str, options: dict[str, Any]) -> Visitor:
    context = chromium.new_context(locale="en-GB", color_scheme="light", **options)
    context.set_default_timeout(PATIENCE)
    return Visitor(context, address)


def taken(visitor: Visitor, name: str) -> None:
    visitor.page.screenshot(path=IMAGES / f"{name}.png", animations="disabled")


def _gain(board: Board, move: str) -> int:
    after = board.score_after(board.parse_text(move))
    assert after is not None
    return after.first - after.second


if __name__ == "__main__":
    main()
