"""``quincunx show``: a position in the terminal, as a picture or as data."""

from __future__ import annotations

import click

from quincunx import Board, Game
from quincunx.cli.common import Start, game_argument, json_option, print_json, start_options, status
from quincunx.cli.pictures import (
    check_preview,
    chosen_overlays,
    print_text,
    svg_picture,
    text_picture,
    theme_option,
    write_svg,
)


def _as_dict(board: Board) -> dict[str, object]:
    outcome, score = board.outcome(), board.score()
    ended = outcome and {
        "winner": outcome.winner and board.side_name(outcome.winner),
        "termination": outcome.termination.value,
        "section": outcome.termination.section,
    }
    return {
        "game": board.game.id,
        "size": board.size,
        "fen": board.fen(),
        "turn": None if outcome else board.side_name(board.turn),
        "moves": [move.text for move in board.move_stack],
        "legal_moves": [move.text for move in board.legal_moves],
        "result": board.result(),
        "outcome": ended,
        "score": score and dict(zip(board.game.players, score, strict=True)),
        "credit": board.game.credit,
    }


def _details(board: Board) -> str:
    """What the picture does not say: the ending's section, and the position in one line."""
    lines = []
    if board.is_game_over():
        lines.append(f"result  {board.result()}, {status(board)}")
    if board.ply():
        lines.append(f"moves   {' '.join(move.text for move in board.move_stack)}")
    lines.append(f"fen     {board.fen()}")
    return "\n".join(lines)


@click.command()
@game_argument()
@start_options
@click.option(
    "--overlay",
    "overlay",
    multiple=True,
    metavar="NAME",
    help="Show this as well; may be given several times. An unknown name lists what there is;"
    " all, and none (only what is named), are names too.",
)
@click.option("--preview", metavar="MOVE", help="Show what a legal move would do.")
@click.option("--svg", metavar="FILE", help='Write a picture instead; "-" prints it.')
@theme_option("light", "dark", "contrast", "auto")
@json_option
def show(
    game: Game,
    start: Start,
    overlay: tuple[str, ...],
    preview: str | None,
    svg: str | None,
    theme: str,
    as_json: bool,
) -> None:
    """Show a position: in the terminal, as an SVG picture or as JSON.

    \b
    Examples:
      quincunx show hadron --size 7
      quincunx show hadron --moves "c3 d4" --overlay neighbours
      quincunx show quadrature --preview c3-d4
      quincunx show cordon --fen "2/1R1/1B r"
      quincunx show blast-radius --moves "a1 c3" --svg board.svg --theme dark
    """
    board = start.board(game)
    overlays = chosen_overlays(game, overlay)
    check_preview(board, preview)
    if as_json:
        print_json(_as_dict(board))
    elif svg is not None:
        write_svg(svg_picture(board, overlays=overlays, preview=preview, theme=theme), svg)
        if svg != "-":
            click.echo(f"wrote {svg}", err=True)
    else:
        print_text(text_picture(board, overlays=overlays, preview=preview))
        click.echo()
        click.echo(_details(board))
