"""Reading SGF of Hex: see sgf.py for what is done with it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TextIO

from quincunx.board import Board
from quincunx.convert.formats import Hints
from quincunx.convert.hex_swaps import (
    SIDES_NOTE,
    SWAP_TAG,
    joined,
    mirror_note,
    mirrored,
    same_point_note,
    without,
)
from quincunx.convert.sgf_text import (
    Node,
    raw_value,
    read_trees,
    refuse,
    simple_value,
    text_value,
)
from quincunx.convert.sgf_values import (
    ENDINGS,
    GAME,
    INFO,
    OUR_TAGS,
    SGF_MARKS,
    STONES,
    TAGS,
    cell_value,
    date_value,
    kept_word,
    result_value,
    told_values,
    unclocked,
)
from quincunx.errors import InvalidPositionError, MoveError, RecordError
from quincunx.games import Outcome, Side, find_game
from quincunx.record import Game, GameNode

__all__ = ["read"]

_SWAPS = ("swap", "swap-pieces", "swap-sides")


@dataclass(eq=False)
class _Step:
    """A move as a file tells it, with what is said in the nodes around it that have no move."""

    line: int
    colour: Side = Side.FIRST
    word: str = ""
    #: As it stands in the file, for messages.
    text: str = ""
    #: In our notation, if it is a move there.
    move: str | None = None
    #: Why it cannot be told.
    fault: str = ""
    comment: str = ""
    starting: str = ""
    marks: set[str] = field(default_factory=set)
    children: list[_Step] = field(default_factory=list)

    def is_bare(self) -> bool:
        return not (self.comment or self.marks or self.fault)


#: A step, the node that it follows, its place among its siblings, and is it of the main line?
_Item = tuple[_Step, GameNode, int, bool]


class _Reader:
    """Makes a game of a tree.

    :raises RecordError: if it is another game, or a board or a start that we do not have.
    """

    def __init__(self, root: Node, hints: Hints) -> None:
        self._root, self._line, self._hints = root, root.line, hints
        self._rest = dict(root.props)  # what nobody has asked for yet
        self._closed: set[int] = set()  # nodes whose first choice cannot be told
        self._ending: tuple[str, str, int] | None = None
        self._outcome: Outcome | None = None
        self._is_golem = self._is_little_golem()
        self._size = self._checked_size()
        self._program = self._take("AP")
        top = self._steps()
        self._game = self._start(top)
        self._read_tags()
        self._game.comment = joined(kept_word(self._rest), top.comment)
        start = self._game.headers.board()
        if start.pie and not start.pieces():
            self._settle_swaps(top)
        self._build(top)
        self._conclude()

    @property
    def game(self) -> Game:
        return self._game

    def _take(self, name: str) -> str:
        said = self._said(name)
        self._rest.pop(name, None)
        return said

    def _said(self, name: str) -> str:
        values = self._rest.get(name, [""])
        if len(values) > 1:
            refuse(f"{name} has {len(values)} values, and may have one", self._line)
        return simple_value(values[0])

    # --- The root --------------------------------------------------------------------------------

    def _is_little_golem(self) -> bool:
        """Is it of Little Golem, where the first player's moves are labelled W?"""
        node = self._root
        while not node.props.keys() & {"B", "W"} and node.children:
            node = node.children[0]
        source = "".join(self._root.props.get("SO", []))
        return "GM" not in self._root.props and "littlegolem" in source and "W" in node.props

    def _checked_size(self) -> int:
        form, number, line = self._take("FF").strip(), self._take("GM").strip(), self._line
        if form not in ("", "1", "2", "3", "4"):
            refuse(f"FF[{form[:20]}]: there are FF[1] to FF[4]", line)
        if self._hints.game is not None:
            try:
                if find_game(self._hints.game) != GAME:
                    refuse(f"SGF is read as {GAME.name}, not as {self._hints.game}", line)
            except InvalidPositionError as error:
                refuse(str(error), line)
        is_hex = "".join(self._root.props.get("EV", [])).startswith("hex.")
        if not number and not is_hex and self._hints.game is None:
            refuse("without GM it is Go by FF[4]; if it is Hex, say so (--kind)", line)
        if number not in ("", "11"):
            refuse(f"GM[{number[:20]}] is not Hex, which is GM[11]", line)
        text = self._take("SZ").strip() or str(self._hints.size or 11)
        found = re.fullmatch(r"([0-9]{1,4})(?::([0-9]{1,4}))?", text)
        if found is None:
            refuse(f"SZ[{text[:20]}] is no size", line)
        width, height = int(found[1]), int(found[2] or found[1])
        if width != height:
            refuse(f"SZ[{text}]: the board is not square", line)
        if width not in GAME.sizes:
            refuse(
                f"SZ[{text}]: {GAME.name} has sizes {min(GAME.sizes)} to {max(GAME.sizes)}", line
            )
        return width

    def _start(self, top: _Step) -> Game:
        """The game with its start: an empty board, or the stones that are set up in the root."""
        pie = self._hints.pie if "Pie:no" not in self._rest.get("QTAG", []) else False
        stones: dict[str, str] = {}
        for key, letter in (("AB", "B"), ("AW", "W")):
            for value in self._rest.pop(key, []):
                for cell in self._cells(key, value):
                    if cell in stones:
                        refuse(f"{key}[{value}]: there are two stones on one cell", self._line)
                    stones[cell] = letter
        self._rest.pop("AE", None)  # the board is empty
        says = self._take("PL").strip().lower()[:1]
        turn = {"b": Side.FIRST, "w": Side.SECOND}.get(says)
        if turn is None:
            turn = top.children[0].colour if top.children and stones else Side.FIRST
        if not stones and turn is Side.FIRST:
            return Game(GAME.id, size=self._size, pie=pie)
        rows = (
            "".join(stones.get(f"{chr(ord('a') + x)}{y}", "1") for x in range(self._size))
            for y in range(self._size, 0, -1)
        )
        runs = (re.sub("1+", lambda run: str(len(run[0])), row) for row in rows)
        fields = f"{'bw'[turn.value]} {'no-pie' if pie is False else 'pie'}"
        try:
            return Game(GAME.id, fen=f"{'/'.join(runs)} {fields}")
        except InvalidPositionError as error:
            refuse(f"the position that is set up is none of ours: {error}", self._line)

    def _cells(self, key: str, value: str) -> Iterator[str]:
        """The cells of a value of a list, which may be a rectangle, a1:c3."""
        ends = [cell_value(end.strip().lower(), self._size) for end in value.split(":")]
        if None in ends or len(ends) > 2:
            refuse(f"{key}[{value[:20]}] is no cell of this board", self._line)
        names = [str(ends[0]), str(ends[-1])]
        columns = sorted(ord(name[0]) for name in names)
        rows = sorted(int(name[1:]) for name in names)
        for column in range(columns[0], columns[1] + 1):
            yield from (f"{chr(column)}{row}" for row in range(rows[0], rows[1] + 1))

    def _read_tags(self) -> None:
        headers = self._game.headers
        self._rest.pop("CA", None)
        for value in self._rest.pop("QTAG", []):
            name, _, said = value.partition(":")
            if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) and name not in OUR_TAGS | {"Pie"}:
                headers[name] = text_value(said)
            elif value != "Pie:no":
                self._rest.setdefault("QTAG", []).append(value)
        for key, tag in TAGS.items():
            if said := self._take(key):
                headers[tag] = said
        if self._is_golem and headers.get("Event") == "null":
            del headers["Event"]
        if date := date_value(self._said("DT")):
            headers["Date"] = date
            del self._rest["DT"]
        time = self._said("TM")
        if re.fullmatch("[0-9]{1,9}", time) and "OT" not in self._rest:
            headers["TimeControl"] = time
            del self._rest["TM"]
        self._claim, self._how, exact = result_value(self._said("RE"))
        if exact:
            self._rest.pop("RE", None)
        for key, values in list(self._rest.items()):
            if key in INFO and len(values) == 1 and raw_value(text_value(values[0])) == values[0]:
                headers[f"Sgf{key}"] = text_value(values[0])
                del self._rest[key]
        self._rest.pop("C", None)

    # --- The moves -------------------------------------------------------------------------------

    def _steps(self) -> _Step:
        """The tree of moves. What nodes without a move say is said at the move before them, or
        before the first move of a variation that begins with such a node."""
        top = owner = _Step(self._line, comment=joined(*map(text_value, self._rest.get("C", []))))
        if self._rest.keys() & {"B", "W"}:  # bad style by FF[4], but there are such files
            keys = ("B", "W", "BL", "WL", "OB", "OW", "QMARK", *SGF_MARKS)
            props = {key: self._rest.pop(key) for key in keys if key in self._rest}
            owner = self._step(Node(self._line, props))
            top.children.append(owner)
        work = [(child, owner, n > 0, "") for n, child in enumerate(self._root.children)][::-1]
        while work:
            node, owner, later, pending = work.pop()
            if node.props.keys() & STONES - {"C"}:
                step = self._step(node)
                step.starting = pending
                owner.children.append(step)
                owner, later, pending = step, False, ""
            else:
                said, _ = told_values(node.props)
                if later and node.children:
                    pending = joined(pending, said)
                else:
                    owner.comment = joined(owner.comment, pending, said)
            for n, child in reversed(list(enumerate(node.children))):
                work.append((child, owner, later or n > 0, "" if n else pending))
        return top

    def _step(self, node: Node) -> _Step:
        labels = [label for label in "BW" if label in node.props]
        step = _Step(node.line)
        if node.props.keys() & {"AB", "AE", "AW"}:
            step.fault = "stones that are set up in the middle of a game cannot be told"
        elif len(labels) > 1 or len(node.props[labels[0]]) > 1:
            step.fault = "there are two moves in one node"
        else:
            step.colour = Side.FIRST if (labels[0] == "B") is not self._is_golem else Side.SECOND
            step.word = simple_value(node.props[labels[0]][0]).strip().lower() or "pass"
            step.text = f"{labels[0]}[{step.word[:20]}]"
            step.move = cell_value(step.word, self._size)
            step.comment, step.marks = told_values(node.props, labels[0])
            if step.word in ("resign", "forfeit"):
                # It is said at the move before it, whose mover has another clock and other marks.
                step.comment = joined(unclocked(step.comment, labels[0]), *sorted(step.marks))
        return step

    def _kind(self, swap: _Step) -> str:
        """Which of the two swaps a step is: "pieces", "sides", or "" for none and for neither."""
        if swap.word not in _SWAPS or swap.fault or swap.colour is Side.FIRST:
            return ""
        after = [step.colour for step in swap.children if step.move]
        again = after[:1] == [swap.colour]
        # HexGui up to 0.9 wrote swap-pieces for swap-sides, its SgfReader.java says. So did
        # "HexGui:1.0." of 2008, in Benzene's collection: the same colour moves again.
        wrong = re.match(r"HexGui:0\.[0-9](?![0-9])", self._program)
        if swap.word == "swap-sides" or (
            swap.word == "swap-pieces" and (wrong or ("HexGui" in self._program and again))
        ):
            return "sides"
        if swap.word == "swap-pieces" or self._is_golem:
            return "pieces"
        if not after:
            swap.fault = (
                "swap may be swap-pieces or swap-sides, and no move follows that would tell"
            )
            return ""
        return "sides" if again else "pieces"

    def _settle_swaps(self, top: _Step) -> None:
        """Put the first moves where our swap wants them, as the head of this file has it."""
        firsts: list[_Step] = []
        twins: dict[str, _Step] = {}
        for first in top.children:
            is_black = first.move and first.colour is Side.FIRST
            if is_black and "sides" in map(self._kind, first.children):
                self._exchange(first, is_main=first is top.children[0])
            runs = [(kind, list(steps)) for kind, steps in groupby(first.children, self._kind)]
            for n, (kind, steps) in enumerate(runs or [("", [])]):
                step = replace(first, children=steps)
                if n:
                    step.comment, step.starting, step.marks = "", "", set()
                if kind == "pieces" and first.move:
                    step.move = mirrored(first.move, self._size)
                    note, ours = (f(step.move, self._size) for f in (same_point_note, mirror_note))
                    for swap in steps:
                        swap.move = "swap"
                        if swap.comment.endswith(note):
                            swap.comment = without(swap.comment, note)
                        else:
                            swap.comment = joined(swap.comment, ours)
                # We write a first move twice if only some answers swap; here it is one again.
                twin = twins.setdefault(step.move or "", step)
                is_told = twin is not step and step.move and step.is_bare()
                if is_told and not (SWAP_TAG in self._game.headers and twin is firsts[0]):
                    if steps:
                        steps[0].starting = joined(step.starting, steps[0].starting)
                    twin.children += steps
                else:
                    firsts.append(step)
        top.children = firsts

    def _exchange(self, first: _Step, *, is_main: bool) -> None:
        """Take a swap of sides out of the line, if it is the main line's."""
        swap, *others = first.children
        if is_main and self._kind(swap) == "sides":
            self._game.headers[SWAP_TAG] = "swap-sides"
            # This node has no mover and no marks in our record, but may have had them in the file.
            marks = kept_word({"QMARK": sorted(swap.marks)} if swap.marks else {})
            said = (swap.starting, marks, unclocked(swap.comment, "W"))
            first.comment = joined(first.comment, SIDES_NOTE, *said)
            first.children = swap.children + others
            for step in others:
                step.fault = "a variation without the main line's swap-sides cannot be told"
            for step in swap.children:
                if step.word in _SWAPS:
                    step.fault = f"{step.word} after a swap"
        for step in first.children:
            if self._kind(step) == "sides":
                step.fault = "swap-sides in a variation cannot be told, only in the main line"

    def _build(self, top: _Step) -> None:
        """Play the moves, and put them into the game's tree; faults end their line."""
        board = self._game.headers.board()
        work: list[_Item | None] = []
        work += [(s, self._game, n, not n) for n, s in enumerate(top.children)][::-1]
        self._outcome = board.outcome()
        while work:
            item = work.pop()
            if item is None:
                board.pop()
                continue
            step, parent, place, is_main = item
            try:
                node = self._play(step, parent, board, is_main)
            except RecordError as error:
                self._game.errors.append(error)
                node = None
            if node is None:
                if not place:
                    self._closed.add(id(parent))
                continue
            if is_main:
                self._outcome = board.outcome()
            work.append(None)
            nexts = [(s, node, n, is_main and not n) for n, s in enumerate(step.children)]
            work.extend(reversed(nexts))

    def _play(self, step: _Step, parent: GameNode, board: Board, is_main: bool) -> GameNode | None:
        """Make a move. ``None`` for a resignation, which is none of ours.

        :raises RecordError: with the reason, if it cannot be told.
        """
        said, line = step.text, step.line
        if step.fault:
            refuse(step.fault, line)
        if id(parent) in self._closed:
            refuse(f"{said}: a variation beside a first choice that cannot be told", line)
        if step.word in ("resign", "forfeit"):
            parent.comment = joined(parent.comment, step.starting, step.comment)
            if is_main:
                result = "0-1" if step.colour is Side.FIRST else "1-0"
                self._ending = (result, ENDINGS[step.word[0]], line)
            else:
                verb = "resigns" if step.word == "resign" else "forfeits"
                parent.comment = joined(parent.comment, f"{board.side_name(step.colour)} {verb}.")
            if step.children:
                refuse(f"a move after {said}", step.children[0].line)
            return None
        if step.move is None:
            why = f"no cell of this board, which has a1 to {board.rows[-1][-1]}"
            if step.word == "pass":
                why = f"nobody may pass ({GAME.name}, STONE PLACEMENT)"
            elif step.word in _SWAPS:
                why = "only White's first move may swap" if board.pie else "without the pie rule"
                why += f" ({GAME.name}, PIE RULE)"
            refuse(f"{said}: {why}", line)
        if step.colour is not board.turn and not board.is_game_over():
            refuse(f"{said}: it is {board.side_name(board.turn)}'s turn", line)
        try:
            node = parent.add_unchecked(board.push_text(step.move))
        except MoveError as error:
            refuse(f"{said}: {error}", line)
        node.comment = step.comment
        if node.starts_variation():
            node.starting_comment = step.starting
        else:  # the first choice, since what stood before it was left out or had no move
            parent.comment = joined(parent.comment, step.starting)
        if step.marks:
            node.marks = step.marks
        return node

    def _conclude(self) -> None:
        """Result and Termination, from the board, a resignation and RE, which have to agree."""
        headers, line = self._game.headers, self._line
        if headers.get(SWAP_TAG):
            names = headers.pop("Black", None), headers.pop("White", None)
            headers.update({k: v for k, v in zip(("White", "Black"), names, strict=True) if v})
        result, how, claim = self._claim, self._how, self._claim
        if self._outcome is not None:
            result, how = self._outcome.result(), self._outcome.termination.value
        elif self._ending is not None:
            result, how, line = self._ending
        if claim not in ("*", result):
            message = f"RE says {claim}, but by the moves it is {result}"
            self._game.errors.append(RecordError(message, line))
        headers["Result"] = result
        if how:
            headers["Termination"] = how


def _decoded(stream: TextIO) -> str:
    """The text of a file. Where its bytes can be had, CA says what they are; if it does not, they
    are UTF-8, or Latin-1 as FF[4] has it."""
    raw = getattr(stream, "buffer", None)
    try:
        text = stream.read() if raw is None else ""
        # Who has opened a file with errors="surrogateescape" has left such bytes to us.
        if raw is not None or re.search("[\udc80-\udcff]", text):
            data = raw.read() if raw is not None else text.encode("utf-8", "surrogateescape")
            text = _decoded_bytes(data)
    except (LookupError, UnicodeError) as error:
        refuse(f"the text cannot be decoded: {error}", 1)
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _decoded_bytes(data: bytes) -> str:
    charset = re.search(rb"CA\s*\[\s*([A-Za-z0-9._:-]+)\s*\]", data[:10_000])
    if charset:
        return data.decode(codecs.lookup(charset[1].decode()).name)
    try:
        return data.decode()
    except UnicodeError:
        return data.decode("latin-1")


def read(stream: TextIO, hints: Hints) -> Iterator[Game]:
    """The games of a file. A tree that is refused raises if there is no other; among others it
    becomes a game without moves, and the reason is in its ``errors``."""
    waiting: Game | None = None
    for number, root in enumerate(read_trees(_decoded(stream)), 1):
        if waiting is not None:
            yield waiting
            waiting = None
        try:
            yield _Reader(root, hints).game
        except RecordError as error:
            game = Game()
            game.headers["Result"] = "*"
            game.errors.append(error)
            if number == 1:
                waiting = game
            else:
                yield game
    if waiting is not None:
        raise waiting.errors[0]
