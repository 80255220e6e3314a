"""``quincunx engine``: the engine for other programs."""

from __future__ import annotations

import sys

import click

from quincunx.cli.common import UserError, parse_game
from quincunx.engine import parse_level
from quincunx.protocol import htp, jsonl, ugi
from quincunx.protocol.channel import Output, read_lines
from quincunx.protocol.engines import LONGEST, MOST_MEMORY_MB, MOST_THREADS, SHORTEST, Settings

_PROTOCOLS = ("ugi", "json", "htp")


@click.command()
@click.argument("protocol", type=click.Choice(_PROTOCOLS), metavar="ugi|json|htp")
@click.option("--game", metavar="GAME", help="ugi: the game at the start.  [default: hadron]")
@click.option("--size", type=int, metavar="N", help="ugi, htp: cells along a side at the start.")
@click.option(
    "--pie/--no-pie",
    default=None,
    help="ugi, htp: Square Grid Hex with or without the pie rule.  [default: htp without]",
)
@click.option(
    "--level", metavar="L", help="ugi, htp: strength, 1 to 10, plain or max.  [default: max]"
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(SHORTEST, LONGEST),
    default=1.0,
    show_default=True,
    metavar="S",
    help="Seconds for a search that is given no limit.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, MOST_THREADS),
    default=1,
    show_default=True,
    metavar="T",
    help="Threads of each search.",
)
@click.option(
    "--memory",
    type=click.IntRange(1, MOST_MEMORY_MB),
    default=256,
    show_default=True,
    metavar="MB",
    help="Megabytes that each engine may use.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, ugi.LARGEST_SEED),
    metavar="N",
    help="The same numbers each time, on one thread.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="W",
    help="json: engines that analyse at the same time.  [default: 2]",
)
def engine(
    protocol: str,
    game: str | None,
    size: int | None,
    pie: bool | None,
    level: str | None,
    seconds: float,
    threads: int,
    memory: int,
    seed: int | None,
    workers: int | None,
) -> None:
    """Let another program use the engine, over standard input and output.

    ugi is the Universal Game Interface (UCI for other games), json an analysis mode with one JSON
    object per line, htp the protocol of HexGui and other Hex programs, for Square Grid Hex.
    docs/protocol.md describes them.

    \b
    Examples:
      printf 'position startpos\\ngo movetime 100\\n' | quincunx engine ugi --game cordon
      printf '{"id":"q","game":"hadron","time":0.1}\\n' | quincunx engine json
      printf 'boardsize 7\\ngenmove b\\nquit\\n' | quincunx engine htp --level 2
    """
    _refuse("json", protocol, game=game, size=size, pie=pie, level=level)
    _refuse("htp", protocol, game=game, workers=workers)
    _refuse("ugi", protocol, workers=workers)
    chosen = htp.GAME if protocol == "htp" else parse_game(game).id if game else "hadron"
    try:
        settings = Settings(
            game=chosen,
            size=size or (htp.DEFAULT_SIZE if protocol == "htp" else None),
            pie=protocol != "htp" if pie is None else pie,
            threads=threads,
            memory_mb=memory,
            seed=seed,
            level=parse_level(level),
            time=seconds,
            workers=workers or 2,
        )
        settings.board()
    except ValueError as error:
        raise UserError(str(error)) from None
    lines, output = sys.stdin.buffer, Output(sys.stdout.buffer)
    if protocol == "ugi":
        ugi.Ugi(settings, output).run(read_lines(lines))
    elif protocol == "json":
        jsonl.Jsonl(settings, output).run(read_lines(lines))
    else:
        htp.Htp(settings, output).run(read_lines(lines, errors="replace"))


def _refuse(where: str, protocol: str, **options: object) -> None:
    """Refuse options that a protocol has no use for."""
    for name, value in options.items():
        if protocol == where and value is not None:
            raise UserError(f"--{name} means nothing to {protocol} (see quincunx engine --help)")
