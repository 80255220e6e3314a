"""How long the engine may think."""

from __future__ import annotations

import math
from dataclasses import dataclass
from operator import index

__all__ = ["Limit"]

#: More playouts than any machine makes, and still a number that the core can count to.
_MOST_PLAYOUTS = 1 << 62
#: Some thirty years, in seconds.
_LONGEST = 1e9


@dataclass(frozen=True, kw_only=True)
class Limit:
    """How long to think: seconds, playouts, or whichever of the two is reached first.

    >>> Limit(time=0.5)
    Limit(time=0.5, playouts=None)
    >>> Limit(playouts=0)
    Traceback (most recent call last):
    ValueError: playouts must be 1 or more, not 0

    ``Limit()`` sets no limit; only :meth:`Engine.analysis` takes it, which can be stopped.

    :raises ValueError: if the time is not above 0, or there is less than one playout.
    :raises TypeError: if the playouts are not a whole number.
    """

    time: float | None = None
    playouts: int | None = None

    def __post_init__(self) -> None:
        if self.time is not None and not (math.isfinite(self.time) and 0 < self.time <= _LONGEST):
            raise ValueError(f"time must be a number of seconds above 0, not {self.time}")
        if self.playouts is not None and not 1 <= index(self.playouts) <= _MOST_PLAYOUTS:
            raise ValueError(f"playouts must be 1 or more, not {self.playouts}")

    @property
    def is_open(self) -> bool:
        """Is there no limit at all?"""
        return self.time is None and self.playouts is None

    def capped(self, playouts: int) -> Limit:
        """The same limit, and not more than this many playouts."""
        given = playouts if self.playouts is None else min(playouts, self.playouts)
        return Limit(time=self.time, playouts=given)
