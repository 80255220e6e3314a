"""How much of a clock to spend on a move: one place for all protocols.

The rule is plain: the time that is left, less a reserve, is shared among the moves that are still
to come, and a part of the increment is added. What a search spends beyond its limit is a few
milliseconds; pipes, Python and a busy machine take more, and the reserve is for them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from quincunx import Board

#: Seconds, and a part of what is left, that no search may touch.
RESERVE_SECONDS = 0.02
RESERVE_PART = 0.02

#: What a move costs besides its search: its way through two pipes, and Python.
OVERHEAD = 0.01

#: The shortest search, for a clock that is all but empty.
SHORTEST = 0.001

#: The part of an increment that is spent at once; the rest makes up for slow moves.
INCREMENT_PART = 0.75


def moves_to_come(board: Board) -> int:
    """How many moves the side to move should expect to make still.

    A fifth of the moves that it may choose from now: in games of placing stones about two fifths of
    the empty cells are filled before the game is decided, half of them by either side. At least 10
    and at most 40, so that a wrong guess costs little.

    >>> moves_to_come(Board("square-grid-hex", size=11)), moves_to_come(Board("hadron", size=5))
    (24, 10)
    """
    return min(40, max(10, len(board.legal_moves) // 5))


def budget(left: float, increment: float = 0.0, *, moves: int) -> float:
    """Seconds to think about one move.

    >>> budget(60.0, moves=24), budget(60.0, 1.0, moves=24), budget(0.02, moves=24)
    (2.4391666666666665, 3.1891666666666665, 0.001)

    :param left: seconds on the clock now, the increment of this move not counted.
    :param increment: seconds that are added after each move.
    :param moves: how many moves this has to last for.
    """
    usable = left * (1 - RESERVE_PART) - RESERVE_SECONDS
    share = min(usable, usable / moves + INCREMENT_PART * increment)
    return max(SHORTEST, share - OVERHEAD)


@dataclass
class Clock:
    """One side's clock with main time and Canadian byo-yomi, as GTP has it.

    :param main: seconds of main time.
    :param period: seconds for each ``stones`` moves once the main time is used up.
    :param stones: moves in a period; 0 if there is nothing after the main time.
    """

    main: float
    period: float = 0.0
    stones: int = 0
    left: float = field(init=False)
    stones_left: int = field(init=False, default=0)  # 0 during main time

    def __post_init__(self) -> None:
        self.left = self.main
        if self.main <= 0 and self.stones:
            self._begin_period()

    def _begin_period(self) -> None:
        self.left, self.stones_left = self.period, self.stones

    def set(self, left: float, stones: int) -> None:
        """What the referee's clock says: seconds, and moves in this period (0: main time)."""
        self.left, self.stones_left = left, stones

    def budget(self, board: Board) -> float:
        """Seconds to think about the next move."""
        if self.stones_left:
            return budget(self.left, moves=self.stones_left)
        share = budget(self.left, moves=moves_to_come(board))
        # Main time may run out while we think, if a whole period comes after it.
        return max(share, budget(self.period, moves=self.stones)) if self.stones else share

    def spend(self, seconds: float) -> None:
        """A move took so long."""
        self.left -= seconds
        if not self.stones_left and self.left <= 0 and self.stones:
            over = -self.left
            self._begin_period()
            self.left -= over
        if self.stones_left:
            self.stones_left -= 1
            if self.stones_left == 0 and self.stones:
                self._begin_period()
        self.left = max(0.0, self.left)
