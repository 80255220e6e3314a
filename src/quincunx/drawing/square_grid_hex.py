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
    """A shortest way from edge to edge within the chain that has won."""
    for feature in view.board.features():
        if feature.kind == "winning chain" and feature.side is not None:
            way = tuple(feature.label.split("-"))
            yield Mark("chain", "chain", way, feature.side.value, segments=tuple(pairwise(way)))


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
