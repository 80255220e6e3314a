"""The sequential test, against likelihoods that are computed in other ways."""

import math
import random

import pytest

from quincunx.arena import Sprt, expected_score


def test_bounds__are_walds() -> None:
    test = Sprt(0, 5)
    assert test.lower == pytest.approx(-2.9444, abs=1e-4)
    assert test.upper == pytest.approx(2.9444, abs=1e-4)
    uneven = Sprt(0, 5, alpha=0.01, beta=0.1)
    assert uneven.upper == pytest.approx(math.log(0.9 / 0.01))
    assert uneven.lower == pytest.approx(math.log(0.1 / 0.99))


@pytest.mark.parametrize(("elo0", "elo1"), [(0, 30), (-10, 10), (50, 200)])
@pytest.mark.parametrize(("lost", "won"), [(40, 60), (5, 5), (0, 30), (70, 20)])
def test_llr__of_wins_and_losses_is_that_of_coin_tosses(
    elo0: float, elo1: float, lost: int, won: int
) -> None:
    # With two kinds of results the score says all about the distribution.
    s0, s1 = expected_score(elo0), expected_score(elo1)
    tosses = won * math.log(s1 / s0) + lost * math.log((1 - s1) / (1 - s0))
    test = Sprt(elo0, elo1)
    assert test.llr([lost, won]) == pytest.approx(tosses, abs=1e-3)
    assert test.llr([lost, 0, won]) == pytest.approx(tosses, abs=0.02)
    assert test.llr([lost, 0, 0, 0, won]) == pytest.approx(tosses, abs=0.05)


def best_log_likelihood(losses: int, draws: int, wins: int, score: float) -> float:
    """Of losses, draws and wins with this score: the best share of draws, by trying shares."""

    def log_likelihood(draw: float) -> float:
        win = score - draw / 2
        return wins * math.log(win) + draws * math.log(draw) + losses * math.log(1 - win - draw)

    low, high = 0.0, 2 * min(score, 1 - score)
    for _ in range(200):
        third = (high - low) / 3
        if log_likelihood(low + third) < log_likelihood(high - third):
            low += third
        else:
            high -= third
    return log_likelihood((low + high) / 2)


@pytest.mark.parametrize("games", [(20, 30, 50), (4063, 8620, 4307), (7, 1, 2)])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 3), (-20, 40)])
def test_llr__of_games_is_the_best_of_each_hypothesis(
    games: tuple[int, int, int], elo0: float, elo1: float
) -> None:
    expected = best_log_likelihood(*games, expected_score(elo1)) - best_log_likelihood(
        *games, expected_score(elo0)
    )
    assert Sprt(elo0, elo1).llr(games) == pytest.approx(expected, abs=1e-6)


def test_llr__of_many_pairs_is_that_of_the_normal_distribution() -> None:
    pairs = [253, 1245, 2113, 1341, 248]
    n = sum(pairs)
    mean = sum(k / 4 * count for k, count in enumerate(pairs)) / n
    variance = sum(count * (k / 4 - mean) ** 2 for k, count in enumerate(pairs)) / n
    s0, s1 = expected_score(0), expected_score(5)
    normal = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert Sprt(0, 5).llr(pairs) == pytest.approx(normal, rel=0.01)


def test_llr__of_nothing_is_nothing_and_players_may_change_places() -> None:
    assert Sprt(0, 30).llr([0] * 5) == 0
    pairs = [3, 9, 30, 12, 8]
    assert Sprt(-7, 30).llr(pairs) == pytest.approx(-Sprt(-30, 7).llr(pairs[::-1]))


def test_verdict__comes_at_the_bounds() -> None:
    test = Sprt(0, 30)
    # A pair won twice makes H1 likelier by log(s1 / s0), as long as nothing else has come.
    needed = math.ceil(test.upper / math.log(expected_score(30) / 0.5))
    assert test.verdict([0, 0, 0, 0, needed - 2]) is None
    assert test.verdict([0, 0, 0, 0, needed + 2]) == "H1"
    assert test.verdict([needed + 2, 0, 0, 0, 0]) == "H0"
    assert test.verdict([0] * 5) is None


@pytest.mark.parametrize("true_elo", [0, 60])
def test_verdict__is_wrong_about_as_rarely_as_it_says(true_elo: float) -> None:
    test, rng = Sprt(0, 60, alpha=0.1, beta=0.1), random.Random(3)
    win = expected_score(true_elo)
    right = 0
    for _ in range(100):
        counts = [0] * 5
        while (verdict := test.verdict(counts)) is None:
            for _ in range(5):
                counts[2 * sum(rng.random() < win for _ in range(2))] += 1
        right += verdict == ("H1" if true_elo else "H0")
    assert 84 <= right <= 99


@pytest.mark.parametrize("numbers", [(5, 5), (10, 0), (0, 5, 0.0), (0, 5, 0.05, 0.6), (0, 5, 1.5)])
def test_sprt__refuses_numbers_that_make_no_test(numbers: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match=r"elo0|alpha"):
        Sprt(*numbers)
    with pytest.raises(ValueError, match="two kinds"):
        Sprt(0, 5).llr([3])
