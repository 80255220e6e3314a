"""Measuring random games beside OpenSpiel's in the same run, and what the library costs.

What is measured is uniform random games from the start to the end, on one thread. OpenSpiel plays
Hex 11×11, driven so that it stays in C++: one simulation of its MCTSBot, which hands the root to a
RandomRolloutEvaluator that plays many games from there. Its rate and ours are taken in turns, round
by round, and the best round of each counts. Times are processor time: a machine that is busy with
other things as well disturbs the figures little, and the ratios less.
"""

from __future__ import annotations

import math
import os
import platform
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from quincunx import GAMES, Board
from quincunx._native import core, level
from quincunx.cli.common import console, title

#: A rate is calibrated with a run of at least so many seconds.
CALIBRATION = 0.02

#: "About a microsecond" for a copy and for a push, in nanoseconds.
ABOUT_A_MICROSECOND = 1500

#: What `import quincunx` may add to Python's start, in milliseconds.
IMPORT_GOAL = 60


# --- What is measured ----------------------------------------------------------------------------


class Player(Protocol):
    """Something that plays random games."""

    def play(self, games: int) -> None:
        """Play so many."""


@dataclass
class Meter:
    """Takes the rate of a player, a round at a time."""

    player: Player
    seconds: float
    games: int = 0
    rates: list[float] = field(default_factory=list)

    def round(self) -> None:
        """Play for about the given time, and note games per second."""
        if not self.games:
            self._calibrate()
        self.rates.append(self.games / self._time(self.games))

    def _time(self, games: int) -> float:
        started = time.thread_time()
        self.player.play(games)
        return max(time.thread_time() - started, 1e-9)

    def _calibrate(self) -> None:
        games, seconds = 1, 0.0
        while (seconds := self._time(games)) < min(CALIBRATION, self.seconds):
            games *= 4
        self.games = max(1, math.ceil(games * self.seconds / seconds))

    @property
    def best(self) -> float:
        """Games per second in the best round."""
        return max(self.rates)


class OurGames:
    """Random games of Quincunx, played in one of the core's ways."""

    def __init__(self, board: Board, way: str) -> None:
        self._board = board
        self._way = way
        self._seed = 0
        self.first = self.second = self.draws = self.plies = 0

    def play(self, games: int) -> None:
        self._seed += 1
        tally = core.playouts(self._board._history, games, self._seed, 1, self._way)
        self.first += tally[0]
        self.second += tally[1]
        self.draws += tally[2]
        self.plies += tally[3]

    @property
    def games(self) -> int:
        """How many were played in all."""
        return self.first + self.second + self.draws

    @property
    def mean_plies(self) -> float | None:
        """The mean length, where games are played move by move."""
        return self.plies / self.games if self._way == "moves" else None


class OpenSpielHex:
    """OpenSpiel's random Hex games on 11×11, all of them in C++.

    The first simulation of an MCTSBot evaluates the root without expanding it, so the rollouts
    start from the empty board itself; `play` holds the bot to that.
    """

    size = 11

    def __init__(self, pyspiel: Any, version: str) -> None:
        self._pyspiel = pyspiel
        self.version = version
        self._game = pyspiel.load_game("hex", {"board_size": self.size})
        self._start = self._game.new_initial_state()
        self._bot: Any = None
        self._rollouts = 0

    @classmethod
    def if_installed(cls) -> OpenSpielHex | None:
        """OpenSpiel, or nothing: it comes with `make bench` only."""
        from importlib import metadata

        try:
            import pyspiel
        except ImportError:
            return None
        return cls(pyspiel, metadata.version("open_spiel"))

    def play(self, games: int) -> None:
        if games != self._rollouts:
            evaluator = self._pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=1)
            self._bot = self._pyspiel.MCTSBot(
                self._game,
                evaluator,
                uct_c=2.0,
                max_simulations=1,
                max_memory_mb=100,
                solve=False,
                seed=1,
                verbose=False,
            )
            self._rollouts = games
        root = self._bot.mcts_search(self._start)
        if root.explore_count != 1 or root.children:
            raise RuntimeError("OpenSpiel's bot did something else than one evaluation of the root")


WAYS = {"fill": "one at a time", "lanes": "many at once", "moves": "move by move"}


@dataclass
class Row:
    """A line of the table: a game played in some way, and the goal as a multiple of OpenSpiel."""

    game: str
    size: int
    way: str
    goal: int | None
    meter: Meter = field(init=False)
    games: OurGames = field(init=False)
    name: str = field(init=False)

    def prepare(self, seconds: float) -> None:
        pie = False if self.game == "square-grid-hex" else None
        board = Board(self.game, size=self.size, pie=pie)
        self.name = title(board)
        self.games = OurGames(board, self.way)
        self.meter = Meter(self.games, seconds)

    def as_dict(self, peer: float | None) -> dict[str, object]:
        rate, games = self.meter.best, self.games
        ratio = rate / peer if peer else None
        return {
            "game": self.game,
            "size": self.size,
            "name": self.name,
            "way": WAYS[self.way],
            "playouts_per_second": round(rate),
            "nanoseconds": round(1e9 / rate, 1),
            "mean_plies": games.mean_plies and round(games.mean_plies, 2),
            "first_wins": round(games.first / games.games, 4),
            "draws": round(games.draws / games.games, 4),
            "games": games.games,
            "ratio": ratio and round(ratio, 2),
            "goal": self.goal,
            "met": None if ratio is None or self.goal is None else ratio >= self.goal,
            "rounds": [round(rate) for rate in self.meter.rates],
        }


def table_rows() -> list[Row]:
    """The rows of the table, with the goals of the project's plan."""
    return [
        Row("square-grid-hex", 11, "fill", 200),
        Row("square-grid-hex", 11, "lanes", 2000),
        Row("square-grid-hex", 19, "fill", 90),
        Row("square-grid-hex", 19, "lanes", None),
        Row("hadron", 5, "moves", 700),
        Row("hadron", 7, "moves", 400),
        Row("cordon", 5, "fill", 140),
        Row("blast-radius", 6, "moves", 60),
        Row("quadrature", 11, "moves", 3),
    ]


# --- What the library costs ----------------------------------------------------------------------


def _best_time(action: Callable[[], object], repeats: int) -> float:
    """Seconds that an action takes at best."""
    times = []
    for _ in range(repeats):
        started = time.thread_time()
        action()
        times.append(time.thread_time() - started)
    return min(times)


def _process_seconds(code: str) -> float:
    """Processor time of a new Python that runs some code."""

    def children() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    before = children()
    subprocess.run([sys.executable, "-c", code], check=True)
    return children() - before


def import_milliseconds(repeats: int) -> float:
    """What `import quincunx` adds to Python's start: the best of new processes, in turns."""
    bare, ours = math.inf, math.inf
    for _ in range(repeats):
        bare = min(bare, _process_seconds("pass"))
        ours = min(ours, _process_seconds("import quincunx"))
    return (ours - bare) * 1e3


def _random_game(board: Board) -> Board:
    rng = random.Random(1)
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return board


def board_nanoseconds(board: Board, repeats: int) -> dict[str, float]:
    """What a copy and a push cost, over the moves of a random game."""
    moves = _random_game(board.copy()).move_stack
    middle = board.copy()
    for move in moves[: len(moves) // 2]:
        middle.push(move)

    def copies() -> None:
        for _ in range(1000):
            middle.copy()

    def pushes() -> None:
        fresh = board.copy()
        for move in moves:
            fresh.push(move)

    return {
        "copy": _best_time(copies, repeats) / 1000 * 1e9,
        "push": _best_time(pushes, repeats * 10) / len(moves) * 1e9,
    }


def library_costs(repeats: int) -> dict[str, Any]:
    """Import time, and a copy and a push in each game at its usual size."""
    boards = {}
    for game in GAMES:
        costs = board_nanoseconds(Board(game), repeats)
        boards[game.id] = {f"{what}_nanoseconds": round(ns) for what, ns in costs.items()}
    milliseconds = import_milliseconds(2 * repeats)
    slowest = max(ns for costs in boards.values() for ns in costs.values())
    return {
        "import_milliseconds": round(milliseconds, 1),
        "import_goal_milliseconds": IMPORT_GOAL,
        "import_met": milliseconds < IMPORT_GOAL,
        "boards": boards,
        "boards_goal_nanoseconds": ABOUT_A_MICROSECOND,
        "boards_met": slowest <= ABOUT_A_MICROSECOND,
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


def machine() -> dict[str, object]:
    """What the figures were taken on."""
    return {
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "core_build": level,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "load": [round(load, 1) for load in os.getloadavg()],
    }


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


def measure(seconds: float, rounds: int) -> dict[str, Any]:
    """Measure everything, and say it in a form that JSON has."""
    measured_on = machine()
    peer = OpenSpielHex.if_installed()
    peer_meter = Meter(peer, seconds / rounds) if peer else None
    rows = table_rows()
    for row in rows:
        row.prepare(seconds / rounds)
    with _ticker(rounds * (len(rows) + 1) + 1) as tick:
        for _ in range(rounds):
            tick("OpenSpiel")
            if peer_meter:
                peer_meter.round()
            for row in rows:
                tick(f"{row.name}, {WAYS[row.way]}")
                row.meter.round()
        tick("library")
        costs = library_costs(rounds)
    rate = peer_meter.best if peer_meter else None
    return {
        "machine": measured_on,
        "method": {
            "threads": 1,
            "rounds": rounds,
            "seconds_per_round": seconds / rounds,
            "statistic": "best round",
            "clock": "processor time",
        },
        "peer": peer_meter
        and peer
        and {
            "name": "OpenSpiel",
            "version": peer.version,
            "game": "hex",
            "size": peer.size,
            "start": "the empty board",
            "playouts_per_second": round(peer_meter.best),
            "nanoseconds": round(1e9 / peer_meter.best, 1),
            "rounds": [round(rate) for rate in peer_meter.rates],
        },
        "rows": [row.as_dict(rate) for row in rows],
        "costs": costs,
    }
