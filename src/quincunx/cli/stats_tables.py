"""Statistics of games as tables for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.markup import escape

from quincunx.cli.bench import new_table, number
from quincunx.cli.common import console
from quincunx.cli.verdicts import percent
from quincunx.record.stats import Group, Rate, Stats

if TYPE_CHECKING:
    from rich.table import Table

#: How many openings of each group are shown unless somebody asks for more.
OPENINGS = 10


def _games(count: int) -> str:
    return f"{count:,} {'game' if count == 1 else 'games'}"


def _interval(score: Rate) -> str:
    return f"{100 * score.low:.1f} to {percent(score.high)}"


def _counts(group: Group) -> str:
    """How many games there are, and which of them were not counted further."""
    words = [_games(group.games)]
    for count, word in (
        (group.unfinished, "unfinished"),
        (group.faulty, "with errors"),
        (group.set_up, "from set-up positions"),
    ):
        if count:
            words.append(f"{count:,} {word}")
    return ", ".join(words)


def _results(group: Group) -> Table:
    table = new_table("result", "games", "share")
    first, second = group.game.players
    results = group.results
    for word, count in (
        (f"{first} won", results.wins),
        ("drawn", results.draws),
        (f"{second} won", results.losses),
    ):
        if count or word != "drawn":
            table.add_row(word, number(count), percent(count / results.count))
    return table


def _endings(group: Group) -> Table:
    table = new_table("ending", "games", "share")
    for word, count in group.terminations.most_common():
        # A tag may say anything, brackets too, and none of it is markup.
        table.add_row(escape(word), number(count), percent(count / group.finished))
    return table


def _lengths(group: Group) -> Table:
    table = new_table("plies", "least", "25 %", "median", "75 %", "most", "mean")
    found = group.lengths()
    assert found is not None
    shown = [number(value, 0 if value == int(value) else 1) for value in found[:5]]
    table.add_row("", *shown, number(found.mean, 1))
    return table


def _openings(group: Group, most: int) -> Table:
    """The openings; won, drawn and lost are as the first side sees it."""
    first = group.game.players[0]
    scores = f"{first} scores"
    table = new_table("opening", "games", "share", "won/drawn/lost", scores, "95 % interval")
    for moves, tally, share in group.openings(most):
        score = tally.score()
        assert score is not None
        table.add_row(
            " ".join(moves) or "(no move)",
            number(tally.count),
            percent(share),
            "/".join(map(number, (tally.wins, tally.draws, tally.losses))),
            percent(score.value),
            _interval(score),
        )
    return table


def _print_group(group: Group, most: int) -> None:
    click.secho(group.title, bold=True)
    click.echo(_counts(group))
    score = group.results.score()
    if score is not None:
        out = console()
        out.print(_results(group))
        first = group.game.players[0]
        click.echo(f"{first} scores {percent(score.value)} (95 % interval {_interval(score)}).")
        out.print(_endings(group))
        out.print(_lengths(group))
        if group.distinct_openings:
            out.print(_openings(group, most))
            plies = "the first ply" if group.opening_plies == 1 else f"{group.opening_plies} plies"
            known = group.distinct_openings
            click.echo(f"Openings are {plies}; {known:,} differ by more than a symmetry.")
    click.echo(group.game.credit)


def print_stats(stats: Stats, openings: int = OPENINGS) -> None:
    """Print tables for each group of games, with so many openings.

    :param openings: how many of each group's openings to show, the most common first.
    """
    groups = stats.groups()
    for place, group in enumerate(groups):
        if place:
            click.echo()
        _print_group(group, openings)
    if stats.unreadable:
        click.echo(f"{_games(stats.unreadable)} whose tags name no game and board that there is")
    elif not groups:
        click.echo("no games")
