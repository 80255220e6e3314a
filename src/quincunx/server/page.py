"""What all pages are made with: one reader's language and looks, templates, data for the script."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl

import jinja2
from fastapi import Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from quincunx.drawing.build import PATTERNS
from quincunx.drawing.catalogue import drawing_of
from quincunx.games import GAMES, Game, find_game
from quincunx.server.assets import accepted_encodings
from quincunx.server.painting import Painter
from quincunx.server.preferences import COOKIE, Preferences, language_of
from quincunx.server.schema import CatalogueGame, Refusal
from quincunx.server.wording import catalogue, declaration, goal, sayer, words_for

__all__ = ["Page", "form_of", "game_called", "problem_page", "sample_of"]


_TEMPLATES = jinja2.Environment(
    loader=jinja2.PackageLoader("quincunx.server"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)
_TEMPLATES.globals["patterns"] = PATTERNS


class Page:
    """One page for one reader: language, looks, and the data for the script."""

    def __init__(self, request: Request, name: str) -> None:
        self.request = request
        self.name = name
        self.preferences = Preferences.read(request.cookies.get(COOKIE))
        self.language = language_of(self.preferences, request.headers.get("accept-language"))
        self.say = sayer(self.language)
        self.catalogue = catalogue(self.language)
        self.paint = Painter(self.preferences)
        self._data: dict[str, Any] = {}

    def entry(self, game: str) -> CatalogueGame:
        """A game in the catalogue, by its id."""
        return next(known for known in self.catalogue.games if known.id == game)

    def cards(self) -> list[dict[str, Any]]:
        """All games, each with what a player is after and a little picture."""
        return [
            {
                "game": entry,
                "goal": goal(game.id, self.language),
                "board": self.paint.small(game.id, *sample_of(game)),
            }
            for game, entry in zip(GAMES, self.catalogue.games, strict=True)
        ]

    def tell(self, **data: Any) -> None:
        """Data for the script, beside what every page has."""
        self._data.update(data)

    def asset(self, name: str) -> str:
        address: str = self.request.app.state.assets.address(name)
        return address

    def answer(
        self,
        *,
        here: str = "",
        games: Sequence[str] = (),
        whole: bool = False,
        status: int = 200,
        **context: Any,
    ) -> HTMLResponse:
        """The page. ``games`` are those whose drawings the script gets."""
        data = {
            "page": self.name,
            "language": self.language,
            "words": words_for(self.language, self.name),
            "settings": self.preferences.plain(),
            "assets": {
                "rules": self.asset("quincunx-rules.wasm"),
                "engine": self.asset("quincunx.wasm"),
                "worker": self.asset("worker.js"),
            },
            "declarations": {game: declaration(game, self.language, whole=whole) for game in games},
            "catalogue": self.catalogue.model_dump(),
            **self._data,
        }
        html = _TEMPLATES.get_template(f"{self.name}.html").render(
            page=self.name,
            here=here,
            language=self.language,
            settings=self.preferences,
            say=self.say,
            asset=self.asset,
            catalogue=self.catalogue,
            data=_script_text(data),
            **context,
        )
        headers = {
            "Cache-Control": "private, no-cache",
            "Vary": "Cookie, Accept-Language, Accept-Encoding",
        }
        body = html.encode()
        if "gzip" in accepted_encodings(self.request.headers.get("accept-encoding", "")):
            # Boards are long and repeat themselves: a tenth is left.
            body = gzip.compress(body, compresslevel=5, mtime=0)
            headers["Content-Encoding"] = "gzip"
        return HTMLResponse(body, status_code=status, headers=headers)


def _script_text(data: Any) -> Markup:
    """JSON that may stand in a script element, whatever texts are in it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def game_called(game: str) -> Game:
    """The game of an id.

    :raises Refusal: if there is none.
    """
    try:
        return find_game(game)
    except ValueError:
        raise Refusal(404, "unknown", f"no game is called {game[:40]!r}") from None


def sample_of(game: Game) -> tuple[int, list[str]]:
    """A position to look at, halfway through a game: the size of the board, and the moves."""
    sample = drawing_of(game).sample
    if sample is None:
        return game.default_size, []
    moves = sample.moves.split()
    return sample.size, moves[: len(moves) // 2]


async def form_of(request: Request) -> list[tuple[str, str]]:
    """The fields of a form, as a browser without a script sends them."""
    text = (await request.body()).decode("utf-8", "replace")
    try:
        return parse_qsl(text, max_num_fields=200)
    except ValueError:
        raise Refusal(400, "form", "too many fields") from None


_TEXTS = {404: "no-page", 429: "too-many", 500: "later", 503: "later"}


def problem_page(request: Request, status: int, key: str | None = None) -> HTMLResponse:
    """A page in the site's looks that says what is wrong, by a text's key or by the status."""
    page = Page(request, "problem")
    text = page.say(f"problem.{key or _TEXTS.get(status, 'refused')}")
    return page.answer(status=status, number=status, text=text)
