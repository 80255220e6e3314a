"""``quincunx bench``: the speed of random games and of the search, as tables or as data."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import click

from quincunx.cli.common import console, json_option, print_json
from quincunx.cli.measure import measure
from quincunx.cli.measure_search import measure_search
from quincunx.engine.signature import signature as search_signature

if TYPE_CHECKING:
    from rich.table import Table


def _yes(met: bool | None) -> str:
    return "" if met is None else "[green]yes[/]" if met else "[red]no[/]"


def _number(value: float | None, digits: int = 0) -> str:
    return "–" if value is None else f"{value:,.{digits}f}"


def _times(ratio: float | None) -> str:
    return "–" if ratio is None else f"{ratio:,.{0 if ratio >= 10 else 1}f}×"


def _new_table() -> Table:
    from rich import box
    from rich.table import Table

    return Table(box=box.SIMPLE_HEAD, pad_edge=False)


def _games_table(report: dict[str, Any]) -> Table:
    table = _new_table()
    table.add_column("random games")
    table.add_column("played")
    for heading in ("games/s", "ns a game", "plies", "ratio", "goal", "met"):
        table.add_column(heading, justify="right", no_wrap=True)
    peer = report["peer"]
    if peer:
        name = f"{peer['name']} {peer['version']}, {peer['game']} {peer['size']}×{peer['size']}"
        rate, ns = _number(peer["playouts_per_second"]), _number(peer["nanoseconds"])
        table.add_row(name, "move by move", rate, ns, "–", "1×", "", "", end_section=True)
    for row in report["rows"]:
        table.add_row(
            row["name"],
            row["way"],
            _number(row["playouts_per_second"]),
            _number(row["nanoseconds"]),
            _number(row["mean_plies"], 1),
            _times(row["ratio"]),
            _times(row["goal"]) if row["goal"] else "",
            _yes(row["met"]),
        )
    return table


def _search_table(report: dict[str, Any]) -> Table:
    search = report["search"]
    table = _new_table()
    table.add_column("search, from the start")
    for heading in ("simulations/s", "ratio", "goal", "met"):
        table.add_column(heading, justify="right", no_wrap=True)
    peer = search["peer"]
    if peer:
        rate = _number(peer["simulations_per_second"])
        table.add_row(peer["name"], rate, "1×", "", "", end_section=True)
    for number, row in enumerate(search["rows"]):
        name = row["name"] + (", plain UCT" if row["style"] == "plain" else "")
        rate = _number(row["simulations_per_second"])
        if number == 0:
            goal, met = _times(search["goal"]), _yes(search["met"])
            table.add_row(name, rate, _times(search["ratio"]), goal, met)
        else:
            table.add_row(name, rate, "", "", "")
    threads = search["two_threads"]
    table.add_row(
        "two threads beside one, by the clock",
        f"{_number(threads['two'])} : {_number(threads['one'])}",
        f"{threads['ratio']:.2f}×",
        _times(threads["goal"]),
        _yes(threads["met"]),
    )
    return table


def _costs_table(report: dict[str, Any]) -> Table:
    costs = report["costs"]
    table = _new_table()
    table.add_column("library")
    for heading in ("cost", "goal", "met"):
        table.add_column(heading, justify="right")
    table.add_row(
        "import quincunx, added to Python's start",
        f"{costs['import_milliseconds']:.0f} ms",
        f"{costs['import_goal_milliseconds']} ms",
        _yes(costs["import_met"]),
    )
    for what in ("copy", "push"):
        each = [board[f"{what}_nanoseconds"] for board in costs["boards"].values()]
        table.add_row(
            f"Board.{what}(), from the cheapest game to the dearest",
            f"{min(each)}–{max(each)} ns",
            "about 1 µs",
            _yes(max(each) <= costs["boards_goal_nanoseconds"]),
        )
    return table


def _notes(report: dict[str, Any]) -> str:
    """What was measured, how and where."""
    at, how = report["machine"], report["method"]
    rounds = f"{how['rounds']} {'round' if how['rounds'] == 1 else 'rounds'}"
    if report["peer"]:
        beside = (
            "OpenSpiel: one simulation of pyspiel.MCTSBot, whose RandomRolloutEvaluator plays all"
            " its games from the root, the empty board, in C++. Ratio: our games/s over its."
        )
    else:
        beside = (
            "OpenSpiel is not installed, so there are no ratios: 'make bench' installs it in a"
            " checkout, pip install 'quincunx[bench]' elsewhere."
        )
    notes = (
        "Uniform random games from the start to the end, one thread. Where only the full board"
        " counts (one at a time, many at once) it is filled at random and judged once; plies are"
        " not counted then. Rows take turns; the"
        f" best of {rounds} of {how['seconds_per_round']:.2g} s counts, in processor time.",
        beside,
        "Search: from the start of each game, in processor time, one thread, 512 MB. OpenSpiel's"
        " MCTSBot: UCT 1.4, one random rollout a simulation, 10,000 simulations a search.",
        f"Machine: {at['cpu']}, {at['cores']} cores, {at['system']}, Python {at['python']}, core"
        f" build {at['core_build']}, load average before the run {at['load'][0]}.",
    )
    return "\n".join(textwrap.fill(note, 88) for note in notes)


@click.command()
@json_option
@click.option(
    "--quick", is_flag=True, help="A short run, to see that all works; figures are rough."
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=2.0,
    show_default=True,
    metavar="S",
    help="How long to measure each row, in all rounds together.",
)
@click.option(
    "--signature",
    is_flag=True,
    help="Only search fixed positions, and print one number that changes when the search does.",
)
def bench(as_json: bool, quick: bool, seconds: float, signature: bool) -> None:
    """Measure the speed of random games and of the engine's search.

    The table gives games per second on one thread and, if OpenSpiel is installed (make bench), the
    ratio to the rate of its Hex 11×11 in the same run; then simulations per second of the engine,
    beside OpenSpiel's MCTSBot; then what the library costs. Leave the machine alone meanwhile.

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
    report = measure(0.05, 1) if quick else measure(seconds, 5)
    report["search"] = measure_search(0.05, 1) if quick else measure_search(seconds, 5)
    if as_json:
        print_json(report)
        return
    out = console()
    out.print(_games_table(report))
    out.print(_search_table(report))
    out.print(_costs_table(report))
    click.echo(_notes(report))
