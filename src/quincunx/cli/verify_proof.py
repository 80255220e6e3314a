"""``quincunx verify-proof``: check a proof of who wins, by the plain rules alone."""

from __future__ import annotations

import os

import click

from quincunx.proof import checker_command


@click.command("verify-proof")
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON instead.")
def verify_proof(file: str, as_json: bool) -> None:
    """Check a proof of who wins, made by quincunx solve --proof.

    A Python of its own does it, with nothing but the plain rules (quincunx/reference, a folder that
    can be copied and read by itself). If it is no proof it is refused, with the first line that is
    wrong and the reason (exit code 1).

    \b
    Examples:
      quincunx solve hadron --size 3 --openings --proof hadron-3.proof
      quincunx verify-proof hadron-3.proof
      quincunx verify-proof hadron-3.proof --json
    """
    # In place of this process, so that whatever ends this one ends the checker.
    command = checker_command(file, *(["--json"] if as_json else []))
    os.execv(command[0], command)
