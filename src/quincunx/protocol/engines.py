"""What the protocols share: their settings, the engine they keep, and how results are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Thread

from quincunx import Board, EngineError, find_game
from quincunx.engine import MAX, Engine, Info, Level, Limit, PlayResult
from quincunx.engine.closing import Closing

#: The shortest and the longest search, in seconds, and the most playouts, that can be asked for.
SHORTEST = 0.001
LONGEST = 86_400.0
MOST_PLAYOUTS = 10**12

#: The ranges of the settings.
MOST_THREADS = 256
MOST_MEMORY_MB = 1_048_576

#: Seconds between two attempts to stop a search.
_HALT_PERIOD = 0.005


@dataclass(frozen=True)
class Settings:
    """What ``quincunx engine`` was told when it started. UGI can change it afterwards."""

    game: str = "hadron"
    size: int | None = None  # None: the game's usual one
    pie: bool = True  # where the game has a pie rule
    threads: int = 1  # of each search
    memory_mb: int = 256  # of each engine
    seed: int | None = None
    level: Level = MAX
    time: float = 1.0  # seconds for a search that is given no limit
    workers: int = 2  # analyses at a time, in JSON lines

    def board(self) -> Board:
        """The start position.

        :raises InvalidPositionError: if the game is not offered in this size.
        """
        game = find_game(self.game)
        return Board(game, size=self.size, pie=self.pie if game.has_pie_rule else None)


class EngineSlot(Closing):
    """Room for one engine. It stays as long as it is the one that is wanted."""

    def __init__(self) -> None:
        self._engine: Engine | None = None
        self._key: object = None

    def get(self, board: Board, settings: Settings) -> Engine:
        """The engine for a board's game, with these settings; the one from before if it will do.

        :raises EngineError: if there is not enough memory for it.
        """
        threads, memory_mb, seed = settings.threads, settings.memory_mb, settings.seed
        style = settings.level.style or "default"
        key = (board.game.id, board.size, board.pie, threads, memory_mb, seed, style)
        if self._engine is None or key != self._key:
            self.close()
            try:
                self._engine = Engine.for_board(
                    board, threads=threads, memory_mb=memory_mb, seed=seed, style=style
                )
            except MemoryError:
                raise EngineError(f"this machine has no {memory_mb} MB for an engine") from None
            self._key = key
        return self._engine

    def clear(self) -> None:
        """Forget what was found out about positions."""
        if self._engine is not None:
            self._engine.clear()

    def stop(self) -> None:
        """End the search that runs, if there is one; from any thread."""
        engine = self._engine
        if engine is not None:
            engine.stop()

    def close(self) -> None:
        """Stop, and give the memory back."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None


def halt(stop: Callable[[], None], ended: Callable[[float], bool]) -> None:
    """Stop a search, and wait until it has ended.

    :param stop: ends what runs now; does nothing if nothing runs.
    :param ended: waits for the end, but no longer than this many seconds; has it come?
    """
    seconds = 0.0
    while not ended(seconds):
        # Again and again, as the search may only be about to begin.
        stop()
        seconds = _HALT_PERIOD


def joined(thread: Thread, seconds: float) -> bool:
    """Wait for the end of a thread, but not longer than this. Has it come?"""
    thread.join(seconds)
    return not thread.is_alive()


def think(
    engine: Engine,
    board: Board,
    limit: Limit,
    level: Level,
    tell: Callable[[Info], None] | None = None,
) -> PlayResult:
    """Choose a move at a level.

    :param limit: may be open, for a search that goes on until it is stopped.
    :param tell: is called with what is known, about ten times a second. Levels with a small search
        of their own have nothing to tell before its end.
    """
    if level.playouts is not None:
        return engine.play(board, limit, level=level)
    with engine.analysis(board, limit, lines=1) as stream:
        for info in stream:
            if tell:
                tell(info)
    return PlayResult(stream.info.best, stream.info)
