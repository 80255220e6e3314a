"""What the engine has to say about a recorded game: values, mistakes, and what was proven.

Each position is judged by itself, from nothing but the position, the limit and the seed. So the
work can be stopped anywhere, taken up again and shared out, and it comes to the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from quincunx.board import Board, Move
from quincunx.engine import Engine, Info, Limit, Proven
from quincunx.games import Side
from quincunx.record.tree import MARKS, Game, GameNode

__all__ = ["DROP", "Judgement", "Line", "annotate", "judge", "judge_game"]

#: A move by which the mover's value drops by this much is marked.
DROP = 0.10

#: By how much the value dropped, at least, for each mark.
_MARKS = ((0.40, "??"), (0.20, "?"), (DROP, "?!"))

#: What is said where the end was forced; from an earlier time it is said anew.
_OUR_WORDS = re.compile(r" ?Proven: \S+ \S+ (?:was forced from ply \d+|is forced from here) on\.")

_RESULTS = {Side.FIRST: "1-0", Side.SECOND: "0-1", None: "1/2-1/2"}

#: A better line is shown as far as this.
_LONGEST_LINE = 8

#: Values are judged as they are written, so that whoever reads them finds the same drops.
_PLACES = 3

#: Alternatives that hardly anybody looked at are no judgement: a share of the best move's visits.
_LEAST_SHARE = 0.02


@dataclass(frozen=True)
class Line:
    """A way to go on, and what the first side may expect of it."""

    moves: tuple[str, ...]
    value: float
    proven: Proven | None

    def as_dict(self) -> dict[str, Any]:
        return {"moves": list(self.moves), "value": self.value, "proven": _proof(self.proven)}


@dataclass(frozen=True)
class Judgement:
    """What is known of a position: the value for the first side, a proof, and the best lines."""

    value: float
    proven: Proven | None
    lines: tuple[Line, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it; :meth:`from_dict` reads it."""
        lines = [line.as_dict() for line in self.lines]
        return {"value": self.value, "proven": _proof(self.proven), "lines": lines}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Judgement:
        lines = tuple(
            Line(tuple(line["moves"]), line["value"], _proven(line["proven"]))
            for line in data["lines"]
        )
        return cls(data["value"], _proven(data["proven"]), lines)


def _proof(proven: Proven | None) -> list[Any] | None:
    return None if proven is None else [proven.winner_word, proven.plies]


def _proven(data: list[Any] | None) -> Proven | None:
    if data is None:
        return None
    winner = {"first": Side.FIRST, "second": Side.SECOND, "draw": None}[data[0]]
    return Proven(winner, data[1])


# --- Judging -------------------------------------------------------------------------------------


def judge(engine: Engine, board: Board, limit: Limit) -> Judgement:
    """Think about a position. The rules judge one in which the game is over.

    :raises EngineError: if the engine is closed or busy.
    """
    outcome = board.outcome()
    if outcome is not None:
        proven = Proven(outcome.winner, 0)
        return Judgement(proven.value_of(Side.FIRST), proven)
    engine.clear()
    return _judgement(engine.analyse(board, limit))


def _judgement(info: Info) -> Judgement:
    most = max(line.visits for line in info.lines)
    lines = tuple(
        Line(
            tuple(move.text for move in line.pv[:_LONGEST_LINE]),
            round(line.value_of(Side.FIRST), _PLACES),
            line.proven,
        )
        for line in info.lines
        if line.proven or line.visits >= _LEAST_SHARE * most
    )
    return Judgement(round(info.value_of(Side.FIRST), _PLACES), info.proven, lines)


def judge_game(
    engine: Engine,
    game: Game,
    limit: Limit,
    *,
    known: Sequence[Judgement] = (),
    on_judgement: Callable[[Judgement], None] | None = None,
) -> list[Judgement]:
    """Judge every position of the main line, the start first.

    :param known: judgements of the first positions, from an earlier time.
    :param on_judgement: is told each new one.
    """
    judgements = list(known)
    for ply, node in enumerate((game, *game.mainline())):
        if ply >= len(judgements):
            judgements.append(judge(engine, node.board(), limit))
            if on_judgement:
                on_judgement(judgements[-1])
    return judgements


# --- What follows --------------------------------------------------------------------------------


def _settled(boards: Sequence[Board], judgements: Sequence[Judgement]) -> list[Judgement]:
    """Judgements with what follows from their neighbours'.

    A side that moved into a won position had won before. And a won position stays won, whatever
    the other side plays, and where the winner plays one of the moves that are proven to win.
    """
    settled = list(judgements)
    for ply in range(len(settled) - 2, -1, -1):
        later = settled[ply + 1].proven
        if settled[ply].proven is None and later and later.winner is boards[ply].turn:
            settled[ply] = _proved(settled[ply], Proven(later.winner, later.plies + 1))
    for ply in range(len(settled) - 1):
        now = settled[ply]
        if now.proven is None or settled[ply + 1].proven is not None:
            continue
        played = boards[ply + 1].peek().text
        kept = [line.proven for line in now.lines if line.moves[0] == played and line.proven]
        if now.proven.winner is boards[ply].turn.other:
            kept = [now.proven]
        for proven in kept:
            after = Proven(proven.winner, max(0, proven.plies - 1))
            settled[ply + 1] = _proved(settled[ply + 1], after)
    return settled


def _proved(judgement: Judgement, proven: Proven) -> Judgement:
    return replace(judgement, value=proven.value_of(Side.FIRST), proven=proven)


def _forced_from(judgements: Sequence[Judgement], result: str) -> tuple[Proven, int] | None:
    """What the game was proven to come to in the end, and from which ply on without a break.

    Nothing was forced that did not come: somebody may have resigned a game that was won.
    """
    last = judgements[-1].proven
    if last is None or result not in (_RESULTS[last.winner], "*"):
        return None
    ply = len(judgements) - 1
    while ply and (before := judgements[ply - 1].proven) and before.winner is last.winner:
        ply -= 1
    return last, ply


def _better(
    turn: Side, before: Judgement, after: Judgement, move: Move
) -> tuple[Line, float] | None:
    """The best line that was not played, if it was better, and how far the mover's value dropped.

    Where all is lost, nothing drops and no move is a mistake; nor is the best that there was.
    """
    sign = 1 if turn is Side.FIRST else -1
    others = [line for line in before.lines if line.moves[0] != move.text]
    best = max(others, key=lambda line: sign * line.value, default=None)
    if best is None or sign * best.value <= sign * after.value:
        return None
    return best, round(sign * (before.value - after.value), 6)


# --- Writing it into the game --------------------------------------------------------------------


def annotate(game: Game, judgements: Sequence[Judgement], *, annotator: str) -> None:
    """Write judgements of the main line's positions into a game.

    Every node gets its value (``[%eval …]``) and what is proven (``[%proven …]``). A move by which
    the mover's value dropped by :data:`DROP` or more is marked, with the better line as a
    variation, if there was one. Where the end was forced, a comment says from where on, and so does
    the tag ``Proven``. What people have written stays.

    :param judgements: one for each position, as :func:`judge_game` gives them.
    """
    nodes: list[GameNode] = [game, *game.mainline()]
    if len(judgements) != len(nodes):
        raise ValueError(f"{len(judgements)} judgements of {len(nodes)} positions")
    for node in nodes:
        node.comment = _OUR_WORDS.sub("", node.comment)
    game.headers.pop("Proven", None)
    boards = [node.board() for node in nodes]
    settled = _settled(boards, judgements)
    for node, found in zip(nodes, settled, strict=True):
        node.set_eval(found.value)
        node.set_proven(found.proven)
    for ply, node in enumerate(nodes[1:]):
        assert node.move is not None
        better = _better(boards[ply].turn, settled[ply], settled[ply + 1], node.move)
        if better and better[1] >= DROP:
            _mark(node, better[1])
            _show(nodes[ply], better[0])
    forced = _forced_from(settled, game.headers.get("Result", "*"))
    if forced:
        _say_forced(game, nodes[forced[1]], *forced)
    game.headers["Annotator"] = annotator


def _mark(node: GameNode, drop: float) -> None:
    """Mark a move, unless somebody has."""
    if not node.marks & MARKS.keys():
        node.marks.add(next(mark for least, mark in _MARKS if drop >= least))


def _show(node: GameNode, line: Line) -> None:
    """Show a better line as a variation, the one that is there if it begins with the same move."""
    first, *rest = line.moves
    if first in node:
        child = node[first]
    else:
        child = node.add_variation(first)
        child.add_line(rest)
    child.set_eval(line.value)
    child.set_proven(line.proven)


def _say_forced(game: Game, node: GameNode, proven: Proven, ply: int) -> None:
    """Say from where on the end was forced: at the game, and at the node if it is another."""
    kind = game.headers.board().game
    winner = "draw" if proven.winner is None else kind.players[proven.winner.value]
    what = "the draw" if proven.winner is None else f"{winner}'s win"
    game.headers["Proven"] = f"{winner} {ply}"
    game.comment += f" Proven: {what} was forced from ply {ply} on."
    if node is not game:
        node.comment += f" Proven: {what} is forced from here on."
