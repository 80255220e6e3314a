"""What there is to take away from a game: a reason, the record, a picture."""

from __future__ import annotations

import io
import time
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from quincunx import InvalidMoveError, Side, convert, record
from quincunx.drawing import svg
from quincunx.drawing.themes import THEMES
from quincunx.server.routes.games import Id, games_of
from quincunx.server.schema import Reason, Refusal, documented
from quincunx.server.standing import Standing

__all__ = ["router"]

router = APIRouter(prefix="/api/games/{id}", tags=["games"])

Extension = Literal["qgn", "sgf", "hexworld", "json", "share", "txt"]


@router.get("/why", responses=documented(404, 422))
async def why(
    request: Request,
    id: Id,
    cells: Annotated[
        str, Query(min_length=1, max_length=200, description="with commas between: c3 or c3,d4")
    ],
) -> Reason:
    """Why cells make no legal move, or the beginning of one."""
    board = (await games_of(request).standing(id)).board
    names = [cell.strip() for cell in cells.split(",")]
    try:
        # A move that is no cell, such as swap, is asked for by its name.
        told = board.explain(names if len(names) > 1 or _is_cell(board.rows, names[0]) else cells)
    except InvalidMoveError as error:
        text = f"{error.text or '(nothing)'}: {error.reason}"
        raise Refusal(422, "invalid", text, field="cells") from None
    if told is None:
        return Reason(legal=True, text=None, section=None, cells=[])
    return Reason(legal=False, text=told.text, section=told.section or None, cells=list(told.cells))


def _is_cell(rows: list[list[str]], name: str) -> bool:
    return any(name in row for row in rows)


@router.get(
    "/record.{ext}",
    response_class=Response,
    responses={
        200: {
            "description": "the game as a file",
            "content": {"text/plain": {"schema": {"type": "string"}}},
        },
        **documented(404, 422),
    },
)
async def record_file(request: Request, id: Id, ext: Extension) -> Response:
    """The record: ``qgn``, or another form that knows the game (docs/records.md)."""
    game = _record(await games_of(request).standing(id), str(request.base_url))
    form = next(form for form in convert.FORMATS if f".{ext}" in form.extensions)
    out = io.StringIO()
    try:
        form.write([game], out)
    except ValueError as error:
        raise Refusal(422, "form", str(error), field="ext") from None
    name = f"{game.headers['Game'].lower().replace(' ', '-')}-{id}.{ext}"
    return Response(
        out.getvalue(),
        media_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _record(standing: Standing, site: str) -> record.Game:
    game = record.Game.from_board(standing.board)
    headers, row = game.headers, standing.row
    headers["Site"] = f"{site}g/{standing.id}"
    headers["Date"] = time.strftime("%Y.%m.%d", time.gmtime(row["created"]))
    for side, seat in standing.seats.items():
        headers[standing.board.side_name(Side(side))] = seat.name
    if row["clock_initial"] is not None:
        headers["TimeControl"] = f"{row['clock_initial']:g}+{row['clock_increment']:g}"
    elif row["clock_days"] is not None:
        headers["TimeControl"] = f"{row['clock_days']} days"
    outcome = standing.state(time.time()).outcome
    if outcome is not None and outcome.termination != "aborted":
        won = {"first": "1-0", "second": "0-1", None: "1/2-1/2"}[outcome.winner]
        headers["Result"], headers["Termination"] = won, outcome.termination
    return game


@router.get(
    "/picture.svg",
    response_class=Response,
    responses={
        200: {
            "description": "a picture",
            "content": {"image/svg+xml": {"schema": {"type": "string"}}},
        },
        **documented(404, 422),
    },
)
async def picture(
    request: Request,
    id: Id,
    ply: Annotated[int | None, Query(ge=0, le=100_000, description="the last if left out")] = None,
    theme: Annotated[str, Query(max_length=20, description=", ".join(THEMES))] = "light",
) -> Response:
    """The position as a picture that stands by itself."""
    board = await games_of(request).board(id)
    if theme not in THEMES:
        known = ", ".join(THEMES)
        raise Refusal(422, "theme", f"there are the themes {known}", field="theme")
    if ply is not None and ply > board.ply():
        raise Refusal(422, "ply", f"the game has {board.ply()} moves", field="ply")
    while ply is not None and board.ply() > ply:
        board.pop()
    return Response(svg.render(board, theme=theme), media_type="image/svg+xml")
