"""Quadrature by Mark Steere: white and black men on squares, goal bars and markers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from quincunx.board import Board
from quincunx.drawing.build import Options, build
from quincunx.drawing.layout import squares
from quincunx.drawing.overlays import (
    CHANGES,
    LAST,
    LEGAL,
    LETTERS,
    NAMES,
    Overlay,
    View,
    features,
    score,
)
from quincunx.drawing.scene import Item, Note, Scene
from quincunx.games import find_game


def _markers(view: View) -> Iterator[Item]:
    for feature in view.board.features():
        if feature.kind == "marker" and feature.side is not None:
            dots = int(feature.label)
            yield Note("markers", feature.side.value, f"marker {dots} of 2", dots, 2)


OVERLAYS = (
    score(*find_game("quadrature").piece),
    Overlay("markers", "the dots that each player's marker shows (MARKER)", _markers),
    Overlay(
        "goals",
        "the bar that each side wants three men in (OBJECT OF THE GAME)",
        features("goals", "bar", kind="goal bar"),
        legend={"bar": "{side}'s goal bar"},
    ),
    Overlay(
        "squared",
        "the empty locations that a side has squared: its opponent may not move there (SQUARING)",
        features("squared", "square"),
        default=False,
        legend={"square": "squared by {side}: no move for {other}"},
    ),
    LEGAL.off(),
    LAST,
    CHANGES,
    NAMES,
    LETTERS,
)


def scene(board: Board, **options: Unpack[Options]) -> Scene:
    """Men on squares, both goal bars, and the last move with what it exchanged."""
    return build(board, squares(board), OVERLAYS, options)
