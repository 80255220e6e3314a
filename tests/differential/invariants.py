"""What the rulings promise of every move, whoever plays; asked of the library's own answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from quincunx import Board, Side
from quincunx.reference.blast_radius import rez
from quincunx.reference.hadron import Reference as Hadron
from quincunx.reference.position import Position
from tests.helpers import cells_of

Invariant = Callable[[Position, Position, Board], str | None]
"""Given the position before the move, the one after it and the board after it: what is broken."""


def what_is_legal_for_one_is_legal_for_the_other(
    before: Position, after: Position, board: Board
) -> str | None:
    """Hadron: the pairs that the PLACEMENT RULE allows are the same from either side."""
    other = Hadron.from_contents(after.size, after.contents(), 1 - after.turn)
    listed = {str(move) for move in board.legal_moves}
    return None if other.legal_moves() == listed else f"{other.legal_moves()} for the other side"


def eighteen_men(before: Position, after: Position, board: Board) -> str | None:
    """Quadrature: each exchange swaps one man for one."""
    score = board.score()
    assert score is not None
    total = sum(score)
    return None if total == len(board.pieces()) == 18 else f"{total} men"


def scores_are_monotone(before: Position, after: Position, board: Board) -> str | None:
    """Cordon: a stone never costs its owner cells, and never gives the enemy any."""
    old, new = before.score(), board.score()
    assert old is not None and new is not None
    own, enemy = before.turn, 1 - before.turn
    kept = new[own] >= old[own] and new[enemy] <= old[enemy]
    return None if kept else f"from {old} to {tuple(new)} by a stone of side {own}"


def no_stack_in_a_rez(before: Position, after: Position, board: Board) -> str | None:
    """Blast Radius: placing avoids every REZ, and a stack that grows clears its own."""
    stacks = board.pieces()
    for cell, stack in stacks.items():
        if inside := rez(board.size, cell, stack.height) & stacks.keys():
            return f"{sorted(inside)} in the REZ of {cell}"
    return None


def only_lower_stacks_go(before: Position, after: Position, board: Board) -> str | None:
    """Blast Radius: what a move captures is lower than the stack that it forms."""
    formed = board.piece_at(str(board.peek()))
    if formed is None:
        return "the stack just formed is not there"
    for cell, (_, height) in before.contents().items():
        if board.piece_at(cell) is None and height >= formed.height:
            return f"a stack of {height} on {cell} went by one of {formed.height}"
    return None


def whoever_is_to_move_can(before: Position, after: Position, board: Board) -> str | None:
    """Blast Radius: there is always a placement, and no draw."""
    outcome = board.outcome()
    if outcome is None:
        return None if board.legal_moves else "no placement"
    return None if outcome.winner is not None else "a draw"


def stones_stay(before: Position, after: Position, board: Board) -> str | None:
    """Hadron, Cordon and Square Grid Hex: nothing is ever taken off the board."""
    gone = before.contents().keys() - board.pieces().keys()
    return f"{sorted(gone)} gone" if gone else None


def turns_alternate(before: Position, after: Position, board: Board) -> str | None:
    """All but Quadrature: after every move it is the other's turn."""
    return None if board.turn is Side(1 - before.turn) else f"{board.turn} again"


def one_more_piece(before: Position, after: Position, board: Board) -> str | None:
    """Hadron and Cordon: one piece a turn, the mover's."""
    mover = Side(before.turn)
    had = {cell for cell, (side, _) in before.contents().items() if side == before.turn}
    added = cells_of(board, mover) - had
    return None if added == {str(board.peek())} else f"{sorted(added)} added"


INVARIANTS: Mapping[str, Sequence[Invariant]] = {
    "hadron": (
        what_is_legal_for_one_is_legal_for_the_other,
        stones_stay,
        one_more_piece,
        turns_alternate,
    ),
    "quadrature": (eighteen_men,),
    "square-grid-hex": (stones_stay, turns_alternate),
    "cordon": (scores_are_monotone, stones_stay, one_more_piece, turns_alternate),
    "blast-radius": (
        no_stack_in_a_rez,
        only_lower_stacks_go,
        whoever_is_to_move_can,
        turns_alternate,
    ),
}
