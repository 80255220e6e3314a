"""A game between people, or a person and an opponent, on a terminal or a pipe."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping
from typing import NamedTuple

import click

from quincunx import Board, Move, MoveError, Piece, Side, TurnReason
from quincunx.cli.common import UserError, explained, status
from quincunx.cli.opponents import EngineMover, Mind, Opponent
from quincunx.cli.pictures import (
    default_overlays,
    overlay_texts,
    print_text,
    svg_picture,
    text_picture,
    write_svg,
)
from quincunx.cli.verdicts import moves_text, value_text
from quincunx.engine import parse_level

_TWO_CELLS = re.compile(r"([a-z]\d+)[\s,:>–—-]*([a-z]\d+)")


def typed_move(text: str) -> str:
    """A move as people type it, in the games' notation.

    >>> typed_move(" C3 d4"), typed_move("c3d4"), typed_move("Swap")
    ('c3-d4', 'c3-d4', 'swap')
    """
    text = text.strip().lower()
    step = _TWO_CELLS.fullmatch(text)
    return f"{step[1]}-{step[2]}" if step else text


def effects(
    before: Mapping[str, Piece], after: Mapping[str, Piece], move: Move, board: Board
) -> str:
    """What a move did besides what it says: pieces that went, or changed sides.

    >>> board = Board("square-grid-hex", size=3)
    >>> _ = board.push_text("b2")
    >>> before, move = board.pieces(), board.push_text("swap")
    >>> effects(before, board.pieces(), move, board)
    'now White: b2'
    """
    others = [cell for cell in before if cell not in move.cells]
    gone = [cell for cell in others if cell not in after]
    turned = [cell for cell in others if cell in after and after[cell].side != before[cell].side]
    parts = []
    if gone:
        parts.append(f"off the board: {', '.join(gone)}")
    if turned:
        parts.append(f"now {board.side_name(after[turned[0]].side)}: {', '.join(turned)}")
    return "; ".join(parts)


class Screen:
    """Where the player reads and types: a terminal, or a pipe without prompts."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty()

    def say(self, text: str = "") -> None:
        click.echo(text)

    def explain(self, text: str) -> None:
        """Say something that may be long: on a terminal its lines break between words."""
        if self.interactive:
            width = min(shutil.get_terminal_size().columns, 100)
            text = textwrap.fill(text, width, break_on_hyphens=False)
        self.say(text)

    def draw(self, board: Board, overlays: list[str], preview: str | None = None) -> None:
        click.echo()
        print_text(text_picture(board, overlays=overlays, preview=preview))
        click.echo()

    def ask(self, prompt: str) -> str | None:
        """The next line that is typed; ``None`` at the end of input, or on Ctrl-C."""
        try:
            if self.interactive:
                return input(prompt).strip()
            line = sys.stdin.readline()
        except (EOFError, KeyboardInterrupt):
            self.say()
            return None
        return line.strip() if line else None

    def offer(self, words: Callable[[], list[str]]) -> None:
        """Let the Tab key complete to these words, where Python has readline."""
        if not self.interactive:
            return
        try:
            import readline
        except ImportError:
            return

        def complete(begun: str, number: int) -> str | None:
            fitting = [word for word in words() if word.startswith(begun)]
            return fitting[number] if number < len(fitting) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")


class Command(NamedTuple):
    """Something to type that is not a move."""

    words: tuple[str, ...]
    usage: str
    help: str
    run: Callable[[str], None]


class Session:
    """One game after another at the same board, until the player leaves.

    :param people: the sides that people play; the opponent plays the others.
    :param mind: the engine that gives hints.
    :param options: what else, besides position and opponent, would start such a session again.
    """

    def __init__(
        self,
        board: Board,
        people: frozenset[Side],
        screen: Screen,
        opponent: Opponent,
        mind: Mind,
        options: tuple[str, ...] = (),
    ) -> None:
        self.board = board
        self._people = people
        self._screen = screen
        self._opponent = opponent
        self._mind = mind
        self._options = options
        self._first_board = board.copy()
        self._resigned: Side | None = None
        self._left = False
        self._overlays = default_overlays(board.game)
        self._drawn: str | None = None  # the fen of the board as last drawn
        self._commands = self._make_commands()
        self._by_word = {word: command for command in self._commands for word in command.words}

    def _make_commands(self) -> list[Command]:
        return [
            Command(("moves", "m"), "moves", "the legal moves", self._moves),
            Command(("why", "w"), "why c4", "why a move is not allowed", self._why),
            Command(("try", "t"), "try c4", "draw what a move would do", self._try),
            Command(("hint",), "hint", "the move that the engine would play", self._hint),
            Command(("level",), "level [N]", "the engine's level, or another one", self._level),
            Command(("undo", "u"), "undo", "take back your last move", self._undo),
            Command(("board", "b"), "board", "draw the board again", self._board),
            Command(
                ("overlay", "o"),
                "overlay [NAME]",
                "list what the drawing can show, or switch something on or off",
                self._overlay,
            ),
            Command(("fen",), "fen", "the position in one line", self._fen),
            Command(("svg",), "svg FILE", "save a picture of the board", self._svg),
            Command(("new",), "new", "start this game anew", self._new),
            Command(("resign",), "resign", "give the game up", self._resign),
            Command(("help", "h", "?"), "help", "this list", self._help),
            Command(("quit", "q", "exit"), "quit", "leave (Ctrl-D does as well)", self._quit),
        ]

    # --- The course of a session -----------------------------------------------------------------

    def run(self) -> None:
        """Play until the player leaves or, on a pipe, until the game or the input ends."""
        self._screen.offer(self._words)
        self._greet()
        while not self._left:
            if not self._over() and self.board.turn not in self._people:
                if not self._let_opponent_move():
                    break
                continue
            if self._over() and not self._screen.interactive:
                break
            self._show_news()
            line = self._screen.ask(self._prompt())
            if line is None:
                break
            self._obey(line)
        self._farewell()

    def _over(self) -> bool:
        return self._resigned is not None or self.board.is_game_over()

    def _name(self, side: Side) -> str:
        """What to call a side: ``Red (you)``, or ``Red`` between two people."""
        name = self.board.side_name(side)
        if len(self._people) == 2:
            return name
        return f"{name} ({'you' if side in self._people else self._opponent.name})"

    def _greet(self) -> None:
        if len(self._people) == 1:
            (you,) = self._people
            order = "first" if you is Side.FIRST else "second"
            name, other = self.board.side_name(you), self.board.side_name(you.other)
            introduction = self._opponent.introduction
            self._screen.say(f"You are {name} and move {order}; {other} {introduction}.")
        if self._screen.interactive:
            example = next(iter(self.board.legal_moves), None)
            self._screen.say(f"Type a move{f', such as {example}' if example else ''}, or help.")

    def _prompt(self) -> str:
        if self._over():
            return "new, undo or quit> "
        return f"{self.board.side_name(self.board.turn)}> "

    def _show_news(self) -> None:
        """On a terminal: the board, if it is not the one that was drawn last."""
        if self._screen.interactive and self.board.fen() != self._drawn:
            self._board("")

    def _board(self, rest: str) -> None:
        self._drawn = self.board.fen()
        self._screen.draw(self.board, self._overlays)
        if self._over():
            self._screen.say(self._result())

    def _result(self) -> str:
        """Who won, and by which section of the rules."""
        if self._resigned is not None:
            loser, winner = self._name(self._resigned), self._name(self._resigned.other)
            return f"{loser} resigns. {winner} has won."
        return f"{status(self.board, self._name)}."

    def _farewell(self) -> None:
        """The last word: on a pipe the final board, and how to go on with an unfinished game."""
        if not self._screen.interactive:
            self._board("")
        if not self._over() and self.board.ply():
            self._screen.say(f"{status(self.board)}. To go on from here:")
            self._screen.say(f"  {self._resume_command()}")

    def _resume_command(self) -> str:
        start = self.board.copy()
        moves = [start.pop().text for _ in range(start.ply())][::-1]
        words = ["quincunx", "play", start.game.id]
        usual = Board(
            start.game, size=start.size, pie=start.pie if start.game.has_pie_rule else None
        )
        if start == usual:
            words += ["--size", str(start.size)]
            words += ["--no-pie"] if start.game.has_pie_rule and not start.pie else []
        else:
            words += ["--fen", start.fen()]
        words += ["--moves", " ".join(moves)] if moves else []
        words += self._opponent.options if len(self._people) == 1 else ["--against", "human"]
        return shlex.join([*words, *self._options])

    # --- Moves -----------------------------------------------------------------------------------

    def _obey(self, line: str) -> None:
        """Do what was typed: a command, or else a move."""
        word, _, rest = line.partition(" ")
        if command := self._by_word.get(word.lower()):
            command.run(rest.strip())
        elif not line:
            self._left = self._over()
        elif self._resigned is not None:
            self._screen.say("The game is over; type new, undo or quit.")
        else:
            self._play_typed(line)

    def _play_typed(self, line: str) -> None:
        try:
            move = self.board.parse_text(typed_move(line))
        except MoveError as error:
            self._screen.explain(explained(error))
            return
        self._push(move)

    def _let_opponent_move(self) -> bool:
        """Let the opponent move; ``False`` if the player presses Ctrl-C meanwhile."""
        try:
            self._push(self._opponent.choose(self.board))
        except KeyboardInterrupt:
            self._screen.say()
            return False
        return True

    def _push(self, move: Move) -> None:
        """Play a legal move, and say what it did and whose turn it leaves."""
        mover, before = self.board.turn, self.board.pieces()
        self.board.push(move)
        did = effects(before, self.board.pieces(), move, self.board)
        if did or mover not in self._people or not self._screen.interactive:
            self._screen.say(f"{self._name(mover)}: {move}{f' – {did}' if did else ''}")
        if self.board.is_game_over():
            return
        if self.board.turn_reason is TurnReason.SAT_OUT:
            self._screen.say(f"{self._name(mover.other)} has no move and sits out.")
        elif self.board.turn_reason is TurnReason.MOVES_AGAIN:
            self._screen.say(f"{self._name(mover)} moves again.")

    # --- Commands --------------------------------------------------------------------------------

    def _words(self) -> list[str]:
        """What the Tab key knows."""
        commands = [command.words[0] for command in self._commands]
        return [*(move.text for move in self.board.legal_moves), *commands]

    def _moves(self, rest: str) -> None:
        moves = [move.text for move in self.board.legal_moves]
        if not moves or self._over():
            self._screen.say("None: the game is over.")
            return
        self._screen.say(f"{len(moves)} legal {'move' if len(moves) == 1 else 'moves'}:")
        self._screen.explain(" ".join(moves))

    def _why(self, rest: str) -> None:
        if not rest:
            self._screen.say("Why which move? Type: why c4")
            return
        try:
            reason = self.board.why_illegal(typed_move(rest))
        except MoveError as error:
            reason = explained(error)
        self._screen.explain(reason or f"{typed_move(rest)} is legal.")

    def _try(self, rest: str) -> None:
        try:
            move = self.board.parse_text(typed_move(rest))
        except MoveError as error:
            self._screen.explain(explained(error) if rest else "Try which move? Type: try c4")
            return
        self._screen.draw(self.board, self._overlays, move.text)

    def _hint(self, rest: str) -> None:
        if self._over():
            self._screen.say("The game is over.")
            return
        try:
            info = self._mind.hint(self.board)
        except KeyboardInterrupt:
            self._screen.say()
            return
        onward = moves_text(info.pv[1:6])
        line = f"; it may go on {onward}" if onward else ""
        self._screen.explain(f"{info.best}: {value_text(self.board, info)}{line}")

    def _level(self, rest: str) -> None:
        if not isinstance(self._opponent, EngineMover) or len(self._people) == 2:
            self._screen.say("The engine does not play here; it only gives hints.")
            return
        if rest:
            try:
                self._opponent.level = parse_level(rest)
            except ValueError as error:
                self._screen.explain(str(error))
                return
        self._screen.say(f"The engine plays at {self._opponent.level}.")

    def _overlay(self, rest: str) -> None:
        known = overlay_texts(self.board.game)
        names = rest.replace(",", " ").split()
        if unknown := [name for name in names if name not in known]:
            self._screen.say(
                f"There is no overlay {unknown[0]!r}; type overlay to see what there is."
            )
        elif names:
            self._overlays = [n for n in known if (n in self._overlays) != (n in names)]
            self._board("")
        else:
            for name, text in known.items():
                self._screen.say(f"  {'on ' if name in self._overlays else 'off'} {name:11} {text}")

    def _undo(self, rest: str) -> None:
        """Take moves back to where a person was last to move."""
        if self._resigned is not None:
            self._resigned = None
            self._screen.say("The game goes on.")
            return
        earlier = self.board.copy()
        while earlier.ply():
            earlier.pop()
            if earlier.turn in self._people:
                taken = self.board.move_stack[earlier.ply() :]
                self.board = earlier
                self._screen.say(f"Taken back: {', '.join(move.text for move in taken)}")
                return
        self._screen.say("There is no move of yours to take back.")

    def _fen(self, rest: str) -> None:
        self._screen.say(self.board.fen())

    def _svg(self, rest: str) -> None:
        if not rest:
            self._screen.say("Into which file? Type: svg board.svg")
            return
        try:
            write_svg(svg_picture(self.board, overlays=self._overlays), rest)
        except UserError as error:
            self._screen.say(error.message)
        else:
            self._screen.say(f"Wrote {rest}")

    def _new(self, rest: str) -> None:
        self.board = self._first_board.copy()
        self._resigned = None
        self._drawn = None

    def _resign(self, rest: str) -> None:
        if self._over():
            self._screen.say("The game is over.")
        else:
            self._resigned = self.board.turn
            if self._screen.interactive:
                self._screen.say(self._result())

    def _help(self, rest: str) -> None:
        example = next(iter(self.board.legal_moves), None)
        if example:
            self._screen.say(f"  {example!s:15} a move")
        for command in self._commands:
            self._screen.say(f"  {command.usage:15} {command.help}")

    def _quit(self, rest: str) -> None:
        self._left = True
