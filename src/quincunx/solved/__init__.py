"""Boards that are solved: who wins after each first move, found by our solvers and kept as data.

>>> import quincunx
>>> from quincunx import solved
>>> print(solved.find(quincunx.Board("hadron", size=5)))
first wins within 25 plies
>>> wins = solved.openings("cordon", size=3)
>>> sorted(move.text for move, known in wins.items() if known.winner is quincunx.Side.FIRST)
['b2', 'b3', 'c2', 'c3', 'c4', 'd2', 'd3']

``make solved`` makes the data (``tools/solved.py``); tests solve the small boards again.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from quincunx.board import Board, Move
from quincunx.games import Game, Side, find_game

__all__ = ["Kind", "Known", "boards", "find", "openings"]


class Kind(NamedTuple):
    """A board: the game's id, the size, and whether it has a pie rule (``None`` in other games)."""

    game: str
    size: int
    pie: bool | None


@dataclass(frozen=True)
class Known:
    """What is known about a position: who wins with best play (``None``: nobody).

    ``plies`` says within how many plies, where that is known as well; ``source`` how it was found.
    """

    winner: Side | None
    plies: int | None
    source: str

    @property
    def winner_word(self) -> str:
        """``"first"``, ``"second"`` or ``"draw"``."""
        return "draw" if self.winner is None else self.winner.name.lower()

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"winner": self.winner_word, "plies": self.plies, "source": self.source}

    def __str__(self) -> str:
        text = "draw" if self.winner is None else f"{self.winner_word} wins"
        return text if self.plies is None else f"{text} within {self.plies} plies"


def boards() -> list[Kind]:
    """The boards of which every opening is known."""
    return list(_data())


def openings(
    game: str | Game, *, size: int | None = None, pie: bool | None = None
) -> dict[Move, Known]:
    """Who wins after each first move, in the order of the legal moves.

    :raises KeyError: if the openings of this board are not known.
    :raises InvalidPositionError: if there is no such board.
    """
    board = Board(game, size=size, pie=pie)
    kind = _kind(board)
    if kind not in _data():
        raise KeyError(f"the openings of {board.game.name} {board.size} are not known")
    known = _positions(kind)
    return {move: known[_after(board, move).fen()] for move in board.legal_moves}


def find(board: Board) -> Known | None:
    """What is known about a position: a start, or one after a first move that is in the data.

    ``None`` says nothing about the position, but that it is not in the data. How it came about does
    not matter: in none of the games that are solved does the past count.
    """
    return _positions(_kind(board)).get(board.fen())


# --- The data ------------------------------------------------------------------------------------


def _kind(board: Board) -> Kind:
    return Kind(board.game.id, board.size, board.pie if board.game.has_pie_rule else None)


def _after(board: Board, *moves: Move | str) -> Board:
    after = board.copy()
    for move in moves:
        after.push_text(str(move))
    return after


@cache
def _file() -> dict[str, Any]:
    text = files(__name__).joinpath("openings.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


@cache
def _data() -> dict[Kind, dict[str, Any]]:
    """The boards of the file: their openings, one of each class up to symmetry."""
    return {Kind(b["game"], b["size"], b["pie"]): b for b in _file()["boards"]}


@cache
def _positions(kind: Kind) -> dict[str, Known]:
    """What is known about the positions of a board, by their fen."""
    game = find_game(kind.game)
    start = Board(game, size=kind.size, pie=kind.pie)
    known: dict[str, Known] = {}
    for fact in _file()["facts"]:
        if (fact["game"], fact["pie"]) == (kind.game, kind.pie):
            known[start.fen()] = Known(_side(fact["winner"]), None, fact["source"])
    data = _data().get(kind)
    if data is None:
        return known
    for moves, (winner, plies) in data["openings"].items():
        found = Known(_side(winner), plies, data["source"])
        board = _after(start, *moves.split())
        known |= {board.transform(k).fen(): found for k in start.symmetries()}
    known[start.fen()] = Known(_side(data["winner"]), data["plies"], data["source"])
    return known


def _side(word: str) -> Side | None:
    return None if word == "draw" else Side[word.upper()]
