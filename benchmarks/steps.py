"""Whole steps of many boards at once beside pgx's Hex 11×11, in a process of its own.

    python -m benchmarks.steps

A whole step is what a learner waits for: the moves, the results, finished games begun anew, and
then the observation and the mask of legal actions for every board. Ours are steps of VectorEnv,
theirs of pgx's Hex, whose batch is stepped by ``jax.jit(jax.vmap(auto_reset(env.step, env.init)))``
and may write over the state that it is given (``donate_argnums``). Both play random legal moves.
These are chosen between the steps, and the choosing is not counted for either.

The process keeps to one core from the start, and XLA is told to do without threads of its own; what
counts is the processor time of the process, so that a thread on the side would not be missed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from abc import abstractmethod
from importlib import metadata
from pathlib import Path
from typing import Any

import click

from quincunx import GAMES, Board
from quincunx.cli.bench import QUICK, ROUNDS, quick_option, seconds_option
from quincunx.cli.common import json_option, print_json, title
from quincunx.cli.measure import Meter, machine, take_turns
from quincunx.rl import VectorEnv

#: Boards that are stepped together, and how many times pgx's rate ours should be in Hex 11×11.
BOARDS, GOAL = 1024, 20

#: Game and size; the first row is the one beside pgx's game, and the others are the usual sizes.
ROWS = (("square-grid-hex", 11), *((game.id, game.default_size) for game in GAMES))

#: Steps before the first round, so that the boards are in the midst of different games.
WARM_UP, QUICK_WARM_UP = 150, 5

ROOT = Path(__file__).resolve().parent.parent


class StepsMeter(Meter):
    """Takes the rate of steps: that of one board, as often as there are boards."""

    warm_up = WARM_UP
    _warm = False

    @abstractmethod
    def choose(self) -> None:
        """Choose a random legal action for each board. This is not measured."""

    @abstractmethod
    def step(self) -> None:
        """Play the actions, and wait until all is there to be seen."""

    def rate(self) -> float:
        if not self._warm:
            for _ in range(self.warm_up):
                self.choose()
                self.step()
            self._warm = True
        steps, spent = 0, 0.0
        while spent < self.seconds:
            self.choose()
            began = time.process_time()
            self.step()
            spent += time.process_time() - began
            steps += BOARDS
        return steps / spent


class VectorMeter(StepsMeter):
    """Ours, for one of the games."""

    def __init__(self, game: str, size: int, seconds: float) -> None:
        board = Board(game, size=size)
        super().__init__(title(board), seconds)
        self.game, self.size = game, size
        self._env = VectorEnv(game, size, BOARDS)
        self._actions = self._env.sample(0)
        self._seed = 0

    def choose(self) -> None:
        self._seed += 1
        self._actions = self._env.sample(self._seed)

    def step(self) -> None:
        self._env.step(self._actions)


class PgxMeter(StepsMeter):
    """pgx's Hex 11×11, on JAX. It has the swap too, and so as many actions as ours."""

    def __init__(self, seconds: float) -> None:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental.wrappers import auto_reset

        super().__init__("pgx, hex 11×11", seconds)
        env = pgx.make("hex")
        self._jax: Any = jax
        self._step = jax.jit(jax.vmap(auto_reset(env.step, env.init)), donate_argnums=0)
        self._choose = jax.jit(
            lambda key, legal: jax.random.categorical(key, jnp.where(legal, 0.0, -jnp.inf))
        )
        self._key = jax.random.PRNGKey(1)
        self._keys = jax.random.split(self._key, BOARDS)
        self._state = jax.jit(jax.vmap(env.init))(self._keys)
        shapes = self._state.observation.shape, self._state.legal_action_mask.shape
        if shapes != ((BOARDS, 11, 11, 4), (BOARDS, 122)):
            raise RuntimeError(f"pgx has another game of Hex than expected: {shapes}")
        self.choose()

    def choose(self) -> None:
        self._key, key = self._jax.random.split(self._key)
        actions = self._choose(key, self._state.legal_action_mask)
        self._actions = self._jax.block_until_ready(actions)

    def step(self) -> None:
        state = self._step(self._state, self._actions, self._keys)
        self._state = self._jax.block_until_ready(state)


def _keep_to_one_core() -> bool:
    """Before JAX is imported: its threads come from this one, and keep to the same core."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    if not hasattr(os, "sched_setaffinity"):
        return False
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    return True


def _peer(seconds: float) -> PgxMeter | None:
    """pgx, or nothing: it comes with `make bench` only."""
    try:
        return PgxMeter(seconds)
    except ImportError:
        return None


def _measure(seconds: float, rounds: int, *, quick: bool) -> dict[str, Any]:
    pinned = _keep_to_one_core()
    each = seconds / rounds
    StepsMeter.warm_up = QUICK_WARM_UP if quick else WARM_UP
    peer = _peer(each)
    rows = [VectorMeter(game, size, each) for game, size in ROWS]
    take_turns([*([peer] if peer else []), *rows], rounds)
    ratios = [row.best / peer.best if peer else None for row in rows]
    return {
        "peer": peer
        and {
            "name": peer.name,
            "version": metadata.version("pgx"),
            "jax": metadata.version("jax"),
            "steps_per_second": round(peer.best),
            "rounds": peer.rounds(),
        },
        "boards": BOARDS,
        "one_core": pinned,
        "rows": [
            {
                "game": row.game,
                "size": row.size,
                "name": row.name,
                "steps_per_second": round(row.best),
                "nanoseconds": round(1e9 / row.best, 1),
                "rounds": row.rounds(),
                "ratio": ratio and round(ratio, 2),
            }
            for row, ratio in zip(rows, ratios, strict=True)
        ],
        "goal": GOAL,
        "met": None if ratios[0] is None else ratios[0] >= GOAL,
    }


def measure_steps(seconds: float, *, quick: bool) -> dict[str, Any]:
    """Measure in another process, as all that JAX does to one ends with it; as JSON has it."""
    options = ["--json", f"--seconds={seconds}", *(["--quick"] if quick else [])]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.steps", *options],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    report: dict[str, Any] = json.loads(done.stdout)["steps"]
    return report


@click.command()
@json_option
@quick_option
@seconds_option
def main(as_json: bool, quick: bool, seconds: float) -> None:
    """Measure whole steps of 1024 boards on one core, beside pgx's Hex 11×11 where it is."""
    from benchmarks.tables import print_steps

    seconds, rounds = QUICK if quick else (seconds, ROUNDS)
    report = {"machine": machine(), "steps": _measure(seconds, rounds, quick=quick)}
    if as_json:
        print_json(report)
    else:
        print_steps(report)


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.steps")
