"""The page of the settings. They are the browser's: the server only reads the cookie."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from quincunx.board import Board
from quincunx.games import GAMES
from quincunx.server.page import Page, form_of, sample_of
from quincunx.server.preferences import CHOICES, COOKIE, SWITCHES, YEAR, Preferences
from quincunx.server.wording import declaration

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/settings")
async def settings(request: Request) -> HTMLResponse:
    page = Page(request, "settings")
    samples = {}
    for known in GAMES:
        size, moves = sample_of(known)
        samples[known.id] = {"size": size, "moves": moves[: len(moves) // 2]}
    page.tell(samples=samples)
    size, moves = sample_of(GAMES[0])
    board = Board(GAMES[0].id, size=size)
    for move in moves[: len(moves) // 2]:
        board.push_text(move)
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
