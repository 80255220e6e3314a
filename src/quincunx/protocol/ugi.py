"""UGI, the Universal Game Interface: UCI for games other than chess.

The draft is by kz04px: https://github.com/kz04px/cutegames/blob/master/ugi.md. docs/protocol.md has
what is understood here. The thread that calls :meth:`Ugi.run` reads and answers; a search has a
thread of its own, so that it can be stopped.
"""

from __future__ import annotations

import math
import re
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

import quincunx
from quincunx import GAMES, Board, MoveError, Side, find_game
from quincunx.engine import LEVELS, MAX, PLAIN, Engine, Info, Level, Limit, parse_level
from quincunx.protocol import clock
from quincunx.protocol.channel import BadLine, Output, explained, shown, whole
from quincunx.protocol.engines import (
    LONGEST,
    MOST_MEMORY_MB,
    MOST_PLAYOUTS,
    MOST_THREADS,
    EngineSlot,
    Settings,
    halt,
    joined,
    think,
)

#: Seconds between two info lines of a search.
INFO_PERIOD = 0.5

#: Seconds in the numbers of `go`, which are milliseconds.
_MS = 0.001
_LONGEST_MS = round(LONGEST / _MS)

#: Of an option; the engine takes any number.
LARGEST_SEED = 2**31 - 1

_CLOCK_WORDS = {
    "p1time": (Side.FIRST, "time"),
    "p2time": (Side.SECOND, "time"),
    "p1inc": (Side.FIRST, "inc"),
    "p2inc": (Side.SECOND, "inc"),
    "wtime": (Side.FIRST, "time"),
    "btime": (Side.SECOND, "time"),
    "winc": (Side.FIRST, "inc"),
    "binc": (Side.SECOND, "inc"),
}


# --- What is said about a search -----------------------------------------------------------------


def centipawns(value: float, *, proven: bool = False) -> int:
    """A value from 0 to 1 as a difference in Elo, at which that much is expected.

    >>> centipawns(0.5), centipawns(0.76), centipawns(0.24), centipawns(1.0)
    (0, 200, -200, 9999)
    >>> centipawns(1.0, proven=True), centipawns(0.5, proven=True)
    (10000, 0)
    """
    if proven:
        return round(10_000 * (2 * value - 1))
    if 0 < value < 1:
        return max(-9_999, min(9_999, round(400 * math.log10(value / (1 - value)))))
    return 9_999 if value > 0.5 else -9_999


def info_line(info: Info) -> str:
    """What is known, in one line. All of it is for the side to move."""
    wins = round(1000 * info.wdl.win)
    draws = round(1000 * (info.wdl.win + info.wdl.draw)) - wins
    score = centipawns(info.value, proven=info.proven is not None)
    words = [
        f"info time {round(info.elapsed / _MS)} nodes {info.playouts}",
        f"nps {round(info.playouts_per_second)} score cp {score}",
        f"wdl {wins} {draws} {1000 - wins - draws} winrate {info.value:.4f}",
    ]
    if info.proven:
        outcome = {1.0: "win", 0.5: "draw", 0.0: "loss"}[info.proven.value_of(info.turn)]
        words.append(f"proven {outcome} {info.proven.plies}")
    return " ".join([*words, "pv", *(move.text for move in info.pv)])


@dataclass(frozen=True)
class Go:
    """What `go` asks for: a limit, or none until `stop`."""

    limit: Limit
    infinite: bool


def read_go(words: list[str], board: Board, default_time: float) -> Go:
    """The limits that follow the word `go`; the first that is reached ends the search.

    :raises ValueError: if something about them is wrong.
    """
    infinite, times, playouts = False, [], None
    left: dict[Side, dict[str, int]] = {side: {} for side in Side}
    rest = iter(words)
    for word in rest:
        if word == "infinite":
            infinite = True
        elif word == "depth":
            raise ValueError("this engine has no depth to limit; use nodes, movetime or a clock")
        elif word == "movetime":
            times.append(whole(next(rest, ""), 1, _LONGEST_MS, word) * _MS)
        elif word == "nodes":
            playouts = whole(next(rest, ""), 1, MOST_PLAYOUTS, word)
        elif word in _CLOCK_WORDS:
            side, kind = _CLOCK_WORDS[word]
            left[side][kind] = whole(next(rest, ""), -_LONGEST_MS, 1000 * _LONGEST_MS, word)
        else:
            raise ValueError(f"go does not know {shown(word)}")
    mine = left[board.turn]
    if "time" in mine:
        inc = max(0, mine.get("inc", 0)) * _MS
        times.append(clock.budget(mine["time"] * _MS, inc, moves=clock.moves_to_come(board)))
    elif any(left.values()):
        raise ValueError(f"go has no clock for the side to move, {board.side_name(board.turn)}")
    if infinite:
        return Go(Limit(), infinite=True)
    if not times and playouts is None:
        times.append(default_time)
    return Go(Limit(time=min(times, default=None), playouts=playouts), infinite=False)


class Search(threading.Thread):
    """One `go`, from its start to its `bestmove`."""

    def __init__(self, engine: Engine, board: Board, go: Go, level: Level, output: Output) -> None:
        super().__init__()
        self._engine = engine
        self._board = board
        self._go = go
        self._level = level
        self._output = output
        self._stopped = threading.Event()
        self._over = threading.Event()
        self._told = 0.0  # when something was said last

    def run(self) -> None:
        self._told = time.monotonic()
        try:
            move, info = think(self._engine, self._board, self._go.limit, self._level, self._tell)
            self._output.write(info_line(info))
            best = move.text
        except Exception as error:
            # Whoever waits for a bestmove must get one.
            self._output.write(f"info string error: {explained(error)}")
            best = "none"
        if self._go.infinite:
            self._stopped.wait()
        self._over.set()
        self._output.write(f"bestmove {best}")

    def _tell(self, info: Info) -> None:
        now = time.monotonic()
        if now - self._told >= INFO_PERIOD and not info.stopped_by:
            self._told = now
            self._output.write(info_line(info))

    def is_over(self) -> bool:
        """Has it said its bestmove, or is it just about to?"""
        if self._over.is_set():
            self.join()
        return not self.is_alive()

    def finish(self) -> None:
        """Wait for the end of a search that comes to one by itself."""
        if not self._go.infinite:
            self.join()

    def stop(self) -> None:
        """End the search, and wait until it has said its bestmove."""
        self._stopped.set()
        halt(self._engine.stop, partial(joined, self))


# --- Options -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Option:
    """Something that `setoption` sets: how `ugi` declares it, and what it makes of the settings."""

    name: str
    declared: str
    set: Callable[[Settings, str], Settings]


def _spin(value: int, low: int, high: int) -> str:
    return f"type spin default {value} min {low} max {high}"


def _combo(value: str, choices: Iterable[str]) -> str:
    return " ".join([f"type combo default {value}", *(f"var {choice}" for choice in choices)])


def _set_pie(settings: Settings, text: str) -> Settings:
    if text not in ("true", "false"):
        raise ValueError(f"Pie must be true or false, not {shown(text)}")
    return replace(settings, pie=text == "true")


def _set_seed(settings: Settings, text: str) -> Settings:
    seed = whole(text, -1, LARGEST_SEED, "Seed")
    return replace(settings, seed=None if seed < 0 else seed)


def options(start: Settings) -> list[Option]:
    """All options; what the program was started with is their default."""
    levels = [level.name for level in (*LEVELS.values(), MAX, PLAIN)]
    largest = max(max(game.sizes) for game in GAMES)
    seed = -1 if start.seed is None else start.seed
    return [
        Option(
            "Game",
            _combo(start.game, (game.id for game in GAMES)),
            lambda now, text: replace(now, game=find_game(text).id, size=None),
        ),
        Option(
            "Size",
            _spin(start.size or 0, 0, largest),
            lambda now, text: replace(now, size=whole(text, 0, largest, "Size") or None),
        ),
        Option("Pie", f"type check default {str(start.pie).lower()}", _set_pie),
        Option(
            "Threads",
            _spin(start.threads, 1, MOST_THREADS),
            lambda now, text: replace(now, threads=whole(text, 1, MOST_THREADS, "Threads")),
        ),
        Option(
            "Hash",
            _spin(start.memory_mb, 1, MOST_MEMORY_MB),
            lambda now, text: replace(now, memory_mb=whole(text, 1, MOST_MEMORY_MB, "Hash")),
        ),
        Option("Seed", _spin(seed, -1, LARGEST_SEED), _set_seed),
        Option(
            "Level",
            _combo(start.level.name, levels),
            lambda now, text: replace(now, level=parse_level(text)),
        ),
    ]


# --- The protocol --------------------------------------------------------------------------------


class Ugi:
    """An engine that speaks UGI."""

    def __init__(self, settings: Settings, output: Output) -> None:
        self._settings = settings
        self._output = output
        self._options = {option.name.lower(): option for option in options(settings)}
        self._slot = EngineSlot()
        self._board = settings.board()
        self._search: Search | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "setoption": self._setoption,
            "uginewgame": self._uginewgame,
            "position": self._position,
            "query": self._query,
            "go": self._go,
            "stop": self._stop,
        }

    def run(self, lines: Iterable[str | BadLine]) -> None:
        """Answer lines until `quit` or until they end.

        `quit` stops a search. When the lines end, one with a limit is brought to its end.
        """
        try:
            for line in lines:
                if self._obey(line) == "quit":
                    return
            if self._search:
                self._search.finish()
        finally:
            if self._search:
                self._search.stop()
            self._slot.close()

    def _obey(self, line: str | BadLine) -> str | None:
        """Do what a line says; its first word, if it has one."""
        if isinstance(line, BadLine):
            self._say_error(line.reason)
            return None
        words = line.split()
        if not words or words[0] == "quit":
            return words[0] if words else None
        try:
            if words[0] not in self._commands:
                raise ValueError(f"unknown command {shown(words[0])}")
            self._commands[words[0]](words[1:])
        except Exception as error:
            self._say_error(explained(error))
        return words[0]

    def _say(self, text: str) -> None:
        self._output.write(text)

    def _say_error(self, text: str) -> None:
        self._say(f"info string error: {text}")

    def _require_idle(self) -> None:
        if self._search and not self._search.is_over():
            raise ValueError("not while a search is running; send stop first")

    # --- Commands --------------------------------------------------------------------------------

    def _ugi(self, words: list[str]) -> None:
        self._say(f"id name Quincunx {quincunx.__version__}")
        self._say("id author Quincunx contributors")
        for option in self._options.values():
            self._say(f"option name {option.name} {option.declared}")
        self._say("ugiok")

    def _isready(self, words: list[str]) -> None:
        try:
            if self._search is None or self._search.is_over():
                self._slot.get(self._board, self._settings)  # now, and not when a clock runs
        finally:
            self._say("readyok")

    def _setoption(self, words: list[str]) -> None:
        text = " ".join(words)
        found = re.fullmatch(r"name (\S+) value (.+)", text)
        if not found:
            raise ValueError(f"setoption wants name X value Y, not {shown(text)}")
        option = self._options.get(found[1].lower())
        if option is None:
            known = ", ".join(option.name for option in self._options.values())
            raise ValueError(f"there is no option {shown(found[1])}; there are {known}")
        self._require_idle()
        settings = option.set(self._settings, found[2])
        if option.name in ("Game", "Size", "Pie"):
            self._board = settings.board()
        self._settings = settings

    def _uginewgame(self, words: list[str]) -> None:
        self._require_idle()
        self._board = self._settings.board()
        self._slot.clear()

    def _position(self, words: list[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:at], words[at + 1 :]
        if start == ["startpos"]:
            board = self._settings.board()
        elif start[:1] == ["fen"]:
            board = Board(self._settings.game, fen=" ".join(start[1:]))
        else:
            raise ValueError("position wants startpos or fen, and then perhaps moves")
        for number, text in enumerate(moves, 1):
            try:
                board.push_text(text)
            except MoveError as error:
                raise ValueError(f"move {number}: {error}") from None
        self._board = board

    def _query(self, words: list[str]) -> None:
        outcome = self._board.outcome()
        if words == ["gameover"]:
            answer = _word(outcome is not None)
        elif words == ["p1turn"]:
            answer = _word(self._board.turn is Side.FIRST)
        elif words == ["result"]:
            results = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw", "*": "none"}
            answer = results[self._board.result()]
        else:
            raise ValueError(f"query knows gameover, p1turn, result; not {shown(' '.join(words))}")
        self._say(f"response {answer}")

    def _go(self, words: list[str]) -> None:
        self._require_idle()
        if self._board.is_game_over():
            self._say_error(f"the game is over, {self._board.result()}")
            self._say("bestmove none")
            return
        go = read_go(words, self._board, self._settings.time)
        engine = self._slot.get(self._board, self._settings)
        board, level = self._board.copy(), self._settings.level
        self._search = Search(engine, board, go, level, self._output)
        self._search.start()

    def _stop(self, words: list[str]) -> None:
        if self._search:
            self._search.stop()


def _word(value: bool) -> str:
    return "true" if value else "false"
