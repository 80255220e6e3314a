"""Hadron by Mark Steere (marksteeregames.com), section by section of its sheet.

INTRODUCTION, PLACEMENT RULE, OBJECT OF THE GAME.
"""

import pytest

from quincunx import (
    Board,
    IllegalMoveError,
    InvalidPositionError,
    Side,
    Termination,
    perft,
)
from tests.games.facts import Facts, Info
from tests.helpers import board_from, node_counts, play, reason, refuses_every_cell, texts

FIGURE_2 = """
    . R . . .
    B . R . .
    . B . R R
    B . . B B
    R R . . ."""

FIGURE_3 = """
    B R . B .
    B R R . .
    . B . R R
    B . . B B
    R R . . ."""

# --- INTRODUCTION --------------------------------------------------------------------------------


def test_introduction__the_board_is_empty_and_red_begins() -> None:
    board = Board("hadron")
    assert board.size == 5
    assert board.pieces() == {}
    assert board.side_name(board.turn) == "Red"


def test_introduction__one_checker_a_turn_and_the_players_take_turns() -> None:
    board = play(Board("hadron"), "c3 a1 e5")
    sides = {cell: board.side_name(piece.side) for cell, piece in board.pieces().items()}
    assert sides == {"c3": "Red", "a1": "Blue", "e5": "Red"}
    assert board.side_name(board.turn) == "Blue"


def test_introduction__there_is_no_pass() -> None:
    board = Board("hadron")
    for text in ("pass", "swap", ""):
        with pytest.raises(ValueError, match="not a move of Hadron"):
            board.push_text(text)
    assert len(board.legal_moves) == 25


@pytest.mark.parametrize("size", [3, 5, 7, 9, 11])
def test_introduction__odd_boards_are_offered(size: int) -> None:
    assert len(Board("hadron", size=size).legal_moves) == size * size


@pytest.mark.parametrize("size", [2, 4, 6, 8, 10, 12, 13, 1, 0, -5])
def test_introduction__even_and_other_boards_are_not(size: int) -> None:
    with pytest.raises(InvalidPositionError, match="3, 5, 7, 9"):
        Board("hadron", size=size)


# --- PLACEMENT RULE ------------------------------------------------------------------------------

FIGURES_1 = {
    "1a: in isolation": """
        . . .
        . . .
        . . .""",
    "1b: red left, blue above": """
        . B .
        R . .
        . . .""",
    "1c: red left, blue right": """
        . . .
        R . B
        . . .""",
    "1d: red left and above, blue right and below": """
        . R .
        R . B
        . B .""",
    "1e: red left and right, blue above and below": """
        . B .
        R . R
        . B .""",
}


@pytest.mark.parametrize("figure", FIGURES_1)
def test_placement_rule__figure_1_allows_the_centre(figure: str) -> None:
    board = board_from("hadron", FIGURES_1[figure])
    assert "b2" in texts(board.legal_moves)
    assert board.why_illegal("b2") is None


@pytest.mark.parametrize(
    ("drawing", "counts"),
    [
        (". . . / R . . / . . .", "1 red and 0 blue"),
        (". B . / . . . / R . .", "0 red and 1 blue"),
        (". R . / R . . / B . B", "2 red and 0 blue"),
        ("R . R / B . B / . . .", "0 red and 2 blue"),
        (". R . / R . B / . . B", "2 red and 1 blue"),
        (". B . / R . B / R . .", "1 red and 2 blue"),
        (". R . / R . R / B . B", "3 red and 0 blue"),
        (". R . / R . R / B B .", "3 red and 1 blue"),
        (". B . / B . B / R R R", "1 red and 3 blue"),
        (". R . / R . R / . R .", "4 red and 0 blue"),
        ("R B R / B . B / R B R", "0 red and 4 blue"),
    ],
)
def test_placement_rule__no_other_pair_of_neighbours_will_do(drawing: str, counts: str) -> None:
    rows = drawing.replace(" / ", "\n")
    # Checkers in a corner of a larger board, apart, so that as many turns were taken by each.
    lead = rows.count("R") - rows.count("B")
    far = ["B" if lead > 0 else "R"] * max(abs(lead) - (lead > 0), 0)
    tokens = [far.pop() if far and column % 2 == 0 else "." for column in range(7)]
    assert not far
    lines = [" ".join(tokens), *[". . . . . . ."] * 3]
    lines += [f"{line} . . . ." for line in rows.splitlines()]
    board = board_from("hadron", "\n".join(lines))
    assert "b2" not in texts(board.legal_moves)
    assert reason(board, "b2") == (
        f"b2 touches {counts}; Hadron's PLACEMENT RULE allows none, one of each or two of each"
    )


def test_placement_rule__diagonals_do_not_touch() -> None:
    board = play(Board("hadron"), "c3")
    assert {"b2", "b4", "d2", "d4"} <= texts(board.legal_moves)
    assert texts(board.legal_moves).isdisjoint({"b3", "c2", "c4", "d3", "c3"})


def test_placement_rule__the_edge_of_the_board_is_no_neighbour() -> None:
    board = board_from(
        "hadron",
        """
        . . .
        R . .
        . B .""",
    )
    assert "a1" in texts(board.legal_moves)


def test_placement_rule__figure_2_offers_exactly_four_cells() -> None:
    board = board_from("hadron", FIGURE_2)
    assert board.side_name(board.turn) == "Blue"
    assert texts(board.legal_moves) == {"a5", "b4", "d5", "e5"}


def test_placement_rule__figure_2_offers_the_same_cells_with_the_colours_exchanged() -> None:
    swapped = FIGURE_2.translate(str.maketrans("RB", "BR"))
    # One more red checker, next to nothing that matters: a1 is taken in either case.
    board = board_from("hadron", swapped.replace("B B . . .", "R B . . ."))
    assert board.side_name(board.turn) == "Blue"
    assert texts(board.legal_moves) == {"a5", "b4", "d5", "e5"}


def test_placement_rule__the_reason_counts_both_colours() -> None:
    board = play(Board("hadron"), "c3")
    assert reason(board, "c4") == (
        "c4 touches 1 red and 0 blue; "
        "Hadron's PLACEMENT RULE allows none, one of each or two of each"
    )
    board = play(Board("hadron"), "a1 c3")
    assert reason(board, "c4").startswith("c4 touches 0 red and 1 blue; Hadron's PLACEMENT RULE")


def test_placement_rule__an_occupied_cell_is_refused() -> None:
    board = play(Board("hadron"), "c3")
    assert reason(board, "c3") == "c3 is occupied (Hadron, PLACEMENT RULE)"
    with pytest.raises(IllegalMoveError, match="c3 is occupied") as caught:
        board.push_text("c3")
    assert caught.value.position == board.fen()


# --- OBJECT OF THE GAME --------------------------------------------------------------------------


def test_object_of_the_game__figure_3_is_won_by_blue() -> None:
    board = board_from("hadron", FIGURE_3)
    assert board.side_name(board.turn) == "Red"
    assert len(board.legal_moves) == 0
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is Side.SECOND
    assert outcome.termination == Termination.NO_PLACEMENT
    assert outcome.termination.section == "OBJECT OF THE GAME"
    assert board.result() == "0-1"


def test_object_of_the_game__figure_3_is_reached_from_figure_2_by_three_placements() -> None:
    board = play(board_from("hadron", FIGURE_2), "a5")
    assert board.outcome() is None
    missing = {"b4", "d5"}
    assert missing <= texts(board.legal_moves)
    play(board, "b4 d5")
    assert board.fen() == board_from("hadron", FIGURE_3).fen()
    assert board.is_game_over()


def test_object_of_the_game__the_last_to_place_wins() -> None:
    board = play(Board("hadron", size=3), "b2 a1 c3 a3")
    while not board.is_game_over():
        last = board.turn
        board.push(next(iter(board.legal_moves)))
    outcome = board.outcome()
    assert outcome is not None and outcome.winner is last
    assert board.score() is None


def test_object_of_the_game__a_finished_game_refuses_every_cell() -> None:
    board = board_from("hadron", FIGURE_3)
    assert refuses_every_cell(board)


# --- Node counts ---------------------------------------------------------------------------------

PERFT = {
    3: [9, 48, 176, 440, 912, 1128, 1992, 2264, 2032],
    5: [25, 520, 9032, 129896, 1576196, 16148040],
    7: [49, 2184, 88568, 3256392],
    9: [81, 6192, 446720],
    11: [121, 14080, 1575584],
}


@pytest.mark.parametrize("size", PERFT)
def test_perft__counts(size: int) -> None:
    assert node_counts(Board("hadron", size=size), len(PERFT[size])) == PERFT[size]


def test_perft__no_game_on_3x3_has_ten_placements() -> None:
    assert perft(Board("hadron", size=3), 10) == 0


# --- For the tests of all games -------------------------------------------------------------------

FACTS = Facts(
    info=Info(
        "Hadron",
        "Mark Steere",
        2022,
        (3, 5, 7, 9, 11),
        5,
        ("Red", "Blue"),
        symmetries=8,
        site="marksteeregames.com",
    ),
    perft=PERFT,
    winning={(3, None): "a1 b1 c1 a2 b2 c2 a3 b3 c3"},
    special={"no placement left": ("1BB/1RR/3 r", "a1")},
    actions=lambda n: n * n,
    late=[(3, 0), (5, 9)],
    lengths=[(5, None, 500_000, 14.5, 0.05), (7, None, 500_000, 27.9, 0.05)],
)
