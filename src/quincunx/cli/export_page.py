"""``quincunx export-page``: all games and the engine in one HTML file."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

__all__ = ["export_page"]


@click.command("export-page")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def export_page(file: Path, force: bool) -> None:
    """Write one HTML FILE with which anybody can play all games, without a server or a network.

    It has the rules, the drawings and the engine inside: open it in a browser, send it to a friend,
    put it on any web server. What stands behind the # of its address says what it begins with, for
    instance play.html#game=cordon&size=4&against=human or play.html#game=hadron&against=3&seed=1.

    \b
    Examples:
      quincunx export-page play.html
      quincunx export-page play.html --force
    """
    page = files("quincunx") / "static" / "page.html"
    if not page.is_file():
        raise click.ClickException(
            "this installation has no page in it: in a checkout, 'make web' builds it"
        )
    if file.exists() and not force:
        raise click.ClickException(f"{file} is there already; --force writes over it")
    try:
        file.write_bytes(page.read_bytes())
    except OSError as error:
        raise click.ClickException(f"{file}: {error.strerror}") from error
    click.echo(f"{file}: {file.stat().st_size / 1000:.0f} KB, to be opened in a browser")
