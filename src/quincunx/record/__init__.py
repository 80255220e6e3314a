"""Game records: read, write, annotate and share them, in the manner of ``chess.pgn``.

>>> import io
>>> from quincunx import record
>>> file = io.StringIO('''[Game "Hadron"]
... [Size "5"]
... [Red "a player"]
... [Result "*"]
...
... 1. c3 2. d4! {well placed} (2. b2) *
... ''')
>>> game = record.read_game(file)
>>> game.headers["Red"], [move.text for move in game.mainline_moves()]
('a player', ['c3', 'd4'])
>>> node = game.end()
>>> node.marks, node.comment, node.board().fen()
({'!'}, 'well placed', '5/3B1/2R2/5/5 r')

docs/records.md has the grammar and tells more.
"""

from quincunx.record.headers import RESULTS, Headers
from quincunx.record.reading import read_game, read_games, read_headers, scan_headers, skip_game
from quincunx.record.share import from_share_text, share_text
from quincunx.record.tree import MARKS, Game, GameNode
from quincunx.record.visitors import (
    SKIP,
    BaseVisitor,
    BoardBuilder,
    FileExporter,
    GameBuilder,
    HeadersBuilder,
    SkipType,
    SkipVisitor,
    StringExporter,
)

__all__ = [
    "MARKS",
    "RESULTS",
    "SKIP",
    "BaseVisitor",
    "BoardBuilder",
    "FileExporter",
    "Game",
    "GameBuilder",
    "GameNode",
    "Headers",
    "HeadersBuilder",
    "SkipType",
    "SkipVisitor",
    "StringExporter",
    "from_share_text",
    "read_game",
    "read_games",
    "read_headers",
    "scan_headers",
    "share_text",
    "skip_game",
]
