"""Players that are programs of their own, and speak UGI or HTP.

A program may crash, fall silent, or talk nonsense: each of these is a Forfeit for the game at hand,
and the next game starts the program anew.
"""

from __future__ import annotations

import queue
import re
import signal
import subprocess
import threading
import time
from collections import deque
from contextlib import suppress
from typing import IO

from quincunx.arena.players import Forfeit, Player, Resignation
from quincunx.board import Board
from quincunx.games import Side
from quincunx.protocol.htp import flipped

__all__ = ["HtpPlayer", "Program", "UgiPlayer", "from_htp"]

#: Seconds for a program to start, and to get ready for a game.
START_SECONDS = 60.0

#: Seconds for a program to leave when it is asked to.
_LEAVE_SECONDS = 2.0

#: No line of any protocol is as long.
_LONGEST_LINE = 1 << 16

#: This many lines may wait to be read; a program that writes more has to wait itself.
_WAITING_LINES = 1000


class Program:
    """A program at the other end of two pipes, spoken to in lines, with a clock.

    :raises Forfeit: if it cannot be started.
    """

    def __init__(self, argv: list[str]) -> None:
        self._name = argv[0]
        try:
            self._process = subprocess.Popen(
                argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise Forfeit("crash", f"{self._name} cannot be started: {error}") from error
        assert self._process.stdout and self._process.stderr
        self._lines: queue.Queue[str | None] = queue.Queue(_WAITING_LINES)
        self._last_words: deque[str] = deque(maxlen=5)
        self._closing = False
        self._threads = [
            threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._overhear, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _listen(self, stream: IO[bytes]) -> None:
        """Queue the lines of stdout, and ``None`` at its end."""
        while line := stream.readline(_LONGEST_LINE):
            self._put(line.decode("utf-8", "replace").rstrip("\r\n"))
        self._put(None)

    def _put(self, line: str | None) -> None:
        while not self._closing:
            with suppress(queue.Full):
                return self._lines.put(line, timeout=0.2)

    def _overhear(self, stream: IO[bytes]) -> None:
        """Read stderr, so that it does not run full, and keep its end for notes."""
        while line := stream.readline(_LONGEST_LINE):
            if text := line.decode("utf-8", "replace").strip():
                self._last_words.append(text)

    def send(self, line: str) -> None:
        """Write a line.

        :raises Forfeit: if the program is gone.
        """
        assert self._process.stdin
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except (OSError, ValueError):  # ValueError: we have closed the pipe ourselves
            raise self._gone(f"when it was sent {line[:60]!r}") from None

    def line(self, deadline: float, waiting_for: str) -> str:
        """The next line that the program writes.

        :param deadline: until then (of ``time.monotonic()``) we wait.
        :param waiting_for: what the line should have brought, for the note.
        :raises Forfeit: if none comes in time, or the program ends.
        """
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Forfeit("time", f"{self._name}: no {waiting_for} in time") from None
        if line is None:
            raise self._gone(f"before its {waiting_for}")
        return line

    def _gone(self, when: str) -> Forfeit:
        """The program has ended, or closed its pipes: how, and what it said last on stderr."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_LEAVE_SECONDS)
        self._threads[1].join(_LEAVE_SECONDS)
        code = self._process.poll()
        if code is None:
            how = "closed its output"
        elif code < 0:
            how = f"was ended by {_signal_name(-code)}"
        else:
            how = f"ended with exit code {code}"
        said = f"; it said: {' / '.join(self._last_words)}" if self._last_words else ""
        return Forfeit("crash", f"{self._name} {how} {when}{said}")

    def close(self, farewell: str | None = None) -> None:
        """Ask the program to leave if there is a word for that, and end it if it does not."""
        self._closing = True
        assert self._process.stdin and self._process.stdout and self._process.stderr
        with suppress(OSError):
            if farewell:
                self._process.stdin.write(f"{farewell}\n".encode())
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(_LEAVE_SECONDS if farewell else 0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(_LEAVE_SECONDS)
        # A child of the program may still hold the pipes; then its reader keeps waiting, harmless.
        if not any(thread.is_alive() for thread in self._threads):
            self._process.stdout.close()
            self._process.stderr.close()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class _ProgramPlayer(Player):
    """What the two protocols share: the program is started for a game if it does not run."""

    _program: Program | None = None

    def new_game(self, board: Board, seed: int) -> None:
        deadline = time.monotonic() + START_SECONDS
        try:
            if self._program is None:
                self._program = Program(self.spec.argv)
                self._greet(self._program, deadline)
            self._prepare(self._program, board, deadline)
        except Forfeit:
            self.drop()
            raise

    def choose(self, board: Board, seconds: float | None) -> str:
        if self._program is None:
            raise Forfeit("crash", "the program does not run")
        allowed = START_SECONDS if seconds is None else seconds
        try:
            move = self._ask(self._program, board, time.monotonic() + allowed)
        except Forfeit:
            self.drop()
            raise
        if move.lower() == "resign":
            raise Resignation
        return move

    def _greet(self, program: Program, deadline: float) -> None:
        """Find out whom we speak to."""
        raise NotImplementedError

    def _prepare(self, program: Program, board: Board, deadline: float) -> None:
        """Set up a new game."""
        raise NotImplementedError

    def _ask(self, program: Program, board: Board, deadline: float) -> str:
        """Get a move."""
        raise NotImplementedError

    def drop(self) -> None:
        if self._program is not None:
            self._program.close()
            self._program = None

    def close(self) -> None:
        if self._program is not None:
            self._program.close("quit")
            self._program = None


# --- UGI -----------------------------------------------------------------------------------------


class UgiPlayer(_ProgramPlayer):
    """A program that speaks UGI: as UCI, with the options ``Game`` and ``Size``."""

    def _greet(self, program: Program, deadline: float) -> None:
        self._options: dict[str, str] = {}
        program.send("ugi")
        while (line := program.line(deadline, "ugiok").strip()) != "ugiok":
            if found := re.match(r"option name (.+?)(?: type .*)?$", line):
                self._options[found[1].strip().lower()] = found[1].strip()

    def _prepare(self, program: Program, board: Board, deadline: float) -> None:
        self._set(program, "Game", board.game.id)
        self._set(program, "Size", str(board.size))
        if board.game.has_pie_rule and (not board.pie or "pie" in self._options):
            self._set(program, "Pie", "true" if board.pie else "false")
        if self.spec.threads != 1:
            self._set(program, "Threads", str(self.spec.threads))
        if self.spec.memory is not None:
            self._set(program, "Hash", str(self.spec.memory))
        program.send("uginewgame")
        self._synchronise(program, deadline)

    def _set(self, program: Program, option: str, value: str) -> None:
        name = self._options.get(option.lower())
        if name is None:
            raise Forfeit("protocol", f"the program has no option {option} (wanted: {value})")
        program.send(f"setoption name {name} value {value}")

    def _synchronise(self, program: Program, deadline: float) -> None:
        program.send("isready")
        while (line := program.line(deadline, "readyok").strip()) != "readyok":
            _refuse_error(line)

    def _ask(self, program: Program, board: Board, deadline: float) -> str:
        moves = " ".join(move.text for move in board.move_stack)
        program.send(f"position startpos moves {moves}" if moves else "position startpos")
        program.send(f"go movetime {max(1, round((self.spec.time or 0) * 1000))}")
        while True:
            words = program.line(deadline, "bestmove").split()
            if words and words[0] == "bestmove":
                return words[1] if len(words) > 1 else ""
            _refuse_error(" ".join(words))


def _refuse_error(line: str) -> None:
    """A program that complains cannot be trusted to be where we think it is."""
    if re.match(r"(info string )?error\b", line, re.IGNORECASE):
        raise Forfeit("protocol", f"the program says: {line}")


# --- HTP -----------------------------------------------------------------------------------------


def from_htp(text: str, size: int) -> str:
    """A move of a Hex program in our notation; whatever is not a cell is left as it is.

    >>> from_htp("C11", 11), from_htp("resign", 11)
    ('c1', 'resign')
    """
    cell = re.fullmatch(r"([a-z])([0-9]{1,2})", text.strip().lower())
    if cell is None or not 1 <= int(cell[2]) <= size:
        return text.strip()
    return flipped(cell[0], size)


_COLOURS = {Side.FIRST: "black", Side.SECOND: "white"}


class HtpPlayer(_ProgramPlayer):
    """A program that speaks HTP (GTP for Hex), at Square Grid Hex without the pie rule.

    In both, Black moves first and joins top and bottom, and a cell touches the one above to the
    right and the one below to the left. Only the rows are counted the other way.
    """

    def _greet(self, program: Program, deadline: float) -> None:
        self._command(program, "name", deadline)

    def _prepare(self, program: Program, board: Board, deadline: float) -> None:
        self._known: list[str] = []
        self._command(program, f"boardsize {board.size}", deadline)
        self._command(program, "clear_board", deadline)
        # Byo-yomi of one move at a time. A program that has no clock, or takes whole seconds only,
        # may refuse; then its own settings hold, and the referee's clock.
        with suppress(_Refused):
            self._command(program, f"time_settings 0 {self.spec.time:g} 1", deadline)

    def _ask(self, program: Program, board: Board, deadline: float) -> str:
        moves = board.move_stack
        replay = board.copy()
        for _ in moves:
            replay.pop()
        for number, move in enumerate(moves):
            colour = _COLOURS[replay.turn]
            replay.push(move)
            if number >= len(self._known):
                cell = flipped(move.text, board.size)
                self._command(program, f"play {colour} {cell}", deadline)
                self._known.append(move.text)
        answer = self._command(program, f"genmove {_COLOURS[board.turn]}", deadline)
        move_text = from_htp(answer, board.size)
        self._known.append(move_text)
        return move_text

    def _command(self, program: Program, command: str, deadline: float) -> str:
        """The answer to a command.

        :raises Forfeit: if it is refused, or not answered as the protocol says.
        """
        program.send(command)
        heard = ""
        while not (heard := program.line(deadline, f"answer to {command!r}")).startswith(
            ("=", "?")
        ):
            pass
        answer = [re.sub(r"^[=?]\d*\s*", "", heard)]
        while line := program.line(deadline, f"end of the answer to {command!r}").strip():
            answer.append(line)
        text = "\n".join(answer).strip()
        if heard.startswith("?"):
            raise _Refused(f"the program refuses {command!r}: {text}")
        return text


class _Refused(Forfeit):
    """A command that the program knows better than to obey."""

    def __init__(self, note: str) -> None:
        super().__init__("protocol", note)
