"""Quadrature by Mark Steere (marksteeregames.com), section by section of its sheet.

INTRODUCTION, OBJECT OF THE GAME, BASIC MOVES, SQUARING, MARKER.

The board is 11x11 and White moves up. In the drawings most men are bystanders: there are always
eighteen, and those that no comment mentions share no rectangle with any others.
"""

import pytest

from quincunx import (
    Board,
    GameOverError,
    IllegalMoveError,
    InvalidPositionError,
    Score,
    Side,
    Termination,
    perft,
)
from tests.games.facts import Facts, Info
from tests.helpers import board_from, cells_of, dots, men, node_counts, play, reason, texts

WHITE, BLACK = Side.FIRST, Side.SECOND


def drawn(drawing: str, *, turn: str = "W", markers: tuple[int, int] = (0, 0)) -> Board:
    return board_from("quadrature", drawing, turn=turn, fields="{} {}".format(*markers))


def exchanged(board: Board, text: str) -> set[str]:
    """The locations where the move would exchange a man."""
    changes = board.changes(board.parse_text(text))
    return {cell for cell, (old, new) in changes.items() if old is not None and new is not None}


# White's c4-d5 makes a rectangle of d5, d8, g5 and the black g8.
ONE = """
    . . . . . . . . B . .
    . . . . . . . . B . .
    . . . . . . . . B . .
    . . . W . . B . . . .
    . . . . . . . . B . .
    . . . . . . . . B . .
    . . . . . . W . . . .
    . . W . . W . W . B W
    . . . . . . . . B . .
    B W . . W . . . . . .
    . . . . . . . . B . ."""

# Two at once, as in Figure 2: c4-d5 squares g8 (with d8 and g5) and a2 (with a5 and d2).
TWO_AT_ONCE = """
    . . W . . . . . . . .
    . B . . B . . . . B .
    . . B . . . . . . . .
    . . . W . . B . . . .
    . . . . . . . . . . B
    . . . . . . . . . . W
    W . . . . . W . . . .
    . . W . . . . . . . .
    . . . . . B . W B . .
    B . . W . . . . . . .
    . . . . . . . . . . B"""

# Three in sequence, as in Figure 3: c4-d5 squares g8, the man added there i10 (with g10 and i8),
# and the man added there k11 (with i11 and k10).
THREE_IN_SEQUENCE = """
    . . . . . . . . W . B
    . . . . . . W . B . W
    . . B . . . . . . . .
    . . . W . . B . W . .
    . . . . . . . . . B .
    . . . . . . . . . B .
    . . . . . . W . . . .
    . . W . . . . . . . .
    . . . . B W . W . . .
    . . W . . . . . . . .
    . . B . . . . . . . ."""

# h2, k2 and h6 have squared k6 from before; c4-d5 squares g8 and has no part in that.
STOOD_BEFORE = """
    . . . . B B . . . B .
    B . . . . . . . . . .
    B . . . . . . . . . .
    . . . W . . B . . . .
    W . . . . . . . . . .
    . . . . . . . W . . B
    . . . . . . W . . . .
    . W W . . . . . B . .
    W . . . . . . . . . .
    . . . . . . . W . . W
    B . . . . . . . . . ."""

# Black's g5, d8 and g8 square d5.
FORBIDDEN = """
    . . . . . . . . B . .
    . . . . . . . . B . .
    . . . . . . . . B . .
    . . . B . . B . . . .
    . . . . . . . . B . .
    . . . . . . . . B . .
    . . . . . . B . . . .
    . . W . . W . W . B W
    . . . . . . . . B . .
    B W . . W . . . . . .
    . . . . . . . . B . ."""

# The same, and d2 and g2 are White's: from d5 White would square g5, one of the three.
FORBIDDEN_THOUGH_IT_SQUARES = """
    B . . . . W . B . . .
    . . . . . . . . B . .
    . . . . . . . . . . B
    . . . B . . B . . . .
    . . . . . . . . B . .
    . . . . . . . . W . .
    . . . . . . B . . . .
    . B W . B . . . . B .
    . . . . . . . . . . B
    . . . W . . W . . . .
    . . . . . . . . W . ."""

# c4-d5 squares g8, where Black's j8, g3 and j3 would square a white man.
ADDED_WHERE_BLACK_SQUARES = """
    . . . . B B . . B . B
    B . . . . . . . . . .
    . . . . . . . B . . .
    . . . W . . B . . B .
    W . . . . . . . . . .
    B . . . . . . . . . .
    . . . . . . W . . . .
    . W W . . . . . . . .
    . . . . . . B . . B .
    W . . . . . . . . . .
    W . . . . . . . . . ."""

# The sideways c5-d5 squares g8.
SIDEWAYS = """
    . . . . . . . . . . B
    . . . . . . . . . . W
    . . . . . . . . . . B
    . . . W . . B . . . .
    . . . . . . . . . . B
    . . . . . . . . . . B
    . . W . . . W . . . .
    . . . . . . . . . . W
    . . . . . . . . . . W
    W B . . B . . . . B .
    . . . . . B . W B . ."""

# Black's men have come to the end and cannot go sideways with two dots: Black has no move.
BLACK_SITS_OUT = men("a5 b6 c7 d8 e9 f4 g5 h6 i7 j8 k9 a3 c4 e2", "a1 c1 i1 k1", dots=(0, 2)).fen()

# --- INTRODUCTION --------------------------------------------------------------------------------


def test_introduction__nine_men_each_in_a_row() -> None:
    board = Board("quadrature")
    assert board.size == 11
    assert cells_of(board, WHITE) == {f"{column}3" for column in "bcdefghij"}
    assert cells_of(board, BLACK) == {f"{column}9" for column in "bcdefghij"}
    assert board.score() == Score(9, 9)
    assert dots(board) == (0, 0)


def test_introduction__white_begins() -> None:
    board = Board("quadrature")
    assert board.side_name(board.turn) == "White"
    assert board.side_name(board.turn.other) == "Black"


def test_introduction__each_player_has_a_bar_in_the_furthest_row() -> None:
    bars = {
        found.side: set(found.cells)
        for found in Board("quadrature").features()
        if found.kind == "goal bar"
    }
    assert bars == {WHITE: {"e11", "f11", "g11"}, BLACK: {"e1", "f1", "g1"}}


@pytest.mark.parametrize("size", [3, 9, 10, 12, 13])
def test_introduction__the_board_has_121_locations_and_no_other_number(size: int) -> None:
    with pytest.raises(InvalidPositionError, match="11"):
        Board("quadrature", size=size)


def test_introduction__there_are_always_eighteen_men() -> None:
    with pytest.raises(InvalidPositionError, match="18"):
        Board("quadrature", fen="11/11/1BBBBBBBBB1/11/11/11/11/11/1WWWWWWWW2/11/11 w 0 0")


# --- OBJECT OF THE GAME --------------------------------------------------------------------------

BEFORE_THE_BAR = """
    . . . . W W . . . . .
    . . . . . . W . . . .
    . . . . . . . B . . .
    . . . . . . . W . . .
    . . . . . . . B . . .
    B B W B . . . . B B B
    . . . . . . . B . . .
    . . . . . . . W . . .
    . . . . . . . W . . .
    . . . . . . . B . . .
    . . . . . . . W . . ."""

# e7-e8 makes a rectangle of e8, g8, e11 and the black g11.
BAR_BY_EXCHANGE = """
    . . . . W W B . . . .
    B . . . . . . . . . .
    . W B . . . . B B . .
    . . . . . . W . . . .
    . . . . W . . . . . .
    B . . . . . . . . . .
    B . . . . . . . . . .
    B . . . . . . . . . .
    B . . . . . . . . . .
    . . . W . . . . . W W
    B . . . . . . . . . ."""

# c4-d5 squares g8, one of three black men.
THREE_BLACK_MEN = """
    . . . . . . . . W . .
    . . . . . . . . W . .
    . . . . . . . . W . .
    . . . W . . B . . . .
    . . . . . . . . W . .
    . . . . . . . . B . .
    . . . . . . W . . . .
    . . W . . W . W . W W
    . . . . . . . . W . .
    W W . . W . . . . . .
    . . . . . . . . B . ."""


def test_object_of_the_game__three_men_in_the_bar_win() -> None:
    board = play(drawn(BEFORE_THE_BAR), "g10-g11")
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (WHITE, Termination.GOAL_BAR)
    assert outcome.termination.section == "OBJECT OF THE GAME"


def test_object_of_the_game__a_man_exchanged_into_the_bar_counts() -> None:
    board = drawn(BAR_BY_EXCHANGE)
    assert exchanged(board, "e7-e8") == {"g11"}
    outcome = play(board, "e7-e8").outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (WHITE, Termination.GOAL_BAR)


def test_object_of_the_game__two_men_in_the_bar_do_not_win() -> None:
    board = play(drawn(BEFORE_THE_BAR), "g10-h11")
    assert board.outcome() is None


def test_object_of_the_game__three_men_in_the_own_first_row_do_not_win() -> None:
    # White on Black's bar: nothing to White, and no move of Black's can end the game there.
    board = men("e1 f1 g1 a5 b8 c4 d6 i3 j7", "a10 b11 c9 d2 f8 h10 i11 j5 k9", turn="W")
    assert board.outcome() is None


def test_object_of_the_game__two_or_fewer_enemy_men_win() -> None:
    board = play(drawn(THREE_BLACK_MEN), "c4-d5")
    assert board.score() == Score(16, 2)
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (WHITE, Termination.TWO_MEN)


def test_object_of_the_game__three_enemy_men_are_enough_to_play_on() -> None:
    board = play(drawn(THREE_BLACK_MEN), "c4-c5")
    assert board.score() == Score(15, 3)
    assert board.outcome() is None


def test_object_of_the_game__black_wins_by_the_same_rules() -> None:
    def upside_down(drawing: str) -> str:
        lines = drawing.translate(str.maketrans("WB", "BW")).strip().splitlines()
        return "\n".join(reversed(lines))

    board = play(drawn(upside_down(BEFORE_THE_BAR), turn="B"), "g2-g1")
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (BLACK, Termination.GOAL_BAR)
    board = play(drawn(upside_down(THREE_BLACK_MEN), turn="B"), "c8-d7")
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (BLACK, Termination.TWO_MEN)


def test_object_of_the_game__a_finished_game_refuses_moves() -> None:
    board = play(drawn(BEFORE_THE_BAR), "g10-g11")
    assert len(board.legal_moves) == 0
    for text in ("h5-h4", "h3-h4"):
        assert board.why_illegal(text) is not None
        with pytest.raises(GameOverError):
            board.push_text(text)


# --- BASIC MOVES ---------------------------------------------------------------------------------


def test_basic_moves__forward_diagonally_forward_or_sideways() -> None:
    board = drawn(ONE)
    from_g5 = {text for text in texts(board.legal_moves) if text.startswith("g5-")}
    assert from_g5 == {"g5-f5", "g5-h5", "g5-f6", "g5-g6", "g5-h6"}


def test_basic_moves__black_moves_down() -> None:
    board = play(Board("quadrature"), "f3-f4")
    from_b9 = {text for text in texts(board.legal_moves) if text.startswith("b9-")}
    assert from_b9 == {"b9-a9", "b9-a8", "b9-b8", "b9-c8"}


@pytest.mark.parametrize("text", ["g5-g4", "g5-f4", "g5-h4", "g5-g7", "g5-i5", "g5-e7", "g5-g5"])
def test_basic_moves__not_backward_and_not_further(text: str) -> None:
    assert reason(drawn(ONE), text) == (
        f"{text} is not one step forward, diagonally forward or sideways (Quadrature, BASIC MOVES)"
    )


def test_basic_moves__only_to_an_unoccupied_location() -> None:
    board = Board("quadrature")
    assert reason(board, "c3-d3") == "d3 is occupied (Quadrature, BASIC MOVES)"
    board = men("a5 c5 e5 g5 i5 k5 b1 d1 f1", "a6 c7 e8 g9 i10 k11 b10 d11 f10")
    assert reason(board, "a5-a6") == "a6 is occupied (Quadrature, BASIC MOVES)"


def test_basic_moves__only_with_ones_own_man() -> None:
    board = Board("quadrature")
    assert reason(board, "b9-b8") == "b9 holds no white man (Quadrature, BASIC MOVES)"
    assert reason(board, "a1-a2") == "a1 holds no white man (Quadrature, BASIC MOVES)"
    with pytest.raises(IllegalMoveError, match="BASIC MOVES"):
        board.push_text("b9-b8")


def test_basic_moves__there_is_no_pass() -> None:
    for text in ("pass", "b3", "swap", "b3-b4-b5"):
        with pytest.raises(ValueError, match="not a move of Quadrature"):
            Board("quadrature").push_text(text)


def test_basic_moves__the_start_has_29() -> None:
    board = Board("quadrature")
    ahead = {
        f"{column}3-{chr(ord(column) + step)}4" for column in "bcdefghij" for step in (-1, 0, 1)
    }
    assert texts(board.legal_moves) == ahead | {"b3-a3", "j3-k3"}


def test_basic_moves__who_has_no_move_sits_out() -> None:
    board = Board("quadrature", fen=BLACK_SITS_OUT)
    for text in ("a5-a6", "a6-a7", "a7-b8"):
        assert board.turn is WHITE
        board.push_text(text)
        assert board.outcome() is None
    assert board.turn is WHITE
    assert board.ply() == 3  # nothing is written for the turns that Black did not have


def test_basic_moves__sitting_out_keeps_the_markers() -> None:
    board = Board("quadrature", fen=BLACK_SITS_OUT)
    board.push_text("k9-j9")
    assert dots(board) == (1, 2)
    board.push_text("a3-a4")
    assert dots(board) == (0, 2)


def test_basic_moves__sitting_out_makes_no_new_arrangement() -> None:
    board = Board("quadrature", fen=BLACK_SITS_OUT)
    board.push_text("k9-j9")
    assert board.outcome() is None  # Black's turn went by, and the arrangement is still the same


def test_basic_moves__neither_can_move_is_a_draw() -> None:
    board = men("a11 b11 c11 d11 e11 f11 h11 i11 k11", "a1 b1 c1 d1 e1 f1 h1 i1 k1", dots=(1, 2))
    assert texts(board.legal_moves) == {"f11-g11", "h11-g11", "i11-j11", "k11-j11"}
    board.push_text("k11-j11")
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (None, Termination.NO_MOVES)
    assert outcome.termination.section == "BASIC MOVES"
    assert board.result() == "1/2-1/2"


def test_basic_moves__an_arrangement_that_stood_before_is_a_draw() -> None:
    board = play(Board("quadrature"), "b3-a3 b9-a9 a3-b3")
    assert board.outcome() is None
    board.push_text("a9-b9")  # as at the start
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (None, Termination.REPETITION)
    assert outcome.termination.section == "BASIC MOVES"


def test_basic_moves__it_does_not_matter_what_the_markers_show() -> None:
    board = play(Board("quadrature"), "b3-a3 b9-a9 a3-b3 a9-b9")
    assert dots(board) == (2, 2)  # and not (0, 0) as at the start
    assert board.is_game_over()


def test_basic_moves__an_arrangement_in_the_middle_of_the_game_counts_too() -> None:
    board = play(Board("quadrature"), "e3-e4 e9-e8 b3-a3 b9-a9 a3-b3")
    assert board.outcome() is None
    board.push_text("a9-b9")
    outcome = board.outcome()
    assert outcome is not None and outcome.termination == Termination.REPETITION


def test_basic_moves__a_repetition_counts_whoever_is_to_move() -> None:
    """White may move from a5 to a6 only. Black's e6-d6 squares a6, so White sits out; d6-e6 brings
    the arrangement back, and this time it would be White's turn and not Black's."""
    board = men(
        "a5 b11 c11 h11 i11 k11", "b6 e6 a9 d9 f2 g4 h3 i4 j2 k4 f8 g7", turn="B", dots=(2, 0)
    )
    board.push_text("e6-d6")
    assert board.turn is BLACK
    board.push_text("d6-e6")
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (None, Termination.REPETITION)
    # Without the past it is White who would move on.
    again = men(
        "a5 b11 c11 h11 i11 k11", "b6 e6 a9 d9 f2 g4 h3 i4 j2 k4 f8 g7", turn="W", dots=(2, 2)
    )
    assert texts(again.legal_moves) == {"a5-a6"}


def test_basic_moves__the_same_men_elsewhere_are_no_repetition() -> None:
    board = play(Board("quadrature"), "b3-a3 b9-a9 a3-a4 a9-a8")
    assert board.outcome() is None


# --- SQUARING ------------------------------------------------------------------------------------


def test_squaring__a_man_on_the_fourth_corner_is_exchanged() -> None:
    board = drawn(ONE)
    assert exchanged(board, "c4-d5") == {"g8"}
    board.push_text("c4-d5")
    assert board.piece_at("g8") == (WHITE, 1)
    assert board.score() == Score(9, 9)
    assert board.turn is BLACK


def test_squaring__the_move_must_form_the_rectangle() -> None:
    board = drawn(ONE)
    assert exchanged(board, "c4-c5") == set()
    assert exchanged(board, "g5-g6") == set()


def test_squaring__two_own_men_and_two_enemies_form_nothing() -> None:
    # d5, g5 and Black's d8, g8.
    board = men("c4 g5 a2 b1 e1 f3 h2 k1 i6", "d8 g8 a10 b11 c9 e11 f10 h11 i3")
    assert exchanged(board, "c4-d5") == set()


def test_squaring__two_men_may_be_squared_at_once() -> None:
    board = drawn(TWO_AT_ONCE)
    assert exchanged(board, "c4-d5") == {"a2", "g8"}


def test_squaring__an_added_man_squares_in_turn() -> None:
    board = drawn(THREE_IN_SEQUENCE)
    assert exchanged(board, "c4-d5") == {"g8", "i10", "k11"}
    board.push_text("c4-d5")
    assert board.score() == Score(13, 5)
    assert board.turn is BLACK  # all in one turn


def test_squaring__a_rectangle_that_stood_before_exchanges_nothing() -> None:
    board = drawn(STOOD_BEFORE)
    assert exchanged(board, "c4-d5") == {"g8"}
    board.push_text("c4-d5")
    assert board.piece_at("k6") == (BLACK, 1)
    for text in ("c4-c5", "a3-a4"):
        assert exchanged(drawn(STOOD_BEFORE), text) == set()


def test_squaring__a_man_squared_before_goes_when_a_new_rectangle_squares_him() -> None:
    # h2, k2 and h6 have squared k6; i6 and i1-i2 make another rectangle around him: i2 i6 k2 k6.
    board = men("h2 k2 h6 i6 i1 a3 b4 c5 d1", "k6 a11 b10 c9 d8 e11 f10 g9 j8")
    assert exchanged(board, "d1-d2") == set()
    assert exchanged(board, "i1-i2") == {"k6"}


def test_squaring__no_move_to_a_location_squared_by_the_enemy() -> None:
    board = drawn(FORBIDDEN)
    assert reason(board, "c4-d5") == (
        "c4-d5 forms a rectangle with the black men on g5, d8 and g8 (Quadrature, SQUARING)"
    )
    with pytest.raises(IllegalMoveError, match="SQUARING"):
        board.push_text("c4-d5")
    assert {"c4-c5", "c4-b5"} <= texts(board.legal_moves)


def test_squaring__forbidden_even_if_it_would_exchange_one_of_the_three() -> None:
    """The enemy men are judged as they stand before any exchange."""
    board = drawn(FORBIDDEN_THOUGH_IT_SQUARES)
    assert "black men on g5, d8 and g8 (Quadrature, SQUARING)" in reason(board, "c4-d5")


def test_squaring__a_man_may_be_added_where_the_enemy_squares() -> None:
    board = drawn(ADDED_WHERE_BLACK_SQUARES)
    assert exchanged(board, "c4-d5") == {"g8"}
    board.push_text("c4-d5")
    assert board.piece_at("g8") == (WHITE, 1)


def test_squaring__an_enemy_on_his_turn_does_not_exchange_what_stood() -> None:
    board = play(drawn(ADDED_WHERE_BLACK_SQUARES), "c4-d5")
    # Black's j8, g3 and j3 square the man added on g8 all along; a move elsewhere leaves him.
    assert exchanged(board, "a10-a9") == set()


def test_squaring__rectangles_lie_along_rows_and_columns_only() -> None:
    # c4-d5: a diamond of d5, f7, d9 and b7 is not one.
    board = men("c4 f7 d9 a1 e2 g3 h1 i2 k3", "b7 a11 c10 e8 g11 h10 i9 j8 k6")
    assert exchanged(board, "c4-d5") == set()


# --- MARKER --------------------------------------------------------------------------------------


def test_marker__counts_sideways_moves_that_square_nothing() -> None:
    board = play(Board("quadrature"), "b3-a3")
    assert dots(board) == (1, 0)
    play(board, "b9-b8 j3-k3")
    assert dots(board) == (2, 0)
    markers = {found.side: found.label for found in board.features() if found.kind == "marker"}
    assert markers == {WHITE: "2", BLACK: "0"}


def test_marker__with_two_dots_no_third_sideways_move() -> None:
    board = play(Board("quadrature"), "b3-a3 b9-b8 j3-k3 c9-c8")
    assert reason(board, "a3-b3") == (
        "a3-b3 goes sideways without squaring a man, but White's marker shows two dots "
        "(Quadrature, MARKER)"
    )
    sideways = {text for text in texts(board.legal_moves) if text[1] == text[4]}
    assert sideways == set()
    with pytest.raises(IllegalMoveError, match="MARKER"):
        board.push_text("a3-b3")


@pytest.mark.parametrize("text", ["e3-e4", "e3-d4", "e3-f4"])
def test_marker__forward_and_diagonal_moves_take_it_off(text: str) -> None:
    board = play(Board("quadrature"), f"b3-a3 b9-b8 j3-k3 c9-c8 {text}")
    assert dots(board) == (0, 0)
    play(board, "d9-d8")
    assert "a3-b3" in texts(board.legal_moves)


def test_marker__each_player_has_one() -> None:
    board = play(Board("quadrature"), "b3-a3 b9-a9")
    assert dots(board) == (1, 1)
    play(board, "e3-e4")
    assert dots(board) == (0, 1)
    play(board, "j9-k9")
    assert dots(board) == (0, 2)


def test_marker__a_squaring_sideways_move_is_allowed_at_two_dots_and_takes_it_off() -> None:
    board = drawn(SIDEWAYS, markers=(2, 1))
    sideways = {text for text in texts(board.legal_moves) if text[1] == text[-1]}
    assert "c5-d5" in sideways
    assert reason(board, "c5-b5").endswith("(Quadrature, MARKER)")
    assert exchanged(board, "c5-d5") == {"g8"}
    board.push_text("c5-d5")
    assert dots(board) == (0, 1)


@pytest.mark.parametrize("shown", [0, 1])
def test_marker__a_squaring_sideways_move_takes_it_off_at_any_time(shown: int) -> None:
    board = play(drawn(SIDEWAYS, markers=(shown, 0)), "c5-d5")
    assert dots(board) == (0, 0)


def test_marker__not_in_a_row_is_not_counted() -> None:
    board = play(Board("quadrature"), "b3-a3 b9-b8 e3-e4 c9-c8 j3-k3")
    assert dots(board) == (1, 0)


def test_marker__shows_no_more_than_two_dots() -> None:
    with pytest.raises(InvalidPositionError, match="MARKER"):
        Board("quadrature", fen="11/11/1BBBBBBBBB1/11/11/11/11/11/1WWWWWWWWW1/11/11 w 3 0")


# --- Node counts ---------------------------------------------------------------------------------

# fmt: off
PERFT = {11: [29, 841, 25723, 786769, 24911287]}

SETTINGS = [
    ("b3 b4 b6 d3 e3 e6 h6 i4 j6 k5", "d9 e7 f6 f9 g7 h8 j7 j8", (1, 0),
     [38, 1123, 35327, 1020094]),
    ("a7 f6 g5 j8", "b6 c4 c6 c9 d9 e3 e7 h1 h3 h7 i8 k4 k6 k7", (0, 0),
     [11, 583, 6644, 354713]),
    ("b9 c7 g7 g9 i10 j11", "b4 c4 d5 e1 e8 f6 f9 i2 i4 i6 j1 k5", (1, 1),
     [25, 1147, 22202, 816349]),
    ("a8 a9 b6 b8 b9 d6 d8 e8 e9 f3 f5 j10 k4 k6 k7", "f1 h1 j1", (1, 2),
     [52, 2342, 121899, 6101665]),
]
# fmt: on


def test_perft__counts_from_the_start() -> None:
    assert node_counts(Board("quadrature"), len(PERFT[11])) == PERFT[11]


@pytest.mark.parametrize(("white", "black", "markers", "counts"), SETTINGS)
def test_perft__counts_with_squaring_markers_and_sitting_out(
    white: str, black: str, markers: tuple[int, int], counts: list[int]
) -> None:
    assert node_counts(men(white, black, dots=markers), len(counts)) == counts


def test_perft__sees_repetitions_that_began_before() -> None:
    """The moves so far count: one of the continuations is a draw and has none of its own."""
    board = play(Board("quadrature"), "b3-a3 b9-a9 a3-b3")
    fresh = Board("quadrature", fen=board.fen())
    assert perft(board, 1) == perft(fresh, 1)
    after = board.copy()
    after.push_text("a9-b9")
    assert after.is_game_over()
    without = fresh.copy()
    without.push_text("a9-b9")
    assert perft(fresh, 2) - perft(board, 2) == without.legal_moves.count() > 0


# --- For the tests of all games -------------------------------------------------------------------

START = "11/11/1BBBBBBBBB1/11/11/11/11/11/1WWWWWWWWW1/11/11 w"
BEFORE_AN_EXCHANGE = "11/W10/11/2W2WW4/W1W4BW2/WWWW1W1B3/5W5/10W/8B2/11/8B2 w 0 0"
BEFORE_SITTING_OUT = "W9W/11/W9W/5W5/W9W/5W5/W9W/11/W8WW/10W/BBBW7 w 0 0"

FACTS = Facts(
    info=Info(
        "Quadrature",
        "Mark Steere",
        1992,
        (11,),
        11,
        ("White", "Black"),
        symmetries=2,
        site="marksteeregames.com",
    ),
    perft=PERFT,
    special={
        "an exchange": (BEFORE_AN_EXCHANGE, ""),
        "two men left": (BEFORE_AN_EXCHANGE, "g8-h8"),
        "two dots on the marker": (f"{START} 2 2", ""),
        "a bar that is full": (
            "W5W2W1/11/11/11/11/11/11/7BB2/9BB/4B2B3/BB1BBB1BBBB b 2 0",
            "h1-g1",
        ),
        "nobody can move": (
            "WWWWW1WWWWW/6W1W1W/11/11/11/11/11/11/11/11/3BB2BBB1 w 1 2",
            "e11-f11",
        ),
        "sitting out": (BEFORE_SITTING_OUT, "a11-b11"),
        "a draw by repetition": (f"{START} 0 0", "b3-a3 b9-a9 a3-b3 a9-b9"),
        "a draw by repetition while the other sits out": (BEFORE_SITTING_OUT, "a11-b11 b11-a11"),
    },
    actions=lambda n: 5 * n * n,
    lengths=[(11, None, 8_000, 141, 0.5)],
    judges_leaves=True,
)
