"""``quincunx solve``: who wins with best play, for certain."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

import click

from quincunx import Board, Game, Move, Side, engine
from quincunx.cli.common import (
    INTERRUPTED,
    Start,
    console,
    game_argument,
    json_option,
    memory_option,
    print_json,
    start_options,
    status,
    stopped,
    title,
    wants_color,
)
from quincunx.cli.pictures import print_text
from quincunx.cli.verdicts import proven_text, rate, winners_scene
from quincunx.engine import Solution, SolveProgress

if TYPE_CHECKING:
    from rich.progress import Progress

#: How the command ends if the time was not enough for a proof.
NOT_PROVEN = 1


# --- Progress and Ctrl-C -------------------------------------------------------------------------


class Interrupt:
    """Ctrl-C, as something to ask about. That way it interrupts nothing halfway.

    Whoever presses it twice means it, and gets the usual KeyboardInterrupt.
    """

    def __init__(self) -> None:
        self.heard = False

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self.heard = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    @contextmanager
    def listening(self) -> Iterator[None]:
        before = signal.signal(signal.SIGINT, self._hear)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


def _progress(openings: bool) -> Progress:
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    counted = (
        (TextColumn("{task.completed}/{task.total} openings"), BarColumn())
        if openings
        else (SpinnerColumn(),)
    )
    return Progress(
        *counted,
        TimeElapsedColumn(),
        TextColumn("{task.fields[nodes]:,} nodes, {task.fields[rate]}"),
        console=console(stderr=True),
        transient=True,
    )


@contextmanager
def _reporting(interrupt: Interrupt, openings: bool) -> Iterator[Callable[[SolveProgress], bool]]:
    """What to give a solver as its progress: a bar on a terminal, and an ear for Ctrl-C."""
    if not sys.stderr.isatty():
        yield lambda now: not interrupt.heard
        return
    with _progress(openings) as progress:
        task = progress.add_task("", total=None, nodes=0, rate="–")

        def report(now: SolveProgress) -> bool:
            progress.update(
                task,
                completed=now.done,
                total=now.total,
                nodes=now.nodes,
                rate=rate(now.nodes, now.seconds),
            )
            return not interrupt.heard

        yield report


# --- Results -------------------------------------------------------------------------------------


def as_dict(solution: Solution) -> dict[str, object]:
    """A solution, as JSON has it."""
    report: dict[str, object] = {
        "game": solution.game,
        "size": solution.size,
        "winner": solution.winner,
        "best": solution.best.text if solution.best else None,
        "plies": solution.plies,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
    }
    if solution.openings is not None:
        report["openings"] = {move.text: winner for move, winner in solution.openings.items()}
    return report


def _answer(board: Board, solution: Solution) -> str:
    if board.is_game_over():
        return status(board)
    if solution.proven is None:
        return "not solved"
    text = proven_text(board, solution.proven)
    return f"{text}, best {solution.best}" if solution.best else text


def _word(board: Board, winner: str | None) -> str:
    """Who wins after an opening, in the words of the game."""
    if winner is None:
        return "not solved"
    return "draw" if winner == "draw" else board.side_name(Side[winner.upper()])


def _print_openings(board: Board, openings: dict[Move, str | None]) -> None:
    """A picture, where a move is a cell; in words what it cannot show."""
    from quincunx import drawing

    told = list(openings)
    if all(len(move.cells) <= 1 for move in openings):
        scene = winners_scene(board, openings)
        click.echo()
        print_text(drawing.text.render(scene, color=wants_color(sys.stdout)))
        taken = board.pieces()
        told = [move for move in openings if not move.cells or move.cells[0] in taken]
    if told:
        click.echo()
        for move in told:
            click.echo(f"{move.text}: {_word(board, openings[move])}")


def _print(board: Board, solution: Solution) -> None:
    click.echo(f"{title(board)}: ", nl=False)
    click.secho(_answer(board, solution), bold=True)
    speed = rate(solution.nodes, solution.seconds)
    click.echo(f"{solution.nodes:,} nodes, {speed}, {solution.seconds:.3f} s")
    if solution.openings is not None:
        _print_openings(board, solution.openings)


def _say_how_far(solution: Solution, why: str) -> None:
    """What there is of a solution that was stopped."""
    far = f"{solution.nodes:,} nodes"
    if solution.openings is not None:
        done = sum(winner is not None for winner in solution.openings.values())
        far = f"{done} of {len(solution.openings)} openings were solved, {far}"
    stopped(f"quincunx solve: {why}; {far}")


@click.command()
@game_argument()
@start_options
@click.option("--openings", is_flag=True, help="Also find the winner after each legal move.")
@memory_option(1024)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Give up after this many seconds (exit code 1).",
)
@json_option
def solve(
    game: Game, start: Start, openings: bool, memory: int, seconds: float | None, as_json: bool
) -> None:
    """Find out who wins if both sides play their best.

    Small boards take a moment, large ones longer than anybody has. Ctrl-C stops the search, and
    what has been solved by then is printed (exit code 130).

    \b
    Examples:
      quincunx solve hadron --size 3
      quincunx solve square-grid-hex --size 3 --openings
      quincunx solve square-grid-hex --size 3 --no-pie --openings --json
      quincunx solve blast-radius --size 3 --moves "c3" --time 60
    """
    board = start.board(game)
    interrupt = Interrupt()
    with interrupt.listening(), _reporting(interrupt, openings) as progress:
        solution = engine.solve(
            board, openings=openings, memory_mb=memory, progress=progress, time=seconds
        )
    if as_json:
        print_json(as_dict(solution))
    else:
        _print(board, solution)
    if solution.stopped:
        _say_how_far(solution, "stopped" if interrupt.heard else "the time is over")
        raise click.exceptions.Exit(INTERRUPTED if interrupt.heard else NOT_PROVEN)
