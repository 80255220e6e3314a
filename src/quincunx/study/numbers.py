"""Means and shares with their intervals, as they stand in a report."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any

from quincunx.arena.rating import Z95, EloInterval
from quincunx.record.stats import Tally

__all__ = ["elo_dict", "mean_95", "rounded", "share_95"]


def rounded(value: float) -> float:
    """A number with six decimals, which is more than a report says."""
    return round(float(value), 6)


def share_95(count: int, of: int) -> dict[str, Any]:
    """A share with Wilson's interval, which holds the true one 95 times in 100.

    >>> share_95(54, 100)
    {'count': 54, 'of': 100, 'share': 0.54, 'low': 0.442585, 'high': 0.634439}
    """
    rate = Tally(wins=count, losses=of - count).score()
    told = (None,) * 3 if rate is None else tuple(map(rounded, rate))
    return {"count": count, "of": of, "share": told[0], "low": told[1], "high": told[2]}


def mean_95(values: Sequence[float]) -> dict[str, Any]:
    """A mean with the interval that holds the true one about 95 times in 100.

    >>> mean_95([1, 2, 3, 4])["mean"], mean_95([7])["low"]
    (2.5, None)
    """
    mean = statistics.fmean(values)
    if len(values) < 2:
        return {"mean": rounded(mean), "low": None, "high": None}
    reach = Z95 * statistics.stdev(values) / math.sqrt(len(values))
    return {"mean": rounded(mean), "low": rounded(mean - reach), "high": rounded(mean + reach)}


def elo_dict(found: EloInterval) -> dict[str, Any]:
    """An Elo difference as JSON has it, which has no infinite numbers: ``None`` stands for them."""
    return {
        name: rounded(value) if math.isfinite(value) else None
        for name, value in (("elo", found.elo), ("low", found.low), ("high", found.high))
    }
