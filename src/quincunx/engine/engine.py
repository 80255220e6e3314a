"""The engine: plays, analyses, and says "proven" only where it is."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from typing import Self

from quincunx import solved
from quincunx._native import core
from quincunx.board import Board
from quincunx.engine.closing import Closing
from quincunx.engine.levels import Level, parse_level
from quincunx.engine.limits import Limit
from quincunx.engine.results import Info, PlayResult, info_of
from quincunx.errors import EngineError
from quincunx.games import Game, Side
from quincunx.search import as_seed, require_threads
from quincunx.solved import Known

__all__ = ["STYLES", "Analysis", "Engine", "Playing"]

#: How an engine may think: with all that it knows, or as the baseline does.
STYLES = ("default", "plain")

#: How often an analysis reports, in seconds.
_PERIOD = 0.1

#: Principal variations are cut off here.
_LONGEST_PV = 32


class Engine(Closing):
    """An engine for one game on one size of board.

    >>> import quincunx
    >>> from quincunx import engine
    >>> board = quincunx.Board("hadron", size=3)
    >>> with engine.Engine("hadron", size=3, seed=1) as e:
    ...     info = e.analyse(board, engine.Limit(time=1))
    >>> info.value, info.value_of(quincunx.Side.SECOND), info.proven.winner
    (1.0, 0.0, Side.FIRST)

    It does one thing at a time: while an analysis runs, nothing else can be asked. Use it in a
    ``with`` block, or call :meth:`close`; both stop what runs and give the memory back.

    :param game, size, pie: as for :class:`quincunx.Board`.
    :param threads: how many threads think together.
    :param memory_mb: how much the search may remember. When it is full, the search goes on with
        what it has.
    :param seed: the same seed on one thread gives the same moves for the same calls.
    :param style: ``"default"``, or ``"plain"``: UCT with uniform playouts, as a baseline.
    :raises InvalidPositionError: if the game or the size is not one that there is.
    :raises ValueError: if a number or the style makes no sense.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        size: int | None = None,
        pie: bool | None = None,
        threads: int = 1,
        memory_mb: int = 256,
        seed: int | None = None,
        style: str = "default",
    ) -> None:
        self._start = Board(game, size=size, pie=pie)
        require_threads(threads)
        if memory_mb < 1:
            raise ValueError(f"memory_mb must be 1 or more, not {memory_mb}")
        if style not in STYLES:
            raise ValueError(f"no style is called {style!r}; there are {', '.join(STYLES)}")
        self._threads = threads
        self._memory_mb = memory_mb
        self._seed = secrets.randbits(64) if seed is None else as_seed(seed)
        self._style = style
        self._chooser = core.Chooser(self._seed)
        self._lock = threading.RLock()
        self._current: Analysis | None = None
        self._searchers: dict[tuple[str, bool], core.Engine] = {}
        self._closed = False
        self._searcher(style)

    @classmethod
    def for_board(
        cls,
        board: Board,
        *,
        threads: int = 1,
        memory_mb: int = 256,
        seed: int | None = None,
        style: str = "default",
    ) -> Engine:
        """An engine for the game that a board is of: its size, and its pie rule or none."""
        pie = board.pie if board.game.has_pie_rule else None
        return cls(
            board.game,
            size=board.size,
            pie=pie,
            threads=threads,
            memory_mb=memory_mb,
            seed=seed,
            style=style,
        )

    # --- What it is for --------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """What it plays."""
        return self._start.game

    @property
    def size(self) -> int:
        """On which size of board."""
        return self._start.size

    @property
    def pie(self) -> bool:
        """With a pie rule?"""
        return self._start.pie

    def __repr__(self) -> str:
        return f"<Engine for {_title(self._start)}{', closed' if self._closed else ''}>"

    # --- Asking ----------------------------------------------------------------------------------

    def analyse(self, board: Board, limit: Limit, *, lines: int = 0) -> Info:
        """Think about a position until the limit is reached, or the result is proven.

        :param lines: how many moves to tell about, the best first; 0 for all.
        :raises ValueError: if the limit sets no end, the board is not of the engine's kind, or the
            game on it is over.
        :raises EngineError: if the engine is closed or busy.
        """
        if limit.is_open:
            raise ValueError("analyse needs a limit, such as Limit(time=1); analysis does not")
        with self.analysis(board, limit, lines=lines) as stream:
            return stream.wait()

    def play(
        self, board: Board, limit: Limit | None = None, *, level: int | str | Level | None = None
    ) -> PlayResult:
        """Choose a move.

        :param limit: how long to think. The levels 1 to 10 have a number of playouts of their own,
            which a limit can only make smaller.
        :param level: 1 to 10, ``"plain"`` for the baseline, ``None`` or ``"max"`` for the engine at
            its best.
        :raises ValueError: as :meth:`analyse`; or if there is no such level.
        :raises EngineError: if the engine is closed or busy.
        """
        with self.playing(board, limit, level=level) as stream:
            return stream.result()

    def playing(
        self, board: Board, limit: Limit | None = None, *, level: int | str | Level | None = None
    ) -> Playing:
        """Start to choose a move as :meth:`play` does; it can be watched and stopped.

        :raises ValueError: as :meth:`play`.
        :raises EngineError: if the engine is closed or busy.
        """
        chosen = parse_level(level)
        limit = chosen.limit(limit)
        with self._lock:
            self._require(board)
            # A level has a search of its own and begins it anew, so that it knows no more than it
            # is meant to: on one thread, and nothing of what was found out for others.
            alone = chosen.playouts is not None
            searcher = self._searcher(chosen.style or self._style, alone=alone)
            if alone:
                searcher.clear()
            if board.legal_moves.count() == 1:
                limit = limit.capped(core.FORCED_PLAYOUTS)
            searcher.start(board._history.copy(), limit.time, limit.playouts)
            stream = Playing(searcher, board.turn, chosen, self._chooser)
            self._current = stream
            return stream

    def analysis(self, board: Board, limit: Limit | None = None, *, lines: int = 0) -> Analysis:
        """Start to think about a position, and tell what is found while it is being found.

        The search begins at once and ends when it is stopped, at the limit if there is one, or when
        the result is proven. What :mod:`quincunx.solved` has about the position is in every report
        (``known``).

        :raises ValueError: if the board is not of the engine's kind, or the game on it is over.
        :raises EngineError: if the engine is closed or busy.
        """
        if lines < 0:
            raise ValueError(f"lines must be 0 (for all) or more, not {lines}")
        with self._lock:
            self._require(board)
            searcher, limit = self._searcher(self._style), limit or Limit()
            searcher.start(board._history.copy(), limit.time, limit.playouts)
            self._current = Analysis(searcher, board.turn, lines, solved.find(board))
            return self._current

    def stop(self) -> None:
        """End what runs, from whatever thread; whoever waits for it gets what was found."""
        current = self._current
        if current is not None:
            current.stop()

    def clear(self) -> None:
        """Forget all that was found out about positions.

        :raises EngineError: if the engine is closed or busy.
        """
        with self._lock:
            self._require_idle()
            for searcher in self._searchers.values():
                searcher.clear()

    def close(self) -> None:
        """Stop what runs and give the memory back. Nothing can be asked afterwards."""
        with self._lock:
            self.stop()
            self._closed = True
            self._current = None
            self._searchers.clear()

    # --- Inside ----------------------------------------------------------------------------------

    def _searcher(self, style: str, *, alone: bool = False) -> core.Engine:
        """The search of a style, made when it is first needed."""
        key = style, alone
        if key not in self._searchers:
            threads = 1 if alone else self._threads
            memory = min(self._memory_mb, core.LEVEL_MEMORY_MB) if alone else self._memory_mb
            self._searchers[key] = core.Engine(
                self._start._history, threads, memory, self._seed, style
            )
        return self._searchers[key]

    def _require_idle(self) -> None:
        if self._closed:
            raise EngineError(f"the engine for {_title(self._start)} has been closed")
        if self._current is not None and not self._current.is_over():
            raise EngineError(
                f"the engine for {_title(self._start)} is at work; stop it, or wait for its end"
            )

    def _require(self, board: Board) -> None:
        """Raise unless this board can be thought about now."""
        self._require_idle()
        if not isinstance(board, Board):
            raise TypeError(f"the engine thinks about a Board, not about {board!r}")
        ours, theirs = _title(self._start), _title(board)
        if ours != theirs:
            raise ValueError(f"the engine is for {ours}, not for {theirs}")
        if board.is_game_over():
            raise ValueError(f"the game is over, {board.result()}, in {board.fen()}")


class Analysis:
    """An analysis that grows; :meth:`Engine.analysis` makes it.

    Iterate over it for reports, about ten a second as long as there is news; the last one comes
    when the search has ended. Leaving the ``with`` block stops the search.

    >>> import quincunx
    >>> from quincunx import engine
    >>> board = quincunx.Board("cordon", size=4)
    >>> with engine.Engine("cordon", size=4) as e, e.analysis(board) as stream:
    ...     for info in stream:
    ...         if info.playouts >= 100:
    ...             stream.stop()
    >>> stream.info.best in board.legal_moves, stream.info.stopped_by
    (True, 'stop')
    """

    def __init__(
        self, searcher: core.Engine, turn: Side, lines: int, known: Known | None = None
    ) -> None:
        self._searcher: core.Engine | None = searcher  # let go when the search has ended
        self._turn = turn
        self._lines = lines
        self._known = known
        self._lock = threading.Lock()
        self._last: Info | None = None  # the last word, once the search has ended
        self._told: Info | None = None  # what the iteration gave last

    @property
    def info(self) -> Info:
        """What is known now."""
        with self._lock:
            return self._last or self._report(self._searcher)

    def is_over(self) -> bool:
        """Has the search ended?"""
        return self._pause(0)

    def stop(self) -> None:
        """End the search. What it found stays in :attr:`info`."""
        with self._lock:
            if self._searcher is not None:
                self._searcher.stop()
                self._last = self._report(self._searcher)
                self._searcher = None

    def wait(self) -> Info:
        """Wait until the search ends, and tell what it found."""
        while not self._pause(_PERIOD):
            pass
        return self.info

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        while self._told is None or self._told is not self._last:
            over = self._pause(_PERIOD)
            info = self.info
            if over or self._told is None or _progress(info) != _progress(self._told):
                self._told = info
                return info
        raise StopIteration

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def _pause(self, seconds: float) -> bool:
        """Wait for the end, but not longer than this. Has it come?

        Never wait for long: once the search has ended, its engine may be asked something else, and
        that is not ours to wait for.
        """
        searcher = self._searcher
        if searcher is not None and searcher.wait(seconds):
            self.stop()
        return self._searcher is None

    def _report(self, searcher: core.Engine | None) -> Info:
        assert searcher is not None
        return info_of(searcher.report(self._lines, _LONGEST_PV), self._turn, self._known)


class Playing(Analysis):
    """An analysis that ends with a move; :meth:`Engine.playing` makes it.

    >>> import quincunx
    >>> from quincunx import engine
    >>> board = quincunx.Board("cordon", size=4)
    >>> with engine.Engine("cordon", size=4) as e, e.playing(board, level=10) as stream:
    ...     stream.stop()
    >>> stream.result().move in board.legal_moves
    True
    """

    def __init__(
        self, searcher: core.Engine, turn: Side, level: Level, chooser: core.Chooser
    ) -> None:
        super().__init__(searcher, turn, lines=0)
        self._level = level
        self._chooser = chooser
        self._result: PlayResult | None = None

    def result(self) -> PlayResult:
        """Wait until the search ends, and tell the move that the level plays, knowing that much."""
        if self._result is None:
            info = self.wait()
            self._result = PlayResult(self._level.choose(info, self._chooser), info)
        return self._result


def _progress(info: Info) -> tuple[int, int]:
    return info.playouts, info.nodes


def _title(board: Board) -> str:
    """Game and size, and the pie rule if it is left out."""
    size = board.game.size_text(board.size)
    plain = board.game.has_pie_rule and not board.pie
    return f"{board.game.name} {size}{' without the pie rule' if plain else ''}"
