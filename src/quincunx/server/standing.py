"""A game as it stands: its row in the table, who plays, and the position that the moves lead to."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from quincunx import Board
from quincunx.drawing import words
from quincunx.server.clocks import ClockState
from quincunx.server.schema import (
    GameState,
    GameSummary,
    OpenOffer,
    Outcome,
    Player,
    Players,
    SideName,
)

__all__ = ["NAMES", "Receipt", "Seat", "Standing", "You", "replayed", "summary_of", "verdict"]

NAMES: tuple[SideName, SideName] = ("first", "second")
You = Literal["first", "second", "both"] | None


@dataclass(frozen=True)
class Seat:
    """Who sits on a side; tokens and visitors are hashes."""

    side: int
    kind: str
    name: str
    token: str | None
    visitor: str | None

    def player(self, level: int | None) -> Player:
        if self.kind == "engine":
            return Player(name=self.name, kind="engine", level=level)
        return Player(name=self.name, kind="person")


@dataclass(frozen=True)
class Receipt:
    """That something was accepted: the event, and where the game stood then."""

    v: int
    branch: int
    ply: int


def replayed(game: str, size: int, moves: Sequence[str]) -> Board:
    """The board after these moves.

    :raises ValueError: if there is no such game or size, or a move is not legal.
    """
    board = Board(game, size=size)
    for move in moves:
        board.push_text(move)
    return board


@dataclass
class Standing:
    """A game, as of the event ``v`` of its row."""

    row: dict[str, Any]
    seats: dict[int, Seat]
    #: What has been accepted, by seat and key.
    keys: dict[tuple[int, str], Receipt]
    board: Board
    #: Who made each move; a side may move twice in a row.
    movers: list[int] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        row: Mapping[Any, Any],
        seats: dict[int, Seat],
        keys: dict[tuple[int, str], Receipt],
    ) -> Standing:
        board = Board(row["game"], size=row["size"])
        standing = cls(dict(row), seats, keys, board)
        for move in row["moves"].split():
            standing.push(move)
        return standing

    def push(self, move: str) -> None:
        self.movers.append(self.board.turn.value)
        self.board.push_text(move)

    def follow(self, row: dict[str, Any]) -> None:
        """Go on to what a later row says."""
        moves, known = row["moves"].split(), self.moves
        if moves[: len(known)] != known:
            kept = 0
            while kept < min(len(moves), len(known)) and moves[kept] == known[kept]:
                kept += 1
            for _ in range(len(known) - kept):
                self.board.pop()
                self.movers.pop()
        for move in moves[self.board.ply() :]:
            self.push(move)
        self.row = row

    # --- What is asked of it ---------------------------------------------------------------------

    @property
    def id(self) -> str:
        return cast(str, self.row["id"])

    @property
    def v(self) -> int:
        return cast(int, self.row["v"])

    @property
    def turn(self) -> int | None:
        """Who is to move; None when the game is over."""
        return cast("int | None", self.row["turn"])

    @property
    def moves(self) -> list[str]:
        return cast(str, self.row["moves"]).split()

    @property
    def clock(self) -> ClockState | None:
        return ClockState.of(self.row)

    @property
    def offers(self) -> list[OpenOffer]:
        return [OpenOffer(**offer) for offer in json.loads(self.row["offers"])]

    @property
    def engine_side(self) -> int | None:
        return cast("int | None", self.row["engine_side"])

    @property
    def is_waiting(self) -> bool:
        """Is a seat still free?"""
        return len(self.seats) < 2

    def seat_by(self, *, token: str | None = None, visitor: str | None = None) -> You:
        """The seat that a token or a visitor has; ``"both"`` at the same screen."""
        mine = [
            side
            for side, seat in self.seats.items()
            if (token is not None and seat.token == token)
            or (visitor is not None and seat.visitor == visitor)
        ]
        if not mine:
            return None
        return "both" if len(mine) == 2 else NAMES[mine[0]]

    # --- What is told of it ----------------------------------------------------------------------

    def state(self, now: float) -> GameState:
        row, clock = self.row, self.clock
        return GameState(
            id=self.id,
            game=row["game"],
            size=row["size"],
            v=self.v,
            branch=row["branch"],
            ply=row["ply"],
            moves=self.moves,
            turn=None if self.turn is None else NAMES[self.turn],
            fen=self.board.fen(),
            outcome=_outcome(row),
            clock=None if clock is None else clock.shown(self.turn, now),
            players=_players(row, self.seats),
            opponent=row["opponent"],
            takebacks=row["takebacks"],
            offers=self.offers,
            rematch=row["rematch"],
            created=row["created"],
        )


def summary_of(
    row: Mapping[Any, Any], seats: dict[int, Seat], visitor: str | None, now: float
) -> GameSummary:
    """A game for a list."""
    clock, turn = ClockState.of(row), row["turn"]
    mine = [side for side, seat in seats.items() if visitor and seat.visitor == visitor]
    you: You = None
    if mine:
        you = "both" if len(mine) == 2 else NAMES[mine[0]]
    return GameSummary(
        id=row["id"],
        game=row["game"],
        size=row["size"],
        ply=row["ply"],
        moves=row["moves"].split(),
        turn=None if turn is None else NAMES[turn],
        outcome=_outcome(row),
        clock=None if clock is None else clock.shown(turn, now),
        players=_players(row, seats),
        opponent=row["opponent"],
        you=you,
        updated=row["updated"],
    )


def _outcome(row: Mapping[Any, Any]) -> Outcome | None:
    return None if row["outcome"] is None else Outcome(**json.loads(row["outcome"]))


def _players(row: Mapping[Any, Any], seats: dict[int, Seat]) -> Players:
    first, second = (seats[side].player(row["level"]) if side in seats else None for side in (0, 1))
    return Players(first=first, second=second)


def verdict(board: Board) -> Outcome | None:
    """How the rules have ended the game, with the section and what has decided it."""
    outcome = board.outcome()
    if outcome is None:
        return None
    ending, winner = outcome.termination, outcome.winner
    names = () if winner is None else (board.side_name(winner), board.side_name(winner.other))
    return Outcome(
        winner=None if winner is None else NAMES[winner.value],
        termination=ending.value,
        text=words.verdict(ending.text, *names),
        section=ending.section,
        cells=_deciding_cells(board),
    )


def _deciding_cells(board: Board) -> list[str]:
    """What the winner's last move joined or made; else what it changed."""
    outcome = board.outcome()
    if outcome is None or not board.ply():
        return []
    before = board.copy()
    move = before.pop()
    made = [
        cell
        for wave in before.events(move)
        for happening in wave
        if happening.kind in ("join", "appear") and happening.side is outcome.winner
        for cell in happening.cells
    ]
    return list(dict.fromkeys(made)) or list(before.changes(move))
