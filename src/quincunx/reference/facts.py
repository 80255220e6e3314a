"""What can be told of a position in the same way in all games: its fen, refusals and waves.

The games say what is theirs (``why_not``, ``features``, ``deeds``, ``joins``), beside their rules.
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Any

from .geometry import hexhex_cells, square_cells, square_xy
from .position import Contents, Event, Feature, Position, Refusal, Wave

# --- Fen -----------------------------------------------------------------------------------------


@cache
def rows_from_top(size: int, hexhex: bool) -> list[list[str]]:
    """The names of all cells, the top row first, each row from the left."""
    if hexhex:
        rows = [list(row) for _, row in groupby(hexhex_cells(size), key=lambda name: name[0])]
    else:
        by_row = sorted(square_cells(size), key=lambda name: square_xy(name)[::-1])
        rows = [by_row[first : first + size] for first in range(0, size * size, size)]
    return rows[::-1]


def fen_of(
    rows: list[list[str]], letters: Sequence[str], contents: Contents, turn: int, fields: str = ""
) -> str:
    """Rows from the top with numbers for empty cells, the turn, and the game's own fields."""
    texts = []
    for names in rows:
        text = ""
        for empty, run in groupby(names, key=lambda name: name not in contents):
            if empty:
                text += str(len(list(run)))
                continue
            for side, height in (contents[name] for name in run):
                text += letters[side] if height == 1 else f"[{letters[side]}{height}]"
        texts.append(text)
    return " ".join(filter(None, ["/".join(texts), letters[turn].lower(), fields]))


def fen(position: Position) -> str:
    rows = rows_from_top(position.size, position.hexhex)
    turn = turn_of(position)
    return fen_of(rows, position.letters, position.contents(), turn, position.fields())


def from_fen(game: str, text: str) -> Position:
    """The position that a fen stands for. It is trusted to be a right one."""
    from . import REFERENCES  # which imports all modules here, this one too

    reference = REFERENCES[game]
    board, turn, *fields = text.split()
    lines = [re.findall(r"\d+|[A-Z]|\[[A-Z]\d+\]", line) for line in board.split("/")]
    size = (len(lines) + 1) // 2 if reference.hexhex else len(lines)
    contents: Contents = {}
    for names, tokens in zip(rows_from_top(size, reference.hexhex), lines, strict=True):
        place = 0
        for token in tokens:
            if token.isdigit():
                place += int(token)
                continue
            letter, height = token.strip("[]")[0], token.strip("[]")[1:]
            contents[names[place]] = (reference.letters.index(letter), int(height or 1))
            place += 1
    side = reference.letters.index(turn.upper())
    return reference.from_contents(size, contents, side, **extras(fields))


def extras(fields: list[str]) -> dict[str, Any]:
    """What the fields after the turn say: ``pie`` or ``no-pie``, or the dots of two markers."""
    if not fields:
        return {}
    if fields[0].endswith("pie"):
        return {"pie": fields == ["pie"]}
    white, black = map(int, fields)
    return {"dots": (white, black)}


def turn_of(position: Position) -> int:
    """Who is to move, or would be if the game were not over.

    A draw by repetition is not in the arrangement, so a fen cannot know of it: the turn is that of
    whoever could go on if the arrangement were a new one.
    """
    if position.outcome() == (None, "repetition"):
        more = extras(position.fields().split())
        contents = position.contents()
        return position.from_contents(position.size, contents, position.turn, **more).turn
    return position.turn


# --- Moves ---------------------------------------------------------------------------------------


def refusal(position: Position, text: str) -> Refusal:
    """Why a candidate that is not legal may not be played."""
    outcome = position.outcome()
    if outcome is not None:
        return Refusal(position.sections[outcome[1]], frozenset())
    return position.why_not(text)


def waves(position: Position, text: str) -> list[Wave]:
    """What a legal move does: to the pieces in order, and in the end what comes of it."""
    before, after = position.features(), position.play(text).features()
    deeds = position.deeds(text)
    own_doing = frozenset(cell for event in deeds[0] for cell in event.cells)
    last = position.joins(text)
    last |= {_told("vanish", feature, own_doing) for feature in before - after if _lies(feature)}
    last |= {_told("appear", feature, own_doing) for feature in after - before if _lies(feature)}
    return [*deeds, last] if last else deeds


def _lies(feature: Feature) -> bool:
    """Only what is somebody's and lies on the board appears and vanishes; a marker does not."""
    return feature.side is not None and bool(feature.cells)


def _told(kind: str, feature: Feature, causes: frozenset[str]) -> Event:
    cells = tuple(sorted(feature.cells))
    return Event(kind, feature.side, cells, None, causes, feature.kind, feature.label)


def replayed(contents: Contents, moved: list[Wave]) -> Contents:
    """The pieces after all that the waves do to them."""
    pieces = dict(contents)
    for event in (event for wave in moved for event in wave if event.heights is not None):
        before, after = event.heights or (0, 0)
        *_, cell = event.cells
        old = pieces.pop(event.cells[0], None)
        assert (old[1] if old else 0) == before, event
        if after:
            assert event.side is not None
            pieces[cell] = (event.side, after)
    return pieces
