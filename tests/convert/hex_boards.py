"""Hex as its programs have it, without our help: rows from the top, and chains."""

from __future__ import annotations

from collections.abc import Iterator

from quincunx import Board

Cell = tuple[int, int]
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def name(cell: Cell) -> str:
    """(0, 0) is a1, at the top left."""
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


def has_won(stones: set[Cell], size: int, axis: int) -> bool:
    """Do stones join two edges? Black joins top and bottom (axis 1), White left and right (0)."""
    todo = [cell for cell in stones if cell[axis] == 0]
    seen = set(todo)
    while todo:
        x, y = todo.pop()
        if (x, y)[axis] == size - 1:
            return True
        near = {(x + dx, y + dy) for dx, dy in STEPS} & stones - seen
        seen |= near
        todo += near
    return False


def seen_by_hex(board: Board) -> dict[Cell, str]:
    """Our stones on the board of Hex."""
    return {
        (ord(cell[0]) - ord("a"), board.size - int(cell[1:])): "BW"[piece.side.value]
        for cell, piece in board.pieces().items()
    }


def cells(size: int) -> Iterator[Cell]:
    return ((x, y) for y in range(size) for x in range(size))
