"""Boards as SVG: one renderer for all games."""

from __future__ import annotations

import dataclasses
import hashlib
import re
from html import escape
from typing import Unpack

from quincunx.board import Board
from quincunx.drawing.build import Options
from quincunx.drawing.catalogue import scene_of
from quincunx.drawing.layout import FRAME
from quincunx.drawing.marks import OVER, UNDER, Draw
from quincunx.drawing.numbers import num
from quincunx.drawing.pen import Looks, Pen, circle, outlines, path, tag
from quincunx.drawing.scene import Cell, LegendEntry, Mark, Piece, Player, Scene
from quincunx.drawing.themes import THEMES, attributes, dark_sheet

__all__ = ["LAYERS", "board", "layers", "render"]

# All pictures are this wide inside, so that texts have one size; the board is scaled to fit.
WIDTH = 640
MARGIN = 28
LARGEST_CELL = 84
HEADER = 92
# The coordinates of a board by itself: a board that is 360 pixels wide has them in 10.6 pixels.
COORDINATES = WIDTH / 34
FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif"


def render(
    board: Board | Scene,
    *,
    theme: str = "light",
    shapes: bool = False,
    patterns: bool = False,
    width: int | None = None,
    **options: Unpack[Options],
) -> str:
    """A board, or a scene, as a self-contained SVG picture.

    >>> import quincunx
    >>> picture = render(quincunx.Board("cordon", size=3), theme="auto", width=400)
    >>> picture.startswith("<?xml-stylesheet "), "prefers-color-scheme:dark" in picture
    (True, True)

    :param theme: ``"light"``, ``"dark"``, ``"contrast"``, or ``"auto"`` for light or dark as the
        reader's system prefers.
    :param shapes: draw one side's pieces as rounded squares.
    :param patterns: hatch what is tinted.
    :param width: in pixels; the height follows.
    :param options: what to show, as for :func:`quincunx.drawing.scene`.
    :raises ValueError: if there is no such theme or overlay, or the width is not positive.
    """
    scene = scene_of(board, **options)
    if width is not None and width <= 0:
        raise ValueError(f"width={width}: a picture is at least one pixel wide")
    if theme not in THEMES:
        raise ValueError(f"no theme is called {theme!r}; there are {', '.join(THEMES)}")
    # An id of its own: a page may hold many pictures, and their patterns must not mix.
    given = repr((scene, theme, shapes, patterns)).encode()
    root = "q" + hashlib.blake2s(given, digest_size=5).hexdigest()
    palette = "light" if theme == "auto" else theme
    looks = Looks(palette, shapes=shapes, patterns=patterns, prefix=root)

    left, top, across, down = scene.box
    pitch = min(LARGEST_CELL, (WIDTH - 2 * MARGIN) / across)
    x0 = (WIDTH - across * pitch) / 2 - left * pitch
    head, header = _header(scene, looks)
    pen = Pen(scene, pitch, (x0, header - top * pitch), looks)

    body = head
    for layer in layers(pen, min(14.0, max(10.0, 0.36 * pitch)), live=False).values():
        body += layer
    y = header + down * pitch + 6
    below, y = _buttons(scene, y)
    body += below
    below, y = _legend(pen, y)
    body += below
    body.append(tag("text", "m", scene.credit, x=MARGIN, y=y + 20, font_size=12))
    height = y + 38

    shown = WIDTH if width is None else width
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{root}" role="img" '
        f'aria-labelledby="{root}-t {root}-d" width="{num(shown)}" '
        f'height="{num(shown * height / WIDTH)}" viewBox="0 0 {WIDTH} {num(height)}" '
        f'font-family="{FONTS}">'
    )
    page = {"x": 0.5, "y": 0.5, "width": WIDTH - 1.0, "height": height - 1, "rx": 14.0}
    picture = "\n".join(
        [
            start,
            tag("title", "", f"{scene.title}: {scene.status}", id=f"{root}-t"),
            tag("desc", "", f"{scene.description()} {scene.credit}.", id=f"{root}-d"),
            f"<defs>{_hatches(pen)}</defs>",
            tag("rect", "page", **page),
            *body,
            "</svg>",
        ]
    )
    if theme == "auto":
        return f"{dark_sheet(_classes(picture))}\n{_coloured(picture, palette)}"
    return _coloured(picture, palette)


def board(
    board: Board | Scene,
    *,
    theme: str | None = None,
    shapes: bool = False,
    patterns: bool = False,
    prefix: str = "q",
    **options: Unpack[Options],
) -> str:
    """The board alone, for a page: what a script takes over, and what can be read without one.

    Its elements have classes, which :func:`quincunx.drawing.stylesheet` gives colours. Cells are a
    grid with a label each; all other layers are for the eye.

    >>> import quincunx
    >>> picture = board(quincunx.Board("hadron", size=3))
    >>> 'data-fen="3/3/3 r"' in picture, 'aria-label="b2, empty, 0 red and 0 blue' in picture
    (True, True)

    :param theme: write the colours of a palette into the elements, for a picture by itself.
    :param shapes: draw one side's pieces as rounded squares.
    :param patterns: hatch what is tinted.
    :param prefix: what ids begin with: give each board on a page its own.
    :param options: what to show, as for :func:`quincunx.drawing.scene`.
    :raises ValueError: if there is no such theme or overlay.
    """
    scene = scene_of(board, **options)
    looks = Looks(theme, shapes=shapes, patterns=patterns, prefix=prefix)
    left, top, across, down = scene.box
    pitch = WIDTH / across
    pen = Pen(scene, pitch, (-left * pitch, -top * pitch), looks)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="quincunx" role="grid" '
        f'aria-label="{escape(f"{scene.title}: {scene.status}")}" '
        f'data-fen="{escape(scene.fen)}" viewBox="0 0 {WIDTH} {num(down * pitch)}" '
        f'font-family="{FONTS}">',
        f"<defs>{_hatches(pen)}</defs>",
    ]
    for name, layer in layers(pen, COORDINATES, live=True).items():
        role = 'role="rowgroup"' if name == "cells" else 'aria-hidden="true" pointer-events="none"'
        parts.append(f'<g data-layer="{name}" {role}>{"".join(layer)}</g>')
    parts.append("</svg>")
    picture = "\n".join(parts)
    return picture if theme is None else _coloured(picture, theme)


def _coloured(picture: str, theme: str) -> str:
    """A picture whose elements have the colours of their classes as attributes."""
    colours = attributes(theme)

    def with_colours(found: re.Match[str]) -> str:
        return found[0] + "".join(colours.get(name, "") for name in found[1].split(" "))

    return re.sub(r'class="([^"]*)"', with_colours, picture)


def _classes(picture: str) -> set[str]:
    return {name for names in re.findall(r'class="([^"]*)"', picture) for name in names.split(" ")}


def _hatches(pen: Pen) -> str:
    """Stripes for the areas of the two sides, each in its own direction."""
    step = max(5.0, 0.17 * pen.pitch)
    return "".join(
        f'<pattern id="{pen.looks.prefix}-{player.colour}" patternUnits="userSpaceOnUse" '
        f'width="{num(step)}" height="{num(step)}" patternTransform="rotate({angle})">'
        + path(f"{player.colour}-l", f"M0 0V{num(step)}", step * 0.36, stroke_opacity=0.5)
        + "</pattern>"
        for player, angle in zip(pen.scene.players, (45, -45), strict=True)
    )


# --- Around the board ----------------------------------------------------------------------------


def _header(scene: Scene, looks: Looks) -> tuple[list[str], float]:
    """The title and who is to move; to the right the two players with what is counted. And how high
    all that is: a long status gets a line of its own."""
    right = WIDTH - MARGIN
    notes = ", ".join([scene.players[1].name, *(n.text for n in scene.players[1].notes)])
    apart = MARGIN + 7.5 * len(scene.status) > right - 50 - 8.0 * len(notes)
    out = [
        tag("text", "t", scene.title, x=MARGIN, y=45, font_size=24, font_weight="700"),
        tag("text", "t", scene.status, x=MARGIN, y=94 if apart else 70, font_size=15),
    ]
    icon = Pen(scene, 24, (0, 0), looks)
    for player, y in zip(scene.players, (37.0, 64.0), strict=True):
        out += icon.piece(right - 24, y, player)
        if player.to_move or player.won:
            data = f"M{num(right - 10)} {num(y)}l8 -5.5v11Z"
            out.append(tag("path", "lastf", d=data))
        words = ", ".join([player.name, *(n.text for n in player.notes if n.dots is None)])
        x = right - 42
        for note in player.notes:
            if note.dots is not None:
                x -= 30
                out += _token(x, y, player, note.dots, note.text)
        out.append(
            tag(
                "text", "t", words, x=x, y=y + 5, font_size=14, text_anchor="end", font_weight="600"
            )
        )
    return out, HEADER + 20 if apart else HEADER


def _token(x: float, y: float, player: Player, dots: int, text: str) -> list[str]:
    """A square token with dots on it; an empty outline if it shows none."""
    box = {"x": x + 6, "y": y - 9, "width": 18.0, "height": 18.0, "rx": 3.0}
    if not dots:
        return [
            f"<g>{tag('title', '', text)}"
            + tag("rect", "cross", **box, fill="none", stroke_opacity=0.4, stroke_dasharray="3 2.5")
            + "</g>"
        ]
    out = [tag("title", "", text), tag("rect", player.colour, **box, stroke_width=1)]
    spread = 3.8 if dots > 1 else 0
    for sign in (-1, 1)[:dots]:
        out.append(
            tag(
                "circle",
                f"{player.colour}-o",
                cx=x + 15 + sign * spread,
                cy=y - sign * spread,
                r=2.4,
            )
        )
    return [f"<g>{''.join(out)}</g>"]


def _buttons(scene: Scene, y: float) -> tuple[list[str], float]:
    out = []
    for button in scene.buttons:
        w = 7.4 * len(button.text) + 32
        x = (WIDTH - w) / 2
        box = {"x": x, "y": y + 4, "width": w, "height": 32.0, "rx": 8.0}
        out.append(
            f'<g data-move="{escape(button.move)}">{tag("rect", "button", **box)}'
            + tag(
                "text", "t", button.text, x=WIDTH / 2, y=y + 25, font_size=14, text_anchor="middle"
            )
            + "</g>"
        )
        y += 40
    return out, y


def _legend(pen: Pen, y: float) -> tuple[list[str], float]:
    """What the marks mean, in as many lines as it takes."""
    out: list[str] = []
    if not pen.scene.legend:
        return out, y
    x, y = float(MARGIN), y + 16
    for entry in pen.scene.legend:
        wide = 7.0 * len(entry.text) + 50
        if x > MARGIN and x + wide > WIDTH - MARGIN + 20:
            x, y = float(MARGIN), y + 26
        out += _swatch(pen, entry, x, y)
        out.append(tag("text", "t", entry.text, x=x + 30, y=y + 4.5, font_size=13))
        x += wide
    return out, y + 14


def _swatch(pen: Pen, entry: LegendEntry, x: float, y: float) -> list[str]:
    """A mark as it looks on the board, on a little board of one cell."""
    if entry.shape == "label":
        return [pen.text(x + 11, y, "1:2", "label", 13)]
    if entry.shape == "link":
        return [path("cross", f"M{num(x + 5)} {num(y + 8)}l15 -15", 1.2)]
    if entry.shape == "edge":
        colour = pen.player(entry.side).colour
        return [tag("rect", colour, x=x + 1, y=y - 4, width=22, height=8, stroke_width=1)]
    # An arrow and a chain come from the left; a badge sits on a piece.
    here, there = Cell("here", 0.5, 0.5, 0, 0), Cell("there", 1.1, 0.5, 0, 0)
    mark = Mark(entry.kind, entry.shape, ("here",), entry.side)
    if entry.shape in ("arrow", "chain", "pip"):
        here = dataclasses.replace(here, x=0.05)
        mark = dataclasses.replace(mark, segments=(("here", "there"),))
    pieces = (Piece("here", entry.side or 0),) if entry.shape == "swap" else ()
    little = dataclasses.replace(
        pen.scene, cells=(here, there), pieces=pieces, marks=(mark,), legend=()
    )
    pitch = 40 if entry.shape == "dot" else 24
    small = Pen(little, pitch, (x + 12 - pitch / 2, y - pitch / 2), pen.looks)
    out = _marks(small, UNDER)
    for piece in pieces:
        out += small.piece(*small.at("here"), little.players[piece.side])
    return out + _marks(small, OVER)


# --- The board -----------------------------------------------------------------------------------

#: The layers of a board, in the order of drawing.
LAYERS = ("ground", "cells", "edges", "under", "lines", "coordinates", "pieces", "over")


def layers(pen: Pen, size: float, *, live: bool) -> dict[str, list[str]]:
    """The elements of each layer; ``size`` is that of the coordinates. A ``live`` board says what
    is on its cells in labels, a picture in titles."""
    scene = pen.scene
    return {
        "ground": _ground(pen),
        "cells": _live_cells(pen) if live else _cells(pen),
        "edges": _edges(pen, live=live),
        "under": _marks(pen, UNDER),
        "lines": _lines(pen),
        "coordinates": [
            pen.text(*pen.xy((name.x, name.y)), name.text, "co", size) for name in scene.coordinates
        ],
        "pieces": _pieces(pen, live=live),
        "over": _marks(pen, OVER),
    }


def _ground(pen: Pen) -> list[str]:
    """For a board of points, the wood under them."""
    scene, p = pen.scene, pen.pitch
    if scene.layout != "points":
        return []
    (x, y), side = pen.xy((-FRAME, -FRAME)), (scene.size + 2 * FRAME) * p
    return [tag("rect", "wood", x=x, y=y, width=side, height=side, rx=0.12 * p)]


def _cell(pen: Pen, cell: Cell) -> str:
    """The shape of a cell, for the eye and for what points at it."""
    scene = pen.scene
    data = outlines([[pen.xy((cell.x + dx, cell.y + dy)) for dx, dy in scene.outline]])
    if scene.layout == "points":
        return path("", data, fill="none", pointer_events="all")
    plain = "cell-b" if "black" in (player.colour for player in scene.players) else "cell"
    return path("rim" if cell.look == "rim" else plain, data)


def _cells(pen: Pen) -> list[str]:
    return [
        f'<g data-cell="{cell.name}">{tag("title", "", cell.name)}{_cell(pen, cell)}</g>'
        for cell in pen.scene.cells
    ]


def _live_cells(pen: Pen) -> list[str]:
    """The cells by rows, as a grid that can be walked with the keys: the first is the way in."""
    rows: dict[int, list[str]] = {}
    for k, (cell, label) in enumerate(zip(pen.scene.cells, pen.scene.labels, strict=True)):
        rows.setdefault(cell.row, []).append(
            f'<g data-cell="{cell.name}" role="gridcell" aria-label="{escape(label)}" '
            f'tabindex="{-1 if k else 0}">{_cell(pen, cell)}</g>'
        )
    return [f'<g role="row">{"".join(cells)}</g>' for cells in rows.values()]


def _edges(pen: Pen, *, live: bool) -> list[str]:
    out = []
    for edge in pen.scene.edges:
        player = pen.scene.players[edge.side]
        loop = [pen.xy(point) for point in edge.points]
        shape = path(player.colour, outlines([loop]), stroke_width=1, stroke_linejoin="round")
        title = "" if live else tag("title", "", f"{edge.label}: {player.name}")
        out.append(f"<g>{title}{shape}</g>")
    return out


def _lines(pen: Pen) -> list[str]:
    out = []
    for segment in pen.scene.segments:
        (x1, y1), (x2, y2) = pen.xy(segment.start), pen.xy(segment.end)
        cls = "link" if segment.style == "link" else "line"
        out.append(tag("line", cls, x1=x1, y1=y1, x2=x2, y2=y2, stroke_linecap="square"))
    if pen.scene.layout == "points":
        for cell in pen.scene.cells:
            if cell.look == "star":
                x, y = pen.at(cell.name)
                out.append(circle("star", x, y, max(2.2, 0.08 * pen.pitch)))
    return out


def _pieces(pen: Pen, *, live: bool) -> list[str]:
    scene = pen.scene
    texts = {m.cells[0]: m.label for m in scene.marks if m.shape == "label"}
    hidden = pen.marked("ghost")  # another piece, or a higher stack, is shown in its place
    out = []
    for piece in scene.pieces:
        if piece.cell in hidden:
            continue
        player = scene.players[piece.side]
        height = f", height {piece.height}" if piece.height > 1 else ""
        shapes = pen.piece(*pen.at(piece.cell), player, piece.height, texts.get(piece.cell, ""))
        title = "" if live else tag("title", "", f"{piece.cell}: {player.name}{height}")
        out.append(
            f'<g data-piece="{piece.cell}" data-side="{piece.side}">{title}{"".join(shapes)}</g>'
        )
    return out


def _marks(pen: Pen, layer: dict[str, Draw]) -> list[str]:
    out: list[str] = []
    for shape, draw in layer.items():
        for mark in pen.scene.marks:
            if mark.shape == shape:
                drawn = "".join(draw(pen, mark))
                if drawn:
                    out.append(f'<g data-overlay="{escape(mark.kind)}">{drawn}</g>')
    return out
