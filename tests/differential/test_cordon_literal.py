"""Cordon's scores against CORDONING taken at its word: every stone path, one by one.

The core has one cordon to a group (ruling "widest gap"); the reference's ``literal_scores`` walks
all simple stone paths and knows nothing of that.
"""

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from quincunx import Board
from quincunx.reference.cordon import literal_scores
from quincunx.reference.geometry import hexhex_cells
from quincunx.reference.position import Contents
from tests.helpers import fen_of

MOST_PATHS = 3000
"""Arrangements with more stone paths than this are passed over."""


def anywhere(size: int, rng: Random) -> Contents:
    """Stones of both colours on any cells, few or many."""
    cells = hexhex_cells(size)
    stones = rng.sample(cells, rng.randint(2, len(cells)))
    return {cell: (number % 2, 1) for number, cell in enumerate(stones)}


def in_chains(size: int, rng: Random) -> Contents:
    """Each stone beside one or two of its colour if it can be: long chains, loops and tails."""
    near = Board("cordon", size=size).neighbours
    free = set(hexhex_cells(size))
    contents: Contents = {}
    for number in range(rng.randint(4, len(free) * 3 // 4)):
        own = {cell for cell, (side, _) in contents.items() if side == number % 2}
        thin = [cell for cell in free if 1 <= len(own.intersection(near(cell))) <= 2]
        cell = rng.choice(sorted(thin or free))
        contents[cell] = (number % 2, 1)
        free.remove(cell)
    return contents


def core_score(size: int, contents: Contents) -> tuple[int, int]:
    fen = fen_of("cordon", size, contents, len(contents) % 2)
    score = Board("cordon", fen=fen).score()
    assert score is not None
    return score.first, score.second


@pytest.mark.parametrize(
    ("size", "number", "compared"),
    [(2, 200, 200), (3, 500, 500), (4, 300, 200), (5, 200, 120), (6, 100, 60)],
)
@pytest.mark.parametrize("make", [anywhere, in_chains])
def test_cordoning__scores_are_those_of_all_stone_paths(
    size: int, number: int, compared: int, make: Callable[[int, Random], Contents]
) -> None:
    """``compared``: at least so many of the arrangements have few enough paths."""
    rng = Random(f"{make.__name__} {size}")
    done = 0
    for _ in range(number):
        contents = make(size, rng)
        literal = literal_scores(size, contents, MOST_PATHS)
        if literal is not None:
            assert literal == core_score(size, contents), contents
            done += 1
    assert done >= compared, done


def test_cordoning__every_board_of_side_2_has_the_scores_of_all_stone_paths() -> None:
    """All 3^7 ways to leave a cell empty or give it to a player, where turns can have been so."""
    cells = hexhex_cells(2)
    compared = 0
    for sides in product((None, 0, 1), repeat=len(cells)):
        contents: Contents = {
            cell: (side, 1) for cell, side in zip(cells, sides, strict=True) if side is not None
        }
        if sides.count(0) - sides.count(1) in (0, 1):
            assert literal_scores(2, contents, 10_000) == core_score(2, contents), contents
            compared += 1
    assert compared == 750
