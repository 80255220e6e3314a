"""Random games beside OpenSpiel's in the same run.

What is measured is uniform random games from the start to the end, on one thread. OpenSpiel plays
Hex 11×11, driven so that it stays in C++: one simulation of its MCTSBot, which hands the root to a
RandomRolloutEvaluator that plays many games from there. Its rate and ours are taken in turns, round
by round, and the best round of each counts.
"""

from __future__ import annotations

from functools import partial
from importlib import metadata
from typing import Any

from quincunx import Board, Playouts
from quincunx._native import core
from quincunx.cli.measure import GamesMeter, RandomGames, take_turns

#: The ways of the core to play random games, in words.
WAYS = {"fill": "one at a time", "lanes": "many at once", "moves": "move by move"}

#: Game, size, way, and the goal of the plan as a multiple of OpenSpiel's rate.
ROWS = (
    ("square-grid-hex", 11, "fill", 200),
    ("square-grid-hex", 11, "lanes", 2000),
    ("square-grid-hex", 19, "fill", 90),
    ("square-grid-hex", 19, "lanes", None),
    ("hadron", 5, "moves", 700),
    ("hadron", 7, "moves", 400),
    ("cordon", 5, "fill", 140),
    ("blast-radius", 6, "moves", 60),
    ("quadrature", 11, "moves", 3),
)


class OpenSpielHex:
    """OpenSpiel's random Hex games on 11×11, all of them in C++.

    The first simulation of an MCTSBot evaluates the root without expanding it, so the rollouts
    start from the empty board itself; `play` holds the bot to that.
    """

    size = 11

    def __init__(self, pyspiel: Any) -> None:
        self._pyspiel = pyspiel
        self.version = metadata.version("open_spiel")
        self._game = pyspiel.load_game("hex", {"board_size": self.size})
        self._start = self._game.new_initial_state()
        self._bot: Any = None
        self._rollouts = 0

    def play(self, games: int) -> None:
        """Play this many."""
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


def without_pie(game: str, size: int) -> Board:
    """A board of ours as peers play the game: without a pie rule."""
    usual = Board(game, size=size)
    return Board(game, size=size, pie=False) if usual.game.has_pie_rule else usual


def _run(board: Board, way: str, games: int, seed: int) -> Playouts:
    first, second, draws, plies = core.playouts(board._history, games, seed, 1, way)
    return Playouts(first, second, draws, plies if way == "moves" else None)


def measure_games(pyspiel: Any, seconds: float, rounds: int) -> dict[str, Any]:
    """Measure random games, and say it in a form that JSON has.

    :param pyspiel: OpenSpiel's module, or nothing.
    """
    each = seconds / rounds
    peer = OpenSpielHex(pyspiel) if pyspiel else None
    peer_meter = GamesMeter("OpenSpiel", each, peer.play) if peer else None
    rows = []
    for game, size, way, _ in ROWS:
        board = without_pie(game, size)
        rows.append(RandomGames(board, WAYS[way], partial(_run, board, way), each))
    take_turns([*([peer_meter] if peer_meter else []), *(row.meter for row in rows)], rounds)

    report: dict[str, Any] = {"peer": None, "rows": []}
    if peer and peer_meter:
        report["peer"] = {
            "name": "OpenSpiel",
            "version": peer.version,
            "game": "hex",
            "size": peer.size,
            "start": "the empty board",
            "playouts_per_second": round(peer_meter.best),
            "nanoseconds": round(1e9 / peer_meter.best, 1),
            "rounds": peer_meter.rounds(),
        }
    for row, (*_, goal) in zip(rows, ROWS, strict=True):
        ratio = row.meter.best / peer_meter.best if peer_meter else None
        report["rows"].append(
            row.as_dict()
            | {
                "ratio": ratio and round(ratio, 2),
                "goal": goal,
                "met": None if ratio is None or goal is None else ratio >= goal,
            }
        )
    return report
