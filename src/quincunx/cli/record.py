"""``quincunx record``: game records, to convert, check, count, look at and annotate."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from quincunx import RecordError, convert, record
from quincunx.cli.common import Commands, UserError, json_option, print_json
from quincunx.cli.pictures import theme_option, write_svg
from quincunx.cli.record_annotate import annotate_command
from quincunx.cli.record_files import (
    FAULTY,
    FORMS,
    Source,
    counted,
    fault_text,
    file_errors,
    files_argument,
    many,
    source_options,
    standard,
)
from quincunx.cli.record_show import show_command

__all__ = ["record_command"]


@click.group("record", cls=Commands)
def record_command() -> None:
    """Game records: convert, check, count, show and annotate them.

    Records are files of games in the manner of PGN, named .qgn; docs/records.md has the grammar.
    All of these commands also read the other forms that convert knows.

    \b
    Examples:
      quincunx record convert game.sgf game.qgn
      quincunx record check games.qgn
      quincunx record show games.qgn --game 2 --ply 3
    """


# --- convert -------------------------------------------------------------------------------------


class _Good:
    """Games without faults, counted; what is wrong with the others is noted."""

    def __init__(self, games: Iterable[record.Game], path: str) -> None:
        self._games = games
        self._path = path
        self.count = 0
        self.faults: list[str] = []

    def __iter__(self) -> Iterator[record.Game]:
        for game in self._games:
            self.faults += [fault_text(self._path, error) for error in game.errors]
            if not game.errors:
                self.count += 1
                yield game


@record_command.command("convert", short_help="Convert games to another form.")
@click.argument("path", metavar="IN", type=click.Path(allow_dash=True))
@click.argument("target", metavar="OUT", type=click.Path(allow_dash=True))
@click.option("--to", "to", type=click.Choice(FORMS), help="The form of the output.")
@source_options
@click.option("--force", is_flag=True, help="Replace OUT if it is there.")
def convert_command(path: str, target: str, to: str | None, source: Source, force: bool) -> None:
    """Convert games from one form to another; "-" is standard input or output.

    The forms are told by the names of the files, or by --from and --to: qgn (records), sgf (Hex
    programs, FF[4]), hexworld (links, one a line), abstract-play (reports of Blast Radius),
    abstract-play-moves (the site's table), match (files of quincunx match), share (share texts, one
    a line) and moves (plain moves, a game a line).

    What cannot be said exactly is refused with the reason, and nothing is written. Games that have
    faults are left out, and named; the exit code is 1 then.

    \b
    Examples:
      quincunx record convert game.sgf game.qgn
      quincunx record convert match.jsonl match.qgn
      quincunx record convert games.qgn - --to share
      quincunx record convert moves.txt new.qgn --from moves --kind hadron --size 5
    """
    with file_errors(target, "write"):
        named = to or ("qgn" if target == "-" else None)
        form = convert.find_format(named) if named else convert.format_of(target)
    if target != "-" and Path(target).exists() and not force:
        raise UserError(f"{target} exists; replace it by --force, or name another")
    with counted(source.games(path), path) as games, file_errors(target, "write"):
        good = _Good(games, path)
        if target == "-":
            output = standard(sys.stdout)
            form.write(good, output)
            output.detach()  # which flushes it, and leaves it open for others
        else:
            convert.write(good, target, form=form)
            click.echo(f"wrote {many(good.count)} to {target}", err=True)
    for fault in good.faults:
        click.echo(f"left out: {fault}", err=True)
    if good.faults:
        raise click.exceptions.Exit(FAULTY)


# --- check ---------------------------------------------------------------------------------------


@record_command.command("check", short_help="Replay games and report faults.")
@files_argument
@source_options
@json_option
def check_command(files: tuple[str, ...], source: Source, as_json: bool) -> None:
    """Replay every game by the rules, and report every fault with its place.

    Checked are the tags, every move and variation, and that a game which the rules have ended has
    the result that they give it. The exit code is 1 if there was a fault.

    \b
    Examples:
      quincunx record check games.qgn
      quincunx record check *.qgn --json
    """
    games, moves = 0, 0
    faults: list[dict[str, Any]] = []

    def report(path: str, game: int | None, errors: list[RecordError]) -> None:
        for error in errors:
            faults.append({"file": path, "game": game, **vars(error)})
            if not as_json:
                click.echo(fault_text(path, error))

    for path in files:
        with file_errors(path), counted(source.read(path), path) as found:
            try:
                for number, game in enumerate(found, 1):
                    games += 1
                    moves += sum(1 for _ in game.mainline_moves())
                    report(path, number, game.errors)
            except RecordError as error:
                report(path, None, [error])
    if as_json:
        print_json({"games": games, "moves": moves, "faults": faults})
    else:
        verdict = many(len(faults), "fault") if faults else "no fault"
        click.echo(f"{many(games)}, {many(moves, 'move')}: {verdict}")
    if faults:
        raise click.exceptions.Exit(FAULTY)


# --- stats ---------------------------------------------------------------------------------------


@record_command.command("stats", short_help="Count results and openings.")
@files_argument
@source_options
@click.option(
    "--opening-plies",
    type=click.IntRange(1, 20),
    default=2,
    show_default=True,
    metavar="N",
    help="How many moves make an opening.",
)
@click.option("--svg", metavar="FILE", help='Write a plot as well; "-" prints it instead.')
@theme_option("light", "dark", "auto")
@json_option
def stats_command(
    files: tuple[str, ...],
    source: Source,
    opening_plies: int,
    svg: str | None,
    theme: str,
    as_json: bool,
) -> None:
    """Count results by side, lengths, and openings up to symmetry.

    \b
    Examples:
      quincunx record stats match.jsonl
      quincunx record stats *.qgn --opening-plies 1 --svg stats.svg
      quincunx record stats games.qgn --json
    """
    from quincunx.cli.stats_tables import print_stats
    from quincunx.record.stats import Stats
    from quincunx.record.stats_plot import plot_svg

    stats = Stats(opening_plies)
    for path in files:
        with counted(source.games(path), path) as games:
            for game in games:
                stats.add(game)
    if as_json:
        print_json(stats.as_dict())
    elif svg != "-":
        print_stats(stats)
    if svg is not None:
        write_svg(plot_svg(stats, theme=theme), svg)
        if svg != "-":
            click.echo(f"wrote {svg}", err=True)


record_command.add_command(show_command)
record_command.add_command(annotate_command)
