"""The pages: HTML with the boards painted in, which can be read and played without any script."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from pydantic import ValidationError

from quincunx.board import Board
from quincunx.games import GAMES, Game
from quincunx.server import visitors
from quincunx.server.opening import GUEST
from quincunx.server.page import Page, form_of, game_called, problem_page
from quincunx.server.routes import preferences, rules
from quincunx.server.routes.rules import anchor
from quincunx.server.schema import (
    CatalogueGame,
    GameList,
    GameState,
    GameSummary,
    NewGame,
    Outcome,
    Player,
    Refusal,
)
from quincunx.server.wording import ended

__all__ = ["Page", "problem_page", "router"]

router = APIRouter(include_in_schema=False)
router.include_router(rules.router)
router.include_router(preferences.router)

#: The level that "Play now" plays.
FIRST_LEVEL = 2
#: How many running games the first page shows.
SHOWN = 3
MINUTES = (1, 2, 3, 5, 10, 15, 20, 30, 45, 60)
INCREMENTS = (0, 1, 2, 3, 5, 10, 15, 20, 30)
DAYS = (1, 2, 3, 5, 7, 14)

_SIDES = ("first", "second")


# --- Home ----------------------------------------------------------------------------------------


@router.get("/")
async def home(request: Request) -> HTMLResponse:
    page = Page(request, "home")
    visitor = visitors.visitor_of(request)
    running = await request.app.state.games.mine(visitor) if visitor else []
    level = page.catalogue.games[0].levels[FIRST_LEVEL - 1]
    return page.answer(
        here="play",
        games=[game.id for game in GAMES],
        whole=True,
        cards=page.cards(),
        level=level,
        running=[_line(page, summary) for summary in running[:SHOWN]],
        more=len(running) > SHOWN,
    )


def _is_mine_to_move(summary: GameSummary) -> bool:
    return summary.turn is not None and summary.you in (summary.turn, "both")


@router.post("/play")
async def play(request: Request) -> Response:
    """Begin a game at once, against the computer."""
    form = dict(await form_of(request))
    game = game_called(form.get("game", ""))
    name = Page(request, "home").preferences.name
    wanted = {"game": game.id, "level": FIRST_LEVEL, "name": name or None}
    return await _begin(request, NewGame.model_validate(wanted))


async def _begin(request: Request, wanted: NewGame) -> Response:
    answer = RedirectResponse("/", status_code=303)
    visitor = visitors.remember(request, answer)
    created = await request.app.state.games.create(wanted, visitor)
    answer.headers["location"] = created.url
    return answer


# --- A new game ----------------------------------------------------------------------------------


@router.get("/new")
async def new(request: Request, game: str = GAMES[0].id) -> HTMLResponse:
    return _new_page(request, game_called(game), {}, None)


@router.post("/new")
async def begin(request: Request) -> Response:
    form = dict(await form_of(request))
    game = game_called(form.get("game", ""))
    try:
        # A form has texts only.
        return await _begin(request, NewGame.model_validate(_wanted(form), strict=False))
    except Refusal as refusal:
        if refusal.status != 422:
            raise
        return _new_page(request, game, form, refusal.error)
    except ValidationError as error:
        first = error.errors()[0]
        return _new_page(request, game, form, f"{first['loc'][0]}: {first['msg']}")


def _wanted(form: Mapping[str, str]) -> dict[str, Any]:
    """What the form asks for, as the API has it."""
    wanted: dict[str, Any] = {
        name: form[name] for name in ("game", "size", "opponent", "level", "side") if form.get(name)
    }
    clock = form.get("clock")
    if clock == "time":
        seconds = _number(form, "minutes", 5) * 60
        wanted["clock"] = {"initial": seconds, "increment": _number(form, "increment", 0)}
    elif clock == "days":
        wanted["clock"] = {"days": _number(form, "days", 3)}
    wanted["takebacks"] = "takebacks" in form
    if form.get("name", "").strip():
        wanted["name"] = form["name"]
    return wanted


def _number(form: Mapping[str, str], name: str, usual: int) -> int:
    text = form.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else usual


def _new_page(
    request: Request, game: Game, form: Mapping[str, str], problem: str | None
) -> HTMLResponse:
    page = Page(request, "new")
    size = _number(form, "size", game.default_size)
    size = size if size in game.sizes else game.default_size
    page.tell(game=game.id, size=size)
    board = Board(game.id, size=size)
    entry = page.entry(game.id)
    usual = {
        "opponent": "engine",
        "level": str(FIRST_LEVEL),
        "side": "first",
        "clock": "none",
        "minutes": "5",
        "increment": "3",
        "days": "3",
        "name": page.preferences.name,
        "takebacks": "" if form else "on",
    }
    return page.answer(
        here="play",
        games=[known.id for known in GAMES],
        status=422 if problem else 200,
        game=entry,
        size=size,
        form={**usual, **form},
        problem=problem,
        board=page.paint.board(board, hints=False),
        minutes=MINUTES,
        increments=INCREMENTS,
        days=DAYS,
    )


# --- Games ---------------------------------------------------------------------------------------


@router.get("/g/{game_id}")
async def game(request: Request, game_id: str) -> HTMLResponse:
    games = request.app.state.games
    page = Page(request, "game")
    try:
        state = await games.state(game_id)
        board = await games.board(game_id)
    except Refusal as refusal:
        if refusal.status != 404:
            raise
        return problem_page(request, 404, "no-game")
    visitor = visitors.visitor_of(request)
    you = await games.seat_of(game_id, visitor) if visitor else None
    entry = page.entry(state.game)
    page.tell(state=state.model_dump(), you=you)
    return page.answer(
        games=[state.game],
        state=state,
        you=you,
        game=entry,
        near=1 if you == "second" else 0,
        board=page.paint.board(
            board, rotation=_rotation(board.game, you), legal=_may_move(state, you)
        ),
        names=_names(page, state, entry),
        verdict=_verdict(page, state.outcome, entry) if state.outcome else "",
        section=anchor((state.outcome and state.outcome.section) or ""),
    )


def _verdict(page: Page, outcome: Outcome, entry: CatalogueGame) -> str:
    """Who has won and why, in the reader's language."""
    winner = loser = ""
    if outcome.winner is not None:
        side = _SIDES.index(outcome.winner)
        winner, loser = entry.players[side], entry.players[1 - side]
    if outcome.termination in ("resignation", "time", "agreement", "aborted"):
        return page.say(f"game.ended.{outcome.termination}", winner=winner, loser=loser)
    return ended(entry.id, page.language, outcome.termination, winner, loser) or outcome.text


def _may_move(state: GameState, you: str | None) -> bool:
    seated = state.players.first is not None and state.players.second is not None
    return seated and state.turn is not None and you in (state.turn, "both")


def _rotation(game: Game, you: str | None) -> int:
    """The second player's own side is at the bottom: half a turn."""
    if you != "second":
        return 0
    return 2 if game.is_square else 3


def _names(page: Page, shown: GameState | GameSummary, entry: CatalogueGame) -> list[str]:
    """What the two players are called."""
    if shown.opponent == "same-screen":
        return entry.players
    return [_name(page, player) for player in (shown.players.first, shown.players.second)]


def _name(page: Page, player: Player | None) -> str:
    if player is None:
        return page.say("common.free")
    if player.kind == "engine":
        return page.say("common.level", level=player.level)
    return page.say("common.person") if player.name == GUEST else player.name


def _line(page: Page, summary: GameSummary) -> dict[str, Any]:
    """A game in a list: its picture, and what there is to say about it."""
    entry = page.entry(summary.game)
    size = entry.size_texts[entry.sizes.index(summary.size)]
    if summary.outcome is not None:
        winner = summary.outcome.winner
        if winner is not None:
            status = page.say("common.won", name=entry.players[_SIDES.index(winner)])
        elif summary.outcome.termination == "aborted":
            status = page.say("common.called-off")
        else:
            status = page.say("common.draw")
    elif _is_mine_to_move(summary):
        status = page.say("common.your-turn")
    else:
        turn = _SIDES.index(summary.turn or "first")
        status = page.say("common.their-turn", name=entry.players[turn])
    return {
        "id": summary.id,
        "game": entry,
        "size": size,
        "ply": summary.ply,
        "names": _names(page, summary, entry),
        "yours": summary.outcome is None and _is_mine_to_move(summary),
        "status": status,
        "board": page.paint.small(summary.game, summary.size, summary.moves),
    }


@router.get("/games")
async def games(
    request: Request, status: str = "", game: str = "", mine: str = "", page: int = 1
) -> HTMLResponse:
    shown = Page(request, "games")
    status = status if status in ("running", "finished") else ""
    game = game if any(known.id == game for known in GAMES) else ""
    visitor = visitors.visitor_of(request)
    number = max(1, min(page, 10_000))
    if mine and visitor is None:
        found = GameList(games=[], page=1, pages=1)  # nobody whom we know has played
    else:
        who = {"visitor": visitor} if mine else {"viewer": visitor}
        found = await request.app.state.games.listed(status or None, game or None, number, **who)

    def address(**changes: object) -> str:
        query = {"status": status, "game": game, "mine": mine, "page": 1, **changes}
        kept = {key: value for key, value in query.items() if value not in ("", 1)}
        return f"/games?{urlencode(kept)}" if kept else "/games"

    return shown.answer(
        here="games",
        lines=[_line(shown, summary) for summary in found.games],
        number=found.page,
        pages=found.pages,
        status=200,
        chosen={"status": status, "game": game, "mine": mine},
        address=address,
    )


# --- The rest ------------------------------------------------------------------------------------


@router.get("/robots.txt")
async def robots() -> PlainTextResponse:
    return PlainTextResponse("User-agent: *\nDisallow: /api/\nDisallow: /g/\n")


@router.get("/favicon.ico")
async def favicon(request: Request) -> RedirectResponse:
    return RedirectResponse(request.app.state.assets.address("icon.svg"), status_code=302)
