"""The first moves of a game up to symmetry."""

from __future__ import annotations

from typing import NamedTuple

from quincunx.board import Board

__all__ = ["FirstMove", "first_moves", "swap_after"]


class FirstMove(NamedTuple):
    """First moves that a symmetry makes one another, the one that stands for them first."""

    move: str
    images: tuple[str, ...]


def first_moves(start: Board) -> list[FirstMove]:
    """All first moves, in classes.

    Only symmetries that keep the start as it is make moves equal.

    >>> [each.move for each in first_moves(Board("hadron", size=3))]
    ['a1', 'b1', 'b2']
    """
    kept = [k for k in start.symmetries() if start.transform(k) == start]
    classes = []
    seen: set[str] = set()
    for move in start.legal_moves:
        if move.text in seen:
            continue
        images = {start.transform_move(move, k).text for k in kept}
        seen |= images
        classes.append(FirstMove(move.text, (move.text, *sorted(images - {move.text}))))
    return classes


def swap_after(start: Board, move: str) -> str | None:
    """The move by which the second side takes a first move over, where the rules have one.

    >>> swap_after(Board("square-grid-hex", size=3), "b2"), swap_after(Board("hadron"), "c3")
    ('swap', None)
    """
    if not start.pie:
        return None
    board = start.copy()
    board.push_text(move)
    return next((answer.text for answer in board.legal_moves if not answer.cells), None)
