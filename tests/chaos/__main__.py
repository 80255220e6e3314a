"""``python -m tests.chaos``: games by script while everything is killed, again and again.

Random moves by pages that behave as the browser's does; meanwhile servers, engines and, with
PostgreSQL, the database are ended by SIGKILL at random moments. Then nothing that was acknowledged
may be missing or be there twice, each game must be a legal one, and all must have come to their
ends. The exit code is 1 if anything is wrong; the database and the servers' logs are then kept.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table as Listing

from tests.chaos.audit import audit
from tests.chaos.games import Table, play
from tests.chaos.pages import Figures
from tests.chaos.world import World, world

__all__ = ["Run", "main", "read_log", "run"]

#: What is killed, and how often in relation to each other.
TARGETS = {
    "sqlite": {"server": 7, "engine": 3},
    "postgresql": {"server": 8, "all servers": 2, "engine": 3, "backend": 3, "postmaster": 4},
}
#: Games that are played at the same time.
AT_ONCE = 40
#: Seconds for games to end when nothing is killed any more.
PATIENCE = 180.0
#: Lines of the list of faults.
SHOWN = 40
#: How a line of a server's log begins: date, time, level.
_ERROR = re.compile(r"\S+ \S+ (error|critical) ")


@dataclass
class Run:
    """What was played, and what was found."""

    database: str
    tables: list[Table]
    outages: list[tuple[float, float]]
    figures: Figures


def run(
    kind: str,
    folder: Path,
    *,
    kills: int,
    games: int,
    seed: int,
    between: tuple[float, float] = (0.2, 1.5),
) -> Run:
    """Play and kill at least so often, and look at what has become of it."""
    return asyncio.run(_run(kind, folder, kills, games, Random(seed), between))


async def _run(
    kind: str, folder: Path, kills: int, games: int, rng: Random, between: tuple[float, float]
) -> Run:
    figures, tables = Figures(), list[Table]()
    async with world(kind, folder, rng) as made:
        hurry, over = asyncio.Event(), asyncio.Event()

        async def one_after_another() -> None:
            while len(tables) < games or not over.is_set():
                await play(made, rng, figures, tables, hurry)

        playing = [asyncio.create_task(one_after_another()) for _ in range(min(AT_ONCE, games))]
        await _wreak(made, kind, kills, between, rng, figures)
        over.set()
        await _finish(playing, hurry, figures)
        await made.stop(figures)
        figures.counts["starts of servers"] = sum(server.starts for server in made.servers)
        await asyncio.to_thread(audit, made.database, tables, made.outages, figures)
        for server in made.servers:
            read_log(server.log, figures)
    figures.counts["rematches"] = len(tables) - figures.counts["begun"]
    return Run(made.database, tables, made.outages, figures)


async def _wreak(
    made: World,
    kind: str,
    kills: int,
    between: tuple[float, float],
    rng: Random,
    figures: Figures,
) -> None:
    """Kill at random moments, so often."""
    targets, done = TARGETS[kind], 0
    while done < kills:
        await asyncio.sleep(rng.uniform(*between))
        target = rng.choices(list(targets), list(targets.values()))[0]
        killed = await made.kill(target, rng)
        done += killed
        figures.counts["kills"] += killed
        figures.counts[f"kills: {target}"] += killed
        if rng.random() < 0.9:  # or else the next one may hit what has not started yet
            await made.wait_until_up()


async def _finish(
    playing: list[asyncio.Task[None]], hurry: asyncio.Event, figures: Figures
) -> None:
    """Let the games end; who has not done so in the end is a fault."""
    _, late = await asyncio.wait(playing, timeout=PATIENCE / 2)
    hurry.set()
    if late:
        _, late = await asyncio.wait(late, timeout=PATIENCE / 2)
    for task in late:
        task.cancel()
    for done in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(done, Exception):
            figures.fault(f"a script failed: {done!r}")


def read_log(log: Path, figures: Figures) -> None:
    """A server warns of a database that is away; what it calls an error is one."""
    lines = log.read_text(errors="replace").splitlines()
    for number, line in enumerate(lines):
        if "Traceback" in line or _ERROR.match(line):
            around = "\n    ".join(lines[max(0, number - 2) : number + 30])
            figures.fault(f"{log.name}, line {number + 1}:\n    {around}")
            break


# --- Telling -------------------------------------------------------------------------------------


def report(kind: str, figures: Figures, seconds: float, console: Console) -> None:
    """A table of what was counted, and a list of what is wrong."""
    listing = Listing(title=f"chaos on {kind}, {seconds:.0f} s")
    listing.add_column("what")
    listing.add_column("how many", justify="right")
    for name, count in sorted(figures.counts.items()):
        listing.add_row(name, f"{count:,}")
    listing.add_row("longest time without a server", f"{figures.longest_outage:.1f} s")
    listing.add_row("longest time that a page waited for one", f"{figures.longest_wait:.1f} s")
    console.print(listing)
    for fault in figures.faults[:SHOWN]:
        console.print(f"WRONG: {fault}", style="red", markup=False, soft_wrap=True)
    if len(figures.faults) > SHOWN:
        console.print(f"and {len(figures.faults) - SHOWN} more", style="red")
    if not figures.faults:
        console.print("nothing lost, nothing twice, all games legal and at their ends")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.chaos",
        description="Play games while servers, engines and databases are killed.",
    )
    parser.add_argument("--database", choices=TARGETS, required=True)
    parser.add_argument(
        "--kills",
        type=int,
        default=150,
        help="servers, engines and databases, together at least so many (150)",
    )
    parser.add_argument("--games", type=int, default=300, help="at least so many (300)")
    parser.add_argument("--seed", type=int, default=None, help="of what is up to chance")
    parser.add_argument(
        "--seconds-between",
        default="0.2..1.5",
        metavar="LEAST..MOST",
        help="between two kills, once what was killed is back (0.2..1.5)",
    )
    options = parser.parse_args(arguments)
    least, _, most = options.seconds_between.partition("..")
    seed = options.seed if options.seed is not None else time.time_ns() % 1_000_000
    console = Console(width=None if sys.stdout.isatty() else 120)
    folder = Path(tempfile.mkdtemp(prefix="chaos-"))
    began = time.monotonic()
    figures = run(
        options.database,
        folder,
        kills=options.kills,
        games=options.games,
        seed=seed,
        between=(float(least), float(most or least)),
    ).figures
    report(options.database, figures, time.monotonic() - began, console)
    if figures.faults:
        console.print(f"seed {seed}; logs and database: {folder}", style="red")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
