"""Games that begin: what is written for a new game, and for a rematch."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert

from quincunx import GAMES, Board, InvalidPositionError, MoveError
from quincunx.server import tables
from quincunx.server.actions import Change, Draft
from quincunx.server.clocks import ClockState
from quincunx.server.rooms import LEASE
from quincunx.server.schema import ClockWanted, Created, DaysWanted, NewGame, Refusal
from quincunx.server.standing import NAMES, Seat, Standing
from quincunx.server.store import Transaction
from quincunx.server.visitors import hashed, new_id, new_secret

__all__ = ["Opening", "begin", "rematch", "sit"]

GUEST = "Guest"


@dataclass(frozen=True)
class Opening:
    """A game that is to be written down, and what its maker is told."""

    created: Created
    write: Callable[[Transaction], None]


def begin(wanted: NewGame, visitor: str) -> Opening:
    """A new game.

    :param visitor: by what its maker is known.
    :raises Refusal: if there is no such game or size, or a move is not legal.
    """
    board = _board(wanted)
    side = random.randrange(2) if wanted.side == "random" else NAMES.index(wanted.side)
    token = new_secret()
    name = wanted.name or GUEST
    seats = [Seat(side, "person", name, hashed(token), visitor)]
    if wanted.opponent == "same-screen":
        # Whoever holds the token moves for both.
        first, second = board.game.players
        seats = [
            Seat(k, "person", n, hashed(token), visitor) for k, n in enumerate((first, second))
        ]
    elif wanted.opponent == "engine":
        seats.append(Seat(1 - side, "engine", f"Level {wanted.level}", None, None))
    engine = 1 - side if wanted.opponent == "engine" else None
    clock = _clock(wanted)
    id = new_id()
    row = {
        "game": board.game.id,
        "size": board.size,
        "opponent": wanted.opponent,
        "takebacks": wanted.takebacks,
        "engine_side": engine,
        "level": wanted.level if engine is not None else None,
        "listed": wanted.opponent == "engine",
    }
    created = Created(
        id=id,
        side=NAMES[side],
        token=token,
        url=f"/g/{id}",
        invite=f"/g/{id}?seat={NAMES[1 - side]}" if wanted.opponent == "friend" else None,
    )
    return Opening(created, _writer(id, row, seats, clock, board))


def rematch(standing: Standing, side: int, now: float) -> Change:
    """The same again with sides exchanged; ``side`` is who agreed to it last."""
    old, id = standing.row, new_id()
    engine = None if old["engine_side"] is None else 1 - old["engine_side"]
    row = {name: old[name] for name in ("game", "size", "opponent", "takebacks", "level", "listed")}
    seats = [
        # At the same screen the names are those of the sides, and stay where they are.
        Seat(1 - seat.side, seat.kind, _opposite(standing, seat), seat.token, seat.visitor)
        for seat in standing.seats.values()
    ]
    clock = standing.clock
    if clock is not None:
        clock = ClockState.new(initial=clock.initial, increment=clock.increment, days=clock.days)
    board = Board(old["game"], size=old["size"])
    write = _writer(id, {**row, "engine_side": engine}, seats, clock, board)
    data = {"kind": "rematch", "side": NAMES[side], "accepted": True, "game": id}
    return Change({"rematch": id, "offers": "[]"}, [Draft("answered", data)], [write])


def _opposite(standing: Standing, seat: Seat) -> str:
    if standing.row["opponent"] == "same-screen":
        return standing.board.game.players[1 - seat.side]
    return seat.name


def sit(id: str, seat: Seat) -> Callable[[Transaction], None]:
    """What writes a seat down."""

    def write(transaction: Transaction) -> None:
        transaction.connection.execute(insert(tables.seats), [_seat_row(id, seat)])

    return write


def _seat_row(id: str, seat: Seat) -> dict[str, Any]:
    return {
        "game": id,
        "side": seat.side,
        "kind": seat.kind,
        "name": seat.name,
        "token": seat.token,
        "visitor": seat.visitor,
        "joined": time.time(),
    }


def _board(wanted: NewGame) -> Board:
    try:
        board = Board(wanted.game, size=wanted.size)
    except InvalidPositionError as error:
        field = "size" if wanted.game in [game.id for game in GAMES] else "game"
        raise Refusal(422, field, str(error), field=field) from None
    for number, move in enumerate(wanted.moves, 1):
        try:
            board.push_text(move)
        except MoveError as error:
            text = f"move {number}: {error.reason}"
            raise Refusal(422, "illegal", text, field="moves") from None
    if board.is_game_over():
        raise Refusal(422, "over", "the game is over after these moves", field="moves")
    return board


def _clock(wanted: NewGame) -> ClockState | None:
    match wanted.clock:
        case ClockWanted(initial=initial, increment=increment):
            return ClockState.new(initial=initial, increment=increment)
        case DaysWanted(days=days):
            return ClockState.new(days=days)
        case _:
            return None


def _writer(
    id: str,
    row: dict[str, Any],
    seats: Sequence[Seat],
    clock: ClockState | None,
    board: Board,
) -> Callable[[Transaction], None]:
    """What writes a game down: its row, its seats, and the moves that were played before."""
    now = time.time()
    moves = [move.text for move in board.move_stack]
    turn = board.turn.value
    columns = {
        **row,
        "id": id,
        "created": now,
        "updated": now,
        "v": len(moves),
        "branch": 0,
        "ply": len(moves),
        "moves": " ".join(moves),
        "turn": turn,
        "offers": "[]",
        "clock_initial": clock.initial if clock else None,
        "clock_increment": clock.increment if clock else None,
        "clock_days": clock.days if clock else None,
        **(clock.columns(turn) if clock else {}),
        "engine_lease": now + LEASE if turn == row["engine_side"] else None,
    }
    events = _played(id, board, now)

    def write(transaction: Transaction) -> None:
        transaction.connection.execute(insert(tables.games), [columns])
        transaction.connection.execute(
            insert(tables.seats), [_seat_row(id, seat) for seat in seats]
        )
        if events:
            transaction.connection.execute(insert(tables.events), events)
        transaction.tell(id, len(moves))

    return write


def _played(id: str, board: Board, now: float) -> list[dict[str, Any]]:
    """The events of moves that were played before the game began here."""
    again = Board(board.game, size=board.size)
    rows = []
    for ply, move in enumerate(board.move_stack, 1):
        side = again.turn.value
        again.push(move)
        data = {
            "type": "event",
            "v": ply,
            "event": "moved",
            "at": round(now, 3),
            "branch": 0,
            "ply": ply,
            "side": NAMES[side],
            "move": move.text,
            "turn": NAMES[again.turn.value],
            "clock": None,
        }
        row = {"game": id, "v": ply, "event": "moved", "at": now, "branch": 0, "ply": ply}
        rows.append({**row, "seat": None, "key": None, "data": json.dumps(data)})
    return rows
