"""Openings: random, but the same for the same seed, and worth playing."""

from itertools import islice

import pytest

from quincunx import GAMES, Board
from quincunx.arena import default_plies, openings


def after(start: Board, opening: tuple[str, ...]) -> Board:
    board = start.copy()
    for text in opening:
        board.push_text(text)
    return board


BOARDS = [
    *(Board(game) for game in GAMES),
    Board("square-grid-hex", size=11, pie=False),
    Board("hadron", size=7),
    Board("cordon", size=3),
    Board("blast-radius", size=4),
]


@pytest.mark.parametrize("start", BOARDS, ids=lambda board: f"{board.game.id}-{board.size}")
def test_openings__are_varied_and_undecided(start: Board) -> None:
    plies = default_plies(start)
    drawn = list(islice(openings(start, plies, seed=1), 30))
    assert drawn == list(islice(openings(start, plies, seed=1), 30))
    assert drawn != list(islice(openings(start, plies, seed=2), 30))
    boards = [after(start, opening) for opening in drawn]
    assert {len(opening) for opening in drawn} == {plies}
    assert len({board.canonical_hash() for board in boards}) == 30
    for board in boards:
        assert not board.is_game_over()
        for move in board.legal_moves:
            outcome = after(board, (move.text,)).outcome()
            assert outcome is None or outcome.winner is not board.turn


def test_openings__the_swap_is_left_to_the_players() -> None:
    start = Board("square-grid-hex", size=11)
    opening = next(openings(start, default_plies(start), seed=1))
    assert "swap" in [move.text for move in after(start, opening).legal_moves]


def test_openings__start_over_when_there_are_no_new_ones() -> None:
    # Hadron 3×3 has three first moves, but for symmetries.
    drawn = list(islice(openings(Board("hadron", size=3), 1, seed=1), 9))
    for three in (drawn[:3], drawn[3:6], drawn[6:]):
        hashes = {after(Board("hadron", size=3), opening).canonical_hash() for opening in three}
        assert len(hashes) == 3


def test_openings__of_no_moves_and_of_too_many() -> None:
    assert list(islice(openings(Board("hadron"), 0, seed=1), 2)) == [(), ()]
    with pytest.raises(ValueError, match="end the game"):
        next(openings(Board("hadron", size=3), 9, seed=1))
