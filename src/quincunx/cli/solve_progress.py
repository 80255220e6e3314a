"""How far ``quincunx solve`` is: a line on a terminal, or one for each writing of a checkpoint.

No time is given that is left: proof numbers grow and shrink until the last moment, and the openings
of a game differ by orders of magnitude. So there is nothing that an honest estimate could rest on.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import click

from quincunx.cli.common import console
from quincunx.engine import SolveProgress

if TYPE_CHECKING:
    from rich.progress import Progress

#: Proof numbers are compared with those of this many seconds ago.
_AGO = 60.0


class _Trend:
    """Proof numbers as they are, and what has become of them within a minute."""

    def __init__(self) -> None:
        self._past: deque[SolveProgress] = deque()

    def text(self, now: SolveProgress) -> str:
        """``proof 190 (+12 in 60 s), disproof 41 (-3)``, or how deep a solver looks."""
        if now.depth:
            return f"{now.depth} plies deep"
        if now.proof is None or now.disproof is None:
            return ""
        past = self._past
        if past and str(past[-1].move) != str(now.move):
            past.clear()
        past.append(now)
        while len(past) > 2 and past[1].seconds <= now.seconds - _AGO:
            past.popleft()
        before = past[0]
        passed = now.seconds - before.seconds
        proof, disproof = f"proof {now.proof:,}", f"disproof {now.disproof:,}"
        if passed >= 1 and before.proof is not None and before.disproof is not None:
            proof += f" ({now.proof - before.proof:+,} in {passed:.0f} s)"
            disproof += f" ({now.disproof - before.disproof:+,})"
        return f"{f'{now.move}: ' if now.move else ''}{proof}, {disproof}"


def _counted(now: SolveProgress) -> str:
    return f"{now.nodes:,} nodes, {now.nodes_per_second:,.0f}/s"


def _table(now: SolveProgress) -> str:
    return f"table {100 * now.fill:.1f} % full"


def _elapsed(seconds: float) -> str:
    return str(timedelta(seconds=int(seconds)))


class _Lines:
    """For a log: a line whenever the checkpoint has been written, or could not be."""

    def __init__(self) -> None:
        self._trend = _Trend()

    def update(self, now: SolveProgress) -> None:
        trend = self._trend.text(now)
        if now.trouble:
            self._say(f"the checkpoint could not be written ({now.trouble}); trying again later")
        elif now.saved:
            parts = [_counted(now), _table(now), trend, f"{_elapsed(now.seconds)} in all"]
            if now.classes > 1:
                parts.insert(0, f"{now.classes_done}/{now.classes} openings up to symmetry")
            self._say(f"saved; {', '.join(part for part in parts if part)}")

    def _say(self, text: str) -> None:
        click.echo(f"{datetime.now():%H:%M:%S} {text}", err=True)


class _Bar:
    """For a terminal."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task = progress.add_task("", total=None, far="", counted="")
        self._trend = _Trend()

    def update(self, now: SolveProgress) -> None:
        parts = [_counted(now), self._trend.text(now)]
        if now.fill >= 0.001:
            parts.append(_table(now))
        if now.before[1]:
            parts.append(f"{_elapsed(now.seconds)} in all")
        alike = f" ({now.classes_done}/{now.classes} up to symmetry)"
        self._progress.update(
            self._task,
            completed=now.done,
            total=now.total,
            far=f"{now.done}/{now.total} openings{alike if now.classes < now.total else ''}",
            counted=", ".join(part for part in (*parts, now.where) if part),
        )
        if now.trouble:
            self._progress.console.print(
                f"the checkpoint could not be written ({now.trouble}); trying again later",
                markup=False,
            )


@contextmanager
def reporting(*, openings: bool) -> Iterator[Callable[[SolveProgress], None]]:
    """What to tell a solver's progress."""
    if not sys.stderr.isatty():
        yield _Lines().update
        return
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    counted = (
        (TextColumn("{task.fields[far]}"), BarColumn(bar_width=20))
        if openings
        else (SpinnerColumn(),)
    )
    columns = (*counted, TimeElapsedColumn(), TextColumn("{task.fields[counted]}"))
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        yield _Bar(progress).update
