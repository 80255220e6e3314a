"""The games of a match as records: each with the settings of its match in its tags, nothing lost.

A match has one story and two forms. Its file may be JSON lines (a line for the match, one for each
game, one where it was taken up again, and summaries), or records, which other tools read too. What
the lines say of the match stands in each record; summaries are counted anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from quincunx import record
from quincunx.arena.game import GameRecord, first_player
from quincunx.arena.rating import Standing
from quincunx.arena.settings import MatchSettings
from quincunx.board import Move
from quincunx.errors import RecordError
from quincunx.games import Side, find_game

__all__ = ["EXTENSION", "RecordForm", "lines_of"]

#: By this the file of a match is known to have the form of records.
EXTENSION = ".qgn"

#: What may differ between the games of a match: a match that is taken up again says it anew.
_SESSION = ("version", "date", "games", "jobs")


class RecordForm:
    """Tells the lines of a match as records; a line that is not about a game gives none."""

    def __init__(self) -> None:
        self._match: dict[str, Any] = {}

    def game_of(self, line: dict[str, Any]) -> record.Game | None:
        """The record that a line stands for."""
        if line["type"] == "match":
            self._match = line
        elif line["type"] == "resume":
            self._match = self._match | {name: line[name] for name in _SESSION}
        elif line["type"] == "game":
            return self._game(line)
        return None

    def _game(self, line: dict[str, Any]) -> record.Game:
        settings = MatchSettings.from_dict(self._match)
        played = GameRecord.from_dict(line)
        game = record.Game()
        tags = game.headers
        tags.start_from(settings.board())
        tags["Event"] = f"Match: {settings.a} against {settings.b}"
        tags["Date"] = str(self._match["date"])[:10].replace("-", ".")
        tags["Round"] = str(played.number)
        for side, name in zip(Side, _names(played.first), strict=True):
            tags[find_game(settings.game).players[side.value]] = str(settings.player(name))
        tags["Result"] = played.result
        tags["Termination"] = played.termination
        if settings.a.time is not None and settings.a.time == settings.b.time:
            tags["TimeControl"] = f"{settings.a.time:g}/move"
        tags.update(self._settings(settings))
        tags.update(_details(played))
        node: record.GameNode = game
        for text in (*played.opening, *played.moves):
            node = node.add_unchecked(Move(text))
        return game

    def _settings(self, settings: MatchSettings) -> Iterator[tuple[str, str]]:
        """What decides the match, beside what the usual tags say."""
        for name in _SESSION:
            yield f"Match{name.capitalize()}", str(self._match[name])
        yield "MatchSeed", str(settings.seed)
        yield "MatchOpening", str(settings.opening_plies)
        yield "MatchGrace", repr(settings.grace)
        if settings.sprt:
            test = settings.sprt
            yield "MatchSprt", f"{test.elo0!r} {test.elo1!r} {test.alpha!r} {test.beta!r}"


def _names(first: str) -> tuple[str, str]:
    return ("a", "b") if first == "a" else ("b", "a")


def _details(played: GameRecord) -> Iterator[tuple[str, str]]:
    """What a match knows of a game beyond its moves."""
    for name, spent in played.times.items():
        if spent is not None:
            yield f"MatchTimes{name.upper()}", f"{spent['max']!r} {spent['mean']!r}"
    if played.refused is not None:
        yield "MatchRefused", played.refused
    if played.notes:
        yield "MatchNotes", json.dumps(played.notes, ensure_ascii=False)


# --- Back ----------------------------------------------------------------------------------------


def lines_of(games: Iterable[record.Game]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The lines of the match that records are of, each with the line of its record in the file.

    A summary stands where a match was taken up again, and at the end.

    :raises RecordError: if a record is broken, or not of the same match as the first.
    """
    from quincunx.arena.files import FORMAT, summary_of

    about: dict[str, Any] | None = None
    fixed: dict[str, Any] = {}
    points: dict[int, int] = {}
    line = 1
    for game in games:
        line = game.line or line
        if game.errors:
            raise game.errors[0]
        try:
            said, played = _match_of(game), _line_of(game)
            settings = MatchSettings.from_dict(said)
            if game.board() != settings.board():
                raise ValueError("it does not start as the games of a match do")
        except (ValueError, KeyError, RecursionError) as error:
            reason = f"no tag {error}" if isinstance(error, KeyError) else str(error)
            raise RecordError(f"not a game of a match: {reason}", line) from None
        now = {name: value for name, value in said.items() if name not in _SESSION}
        session = {name: said[name] for name in _SESSION}
        if about is None:
            fixed = now
            command = settings.command()
            yield line, {"type": "match", "format": FORMAT, **said, "command": command}
        elif now != fixed:
            raise RecordError("this game is of another match than the first", line)
        elif session != about:
            before = MatchSettings.from_dict({**fixed, **about})
            yield line, {"type": "summary", **summary_of(before, Standing.of(points))}
            yield line, {"type": "resume", **session}
        about = session
        points[played["number"]] = GameRecord.from_dict(played).half_points
        yield line, played
    if about is not None:
        last = MatchSettings.from_dict({**fixed, **about})
        yield line, {"type": "summary", **summary_of(last, Standing.of(points))}


def _match_of(game: record.Game) -> dict[str, Any]:
    """What a record's tags say of its match, in the order of a match's line."""
    tags, start = game.headers, game.headers.board()
    first, second = (tags[name] for name in start.game.players)
    a, b = (first, second) if int(tags["Round"]) % 2 else (second, first)
    sprt = None
    if "MatchSprt" in tags:
        numbers = map(json.loads, tags["MatchSprt"].split())
        sprt = dict(zip(("elo0", "elo1", "alpha", "beta"), numbers, strict=True))
    return {
        "version": tags["MatchVersion"],
        "date": tags["MatchDate"],
        "game": start.game.id,
        "size": start.size,
        "pie": start.pie,
        "a": a,
        "b": b,
        "games": int(tags["MatchGames"]),
        "seed": int(tags["MatchSeed"]),
        "opening_plies": int(tags["MatchOpening"]),
        "grace": json.loads(tags["MatchGrace"]),
        "sprt": sprt,
        "jobs": int(tags["MatchJobs"]),
    }


def _line_of(game: record.Game) -> dict[str, Any]:
    """A record as the line of a match's game."""
    tags = game.headers
    number, plies = int(tags["Round"]), int(tags["MatchOpening"])
    moves = [move.text for move in game.mainline_moves()]
    first = first_player(number)
    winners: dict[str, str | None] = dict(zip(("1-0", "0-1"), _names(first), strict=True))
    if tags["Result"] == "*":
        raise ValueError("it has no result")
    times: dict[str, dict[str, float] | None] = {}
    for name in ("a", "b"):
        spent = tags.get(f"MatchTimes{name.upper()}")
        longest, mean = map(json.loads, spent.split()) if spent else (0.0, 0.0)
        times[name] = {"max": longest, "mean": mean} if spent else None
    return GameRecord(
        number,
        first,
        tuple(moves[:plies]),
        moves[plies:],
        winners.get(tags["Result"]),
        tags["Termination"],
        times,
        tags.get("MatchRefused"),
        json.loads(tags.get("MatchNotes", "[]")),
    ).as_dict()
