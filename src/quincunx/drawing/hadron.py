"""Hadron by Mark Steere: red and blue checkers on squares."""

from __future__ import annotations

from typing import Unpack

from quincunx.board import Board
from quincunx.drawing.build import Options, build
from quincunx.drawing.layout import squares
from quincunx.drawing.overlays import LAST, LEGAL, LETTERS, NAMES, Overlay, features
from quincunx.drawing.scene import Scene

OVERLAYS = (
    LEGAL,
    LAST,
    Overlay(
        "neighbours",
        "how many red and blue checkers each empty cell touches (PLACEMENT RULE)",
        features("neighbours", "label"),
        default=False,
        legend={"label": "red : blue neighbours"},
    ),
    NAMES,
    LETTERS,
)


def scene(board: Board, **options: Unpack[Options]) -> Scene:
    """Checkers on squares, and a dot wherever the next one may go."""
    return build(board, squares(board), OVERLAYS, options)
