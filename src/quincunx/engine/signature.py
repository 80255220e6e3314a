"""The bench signature: one number that changes when the search does.

Fixed positions, playouts and seed on one thread. The same on every machine and in both builds of
the core, so that a commit can state it (CONTRIBUTING).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from quincunx._native import core
from quincunx.board import Board
from quincunx.games import GAMES

__all__ = ["signature"]

#: Game, size, moves that were played before.
POSITIONS = (
    ("hadron", 5, ""),
    ("hadron", 7, "d4 c3 e5"),
    ("quadrature", 11, ""),
    ("quadrature", 11, "c3-d4 c9-c8 e3-f4 h9-g8"),
    ("square-grid-hex", 5, "c3"),
    ("square-grid-hex", 11, "f6 e8 g4"),
    ("square-grid-hex", 13, ""),
    ("cordon", 3, "c3"),
    ("cordon", 5, "e5 d4 f4"),
    ("blast-radius", 4, "a1"),
    ("blast-radius", 6, "f6 c3 h5 e9"),
)
PLAYOUTS = 1000


def _positions() -> Iterator[tuple[str, int, str]]:
    """The positions; and of games that have none here, the start in the usual size."""
    yield from POSITIONS
    listed = {game for game, _, _ in POSITIONS}
    yield from ((game.id, game.default_size, "") for game in GAMES if game.id not in listed)


def signature() -> int:
    """Search the positions, and make one number of all that was found out.

    >>> 0 <= signature() < 2**32
    True
    """
    checksum = 0
    for game, size, moves in _positions():
        board = Board(game, size=size)
        for text in moves.split():
            board.push_text(text)
        for style in ("default", "plain"):
            searcher = core.Engine(board._history, 1, 16, 1, style)
            searcher.start(board._history, None, PLAYOUTS)
            searcher.wait(None)
            report = searcher.report(0, 0)
            found = [
                f"{line.move}:{line.visits}:{line.proven is not None}" for line in report.lines
            ]
            checksum = zlib.crc32(f"{report.nodes} {' '.join(found)}".encode(), checksum)
    return checksum
