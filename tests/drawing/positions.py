"""Positions to draw: of every game and of several sizes, at the start, midway and at the end."""

from __future__ import annotations

import random
from functools import cache

import pytest

import quincunx
from quincunx import Board, testing
from tests.marks import THREE_SIZES

# The whole range of layouts without drawing every size there is.
CASES = [
    (game.id, size, stage) for game, size in THREE_SIZES for stage in ("start", "midway", "end")
]

each_position = pytest.mark.parametrize(
    ("game", "size", "stage"), CASES, ids=[f"{game}-{size}-{stage}" for game, size, stage in CASES]
)
each_game = pytest.mark.parametrize("game", [game.id for game in quincunx.GAMES])


def position(game: str, size: int, stage: str) -> Board:
    """A board of its own, with its history, from a random game that is always the same."""
    return _position(game, size, stage).copy()


@cache
def _position(game: str, size: int, stage: str) -> Board:
    board = random_game(game, size, seed=1)
    plies = {"start": 0, "midway": board.ply() // 2, "end": board.ply()}[stage]
    while board.ply() > plies:
        board.pop()
    return board


@cache
def _random_game(game: str, size: int | None, seed: int) -> Board:
    return testing.random_game(Board(game, size=size), random.Random(seed))


def random_game(game: str, size: int | None = None, *, seed: int) -> Board:
    """A random game, played to its end."""
    return _random_game(game, size, seed).copy()


def walk(game: str, size: int | None = None, *, seed: int = 1) -> list[Board]:
    """All positions of a random game from its end to its start, each with its history."""
    board = random_game(game, size, seed=seed)
    boards = [board.copy()]
    while board.ply():
        board.pop()
        boards.append(board.copy())
    return boards
