"""Share texts: short, exact, and refused if they are not whole."""

from __future__ import annotations

import math
import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import GAMES, Board, RecordError
from quincunx.games import Game
from quincunx.record import from_share_text, share_text

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
SIGNS = string.digits + string.ascii_letters


def played(game: Game, size: int, plies: int, seed: int) -> tuple[Board, float]:
    """A random game of so many moves at most, and how many bits its choices were worth."""
    rng, board, bits = random.Random(seed), Board(game, size=size), 0.0
    while not board.is_game_over() and board.ply() < plies:
        moves = list(board.legal_moves)
        bits += math.log2(len(moves))
        board.push(rng.choice(moves))
    return board, bits


def same(one: Board, other: Board) -> bool:
    return (one.game, one.move_stack, one.fen()) == (other.game, other.move_stack, other.fen())


@each_game
def test_share__every_size_comes_back_and_says_little_more_than_the_choices(game: Game) -> None:
    for size in game.sizes:
        for seed in range(3):
            board, bits = played(game, size, 60, seed)
            text = share_text(board)
            assert same(from_share_text(text), board)
            assert set(text) <= set(SIGNS)
            # A version, 24 bits of checksum, 12 of game, 5 of size, 2 of start, 7 of count.
            assert len(text) <= 1 + math.ceil((bits + 24 + 12 + 5 + 2 + 7) / math.log2(62))
            assert len(text) < 100  # whatever the board; 120 were allowed


@each_game
def test_share__whole_games_and_none(game: Game) -> None:
    for size in game.sizes[:2]:
        assert same(from_share_text(share_text(Board(game, size=size))), Board(game, size=size))
        board, _ = played(game, size, 10_000, 7)
        assert board.is_game_over() and same(from_share_text(share_text(board)), board)


def test_share__long_games_have_counts_of_several_digits() -> None:
    rng, board = random.Random(1), Board("square-grid-hex", size=19, pie=False)
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    assert board.ply() > 100
    assert same(from_share_text(share_text(board)), board)


def test_share__starts_of_one_s_own_and_no_pie_rule() -> None:
    board = Board("hadron", fen="5/5/2R2/5/5 b")
    board.push_text("d4")
    assert same(from_share_text(share_text(board)), board)
    for pie in (True, False):
        board = Board("square-grid-hex", size=5, pie=pie)
        board.push_text("b4")
        back = from_share_text(share_text(board))
        assert back.pie is pie and same(back, board)
    swapped = Board("square-grid-hex", size=5)
    swapped.push_text("b4")
    swapped.push_text("swap")
    assert same(from_share_text(share_text(swapped)), swapped)


@pytest.mark.parametrize(
    ("game", "moves", "text"),
    [
        ("hadron", "c3 d4 b4", "19Ae1bLsiCIt"),
        ("quadrature", "c3-d4 c9-c8", "1CYjdBFAbNn"),
        ("square-grid-hex", "a3 swap g7", "1puArxUFzMewt"),
        ("cordon", "e5 d4", "11l2QaFpUvzr"),
        ("blast-radius", "a1 d4", "12RN9eebLuGg"),
    ],
)
def test_share__links_that_were_given_away_stay_good(game: str, moves: str, text: str) -> None:
    board = Board(game)
    for move in moves.split():
        board.push_text(move)
    assert share_text(board) == text and same(from_share_text(text), board)


@each_game
def test_share__any_one_sign_changed_is_noticed(game: Game) -> None:
    text = share_text(played(game, game.sizes[0], 10_000, 3)[0])
    for place in range(len(text)):
        for sign in SIGNS:
            if sign != text[place]:
                with pytest.raises(RecordError):
                    from_share_text(text[:place] + sign + text[place + 1 :])
        with pytest.raises(RecordError):
            from_share_text(text[:place] + text[place + 1 :])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty"),
        ("  ", "it is empty"),
        ("2abc", "texts begin with 1, the version"),
        ("https://example.org", "texts begin with 1, the version"),
        ("1ab-c", "letters and digits alone"),
        ("1äb", "letters and digits alone"),
        ("1\0b", "letters and digits alone"),
        ("1", "damaged"),
        ("1zzzzzzzzzzzz", "damaged"),
        ("1" * 20_000, "longer than 10000 characters"),
    ],
)
def test_share__what_is_none_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_share_text(text)
    assert reason in str(caught.value) and caught.value.line is None


@settings(max_examples=500)
@given(st.text(st.sampled_from(SIGNS), max_size=60))
def test_share__made_up_texts_are_refused_and_nothing_worse(text: str) -> None:
    with pytest.raises(RecordError):
        from_share_text("1" + text)


def test_share__spaces_around_it_do_no_harm() -> None:
    assert from_share_text(f"\n {share_text(Board('cordon'))} ").game.id == "cordon"
