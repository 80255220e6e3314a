"""Claims: what some stones and some free cells are worth, whatever stands elsewhere.

Sets of cells are numbers here, a bit for each cell. docs/proofs.md says what a claim means and why
what follows from others holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from quincunx.reference import Position
from quincunx.reference.geometry import hexhex_cells, square_cells


@dataclass(eq=False)
class Claim:
    """One claim, and the words of the line that makes it: numbers stand for the claims before."""

    ends: frozenset[str]
    own: int
    needs: int
    words: tuple[str | Claim, ...]
    number: int = 0


class Cells:
    """The cells of a board as bits."""

    def __init__(self, reference: type[Position], size: int) -> None:
        self.names = (hexhex_cells if reference.hexhex else square_cells)(size)
        self.bit = {name: 1 << place for place, name in enumerate(self.names)}
        self.all = (1 << len(self.names)) - 1

    def of(self, names: Iterable[str]) -> int:
        found = 0
        for name in names:
            found |= self.bit[name]
        return found

    def numbers(self, cells: int) -> list[int]:
        """The places of these cells among all, counted from 0."""
        found = []
        while cells:
            low = cells & -cells
            found.append(low.bit_length() - 1)
            cells ^= low
        return found

    def listed(self, cells: int) -> list[str]:
        return [self.names[number] for number in self.numbers(cells)]


def together(one: Claim, other: Claim) -> Claim:
    """The two claims meet in a stone and share no cell."""
    own = one.own | other.own
    ends = one.ends ^ other.ends
    return Claim(ends, own, (one.needs | other.needs) & ~own, ("and", one, other))


def either(options: list[tuple[str, Claim]], cells: Cells) -> Claim:
    """For each cell that the other may take there is an option that does without it."""
    own = needs = 0
    words: list[str | Claim] = ["or"]
    for move, claim in options:
        own |= claim.own & ~cells.bit[move]
        needs |= claim.needs | cells.bit[move]
        words += [move, claim]
    return Claim(options[0][1].ends, own, needs & ~own, tuple(words))


class ClaimWriter:
    """Writes claims, each before it is made use of and once, and none that is not."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._count = 0

    def number(self, claim: Claim) -> int:
        """The number of a claim in the file, which is written if it has none yet."""
        if not claim.number:
            words = []
            for word in claim.words:
                words.append(word if isinstance(word, str) else str(self.number(word)))
            self._write(" ".join(words))
            self._count += 1
            claim.number = self._count
        return claim.number
