"""Games out of SGF and into it, for tests."""

from __future__ import annotations

import io
from pathlib import Path

from quincunx.convert.formats import Hints
from quincunx.convert.sgf import FORMAT
from quincunx.record import Game
from tests.record import trees

FIXTURES = Path(__file__).parent / "fixtures"


def read(text: str, hints: Hints | None = None) -> list[Game]:
    return list(FORMAT.read(io.StringIO(text), hints or Hints()))


def read_one(text: str, hints: Hints | None = None) -> Game:
    (game,) = read(text, hints)
    return game


def write(*games: Game) -> str:
    stream = io.StringIO()
    FORMAT.write(games, stream)
    return stream.getvalue()


def fixture(name: str) -> list[Game]:
    with (FIXTURES / name).open(encoding="utf-8") as stream:
        return list(FORMAT.read(stream, Hints()))


def moves(game: Game) -> str:
    return " ".join(move.text for move in game.mainline_moves())


def faults(game: Game) -> list[str]:
    return [str(error) for error in game.errors]


def told(game: Game) -> tuple[dict[str, str], list[object]]:
    """All that a game says: its tags, and its tree."""
    return dict(game.headers), trees.told(game)


def one_line(text: str) -> str:
    return text.replace("\n", "")
