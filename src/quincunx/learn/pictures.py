"""Pictures of what a net says and how it came along: boards with policies, and curves, as SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from quincunx.board import Board, Move
from quincunx.drawing import scene, svg
from quincunx.drawing.numbers import num
from quincunx.drawing.pen import tag
from quincunx.drawing.scene import Mark
from quincunx.drawing.themes import PALETTES

__all__ = ["Point", "curves", "policy"]

#: Marks that would be in the way of numbers.
_IN_THE_WAY = ("dot", "label", "name")

_WIDTH, _HEIGHT = 560, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 540, 40, 216


def policy(board: Board, shares: Mapping[str, float], *, theme: str = "light") -> str:
    """A board with the chances of moves, in percent, on the cells where they end.

    >>> "62" in policy(Board("hadron", size=3), {"b2": 0.62, "a1": 0.38})
    True

    :param shares: by the moves' texts, as :meth:`Net.policy` gives them. Those that round to 0 are
        left out, and so are moves without a cell, such as the swap.
    :raises ValueError: if a move ends on no cell of the board, or there is no such theme.
    """
    by_cell: dict[str, float] = {}
    plain = scene(board)
    names = {cell.name for cell in plain.cells}
    for text, share in shares.items():
        for cell in Move(text).cells[-1:]:
            if cell not in names:
                raise ValueError(f"{text!r} does not end on a cell of this board")
            by_cell[cell] = by_cell.get(cell, 0.0) + share
    marks = [mark for mark in plain.marks if mark.shape not in _IN_THE_WAY]
    legend = tuple(entry for entry in plain.legend if entry.shape not in _IN_THE_WAY)
    marks += [
        Mark("policy", "label", (cell,), label=f"{100 * share:.0f}")
        for cell, share in by_cell.items()
        if share >= 0.005
    ]
    return svg.render(replace(plain, marks=tuple(marks), legend=legend), theme=theme)


class Point(NamedTuple):
    """A point of a curve; ``low`` and ``high`` are its interval, if it has one."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


def curves(
    title: str,
    series: Mapping[str, Sequence[Point]],
    *,
    x: str,
    y: str,
    theme: str = "light",
) -> str:
    """Curves over the same axis.

    >>> picture = curves("Loss", {"policy": [Point(1, 2.3), Point(2, 2.1)]}, x="iteration", y="")
    >>> picture.count("<polyline")
    1

    :param series: points by the name of the curve. What is not finite is left out; an interval
        without an end goes on to the edge.
    :param x, y: what the axes are called.
    :raises ValueError: if there is no such theme.
    """
    if theme not in PALETTES:
        raise ValueError(f"no theme is called {theme!r}; there are {', '.join(PALETTES)}")
    chart = _Chart(PALETTES[theme], [p for one in series.values() for p in one])
    body = [
        tag("rect", "", x=0, y=0, width=_WIDTH, height=_HEIGHT, fill=PALETTES[theme]["page"]),
        chart.text(16, 22, title, size=14),
        chart.text(_RIGHT, _BOTTOM + 34, x, anchor="end"),
        chart.text(_RIGHT, 22, y, anchor="end"),
        *chart.axes(),
    ]
    for number, (name, points) in enumerate(series.items()):
        ink = ("red", "blue")[number % 2]
        body += chart.curve(ink, points)
        body.append(chart.text(_LEFT + 110 * number, _BOTTOM + 34, name, ink=ink))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_WIDTH}"'
            f' height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif">',
            tag("title", "", title),
            *body,
            "</svg>",
        ]
    )


class _Chart:
    """Where points are in a picture of curves, and what it consists of."""

    def __init__(self, colours: Mapping[str, str], points: Sequence[Point]) -> None:
        finite = _finite(points)
        values = [v for p in finite for v in (p.y, p.low, p.high) if v is not None]
        values = [0.0, *(v for v in values if math.isfinite(v))]
        self._colours = colours
        self._ticks = _ticks(min(values), max(values))
        self._most = max([p.x for p in finite], default=1.0) or 1.0

    def _at(self, x: float, y: float) -> tuple[float, float]:
        low, high = self._ticks[0], self._ticks[-1]
        share = (min(max(y, low), high) - low) / (high - low)
        return _LEFT + x / self._most * (_RIGHT - _LEFT), _BOTTOM - share * (_BOTTOM - _TOP)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        anchor: str = "start",
        size: float = 11,
        ink: str = "ink",
    ) -> str:
        colour = self._colours[ink]
        return tag("text", "", text, x=x, y=y, text_anchor=anchor, font_size=size, fill=colour)

    def _line(
        self, ink: str, start: tuple[float, float], end: tuple[float, float], width: float
    ) -> str:
        (x1, y1), (x2, y2) = start, end
        colour = self._colours[ink]
        return tag("line", "", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=width)

    def axes(self) -> Iterator[str]:
        """Lines across with their values, and numbers below."""
        for tick in self._ticks:
            _, height = self._at(0, tick)
            yield self._line("grid", (_LEFT, height), (_RIGHT, height), 0.5)
            yield self.text(_LEFT - 6, height + 4, f"{tick:g}", anchor="end")
        for tick in (0.0, self._most / 2, self._most):
            yield self.text(self._at(tick, 0)[0], _BOTTOM + 18, f"{tick:g}", anchor="middle")

    def curve(self, ink: str, points: Sequence[Point]) -> Iterator[str]:
        shown = _finite(points)
        places = [self._at(p.x, p.y) for p in shown]
        line = " ".join(f"{num(x)},{num(y)}" for x, y in places)
        colour = self._colours[ink]
        yield tag("polyline", "", points=line, fill="none", stroke=colour, stroke_width=2)
        for point, (x, y) in zip(shown, places, strict=True):
            low, high = (math.nan if v is None else v for v in (point.low, point.high))
            if not (math.isnan(low) or math.isnan(high)):
                yield self._line(ink, self._at(point.x, low), self._at(point.x, high), 1.5)
            yield tag("circle", "", cx=x, cy=y, r=2.5, fill=colour)


def _finite(points: Sequence[Point]) -> list[Point]:
    return [p for p in points if math.isfinite(p.x) and math.isfinite(p.y)]


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest value to above the highest, about five of them."""
    span = (high - low) or 1.0
    step = 10.0 ** math.floor(math.log10(span / 4))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= 5)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]
