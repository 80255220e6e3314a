"""``quincunx bench``: the speed of random games and of the search, as tables or as data."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import click

from quincunx.cli.common import console, json_option, print_json
from quincunx.cli.measure import measure
from quincunx.engine.signature import signature as search_signature

if TYPE_CHECKING:
    from rich.table import Table

#: Seconds and rounds of a run that only shows that all works.
QUICK = 0.05, 1

#: Rounds of a real one.
ROUNDS = 5

quick_option = click.option(
    "--quick", is_flag=True, help="A short run, to see that all works; figures are rough."
)

seconds_option = click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=2.0,
    show_default=True,
    metavar="S",
    help="How long to measure each row, in all rounds together.",
)


def number(value: float | None, digits: int = 0) -> str:
    """A figure of a table; a dash if there is none."""
    return "–" if value is None else f"{value:,.{digits}f}"


def new_table(*headings: str, left: int = 1) -> Table:
    """A table whose first columns hold words, and the others figures."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings[:left]:
        table.add_column(heading)
    for heading in headings[left:]:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def games_cells(row: dict[str, Any]) -> tuple[str, ...]:
    """A row of the table of random games: name, way, games a second, ns a game, plies."""
    return (
        row["name"],
        row["way"],
        number(row["playouts_per_second"]),
        number(row["nanoseconds"]),
        number(row["mean_plies"], 1),
    )


GAMES_HEADINGS = ("random games", "played", "games/s", "ns a game", "plies")
SEARCH_HEADINGS = ("search, from the start", "simulations/s")


def method_note(report: dict[str, Any]) -> str:
    """How random games were measured."""
    how = report["method"]
    rounds = f"{how['rounds']} {'round' if how['rounds'] == 1 else 'rounds'}"
    return (
        "Uniform random games from the start to the end, one thread. Where only the full board"
        " counts it can be filled at random and judged once; plies are not counted then. Rows take"
        f" turns; the best of {rounds} of {how['seconds_per_round']:.2g} s counts, in processor"
        " time."
    )


def machine_note(report: dict[str, Any]) -> str:
    """What was measured on."""
    at = report["machine"]
    load = f", load average before the run {at['load'][0]}" if at["load"] else ""
    return (
        f"Machine: {at['cpu']}, {at['cores']} cores, {at['system']}, Python {at['python']}, core"
        f" build {at['core_build']}{load}."
    )


def print_notes(*notes: str) -> None:
    """Print paragraphs below the tables."""
    click.echo("\n".join(textwrap.fill(note, 88) for note in notes))


def _print(report: dict[str, Any]) -> None:
    games = new_table(*GAMES_HEADINGS, left=2)
    for row in report["rows"]:
        games.add_row(*games_cells(row))
    searches = new_table(*SEARCH_HEADINGS)
    for row in report["search"]["rows"]:
        searches.add_row(row["name"], number(row["simulations_per_second"]))
    out = console()
    out.print(games)
    out.print(searches)
    print_notes(
        method_note(report),
        "Search: from the start of each game, in processor time, one thread; until the result is"
        f" proven, if that is sooner. The search is the one with the signature"
        f" {report['signature']}.",
        machine_note(report),
    )


@click.command()
@json_option
@quick_option
@seconds_option
@click.option(
    "--signature",
    is_flag=True,
    help="Only search fixed positions, and print one number that changes when the search does.",
)
def bench(as_json: bool, quick: bool, seconds: float, signature: bool) -> None:
    """Measure how fast random games and the engine's search are on this machine.

    The tables give games per second, and simulations per second of the engine, of every game at its
    usual size on one thread. Leave the machine alone meanwhile.

    \b
    Examples:
      quincunx bench
      quincunx bench --seconds 10
      quincunx bench --signature
      quincunx bench --json > bench.json
    """
    if signature:
        click.echo(f"Bench: {search_signature()}")
        return
    report = measure(*QUICK) if quick else measure(seconds, ROUNDS)
    report["signature"] = search_signature()
    if as_json:
        print_json(report)
    else:
        _print(report)
