"""Where things are: cells, grid lines and coordinates of the three kinds of board, and outlines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quincunx.board import Board
from quincunx.drawing.scene import Cell, Coordinate, Point, Segment

__all__ = ["Layout", "boundary", "hexagons", "inset", "points", "squares"]

# The width of the wood around the cells of a board of points.
FRAME = 0.3

# Rows of hexagons that touch are this far apart, if the cells of a row are 1 apart.
ROW = math.sqrt(3) / 2

_SQUARE: tuple[Point, ...] = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_HEXAGON: tuple[Point, ...] = tuple(
    (x, round(y / ROW / 4, 5))
    for x, y in ((0, -2), (0.5, -1), (0.5, 1), (0, 2), (-0.5, 1), (-0.5, -1))
)


@dataclass(frozen=True)
class Layout:
    """The parts of a scene that depend on the board's kind and size alone."""

    layout: str
    box: tuple[float, float, float, float]
    outline: tuple[Point, ...]
    cells: tuple[Cell, ...]
    coordinates: tuple[Coordinate, ...]
    segments: tuple[Segment, ...] = ()


def squares(board: Board) -> Layout:
    """A square board whose pieces stand on squares."""
    n = board.size
    cells = tuple(
        Cell(name, place + 0.5, n - row - 0.5, row, place)
        for row, names in enumerate(board.rows)
        for place, name in enumerate(names)
    )
    gap = _gap(n)
    box = (-2 * gap, -0.05, n + 2 * gap + 0.05, n + 2 * gap + 0.05)
    return Layout("squares", box, _SQUARE, cells, _beside(board, gap))


def points(board: Board) -> Layout:
    """A square board whose pieces stand where the lines cross, as on a Go board."""
    n = board.size
    stars = _stars(n)
    cells = tuple(
        Cell(
            name,
            place + 0.5,
            n - row - 0.5,
            row,
            place,
            "star" if (row, place) in stars else "plain",
        )
        for row, names in enumerate(board.rows)
        for place, name in enumerate(names)
    )
    ends = 0.5, n - 0.5
    segments = [
        segment
        for k in range(n)
        for segment in (
            Segment("grid", (ends[0], k + 0.5), (ends[1], k + 0.5)),
            Segment("grid", (k + 0.5, ends[0]), (k + 0.5, ends[1])),
        )
    ]
    gap = _gap(n) + FRAME
    margin = gap + _gap(n)
    box = (-margin, -FRAME - 0.05, n + margin + FRAME + 0.05, n + margin + FRAME + 0.05)
    return Layout("points", box, _SQUARE, cells, _beside(board, gap), tuple(segments))


def hexagons(board: Board, *, rim: bool = False) -> Layout:
    """A hexagon of hexagons. With ``rim`` the outermost cells look different."""
    n = board.size
    last = 2 * n - 2
    cells = []
    for row, names in enumerate(board.rows):
        for place, name in enumerate(names):
            outermost = row in (0, last) or place in (0, len(names) - 1)
            cells.append(
                Cell(
                    name,
                    place + (2 * n - len(names)) / 2,
                    round((last - row) * ROW + 0.6, 5),
                    row,
                    place,
                    "rim" if rim and outermost else "plain",
                )
            )
    # Cells with the same number stand on lines that bend at the middle row. Each number is written
    # where its line enters the board at the bottom; each letter at the left end of its row.
    lowest = {cell.place: cell for cell in reversed(cells)}
    coordinates = [
        Coordinate(str(place + 1), cell.x + 0.45, round(cell.y + 0.9 * ROW, 5))
        for place, cell in sorted(lowest.items())
    ]
    coordinates += [
        Coordinate(cell.name[0], cell.x - 0.85, cell.y) for cell in cells if cell.place == 0
    ]
    height = round(last * ROW + 1.2 + 0.5, 5)
    return Layout(
        "hexagons", (-0.6, 0.0, 2 * n + 0.2, height), _HEXAGON, tuple(cells), tuple(coordinates)
    )


def _gap(n: int) -> float:
    """How far coordinates stand off: small boards are drawn large, and letters stay the same."""
    return round(0.2 + 0.015 * n, 3)


def _beside(board: Board, gap: float) -> tuple[Coordinate, ...]:
    """Numbers to the left of a square board, letters below it."""
    n = board.size
    rows = board.rows
    numbers = [Coordinate(rows[r][0][1:], -gap, n - r - 0.5) for r in range(n)]
    letters = [Coordinate(rows[0][c][0], c + 0.5, n + gap) for c in range(n)]
    return tuple(numbers + letters)


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


def boundary(cells: Iterable[Cell], outline: Sequence[Point]) -> list[list[Point]]:
    """The outlines of the area that cells make up: closed loops, holes among them.

    >>> from quincunx import Board
    >>> layout = squares(Board("hadron", size=3))
    >>> boundary(layout.cells[:2], layout.outline)
    [[(0.0, 2.0), (2.0, 2.0), (2.0, 3.0), (0.0, 3.0)]]
    """
    sides: dict[tuple[Point, Point], None] = {}
    for cell in cells:
        corners = [(round(cell.x + dx, 3), round(cell.y + dy, 3)) for dx, dy in outline]
        for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
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
    length = math.hypot(dx, dy)
    return -dy / length, dx / length


def _without_straight_corners(loop: list[Point]) -> list[Point]:
    kept = []
    for k, (x, y) in enumerate(loop):
        (ax, ay), (bx, by) = loop[k - 1], loop[(k + 1) % len(loop)]
        if abs((x - ax) * (by - y) - (y - ay) * (bx - x)) > 1e-2:
            kept.append((x, y))
    return kept
