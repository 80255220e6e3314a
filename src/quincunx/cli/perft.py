"""``quincunx perft``: count move sequences, the classic check of move rules."""

from __future__ import annotations

import os
import sys
import threading
import time
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import click

import quincunx
from quincunx import Board, Game
from quincunx.cli.common import (
    INTERRUPTED,
    Start,
    console,
    game_argument,
    json_option,
    print_json,
    start_options,
    stopped,
    title,
)

if TYPE_CHECKING:
    from rich.progress import Progress

#: From these depths on, the count is split by one move and by two, to have progress to show.
SPLIT_ONCE, SPLIT_TWICE = 4, 6


class Count:
    """A count at work in a thread of its own, branch by branch.

    The core looks for Ctrl-C between pieces of its work, and in a deep count a piece can take
    minutes. So the main thread does not go there: it waits, shows progress, and can leave at once.
    """

    def __init__(self, board: Board, depth: int, threads: int) -> None:
        self.depth = depth
        self.seconds = 0.0
        self.by_move = {move.text: 0 for move in board.legal_moves} if depth else {}
        self.done = 0
        self._root = board
        self._threads = threads
        self._branches = self._split()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def total(self) -> int:
        """Sequences counted so far."""
        return sum(self.by_move.values()) if self.depth else 1

    @property
    def branches(self) -> int:
        """How many branches there are to count."""
        return len(self._branches)

    def _split(self) -> list[tuple[str, ...]]:
        """The beginnings to count on from: the empty one, all first moves or all pairs of moves."""
        if self.depth < SPLIT_ONCE:
            return [()]
        if self.depth < SPLIT_TWICE:
            return [(first,) for first in self.by_move]
        branches: list[tuple[str, ...]] = []
        for first in self.by_move:
            next_board = self._root.copy()
            next_board.push_text(first)
            branches += [(first, second.text) for second in next_board.legal_moves]
        return branches

    def _run(self) -> None:
        started = time.perf_counter()
        try:
            for branch in self._branches if self.depth else []:
                self._count(branch)
                self.done += 1
                self.seconds = time.perf_counter() - started
        except BaseException as error:
            self._error = error

    def _count(self, branch: tuple[str, ...]) -> None:
        board = self._root.copy()
        for text in branch:
            board.push_text(text)
        rest = self.depth - len(branch)
        if branch:
            self.by_move[branch[0]] += quincunx.perft(board, rest, threads=self._threads)
            return
        for move, count in quincunx.perft_divide(board, rest, threads=self._threads).items():
            self.by_move[move.text] = count

    def start(self) -> None:
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Wait for the end, but not longer than this. Has it come?"""
        self._thread.join(seconds)
        if self._error:
            raise self._error
        return not self._thread.is_alive()


def _progress() -> Progress:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.completed}/{task.total} branches"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[found]:,} so far"),
        console=console(stderr=True),
        transient=True,
    )


def _wait_with_progress(count: Count) -> None:
    """Wait for the end of a count, with a bar on a terminal if it takes a while."""
    if count.wait(0.5):
        return
    bar: AbstractContextManager[Progress | None] = (
        _progress() if sys.stderr.isatty() else nullcontext()
    )
    with bar as progress:
        task = progress.add_task("", total=count.branches, found=0) if progress else None
        while not count.wait(0.1):
            if progress and task is not None:
                progress.update(task, completed=count.done, found=count.total)


def _leave(count: Count) -> None:
    """Say how far the count came, and leave while it is still at work.

    The thread is inside the core and cannot be asked to stop; Python's own way out would wait for
    it or trip over it. Nothing is open that would have to be closed.
    """
    stopped(
        f"quincunx perft: stopped; {count.done} of {count.branches} branches were counted,"
        f" {count.total} sequences"
    )
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(INTERRUPTED)


def _rate(count: Count) -> float | None:
    return count.total / count.seconds if count.seconds else None


def _as_dict(board: Board, count: Count, divide: bool) -> dict[str, object]:
    rate = _rate(count)
    report: dict[str, object] = {
        "game": board.game.id,
        "size": board.size,
        "fen": board.fen(),
        "depth": count.depth,
        "count": count.total,
        "seconds": round(count.seconds, 6),
        "per_second": rate and round(rate),
    }
    if divide:
        report["divide"] = count.by_move
    return report


def _print(board: Board, count: Count, divide: bool) -> None:
    if divide:
        for move, number in count.by_move.items():
            click.echo(f"{move}: {number}")
        click.echo()
    rate = _rate(count)
    speed = f", {rate:,.0f} a second" if rate else ""
    click.echo(f"{title(board)}, depth {count.depth}: ", nl=False)
    click.secho(str(count.total), bold=True)
    click.echo(f"{count.seconds:.3f} s{speed}")


@click.command()
@game_argument()
@click.argument("depth", type=click.IntRange(min=0))
@start_options
@click.option(
    "--divide", is_flag=True, help="Also by first move: to find where two programs differ."
)
@click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True, metavar="T")
@json_option
def perft(game: Game, depth: int, start: Start, divide: bool, threads: int, as_json: bool) -> None:
    """Count the move sequences of exactly DEPTH moves.

    A game that ends earlier counts nothing. Ctrl-C stops a count (exit code 130).

    \b
    Examples:
      quincunx perft hadron 4
      quincunx perft blast-radius 4 --size 3 --divide
      quincunx perft hadron 2 --fen "5/5/2R2/5/5 b" --json
      quincunx perft quadrature 5 --threads 2
    """
    board = start.board(game)
    count = Count(board, depth, threads)
    try:
        count.start()
        _wait_with_progress(count)
    except KeyboardInterrupt:
        _leave(count)
    if as_json:
        print_json(_as_dict(board, count, divide))
    else:
        _print(board, count, divide)
