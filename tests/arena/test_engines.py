"""Matches of the engine itself, in this package and through its protocols."""

import shlex
import sys
from pathlib import Path

import pytest

from quincunx import Game
from quincunx.arena import play_match, verify
from tests.games.facts import size_with
from tests.marks import each_game


def test_engine__beats_the_random_mover() -> None:
    result = play_match("hadron", "level=plain,playouts=2000", "random", size=5, games=10, seed=1)
    assert not result.forfeits and result.points >= 9


@each_game
def test_engine__plays_all_games_in_time(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    size = size_with(game, 25)
    play_match(game.id, "time=0.01", "level=2", size=size, games=2, save=file)
    held = verify(file)
    assert not any(g.is_forfeit for g in held.games.values())
    for record in held.games.values():
        spent = record.times["a"]
        assert spent and spent["mean"] < 0.25


def test_engine__repeats_itself_with_a_seed() -> None:
    def games() -> list[list[str]]:
        from quincunx.arena import Match

        match = Match("hadron", "playouts=200", "level=3", size=5, games=2, seed=4, jobs=1)
        match.play()
        return [match.games[n].moves for n in (1, 2)]

    assert games() == games()


@pytest.mark.parametrize(
    ("protocol", "game", "pie"),
    [("ugi", "hadron", None), ("ugi", "square-grid-hex", True), ("htp", "square-grid-hex", False)],
)
def test_protocols__our_own_engine_plays_as_a_program(
    protocol: str, game: str, pie: bool | None
) -> None:
    command = shlex.join([sys.executable, "-m", "quincunx", "engine", protocol])
    result = play_match(
        game, f"{protocol}:{command}", "random", size=5, pie=pie, games=4, time=0.08, seed=2
    )
    assert not result.forfeits and result.points >= 3
