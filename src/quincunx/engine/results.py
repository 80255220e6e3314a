"""What the engine answers: values, proofs, lines.

Values go from 0 to 1: the score that is expected, a win being 1 and a draw ½. They are for the side
to move unless a side is named (``value_of``, ``pov``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from quincunx.board import Move
from quincunx.games import Side

if TYPE_CHECKING:
    from quincunx._native import core
    from quincunx.solved import Known

__all__ = ["Info", "InfoLine", "PlayResult", "Proven", "Wdl"]

_SIDES = (Side.FIRST, Side.SECOND)


class _Triple(NamedTuple):
    win: float
    draw: float
    loss: float


class Wdl(_Triple):
    """The chances to win, to draw and to lose, which add to 1, and of which side they are.

    >>> wdl = Wdl(0.5, 0.25, 0.25, side=Side.FIRST)
    >>> wdl.value, wdl.pov(Side.SECOND)
    (0.625, Wdl(0.25, 0.25, 0.5, side=Side.SECOND))
    """

    side: Side

    def __new__(cls, win: float, draw: float, loss: float, *, side: Side) -> Wdl:
        self = super().__new__(cls, win, draw, loss)
        self.side = side
        return self

    @property
    def value(self) -> float:
        """The score that is expected, from 0 to 1."""
        return self.win + self.draw / 2

    def pov(self, side: Side) -> Wdl:
        """The same chances as a side sees them."""
        if side is self.side:
            return self
        return Wdl(self.loss, self.draw, self.win, side=side)

    def __getnewargs_ex__(self) -> tuple[tuple[float, ...], dict[str, Side]]:
        return tuple(self), {"side": self.side}

    def __repr__(self) -> str:
        return f"Wdl({self.win}, {self.draw}, {self.loss}, side={self.side!r})"


@dataclass(frozen=True)
class Proven:
    """What is certain: who wins with best play (``None``: nobody), and within how many plies.

    >>> print(Proven(Side.FIRST, 7))
    first wins within 7 plies
    """

    winner: Side | None
    plies: int

    def value_of(self, side: Side) -> float:
        """1 for a side that wins, 0 for one that loses, ½ in a draw."""
        if self.winner is None:
            return 0.5
        return 1.0 if self.winner is side else 0.0

    @property
    def winner_word(self) -> str:
        """``"first"``, ``"second"`` or ``"draw"``."""
        return winner_word(self.winner)

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"winner": self.winner_word, "plies": self.plies}

    def __str__(self) -> str:
        plies = plies_text(self.plies)
        return f"draw, {plies}" if self.winner is None else f"{self.winner_word} wins {plies}"


def winner_word(winner: Side | None) -> str:
    """A winner as programs exchange it: ``"first"``, ``"second"``, or ``"draw"`` for nobody."""
    return "draw" if winner is None else winner.name.lower()


def side_of(word: str) -> Side | None:
    """The other way round.

    >>> side_of("first"), side_of("draw")
    (Side.FIRST, None)
    """
    return None if word == "draw" else Side[word.upper()]


def plies_text(plies: int) -> str:
    """``within 7 plies``."""
    return f"within {plies} {'ply' if plies == 1 else 'plies'}"


@dataclass(frozen=True)
class InfoLine:
    """One move of the position, and what the engine makes of it.

    ``pv`` is how play may go on, this move first; every move of it is legal. ``prior`` is the share
    of its attention that the engine meant to give the move before it looked.
    """

    move: Move
    value: float
    visits: int
    pv: list[Move]
    proven: Proven | None
    turn: Side
    prior: float = 0.0

    def value_of(self, side: Side) -> float:
        """The value as a side sees it."""
        return self.value if side is self.turn else 1 - self.value

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "move": self.move.text,
            "value": self.value,
            "visits": self.visits,
            "proven": self.proven and self.proven.as_dict(),
            "pv": [move.text for move in self.pv],
        }


@dataclass(frozen=True)
class Info:
    """What the engine knows about a position: the best move first among ``lines``.

    ``playouts`` were made by this search; ``nodes`` are the positions in memory and those that the
    exact search looked at. ``elapsed`` is in seconds, ``memory`` in bytes. ``stopped_by`` tells
    what ended the search (``"time"``, ``"playouts"``, ``"stop"``, ``"proven"``) and is empty while
    it runs. ``known`` is what :mod:`quincunx.solved` has about the position, before any search; the
    search makes no use of it.
    """

    turn: Side
    value: float
    wdl: Wdl
    proven: Proven | None
    lines: list[InfoLine]
    playouts: int
    nodes: int
    elapsed: float
    memory: int
    stopped_by: str
    known: Known | None = None

    @property
    def best(self) -> Move:
        """The move that the engine would play."""
        return self.lines[0].move

    @property
    def pv(self) -> list[Move]:
        """How play may go on with the best move."""
        return self.lines[0].pv

    @property
    def playouts_per_second(self) -> float:
        return self.playouts / self.elapsed if self.elapsed else 0.0

    def value_of(self, side: Side) -> float:
        """The value as a side sees it."""
        return self.value if side is self.turn else 1 - self.value

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it, for the command line and for programs (docs/protocol.md)."""
        return {
            "turn": self.turn.name.lower(),
            "best": self.best.text,
            "value": self.value,
            "wdl": list(self.wdl),
            "proven": self.proven and self.proven.as_dict(),
            "known": self.known and self.known.as_dict(),
            "playouts": self.playouts,
            "nodes": self.nodes,
            "seconds": round(self.elapsed, 6),
            "lines": [line.as_dict() for line in self.lines],
        }


class PlayResult(NamedTuple):
    """A move, and what the engine thought when it chose it."""

    move: Move
    info: Info


# --- From the core -------------------------------------------------------------------------------


def proven_of(proof: core.Proof | None) -> Proven | None:
    """A proof of the core's in the library's words."""
    if proof is None:
        return None
    return Proven(None if proof.winner is None else _SIDES[proof.winner], proof.plies)


def info_of(report: core.Report, turn: Side, known: Known | None = None) -> Info:
    """A report of the core's in the library's words."""
    return Info(
        turn=turn,
        value=report.value,
        wdl=Wdl(*report.wdl, side=turn),
        proven=proven_of(report.proven),
        lines=[
            InfoLine(
                move=line.move,
                value=line.value,
                visits=line.visits,
                pv=line.pv,
                proven=proven_of(line.proven),
                turn=turn,
                prior=line.prior,
            )
            for line in report.lines
        ],
        playouts=report.playouts,
        nodes=report.nodes,
        elapsed=report.seconds,
        memory=report.memory,
        stopped_by=report.stopped_by,
        known=known,
    )
