"""Elo differences and their intervals, against numbers that others have computed."""

import math
import random
import statistics

import pytest

from quincunx.arena import EloInterval, Standing, elo, expected_score
from quincunx.arena.rating import interval, signed


# What FIDE's table and everybody else's says.
@pytest.mark.parametrize(
    ("score", "difference"),
    [(0.5, 0.0), (0.64, 99.95), (0.75, 190.85), (0.76, 200.24), (10 / 11, 400.0), (0.99, 798.25)],
)
def test_elo__is_the_logistic_one(score: float, difference: float) -> None:
    assert elo(score) == pytest.approx(difference, abs=0.005)
    assert elo(1 - score) == pytest.approx(-difference, abs=0.005)
    assert expected_score(difference) == pytest.approx(score, abs=1e-5)


def test_elo__has_no_end_at_the_ends() -> None:
    assert elo(1) == math.inf and elo(0) == -math.inf
    for score in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match="between 0 and 1"):
            elo(score)


# Wilson's 95 % interval, from tables for the binomial distribution (no draws, no pairs).
@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (15, 20, 0.5313, 0.8881),
        (10, 10, 0.7225, 1.0),
        (0, 20, 0.0, 0.1611),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),  # Newcombe 1998, table I
        (95, 100, 0.8882, 0.9785),
    ],
)
def test_interval__of_wins_and_losses_is_wilsons(
    wins: int, games: int, low: float, high: float
) -> None:
    got = interval([games - wins, 0, wins])
    assert got == pytest.approx((low, wins / games, high), abs=5e-5)


@pytest.mark.parametrize("counts", [[30, 120, 400, 200, 90], [0, 0, 300, 20, 1], [200, 500, 300]])
def test_interval__of_many_samples_is_that_of_the_normal_distribution(counts: list[int]) -> None:
    top = len(counts) - 1
    samples = [k / top for k, count in enumerate(counts) for _ in range(count)]
    error = 1.96 * statistics.stdev(samples) / math.sqrt(len(samples))
    low, mean, high = interval(counts)
    assert mean == pytest.approx(statistics.mean(samples))
    assert (mean - low, high - mean) == pytest.approx((error, error), rel=0.06)


def test_interval__holds_the_truth_as_often_as_it_says() -> None:
    # Pairs from openings that favour one side: the games of a pair are far from independent.
    rng = random.Random(5)
    truth, inside, tries = 0.6, 0, 1500
    for _ in range(tries):
        counts = [0] * 5
        for _ in range(40):
            if rng.random() < 0.5:  # a decided opening: a win for each
                counts[2] += 1
            else:
                counts[2 * sum(rng.random() < 0.7 for _ in range(2))] += 1
        low, _, high = interval(counts)
        inside += low <= truth <= high
    assert 0.935 < inside / tries < 0.97


def test_standing__counts_games_and_pairs() -> None:
    # Pairs (1, 2): a win and a loss; (3, 4): two draws; (5, 6): two wins; (7, …): one draw.
    standing = Standing.of({1: 2, 2: 0, 3: 1, 4: 1, 5: 2, 6: 2, 7: 1})
    assert (standing.wins, standing.draws, standing.losses) == (3, 3, 1)
    assert standing.points == 4.5 and standing.score == 4.5 / 7
    assert standing.pairs == (0, 0, 2, 0, 1) and standing.singles == 1


def test_standing__takes_elo_from_pairs_if_there_are_any() -> None:
    pairs = Standing.of({1: 2, 2: 0, 3: 2, 4: 0, 6: 2}).elo()
    assert pairs and pairs.method == "pentanomial" and pairs.samples == 2 and pairs.elo == 0
    games = Standing.of({1: 2, 4: 0, 6: 2}).elo()
    assert games and games.method == "trinomial" and games.samples == 3
    assert games.elo == pytest.approx(elo(2 / 3))
    assert Standing.of({}).elo() is None and Standing.of({}).score is None


def test_standing__pairs_that_split_tell_more_than_their_games() -> None:
    split = Standing.of({n: 2 * (n % 2) for n in range(1, 101)})
    pairs = split.elo()
    low, _, high = interval((split.losses, split.draws, split.wins))
    assert pairs and pairs.high - pairs.low < (elo(high) - elo(low)) / 3


def test_text__says_where_it_comes_from() -> None:
    text = str(EloInterval(12.3, -4.2, math.inf, "pentanomial", 40))
    assert text == "+12 [−4, +∞] (95 %, pentanomial, 40 pairs)"
    assert str(EloInterval(0, -1, 1, "trinomial", 1)).endswith("(95 %, trinomial, 1 game)")
    assert signed(-0.4) == "0"
