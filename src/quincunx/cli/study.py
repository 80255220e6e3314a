"""``quincunx study``: what many games say about a game, as a report for its designer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quincunx import Game, JobError, RecordError
from quincunx.cli.common import (
    INTERRUPTED,
    UserError,
    cluster_option,
    console,
    game_argument,
    json_option,
    memory_option,
    print_json,
    stopped,
)
from quincunx.engine import Engine
from quincunx.study import Settings, Study, measured_playouts, settings_in

if TYPE_CHECKING:
    from quincunx.study.progress import Progress as Work

#: Seconds for a move: a day, as in a match.
_LONGEST = 86_400

# --- Progress ------------------------------------------------------------------------------------


def _time_left(work: Work) -> str:
    """About how long all that is left will take, and who works on it."""
    seconds = work.seconds_left()
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"about {hours}:{minutes:02}:{rest:02} left in all, {work.where}"


@contextmanager
def _progress() -> Iterator[Callable[[Work], None] | None]:
    """A bar for each part of the work on a terminal, and how long the rest will take."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TaskID, TextColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        TextColumn("{task.completed}/{task.total} jobs"),
        TextColumn("{task.fields[left]}"),
    )
    with Progress(*columns, console=console(stderr=True), transient=True) as bars:
        known: dict[str, TaskID] = {}

        def tick(work: Work) -> None:
            for words, done, total in work.parts():
                if words not in known:
                    known[words] = bars.add_task(words, total=total, left="")
                left = _time_left(work) if words == work.phase else ""
                bars.update(known[words], completed=done, left=left)

        yield tick


# --- What is done --------------------------------------------------------------------------------


def _settings(
    game: Game,
    size: int,
    folder: Path,
    games: int,
    playouts: int | None,
    seconds: float | None,
    random_games: int,
    seed: int,
    memory: int,
) -> Settings:
    """The settings that the options ask for.

    Thinking time becomes playouts once: when a study goes on, it is with the number of its journal.
    """
    if playouts is not None and seconds is not None:
        raise UserError("--playouts and --time both say how long to think: give one of them")
    if seconds is not None and not 0.001 <= seconds <= _LONGEST:  # nan neither
        raise UserError(f"--time must be from 0.001 to {_LONGEST} seconds, not {seconds:g}")
    there = settings_in(folder)

    def asked(playouts: int) -> Settings:
        return Settings(
            game=game,
            size=size,
            games=games,
            playouts=playouts,
            seconds=seconds,
            random_games=random_games,
            seed=seed,
            memory_mb=memory,
        )

    if seconds is None:
        given = asked(Settings.playouts if playouts is None else playouts)
        if there is not None and replace(given, seconds=there.seconds) == there:
            return there  # a report by --time says how to make it again by its playouts
        return given
    if there is not None and there.seconds == seconds:
        return asked(there.playouts)
    asked(2)  # a mistake is told before anything is measured
    return asked(measured_playouts(game, size, seconds, memory_mb=memory))


def _run(study: Study, workers: int | None, cluster: str | None) -> dict[str, Any]:
    """Do what is left of a study; its numbers."""
    try:
        with _progress() as tick:
            return study.run(workers=workers, cluster=cluster, tick=tick)
    except KeyboardInterrupt:
        stopped(
            f"quincunx study: stopped; the same command goes on where it was, in {study.folder}"
        )
        raise click.exceptions.Exit(INTERRUPTED) from None
    except JobError as error:
        raise UserError(str(error)) from None


@contextmanager
def _errors() -> Iterator[None]:
    """What is wrong with the options or the folder, in a line."""
    try:
        yield
    except RecordError as error:
        raise UserError(f"{error}; name another folder by --out") from None
    except ValueError as error:
        hint = "; go on with the same options, or name another folder by --out"
        raise UserError(f"{error}{hint if 'another study' in str(error) else ''}") from None
    except OSError as error:
        raise UserError(f"cannot write {error.filename}: {error.strerror}") from None


def _print(study: Study, report: dict[str, Any]) -> None:
    from quincunx.study.words import Words

    words = Words(report)
    click.secho(words.title(), bold=True)
    for what, number, note in words.tiles():
        click.echo(f"{what.lower():<20} {number:<14} {note}".replace("\u00a0", " "))
    click.echo(f"report  {study.page}, {study.report}")


@click.command()
@game_argument()
@click.option("--size", type=int, metavar="N", help="Cells along a side of the board.")
@click.option(
    "--games",
    type=click.IntRange(min=2),
    default=Settings.games,
    show_default=True,
    metavar="N",
    help="Games of the engine against itself, and of each match; an even number.",
)
@click.option(
    "--playouts",
    type=click.IntRange(min=2),
    metavar="N",
    help=f"Playouts for a move.  [default: {Settings.playouts}, without --time]",
)
@click.option(
    "--time",
    "seconds",
    type=float,
    metavar="S",
    help="Seconds for a move: as many playouts as this machine makes in that time.",
)
@click.option(
    "--random-games",
    type=click.IntRange(min=1),
    default=Settings.random_games,
    show_default=True,
    metavar="N",
    help="Uniformly random games.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=Settings.seed,
    show_default=True,
    metavar="S",
    help="The same seed gives the same report.",
)
@memory_option(Settings.memory_mb)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes that work at a time.  [default: one for each core]",
)
@cluster_option
@click.option(
    "--out",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="The folder of the study.  [default: study-GAME-SIZE]",
)
@json_option
def study(
    game: Game,
    size: int | None,
    games: int,
    playouts: int | None,
    seconds: float | None,
    random_games: int,
    seed: int,
    memory: int,
    workers: int | None,
    cluster: str | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Play engine games and random games, and write a report about the game.

    The report is one page, DIR/report.html, with plots and plain sentences: who wins, how long it
    takes, when it is decided, where to begin, what thinking longer brings; DIR/report.json has all
    numbers.

    Ctrl-C stops it, and the same command goes on where it was. The same options give the same
    report, on any machine, but for --time: its playouts are measured once, when the study begins.

    \b
    Examples:
      quincunx study hadron --size 3 --games 4 --playouts 20 --random-games 100
      quincunx study cordon --size 2 --games 2 --time 0.001 --random-games 10 --out cordon --json
    """
    size = game.default_size if size is None else size
    folder = Path(out or f"study-{game.id}-{size}")
    with _errors():
        settings = _settings(
            game, size, folder, games, playouts, seconds, random_games, seed, memory
        )
        Engine.for_board(settings.board(), memory_mb=memory).close()  # or too much is told now
        wanted = Study(settings, folder)
        report = _run(wanted, workers, cluster)
    if as_json:
        print_json(report)
    else:
        _print(wanted, report)
