"""The engine's search beside OpenSpiel's in the same run.

Simulations a second from the start of a game, one thread, processor time, best of several rounds
taken in turns. OpenSpiel searches Hex 11×11 with its C++ MCTSBot: UCT 1.4, one random rollout a
simulation, 10 000 simulations a search. Two threads are measured by the clock on the wall, beside
one thread by the same clock.
"""

from __future__ import annotations

import time
from typing import Any

from benchmarks.games import without_pie
from quincunx.cli.common import title
from quincunx.cli.measure import Meter, SearchMeter, search_row, take_turns

#: What OpenSpiel's bot is asked for at a time.
SIMULATIONS = 10_000

#: How many times OpenSpiel's rate the engine's should be, and two threads' rate one thread's.
PEER_GOAL, THREADS_GOAL = 8.0, 1.7

#: Game, size and style; the first row is the one beside OpenSpiel.
ROWS = (
    ("square-grid-hex", 11, "default"),
    ("square-grid-hex", 13, "default"),
    ("hadron", 7, "default"),
    ("quadrature", 11, "default"),
    ("cordon", 5, "default"),
    ("blast-radius", 6, "default"),
    ("square-grid-hex", 11, "plain"),
)


class OpenSpielMeter(Meter):
    """OpenSpiel's tree search on Hex 11×11."""

    def __init__(self, pyspiel: Any, seconds: float) -> None:
        super().__init__("OpenSpiel, hex 11×11, MCTSBot", seconds)
        self._start = pyspiel.load_game("hex", {"board_size": 11}).new_initial_state()
        self._bot = pyspiel.MCTSBot(
            self._start.get_game(),
            pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1),
            uct_c=1.4,
            max_simulations=SIMULATIONS,
            max_memory_mb=1000,
            solve=True,
            seed=1,
            verbose=False,
        )

    def rate(self) -> float:
        simulations, began = 0, time.process_time()
        while (spent := time.process_time() - began) < self.seconds:
            simulations += self._bot.mcts_search(self._start).explore_count
        return simulations / spent


def measure_search(pyspiel: Any, seconds: float, rounds: int) -> dict[str, Any]:
    """Measure the search, and say it in a form that JSON has.

    :param pyspiel: OpenSpiel's module, or nothing.
    """
    each = seconds / rounds
    peer = OpenSpielMeter(pyspiel, each) if pyspiel else None
    rows = []
    for game, size, style in ROWS:
        board = without_pie(game, size)
        rows.append(SearchMeter(title(board), each, board, style))
    hex_board = rows[0].board
    one, two = (
        SearchMeter(f"{threads} threads", each, hex_board, threads=threads, clock=time.perf_counter)
        for threads in (1, 2)
    )
    take_turns([*([peer] if peer else []), *rows, one, two], rounds)
    ratio = rows[0].best / peer.best if peer else None
    threads_ratio = two.best / one.best
    return {
        "peer": peer
        and {
            "name": peer.name,
            "simulations_per_second": round(peer.best),
            "rounds": peer.rounds(),
        },
        "rows": [search_row(row) for row in rows],
        "ratio": ratio and round(ratio, 2),
        "goal": PEER_GOAL,
        "met": None if ratio is None else ratio >= PEER_GOAL,
        "two_threads": {
            "one": round(one.best),
            "two": round(two.best),
            "ratio": round(threads_ratio, 2),
            "goal": THREADS_GOAL,
            "met": threads_ratio >= THREADS_GOAL,
        },
    }
