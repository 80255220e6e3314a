"""HTP, the Hex Text Protocol: GTP as HexGui and the programs of the Hex world speak it.

Square Grid Hex only. GTP: http://www.lysator.liu.se/~gunnar/gtp; docs/protocol.md has what is
understood here. Hex programs count rows from the top and we from the bottom; texts are translated
here, at the border, and nowhere else.

The thread that calls :meth:`Htp.run` reads, another one does the commands, so that the comment
`# interrupt` can end a search, as GoGui and HexGui expect.
"""

from __future__ import annotations

import queue
import re
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import quincunx
from quincunx import Board, Move, Side
from quincunx.engine import Info, Limit
from quincunx.protocol.channel import BadLine, Output, explained, shown, whole
from quincunx.protocol.clock import Clock
from quincunx.protocol.engines import EngineSlot, Settings, halt, joined, think

GAME = "square-grid-hex"

#: The size until `boardsize` says another one, as in HexGui.
DEFAULT_SIZE = 11

#: The analysis menu: type of the answer, label, command.
_ANALYZE_COMMANDS = """\
string/Evaluation/quincunx-eval
pspairs/Values of moves/quincunx-values
var/Principal variation/quincunx-pv"""

_COLORS = {"b": Side.FIRST, "black": Side.FIRST, "w": Side.SECOND, "white": Side.SECOND}


# --- The border ----------------------------------------------------------------------------------


def flipped(cell: str, size: int) -> str:
    """The name of a cell with rows counted from the other edge; the same both ways.

    >>> flipped("a1", 11), flipped("c9", 11)
    ('a11', 'c3')
    """
    return f"{cell[0]}{size + 1 - int(cell[1:])}"


def drawn(board: Board) -> str:
    """The board as Hex programs draw it: rows from the top, each half a cell further right."""
    columns = " ".join(cell[0] for cell in board.rows[0])
    lines = [f"   {columns}"]
    for number, row in enumerate(reversed(board.rows), 1):
        pieces = (board.piece_at(cell) for cell in row)
        signs = " ".join("." if piece is None else "BW"[piece.side.value] for piece in pieces)
        lines.append(f"{' ' * (number - 1)}{number:2}\\{signs}\\{number}")
    lines.append(f"{' ' * (board.size + 3)}{columns}")
    return "\n".join(lines)


class Command(NamedTuple):
    """A line of GTP: an id or nothing, a name, arguments."""

    id: str
    name: str
    arguments: list[str]


def parse(line: str) -> Command | None:
    """The command in a line; ``None`` if there is nothing but a comment.

    >>> parse("7 play black\\ta1 # the corner")
    Command(id='7', name='play', arguments=['black', 'a1'])
    """
    text = "".join(c for c in line.replace("\t", " ") if c.isprintable())
    words = text.partition("#")[0].split()
    if not words:
        return None
    if re.fullmatch(r"[0-9]{1,10}", words[0]):
        return Command(words[0], words[1] if len(words) > 1 else "", words[2:])
    return Command("", words[0], words[1:])


def seconds(text: str, name: str) -> float:
    """A number of seconds from outside.

    :raises ValueError: if it is not one.
    """
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text):
        raise ValueError(f"{name} must be a number of seconds, not {shown(text)}")
    return float(text)


class Job:
    """A line that is to be answered."""

    def __init__(self, command: Command | BadLine) -> None:
        self.command = command
        self.done = threading.Event()


class Handler:
    """What does a command, and the forms it may have: its name, and a word for each argument."""

    def __init__(self, function: Callable[..., str], *forms: str) -> None:
        self.function = function
        self.forms = forms


# --- The protocol --------------------------------------------------------------------------------


class Htp:
    """An engine that speaks HTP."""

    def __init__(self, settings: Settings, output: Output) -> None:
        self._settings = replace(settings, game=GAME, size=settings.size or DEFAULT_SIZE)
        self._output = output
        self._slot = EngineSlot()
        self._board = self._settings.board()
        self._clock: Clock | None = None  # as it stands at the start of a game
        self._clocks: dict[Side, Clock] = {}
        self._queue: queue.Queue[Job | None] = queue.Queue()
        self._commands = {
            handler.forms[0].split()[0]: handler
            for handler in (
                Handler(lambda: "2", "protocol_version"),
                Handler(lambda: "Quincunx", "name"),
                Handler(lambda: quincunx.__version__, "version"),
                Handler(self._known_command, "known_command NAME"),
                Handler(lambda: "\n".join(self._commands), "list_commands"),
                Handler(lambda: "", "quit"),
                Handler(self._boardsize, "boardsize SIZE", "boardsize WIDTH HEIGHT"),
                Handler(self._clear_board, "clear_board"),
                Handler(self._play, "play COLOR CELL"),
                Handler(self._genmove, "genmove COLOR"),
                Handler(self._undo, "undo"),
                Handler(lambda: f"\n{drawn(self._board)}", "showboard"),
                Handler(self._all_legal_moves, "all_legal_moves"),
                Handler(self._final_score, "final_score"),
                Handler(self._time_settings, "time_settings MAIN BYO_YOMI STONES"),
                Handler(
                    self._time_left, "time_left COLOR SECONDS STONES", "time_left COLOR SECONDS"
                ),
                Handler(lambda: "", "gogui-interrupt"),
                Handler(lambda: _ANALYZE_COMMANDS, "hexgui-analyze_commands"),
                Handler(self._eval, "quincunx-eval"),
                Handler(self._values, "quincunx-values"),
                Handler(self._pv, "quincunx-pv"),
            )
        }

    def run(self, lines: Iterable[str | BadLine]) -> None:
        """Answer lines until `quit` or until they end; what was asked before is done first."""
        worker = threading.Thread(target=self._work)
        worker.start()
        last: Job | None = None
        try:
            for line in lines:
                if isinstance(line, str) and re.fullmatch(r"\s*#\s*interrupt\s*", line):
                    if last is not None:  # it ends the searches of all that was asked up to here
                        halt(self._slot.stop, last.done.wait)
                    continue
                command = line if isinstance(line, BadLine) else parse(line)
                if command is not None:
                    last = Job(command)
                    self._queue.put(last)
                if isinstance(command, Command) and command[1:] == ("quit", []):
                    break
            self._queue.put(None)
            worker.join()
        finally:
            self._queue.put(None)
            halt(self._slot.stop, partial(joined, worker))  # after Ctrl-C
            self._slot.close()

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            self._answer(job.command)
            job.done.set()

    def _answer(self, command: Command | BadLine) -> None:
        if isinstance(command, BadLine):
            self._output.write(f"? {command.reason}\n")
            return
        try:
            answer, sign = self._do(command), "="
        except Exception as error:
            answer, sign = explained(error), "?"
        self._output.write(f"{sign}{command.id} {answer}\n")

    def _do(self, command: Command) -> str:
        if not command.name:
            raise ValueError("a number, and no command")
        handler = self._commands.get(command.name)
        if handler is None:
            raise ValueError(f"unknown command {shown(command.name)}")
        if len(command.arguments) not in {form.count(" ") for form in handler.forms}:
            raise ValueError(f"the form is {' or '.join(handler.forms)}")
        return handler.function(*command.arguments)

    # --- The game --------------------------------------------------------------------------------

    def _known_command(self, name: str) -> str:
        return "true" if name in self._commands else "false"

    def _boardsize(self, *sides: str) -> str:
        # HexGui gives the width and the height.
        sizes = {whole(side, 3, 19, "unacceptable size: it") for side in sides}
        if len(sizes) > 1:
            raise ValueError(f"unacceptable size: {' x '.join(sides)} is not square")
        self._settings = replace(self._settings, size=sizes.pop())
        return self._clear_board()

    def _clear_board(self) -> str:
        self._board = self._settings.board()
        self._start_clocks()
        self._slot.clear()
        return ""

    def _require_turn(self, color: str) -> Side:
        """The side that a color means, if it is this side's turn."""
        side = _side(color)
        if self._board.is_game_over():
            raise ValueError(f"the game is over: {self._final_score()}")
        if side is not self._board.turn:
            name = self._board.side_name(self._board.turn)
            raise ValueError(f"it is {name}'s turn; turns alternate, and nobody can pass")
        return side

    def _play(self, color: str, text: str) -> str:
        if text.lower() == "resign":
            _side(color)  # the controller's business; the board stays as it is
            return ""
        self._require_turn(color)
        self._board.push(self._move(text.lower()))
        return ""

    def _move(self, word: str) -> Move:
        """The move that a Hex program means.

        :raises ValueError: if it cannot be played; the reason is in the program's coordinates.
        """
        if word in ("swap-pieces", "swap-sides"):
            raise ValueError(
                f"{word} is refused: Square Grid Hex swaps on the same point and mirrors nothing"
                " (PIE RULE); play without a swap"
            )
        if word == "swap":
            if Move(word) in self._board.legal_moves:
                return Move(word)
            raise ValueError("swap is refused: the pie rule is off here, or it is too late for it")
        if not re.fullmatch(r"[a-s][1-9][0-9]?", word) or not self._on_board(word):
            last = self._board.rows[-1][-1]
            raise ValueError(f"{shown(word)} is not a cell of this board; cells are a1 to {last}")
        if self._board.piece_at(flipped(word, self._board.size)):
            raise ValueError(f"illegal move: {word} is occupied")
        return Move(flipped(word, self._board.size))

    def _on_board(self, cell: str) -> bool:
        size = self._board.size
        return ord(cell[0]) - ord("a") < size and int(cell[1:]) <= size

    def _text(self, move: Move) -> str:
        """A move of ours as Hex programs write it."""
        return move.text if move.text == "swap" else flipped(move.text, self._board.size)

    def _genmove(self, color: str) -> str:
        began = time.monotonic()
        side = self._require_turn(color)
        clock = self._clocks.get(side)
        allowed = clock.budget(self._board) if clock else self._settings.time
        engine = self._slot.get(self._board, self._settings)
        move, _ = think(engine, self._board, Limit(time=allowed), self._settings.level)
        self._board.push(move)
        if clock:
            clock.spend(time.monotonic() - began)
        return self._text(move)

    def _undo(self) -> str:
        if not self._board.ply():
            raise ValueError("cannot undo: no move has been played")
        self._board.pop()
        return ""

    def _all_legal_moves(self) -> str:
        return " ".join(map(self._text, self._board.legal_moves))

    def _final_score(self) -> str:
        outcome = self._board.outcome()
        if outcome is None:
            raise ValueError("cannot score: the game is not over")
        return "B+" if outcome.winner is Side.FIRST else "W+"

    # --- Time ------------------------------------------------------------------------------------

    def _time_settings(self, main: str, period: str, stones: str) -> str:
        clock = Clock(
            seconds(main, "MAIN"), seconds(period, "BYO_YOMI"), whole(stones, 0, 10_000, "STONES")
        )
        # GTP: a period for no stones means no time limit. So does no time at all.
        without = clock.stones == 0 and (clock.period > 0 or clock.main == 0)
        self._clock = None if without else clock
        self._start_clocks()
        return ""

    def _start_clocks(self) -> None:
        self._clocks = {side: replace(self._clock) for side in Side} if self._clock else {}

    def _time_left(self, color: str, left: str, stones: str = "0") -> str:
        side, now = _side(color), seconds(left, "SECONDS")
        moves = whole(stones, 0, 10_000, "STONES")
        self._clocks.setdefault(side, Clock(now)).set(now, moves)
        return ""

    # --- For the analysis menu of HexGui ---------------------------------------------------------

    def _analyse(self) -> Info:
        if self._board.is_game_over():
            raise ValueError(f"the game is over: {self._final_score()}")
        engine = self._slot.get(self._board, self._settings)
        return engine.analyse(self._board, Limit(time=self._settings.time))

    def _eval(self) -> str:
        info = self._analyse()
        text = f"{self._board.side_name(info.turn)} {info.value:.3f}, {info.playouts} playouts"
        if info.proven is None or info.proven.winner is None:
            return text
        winner = self._board.side_name(info.proven.winner)
        return f"{text}, proven: {winner} wins within {info.proven.plies} plies"

    def _values(self) -> str:
        lines = self._analyse().lines
        return " ".join(f"{self._text(line.move)} {line.value:.2f}" for line in lines)

    def _pv(self) -> str:
        return " ".join(map(self._text, self._analyse().pv))


def _side(color: str) -> Side:
    side = _COLORS.get(color.lower())
    if side is None:
        raise ValueError(f"a color is b, black, w or white, not {shown(color)}")
    return side
