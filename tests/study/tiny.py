"""Small studies for the tests, each made once in a process."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from quincunx import GAMES, Game
from quincunx.study import Settings
from quincunx.study.run import JOURNAL, PAGE, REPORT, Study

__all__ = ["TINY", "Made", "made", "settings_of"]

#: Of every game the smallest board.
TINY = [(game.id, game.sizes[0]) for game in GAMES]


class Made(NamedTuple):
    """A study: what was asked for, what each job came to, and both reports."""

    settings: Settings
    results: dict[str, Any]
    report: dict[str, Any]
    page: str

    def engine_games(self) -> list[dict[str, Any]]:
        """The engine's games, in the order in which they were planned."""
        keys = sorted(key for key in self.results if key.startswith("games/"))
        return [game for key in keys for game in self.results[key]]


def settings_of(game: Game, size: int, **more: Any) -> Settings:
    few = {"games": 4, "playouts": 16, "random_games": 3, "memory_mb": 8}
    return Settings(game=game, size=size, **few | more)


@cache
def made(game: str, size: int, games: int = 4, playouts: int = 16) -> Made:
    """A study, made by one process."""
    chosen = next(known for known in GAMES if known.id == game)
    settings = settings_of(chosen, size, games=games, playouts=playouts)
    with TemporaryDirectory() as folder:
        Study(settings, folder).run(workers=1)
        return read(settings, Path(folder))


def read(settings: Settings, folder: Path) -> Made:
    """What a folder has of a study."""
    lines = (folder / JOURNAL).read_text(encoding="utf-8").splitlines()[1:]
    return Made(
        settings,
        {entry["key"]: entry["result"] for entry in map(json.loads, lines)},
        json.loads((folder / REPORT).read_text(encoding="utf-8")),
        (folder / PAGE).read_text(encoding="utf-8"),
    )
