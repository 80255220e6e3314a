"""What the library costs: its import, and a copy and a push of a board. Unix only."""

from __future__ import annotations

import math
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from quincunx import GAMES, Board
from quincunx.testing import random_game

#: "About a microsecond" for a copy and for a push, in nanoseconds.
ABOUT_A_MICROSECOND = 1500

#: What `import quincunx` may add to Python's start, in milliseconds.
IMPORT_GOAL = 60


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


def board_nanoseconds(board: Board, repeats: int) -> dict[str, float]:
    """What a copy and a push cost, over the moves of a random game."""
    moves = random_game(board.copy(), random.Random(1)).move_stack
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
