"""Hadron 5×5 is within the engine's reach: it knows who wins, and never lets a win go.

200 random positions that are won for the side to move are played out against a perfect and against
a random defence. The perfect one asks the solver for a move that wins, and takes it if there is
one. About 20 s in all on one core.
"""

from collections.abc import Callable
from random import Random

import pytest

from quincunx import Board, Move, Side, engine
from quincunx._native import core
from quincunx.testing import random_game

#: Far more than is ever needed; a proof ends the search.
LIMIT = engine.Limit(time=30)
POSITIONS = 200
PARTS = 4


def proven_winner(solver: core.Solver, board: Board) -> Side:
    proof = solver.work(board._history, 60)
    assert proof is not None and proof.winner is not None, board.fen()
    return Side(proof.winner)


def won_positions(part: int, solver: core.Solver) -> list[Board]:
    """Random positions that are won for the side to move, from early to late."""
    rng = Random(f"won {part}")
    boards: list[Board] = []
    while len(boards) < POSITIONS // PARTS:
        board = random_game(Board("hadron", size=5), rng, plies=rng.randrange(12))
        if not board.is_game_over() and proven_winner(solver, board) is board.turn:
            boards.append(board)
    return boards


def random_defence(board: Board, solver: core.Solver, rng: Random) -> Move:
    return rng.choice(list(board.legal_moves))


def perfect_defence(board: Board, solver: core.Solver, rng: Random) -> Move:
    moves = list(board.legal_moves)
    rng.shuffle(moves)
    for move in moves:
        after = board.copy()
        after.push(move)
        if proven_winner(solver, after) is board.turn:
            return move
    return moves[0]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("defence", [random_defence, perfect_defence], ids=["random", "perfect"])
def test_hadron__a_won_game_is_won(
    part: int, defence: Callable[[Board, core.Solver, Random], Move]
) -> None:
    solver = core.Solver(Board("hadron", size=5)._history, 64)
    rng = Random(part)
    with engine.Engine("hadron", size=5, memory_mb=64, seed=part) as e:
        for board in won_positions(part, solver):
            winner = board.turn
            while not board.is_game_over():
                if board.turn is winner:
                    result = e.play(board, LIMIT)
                    proven = result.info.proven
                    assert proven is not None and proven.winner is winner, board.fen()
                    board.push(result.move)
                else:
                    board.push(defence(board, solver, rng))
            outcome = board.outcome()
            assert outcome is not None and outcome.winner is winner, board.fen()


def test_hadron__a_lost_position_is_recognised() -> None:
    solver = core.Solver(Board("hadron", size=5)._history, 64)
    rng = Random("lost")
    lost = 0
    with engine.Engine("hadron", size=5, memory_mb=64, seed=1) as e:
        while lost < 30:
            board = random_game(Board("hadron", size=5), rng, plies=rng.randrange(1, 14))
            if board.is_game_over() or proven_winner(solver, board) is board.turn:
                continue
            lost += 1
            proven = e.analyse(board, LIMIT).proven
            assert proven is not None and proven.winner is board.turn.other, board.fen()
