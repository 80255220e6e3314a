"""``python -m benchmarks.load``: live games at once, on each database, until it is too much."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from benchmarks.load.processes import generate, site
from benchmarks.load.report import print_report
from quincunx.cli.common import json_option, print_json
from quincunx.cli.measure import machine

#: What is asked for: so many games at once with a move every two seconds, and 99 of 100 moves with
#: the opponent within this time.
GAMES, LIMIT_MS = 1000, 100.0
#: Then more of them, until that is too much. Each has two sockets, and a process may have so many.
MORE = (1250, 1500, 2000, 2500, 3000, 4000, 5000, 6000, 7000, 8000, 9000)
#: Sockets that say nothing, and games beside them.
IDLE, BESIDE = 10_000, 100

ONE, TWO = "PostgreSQL", "PostgreSQL, two servers"
APART = f"{TWO}, players apart"


@dataclass(frozen=True)
class Series:
    """Steps on one site."""

    name: str
    database: str
    servers: int
    steps: Sequence[dict[str, Any]]
    #: Both players of a game are on the same server, as a proxy can see to.
    together: bool = True


def all_series(seconds: float, quick: bool) -> list[Series]:
    if quick:
        few = [{"games": 20, "seconds": seconds}]
        return [Series(kind, kind, 1, few) for kind in ("sqlite", "postgresql")]
    ladder = [{"games": games, "seconds": seconds} for games in (GAMES, *MORE)]
    idle = [{"games": BESIDE, "idle": IDLE, "seconds": seconds}]
    return [
        Series("SQLite", "sqlite", 1, ladder),
        Series(ONE, "postgresql", 1, ladder),
        Series(TWO, "postgresql", 2, ladder),
        Series(APART, "postgresql", 2, ladder, together=False),
        Series(f"SQLite, {IDLE:,} idle sockets", "sqlite", 1, idle),
    ]


def measure(series: Series) -> Iterator[dict[str, Any]]:
    """What each step of a series has found."""
    with site(series.database, series.servers) as where:
        empty = where.memory()
        for step in generate(where, series.steps, LIMIT_MS, together=series.together):
            games = step["games"] + step.get("idle", 0) // 2
            servers = slice(where.servers)
            used = sum(step["rss_mb"][servers]) - sum(empty)
            yield {
                "series": series.name,
                "games": step["games"],
                "idle_sockets": step.get("idle", 0),
                **{name: step[name] for name in ("moves", "p50_ms", "p90_ms", "p99_ms", "max_ms")},
                "errors": step["errors"],
                "what": step["what"],
                "server_cpu": sum(step["cpu"][servers]),
                "database_cpu": sum(step["cpu"][where.servers :]),
                "generator_cpu": step["generator_cpu"],
                "generator_late_ms": step["lag_ms"],
                "others_cpu": step["others_cpu"],
                "rss_mb": sum(step["rss_mb"][servers]),
                "kb_per_game": round(1000 * used / games, 1),
                "met": not step["errors"] and step["p99_ms"] <= LIMIT_MS,
            }


def carried(rows: Sequence[dict[str, Any]], name: str) -> int:
    """The most games at once that were still good."""
    return max((row["games"] for row in rows if row["series"] == name and row["met"]), default=0)


@click.command()
@json_option
@click.option("--quick", is_flag=True, help="A few games only, to see whether it works.")
@click.option(
    "--seconds",
    type=click.FloatRange(1, 600),
    default=20.0,
    show_default=True,
    help="For each step, after a few to warm up.",
)
@click.option("--only", metavar="TEXT", help="Only the series whose name has this in it.")
def main(as_json: bool, quick: bool, seconds: float, only: str | None) -> None:
    """Measure how many live games a server carries.

    Each game is between two WebSockets on loopback, with a move every two seconds; a move is timed
    from its sending until the opponent has it, which is after it is on the disk. The generator is a
    process of its own, on the same machine. Leave the machine alone meanwhile.

    The exit code is 1 if a thousand games at once on either database are too much: if more than one
    move in a hundred takes longer than 100 ms, or one goes wrong.
    """
    rows, measured_on = [], machine()
    for series in all_series(2.0 if quick else seconds, quick):
        if only is not None and only.lower() not in series.name.lower():
            continue
        for row in measure(series):
            rows.append(row)
            if not as_json:
                late = "" if row["met"] else ", which is too much"
                text = f"{row['series']}, {row['games']} games: {row['p99_ms']} ms{late}"
                print(text, file=sys.stderr, flush=True)
    most = {name: carried(rows, name) for name in dict.fromkeys(row["series"] for row in rows)}
    asked = [row["met"] for row in rows if row["games"] == GAMES]
    report = {
        "machine": measured_on,
        "rows": rows,
        "carried": most,
        "ratios": {
            name: round(most[name] / most[ONE], 2)
            for name in (TWO, APART)
            if name in most and most.get(ONE)
        },
        "goal": {"games": GAMES, "limit_ms": LIMIT_MS, "met": all(asked) if asked else None},
    }
    if as_json:
        print_json(report)
    else:
        print_report(report)
    sys.exit(0 if all(row["met"] for row in rows if row["games"] <= GAMES) else 1)


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.load")
