"""Somebody before a browser: opens pages, clicks cells, and sees what there is to be seen."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote

from playwright.sync_api import BrowserContext, CDPSession, Locator, Page, expect

from quincunx import Board

__all__ = ["DESK", "PATIENCE", "PHONE", "Visit", "Visitor", "played", "shot"]

#: Milliseconds; only what hangs takes as long, however slow the machine is.
PATIENCE = 30_000

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
#: What a browser writes down by itself if a server is not there, or has no such page.
_OUTAGES = ("WebSocket connection to", "Failed to load resource", "net::ERR_")


class Visit(Protocol):
    """The fixture ``visit``: a browser of somebody's own, with its own cookies."""

    def __call__(
        self,
        address: str | None = None,
        *,
        phone: bool = False,
        settings: dict[str, Any] | None = None,
        outages: bool = False,
        **options: Any,
    ) -> Visitor:
        """Open a browser.

        :param address: where its pages come from; the server of all tests if left out.
        :param settings: as the page of settings would keep them.
        :param outages: the server may be away at times, or may have no such page.
        :param options: of the browser's context.
        """


def played(game: str, moves: str | list[str] = "", size: int | None = None) -> Board:
    """A board after some moves."""
    board = Board(game, size=size)
    for move in moves.split() if isinstance(moves, str) else moves:
        board.push_text(move)
    return board


class Visitor:
    """Somebody with a browser, and with the page that is looked at."""

    def __init__(self, context: BrowserContext, address: str, *, outages: bool = False) -> None:
        """Open a page in a browser.

        :param outages: the server may be away at times, or may have no such page.
        """
        self.context = context
        self.address = address
        self.faults: list[str] = []
        self._outages = outages
        self._touch: CDPSession | None = None
        self.page: Page = self.open_tab()

    def beside(self, address: str) -> Visitor:
        """The same person with another page, which takes another way to the server."""
        other = Visitor(self.context, address, outages=self._outages)
        other.faults = self.faults
        return other

    def open_tab(self) -> Page:
        """Another page in the same browser, watched for faults."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self._heard(said.text) if said.type == "error" else None)
        page.on("request", lambda request: self._asked(request.url))
        return page

    def _heard(self, text: str) -> None:
        if not (self._outages and any(words in text for words in _OUTAGES)):
            self.faults.append(text)

    def _asked(self, url: str) -> None:
        hosts = (self.address, self.address.replace("http", "ws", 1), "blob:", "data:")
        if not url.startswith(hosts):
            self.faults.append(f"a page asked for {url}")

    def keep(self, settings: dict[str, Any]) -> None:
        """Settings, as their page keeps them."""
        text = quote(json.dumps(settings))
        self.context.add_cookies([{"name": "settings", "value": text, "url": self.address}])

    # --- Going somewhere -------------------------------------------------------------------------

    def open(self, path: str) -> Page:
        """A page with a board that the script has taken over, if there is one."""
        self.page.goto(f"{self.address}{path}")
        return self.page

    def begin(self, game: str, moves: str | list[str] = "", **wanted: Any) -> dict[str, Any]:
        """Begin a game and open its page; what the server says about it."""
        line = moves.split() if isinstance(moves, str) else moves
        body = {"game": game, "moves": line, **wanted}
        answer = self.context.request.post(f"{self.address}/api/games", data=body)
        assert answer.status == 201, answer.text()
        created: dict[str, Any] = answer.json()
        self.watch(created["url"])
        return created

    def watch(self, path: str) -> None:
        """Open a game's page, and wait until its board is alive."""
        self.open(path)
        self.await_board()

    def await_board(self) -> None:
        self.page.wait_for_function(
            "() => document.querySelector('quincunx-board').facts && "
            "document.querySelector('#bar button:not([disabled])')"
        )

    # --- Seeing ----------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The game that is looked at."""
        return self.page.url.partition("/g/")[2].partition("?")[0]

    @property
    def grid(self) -> Locator:
        return self.page.get_by_role("grid")

    @property
    def status(self) -> Locator:
        return self.page.get_by_role("status")

    @property
    def alert(self) -> Locator:
        return self.page.get_by_role("alert")

    @property
    def result(self) -> Locator:
        return self.page.get_by_role("region", name="Result")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def cell(self, name: str) -> Locator:
        return self.grid.locator(f'[data-cell="{name}"]')

    def middle(self, name: str) -> tuple[float, float]:
        """The middle of a cell in the window."""
        box = self.cell(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def shows(self, board: Board | str) -> None:
        """The board shows this position, now or soon."""
        fen = board if isinstance(board, str) else board.fen()
        expect(self.grid).to_have_attribute("data-fen", fen)

    def fen(self) -> str:
        fen = self.grid.get_attribute("data-fen")
        assert fen is not None
        return fen

    def lit(self) -> set[str]:
        """The cells that are pointed out."""
        names: list[str] = self.page.evaluate(
            "[...document.querySelectorAll('[role=grid] [data-lit]')].map(c => c.dataset.cell)"
        )
        return set(names)

    def marked(self, *shapes: str) -> set[str]:
        """The cells that the scene marks with one of these shapes."""
        cells: list[str] = self.page.evaluate(
            """shapes => document.querySelector('quincunx-board').scene.marks
                 .filter(m => shapes.includes(m.shape)).flatMap(m => m.cells)""",
            list(shapes),
        )
        return set(cells)

    def said(self) -> str:
        """What screen readers were told last."""
        return self.page.locator(".quincunx-voice[aria-live]").inner_text().replace("\xa0", "")

    # --- Playing ---------------------------------------------------------------------------------

    def await_turn(self) -> None:
        """Until it is one's own turn."""
        self.page.locator("quincunx-board[data-live]").wait_for(state="attached")

    def click(self, *cells: str) -> None:
        for cell in cells:
            self.cell(cell).click()

    def play(self, move: str, touch: Callable[[str], None] | None = None) -> None:
        """Enter a move by its cells, when it is one's turn, and wait until it is shown."""
        self.await_turn()
        before = self.fen()
        if move == "swap":
            self.page.locator("#acts").get_by_role("button", name="Swap").click()
            self.confirm("Swap")
        else:
            for cell in move.split("-"):
                (touch or self.click)(cell)
        expect(self.grid).not_to_have_attribute("data-fen", before)

    def confirm(self, name: str) -> None:
        """Answer the question that was asked last. Its first 50 ms are those of the same click."""
        self.page.wait_for_timeout(60)
        self.page.get_by_role("dialog").get_by_role("button", name=name).click()

    def resign(self) -> None:
        self.button("Resign").click()
        self.confirm("Resign")

    def fingers(self, kind: str, *points: tuple[float, float]) -> None:
        """Fingers on the screen: ``"Start"``, ``"Move"`` or ``"End"``, and where they are."""
        if self._touch is None:
            self._touch = self.context.new_cdp_session(self.page)
        places = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
        self._touch.send(
            "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": places}
        )


# --- Pictures ------------------------------------------------------------------------------------


def shot(page: Page, name: str) -> None:
    """Pictures of a page, if ``QUINCUNX_SCREENSHOTS`` names a folder for them.

    At the sizes of a desk and of a phone, in the light and in the dark.
    """
    folder = os.environ.get("QUINCUNX_SCREENSHOTS")
    if not folder:
        return
    size = page.viewport_size
    for kind, options in (("desk", DESK), ("phone", PHONE)):
        page.set_viewport_size(options["viewport"])
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            file = Path(folder) / f"{name}-{kind}-{scheme}.png"
            page.screenshot(path=file, animations="disabled")
    page.emulate_media(color_scheme="light")
    if size is not None:
        page.set_viewport_size(size)
