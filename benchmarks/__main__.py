"""``python -m benchmarks``: everything that is measured against a peer or a goal, in one run."""

from __future__ import annotations

from typing import Any

import click

from benchmarks.costs import library_costs
from benchmarks.games import measure_games
from benchmarks.records import measure_records
from benchmarks.search import measure_search
from benchmarks.steps import measure_steps
from benchmarks.tables import print_report
from benchmarks.web import measure_web
from quincunx.cli.bench import QUICK, ROUNDS, quick_option, seconds_option
from quincunx.cli.common import json_option, print_json
from quincunx.cli.measure import machine, method


def _openspiel() -> Any:
    """OpenSpiel's module, or nothing: it comes with `make bench` only."""
    try:
        import pyspiel
    except ImportError:
        return None
    return pyspiel


def _python_chess() -> Any:
    """python-chess, or nothing: it comes with `make bench` too."""
    try:
        import chess
        import chess.pgn
    except ImportError:
        return None
    return chess


@click.command()
@json_option
@quick_option
@seconds_option
def main(as_json: bool, quick: bool, seconds: float) -> None:
    """Measure the speed of Quincunx beside OpenSpiel, and against the goals of the plan.

    The tables give games per second on one thread and, if OpenSpiel is installed (make bench), the
    ratio to the rate of its Hex 11×11 in the same run; then simulations per second of the engine,
    beside OpenSpiel's MCTSBot, and in WebAssembly as a part of native; then whole steps of many
    boards beside pgx, reading records beside python-chess, and what the library costs. Leave the
    machine alone meanwhile.
    """
    seconds, rounds = QUICK if quick else (seconds, ROUNDS)
    peer = _openspiel()
    measured_on = machine()
    report = {
        "machine": measured_on,
        "method": method(seconds / rounds, rounds),
        **measure_games(peer, seconds, rounds),
        "costs": library_costs(rounds),
        "search": measure_search(peer, seconds, rounds),
        "steps": measure_steps(seconds, quick=quick),
        "web": measure_web(seconds, rounds),
        "records": measure_records(_python_chess(), rounds, quick=quick),
    }
    if as_json:
        print_json(report)
    else:
        print_report(report)


if __name__ == "__main__":
    main(prog_name="python -m benchmarks")
