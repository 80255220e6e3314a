"""What programs say in comments: clocks, evaluations, proofs, between ``[%`` and ``]``.

The form is that of PGN (``[%clk 0:05:00]``), so that the rest of a comment stays readable.
"""

from __future__ import annotations

import math
import re

from quincunx.engine import Proven
from quincunx.games import Game, Side

__all__ = [
    "clock",
    "evaluation",
    "plain",
    "proven",
    "with_clock",
    "with_evaluation",
    "with_proven",
]

_CLOCK = re.compile(r"\[%clk (\d+):(\d\d):(\d\d(?:\.\d+)?)\]")
_EVAL = re.compile(r"\[%eval ([01](?:\.\d+)?)\]")
_PROVEN = re.compile(r"\[%proven ([^\d\]][^\]]*) (\d+)\]")
_ANY = re.compile(r"\[%[a-z]+ [^\]]*\] ?")
_LEADING = re.compile(rf"(?:{_ANY.pattern})*")

#: Who wins where nobody does.
_DRAW = "draw"


def plain(comment: str) -> str:
    """A comment without what programs say in it.

    >>> plain("[%clk 0:05:00] [%eval 0.6] A quiet move.")
    'A quiet move.'
    """
    return _ANY.sub("", comment)


def _with(comment: str, pattern: re.Pattern[str], said: str | None) -> str:
    """A comment in which the program's word is this one, or none; the rest is left alone."""
    found = pattern.search(comment)
    if found is None:
        words = _LEADING.match(comment)
        assert words is not None  # if only an empty one
        parts = words[0].rstrip(" "), said, comment[words.end() :]
        return " ".join(part for part in parts if part) if said else comment
    before, after = comment[: found.start()], comment[found.end() :]
    if said:
        return before + said + after
    return before + after.removeprefix(" ") if after else before.removesuffix(" ")


def clock(comment: str) -> float | None:
    """Seconds left.

    >>> clock("[%clk 1:02:03.5]")
    3723.5
    """
    found = _CLOCK.search(comment)
    return int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3]) if found else None


def with_clock(comment: str, seconds: float | None) -> str:
    """A comment with this clock.

    >>> with_clock("Quick!", 299.96)
    '[%clk 0:04:59.96] Quick!'

    :raises ValueError: if no clock can show that.
    """
    if seconds is None:
        return _with(comment, _CLOCK, None)
    if not (math.isfinite(seconds) and seconds >= 0):
        raise ValueError(f"a clock shows 0 or more seconds, not {seconds}")
    whole, thousandths = divmod(round(seconds * 1000), 1000)
    rest = f".{thousandths:03}".rstrip("0") if thousandths else ""
    shown = f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{rest}"
    return _with(comment, _CLOCK, f"[%clk {shown}]")


def evaluation(comment: str) -> float | None:
    """What the first side may expect, from 0 to 1.

    >>> evaluation("[%eval 0.632] Better for Red.")
    0.632
    """
    found = _EVAL.search(comment)
    return float(found[1]) if found else None


def with_evaluation(comment: str, value: float | None) -> str:
    """A comment with this evaluation, to three places.

    :raises ValueError: if it is not from 0 to 1.
    """
    if value is None:
        return _with(comment, _EVAL, None)
    if not 0 <= value <= 1:
        raise ValueError(f"a value is from 0 to 1, for the first side, not {value}")
    return _with(comment, _EVAL, f"[%eval {value:.3f}]")


def proven(comment: str, game: Game) -> Proven | None:
    """What is certain, in a game whose sides have these names.

    >>> from quincunx import find_game
    >>> proven("[%proven Blue 4]", find_game("hadron"))
    Proven(winner=Side.SECOND, plies=4)
    """
    found = _PROVEN.search(comment)
    if not found or found[1] not in (*game.players, _DRAW):
        return None
    winner = None if found[1] == _DRAW else Side(game.players.index(found[1]))
    return Proven(winner, int(found[2]))


def with_proven(comment: str, certain: Proven | None, game: Game) -> str:
    """A comment with this proof."""
    if certain is None:
        return _with(comment, _PROVEN, None)
    name = _DRAW if certain.winner is None else game.players[certain.winner.value]
    return _with(comment, _PROVEN, f"[%proven {name} {certain.plies}]")
