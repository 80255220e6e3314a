"""The plainest search there is, for small boards: every position, looked at once."""

from __future__ import annotations

from collections.abc import Iterator

from quincunx import GAMES, Board, Side, perft
from tests.games.facts import Kind, cell_count, winning_moves


def _small_boards() -> Iterator[Kind]:
    for game in GAMES:
        for pie in (True, False) if game.has_pie_rule else (None,):
            board = Board(game, size=game.sizes[0], pie=pie)
            cells = cell_count(board)
            # Nothing comes back where every game ends by the time that the board is full.
            if cells <= 9 and perft(board, cells + 2) == 0:
                yield game.id, board.size, pie


#: Small boards of every game that has them; Quadrature has one size, and it is large.
SMALL = list(_small_boards())

#: These, and others that are known to be within a solver's reach.
SOLVABLE = list(dict.fromkeys([*SMALL, *winning_moves()]))


def small_board(game: str, size: int, pie: bool | None) -> Board:
    return Board(game, size=size, pie=pie)


class Minimax:
    """Who wins with best play, or ``None`` for a draw."""

    def __init__(self) -> None:
        self._known: dict[str, Side | None] = {}

    def winner(self, board: Board) -> Side | None:
        outcome = board.outcome()
        if outcome is not None:
            return outcome.winner
        fen = board.fen()
        if fen not in self._known:
            found = set(self.openings(board).values())
            wishes = (board.turn, None, board.turn.other)
            self._known[fen] = next(winner for winner in wishes if winner in found)
        return self._known[fen]

    def openings(self, board: Board) -> dict[str, Side | None]:
        """The winner after each legal move."""
        return {move.text: self.winner(after(board, move.text)) for move in board.legal_moves}


def after(board: Board, text: str) -> Board:
    """The board after a move."""
    onward = board.copy()
    onward.push_text(text)
    return onward
