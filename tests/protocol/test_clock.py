"""The clock: a share of what is left, and never all of it."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx import GAMES, Board, Game, Side
from quincunx.protocol.clock import SHORTEST, Clock, budget, moves_to_come
from tests.marks import each_game

some_seconds = st.floats(-10.0, 1e6)

#: What a move may take beyond its budget, on a busy machine.
SLIP = 0.006


@given(left=some_seconds, increment=st.floats(0.0, 1e4), moves=st.integers(1, 100))
def test_budget__is_above_nothing_and_below_what_is_left(
    left: float, increment: float, moves: int
) -> None:
    seconds = budget(left, increment, moves=moves)
    assert seconds >= SHORTEST
    assert seconds == SHORTEST or seconds < left


def test_budget__an_increment_is_mostly_spent() -> None:
    assert budget(60, 10, moves=30) > budget(60, moves=30) + 5


def test_moves_to_come__is_sensible_in_all_games_and_sizes() -> None:
    for game in GAMES:
        for size in game.sizes:
            assert 10 <= moves_to_come(Board(game, size=size)) <= 40


@each_game
@pytest.mark.parametrize("main", [2.0, 60.0])
def test_clock__main_time_lasts_for_a_random_game_of_full_length(game: Game, main: float) -> None:
    board, rng, left = Board(game), random.Random(1), dict.fromkeys(Side, main)
    while not board.is_game_over() and board.ply() < 250:
        clock = Clock(main)
        clock.set(left[board.turn], 0)
        clock.spend(clock.budget(board) + SLIP)
        left[board.turn] = clock.left
        assert clock.left > 0
        board.push(rng.choice(list(board.legal_moves)))


def test_clock__byo_yomi_comes_after_the_main_time_and_each_period_is_kept() -> None:
    board = Board("square-grid-hex", size=11)
    clock = Clock(main=2.0, period=5.0, stones=5)
    began = False
    for _ in range(200):
        spent = clock.budget(board) + SLIP
        # A move may run over the end of the main time, into the period.
        assert spent < clock.left + (0 if clock.stones_left else clock.period)
        clock.spend(spent)
        began = began or clock.stones_left > 0
        assert 0 <= clock.stones_left <= 5
    assert began


def test_clock__one_stone_a_period_is_so_much_a_move() -> None:
    clock = Clock(main=0, period=0.5, stones=1)
    for _ in range(50):
        assert 0.4 < clock.budget(Board("square-grid-hex", size=5)) < 0.5
        clock.spend(0.49)
        assert (clock.left, clock.stones_left) == (0.5, 1)


def test_clock__main_time_that_runs_over_costs_a_stone() -> None:
    clock = Clock(main=1, period=10, stones=3)
    clock.spend(2)
    assert (clock.left, clock.stones_left) == (9, 2)
    clock.spend(1)
    clock.spend(1)
    assert (clock.left, clock.stones_left) == (10, 3)


def test_clock__believes_the_referee() -> None:
    clock = Clock(main=60)
    clock.set(0.5, 0)
    assert clock.budget(Board("hadron")) < 0.1
    clock.set(30, 1)
    assert 25 < clock.budget(Board("hadron")) < 30


def test_clock__without_byo_yomi_it_stays_at_nothing() -> None:
    clock = Clock(main=1)
    clock.spend(5)
    assert clock.left == 0 and clock.budget(Board("hadron")) == SHORTEST
