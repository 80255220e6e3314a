"""Trivet by the Quincunx contributors: red and blue stones on squares."""

from __future__ import annotations

from typing import Unpack

from quincunx.board import Board
from quincunx.drawing.build import Options, build
from quincunx.drawing.layout import squares
from quincunx.drawing.overlays import LAST, LEGAL, LETTERS, NAMES, Overlay, features, score
from quincunx.drawing.scene import Scene

OVERLAYS = (
    Overlay(
        "trivets",
        "squares of four cells of which one side has three (MOVING AGAIN)",
        features("trivets", "zone", kind="trivet"),
        legend={"zone": "a trivet of {side}'s"},
    ),
    LEGAL,
    LAST,
    score("trivet", "trivets"),
    NAMES,
    LETTERS,
)


def scene(board: Board, **options: Unpack[Options]) -> Scene:
    """Stones on squares, and every trivet outlined."""
    return build(board, squares(board), OVERLAYS, options)
