"""Positions as values: fen, copies, equality, the pie rule, symmetries."""

import copy
import random

import pytest

from quincunx import GAMES, Board, Game, InvalidPositionError, Move, Piece, Side
from quincunx.testing import random_game
from tests.helpers import played
from tests.marks import each_game


@each_game
def test_fen__tells_the_size_by_itself(game: Game) -> None:
    for size in game.sizes:
        fen = Board(game, size=size).fen()
        assert Board(game, fen=fen) == Board(game, size=size)
        assert Board(game, fen=fen, size=size).size == size


def test_fen__and_a_size_that_is_another_are_refused() -> None:
    with pytest.raises(InvalidPositionError, match="size=5, but the fen is of size 3"):
        Board("hadron", fen="3/3/3 r", size=5)
    with pytest.raises(InvalidPositionError, match="pie=True, but the fen says otherwise"):
        Board("square-grid-hex", fen="3/3/3 b no-pie", pie=True)


def test_fen__is_one_line_that_a_person_can_read() -> None:
    assert Board("hadron", size=3).fen() == "3/3/3 r"
    assert played("hadron", "a1 c1", size=3).fen() == "3/3/R1B r"
    assert Board("square-grid-hex", size=3).fen() == "3/3/3 b pie"
    assert Board("square-grid-hex", size=3, pie=False).fen() == "3/3/3 b no-pie"
    assert Board("cordon", size=2).fen() == "2/3/2 r"
    stacks = "4/5/6/3[R2]3/6/5/B3 r"
    assert Board("blast-radius", fen=stacks).fen() == stacks
    quadrature = played("quadrature", "b3-a3 c9-c8").fen()
    assert quadrature == "11/11/1B1BBBBBBB1/2B8/11/11/11/11/W1WWWWWWWW1/11/11 w 1 0"


def test_fen__a_game_begun_from_one_goes_on_like_any_other() -> None:
    board = Board("hadron", fen="3/3/R1B r")
    board.push_text("b3")
    assert board.move_stack == [Move("b3")]
    assert board.pop() == Move("b3")
    assert board.fen() == "3/3/R1B r"


def test_pie__off_there_is_no_swap() -> None:
    board = Board("square-grid-hex", size=11, pie=False)
    assert not board.pie
    board.push_text("f6")
    assert len(board.legal_moves) == 120
    assert Move("swap") not in board.legal_moves
    assert board.copy().pie is False
    assert Board("square-grid-hex", fen=board.fen()).pie is False


def test_pie__swap_recolours_the_stone_where_it_stands() -> None:
    board = Board("square-grid-hex", size=5)
    assert board.pie
    assert Move("swap") not in board.legal_moves
    board.push_text("b2")
    assert Move("swap") in board.legal_moves
    board.push_text("swap")
    assert board.pieces() == {"b2": Piece(Side.SECOND, 1)}
    assert board.turn is Side.FIRST
    assert Move("swap") not in board.legal_moves
    board.push_text("c3")
    assert Move("swap") not in board.legal_moves
    assert Board("square-grid-hex", fen=board.fen()) == board


@pytest.mark.parametrize("game", [g for g in GAMES if not g.has_pie_rule], ids=lambda g: str(g.id))
def test_pie__is_an_option_of_square_grid_hex_only(game: Game) -> None:
    assert Board(game).pie is False
    for pie in (True, False):
        with pytest.raises(InvalidPositionError, match="no pie rule"):
            Board(game, pie=pie)


@each_game
def test_copy__is_a_board_of_its_own(game: Game) -> None:
    board = random_game(Board(game), random.Random(3), plies=6)
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        assert twin == board
        assert twin.move_stack == board.move_stack
        twin.pop()
        assert twin != board
        assert board.ply() == 6
    bare = board.copy(stack=False)
    assert bare == board
    assert bare.ply() == 0


def test_equality__is_that_of_positions_whatever_led_there() -> None:
    one = played("hadron", "a1 c1 a3 c3", size=5)
    other = played("hadron", "a3 c3 a1 c1", size=5)
    assert one == other
    assert one.hash() == other.hash()
    assert {one.hash(): "here"}[other.hash()] == "here"
    assert one != played("hadron", "c1 a1 c3 a3", size=5)
    assert one != one.fen()


def test_hash__a_board_changes_and_so_is_not_a_key() -> None:
    """A board in a set would be lost there with the next move (issue 8)."""
    with pytest.raises(TypeError, match="unhashable"):
        {Board("hadron")}


def test_equality__sizes_games_and_the_pie_rule_count() -> None:
    assert Board("cordon", size=3) != Board("blast-radius", size=3)
    assert Board("cordon", size=3) != Board("cordon", size=4)
    assert Board("square-grid-hex") != Board("square-grid-hex", pie=False)
    quadrature = "11/11/1BBBBBBBBB1/11/11/11/11/11/1WWWWWWWWW1/11/11"
    boards = [
        Board("quadrature", fen=f"{quadrature} {rest}") for rest in ("w 0 0", "w 1 0", "b 0 0")
    ]
    assert len({board.hash() for board in boards}) == 3
    assert boards[0] != boards[1]
    assert (
        len({board.canonical_hash() for board in boards}) == 2
    )  # the start is its own mirror image


def test_hash__covers_all_that_decides_the_future() -> None:
    """With the pie rule to come and without it, the same stones are two positions."""
    for moves in ("", "b2"):
        boards = []
        for pie in (True, False):
            board = Board("square-grid-hex", size=4, pie=pie)
            for text in moves.split():
                board.push_text(text)
            boards.append(board)
        assert boards[0].hash() != boards[1].hash(), moves
        assert boards[0].canonical_hash() != boards[1].canonical_hash(), moves


def test_repr__is_python_that_makes_the_board() -> None:
    board = played("blast-radius", "c3 a1", size=3)
    assert repr(board) == "Board('blast-radius', fen='3/4/2R2/4/B2 r')"
    assert eval(repr(board), {"Board": Board}) == board


# --- Symmetries ----------------------------------------------------------------------------------


def test_symmetries__are_those_of_the_rules() -> None:
    # How many there are is a fact of each game (test_board.py).
    names = [symmetry.name for symmetry in Board("quadrature").symmetries()]
    assert names == ["identity", "mirror left-right"]


def test_transform__takes_a_symmetry_or_its_number() -> None:
    board = played("square-grid-hex", "a1 b3", size=4)
    half_turn = board.symmetries()[1]
    assert half_turn.name == "rotate 180"
    turned = board.transform(half_turn)
    assert turned == board.transform(1)
    assert turned.move_stack == [Move("d4"), Move("c2")]
    assert turned.pieces() == {"d4": Piece(Side.FIRST, 1), "c2": Piece(Side.SECOND, 1)}
    assert turned.transform(1) == board
    for k in (-1, 2, 99):
        with pytest.raises(IndexError):
            board.transform(k)
        with pytest.raises(IndexError):
            board.transform_move(Move("a1"), k)


@each_game
def test_transform__the_game_goes_on_alike_to_the_same_end(game: Game) -> None:
    rng = random.Random(game.id)
    for _ in range(10):
        board = Board(game, size=min(size for size in game.sizes if size > 3))
        turned, k = board.copy(), 0
        while not board.is_game_over():
            if rng.random() < 0.2:
                k = rng.randrange(len(board.symmetries()))
                board = Board(game, fen=board.fen())  # or the moves so far are played anew
                turned = board.transform(k)
            move = rng.choice(list(board.legal_moves))
            turned.push(board.transform_move(move, k))
            board.push(move)
            assert turned.outcome() == board.outcome()


def test_canonical_hash__is_one_for_all_images_and_few_others() -> None:
    board = Board("hadron", size=5)
    numbers = set()
    for move in list(board.legal_moves):
        board.push(move)
        numbers.add(board.canonical_hash())
        board.pop()
    assert len(numbers) == 6  # the cells of a 5×5 board up to symmetry


def test_canonical_hash__counts_exchanged_sides_where_the_rules_allow_it() -> None:
    """Quadrature upside down with the sides exchanged is the same game, markers included."""
    board = played("quadrature", "b3-a3 c9-d8")
    rows, _, first, second = board.fen().split()
    upside_down = "/".join(reversed(rows.translate(str.maketrans("WB", "BW")).split("/")))
    image = Board("quadrature", fen=f"{upside_down} b {second} {first}")
    assert image != board
    assert image.canonical_hash() == board.canonical_hash()
    other = Board("quadrature", fen=f"{upside_down} b {first} {second}")
    assert other.canonical_hash() != board.canonical_hash()
