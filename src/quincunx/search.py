"""Counting move sequences, and random games."""

from __future__ import annotations

import operator
from typing import NamedTuple

from quincunx._native import core
from quincunx.board import Board, Move

__all__ = ["Playouts", "perft", "perft_divide", "playouts"]

#: The core counts boards in 32 bits.
MOST_BOARDS = 2**31 - 1


class Playouts(NamedTuple):
    """Results of random games: wins of each side, draws, and the plies of all games together.

    ``plies`` is ``None`` where the games were filled at random and judged once instead of played
    move by move; ask for ``lengths=True`` to have it.
    """

    first: int
    second: int
    draws: int
    plies: int | None

    @property
    def games(self) -> int:
        return self.first + self.second + self.draws

    @property
    def mean_plies(self) -> float | None:
        """The mean length of a game."""
        return None if self.plies is None else self.plies / self.games


def perft(board: Board, depth: int, *, threads: int = 1) -> int:
    """Count the move sequences of exactly this length.

    >>> perft(Board("hadron", size=5), 3)
    9032

    :raises ValueError: if the depth is negative or there is no thread to do it.
    """
    if depth == 0:
        _require(depth, threads)
        return 1
    return sum(perft_divide(board, depth, threads=threads).values())


def perft_divide(board: Board, depth: int, *, threads: int = 1) -> dict[Move, int]:
    """The same count, by first move: where two programs differ, this shows which way to look.

    >>> divided = perft_divide(Board("hadron", size=3), 2)
    >>> sorted({str(move): n for move, n in divided.items()}.items())[:3]
    [('a1', 6), ('a2', 5), ('a3', 6)]
    """
    _require(depth, threads)
    return dict(core.divide(board._history, depth, threads))


def _require(depth: int, threads: int) -> None:
    """Raise ValueError unless the numbers make sense."""
    if not 0 <= depth <= 1000:
        raise ValueError(f"depth must be 0 to 1000, not {depth}")
    require_threads(threads)


def require_threads(threads: int) -> None:
    """Raise ValueError unless so many threads may be asked for."""
    require_count("threads", threads, core.MOST_THREADS)


def require_count(name: str, count: int, most: int = MOST_BOARDS) -> None:
    """Raise TypeError unless it is a whole number, ValueError unless it is 1 to ``most``."""
    if not hasattr(count, "__index__"):
        raise TypeError(f"{name} must be a whole number, not {count!r}")
    if not 1 <= count <= most:
        raise ValueError(f"{name} must be 1 to {most}, not {count}")


def as_seed(seed: int) -> int:
    """A seed as the core takes it, in 64 bits, from any whole number, NumPy's ones too."""
    return operator.index(seed) % (1 << 64)


def playouts(
    board: Board, n: int, *, seed: int = 0, threads: int = 1, lengths: bool = False
) -> Playouts:
    """Play n uniformly random games from here to the end.

    The same arguments give the same result, whatever the number of threads.

    >>> result = playouts(Board("hadron", size=5), 1000, seed=1)
    >>> result.games, 14 < result.mean_plies < 15
    (1000, True)

    :param lengths: count plies in every game. Games in which only the full board counts (Square
        Grid Hex, Cordon) are otherwise filled at random, which is much faster.
    """
    require_threads(threads)
    way = "moves" if lengths else "fastest"
    first, second, draws, plies = core.playouts(board._history, n, as_seed(seed), threads, way)
    counted = lengths or core.way(board._history) == "moves"
    return Playouts(first, second, draws, plies if counted else None)
