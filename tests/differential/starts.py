"""Positions to start from: the usual ones, and arrangements that have what rare events need."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from quincunx import find_game
from quincunx.reference import REFERENCES
from quincunx.reference.blast_radius import rez
from quincunx.reference.geometry import hexhex_cells, hexhex_perimeter, square_cells
from quincunx.reference.position import Contents, Position
from tests.helpers import HEXHEX, contents_from

Start = Callable[[str, int, Random], Position]
"""Makes the first position of a game: the game's id, the size, and chance."""


def usual(game: str, size: int, rng: Random) -> Position:
    return REFERENCES[game].start(size)


def without_pie(game: str, size: int, rng: Random) -> Position:
    return REFERENCES[game].start(size, pie=False)


def running(game: str, size: int, contents: Contents, turn: int, **extras: Any) -> Position | None:
    """The position, or None if it is over or could not have been reached by a last move."""
    position = REFERENCES[game].from_contents(size, contents, turn, **extras)
    return position if position.outcome() is None else None


def attempts(make: Callable[[], Position | None]) -> Position:
    """What ``make`` makes, as soon as it makes something."""
    for _ in range(10_000):
        if (position := make()) is not None:
            return position
    raise RuntimeError("no such position was found")


# --- Games that fill the board -------------------------------------------------------------------


def scattered(game: str, size: int, rng: Random) -> Position:
    """Pieces anywhere, as many of each side as there were turns, up to a nearly full board."""
    cells = hexhex_cells(size) if game in HEXHEX else square_cells(size)

    def make() -> Position | None:
        taken = rng.sample(cells, rng.randrange(len(cells)))
        turn = len(taken) % 2
        contents: Contents = {cell: (number % 2, 1) for number, cell in enumerate(taken)}
        extras = {"pie": rng.random() < 0.5} if find_game(game).has_pie_rule else {}
        return running(game, size, contents, turn, **extras)

    return attempts(make)


# --- Cordon --------------------------------------------------------------------------------------

DRAWN_BOARDS = (
    """
       R R B B
      R B B R B
     R B R R R B
    B R R B R B B
     R B R R B R
      R B B B R
       R R B B""",
    """
       R R R B
      R R R R B
     R B B B R B
    R B R B R R B
     R B B B R B
      R R B R B
       R B B B""",
    """
        B R B R R
       B R B B B B
      R B B R R R B
     R R B R R B R B
    B R B B R B B B B
     R B R B R R R B
      R B B R R B B
       R R R B R R
        R B R R B""",
    """
        R R R R R
       B R R R B R
      B B R R B B R
     R R R B B R R B
    R R B B R B R B R
     R R R B B B B B
      B B R R R B R
       B B B R B B
        R B B B B""",
    """
         R B R R B R
        B B R R R R B
       R B R B B R R R
      B B R B R B R R R
     B R B R B B R B B R
    R B B R R B B R R B B
     R R B R R R B R R B
      B B B B B B R R R
       R B R B R R B R
        B B B B B R B
         R R B B R B""",
    """
         B R B B R B
        R B B R B R R
       B B R B R R B R
      R B R B B B R R B
     R B R B B R B B R R
    B R B R B R B R B B R
     R B R R R B B B R R
      B B R B R B R R B
       B R R B B R B R
        B B R R R B R
         R B R R R B""",
)
"""Full boards with equal scores, which a search for them found; sides 2 and 3 have none."""


def nearly_drawn(game: str, size: int, rng: Random) -> Position:
    """A drawn board before its last few stones, of either colour, were placed."""
    boards = [contents_from(game, drawing) for drawing in DRAWN_BOARDS]
    full = rng.choice([contents for side, contents in boards if side == size])
    # An odd number of cells, so Red had the last move: of 2k - 1 stones, k are Red's.
    pairs = rng.randint(1, 3)
    contents = dict(full)
    for side, number in ((0, pairs), (1, pairs - 1)):
        own = sorted(cell for cell, (owner, _) in full.items() if owner == side)
        for cell in rng.sample(own, number):
            del contents[cell]
    position = running(game, size, contents, 0)
    assert position is not None, contents
    return position


def loops(game: str, size: int, rng: Random) -> Position:
    """Closed loops of six that hang on a path or lie about, and other stones."""
    cells = hexhex_cells(size)
    inner = sorted(set(cells) - set(hexhex_perimeter(size)))

    def make() -> Position | None:
        contents: Contents = {}
        for side in (0, 1):
            around = {cell: rez(size, cell, 1) for cell in rng.sample(inner, 2)}
            for centre, ring in around.items():
                if rng.random() < 0.7 and not ring & contents.keys():
                    contents |= dict.fromkeys(ring, (side, 1))
                    contents.pop(centre, None)
        return balanced(game, size, contents, rng)

    return attempts(make)


def nested(game: str, size: int, rng: Random) -> Position:
    """Cordons around cordons around a point of the rim, in turn of one colour and of the other."""
    cells = hexhex_cells(size)

    def make() -> Position | None:
        centre = rng.choice(hexhex_perimeter(size))
        first = rng.randrange(2)
        contents: Contents = {}
        for radius in range(rng.randint(1, size)):
            ring = rez(size, centre, radius + 1) - rez(size, centre, radius)
            contents |= dict.fromkeys(ring, ((first + radius) % 2, 1))
        for cell in rng.sample(cells, rng.randrange(len(cells) // 4 + 1)):
            contents.pop(cell, None)
        return balanced(game, size, contents, rng)

    return attempts(make)


def balanced(game: str, size: int, contents: Contents, rng: Random) -> Position | None:
    """The arrangement with as many stones added as it takes for the turns to be right."""
    lead = sum(1 if side == 0 else -1 for side, _ in contents.values())
    missing = [1] * lead if lead > 0 else [0] * -lead
    free = sorted(set(hexhex_cells(size)) - contents.keys())
    if len(missing) >= len(free):
        return None
    filled = dict(contents)
    for cell, side in zip(rng.sample(free, len(missing)), missing, strict=True):
        filled[cell] = (side, 1)
    return running(game, size, filled, 0)


# --- Blast Radius --------------------------------------------------------------------------------


def stacks(game: str, size: int, rng: Random) -> Position:
    """Stacks of all heights, none in another's REZ, at least one of each side."""

    def make() -> Position | None:
        contents: Contents = {}
        highest = rng.randint(1, 2 * size - 3)
        for cell in rng.sample(hexhex_cells(size), rng.randint(2, 3 * size)):
            height = rng.randint(1, highest)
            covers = rez(size, cell, height) & contents.keys()
            covered = any(cell in rez(size, other, contents[other][1]) for other in contents)
            if not covers and not covered:
                contents[cell] = (rng.randrange(2), height)
        if {side for side, _ in contents.values()} != {0, 1}:
            return None
        return running(game, size, contents, rng.randrange(2))

    return attempts(make)


# --- Quadrature ----------------------------------------------------------------------------------


def eighteen(
    rng: Random,
    white: list[str],
    black: list[str],
    anywhere: list[str],
    dots: tuple[int, int],
    turn: int,
) -> Position | None:
    """The men given, and as many more of random colours ``anywhere`` as make eighteen."""
    contents: Contents = dict.fromkeys(white, (0, 1)) | dict.fromkeys(black, (1, 1))
    free = [cell for cell in anywhere if cell not in contents]
    if len(contents) > 18 or len(contents) + len(free) < 18:
        return None
    share = rng.random()
    for cell in rng.sample(free, 18 - len(contents)):
        contents[cell] = (int(rng.random() < share), 1)
    return running("quadrature", 11, contents, turn, dots=dots)


def any_dots(rng: Random) -> tuple[int, int]:
    return rng.randrange(3), rng.randrange(3)


def men_anywhere(game: str, size: int, rng: Random) -> Position:
    """Men of random colours on a random part of the board: the smaller, the more rectangles."""

    def make() -> Position | None:
        columns = rng.sample("abcdefghijk", rng.randint(4, 11))
        rows = rng.sample(range(1, 12), rng.randint(5, 11))
        part = [f"{column}{row}" for column in sorted(columns) for row in sorted(rows)]
        return eighteen(rng, [], [], part, any_dots(rng), rng.randrange(2))

    return attempts(make)


def at_the_far_end(game: str, size: int, rng: Random) -> Position:
    """Each side's men in its last rows, where little is left to do, and markers up."""

    def make() -> Position | None:
        number = rng.randint(4, 14)
        last = [f"{column}{row}" for column in "abcdefghijk" for row in (11, 11, 11, 10)]
        white = set(rng.sample(last, number))
        last = [f"{column}{row}" for column in "abcdefghijk" for row in (1, 1, 1, 2)]
        black = set(rng.sample(last, 18 - number))
        if len(white) + len(black) != 18:
            return None
        dots = rng.choice([(2, 2), (1, 2), (2, 1)])
        return eighteen(rng, sorted(white), sorted(black), [], dots, rng.randrange(2))

    return attempts(make)


def mirrored(cells: list[str]) -> list[str]:
    """The same locations as the other player sees them."""
    return [f"{cell[0]}{12 - int(cell[1:])}" for cell in cells]


def before_the_bar(game: str, size: int, rng: Random) -> Position:
    """Two men in the bar, a man of either side on or below the third location, and a corner near.

    With the enemy on the third location, a step to the corner squares him and fills the bar.
    """

    def make() -> Position | None:
        bar = ["e11", "f11", "g11"]
        third = bar.pop(rng.randrange(3))
        row = rng.randint(3, 9)
        mate = rng.choice(bar)[0]
        own = [*bar, f"{third[0]}{row}", f"{mate}{row - 1}"]
        enemy = [third] if rng.random() < 0.8 else []
        turn = rng.randrange(2)
        part = [f"{column}{number}" for column in "abchijk" for number in range(1, 12)]
        if turn == 0:
            return eighteen(rng, own, enemy, part, any_dots(rng), turn)
        return eighteen(rng, mirrored(enemy), mirrored(own), part, any_dots(rng), turn)

    return attempts(make)


def few_men(game: str, size: int, rng: Random) -> Position:
    """Three or four men of one side against the others."""

    def make() -> Position | None:
        few = rng.sample(square_cells(11), rng.randint(3, 4))
        many = [cell for cell in rng.sample(square_cells(11), 18 - len(few)) if cell not in few]
        turn = rng.randrange(2)
        white, black = (few, many) if rng.random() < 0.5 else (many, few)
        if len(white) + len(black) != 18:
            return None
        return eighteen(rng, white, black, [], any_dots(rng), turn)

    return attempts(make)
