"""What a study is asked to do."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from quincunx.board import Board
from quincunx.engine import Engine, Limit
from quincunx.games import Game, find_game
from quincunx.search import playouts

__all__ = ["FORMAT", "Settings", "measured_playouts"]

#: What the journal and ``report.json`` begin with. Other numbers would be other studies.
FORMAT = "quincunx study 1"

#: How often thinking time is doubled between the weakest and the strongest player.
_DOUBLINGS = 4

#: An opening is judged by so many searches, each so many times as long as one for a move.
OPENING_SEARCHES, OPENING_FACTOR = 4, 16

#: Of as many random games the lead is followed, by so many random games from each position.
STORIES, STORY_PLAYOUTS = 50, 400

#: After each first move, so many random games are played to the end.
OPENING_RANDOM_GAMES = 10_000

#: A player of a match may think for no more.
_MOST_PLAYOUTS = 1_000_000_000


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a study is about, and how much of everything it does.

    >>> from quincunx import find_game
    >>> settings = Settings(game=find_game("hadron"), size=5, games=10, playouts=100)
    >>> settings.ladder()
    (6, 12, 24, 48, 96)

    ``playouts`` are the simulations for a move. ``seconds`` is the time for a move that they were
    reckoned from, and ``None`` if they were given; nothing else depends on it. Every match of the
    strength ladder has as many games as the engine plays against itself.

    :raises ValueError: if a number makes no sense.
    :raises InvalidPositionError: if the game is not offered in this size.
    """

    game: Game
    size: int
    games: int = 200
    playouts: int = 1000
    seconds: float | None = None
    random_games: int = 20_000
    seed: int = 1
    memory_mb: int = 64

    def __post_init__(self) -> None:
        Board(self.game, size=self.size)
        for name, least in (
            ("games", 2),
            ("playouts", 2),
            ("random_games", 1),
            ("seed", 0),
            ("memory_mb", 1),
        ):
            if getattr(self, name) < least:
                raise ValueError(f"{name} must be {least} or more, not {getattr(self, name)}")
        if self.playouts > _MOST_PLAYOUTS:
            raise ValueError(f"playouts must be {_MOST_PLAYOUTS} or less, not {self.playouts}")
        if self.games % 2:
            raise ValueError(f"games must be an even number, as they come in pairs: {self.games}")

    # --- Boards ----------------------------------------------------------------------------------

    def board(self) -> Board:
        """The start of a game as it is played."""
        return Board(self.game, size=self.size)

    def plain_board(self) -> Board:
        """The start without the pie rule, where there is one, for what a first move is worth."""
        return Board(self.game, size=self.size, pie=False if self.game.has_pie_rule else None)

    # --- What follows from the numbers -----------------------------------------------------------

    @property
    def varied_plies(self) -> int:
        """In so many plies at the beginning, a game may leave the best move for one nearly as good:
        the first eighth of a random game.

        Some engines draw no lots, and with less variety their games run into the same lines.
        """
        return max(2, round(self.random_plies / 8))

    @cached_property
    def random_plies(self) -> float:
        """How long random games are, roughly."""
        return playouts(self.board(), 200, lengths=True).mean_plies or 1.0

    def ladder(self) -> tuple[int, ...]:
        """Playouts of the players who are compared, each twice those of the one before."""
        steps = min(_DOUBLINGS, self.playouts.bit_length() - 1)
        weakest = self.playouts >> steps
        return tuple(weakest << step for step in range(steps + 1))

    def seed_of(self, key: str) -> int:
        """The seed of a job, which follows from the study's."""
        return random.Random(f"{FORMAT} {self.seed} {key}").getrandbits(48)

    # --- As JSON ---------------------------------------------------------------------------------

    def about(self) -> dict[str, Any]:
        """What the journal says of the study: all that its results depend on."""
        return {
            "study": FORMAT,
            "game": self.game.id,
            "size": self.size,
            "games": self.games,
            "playouts": self.playouts,
            "time": self.seconds,
            "random_games": self.random_games,
            "seed": self.seed,
            "memory": self.memory_mb,
        }

    @classmethod
    def of(cls, about: dict[str, Any]) -> Settings:
        """The settings that a journal tells of.

        :raises ValueError: if it is not about a study.
        """
        if about.get("study") != FORMAT:
            raise ValueError("this is not the journal of a study")
        return cls(
            game=find_game(about["game"]),
            size=about["size"],
            games=about["games"],
            playouts=about["playouts"],
            seconds=about["time"],
            random_games=about["random_games"],
            seed=about["seed"],
            memory_mb=about["memory"],
        )


def measured_playouts(game: Game, size: int, seconds: float, *, memory_mb: int = 64) -> int:
    """How many playouts the engine makes on this machine in so many seconds of thinking.

    It is measured at the beginning of a game, for a second or for as long as a move takes, and
    rounded to two digits. A search that ends sooner, since it proves the result, is repeated.
    """
    board = Board(game, size=size)
    with Engine.for_board(board, memory_mb=memory_mb, seed=0) as engine:
        engine.analyse(board, Limit(time=0.1))
        done, took = 0, 0.0
        end = time.perf_counter() + max(1.0, seconds)
        while time.perf_counter() < end:
            engine.clear()
            began = time.perf_counter()
            done += engine.analyse(board, Limit(time=max(0.001, end - began))).playouts
            took += time.perf_counter() - began
    return max(2, int(float(f"{done / took * seconds:.2g}")))
