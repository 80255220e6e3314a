"""Claims that have been found, to be found again: there are thousands, asked for at every turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from quincunx.proof.bases import Seen
from quincunx.proof.claims import Claim

if TYPE_CHECKING:
    import numpy.typing as npt

#: Bits of a number in an array.
_WORD = 64


class KnownClaims:
    """Claims about one goal, on a board of so many cells."""

    def __init__(self, cells: int) -> None:
        import numpy as np

        self._words = -(-cells // _WORD)
        self._claims: list[Claim] = []
        # A row for each claim, and room for more: first what it needs, then its own stones.
        self._sets: npt.NDArray[Any] = np.zeros((256, 2, self._words), np.uint64)

    def add(self, claim: Claim) -> None:
        import numpy as np

        if len(self._claims) == len(self._sets):
            self._sets = np.concatenate([self._sets, np.zeros_like(self._sets)])
        self._sets[len(self._claims)] = self._split(claim.needs), self._split(claim.own)
        self._claims.append(claim)

    def look(self, own: int, free: int) -> list[Seen]:
        """Like :meth:`Basis.look`."""
        import numpy as np

        sets = self._sets[: len(self._claims)]
        free_words = self._split(free)
        fitting = np.flatnonzero(~(sets[:, 0] & ~free_words).any(axis=1))
        missing = sets[fitting, 1] & ~self._split(own)
        lacking = (missing != 0).sum(axis=1)
        # One cell at most: the lowest bit taken away leaves nothing, in one word at most.
        single = ((missing & (missing - np.uint64(1))) == 0).all(axis=1) & (lacking <= 1)
        there = single & ~(missing & ~free_words).any(axis=1)
        found = []
        for number in fitting[there].tolist():
            claim = self._claims[number]
            bit = claim.own & ~own
            if not bit:
                return [Seen(0, claim.needs, _itself(claim))]
            found.append(Seen(bit, claim.needs, _itself(claim)))
        return found

    def _split(self, cells: int) -> npt.NDArray[Any]:
        """A set of cells as numbers of 64 bits."""
        import numpy as np

        return np.frombuffer(cells.to_bytes(8 * self._words, "little"), "<u8").astype(np.uint64)


def _itself(claim: Claim) -> Callable[[], Claim]:
    return lambda: claim
