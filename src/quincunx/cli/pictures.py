"""Pictures of boards on the terminal and in files. The drawing package is imported when needed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from quincunx import Board, Game, MoveError
from quincunx.cli.common import UserError, explained, wants_color

_Function = TypeVar("_Function", bound=Callable[..., Any])


def theme_option(*themes: str) -> Callable[[_Function], _Function]:
    """The option --theme of commands that write pictures in one of these."""
    return click.option(
        "--theme",
        type=click.Choice(themes),
        default="light",
        show_default=True,
        help="Colours of the picture.",
    )


def overlay_texts(game: Game) -> dict[str, str]:
    """The overlays that a game has, and what each shows."""
    from quincunx import drawing

    return {overlay.name: overlay.text for overlay in drawing.overlays(game)}


def default_overlays(game: Game) -> list[str]:
    """The overlays that pictures show unless told otherwise."""
    from quincunx import drawing

    return [overlay.name for overlay in drawing.overlays(game) if overlay.default]


def chosen_overlays(game: Game, wanted: Iterable[str]) -> list[str]:
    """The usual overlays of a game and those that are wanted as well.

    Names may come in one string. ``all`` stands for all, and ``none`` leaves the usual ones out.

    :raises UserError: if a name is not one of the game's overlays; the message lists those.
    """
    known = list(overlay_texts(game))
    names = [name for text in wanted for name in text.replace(",", " ").split()]
    for name in names:
        if name not in (*known, "all", "none"):
            listed = ", ".join(known)
            raise UserError(f"{game.name} has no overlay {name!r}; there are {listed}; all, none")
    if "all" in names:
        return known
    usual = [] if "none" in names else default_overlays(game)
    return [name for name in known if name in usual or name in names]


def check_preview(board: Board, move: str | None) -> None:
    """Refuse a move to preview that is not legal.

    :raises UserError: with the rule that forbids it.
    """
    if move is None:
        return
    try:
        board.parse_text(move)
    except MoveError as error:
        raise UserError(f"--preview: {explained(error)}") from None


def text_picture(
    board: Board, *, overlays: Iterable[str] | None = None, preview: str | None = None
) -> str:
    """A board for the terminal, in colour where that is wanted."""
    from quincunx import drawing

    color = wants_color(sys.stdout)
    return drawing.text.render(board, color=color, overlays=overlays, preview=preview)


def svg_picture(
    board: Board,
    *,
    overlays: Iterable[str] | None = None,
    preview: str | None = None,
    theme: str = "light",
) -> str:
    """A board as SVG."""
    from quincunx import drawing

    return drawing.svg.render(board, theme=theme, overlays=overlays, preview=preview)


def print_text(text: str) -> None:
    """Print a picture whose colours have been decided on."""
    click.echo(text, color=True)


def write_svg(text: str, path: str) -> None:
    """Write a picture, or print it if the path is ``-``.

    :raises UserError: if the file cannot be written.
    """
    if path == "-":
        click.echo(text)
        return
    file = Path(path).expanduser()
    if not file.parent.is_dir():
        raise UserError(f"cannot write {path}: there is no folder {file.parent}")
    try:
        file.write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from None
