"""Square Grid Hex, section by section of its sheet. Hex is by John Nash and Piet Hein.

INTRODUCTION, STONE PLACEMENT, CONNECTIONS, OBJECT OF THE GAME, PIE RULE, NOTE.
"""

from itertools import combinations

import pytest

from quincunx import (
    GAMES,
    Board,
    GameOverError,
    IllegalMoveError,
    InvalidPositionError,
    Side,
    Termination,
    find_game,
    perft,
)
from quincunx.reference.position import Contents
from tests.games.facts import Facts, Info
from tests.helpers import board_from, cells_of, fen_of, node_counts, play, reason, texts

BLACK, WHITE = Side.FIRST, Side.SECOND


def winner(board: Board) -> Side | None:
    outcome = board.outcome()
    return None if outcome is None else outcome.winner


# --- INTRODUCTION --------------------------------------------------------------------------------


def test_introduction__the_board_is_empty_and_13_by_13_unless_told() -> None:
    board = Board("square-grid-hex")
    assert board.size == 13
    assert board.pieces() == {}
    assert [board.side_name(side) for side in Side] == ["Black", "White"]


@pytest.mark.parametrize("size", range(3, 20))
def test_introduction__sizes_3_to_19_are_offered(size: int) -> None:
    board = Board("square-grid-hex", size=size)
    assert len(board.legal_moves) == size * size
    # No letter is left out: the ninth column is i, as it is not on Go boards that skip it.
    assert board.rows[0] == [f"{letter}1" for letter in "abcdefghijklmnopqrs"[:size]]


@pytest.mark.parametrize("size", [-1, 0, 1, 2, 20])
def test_introduction__no_others_are(size: int) -> None:
    with pytest.raises(InvalidPositionError, match="3, 4, 5"):
        Board("square-grid-hex", size=size)


def test_introduction__draws_cannot_occur() -> None:
    """However the nine points of a 3x3 board are shared out, one player spans it."""
    points = [point for row in Board("square-grid-hex", size=3).rows for point in row]
    for black in combinations(points, 5):
        white = [point for point in points if point not in black]
        board = Board("square-grid-hex", size=3, pie=False)
        for number in range(9):
            if not board.is_game_over():
                board.push_text((black if number % 2 == 0 else white)[number // 2])
        assert winner(board) is not None


# --- STONE PLACEMENT -----------------------------------------------------------------------------


def test_stone_placement__black_begins_and_the_players_take_turns() -> None:
    board = Board("square-grid-hex", size=5)
    assert board.side_name(board.turn) == "Black"
    play(board, "c3 a1 e5")
    assert cells_of(board, BLACK) == {"c3", "e5"}
    assert cells_of(board, WHITE) == {"a1"}
    assert board.turn is WHITE


def test_stone_placement__any_empty_point_will_do() -> None:
    board = play(Board("square-grid-hex", size=3), "b2 a1")
    assert texts(board.legal_moves) == {"b1", "c1", "a2", "c2", "a3", "b3", "c3"}


def test_stone_placement__an_occupied_point_is_refused() -> None:
    board = play(Board("square-grid-hex", size=3), "b2 a1")
    assert reason(board, "b2") == "b2 is occupied (Square Grid Hex, STONE PLACEMENT)"
    with pytest.raises(IllegalMoveError, match="STONE PLACEMENT"):
        board.push_text("a1")


def test_stone_placement__there_is_no_pass() -> None:
    with pytest.raises(ValueError, match="not a move of Square Grid Hex"):
        Board("square-grid-hex", size=3).push_text("pass")


# --- CONNECTIONS ---------------------------------------------------------------------------------


def test_connections__figure_2_connects_the_black_stones_and_not_the_white() -> None:
    """The four stones in the middle; each player's line is whole but for them."""
    board = play(Board("square-grid-hex", size=4), "b1 a3 b2 b3 c4 c2")
    assert board.outcome() is None
    board.push_text("c3")
    assert board.fen() == fen(
        """
        . . B .
        W W B .
        . B W .
        . B . ."""
    )
    assert winner(board) is BLACK


def test_connections__figure_3_connects_the_white_stones_and_not_the_black() -> None:
    board = play(Board("square-grid-hex", size=4), "b4 a2 b3 b2 c1 c3 c2")
    assert board.outcome() is None
    board.push_text("d3")
    assert board.fen() == fen(
        """
        . B . .
        . B W W
        W W B .
        . . B ."""
    )
    assert winner(board) is WHITE


def fen(drawing: str) -> str:
    return board_from("square-grid-hex", drawing).fen()


@pytest.mark.parametrize(
    ("neighbour", "connected"),
    [("b3", True), ("c3", True), ("a3", False), ("b1", True), ("a1", True), ("c1", False)],
)
def test_connections__vertical_and_southwest_northeast(neighbour: str, connected: bool) -> None:
    """Black on b2, straight on to one edge, and on one neighbour at the other edge."""
    straight = "b1" if neighbour.endswith("3") else "b3"
    board = three_stones("B", ["b2", straight, neighbour])
    assert (winner(board) is BLACK) is connected


@pytest.mark.parametrize(
    ("neighbour", "connected"),
    [("c2", True), ("c3", True), ("c1", False), ("a2", True), ("a1", True), ("a3", False)],
)
def test_connections__horizontal_and_southwest_northeast(neighbour: str, connected: bool) -> None:
    """White on b2, straight on to one edge, and on one neighbour at the other edge."""
    straight = "a2" if neighbour.startswith("c") else "c2"
    board = three_stones("W", ["b2", straight, neighbour])
    assert (winner(board) is WHITE) is connected


def three_stones(letter: str, points: list[str]) -> Board:
    """Three stones of one colour on 3x3, and enough of the other, out of their way."""
    others = [point for point in ("a1", "b1", "c1", "a3", "b3", "c3") if point not in points]
    if letter == "B":
        black, white = points, others[:2]
    else:
        black, white = others[:3], points
    contents: Contents = dict.fromkeys(black, (0, 1)) | dict.fromkeys(white, (1, 1))
    turn = len(black) - len(white)
    return Board("square-grid-hex", fen=fen_of("square-grid-hex", 3, contents, turn, "no-pie"))


def test_connections__stones_of_two_colours_are_never_connected() -> None:
    board = board_from(
        "square-grid-hex",
        """
        . W .
        . B .
        . B .""",
        turn="W",
        fields="no-pie",
    )
    assert board.outcome() is None


# --- OBJECT OF THE GAME --------------------------------------------------------------------------


def test_object_of_the_game__black_joins_north_and_south() -> None:
    board = play(Board("square-grid-hex", size=3), "b1 a1 b2 a2 b3")
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is BLACK
    assert outcome.termination == Termination.CONNECTION
    assert outcome.termination.section == "OBJECT OF THE GAME"
    assert board.score() is None


def test_object_of_the_game__white_joins_west_and_east() -> None:
    board = play(Board("square-grid-hex", size=3), "a1 a2 b1 b2 b3 c2")
    assert winner(board) is WHITE


def test_object_of_the_game__the_other_edges_do_not_count() -> None:
    board = play(Board("square-grid-hex", size=3), "a2 a1 b2 b1 c2")
    assert board.outcome() is None  # black from West to East, white nowhere
    board = play(Board("square-grid-hex", size=3), "a1 b1 a2 b2 c1 b3")
    assert board.outcome() is None  # white from South to North


def test_object_of_the_game__the_game_ends_the_moment_a_chain_spans() -> None:
    board = play(Board("square-grid-hex", size=5), "c1 a1 c2 a2 c3 a3 c4 a4")
    assert board.outcome() is None
    board.push_text("d5")  # Northeast of c4
    assert winner(board) is BLACK
    assert len(board.legal_moves) == 0
    with pytest.raises(GameOverError):
        board.push_text("e5")


def test_object_of_the_game__a_winding_chain_spans_too() -> None:
    drawing = """
        B . . . W
        B B B B W
        W W W B W
        W B B B .
        . B . W W"""
    board = board_from("square-grid-hex", drawing, turn="W", fields="no-pie")
    assert winner(board) is BLACK


def test_object_of_the_game__the_winning_chain_is_shown() -> None:
    board = play(Board("square-grid-hex", size=3), "b1 a1 b2 a2 c1 a3 b3")
    (chain,) = [found for found in board.features() if found.kind == "winning chain"]
    assert chain.side is BLACK
    assert set(chain.cells) == {"b1", "b2", "b3", "c1"}


# --- PIE RULE ------------------------------------------------------------------------------------


def test_pie_rule__the_stone_becomes_white_on_its_point_and_black_moves_next() -> None:
    board = play(Board("square-grid-hex", size=5), "b4 swap")
    assert cells_of(board, WHITE) == {"b4"}
    assert cells_of(board, BLACK) == set()
    assert board.side_name(board.turn) == "Black"
    play(board, "c3 d2")
    assert cells_of(board, BLACK) == {"c3"}
    assert cells_of(board, WHITE) == {"b4", "d2"}


def test_pie_rule__edges_stay_with_their_colours() -> None:
    board = play(Board("square-grid-hex", size=3), "b2 swap a1 a2 c1 c2")
    assert winner(board) is WHITE  # a2, b2, c2: West to East


def test_pie_rule__is_not_the_mirrored_swap_of_some_hex_programs() -> None:
    """Those move the stone to the point's mirror image in a diagonal; converters must know."""
    board = play(Board("square-grid-hex", size=4), "a3 swap")
    assert cells_of(board, WHITE) == {"a3"}
    for mirror in ("c1", "b4", "d2"):
        assert board.piece_at(mirror) is None


def test_pie_rule__white_may_place_instead() -> None:
    board = play(Board("square-grid-hex", size=3), "b2")
    assert len(board.legal_moves) == 9  # eight points and the swap
    board.push_text("a1")
    assert cells_of(board, BLACK) == {"b2"}


def test_pie_rule__swap_is_only_for_whites_first_move() -> None:
    board = Board("square-grid-hex", size=3)
    for moves in ("", "b2 a1", "b2 a1 c3", "b2 swap", "b2 swap a1", "b2 swap a1 c3 a2"):
        board = play(Board("square-grid-hex", size=3), moves)
        assert "swap" not in texts(board.legal_moves), moves
        assert reason(board, "swap") == (
            "swap is only for White's first move (Square Grid Hex, PIE RULE)"
        )
        with pytest.raises(IllegalMoveError, match="PIE RULE"):
            board.push_text("swap")


def test_pie_rule__a_swap_is_taken_back_like_any_move() -> None:
    board = play(Board("square-grid-hex", size=5), "b4 swap")
    assert str(board.pop()) == "swap"
    assert cells_of(board, BLACK) == {"b4"}
    assert "swap" in texts(board.legal_moves)


def test_pie_rule__a_fen_of_whites_first_turn_offers_the_swap() -> None:
    fen = play(Board("square-grid-hex", size=5), "b4").fen()
    assert "swap" in texts(Board("square-grid-hex", fen=fen).legal_moves)


def test_pie_rule__can_be_switched_off() -> None:
    board = play(Board("square-grid-hex", size=5, pie=False), "b4")
    assert not board.pie
    assert len(board.legal_moves) == 24
    assert reason(board, "swap") == (
        "this game is played without the swap (Square Grid Hex, PIE RULE)"
    )
    with pytest.raises(IllegalMoveError, match="PIE RULE"):
        board.push_text("swap")


def test_pie_rule__the_fen_remembers_whether_there_is_one() -> None:
    for pie in (True, False):
        board = play(Board("square-grid-hex", size=5, pie=pie), "b4")
        again = Board("square-grid-hex", fen=board.fen())
        assert again.pie is pie
        assert texts(again.legal_moves) == texts(board.legal_moves)


def test_pie_rule__is_refused_where_the_sheet_has_none() -> None:
    assert find_game("square-grid-hex").has_pie_rule
    others = [game for game in GAMES if not game.has_pie_rule]
    assert others
    for game in others:
        with pytest.raises(InvalidPositionError, match="no pie rule"):
            Board(game, pie=True)


# --- NOTE ----------------------------------------------------------------------------------------


def test_note__nash_and_hein_are_credited() -> None:
    game = find_game("square-grid-hex")
    assert "John Nash" in game.author and "Piet Hein" in game.author
    assert "John Nash" in game.credit


def test_note__hex_results_carry_over() -> None:
    """The openings that win on 3x3 are Hex's: the short diagonal, and two beside its ends."""

    def wins(board: Board) -> bool:
        """Whether whoever is to move can win."""
        after = [pushed(board, str(move)) for move in board.legal_moves]
        return any(end.is_game_over() or not wins(end) for end in after)

    board = Board("square-grid-hex", size=3, pie=False)
    openings = {str(move) for move in board.legal_moves if not wins(pushed(board, str(move)))}
    assert openings == {"a1", "b2", "c3", "a2", "c2"}


def pushed(board: Board, text: str) -> Board:
    after = board.copy()
    after.push_text(text)
    return after


# --- Node counts ---------------------------------------------------------------------------------

PERFT_PIE = {
    3: [9, 81, 576, 3528, 18144, 69840, 201600, 354240, 328320, 120960],
    4: [16, 256, 3600, 47040, 567840, 6289920],
    5: [25, 625, 14400, 317400, 6679200],
    13: [169, 28561, 4769856],
}
PERFT_NO_PIE = {
    3: [9, 72, 504, 3024, 15120, 54720, 146880, 207360, 120960],
    4: [16, 240, 3360, 43680, 524160, 5765760],
}


@pytest.mark.parametrize("size", PERFT_PIE)
def test_perft__counts_with_the_pie_rule(size: int) -> None:
    counts = PERFT_PIE[size]
    assert node_counts(Board("square-grid-hex", size=size), len(counts)) == counts


@pytest.mark.parametrize("size", PERFT_NO_PIE)
def test_perft__counts_without_it(size: int) -> None:
    counts = PERFT_NO_PIE[size]
    assert node_counts(Board("square-grid-hex", size=size, pie=False), len(counts)) == counts


def test_perft__with_a_swap_a_game_on_3x3_has_at_most_ten_moves() -> None:
    assert perft(Board("square-grid-hex", size=3), 11) == 0
    assert perft(Board("square-grid-hex", size=3, pie=False), 10) == 0


# --- For the tests of all games -------------------------------------------------------------------

FACTS = Facts(
    info=Info(
        "Square Grid Hex",
        "John Nash and Piet Hein",
        None,
        range(3, 20),
        13,
        ("Black", "White"),
        symmetries=2,
        pie=True,
        site="marksteeregames.com",
    ),
    perft=PERFT_PIE,
    winning={(3, False): "a1 a2 b2 c2 c3", (3, True): "a2 c2"},
    special={
        "a stone swapped": ("4/4/1W2/4 b pie", ""),
        "a swap on offer": ("4/4/1B2/4 w pie", ""),
        "a swap played": ("4/4/4/4 b pie", "b2 swap c3"),
        "a chain that spans": ("1B1/WBW/3 b pie", "b1"),
    },
    actions=lambda n: n * n + 1,
    late=[(3, 3), (4, 8)],
    lengths=[(11, False, 30_000, 107.5, 0.05)],
)
