"""Tests for every game, and for games in several sizes."""

import pytest

from quincunx import GAMES

each_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])

each_size = pytest.mark.parametrize(
    ("game", "size"),
    [pytest.param(game, size, id=f"{game.id}-{size}") for game in GAMES for size in game.sizes],
)

#: Small, usual and large.
THREE_SIZES = [
    (game, size)
    for game in GAMES
    for size in sorted({game.sizes[0], game.default_size, game.sizes[-1]})
]

three_sizes = pytest.mark.parametrize(
    ("game", "size"), THREE_SIZES, ids=[f"{game.id}-{size}" for game, size in THREE_SIZES]
)
