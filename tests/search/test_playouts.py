"""Playouts: reproducible, the same on any number of threads, and independent of one another."""

import math
import random

from quincunx import Board, Game, Outcome, Side, playouts
from quincunx.testing import random_game
from tests.marks import each_game
from tests.search.rates import count, ways


def small(game: Game) -> Board:
    return Board(game, size=game.sizes[min(1, len(game.sizes) - 1)])


@each_game
def test_seed__the_same_arguments_give_the_same_result(game: Game) -> None:
    board = small(game)
    for n in (1, 7, 1000, 1025):
        for lengths in (False, True):
            one = playouts(board, n, seed=9, lengths=lengths)
            assert playouts(board.copy(), n, seed=9, lengths=lengths) == one
            assert one.games == n
    assert playouts(board, 1000) == playouts(board, 1000, seed=0)


@each_game
def test_seed__another_one_gives_other_games(game: Game) -> None:
    board = small(game)
    results = {playouts(board, 2000, seed=seed) for seed in range(12)}
    assert len(results) > 8


@each_game
def test_threads__do_not_change_the_result(game: Game) -> None:
    """Numbers of games that divide evenly among threads and blocks, and that do not."""
    board = small(game)
    for way in ways(board):
        for n in (1, 500, 1024, 2048, 5000):
            one = count(board, n, way, seed=3)
            for threads in (2, 3, 8):
                assert count(board, n, way, seed=3, threads=threads) == one


@each_game
def test_seed__later_games_are_not_the_first_ones_again(game: Game) -> None:
    board = small(game)
    for way in ways(board):
        repeated = 0
        for seed in range(10):
            first, both = count(board, 1024, way, seed=seed), count(board, 2048, way, seed=seed)
            repeated += both.first - first.first == first.first
        assert repeated < 4, way


@each_game
def test_seed__does_not_depend_on_how_the_position_was_reached(game: Game) -> None:
    board = random_game(small(game), random.Random(4), plies=3)
    other = Board(game, fen=board.fen())
    assert playouts(board.copy(stack=False), 500, seed=2) == playouts(other, 500, seed=2)


@each_game
def test_playouts__games_are_independent_of_one_another(game: Game) -> None:
    """Many counts spread as those of coins do; games that share their luck would show in it."""
    board = small(game)
    many, n = (60, 64) if game.id == "quadrature" else (400, 1024)
    for way in ways(board):
        firsts = [count(board, n, way, seed=1000 + k).first for k in range(many)]
        mean = sum(firsts) / many
        spread = sum((x - mean) ** 2 for x in firsts) / (many - 1)
        chance = mean / n
        ratio = spread / (n * chance * (1 - chance))
        assert abs(ratio - 1) < 5 * math.sqrt(2 / many), f"{way}: {ratio:.2f}"


@each_game
def test_playouts__single_games_of_neighbouring_seeds_are_alike(game: Game) -> None:
    board = small(game)
    seeds, n = (300, 4000) if game.id == "quadrature" else (3000, 100_000)
    for way in ways(board):
        chance = count(board, n, way).first / n
        ones = sum(count(board, 1, way, seed=seed).first for seed in range(seeds))
        allowed = 5 * math.sqrt(chance * (1 - chance) * (1 / seeds + 1 / n))
        assert abs(ones / seeds - chance) < allowed, way


@each_game
def test_lengths__are_counted_when_asked_for(game: Game) -> None:
    board = small(game)
    counted = playouts(board, 50, lengths=True)
    assert counted.plies is not None
    assert counted.mean_plies == counted.plies / 50
    assert 2 < counted.mean_plies < 1000
    quick = playouts(board, 50)
    filled = game.id in ("square-grid-hex", "cordon")
    assert (quick.plies is None) is filled
    assert (quick.mean_plies is None) is filled


@each_game
def test_playouts__leave_the_board_alone(game: Game) -> None:
    board = random_game(Board(game), random.Random(1), plies=5)
    before = board.fen(), board.move_stack
    playouts(board, 100, threads=2)
    assert (board.fen(), board.move_stack) == before


@each_game
def test_playouts__of_a_finished_game_are_its_result(game: Game) -> None:
    board = random_game(Board(game, size=game.sizes[0]), random.Random(3))
    outcome = board.outcome()
    assert isinstance(outcome, Outcome)
    for lengths in (False, True):
        counted = playouts(board, 10, lengths=lengths)
        assert counted.games == 10
        wins = {Side.FIRST: counted.first, Side.SECOND: counted.second, None: counted.draws}
        assert wins[outcome.winner] == 10
        assert not counted.plies


@each_game
def test_playouts__one_move_before_the_end_all_results_can_be_told(game: Game) -> None:
    """From where each move ends the game, the only results are those of the moves."""
    rng = random.Random(8)
    for _ in range(200):
        board = random_game(Board(game, size=game.sizes[0]), rng)
        board.pop()
        winners = set()
        for move in list(board.legal_moves):
            board.push(move)
            outcome = board.outcome()
            winners.add(outcome.winner if outcome else "open")
            board.pop()
        if "open" in winners:
            continue
        for way in ways(board):
            counted = count(board, 200, way)
            seen = {
                side
                for side, wins in (
                    (Side.FIRST, counted.first),
                    (Side.SECOND, counted.second),
                    (None, counted.draws),
                )
                if wins
            }
            assert seen == winners, way
            if way == "moves":
                assert counted.plies == 200
