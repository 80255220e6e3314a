"""What a game's values tell of it: who led, how often the lead changed, and when it was decided.

A story is the list of values of all positions of a game in which somebody was to move, as the first
side sees them, from 0 to 1; and the result.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from quincunx.study.jobs import LETTERS, UNKNOWN
from quincunx.study.numbers import mean_95, rounded, share_95

__all__ = ["Story", "lead_changes", "leads", "proven_from", "settled_from"]

#: Whoever has this much, leads; a lead is lost when the other side has as much.
LEAD = 0.55

#: A result is settled when its winner has this much and never less again.
SETTLED = 0.9

#: Whoever wins after having had no more than this has come from behind.
BEHIND = 0.3

#: The parts of a game at which the winner's value is told.
PARTS = 20

_WINNERS = {"1-0": "f", "0-1": "s", "1/2-1/2": "d"}
assert set(_WINNERS.values()) == set(LETTERS.values())


class Story(NamedTuple):
    """The values of a game and its result, ``"1-0"`` and so on."""

    values: Sequence[float]
    result: str

    def of_winner(self) -> list[float] | None:
        """The values as the winner sees them; ``None`` if nobody won."""
        if self.result == "1/2-1/2":
            return None
        return [value if self.result == "1-0" else 1 - value for value in self.values]


def lead_changes(values: Sequence[float]) -> int:
    """How often the lead went from one side to the other.

    >>> lead_changes([0.5, 0.6, 0.52, 0.48, 0.6, 0.44, 0.7])
    2
    """
    leaders = [value > 0.5 for value in values if max(value, 1 - value) >= LEAD]
    return sum(a != b for a, b in pairwise(leaders))


def settled_from(values: Sequence[float]) -> int:
    """After how many plies the winner had :data:`SETTLED` and kept it, given the winner's values.

    All of them, if that was only so when the game was over.

    >>> settled_from([0.5, 0.95, 0.8, 0.9, 0.97]), settled_from([0.5, 0.6])
    (3, 2)
    """
    plies = len(values)
    while plies and values[plies - 1] >= SETTLED:
        plies -= 1
    return plies


def proven_from(proofs: str, result: str) -> tuple[int, bool]:
    """After how many plies the result was proven, and whether another one had been before.

    ``proofs`` has a letter for each position, as the jobs give them. A proof holds for best play;
    the engine may fail to follow it later on. So only those count after the last one that says
    otherwise. If there is none, the result is certain when the game is over.

    >>> proven_from("--f-ff", "1-0"), proven_from("--s-f-", "1-0"), proven_from("---", "0-1")
    ((2, False), (4, True), (3, False))
    """
    end = _WINNERS[result]
    last_other = max(
        (k for k, letter in enumerate(proofs) if letter not in (UNKNOWN, end)), default=-1
    )
    first = proofs.find(end, last_other + 1)
    return len(proofs) if first < 0 else first, last_other >= 0


def leads(stories: Sequence[Story], independent: float = 1.0) -> dict[str, Any]:
    """Changes of the lead, wins from behind, and the winner's value in the course of the game.

    :param independent: as for :func:`quincunx.study.numbers.share_95`.
    """
    changes = [lead_changes(story.values) for story in stories]
    won = [values for story in stories if (values := story.of_winner())]
    behind = sum(min(values) <= BEHIND for values in won)
    return {
        "changes": mean_95(changes, independent),
        "changes_histogram": sorted(Counter(changes).items()),
        "never": share_95(changes.count(0), len(changes), independent),
        "from_behind": share_95(behind, len(won), independent),
        "winner": [_at(won, part) for part in range(PARTS + 1)] if won else [],
    }


def _at(won: Sequence[Sequence[float]], part: int) -> dict[str, float]:
    """Quartiles of the winners' values after so many twentieths of their games; 1 at the end."""
    values = sorted([*story, 1.0][round(part / PARTS * len(story))] for story in won)
    lower, median, upper = (
        statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
    )
    return {
        "part": part / PARTS,
        "lower": rounded(lower),
        "median": rounded(median),
        "upper": rounded(upper),
    }
