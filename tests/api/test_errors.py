"""Errors: their types, what they carry, and messages that are a reproduction."""

import pickle
import random

import numpy as np
import pytest

import quincunx
from quincunx import (
    GAMES,
    Board,
    EngineError,
    Game,
    GameOverError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    JobError,
    Move,
    MoveError,
    RecordError,
)
from quincunx.engine import Engine
from quincunx.testing import candidates, random_game
from tests.marks import each_game


def test_errors__are_value_errors_but_for_those_of_engines_and_jobs() -> None:
    for kind in (InvalidMoveError, IllegalMoveError, InvalidPositionError, RecordError):
        assert issubclass(kind, ValueError)
    assert issubclass(GameOverError, IllegalMoveError)
    assert not issubclass(InvalidMoveError, IllegalMoveError)
    assert not issubclass(InvalidPositionError, MoveError)
    assert issubclass(EngineError, RuntimeError)
    assert issubclass(JobError, RuntimeError)


def test_errors__all_are_exported() -> None:
    names = {name for name in vars(quincunx.errors) if name.endswith("Error")} - {"ValueError"}
    assert names <= set(quincunx.__all__)


def test_record_error__has_the_line() -> None:
    error = RecordError("no such tag", 12)
    assert error.line == 12
    assert str(error) == "line 12: no such tag"


def test_invalid_move_error__has_text_reason_and_position() -> None:
    board = Board("hadron", size=3)
    board.push_text("b2")
    with pytest.raises(InvalidMoveError) as caught:
        board.push_text("d4")
    error = caught.value
    assert error.text == "d4"
    assert error.position == board.fen()
    assert "a1 to c3" in error.reason  # what would have been a cell
    assert str(error) == f"d4: {error.reason} in 3/1R1/3 b"


def test_illegal_move_error__has_text_reason_and_position() -> None:
    board = Board("hadron", size=3)
    board.push_text("b2")
    with pytest.raises(IllegalMoveError) as caught:
        board.push_text("b3")
    error = caught.value
    assert type(error) is IllegalMoveError
    assert error.text == "b3"
    assert error.reason == board.why_illegal("b3")
    assert error.position == board.fen()
    assert str(error) == f"{error.reason} in {error.position}"
    assert "PLACEMENT RULE" in str(error)


def test_illegal_move_error__a_reason_that_does_not_name_the_move_is_given_it() -> None:
    board = Board("blast-radius", fen="1B1/4/2R2/4/3 r")
    with pytest.raises(IllegalMoveError) as caught:
        board.push_text("c3")
    assert str(caught.value).startswith("c3: an empty cell outside every REZ is left")
    assert "1B1/4/2R2/4/3 r" in str(caught.value)


@each_game
def test_move_errors__are_reproductions_in_every_game(game: Game) -> None:
    """The message alone is enough to set the position up and to fail again in the same way."""
    rng = random.Random(11)
    board = random_game(Board(game, size=game.sizes[0]), rng, plies=5)
    wrong = [text for text in candidates(board) if board.why_illegal(text) is not None]
    for text in rng.sample(wrong, min(len(wrong), 12)):
        with pytest.raises(IllegalMoveError) as caught:
            board.push_text(text)
        message = str(caught.value)
        assert text in message
        assert caught.value.reason in message
        assert game.name in caught.value.reason
        fen = message.rpartition(" in ")[2]
        with pytest.raises(IllegalMoveError) as again:
            Board(game, fen=fen).push_text(text)
        assert str(again.value) == message


@each_game
def test_game_over_error__names_result_and_section(game: Game) -> None:
    board = random_game(Board(game, size=game.sizes[0]), random.Random(5))
    outcome = board.outcome()
    assert outcome is not None
    with pytest.raises(GameOverError) as caught:
        board.push(board.peek())
    assert caught.value.text == str(board.peek())
    assert caught.value.reason.startswith("the game is over: ")
    assert outcome.termination.value in caught.value.reason
    assert outcome.termination.section in caught.value.reason
    if outcome.winner is not None:
        assert board.side_name(outcome.winner) in caught.value.reason
    assert board.fen() in str(caught.value)


@pytest.mark.parametrize("text", ["z9", "b2"])
def test_move_errors__survive_pickling(text: str) -> None:
    """So that they come back from other processes as they were."""
    board = Board("hadron", fen="3/1R1/3 b")
    with pytest.raises(MoveError) as caught:
        board.push_text(text)
    error = caught.value
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert (back.text, back.reason) == (error.text, error.reason)
    assert back.position == error.position
    assert str(back) == str(error)


# --- Games and sizes that are not offered --------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["", "hex", "hadron5", "Blast  Radius", "h", "hadron\0", "x" * 10**6]
)
def test_find_game__lists_the_games_that_there_are(name: str) -> None:
    for find in (quincunx.find_game, Board):
        with pytest.raises(InvalidPositionError) as caught:
            find(name)
        assert all(game.id in str(caught.value) for game in GAMES)
        assert len(str(caught.value)) < 400


def require_refused(game: Game, size: int) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Board(game, size=size)
    message = str(caught.value)
    assert game.name in message
    assert str(size) in message
    assert ", ".join(map(str, game.sizes)) in message


@each_game
def test_sizes__one_that_is_not_offered_is_refused_with_those_that_are(game: Game) -> None:
    for size in set(range(-3, 40)) - set(game.sizes):
        require_refused(game, size)


@pytest.mark.parametrize("size", [-(2**31), 2**31 - 1, 2**31, 2**32 + 5, 2**64 + 5, -(2**70)])
@each_game
def test_sizes__a_huge_one_is_refused_like_any_other(game: Game, size: int) -> None:
    """2³² + 5 and 2⁶⁴ + 5 are 5 to whoever cuts them to so many bits."""
    require_refused(game, size)


def test_sizes__even_hadron_and_side_two_blast_radius_are_not_offered() -> None:
    with pytest.raises(InvalidPositionError, match="3, 5, 7, 9, 11"):
        Board("hadron", size=6)
    with pytest.raises(InvalidPositionError, match="3, 4, 5, 6, 7, 8, 9, 10"):
        Board("blast-radius", size=2)


@pytest.mark.parametrize(
    ("game", "fen"),
    [
        ("hadron", "4/4/4/4 r"),
        ("hadron", "/".join(["13"] * 13) + " r"),
        ("square-grid-hex", "2/2 b pie"),
        ("square-grid-hex", "/".join(["19"] * 20) + " b pie"),
        ("quadrature", "/".join(["9"] * 9) + " w 0 0"),
        ("cordon", "1 r"),
        ("blast-radius", "2/3/2 r"),
        ("blast-radius", "/".join(map(str, [*range(11, 22), *range(20, 10, -1)])) + " r"),
    ],
)
def test_sizes__a_fen_of_a_size_that_is_not_offered_is_refused_alike(game: str, fen: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Board(game, fen=fen)
    sizes = quincunx.find_game(game).sizes
    assert ", ".join(map(str, sizes)) in str(caught.value)
    assert fen in str(caught.value)


# --- Numbers that cannot be ----------------------------------------------------------------------


@pytest.mark.parametrize("n", [0, -1, -(10**12)])
def test_playouts__of_no_games_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match="n must be at least 1"):
        quincunx.playouts(Board("hadron"), n)


@pytest.mark.parametrize("threads", [0, -1])
def test_threads__there_is_at_least_one(threads: int) -> None:
    board = Board("hadron")
    with pytest.raises(ValueError, match="threads"):
        quincunx.playouts(board, 10, threads=threads)
    for depth in (0, 1, 2):
        with pytest.raises(ValueError, match="threads"):
            quincunx.perft(board, depth, threads=threads)
    with pytest.raises(ValueError, match="threads"):
        quincunx.Batch(board, 4, threads=threads)


@pytest.mark.parametrize("depth", [-1, -(2**31), -(2**40)])
def test_perft__a_negative_depth_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="depth"):
        quincunx.perft(Board("hadron"), depth)


@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**63, 2**64 - 1, 2**64, -1, -(10**30)])
def test_playouts__any_whole_number_is_a_seed(seed: int) -> None:
    board = Board("hadron")
    assert quincunx.playouts(board, 10, seed=seed).games == 10
    assert quincunx.playouts(board, 10, seed=seed) == quincunx.playouts(board, 10, seed=seed)


@pytest.mark.parametrize("seed", [5, -5, 2**63 - 1])
def test_seeds__numpys_numbers_are_whole_numbers_too(seed: int) -> None:
    board, given = Board("hadron", size=5), np.int64(seed)
    of_numpy = quincunx.playouts(board, 10, seed=given)  # type: ignore[arg-type]
    assert of_numpy == quincunx.playouts(board, 10, seed=seed)
    moves = []
    for each in (seed, given):
        with Engine("hadron", size=5, seed=each) as engine:  # type: ignore[arg-type]
            moves.append(engine.play(board, level=3).move)
    assert moves[0] == moves[1]


@pytest.mark.parametrize("cell", ["", "z1", "a0", "a6", "a1-a2", "é", "a1\0"])
def test_cells__one_that_the_board_does_not_have_is_a_value_error(cell: str) -> None:
    board = Board("hadron", size=5)
    for ask in (board.piece_at, board.neighbours):
        with pytest.raises(ValueError, match="a1 to e5"):
            ask(cell)


def test_is_legal__says_that_a_text_is_no_move() -> None:
    with pytest.raises(InvalidMoveError):
        Board("hadron").is_legal(Move("c3-c4"))
