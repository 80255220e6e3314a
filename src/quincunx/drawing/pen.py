"""SVG elements, and a pen that knows where things are and draws pieces.

``web/board/src/pen.ts`` writes the very same elements.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from quincunx.drawing.layout import boundary, corners, inset
from quincunx.drawing.numbers import num
from quincunx.drawing.scene import Player, Point, Scene

__all__ = ["Looks", "Pen", "circle", "outlines", "path", "tag"]

#: Higher stacks are drawn with this many discs; the number on top tells the height.
TALLEST = 5


@dataclass(frozen=True)
class Looks:
    """How a scene is painted.

    ``theme`` writes that palette's colours into the elements; without one they have classes alone.
    With ``shapes`` the pieces of one side are discs and those of the other rounded squares; with
    ``patterns`` tints are hatched. Ids begin with ``prefix``: each board on a page needs its own.
    """

    theme: str | None = None
    shapes: bool = False
    patterns: bool = False
    prefix: str = "q"


def tag(name: str, cls: str = "", text: str | None = None, /, **attributes: str | float) -> str:
    """An element; ``_`` in an attribute's name stands for ``-``.

    >>> tag("text", "t", "R & B", x=2.5, font_size=12)
    '<text class="t" x="2.5" font-size="12">R &amp; B</text>'
    """
    parts = [name]
    if cls:
        parts.append(f'class="{cls}"')
    for key, value in attributes.items():
        shown = escape(value) if isinstance(value, str) else num(value)
        parts.append(f'{key.replace("_", "-")}="{shown}"')
    head = " ".join(parts)
    return f"<{head}/>" if text is None else f"<{head}>{escape(text, quote=False)}</{name}>"


def circle(cls: str, x: float, y: float, r: float, **attributes: str | float) -> str:
    return tag("circle", cls, cx=x, cy=y, r=r, **attributes)


def outlines(loops: Iterable[Sequence[Point]]) -> str:
    """Closed loops as the data of a path."""
    return "".join("M" + "L".join(f"{num(x)} {num(y)}" for x, y in loop) + "Z" for loop in loops)


def path(cls: str, data: str, width: float | None = None, /, **attributes: str | float) -> str:
    """A path; a line of this width if one is given, and filled otherwise."""
    if width is not None:
        attributes = {
            "fill": "none",
            "stroke_width": width,
            "stroke_linecap": "round",
            "stroke_linejoin": "round",
            **attributes,
        }
    return tag("path", cls, d=data, **attributes)


class Pen:
    """Draws at a scale: ``pitch`` is the distance of two cells, ``origin`` the place of (0, 0)."""

    def __init__(self, scene: Scene, pitch: float, origin: Point, looks: Looks) -> None:
        self.scene = scene
        self.pitch = pitch
        self.origin = origin
        self.looks = looks
        self.cells = {cell.name: cell for cell in scene.cells}
        self.taken = {piece.cell: piece for piece in scene.pieces}
        #: The radius of a piece.
        self.radius = (0.45 if scene.layout == "points" else 0.385) * pitch
        #: Cells whose label has been used to write on, so that the next one goes elsewhere.
        self.labelled: set[str] = set()
        self._corners = corners(scene.cells, scene.outline)

    def xy(self, point: Point) -> Point:
        return self.origin[0] + point[0] * self.pitch, self.origin[1] + point[1] * self.pitch

    def at(self, cell: str) -> Point:
        return self.xy((self.cells[cell].x, self.cells[cell].y))

    def player(self, side: int | None) -> Player:
        return self.scene.players[side or 0]

    def marked(self, shape: str) -> set[str]:
        """The cells that have a mark of this shape."""
        return {cell for mark in self.scene.marks if mark.shape == shape for cell in mark.cells}

    def area(self, cells: Iterable[str], depth: float) -> str:
        """The outlines of an area, moved inward, as the data of a path."""
        loops = boundary(self._corners[cell] for cell in cells)
        return outlines([self.xy(point) for point in inset(loop, depth)] for loop in loops)

    def text(
        self, x: float, y: float, text: str, cls: str, size: float, *, bold: bool = False
    ) -> str:
        """A text around a point. Its middle is reckoned from the size, as not every program knows
        ``dominant-baseline``."""
        more: dict[str, str | float] = {"font_weight": "700"} if bold else {}
        y += 0.36 * size
        return tag("text", cls, text, x=x, y=y, font_size=size, text_anchor="middle", **more)

    def body(
        self, cls: str, x: float, y: float, r: float, player: Player, **attributes: str | float
    ) -> str:
        """The shape of a player's pieces: a disc, or else a square with round corners."""
        if not self.looks.shapes or player.pattern == "plain":
            return circle(cls, x, y, r, **attributes)
        half = 0.9 * r
        box = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half, "rx": 0.34 * r}
        return tag("rect", cls, **box, **attributes)

    def piece(
        self, x: float, y: float, player: Player, height: int = 1, text: str = ""
    ) -> list[str]:
        """A piece or a stack: discs one upon the other, and a number from two on."""
        p, r = self.pitch, self.radius
        lift = 0.075 * p
        edge = max(1.0, 0.03 * p)
        discs = min(height, TALLEST)
        y += lift * (discs - 1) / 2
        shadow = r + edge / 2
        out = [self.body("", x + 0.015 * p, y + 0.045 * p, shadow, player, fill_opacity=0.22)]
        for _ in range(discs):
            out.append(self.body(player.colour, x, y, r, player, stroke_width=edge))
            y -= lift
        y += lift
        if player.pattern == "ring":
            width = max(1.2, (0.055 if height == 1 else 0.045) * p)
            ring: dict[str, str | float] = {"fill": "none", "stroke_width": width}
            out.append(self.body(f"{player.colour}-r", x, y, 0.74 * r, player, **ring))
        text = text or (str(height) if height > 1 else "")
        if text:
            size = r * (1.0, 0.82, 0.6)[min(len(text), 3) - 1]
            out.append(self.text(x, y, text, f"{player.colour}-o", size, bold=True))
        return out
