"""``quincunx play``: a game in the terminal."""

from __future__ import annotations

import random

import click

from quincunx import GAMES, Game, Side
from quincunx.cli.common import Start, UserError, game_argument, parse_game, start_options
from quincunx.cli.session import Screen, Session


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
            raise UserError("--as is for playing the random mover; with --against human both play")
        return frozenset(Side)
    return frozenset({Side.SECOND if side == "second" else Side.FIRST})


@click.command()
@game_argument(required=False)
@start_options
@click.option(
    "--against",
    type=click.Choice(["random", "human"]),
    default="random",
    show_default=True,
    help="Play the random mover, or a person at the same keyboard.",
)
@click.option(
    "--as",
    "side",
    type=click.Choice(["first", "second"]),
    help="Which side you are, against the random mover.  [default: first]",
)
@click.option("--seed", type=int, metavar="S", help="Make the random mover repeat itself.")
def play(game: Game | None, start: Start, against: str, side: str | None, seed: int | None) -> None:
    """Play a game in the terminal. Without GAME there is a menu.

    Moves are typed: a cell (c3), a step (c3-d4) or swap. An illegal move is explained. Type help
    for what else there is: undo, the legal moves, why a move is not allowed, a picture.

    Moves and commands can also come from a pipe, one a line.

    \b
    Examples:
      quincunx play hadron
      quincunx play square-grid-hex --size 7 --against human
      quincunx play quadrature --as second --seed 7
      printf 'c3\\nundo\\nb2\\nresign\\n' | quincunx play hadron --size 5
    """
    people = _people(against, side)
    screen = Screen()
    chosen = game or _choose_game(screen)
    if chosen is None:
        return
    board = start.board(chosen)
    options = ["--against", against] if against == "human" else []
    options += ["--as", side] if side else []
    Session(board, people, screen, random.Random(seed), tuple(options)).run()
