"""What people and engines do in a game: each function judges, and says what would change.

Nothing here touches a database or a socket. A :class:`Change` is carried out by ``rooms.py``, if
nobody was quicker; a :class:`Refusal` says why not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import RowMapping

from quincunx import IllegalMoveError, MoveError
from quincunx.server.clocks import ClockState
from quincunx.server.schema import OfferKind, Outcome, Refusal
from quincunx.server.standing import NAMES, Seat, Standing, verdict
from quincunx.server.store import Transaction

__all__ = [
    "Change",
    "Draft",
    "answer",
    "flag",
    "join",
    "move",
    "offer",
    "pause",
    "resign",
    "say",
]


@dataclass
class Draft:
    """An event that is not yet numbered."""

    event: str
    data: dict[str, Any]
    #: Of a move: the place in the game that it takes.
    place: tuple[int, int] | None = None


@dataclass
class Change:
    """New columns of the game's row, the events that tell about them, and what else is written."""

    columns: dict[str, Any]
    drafts: list[Draft]
    more: list[Callable[[Transaction], None]] = field(default_factory=list)
    #: Somebody who sits down with it.
    seat: Seat | None = None


# --- Moves ---------------------------------------------------------------------------------------


def move(
    standing: Standing,
    side: int,
    *,
    text: str,
    ply: int,
    branch: int | None,
    now: float,
    lag: float = 0.0,
) -> Change:
    """Play a move.

    :param lag: the round trip of the mover's line.
    :raises Refusal: if the game has gone on, the other side is to move, or the move is not legal.
    """
    row, board = standing.row, standing.board
    _require_running(standing)
    if ply != row["ply"] or (branch is not None and branch != row["branch"]):
        text = f"the game has gone on: it is at ply {row['ply']}, not {ply}"
        raise Refusal(409, "stale", text, field="ply")
    if side != standing.turn:
        raise Refusal(409, "turn", f"it is {board.side_name(board.turn)}'s turn")
    if flag(standing, now=now) is not None:
        raise Refusal(409, "time", "your time is up")
    _require_legal(standing, text)
    played = board.parse_text(text).text
    after = board.copy()
    after.push_text(played)
    outcome = verdict(after)
    turn = None if outcome else after.turn.value
    clock = standing.clock
    columns: dict[str, Any] = {
        "ply": ply + 1,
        "moves": f"{row['moves']} {played}".strip(),
        "turn": turn,
        # Whoever moves has answered what was offered. A draw is offered with a move, too, so the
        # mover's own offer stands.
        "offers": json.dumps(
            [
                known.model_dump()
                for known in standing.offers
                if known.kind == "draw" and known.side == NAMES[side] and not outcome
            ]
        ),
    }
    if clock is not None:
        has_moved = _have_moved([*standing.movers, side])
        clock = clock.moved(side, turn, now, lag=lag, has_moved=has_moved)
    data = {
        "branch": row["branch"],
        "ply": ply + 1,
        "side": NAMES[side],
        "move": played,
        "turn": None if turn is None else NAMES[turn],
        "clock": _told(clock, turn, now),
    }
    drafts = [Draft("moved", data, place=(row["branch"], ply + 1))]
    if outcome:
        columns["outcome"] = outcome.model_dump_json()
        drafts.append(_ended(outcome, clock, now))
    return Change(_with_clock(standing, columns, clock), drafts)


def _require_running(standing: Standing) -> None:
    if standing.row["outcome"] is not None:
        raise Refusal(409, "over", "the game is over")
    if standing.is_waiting:
        raise Refusal(409, "waiting", "the other seat is still free")


def _require_legal(standing: Standing, text: str) -> None:
    """Refuse a move in the rules' words, with the cells that they are about."""
    board = standing.board
    try:
        board.parse_text(text)
    except IllegalMoveError as error:
        why = board.explain(text)
        raise Refusal(
            422,
            "illegal",
            error.reason if why is None else why.text,
            field="move",
            cells=() if why is None else why.cells,
            section="" if why is None else why.section,
        ) from None
    except MoveError as error:
        raise Refusal(422, "invalid", f"{error.text}: {error.reason}", field="move") from None


# --- The end -------------------------------------------------------------------------------------


def resign(standing: Standing, side: int, *, now: float) -> Change:
    """Give the game up; one that nobody has joined yet is called off.

    :raises Refusal: if it is over.
    """
    if standing.row["outcome"] is not None:
        raise Refusal(409, "over", "the game is over")
    if standing.is_waiting:
        text = "Called off: nobody had joined"
        return _end(standing, Outcome(winner=None, termination="aborted", text=text), now)
    loser, winner = standing.board.game.players[side], standing.board.game.players[1 - side]
    text = f"{winner} wins: {loser} has resigned"
    outcome = Outcome(winner=NAMES[1 - side], termination="resignation", text=text)
    return _end(standing, outcome, now)


def flag(standing: Standing, *, now: float) -> Change | None:
    """End a game whose time is up; None if it is not."""
    clock, turn = standing.clock, standing.turn
    if clock is None or turn is None:
        return None
    deadline = clock.deadline(turn)
    if deadline is None or now < deadline:
        return None
    loser, winner = standing.board.game.players[turn], standing.board.game.players[1 - turn]
    text = f"{winner} wins: {loser}'s time is up"
    return _end(standing, Outcome(winner=NAMES[1 - turn], termination="time", text=text), now)


def _end(standing: Standing, outcome: Outcome, now: float) -> Change:
    clock = standing.clock
    if clock is not None:
        clock = clock.stopped(standing.turn, now)
    columns = {"outcome": outcome.model_dump_json(), "turn": None, "offers": "[]"}
    return Change(_with_clock(standing, columns, clock), [_ended(outcome, clock, now)])


def _ended(outcome: Outcome, clock: ClockState | None, now: float) -> Draft:
    return Draft("ended", {"outcome": outcome.model_dump(), "clock": _told(clock, None, now)})


# --- Offers --------------------------------------------------------------------------------------


def offer(standing: Standing, side: int, kind: OfferKind, *, now: float) -> Change | None:
    """Offer something; None if it is a rematch that takes place at once (``rooms.py`` makes it).

    An engine, and whoever sits on both sides, agrees at once. So do two who offer the same.

    :raises Refusal: if there is nothing to offer now.
    """
    _require_offer(standing, side, kind)
    others = [known for known in standing.offers if known.kind == kind]
    agrees = standing.row["opponent"] != "friend" or any(
        known.side != NAMES[side] for known in others
    )
    if agrees:
        return _agreed(standing, side, kind, now)
    if others:
        raise Refusal(409, "offer", "that has been offered already")
    made = [*(known.model_dump() for known in standing.offers), {"kind": kind, "side": NAMES[side]}]
    draft = Draft("offered", {"kind": kind, "side": NAMES[side]})
    return Change({"offers": json.dumps(made)}, [draft])


def answer(
    standing: Standing, side: int, kind: OfferKind, accept: bool, *, now: float
) -> Change | None:
    """Accept or decline what the other side has offered; None if it is an accepted rematch.

    :raises Refusal: if nothing of the kind has been offered.
    """
    known = [known for known in standing.offers if known.kind == kind]
    if not any(offered.side != NAMES[side] for offered in known):
        raise Refusal(409, "offer", f"no {kind} has been offered")
    if accept:
        _require_offer(standing, 1 - side, kind)
        return _agreed(standing, side, kind, now)
    left = [offered.model_dump() for offered in standing.offers if offered.kind != kind]
    data = {"kind": kind, "side": NAMES[side], "accepted": False, "game": None}
    return Change({"offers": json.dumps(left)}, [Draft("answered", data)])


def _require_offer(standing: Standing, side: int, kind: OfferKind) -> None:
    if kind == "rematch":
        if standing.row["outcome"] is None:
            raise Refusal(409, "offer", "a rematch can be offered when the game is over")
        if standing.is_waiting:
            raise Refusal(409, "offer", "nobody had joined this game")
        if standing.row["rematch"] is not None:
            raise Refusal(409, "offer", "there is a rematch already")
        return
    _require_running(standing)
    if kind == "draw":
        if not standing.board.game.has_draws:
            raise Refusal(409, "offer", f"{standing.board.game.name} has no draws")
        if standing.row["opponent"] == "engine":
            raise Refusal(409, "offer", "the engine plays on; it agrees to no draw")
    elif not standing.row["takebacks"]:
        raise Refusal(409, "offer", "takebacks were not agreed in this game")
    elif _takeback_to(standing, side) is None:
        raise Refusal(409, "offer", "there is no move to take back")


def _agreed(standing: Standing, side: int, kind: OfferKind, now: float) -> Change | None:
    if kind == "rematch":
        return None
    if kind == "draw":
        outcome = Outcome(winner=None, termination="agreement", text="Draw: both agreed")
        change = _end(standing, outcome, now)
    else:
        # It is the one who asked who moves again.
        asked = next((NAMES.index(o.side) for o in standing.offers if o.kind == kind), side)
        change = _took_back(standing, asked, now)
    if standing.row["opponent"] == "friend":
        data = {"kind": kind, "side": NAMES[side], "accepted": True, "game": None}
        change.drafts.insert(0, Draft("answered", data))
    return change


def _takeback_to(standing: Standing, side: int) -> int | None:
    """The ply to go back to: before the last move of the side that asks."""
    if standing.row["opponent"] == "same-screen":
        return len(standing.movers) - 1 if standing.movers else None
    own = [ply for ply, mover in enumerate(standing.movers) if mover == side]
    return own[-1] if own else None


def _took_back(standing: Standing, side: int, now: float) -> Change:
    ply = _takeback_to(standing, side)
    if ply is None:
        raise Refusal(409, "offer", "there is no move to take back")
    branch, turn = standing.row["branch"] + 1, standing.movers[ply]
    clock = standing.clock
    if clock is not None:
        has_moved = _have_moved(standing.movers[:ply])
        clock = clock.took_back(standing.turn, turn, now, has_moved=has_moved)
    columns = {
        "branch": branch,
        "ply": ply,
        "moves": " ".join(standing.moves[:ply]),
        "turn": turn,
        "offers": "[]",
    }
    data = {
        "branch": branch,
        "ply": ply,
        "side": NAMES[side],
        "turn": NAMES[turn],
        "clock": _told(clock, turn, now),
    }
    return Change(_with_clock(standing, columns, clock), [Draft("tookback", data)])


# --- The rest ------------------------------------------------------------------------------------


def say(standing: Standing, side: int, text: str) -> Change:
    """Say something to the other one.

    :raises Refusal: if there is nobody to talk to.
    """
    if standing.row["opponent"] != "friend":
        raise Refusal(409, "nobody", "nobody else is here to talk to")
    data = {"side": NAMES[side], "name": standing.seats[side].name, "text": text}
    return Change({}, [Draft("said", data)])


def join(standing: Standing, seat: Seat, sit: Callable[[Transaction], None]) -> Change:
    """Take a free seat; ``sit`` writes it down.

    :raises Refusal: if it is taken.
    """
    if seat.side in standing.seats:
        raise Refusal(409, "taken", "this seat is taken")
    if standing.row["outcome"] is not None:
        raise Refusal(409, "over", "the game is over")
    data = {"side": NAMES[seat.side], "player": seat.player(None).model_dump()}
    return Change({"listed": True}, [Draft("joined", data)], [sit], seat)


def pause(row: RowMapping, seconds: float, *, now: float) -> Change | None:
    """Nobody's time ran while the server was away; None if nobody's time ran anyway.

    :param row: the game's; what has been played in it does not matter.
    """
    clock, turn = ClockState.of(row), row["turn"]
    if clock is None or clock.started is None or turn is None:
        return None
    missed = min(seconds, max(0.0, now - clock.started))
    clock = clock.paused(missed)
    data = {"seconds": round(missed, 3), "clock": _told(clock, turn, now)}
    return Change(clock.columns(turn), [Draft("paused", data)])


def _have_moved(movers: Sequence[int]) -> tuple[bool, bool]:
    return 0 in movers, 1 in movers


def _told(clock: ClockState | None, turn: int | None, now: float) -> dict[str, Any] | None:
    return None if clock is None else clock.shown(turn, now).model_dump()


def _with_clock(
    standing: Standing, columns: dict[str, Any], clock: ClockState | None
) -> dict[str, Any]:
    """The columns, with those of the clock and of the engine's turn."""
    turn = columns.get("turn", standing.turn)
    out = {**columns}
    if clock is not None:
        out |= clock.columns(turn)
    if "turn" in columns:
        wanted = turn is not None and turn == standing.engine_side
        out["engine_lease"] = 0.0 if wanted else None
    return out
