"""``quincunx analyse``: what the engine makes of a position."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from quincunx import Board, Game, Side
from quincunx.cli.common import (
    INTERRUPTED,
    Start,
    UserError,
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
from quincunx.cli.verdicts import (
    known_text,
    line_value,
    moves_text,
    ranked_scene,
    rate,
    size_in_memory,
    value_text,
)
from quincunx.engine import Analysis, Engine, Info, Limit

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

#: How long an analysis takes if nobody says how long.
DEFAULT_SECONDS = 2.0

#: How many moves the table has if nobody says how many.
DEFAULT_LINES = 10

#: The table stands beside the board if it has at least this many columns there, else below.
BESIDE = 42

BAR_WIDTH = 30
BAR_SIGNS = {"first": "█", "draw": "▒", "second": "░"}
#: By the colours of the sides.
BAR_STYLES = {"red": "red", "blue": "blue", "black": "bright_black", "white": "bright_white"}


# --- As a table ----------------------------------------------------------------------------------


def _bar(board: Board, info: Info) -> Text:
    """How the chances are shared: the first side's on the left, draws between."""
    from rich.text import Text

    first, second = board.game.players
    colours = [BAR_STYLES[colour] for colour in board.game.colours]
    wdl = info.wdl.pov(Side.FIRST)
    left, right = round(BAR_WIDTH * wdl.win), round(BAR_WIDTH * wdl.loss)
    middle = BAR_WIDTH - left - right
    return Text.assemble(
        f"{first} ",
        (BAR_SIGNS["first"] * left, colours[0]),
        (BAR_SIGNS["draw"] * middle, "dim"),
        (BAR_SIGNS["second"] * right, colours[1]),
        f" {second}",
    )


def _table(info: Info, lines: int) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="underline")
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column("move", style="bold", no_wrap=True)
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("visits", justify="right", no_wrap=True)
    table.add_column("line")  # gives way where it is narrow
    for number, line in enumerate(info.lines[:lines], 1):
        table.add_row(
            str(number),
            line.move.text,
            line_value(line),
            f"{line.visits:,}",
            Text(moves_text(line.pv[1:]), no_wrap=True, overflow="ellipsis"),
        )
    return table


def _figures(info: Info) -> tuple[str, str]:
    return (
        f"{info.playouts:,} playouts, {rate(info.playouts, info.elapsed)}, {info.elapsed:.1f} s",
        f"{info.nodes:,} nodes, {size_in_memory(info.memory)}",
    )


def _verdict(board: Board, info: Info, lines: int) -> RenderableType:
    """Everything but the board."""
    from rich.console import Group
    from rich.text import Text

    return Group(
        *([Text(known_text(board, info.known), style="bold")] if info.known else []),
        _bar(board, info),
        Text(value_text(board, info), style="bold" if info.proven else ""),
        Text("\n".join(_figures(info)), style="dim"),
        "",
        _table(info, lines),
    )


def _view(board: Board, info: Info, lines: int, width: int) -> RenderableType:
    """The board with the best moves numbered, and beside it or below what the engine thinks."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from quincunx import drawing

    shown = [line for line in info.lines[: min(lines, 9)] if line.visits or line.proven]
    picture = drawing.text.blocks(ranked_scene(board, shown), color=wants_color(sys.stdout))
    # Legend and score are for players; here the rows are needed for the table.
    written = (picture.title, "\n".join(picture.diagram), picture.credit)
    head, body, foot = map(Text.from_ansi, written)
    verdict = _verdict(board, info, lines)
    if width - max(line.cell_len for line in body.split()) < BESIDE + 3:
        return Group(head, "", body, "", verdict, "", foot)
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    grid.add_row(body, verdict)
    return Group(head, "", grid, "", foot)


def _print_result(board: Board, info: Info, lines: int) -> None:
    out = console()
    out.print(f"{title(board)}: {status(board)}")
    if info.known:
        out.print(f"{known_text(board, info.known)} ({info.known.source})")
    out.print(value_text(board, info))
    out.print("; ".join(_figures(info)))
    out.print()
    out.print(_table(info, lines))
    out.print()
    out.print(board.game.credit)


# --- The course of an analysis -------------------------------------------------------------------


def _watch(stream: Analysis, board: Board, lines: int, screen: Console) -> None:
    """Show an analysis while it grows. Its last picture stays on the screen."""
    from rich.live import Live

    with Live(console=screen, auto_refresh=False) as live:

        def show(info: Info) -> None:
            live.update(_view(board, info, lines, screen.width), refresh=True)

        try:
            for info in stream:
                show(info)
        except KeyboardInterrupt:
            stream.stop()
            show(stream.info)
            raise


def _follow(stream: Analysis, board: Board, lines: int, *, live: bool) -> bool:
    """Wait for the end of an analysis. Did it come by itself, and not by Ctrl-C?"""
    screen = console()
    try:
        if live and not screen.is_dumb_terminal:
            _watch(stream, board, lines, screen)
        else:
            stream.wait()
    except KeyboardInterrupt:
        stream.stop()
        return False
    return True


@click.command()
@game_argument()
@start_options
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Think for this many seconds."
    f"  [default: {DEFAULT_SECONDS:g}, unless --playouts is given]",
)
@click.option(
    "--playouts",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop after this many playouts.",
)
@click.option("--threads", type=click.IntRange(1, 1024), default=1, show_default=True, metavar="T")
@memory_option(256)
@click.option(
    "--lines",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"Show this many moves.  [default: {DEFAULT_LINES}; all with --json]",
)
@click.option(
    "--seed", type=int, metavar="S", help="On one thread, and with --playouts: repeat itself."
)
@json_option
def analyse(
    game: Game,
    start: Start,
    seconds: float | None,
    playouts: int | None,
    threads: int,
    memory: int,
    lines: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Show what the engine makes of a position: the best moves, their values, what is proven.

    A value is the score that the side to move may expect, from 0 % to 100 %. On a terminal the
    table grows while the engine thinks, and Ctrl-C ends it with what is known by then (exit code
    130). The engine stops by itself when the result is proven.

    \b
    Examples:
      quincunx analyse hadron --size 5 --moves "c3 d4"
      quincunx analyse square-grid-hex --size 7 --time 0.5 --lines 3
      quincunx analyse quadrature --playouts 500 --seed 1
      quincunx analyse cordon --size 4 --playouts 1000 --json
    """
    board = start.board(game)
    if board.is_game_over():
        raise UserError(f"the game is over: {status(board)} in {board.fen()}")
    if seconds is None and playouts is None:
        seconds = DEFAULT_SECONDS
    limit = Limit(time=seconds, playouts=playouts)
    rows = lines or DEFAULT_LINES
    live = sys.stdout.isatty() and not as_json
    with (
        Engine.for_board(board, threads=threads, memory_mb=memory, seed=seed) as engine,
        engine.analysis(board, limit, lines=(lines or 0) if as_json else rows) as stream,
    ):
        ended = _follow(stream, board, rows, live=live)
        info = stream.info
    if as_json:
        print_json(info.as_dict())
    elif not live or console().is_dumb_terminal:
        _print_result(board, info, rows)
    if not ended:
        stopped("quincunx analyse: stopped")
        raise click.exceptions.Exit(INTERRUPTED)
