"""Where things are: cells, grid lines, edges and coordinates of the three kinds of board, turned as
one likes, and outlines of areas."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from quincunx.drawing.declaration import Layout
from quincunx.drawing.numbers import fix, length
from quincunx.drawing.scene import Cell, Coordinate, Point, Segment

__all__ = ["FRAME", "TURNS", "Plan", "boundary", "corners", "inset", "plan"]

# The width of the wood around the cells of a board of points, and how far from the cells the
# coloured edges on it begin.
FRAME = 0.3
EDGE = 0.06

# Rows of hexagons that touch are this far apart, if the cells of a row are 1 apart.
ROW = math.sqrt(3) / 2

#: How many steps make a whole turn.
TURNS = {"squares": 4, "points": 4, "hexagons": 6}

# Cosine and sine of each step, clockwise.
_STEPS = {
    4: ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)),
    6: ((1.0, 0.0), (0.5, ROW), (-0.5, ROW), (-1.0, 0.0), (-0.5, -ROW), (0.5, -ROW)),
}

_SQUARE: tuple[Point, ...] = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_HEXAGON: tuple[Point, ...] = tuple(
    (x, fix(y / ROW / 4))
    for x, y in ((0.0, -2.0), (0.5, -1.0), (0.5, 1.0), (0.0, 2.0), (-0.5, 1.0), (-0.5, -1.0))
)

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Plan:
    """The parts of a scene that depend on the board's kind and size alone.

    ``edges`` are polygons in the order of the declaration's edges, ``links`` the segments that it
    has links for.
    """

    kind: str
    box: Box
    outline: tuple[Point, ...]
    cells: tuple[Cell, ...]
    coordinates: tuple[Coordinate, ...]
    segments: tuple[Segment, ...]
    edges: tuple[tuple[Point, ...], ...]
    links: tuple[tuple[Point, Point], ...]


def plan(
    layout: Layout,
    rows: Sequence[Sequence[str]],
    size: int,
    *,
    rotation: int = 0,
    mirrored: bool = False,
) -> Plan:
    """The board, mirrored if that is wanted, then turned clockwise by so many steps."""
    kind = layout.kind
    raw = _hexagons(rows, size, layout) if kind == "hexagons" else _squares(rows, size, layout)
    turns = TURNS[kind]
    cosine, sine = _STEPS[turns][rotation % turns]
    flip = -1 if mirrored else 1
    middle = (size - 0.5, (size - 1) * ROW + 0.6) if kind == "hexagons" else (size / 2, size / 2)

    def turned(point: Point) -> Point:
        dx, dy = flip * (point[0] - middle[0]), point[1] - middle[1]
        x = middle[0] + dx * cosine - dy * sine
        return fix(x), fix(middle[1] + dx * sine + dy * cosine)

    if rotation % turns == 0 and not mirrored:
        return _moved(raw, lambda point: (fix(point[0]), fix(point[1])), raw.box)
    there = _moved(raw, turned, raw.box)
    if kind == "hexagons":
        return dataclasses.replace(there, box=_around(there))
    left, top, width, height = raw.box
    x1, y1 = turned((left, top))
    x2, y2 = turned((left + width, top + height))
    box = (min(x1, x2), min(y1, y2), fix(abs(x2 - x1)), fix(abs(y2 - y1)))
    return dataclasses.replace(there, box=box)


def _moved(raw: Plan, place: Callable[[Point], Point], box: Box) -> Plan:
    """All of it at its new place; the shape of the cells stays the same."""

    def cell(old: Cell) -> Cell:
        x, y = place((old.x, old.y))
        return dataclasses.replace(old, x=x, y=y)

    def coordinate(old: Coordinate) -> Coordinate:
        x, y = place((old.x, old.y))
        return Coordinate(old.text, x, y)

    return Plan(
        kind=raw.kind,
        box=(fix(box[0]), fix(box[1]), fix(box[2]), fix(box[3])),
        outline=raw.outline,
        cells=tuple(cell(old) for old in raw.cells),
        coordinates=tuple(coordinate(old) for old in raw.coordinates),
        segments=tuple(Segment(s.style, place(s.start), place(s.end)) for s in raw.segments),
        edges=tuple(tuple(place(point) for point in edge) for edge in raw.edges),
        links=tuple((place(a), place(b)) for a, b in raw.links),
    )


def _around(there: Plan) -> Box:
    """A box around all cells, and around the coordinates with room for their letters."""
    left = min(min(c.x for c in there.cells) - 0.55, min(c.x for c in there.coordinates) - 0.4)
    right = max(max(c.x for c in there.cells) + 0.55, max(c.x for c in there.coordinates) + 0.4)
    top = min(min(c.y for c in there.cells) - 0.6, min(c.y for c in there.coordinates) - 0.4)
    bottom = max(max(c.y for c in there.cells) + 0.6, max(c.y for c in there.coordinates) + 0.4)
    return fix(left), fix(top), fix(right - left), fix(bottom - top)


def _links(layout: Layout, cells: Sequence[Cell]) -> tuple[tuple[Point, Point], ...]:
    at = {(cell.row, cell.place): (cell.x, cell.y) for cell in cells}
    return tuple(
        (start, at[row + up, place + along])
        for up, along in layout.links
        for (row, place), start in at.items()
        if (row + up, place + along) in at
    )


# --- Squares and points --------------------------------------------------------------------------


def _squares(rows: Sequence[Sequence[str]], n: int, layout: Layout) -> Plan:
    """A square board; on one of points the pieces stand where lines cross, as on a Go board."""
    stars = _stars(n) if layout.stars else set()
    cells = tuple(
        Cell(name, place + 0.5, n - row - 0.5, row, place, _look(layout, row, place, n, stars))
        for row, names in enumerate(rows)
        for place, name in enumerate(names)
    )
    gap = _gap(n)
    segments: tuple[Segment, ...] = ()
    if layout.kind == "points":
        ends = 0.5, n - 0.5
        segments = tuple(
            segment
            for k in range(n)
            for segment in (
                Segment("grid", (ends[0], k + 0.5), (ends[1], k + 0.5)),
                Segment("grid", (k + 0.5, ends[0]), (k + 0.5, ends[1])),
            )
        )
    frame = FRAME if layout.kind == "points" or layout.edges else 0.0
    margin = 2 * gap + frame
    box = (-margin, -frame - 0.05, n + margin + frame + 0.05, n + margin + frame + 0.05)
    return Plan(
        kind=layout.kind,
        box=box,
        outline=_SQUARE,
        cells=cells,
        coordinates=_beside(rows, n, gap + frame),
        segments=segments,
        edges=tuple(_edge(edge.at, n) for edge in layout.edges),
        links=_links(layout, cells),
    )


def _look(layout: Layout, row: int, place: int, n: int, stars: set[tuple[int, int]]) -> str:
    if (row, place) in stars:
        return "star"
    return "rim" if layout.rim and (row in (0, n - 1) or place in (0, n - 1)) else "plain"


def _gap(n: int) -> float:
    """How far coordinates stand off: small boards are drawn large, and letters stay the same."""
    return fix(0.2 + 0.015 * n, 3)


def _beside(rows: Sequence[Sequence[str]], n: int, gap: float) -> tuple[Coordinate, ...]:
    """Numbers to the left of a square board, letters below it."""
    numbers = [Coordinate(rows[r][0][1:], -gap, n - r - 0.5) for r in range(n)]
    letters = [Coordinate(rows[0][c][0], c + 0.5, n + gap) for c in range(n)]
    return tuple(numbers + letters)


def _edge(at: str, n: int) -> tuple[Point, ...]:
    """One of four edges that meet in mitred corners."""
    a, b, c, d = -FRAME, -EDGE, n + EDGE, n + FRAME
    return {
        "north": ((a, a), (d, a), (c, b), (b, b)),
        "south": ((a, d), (d, d), (c, c), (b, c)),
        "west": ((a, a), (b, b), (b, c), (a, d)),
        "east": ((d, a), (d, d), (c, c), (c, b)),
    }[at]


def _stars(n: int) -> set[tuple[int, int]]:
    """The points that a Go board of this size has dots on; none on small boards."""
    if n < 9:
        return set()
    inner = 3 if n >= 13 else 2
    marks = {inner, n - 1 - inner}
    if n % 2:
        marks.add(n // 2)
    stars = {(r, c) for r in marks for c in marks}
    if n < 15 and n % 2:
        # Only the centre and the four corners.
        stars = {(r, c) for r, c in stars if (r == n // 2) == (c == n // 2)}
    return stars


# --- Hexagons ------------------------------------------------------------------------------------


def _hexagons(rows: Sequence[Sequence[str]], n: int, layout: Layout) -> Plan:
    """A hexagon of hexagons."""
    last = 2 * n - 2
    cells = []
    for row, names in enumerate(rows):
        for place, name in enumerate(names):
            outermost = row in (0, last) or place in (0, len(names) - 1)
            x, y = place + (2 * n - len(names)) / 2, (last - row) * ROW + 0.6
            look = "rim" if layout.rim and outermost else "plain"
            cells.append(Cell(name, x, y, row, place, look))
    # Cells with the same number stand on lines that bend at the middle row. Each number is written
    # where its line enters the board at the bottom; each letter at the left end of its row.
    lowest = {cell.place: cell for cell in reversed(cells)}
    coordinates = [
        Coordinate(str(place + 1), cell.x + 0.45, cell.y + 0.9 * ROW)
        for place, cell in sorted(lowest.items())
    ]
    coordinates += [
        Coordinate(cell.name[0], cell.x - 0.85, cell.y) for cell in cells if cell.place == 0
    ]
    return Plan(
        kind="hexagons",
        box=(-0.6, 0.0, 2 * n + 0.2, last * ROW + 1.2 + 0.5),
        outline=_HEXAGON,
        cells=tuple(cells),
        coordinates=tuple(coordinates),
        segments=(),
        edges=(),
        links=_links(layout, cells),
    )


# --- Outlines of areas ---------------------------------------------------------------------------


def corners(cells: Iterable[Cell], outline: Sequence[Point]) -> dict[str, list[Point]]:
    """The corners of each cell. A corner that cells share is the very same point for all of them,
    though each reckons it a little differently."""
    known: dict[tuple[int, int], Point] = {}

    def shared(x: float, y: float) -> Point:
        i, j = math.floor(x * 1000 + 0.5), math.floor(y * 1000 + 0.5)
        for k in (i, i - 1, i + 1):
            for m in (j, j - 1, j + 1):
                if (k, m) in known:
                    return known[k, m]
        known[i, j] = i / 1000, j / 1000
        return known[i, j]

    return {cell.name: [shared(cell.x + dx, cell.y + dy) for dx, dy in outline] for cell in cells}


def boundary(cells: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """The outlines of the area that cells make up: closed loops, holes among them.

    Cells are given by their :func:`corners`.

    >>> square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    >>> boundary([square, [(x + 1, y) for x, y in square]])
    [[(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)]]
    """
    sides: dict[tuple[Point, Point], None] = {}
    for cell in cells:
        for k, a in enumerate(cell):
            b = cell[(k + 1) % len(cell)]
            # A side that two cells share is walked in both directions, and is not a boundary.
            if (b, a) in sides:
                del sides[b, a]
            else:
                sides[a, b] = None
    after: dict[Point, list[Point]] = {}
    for a, b in sides:
        after.setdefault(a, []).append(b)
    loops = []
    while after:
        start = point = next(iter(after))
        loop = []
        while True:
            loop.append(point)
            onward = after[point].pop()
            if not after[point]:
                del after[point]
            point = onward
            if point == start:
                break
        loops.append(_without_straight_corners(loop))
    return loops


def inset(loop: Sequence[Point], depth: float) -> list[Point]:
    """A loop moved inward by ``depth``, so that outlines of neighbours do not cover each other."""
    moved = []
    for k, (x, y) in enumerate(loop):
        (ax, ay), (bx, by) = loop[k - 1], loop[(k + 1) % len(loop)]
        # The area lies to the right of each side, in a plane where y grows downward.
        nx1, ny1 = _normal(x - ax, y - ay)
        nx2, ny2 = _normal(bx - x, by - y)
        scale = depth / (1 + nx1 * nx2 + ny1 * ny2)
        moved.append((x + (nx1 + nx2) * scale, y + (ny1 + ny2) * scale))
    return moved


def _normal(dx: float, dy: float) -> Point:
    far = length(dx, dy)
    return -dy / far, dx / far


def _without_straight_corners(loop: list[Point]) -> list[Point]:
    kept = []
    for k, (x, y) in enumerate(loop):
        (ax, ay), (bx, by) = loop[k - 1], loop[(k + 1) % len(loop)]
        if abs((x - ax) * (by - y) - (y - ay) * (bx - x)) > 1e-2:
            kept.append((x, y))
    return kept
