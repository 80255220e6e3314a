"""Quincunx: five abstract games, exact and fast.

Hadron, Quadrature, Cordon and Blast Radius by Mark Steere (marksteeregames.com), and Square Grid
Hex after John Nash and Piet Hein.

>>> import quincunx
>>> board = quincunx.Board("hadron", size=5)
>>> board.push_text("c3")
Move('c3')
>>> board.turn, board.side_name(board.turn)
(Side.SECOND, 'Blue')
"""

from quincunx.batch import Batch
from quincunx.board import (
    Board,
    Event,
    Explanation,
    Feature,
    LegalMoves,
    Move,
    Piece,
    Symmetry,
)
from quincunx.errors import (
    EngineError,
    GameOverError,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    JobError,
    MoveError,
    RecordError,
)
from quincunx.games import GAMES, Game, Outcome, Score, Side, Termination, TurnReason, find_game
from quincunx.search import Playouts, perft, perft_divide, playouts

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Batch",
    "Board",
    "EngineError",
    "Event",
    "Explanation",
    "Feature",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidPositionError",
    "JobError",
    "LegalMoves",
    "Move",
    "MoveError",
    "Outcome",
    "Piece",
    "Playouts",
    "RecordError",
    "Score",
    "Side",
    "Symmetry",
    "Termination",
    "TurnReason",
    "find_game",
    "perft",
    "perft_divide",
    "playouts",
]
