"""Clocks, as plain values: what is left, and since when somebody's time runs.

A side's clock runs from its first move on, so the first move of each side costs nothing. What a
move took on the way is given back, as the server measures it: at most half a second a move, out of
a bank that refills slowly, so that a slow line is no advantage either.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quincunx.server.schema import Clock, SideName

__all__ = ["ClockState"]

DAY = 86_400.0
#: Seconds: the most that is given back for one move, the most that a side can have in its bank, and
#: what each move adds to it.
MOST_A_MOVE = 0.5
FULL_BANK = 1.5
REFILL = 0.2

_NAMES: tuple[SideName, SideName] = ("first", "second")


@dataclass(frozen=True)
class ClockState:
    """Two clocks: with seconds for the game and for each move, or with days for each move."""

    initial: float | None
    increment: float | None
    days: int | None
    remaining: tuple[float, float]
    #: When the clock of the side to move began to run; None while none does.
    started: float | None
    bank: tuple[float, float] = (FULL_BANK, FULL_BANK)
    lag: tuple[float, float] = (0.0, 0.0)

    @classmethod
    def new(
        cls,
        *,
        initial: float | None = None,
        increment: float | None = None,
        days: int | None = None,
    ) -> ClockState:
        """Clocks that stand at the start."""
        whole = days * DAY if days is not None else initial
        if whole is None:
            raise ValueError("a clock has seconds or days")
        return cls(initial, increment, days, (whole, whole), None)

    # --- As columns of the table -----------------------------------------------------------------

    @classmethod
    def of(cls, row: Mapping[Any, Any]) -> ClockState | None:
        """The clocks that a row of ``games`` has, if it has any."""
        if row["clock_initial"] is None and row["clock_days"] is None:
            return None
        return cls(
            row["clock_initial"],
            row["clock_increment"],
            row["clock_days"],
            (row["remaining_first"], row["remaining_second"]),
            row["turn_started"],
            (row["bank_first"], row["bank_second"]),
            (row["lag_first"], row["lag_second"]),
        )

    def columns(self, turn: int | None) -> dict[str, Any]:
        """What changes in the row when ``turn`` is to move."""
        return {
            "remaining_first": self.remaining[0],
            "remaining_second": self.remaining[1],
            "turn_started": self.started,
            "bank_first": self.bank[0],
            "bank_second": self.bank[1],
            "lag_first": self.lag[0],
            "lag_second": self.lag[1],
            "deadline": None if turn is None else self.deadline(turn),
        }

    # --- Time passes -----------------------------------------------------------------------------

    def left(self, side: int, turn: int | None, now: float) -> float:
        """Seconds that a side has, never below 0."""
        passed = now - self.started if self.started is not None and side == turn else 0.0
        return max(0.0, self.remaining[side] - max(0.0, passed))

    def deadline(self, turn: int) -> float | None:
        """When the flag of the side to move falls: a move that is on its way may still arrive."""
        if self.started is None:
            return None
        grace = min(MOST_A_MOVE, self.bank[turn], self.lag[turn])
        return self.started + self.remaining[turn] + grace

    def shown(self, turn: int | None, now: float) -> Clock:
        """What a page is told."""
        return Clock(
            initial=self.initial,
            increment=self.increment,
            days=self.days,
            first=round(self.left(0, turn, now), 3),
            second=round(self.left(1, turn, now), 3),
            running=None if self.started is None or turn is None else _NAMES[turn],
        )

    # --- What happens ----------------------------------------------------------------------------

    def moved(
        self, side: int, turn: int | None, now: float, *, lag: float, has_moved: tuple[bool, bool]
    ) -> ClockState:
        """After a move of ``side``, when ``turn`` is to move (None: the game is over).

        :param lag: the round trip of the mover's line, as the server timed it.
        :param has_moved: whether each side has moved by now.
        """
        remaining, bank, lags = list(self.remaining), list(self.bank), list(self.lag)
        lags[side] = lag
        if self.started is not None:
            back = max(0.0, min(lag, MOST_A_MOVE, bank[side]))
            passed = max(0.0, now - self.started - back)
            bank[side] = min(FULL_BANK, bank[side] - back + REFILL)
            remaining[side] = max(0.0, remaining[side] - passed) + (self.increment or 0.0)
        if self.days is not None:
            remaining[side] = self.days * DAY
        return dataclasses.replace(
            self,
            remaining=(remaining[0], remaining[1]),
            bank=(bank[0], bank[1]),
            lag=(lags[0], lags[1]),
            started=now if turn is not None and has_moved[turn] else None,
        )

    def took_back(
        self, was: int | None, turn: int, now: float, *, has_moved: tuple[bool, bool]
    ) -> ClockState:
        """After a takeback: what ``was`` to move has used is used, and ``turn`` goes on."""
        stopped = self.stopped(was, now)
        if self.days is not None:
            # Days are for a move, and each side is to make another one.
            stopped = dataclasses.replace(stopped, remaining=(self.days * DAY,) * 2)
        return dataclasses.replace(stopped, started=now if has_moved[turn] else None)

    def stopped(self, turn: int | None, now: float) -> ClockState:
        """At the end of a game."""
        remaining = (self.left(0, turn, now), self.left(1, turn, now))
        return dataclasses.replace(self, remaining=remaining, started=None)

    def paused(self, seconds: float) -> ClockState:
        """As if so many seconds had not passed: the server was away."""
        if self.started is None:
            return self
        return dataclasses.replace(self, started=self.started + seconds)
