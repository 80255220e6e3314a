"""Cordon by Mark Steere (marksteeregames.com), section by section of its sheet.

INTRODUCTION, CORDONING, OBJECT OF THE GAME.
"""

import pytest

from quincunx import (
    Board,
    IllegalMoveError,
    InvalidPositionError,
    Score,
    Side,
    Termination,
    perft,
)
from quincunx.reference.position import Contents
from tests.games.facts import Facts, Info
from tests.helpers import board_from, fen_of, node_counts, play, reason, refuses_every_cell, texts

RED, BLUE = Side.FIRST, Side.SECOND

# Figure 1 as its text has it: the red cordon on the left around a blue one, the blue on the right.
FIGURE_1 = """
       . R B .
      . R B . .
     . R R B . .
    B . . R B . .
     B . R B . .
      R . R B .
       . R B ."""

# Figure 2: two red perimeter stones directly opposite each other, and a blue cordon.
FIGURE_2 = """
       . B . R
      . B . R .
     B B . R . .
    . . . R . . .
     . . R B . .
      . R . . .
       R . B ."""

# Figure 3: no two red stones are opposite, but the perimeter has no gap of more than half.
FIGURE_3 = """
       R . . B
      . R B . .
     . B R B . .
    B . . R R R R
     . . R B . .
      . R . B B
       R B . ."""


def stones(size: int, red: str, blue: str = "") -> Board:
    """A board with these stones; as many red as blue ones, or one more."""
    contents: Contents = dict.fromkeys(red.split(), (0, 1))
    contents |= dict.fromkeys(blue.split(), (1, 1))
    lead = len(red.split()) - len(blue.split())
    assert lead in (0, 1), f"{lead} more red stones than blue ones"
    return Board("cordon", fen=fen_of("cordon", size, contents, lead))


def cordons(board: Board, kind: str = "cordon") -> list[tuple[str, set[str]]]:
    """The cordons that the board shows: the side's name and the cells."""
    return [
        (board.side_name(found.side), set(found.cells))
        for found in board.features()
        if found.kind == kind and found.side is not None
    ]


# --- INTRODUCTION --------------------------------------------------------------------------------


def test_introduction__the_board_is_empty_and_red_begins() -> None:
    board = Board("cordon")
    assert board.size == 5
    assert board.pieces() == {}
    assert board.side_name(board.turn) == "Red"
    assert board.score() == Score(0, 0)


def test_introduction__one_stone_a_turn_on_any_unoccupied_cell() -> None:
    board = play(Board("cordon", size=2), "b2 a1")
    assert texts(board.legal_moves) == {"a2", "b1", "b3", "c1", "c2"}
    assert board.turn is RED


def test_introduction__an_occupied_cell_is_refused() -> None:
    board = play(Board("cordon"), "e5")
    assert reason(board, "e5").startswith("e5 is occupied (Cordon, INTRODUCTION")
    with pytest.raises(IllegalMoveError, match="INTRODUCTION"):
        board.push_text("e5")


@pytest.mark.parametrize("size", range(2, 11))
def test_introduction__sides_2_to_10_are_offered(size: int) -> None:
    assert len(Board("cordon", size=size).legal_moves) == 3 * size * (size - 1) + 1


@pytest.mark.parametrize("size", [-1, 0, 1, 11])
def test_introduction__no_others_are(size: int) -> None:
    with pytest.raises(InvalidPositionError, match="2, 3, 4"):
        Board("cordon", size=size)


def test_introduction__there_is_no_pass() -> None:
    with pytest.raises(ValueError, match="not a move of Cordon"):
        Board("cordon").push_text("pass")


# --- CORDONING -----------------------------------------------------------------------------------


def test_cordoning__path_perimeter_path_and_what_they_surround() -> None:
    # Side 4: from a2 up to c6, around the lower right corner.
    board = stones(4, "a2 b3 c4 c5 c6", "e1 e2 d2 d3")
    assert cordons(board) == [
        ("Red", {"a2", "b3", "c4", "c5", "c6"} | {"a3", "a4", "b5"} | {"b4"}),
    ]
    assert board.score() == Score(9, 0)


def test_cordoning__occupied_cells_are_surrounded_as_well() -> None:
    board = stones(4, "a2 b3 c4 c5 c6", "a3 a4 b4 d2")
    assert board.score() == Score(9, 0)


def test_cordoning__two_neighbours_on_the_perimeter_cordon_off_themselves() -> None:
    board = stones(4, "a1 a2", "d4")
    assert cordons(board) == [("Red", {"a1", "a2"})]


def test_cordoning__a_group_with_fewer_than_two_perimeter_stones_has_no_cordon() -> None:
    board = stones(4, "d1 d2 d3 d4 d5 d6", "b2 b3 b4 f2 f3")
    assert cordons(board) == []
    assert board.score() == Score(0, 0)


def test_cordoning__two_groups_do_not_make_a_path() -> None:
    board = stones(4, "a2 b3 c5 c6", "d2 d3 e3")
    assert cordons(board) == []


def test_cordoning__all_stones_of_the_group_count() -> None:
    # The path a2 … c6 with a tail from c4 up to the middle: d4 and e3 lie on no stone path.
    board = stones(4, "a2 b3 c4 c5 c6 d4 e3", "f2 f3 e2 d2 c2 b2")
    ((side, cells),) = cordons(board)
    assert side == "Red"
    assert cells == {"a2", "b3", "c4", "c5", "c6", "a3", "a4", "b5", "b4"} | {"d4", "e3"}


def test_cordoning__the_widest_gap_is_left_out() -> None:
    # Three perimeter stones of one group: b1, a3 and b5. The gaps are 3, 2 and 13 of 18 steps.
    board = stones(4, "b1 b2 b3 b4 b5 a3", "d3 d4 d5 e3 e4")
    ((_, cells),) = cordons(board)
    assert cells == {"a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4", "b5"}


def test_cordoning__a_gap_of_more_than_half_the_perimeter_is_left_out() -> None:
    # a1 to g3: eight steps on the left, ten on the right.
    board = stones(4, "a1 b2 c3 d4 e3 f3 g3", "d6 e5 c5 d5 e4 c4")
    assert board.score() == Score(19, 0)
    ((_, cells),) = cordons(board)
    assert "d1" in cells and "d7" not in cells


def test_cordoning__opposite_stones_cordon_off_the_whole_board() -> None:
    board = board_from("cordon", FIGURE_2)
    assert board.score() == Score(37, 0)
    assert cordons(board, "void cordon") == [("Blue", {"g2", "f2", "e2", "e1", "g1", "f1"})]


def test_cordoning__opposite_stones_that_are_not_connected_do_not() -> None:
    board = stones(4, "a1 b2 c3 d4 f4 g4", "e4 d5 e3 c4 d3 d2")
    assert board.score() == Score(0, 0)


def test_cordoning__no_gap_of_more_than_half_means_the_whole_board() -> None:
    board = board_from("cordon", FIGURE_3)
    assert board.score() == Score(37, 0)


def test_cordoning__figure_1_counts_19_to_18() -> None:
    board = board_from("cordon", FIGURE_1)
    assert board.score() == Score(19, 18)
    areas = dict(cordons(board))
    assert len(areas["Red"]) == 19 and len(areas["Blue"]) == 18
    assert areas["Red"].isdisjoint(areas["Blue"])


def test_cordoning__figure_1s_blue_cordon_on_the_left_is_void() -> None:
    board = board_from("cordon", FIGURE_1)
    assert cordons(board, "void cordon") == [("Blue", {"c1", "d1"})]


def test_cordoning__within_a_void_cordon_a_cordon_is_void_too() -> None:
    # Around the corner a1, from inside: red on a1 a2, blue around it, red around that.
    board = stones(5, "a1 b1 a4 b4 c4 d4 d3 d2 d1", "a3 b3 c3 c2 c1 g5 g6 f6 h4")
    void = cordons(board, "void cordon")
    assert ("Red", {"a1", "b1"}) in void
    assert ("Blue", {"a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"}) in void
    assert len(void) == 2
    assert board.score() == Score(4 * 4, 0)


RING = "d4 d5 e4 e6 f4 f5"
"""Six stones around e5 on side 5."""


def test_cordoning__a_ring_on_a_tail_counts_its_stones_and_not_what_it_encloses() -> None:
    board = stones(5, f"a1 b1 b2 c3 {RING}", "g2 g3 g4 g5 h3 h4 c6 c7 d7")
    ((_, cells),) = cordons(board)
    assert "e5" not in cells
    assert cells == {"a1", "b1", "b2", "c3", *RING.split()}
    assert board.score() == Score(10, 0)


def test_cordoning__a_ring_on_a_stone_path_counts_what_it_encloses() -> None:
    # On from the ring to g1: both ways around e5 are stone paths now.
    board = stones(5, f"a1 b2 c3 {RING} g3 g2 g1", "h4 h5 g5 g6 h3 c6 c7 d7 d6 b5 a4 c5")
    cells = dict(cordons(board))["Red"]
    assert "e5" in cells
    assert len(cells) == 25


def test_cordoning__an_enemy_stone_in_a_ring_on_a_tail_is_no_ones() -> None:
    board = stones(5, f"a1 b1 b2 c3 {RING}", "e5 g3 g4 g5 h3 h4 c6 c7 d7")
    assert board.score() == Score(10, 0)


def test_cordoning__more_own_stones_never_cost_cells() -> None:
    board = stones(4, "a2 b3 c4 c5 c6", "e1 e2 d2 d3")
    before = board.score()
    assert before is not None
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        score = after.score()
        assert score is not None
        assert score.second >= before.second and score.first <= before.first


# --- OBJECT OF THE GAME --------------------------------------------------------------------------

# fmt: off
DRAWN_GAME = (
    "h4 d5 d8 e4 h1 d4 e1 f5 a2 f7 c4 c5 e5 f1 e3 e8 i3 e6 c7 e9 g5 d2 d6 a4 f2 g3 c1 a3 h6 a5 b3 "
    "i4 f6 i2 b1 g6 g4 f8 h3 i1 g2 g7 e2 c6 h2 c2 i5 f4 c3 h5 a1 g1 b4 d3 e7 b5 f3 b6 d1 d7 b2"
)
# fmt: on


def test_object_of_the_game__figure_1_is_won_by_red_before_the_board_is_full() -> None:
    outcome = board_from("cordon", FIGURE_1).outcome()
    assert outcome is not None
    assert outcome.winner is RED
    assert outcome.termination == Termination.EARLY_VICTORY
    assert outcome.termination.section == "OBJECT OF THE GAME"


@pytest.mark.parametrize("figure", [FIGURE_2, FIGURE_3])
def test_object_of_the_game__the_whole_board_wins_at_once(figure: str) -> None:
    outcome = board_from("cordon", figure).outcome()
    assert outcome is not None
    assert outcome.winner is RED
    assert outcome.termination == Termination.EARLY_VICTORY


def test_object_of_the_game__the_victory_comes_with_the_stone_that_makes_it_certain() -> None:
    board = play(Board("cordon", size=4), "a1 a2 b2 a3 c3 a4 d4 b5 e4 c6 f4 d7")
    assert board.outcome() is None
    board.push_text("g4")
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (RED, Termination.EARLY_VICTORY)
    assert board.score() == Score(37, 0)


def test_object_of_the_game__being_ahead_is_not_enough() -> None:
    board = stones(4, "a2 b3 c4 c5 c6", "e1 e2 d2 d3")
    assert board.score() == Score(9, 0)
    assert board.outcome() is None


def test_object_of_the_game__a_full_board_is_counted() -> None:
    board = play(Board("cordon", size=3), "d3 e3 d4 e1 c2 e2 c4 b1 a3 d1 c5 b2 a1 c1 b4 b3 a2 c3")
    assert board.outcome() is None
    board.push_text("d2")
    # The blue c3 is connected to b2 and b3, and the red ring around it is not closed.
    assert board.score() == Score(10, 9)
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination) == (RED, Termination.FULL_BOARD)


def test_object_of_the_game__a_full_board_with_equal_scores_is_a_draw() -> None:
    board = Board("cordon", size=5)
    for text in DRAWN_GAME.split():
        assert not board.is_game_over()
        board.push_text(text)
    assert board.score() == Score(30, 30)
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is None
    assert outcome.termination == Termination.FULL_BOARD
    assert board.result() == "1/2-1/2"


def test_object_of_the_game__a_finished_game_refuses_every_cell() -> None:
    board = board_from("cordon", FIGURE_1)
    assert len(board.legal_moves) == 0
    assert refuses_every_cell(board)


# --- Node counts ---------------------------------------------------------------------------------

PERFT = {
    2: [7, 42, 210, 840, 2520, 3744, 2448, 0],
    3: [19, 342, 5814, 93024, 1395360, 19535040],
    4: [37, 1332, 46620, 1585080],
    5: [61, 3660, 215940],
}

# fmt: off
MIDGAMES = [
    (3, "c1 e3 b2 d2 e2 c5 c3 d4 d3 a2", [9, 64, 448, 2268, 11340, 30960, 86400]),
    (3, "e3 b4 d1 e1 a1 d2 c4 b2 d4 b3 c2", [8, 49, 294, 1260, 4320, 10080, 13680]),
    (4, "a2 c5 d2 f1 e3 a1 e6 b3 g1 g3 a3 c1 b4 c2 b5 b2 g4 d7 e2 b1 d4 e1 d5 d3 f3 c4 g2 d6 f2 a4",
     [7, 42, 180, 680, 1200, 1920, 720]),
    (4, "a4 b3 b4 e5 c5 e2 c3 e4 c1 f1 a2 f2 g1 c2 d7 g3 d6 f4 d5 g4 f3 d2 g2 a1 a3 d1 e1",
     [10, 90, 720, 4816, 28224, 121380, 443520]),
]
# fmt: on


@pytest.mark.parametrize("size", PERFT)
def test_perft__counts(size: int) -> None:
    assert node_counts(Board("cordon", size=size), len(PERFT[size])) == PERFT[size]


@pytest.mark.parametrize(("size", "moves", "counts"), MIDGAMES)
def test_perft__counts_late_in_a_game(size: int, moves: str, counts: list[int]) -> None:
    assert node_counts(play(Board("cordon", size=size), moves), len(counts)) == counts


def test_perft__of_a_finished_game_is_nothing() -> None:
    assert perft(board_from("cordon", FIGURE_2), 1) == 0


# --- For the tests of all games -------------------------------------------------------------------

FACTS = Facts(
    info=Info(
        "Cordon",
        "Mark Steere",
        2023,
        range(2, 11),
        5,
        ("Red", "Blue"),
        symmetries=12,
        site="marksteeregames.com",
    ),
    perft=PERFT,
    winning={(2, None): "b2"},
    special={
        "a cordon within a cordon": ("BBR/BBRB/BRB1R/RRR1/RRB b", ""),
        "an early victory": ("1RR/BBBB/RRRRB/BR2/BRB r", "b4"),
        "a full board": ("BBB/BBRB/RRRBB/RRR1/RRB r", "b4"),
    },
    actions=lambda n: 3 * n * (n - 1) + 1,
    late=[(2, 0), (3, 11)],
)
