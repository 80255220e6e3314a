"""Scores and what they say about strength: Elo differences with an interval.

An Elo difference of x means an expected score of 1 / (1 + 10^(−x/400)). Games are played in pairs
from one opening with colours swapped, and the two games of a pair are not independent: a lopsided
opening gives one win to each side. So where pairs are complete, the spread is taken from the scores
of pairs (five possible values, the "pentanomial" model), else from those of single games
("trinomial").
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = ["EloInterval", "Standing", "elo", "expected_score"]

#: Two-sided 95 % of the normal distribution.
Z95 = 1.959963984540054


def elo(score: float) -> float:
    """The Elo difference that a score, from 0 to 1, stands for.

    >>> elo(0.5), round(elo(0.75)), round(elo(0.25)), elo(1)
    (0.0, 191, -191, inf)

    :raises ValueError: if the score is not between 0 and 1.
    """
    if not 0 <= score <= 1:
        raise ValueError(f"a score lies between 0 and 1, not at {score}")
    if score == 0:
        return -math.inf
    if score == 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def expected_score(difference: float) -> float:
    """The score, from 0 to 1, to expect of a player who is this many Elo points stronger.

    >>> expected_score(0), round(expected_score(100), 4)
    (0.5, 0.6401)
    """
    return 1 / (1 + 10 ** (-difference / 400))


@dataclass(frozen=True)
class EloInterval:
    """An Elo difference with its 95 % interval. A bound may be infinite.

    ``method`` is ``"pentanomial"`` if it comes from ``samples`` complete pairs of games, and
    ``"trinomial"`` if it comes from ``samples`` single games.
    """

    elo: float
    low: float
    high: float
    method: str
    samples: int

    def __str__(self) -> str:
        unit = "pair" if self.method == "pentanomial" else "game"
        many = unit if self.samples == 1 else f"{unit}s"
        interval = f"[{signed(self.low)}, {signed(self.high)}]"
        return f"{signed(self.elo)} {interval} (95 %, {self.method}, {self.samples} {many})"


def signed(number: float) -> str:
    """A number with its sign, as people write it.

    >>> signed(12.4), signed(-3), signed(0.2), signed(float("-inf"))
    ('+12', '−3', '0', '−∞')
    """
    if math.isinf(number):
        return "+∞" if number > 0 else "−∞"
    whole = round(number)
    return f"{whole:+d}".replace("-", "−") if whole else "0"


def interval(counts: Sequence[int], z: float = Z95) -> tuple[float, float, float]:
    """Mean score and its interval, from how often each of evenly spaced scores from 0 to 1 came.

    This is Wilson's interval for as many independent wins and losses as would give a mean of the
    same precision. Their number follows from the spread of the samples, with the spread of one
    independent sample added: a few equal samples are no proof that all will be equal. Unlike
    mean ± 1.96 standard errors it stays within 0 and 1 and has a width where all games were won.

    >>> low, mean, high = interval([0, 0, 10])      # ten games, all won
    >>> mean, round(low, 3), round(high, 3)
    (1.0, 0.722, 1.0)
    """
    n = sum(counts)
    steps = len(counts) - 1
    mean = sum(k * count for k, count in enumerate(counts)) / (steps * n)
    # One win or loss has the variance m(1 − m). A game (steps = 2) that is never drawn has it too,
    # a pair of independent games (steps = 4) half of it.
    alone = 2 / steps
    binary = mean * (1 - mean)
    if binary > 0:
        spread = sum(count * (k / steps - mean) ** 2 for k, count in enumerate(counts))
        ratio = (spread / binary + alone) / (n + 1)
    else:
        ratio = alone
    equivalent = n / ratio
    shrink = 1 + z * z / equivalent
    centre = (mean + z * z / (2 * equivalent)) / shrink
    half = z / shrink * math.sqrt(binary / equivalent + (z / (2 * equivalent)) ** 2)
    # At the ends the formula gives 0 or 1 but for rounding.
    low = 0.0 if mean == 0 else max(0.0, centre - half)
    high = 1.0 if mean == 1 else min(1.0, centre + half)
    return low, mean, high


@dataclass(frozen=True)
class Standing:
    """The score of a match, counted for player a.

    >>> standing = Standing.of({1: 2, 2: 1, 3: 2, 4: 0, 5: 2})      # half points by game
    >>> standing.wins, standing.draws, standing.losses, standing.points
    (3, 1, 1, 3.5)
    >>> standing.pairs, standing.singles        # 3 half points in one pair, 2 in the other
    ((0, 0, 1, 1, 0), 1)
    >>> standing.elo().method
    'pentanomial'

    ``pairs`` counts complete pairs by half points, 0 to 4; ``singles`` the games whose partner is
    missing.
    """

    wins: int
    draws: int
    losses: int
    pairs: tuple[int, ...]
    singles: int

    @classmethod
    def of(cls, half_points: Mapping[int, int]) -> Standing:
        """Count games, given as half points of player a (0, 1, 2) by the number of the game.

        Games 1 and 2 are a pair, 3 and 4 are one, and so on.
        """
        results = [0, 0, 0]
        pairs = [0] * 5
        singles = 0
        for number, points in half_points.items():
            results[points] += 1
            partner = half_points.get(number + 1 if number % 2 else number - 1)
            if partner is None:
                singles += 1
            elif number % 2:
                pairs[points + partner] += 1
        losses, draws, wins = results
        return cls(wins, draws, losses, tuple(pairs), singles)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win counts 1, a draw ½."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float | None:
        """Points for each game; ``None`` before the first."""
        return self.points / self.games if self.games else None

    def elo(self) -> EloInterval | None:
        """The Elo difference, from complete pairs if there are any; ``None`` without a game."""
        if sum(self.pairs):
            method, counts = "pentanomial", self.pairs
        elif self.games:
            method, counts = "trinomial", (self.losses, self.draws, self.wins)
        else:
            return None
        low, mean, high = interval(counts)
        return EloInterval(elo(mean), elo(low), elo(high), method, sum(counts))
