"""Measuring the speed of random games and of the search.

Whatever is measured takes turns, round by round, and the best round of each counts. Times are
processor time: a machine that is busy with other things as well disturbs the figures little.
"""

from __future__ import annotations

import math
import os
import platform
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from quincunx import GAMES, Board, Playouts, playouts
from quincunx._native import level
from quincunx.cli.common import console, title
from quincunx.engine import Engine, Limit

#: A rate is calibrated with a run of at least this many seconds.
CALIBRATION = 0.02

#: What a search may remember, in megabytes; no round fills it.
MEMORY_MB = 512


# --- Meters --------------------------------------------------------------------------------------


@dataclass
class Meter(ABC):
    """Takes a rate, in rounds of this many seconds."""

    name: str
    seconds: float
    rates: list[float] = field(default_factory=list, init=False)

    def round(self) -> None:
        """Take the rate once more."""
        self.rates.append(self.rate())

    @abstractmethod
    def rate(self) -> float:
        """How many a second, over about the given time."""

    @property
    def best(self) -> float:
        """The rate of the best round."""
        return max(self.rates)

    def rounds(self) -> list[int]:
        """The rates of all rounds."""
        return [round(rate) for rate in self.rates]


@dataclass
class GamesMeter(Meter):
    """Takes the rate at which games are played; ``play`` is told how many to play."""

    play: Callable[[int], object]
    games: int = field(default=0, init=False)  # of a round

    def rate(self) -> float:
        if not self.games:
            self._calibrate()
        return self.games / self._time(self.games)

    def _time(self, games: int) -> float:
        started = time.thread_time()
        self.play(games)
        return max(time.thread_time() - started, 1e-9)

    def _calibrate(self) -> None:
        games, seconds = 1, 0.0
        while (seconds := self._time(games)) < min(CALIBRATION, self.seconds):
            games *= 4
        self.games = max(1, math.ceil(games * self.seconds / seconds))


@dataclass
class SearchMeter(Meter):
    """Takes the engine's playouts a second, each round with a new engine.

    A search ends before its time if the result is proven.
    """

    board: Board
    style: str = "default"
    threads: int = 1
    clock: Callable[[], float] = time.process_time

    def rate(self) -> float:
        with Engine.for_board(
            self.board, threads=self.threads, memory_mb=MEMORY_MB, seed=1, style=self.style
        ) as engine:
            began = self.clock()
            info = engine.analyse(self.board, Limit(time=self.seconds), lines=1)
            return info.playouts / max(self.clock() - began, 1e-9)


def take_turns(meters: Sequence[Meter], rounds: int) -> None:
    """Let each meter take its rounds; a bar on a terminal shows how far it is."""
    with _ticker(rounds * len(meters)) as tick:
        for _ in range(rounds):
            for meter in meters:
                tick(meter.name)
                meter.round()


@contextmanager
def _ticker(steps: int) -> Iterator[Callable[[str], None]]:
    """A bar on a terminal; call it before each step with what comes."""
    if not sys.stderr.isatty():
        yield lambda what: None
        return
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (BarColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=steps)

        def tick(what: str) -> None:
            progress.update(task, description=what, advance=1)

        yield tick


# --- What is measured ----------------------------------------------------------------------------


class RandomGames:
    """Random games from a board, a line of the table.

    :param way: how they are played, in words.
    :param run: plays a number of games with a seed.
    """

    def __init__(
        self, board: Board, way: str, run: Callable[[int, int], Playouts], seconds: float
    ) -> None:
        self._board = board
        self._way = way
        self._run = run
        self._seed = 0
        self._done: list[Playouts] = []
        self.meter = GamesMeter(f"{title(board)}, {way}", seconds, self._play)

    def _play(self, games: int) -> None:
        self._seed += 1
        self._done.append(self._run(games, self._seed))

    def as_dict(self) -> dict[str, Any]:
        """What was measured, as JSON has it."""
        rate = self.meter.best
        games = sum(done.games for done in self._done)
        plies = [done.plies for done in self._done if done.plies is not None]
        return {
            "game": self._board.game.id,
            "size": self._board.size,
            "name": title(self._board),
            "way": self._way,
            "playouts_per_second": round(rate),
            "nanoseconds": round(1e9 / rate, 1),
            "mean_plies": round(sum(plies) / games, 2) if plies else None,
            "first_wins": round(sum(done.first for done in self._done) / games, 4),
            "draws": round(sum(done.draws for done in self._done) / games, 4),
            "games": games,
            "rounds": self.meter.rounds(),
        }


MOVE_BY_MOVE, FILLED = "move by move", "filled at random"


def random_games(board: Board, seconds: float) -> list[RandomGames]:
    """The random games of a board, in each way that there is."""

    def by_moves(games: int, seed: int) -> Playouts:
        return playouts(board, games, seed=seed, lengths=True)

    def fastest(games: int, seed: int) -> Playouts:
        return playouts(board, games, seed=seed)

    rows = [RandomGames(board, MOVE_BY_MOVE, by_moves, seconds)]
    if playouts(board, 1).plies is None:
        rows.insert(0, RandomGames(board, FILLED, fastest, seconds))
    return rows


def search_row(meter: SearchMeter) -> dict[str, Any]:
    """What was measured of a search, as JSON has it."""
    return {
        "game": meter.board.game.id,
        "size": meter.board.size,
        "name": meter.name,
        "style": meter.style,
        "simulations_per_second": round(meter.best),
        "rounds": meter.rounds(),
    }


# --- The run -------------------------------------------------------------------------------------


def _cpu_model() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def machine() -> dict[str, Any]:
    """What the figures were taken on; the load is unknown where the system does not tell it."""
    loads = os.getloadavg() if hasattr(os, "getloadavg") else None
    return {
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "core_build": level,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "load": loads and [round(load, 1) for load in loads],
    }


def method(seconds: float, rounds: int) -> dict[str, Any]:
    """How the figures were taken."""
    return {
        "threads": 1,
        "rounds": rounds,
        "seconds_per_round": seconds,
        "statistic": "best round",
        "clock": "processor time",
    }


def measure(seconds: float, rounds: int) -> dict[str, Any]:
    """Measure random games and the search of every game at its usual size, as JSON has it.

    :param seconds: for each row, in all rounds together.
    """
    measured_on, each = machine(), seconds / rounds
    boards = [Board(game) for game in GAMES]
    games = [row for board in boards for row in random_games(board, each)]
    searches = [SearchMeter(title(board), each, board) for board in boards]
    take_turns([*(row.meter for row in games), *searches], rounds)
    return {
        "machine": measured_on,
        "method": method(each, rounds),
        "rows": [row.as_dict() for row in games],
        "search": {"rows": [search_row(meter) for meter in searches]},
    }
