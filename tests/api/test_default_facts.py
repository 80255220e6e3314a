"""What a game gets that says nothing about its moves; each of the games says something."""

from __future__ import annotations

import random

from quincunx import Board
from quincunx.testing import random_game
from tests.checks import checks
from tests.helpers import men

Waves = list[list[tuple[str, list[str], int, int, list[str]]]]


def events(before: Board, after: Board, move: str) -> Waves:
    waves: Waves = checks.default_events(before.game.id, before.fen(), after.fen(), move)
    return waves


def distance(a: str, b: str) -> int:
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1:]) - int(b[1:]))


def test_default_events__a_step_comes_first_then_what_it_changes_from_near_to_far() -> None:
    """On Quadrature's games, whose own events have another order and the same end."""
    rng = random.Random(1)
    exchanged = 0
    for _ in range(20):
        game = random_game(Board("quadrature"), rng)
        board = Board("quadrature")
        for move in game.move_stack:
            after = Board("quadrature", fen=board.fen())
            after.push(move)
            first, *rest = events(board, after, move.text)
            assert first == [("move", list(move.cells), 1, 1, [])]
            changed = {cell for cell, both in board.changes(move).items() if None not in both}
            assert {cells[0] for wave in rest for _, cells, *_ in wave} == changed
            target = move.cells[-1]
            steps = [distance(target, cells[0]) for wave in rest for _, cells, *_ in wave]
            assert steps == sorted(steps)
            assert all(e[0] == "exchange" and e[4] == [target] for wave in rest for e in wave)
            exchanged += len(changed)
            board.push(move)
    assert exchanged > 50


def test_default_events__a_piece_that_is_run_into_goes_first() -> None:
    """As in a game of captures: c5 is taken from b4, and a man has come at the other end."""
    before = men(white="b4 e1 f2 g3 h4 i5 j6 k1 a2", black="c5 d9 e9 f8 g9 h8 i9 j9 k8")
    after = men(white="c5 e1 f2 g3 h4 i5 j6 k1 a2 k11", black="d9 e9 f8 g9 h8 i9 j9 k8")
    assert events(before, after, "b4-c5") == [
        [("remove", ["c5"], 1, 0, ["b4"]), ("move", ["b4", "c5"], 1, 1, [])],
        [("place", ["k11"], 0, 1, ["c5"])],
    ]


def test_default_beginning__names_the_cell() -> None:
    assert checks.default_beginning("e5") == "no legal move begins with e5"
