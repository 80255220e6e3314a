"""Boards with a value for every first move: drawn as quincunx.drawing draws boards, with colours on
the cells, or on discs where a move has two of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, Literal, NamedTuple

from quincunx import drawing
from quincunx.board import Board, Move
from quincunx.drawing.numbers import fix, num
from quincunx.drawing.pen import Looks, Pen, circle, path, tag
from quincunx.drawing.scene import Scene
from quincunx.drawing.svg import layers
from quincunx.drawing.themes import PALETTES
from quincunx.study.words import hundredths, percent

__all__ = ["Judge", "Look", "has_two_cells", "heat_map", "heat_scale", "shade", "swap_map"]

WIDTH = 420
#: The ends of the scale of colours are at least so far from one half.
_LEAST_SPAN = 0.05
#: Even, on the scale of colours; between black and white it is a grey.
_EVEN, _EVEN_GREY = "#f3eee2", "#9c978d"
#: Words on light and on dark grounds.
_DARK_INK, _LIGHT_INK = "#1c1e22", "#ffffff"
#: Cells smaller than this have no room for a number.
_ROOM = 19
#: Discs for moves of two cells: their radius, and how far from the middle of a cell they are, in
#: cells. Three have room on each side of a cell.
_DISC, _ASIDE = 0.155, 0.33

Opening = Mapping[str, Any]

#: Whose value of a first move is told: the engine's, or that of random play.
Judge = Literal["value", "random"]


class Look(NamedTuple):
    """How a first move is shown: colour, sign on it, and what it says in words."""

    fill: str
    text: str
    title: str

    @property
    def ink(self) -> str:
        """In which the sign is written."""
        return ink_on(self.fill)


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


def heat_map(start: Board, openings: Sequence[Opening], judge: Judge, label: str) -> str:
    """What each first move is worth for the first side, on the board."""
    span = _span(openings, judge)
    colours, first = start.game.colours, start.game.players[0]
    letters = dict(zip(("first", "second", "draw"), (*start.game.letters, "="), strict=True))

    def look(opening: Opening) -> Look:
        worth = opening[judge]
        said = f"{percent(worth, 1)} for {first}"
        if _is_proven(opening, judge):
            text, said = letters[opening["proven"]], f"{said}, proven"
        else:
            text = hundredths(worth)
        return Look(shade(worth, span, colours), text, said)

    return _board_with(start, openings, look, label)


def _is_proven(opening: Opening, judge: Judge) -> bool:
    """Is its value more than an estimate? Random play proves nothing."""
    return judge == "value" and opening["proven"] is not None


def _span(openings: Sequence[Opening], judge: Judge) -> float:
    """Of the values that the scale has to part: what is proven stands out anyhow."""
    return span_of([each[judge] for each in openings if not _is_proven(each, judge)] or [1.0])


def heat_scale(start: Board, openings: Sequence[Opening], judge: Judge) -> str:
    """The scale of colours that belongs to a map."""
    span = _span(openings, judge)
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
    "alike": ("#8f8a80", "=", "no difference, as is proven"),
    "close": ("#c9bb9a", "≈", "hardly a difference"),
    "stay": ("#f7f4ec", "·", "do not swap"),
}


def swap_map(start: Board, openings: Sequence[Opening], label: str) -> str:
    """After which first moves to swap, on the board."""
    return _board_with(start, openings, lambda each: Look(*SWAPS[each["verdict"]]), label)


def has_two_cells(opening: Opening) -> bool:
    """Does a move go from one cell to another?"""
    return len(Move(opening["move"]).cells) > 1


def _board_with(
    start: Board, openings: Sequence[Opening], look: Callable[[Opening], Look], label: str
) -> str:
    names = [each.name for each in drawing.overlays(start.game)]
    scene = drawing.scene(start, overlays=("edges",) if "edges" in names else ())
    if any(map(has_two_cells, openings)):
        box, shown = _corner(scene, openings)
    else:
        box, shown = scene.box, {image: each for each in openings for image in each["images"]}
    left, top, across, down = box
    pitch = WIDTH / across
    prefix = f"b{abs(hash_of(label)):x}"
    pen = Pen(scene, pitch, (-left * pitch, -top * pitch), Looks(prefix=prefix))
    # The pieces' cells are coloured too, as a move may begin with one.
    parts = layers(pen, min(13.0, max(9.5, 0.36 * pitch)), live=False)
    on_cells, lines, over = [], [], []
    for image, opening in shown.items():
        cells, seen = Move(image).cells, look(opening)
        seen = seen._replace(title=f"{image}: {seen.title}")
        if len(cells) == 1:
            on_cells.append(_on_cell(pen, cells[0], seen))
        elif cells:
            lines.append(_way(pen, cells))
            over.append(_disc(pen, cells, seen))
    order = ("ground", "cells", "edges", "lines", "coordinates")
    body = [element for name in order for element in parts[name]]
    body += [*on_cells, *lines, *parts["pieces"], *over]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="quincunx" role="img" '
        f'viewBox="0 0 {WIDTH} {num(down * pitch)}"><title>{escape(label)}</title>'
        f"{''.join(body)}</svg>"
    )


def _corner(
    scene: Scene, openings: Sequence[Opening]
) -> tuple[tuple[float, float, float, float], dict[str, Opening]]:
    """The part of the board, from where its coordinates begin, that has every move or one that is
    alike; and these moves. They need more room than the whole board leaves them."""
    places = {cell.name: (cell.x, cell.y) for cell in scene.cells}

    def reach(image: str) -> tuple[float, float]:
        xs, ys = zip(*(places[cell] for cell in Move(image).cells), strict=True)
        return max(xs), -min(ys)

    shown = {min(each["images"], key=reach): each for each in openings}
    left, top, across, down = scene.box
    # A bit of the next cells, so that one sees that the board goes on.
    right = min(left + across, max(reach(image)[0] for image in shown) + 0.6)
    upper = max(top, min(-reach(image)[1] for image in shown) - 0.6)
    return (left, upper, right - left, top + down - upper), shown


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
    text = _sign(x, y, look, size) if pen.pitch >= _ROOM else ""
    return f"<g>{title}{ground}{text}</g>"


def _sign(x: float, y: float, look: Look, size: float) -> str:
    return tag(
        "text",
        "",
        look.text,
        x=x,
        y=y + 0.36 * size,
        font_size=size,
        text_anchor="middle",
        fill=look.ink,
    )


def _side(pen: Pen, cells: Sequence[str]) -> tuple[float, float]:
    """Where in its last cell a move is shown: on the side that it comes from."""
    (ax, ay), (bx, by) = pen.at(cells[0]), pen.at(cells[-1])
    part = _ASIDE * pen.pitch / max(abs(ax - bx), abs(ay - by))
    return bx + (ax - bx) * part, by + (ay - by) * part


def _way(pen: Pen, cells: Sequence[str]) -> str:
    """A line from the first cell of a move to its disc."""
    (ax, ay), (bx, by) = pen.at(cells[0]), _side(pen, cells)
    return path("rim-line", f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}", 1.5)


def _disc(pen: Pen, cells: Sequence[str], look: Look) -> str:
    """A disc in the last cell of a move, in its colour with its number."""
    x, y = _side(pen, cells)
    ground = circle("rim-line", x, y, _DISC * pen.pitch, fill=look.fill, stroke_width=1)
    text = _sign(x, y, look, 1.15 * _DISC * pen.pitch)
    return f"<g>{tag('title', '', look.title)}{ground}{text}</g>"
