"""Levels: opponents that are weaker than the engine can be, and play like somebody.

A level thinks as the engine does, but not for long, and then takes one of the moves that look about
as good as the best to it. So a weak level overlooks what is far away, as people do; it does not
play well for a while and then throw a stone away. Whatever the level, a win that is seen is taken,
and a move that is seen to lose is played only if all others lose as well.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quincunx.board import Move
from quincunx.engine.limits import Limit
from quincunx.engine.results import Info, InfoLine

__all__ = ["LEVELS", "MAX", "PLAIN", "Level", "parse_level"]

#: So many visits make a move's own value count as much as the usual one here (see `_worths`).
_TRUST = 2.0


@dataclass(frozen=True)
class Level:
    """An opponent. ``name`` is ``"1"`` to ``"10"``, ``"plain"`` or ``"max"``.

    ``playouts`` is how far it looks; ``None`` leaves that to the limit. Moves whose worth is within
    ``margin`` of the best are chosen among, those of less worth more rarely: an ``e``-th as often
    for each ``temperature`` of worth (values go from 0 to 1). ``style`` is the engine's, if it is a
    particular one.
    """

    name: str
    text: str
    playouts: int | None = None
    margin: float = 0.0
    temperature: float = 0.0
    style: str | None = None

    def limit(self, given: Limit | None) -> Limit:
        """How long to think: as long as the level does, and not longer than a given limit.

        :raises ValueError: if neither sets an end.
        """
        limit = given or Limit()
        if self.playouts is not None:
            return limit.capped(self.playouts)
        if limit.is_open:
            raise ValueError(
                f"level {self.name} has no limit of its own: give one, such as Limit(time=1)"
            )
        return limit

    def choose(self, info: Info, rng: random.Random) -> Move:
        """The move that this level plays, knowing what it knows."""
        wins = [line for line in info.lines if _ends_with(line, 1.0)]
        if wins:
            return min(wins, key=_plies).move
        open_lines = [line for line in info.lines if not _ends_with(line, 0.0)]
        if not open_lines:
            return max(info.lines, key=_plies).move
        if not self.temperature:
            return open_lines[0].move
        seen = [line for line in open_lines if line.visits] or open_lines[:1]
        return rng.choices(seen, self._weights(seen))[0].move

    def _weights(self, lines: Sequence[InfoLine]) -> list[float]:
        """How likely each line is to be chosen; the first is the one that the engine would play.

        A line counts by its visits, which say how often the search came back to it. Whatever is of
        less worth than the first counts for less; what seems to be of more, for no more. A draw
        that is proven needs no visits to be believed.
        """
        worths = _worths(lines)
        most = max(line.visits for line in lines)
        known = [worth for line, worth in zip(lines, worths, strict=True) if line.proven]
        goal = max(worths[0], *known) if known else worths[0]
        weights = []
        for line, worth in zip(lines, worths, strict=True):
            gap = max(0.0, goal - worth)
            visits = max(most if line.proven else line.visits, 1)
            near = gap <= self.margin
            weights.append(visits * math.exp(-gap / self.temperature) if near else 0.0)
        return weights

    def __str__(self) -> str:
        return f"level {self.name}"


def _ends_with(line: InfoLine, value: float) -> bool:
    """Is it proven that the side to move gets this?"""
    return line.proven is not None and line.proven.value_of(line.turn) == value


def _plies(line: InfoLine) -> int:
    return line.proven.plies if line.proven else 0


def _worths(lines: Sequence[InfoLine]) -> list[float]:
    """Values, drawn towards their mean: a lucky move that was tried once is not yet a find."""
    visits = sum(line.visits for line in lines)
    mean = sum(line.value * line.visits for line in lines) / visits if visits else 0.5
    return [
        line.value
        if line.proven
        else (line.value * line.visits + mean * _TRUST) / (line.visits + _TRUST)
        for line in lines
    ]


# Playouts grow by about two and a half from level to level, and the choice becomes narrower.
# Whoever changes them plays each level against the one before it, in all games, with `quincunx
# match`; docs/strength.md has the matches. Level 1 hardly looks at all: in Quadrature, where the
# engine knows most before it looks, any more would be level 2.
_TABLE = (
    # playouts, margin, temperature, text
    (5, 0.35, 0.300, "has just learned the rules"),
    (30, 0.20, 0.100, "beginner"),
    (80, 0.16, 0.080, "plays now and then"),
    (200, 0.12, 0.060, "casual player"),
    (500, 0.10, 0.050, "keen player"),
    (1_200, 0.08, 0.040, "club player"),
    (3_000, 0.06, 0.030, "strong club player"),
    (8_000, 0.04, 0.020, "expert"),
    (22_000, 0.02, 0.010, "master"),
    (60_000, 0.01, 0.005, "hard to beat"),
)

#: The levels 1 to 10, by number.
LEVELS: Mapping[int, Level] = {
    number: Level(str(number), text, playouts, margin, temperature)
    for number, (playouts, margin, temperature, text) in enumerate(_TABLE, 1)
}

#: The engine at its best, as long as the limit lets it think.
MAX = Level("max", "the engine at its best")

#: The baseline that strength is measured against: UCT with uniform playouts and no knowledge.
PLAIN = Level("plain", "plain UCT with uniform playouts", style="plain")


def parse_level(level: str | int | Level | None) -> Level:
    """The level that a number, a text or ``None`` (full strength) stands for.

    >>> parse_level("4").playouts, parse_level("plain").style, parse_level(None).name
    (200, 'plain', 'max')

    :raises ValueError: if there is no such level.
    """
    if isinstance(level, Level):
        return level
    if level is None:
        return MAX
    word = str(level).strip().lower()
    for known in (*LEVELS.values(), MAX, PLAIN):
        if known.name == word:
            return known
    raise ValueError(f"there is no level {word[:40]!r}; the levels are 1 to 10, max and plain")
