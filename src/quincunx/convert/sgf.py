"""SGF (FF[4]) of Hex, GM[11], as Hex programs write it: read and written as Square Grid Hex.

The format: https://www.red-bean.com/sgf/hex.html and, for the text as well,
https://www.hexwiki.net/index.php/Smart_Game_Format. What programs and sites write: the sources of
https://github.com/selinger/hexgui (SgfReader.java, Node.java), the games in
https://github.com/cgao3/benzene-vanilla-cmake (regression/sgf), and
https://github.com/playhex/playhex (littleGolemHsgf.ts), read in November 2026.

- Cells: Hex counts rows from the top and we from the bottom. So turned round, Black joins top and
  bottom and the neighbours are ours: Benzene's src/hex/HexPoint.hpp has E, NE, N, W, SW and S.
- ``swap-pieces``: the stone turns white and goes to its mirror image. It is told as our `swap` with
  the first stone on the mirrored point, so that the position and all later moves are the same. Both
  records say so in a comment, since the points of the first stone differ.
- ``swap-sides``: the stone stays, the players exchange colours and White moves. That is our game
  without a `swap`, the names exchanged; the tag HexSwap and a comment tell it.
- Plain ``swap`` is one or the other: after swap-sides the same colour moves again.
- Little Golem labels the first player's moves W, while PB and RE[B] are that player; it has no GM.

What has no place in a record is kept: what is said of a whole game as tags (SgfGN), the rest in
comments (``[%sgf LB=…]``, values as in the file). What has none in SGF goes into properties of our
own, QTAG and QMARK. Answers that swap and answers that do not need different first stones, so that
a first move with both is told twice.

No library: sgfmill, the best kept one (MIT, last release in 2018), is made for Go (points, sizes),
names no lines in its errors and has no types; what would be left of it is a hundred lines of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby
from typing import TextIO

import quincunx
from quincunx.board import Move
from quincunx.convert.formats import Format
from quincunx.convert.hex_swaps import (
    SIDES_NOTE,
    SWAP_TAG,
    joined,
    mirror_note,
    mirrored,
    same_point_note,
    without,
)
from quincunx.convert.sgf_reading import read
from quincunx.convert.sgf_text import (
    Node,
    raw_value,
    refuse,
    serialised,
    shown_text,
)
from quincunx.convert.sgf_values import (
    ENDINGS,
    GAME,
    INFO,
    LETTERS,
    OUR_TAGS,
    SGF_MARKS,
    STONES,
    TAGS,
    TOLD,
    result_value,
    seconds_value,
    sgf_date,
    taken_words,
)
from quincunx.errors import InvalidPositionError, MoveError
from quincunx.games import Side
from quincunx.protocol.htp import flipped
from quincunx.record import Game, GameNode, comments

__all__ = ["FORMAT"]


class _Writer:
    """Makes a tree of a game; ``number`` says which it is, in errors.

    :raises RecordError: if SGF cannot tell it.
    """

    def __init__(self, game: Game, number: int) -> None:
        self._game, self._number, self._headers = game, number, game.headers
        try:
            self._board = game.headers.board()
            self._outcome = game.end().board().outcome()
        except (InvalidPositionError, MoveError) as error:
            refuse(str(error), number)
        if self._board.game != GAME:
            refuse(f"this is {self._board.game.name}; SGF is written of {GAME.name}", number)
        self._size = self._board.size
        self._has_stones = bool(self._board.pieces())
        says = game.headers.get(SWAP_TAG)
        if says is not None and (says != "swap-sides" or self._has_stones or not game.variations):
            refuse(f"{SWAP_TAG} says {shown_text(says)}, which does not fit the moves", number)
        self._exchanged = game.variations[0] if says is not None else None
        self.root = Node(number)
        self._write_root()
        self._write_moves()

    # --- The root --------------------------------------------------------------------------------

    def _write_root(self) -> None:
        board, props = self._board, self.root.props
        program = f"Quincunx:{quincunx.__version__}"
        for key, value in zip(("FF", "GM", "CA", "AP"), ("4", "11", "UTF-8", program), strict=True):
            props[key] = [value]
        props["SZ"] = [str(self._size)]
        for key, side in (("AB", Side.FIRST), ("AW", Side.SECOND)):
            cells = [cell for cell, piece in board.pieces().items() if piece.side is side]
            if cells:
                props[key] = [flipped(cell, self._size) for cell in cells]
        if self._has_stones:
            props["PL"] = [LETTERS[board.turn]]
        tags = {k: v for k, v in self._headers.items() if k not in OUR_TAGS}
        if self._exchanged is not None:
            names = tags.pop("Black", None), tags.pop("White", None)
            tags |= {k: v for k, v in zip(("White", "Black"), names, strict=True) if v is not None}
        for key, tag in TAGS.items():
            if tags.get(tag) and "\n" not in tags[tag]:
                props[key] = [raw_value(tags.pop(tag))]
        if date := sgf_date(tags.get("Date", "")):
            props["DT"] = [date]
            del tags["Date"]
        if re.fullmatch("[0-9]{1,9}", tags.get("TimeControl", "")) and "SgfOT" not in tags:
            props["TM"] = [tags.pop("TimeControl")]
        self._write_result(tags)
        for tag in [tag for tag in tags if re.fullmatch("Sgf[A-Z]+", tag)]:
            key = tag.removeprefix("Sgf")
            if key not in props and key in INFO - {"RE"}:
                props[key] = [raw_value(tags.pop(tag))]
        own = [f"{tag}:{raw_value(value)}" for tag, value in tags.items()]
        if not board.pie:
            own.append("Pie:no")
        if own:
            props["QTAG"] = own
        self._say(self.root, self._game.comment)

    def _write_result(self, tags: dict[str, str]) -> None:
        """RE, and Termination with it as far as RE can tell it."""
        result, how = self._headers.get("Result", "*"), tags.get("Termination", "")
        told: tuple[str, ...] = ()
        if self._outcome is not None:
            told = (self._outcome.termination.value,)
            if result not in ("*", self._outcome.result()):
                by_moves = self._outcome.result()
                refuse(f"the result is {result}, but by the moves it is {by_moves}", self._number)
            result = self._outcome.result()
        elif result in ("1-0", "0-1"):
            told = tuple(ENDINGS.values())
        elif result == "*":
            told = ("void",)
        letter = next((k.upper() for k, v in ENDINGS.items() if v == how and how in told), "")
        values = {"1-0": f"B+{letter}", "0-1": f"W+{letter}", "1/2-1/2": "0"}
        value = values.get(result, "Void" if how == "void" else "")
        if result_value(tags.get("SgfRE", ""))[::2] == (result, False):
            value = raw_value(tags.pop("SgfRE"))
        if value:
            self.root.props["RE"] = [value]
        if how in told:
            tags.pop("Termination", None)

    # --- The moves -------------------------------------------------------------------------------

    def _say(self, node: Node, comment: str, letter: str = "") -> None:
        """Put a comment into a node, with the properties and the clock that are in it."""
        text, kept = taken_words(comment, node.props.keys() | (STONES if letter else TOLD))
        clock = comments.clock(text) if letter and f"{letter}L" not in kept else None
        bare = comments.with_clock(text, None)
        # Only if reading puts the clock back to where it was.
        if clock is not None and comments.with_clock(bare, clock) == text:
            node.props[f"{letter}L"] = [seconds_value(clock)]
            text = bare
        for key, values in kept.items():
            node.props.setdefault(key, []).extend(values)
        if text:
            node.props["C"] = [raw_value(text)]

    def _mark(self, node: Node, marks: set[str]) -> None:
        """FF[4] has one of BM, DO, IT and TE in a node; more than that, and numbers, are ours."""
        signs = {
            sign: (key, n) for key, pair in SGF_MARKS.items() for n, sign in enumerate(pair, 1)
        }
        plain = marks & signs.keys()
        if len(plain) == 1:
            key, number = signs[next(iter(plain))]
            node.props[key] = ["" if key in ("DO", "IT") else str(number)]
            marks = marks - plain
        if marks:
            node.props["QMARK"] = sorted(marks)

    def _runs(self, node: GameNode, parent: Node) -> list[_Run]:
        """A node as it is written: twice or more if it is a first move with and without a swap."""
        if node.parent is not self._game or self._has_stones or node is self._exchanged:
            return [(node, parent, node.variations, False, True)]
        kids = [(k, list(g)) for k, g in groupby(node.variations, lambda kid: _is_swap(kid.move))]
        runs = enumerate(kids or [(False, [])])
        return [(node, parent, group, swaps, n == 0) for n, (swaps, group) in runs]

    def _write_moves(self) -> None:
        board = self._board.copy()
        work: list[_Run | None] = []
        told: set[int] = set()
        for first in reversed(self._game.variations):
            work += reversed(self._runs(first, self.root))
        while work:
            run = work.pop()
            if run is None:
                board.pop()
                continue
            node, parent, kids, _, is_first = run
            letter = LETTERS[board.turn]
            assert node.move is not None
            try:
                board.push(node.move)
            except MoveError as error:
                refuse(str(error), self._number)
            written = self._written(run, letter)
            # What is said before the first answer of a first move that is told again stands before
            # the move: behind it there would be no variation that begins with it.
            before = node.starting_comment if id(node) not in told else ""
            if not is_first:
                before = kids[0].starting_comment
                told.add(id(kids[0]))
            if before:
                parent.children.append(Node(0))
                parent = parent.children[-1]
                self._say(parent, before)
            parent.children.append(written)
            if node is self._exchanged:
                swap = Node(0, {"W": ["swap-sides"]})
                self._say(swap, node.comment.partition(SIDES_NOTE)[2].removeprefix(" "))
                written.children.append(swap)
                written = swap
            work.append(None)
            for kid in reversed(kids):
                work += reversed(self._runs(kid, written))

    def _written(self, run: _Run, letter: str) -> Node:
        node, _, _, is_mirrored, is_first = run
        assert node.move is not None and node.parent is not None
        cell, comment = node.move.text, node.comment
        if _is_swap(node.move):
            first = node.parent.move
            if first is None or node.parent is self._exchanged:
                refuse("a swap after a position that is set up, or after swap-sides", self._number)
            value, note = "swap-pieces", mirror_note(first.text, self._size)
            if comment.endswith(note):
                comment = without(comment, note)
            else:
                comment = joined(comment, same_point_note(first.text, self._size))
        else:
            value = flipped(mirrored(cell, self._size) if is_mirrored else cell, self._size)
            if node is self._exchanged:
                comment = comment.partition(SIDES_NOTE)[0].removesuffix(" ")
        written = Node(0, {letter: [value]})
        if is_first:
            self._mark(written, node.marks)
            self._say(written, comment, letter)
        return written


#: A node, what it follows, what follows it, do the answers swap, and is it told the first time?
_Run = tuple[GameNode, Node, list[GameNode], bool, bool]


def _is_swap(move: Move | None) -> bool:
    return move is not None and move.text == "swap"


def _write(games: Iterable[Game], stream: TextIO) -> None:
    for number, game in enumerate(games, 1):
        stream.write(f"{serialised(_Writer(game, number).root)}\n")


FORMAT = Format(
    name="sgf",
    text="SGF of Hex (FF[4], GM[11])",
    extensions=(".sgf", ".hsgf"),
    looks=lambda text: re.match(r"\ufeff?\s*\(\s*;", text) is not None,
    read=read,
    write=_write,
)
