"""Positions for scripts: what may be played, how it ended, what is worth showing."""

from __future__ import annotations

from fastapi import APIRouter

from quincunx import Board, InvalidMoveError, InvalidPositionError, MoveError, Side, find_game
from quincunx.server.schema import (
    Position,
    PositionAsked,
    PositionFeature,
    PositionScore,
    Refusal,
    SideName,
    documented,
)
from quincunx.server.standing import NAMES, verdict

__all__ = ["router"]

router = APIRouter(tags=["positions"])


@router.post("/api/positions", responses=documented(400, 403, 413, 422))
def position(asked: PositionAsked) -> Position:
    """A position by its moves, by a fen, or by both: fen, legal moves, outcome, score, features."""
    board = _start(asked)
    for number, text in enumerate(asked.moves, 1):
        _push(board, number, text)
    outcome, score = verdict(board), board.score()
    return Position(
        game=board.game.id,
        size=board.size,
        fen=board.fen(),
        turn=None if outcome else _name(board.turn),
        ply=board.ply(),
        last=board.peek().text if board.ply() else None,
        legal_moves=[move.text for move in board.legal_moves],
        outcome=outcome,
        score=None if score is None else PositionScore(first=score.first, second=score.second),
        features=[
            PositionFeature(
                kind=feature.kind,
                side=None if feature.side is None else _name(feature.side),
                cells=list(feature.cells),
                label=feature.label,
            )
            for feature in board.features()
        ],
    )


def _start(asked: PositionAsked) -> Board:
    """The position before the moves."""
    try:
        game = find_game(asked.game)
    except InvalidPositionError as error:
        raise Refusal(422, "invalid", str(error), field="game") from None
    if asked.pie is not None and not game.has_pie_rule:
        raise Refusal(422, "invalid", f"{game.name} has no pie rule", field="pie")
    try:
        return Board(game, size=asked.size, fen=asked.fen, pie=asked.pie)
    except InvalidPositionError as error:
        field = "size" if asked.fen is None else "fen"
        raise Refusal(422, "invalid", str(error), field=field) from None


def _push(board: Board, number: int, text: str) -> None:
    """Play a move, or refuse it in the rules' words, with the cells that they are about."""
    try:
        board.push_text(text)
    except InvalidMoveError as error:
        raise Refusal(422, "invalid", f"move {number}: {error}", field="moves") from None
    except MoveError as error:
        why = board.explain(error.text)
        cells = () if why is None else why.cells
        raise Refusal(
            422, "illegal", f"move {number}: {error}", field="moves", cells=cells
        ) from None


def _name(side: Side) -> SideName:
    return NAMES[side.value]
