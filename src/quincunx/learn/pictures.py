"""Pictures of what a net says and how it came along: boards with policies, and curves, as SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
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
    """
    by_cell: dict[str, float] = {}
    for text, share in shares.items():
        for cell in Move(text).cells[-1:]:
            by_cell[cell] = by_cell.get(cell, 0.0) + share
    plain = scene(board)
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

    :param series: points by the name of the curve; what is not finite is left out.
    :param x, y: what the axes are called.
    """
    colours = PALETTES[theme]
    points = [p for one in series.values() for p in one if math.isfinite(p.y)]
    heights = [v for p in points for v in (p.y, p.low, p.high) if v is not None]
    heights = [v for v in heights if math.isfinite(v)] or [0.0]
    ticks = _ticks(min(0.0, *heights), max(0.0, *heights))
    most = max([p.x for p in points], default=1.0) or 1.0

    def at(px: float, py: float) -> tuple[float, float]:
        share = (min(max(py, ticks[0]), ticks[-1]) - ticks[0]) / (ticks[-1] - ticks[0])
        return _LEFT + px / most * (_RIGHT - _LEFT), _BOTTOM - share * (_BOTTOM - _TOP)

    ink = {"fill": colours["ink"]}
    small = {**ink, "font_size": 11}
    body = [
        tag("rect", "", x=0, y=0, width=_WIDTH, height=_HEIGHT, fill=colours["page"]),
        tag("text", "", title, x=16, y=22, font_size=14, **ink),
        tag("text", "", x, x=_RIGHT, y=_BOTTOM + 34, text_anchor="end", **small),
        tag("text", "", y, x=_RIGHT, y=22, text_anchor="end", **small),
    ]
    for tick in ticks:
        _, height = at(0, tick)
        body.append(_line(colours["grid"], (_LEFT, height), (_RIGHT, height), 0.5))
        where = {"x": _LEFT - 6, "y": height + 4, "text_anchor": "end"}
        body.append(tag("text", "", f"{tick:g}", **where, **small))
    for tick in (0.0, most / 2, most):
        where = {"x": at(tick, 0)[0], "y": _BOTTOM + 18, "text_anchor": "middle"}
        body.append(tag("text", "", f"{tick:g}", **where, **small))
    for number, (name, one) in enumerate(series.items()):
        colour = colours[("red", "blue")[number % 2]]
        shown = [p for p in one if math.isfinite(p.y)]
        line = " ".join(f"{num(px)},{num(py)}" for px, py in (at(p.x, p.y) for p in shown))
        style = {"fill": "none", "stroke": colour, "stroke_width": 2}
        body.append(tag("polyline", "", points=line, **style))
        for p in shown:
            if p.low is not None and p.high is not None:
                body.append(_line(colour, at(p.x, p.low), at(p.x, p.high), 1.5))
            px, py = at(p.x, p.y)
            body.append(tag("circle", "", cx=px, cy=py, r=2.5, fill=colour))
        where = {"x": _LEFT + 110 * number, "y": _BOTTOM + 34, "font_size": 11}
        body.append(tag("text", "", name, fill=colour, **where))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_WIDTH}"'
            f' height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif">',
            tag("title", "", title),
            *body,
            "</svg>",
        ]
    )


def _line(colour: str, start: tuple[float, float], end: tuple[float, float], width: float) -> str:
    ends = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    return tag("line", "", stroke=colour, stroke_width=width, **ends)


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest value to above the highest, about five of them."""
    span = (high - low) or 1.0
    step = 10.0 ** math.floor(math.log10(span / 4))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= 5)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]
