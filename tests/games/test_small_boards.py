"""What the pages of the games say about the smallest boards, by looking at every position."""

import pytest

from quincunx import Side
from tests.engine.minimax import Minimax, small_board
from tests.games.facts import Kind, winning_moves

WINNING = winning_moves()


@pytest.mark.parametrize("small", WINNING, ids=str)
def test_small_boards__first_moves_that_win(small: Kind) -> None:
    openings = Minimax().openings(small_board(*small))
    assert {text for text, winner in openings.items() if winner is Side.FIRST} == WINNING[small]
