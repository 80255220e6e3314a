"""The page of the settings. They are the browser's: the server only reads the cookie."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from quincunx.games import GAMES
from quincunx.server.page import Page, form_of, sample_of
from quincunx.server.preferences import CHOICES, COOKIE, SWITCHES, YEAR, Preferences
from quincunx.server.standing import replayed
from quincunx.server.wording import declaration

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/settings")
async def settings(request: Request) -> HTMLResponse:
    page = Page(request, "settings")
    samples = {known.id: sample_of(known) for known in GAMES}
    page.tell(
        samples={game: {"size": size, "moves": moves} for game, (size, moves) in samples.items()}
    )
    board = replayed(GAMES[0].id, *samples[GAMES[0].id])
    shown = [
        {
            "game": entry,
            "on": page.preferences.overlays_of(entry.id),
            "overlays": declaration(entry.id, page.language)["game"]["drawing"]["overlays"],
        }
        for entry in page.catalogue.games
    ]
    return page.answer(
        here="settings",
        games=[known.id for known in GAMES],
        shown=shown,
        board=page.paint.board(board),
    )


@router.post("/settings")
async def keep_settings(request: Request) -> Response:
    """The form as a browser without a script sends it: what is not ticked is not sent."""
    pairs = await form_of(request)
    given: dict[str, Any] = {
        name: value for name, value in pairs if name in CHOICES or name == "name"
    }
    ticked = {name for name, _ in pairs}
    given |= {name: name in ticked for name in SWITCHES}
    given["overlays"] = {
        game.id: [value for name, value in pairs if name == f"overlays.{game.id}"] for game in GAMES
    }
    answer = RedirectResponse("/settings", status_code=303)
    answer.headers.append(
        "set-cookie",
        f"{COOKIE}={Preferences.of(given).cookie()}; Path=/; Max-Age={YEAR}; SameSite=Lax"
        + ("; Secure" if request.url.scheme == "https" else ""),
    )
    return answer
