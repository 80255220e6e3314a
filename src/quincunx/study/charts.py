"""The plots of a report, as SVG without colours of their own: classes, as page.py has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from quincunx.arena.rating import signed
from quincunx.drawing.numbers import num
from quincunx.drawing.pen import circle, path, tag

__all__ = ["WIDTH", "choices", "course", "decided", "elo", "lead_changes", "lengths", "results"]

#: All pictures are this wide inside; a phone shows them at four fifths.
WIDTH = 420
SIZE, SMALL = 13.5, 13.0

Numbers = Mapping[str, Any]


def _text(x: float, y: float, text: str, cls: str = "m", anchor: str = "start") -> str:
    more = {} if anchor == "start" else {"text_anchor": anchor}
    return tag("text", cls, text, x=x, y=y, font_size=SMALL if cls == "m" else SIZE, **more)


def _svg(height: float, label: str, body: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {num(height)}">'
        f"<title>{escape(label)}</title>{''.join(body)}</svg>"
    )


def step(span: float, most: int) -> float:
    """The smallest of 1, 2, 5, 10, 20 … of which no more than so many fill a span.

    >>> step(63, 6), step(4, 5), step(900, 5)
    (20, 1, 200)
    """
    size = 1
    while span / size > most:
        size = size * 5 // 2 if str(size)[0] == "2" else size * 2
    return size


@dataclass
class _Plot:
    """An area with two axes. ``x`` and ``y`` are the ranges that it shows."""

    x: tuple[float, float]
    y: tuple[float, float]
    height: float = 236
    left: float = 50
    top: float = 30
    body: list[str] = field(default_factory=list)

    @property
    def bottom(self) -> float:
        return self.height - 40

    @property
    def right(self) -> float:
        return WIDTH - 20

    def at_x(self, value: float) -> float:
        low, high = self.x
        return self.left + (self.right - self.left) * (value - low) / ((high - low) or 1)

    def at_y(self, value: float) -> float:
        low, high = self.y
        return self.bottom - (self.bottom - self.top) * (value - low) / ((high - low) or 1)

    def axes(
        self,
        across: Iterable[tuple[float, str]],
        up: Iterable[tuple[float, str]],
        name: str,
    ) -> None:
        for value, text in up:
            y = self.at_y(value)
            self.body.append(path("axis", f"M{num(self.left)} {num(y)}H{num(self.right)}", 1))
            self.body.append(_text(self.left - 7, y + 4, text, anchor="end"))
        for value, text in across:
            self.body.append(_text(self.at_x(value), self.bottom + 17, text, anchor="middle"))
        middle = (self.left + self.right) / 2
        self.body.append(_text(middle, self.height - 5, name, anchor="middle"))

    def line(self, points: Sequence[tuple[float, float]], cls: str, **more: str | float) -> None:
        places = [f"{num(self.at_x(x))} {num(self.at_y(y))}" for x, y in points]
        self.body.append(path(cls, "M" + "L".join(places), 2, **more))

    def steps(self, points: Sequence[tuple[float, float]], cls: str, **more: str | float) -> None:
        """A line that goes level to each place and then up or down."""
        stairs: list[tuple[float, float]] = []
        for x, y in points:
            if stairs:
                stairs.append((x, stairs[-1][1]))
            stairs.append((x, y))
        self.line(stairs, cls, **more)

    def band(self, points: Sequence[tuple[float, float, float]], cls: str = "band") -> None:
        up = [(x, high) for x, _, high in points]
        down = [(x, low) for x, low, _ in reversed(points)]
        places = [f"{num(self.at_x(x))} {num(self.at_y(y))}" for x, y in up + down]
        self.body.append(path(cls, "M" + "L".join(places) + "Z"))

    def legend(self, entries: Sequence[tuple[str, str, str]]) -> None:
        """Beside each other above the plot: class, dashes and words."""
        x = self.left
        for cls, dash, words in entries:
            if cls == "bar":
                self.body.append(tag("rect", cls, x=x, y=6, width=16, height=10))
            else:
                more: dict[str, str | float] = {"stroke_dasharray": dash} if dash else {}
                self.body.append(path(cls, f"M{num(x)} 11h18", 2, **more))
            self.body.append(_text(x + 24, 15, words))
            x += 24 + 7.0 * len(words) + 18

    def svg(self, label: str) -> str:
        return _svg(self.height, label, self.body)


#: Random play is dashed wherever it stands beside the engine.
DASHED = "5 4"


def _ticks(low: float, high: float, most: int = 6) -> list[tuple[float, str]]:
    wide = step(high - low, most)
    first = -(-low // wide)
    marks = []
    while first * wide <= high:
        marks.append((first * wide, f"{first * wide:,.0f}"))
        first += 1
    return marks


_SHARES = [(share / 100, f"{share} %") for share in (0, 25, 50, 75, 100)]


# --- Results -------------------------------------------------------------------------------------


def results(report: Numbers, colours: tuple[str, str]) -> str:
    """A bar of wins, draws and losses for the engine's games and for random ones."""
    first, second = report["game"]["players"]
    body: list[str] = []
    left, right = 14, WIDTH - 14
    across, y = right - left, 34
    for name, key in (("between engines", "engine"), ("random play", "random")):
        told = report[key]["results"]
        body.append(_text(left, y - 12, f"{name}, {told['games']:,} games"))
        at = left + 0.0
        for cls, number in (
            (colours[0], told["first_wins"]),
            ("drawn", told["draws"]),
            (colours[1], told["second_wins"]),
        ):
            wide = across * number / told["games"]
            if number:
                edge: dict[str, str | float] = {} if cls == "drawn" else {"stroke_width": 1}
                body.append(tag("rect", cls, x=at, y=y, width=wide, height=26, **edge))
            at += wide
        low, high = (left + across * x for x in told["first_score_95"])
        score = left + across * told["first_score"]
        body.append(path("ink", f"M{num(low)} {num(y + 33)}H{num(high)}", 2))
        body.append(circle("inkf", score, y + 33, 3.6))
        y += 76
    body.append(path("axis", f"M{num((left + right) / 2)} 30V{num(y - 34)}", 1.4))
    foot = y - 18
    body.append(_text(left, foot, f"{first} wins"))
    body.append(_text((left + right) / 2, foot, "half", anchor="middle"))
    body.append(_text(right, foot, f"{second} wins", anchor="end"))
    return _svg(foot + 10, f"Results: {first} and {second}", body)


def lengths(report: Numbers) -> str:
    """How many of the engine's games had which length, and how many of the random ones."""
    mine, theirs = (report[key]["length"]["histogram"] for key in ("engine", "random"))
    most = max(length for length, _ in (*mine, *theirs))
    least = min(length for length, _ in (*mine, *theirs))
    wide = int(step(most - least + 1, 40))
    low, high = least // wide * wide, (most // wide + 1) * wide
    shares = [_binned(told, low, wide) for told in (mine, theirs)]
    top = max(max(share.values()) for share in shares)
    plot = _Plot((low, high), (0, 1.08 * top))
    tick = step(100 * top, 4) / 100
    marks = [(tick * k, f"{100 * tick * k:.0f} %") for k in range(int(top / tick) + 1)]
    plot.axes(_ticks(low, high), marks, "plies")
    for begin, share in shares[0].items():
        x, y = plot.at_x(begin), plot.at_y(share)
        across = plot.at_x(begin + wide) - x
        plot.body.append(tag("rect", "bar", x=x, y=y, width=0.86 * across, height=plot.bottom - y))
    stairs = [(begin, shares[1].get(begin, 0.0)) for begin in range(low, high, wide)]
    plot.steps([*stairs, (high, 0.0)], "second", stroke_dasharray=DASHED)
    plot.legend([("bar", "", "engine"), ("second", DASHED, "random play")])
    return plot.svg("How long games are")


def _binned(histogram: Sequence[tuple[int, int]], low: int, wide: int) -> dict[int, float]:
    total = sum(number for _, number in histogram)
    bins: dict[int, float] = {}
    for length, number in histogram:
        begin = low + (length - low) // wide * wide
        bins[begin] = bins.get(begin, 0.0) + number / total
    return bins


def choices(report: Numbers) -> str:
    """Legal moves by ply, as long as at least a tenth of the games goes on."""
    mine, theirs = (
        [each for each in told if each["games"] * 10 >= told[0]["games"]]
        for told in (report[key]["choices"]["by_ply"] for key in ("engine", "random"))
    )
    longest = max(len(mine), len(theirs)) - 1
    top = max(max(each["high"] for each in mine), max(each["mean"] for each in theirs))
    plot = _Plot((0, longest), (0, 1.04 * top))
    plot.axes(_ticks(0, longest), _ticks(0, 1.04 * top, 5), "plies played")
    plot.band([(each["ply"], each["low"], each["high"]) for each in mine])
    plot.line([(each["ply"], each["mean"]) for each in theirs], "second", stroke_dasharray=DASHED)
    plot.line([(each["ply"], each["mean"]) for each in mine], "first")
    plot.legend([("first", "", "engine"), ("second", DASHED, "random play")])
    return plot.svg("Legal moves by ply")


def decided(report: Numbers) -> str:
    """The share of games that are settled, proven and over, by ply."""
    told = report["engine"]["decided"]["by_ply"]
    plot = _Plot((0, len(told) - 1), (0, 1))
    plot.axes(_ticks(0, len(told) - 1), _SHARES, "plies played")
    entries = [("over", "m-line", "2 4", "over"), ("proven", "second", "", "proven")]
    entries.append(("settled", "first", "", "settled"))
    for key, cls, dash, _ in entries:
        more: dict[str, str | float] = {"stroke_dasharray": dash} if dash else {}
        plot.steps([(each["ply"], each[key]) for each in told], cls, **more)
    plot.legend([(cls, dash, words) for _, cls, dash, words in reversed(entries)])
    return plot.svg("Games that are settled, proven and over, by ply")


def course(report: Numbers) -> str:
    """The winner's value in the course of a game: the middle half of the games, and the median."""
    mine, theirs = (report[key]["leads"]["winner"] for key in ("engine", "random"))
    plot = _Plot((0, 1), (0, 1))
    plot.axes(_SHARES, _SHARES, "of the game played")
    plot.band([(each["part"], each["lower"], each["upper"]) for each in mine])
    if theirs:
        plot.line(
            [(each["part"], each["median"]) for each in theirs], "second", stroke_dasharray=DASHED
        )
    plot.line([(each["part"], each["median"]) for each in mine], "first")
    plot.legend([("first", "", "the later winner"), ("second", DASHED, "in random play")])
    return plot.svg("The later winner's value in the course of a game")


def lead_changes(report: Numbers) -> str:
    """How many games had how many changes of the lead."""
    mine, theirs = (dict(report[key]["leads"]["changes_histogram"]) for key in ("engine", "random"))
    most = max(*mine, *theirs, 3)
    totals = sum(mine.values()), sum(theirs.values())
    top = max(max(mine.values()) / totals[0], max(theirs.values()) / totals[1])
    plot = _Plot((-0.5, most + 0.5), (0, 1.08 * top))
    tick = step(100 * top, 4) / 100
    marks = [(tick * k, f"{100 * tick * k:.0f} %") for k in range(int(top / tick) + 1)]
    every = int(step(most + 1, 12))
    plot.axes(
        [(k, str(k)) for k in range(0, most + 1, every)], marks, "changes of the lead in a game"
    )
    for k, number in mine.items():
        x, y = plot.at_x(k - 0.4), plot.at_y(number / totals[0])
        size = {"width": plot.at_x(k + 0.4) - x, "height": plot.bottom - y}
        plot.body.append(tag("rect", "bar", x=x, y=y, **size))
    stairs = [(k - 0.5, theirs.get(k, 0) / totals[1]) for k in range(most + 1)]
    plot.steps([*stairs, (most + 0.5, 0)], "second", stroke_dasharray=DASHED)
    plot.legend([("bar", "", "engine"), ("second", DASHED, "random play")])
    return plot.svg("Changes of the lead")


def elo(report: Numbers) -> str:
    """What each doubling brought, with its interval, and what all of them did on average."""
    matches = report["strength"]["matches"]
    overall = report["strength"]["doubling"]["elo"]
    known = [
        value
        for each in matches
        for key in ("low", "elo", "high")
        if (value := each[key]) is not None
    ]
    low, high = min([0.0, *known]), max([50.0, *known])
    room = 0.06 * (high - low)
    plot = _Plot((-0.6, len(matches) - 0.4), (low - room, high + room), left=54)
    wide = step(high - low, 6)
    first = -(-(low - room) // wide)
    marks = []
    while first * wide <= high + room:
        marks.append((first * wide, signed(first * wide)))
        first += 1
    names = [(k, f"{each['weaker']:,} → {each['stronger']:,}") for k, each in enumerate(matches)]
    plot.axes(names, marks, "playouts a move")
    if overall is not None:
        y = num(plot.at_y(overall))
        line = f"M{num(plot.left)} {y}H{num(plot.right)}"
        plot.body.append(path("second", line, 1.6, stroke_dasharray=DASHED))
    for k, each in enumerate(matches):
        x = plot.at_x(k)
        top = plot.top if each["high"] is None else plot.at_y(each["high"])
        bottom = plot.bottom if each["low"] is None else plot.at_y(each["low"])
        plot.body.append(path("first", f"M{num(x)} {num(top)}V{num(bottom)}", 2.4))
        if each["elo"] is not None:
            plot.body.append(circle("bar", x, plot.at_y(each["elo"]), 5))
    plot.legend([("first", "", "Elo for a doubling"), ("second", DASHED, "all together")])
    return plot.svg("Elo for each doubling of thinking time")
