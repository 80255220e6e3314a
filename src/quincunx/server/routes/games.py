"""Games over HTTP: begin one, look at it, play in it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import APIRouter, Header, Path, Query, Request, Response

from quincunx.server import actions, wording
from quincunx.server.games import Games
from quincunx.server.rooms import Room
from quincunx.server.schema import (
    AnswerBody,
    Catalogue,
    ChatBody,
    Created,
    Done,
    GameId,
    GameList,
    GameState,
    Key,
    MoveBody,
    Moved,
    NewGame,
    OfferBody,
    OfferKind,
    Refusal,
    SeatBody,
    SeatTaken,
    SideName,
    documented,
)
from quincunx.server.standing import NAMES, Receipt, Standing
from quincunx.server.visitors import bearer, hashed, remember, visitor_of

__all__ = ["games_of", "router"]

router = APIRouter(prefix="/api", tags=["games"])

SeatName = Literal["first", "second", "both"]
Id = Annotated[GameId, Path(description="the game's id")]
IdempotencyKey = Annotated[
    Key | None,
    Header(
        alias="Idempotency-Key",
        description="the same key gets the same answer, and nothing happens twice",
    ),
]
_CHANGES = documented(400, 401, 403, 404, 409, 413, 422)


def games_of(request: Request) -> Games:
    games: Games = request.app.state.games
    return games


@router.get("/catalogue", responses=documented())
def catalogue() -> Catalogue:
    """The games, with the levels of the engine."""
    return wording.catalogue("en")


@router.post("/games", status_code=201, responses=documented(400, 403, 413, 422))
async def create(request: Request, response: Response, wanted: NewGame) -> Created:
    """Begin a game. The answer has the token of the seat, which is not shown again."""
    visitor = remember(request, response)
    return await games_of(request).create(wanted, visitor)


@router.get("/games", responses=documented(422))
async def listed(
    request: Request,
    status: Annotated[Literal["running", "finished"] | None, Query()] = None,
    game: Annotated[str | None, Query(max_length=40, pattern="^[a-z0-9-]*$")] = None,
    mine: Annotated[bool, Query(description="only those of the visitor's cookie")] = False,
    page: Annotated[int, Query(ge=1, le=100_000)] = 1,
) -> GameList:
    """Running and finished games, the newest first."""
    viewer = visitor_of(request)
    if mine and viewer is None:
        return GameList(games=[], page=page, pages=1)
    return await games_of(request).listed(
        status, game, page, visitor=viewer if mine else None, viewer=viewer
    )


@router.get("/games/{id}", responses=documented(404, 422))
async def state(request: Request, id: Id) -> GameState:
    """A game as it stands."""
    return await games_of(request).state(id)


@router.post(
    "/games/{id}/seats/{side}", status_code=201, responses=documented(400, 403, 404, 409, 413, 422)
)
async def take_seat(
    request: Request, response: Response, id: Id, side: SideName, body: SeatBody | None = None
) -> SeatTaken:
    """Take a free seat. The answer has its token, which is not shown again."""
    visitor = remember(request, response)
    return await games_of(request).take_seat(id, side, body or SeatBody(), visitor)


# --- In a game -----------------------------------------------------------------------------------


async def _seated(request: Request, id: str) -> tuple[Room, SeatName]:
    """The room, and who calls: by the token, or else by the visitor's cookie.

    :raises Refusal: if nobody is known by it here.
    """
    room = await games_of(request).room(id)
    token, visitor = bearer(request), visitor_of(request)
    if token is not None:
        you = await room.seat_by(token=hashed(token))
    elif visitor is not None:
        you = await room.seat_by(visitor=visitor)
    else:
        raise Refusal(401, "token", "who are you? Send the seat's token: Authorization: Bearer …")
    if you is None:
        raise Refusal(403, "token", "this is not the token of a seat in this game")
    return room, you


def key_owner(you: SeatName) -> int:
    """The side under which somebody's keys are kept; of who has both, always the same."""
    return 0 if you == "both" else NAMES.index(you)


def side_of(standing: Standing, you: SeatName) -> int:
    """The side for which somebody acts; at the same screen, whoever's turn it is."""
    if you != "both":
        return NAMES.index(you)
    return standing.turn or 0


async def _act(
    request: Request,
    id: str,
    key: str | None,
    judge: Callable[[Standing, int, float], actions.Change | None],
) -> tuple[Receipt, bool]:
    room, you = await _seated(request, id)

    def judged(standing: Standing, now: float) -> actions.Change | None:
        return judge(standing, side_of(standing, you), now)

    try:
        return await room.act(key_owner(you), key, judged)
    except Refusal as refusal:
        request.app.state.metrics.refused(refusal.code)
        raise


@router.post("/games/{id}/moves", status_code=201, responses=_CHANGES)
async def move(
    request: Request, id: Id, body: MoveBody, idempotency_key: IdempotencyKey = None
) -> Moved:
    """Play a move. ``ply`` is how many moves were played before it."""

    def judge(standing: Standing, side: int, now: float) -> actions.Change:
        return actions.move(
            standing, side, text=body.move, ply=body.ply, branch=body.branch, now=now
        )

    receipt, repeat = await _act(request, id, idempotency_key, judge)
    return Moved(v=receipt.v, ply=receipt.ply, branch=receipt.branch, repeat=repeat)


@router.post("/games/{id}/resign", status_code=201, responses=_CHANGES)
async def resign(request: Request, id: Id, idempotency_key: IdempotencyKey = None) -> Done:
    """Give the game up; a game that nobody has joined is called off."""

    def judge(standing: Standing, side: int, now: float) -> actions.Change:
        return actions.resign(standing, side, now=now)

    receipt, repeat = await _act(request, id, idempotency_key, judge)
    return Done(v=receipt.v, repeat=repeat)


@router.post("/games/{id}/offers", status_code=201, responses=_CHANGES)
async def offer(
    request: Request, id: Id, body: OfferBody, idempotency_key: IdempotencyKey = None
) -> Done:
    """Offer a draw, ask for a takeback, or for a rematch."""

    def judge(standing: Standing, side: int, now: float) -> actions.Change | None:
        return actions.offer(standing, side, body.kind, now=now)

    receipt, repeat = await _act(request, id, idempotency_key, judge)
    return Done(v=receipt.v, repeat=repeat)


@router.post("/games/{id}/offers/{kind}/answer", status_code=201, responses=_CHANGES)
async def answer(
    request: Request,
    id: Id,
    kind: OfferKind,
    body: AnswerBody,
    idempotency_key: IdempotencyKey = None,
) -> Done:
    """Accept or decline what the other side has offered."""

    def judge(standing: Standing, side: int, now: float) -> actions.Change | None:
        return actions.answer(standing, side, kind, body.accept, now=now)

    receipt, repeat = await _act(request, id, idempotency_key, judge)
    return Done(v=receipt.v, repeat=repeat)


@router.post("/games/{id}/chat", status_code=201, responses=_CHANGES)
async def chat(
    request: Request, id: Id, body: ChatBody, idempotency_key: IdempotencyKey = None
) -> Done:
    """Say something to the other one; plain text, shown as such."""
    room, _ = await _seated(request, id)

    def judge(standing: Standing, side: int, now: float) -> actions.Change:
        change = actions.say(standing, side, body.text)
        room.may_say(side, time.monotonic())
        return change

    receipt, repeat = await _act(request, id, idempotency_key, judge)
    return Done(v=receipt.v, repeat=repeat)
