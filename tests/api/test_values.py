"""Small values, and boards as values: comparing, keeping in sets, pickling, copying."""

import copy
import pickle
import random
from typing import Any

import pytest

from quincunx import (
    GAMES,
    Board,
    Feature,
    Game,
    InvalidPositionError,
    Move,
    Outcome,
    Piece,
    Playouts,
    Score,
    Side,
    Termination,
)
from quincunx.testing import random_game
from tests.marks import each_game

VALUES = [
    Move("c3-d4"),
    Side.SECOND,
    Termination.GOAL_BAR,
    Outcome(Side.FIRST, Termination.CONNECTION),
    Outcome(None, Termination.REPETITION),
    Score(3, 4),
    Piece(Side.SECOND, 3),
    Feature("rez", Side.FIRST, ("a1", "a2"), "a1"),
    Playouts(1, 2, 3, None),
    *GAMES,
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values__survive_pickling_and_copying(value: object) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        back = pickle.loads(pickle.dumps(value, protocol))
        assert back == value
        assert hash(back) == hash(value)
        assert type(back) is type(value)
    assert copy.copy(value) == copy.deepcopy(value) == value


def test_symmetry__survives_pickling_and_copying_with_its_name() -> None:
    for symmetry in Board("cordon").symmetries():
        for back in (
            pickle.loads(pickle.dumps(symmetry)),
            copy.copy(symmetry),
            copy.deepcopy(symmetry),
        ):
            assert back == symmetry
            assert back.name == symmetry.name


def test_symmetry__is_a_number_with_a_name() -> None:
    one = Board("hadron").symmetries()[1]
    assert one == 1
    assert [10, 20, 30][one] == 20
    assert repr(one) == "<Symmetry 1: rotate 90>"


def test_move__is_compared_by_its_text() -> None:
    assert Move("c3") == Move("c3")
    assert Move("c3") != Move("c4")
    assert Move("c3") != "c3"
    assert len({Move("c3"), Move("c3"), Move("c4")}) == 2
    moves = set(Board("hadron", size=3).legal_moves)
    assert Move("b2") in moves


def test_move__cannot_be_changed() -> None:
    move: Any = Move("c3")
    with pytest.raises(AttributeError):
        move.text = "c4"


def test_game__cannot_be_changed() -> None:
    game: Any = GAMES[0]
    with pytest.raises(AttributeError):
        game.name = "Muon"


def test_board__cannot_be_given_other_attributes() -> None:
    """A slip of the pen, `board.trun = …`, is an error and not a new attribute."""
    board: Any = Board("hadron")
    with pytest.raises(AttributeError):
        board.trun = 1
    with pytest.raises(AttributeError):
        board.turn = Side.FIRST


def test_playouts__has_sums_and_means() -> None:
    counted = Playouts(first=5, second=3, draws=2, plies=145)
    assert counted.games == 10
    assert counted.mean_plies == 14.5
    assert Playouts(1, 1, 0, None).mean_plies is None


@each_game
def test_pickle__a_board_comes_back_with_its_history(game: Game) -> None:
    board = random_game(Board(game), random.Random(1), plies=9)
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        back = pickle.loads(pickle.dumps(board, protocol))
        assert back == board
        assert back.move_stack == board.move_stack
        assert back.pop() == board.peek()
        assert board.ply() == 9


def test_pickle__a_board_begun_from_fen_comes_back_with_its_start() -> None:
    board = Board("square-grid-hex", fen="3/1W1/3 b pie")
    board.push_text("a1")
    back = pickle.loads(pickle.dumps(board))
    back.pop()
    assert back.fen() == "3/1W1/3 b pie"


def test_pickle__a_draw_by_repetition_stays_one() -> None:
    board = Board("quadrature")
    for text in ("b3-a3", "b9-a9", "a3-b3", "a9-b9"):
        board.push_text(text)
    back = pickle.loads(pickle.dumps(board))
    assert back.outcome() == board.outcome() == Outcome(None, Termination.REPETITION)
    assert board.copy().outcome() == board.outcome()
    assert copy.deepcopy(board).outcome() == board.outcome()


def test_copy__long_games_are_let_go_without_deep_recursion() -> None:
    """Quadrature can go on for long; a thousand boards share one past and part from it."""
    board = Board("square-grid-hex", size=19)
    copies = []
    rng = random.Random(1)
    while board.legal_moves:
        copies.append(board.copy())
        board.push(rng.choice(list(board.legal_moves)))
    plies = board.ply()
    del board
    rng.shuffle(copies)
    while copies:
        one = copies.pop()
        assert one.ply() <= plies
        assert one.ply() == len(one.move_stack)


def test_board__wants_a_game() -> None:
    for wrong in (5, None, b"hadron"):
        with pytest.raises((TypeError, InvalidPositionError)):
            Board(wrong)  # type: ignore[arg-type]
