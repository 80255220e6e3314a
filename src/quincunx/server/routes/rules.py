"""The rules of the games on pages, with a board on which each clause can be tried."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from quincunx import drawing
from quincunx.board import Board
from quincunx.drawing.catalogue import drawing_of
from quincunx.drawing.declaration import Clause
from quincunx.games import Game
from quincunx.server.page import Page, game_called, problem_page
from quincunx.server.preferences import COOKIE, Preferences
from quincunx.server.schema import Refusal
from quincunx.server.wording import declaration

__all__ = ["anchor", "router"]

router = APIRouter(include_in_schema=False)


def anchor(section: str) -> str:
    """Where a section begins on the page of its game.

    >>> anchor("RADIATION EXCLUSION ZONE (REZ)")
    'radiation-exclusion-zone-rez'
    """
    letters = (c if c.isalnum() else " " for c in section.lower())
    return "-".join("".join(letters).split())


@router.get("/rules")
async def rules(request: Request) -> HTMLResponse:
    page = Page(request, "rules")
    return page.answer(here="rules", cards=page.cards(), game=None)


@router.get("/rules/{game}")
async def rules_of(request: Request, game: str) -> HTMLResponse:
    page = Page(request, "rules")
    try:
        found = game_called(game)
    except Refusal:
        return problem_page(request, 404)
    entry = page.entry(found.id)
    declared = declaration(found.id, page.language, whole=True)["game"]["drawing"]
    seen: dict[str, int] = {}
    sections = []
    for clause in declared["clauses"] or declared["rules"]:
        name = anchor(clause["section"])
        seen[name] = seen.get(name, 0) + 1
        sections.append({**clause, "anchor": name if seen[name] == 1 else f"{name}-{seen[name]}"})
    page.tell(game=found.id)
    first = _clauses(found)[0]
    return page.answer(
        here="rules",
        games=[found.id],
        whole=True,
        game=entry,
        sections=sections,
        others=[known for known in page.catalogue.games if known.id != found.id],
        board=page.paint.board(_clause_board(found, first), lit=first.lit),
    )


def _clauses(game: Game) -> tuple[Clause, ...]:
    """All clauses, or the rules in short where there are no others."""
    declared = drawing_of(game)
    return declared.clauses or declared.rules


def _clause_board(game: Game, clause: Clause) -> Board:
    return Board(game.id, fen=clause.fen) if clause.fen else Board(game.id)


@router.get("/rules/{game}/{number}.svg")
async def rules_picture(request: Request, game: str, number: int, theme: str = "") -> Response:
    """The board of a clause, for pages without a script."""
    found = game_called(game)
    clauses = _clauses(found)
    if not 1 <= number <= len(clauses):
        raise Refusal(404, "unknown", f"{found.name} has no clause {number}")
    clause = clauses[number - 1]
    looks = Preferences.read(request.cookies.get(COOKIE))
    palettes = ("light", "dark", "contrast")
    palette = next((name for name in (looks.theme, theme) if name in palettes), "light")
    picture = drawing.svg.board(
        _clause_board(found, clause),
        theme=palette,
        shapes=looks.shapes,
        patterns=looks.patterns,
        overlays=looks.overlays_of(found.id),
        lit=clause.lit,
    )
    headers = {"Cache-Control": "private, max-age=3600", "Vary": "Cookie"}
    return Response(picture, media_type="image/svg+xml", headers=headers)
