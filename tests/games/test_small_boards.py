"""What the pages of the games say about the smallest boards, by looking at every position."""

import pytest

from quincunx import Board, Side


def winner(board: Board, known: dict[str, Side | None]) -> Side | None:
    """Who wins with best play; draws do not occur on the boards below."""
    outcome = board.outcome()
    if outcome is not None:
        return outcome.winner
    fen = board.fen()
    if fen not in known:
        known[fen] = board.turn.other
        for move in list(board.legal_moves):
            board.push(move)
            result = winner(board, known)
            board.pop()
            if result is board.turn:
                known[fen] = result
                break
    return known[fen]


ALL_OF_HADRON = "a1 b1 c1 a2 b2 c2 a3 b3 c3"


@pytest.mark.parametrize(
    ("game", "size", "pie", "winning"),
    [
        ("hadron", 3, None, ALL_OF_HADRON),
        ("square-grid-hex", 3, False, "a1 a2 b2 c2 c3"),
        ("square-grid-hex", 3, True, "a2 c2"),
        ("cordon", 2, None, "b2"),
        ("blast-radius", 3, None, "c3"),
    ],
)
def test_small_boards__first_moves_that_win(
    game: str, size: int, pie: bool | None, winning: str
) -> None:
    known: dict[str, Side | None] = {}
    board = Board(game, size=size, pie=pie)
    found = set()
    for move in list(board.legal_moves):
        board.push(move)
        if winner(board, known) is Side.FIRST:
            found.add(move.text)
        board.pop()
    assert found == set(winning.split())
