"""Numbers that come out the same in every language: no library rounds or measures for us."""

from __future__ import annotations

import math

__all__ = ["fix", "length", "num"]


def fix(value: float, places: int = 5) -> float:
    """A number with so many decimals; halves are rounded up.

    >>> fix(2 / 3), fix(-0.125, 2)
    (0.66667, -0.12)
    """
    scale = 10.0**places
    return math.floor(value * scale + 0.5) / scale


def num(value: float) -> str:
    """A number as SVG likes it: two decimals at most, and none that are not needed.

    >>> num(2.0), num(0.505), num(-0.001)
    ('2', '0.51', '0')
    """
    text = repr(fix(value, 2))
    return text.removesuffix(".0")


def length(x: float, y: float) -> float:
    """How long a step is. (``hypot`` differs in the last digit from one library to another.)"""
    return math.sqrt(x * x + y * y)
