"""The differential tests for as long as you like: ``python -m tests.soak SECONDS [--seed S]``.

Two processes play the campaigns of ``tests/differential`` with seeds that no test uses and compare
every position of the core with the reference. At the end there is a table of what was played and of
the rare events that were reached. The first mismatch ends the run: it is printed in full, with the
seed that plays it again, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
import traceback
from multiprocessing.queues import Queue
from queue import Empty
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.live import Live
from rich.table import Table

from tests.differential.campaigns import CAMPAIGNS, Tally

PROCESSES = 2


class Report(NamedTuple):
    """What a process has done since its last report."""

    game: str
    tally: Tally
    failure: str | None


def work(number: int, seed: str, until: float, reports: Queue[Report]) -> None:
    """Play until the time is over, game after game, each game with a reference equally long."""
    rng = Random(f"{seed} {number}")
    spent = {campaign.game: 0.0 for campaign in CAMPAIGNS}
    games = 0
    while time.monotonic() < until:
        game = min(spent, key=spent.__getitem__)
        began = time.monotonic()
        tally, failure = Tally(), None
        while failure is None and time.monotonic() < min(began + 0.5, until):
            campaign = rng.choice([campaign for campaign in CAMPAIGNS if campaign.game == game])
            # Sizes come as often as in the tests: the larger, the more seldom.
            size = rng.choices(list(campaign.sizes), list(campaign.sizes.values()))[0]
            games += 1
            name = f"{seed}.{number}.{games}"
            try:
                tally.add(campaign.play(size, name))
            except Exception as error:
                again = f'campaign {campaign.id!r}: play({size}, "{name}")'
                text = str(error) if isinstance(error, AssertionError) else traceback.format_exc()
                failure = f"{text}\n  again:     {again}"
        spent[game] += time.monotonic() - began
        reports.put(Report(game, tally, failure))
        if failure is not None:
            return


def table_of(tallies: dict[str, Tally], seconds: float, failed: str | None) -> Table:
    """``failed`` is the game that had a mismatch."""
    table = Table(title=f"core beside reference, {seconds:.0f} s on {PROCESSES} processes")
    table.add_column("game")
    table.add_column("sizes")
    table.add_column("games", justify="right")
    table.add_column("positions", justify="right")
    table.add_column("events")
    table.add_column("mismatches", justify="right")
    total = Tally()
    for game, tally in tallies.items():
        sizes = sorted(tally.sizes)
        span = "–".join(dict.fromkeys((str(sizes[0]), str(sizes[-1])))) if sizes else ""
        events = sorted(tally.events.items(), key=by_count)
        table.add_row(
            game,
            span,
            f"{tally.games:,}",
            f"{tally.positions:,}",
            ", ".join(f"{name} {count:,}" for name, count in events),
            "1" if game == failed else "0",
        )
        total += tally
    table.add_section()
    mismatches = "0" if failed is None else "1"
    table.add_row("all", "", f"{total.games:,}", f"{total.positions:,}", "", mismatches)
    return table


def by_count(item: tuple[str, int]) -> tuple[int, str]:
    """Events in the order of their counts; heights of stacks come last, from the lowest up."""
    name, count = item
    if name.startswith("height "):
        return int(name.split()[1]), name
    return -count, name


def soak(seconds: float, seed: str, console: Console) -> int:
    """Run, show, and return the exit code."""
    context = multiprocessing.get_context("spawn")
    reports: Queue[Report] = context.Queue()
    began = time.monotonic()
    until = began + seconds
    workers = [
        context.Process(target=work, args=(number, seed, until, reports), daemon=True)
        for number in range(PROCESSES)
    ]
    for worker in workers:
        worker.start()
    tallies = {campaign.game: Tally() for campaign in CAMPAIGNS}
    failure: str | None = None
    failed: str | None = None
    with Live(console=console, refresh_per_second=2, transient=True) as live:
        while failure is None:
            alive = any(worker.is_alive() for worker in workers)
            try:
                report = reports.get(timeout=0.5)
            except Empty:
                if not alive:
                    break
                continue
            tallies[report.game] += report.tally
            failure = report.failure
            failed = report.game if failure is not None else None
            live.update(table_of(tallies, time.monotonic() - began, failed))
    for worker in workers:
        if failure is not None:
            worker.terminate()
        worker.join()
    crashed = [worker.exitcode for worker in workers if worker.exitcode != 0]
    console.print(table_of(tallies, time.monotonic() - began, failed))
    if failure is not None:
        console.print("MISMATCH", style="bold red")
        console.print(failure, markup=False, highlight=False, soft_wrap=True)
        return 1
    if crashed:
        console.print(f"a process ended with {crashed} and no word", style="bold red")
        return 1
    console.print(f"no mismatch (seed {seed})")
    return 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.soak",
        description="Compare the core with the reference for so many seconds.",
    )
    parser.add_argument("seconds", type=float, help="how long, for example 600")
    parser.add_argument(
        "--seed", default=None, help="play the same games again (default: new ones)"
    )
    options = parser.parse_args(arguments)
    seed = options.seed or str(time.time_ns())
    wide = None if sys.stdout.isatty() else 120
    return soak(options.seconds, seed, Console(width=wide))


if __name__ == "__main__":
    sys.exit(main())
