"""The plainest search there is, for small boards: every position, looked at once."""

from __future__ import annotations

from quincunx import Board, Side

#: Small boards of every game that has them; Quadrature has one size, and it is large.
SMALL: list[tuple[str, int, bool | None]] = [
    ("hadron", 3, None),
    ("square-grid-hex", 3, True),
    ("square-grid-hex", 3, False),
    ("cordon", 2, None),
]


def small_board(game: str, size: int, pie: bool | None) -> Board:
    return Board(game, size=size, pie=pie)


class Minimax:
    """Who wins with best play; draws do not occur on the boards that this is for."""

    def __init__(self) -> None:
        self._known: dict[str, Side] = {}

    def winner(self, board: Board) -> Side:
        outcome = board.outcome()
        if outcome is not None:
            assert outcome.winner is not None
            return outcome.winner
        fen = board.fen()
        if fen not in self._known:
            wins = board.turn in self.openings(board).values()
            self._known[fen] = board.turn if wins else board.turn.other
        return self._known[fen]

    def openings(self, board: Board) -> dict[str, Side]:
        """The winner after each legal move."""
        return {move.text: self.winner(after(board, move.text)) for move in board.legal_moves}


def after(board: Board, text: str) -> Board:
    """The board after a move."""
    onward = board.copy()
    onward.push_text(text)
    return onward
