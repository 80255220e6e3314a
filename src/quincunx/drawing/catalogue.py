"""Which file draws which game: the one named after the game's id."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Unpack

from quincunx.board import Board
from quincunx.drawing.build import Options, build
from quincunx.drawing.declaration import Drawing, Overlay, filled
from quincunx.drawing.facts import facts, preview
from quincunx.drawing.scene import Scene
from quincunx.games import Game, find_game

__all__ = ["drawing_of", "overlays", "scene", "scene_of"]


def drawing_of(game: Game) -> Drawing:
    """What the game's file declares, with the game's own words for its pieces."""
    return _drawing(game.id, game.piece)


@cache
def _drawing(game: str, piece: tuple[str, str]) -> Drawing:
    module = importlib.import_module(f"{__package__}.{game.replace('-', '_')}")
    declared = filled(module.DRAWING, {"piece": piece[0], "pieces": piece[1]})
    assert isinstance(declared, Drawing)
    return declared


def scene(board: Board, **options: Unpack[Options]) -> Scene:
    """A picture of a board as data.

    >>> from quincunx import Board
    >>> shown = scene(Board("hadron", size=3), overlays="legal")
    >>> [mark.kind for mark in shown.marks], len(shown.marks[0].cells)
    (['legal'], 9)
    >>> scene(Board("hadron"), overlays=["rez"])
    Traceback (most recent call last):
    ValueError: no overlay is called 'rez' here; there are legal, last, ...

    :param overlays: names of :func:`overlays`, as a sequence or in one string (``"default rez"``);
        the game's defaults if left out, and none at all for ``()``.
    :param preview: a legal move, or its text, whose effects are to be shown.
    :param clicked: the first cells of a move that is being entered; only what goes on from there
        is offered.
    :param lit: cells to light, such as those of an :class:`~quincunx.board.Explanation`.
    :param pointed: the cell that is pointed at: what belongs to the piece there stands out.
    :param rotation: how far the board is turned clockwise, in steps of 90 degrees on squares and of
        60 degrees on hexagons.
    :param mirrored: exchange left and right, before turning.
    :raises ValueError: if an overlay is asked for that the game does not have, or a cell.
    :raises IllegalMoveError: if the move to preview is not legal here.
    """
    move = options.get("preview")
    shown = None if move is None else preview(board, move)
    return build(board.game, drawing_of(board.game), facts(board), options, shown)


def overlays(game: str | Game) -> tuple[Overlay, ...]:
    """The overlays of a game, each with its ``name``, what it shows (``text``), and ``default``.

    >>> [overlay.name for overlay in overlays("hadron") if overlay.default]
    ['legal', 'last']
    """
    return drawing_of(find_game(game) if isinstance(game, str) else game).overlays


def scene_of(board: Board | Scene, **options: Unpack[Options]) -> Scene:
    """A scene as it is, or the scene of a board.

    :raises ValueError: if options are given for a scene that is already made.
    """
    if isinstance(board, Board):
        return scene(board, **options)
    if given := [name for name, value in options.items() if value not in (None, (), 0, False)]:
        raise ValueError(f"{', '.join(given)}: a finished scene takes no such options")
    return board
