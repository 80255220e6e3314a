"""Marks as SVG elements. Nothing here knows a game: a mark's shape says it all."""

from __future__ import annotations

from collections.abc import Callable

from quincunx.drawing.numbers import fix, length, num
from quincunx.drawing.pen import Pen, circle, outlines, path, tag
from quincunx.drawing.scene import Mark

__all__ = ["OVER", "UNDER", "Draw"]

Draw = Callable[[Pen, Mark], list[str]]

# --- Under the pieces ----------------------------------------------------------------------------


def area(pen: Pen, mark: Mark) -> list[str]:
    """Cells tinted, hatched and outlined; the pattern is among the picture's definitions."""
    data = pen.area(mark.cells, 0.05)
    return [*_hatched(pen, data, mark.side), _outline(pen, data, mark.side, 0.05)]


def tint(pen: Pen, mark: Mark) -> list[str]:
    """Cells tinted and outlined, hatched only where patterns are wanted."""
    data = pen.area(mark.cells, 0.05)
    if pen.looks.patterns:
        ground = _hatched(pen, data, mark.side)
    else:
        ground = [path(f"{pen.player(mark.side).colour}-a", data, fill_opacity=0.16)]
    return [*ground, _outline(pen, data, mark.side, 0.05)]


def zone(pen: Pen, mark: Mark) -> list[str]:
    """The outline of an area around a cell, that cell included."""
    home = (mark.label,) if mark.label in pen.cells else ()
    return [_outline(pen, pen.area((*mark.cells, *home), 0.05), mark.side, 0.03)]


def hatched(pen: Pen, mark: Mark) -> list[str]:
    """A zone that stands out among others."""
    home = (mark.label,) if mark.label in pen.cells else ()
    data = pen.area((*mark.cells, *home), 0.05)
    return [*_hatched(pen, data, mark.side), _outline(pen, data, mark.side, 0.06)]


def _hatched(pen: Pen, data: str, side: int | None) -> list[str]:
    colour = pen.player(side).colour
    return [
        path(f"{colour}-a", data, fill_opacity=0.12),
        path("", data, fill=f"url(#{pen.looks.prefix}-{colour})"),
    ]


def _outline(pen: Pen, data: str, side: int | None, width: float) -> str:
    """Solid for the first side, dashed for the second."""
    p = pen.pitch
    dash: dict[str, str | float] = {}
    if side:
        dash = {"stroke_dasharray": f"{num(0.2 * p)} {num(0.11 * p)}", "stroke_linecap": "butt"}
    return path(f"{pen.player(side).colour}-l", data, max(1.2, width * p), **dash)


def void(pen: Pen, mark: Mark) -> list[str]:
    """A dotted outline."""
    width = max(1.4, 0.06 * pen.pitch)
    data = pen.area(mark.cells, 0.12)
    dots = f"0.1 {num(2.1 * width)}"
    return [
        path("halo", data, 1.9 * width),
        path(f"{pen.player(mark.side).colour}-l", data, width, stroke_dasharray=dots),
    ]


def bar(pen: Pen, mark: Mark) -> list[str]:
    colour, p = pen.player(mark.side).colour, pen.pitch
    out = []
    for cell in mark.cells:
        x, y = pen.at(cell)
        half = 0.42 * p
        box = {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half, "rx": 0.1 * p}
        out.append(tag("rect", f"{colour}-e", **box, fill="none", stroke_width=0.12 * p))
        out.append(tag("rect", f"{colour}-l", **box, fill="none", stroke_width=0.065 * p))
    return out


def square(pen: Pen, mark: Mark) -> list[str]:
    """A small square: the first side's in the lower left of the cell, the second's opposite."""
    colour, p = pen.player(mark.side).colour, pen.pitch
    shift = 0.19 * p if mark.side else -0.19 * p
    half = 0.13 * p
    size = {"width": 2 * half, "height": 2 * half, "stroke_width": 0.04 * p}
    out = []
    for cell in mark.cells:
        x, y = pen.at(cell)
        out.append(tag("rect", colour, x=x + shift - half, y=y - shift - half, **size))
    return out


def barred(pen: Pen, mark: Mark) -> list[str]:
    """Stripes across the middle of each cell."""
    p = pen.pitch
    out = []
    for cell in mark.cells:
        x, y = pen.at(cell)
        data = "".join(
            f"M{num(x + a * p)} {num(y + b * p)}L{num(x - b * p)} {num(y - a * p)}"
            for a, b in ((-0.06, 0.32), (0.19, 0.19), (0.32, -0.06))
        )
        out.append(path("closedl", data, max(1.2, 0.035 * p), stroke_opacity=0.7))
    return out


def closed(pen: Pen, mark: Mark) -> list[str]:
    """Each cell greyed, with a dash on it."""
    p = pen.pitch
    out = []
    for cell in mark.cells:
        x, y = pen.at(cell)
        out.append(path("closed", pen.area([cell], 0.03), fill_opacity=0.3))
        dash = f"M{num(x - 0.12 * p)} {num(y)}h{num(0.24 * p)}"
        out.append(path("closedl", dash, 0.045 * p))
    return out


def lit_ground(pen: Pen, mark: Mark) -> list[str]:
    return [path("litg", pen.area([cell], 0.03), fill_opacity=0.85) for cell in mark.cells]


def ground(pen: Pen, mark: Mark) -> list[str]:
    """A tint under the cells of the last move, where cells have a ground."""
    if pen.scene.layout == "points":
        return []
    return [path("lastg", pen.area([cell], 0.03)) for cell in mark.cells]


# --- Over the pieces -----------------------------------------------------------------------------


def dot(pen: Pen, mark: Mark) -> list[str]:
    out = []
    p, written = pen.pitch, pen.marked("label")
    for cell in mark.cells:
        x, y = pen.at(cell)
        r = 0.13 * p
        if cell in pen.taken:
            y += pen.radius * 0.78  # on the lower rim of the piece
            r = 0.11 * p
        elif cell in written:
            y -= 0.22 * p
        out.append(circle("dot", x, y, r, stroke_width=0.035 * p))
    return out


def ring(pen: Pen, mark: Mark) -> list[str]:
    width = max(1.5, 0.06 * pen.pitch)
    r = pen.radius + 0.6 * width
    return [
        circle("last", *pen.at(cell), r, fill="none", stroke_width=width) for cell in mark.cells
    ]


def selected(pen: Pen, mark: Mark) -> list[str]:
    width = max(1.5, 0.06 * pen.pitch)
    return [path("last", pen.area([cell], 0.06), width) for cell in mark.cells]


def arrow(pen: Pen, mark: Mark) -> list[str]:
    """From the middle of a cell to the rim of the piece on the next, with a head there."""
    p = pen.pitch
    out = []
    for a, b in mark.segments:
        (ax, ay), (bx, by) = pen.at(a), pen.at(b)
        far = length(bx - ax, by - ay)
        ux, uy = (bx - ax) / far, (by - ay) / far
        ex, ey = bx - ux * pen.radius * 0.95, by - uy * pen.radius * 0.95
        hx, hy = ex - ux * 0.2 * p, ey - uy * 0.2 * p
        w = 0.15 * p
        head = [(ex, ey), (hx - uy * w, hy + ux * w), (hx + uy * w, hy - ux * w)]
        out.append(path("last", f"M{num(ax)} {num(ay)}L{num(hx)} {num(hy)}", 0.09 * p))
        out.append(path("lastf", outlines([head])))
        if a not in pen.taken:
            out.append(circle("lastf", ax, ay, 0.1 * p))
    return out


def ghost(pen: Pen, mark: Mark) -> list[str]:
    """A piece that is not there yet: paler, and with a dashed ring around it."""
    p = pen.pitch
    dash = f"{num(0.14 * p)} {num(0.1 * p)}"
    out = []
    for cell in mark.cells:
        x, y = pen.at(cell)
        body = pen.piece(x, y, pen.player(mark.side), int(mark.label or 1))
        out.append(f'<g opacity="0.75">{"".join(body)}</g>')
        ring = {"fill": "none", "stroke_dasharray": dash}
        r, width = pen.radius + 0.05 * p, max(1.5, 0.05 * p)
        out.append(circle("last", x, y, r, **ring, stroke_width=width))
    return out


def chain(pen: Pen, mark: Mark) -> list[str]:
    """A line with a dot on each cell; a halo parts it from pieces of any colour."""
    p = pen.pitch
    data = "".join(
        f"M{num(pen.at(a)[0])} {num(pen.at(a)[1])}L{num(pen.at(b)[0])} {num(pen.at(b)[1])}"
        for a, b in mark.segments
    )
    rims = [
        circle("halo", *pen.at(cell), 0.14 * p, fill="none", stroke_width=0.08 * p)
        for cell in mark.cells
    ]
    dots = [circle("lastf", *pen.at(cell), 0.14 * p) for cell in mark.cells]
    return [path("halo", data, 0.19 * p), *rims, path("last", data, 0.11 * p), *dots]


def pip(pen: Pen, mark: Mark) -> list[str]:
    """A little piece on the border between the two cells of each segment."""
    player, p = pen.player(mark.side), pen.pitch
    out = []
    for a, b in mark.segments:
        (ax, ay), (bx, by) = pen.at(a), pen.at(b)
        x, y = (ax + bx) / 2, (ay + by) / 2
        out.append(circle("halo", x, y, 0.12 * p, fill="none", stroke_width=0.05 * p))
        out.append(circle(player.colour, x, y, 0.105 * p, stroke_width=max(1.0, 0.025 * p)))
        if player.pattern == "ring":
            out.append(circle(f"{player.colour}-o", x, y, 0.04 * p))
    return out


def lit(pen: Pen, mark: Mark) -> list[str]:
    """A strong frame around each cell."""
    width = max(2.0, 0.06 * pen.pitch)
    out = []
    for cell in mark.cells:
        data = pen.area([cell], 0.06)
        out.append(path("halo", data, 1.9 * width))
        out.append(path("lit", data, width))
    return out


def loss(pen: Pen, mark: Mark) -> list[str]:
    """A cross in a ring."""
    width = max(1.5, 0.06 * pen.pitch)
    r = pen.radius + 0.3 * width
    rings = [
        circle("loss", *pen.at(cell), r, fill="none", stroke_width=width) for cell in mark.cells
    ]
    return [*rings, *cross(pen, mark)]


def cross(pen: Pen, mark: Mark) -> list[str]:
    """A cross; where the piece is gone, its outline as well."""
    p, r = pen.pitch, pen.radius
    colour = pen.player(mark.side).colour
    a, width = 0.5 * r, 0.09 * p
    dash = f"{num(0.12 * p)} {num(0.09 * p)}"
    out = []
    for cell in mark.cells:
        x, y = pen.at(cell)
        if cell not in pen.taken:
            look = {"fill": "none", "stroke_dasharray": dash}
            out.append(circle(f"{colour}-l", x, y, r, **look, stroke_width=0.045 * p))
        stroke = f"l{num(2 * a)} {num(2 * a)}m0 {num(-2 * a)}l{num(-2 * a)} {num(2 * a)}"
        data = f"M{num(x - a)} {num(y - a)}{stroke}"
        out.append(path("halo", data, 1.9 * width))
        out.append(path("loss" if mark.shape == "loss" else "cross", data, width))
    return out


def swap(pen: Pen, mark: Mark) -> list[str]:
    """A round badge with two arrows, one each way."""
    p = pen.pitch
    r = 0.19 * p
    a, b, c = 0.55 * r, 0.28 * r, 0.3 * r
    out = []
    for cell in mark.cells:
        x, y = pen.at(cell)
        x, y = x + 0.27 * p, y - 0.27 * p
        there = f"M{num(x - a)} {num(y - b)}h{num(2 * a)}l{num(-c)} {num(-c)}"
        back = f"M{num(x + a)} {num(y + b)}h{num(-2 * a)}l{num(c)} {num(c)}"
        out.append(circle("badge", x, y, r, stroke_width=0.03 * p))
        out.append(path("badgei", there + back, 0.035 * p))
    return out


def label(pen: Pen, mark: Mark) -> list[str]:
    """A text on an empty cell; what is written on a piece, the piece writes."""
    p, dots = pen.pitch, pen.marked("dot")
    size = 0.34 * p if len(mark.label) <= 3 else 0.26 * p
    out = []
    for cell in mark.cells:
        if cell not in pen.taken:
            x, y = pen.at(cell)
            y += 0.14 * p if cell in dots else 0
            out.append(pen.text(x, y, mark.label, "label", size, bold=cell in dots))
    return out


def name(pen: Pen, mark: Mark) -> list[str]:
    """A small text in a corner of a square, at the foot of a hexagon."""
    p = pen.pitch
    size = min(14.0, 0.26 * p)
    out = []
    for cell in mark.cells:
        x, y = pen.at(cell)
        if pen.scene.layout == "hexagons":
            y += 0.36 * p
        else:
            x, y = x - 0.47 * p + 0.8 * size, y - 0.46 * p + 0.6 * size
        out.append(pen.text(x, y, mark.label, "m", size))
    return out


def count(pen: Pen, mark: Mark) -> list[str]:
    """The label of an area, once, in a pill with the side's letter."""
    if not mark.label:
        return []
    player = pen.player(mark.side)
    cell = _place(pen, mark)
    x, y = pen.at(cell)
    if cell in pen.taken:
        # Between two rows, and not on the coordinates.
        y += -0.45 * pen.pitch if _is_lowest(pen, cell) else 0.45 * pen.pitch
    size = max(10.0, 0.27 * pen.pitch)
    text = f"{player.letter} {mark.label}" + (" void" if mark.shape == "void" else "")
    w, h = size * (0.62 * len(text) + 0.7), 1.5 * size
    x += _inward(pen, cell) * max(0.0, w / 2 - 0.5 * pen.pitch)
    box = {"x": x - w / 2, "y": y - h / 2, "width": w, "height": h, "rx": h / 2}
    if mark.shape == "void":
        look: dict[str, str | float] = {"stroke_dasharray": "0.1 4", "stroke_linecap": "round"}
        pill = tag("rect", f"pill {player.colour}-l", **box, **look, stroke_width=2)
        return [pill, pen.text(x, y, text, "t", size)]
    return [
        tag("rect", player.colour, **box, stroke_width=1.5),
        pen.text(x, y, text, f"{player.colour}-o", size, bold=True),
    ]


def _is_lowest(pen: Pen, cell: str) -> bool:
    """Is there nothing below but coordinates?"""
    return all(other.y < pen.cells[cell].y + 0.1 for other in pen.cells.values())


def _inward(pen: Pen, cell: str) -> int:
    """Which way to move what would reach beyond the end of a row."""
    here = pen.cells[cell]
    row = [other.x for other in pen.cells.values() if abs(other.y - here.y) < 0.1]
    return int(min(row) > here.x - 0.1) - int(max(row) < here.x + 0.1)


def _place(pen: Pen, mark: Mark) -> str:
    """The cell of an area for its label: an empty one near its middle, if there is one."""
    x = y = 0.0
    for name in mark.cells:
        x += pen.cells[name].x
        y += pen.cells[name].y
    x, y = x / len(mark.cells), y / len(mark.cells)

    def cost(cell: str) -> tuple[bool, bool, float, str]:
        far = length(pen.cells[cell].x - x, pen.cells[cell].y - y)
        return cell in pen.labelled, cell in pen.taken, fix(far, 3), cell

    chosen = min(mark.cells, key=cost)
    pen.labelled.add(chosen)
    return chosen


#: What each shape puts under the pieces, and what over them, in the order of drawing.
UNDER: dict[str, Draw] = {
    "closed": closed,
    "tint": tint,
    "area": area,
    "zone": zone,
    "hatched": hatched,
    "void": void,
    "bar": bar,
    "square": square,
    "barred": barred,
    "ring": ground,
    "lit": lit_ground,
}
OVER: dict[str, Draw] = {
    "selected": selected,
    "ring": ring,
    "arrow": arrow,
    "ghost": ghost,
    "chain": chain,
    "cross": cross,
    "loss": loss,
    "swap": swap,
    "pip": pip,
    "name": name,
    "label": label,
    "dot": dot,
    "area": count,
    "void": count,
    "lit": lit,
}
