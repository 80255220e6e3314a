"""Means and shares with their intervals, as they stand in a report."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any

from quincunx.arena.rating import Z95, EloInterval
from quincunx.record.stats import wilson

__all__ = ["elo_dict", "independent_part", "mean_95", "rounded", "share_95"]


def rounded(value: float) -> float:
    """A number with six decimals, which is more than a report says."""
    return round(float(value), 6)


def share_95(count: int, of: int, independent: float = 1.0) -> dict[str, Any]:
    """A share with Wilson's interval, which holds the true one 95 times in 100.

    :param independent: as what part of their number the games count for the interval, if some of
        them are alike.

    >>> share_95(54, 100)
    {'count': 54, 'of': 100, 'share': 0.54, 'low': 0.442649, 'high': 0.634392}
    """
    if not of:
        return {"count": 0, "of": 0, "share": None, "low": None, "high": None}
    # The number of games need not be a whole one for the formula.
    told = [rounded(x) for x in wilson(count * independent, of * independent)]
    return {"count": count, "of": of, "share": told[0], "low": told[1], "high": told[2]}


def mean_95(values: Sequence[float], independent: float = 1.0) -> dict[str, Any]:
    """A mean of numbers that are not negative, with the interval that holds the true one about 95
    times in 100.

    >>> mean_95([1, 2, 3, 4])["mean"], mean_95([7])["low"], mean_95([0, 0, 1])["low"]
    (2.5, None, 0.0)
    """
    mean = statistics.fmean(values)
    if len(values) < 2:
        return {"mean": rounded(mean), "low": None, "high": None}
    reach = Z95 * statistics.stdev(values) / math.sqrt(len(values) * independent)
    low = max(0.0, mean - reach)
    return {"mean": rounded(mean), "low": rounded(low), "high": rounded(mean + reach)}


def independent_part(alike: Sequence[int]) -> float:
    """As what part of their number games count that fall into groups of games that are alike.

    Kish's effective sample size: L. Kish, Survey Sampling, 1965. Games of a group are taken for one
    and the same, which they are at worst.

    >>> independent_part([1, 1, 1, 1]), independent_part([2, 2]), independent_part([4])
    (1.0, 0.5, 0.25)
    """
    games = sum(alike)
    return games / sum(size * size for size in alike)


def elo_dict(found: EloInterval) -> dict[str, Any]:
    """An Elo difference as JSON has it, which has no infinite numbers: ``None`` stands for them."""
    return {
        name: rounded(value) if math.isfinite(value) else None
        for name, value in (("elo", found.elo), ("low", found.low), ("high", found.high))
    }
