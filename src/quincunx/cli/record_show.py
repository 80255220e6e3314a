"""``quincunx record show``: a game of a file, in the terminal, as a picture or an animation."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from quincunx import Board, Side, record
from quincunx.cli.common import UserError, title, wants_color
from quincunx.cli.pictures import (
    chosen_overlays,
    print_text,
    svg_picture,
    text_picture,
    theme_option,
    write_svg,
)
from quincunx.cli.record_files import (
    Source,
    fault_text,
    file_argument,
    file_errors,
    many,
    source_options,
)
from quincunx.cli.verdicts import percent, proven_text
from quincunx.record import comments

#: Tags that the heading shows in its own way, or that are for programs.
_NOT_LISTED = re.compile("Game|Size|FEN|Result|Termination|Match.+")


def _pick(path: str, games: Iterable[record.Game], number: int) -> tuple[record.Game, bool]:
    """The game with this number, the first being 1, and whether others follow."""
    count = 0
    rest = iter(games)
    for game in rest:
        count += 1
        if count == number:
            return game, next(rest, None) is not None
    raise UserError(f"--game {number}: {path} has {many(count) if count else 'no games'}")


def _line_to(game: record.Game, ply: int | None) -> list[record.GameNode]:
    """The nodes of the main line up to this many moves, or all of them."""
    nodes: list[record.GameNode] = [game, *game.mainline()]
    if ply is not None and ply >= len(nodes):
        raise UserError(f"--ply {ply}: the game has {many(len(nodes) - 1, 'move')}")
    return nodes if ply is None else nodes[: ply + 1]


def _heading(game: record.Game, board: Board, where: str) -> str:
    """What is played, by whom, and what the other tags say."""
    tags = game.headers
    rows = [(name, value) for name, value in tags.ordered() if not _NOT_LISTED.fullmatch(name)]
    ending = [tags[name] for name in ("Result", "Termination") if tags.get(name, "*") != "*"]
    rows += [("Result", ", ".join(ending))] if ending else []
    width = max((len(name) for name, _ in rows), default=0)
    lines = [f"{title(board)}{where}", *(f"{name:{width}}  {value}" for name, value in rows)]
    return "\n".join(lines)


def _about(node: record.GameNode, board: Board) -> str:
    """What is said about the position, as far as something is."""
    rows = []
    proven, value, clock = node.proven(), node.eval(), node.clock()
    if board.is_game_over():
        pass  # the picture says how it ended
    elif proven:
        rows.append(("value", f"proven: {proven_text(board, proven)}"))
    elif value is not None:
        rows.append(("value", f"{percent(value)} for {board.side_name(Side.FIRST)}"))
    if clock is not None:
        rows.append(("clock", f"{clock:g} s"))
    if said := comments.plain(node.comment).strip():
        rows.append(("comment", said))
    if node.parent and (others := [n for n in node.parent.variations if n is not node]):
        rows.append(("instead", ", ".join(str(other.move) for other in others)))
    rows.append(("fen", board.fen()))
    return "\n".join(f"{name:7}  {text}" for name, text in rows)


def _moves(game: record.Game, shown: record.GameNode) -> str:
    """The main line, in which the move that led to the position stands out."""
    color = wants_color(sys.stdout)
    width = min(shutil.get_terminal_size().columns, 100)
    lines: list[list[str]] = [[]]
    length = 0
    for number, node in enumerate(game.mainline(), 1):
        word = f"{number}. {node.move}{''.join(sorted(node.marks & record.MARKS.keys()))}"
        if node is shown and not color:
            word = f"[{word}]"
        if length + len(word) > width:
            lines.append([])
            length = 0
        lines[-1].append(click.style(word, reverse=True) if node is shown and color else word)
        length += len(word) + 1
    return "\n".join(" ".join(words) for words in lines)


def _write_gif(nodes: list[record.GameNode], path: str, theme: str) -> None:
    from quincunx.drawing import raster

    data = raster.render_gif((node.board() for node in nodes), theme=theme)
    if path == "-":
        sys.stdout.buffer.write(data)
    else:
        Path(path).expanduser().write_bytes(data)
        positions = many(len(nodes), "position")
        click.echo(f"wrote {path}: {positions}, {len(data) / 1000:.0f} KB", err=True)


@click.command("show", short_help="Show a game, also as SVG or GIF.")
@file_argument
@click.option(
    "--game",
    "number",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Which game of the file.",
)
@click.option(
    "--ply",
    type=click.IntRange(min=0),
    metavar="N",
    help="The position after so many moves.  [default: the last]",
)
@click.option("--svg", metavar="FILE", help='Write a picture instead; "-" prints it.')
@click.option("--gif", metavar="FILE", help="Write the game up to there as an animation instead.")
@click.option(
    "--overlay",
    multiple=True,
    metavar="NAME",
    help="Show this as well, as for quincunx show.",
)
@theme_option("light", "dark", "contrast")
@source_options
def show_command(
    file: str,
    number: int,
    ply: int | None,
    svg: str | None,
    gif: str | None,
    overlay: tuple[str, ...],
    theme: str,
    source: Source,
) -> None:
    """Show a game of a file: a position in the terminal or as SVG, or all of it as GIF.

    \b
    Examples:
      quincunx record show games.qgn
      quincunx record show games.qgn --game 3 --ply 4 --svg board.svg
      quincunx record show match.jsonl --gif game.gif --theme dark
    """
    game, more = _pick(file, source.games(file), number)
    for error in game.errors:
        click.echo(fault_text(file, error), err=True)
    nodes = _line_to(game, ply)
    node = nodes[-1]
    with file_errors(file):
        board = node.board()
    overlays = chosen_overlays(board.game, overlay)
    if svg is not None:
        write_svg(svg_picture(board, overlays=overlays, theme=theme), svg)
        if svg != "-":
            click.echo(f"wrote {svg}", err=True)
    if gif is not None:
        with file_errors(gif, "write"):
            _write_gif(nodes, gif, theme)
    if svg is None and gif is None:
        where = f" (game {number}; --game N shows another)" if more or number > 1 else ""
        click.echo(_heading(game, board, where))
        click.echo()
        print_text(text_picture(board, overlays=overlays))
        click.echo()
        click.echo(_about(node, board))
        if len(nodes) > 1 or game.variations:
            click.echo()
            click.echo(_moves(game, node))
