"""Boards with a value for every first move: drawn as quincunx.drawing draws boards, with colours on
the cells, or arrows where a move has two of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from quincunx import drawing
from quincunx.board import Board, Move
from quincunx.drawing.numbers import fix, length, num
from quincunx.drawing.pen import Looks, Pen, circle, outlines, path, tag
from quincunx.drawing.svg import layers
from quincunx.drawing.themes import PALETTES

__all__ = ["Look", "heat_map", "heat_scale", "shade", "swap_map"]

WIDTH = 420
#: The ends of the scale of colours are at least so far from one half.
_LEAST_SPAN = 0.05
#: Even, on the scale of colours; between black and white it is a grey.
_EVEN, _EVEN_GREY = "#f3eee2", "#9c978d"
#: Words on light and on dark grounds.
_DARK_INK, _LIGHT_INK = "#1c1e22", "#ffffff"
#: Cells smaller than this have no room for a number.
_ROOM = 19

Opening = Mapping[str, Any]


class Look(NamedTuple):
    """How a first move is shown: colour, sign on it, ink of the sign, and what it says in words."""

    fill: str
    text: str
    ink: str
    title: str


# --- Colours -------------------------------------------------------------------------------------


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[k : k + 2], 16) for k in (1, 3, 5))


def _mixed(a: str, b: str, part: float) -> str:
    """A colour between two others.

    >>> _mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(_channels(a), _channels(b), strict=True)
    return "#" + "".join(f"{int(fix(x + (y - x) * part, 0)):02x}" for x, y in pairs)


def _brightness(colour: str) -> float:
    """The relative luminance of a colour (WCAG 2), from 0 to 1."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (channel / 255 for channel in _channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ink_on(colour: str) -> str:
    """The ink that is read best on a ground.

    >>> ink_on("#ffffff"), ink_on("#1b6ec2")
    ('#1c1e22', '#ffffff')
    """
    ground = _brightness(colour) + 0.05
    dark = ground / (_brightness(_DARK_INK) + 0.05)
    return _DARK_INK if dark >= (_brightness(_LIGHT_INK) + 0.05) / ground else _LIGHT_INK


def shade(value: float, span: float, colours: tuple[str, str]) -> str:
    """The colour of a value: the first side's or the second's, the stronger the further from ½."""
    part = max(-1.0, min(1.0, (value - 0.5) / span))
    ends = [PALETTES["light"][colour] for colour in colours]
    even = _EVEN_GREY if "black" in colours else _EVEN
    return _mixed(even, ends[0] if part > 0 else ends[1], abs(part))


def span_of(values: Sequence[float]) -> float:
    """How far from ½ the scale of colours reaches, in steps of five in a hundred.

    >>> span_of([0.5, 0.52]), span_of([0.61, 0.45]), span_of([1.0])
    (0.05, 0.15, 0.5)
    """
    far = max(abs(value - 0.5) for value in values)
    return max(_LEAST_SPAN, -(-fix(100 * far, 4) // 5) * 5 / 100)


# --- Maps ----------------------------------------------------------------------------------------


def heat_map(
    start: Board, openings: Sequence[Opening], value: Callable[[Opening], float], label: str
) -> str:
    """What each first move is worth for the first side, on the board."""
    span = span_of(_unproven(openings, value))
    colours = start.game.colours
    letters = dict(zip(("first", "second", "draw"), (*start.game.letters, "="), strict=True))
    looks = {}
    for each in openings:
        worth = value(each)
        fill = shade(worth, span, colours)
        proven = _proven(each, value)
        text = letters[proven] if proven else f"{fix(100 * worth, 0):.0f}"
        for image in each["images"]:
            said = f"{image}: {100 * worth:.1f} % for {start.game.players[0]}"
            looks[image] = Look(fill, text, ink_on(fill), f"{said}, proven" if proven else said)
    return _board_with(start, looks, label)


def _unproven(openings: Sequence[Opening], value: Callable[[Opening], float]) -> list[float]:
    """The values that the scale has to part: what is proven stands out anyhow."""
    return [value(each) for each in openings if not _proven(each, value)] or [1.0]


def _proven(opening: Opening, value: Callable[[Opening], float]) -> str | None:
    """Who is proven to win, if that is what the value comes from."""
    winner: str | None = opening["proven"]
    return winner if value(opening) == opening["value"] else None


def heat_scale(start: Board, openings: Sequence[Opening], value: Callable[[Opening], float]) -> str:
    """The scale of colours that belongs to a map."""
    span = span_of(_unproven(openings, value))
    first, second = start.game.players
    steps, body = 24, []
    left, right, y = 14, WIDTH - 14, 4
    wide = (right - left) / steps
    for k in range(steps):
        worth = 0.5 + span * (2 * (k + 0.5) / steps - 1)
        box = {"x": left + k * wide, "y": y, "width": wide + 0.6, "height": 14.0}
        body.append(tag("rect", "", **box, fill=shade(worth, span, start.game.colours)))
    body.append(
        tag(
            "rect", "frame", x=left, y=y, width=right - left, height=14, fill="none", stroke_width=1
        )
    )
    ends = (
        (left, "start", f"{100 * (0.5 + span):.0f} % for {second}"),
        ((left + right) / 2, "middle", "even"),
        (right, "end", f"{100 * (0.5 + span):.0f} % for {first}"),
    )
    for x, anchor, text in ends:
        body.append(tag("text", "m", text, x=x, y=y + 30, font_size=12, text_anchor=anchor))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" class="scale" '
        f'viewBox="0 0 {WIDTH} 40"><title>The scale of colours</title>{"".join(body)}</svg>'
    )


#: The answers to a first move, each with a colour, a sign and words.
SWAPS = {
    "swap": ("#0f6b5c", "S", "swap"),
    "close": ("#c9bb9a", "≈", "hardly a difference"),
    "stay": ("#f7f4ec", "·", "do not swap"),
}


def swap_map(start: Board, openings: Sequence[Opening], label: str) -> str:
    """After which first moves to swap, on the board."""
    looks = {}
    for each in openings:
        fill, sign, words = SWAPS[each["verdict"]]
        for image in each["images"]:
            looks[image] = Look(fill, sign, ink_on(fill), f"{image}: {words}")
    return _board_with(start, looks, label)


def _board_with(start: Board, looks: Mapping[str, Look], label: str) -> str:
    names = [each.name for each in drawing.overlays(start.game)]
    scene = drawing.scene(start, overlays=("edges",) if "edges" in names else ())
    left, top, across, down = scene.box
    pitch = WIDTH / across
    prefix = f"b{abs(hash_of(label)):x}"
    pen = Pen(scene, pitch, (-left * pitch, -top * pitch), Looks(prefix=prefix))
    # The pieces' cells are coloured too, as a move may begin with one.
    parts = layers(pen, min(13.0, max(9.5, 0.36 * pitch)), live=False)
    on_cells, over = [], []
    for text, look in looks.items():
        cells = Move(text).cells
        if len(cells) == 1:
            on_cells.append(_on_cell(pen, cells[0], look))
        elif cells:
            over.append(_arrow(pen, cells, look))
    order = ("ground", "cells", "edges", "lines", "coordinates")
    body = [element for name in order for element in parts[name]]
    body += [*on_cells, *parts["pieces"], *over]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="quincunx" role="img" '
        f'viewBox="0 0 {WIDTH} {num(down * pitch)}"><title>{escape(label)}</title>'
        f"{''.join(body)}</svg>"
    )


def hash_of(text: str) -> int:
    """A number for an id, the same everywhere."""
    return int.from_bytes(text.encode()[-8:], "big")


def _on_cell(pen: Pen, cell: str, look: Look) -> str:
    """A cell in its colour with its number; on a board of points a disc."""
    x, y = pen.at(cell)
    title = tag("title", "", look.title)
    if pen.scene.layout == "points":
        ground = circle("", x, y, 0.47 * pen.pitch, fill=look.fill)
    else:
        ground = path("", pen.area([cell], 0.02), fill=look.fill)
    size = min(15.0, (0.36 if len(look.text) > 2 else 0.42) * pen.pitch)
    text = ""
    if pen.pitch >= _ROOM:
        text = tag(
            "text",
            "",
            look.text,
            x=x,
            y=y + 0.36 * size,
            font_size=size,
            text_anchor="middle",
            fill=look.ink,
        )
    return f"<g>{title}{ground}{text}</g>"


def _arrow(pen: Pen, cells: Sequence[str], look: Look) -> str:
    """From the first cell of a move to its last, in its colour, with a rim that parts it."""
    (ax, ay), (bx, by) = pen.at(cells[0]), pen.at(cells[-1])
    far = length(bx - ax, by - ay)
    ux, uy = (bx - ax) / far, (by - ay) / far
    p = pen.pitch
    begin = (ax + ux * 0.42 * p, ay + uy * 0.42 * p)
    tip = (bx - ux * 0.12 * p, by - uy * 0.12 * p)
    neck = (tip[0] - ux * 0.26 * p, tip[1] - uy * 0.26 * p)

    def aside(point: tuple[float, float], by: float) -> tuple[float, float]:
        return point[0] - uy * by * p, point[1] + ux * by * p

    shape = [
        aside(begin, 0.06),
        aside(neck, 0.06),
        aside(neck, 0.17),
        tip,
        aside(neck, -0.17),
        aside(neck, -0.06),
        aside(begin, -0.06),
    ]
    line = path("rim-line", outlines([shape]), fill=look.fill, stroke_width=1)
    return f"<g>{tag('title', '', look.title)}{line}</g>"
