"""perft counts move sequences, whoever does the counting."""

import random

import pytest

import quincunx
from quincunx import Board, Game, Move, perft, perft_divide
from quincunx.testing import random_game
from tests.marks import each_game


def plain_perft(board: Board, depth: int) -> int:
    """The same count, move by move through the public interface."""
    if depth == 0:
        return 1
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += plain_perft(board, depth - 1)
        board.pop()
    return total


@each_game
def test_perft__is_what_playing_every_sequence_gives(game: Game) -> None:
    """In the middle of games and near their end, where sequences break off."""
    rng = random.Random(6)
    for size in game.sizes[:3]:
        for back in (2, 3, 4, 7):
            board = random_game(Board(game, size=size), rng)
            for _ in range(min(back, board.ply())):
                board.pop()
            for depth in range(1, 6):
                count = perft(board, depth)
                if count > 3000:
                    break
                assert count == plain_perft(board, depth), board


@each_game
def test_perft__is_the_same_on_several_threads(game: Game) -> None:
    board = random_game(Board(game), random.Random(2), plies=3)
    for depth in (1, 2, 3):
        one = perft_divide(board, depth)
        for threads in (2, 3, 16):
            assert perft(board, depth, threads=threads) == sum(one.values())
            assert perft_divide(board, depth, threads=threads) == one


@each_game
def test_perft_divide__has_the_legal_moves_in_order_and_adds_up(game: Game) -> None:
    board = random_game(Board(game), random.Random(3), plies=2)
    for depth in (1, 2, 3):
        divided = perft_divide(board, depth)
        assert list(divided) == list(board.legal_moves)
        assert sum(divided.values()) == perft(board, depth)
        for move in list(divided)[::17]:
            board.push(move)
            assert divided[move] == perft(board, depth - 1)
            board.pop()


@each_game
def test_perft__of_no_moves_is_one_and_of_a_finished_game_none(game: Game) -> None:
    board = Board(game, size=game.sizes[0])
    assert perft(board, 0) == 1
    random_game(board, random.Random(1))
    assert perft(board, 0) == 1
    for depth in (1, 2, 3, 50):
        assert perft(board, depth) == 0
        assert perft_divide(board, depth) == {}


def test_perft__deeper_than_any_game_is_none() -> None:
    board = Board("hadron", size=3)
    counts = [perft(board, depth) for depth in range(1, 11)]
    assert counts[:2] == [9, 48]
    assert counts[-1] == 0
    assert perft(board, 1000) == 0


def test_perft__leaves_the_board_alone() -> None:
    board = random_game(Board("quadrature"), random.Random(1), plies=5)
    before = board.fen(), board.move_stack
    perft(board, 3)
    assert (board.fen(), board.move_stack) == before


def test_perft__quadrature_sequences_end_where_an_arrangement_returns() -> None:
    """With the past, going back is a draw and the end; without it, the game goes on."""
    board = Board("quadrature")
    for text in ("b3-a3", "b9-a9", "a3-b3"):
        board.push_text(text)
    bare = board.copy(stack=False)
    back = Move("a9-b9")
    assert perft_divide(board, 2)[back] == 0
    assert perft_divide(bare, 2)[back] > 0
    for one in (board, bare):
        assert perft(one, 3) == plain_perft(one, 3)
    assert perft(board, 3) < perft(bare, 3)
    assert perft(board, 4, threads=2) == perft(board, 4)


def test_perft_divide__wants_a_first_move() -> None:
    with pytest.raises(ValueError, match="depth"):
        perft_divide(Board("hadron"), 0)


def test_perft__is_exported_and_typed_as_a_number() -> None:
    assert type(quincunx.perft(Board("hadron"), 2)) is int
