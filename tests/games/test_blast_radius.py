"""Blast Radius by Mark Steere (marksteeregames.com), section by section of its sheet.

INTRODUCTION, STACK, RADIATION EXCLUSION ZONE (REZ), PLAY, CAPTURES, OBJECT OF THE GAME.
"""

import pytest

from quincunx import (
    Board,
    IllegalMoveError,
    InvalidPositionError,
    Score,
    Side,
    Termination,
)
from tests.games.facts import Facts, Info
from tests.helpers import board_from, heights, node_counts, play, reason, refuses_every_cell, texts

RED, BLUE = Side.FIRST, Side.SECOND

CORNERS = "c3 a1 a3 c5 e3 e1 c1"
"""On side 3: the middle cell and all six corners, Red first. No other cell is left."""

# Red is to move and must place on one of two stacks of 2.
TWO_LOWEST = """
            .   B2  .   .   R2
          .   .   .   .   .   .
        .   .   .   .   .   .   .
      .   .   .   .   .   .   R2  .
    .   .   .   R3  .   .   .   .   .
      .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .
          .   .   .   .   .   B3
            B2  .   .   .   ."""

# --- INTRODUCTION --------------------------------------------------------------------------------


def test_introduction__the_board_is_empty_and_red_begins() -> None:
    board = Board("blast-radius")
    assert board.size == 6
    assert board.pieces() == {}
    assert board.side_name(board.turn) == "Red"
    assert len(board.legal_moves) == 91


def test_introduction__one_checker_a_turn_and_the_players_take_turns() -> None:
    board = play(Board("blast-radius", size=4), "a1 g4 d7")
    assert heights(board) == {"a1": "R1", "g4": "B1", "d7": "R1"}
    assert board.turn is BLUE


@pytest.mark.parametrize("size", range(3, 11))
def test_introduction__sides_3_to_10_are_offered(size: int) -> None:
    board = Board("blast-radius", size=size)
    assert len(board.legal_moves) == 3 * size * (size - 1) + 1
    assert [len(row) for row in board.rows] == [
        *range(size, 2 * size),
        *range(2 * size - 2, size - 1, -1),
    ]


@pytest.mark.parametrize("size", [-1, 0, 1, 2, 11])
def test_introduction__no_others_are(size: int) -> None:
    """On side 2 Blue could be left without a placement: the middle cell's REZ is the board."""
    with pytest.raises(InvalidPositionError, match="3, 4, 5"):
        Board("blast-radius", size=size)


def test_introduction__there_is_no_pass() -> None:
    with pytest.raises(ValueError, match="not a move of Blast Radius"):
        Board("blast-radius").push_text("pass")


# --- STACK ---------------------------------------------------------------------------------------


def test_stack__one_checker_is_a_stack_and_more_make_it_higher() -> None:
    board = play(Board("blast-radius", size=3), CORNERS)
    assert set(heights(board).values()) == {"R1", "B1"}
    play(board, "e1")
    assert board.piece_at("e1") == (BLUE, 2)


def test_stack__the_score_counts_checkers_and_not_stacks() -> None:
    board = board_from("blast-radius", TWO_LOWEST, turn="R")
    assert board.score() == Score(7, 7)


def test_stack__only_a_friendly_checker_goes_on_top() -> None:
    board = play(Board("blast-radius", size=3), CORNERS)
    assert board.turn is BLUE
    for red in ("c3", "a3", "e3", "c1"):
        assert reason(board, red) == f"{red} holds an enemy stack (Blast Radius, PLAY 1)"


# --- RADIATION EXCLUSION ZONE (REZ) --------------------------------------------------------------


def zone(board: Board, cell: str) -> set[str]:
    """The cells that the board shows as the REZ of the stack on a cell."""
    (cells,) = [found.cells for found in board.features() if found.label == cell]
    return set(cells)


def test_radiation_exclusion_zone__its_radius_is_the_height() -> None:
    board = board_from("blast-radius", TWO_LOWEST, turn="R")
    assert zone(board, "a1") == {"a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"}
    assert zone(board, "e4") == {
        *("b1", "b2", "b3", "b4"),
        *("c1", "c2", "c3", "c4", "c5"),
        *("d1", "d2", "d3", "d4", "d5", "d6"),
        *("e1", "e2", "e3", "e5", "e6", "e7"),
        *("f1", "f2", "f3", "f4", "f5", "f6"),
        *("g1", "g2", "g3", "g4", "g5"),
        *("h1", "h2", "h3", "h4"),
    }


def test_radiation_exclusion_zone__of_a_single_checker_is_its_neighbours() -> None:
    board = play(Board("blast-radius", size=4), "d4")
    assert zone(board, "d4") == {"c3", "c4", "d3", "d5", "e3", "e4"}
    assert zone(board, "d4") == set(board.neighbours("d4"))


def test_radiation_exclusion_zone__two_may_overlap() -> None:
    board = play(Board("blast-radius", size=4), "d3 d5")
    assert zone(board, "d3") & zone(board, "d5") == {"d4"}


def test_radiation_exclusion_zone__no_stack_stands_in_another() -> None:
    drawing = """
          .  .  .
         .  .  .  .
        B  .  R2 .  .
         .  .  .  .
          .  .  ."""
    with pytest.raises(InvalidPositionError, match=r"c1 stands in the REZ of the one on c3"):
        board_from("blast-radius", drawing, turn="R")


def test_radiation_exclusion_zone__a_higher_stack_may_stand_near_if_it_is_out_of_reach() -> None:
    board = board_from(
        "blast-radius",
        """
          .  .  .
         .  .  .  .
        R2 .  .  B .
         .  .  .  .
          .  .  .""",
        turn="R",
    )
    # c4 is three steps from c1; c1 is not in the REZ of c4 either.
    assert {"c4", "c1"} == set(heights(board))


# --- PLAY ----------------------------------------------------------------------------------------


def test_play__an_empty_cell_must_lie_outside_every_rez() -> None:
    board = play(Board("blast-radius", size=3), "c3")
    ring = {"a1", "a2", "a3", "b1", "b4", "c1", "c5", "d1", "d4", "e1", "e2", "e3"}
    assert texts(board.legal_moves) == ring
    assert reason(board, "c4") == (
        "c4 lies in the REZ of the red 1-stack on c3 (Blast Radius, PLAY 1)"
    )
    with pytest.raises(IllegalMoveError, match="REZ"):
        board.push_text("c4")


def test_play__the_rez_of_either_colour_keeps_both_away() -> None:
    board = play(Board("blast-radius", size=3), "c3 a1")
    assert board.turn is RED
    assert reason(board, "b2").startswith("b2 lies in the REZ of the")
    assert reason(board, "a2") == (
        "a2 lies in the REZ of the blue 1-stack on a1 (Blast Radius, PLAY 1)"
    )


def test_play__while_an_empty_cell_is_left_no_stack_grows() -> None:
    board = play(Board("blast-radius", size=3), "c3 a1 a3 c5 e3 e1")
    assert texts(board.legal_moves) == {"c1"}
    assert reason(board, "c3") == (
        "an empty cell outside every REZ is left (c1): "
        "the smallest stack comes first (Blast Radius, PLAY 2)"
    )


def test_play__otherwise_the_players_own_stacks_grow() -> None:
    board = play(Board("blast-radius", size=3), CORNERS)
    assert texts(board.legal_moves) == {"a1", "c5", "e1"}
    assert reason(board, "b2").startswith("b2 lies in the REZ of the")


def test_play__any_of_the_lowest_but_no_higher_one() -> None:
    board = board_from("blast-radius", TWO_LOWEST, turn="R")
    assert texts(board.legal_moves) == {"f7", "i5"}
    assert reason(board, "e4") == (
        "e4 has height 3, but Red has a 2-stack on f7: "
        "the smallest stack comes first (Blast Radius, PLAY 2)"
    )


def test_play__the_enemys_lower_stacks_do_not_matter() -> None:
    board = board_from(
        "blast-radius",
        """
        B   .   .   .   R2
      .   .   .   .   .   .
    .   .   .   .   .   .   .
  .   B   .   .   .   .   .   .
B   .   .   .   .   R3  .   .   .
  .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .
      B2  .   .   .   .   .
        .   .   R2  .   .""",
        turn="R",
    )
    assert texts(board.legal_moves) == {"a3", "i5"}


# --- CAPTURES ------------------------------------------------------------------------------------


def test_captures__every_other_stack_in_the_new_rez_goes_and_the_one_formed_stays() -> None:
    board = board_from("blast-radius", TWO_LOWEST, turn="R")
    before = heights(board)
    board.push_text("i5")
    # Its own f7 and the enemy's i2 are three steps away; the others are further.
    assert heights(board) == {
        cell: stack for cell, stack in before.items() if cell not in ("f7", "i2")
    } | {"i5": "R3"}
    assert board.turn is BLUE


def test_captures__friendly_stacks_alone_may_go() -> None:
    board = play(board_from("blast-radius", TWO_LOWEST, turn="R"), "f7")
    assert board.piece_at("f7") == (RED, 3)
    assert board.piece_at("i5") is None
    assert board.score() == Score(6, 7)


def test_captures__enemy_stacks_alone_may_go() -> None:
    board = play(Board("blast-radius", size=3), CORNERS)
    board.push_text("a1")
    assert heights(board) == {"a1": "B2", "c5": "B1", "e1": "B1", "e3": "R1"}


def test_captures__a_stack_beyond_the_radius_stays() -> None:
    board = play(Board("blast-radius", size=3), CORNERS)
    board.push_text("a1")
    assert board.piece_at("e3") == (RED, 1)  # four steps from a1


def test_captures__the_board_tells_what_would_go() -> None:
    board = board_from("blast-radius", TWO_LOWEST, turn="R")
    changes = board.changes(board.parse_text("i5"))
    assert set(changes) == {"f7", "i2", "i5"}
    assert changes["f7"] == ((RED, 2), None)
    assert changes["i5"] == ((RED, 2), (RED, 3))


def test_captures__a_single_checker_captures_nothing() -> None:
    board = Board("blast-radius", size=4)
    for number in range(4):
        board.push(next(iter(board.legal_moves)))
        assert len(board.pieces()) == number + 1


def test_captures__free_cells_come_back() -> None:
    board = play(board_from("blast-radius", TWO_LOWEST, turn="R"), "i5")
    # Only the stack on i2 had kept i1 away from play.
    assert texts(board.legal_moves) == {"i1"}
    assert reason(board, "a1").startswith("an empty cell outside every REZ is left (i1)")


# --- OBJECT OF THE GAME --------------------------------------------------------------------------


def test_object_of_the_game__no_enemy_checker_left_wins() -> None:
    board = play(Board("blast-radius", size=3), CORNERS + " a1")
    while not board.is_game_over():
        mover = board.turn
        board.push(list(board.legal_moves)[-1])
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is mover
    assert outcome.termination == Termination.ELIMINATION
    assert outcome.termination.section == "OBJECT OF THE GAME"
    assert {piece.side for piece in board.pieces().values()} == {mover}


def test_object_of_the_game__the_winner_may_lose_checkers_as_well() -> None:
    board = board_from(
        "blast-radius",
        """
          B  .  R
         .  .  .  .
        R  .  R  .  B
         .  .  .  .
          B  .  B""",
        turn="R",
    )
    board.push_text("c3")
    assert heights(board) == {"c3": "R2"}
    outcome = board.outcome()
    assert outcome is not None and outcome.winner is RED
    assert board.score() == Score(2, 0)


def test_object_of_the_game__reds_first_turn_does_not_win() -> None:
    board = play(Board("blast-radius"), "f6")
    assert board.outcome() is None
    assert not board.is_game_over()
    assert board.score() == Score(1, 0)
    # Nor does it when the position is read from its text.
    assert Board("blast-radius", fen=board.fen()).outcome() is None


def test_object_of_the_game__a_finished_game_refuses_every_cell() -> None:
    board = play(
        board_from(
            "blast-radius",
            """
          B  .  R
         .  .  .  .
        R  .  R  .  B
         .  .  .  .
          B  .  B""",
            turn="R",
        ),
        "c3",
    )
    assert len(board.legal_moves) == 0
    assert refuses_every_cell(board)


# --- Node counts ---------------------------------------------------------------------------------

# fmt: off
PERFT = {
    3: [19, 258, 2340, 12768, 36072, 61200, 133488, 190728, 238056, 276480, 288768, 246864, 207792,
        182976, 148368, 96864, 21600, 13824, 11232, 7776],
    4: [37, 1152, 29646, 617064, 10115640],
    5: [61, 3348, 164226, 7145424],
    6: [91, 7710, 606312],
}
# fmt: on


@pytest.mark.parametrize("size", PERFT)
def test_perft__counts(size: int) -> None:
    assert node_counts(Board("blast-radius", size=size), len(PERFT[size])) == PERFT[size]


# --- For the tests of all games -------------------------------------------------------------------

FACTS = Facts(
    info=Info(
        "Blast Radius",
        "Mark Steere",
        2024,
        range(3, 11),
        6,
        ("Red", "Blue"),
        symmetries=12,
        site="marksteeregames.com",
    ),
    perft=PERFT,
    winning={(3, None): "c3"},
    special={
        "stacks": ("4/5/6/3[R2]3/6/5/B3 r", ""),
        "high stacks": ("1[B3]1/4/5/4/[R3]2 r", ""),
        "the last enemy gone": ("1[B3]1/4/5/4/[R3]2 r", "a1"),
    },
    actions=lambda n: 3 * n * (n - 1) + 1,
    late=[(3, 9)],
    lengths=[(6, None, 60_000, 76, 1)],
)
