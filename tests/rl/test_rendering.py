"""Pictures of environments: frames fit together into a video."""

import random

import numpy as np
import pytest

from quincunx import Board, Game
from quincunx.rl.rendering import render
from quincunx.testing import random_game
from tests.marks import three_sizes

pytest.importorskip("resvg_py")


@three_sizes
def test_frames__have_one_size_throughout_a_game_and_name_the_designer(
    game: Game, size: int
) -> None:
    """Every ply of the shortest games, and some of the others."""
    board = random_game(Board(game, size=size), random.Random(size))
    moves = board.move_stack
    every = max(1, len(moves) // (15 if size == game.sizes[0] else 3))
    shapes = set()
    for k in range(len(moves) + 1):
        if k % every == 0 or k == 1:
            frame = render(board, "rgb_array")
            shapes.add(frame.shape)
            # The credit is the last line: letters on the colour of the page.
            assert frame.dtype == np.uint8 and (frame[-30:-8, 20:100] != frame[0, 0]).any()
        if k < len(moves):
            board.pop()
    assert len(shapes) == 1 and shapes.pop()[1:] == (480, 3)
