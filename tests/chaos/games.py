"""People at boards: games of all kinds by script, with random legal moves and random whims."""

from __future__ import annotations

import asyncio
import json
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from random import Random
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from quincunx import GAMES, Board
from tests.chaos.pages import Figures, Page, Place

__all__ = ["Table", "play"]

OTHER = {"first": "second", "second": "first"}
#: Moves after which people tire of a game and resign sooner or later.
LONG = 60


@dataclass
class Table:
    """A game, and who sits there; ``pages`` is empty until it has begun."""

    id: str
    wanted: dict[str, Any]
    pages: list[Page] = field(default_factory=list)
    #: Played to the end, and everybody has heard all of it.
    is_done: bool = False


def random_wishes(rng: Random) -> dict[str, Any]:
    """The body of a call that begins a game."""
    game = rng.choice(GAMES)
    clock: Any = rng.choice(
        (
            None,
            None,
            {"initial": rng.uniform(4, 12), "increment": rng.choice((0.0, 0.5))},
            {"initial": rng.uniform(20, 60), "increment": 1.0},
            {"days": 2},
        )
    )
    return {
        "game": game.id,
        "size": rng.choice(game.sizes[:3]),
        "opponent": rng.choices(("friend", "engine", "same-screen"), (10, 5, 2))[0],
        "level": 1,
        "side": rng.choice(("first", "second")),
        "clock": clock,
        "takebacks": rng.random() < 0.9,
    }


async def play(
    place: Place, rng: Random, figures: Figures, tables: list[Table], hurry: asyncio.Event
) -> None:
    """One game to its end, and its rematches; they are added to the tables.

    :param hurry: once it is set, nobody begins anything new.
    """
    wanted = random_wishes(rng)
    side = wanted["side"]
    visitors = {side: secrets.token_urlsafe(24), OTHER[side]: secrets.token_urlsafe(24)}
    body = await _call(place, rng, "POST", "/api/games", visitors[side], wanted)
    figures.counts["begun"] += 1
    table = Table(body["id"], wanted)
    tables.append(table)
    if wanted["opponent"] == "friend":
        await _take_seat(place, rng, table.id, OTHER[side], visitors[OTHER[side]])
        sides = [side, OTHER[side]]
    else:
        sides = ["both" if wanted["opponent"] == "same-screen" else side]
    while True:
        table.pages = [
            Page(table.id, name, visitors[side if name == "both" else name], place, rng, figures)
            for name in sides
        ]
        await _play_table(table, rng, hurry)
        rematch = table.pages[0].state["rematch"]
        if rematch is None:
            return
        # Sides are exchanged; at the same screen it makes no difference.
        side = OTHER[side]
        sides = [OTHER.get(name, name) for name in sides]
        visitors = {OTHER[name]: visitor for name, visitor in visitors.items()}
        table = Table(rematch, table.wanted)
        tables.append(table)


async def _play_table(table: Table, rng: Random, hurry: asyncio.Event) -> None:
    staying = [asyncio.create_task(page.stay()) for page in table.pages]
    try:
        await asyncio.gather(
            *(Person(page, table.wanted, rng, hurry).play() for page in table.pages)
        )
        # Whoever is up to date and waits for nothing, in the same game, has heard the last word.
        while any(page.waits_for() for page in table.pages) or (
            len({page.v for page in table.pages}) > 1
        ):
            await table.pages[0].news(0.05)
        table.is_done = True
    finally:
        for page in table.pages:
            page.leave()
        await asyncio.wait(staying)


class Person:
    """Somebody with whims in front of a page."""

    def __init__(
        self, page: Page, wanted: dict[str, Any], rng: Random, hurry: asyncio.Event
    ) -> None:
        self._page = page
        self._wanted = wanted
        self._rng = rng
        self._hurry = hurry
        self._pause = rng.uniform(0.0, 0.1)
        # Asleep from this ply on: the flag falls. Only where there is a short clock.
        short = "initial" in (wanted["clock"] or {}) and wanted["clock"]["initial"] < 15
        self._asleep = rng.randrange(2, 8) if short and rng.random() < 0.25 else None
        self._patience = rng.randrange(3)  # for takebacks
        self._board = Board(wanted["game"], size=wanted["size"])

    async def play(self) -> None:
        page = self._page
        while not page.is_over:
            await page.news(0.3)
            if page.state and not page.waits_for("move", "resign", "offer", "answer"):
                await self._act()
        await self._after()

    async def _act(self) -> None:
        page, rng = self._page, self._rng
        offered = [o["kind"] for o in page.state["offers"] if o["side"] != page.side]
        if offered:
            await page.send("answer", kind=offered[0], accept=rng.random() < 0.5)
            return
        if page.turn is None or page.side not in (page.turn, "both"):
            return
        if self._asleep is not None and page.state["ply"] >= self._asleep:
            return
        at = page.v
        await asyncio.sleep(self._pause * rng.random())
        if page.v != at or page.is_over:
            return  # something has happened meanwhile
        await self._act_now()

    async def _act_now(self) -> None:
        page, rng, state = self._page, self._rng, self._page.state
        whim = rng.random()
        if whim < 0.04 and self._wanted["opponent"] == "friend":
            await page.send("say", text=rng.choice(("hm", "d4 <b>?", "nice", "¿qué?", "…")))
        offers = [offer["kind"] for offer in state["offers"]]
        if whim > 0.96 and self._patience and state["takebacks"] and "takeback" not in offers:
            self._patience -= 1
            await page.send("offer", kind="takeback")
        elif 0.94 < whim < 0.95 and self._board.game.has_draws and "draw" not in offers:
            await page.send("offer", kind="draw")
        elif whim > 0.999 or (state["ply"] > LONG and whim > 0.95):
            await page.send("resign")
        else:
            await page.send("move", branch=state["branch"], ply=state["ply"], move=self._move())

    def _move(self) -> str:
        """Any legal move; the board follows what the page has heard."""
        board, moves = self._board, self._page.state["moves"]
        played = [move.text for move in board.move_stack]
        while played != moves[: len(played)]:
            board.pop()
            played.pop()
        for move in moves[len(played) :]:
            board.push_text(move)
        return self._rng.choice(list(board.legal_moves)).text

    async def _after(self) -> None:
        """The game is over: some want another one, and wait for a while whether they get it."""
        page, rng = self._page, self._rng
        waits = 0
        if page.side != "second" and rng.random() < 0.3 and not self._hurry.is_set():
            await page.send("offer", kind="rematch")
            waits = 100
        elif self._wanted["opponent"] == "friend":
            waits = 15
        while page.waits_for() or (waits > 0 and page.state["rematch"] is None):
            waits -= 1
            await page.news(0.1)
            offers = [o["kind"] for o in page.state["offers"] if o["side"] != page.side]
            if offers and not page.waits_for():
                await page.send("answer", kind="rematch", accept=rng.random() < 0.7)
                return
            if page.events and page.events[max(page.events)].get("accepted") is False:
                return


# --- Calls ---------------------------------------------------------------------------------------


async def _take_seat(place: Place, rng: Random, id: str, side: str, visitor: str) -> None:
    # A call whose answer was lost has perhaps been done: then the seat is taken, by the visitor.
    with suppress(HTTPError):
        await _call(place, rng, "POST", f"/api/games/{id}/seats/{side}", visitor, {})


async def _call(
    place: Place, rng: Random, method: str, path: str, visitor: str, body: dict[str, Any]
) -> dict[str, Any]:
    """The answer of a call, which is made again while there is nobody to answer it.

    :raises HTTPError: if it is refused.
    """
    head = {"Content-Type": "application/json", "Cookie": f"visitor={visitor}"}

    def call() -> dict[str, Any]:
        address = f"http://{place.address(rng)}{path}"
        request = Request(address, json.dumps(body).encode(), head, method=method)
        with urlopen(request, timeout=5) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    while True:
        try:
            return await asyncio.to_thread(call)
        except HTTPError as error:
            with error:
                if error.code not in (429, 503):
                    raise
        except (OSError, HTTPException, ValueError):
            pass  # away, or killed in the middle of its answer
        await asyncio.sleep(0.1 + 0.2 * rng.random())
