"""The file of a match: JSON lines, the match first, then its games as they end; or records.

The name of a new file tells which: ``.qgn`` means records. A file is worth something if anybody
can check it. ``verify`` replays every game by the rules and counts again; nothing that a file says
about itself is believed.
"""

from __future__ import annotations

import datetime
import io
import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import quincunx
from quincunx import record
from quincunx.arena.game import NAMES, RESIGNATION, UNFINISHED, GameRecord, first_player, other
from quincunx.arena.rating import Standing
from quincunx.arena.records import EXTENSION, RecordForm, lines_of
from quincunx.arena.settings import MatchSettings
from quincunx.board import Board
from quincunx.errors import MoveError, RecordError
from quincunx.games import Side
from quincunx.record.reading import go_on_after, whole_bytes

__all__ = [
    "MatchFile",
    "MatchReader",
    "MatchWriter",
    "default_name",
    "parsed",
    "read_match",
    "summary_of",
    "verify",
]

#: The version of the form described in docs/guide/matches.md.
FORMAT = 1


def default_name(game: str, size: int) -> str:
    """The name of a file for a match that begins now: game, size, date and time."""
    return f"{game}-{size}-{datetime.datetime.now():%Y%m%d-%H%M%S}.jsonl"


# --- Writing -------------------------------------------------------------------------------------


class MatchWriter:
    """Writes a match into a new file, or goes on with an old one; every line is there at once.

    :param jobs: how many games are played at a time.
    :param old: what the file has already.
    """

    def __init__(
        self,
        path: str | Path,
        settings: MatchSettings,
        *,
        jobs: int,
        old: MatchFile | None = None,
    ) -> None:
        self.path = Path(path)
        self._settings = settings
        self._jobs = jobs
        self._old = old
        self._file: BinaryIO | None = None
        self._form = RecordForm() if self.path.suffix == EXTENSION else None
        self.begun = old is not None

    def begin(self) -> None:
        """Start a new file, or write behind what is there; a line that was cut off goes."""
        if self._old is None:
            self._file = self.path.open("xb")
            self.begun = True
            self._write(self._match_line())
        else:
            self._file = self.path.open("r+b")
            if self._form:
                go_on_after(self._file, self._old.whole_bytes)
                self._form.game_of(self._match_line())
            else:
                self._file.truncate(self._old.whole_bytes)
                self._file.seek(self._old.whole_bytes)
            games = self._settings.games
            self._write({"type": "resume", **_origin(), "games": games, "jobs": self._jobs})

    def _match_line(self) -> dict[str, Any]:
        return {
            "type": "match",
            "format": FORMAT,
            **_origin(),
            **self._settings.as_dict(),
            "jobs": self._jobs,
            "command": self._settings.command(),
        }

    def game(self, game: GameRecord) -> None:
        self._write(game.as_dict())

    def summary(self, summary: dict[str, Any]) -> None:
        self._write({"type": "summary", **summary})

    def close(self) -> None:
        if self._file:
            self._file.close()
            self._file = None

    def _write(self, line: dict[str, Any]) -> None:
        assert self._file is not None
        text = json.dumps(line, ensure_ascii=False) + "\n"
        if self._form:
            game = self._form.game_of(line)
            text = f"{game}\n\n" if game else ""
        self._file.write(text.encode("utf-8", "surrogateescape"))
        self._file.flush()


def _origin() -> dict[str, str]:
    now = datetime.datetime.now(datetime.UTC)
    return {"version": quincunx.__version__, "date": now.isoformat(timespec="seconds")}


def finite(number: float) -> float | None:
    """A number as JSON has it: rounded, and ``None`` in place of an infinite one."""
    return round(number, 1) if math.isfinite(number) else None


def summary_of(settings: MatchSettings, standing: Standing) -> dict[str, Any]:
    """Score, Elo and test as the file and ``--json`` have them. An infinite Elo is ``null``."""
    elo = standing.elo()
    sprt = None
    if settings.sprt:
        test = settings.sprt
        sprt = {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "llr": round(test.llr(standing.pairs), 4),
            "lower": round(test.lower, 4),
            "upper": round(test.upper, 4),
            "verdict": test.verdict(standing.pairs),
        }
    return {
        "games": standing.games,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "points": standing.points,
        "score": None if standing.score is None else round(standing.score, 4),
        "pairs": list(standing.pairs),
        "singles": standing.singles,
        "elo": elo and finite(elo.elo),
        "elo_low": elo and finite(elo.low),
        "elo_high": elo and finite(elo.high),
        "elo_method": elo and elo.method,
        "sprt": sprt,
    }


# --- Reading -------------------------------------------------------------------------------------


@dataclass
class MatchFile:
    """What a file says; ``whole_bytes`` is how much of it is whole lines."""

    settings: MatchSettings
    games: dict[int, GameRecord] = field(default_factory=dict)
    whole_bytes: int = 0

    @property
    def standing(self) -> Standing:
        return Standing.of({number: game.half_points for number, game in self.games.items()})


def read_match(path: str | Path, *, cut_off: bool = False) -> MatchFile:
    """Read the file of a match and check that it holds, as :func:`verify` does.

    :param cut_off: pass over a last line without an end, as an interrupted match may leave it.
    :raises RecordError: at the first line that is not as it should be.
    :raises OSError: if the file cannot be read.
    """
    data = Path(path).read_bytes()
    if re.match(rb"\s*\[[A-Za-z]", data):
        whole = whole_bytes(data) if cut_off else len(data)
        lines = _record_lines(data[:whole])
    else:
        whole = data.rfind(b"\n") + 1 if cut_off else len(data)
        lines = _json_lines(data[:whole])
    reader = MatchReader()
    for number, line in lines:
        try:
            reader.line(line)
        except ValueError as error:
            raise RecordError(str(error), number) from None
    if reader.file is None:
        raise RecordError("the file is empty", 1)
    reader.file.whole_bytes = whole
    return reader.file


def _json_lines(data: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, raw in enumerate(data.splitlines(), 1):
        try:
            yield number, parsed(raw)
        except ValueError as error:
            raise RecordError(str(error), number) from None


def _record_lines(data: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    return lines_of(record.read_games(io.StringIO(data.decode("utf-8", "surrogateescape"))))


def verify(path: str | Path) -> MatchFile:
    """Replay every game of a file by the rules and count again.

    Checked are: the match; for each game its number, colours and opening, that every move is legal,
    that the game ended as and when the file says, that a forfeited game was not over; that the
    games of a pair share their opening; and that each summary is what counting gives.

    :raises RecordError: at the first line that does not hold; ``.line`` is its number.
    :raises OSError: if the file cannot be read.
    """
    return read_match(path)


def parsed(raw: bytes) -> dict[str, Any]:
    """A line of JSON as an object; a ValueError says what else it is."""
    try:
        line = json.loads(raw.decode("utf-8"))
    except ValueError:
        raise ValueError(f"not a line of JSON: {raw[:60].decode('utf-8', 'replace')!r}") from None
    except RecursionError:
        raise ValueError("not a line of JSON: too deep") from None
    if not isinstance(line, dict):
        raise ValueError(f"not an object: {raw[:60].decode('utf-8', 'replace')!r}")
    return line


class MatchReader:
    """Reads a file line by line; a ValueError says what is wrong with a line."""

    def __init__(self) -> None:
        self.file: MatchFile | None = None

    def line(self, line: dict[str, Any]) -> None:
        kind = line.get("type")
        if self.file is None:
            if kind != "match":
                raise ValueError(f"a file begins with a line of type 'match', not {kind!r}")
            if line.get("format") != FORMAT:
                raise ValueError(f"the format is {line.get('format')!r}; only {FORMAT} is known")
            self.file = MatchFile(MatchSettings.from_dict(line))
            self._start = self.file.settings.board()
        elif kind == "game":
            self._game(self.file, line)
        elif kind == "resume":
            games = _get(line, "games", int)
            self.file.settings = self.file.settings.with_games(games)
        elif kind == "summary":
            self._summary(self.file, line)
        else:
            raise ValueError(f"no line is of type {kind!r}")

    def _summary(self, file: MatchFile, line: dict[str, Any]) -> None:
        for name, counted in summary_of(file.settings, file.standing).items():
            if name not in line or line[name] != counted:
                raise ValueError(
                    f"the summary says {name} is {line.get(name)!r}, but the games give {counted!r}"
                )

    def _game(self, file: MatchFile, line: dict[str, Any]) -> None:
        number = _get(line, "number", int)
        try:
            file.games[number] = self._checked_game(file, number, line)
        except ValueError as error:
            raise ValueError(f"game {number}: {error}") from None

    def _checked_game(self, file: MatchFile, number: int, line: dict[str, Any]) -> GameRecord:
        if number in file.games:
            raise ValueError("it is in the file twice")
        if not 1 <= number <= file.settings.games:
            raise ValueError(f"the match has games 1 to {file.settings.games}")
        if _get(line, "pair", int) != (number + 1) // 2:
            raise ValueError(f"it belongs to pair {(number + 1) // 2}, not {line['pair']}")
        if (first := _get(line, "first", str)) != first_player(number):
            raise ValueError(f"{first_player(number)} has the first move in it, not {first}")
        winner = line.get("winner", "")
        if winner not in (*NAMES, None):
            raise ValueError(f"the winner is 'a', 'b' or null, not {winner!r}")
        game = GameRecord(
            number,
            first,
            tuple(_texts(line, "opening")),
            _texts(line, "moves"),
            winner,
            _get(line, "termination", str),
            refused=line.get("refused"),
            notes=_texts(line, "notes"),
        )
        if _get(line, "result", str) != game.result:
            raise ValueError(f"the result is {line['result']}, but the winner is {winner!r}")
        self._check_opening(file, game)
        board = self._replay(file, game)
        _check_end(board, game)
        # A process that died has taken its clocks with it.
        movers = set() if game.termination == "crash" else _movers(self._start, game)
        game.times = _times(line, movers)
        return game

    def _check_opening(self, file: MatchFile, game: GameRecord) -> None:
        if len(game.opening) != file.settings.opening_plies:
            raise ValueError(
                f"the opening has {len(game.opening)} moves, not {file.settings.opening_plies}"
            )
        partner = file.games.get(game.number + 1 if game.number % 2 else game.number - 1)
        if partner and partner.opening != game.opening:
            raise ValueError(f"its opening is not that of game {partner.number}, its partner")

    def _replay(self, file: MatchFile, game: GameRecord) -> Board:
        board = self._start.copy()
        for number, text in enumerate((*game.opening, *game.moves), 1):
            try:
                board.push_text(text)
            except MoveError as error:
                raise ValueError(f"move {number}: {error}") from None
            if number == len(game.opening) and board.is_game_over():
                raise ValueError("the opening ends the game")
        return board


def _movers(start: Board, game: GameRecord) -> set[str]:
    """The players who have moved after the opening."""
    board = start.copy()
    movers = set()
    for number, text in enumerate((*game.opening, *game.moves)):
        if number >= len(game.opening):
            movers.add(_name(game, board.turn))
        board.push_text(text)
    return movers


def _name(game: GameRecord, side: Side) -> str:
    return game.first if side is Side.FIRST else other(game.first)


def _check_end(board: Board, game: GameRecord) -> None:
    """Raise ValueError unless the game ended as it says."""
    outcome = board.outcome()
    if game.termination in UNFINISHED:
        if outcome is not None:
            raise ValueError(
                f"lost by {game.termination}, it says, but the game is over by the rules:"
                f" {outcome.termination.value} in {board.fen()}"
            )
        _check_loser(board, game)
        return
    if outcome is None:
        raise ValueError(f"{game.termination}, it says, but the game goes on in {board.fen()}")
    if game.termination != outcome.termination.value:
        raise ValueError(f"it ended by {outcome.termination.value}, not by {game.termination}")
    winner = None if outcome.winner is None else _name(game, outcome.winner)
    if game.winner != winner:
        raise ValueError(f"the winner is {winner!r}, not {game.winner!r}")


def _check_loser(board: Board, game: GameRecord) -> None:
    """A game that the rules did not end: who lost it, and was the refused move refused rightly?"""
    if game.winner is None:
        raise ValueError(f"lost by {game.termination}, it says, but nobody won")
    # A program may fail before its first move, while its opponent is to move.
    may_fail_early = not game.moves and game.termination != "illegal move"
    if game.winner == _name(game, board.turn) and (
        not may_fail_early or game.termination == RESIGNATION
    ):
        raise ValueError(f"{game.winner} was to move and cannot have won by {game.termination}")
    if (game.refused is not None) != (game.termination == "illegal move"):
        raise ValueError(f"a refused move goes with an illegal move, not with {game.termination}")
    if game.refused is None:
        return
    if not isinstance(game.refused, str):
        raise ValueError(f"refused is {game.refused!r}, which is not a text")
    try:
        board.parse_text(game.refused)
    except MoveError:
        return
    raise ValueError(f"{game.refused} was refused, but it is legal in {board.fen()}")


def _times(line: dict[str, Any], movers: set[str]) -> dict[str, dict[str, float] | None]:
    times = _get(line, "times", dict)
    for name in NAMES:
        spent = times.get(name)
        if spent is None and name not in movers and name in times:
            continue
        wanted = isinstance(spent, dict) and all(_is_number(spent.get(k)) for k in ("max", "mean"))
        if not wanted or not 0 <= spent["mean"] <= spent["max"] + 1e-3:
            raise ValueError(f"the times of {name} are {spent!r}, which cannot be")
    return {name: times[name] for name in NAMES}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _get(line: dict[str, Any], name: str, kind: type) -> Any:
    value = line.get(name)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ValueError(f"{name} is {value!r}, which cannot be")
    return value


def _texts(line: dict[str, Any], name: str) -> list[str]:
    value = _get(line, name, list)
    if not all(isinstance(text, str) for text in value):
        raise ValueError(f"{name} is {value!r}, which is not a list of texts")
    return list(value)
