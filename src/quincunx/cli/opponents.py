"""Who plays against the people in a session, and the engine that also gives hints."""

from __future__ import annotations

import random
from typing import Protocol

from quincunx import Board, Move
from quincunx.engine import Engine, Info, Level, Limit, parse_level
from quincunx.engine.closing import Closing

#: How long the engine thinks about a hint, in seconds.
HINT_SECONDS = 1.0


class Opponent(Protocol):
    """Somebody who moves when it is not a person's turn."""

    @property
    def name(self) -> str:
        """A word or two, to stand in brackets after the side's name."""

    @property
    def introduction(self) -> str:
        """How a sentence goes on that begins with the side's name."""

    @property
    def options(self) -> list[str]:
        """The options of the command that call for this opponent."""

    def choose(self, board: Board) -> Move:
        """A legal move."""


class RandomMover:
    """Every legal move is equally likely."""

    name = "random"
    introduction = "moves at random"

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    @property
    def options(self) -> list[str]:
        return ["--against", "random"]

    def choose(self, board: Board) -> Move:
        return self._rng.choice(list(board.legal_moves))


class Mind(Closing):
    """The engine of a session, made when somebody first asks it something."""

    def __init__(self, board: Board, seed: int | None) -> None:
        self._board = board.copy()
        self._seed = seed
        self._engine: Engine | None = None

    @property
    def engine(self) -> Engine:
        if self._engine is None:
            self._engine = Engine.for_board(self._board, seed=self._seed)
        return self._engine

    def hint(self, board: Board) -> Info:
        """What the engine thinks at its best, after a moment."""
        return self.engine.analyse(board, Limit(time=HINT_SECONDS), lines=1)

    def close(self) -> None:
        """Let the engine go, if there is one."""
        if self._engine is not None:
            self._engine.close()


class EngineMover:
    """The engine at a level, which may be changed during a game.

    :param seconds: how long it thinks at most; the levels 1 to 10 need no limit.
    """

    def __init__(self, mind: Mind, level: str, seconds: float | None) -> None:
        self._mind = mind
        self._seconds = seconds
        self.level: Level = parse_level(level)

    @property
    def name(self) -> str:
        return str(self.level)

    @property
    def introduction(self) -> str:
        return f"is the engine, {self.level} ({self.level.text})"

    @property
    def options(self) -> list[str]:
        time = [] if self._seconds is None else ["--time", f"{self._seconds:g}"]
        return ["--level", self.level.name, *time]

    def choose(self, board: Board) -> Move:
        seconds = self._seconds
        if seconds is None and self.level.playouts is None:
            seconds = 1.0
        return self._mind.engine.play(board, Limit(time=seconds), level=self.level).move
