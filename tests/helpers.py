"""What several tests share: boards from drawings and lists, references, and sets of texts."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from quincunx import GAMES, Board, GameOverError, Move, Side, find_game, perft
from quincunx.reference import facts
from quincunx.reference.position import Contents, Position

HEXHEX = {game.id for game in GAMES if not Board(game).is_square}
"""The games on hexagonal boards; the others are on squares."""


def rows_from_top(game: str, size: int) -> list[list[str]]:
    """The names of all cells, the top row first, each row from the left."""
    return facts.rows_from_top(size, game in HEXHEX)


def cell_order(game: str, size: int) -> dict[str, int]:
    """Each cell's place in the order of the library: row by row from the bottom, from the left."""
    rows = reversed(rows_from_top(game, size))
    return {name: place for place, name in enumerate(name for row in rows for name in row)}


def fen_of(game: str, size: int, contents: Contents, turn: int, fields: str = "") -> str:
    """The library's one-line text of an arrangement, written without the library's help."""
    letters = find_game(game).letters
    return facts.fen_of(rows_from_top(game, size), letters, contents, turn, fields)


def position_fen(game: str, position: Position) -> str:
    """The fen of a reference's position."""
    return fen_of(game, position.size, position.contents(), position.turn, position.fields())


def contents_from(game: str, drawing: str) -> tuple[int, Contents]:
    """Size and contents of a drawing: rows from the top, ``.`` for empty, a letter, or ``R3``."""
    lines = [line.split() for line in drawing.strip().splitlines()]
    size = (len(lines) + 1) // 2 if game in HEXHEX else len(lines)
    letters = find_game(game).letters
    contents: Contents = {}
    for names, tokens in zip(rows_from_top(game, size), lines, strict=True):
        for name, token in zip(names, tokens, strict=True):
            if token != ".":
                contents[name] = letters.index(token[0]), int(token[1:] or 1)
    return size, contents


def board_from(game: str, drawing: str, *, turn: str | None = None, fields: str = "") -> Board:
    """A board as drawn. Unless ``turn`` (a side's letter) says otherwise, turns were taken.

    >>> board_from("hadron", '''
    ...     . B .
    ...     R . .
    ...     . . .''').fen()
    '1B1/R2/3 r'
    """
    size, contents = contents_from(game, drawing)
    if turn is None:
        to_move = sum(1 if side == 0 else -1 for side, _ in contents.values())
    else:
        to_move = find_game(game).letters.index(turn)
    if find_game(game).has_pie_rule and not fields:
        fields = "pie"
    return Board(game, fen=fen_of(game, size, contents, to_move, fields))


def men(white: str, black: str, *, turn: str = "W", dots: tuple[int, int] = (0, 0)) -> Board:
    """A Quadrature board with men on the locations listed; 18 in all, as the rules have it."""
    contents: Contents = dict.fromkeys(white.split(), (0, 1))
    contents |= dict.fromkeys(black.split(), (1, 1))
    assert len(contents) == len(white.split()) + len(black.split()) == 18
    return Board(
        "quadrature",
        fen=fen_of("quadrature", 11, contents, "WB".index(turn), "{} {}".format(*dots)),
    )


def dots(board: Board) -> tuple[int, int]:
    """What White's and Black's marker show on a Quadrature board."""
    *_, white, black = board.fen().split()
    return int(white), int(black)


def cells_of(board: Board, side: Side) -> set[str]:
    """Where the pieces of a side stand."""
    return {cell for cell, piece in board.pieces().items() if piece.side is side}


def heights(board: Board) -> dict[str, str]:
    """What stands where, in the letters of drawings: ``{"c3": "R2"}``."""
    letters = board.game.letters
    return {
        cell: f"{letters[piece.side.value]}{piece.height}" for cell, piece in board.pieces().items()
    }


def texts(moves: Iterable[Move]) -> set[str]:
    """The texts of some moves."""
    return {str(move) for move in moves}


def play(board: Board, moves: str) -> Board:
    """The same board, after the moves listed."""
    for text in moves.split():
        board.push_text(text)
    return board


def played(
    game: str,
    moves: str,
    *,
    size: int | None = None,
    fen: str | None = None,
    pie: bool | None = None,
) -> Board:
    """A board of a game, after the moves listed."""
    return play(Board(game, size=size, fen=fen, pie=pie), moves)


def reason(board: Board, text: str) -> str:
    """Why a move is illegal here; fails where it is legal."""
    found = board.why_illegal(text)
    assert found is not None, f"{text} is legal in {board.fen()}"
    return found


def refuses_every_cell(board: Board) -> bool:
    """Is there a reason against every cell, and an error for whoever tries it all the same?"""
    for cell in (cell for row in board.rows for cell in row):
        assert board.why_illegal(cell) is not None
        with pytest.raises(GameOverError):
            board.push_text(cell)
    return True


def node_counts(board: Board, depth: int) -> list[int]:
    """Perft at depths 1 to ``depth``."""
    return [perft(board, d) for d in range(1, depth + 1)]
