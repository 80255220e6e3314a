"""``quincunx learn``: a net that learns a game from games against itself."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
    print_json,
    stopped,
    title,
)

if TYPE_CHECKING:
    from quincunx.cluster import Status
    from quincunx.learn import Learner, Report

#: Almost two years: a time of day can be told for the end.
_MOST_MINUTES = 1_000_000


def _told(report: Report) -> str:
    """How far it has come, in a line."""
    losses = ""
    if report.policy_loss is not None:
        losses = f", loss {report.policy_loss:.2f} policy {report.value_loss:.2f} value"
    return f"iteration {report.iteration}, {report.games} games{losses}"


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


class _Line:
    """What a terminal shows of a training; without one, nothing."""

    def __init__(self, learner: Learner, seconds: float) -> None:
        self._seconds = seconds
        self._report, self._who = learner.report, ""
        self._show: Callable[..., None] = lambda **fields: None

    @contextmanager
    def shown(self) -> Iterator[None]:
        if not sys.stderr.isatty():
            yield
            return
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (
            TextColumn("{task.description}"),
            BarColumn(bar_width=20),
            TextColumn("{task.fields[time]}"),
        )
        with Progress(*columns, console=console(stderr=True), transient=True) as progress:
            task = progress.add_task("", total=self._seconds, time="")
            self._show = lambda **fields: progress.update(task, **fields)
            self.tell(self._report)
            yield

    def tell(self, report: Report) -> None:
        """Something was done."""
        self._report = report
        end = time.localtime(time.time() + self._seconds - report.seconds)
        times = f"{_clock(report.seconds)} of {_clock(self._seconds)}"
        self._show(
            completed=report.seconds,
            description=_told(report) + self._who,
            time=f"{times}, until about {time.strftime('%H:%M', end)}",
        )

    def notice(self, status: Status) -> None:
        """Nodes of a cluster came or went."""
        self._who = f", {status.nodes} nodes" if status.nodes > 1 else ""
        self.tell(self._report)


def _as_dict(learner: Learner) -> dict[str, Any]:
    report = learner.report
    return {
        **learner.settings.as_dict(),
        "iterations": report.iteration,
        "self_play_games": report.games,
        "positions": report.positions,
        "seconds": round(report.seconds, 3),
        "policy_loss": report.policy_loss,
        "value_loss": report.value_loss,
        "file": str(learner.path) if learner.path.exists() else None,
    }


def _print(learner: Learner) -> None:
    report, board = learner.report, learner.settings.board()
    click.echo(
        f"{title(board)}: {report.iteration} iterations, {report.games} games,"
        f" {report.positions} positions in {_clock(report.seconds)}"
    )
    if report.policy_loss is not None:
        click.echo(f"loss     {report.policy_loss:.3f} policy, {report.value_loss:.3f} value")
    if learner.path.exists():
        click.echo(f"net      {learner.path}")


@click.command()
@game_argument()
@click.option("--size", type=int, metavar="N", help="Cells along a side of the board.")
@click.option("--no-pie", is_flag=True, help="Square Grid Hex without the pie rule.")
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="M",
    help="How long in all, earlier runs included.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="S",
    help="Of the net and its games.",
)
@click.option(
    "--simulations",
    type=click.IntRange(min=2),
    default=64,
    show_default=True,
    metavar="N",
    help="Positions that are looked at for each move of a game.",
)
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=4,
    show_default=True,
    metavar="N",
    help="Jobs of 32 games in an iteration: at least as many as there are to do them.",
)
@click.option(
    "--save",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Where to write the net.  [default: by game and size, such as hadron-5.onnx]",
)
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes that play.")
@cluster_option
@json_option
def learn(
    game: Game,
    size: int | None,
    no_pie: bool,
    minutes: float,
    seed: int,
    simulations: int,
    jobs: int,
    save: str | None,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Train a net by games against itself, and save it as an ONNX file that can play.

    An iteration plays games and learns from them; the file is written after each, and the one that
    is at work when the time is over is completed. Ctrl-C stops, and the same command goes on:
    FILE.checkpoint has all that it takes.

    The net then plays as onnx:FILE, as in the last example. Learning needs more libraries: pip
    install 'quincunx[learn]'.

    \b
    Examples:
      quincunx learn hadron --size 5 --minutes 15 --save net.onnx
      quincunx learn cordon --size 3 --minutes 10 --jobs 64 --cluster auto
      quincunx match hadron --size 5 --a onnx:net.onnx,playouts=100 --b level=plain,playouts=100
    """
    if no_pie and not game.has_pie_rule:
        raise UserError(f"--no-pie: {game.name} has no pie rule")
    if not minutes <= _MOST_MINUTES:  # nan neither
        raise UserError(f"--minutes must be {_MOST_MINUTES} or less, not {minutes:g}")
    path = save or f"{game.id}-{size or game.default_size}.onnx"
    try:
        from quincunx.learn import Learner, Settings

        settings = Settings.make(
            game,
            size=size,
            pie=False if no_pie else None,
            seed=seed,
            simulations=simulations,
            jobs=jobs,
        )
        learner = Learner(settings, path, workers=workers, cluster=cluster)
    except (ImportError, ValueError) as error:  # RecordError is one of these
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(f"cannot read {error.filename}: {error.strerror}") from None
    interrupted = False
    try:
        line = _Line(learner, 60 * minutes)
        with line.shown():
            learner.run(seconds=60 * minutes, progress=line.tell, on_status=line.notice)
    except KeyboardInterrupt:
        interrupted = True
    except (JobError, RecordError, ValueError) as error:
        raise UserError(str(error)) from None
    except OSError as error:
        raise UserError(f"cannot write {error.filename}: {error.strerror}") from None
    if as_json:
        print_json(_as_dict(learner))
    else:
        _print(learner)
    if interrupted:
        stopped("quincunx learn: stopped; the same command goes on")
        raise click.exceptions.Exit(INTERRUPTED)
