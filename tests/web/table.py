"""A board element in a page, with the library's own rules behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator, Page, Route

from quincunx import Board, drawing
from quincunx.drawing.facts import facts, preview

__all__ = ["Table"]

BOARD = Path(__file__).parents[2] / "web" / "board"
ADDRESS = "http://board.test"
# What the pages of the app send as well: no inline scripts and no inline styles.
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'"

#: What a page is opened as.
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


class Table:
    """A page that shows ``game``; moves that are made there are played on it."""

    game: Board
    page: Page

    def __init__(self, browser: Browser, script: str) -> None:
        self.errors: list[str] = []
        self._browser = browser
        self._script = script
        self._painted = ""
        self._context: BrowserContext | None = None
        self._touch: CDPSession | None = None
        self._exported = drawing.export()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        if self._context:
            self._context.close()

    def open(
        self,
        game: Board | str,
        moves: str | Iterable[str] = (),
        *,
        size: int | None = None,
        phone: bool = False,
        still: bool = False,
        painted: str = "",
        wait: bool = False,
        **properties: Any,
    ) -> Page:
        """Open the page and wait for the board.

        :param moves: played before, in one string or several.
        :param still: as for a reader who asks for less motion.
        :param painted: what the server has put into the element.
        :param wait: leave it to the test to call ``start()`` in the page.
        :param properties: of the element.
        """
        self.game = game if isinstance(game, Board) else Board(game, size=size)
        for move in moves.split() if isinstance(moves, str) else moves:
            self.game.push_text(move)
        self._painted = painted
        options = PHONE if phone else {"viewport": {"width": 800, "height": 1000}}
        options = {**options, "reduced_motion": "reduce" if still else "no-preference"}
        self._context = self._browser.new_context(**options)
        page = self.page = self._context.new_page()
        page.set_default_timeout(5000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        page.route("**/*", self._answer)
        for name in ("coreFacts", "corePush", "corePreview", "coreExplain"):
            page.expose_function(name, getattr(self, name))
        page.goto(f"{ADDRESS}/{'?wait' if wait else ''}")
        page.wait_for_selector("html[data-ready]")
        if properties:
            page.evaluate("properties => board.update(properties)", properties)
        return page

    # --- The core, as the page sees it -----------------------------------------------------------

    def push(self, move: str) -> dict[str, Any]:
        """Play a move behind the page's back: the facts and waves that would show it."""
        return self.corePush(move)

    def coreFacts(self) -> dict[str, Any]:
        [game] = [g for g in self._exported["games"] if g["id"] == self.game.game.id]
        declaration = {k: self._exported[k] for k in ("lit", "words")} | {"game": game}
        return {"facts": facts(self.game), "declaration": declaration}

    def corePush(self, move: str) -> dict[str, Any]:
        waves = preview(self.game, move)["waves"]
        self.game.push_text(move)
        return {"facts": facts(self.game), "waves": waves}

    def corePreview(self, move: str) -> dict[str, Any]:
        return dict(preview(self.game, move))

    def coreExplain(self, cells: Sequence[str]) -> dict[str, Any] | None:
        why = self.game.explain(cells)
        return None if why is None else why._asdict()

    # --- What a test looks at --------------------------------------------------------------------

    def cell(self, name: str) -> Locator:
        return self.page.locator(f'[data-cell="{name}"]')

    def middle(self, name: str) -> tuple[float, float]:
        """The middle of a cell in the window."""
        box = self.cell(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def shown_fen(self) -> str | None:
        return self.page.locator("[role=grid]").get_attribute("data-fen")

    def await_ply(self, ply: int) -> None:
        """Until the board shows the position after so many moves."""
        self.page.wait_for_function("ply => board.facts.ply === ply", arg=ply)
        assert self.game.ply() == ply
        assert self.shown_fen() == self.game.fen()

    def marked(self, shape: str) -> set[str]:
        """The cells that the scene marks with this shape."""
        cells: list[str] = self.page.evaluate(
            "shape => board.scene.marks.filter(m => m.shape === shape).flatMap(m => m.cells)", shape
        )
        return set(cells)

    def told(self, name: str) -> list[dict[str, Any]]:
        """The details of the events of this name, in order."""
        details: list[dict[str, Any]] = self.page.evaluate(
            "name => told.filter(event => event.name === name).map(event => event.detail)", name
        )
        return details

    def said(self) -> str:
        """What screen readers were told last."""
        return self.page.locator("[aria-live=polite]").inner_text().replace("\xa0", "")

    def focused(self) -> str | None:
        name: str | None = self.page.evaluate("document.activeElement.getAttribute('data-cell')")
        return name

    # --- Fingers ---------------------------------------------------------------------------------

    def fingers(self, kind: str, *points: tuple[float, float]) -> None:
        """Fingers on the screen: ``"Start"``, ``"Move"`` or ``"End"``, and where they are."""
        assert self._context is not None
        if self._touch is None:
            self._touch = self._context.new_cdp_session(self.page)
        places = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
        self._touch.send(
            "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": places}
        )

    # --- Files -----------------------------------------------------------------------------------

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS).removesuffix("?wait")
        html = (BOARD / "test" / "element.html").read_text()
        html = html.replace("<quincunx-board>", f"<quincunx-board>{self._painted}")
        files = {
            "/": ("text/html", html),
            "/drawing.css": ("text/css", drawing.stylesheet()),
            "/board.css": ("text/css", (BOARD / "board.css").read_text()),
            "/element.css": ("text/css", (BOARD / "test" / "element.css").read_text()),
            "/element.js": ("text/javascript", self._script),
        }
        if path not in files:
            route.fulfill(status=404 if path != "/favicon.ico" else 204)
            return
        kind, body = files[path]
        headers = {"content-type": f"{kind}; charset=utf-8", "content-security-policy": POLICY}
        route.fulfill(body=body, headers=headers)
