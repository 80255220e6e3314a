"""Cordon by Mark Steere: red and blue stones on hexagons, and the areas that they cordon off."""

from __future__ import annotations

from typing import Unpack

from quincunx.board import Board
from quincunx.drawing.build import Options, build
from quincunx.drawing.layout import hexagons
from quincunx.drawing.overlays import LAST, LEGAL, LETTERS, NAMES, Overlay, features, score
from quincunx.drawing.scene import Scene

OVERLAYS = (
    score("cell", "cells"),
    Overlay(
        "cordons",
        "the cordons that count, each with its number of cells (CORDONING)",
        features("cordons", "area", kind="cordon"),
        legend={"area": "cordoned off by {side}"},
    ),
    Overlay(
        "void",
        "the cordons that do not count, as they lie within an enemy cordon (CORDONING)",
        features("void", "void", kind="void cordon"),
        legend={"void": "void cordon of {side}"},
    ),
    LEGAL.off(),
    LAST,
    NAMES,
    LETTERS,
)


def scene(board: Board, **options: Unpack[Options]) -> Scene:
    """Stones on hexagons, the perimeter set apart, and what each side has cordoned off."""
    return build(board, hexagons(board, rim=True), OVERLAYS, options)
