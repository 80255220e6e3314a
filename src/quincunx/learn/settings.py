"""What a training is: the game, the size of the net, how games are played and learned from."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any

from quincunx.board import Board
from quincunx.games import Game, find_game

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """All that decides how a training goes, but for how long and who plays the games.

    :param game, size, pie: as for :class:`quincunx.Board`.
    :param seed: of everything that is drawn by lot.
    :param channels, blocks: how wide and how deep the net is.
    :param simulations: of the search before each move of a game.
    :param jobs, games_per_job: of each iteration. The games of a job are played at the same time,
        so that the net judges as many positions at once.
    :param noise: how much of the priors at the root is random.
    :param random_plies: each game begins with so many random moves at most.
    :param drawn_plies: up to this ply moves are drawn by what the search recommends; a third of the
        cells, if left out.
    :param window: how many positions are remembered.
    :param batch: how many positions a step learns from.
    :param reuse: in how many steps each position is used on average.
    :param rate: how fast it learns.
    """

    game: str
    size: int
    pie: bool
    seed: int
    channels: int = 32
    blocks: int = 4
    simulations: int = 64
    jobs: int = 4
    games_per_job: int = 32
    noise: float = 0.25
    random_plies: int = 4
    drawn_plies: int = 8
    window: int = 40_000
    batch: int = 256
    reuse: float = 6.0
    rate: float = 0.002

    @classmethod
    def make(
        cls,
        game: str | Game,
        *,
        size: int | None = None,
        pie: bool | None = None,
        seed: int = 0,
        drawn_plies: int | None = None,
        **others: Any,
    ) -> Settings:
        """Settings with what was left out filled in.

        >>> Settings.make("hadron", channels=16).size
        5

        :raises ValueError: if a number makes no sense, or there is no such game or size.
        """
        board = Board(game, size=size, pie=pie)
        if drawn_plies is None:
            drawn_plies = sum(map(len, board.rows)) // 3
        settings = cls(
            board.game.id, board.size, board.pie, seed, drawn_plies=drawn_plies, **others
        )
        settings._require_sense()
        return settings

    def _require_sense(self) -> None:
        least = {
            **dict.fromkeys(("seed", "random_plies", "drawn_plies"), 0),
            **dict.fromkeys(("channels", "blocks", "jobs", "games_per_job", "window", "batch"), 1),
            "simulations": 2,  # the first one only looks at the position itself
        }
        for name, value in least.items():
            if getattr(self, name) < value:
                raise ValueError(f"{name} must be {value} or more, not {getattr(self, name)}")
        most = {"seed": 2**64 - 1, "simulations": 2**31 - 1}  # visits are counted in 32 bits
        for name, value in most.items():
            if getattr(self, name) > value:
                raise ValueError(f"{name} must be {value} or less, not {getattr(self, name)}")
        if not 0 <= self.noise <= 1:
            raise ValueError(f"noise must be from 0 to 1, not {self.noise:g}")
        for name in ("reuse", "rate"):
            if not 0 < getattr(self, name) < math.inf:
                raise ValueError(
                    f"{name} must be more than 0 and finite, not {getattr(self, name):g}"
                )

    def board(self) -> Board:
        """The board that all games start from."""
        game = find_game(self.game)
        return Board(game, size=self.size, pie=self.pie if game.has_pie_rule else None)

    def as_dict(self) -> dict[str, Any]:
        """The settings in a form that JSON has."""
        return dataclasses.asdict(self)
