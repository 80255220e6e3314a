"""A checker of proofs: who wins with best play, step by step, by nothing but the plain rules.

This file, the rest of this folder and a Python are all it takes. docs/proofs.md has the format, and
the argument for each kind of line. A proof is read once, from top to bottom. Every line follows
from the rules and the lines above it, or is refused with its number and the reason:

- ``step``: the side that is to win moves, to where all that the other can do was proven above;
- ``full``, ``touch``, ``or``, ``and``: claims about some own stones and some cells that the other
  has not taken, whatever stands elsewhere, in games in which more stones never hurt;
- ``covered``: a position that has what a claim asks for;
- ``proves``: what all of it is for.
"""

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any, BinaryIO, NamedTuple

from . import REFERENCES
from .facts import extras, fen, from_fen
from .geometry import hexhex_cells, square_cells
from .position import Position

FORMAT = "quincunx proof 1"
SIDES = ("first", "second")
GOALS = ("wins", "draws")


class Refused(Exception):
    """What is wrong with a proof, and in which line."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class _Wrong(Exception):
    """What is wrong with the line that is being looked at."""


class Claim(NamedTuple):
    """With the stones ``own`` and no enemy stone on ``needs``, a goal is reached, whoever moves.

    The goal is to join the two ``ends``, each of them a cell or an edge. Without ends it is the
    goal of the section.
    """

    ends: frozenset[str]
    own: frozenset[str]
    needs: frozenset[str]


@dataclass(frozen=True)
class Fact:
    """A side wins, or does at least not lose (``draws``), after these moves from the start.

    ``alike`` are the other first moves of which it is true by a symmetry of the start.
    """

    side: str
    goal: str
    moves: tuple[str, ...]
    alike: tuple[str, ...]

    def all_moves(self) -> list[tuple[str, ...]]:
        return [self.moves, *((move,) for move in self.alike)]


@dataclass(frozen=True)
class Verdict:
    """What was proven, and by how many lines of each kind.

    ``openings`` is how many moves there are at the start.
    """

    game: str
    size: int
    start: str
    openings: int
    facts: tuple[Fact, ...]
    counts: dict[str, int]
    lines: int


@dataclass
class _Section:
    """One goal of one side, and what has been proven about it so far, with the lines that did."""

    side: int
    goal: str
    positions: dict[Any, int] = field(default_factory=dict)
    claims: list[tuple[int, Claim]] = field(default_factory=list)

    def reached_by(self, winner: int | None) -> bool:
        return winner == self.side or (winner is None and self.goal == "draws")


def verify(file: BinaryIO, progress: Callable[[int], object] = lambda line: None) -> Verdict:
    """Check a whole proof. ``progress`` is called with the number of every hundredth line.

    :raises Refused: if it is not a proof, with the first line that is wrong.
    """
    return _Checker(file, progress).verdict()


def _checked_lines(file: BinaryIO) -> Iterator[str]:
    """The lines without their checks, each of which is over all of the text up to there."""
    digest = hashlib.sha256()
    for number, raw in enumerate(file, 1):
        line = raw.decode("ascii", "replace")
        text, mark, check = line.removesuffix("\n").rpartition(" #")
        digest.update(f"{text}\n".encode())
        if not line.endswith("\n") or not mark or check != digest.hexdigest()[:8]:
            raise Refused(number, "the line does not agree with its check: something was changed")
        yield text


class Keys:
    """What stands for all positions that go on alike, on one board."""

    def __init__(self, reference: type[Position], size: int) -> None:
        self._cells = (hexhex_cells if reference.hexhex else square_cells)(size)
        places = {cell: place for place, cell in enumerate(self._cells)}
        tables = reference.symmetries(size) or [dict(zip(self._cells, self._cells, strict=True))]
        self._views = [itemgetter(*(places[table[c]] for c in self._cells)) for table in tables]

    def of(self, position: Position) -> Any:
        essence, past = position.essence(), position.past()
        row = [essence.get(cell, "") for cell in self._cells]
        # What stood before would have to be turned as well, so such a position is left as it is.
        view = tuple(row) if past else min(view(row) for view in self._views)
        return view, position.turn, position.fields(), past


def alike(start: Position, move: str) -> set[str]:
    """What the symmetries that leave a position as it is make of a move, itself among them."""
    found = {move}
    contents = start.contents()
    # What stood before would have to be symmetric too.
    for table in start.symmetries(start.size) if len(start.past()) <= 1 else []:
        if {table[cell]: piece for cell, piece in contents.items()} == contents:
            words = re.split(r"([a-z]\d+)", move)
            found.add("".join(table.get(word, word) for word in words))
    return found


class _Checker:
    """One proof on its way through :func:`verify`."""

    def __init__(self, file: BinaryIO, progress: Callable[[int], object]) -> None:
        self._rest = _checked_lines(file)
        self._progress = progress
        self._line, self._text = 0, ""
        self._made: list[int] = []
        self._used: set[int] = set()
        self._sections: list[_Section] = []
        self._facts: list[Fact] = []
        self._counts = dict.fromkeys(("step", "covered", *_CLAIMS, "proves"), 0)

    def verdict(self) -> Verdict:
        try:
            self._read_head()
            while (text := self._next()) != f"end {self._line - 1}":
                self._take(text)
            self._finish()
        except _Wrong as wrong:
            raise Refused(self._line, str(wrong)) from wrong
        except (AssertionError, LookupError, TypeError, ValueError) as error:
            why = f"not understood: {self._text!r} ({type(error).__name__}: {error})"
            raise Refused(self._line, why) from error
        openings = len(self._start.legal_moves())
        counts = {kind: count for kind, count in self._counts.items() if count}
        facts = tuple(self._facts)
        return Verdict(
            self._game, self._start.size, fen(self._start), openings, facts, counts, self._line
        )

    def _next(self) -> str:
        self._line += 1
        text = next(self._rest, None)
        if text is None:
            raise _Wrong("the proof breaks off before its end")
        self._text = text
        if self._line % 100 == 0:
            self._progress(self._line)
        return text

    # --- Head and end ----------------------------------------------------------------------------

    def _read_head(self) -> None:
        if self._next() != FORMAT:
            raise _Wrong(f"this is not a {FORMAT}")
        game = self._head("game")
        if game not in REFERENCES:
            raise _Wrong(f"there is no game {game!r}")
        size = self._head("size")
        start = self._head("start")
        self._game, self._reference = game, REFERENCES[game]
        setup = self._from_fen(start)
        if size != str(setup.size):
            raise _Wrong(f"the size is {size!r}, and that of the start {setup.size}")
        if flaw := setup.flaw():
            raise _Wrong(f"no game comes to the start {start!r}: {flaw}")
        self._start = self._after(setup, self._head("moves").split())
        names = hexhex_cells if setup.hexhex else square_cells
        self._cells = frozenset(names(setup.size))
        self._keys = Keys(self._reference, setup.size)

    def _head(self, name: str) -> str:
        word, _, rest = self._next().partition(" ")
        if word != name:
            raise _Wrong(f"expected a line {name!r}, not {word!r}")
        return rest

    def _finish(self) -> None:
        if next(self._rest, None) is not None:
            raise Refused(self._line + 1, "there is something behind the end")
        if not self._facts:
            raise _Wrong("nothing is proven")
        for line in self._made:
            if line not in self._used:
                raise Refused(line, "nothing makes use of this line")

    # --- Positions -------------------------------------------------------------------------------

    def _from_fen(self, text: str) -> Position:
        position = from_fen(self._game, text)
        if fen(position) != text:
            raise _Wrong(f"{text!r} is not as a position is written, {fen(position)!r}")
        return position

    def _after(self, position: Position, moves: list[str]) -> Position:
        for move in moves:
            if move not in position.legal_moves():
                raise _Wrong(f"{move!r} is not a legal move in {fen(position)!r}")
            position = position.play(move)
        return position

    def _told(self, text: str) -> Position:
        """The position that a line is about: a fen, or the moves that lead to it."""
        word, *moves = text.split(" ")
        if word == "after":
            return self._after(self._start, moves)
        position = self._from_fen(text)
        if position.past():
            raise _Wrong("in this game the past counts, so a position is told by its moves")
        if position.size != self._start.size or position.fields() != self._start.fields():
            raise _Wrong(f"{text!r} is not of this board and these options")
        return position

    def _add(self, section: _Section, position: Position) -> None:
        key = self._keys.of(position)
        if key in section.positions:
            raise _Wrong(f"line {section.positions[key]} has proven this already")
        section.positions[key] = self._line
        self._made.append(self._line)

    def _require(self, section: _Section, position: Position) -> None:
        """The goal is reached from here, by the rules and the lines above."""
        outcome = position.outcome()
        if outcome is not None:
            if not section.reached_by(outcome[0]):
                raise _Wrong(f"the goal is missed in {fen(position)!r}: {outcome[1]}")
            return
        line = section.positions.get(self._keys.of(position))
        if line is not None:
            self._used.add(line)
        elif position.turn == section.side:
            raise _Wrong(f"no line above tells how to go on in {fen(position)!r}")
        else:
            moves = sorted(position.legal_moves())
            if not moves:
                raise _Wrong(f"nobody has won {fen(position)!r}, and there is no move")
            for move in moves:
                self._require(section, position.play(move))

    # --- Lines -----------------------------------------------------------------------------------

    def _take(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word == "goal":
            self._begin(*rest.split(" "))
            return
        if word not in self._counts:
            raise _Wrong(f"there is no line {word!r}")
        if not self._sections:
            raise _Wrong(f"there must be a goal before a line {word!r}")
        section = self._sections[-1]
        if word == "step":
            self._step(section, *rest.split(" = "))
        elif word == "covered":
            self._covered(section, *rest.split(" by "))
        elif word == "proves":
            self._prove(section, rest)
        else:
            section.claims.append((self._line, _CLAIMS[word](self, section, rest.split(" "))))
            self._made.append(self._line)
        self._counts[word] += 1

    def _begin(self, side: str, goal: str) -> None:
        if goal not in GOALS:
            raise _Wrong(f"there is no goal {goal!r}")
        section = _Section(SIDES.index(side), goal)
        if (section.side, goal) in [(other.side, other.goal) for other in self._sections]:
            raise _Wrong("this goal has been treated above")
        self._sections.append(section)

    def _step(self, section: _Section, where: str, move: str) -> None:
        position = self._told(where)
        if position.turn != section.side:
            raise _Wrong("it is not the turn of the side that is to reach the goal")
        self._require(section, self._after(position, [move]))
        self._add(section, position)

    def _covered(self, section: _Section, where: str, number: str) -> None:
        position = self._told(where)
        claim = self._claim(section, number)
        if position.outcome() is not None or not position.more_is_better():
            raise _Wrong("claims say nothing about such a position")
        if claim.ends and claim.ends != self._edges(section).keys():
            raise _Wrong(f"claim {number} is not about the goal: it joins {_list(claim.ends)}")
        contents = position.contents()
        stones = {cell for cell, (side, _) in contents.items() if side == section.side}
        if missing := claim.own - stones:
            raise _Wrong(f"claim {number} needs stones on {_list(missing)}")
        if taken := claim.needs & (contents.keys() - stones):
            raise _Wrong(f"claim {number} needs {_list(taken)}, which the other has taken")
        self._add(section, position)

    def _prove(self, section: _Section, where: str) -> None:
        word, *moves = where.split(" ")
        if word not in ("", "after") or (word and not moves):
            raise _Wrong(f"not understood: {where!r}")
        self._require(section, self._after(self._start, moves))
        others = alike(self._start, moves[0]) - set(moves) if len(moves) == 1 else ()
        fact = Fact(SIDES[section.side], section.goal, tuple(moves), tuple(sorted(others)))
        known = {(old.side, old.goal, one) for old in self._facts for one in old.all_moves()}
        if (fact.side, fact.goal, fact.moves) in known:
            raise _Wrong("this has been proven above")
        self._facts.append(fact)

    # --- Claims ----------------------------------------------------------------------------------

    def _claim(self, section: _Section, number: str) -> Claim:
        if not number.isdecimal() or not 1 <= int(number) <= len(section.claims):
            raise _Wrong(f"there is no claim {number!r} above")
        line, claim = section.claims[int(number) - 1]
        self._used.add(line)
        return claim

    def _edges(self, section: _Section) -> dict[str, frozenset[str]]:
        return self._reference.edges(self._start.size, section.side)

    def _full(self, section: _Section, cells: list[str]) -> Claim:
        """With these stones alone, and all other cells the enemy's, the full board is enough."""
        own = self._own(cells)
        contents = {
            cell: (section.side if cell in own else 1 - section.side, 1) for cell in self._cells
        }
        more = extras(self._start.fields().split())
        board = self._reference.from_contents(self._start.size, contents, 0, **more)
        outcome = board.outcome()
        if outcome is None or not section.reached_by(outcome[0]):
            raise _Wrong("on this full board the goal is not reached")
        return Claim(frozenset(), own, frozenset())

    def _own(self, cells: list[str]) -> frozenset[str]:
        own = frozenset(cells)
        if not own <= self._cells or len(own) != len(cells):
            raise _Wrong(f"not a list of different cells: {_list(cells)}")
        return own

    def _touch(self, section: _Section, ends: list[str]) -> Claim:
        """A stone is joined to a stone beside it, or to an edge that its cell belongs to."""
        cell, other = ends
        edges = self._edges(section)
        near = edges.get(other) or self._reference.touching(self._start.size, other)
        if cell not in near:
            raise _Wrong(f"{cell!r} does not touch {other!r}")
        own = frozenset([cell]) if other in edges else frozenset([cell, other])
        return Claim(frozenset(ends), self._own(sorted(own)), frozenset())

    def _and(self, section: _Section, numbers: list[str]) -> Claim:
        """One joins A to a stone and the other that stone to B, and they need no cell together."""
        one, other = (self._claim(section, number) for number in numbers)
        middle = one.ends & other.ends
        own = one.own | other.own
        if len(middle) != 1 or not middle <= own:
            raise _Wrong("the two claims do not meet in one stone")
        if both := (one.needs & other.needs) - own:
            raise _Wrong(f"both claims need {_list(both)}")
        return Claim(one.ends ^ other.ends, own, (one.needs | other.needs) - own)

    def _or(self, section: _Section, texts: list[str]) -> Claim:
        """Whatever cell the enemy takes, there is a move after which a claim holds without it."""
        moves = texts[::2]
        claims = [self._claim(section, number) for number in texts[1::2]]
        own, needs = set[str](), set[str]()
        for move, claim in zip(moves, claims, strict=True):
            if move not in claim.own:
                raise _Wrong(f"the claim after {move!r} makes no use of it")
            if claim.ends != claims[0].ends:
                raise _Wrong("the claims join different ends")
            own |= claim.own - {move}
        spoilt = self._cells - own
        for move, claim in zip(moves, claims, strict=True):
            needs |= (claim.needs | {move}) - own
            spoilt &= claim.needs | {move}
        if spoilt:
            raise _Wrong(f"there is no answer to {_list(spoilt)}")
        if not claims[0].ends <= own | self._edges(section).keys():
            raise _Wrong("an end of the claims is not there before the move")
        return Claim(claims[0].ends, frozenset(own), frozenset(needs))


_CLAIMS: dict[str, Callable[[_Checker, _Section, list[str]], Claim]] = {
    "full": _Checker._full,
    "touch": _Checker._touch,
    "and": _Checker._and,
    "or": _Checker._or,
}


def _list(cells: Any) -> str:
    return ", ".join(sorted(cells))
