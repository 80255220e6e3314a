"""``POST /api/positions``: what the rules say about a position, for scripts."""

import random
from typing import Any

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from quincunx import GAMES, Board
from quincunx.server.routes.positions import router
from quincunx.server.schema import Problem, Refusal
from tests.server.asgi import call

APP = FastAPI()
APP.include_router(router)


@APP.exception_handler(Refusal)
async def refused(request: Request, error: Refusal) -> JSONResponse:
    return JSONResponse(error.problem().model_dump(), error.status)


def ask(**body: Any) -> dict[str, Any]:
    answer = call(APP, "POST", "/api/positions", body)
    assert answer.status == 200, answer.body
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_position__is_told_as_the_library_has_it_from_start_to_end(game: Any) -> None:
    rng = random.Random(game.id)
    for size in (game.sizes[0], None):
        board = Board(game, size=size)
        moves: list[str] = []
        while True:
            told = ask(game=game.id, size=size, moves=moves)
            assert told["legal_moves"] == [move.text for move in board.legal_moves]
            assert (told["fen"], told["size"]) == (board.fen(), board.size)
            assert (told["ply"], told["last"]) == (len(moves), moves[-1] if moves else None)
            score = board.score()
            assert told["score"] == (score and score._asdict())
            assert len(told["features"]) == len(board.features())
            if board.is_game_over():
                break
            assert told["outcome"] is None and told["turn"] == board.turn.name.lower()
            for _ in range(max(1, len(told["legal_moves"]) // 8)):
                if not board.is_game_over():
                    move = rng.choice(list(board.legal_moves))
                    board.push(move)
                    moves.append(move.text)
        outcome = board.outcome()
        assert outcome and told["turn"] is None
        winner = outcome.winner and outcome.winner.name.lower()
        ending = outcome.termination
        assert told["outcome"]["winner"] == winner
        assert told["outcome"]["termination"] == ending.value
        assert told["outcome"]["section"] == ending.section
        assert ask(game=game.name, fen=told["fen"])["fen"] == told["fen"]


def test_fen__and_moves_after_it() -> None:
    board = Board("cordon", size=4)
    board.push_text("d4")
    told = ask(game="cordon", fen=board.fen(), moves=["e5"])
    board.push_text("e5")
    assert (told["fen"], told["ply"], told["last"]) == (board.fen(), 1, "e5")


def test_pie__can_be_left_out() -> None:
    common: dict[str, Any] = {"game": "square-grid-hex", "size": 3, "moves": ["b2"]}
    assert ["swap" in ask(**common, pie=pie)["legal_moves"] for pie in (None, True, False)] == [
        True,
        True,
        False,
    ]


def test_features__say_whose_and_where() -> None:
    told = ask(game="blast-radius", moves=["a1"])
    shown = Board("blast-radius")
    shown.push_text("a1")
    assert told["features"] == [
        {
            "kind": feature.kind,
            "side": feature.side and feature.side.name.lower(),
            "cells": list(feature.cells),
            "label": feature.label,
        }
        for feature in shown.features()
    ]
    assert told["features"]


MISTAKES: list[tuple[dict[str, Any], str, str, str]] = [
    ({"game": "chess"}, "game", "invalid", "no game is called 'chess'"),
    ({"game": "hadron", "size": 4}, "size", "invalid", "not offered in size 4"),
    ({"game": "hadron", "pie": True}, "pie", "invalid", "Hadron has no pie rule"),
    ({"game": "hadron", "fen": "nonsense"}, "fen", "invalid", "nonsense"),
    ({"game": "hadron", "size": 7, "fen": "3/3/3 r"}, "fen", "invalid", "size"),
    ({"game": "hadron", "moves": ["c3", "hello"]}, "moves", "invalid", "move 2: "),
    ({"game": "hadron", "moves": ["c3", "c3"]}, "moves", "illegal", "move 2: c3"),
]


@pytest.mark.parametrize(("body", "field", "code", "text"), MISTAKES)
def test_mistakes__name_the_field(body: dict[str, Any], field: str, code: str, text: str) -> None:
    answer = call(APP, "POST", "/api/positions", body)
    problem = Problem(**answer.json())
    assert (answer.status, problem.field, problem.code) == (422, field, code)
    assert text in problem.error


def test_mistakes__an_illegal_move_has_the_cells_that_the_reason_is_about() -> None:
    answer = call(APP, "POST", "/api/positions", {"game": "hadron", "moves": ["c3", "c4"]})
    assert answer.json()["cells"] == ["c3"] and "PLACEMENT RULE" in answer.json()["error"]


@pytest.mark.parametrize(
    "more",
    [{"moves": ["c3"] * 1001}, {"fen": "x" * 2001}, {"size": 10**30}, {"move": "c3"}, {"moves": 3}],
    ids=str,
)
def test_limits__what_is_too_much_or_unknown_is_refused(more: dict[str, Any]) -> None:
    assert call(APP, "POST", "/api/positions", {"game": "hadron", **more}).status == 422


def test_openapi__has_every_answer() -> None:
    answers = APP.openapi()["paths"]["/api/positions"]["post"]["responses"]
    assert {"200", "400", "403", "413", "422", "429"} <= set(answers)
    assert "Problem" in str(answers["422"])
