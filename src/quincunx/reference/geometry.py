"""Cells, their names and their neighbours, on square and on hexhex boards.

Square boards: the letter is the column from the left, the number the row from the bottom, and no
letter is left out. Hexhex boards: the letter is the row from the bottom, the number the place in
the row from the left. Everything is computed from these two sentences; nothing is tuned.
"""

from functools import cache
from string import ascii_lowercase

Point = tuple[int, int]

# ------------------------------------------------------------------------------------------------
# Square boards
# ------------------------------------------------------------------------------------------------


def square_name(x: int, y: int) -> str:
    """The name of column ``x`` and row ``y``, both counted from 0: (0, 0) is a1."""
    return f"{ascii_lowercase[x]}{y + 1}"


def square_xy(name: str) -> Point:
    """Column and row of a cell, both counted from 0: a1 is (0, 0)."""
    return ascii_lowercase.index(name[0]), int(name[1:]) - 1


def square_cells(n: int) -> list[str]:
    """Every cell of the n by n board: a1, a2, ..., b1, b2, ..."""
    return list(_square_cells(n))


@cache
def _square_cells(n: int) -> tuple[str, ...]:
    return tuple(square_name(x, y) for x in range(n) for y in range(n))


def square_neighbours(n: int, name: str, steps: tuple[Point, ...]) -> list[str]:
    """The cells of the n by n board that lie one of ``steps`` away from ``name``."""
    return list(_square_neighbours(n, name, steps))


@cache
def _square_neighbours(n: int, name: str, steps: tuple[Point, ...]) -> tuple[str, ...]:
    x, y = square_xy(name)
    found = []
    for dx, dy in steps:
        if 0 <= x + dx < n and 0 <= y + dy < n:
            found.append(square_name(x + dx, y + dy))
    return tuple(found)


Map = dict[str, str]
"""Where a symmetry of the board takes each cell."""


def square_symmetries(n: int) -> list[Map]:
    """The eight rotations and reflections of the n by n board; the first leaves all in place."""
    found = []
    for reflected in (False, True):
        for quarter_turns in range(4):
            table = {}
            for cell in square_cells(n):
                x, y = square_xy(cell)
                if reflected:
                    x, y = y, x
                for _ in range(quarter_turns):
                    x, y = n - 1 - y, x
                table[cell] = square_name(x, y)
            found.append(table)
    return found


# ------------------------------------------------------------------------------------------------
# Hexhex boards. Axial coordinates (q, r): the middle cell is (0, 0), r grows upward, q grows to
# the right; a step up is to the right with q unchanged, to the left with q smaller by one.
# ------------------------------------------------------------------------------------------------

HEX_STEPS: tuple[Point, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six directions, anticlockwise from East."""


def _row_start(side: int, r: int) -> int:
    """The smallest q in row ``r``: the lower rows begin further to the right in these axes."""
    return max(-(side - 1), -(side - 1) - r)


def _row_length(side: int, r: int) -> int:
    return 2 * side - 1 - abs(r)


def hexhex_name(side: int, q: int, r: int) -> str:
    """The name of the cell at axial (q, r). Raises ValueError off the board."""
    place = q - _row_start(side, r) + 1
    if abs(r) >= side or not 1 <= place <= _row_length(side, r):
        raise ValueError(f"({q}, {r}) is not on the hexhex board of side {side}")
    return f"{ascii_lowercase[r + side - 1]}{place}"


def hexhex_axial(side: int, name: str) -> Point:
    """The axial (q, r) of a cell. Raises ValueError where the board has no such cell."""
    return _hexhex_table(side)[name]


class _Table(dict[str, Point]):
    """Cell name to axial coordinates, complaining about unknown names as this module does."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side = side
        for r in range(-(side - 1), side):
            for place in range(1, _row_length(side, r) + 1):
                q = _row_start(side, r) + place - 1
                self[f"{ascii_lowercase[r + side - 1]}{place}"] = (q, r)

    def __missing__(self, name: str) -> Point:
        raise ValueError(f"{name!r} is not on the hexhex board of side {self.side}")


@cache
def _hexhex_table(side: int) -> _Table:
    return _Table(side)


def hexhex_cells(side: int) -> list[str]:
    """Every cell of the hexhex board: a1, a2, ..., b1, b2, ..."""
    return list(_hexhex_table(side))


def hex_neighbours(q: int, r: int) -> list[Point]:
    """The six points next to (q, r), on the board or off it."""
    return [(q + dq, r + dr) for dq, dr in HEX_STEPS]


def hex_distance(a: Point, b: Point) -> int:
    """The number of steps from ``a`` to ``b``, both axial."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def hexhex_perimeter(side: int) -> list[str]:
    """The 6(side - 1) cells of the rim in order around it: from a1 anticlockwise."""
    q, r = hexhex_axial(side, "a1")
    ring = []
    for dq, dr in HEX_STEPS:
        for _ in range(side - 1):
            ring.append(hexhex_name(side, q, r))
            q, r = q + dq, r + dr
    return ring


def hexhex_symmetries(side: int) -> list[Map]:
    """The twelve rotations and reflections of the board; the first leaves all in place."""
    found = []
    for reflected in (False, True):
        for sixth_turns in range(6):
            table = {}
            for cell in hexhex_cells(side):
                q, r = hexhex_axial(side, cell)
                if reflected:
                    q, r = r, q
                for _ in range(sixth_turns):
                    q, r = -r, q + r
                table[cell] = hexhex_name(side, q, r)
            found.append(table)
    return found
