"""Levels: opponents that are weaker than the engine can be, and play like somebody.

A level thinks as the engine does, but not for long, and then takes one of the moves that look about
as good as the best to it. So a weak level overlooks what is far away, as people do; it does not
play well for a while and then throw a stone away. Whatever the level, a win that is seen is taken,
and a move that is seen to lose is played only if all others lose as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from quincunx._native import core
from quincunx.board import Move
from quincunx.engine.limits import Limit
from quincunx.engine.results import Info, InfoLine

__all__ = ["LEVELS", "MAX", "PLAIN", "Level", "parse_level"]


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

    def choose(self, info: Info, chooser: core.Chooser) -> Move:
        """The move that this level plays, knowing what it knows.

        The core chooses, so that a level with a seed plays the same moves wherever the core runs.
        """
        known = [_known(line) for line in info.lines]
        return info.lines[chooser.choose(known, self.margin, self.temperature)].move

    def __str__(self) -> str:
        return f"level {self.name}"


def _known(line: InfoLine) -> tuple[float, int, float | None, int]:
    """Value and visits of a line, and what is proven of it, as the side to move sees it."""
    if line.proven is None:
        return line.value, line.visits, None, 0
    return line.value, line.visits, line.proven.value_of(line.turn), line.proven.plies


#: The levels 1 to 10, by number.
LEVELS: Mapping[int, Level] = {
    number: Level(str(number), level.text, level.playouts, level.margin, level.temperature)
    for number, level in enumerate(core.levels(), 1)
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
