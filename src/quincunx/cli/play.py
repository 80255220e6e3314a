"""``quincunx play``: a game in the terminal."""

from __future__ import annotations

import random

import click

from quincunx import GAMES, Game, Side
from quincunx.cli.common import Start, UserError, game_argument, parse_game, start_options
from quincunx.cli.opponents import EngineMover, Mind, Opponent, RandomMover
from quincunx.cli.session import Screen, Session
from quincunx.engine import LEVELS, MAX, PLAIN

#: Who sits opposite if nobody says who: somebody whom a beginner can beat after a few games.
DEFAULT_LEVEL = "4"

LEVEL_NAMES = [level.name for level in (*LEVELS.values(), MAX, PLAIN)]


def _choose_game(screen: Screen) -> Game | None:
    """A menu of the games; ``None`` if the player leaves."""
    screen.say("Which game?")
    for number, game in enumerate(GAMES, 1):
        screen.say(f"  {number}  {game.name:16} {game.credit}")
    screen.offer(lambda: [game.id for game in GAMES])
    while True:
        answer = screen.ask(f"1-{len(GAMES)}, or a name> ")
        if answer is None or answer.lower() in ("q", "quit", "exit"):
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(GAMES):
            return GAMES[int(answer) - 1]
        if answer:
            try:
                return parse_game(answer)
            except UserError as error:
                screen.say(error.message)


def _people(against: str, side: str | None) -> frozenset[Side]:
    """The sides that people play."""
    if against == "human":
        if side:
            raise UserError("--as is for playing an opponent; with --against human both sides play")
        return frozenset(Side)
    return frozenset({Side.SECOND if side == "second" else Side.FIRST})


def _check_engine_options(against: str, **given: object) -> None:
    """Refuse options that would have no effect."""
    for name, value in given.items():
        if value is not None and against != "engine":
            raise UserError(f"--{name} is for playing the engine, not with --against {against}")


@click.command()
@game_argument(required=False)
@start_options
@click.option(
    "--against",
    type=click.Choice(["engine", "random", "human"]),
    default="engine",
    show_default=True,
    help="Play the engine, the random mover, or a person at the same keyboard.",
)
@click.option(
    "--level",
    type=click.Choice(LEVEL_NAMES),
    metavar="L",
    help="How well the engine plays: 1 to 10, max, or plain (a baseline without knowledge)."
    f"  [default: {DEFAULT_LEVEL}]",
)
@click.option(
    "--time",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Let the engine think for at most this many seconds a move."
    "  [default: 1 for max and plain]",
)
@click.option(
    "--as",
    "side",
    type=click.Choice(["first", "second"]),
    help="Which side you are, against an opponent.  [default: first]",
)
@click.option("--seed", type=int, metavar="S", help="Make the opponent repeat itself.")
def play(
    game: Game | None,
    start: Start,
    against: str,
    level: str | None,
    time: float | None,
    side: str | None,
    seed: int | None,
) -> None:
    """Play a game in the terminal, against the engine. Without GAME there is a menu.

    Moves are typed: a cell (c3), a step (c3-d4) or swap. An illegal move is explained. Type help
    for what else there is: hints, undo, the legal moves, why a move is not allowed, a picture.

    Moves and commands can also come from a pipe, one per line.

    \b
    Examples:
      quincunx play hadron
      quincunx play cordon --level 6 --as second
      quincunx play square-grid-hex --size 7 --against human
      quincunx play quadrature --against random --seed 7
      printf 'c3\\nundo\\nb2\\nresign\\n' | quincunx play hadron --size 5
    """
    people = _people(against, side)
    _check_engine_options(against, level=level, time=time)
    screen = Screen()
    chosen = game or _choose_game(screen)
    if chosen is None:
        return
    board = start.board(chosen)
    options = ("--as", side) if side else ()
    with Mind(board, seed) as mind:
        opponent: Opponent = (
            RandomMover(random.Random(seed))
            if against == "random"
            else EngineMover(mind, level or DEFAULT_LEVEL, time)
        )
        Session(board, people, screen, opponent, mind, options).run()
