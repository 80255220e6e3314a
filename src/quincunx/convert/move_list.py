"""Plain lists of moves: one game a line, as people type them and programs print them.

    hadron 5: c3 d4 b4 0-1
    square-grid-hex 11 no-pie: 1. f6, 2. g7, 3. e5 *
    # a line that nobody reads

Before the colon stand the game, its size, and ``no-pie`` where a pie rule is switched off. Behind
it come the moves, with blanks or commas between them. They may be numbered in any way (``1.`` or
``1)``), since numbers are for the eye alone, and the result may follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NoReturn, TextIO

from quincunx.board import Board
from quincunx.convert.formats import Format, Hints
from quincunx.errors import InvalidPositionError, MoveError, RecordError
from quincunx.games import GAMES, find_game
from quincunx.record import RESULTS, Game, GameNode

__all__ = ["FORMAT"]

_HEAD = re.compile(r"\s*(.*?)(?:\s+(\d{1,3}))?(?:\s+(pie|no-pie))?\s*:", re.IGNORECASE)
_WORD = re.compile(r"[^\s,]+")
_NUMBER = re.compile(r"\d+[.)]+")


def _refuse(message: str, line: int | None = None, column: int | None = None) -> NoReturn:
    raise RecordError(message, line, column)


# --- Reading -------------------------------------------------------------------------------------


def _start(text: str, hints: Hints, line: int) -> tuple[Board, int]:
    """Where the game of a line starts, and where in the line its moves do.

    :raises RecordError: if neither the line nor anybody else says which game it is.
    """
    head = _HEAD.match(text)
    if head is None:
        try:
            return hints.board(), 0
        except RecordError as error:
            _refuse(error.message, line, 1)
    try:
        game = find_game(head[1])
        if head[2] is not None:
            size: int | None = int(head[2])
        else:
            # What is said of a file holds for the lines that leave it open.
            same = hints.game is None or find_game(hints.game) == game
            size = hints.size if same else None
        pie = None if head[3] is None else head[3].lower() == "pie"
        return Board(game, size=size, pie=pie), head.end()
    except InvalidPositionError as error:
        _refuse(str(error), line, 1 + len(text) - len(text.lstrip()))


def _words(text: str, at: int) -> Iterator[tuple[str, int]]:
    """The words of a line from some place on, without numbers, each with its column."""
    for found in _WORD.finditer(text, at):
        number = _NUMBER.match(found[0])
        skipped = number.end() if number else 0
        if skipped < len(found[0]):
            yield found[0][skipped:], found.start() + skipped + 1


def _read_line(text: str, hints: Hints, line: int) -> Game:
    board, at = _start(text, hints, line)
    game = Game.from_board(board)
    node: GameNode = game
    said: str | None = None
    try:
        for word, column in _words(text, at):
            if said is not None:
                _refuse(f"{word[:40]!r} comes after the result {said}", line, column)
            if word in RESULTS:
                said = word
                continue
            try:
                move = board.push_text(word)
            except MoveError as error:
                _refuse(str(error), line, column)
            node = node.add_unchecked(move)
        outcome = board.outcome()
        if said is not None and outcome is not None and said != outcome.result():
            column = text.rindex(said) + 1
            by_rules = f"by the rules it is {outcome.result()}"
            _refuse(f"the result is given as {said}, but {by_rules}", line, column)
    except RecordError as error:
        game.errors.append(error)
    game.headers["Result"] = board.result() if said is None else said
    if ended := board.outcome():
        game.headers["Termination"] = ended.termination.value
    return game


def _read(stream: TextIO, hints: Hints) -> Iterator[Game]:
    """The games, line by line, so that a file may be of any length."""
    number = 0
    try:
        for number, text in enumerate(stream, 1):
            line = (text.removeprefix("\ufeff") if number == 1 else text).rstrip()
            if line and not line.lstrip().startswith("#"):
                yield _read_line(line, hints, number)
    except UnicodeDecodeError as error:
        _refuse(f"this is not a text in UTF-8: {error.reason}", number + 1)


# --- Writing -------------------------------------------------------------------------------------


def _line(game: Game) -> str:
    """A game as a line: its main line and its result. All else has no place in a plain list.

    :raises RecordError: with the reason, if the moves cannot be told.
    """
    try:
        board = game.headers.board()
        pie = board.pie if board.game.has_pie_rule else None
        usual = Board(board.game, size=board.size, pie=pie)
    except InvalidPositionError as error:
        _refuse(str(error))
    if board != usual:
        _refuse(f"it starts from a set-up position, which cannot be told: {board.fen()}")
    if any(len(node.variations) > 1 for node in (game, *game.mainline())):
        _refuse("it has variations; a plain list is one line of moves")
    head = f"{board.game.id} {board.size}{' no-pie' if pie is False else ''}:"
    for move in game.mainline_moves():
        try:
            board.push(move)
        except MoveError as error:
            _refuse(str(error))
    result, outcome = game.headers.get("Result", "*"), board.outcome()
    if outcome is not None and result not in ("*", outcome.result()):
        _refuse(f"the result is {result}, but the moves say {outcome.result()}")
    if outcome is not None:
        result = outcome.result()
    return " ".join([head, *(move.text for move in game.mainline_moves()), result])


def _write(games: Iterable[Game], stream: TextIO) -> None:
    for number, game in enumerate(games, 1):
        try:
            stream.write(f"{_line(game)}\n")
        except RecordError as error:
            _refuse(f"game {number}: {error.message}")


# --- The format ----------------------------------------------------------------------------------


def _looks(text: str) -> bool:
    """With a head it is clear; without one, a line that begins with moves of some game will do."""
    lines = (line.strip() for line in text.removeprefix("\ufeff").splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    if head := _HEAD.match(first):
        return head[1].lower().replace(" ", "-") in (game.id for game in GAMES)
    words = [word for word, _ in _words(first, 0)]
    cell = r"[a-z]\d{1,2}"
    return bool(words) and all(
        re.fullmatch(rf"{cell}(?:-{cell})?|swap", word) or word in RESULTS for word in words[:8]
    )


#: One game a line.
FORMAT = Format(
    name="moves",
    text="plain lists of moves, one game a line",
    extensions=(".moves", ".txt"),
    looks=_looks,
    read=_read,
    write=_write,
)
