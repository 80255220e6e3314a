"""One game of a match, from its opening to its end, and the line that is written about it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from quincunx.arena.players import FORFEITS, Forfeit, Player, Resignation
from quincunx.arena.spec import PlayerSpec
from quincunx.board import Board
from quincunx.errors import MoveError
from quincunx.games import Side

__all__ = ["GameRecord", "play_game"]

#: The players of a match.
NAMES = ("a", "b")

#: A game that the rules did not end: somebody resigned or forfeited it.
RESIGNATION = "resignation"
UNFINISHED = (RESIGNATION, *FORFEITS)

#: A player may take this many times its time, and the grace on top, before it forfeits.
OVERTIME = 1.5


def other(name: str) -> str:
    """The opponent.

    >>> other("a")
    'b'
    """
    return NAMES[1 - NAMES.index(name)]


def allowed_seconds(spec: PlayerSpec, grace: float) -> float | None:
    """After this many seconds for one move a player has forfeited; ``None`` if it has no clock."""
    return None if spec.time is None else spec.time * OVERTIME + grace


@dataclass
class GameRecord:
    """A finished game. ``winner`` is ``"a"``, ``"b"`` or ``None`` for a draw.

    ``termination`` is what the rules call it, or ``"resignation"``, ``"crash"``, ``"time"``,
    ``"illegal move"`` or ``"protocol"``, by which the player to move has lost. ``refused`` is the
    illegal move. ``times`` has the longest and the mean time for a move of each player, in seconds.
    """

    number: int
    first: str
    opening: tuple[str, ...]
    moves: list[str]
    winner: str | None
    termination: str
    times: dict[str, dict[str, float] | None] = field(default_factory=dict)
    refused: str | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def half_points(self) -> int:
        """Half points of player a."""
        return 1 if self.winner is None else 2 if self.winner == "a" else 0

    @property
    def result(self) -> str:
        """``"1-0"`` if the player with the first move won, and so on."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner == self.first else "0-1"

    @property
    def is_forfeit(self) -> bool:
        return self.termination in FORFEITS

    def as_dict(self) -> dict[str, Any]:
        """The game in a form that JSON has."""
        refused = {} if self.refused is None else {"refused": self.refused}
        return {
            "type": "game",
            "number": self.number,
            "pair": (self.number + 1) // 2,
            "first": self.first,
            "opening": list(self.opening),
            "moves": self.moves,
            "result": self.result,
            "winner": self.winner,
            "termination": self.termination,
            **refused,
            "times": self.times,
            "notes": self.notes,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> GameRecord:
        """Read what :meth:`as_dict` made; for a file, which may say anything, see files.py."""
        return cls(
            data["number"],
            data["first"],
            tuple(data["opening"]),
            data["moves"],
            data["winner"],
            data["termination"],
            data["times"],
            data.get("refused"),
            data["notes"],
        )


def first_player(number: int) -> str:
    """Who has the first move in a game: a in the odd ones, b in the even ones."""
    return "a" if number % 2 else "b"


def game_seed(seed: int, number: int, name: str) -> int:
    """The seed of a player in a game, which follows from the seed of the match or of the player."""
    return random.Random(f"{seed} {number} {name}").getrandbits(63)


class _Watch:
    """How long the moves of a player took."""

    def __init__(self) -> None:
        self.count, self.longest, self.total = 0, 0.0, 0.0

    def add(self, seconds: float) -> None:
        self.count += 1
        self.longest = max(self.longest, seconds)
        self.total += seconds

    def as_dict(self) -> dict[str, float] | None:
        if not self.count:
            return None
        return {"max": round(self.longest, 4), "mean": round(self.total / self.count, 4)}


def play_game(
    start: Board,
    players: Mapping[str, Player],
    *,
    number: int = 1,
    opening: tuple[str, ...] = (),
    seed: int = 0,
    grace: float = 5.0,
    on_move: Callable[[str], None] | None = None,
) -> GameRecord:
    """Play one game between players ``"a"`` and ``"b"``, here and now.

    >>> from quincunx.arena import PlayerSpec, make_player
    >>> players = {name: make_player(PlayerSpec.parse("random")) for name in "ab"}
    >>> game = play_game(Board("hadron", size=3), players, opening=("b2",), seed=1)
    >>> game.first, game.termination
    ('a', 'no placement')

    :param number: which game of the match it is; a moves first in odd ones.
    :param on_move: is told every move after the opening.
    """
    first = first_player(number)
    sides = {Side.FIRST: first, Side.SECOND: other(first)}
    board = start.copy()
    for text in opening:
        board.push_text(text)
    game = GameRecord(number, first, opening, [], None, "")
    watches = {name: _Watch() for name in NAMES}
    try:
        for name in NAMES:
            own = players[name].spec.seed
            with _blame(name):
                players[name].new_game(
                    start.copy(), game_seed(seed if own is None else own, number, name)
                )
        while not board.is_game_over():
            name = sides[board.turn]
            with _blame(name):
                move = _next_move(board, players[name], watches[name], grace)
            board.push_text(move)
            game.moves.append(move)
            if on_move:
                on_move(move)
    except _Lost as lost:
        game.winner, game.termination = other(lost.name), lost.kind
        game.refused = lost.refused
        if lost.note:
            game.notes.append(f"{lost.name}: {lost.note}")
        if game.is_forfeit:
            players[lost.name].drop()
    else:
        outcome = board.outcome()
        assert outcome is not None
        game.winner = None if outcome.winner is None else sides[outcome.winner]
        game.termination = outcome.termination.value
    game.times = {name: watches[name].as_dict() for name in NAMES}
    return game


class _Lost(Exception):
    """A player has lost before the end."""

    def __init__(self, name: str, kind: str, note: str, refused: str | None) -> None:
        super().__init__(name, kind, note)
        self.name, self.kind, self.note, self.refused = name, kind, note, refused


@contextmanager
def _blame(name: str) -> Iterator[None]:
    """What goes wrong in this block is this player's loss."""
    try:
        yield
    except Resignation as error:
        raise _Lost(name, RESIGNATION, "", None) from error
    except Forfeit as error:
        raise _Lost(name, error.kind, error.note, getattr(error, "refused", None)) from error


class _IllegalMove(Forfeit):
    def __init__(self, text: str, reason: str) -> None:
        super().__init__("illegal move", reason)
        self.refused = text[:60]


def _next_move(board: Board, player: Player, watch: _Watch, grace: float) -> str:
    """Ask a player for a move, with the clock running, and see that it is legal.

    :raises Forfeit: if there is none in time, or it is not legal.
    """
    allowed = allowed_seconds(player.spec, grace)
    started = time.perf_counter()
    try:
        text = player.choose(board.copy(), allowed)
    finally:
        took = time.perf_counter() - started
    watch.add(took)
    if allowed is not None and took > allowed:
        raise Forfeit("time", f"a move took {took:.3f} s, {allowed:g} s were allowed")
    try:
        return board.parse_text(text).text
    except MoveError as error:
        raise _IllegalMove(text, str(error)) from None
