"""Boards painted into pages: in the reader's looks, so that the script takes them over unseen."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from quincunx.board import Board
from quincunx.drawing import Scene, scene, svg
from quincunx.drawing.layout import FRAME
from quincunx.server.preferences import Preferences
from quincunx.server.standing import replayed

__all__ = ["Painter"]

#: Overlays for whoever is about to move, and not for whoever only looks.
_HINTS = ("legal", "names", "letters")
_FOR_READERS = re.compile(r' (?:role="(?:row|gridcell)"|aria-label="[^"]*"|tabindex="-?\d")')


@dataclass
class Painter:
    """Paints the boards of one page, each with ids of its own."""

    preferences: Preferences
    painted: int = 0

    def board(
        self,
        board: Board,
        *,
        rotation: int = 0,
        lit: Sequence[str] = (),
        hints: bool = True,
        legal: bool = True,
    ) -> Markup:
        """A board for ``<quincunx-board>``, with the overlays that the reader has chosen.

        :param hints: with those that are for whoever is about to move.
        :param legal: with the legal moves: the reader may make one of them.
        """
        overlays = self._overlays(board.game.id, hints=hints)
        if not legal:
            overlays = tuple(name for name in overlays if name != "legal")
        shown = scene(board, overlays=overlays, rotation=rotation, lit=lit)
        if not self.preferences.coordinates:
            shown = _without_coordinates(shown)
        return Markup(self._svg(shown))  # the renderer has escaped all texts

    def small(self, game: str, size: int, moves: Sequence[str]) -> Markup:
        """A little picture of a position, for the eye alone."""
        shown = _small(game, size, tuple(moves), self._overlays(game, hints=False))
        return Markup(_FOR_READERS.sub("", self._svg(shown)))

    def _overlays(self, game: str, *, hints: bool) -> tuple[str, ...]:
        chosen = self.preferences.overlays_of(game)
        return tuple(name for name in chosen if hints or name not in _HINTS)

    def _svg(self, shown: Scene) -> str:
        self.painted += 1
        looks = self.preferences
        prefix = f"q{self.painted}"
        return svg.board(shown, shapes=looks.shapes, patterns=looks.patterns, prefix=prefix)


@lru_cache(maxsize=500)
def _small(game: str, size: int, moves: tuple[str, ...], overlays: tuple[str, ...]) -> Scene:
    return _without_coordinates(scene(replayed(game, size, moves), overlays=overlays))


def _without_coordinates(shown: Scene) -> Scene:
    """As ``web/board`` paints a board whose ``coordinates`` are off: only the cells, larger."""
    margin = (FRAME if shown.layout == "points" else 0) + 0.05
    xs = [cell.x + dx for cell in shown.cells for dx, _ in shown.outline]
    ys = [cell.y + dy for cell in shown.cells for _, dy in shown.outline]
    left, top = min(xs) - margin, min(ys) - margin
    box = (left, top, max(xs) + margin - left, max(ys) + margin - top)
    return dataclasses.replace(shown, coordinates=(), box=box)
