"""Abstract Play's reports of Blast Radius, in JSON. Its table of moves: abstract_play_moves.py.

Checked against the site's own code (``main`` branches as of August 2026):

- A report: https://github.com/AbstractPlay/recranks/blob/main/src/schemas/gamerecord.json is its
  schema; ``genRecord`` and ``moveHistory`` in
  https://github.com/AbstractPlay/gameslib/blob/main/src/games/_base.ts fill it in. The published
  files are arrays of reports
  (https://github.com/AbstractPlay/backend-crons/blob/main/src/functions/records.ts).
- The game: https://github.com/AbstractPlay/gameslib/blob/main/src/games/blastradius.ts has boards
  of base 5, 6 and 7, writes a move as its cell, knows no pass, and lets the second player exchange
  the seats after the first move (the flag ``pie``). Cells are named as ours: letters go up from the
  bottom row and numbers to the right, by ``coords2algebraic`` of
  https://github.com/AbstractPlay/gameslib/blob/main/src/common/graphs/hextri.ts. The first of its
  players is our Red.
"""

from __future__ import annotations

import datetime
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, NoReturn, TextIO, TypeVar

from quincunx.board import Board
from quincunx.convert.formats import Format, Hints
from quincunx.errors import InvalidPositionError, MoveError, RecordError
from quincunx.games import find_game
from quincunx.record import Game, GameNode, Headers

__all__ = ["FORMAT"]

T = TypeVar("T")

GAME = find_game("blast-radius")

#: The boards that Abstract Play has, and what a report calls them.
BOARDS = {size: f"Hexagonal board (base-{size})" for size in (5, 6, 7)}

# A report has the names of variants in the reader's language where the page makes it, and their ids
# where a name is missing; the usual board had no name at all until February 2025.
_VARIANT_IDS = {"board-5": 5, "#board": 6, "default board": 6, "board-7": 7}
_VARIANT_NAME = re.compile(
    r"(?:hexagonal board|hexagonales brett|plateau hexagonal|tavoliere esagonale)"
    r" \((?:base|basis)[- ](\d{1,3})\)"
)

#: What stands in the place of a last move if the rules did not end the game, and our word for it.
ENDINGS = {
    "resign": "resignation",
    "timeout": "time",
    "draw": "agreement",
    "abandoned": "abandoned",
}

#: A name that nobody knows, and the time of a day on which something happened at some time.
UNKNOWN = "?"
_MIDNIGHT = "T00:00:00.000Z"


class Entry(NamedTuple):
    """What stands where a move is: its text, what is said about it, and its line."""

    text: str
    comment: str
    line: int


# --- A game, from whichever form -----------------------------------------------------------------


def play_entries(game: Game, entries: Iterable[Entry]) -> tuple[Board, str | None]:
    """Play moves until one cannot be; the board then, and the ending that is not by the rules."""
    board = game.headers.board()
    node: GameNode = game
    ending: str | None = None
    try:
        for number, (text, comment, line) in enumerate(entries, 1):
            # As the site itself reads what is typed.
            word = "".join(text.lower().split())
            if ending is not None:
                raise RecordError(f"move {number}: {text[:40]!r} comes after {ending!r}", line)
            if word in ENDINGS and not board.is_game_over():
                ending = word
                continue
            try:
                move = board.push_text(word)
            except MoveError as error:
                raise RecordError(f"move {number}: {error}", line) from None
            node = node.add_unchecked(move)
            node.comment = comment
    except RecordError as error:
        game.errors.append(error)
        ending = None
    return board, ending


def conclude(game: Game, board: Board, said: str | None, ending: str | None, line: int) -> None:
    """Note how a game ended, and a fault if it cannot have ended so.

    :param said: the result that the text claims, if it does.
    """
    headers = game.headers
    outcome = board.outcome()
    if game.errors:
        headers["Result"] = said or "*"
        return
    if outcome is not None:
        headers["Result"] = said or outcome.result()
        headers["Termination"] = outcome.termination.value
        if headers["Result"] != outcome.result():
            message = f"the result is given as {said}, but by the rules it is {outcome.result()}"
            game.errors.append(RecordError(message, line))
    elif ending is None:
        headers["Result"] = said or "*"
    else:
        headers["Termination"] = ENDINGS[ending]
        if ending in ("resign", "timeout"):
            headers["Result"] = said or "*"
            fits = said in ("1-0", "0-1")
        else:
            # If a game is abandoned, nobody is said to have won, and nobody has agreed on a draw.
            headers["Result"] = "1/2-1/2" if ending == "draw" else "*"
            fits = said in (None, "1/2-1/2")
        if not fits:
            message = f"the last move is {ending!r}, but the result is given as {said or 'none'}"
            game.errors.append(RecordError(message, line))


# --- Reading a report ----------------------------------------------------------------------------


def refuse(message: str, line: int | None = None, column: int | None = None) -> NoReturn:
    raise RecordError(message, line, column)


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _whole(text: str) -> str:
    """A text without halves of characters: JSON may have them, and no file could hold them."""
    return text.encode("utf-8", "replace").decode()


def clean(text: str) -> str:
    """A text for a tag: on one line."""
    return re.sub(r"[\x00-\x1f\x7f\u0085\u2028\u2029]+", " ", _whole(text))


def _told(value: object) -> str:
    return clean(value if isinstance(value, str) else json.dumps(value))


def _fields(value: object, what: str, line: int) -> dict[str, Any]:
    if not isinstance(value, dict):
        refuse(f"{what} is {_shown(value)} and not an object", line)
    return value


def variant_size(name: str) -> int | None:
    """The size of the board that a variant's name stands for, or ``None`` for another variant."""
    known = name.strip().lower()
    found = _VARIANT_NAME.fullmatch(known)
    return int(found[1]) if found else _VARIANT_IDS.get(known)


def _checked_size(header: dict[str, Any], line: int) -> int:
    """The size of the board, if it is this game by its usual rules for two players.

    :raises RecordError: with the reason, if it is anything else.
    """
    about = _fields(header.get("game"), "the header's game", line)
    name, variants = about.get("name"), about.get("variants") or []
    if name not in (GAME.name, "blastradius"):
        refuse(f"the game is {_shown(name)}; only {GAME.name} can be converted", line)
    if not isinstance(variants, list):
        refuse(f"the variants are {_shown(variants)} and not a list", line)
    sizes = [variant_size(v) if isinstance(v, str) else None for v in variants]
    for variant, size in zip(variants, sizes, strict=True):
        if size not in BOARDS:
            offered = ", ".join(BOARDS.values())
            refuse(f"the variant {_shown(variant)} is not known; there are {offered}", line)
    if len(sizes) > 1:
        refuse(f"the variants {_shown(variants)} name more than one board", line)
    if header.get("pied") or header.get("pie-invoked"):
        refuse(
            "the players exchanged seats after the first move; the rule sheet of"
            f" {GAME.name} has no pie rule, and a record here cannot tell who made that move",
            line,
        )
    if header.get("startingPosition"):
        refuse("the game starts from a set-up position; no text for one is known here", line)
    return next((size for size in sizes if size is not None), 6)


def _tag_name(key: str) -> str:
    """A tag's name for a field: ``time-control`` is TimeControl; a name that is one already stays.

    >>> _tag_name("is_ai"), _tag_name("Annotator"), _tag_name("10x")
    ('IsAi', 'Annotator', 'X10x')
    """
    parts = re.findall(r"[A-Za-z0-9]+", key)
    name = "".join(part[0].upper() + part[1:] for part in parts)
    return name if name[:1].isalpha() else f"X{name}"


def _keep(headers: Headers, key: str, value: object) -> None:
    """Keep a field that has no tag of its own; never in the place of a tag that means something."""
    name = key if re.fullmatch(r"[A-Z][A-Za-z0-9_]*", key) else _tag_name(key)
    while name in headers or name in ("FEN", "Result", *GAME.players):
        name += "_"
    headers[name] = _told(value)


# Fields with a tag of their own.
_TAGS = {
    "event": "Event",
    "round": "Round",
    "date-start": "DateStart",
    "date-end": "DateEnd",
    "unrated": "Unrated",
}
# And those that are told elsewhere, or tell of the report and not of the game.
_TOLD = ("game", "players", "site", "comment", "date-generated", "pied", "pie-invoked")


def _read_header(game: Game, header: dict[str, Any], line: int) -> None:
    """Put all that a header says into tags, but for the results."""
    headers = game.headers
    site = _fields(header.get("site") or {}, "the header's site", line)
    for value, tag in ((site.get("name"), "Site"), (site.get("gameid"), "GameId")):
        if value not in (None, UNKNOWN):
            headers[tag] = _told(value)
    for key, tag in _TAGS.items():
        if header.get(key) not in (None, False):
            headers[tag] = _told(header[key])
    if day := re.match(r"(\d{4})-(\d\d)-(\d\d)(?!\d)", headers.get("DateStart", "")):
        headers["Date"] = ".".join(day.groups())
        if headers["DateStart"].endswith(_MIDNIGHT):
            del headers["DateStart"]
    for side, player in zip(GAME.players, header["players"], strict=True):
        if player.get("name") not in (None, UNKNOWN):
            headers[side] = _told(player["name"])
        for key, value in player.items():
            if key not in ("name", "result") and value is not None:
                _keep(headers, side + _tag_name(key), value)
    if isinstance(header.get("comment"), str):
        game.comment = _whole(header["comment"])
    for key, value in header.items():
        if key not in _TAGS and key not in _TOLD and value is not None:
            _keep(headers, key, value)


def _claimed(players: list[dict[str, Any]], line: int) -> str | None:
    """The result by the numbers of the players: the higher wins; ``None`` if there are none."""
    results: list[Any] = [player.get("result") for player in players]
    if results == [None, None]:
        return None
    first, second = results
    for result in results:
        is_number = isinstance(result, (int, float)) and not isinstance(result, bool)
        if not is_number or (isinstance(result, float) and not math.isfinite(result)):
            refuse(f"a player's result is {_shown(result)} and not a number", line)
    if first == second:
        return "1/2-1/2"
    return "1-0" if first > second else "0-1"


def _entries(rounds: list[Any], line: int) -> Iterator[Entry]:
    """The moves of a report, round by round.

    :raises RecordError: where something stands that is no move, or not in its turn.
    """
    for number, moves in enumerate(rounds, 1):
        last = number == len(rounds)
        if not isinstance(moves, list):
            refuse(f"round {number} is {_shown(moves)} and not a list", line)
        while last and moves and moves[-1] is None:
            moves = moves[:-1]
        if len(moves) > 2 or (not last and len(moves) < 2):
            refuse(f"round {number} has {len(moves)} moves; each of two players has one", line)
        order = [m["sequence"] for m in moves if isinstance(m, dict) and "sequence" in m]
        if not all(isinstance(n, int) for n in order) or order != sorted(set(order)):
            refuse(f"round {number}: the sequence {_shown(order)}, but Red moves first", line)
        for move in moves:
            if move is None:
                refuse(f"round {number}: a player has no move; nobody sits out", line)
            if isinstance(move, str):
                yield Entry(move, "", line)
                continue
            about = _fields(move, f"a move of round {number}", line)
            text = about.get("move")
            if not isinstance(text, str):
                refuse(f"round {number}: the move is {_shown(text)} and not a text", line)
            # A result in objects only tells what the rules make of the move.
            said = [about.get(key) for key in ("result", "comment")]
            yield Entry(text, " ".join(_whole(s) for s in said if isinstance(s, str)), line)


def _game_of(value: object, line: int) -> Game:
    report = _fields(value, "the record", line)
    header = _fields(report.get("header"), "the header", line)
    size = _checked_size(header, line)
    players, rounds = header.get("players"), report.get("moves")
    if not isinstance(players, list) or not isinstance(rounds, list):
        refuse("the header's players and the moves are not lists", line)
    if len(players) != 2:
        count = f"{len(players)} {'player' if len(players) == 1 else 'players'}"
        refuse(f"{count}; {GAME.name} is for two", line)
    players = [_fields(player, "a player", line) for player in players]
    said = _claimed(players, line)
    game = Game(GAME.id, size=size)
    _read_header(game, header, line)
    board, ending = play_entries(game, _entries(rounds, line))
    conclude(game, board, said, ending, line)
    return game


def _records(text: str) -> Iterator[tuple[object, int]]:
    """The records of a file, each with its line: one, an array of them, or one after the other."""
    decoder, between = json.JSONDecoder(), re.compile(r"[\s,\[\]]*")
    at, line, depth = 0, 1, 0
    while True:
        signs = between.match(text, at)
        assert signs is not None
        line += signs[0].count("\n")
        depth += signs[0].count("[") - signs[0].count("]")
        at = signs.end()
        if at == len(text):
            if depth:
                refuse("the array of records is cut off", line)
            return
        try:
            value, end = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            refuse(f"no JSON here ({error.msg.lower()})", error.lineno, error.colno)
        except (RecursionError, ValueError):
            refuse("JSON that is no record: too deep, or with too large a number", line)
        yield value, line
        line += text.count("\n", at, end)
        at = end


def _refused(value: object, error: RecordError) -> Game:
    """A record among others that cannot be converted: no moves, and the reason."""
    game = Game()
    about = value.get("header") if isinstance(value, dict) else None
    about = about.get("game") if isinstance(about, dict) else None
    if isinstance(about, dict) and isinstance(about.get("name"), str):
        game.headers["Game"] = clean(about["name"])
    game.headers["Result"] = "*"
    game.errors.append(error)
    return game


def _read_reports(text: str) -> Iterator[Game]:
    """A record that is refused raises if it is the only one. Among others it becomes a game with
    the reason in its ``errors``, since one exchange of seats must not cost the whole archive."""
    waiting: Game | None = None
    count = 0
    for count, (value, line) in enumerate(_records(text), 1):
        if waiting is not None:
            yield waiting
            waiting = None
        try:
            game = _game_of(value, line)
        except RecordError as error:
            game = _refused(value, error)
            if count == 1:
                waiting = game
                continue
        except RecursionError:
            game = _refused(value, RecordError("something in this record lies too deep", line))
        yield game
    if waiting is not None:
        raise waiting.errors[0]
    if not count:
        refuse("there is no record in this file", 1)


# --- Writing a report ----------------------------------------------------------------------------


def checked_board(game: Game) -> Board:
    """The start of a game that Abstract Play could have had.

    :raises RecordError: with the reason, if it could not.
    """
    try:
        board = game.headers.board()
    except InvalidPositionError as error:
        refuse(str(error))
    if board.game != GAME:
        refuse(f"this is {board.game.name}; a record is made of {GAME.name} alone")
    if board.size not in BOARDS:
        sizes = ", ".join(map(str, BOARDS))
        refuse(f"Abstract Play has boards of side {sizes}, and none of {board.size}")
    if board != Board(GAME, size=board.size):
        refuse(f"it starts from a set-up position, which cannot be told: {board.fen()}")
    if any(len(node.variations) > 1 for node in (game, *game.mainline())):
        refuse("it has variations; a record is one line of moves")
    for move in game.mainline_moves():
        try:
            board.push(move)
        except MoveError as error:
            refuse(str(error))
    return board


def end_of(game: Game, board: Board) -> tuple[str, str | None]:
    """The result, and Abstract Play's word for an ending that is not by the rules.

    :raises RecordError: if the result is not what the moves say.
    """
    result, outcome = game.headers.get("Result", "*"), board.outcome()
    if outcome is not None:
        if result not in ("*", outcome.result()):
            refuse(f"the result is {result}, but the moves say {outcome.result()}")
        return outcome.result(), None
    how = game.headers.get("Termination")
    word = next((word for word, ours in ENDINGS.items() if ours == how), None)
    fits = {"draw": ("1/2-1/2",), "abandoned": ("*",)}.get(word or "", ("1-0", "0-1"))
    return result, word if result in fits else None


def _player(headers: Headers, side: str, result: int) -> dict[str, object]:
    """A player of a report, with what tags such as RedUserid say."""
    fields: dict[str, object] = {"name": headers.get(side, UNKNOWN)}
    for tag, value in headers.items():
        if _is_about(tag, side):
            key = tag.removeprefix(side)
            known = {"Userid": "userid", "IsAi": "is_ai", "Score": "score"}.get(key, key)
            fields[known] = _plain(value) if known in ("is_ai", "score") else value
    return {**fields, "result": result}


def _is_about(tag: str, side: str) -> bool:
    return tag.startswith(side) and tag[len(side) : len(side) + 1].isupper()


def _plain(text: str) -> object:
    """A number or a truth that was kept as a text; the text itself if it is neither."""
    found = re.fullmatch(r"true|false|-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?", text)
    return json.loads(text) if found else text


def _is_known(value: str) -> bool:
    """Does a tag say something? As in PGN, question marks say that nobody knows."""
    return bool(value.strip("?. "))


def _header(game: Game, size: int, points: tuple[int, int]) -> dict[str, object]:
    """The header of a report. Its schema asks for dates too; what nobody has noted is left out
    rather than made up."""
    headers = game.headers
    header: dict[str, object] = {"game": {"name": GAME.name, "variants": [BOARDS[size]]}}
    for key, tag in _TAGS.items():
        if _is_known(value := headers.get(tag, "")):
            header[key] = _plain(value) if key == "unrated" else value
    day = re.fullmatch(r"(\d{4})[.-](\d\d)[.-](\d\d)", headers.get("Date", ""))
    if day and "DateStart" not in headers:
        header["date-start"] = "-".join(day.groups()) + _MIDNIGHT
    now = datetime.datetime.now(datetime.UTC)
    header["date-generated"] = now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    site = {"name": headers.get("Site", UNKNOWN), "gameid": headers.get("GameId")}
    header["site"] = {key: value for key, value in site.items() if value is not None}
    sides = zip(GAME.players, points, strict=True)
    header["players"] = [_player(headers, side, point) for side, point in sides]
    if game.comment:
        header["comment"] = game.comment
    done = {"Game", "Size", "FEN", "Result", "Site", "GameId", *_TAGS.values(), *GAME.players}
    if day or not _is_known(headers.get("Date", "")):
        done.add("Date")
    for tag, value in headers.items():
        if tag not in done and not any(_is_about(tag, side) for side in GAME.players):
            header[tag] = value
    return header


def _report(game: Game) -> dict[str, object]:
    """A game as a report.

    :raises RecordError: with the reason, if it cannot be told.
    """
    board = checked_board(game)
    result, ending = end_of(game, board)
    if result == "*" and ending != "abandoned":
        refuse("it is not finished; Abstract Play has records of finished games only")
    moves: list[object] = []
    for node in game.mainline():
        assert node.move is not None
        if node.marks:
            signs = " ".join(sorted(node.marks))
            refuse(f"there is no place for the mark {signs} of {node.move}")
        # The schema has room for words about a move in its result, and nowhere else.
        text = node.move.text
        moves.append({"move": text, "result": node.comment} if node.comment else text)
    moves += [ending] if ending else []
    points = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (1, 1), "*": (0, 0)}[result]
    header = _header(game, board.size, points)
    if board.is_game_over() or ending:
        header.pop("Termination", None)
    return {"header": header, "moves": [moves[k : k + 2] for k in range(0, len(moves), 2)]}


def numbered(number: int, write: Callable[[Game], T], game: Game) -> T:
    """What is made of a game; a refusal says which one it is."""
    try:
        return write(game)
    except RecordError as error:
        raise RecordError(f"game {number}: {error.message}") from None


def _write_reports(games: Iterable[Game], stream: TextIO) -> None:
    """One report by itself, as the page gives it; several as an array, as the archive has them."""
    first = ""
    count = 0
    for count, game in enumerate(games, 1):
        line = json.dumps(numbered(count, _report, game), ensure_ascii=False)
        if count == 1:
            first = line
        else:
            stream.write(f"[\n{first},\n{line}" if count == 2 else f",\n{line}")
    stream.write(f"{first}\n" if count == 1 else "\n]\n" if count else "[]\n")


# --- The form ------------------------------------------------------------------------------------


def text_of(stream: TextIO) -> str:
    try:
        return stream.read().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise RecordError(f"this is not a text in UTF-8: {error.reason}", 1) from None


def _read(stream: TextIO, hints: Hints) -> Iterator[Game]:
    return _read_reports(text_of(stream))


_REPORT = re.compile(r'[\s\[]*\{\s*"header"\s*:\s*\{.*"game"\s*:\s*\{[^{}]*"name"', re.S)


FORMAT = Format(
    name="abstract-play",
    text="Abstract Play's reports of Blast Radius (JSON)",
    extensions=(".json",),
    looks=lambda text: _REPORT.match(text.removeprefix("\ufeff")) is not None,
    read=_read,
    write=_write_reports,
)
