"""Square Grid Hex: black and white stones where lines cross, each side with two edges to join.

The game is Hex by John Nash and Piet Hein, on a square grid.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Unpack

from quincunx.board import Board
from quincunx.drawing.build import Options, build
from quincunx.drawing.layout import FRAME, points
from quincunx.drawing.overlays import CHANGES, LAST, LEGAL, LETTERS, NAMES, Overlay, View
from quincunx.drawing.scene import Edge, Item, Mark, Scene, Segment
from quincunx.games import Side

# The coloured edges lie on the wood around the cells, from here to there.
INNER, OUTER = 0.06, FRAME


def _edges(view: View) -> Iterator[Item]:
    """Black's edges are North and South, White's West and East; they meet in mitred corners."""
    n = view.board.size
    a, b, c, d = -OUTER, -INNER, n + INNER, n + OUTER
    yield Edge("edges", 0, ((a, a), (d, a), (c, b), (b, b)), "North")
    yield Edge("edges", 0, ((a, d), (d, d), (c, c), (b, c)), "South")
    yield Edge("edges", 1, ((a, a), (b, b), (b, c), (a, d)), "West")
    yield Edge("edges", 1, ((d, a), (d, d), (c, c), (c, b)), "East")


def _diagonals(view: View) -> Iterator[Item]:
    at = {(cell.row, cell.place): (cell.x, cell.y) for cell in view.layout.cells}
    for (row, place), start in at.items():
        if end := at.get((row + 1, place + 1)):
            yield Segment("link", start, end, "diagonals")


def _chain(view: View) -> Iterator[Item]:
    """The shortest way from edge to edge within the group that has won."""
    for feature in view.board.features():
        if feature.kind == "winning chain" and feature.side is not None:
            way = _shortest(view, frozenset(feature.cells), feature.side)
            links = tuple(pairwise(way))
            yield Mark("chain", "chain", way, feature.side.value, segments=links)


def _shortest(view: View, group: frozenset[str], side: Side) -> tuple[str, ...]:
    at = {cell.name: (cell.row, cell.place) for cell in view.layout.cells if cell.name in group}
    name = {place: cell for cell, place in at.items()}
    # OBJECT OF THE GAME: Black's way leads from row to row, White's from column to column.
    axis = 0 if side is Side.FIRST else 1
    ways: list[tuple[str, ...]] = [(cell,) for cell, place in at.items() if place[axis] == 0]
    seen = {way[0] for way in ways}
    for way in ways:  # grows while it is walked: breadth first
        row, place = at[way[-1]]
        if (row, place)[axis] == view.board.size - 1:
            return way
        # CONNECTIONS: along rows and columns, and from Southwest to Northeast.
        for r, p in ((1, 1), (1, 0), (0, 1), (0, -1), (-1, 0), (-1, -1)):
            onward = name.get((row + r, place + p))
            if onward is not None and onward not in seen:
                seen.add(onward)
                ways.append((*way, onward))
    return ()


OVERLAYS = (
    Overlay(
        "edges",
        "which edges each side has to join (OBJECT OF THE GAME)",
        _edges,
        legend={"edge": "edges of {side}"},
    ),
    Overlay(
        "diagonals",
        "the diagonal connections (CONNECTIONS)",
        _diagonals,
        legend={"link": "connected this way too"},
    ),
    LEGAL.off(),
    LAST,
    Overlay(
        "chain",
        "the chain that has won",
        _chain,
        legend={"chain": "winning chain of {side}"},
    ),
    CHANGES,
    NAMES,
    LETTERS,
)


def scene(board: Board, **options: Unpack[Options]) -> Scene:
    """Stones on the points of a grid, the edges that each side joins, and the chain that won."""
    return build(
        board,
        points(board),
        OVERLAYS,
        options,
        buttons={"swap": "Swap: the black stone becomes white"},
    )
