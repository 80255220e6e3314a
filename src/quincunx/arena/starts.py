"""Short random openings, so that the games of a match differ."""

from __future__ import annotations

import random
from collections.abc import Iterator

from quincunx.board import Board
from quincunx.search import playouts

__all__ = ["default_plies", "openings"]

#: An opening is fair enough if random games from it give the first side a score in this range.
_FAIR = (0.25, 0.75)
_RANDOM_GAMES = 256

#: This many openings are drawn in the hope of a new and fair one.
_DRAWS = 100


def default_plies(board: Board) -> int:
    """How many random moves an opening has: the more, the more moves there are to choose from.

    With a pie rule it is one: the second player may then swap, which makes every opening fair.

    >>> default_plies(Board("hadron", size=5)), default_plies(Board("cordon", size=5))
    (2, 4)
    >>> default_plies(Board("square-grid-hex")), default_plies(Board("square-grid-hex", pie=False))
    (1, 4)
    """
    choices = len(board.legal_moves)
    if board.pie or choices < 10:
        return 1
    return 2 if choices < 26 else 4


def openings(board: Board, plies: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Openings from a board, without end; the same seed gives the same ones.

    None of them ends the game or lets the next player win at once, and random games from it are not
    too one-sided, as far as that can be had. They are all different, symmetries counted as equal,
    until there is no new one to be found; then it starts over.

    >>> start = Board("hadron", size=5)
    >>> first, second = openings(start, 2, seed=1), openings(start, 2, seed=1)
    >>> [next(first) for _ in range(3)] == [next(second) for _ in range(3)]
    True

    :raises ValueError: if that many moves always end the game.
    """
    if plies == 0:
        while True:
            yield ()
    rng = random.Random(f"openings {seed}")
    seen: set[int] = set()
    while True:
        drawn = _draw_fair(board, plies, rng, seen)
        if drawn is None:
            if not seen:
                raise ValueError(f"openings of {plies} moves end the game")
            seen.clear()
            continue
        seen.add(drawn.canonical_hash())
        yield tuple(move.text for move in drawn.move_stack[board.ply() :])


def _draw_fair(board: Board, plies: int, rng: random.Random, seen: set[int]) -> Board | None:
    """A new opening: the first that is fair, or else the fairest of many; ``None`` if none is new.

    Those that would let the next player win at once come last.
    """
    best: tuple[bool, float] | None = None
    fairest = None
    for _ in range(_DRAWS):
        drawn = _draw(board, plies, rng)
        if drawn.is_game_over() or drawn.canonical_hash() in seen:
            continue
        result = playouts(drawn, _RANDOM_GAMES, seed=rng.getrandbits(32))
        share = (result.first + result.draws / 2) / result.games
        decided = _wins_at_once(drawn)
        if not decided and _FAIR[0] <= share <= _FAIR[1]:
            return drawn
        if best is None or (decided, abs(share - 0.5)) < best:
            best, fairest = (decided, abs(share - 0.5)), drawn
    return fairest


def _draw(board: Board, plies: int, rng: random.Random) -> Board:
    drawn = board.copy()
    for _ in range(plies):
        if drawn.is_game_over():
            break
        drawn.push(rng.choice(list(drawn.legal_moves)))
    return drawn


def _wins_at_once(board: Board) -> bool:
    """Does the side to move have a move that wins?"""
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        outcome = after.outcome()
        if outcome and outcome.winner is board.turn:
            return True
    return False
