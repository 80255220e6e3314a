"""``quincunx record annotate``: what the engine has to say about the games of a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quincunx import JobError
from quincunx.cli.common import (
    INTERRUPTED,
    UserError,
    cluster_option,
    console,
    memory_option,
    stopped,
)
from quincunx.cli.record_files import Source, file_errors, many, source_options

if TYPE_CHECKING:
    from quincunx.record.annotating import Annotation


@contextmanager
def _progress(work: Annotation) -> Iterator[Callable[[Annotation], None] | None]:
    """A bar with the time that is left, on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.completed}/{task.total} positions"),
        BarColumn(bar_width=20),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=work.positions, completed=work.positions_done)

        def tick(work: Annotation) -> None:
            game = f"game {work.games_done + 1} of {work.games}"
            where = f", {work.status.where}" if work.status else ""
            progress.update(task, completed=work.positions_done, description=game + where)

        yield tick


@click.command("annotate", short_help="Let the engine judge games.")
@click.argument("path", metavar="IN", type=click.Path())
@click.argument("target", metavar="OUT", type=click.Path())
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(min=0.001),
    metavar="S",
    help="Seconds for each position.  [default: 1, without --playouts]",
)
@click.option(
    "--playouts",
    type=click.IntRange(min=1),
    metavar="N",
    help="Playouts for each position: every run finds the same.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    default=1,
    show_default=True,
    metavar="N",
    help="Threads that think together.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="Positions at a time.  [default: 1; with --cluster: by its processors]",
)
@cluster_option
@memory_option(256)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="S",
    help="Of the engine.",
)
@source_options
def annotate_command(
    path: str,
    target: str,
    seconds: float | None,
    playouts: int | None,
    threads: int,
    workers: int | None,
    cluster: str | None,
    memory: int,
    seed: int,
    source: Source,
) -> None:
    """Let the engine judge every position of the games in IN, and write them to OUT.

    Each move gets its value ([%eval 0.632], what the first side may expect) and what is proven
    ([%proven Red 7]). A move by which the mover's value dropped by 0.10 or more is marked (?! from
    0.10, ? from 0.20, ?? from 0.40), with the better line as a variation. Where the end was forced,
    it says from which ply on, as proven.

    Ctrl-C stops it, and the same command goes on where it was: a position that was judged is not
    judged again.

    \b
    Examples:
      quincunx record annotate games.qgn annotated.qgn --time 0.5
      quincunx record annotate game.sgf annotated.qgn --playouts 2000
      quincunx record annotate games.qgn annotated.qgn --workers 2
    """
    from quincunx.engine import Limit
    from quincunx.record.annotating import Annotation

    limit = Limit(time=1.0 if seconds is None and playouts is None else seconds, playouts=playouts)
    if Path(target).suffix != ".qgn":
        raise UserError(f"annotated games are records: call OUT something.qgn, not {target}")
    if Path(target).resolve() == Path(path).resolve():
        raise UserError(f"{path} stays as it is: name another file for the annotated games")
    with file_errors(path):
        work = Annotation(
            lambda: source.games(path),
            target,
            limit,
            threads=threads,
            memory_mb=memory,
            seed=seed,
        )
    try:
        with file_errors(target, "write"), _progress(work) as tick:
            work.run(tick, workers=workers, cluster=cluster)
    except JobError as error:
        raise UserError(str(error)) from None
    except KeyboardInterrupt:
        done = (
            f"{work.games_done} of {many(work.games)} and {many(work.positions_done, 'position')}"
        )
        stopped(f"quincunx record annotate: stopped after {done}; the same command goes on")
        raise click.exceptions.Exit(INTERRUPTED) from None
    click.echo(f"wrote {many(work.games)} to {target}", err=True)
