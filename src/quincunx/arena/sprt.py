"""The sequential probability ratio test: stop a match as soon as its question is answered."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from quincunx.arena.rating import expected_score

__all__ = ["Sprt"]

# What stands in for a count of nothing, so that no hypothesis is impossible.
_NEARLY_NOTHING = 1e-3


@dataclass(frozen=True)
class Sprt:
    """Is player a stronger by ``elo1`` (H1), or only by ``elo0`` (H0)?

    The generalised test: how much likelier are the results under the likeliest distribution with
    the score that H1 says than under the likeliest with the score that H0 says? It takes counts of
    pairs by half points, 0 to 4, or of games as losses, draws, wins.

    >>> test = Sprt(elo0=0, elo1=30)
    >>> round(test.lower, 2), round(test.upper, 2)
    (-2.94, 2.94)
    >>> round(test.llr([1, 5, 10, 12, 7]), 2), test.verdict([1, 5, 10, 12, 7])
    (2.03, None)
    >>> test.verdict([2, 10, 20, 24, 14])
    'H1'

    Source of the idea: M. Van den Bergh, "The generalized maximum likelihood ratio for the
    expectation value of a distribution",
    https://hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf

    :param alpha: how often H1 may be accepted although H0 is true.
    :param beta: how often H0 may be accepted although H1 is true.
    :raises ValueError: if the numbers do not make a test.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo0 must be less than elo1, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(
                f"alpha and beta must lie between 0 and 0.5, not at {self.alpha:g}, {self.beta:g}"
            )

    @property
    def lower(self) -> float:
        """At this log-likelihood ratio H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this log-likelihood ratio H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio of H1 to H0, given counts of evenly spaced scores from 0 to 1.

        :raises ValueError: if there are fewer than two kinds of results.
        """
        if len(counts) < 2:
            raise ValueError("a test needs counts of at least two kinds of results")
        if not any(counts):
            return 0.0
        seen = [count or _NEARLY_NOTHING for count in counts]
        scores = [k / (len(counts) - 1) for k in range(len(counts))]
        if_h0 = _likeliest(scores, seen, expected_score(self.elo0))
        if_h1 = _likeliest(scores, seen, expected_score(self.elo1))
        return sum(n * math.log(p1 / p0) for n, p0, p1 in zip(seen, if_h0, if_h1, strict=True))

    def verdict(self, counts: Sequence[int]) -> str | None:
        """``"H0"`` or ``"H1"`` if the results decide, else ``None``."""
        llr = self.llr(counts)
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else None


def _likeliest(scores: Sequence[float], seen: Sequence[float], mean: float) -> list[float]:
    """The distribution with this mean under which the counts are likeliest.

    With Lagrange multipliers it is p_i = f_i / (1 + t (s_i − mean)), f_i the observed shares; the
    condition on the mean decreases in t and has one zero where all p_i are positive.
    """
    total = sum(seen)
    shares = [n / total for n in seen]
    apart = [score - mean for score in scores]
    low, high = -1 / max(apart), -1 / min(apart)
    for _ in range(200):
        t = (low + high) / 2
        if sum(f * d / (1 + t * d) for f, d in zip(shares, apart, strict=True)) > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return [f / (1 + t * d) for f, d in zip(shares, apart, strict=True)]
