"""Which file draws which game: the one named after the game's id."""

from __future__ import annotations

import importlib
from typing import Protocol, Unpack, cast

from quincunx.board import Board
from quincunx.drawing.build import Options
from quincunx.drawing.overlays import Overlay
from quincunx.drawing.scene import Scene
from quincunx.games import Game, find_game

__all__ = ["overlays", "scene", "scene_of"]


class Drawing(Protocol):
    """What a game's drawing file offers."""

    OVERLAYS: tuple[Overlay, ...]

    def scene(self, board: Board, **options: Unpack[Options]) -> Scene: ...


def _drawing(game: Game) -> Drawing:
    return cast(Drawing, importlib.import_module(f"{__package__}.{game.id.replace('-', '_')}"))


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
    :raises ValueError: if an overlay is asked for that the game does not have.
    :raises IllegalMoveError: if the move to preview is not legal here.
    """
    return _drawing(board.game).scene(board, **options)


def overlays(game: str | Game) -> tuple[Overlay, ...]:
    """The overlays of a game, each with its ``name``, what it shows (``text``), and ``default``.

    >>> [overlay.name for overlay in overlays("hadron") if overlay.default]
    ['legal', 'last']
    """
    return _drawing(find_game(game) if isinstance(game, str) else game).OVERLAYS


def scene_of(board: Board | Scene, **options: Unpack[Options]) -> Scene:
    """A scene as it is, or the scene of a board.

    :raises ValueError: if options are given for a scene that is already made.
    """
    if isinstance(board, Board):
        return scene(board, **options)
    if given := [name for name, value in options.items() if value not in (None, ())]:
        raise ValueError(f"{', '.join(given)}: a finished scene takes no such options")
    return board
