"""Trivet by the Quincunx contributors, section by section of its page.

INTRODUCTION, MOVING AGAIN, OBJECT OF THE GAME.
"""

import math

import pytest

from quincunx import Board, InvalidPositionError, Side, Termination, TurnReason, drawing, engine
from tests.games.facts import Facts, Info
from tests.helpers import board_from, node_counts, play, played, reason, refuses_every_cell, texts

# --- INTRODUCTION --------------------------------------------------------------------------------


def test_introduction__the_board_is_empty_and_red_begins() -> None:
    board = Board("trivet")
    assert board.size == 5
    assert board.pieces() == {}
    assert board.side_name(board.turn) == "Red"


@pytest.mark.parametrize("size", range(3, 9))
def test_introduction__every_empty_cell_may_be_taken_and_no_other(size: int) -> None:
    board = Board("trivet", size=size)
    assert len(board.legal_moves) == size * size
    play(board, "b2")
    assert "b2" not in texts(board.legal_moves)
    assert reason(board, "b2") == "b2 is occupied (Trivet, INTRODUCTION)"
    assert len(board.legal_moves) == size * size - 1


def test_introduction__there_is_no_pass() -> None:
    for text in ("pass", "swap", ""):
        with pytest.raises(ValueError, match="not a move of Trivet"):
            Board("trivet").push_text(text)


@pytest.mark.parametrize("size", [2, 9])
def test_introduction__no_other_sizes(size: int) -> None:
    with pytest.raises(InvalidPositionError, match="3, 4, 5"):
        Board("trivet", size=size)


# --- MOVING AGAIN --------------------------------------------------------------------------------


def turn(board: Board) -> str:
    """Whose turn it is, and how it came to that side: ``"R"``, or ``"R again"``."""
    assert board.turn_reason is not TurnReason.SAT_OUT
    again = " again" if board.turn_reason is TurnReason.MOVES_AGAIN else ""
    assert drawing.scene(board).status.endswith("moves again" if again else "to move")
    return board.game.letters[board.turn.value] + again


def test_moving_again__the_third_stone_of_a_square_keeps_the_turn() -> None:
    board = played("trivet", "b2 a5 b3 b5")
    assert turn(board) == "R"
    assert turn(play(board, "c2")) == "R again"
    assert turn(play(board, "e1")) == "B"


def test_moving_again__for_as_long_as_trivets_are_completed() -> None:
    """a3 completes two squares, a1 one; b1 is the fourth stone of its square."""
    board = board_from("trivet", "R R . .\n. . . .\nR R . .\n. . . .", turn="R")
    turns = [turn(play(board, text)) for text in ("a3", "a1", "b1")]
    assert turns == ["R again", "R again", "B"]
    assert board.score() == (3, 0)


def test_moving_again__two_at_once_give_one_more_move() -> None:
    board = board_from("trivet", "R R .\n. . .\nR R .", turn="R")
    assert turn(play(board, "a2")) == "R again"
    assert board.score() == (2, 0)
    assert turn(play(board, "c2")) == "B"


def test_moving_again__squares_do_not_go_around_the_edge() -> None:
    """The cells c1, a2 and c2 are neighbours as bits, and not three of a square."""
    board = board_from("trivet", ". . .\nR . R\n. . R", turn="R")
    assert board.score() == (0, 0)
    assert turn(play(board, "a3")) == "B"


def test_moving_again__blue_does_too() -> None:
    board = played("trivet", "a1 d4 c1 d5 a3 e4")
    assert turn(board) == "B again"
    board.pop()
    assert turn(board) == "B"


def test_moving_again__trivets_are_features() -> None:
    board = played("trivet", "b2 a5 b3 b5 c2")
    [feature] = board.features()
    assert (feature.kind, feature.side) == ("trivet", Side.FIRST)
    assert set(feature.cells) == {"b2", "c2", "b3", "c3"}


# --- OBJECT OF THE GAME --------------------------------------------------------------------------


@pytest.mark.parametrize("winner", ["R", "B"])
def test_object_of_the_game__more_trivets_win(winner: str) -> None:
    drawing = "R R B\nR R B\nB R ."
    if winner == "B":
        drawing = drawing.translate(str.maketrans("RB", "BR"))
    board = board_from("trivet", drawing, turn="B")
    assert board.outcome() is None
    play(board, "c1")
    outcome = board.outcome()
    assert outcome is not None and outcome.winner is not None
    assert board.game.letters[outcome.winner.value] == winner
    assert outcome.termination is Termination.MOST_TRIVETS


def test_object_of_the_game__equally_many_are_a_draw() -> None:
    board = board_from("trivet", "R R B\nR B B\nR R B", turn="R")
    assert board.score() == (2, 2)
    outcome = board.outcome()
    assert outcome is not None and outcome.winner is None
    assert outcome.termination is Termination.EQUAL_TRIVETS
    assert board.result() == "1/2-1/2"


def test_object_of_the_game__a_full_board_refuses_every_cell() -> None:
    board = board_from("trivet", "R R R\nR R B\nB R B", turn="B")
    outcome = board.outcome()
    assert outcome is not None and outcome.winner is Side.FIRST
    assert outcome.termination is Termination.MOST_TRIVETS
    assert outcome.termination.section == "OBJECT OF THE GAME"
    assert refuses_every_cell(board)


def test_object_of_the_game__on_4x4_red_loses_from_the_corners_only() -> None:
    found = engine.solve(Board("trivet", size=4), openings=True)
    assert found.winner == "first" and found.openings is not None
    lost = {move.text for move, winner in found.openings.items() if winner != "first"}
    assert lost == {"a1", "a4", "d1", "d4"}


# --- Set-up positions ----------------------------------------------------------------------------


def test_any_position__may_be_set_up() -> None:
    for fen in ("RRR/3/3 r", "RRR/3/3 b", "3/3/3 b"):
        board = Board("trivet", fen=fen)
        assert board.fen() == fen
        assert board.turn_reason is TurnReason.PASSED


@pytest.mark.parametrize("fen", ["[R2]2/3/3 r", "3/3/3 r 1"])
def test_any_position__but_no_stacks_and_no_fields(fen: str) -> None:
    with pytest.raises(InvalidPositionError):
        Board("trivet", fen=fen)


# --- Node counts ---------------------------------------------------------------------------------

PERFT = {
    n: [math.perm(n * n, d) for d in range(1, depth + 1)] for n, depth in ((3, 9), (5, 4), (8, 3))
}


@pytest.mark.parametrize("size", PERFT)
def test_perft__counts(size: int) -> None:
    assert node_counts(Board("trivet", size=size), len(PERFT[size])) == PERFT[size]


# --- For the tests of all games -------------------------------------------------------------------

FACTS = Facts(
    info=Info(
        "Trivet", "Quincunx contributors", 2026, range(3, 9), 5, ("Red", "Blue"), symmetries=8
    ),
    perft=PERFT,
    winning={(3, None): "b2"},
    special={
        "two moves running": ("BB1/RR1/3 r", "a1 c1 c2"),
        "the last stone moves again": ("RBB/RRB/B1R r", "b1"),
    },
    actions=lambda n: n * n,
    late=[(3, 2), (4, 9), (5, 18)],
    lengths=[(5, None, 4000, 25.0, 0.0)],
)
