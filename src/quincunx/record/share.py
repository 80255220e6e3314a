"""A whole game as a short text of letters and digits, for links and messages."""

from __future__ import annotations

from quincunx._native import core
from quincunx.board import Board
from quincunx.errors import RecordError
from quincunx.games import find_game

__all__ = ["from_share_text", "share_text"]


def share_text(board: Board) -> str:
    """The game that a board has seen, in letters and digits: moves, not variations.

    >>> board = Board("hadron")
    >>> for move in ("c3", "d4", "b4"):
    ...     _ = board.push_text(move)
    >>> text = share_text(board)
    >>> len(text), from_share_text(text).move_stack == board.move_stack
    (12, True)

    Each move is counted among the legal ones, so the text is about as short as the choices allow:
    60 moves of any game take less than 100 characters. docs/records.md tells how it is made.

    :raises RecordError: if the game has so many moves that the text would pass 10 000 characters.
    """
    return core.share_text(board._history)


def from_share_text(text: str) -> Board:
    """The board with the moves that :func:`share_text` wrote down.

    >>> from_share_text("not one")
    Traceback (most recent call last):
    quincunx.errors.RecordError: not one: texts begin with 1, the version: ...

    :raises RecordError: if the text is damaged, foreign or of a later version; it says why.
    """
    plain = text.strip()
    if not plain.isascii() or "\0" in plain:
        raise RecordError("it is made of letters and digits alone", text=plain[:60])
    try:
        history = core.from_share_text(plain)
    except RecordError as error:
        raise RecordError(error.message, text=plain[:60]) from None
    return Board._of(find_game(history.game), history)
