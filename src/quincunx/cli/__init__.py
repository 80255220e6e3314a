"""The command ``quincunx``: one file for each command, and what they share in common.py.

Rich is imported by the commands that print tables or progress, when they do; ``quincunx --help``
needs only click.
"""

from __future__ import annotations

import click

import quincunx
from quincunx import _native
from quincunx.cli.analyse import analyse
from quincunx.cli.bench import bench
from quincunx.cli.common import Commands, forgive_narrow_streams
from quincunx.cli.database import database_command
from quincunx.cli.engine import engine
from quincunx.cli.export_page import export_page
from quincunx.cli.games import games
from quincunx.cli.learn import learn
from quincunx.cli.match import match
from quincunx.cli.perft import perft
from quincunx.cli.play import play
from quincunx.cli.record import record_command
from quincunx.cli.serve import serve
from quincunx.cli.show import show
from quincunx.cli.solve import solve
from quincunx.cli.study import study
from quincunx.cli.verify_proof import verify_proof

__all__ = ["main"]


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\n" + "\n".join(game.credit for game in quincunx.GAMES),
)
@click.version_option(quincunx.__version__, message=f"%(prog)s %(version)s (core: {_native.level})")
def main() -> None:
    """Abstract board games for two: play them, draw them, count them, measure them.

    \b
    Examples:
      quincunx games
      quincunx play hadron
      quincunx serve
      quincunx show cordon --moves "a1 b2 a2"
      quincunx perft quadrature 3

    Each command explains itself: quincunx play --help
    """
    forgive_narrow_streams()


for _command in (
    games,
    play,
    serve,
    show,
    analyse,
    solve,
    verify_proof,
    match,
    learn,
    study,
    record_command,
    engine,
    perft,
    bench,
    export_page,
    database_command,
):
    main.add_command(_command)
