"""Measuring the engine's search beside OpenSpiel's in the same run.

Simulations a second from the start of a game, one thread, processor time, best of several rounds
taken in turns. OpenSpiel searches Hex 11×11 with its C++ MCTSBot: UCT 1.4, one random rollout a
simulation, 10 000 simulations a search. Two threads are measured by the clock on the wall, beside
one thread by the same clock.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

from quincunx import Board
from quincunx._native import core
from quincunx.cli.common import title

#: What OpenSpiel's bot is asked for at a time.
SIMULATIONS = 10_000

#: How many times OpenSpiel's rate the engine's should be, and two threads' rate one thread's.
PEER_GOAL, THREADS_GOAL = 8.0, 1.7


class OpenSpielSearch:
    """OpenSpiel's tree search on Hex 11×11."""

    name = "OpenSpiel, hex 11×11, MCTSBot"

    def __init__(self, pyspiel: Any) -> None:
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

    def rate(self, seconds: float) -> float:
        """Simulations a second of processor time, in searches that take about so long."""
        simulations, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds:
            simulations += self._bot.mcts_search(self._start).explore_count
        return simulations / spent


@dataclass
class OurSearch:
    """The engine's search from the start of a game."""

    game: str
    size: int | None
    style: str
    rates: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        pie = False if self.game == "square-grid-hex" else None
        self._board = Board(self.game, size=self.size, pie=pie)
        self.name = title(self._board)

    def rate(self, seconds: float, *, threads: int = 1, wall: bool = False) -> float:
        """Simulations a second: of processor time, or by the clock on the wall."""
        clock = time.perf_counter if wall else time.process_time
        searcher = core.Engine(self._board._history, threads, 512, 1, self.style)
        began = clock()
        searcher.start(self._board._history, seconds, None)
        searcher.wait(None)
        spent = clock() - began
        return searcher.report(1, 1).playouts / spent


def search_rows() -> list[OurSearch]:
    """What is measured; the first row is the one beside OpenSpiel."""
    default = [
        OurSearch(game, size, "default")
        for game, size in (
            ("square-grid-hex", 11),
            ("square-grid-hex", 13),
            ("hadron", 7),
            ("quadrature", 11),
            ("cordon", 5),
            ("blast-radius", 6),
        )
    ]
    return [*default, OurSearch("square-grid-hex", 11, "plain")]


def measure_search(seconds: float, rounds: int) -> dict[str, Any]:
    """Measure the search, and say it in a form that JSON has."""
    try:
        import pyspiel
    except ImportError:
        peer = None
    else:
        peer = OpenSpielSearch(pyspiel)
    rows = search_rows()
    peer_rates, one, two = [], [], []
    each = seconds / rounds
    for _ in range(rounds):
        if peer:
            peer_rates.append(peer.rate(each))
        for row in rows:
            row.rates.append(row.rate(each))
        one.append(rows[0].rate(each, wall=True))
        two.append(rows[0].rate(each, threads=2, wall=True))
    peer_rate = max(peer_rates, default=None)
    ratio = peer_rate and max(rows[0].rates) / peer_rate
    threads = max(two) / max(one)
    return {
        "peer": peer
        and {
            "name": peer.name,
            "simulations_per_second": round(max(peer_rates)),
            "rounds": [round(rate) for rate in peer_rates],
        },
        "rows": [
            {
                "game": row.game,
                "name": row.name,
                "style": row.style,
                "simulations_per_second": round(max(row.rates)),
                "rounds": [round(rate) for rate in row.rates],
            }
            for row in rows
        ],
        "ratio": ratio and round(ratio, 2),
        "goal": PEER_GOAL,
        "met": None if ratio is None else ratio >= PEER_GOAL,
        "two_threads": {
            "one": round(max(one)),
            "two": round(max(two)),
            "ratio": round(threads, 2),
            "goal": THREADS_GOAL,
            "met": threads >= THREADS_GOAL,
        },
    }
