"""Random play, exactly: probabilities by enumeration, and how far a count may stray from them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from typing import NamedTuple

from quincunx import Board, Game, InvalidPositionError, Move, Playouts, Side
from quincunx._native import core

#: Standard errors. A right figure strays further once in two million; the seeds are fixed, so what
#: passes once passes always.
SIGMAS = 5


class TooMany(Exception):
    """More positions than asked for."""


class Chances(NamedTuple):
    """What uniformly random play leads to: chances of each result, mean length and its square."""

    first: float
    second: float
    draws: float
    plies: float
    plies_squared: float

    @property
    def deviation(self) -> float:
        """The standard deviation of the length of a game."""
        return math.sqrt(max(0.0, self.plies_squared - self.plies**2))


def chances(board: Board, memo: dict[str, Chances] | None = None, *, most: int = 10**6) -> Chances:
    """Every game from here, each move as likely as any other: through the public interface only.

    Positions are told apart by fen, so this is not for games that look at the past.

    :raises TooMany: if there are more positions than ``most``.
    """
    if memo is None:
        memo = {}
    known = memo.get(key := board.fen())
    if known is not None:
        return known
    outcome = board.outcome()
    if outcome is not None:
        winner = outcome.winner
        found = Chances(winner is Side.FIRST, winner is Side.SECOND, winner is None, 0, 0)
    else:
        if len(memo) > most:
            raise TooMany
        nexts = []
        for move in list(board.legal_moves):
            board.push(move)
            try:
                nexts.append(chances(board, memo, most=most))
            finally:
                board.pop()
        first, second, draws, plies, squared = (
            sum(c) / len(nexts) for c in zip(*nexts, strict=True)
        )
        found = Chances(first, second, draws, plies + 1, squared + 2 * plies + 1)
    memo[key] = found
    return found


def count(board: Board, n: int, way: str, *, seed: int = 1, threads: int = 1) -> Playouts:
    """Playouts in a way that is named: "fastest", "moves", "fill" or "lanes"."""
    first, second, draws, plies = core.playouts(board._history, n, seed, threads, way)
    return Playouts(first, second, draws, plies if way == "moves" else None)


def ways(board: Board) -> list[str]:
    """The ways in which this game's playouts can be played."""
    fastest = core.way(board._history)
    return {"moves": ["moves"], "fill": ["moves", "fill"], "lanes": ["moves", "fill", "lanes"]}[
        fastest
    ]


def require_chances(counted: Playouts, exact: Chances) -> None:
    """The counts are such as the exact chances give."""
    n = counted.games
    for name in ("first", "second", "draws"):
        chance, seen = getattr(exact, name), getattr(counted, name) / n
        allowed = SIGMAS * math.sqrt(chance * (1 - chance) / n)
        assert abs(seen - chance) <= allowed + 1e-9, f"{name}: {seen:.5f} for {chance:.5f}"
    if counted.mean_plies is not None:
        allowed = SIGMAS * exact.deviation / math.sqrt(n)
        assert abs(counted.mean_plies - exact.plies) <= allowed + 1e-9, (
            f"mean length {counted.mean_plies:.4f} for {exact.plies:.4f}"
        )


def require_alike(one: Playouts, other: Playouts) -> None:
    """The counts may come from the same chances."""
    for name in ("first", "second", "draws"):
        n, m = one.games, other.games
        a, b = getattr(one, name), getattr(other, name)
        pooled = (a + b) / (n + m)
        allowed = SIGMAS * math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
        assert abs(a / n - b / m) <= allowed + 1e-9, f"{name}: {a / n:.5f} and {b / m:.5f}"


def fen_with(board: Board, pieces: dict[str, str], turn: Side) -> str:
    """A fen of the same board with other pieces, given as letters by cell."""
    rows = []
    for cells in reversed(board.rows):
        row, empty = "", 0
        for cell in cells:
            if cell not in pieces:
                empty += 1
                continue
            row += (str(empty) if empty else "") + pieces[cell]
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    fields = board.fen().split()[2:]
    return " ".join(["/".join(rows), board.game.letters[turn.value].lower(), *fields])


def nearly_full(board: Board, empty: int, rng: random.Random) -> Board:
    """A position in which so many cells are empty and the game is still open."""
    cells = [cell for row in board.rows for cell in row]
    letters = board.game.letters
    while True:
        rng.shuffle(cells)
        stones = len(cells) - empty
        pieces = {cell: letters[i % 2] for i, cell in enumerate(cells[:stones])}
        fen = fen_with(board, pieces, Side.SECOND if stones % 2 else Side.FIRST)
        try:
            found = Board(board.game, fen=fen)
        except InvalidPositionError:
            continue
        if not found.is_game_over():
            return found


def played(
    game: Game | str, moves: Iterable[Move | str], *, size: int, pie: bool | None = None
) -> Board:
    board = Board(game, size=size, pie=pie)
    for move in moves:
        board.push_text(str(move))
    return board
