"""What the core says of a position and of a move, as plain data.

The page gets the same from the core in WebAssembly (``web/board/src/types.ts`` has the same names),
so that scenes are made in both places from the same facts. A side is 0 or 1.
"""

from __future__ import annotations

from typing import TypedDict

from quincunx.board import Board, Event, Feature, Move, Piece
from quincunx.games import Side

__all__ = [
    "ChangeFact",
    "EventFact",
    "Facts",
    "FeatureFact",
    "MoveFact",
    "PreviewFacts",
    "facts",
    "preview",
]

Standing = tuple[int, int]


class ChangeFact(TypedDict):
    """A cell, and the side and height of what stood there before and stands there after."""

    cell: str
    before: Standing | None
    after: Standing | None


class FeatureFact(TypedDict):
    kind: str
    side: int | None
    cells: list[str]
    label: str


#: ``from`` and ``to`` are heights.
EventFact = TypedDict(
    "EventFact",
    {
        "kind": str,
        "side": int | None,
        "cells": list[str],
        "from": int | None,
        "to": int | None,
        "causes": list[str],
        "feature": str,
        "label": str,
    },
)


class MoveFact(TypedDict):
    move: str
    cells: list[str]


class LastFact(MoveFact):
    side: int
    changes: list[ChangeFact]


class OutcomeFact(TypedDict):
    winner: int | None
    ending: str


class Facts(TypedDict):
    """A position, as the core describes it."""

    game: str
    size: int
    fen: str
    ply: int
    turn: int
    reason: str
    outcome: OutcomeFact | None
    score: tuple[int, int] | None
    rows: list[list[str]]
    pieces: list[tuple[str, int, int]]
    features: list[FeatureFact]
    moves: list[MoveFact]
    last: LastFact | None


class PreviewFacts(MoveFact):
    """What a legal move would do.

    ``next`` is where moves may end afterwards, ``touches`` what stands, before the move, beside the
    cell that it ends on.
    """

    changes: list[ChangeFact]
    waves: list[list[EventFact]]
    features: list[FeatureFact]
    score: tuple[int, int] | None
    next: list[str]
    touches: list[str]


def facts(board: Board) -> Facts:
    """All that a picture of a position needs to know.

    >>> told = facts(Board("hadron", fen="3/1R1/2B r"))
    >>> told["turn"], told["pieces"], [move["move"] for move in told["moves"]]
    (0, [('c1', 1, 1), ('b2', 0, 1)], ['a1', 'b1', 'c2', 'a3', 'c3'])
    """
    outcome = board.outcome()
    score = board.score()
    return {
        "game": board.game.id,
        "size": board.size,
        "fen": board.fen(),
        "ply": board.ply(),
        "turn": board.turn.value,
        "reason": board.turn_reason.value,
        "outcome": None
        if outcome is None
        else {"winner": _side(outcome.winner), "ending": outcome.termination.value},
        "score": None if score is None else (score.first, score.second),
        "rows": board.rows,
        "pieces": [(cell, p.side.value, p.height) for cell, p in board.pieces().items()],
        "features": [_feature(feature) for feature in board.features()],
        "moves": [_move(move) for move in board.legal_moves],
        "last": _last(board),
    }


def preview(board: Board, move: Move | str) -> PreviewFacts:
    """All that a picture of a legal move needs to know.

    >>> preview(Board("cordon", size=2), "b2")["next"]
    ['a1', 'a2', 'b1', 'b3', 'c1', 'c2']

    :raises IllegalMoveError: if the move is not legal here.
    """
    move = board.parse_text(move if isinstance(move, str) else move.text)
    after = board.copy()
    after.push(move)
    score = after.score()
    pieces = board.pieces()
    near = [other for cell in move.cells[-1:] for other in board.neighbours(cell)]
    return {
        **_move(move),
        "changes": _changes(board, move),
        "waves": [[_event(event) for event in wave] for wave in board.events(move)],
        "features": [_feature(feature) for feature in after.features()],
        "score": None if score is None else (score.first, score.second),
        "next": list(dict.fromkeys(m.cells[-1] for m in after.legal_moves if m.cells)),
        "touches": [cell for cell in near if cell in pieces],
    }


def _side(side: Side | None) -> int | None:
    return None if side is None else side.value


def _move(move: Move) -> MoveFact:
    return {"move": move.text, "cells": list(move.cells)}


def _feature(feature: Feature) -> FeatureFact:
    return {
        "kind": feature.kind,
        "side": _side(feature.side),
        "cells": list(feature.cells),
        "label": feature.label,
    }


def _event(event: Event) -> EventFact:
    return {
        "kind": event.kind,
        "side": _side(event.side),
        "cells": list(event.cells),
        "from": event.from_height,
        "to": event.to_height,
        "causes": list(event.causes),
        "feature": event.feature,
        "label": event.label,
    }


def _standing(piece: Piece | None) -> Standing | None:
    return None if piece is None else (piece.side.value, piece.height)


def _changes(board: Board, move: Move) -> list[ChangeFact]:
    return [
        {"cell": cell, "before": _standing(before), "after": _standing(after)}
        for cell, (before, after) in board.changes(move).items()
    ]


def _last(board: Board) -> LastFact | None:
    if not board.ply():
        return None
    before = board.copy()
    move = before.pop()
    return {**_move(move), "side": before.turn.value, "changes": _changes(before, move)}
