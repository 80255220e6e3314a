"""Statistics of games: results, endings, lengths and openings. Their picture: stats_plot.py.

>>> from quincunx import record
>>> from quincunx.record.stats import Stats
>>> stats = Stats()
>>> for moves in ("a1 c2 a3", "c3 a2 c1", "b2"):
...     game = record.Game("hadron", size=3)
...     game.headers["Result"] = game.add_line(moves.split()).board().result()
...     stats.add(game)
>>> [group] = stats.groups()
>>> group.finished, group.unfinished, [(o.moves, o.tally.count) for o in group.openings()]
(2, 1, [(('a1', 'b3'), 2)])
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from quincunx.board import Board, Move
from quincunx.errors import InvalidPositionError, MoveError
from quincunx.games import GAMES
from quincunx.games import Game as GameInfo
from quincunx.record.tree import Game

__all__ = ["Group", "Lengths", "Opening", "Rate", "Stats", "Tally", "ranked", "wilson"]

#: Of a game that ended, nobody knows how.
NOT_TOLD = "not told"

#: A group tells no more openings apart than this, so that its memory has a limit. Two plies stay
#: below it on every board (Square Grid Hex, 19×19: 65,161).
MOST_OPENINGS = 100_000

#: As many endings, since a tag may say anything; the rest are "other".
MOST_ENDINGS, OTHER = 40, "other"


# --- Numbers -------------------------------------------------------------------------------------


class Rate(NamedTuple):
    """A share of the points, and the interval that holds the true one 95 times in 100."""

    value: float
    low: float
    high: float


def wilson(points: float, games: float) -> Rate:
    """Wilson's interval: E. B. Wilson, 1927, https://doi.org/10.1080/01621459.1927.10502953.

    A draw is half a point. That spreads less than wins and losses do, so with draws the interval is
    somewhat too wide, never too narrow.

    >>> [round(bound, 3) for bound in wilson(54, 100)]
    [0.54, 0.443, 0.634]
    """
    z = 1.959964  # 95 % of a normal distribution lie within so many deviations
    share, square = points / games, z * z / games
    middle = (share + square / 2) / (1 + square)
    reach = z / (1 + square) * math.sqrt(share * (1 - share) / games + square / (4 * games))
    return Rate(share, max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass
class Tally:
    """Results, as the first side sees them."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def count(self) -> int:
        return self.wins + self.draws + self.losses

    def score(self) -> Rate | None:
        """The first side's share of the points; ``None`` without games."""
        return wilson(self.wins + self.draws / 2, self.count) if self.count else None

    def add(self, result: str) -> None:
        self.wins += result == "1-0"
        self.draws += result == "1/2-1/2"
        self.losses += result == "0-1"

    def as_dict(self) -> dict[str, Any]:
        score = self.score()
        return {
            "games": self.count,
            "first_wins": self.wins,
            "draws": self.draws,
            "second_wins": self.losses,
            "first_score": None if score is None else round(score.value, 6),
            "first_score_95": None if score is None else [round(x, 6) for x in score[1:]],
        }


class Lengths(NamedTuple):
    """How many plies games took; quartiles lie between two games where they must."""

    shortest: int
    lower: float
    median: float
    upper: float
    longest: int
    mean: float


def _lengths(counts: Counter[int]) -> Lengths | None:
    total = counts.total()
    if not total:
        return None
    known = sorted(counts.items())

    def nth(wanted: int) -> int:
        passed = 0
        for plies, count in known:
            passed += count
            if wanted < passed:
                return plies
        raise AssertionError

    def quantile(part: float) -> float:
        below, rest = divmod(part * (total - 1), 1)
        first = nth(int(below))
        return first + rest * (nth(int(below) + 1) - first) if rest else float(first)

    mean = sum(plies * count for plies, count in known) / total
    middle = (quantile(0.25), quantile(0.5), quantile(0.75))
    return Lengths(known[0][0], *middle, known[-1][0], mean)


def ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    """The most common first, and equals by the alphabet."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


class Opening(NamedTuple):
    """The first moves of some games, as one of them has them or would have them by a symmetry."""

    moves: tuple[str, ...]
    tally: Tally
    share: float


# --- Counting ------------------------------------------------------------------------------------


class Group:
    """The games of one kind: the same game, size, and pie rule or not.

    Results, endings, lengths and openings are those of games that ended and were read without an
    error. Games that start from a set-up position have no opening.
    """

    def __init__(self, game: GameInfo, size: int, pie: bool, opening_plies: int) -> None:
        self.game = game
        self.size = size
        self.pie = pie
        self.opening_plies = opening_plies
        self.results = Tally()
        #: Games whose result is ``*``.
        self.unfinished = 0
        #: Games that were not read to their end.
        self.faulty = 0
        #: Finished games that start from a set-up position.
        self.set_up = 0
        #: Finished games whose opening is not told apart from others any more.
        self.other_openings = 0
        self.terminations: Counter[str] = Counter()
        self.plies: Counter[int] = Counter()
        #: First moves as they were played.
        self.first_moves: Counter[str] = Counter()
        self._openings: dict[tuple[str, ...], Tally] = {}
        self._start = Board(game, size=size, pie=pie if game.has_pie_rule else None)
        self._start_fen = self._start.fen()
        self._images: dict[str, tuple[str, ...]] = {}

    @property
    def finished(self) -> int:
        return self.results.count

    @property
    def games(self) -> int:
        return self.finished + self.unfinished + self.faulty

    @property
    def title(self) -> str:
        plain = ", no pie rule" if self.game.has_pie_rule and not self.pie else ""
        return f"{self.game.name}, {self.game.size_text(self.size)}{plain}"

    def lengths(self) -> Lengths | None:
        """How long finished games were; ``None`` without any."""
        return _lengths(self.plies)

    def openings(self, most: int | None = None) -> list[Opening]:
        """The openings, the most common first."""
        told = sum(tally.count for tally in self._openings.values()) + self.other_openings
        openings = sorted(self._openings.items(), key=lambda item: (-item[1].count, item[0]))
        return [Opening(moves, tally, tally.count / told) for moves, tally in openings[:most]]

    @property
    def distinct_openings(self) -> int:
        return len(self._openings)

    def _add(self, game: Game, start: Board) -> None:
        """Count a game; ``start`` is where it starts."""
        try:
            result, ending = _end_of(game, start)
            opening = self._opening(islice(game.mainline_moves(), self.opening_plies))
        except MoveError:
            self.faulty += 1
            return
        if game.errors:
            self.faulty += 1
        elif result == "*":
            self.unfinished += 1
        else:
            self.results.add(result)
            known = ending in self.terminations or len(self.terminations) < MOST_ENDINGS
            self.terminations[ending if known else OTHER] += 1
            self.plies[sum(1 for _ in game.mainline())] += 1
            if start.fen() != self._start_fen:
                self.set_up += 1
                return
            if first := next(game.mainline_moves(), None):
                self.first_moves[first.text] += 1
            if opening in self._openings or len(self._openings) < MOST_OPENINGS:
                self._openings.setdefault(opening, Tally()).add(result)
            else:
                self.other_openings += 1

    def _opening(self, moves: Iterable[Move]) -> tuple[str, ...]:
        """The texts of moves as the symmetry has them that comes first in the alphabet.

        ``Board.symmetries`` keep the sides. ``canonical_hash`` would exchange them too, and whose
        turn it is with them: where turns do not simply alternate, one entry could then hold Red's
        results in some games and Blue's in others. It would also merge different orders of the
        same moves, and an opening is what was played, in its order.
        """
        images = [self._images_of(move) for move in moves]
        return min(zip(*images, strict=True)) if images else ()

    def _images_of(self, move: Move) -> tuple[str, ...]:
        """A move under each symmetry. There are only so many moves, so all of them are kept."""
        known = self._images.get(move.text)
        if known is None:
            symmetries = self._start.symmetries()
            known = tuple(self._start.transform_move(move, k).text for k in symmetries)
            self._images[move.text] = known
        return known

    def as_dict(self, openings: int | None = 20) -> dict[str, Any]:
        """All of it as JSON has it, with so many openings."""
        lengths = self.lengths()
        return {
            "game": self.game.id,
            "size": self.size,
            "pie": self.pie,
            "credit": self.game.credit,
            "games": self.games,
            "finished": self.finished,
            "unfinished": self.unfinished,
            "with_errors": self.faulty,
            "results": self.results.as_dict(),
            "terminations": dict(ranked(self.terminations)),
            "plies": None if lengths is None else lengths._asdict(),
            "histogram": {str(plies): count for plies, count in sorted(self.plies.items())},
            "opening_plies": self.opening_plies,
            "set_up": self.set_up,
            "distinct_openings": self.distinct_openings,
            "other_openings": self.other_openings,
            "openings": [
                {"moves": list(o.moves), "share": round(o.share, 6), **o.tally.as_dict()}
                for o in self.openings(openings)
            ],
            "first_moves": dict(ranked(self.first_moves)),
        }


class Stats:
    """Statistics of any number of games, in counters alone: no game is kept.

    :param opening_plies: how many of a game's first plies are its opening.
    :raises ValueError: if that is not at least one.
    """

    def __init__(self, opening_plies: int = 2) -> None:
        if opening_plies < 1:
            raise ValueError(f"opening_plies={opening_plies}: an opening has at least one ply")
        self.opening_plies = opening_plies
        #: Games whose tags name no game and board that there is.
        self.unreadable = 0
        self._groups: dict[tuple[str, int, bool], Group] = {}

    def add(self, game: Game) -> None:
        """Count a game: its main line, and what its tags say of the result."""
        try:
            start = game.headers.board()
        except InvalidPositionError:
            self.unreadable += 1
            return
        key = start.game.id, start.size, start.pie
        if key not in self._groups:
            self._groups[key] = Group(start.game, start.size, start.pie, self.opening_plies)
        self._groups[key]._add(game, start)

    def groups(self) -> list[Group]:
        """The groups, with the games in the order of menus."""
        return sorted(self._groups.values(), key=lambda g: (GAMES.index(g.game), g.size, g.pie))

    @property
    def games(self) -> int:
        return self.unreadable + sum(group.games for group in self.groups())

    def as_dict(self, openings: int | None = 20) -> dict[str, Any]:
        """All of it as JSON has it, with so many openings of each group."""
        return {
            "games": self.games,
            "unreadable": self.unreadable,
            "groups": [group.as_dict(openings) for group in self.groups()],
        }


def _one_line(text: str) -> str:
    """What a tag says, short enough for a table, and without signs that XML forbids."""
    return " ".join("".join(c if c.isprintable() else " " for c in text[:60]).split())


def _end_of(game: Game, start: Board) -> tuple[str, str]:
    """Result and termination: what the tags say, and where they are silent, what the moves do.

    :raises MoveError: if the moves have to be played for that, and cannot be.
    """
    result, ending = game.headers.get("Result"), _one_line(game.headers.get("Termination", ""))
    if game.errors or result == "*":
        return "*", NOT_TOLD
    if result is not None and ending:
        return result, ending
    board = start.copy()
    for move in game.mainline_moves():
        board.push(move)
    outcome = board.outcome()
    by_rules = NOT_TOLD if outcome is None else outcome.termination.value
    return result or board.result(), ending or by_rules
