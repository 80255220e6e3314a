"""What the commands share: arguments, boards from options, texts about boards, errors."""

from __future__ import annotations

import difflib
import functools
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from quincunx import GAMES, Board, Game, InvalidPositionError, MoveError, Side, find_game

if TYPE_CHECKING:
    from rich.console import Console

#: How a process ends that was stopped by Ctrl-C, as shells have it.
INTERRUPTED = 130

_Function = TypeVar("_Function", bound=Callable[..., Any])


# --- Errors --------------------------------------------------------------------------------------


class UserError(click.ClickException):
    """A mistake of the user: one line on stderr and exit code 2."""

    exit_code = 2

    def __init__(self, message: str, command: str | None = None) -> None:
        super().__init__(" ".join(message.split()))
        context = click.get_current_context(silent=True)
        self.command = command or (context.command_path if context else "quincunx")

    def show(self, file: Any = None) -> None:
        click.echo(f"{self.command}: {self.message}", file=file, err=file is None)


def stopped(message: str) -> None:
    """Say that Ctrl-C was heard; on a terminal below the line that shows ^C."""
    click.echo(f"\n{message}" if sys.stderr.isatty() else message, err=True)


@contextmanager
def _one_line_errors() -> Iterator[None]:
    """Click's usage errors take four lines; ours take one."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "quincunx"
        message = error.format_message().rstrip(".")
        raise UserError(f"{message} (see {command} --help)", command) from None


class Commands(click.Group):
    """A group of commands that lists them as they were added, and keeps errors to one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        with _one_line_errors():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with _one_line_errors():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            stopped(f"{ctx.command_path} {ctx.invoked_subcommand}: stopped")
            raise click.exceptions.Exit(INTERRUPTED) from None


def forgive_narrow_streams() -> None:
    """Print ``?`` for a sign that the terminal's encoding lacks, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


# --- The argument GAME ---------------------------------------------------------------------------


def _no_such_game(name: str) -> NoReturn:
    """Refuse a name, with the one that was probably meant, or else all that there are."""
    known = {game.id: game for game in GAMES}
    wanted = name.strip().lower().replace(" ", "-").replace("_", "-")
    begun = [known_id for known_id in known if wanted and known_id.startswith(wanted)]
    close = begun or difflib.get_close_matches(wanted, known, n=1, cutoff=0.6)
    if close:
        hint = f"did you mean {' or '.join(close)}?"
    else:
        hint = f"there are {', '.join(known)}"
    raise UserError(f"no game is called {name[:40]!r}; {hint}")


def parse_game(name: str) -> Game:
    """The game with this id or name.

    :raises UserError: if there is none; the message suggests what may have been meant.
    """
    try:
        return find_game(name.replace("_", "-"))
    except InvalidPositionError:
        _no_such_game(name)


def _complete_game(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    begun = incomplete.lower()
    return [CompletionItem(g.id, help=g.name) for g in GAMES if g.id.startswith(begun)]


def _required_game(ctx: click.Context, param: click.Parameter, value: str | None) -> Game:
    if value is None:
        raise UserError(f"which game? There are {', '.join(game.id for game in GAMES)}")
    return parse_game(value)


def _optional_game(ctx: click.Context, param: click.Parameter, value: str | None) -> Game | None:
    return None if value is None else parse_game(value)


def game_argument(*, required: bool = True) -> Callable[[_Function], _Function]:
    """The argument GAME: an id such as ``blast-radius``, or a name such as ``"Blast Radius"``."""
    return click.argument(
        "game",
        required=False,  # the callback refuses with a better message than click's
        metavar="GAME" if required else "[GAME]",
        callback=_required_game if required else _optional_game,
        shell_complete=_complete_game,
    )


# --- The options that say where to start ---------------------------------------------------------


@dataclass(frozen=True)
class Start:
    """Where to start: what --size, --fen, --moves and --no-pie say."""

    size: int | None
    fen: str | None
    moves: str | None
    no_pie: bool

    def board(self, game: Game) -> Board:
        """The board that the options describe.

        :raises UserError: if there is none.
        """
        if self.no_pie and not game.has_pie_rule:
            raise UserError(f"--no-pie: {game.name} has no pie rule")
        try:
            board = Board(game, size=self.size, fen=self.fen, pie=False if self.no_pie else None)
        except InvalidPositionError as error:
            raise UserError(str(error)) from None
        for number, text in enumerate((self.moves or "").replace(",", " ").split(), 1):
            try:
                board.push_text(text)
            except MoveError as error:
                raise UserError(f"--moves, move {number}: {explained(error)}") from None
        return board


_START_OPTIONS = (
    click.option("--size", type=int, metavar="N", help="Cells along a side of the board."),
    click.option("--fen", metavar="FEN", help="Start from this position (quote it)."),
    click.option("--moves", metavar="MOVES", help='Play these moves first: "c3 d4".'),
    click.option("--no-pie", is_flag=True, help="Square Grid Hex without the pie rule."),
)


def start_options(function: _Function) -> _Function:
    """Options that say where to start; the command gets them as one argument, ``start``."""
    return grouped_options("start", Start, _START_OPTIONS)(function)


def grouped_options(
    name: str, kind: type, options: Sequence[Callable[[Any], Any]]
) -> Callable[[_Function], _Function]:
    """Options that a command gets as one argument: a dataclass with a field for each of them."""
    names = [field.name for field in fields(kind)]

    def decorate(function: _Function) -> _Function:
        @functools.wraps(function)
        def command(*args: Any, **given: Any) -> Any:
            group = kind(**{field: given.pop(field) for field in names})
            return function(*args, **{name: group}, **given)

        wrapped: Any = command
        for option in reversed(options):
            wrapped = option(wrapped)
        return cast(_Function, wrapped)

    return decorate


def memory_option(default: int) -> Callable[[_Function], _Function]:
    """The option --memory of commands that search, and one line where it is too much."""
    option = click.option(
        "--memory",
        type=click.IntRange(min=1),
        default=default,
        show_default=True,
        metavar="MB",
        help="Remember no more than this.",
    )

    def decorate(function: _Function) -> _Function:
        @functools.wraps(function)
        def command(*args: Any, memory: int, **given: Any) -> Any:
            try:
                if memory >= 1 << 40:  # as bytes it might be no number of the core's
                    raise MemoryError
                return function(*args, memory=memory, **given)
            except MemoryError:
                raise UserError(f"--memory {memory} is too much for this machine") from None

        return cast(_Function, option(command))

    return decorate


cluster_option = click.option(
    "--cluster",
    metavar="auto|ADDRESS",
    help="Share the work with a Ray cluster; auto looks for one that runs.",
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")


# --- Texts about boards --------------------------------------------------------------------------


def explained(error: MoveError) -> str:
    """The text and the reason of a refused move, without the position."""
    if error.reason.startswith(error.text):
        return error.reason
    return f"{error.text}: {error.reason}"


def title(board: Board) -> str:
    """Game and size, and whether something unusual is agreed."""
    plain = board.game.has_pie_rule and not board.pie
    return (
        f"{board.game.name}, {board.game.size_text(board.size)}{', no pie rule' if plain else ''}"
    )


def status(board: Board, name: Callable[[Side], str] | None = None) -> str:
    """Whose turn it is, or how the game ended and by which section of its sheet.

    :param name: what to call the sides; as the game does, if left out.
    """
    name = name or board.side_name
    outcome = board.outcome()
    if outcome is None:
        return board.turn_reason.text(name(board.turn), name(board.turn.other))
    how = f"{outcome.termination.value} ({board.game.name}, {outcome.termination.section})"
    return f"A draw: {how}" if outcome.winner is None else f"{name(outcome.winner)} has won: {how}"


# --- Output --------------------------------------------------------------------------------------


def wants_color(stream: TextIO) -> bool:
    """Colour on terminals, unless NO_COLOR is set (no-color.org); everywhere with FORCE_COLOR."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def console(*, stderr: bool = False) -> Console:
    """A console for tables and progress; a pipe is as wide as the table wants."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else 160
    return Console(stderr=stderr, width=width, highlight=False)


def print_json(value: object) -> None:
    """Print a value as JSON, for other programs and for people."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))
