"""A report of the benchmarks as tables."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from quincunx.cli.bench import (
    GAMES_HEADINGS,
    SEARCH_HEADINGS,
    games_cells,
    machine_note,
    method_note,
    new_table,
    number,
    print_notes,
)
from quincunx.cli.common import console

_GOALS = ("ratio", "goal", "met")


def _yes(met: bool | None) -> str:
    return "" if met is None else "[green]yes[/]" if met else "[red]no[/]"


def _times(ratio: float | None) -> str:
    return "–" if ratio is None else f"{ratio:,.{0 if ratio >= 10 else 1}f}×"


def _games_table(report: dict[str, Any]) -> Table:
    table = new_table(*GAMES_HEADINGS, *_GOALS, left=2)
    if peer := report["peer"]:
        name = f"{peer['name']} {peer['version']}, {peer['game']} {peer['size']}×{peer['size']}"
        cells = games_cells({**peer, "name": name, "way": "move by move", "mean_plies": None})
        table.add_row(*cells, "1×", end_section=True)
    for row in report["rows"]:
        goal = _times(row["goal"]) if row["goal"] else ""
        table.add_row(*games_cells(row), _times(row["ratio"]), goal, _yes(row["met"]))
    return table


def _search_table(search: dict[str, Any]) -> Table:
    table = new_table(*SEARCH_HEADINGS, *_GOALS)
    if peer := search["peer"]:
        rate = number(peer["simulations_per_second"])
        table.add_row(peer["name"], rate, "1×", end_section=True)
    for place, row in enumerate(search["rows"]):
        name = row["name"] + (", plain UCT" if row["style"] == "plain" else "")
        goals = (_times(search["ratio"]), _times(search["goal"]), _yes(search["met"]))
        table.add_row(name, number(row["simulations_per_second"]), *(() if place else goals))
    threads = search["two_threads"]
    table.add_row(
        "two threads beside one, by the clock",
        f"{number(threads['two'])} : {number(threads['one'])}",
        f"{threads['ratio']:.2f}×",
        _times(threads["goal"]),
        _yes(threads["met"]),
    )
    return table


def _steps_table(steps: dict[str, Any]) -> Table:
    """A row for each game; the goal is for the first, which is the peer's game."""
    headings = (f"whole steps, {steps['boards']} boards", "steps/s", "ns a step")
    table = new_table(*headings, *_GOALS)
    if peer := steps["peer"]:
        rate = peer["steps_per_second"]
        name = f"pgx {peer['version']}, hex 11×11"
        table.add_row(name, number(rate), number(1e9 / rate, 0), "1×", end_section=True)
    for place, row in enumerate(steps["rows"]):
        goals = () if place else (_times(steps["goal"]), _yes(steps["met"]))
        figures = (number(row["steps_per_second"]), number(row["nanoseconds"], 0))
        table.add_row(row["name"], *figures, _times(row["ratio"]), *goals)
    return table


def _steps_note(steps: dict[str, Any]) -> str:
    """How whole steps were measured."""
    peer = steps["peer"]
    beside = (
        f"pgx on JAX {peer['jax']}: jit(vmap(auto_reset(step))), its state donated."
        if peer
        else "pgx is not installed, so there are no ratios: 'make bench' installs it."
    )
    core = "kept to one core" if steps["one_core"] else "that cannot be kept to one core here"
    return (
        "Whole steps: random legal moves on all boards, games that end begun anew, observation and"
        f" mask for every board; choosing the moves is not counted. Processor time of a process"
        f" {core}, XLA without threads of its own. {beside}"
    )


def print_steps(report: dict[str, Any]) -> None:
    """Print the table of whole steps alone."""
    console().print(_steps_table(report["steps"]))
    print_notes(_steps_note(report["steps"]), machine_note(report))


def _web_table(web: dict[str, Any]) -> Table:
    """A row for each game: the native rate, then rate and ratio of each place."""
    columns = [column for place in web["places"] for column in (place, "ratio")]
    table = new_table("search in WebAssembly", "native/s", *columns, "goal", "met")
    for row in web["rows"]:
        figures = zip(row["simulations_per_second"], row["ratios"], strict=True)
        cells = [cell for rate, ratio in figures for cell in (number(rate), f"{ratio:.2f}")]
        goal = f"{web['goal']:.2f}"
        table.add_row(row["name"], number(row["native"]), *cells, goal, _yes(row["met"]))
    return table


def _records_table(records: dict[str, Any]) -> Table:
    """A row for each game: moves a second with every move checked, games a second by their tags."""
    table = new_table("records", "moves read/s", "ratio", "games scanned/s", "ratio", "goal", "met")
    if peer := records["peer"]:
        read, scanned = peer["moves_per_second"], peer["games_scanned_per_second"]
        table.add_row(peer["name"], number(read), "1×", number(scanned), "1×", end_section=True)
    for row in records["rows"]:
        ratios = (row["ratio"], row["scan_ratio"])
        met = None if None in ratios else min(ratios) >= records["goal"]
        table.add_row(
            row["name"],
            number(row["moves_per_second"]),
            _times(ratios[0]),
            number(row["games_scanned_per_second"]),
            _times(ratios[1]),
            _times(records["goal"]),
            _yes(met),
        )
    return table


def _costs_table(costs: dict[str, Any]) -> Table:
    table = new_table("library", "cost", "goal", "met")
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


def print_report(report: dict[str, Any]) -> None:
    """Print the tables, and below them what was measured, how and where."""
    out = console()
    out.print(_games_table(report))
    out.print(_search_table(report["search"]))
    out.print(_steps_table(report["steps"]))
    if report["web"]["rows"]:
        out.print(_web_table(report["web"]))
    out.print(_records_table(report["records"]))
    out.print(_costs_table(report["costs"]))
    if report["peer"]:
        beside = (
            "OpenSpiel: one simulation of pyspiel.MCTSBot, whose RandomRolloutEvaluator plays all"
            " its games from the root, the empty board, in C++. Ratio: our games/s over its."
        )
    else:
        beside = "OpenSpiel is not installed, so there are no ratios: 'make bench' installs it."
    web = "WebAssembly: one thread, by the clock on the wall, beside native by the same clock."
    if lacks := report["web"]["missing"]:
        web += f" Left out: {'; '.join(lacks)}."
    print_notes(
        method_note(report),
        beside,
        "Search: from the start of each game, in processor time, one thread, 512 MB. OpenSpiel's"
        " MCTSBot: UCT 1.4, one random rollout a simulation, 10,000 simulations a search.",
        _steps_note(report["steps"]),
        web,
        "Records: files of as many moves of random games. PGN by chess.pgn.read_game and"
        " read_headers, ours by record.read_game and scan_headers, in processor time.",
        machine_note(report),
    )
