"""The tree search that a net judges for, in one game or in many at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from quincunx._native import core
from quincunx.board import Board, Move
from quincunx.learn.nets import Judgement
from quincunx.search import as_seed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Judge", "NetSearch", "best_move"]

#: Whoever says what positions are worth, given as planes, a row for each: :meth:`Net.judge`.
Judge = Callable[["npt.NDArray[np.uint8]"], Judgement]

#: Simulations for a search that ends by the clock.
_ENDLESS = 1 << 62


class NetSearch:
    """Many games from the same start, with a search in each.

    >>> import numpy as np
    >>> def know_nothing(planes):
    ...     n = len(planes)
    ...     return Judgement(np.zeros((n, 9), np.float32), np.zeros(n, np.float32))
    >>> search = NetSearch(Board("hadron", size=3), 4, seed=1)
    >>> search.run(50, know_nothing)
    >>> search.play(search.choose())
    >>> search.turns().tolist()
    [1, 1, 1, 1]

    All that draws lots is drawn from the seed, and the same judge leads to the same games. What is
    said of one game does not depend on the others, but a judge may answer a batch of positions a
    little differently from single ones.

    :param start: where all games begin, with the moves before it.
    :param games: how many.
    :param seed: of moves and noise.
    :param noise: how much of the priors at the roots is random, 0 to 1.
    :param memory_mb: of all trees together. When it is used up, the search goes on without
        remembering more positions.
    """

    def __init__(
        self,
        start: Board,
        games: int = 1,
        *,
        seed: int = 0,
        noise: float = 0.0,
        memory_mb: int = 256,
    ) -> None:
        import numpy as np

        self._search = core.NetSearch(
            start._history, games, seed=as_seed(seed), noise=noise, memory_mb=memory_mb
        )
        side = self._search.plane_side
        self.action_count: int = self._search.action_count
        self._games = games
        self._planes = np.empty((games, len(self._search.plane_names), side, side), np.uint8)
        self._legal = np.empty((games, self.action_count), bool)
        #: How many positions have been judged.
        self.judged = 0

    def __len__(self) -> int:
        return self._games

    def run(self, simulations: int, judge: Judge, *, seconds: float | None = None) -> None:
        """Search until each game that goes on has had so many simulations since its last move.

        Less is enough for a position that is proven. If the judge fails, what was searched is kept,
        and the next run goes on.

        :param seconds: stop after this time, but not before all games have had one simulation.
        :raises ValueError: if a judgement is not a number.
        """
        import numpy as np

        # Positions that a judge has failed at would wait for ever.
        self._search.play(np.full(self._games, -1, np.int64))
        deadline = None if seconds is None else time.monotonic() + seconds
        while waiting := self._search.leaves(simulations, self._planes, self._legal):
            policy, values = judge(self._planes[:waiting])
            self._search.give(
                np.ascontiguousarray(policy, np.float32), np.ascontiguousarray(values, np.float32)
            )
            self.judged += waiting
            if deadline is not None and time.monotonic() >= deadline:
                return

    def visits(self) -> npt.NDArray[np.int32]:
        """How often each action was tried, one row a game: the simulations but for the first."""
        import numpy as np

        out = np.empty((self._games, self.action_count), np.int32)
        self._search.visits(out)
        return out

    def policy(self) -> npt.NDArray[np.float32]:
        """What the search recommends, as probabilities of actions, one row a game.

        The winning actions if the position is won for sure; otherwise each by its visits, but for
        those that lose for sure. Zeros where a game is over.
        """
        import numpy as np

        out = np.empty((self._games, self.action_count), np.float32)
        self._search.policy(out)
        return out

    def values(self) -> npt.NDArray[np.float32]:
        """What the side to move may expect: 1 for a win, -1 for a loss, 0 if the game is over."""
        import numpy as np

        out = np.empty(self._games, np.float32)
        self._search.values(out)
        return out

    def proofs(self) -> npt.NDArray[np.int8]:
        """0 or 1 for the side that wins for sure, 2 for a draw, -1 if nothing is sure."""
        return self._smalls(self._search.proofs)

    def choose(self, drawn: npt.ArrayLike = False) -> npt.NDArray[np.int64]:
        """The best action of each game, or one drawn by :meth:`policy`; -1 if the game is over.

        :param drawn: whether to draw, for all games or for each.
        """
        import numpy as np

        flags = np.ascontiguousarray(np.broadcast_to(np.asarray(drawn, bool), self._games))
        out = np.empty(self._games, np.int64)
        self._search.choose(flags, out)
        return out

    def sample(self) -> npt.NDArray[np.int64]:
        """A random legal action of each game, all equally likely; -1 if the game is over."""
        import numpy as np

        out = np.empty(self._games, np.int64)
        self._search.sample(out)
        return out

    def play(self, actions: npt.ArrayLike) -> None:
        """Play an action in each game; -1 leaves a game alone. Either all are legal, or none is.

        The search of a game that moves begins anew.

        :raises IllegalMoveError: if one is not; the message names the game, and the rule.
        :raises ValueError: if they are not whole numbers, one for each game.
        """
        import numpy as np

        array = np.asarray(actions)
        if array.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {array.dtype}")
        if array.dtype == np.uint64 and (array >= self.action_count).any():
            raise ValueError(f"actions are 0 to {self.action_count - 1}, not {array.max()}")
        if array.shape != (self._games,):
            raise ValueError(f"{self._games} actions are needed, not an array of {array.shape}")
        self._search.play(np.ascontiguousarray(array, np.int64))

    def turns(self) -> npt.NDArray[np.int8]:
        """Who is to move: 0 for FIRST, 1 for SECOND."""
        return self._smalls(self._search.turns)

    def results(self) -> npt.NDArray[np.int8]:
        """-1 while a game goes on, then 0 or 1 for the winner's side and 2 for a draw."""
        return self._smalls(self._search.results)

    def _smalls(self, write: Callable[[npt.NDArray[np.int8]], None]) -> npt.NDArray[np.int8]:
        import numpy as np

        out = np.empty(self._games, np.int8)
        write(out)
        return out


def best_move(
    board: Board,
    judge: Judge,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    memory_mb: int = 256,
) -> Move:
    """The move that a search finds best, with nothing random in it.

    :param simulations, seconds: when to stop; whichever is first, and one of them must be given.
    :raises ValueError: if neither is given, or the game is over.
    """
    if simulations is None and seconds is None:
        raise ValueError("how long may the search take? Give simulations or seconds")
    if board.is_game_over():
        raise ValueError("the game is over, and there is no move")
    search = NetSearch(board, memory_mb=memory_mb)
    search.run(_ENDLESS if simulations is None else simulations, judge, seconds=seconds)
    return core.move_of_action(board._history, int(search.choose()[0]))
