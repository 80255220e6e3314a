"""Who plays: a player as a text, such as ``level=3``, ``time=0.2`` or ``ugi:./program --fast``."""

from __future__ import annotations

import dataclasses
import math
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quincunx.board import Board
from quincunx.engine import parse_level

__all__ = ["PlayerSpec"]

#: Programs that are not ours are spoken to in one of these protocols.
PROTOCOLS = ("ugi", "htp")

#: MB of memory for a player that names none.
DEFAULT_MEMORY = 256

_HELP = (
    "a player is written as level=3, level=plain, time=0.2, playouts=1000, threads=2, memory=256,"
    " seed=1 (several with commas between them), random, onnx:FILE, ugi:COMMAND or htp:COMMAND"
)


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        digits = text.isascii() and text.isdecimal() and len(text) < 20
        if not digits or not least <= int(text) <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return int(text)

    return read


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0.001 <= seconds <= 86400:
        raise ValueError("must be a number of seconds from 0.001 to 86400")
    return seconds


def _level(text: str) -> str | None:
    name = parse_level(text).name
    return None if name == "max" else name


# What may stand before an equals sign, and how to read what stands behind it.
_KEYS: dict[str, Callable[[str], Any]] = {
    "level": _level,
    "time": _seconds,
    "playouts": _whole(1, 10**9),
    "threads": _whole(1, 1024),
    "memory": _whole(1, 10**6),
    "seed": _whole(0, 2**63 - 1),
}

# Which of them each kind of player has a use for.
_USEFUL = {
    "engine": set(_KEYS),
    "random": {"seed"},
    "onnx": {"time", "playouts", "memory"},
    "ugi": {"time", "threads", "memory"},
    "htp": {"time"},
}


# What the others are called in messages.
_WHO = {
    "random": "the random mover",
    "onnx": "a net",
    "ugi": "a ugi: program",
    "htp": "an htp: program",
}

# What the text behind the colon is.
_REST = {"onnx": "file", "ugi": "command", "htp": "command"}


@dataclass(frozen=True)
class PlayerSpec:
    """A player of a match, read from a text by :meth:`parse`; ``str()`` writes it again.

    >>> spec = PlayerSpec.parse("level=plain, time=0.2")
    >>> spec.kind, spec.level, spec.time, spec.threads
    ('engine', 'plain', 0.2, 1)
    >>> str(PlayerSpec.parse("time=1,htp:mohex --quiet"))
    'time=1,htp:mohex --quiet'
    >>> str(PlayerSpec.parse("onnx:nets/new.onnx,playouts=100"))
    'playouts=100,onnx:nets/new.onnx'
    >>> PlayerSpec.parse("lvel=3")
    Traceback (most recent call last):
    ValueError: 'lvel=3': there is no setting lvel; a player is written as level=3, ...

    ``kind`` is ``"engine"``, ``"random"``, ``"onnx"``, ``"ugi"`` or ``"htp"``. ``level`` is
    ``None`` for the engine at full strength; ``file`` is that of a net, ``command`` that of a
    program.
    """

    kind: str
    level: str | None = None
    time: float | None = None
    playouts: int | None = None
    threads: int = 1
    memory: int | None = None
    seed: int | None = None
    command: str = ""
    file: str = ""

    @classmethod
    def parse(cls, text: str) -> PlayerSpec:
        """Read a player.

        :raises ValueError: if the text describes none; the message says what is wrong with it.
        """
        kind, settings, rest = _split(text)
        values: dict[str, Any] = {}
        for setting in settings:
            key, equals, value = (part.strip() for part in setting.partition("="))
            if key not in _KEYS or not equals:
                wrong = f"there is no setting {key}" if equals else f"{key or 'nothing'} alone"
                raise ValueError(f"{text!r}: {wrong}; {_HELP}")
            if key in values:
                raise ValueError(f"{text!r}: {key} is given twice")
            if key not in _USEFUL[kind]:
                raise ValueError(f"{text!r}: {_WHO[kind]} has no use for {key}")
            try:
                values[key] = _KEYS[key](value)
            except ValueError as error:
                raise ValueError(f"{text!r}: {key}={value}: {error}") from None
        if rest:
            values[_REST[kind]] = rest
        return cls(kind, **values)

    @property
    def has_budget(self) -> bool:
        """Is it known how long the player may think? Levels 1 to 10 know by themselves."""
        if self.kind == "random" or self.time is not None or self.playouts is not None:
            return True
        return self.kind == "engine" and self.level not in (None, "plain")

    def with_time(self, seconds: float | None) -> PlayerSpec:
        """The same player with so much time for a move, if it has no limit of its own.

        :raises ValueError: if then there is still no limit.
        """
        if self.has_budget:
            return self
        if seconds is None:
            raise ValueError(
                f"{str(self)!r}: how long may it think? Say time=0.5 (seconds for a move) in the"
                f" player, or --time for both{'' if self.command else '; or playouts=1000'}"
            )
        return dataclasses.replace(self, time=seconds)

    def require_fit(self, board: Board) -> None:
        """Raise ValueError unless the player can play such a game at all."""
        if self.command:
            words = self.argv
            if shutil.which(words[0]) is None:
                raise ValueError(f"{str(self)!r}: there is no program {words[0]}")
        if self.kind == "onnx":
            self._require_net(board)
        if self.kind != "htp":
            return
        if board.game.id != "square-grid-hex":
            raise ValueError(f"{str(self)!r}: HTP programs play Hex only, not {board.game.name}")
        if board.pie:
            raise ValueError(
                f"{str(self)!r}: Hex programs swap by mirroring the stone, which is not the swap of"
                " this game; play without the pie rule (--no-pie)"
            )

    def _require_net(self, board: Board) -> None:
        from quincunx.learn import Net

        try:
            Net.load(self.file).require_fit(board)
        except (ImportError, ValueError) as error:
            raise ValueError(f"{str(self)!r}: {error}") from None

    @property
    def argv(self) -> list[str]:
        """The command of a program, in words."""
        return shlex.split(self.command)

    def __str__(self) -> str:
        words = []
        for key in _KEYS:
            value = getattr(self, key)
            if value is not None and (key, value) != ("threads", 1):
                words.append(f"{key}={value:g}" if isinstance(value, float) else f"{key}={value}")
        if rest := self.command or self.file:
            words.append(f"{self.kind}:{rest}")
        elif self.kind == "random":
            words.insert(0, "random")
        return ",".join(words) or "level=max"


def _split(text: str) -> tuple[str, list[str], str]:
    """The kind of player, its settings, and what stands behind the colon.

    A program's command is the rest of the text, commas included. Behind a net's file there may be
    more settings.
    """
    if not text.strip():
        raise ValueError(f"an empty text is not a player; {_HELP}")
    settings: list[str] = []
    rest = text.strip()
    while rest:
        if rest.startswith(tuple(f"{kind}:" for kind in _REST)):
            kind, _, behind = (part.strip() for part in rest.partition(":"))
            if kind in PROTOCOLS:
                _require_command(text, behind)
                return kind, settings, behind
            file, more = _file_and_settings(behind)
            if not file:
                raise ValueError(f"{text!r}: which net? Write onnx:FILE")
            return kind, settings + more, file
        setting, _, rest = (part.strip() for part in rest.partition(","))
        settings.append(setting)
    kind = "random" if "random" in settings else "engine"
    if kind == "random":
        settings.remove("random")
    return kind, settings, ""


def _file_and_settings(text: str) -> tuple[str, list[str]]:
    """A file's name may have commas: what follows it is what begins like a setting.

    >>> _file_and_settings("a,b.onnx,time=1,playouts=9")
    ('a,b.onnx', ['time=1', 'playouts=9'])
    """
    settings: list[str] = []
    file = text
    while (comma := file.rfind(",")) >= 0:
        setting = file[comma + 1 :].strip()
        if setting.partition("=")[0].strip() not in _KEYS or "=" not in setting:
            break
        settings.insert(0, setting)
        file = file[:comma].strip()
    return file, settings


def _require_command(text: str, command: str) -> None:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"{text!r}: the command cannot be read: {error}") from None
    if not words:
        raise ValueError(f"{text!r}: which program? Write ugi:COMMAND or htp:COMMAND")
