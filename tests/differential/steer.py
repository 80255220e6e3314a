"""Ways to choose moves, so that games reach what random play reaches seldom.

A way of choosing never decides what is right: it only looks for trouble. So it may ask the library.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from quincunx import Board
from tests.differential.twins import Steer, Twins

Value = Callable[[Board, Board, str], float]
"""How much a move is wanted: the board before it, the board after it, its text."""


def uniform(twins: Twins, moves: list[str], rng: Random) -> str:
    """Any move, all alike."""
    return rng.choice(moves)


def prefer(value: Value, often: float = 0.85) -> Steer:
    """A steer to one of the moves that are worth most, ``often``; else to any move."""

    def steer(twins: Twins, moves: list[str], rng: Random) -> str:
        if rng.random() >= often:
            return rng.choice(moves)
        worth = {}
        for text in moves:
            after = twins.board.copy()
            after.push_text(text)
            worth[text] = value(twins.board, after, text)
        best = max(worth.values())
        return rng.choice([text for text in moves if worth[text] == best])

    return steer


# --- All games -----------------------------------------------------------------------------------


def going_on(before: Board, after: Board, text: str) -> float:
    """The game is not over yet."""
    return 0 if after.is_game_over() else 1


def many_replies(before: Board, after: Board, text: str) -> float:
    return after.legal_moves.count()


def few_replies(before: Board, after: Board, text: str) -> float:
    """Leaves little choice. Where the mover moves again, the other has none at all."""
    if after.is_game_over():
        return -1000
    return 1 if after.turn is before.turn else -after.legal_moves.count()


# --- Hadron --------------------------------------------------------------------------------------


def two_and_two(before: Board, after: Board, text: str) -> float:
    """A cell among four checkers; else what leaves most to do, as that makes such cells."""
    around = [before.piece_at(cell) for cell in before.neighbours(text)]
    return 1000 if len(around) == 4 and all(around) else after.legal_moves.count()


# --- Square Grid Hex -----------------------------------------------------------------------------


def swapping(twins: Twins, moves: list[str], rng: Random) -> str:
    """``swap`` wherever it may be played."""
    return "swap" if "swap" in moves else rng.choice(moves)


# --- Cordon --------------------------------------------------------------------------------------


def on_the_rim(before: Board, after: Board, text: str) -> float:
    return 1 if len(before.neighbours(text)) < 6 else 0


def close_scores(before: Board, after: Board, text: str) -> float:
    """Equal scores and no early victory."""
    outcome = after.outcome()
    if outcome is not None:
        return 1 if outcome.winner is None else -1000
    score = after.score()
    assert score is not None
    return -abs(score.first - score.second)


def curling(before: Board, after: Board, text: str) -> float:
    """Chains with loops: next to one or two own stones, not next to more, away from the rim."""
    own = 0
    for cell in before.neighbours(text):
        piece = before.piece_at(cell)
        own += piece is not None and piece.side is before.turn
    return (own in (1, 2)) - on_the_rim(before, after, text) / 2


# --- Blast Radius --------------------------------------------------------------------------------


def capturing(before: Board, after: Board, text: str) -> float:
    """As many stacks as can be, and of both colours rather than of one."""
    gone = before.pieces().keys() - after.pieces().keys()
    sides = {piece.side for cell, piece in before.pieces().items() if cell in gone}
    return len(gone) + 10 * len(sides)


def sparing(before: Board, after: Board, text: str) -> float:
    """No captures while they can be avoided, and so higher stacks."""
    return len(after.pieces())


# --- Quadrature ----------------------------------------------------------------------------------


def squaring(before: Board, after: Board, text: str) -> float:
    """As many exchanges as can be."""
    score = after.score()
    assert score is not None
    return score[before.turn.value]


def reserved(before: Board, after: Board, text: str) -> float:
    """Exchanges, but not so many that the game is over."""
    return -1 if after.is_game_over() else squaring(before, after, text)


def sideways(before: Board, after: Board, text: str) -> float:
    start, end = text.split("-")
    return 1 if start[1:] == end[1:] else 0


def back_again(before: Board, after: Board, text: str) -> float:
    """Sideways, and best back to where the man came from: arrangements recur."""
    if not sideways(before, after, text):
        return 0
    last = [str(move) for move in before.move_stack[-3:]]
    return 2 if "-".join(reversed(text.split("-"))) in last else 1


def straight_on(before: Board, after: Board, text: str) -> float:
    return 1 - sideways(before, after, text)


def to_the_bar(before: Board, after: Board, text: str) -> float:
    """A win in the bar if there is one; otherwise toward it."""
    outcome = after.outcome()
    if outcome is not None:
        return 1000 if outcome.termination.value == "goal bar" else -1000
    end = text.split("-")[1]
    return straight_on(before, after, text) - abs("abcdefghijk".index(end[0]) - 5) / 10


def two_dots(before: Board, after: Board, text: str) -> float:
    """Markers up, and then an exchange by a sideways move if there is one."""
    return sideways(before, after, text) * (1 + squaring(before, after, text))
