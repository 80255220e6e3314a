"""``quincunx games``: what there is to play."""

from __future__ import annotations

import click

from quincunx import GAMES, Game
from quincunx.cli.common import console, json_option, print_json


def sizes_text(sizes: tuple[int, ...]) -> str:
    """Sizes in few signs.

    >>> sizes_text((3, 4, 5, 6)), sizes_text((3, 5, 7)), sizes_text((11,))
    ('3–6', '3, 5, 7', '11')
    """
    if len(sizes) > 2 and sizes == tuple(range(sizes[0], sizes[-1] + 1)):
        return f"{sizes[0]}–{sizes[-1]}"
    return ", ".join(map(str, sizes))


def _as_dict(game: Game) -> dict[str, object]:
    return {
        "id": game.id,
        "name": game.name,
        "author": game.author,
        "year": game.year,
        "players": list(game.players),
        "sizes": list(game.sizes),
        "default_size": game.default_size,
        "has_pie_rule": game.has_pie_rule,
        "has_draws": game.has_draws,
        "credit": game.credit,
    }


def _print_table() -> None:
    from rich.table import Table

    # The designers' and sides' names fold first, so that 80 columns are enough; between words only.
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="underline")
    designers = max(len(word) for game in GAMES for word in game.author.split())
    table.add_column("id", style="bold", no_wrap=True)
    table.add_column("name", no_wrap=True)
    table.add_column("designer", min_width=designers, overflow="fold")
    table.add_column("year", no_wrap=True)
    table.add_column("players", min_width=6)
    table.add_column("sizes")
    table.add_column("usual", justify="right", no_wrap=True)
    for game in GAMES:
        table.add_row(
            game.id,
            game.name,
            game.author,
            str(game.year or "–"),
            ", ".join(game.players),
            sizes_text(game.sizes),
            str(game.default_size),
        )
    console().print(table)


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the games that there are.

    The table has each game's id, its designer, its players (who moves first comes first), the sizes
    of board that it is played on, and the usual one.

    \b
    Examples:
      quincunx games
      quincunx games --json
    """
    if as_json:
        print_json([_as_dict(game) for game in GAMES])
        return
    _print_table()
    click.echo()
    for game in GAMES:
        click.echo(game.credit)
    click.echo("\nA size is the number of cells along a side. To play a game: quincunx play hadron")
