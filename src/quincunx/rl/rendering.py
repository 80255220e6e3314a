"""Pictures of a game, in the modes that environments have names for."""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

from quincunx import drawing
from quincunx.board import Board

__all__ = ["RENDER_MODES", "render", "require_render_mode"]

#: Pixels, text, an SVG picture, and text that is printed.
RENDER_MODES = ("rgb_array", "ansi", "svg", "human")


def require_render_mode(mode: str | None) -> None:
    """Raise ValueError unless there is such a mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"there is no render mode {mode!r}; there are {', '.join(RENDER_MODES)}")


def render(board: Board, mode: str | None) -> Any:
    """The board: an array of pixels, a text or an SVG; or nothing, and it is printed.

    >>> render(Board("hadron", size=3), "rgb_array").shape
    (340, 480, 3)

    :raises ValueError: if no mode was chosen.
    :raises ImportError: if pixels are wanted and the libraries for them are not installed.
    """
    if mode is None:
        raise ValueError(f"make the environment with a render_mode: {', '.join(RENDER_MODES)}")
    if mode == "rgb_array":
        return _frame(board)
    if mode == "svg":
        return drawing.svg.render(board)
    text = drawing.text.render(board)
    if mode == "ansi":
        return text
    sys.stdout.write(f"{text}\n\n")
    return None


def _frame(board: Board) -> Any:
    """Pixels of one size throughout a game, as videos need them.

    As in animations (:func:`quincunx.drawing.raster.render_gif`) there is neither a legend nor a
    button. The status has a line of its own in every frame: it is made longer than any other.
    """
    shown = [o.name for o in drawing.overlays(board.game) if o.default and o.name != "legal"]
    scene = drawing.scene(board, overlays=shown)
    status = scene.status.ljust(drawing.svg.WIDTH // 5, "\N{NO-BREAK SPACE}")
    still = dataclasses.replace(scene, status=status, legend=(), buttons=())
    return drawing.raster.rgb_array(still)
