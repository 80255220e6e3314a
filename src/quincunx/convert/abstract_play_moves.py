"""The table of moves that Abstract Play shows for a game of Blast Radius, as it can be copied.

https://github.com/AbstractPlay/front/blob/main/src/components/GameMove/GameMoves.js shows a column
for each player, and before each move its number; there is nothing to copy it with but the mouse.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from quincunx.convert.abstract_play import (
    BOARDS,
    ENDINGS,
    GAME,
    UNKNOWN,
    Entry,
    checked_board,
    clean,
    conclude,
    end_of,
    numbered,
    play_entries,
    refuse,
    text_of,
    variant_size,
)
from quincunx.convert.formats import Format, Hints
from quincunx.errors import InvalidPositionError
from quincunx.games import Side, find_game
from quincunx.record import Game

__all__ = ["FORMAT"]

_CELL = re.compile(r"[a-z]\d{1,2}")


def _is_entry(word: str) -> bool:
    return bool(_CELL.fullmatch(word.lower())) or word.lower() in ENDINGS


def _begin(words: list[tuple[str, int, bool]]) -> int | None:
    """Where the table begins among words: with the number 1 at the start of a line."""
    for place, (word, _, starts_line) in enumerate(words):
        if word == "1" and starts_line:
            after = words[place + 1][0] if place + 1 < len(words) else "draw"
            if _is_entry(after):
                return place
    return None


def _table_entries(words: list[tuple[str, int, bool]]) -> Iterator[Entry]:
    for place in range(0, len(words), 2):
        (word, line, _), number = words[place], place // 2 + 1
        if word != str(number):
            refuse(f"{word[:20]!r} stands where the number {number} is expected", line)
        if place + 1 < len(words):
            yield Entry(words[place + 1][0], "", words[place + 1][1])


def _read_head(game: Game, lines: list[str], line: int) -> int | None:
    """What stands above a table: the game, its board and the players. The size, if it is told."""
    names, size = [], None
    for cell in (cell.strip() for text in lines for cell in text.split("\t")):
        if (found := variant_size(cell)) is not None:
            size = found
        elif cell and cell.lower() != GAME.name.lower():
            names.append(clean(cell))
    if len(names) > 2:
        refuse(f"above the table stand more than two names: {', '.join(names)[:80]}", line)
    for side, name in zip(GAME.players, names, strict=False):
        if name != UNKNOWN:
            game.headers[side] = name
    return size


def _read_table(lines: list[str], line: int, hints: Hints) -> Game | None:
    """The game that some lines tell; ``None`` if there is no table among them."""
    words = [
        (word, line + k, place == 0)
        for k, text in enumerate(lines)
        for place, word in enumerate(text.split())
    ]
    begin = _begin(words)
    if begin is None:
        return None
    game = Game()
    size = _read_head(game, lines[: words[begin][1] - line], line) or hints.size
    if size not in BOARDS:
        known = ", ".join(map(str, BOARDS))
        refuse(
            f"which board? Abstract Play has sides {known}, and this does not say (--size)", line
        )
    for tag, value in Game(GAME.id, size=size).headers.items():
        game.headers[tag] = value
    board, ending = play_entries(game, _table_entries(words[begin:]))
    said = None
    if ending in ("resign", "timeout"):
        # It stands in the column of the player whose turn it is.
        said = "0-1" if board.turn is Side.FIRST else "1-0"
    conclude(game, board, said, ending, line)
    return game


def _read_tables(text: str, hints: Hints) -> Iterator[Game]:
    """Games with blank lines between them; there may be one below the names too."""
    if hints.game is not None:
        try:
            other = find_game(hints.game)
        except InvalidPositionError as error:
            refuse(str(error), 1)
        if other != GAME:
            refuse(f"Abstract Play's moves are read of {GAME.name}, not of {other.name}", 1)
    lines: list[str] = []
    begin = 1
    count = 0
    for number, line in enumerate((*text.split("\n"), ""), 1):
        if line.strip():
            begin = begin if lines else number
            lines.append(line.rstrip())
        elif lines and (game := _read_table(lines, begin, hints)) is not None:
            lines, count = [], count + 1
            yield game
        elif lines:
            lines.append("")
    if lines or not count:
        refuse("here is no table of moves as Abstract Play shows it", begin)


def _table(game: Game) -> str:
    """A game as a table, with a line above it for the board and one for the players.

    :raises RecordError: with the reason, if it cannot be told.
    """
    board = checked_board(game)
    result, ending = end_of(game, board)
    loss = "0-1" if board.turn is Side.FIRST else "1-0"
    if ending in ("resign", "timeout") and result != loss:
        refuse("a table cannot tell that a player gave up in the other's turn")
    if not board.is_game_over() and ending is None and result != "*":
        refuse(f"a table cannot tell that it ended {result}, as no move says so")
    lines = [f"{GAME.name}\t{BOARDS[board.size]}"]
    if any(side in game.headers for side in GAME.players):
        names = (game.headers.get(side, UNKNOWN) for side in GAME.players)
        lines.append("\t".join(clean(name) for name in names))
    words = [move.text for move in game.mainline_moves()] + ([ending] if ending else [])
    cells = [f"{k}\t{word}" for k, word in enumerate(words, 1)] or ["1"]
    lines += ["\t".join(cells[k : k + 2]) for k in range(0, len(cells), 2)]
    return "".join(f"{line}\n" for line in lines)


def _write_tables(games: Iterable[Game], stream: TextIO) -> None:
    for number, game in enumerate(games, 1):
        stream.write(("\n" if number > 1 else "") + numbered(number, _table, game))


def _read(stream: TextIO, hints: Hints) -> Iterator[Game]:
    return _read_tables(text_of(stream), hints)


_TABLE = re.compile(
    r"^[ \t]*1\s+[a-m]\d{1,2}\s+2\s+(?:[a-m]\d|resign|timeout|draw|abandoned)", re.M | re.I
)


def _looks(text: str) -> bool:
    return text.lstrip()[:1] not in ("{", "[", "(", "") and _TABLE.search(text) is not None


FORMAT = Format(
    name="abstract-play-moves",
    text="the table of moves that Abstract Play shows for Blast Radius",
    extensions=(),
    looks=_looks,
    read=_read,
    write=_write_tables,
)
