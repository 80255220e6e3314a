"""The option --proof of ``quincunx solve``: saving why the winner wins."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quincunx import Board
from quincunx.cli.common import INTERRUPTED, UserError, console, stopped
from quincunx.engine import Solution
from quincunx.files import followed, require_regular

if TYPE_CHECKING:
    from collections.abc import Callable

    from quincunx.proof import ProofProgress


def _place(ctx: click.Context, param: click.Parameter, value: str | None) -> Path | None:
    """Where to write the proof. What is wrong with it should not show when all is solved."""
    if value is None:
        return None
    if not value:
        raise UserError("--proof: which file? Its name is empty")
    path = followed(value)
    try:
        require_regular(path)
        # Such a name as the proof has while it is written: there must be room for that, too.
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f"{path.name}.", suffix=".new"):
            return path
    except OSError as error:
        raise UserError(f"--proof {value}: {error.strerror}") from None


proof_option = click.option(
    "--proof",
    type=click.Path(dir_okay=False),
    callback=_place,
    metavar="FILE",
    help="Save a proof, which quincunx verify-proof checks.",
)


@contextmanager
def _showing() -> Iterator[Callable[[ProofProgress], object] | None]:
    """A line on a terminal while a proof is made."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    with Progress(
        TextColumn("proof: {task.completed}/{task.total} results"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[lines]:,} lines, {task.fields[nodes]:,} nodes"),
        console=console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("", total=None, lines=0, nodes=0)

        def show(now: ProofProgress) -> None:
            bar.update(task, completed=now.done, total=now.total, lines=now.lines, nodes=now.nodes)

        yield show


def save_proof(board: Board, solution: Solution, path: Path, *, memory_mb: int) -> None:
    """Write a proof of a solution, and say so on stderr, as what was solved stands on stdout."""
    from quincunx.proof import write_proof

    try:
        with _showing() as progress:
            made = write_proof(board, solution, path, memory_mb=memory_mb, progress=progress)
    except KeyboardInterrupt:
        stopped("quincunx solve: stopped; the proof was not finished, and nothing was written")
        raise click.exceptions.Exit(INTERRUPTED) from None
    except OSError as error:
        raise UserError(f"--proof {path}: {error.strerror or error}") from None
    except ValueError as error:
        raise UserError(f"--proof: {error}") from None
    except RuntimeError as error:
        raise UserError(f"--proof: what was solved does not hold: {error}") from None
    click.echo(
        f"proof: {made.lines:,} lines, {made.bytes:,} bytes in {path}, {made.seconds:.1f} s; "
        "check it with quincunx verify-proof",
        err=True,
    )
