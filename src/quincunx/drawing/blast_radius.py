"""Blast Radius by Mark Steere: red and blue stacks on hexagons, and the zones around them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from quincunx.board import Board
from quincunx.drawing.build import Options, build
from quincunx.drawing.layout import hexagons
from quincunx.drawing.overlays import CHANGES, LAST, LEGAL, LETTERS, NAMES, Overlay, View, score
from quincunx.drawing.scene import Item, Mark, Scene
from quincunx.games import find_game


def _rez(view: View) -> Iterator[Item]:
    """All that a side's stacks irradiate as one area, then the zone of each stack."""
    zones = [f for f in view.board.features() if f.kind == "rez" and f.side is not None]
    for side in sorted({f.side.value for f in zones if f.side}):
        cells = {cell for f in zones if f.side and f.side.value == side for cell in f.cells}
        yield Mark("rez", "area", tuple(sorted(cells)), side)
    for f in zones:
        if f.side:
            yield Mark("rez", "zone", f.cells, f.side.value, f.label)


OVERLAYS = (
    score(*find_game("blast-radius").piece),
    Overlay(
        "rez",
        "the radiation exclusion zone (REZ) of every stack",
        _rez,
        legend={"area": "{side}'s REZ"},
    ),
    LEGAL,
    LAST,
    CHANGES,
    NAMES,
    LETTERS,
)


def scene(board: Board, **options: Unpack[Options]) -> Scene:
    """Stacks with their heights on hexagons, the zones that they keep free, and legal cells."""
    return build(board, hexagons(board), OVERLAYS, options, stacks=True)
