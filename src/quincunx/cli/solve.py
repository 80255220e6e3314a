"""``quincunx solve``: who wins with best play, for certain."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

import click

from quincunx import Board, Game, JobError, Move, Side, engine
from quincunx.cli.common import (
    INTERRUPTED,
    Start,
    UserError,
    cluster_option,
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
from quincunx.cli.proofs import proof_option, save_proof
from quincunx.cli.solve_progress import reporting
from quincunx.cli.verdicts import proven_text, rate, winners_scene
from quincunx.engine import Solution, SolveProgress

#: How the command ends if the time was not enough for a proof.
NOT_PROVEN = 1


# --- Progress and Ctrl-C -------------------------------------------------------------------------


class Interrupt:
    """Ctrl-C, as something to ask about. That way it interrupts nothing halfway.

    Whoever presses it twice means it, and gets the usual KeyboardInterrupt. What ends a process
    from outside (SIGTERM) is heard in the same way.
    """

    def __init__(self) -> None:
        self.heard = False

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self.heard = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    @contextmanager
    def listening(self) -> Iterator[None]:
        before = signal.signal(signal.SIGINT, self._hear)
        before_term = signal.signal(signal.SIGTERM, self._hear)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
            signal.signal(signal.SIGTERM, before_term)


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


def _say_how_far(solution: Solution, why: str, checkpoint: str | None) -> None:
    """What there is of a solution that was stopped."""
    far = f"{solution.nodes:,} nodes"
    if solution.openings is not None:
        done = sum(winner is not None for winner in solution.openings.values())
        far = f"{done} of {len(solution.openings)} openings were solved, {far}"
    if solution.trouble:
        saved = f"; {_not_saved(solution)}"
    else:
        saved = f"; the same command goes on from {checkpoint}" if checkpoint else ""
    stopped(f"quincunx solve: {why}; {far}{saved}")


def _not_saved(solution: Solution) -> str:
    return f"the checkpoint could not be written ({solution.trouble})"


def _solve(
    board: Board,
    interrupt: Interrupt,
    *,
    openings: bool,
    memory: int,
    seconds: float | None,
    checkpoint: str | None,
    save_every: float,
    jobs: int | None,
    cluster: str | None,
) -> Solution:
    """Solve, with progress; mistakes and broken files become one line."""
    shared = jobs is not None or cluster is not None
    if shared and not openings:
        raise UserError("--jobs and --cluster share out openings: add --openings")
    if shared and seconds is not None:
        raise UserError("--time does not go with --jobs and --cluster; stop it by Ctrl-C")
    try:
        with reporting(openings=openings) as tell:

            def progress(now: SolveProgress) -> bool:
                tell(now)
                return not interrupt.heard

            return engine.solve(
                board,
                openings=openings,
                memory_mb=memory,
                progress=progress,
                time=seconds,
                checkpoint=checkpoint,
                save_every=save_every,
                workers=jobs,
                cluster=cluster,
            )
    except (ValueError, JobError) as error:  # RecordError is a ValueError
        raise UserError(str(error)) from None
    except OSError as error:
        named = error.filename or checkpoint
        raise UserError(f"cannot read or write {named}: {error.strerror}") from None


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
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Keep what is learnt here; go on from it if it is there.",
)
@click.option(
    "--save-every",
    type=click.FloatRange(min=0, min_open=True),
    default=300.0,
    show_default=True,
    metavar="S",
    help="Seconds between two writings of the checkpoint.",
)
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Openings at a time.")
@cluster_option
@proof_option
@json_option
def solve(
    game: Game,
    start: Start,
    openings: bool,
    memory: int,
    seconds: float | None,
    checkpoint: str | None,
    save_every: float,
    jobs: int | None,
    cluster: str | None,
    proof: Path | None,
    as_json: bool,
) -> None:
    """Find out who wins if both sides play their best.

    Small boards take a moment, large ones longer than anybody has. Ctrl-C stops the search, and
    what has been solved by then is printed (exit code 130). With --checkpoint the same command goes
    on later, even after a crash.

    --jobs and --cluster solve several openings at a time, each in a process that may remember as
    much as --memory says. Then the checkpoint holds the openings that are done.

    \b
    Examples:
      quincunx solve hadron --size 3
      quincunx solve square-grid-hex --size 3 --openings
      quincunx solve square-grid-hex --size 3 --no-pie --openings --json
      quincunx solve blast-radius --size 3 --moves "c3" --time 60
      quincunx solve hadron --size 3 --checkpoint hadron.solver
      quincunx solve cordon --size 2 --openings --jobs 2
      quincunx solve cordon --size 2 --openings --proof cordon-2.proof
    """
    board = start.board(game)
    if checkpoint == "":
        raise UserError("--checkpoint: which file? Its name is empty")
    if proof and checkpoint and os.path.realpath(proof) == os.path.realpath(checkpoint):
        raise UserError(f"--proof and --checkpoint are the same file, {checkpoint}")
    interrupt = Interrupt()
    with ExitStack() as stack:
        if jobs is None and cluster is None:
            stack.enter_context(interrupt.listening())
        solution = _solve(
            board,
            interrupt,
            openings=openings,
            memory=memory,
            seconds=seconds,
            checkpoint=checkpoint,
            save_every=save_every,
            jobs=jobs,
            cluster=cluster,
        )
    if as_json:
        print_json(as_dict(solution))
    else:
        _print(board, solution)
    if solution.stopped:
        timed_out = seconds is not None and not interrupt.heard
        _say_how_far(solution, "the time is over" if timed_out else "stopped", checkpoint)
        raise click.exceptions.Exit(NOT_PROVEN if timed_out else INTERRUPTED)
    if solution.trouble:
        click.echo(f"quincunx solve: {_not_saved(solution)}", err=True)
    if proof:
        save_proof(board, solution, proof, memory_mb=memory)
    if solution.trouble:
        raise click.exceptions.Exit(UserError.exit_code)
