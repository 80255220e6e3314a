"""The report of the load, for people."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from rich.console import Console
from rich.table import Table

from quincunx.cli.bench import machine_note, print_notes

__all__ = ["print_report"]


def print_report(report: dict[str, Any]) -> None:
    console = Console(width=None if sys.stdout.isatty() else 140)
    table = Table(title="from a move's sending until the opponent has it, in ms")
    table.add_column("server")
    for name in ("games", "p50", "p90", "p99", "most", "errors", "CPU", "database", "generator"):
        table.add_column(name, justify="right")
    for name in ("others", "MB", "KB a game"):
        table.add_column(name, justify="right")
    before = None
    for row in report["rows"]:
        if before not in (None, row["series"]):
            table.add_section()
        before = row["series"]
        table.add_row(
            row["series"],
            f"{row['games']:,}",
            *(f"{row[name]:.1f}" for name in ("p50_ms", "p90_ms", "p99_ms", "max_ms")),
            str(row["errors"]),
            *(
                f"{100 * row[name]:.0f} %"
                for name in ("server_cpu", "database_cpu", "generator_cpu", "others_cpu")
            ),
            f"{row['rss_mb']:.0f}",
            f"{row['kb_per_game']:.0f}",
            style=None if row["met"] else "yellow",
        )
    console.print(table)
    for row in report["rows"]:
        for what, count in row["what"].items():
            console.print(f"{row['series']}, {row['games']} games: {count} × {what}", markup=False)
    print_notes(*_notes(report))


def _notes(report: dict[str, Any]) -> Iterator[str]:
    yield (
        "CPU: of one processor; others: what the rest of the machine did meanwhile, which should be"
        " next to nothing. MB: memory of the servers; KB a game: what each game has added, with its"
        " two sockets."
    )
    most = [f"{name} {games:,}" for name, games in report["carried"].items()]
    yield f"The most games that were good: {'; '.join(most)}."
    if report["ratios"]:
        yield "Two servers against one: " + ", ".join(
            f"{ratio} times as many" + (" with players apart" if "apart" in name else "")
            for name, ratio in report["ratios"].items()
        )
    goal = report["goal"]
    if goal["met"] is not None:
        yield (
            f"The goal, {goal['games']:,} games at once with p99 below {goal['limit_ms']:.0f} ms"
            f" and no error: {'met' if goal['met'] else 'missed'}."
        )
    yield machine_note(report)
