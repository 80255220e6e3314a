"""Board.events: what moves of each game do, wave by wave.

That events give the position after the move when they are replayed is a check of quincunx.testing,
which the conformance tests run on every game.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from quincunx import Board, IllegalMoveError, Move, Side
from tests.helpers import men, played


def test_events__quadrature_exchanges_what_follows_from_an_exchange_one_wave_later() -> None:
    """The causes are the three men of a rectangle, one of whom came in the wave before."""
    rng = random.Random(5)
    deepest = 0
    for _ in range(300):
        board = Board("quadrature")
        while board.legal_moves:
            move = max(
                rng.sample(list(board.legal_moves), min(6, len(board.legal_moves))),
                key=lambda m: (len(board.events(m)), rng.random()),
            )
            own = {cell for cell, piece in board.pieces().items() if piece.side is board.turn}
            step, *waves = board.events(move)
            assert [(e.kind, e.cells) for e in step] == [("move", move.cells)]
            own = (own - {move.cells[0]}) | {move.cells[1]}
            came = {move.cells[1]}
            exchanges = [w for w in waves if w[0].kind == "exchange"]
            deepest = max(deepest, len(exchanges))
            for wave in exchanges:
                for event in wave:
                    (cell,) = event.cells
                    assert set(event.causes) <= own
                    assert came & set(event.causes)
                    corners = [cell, *event.causes]
                    assert sorted(Counter(c[0] for c in corners).values()) == [2, 2]
                    assert sorted(Counter(c[1:] for c in corners).values()) == [2, 2]
                came = {event.cells[0] for event in wave}
                own |= came
            board.push(move)
        if deepest >= 3:
            break
    assert deepest >= 2


def test_events__blast_radius_removes_in_one_wave_what_the_grown_stack_reaches() -> None:
    """No stack stands in a REZ, so all that go are as far away as the stack is now high."""
    rng = random.Random(6)
    removed = 0
    for _ in range(30):
        board = Board("blast-radius", size=5)
        while board.legal_moves:
            move = rng.choice(list(board.legal_moves))
            events = [e for wave in board.events(move)[1:] for e in wave if e.kind == "remove"]
            assert {e.cells[0] for e in events} == {
                cell for cell, (_, after) in board.changes(move).items() if after is None
            }
            if events:
                assert [w[0].kind for w in board.events(move)][:2] == ["grow", "remove"]
                assert all(e.causes == move.cells for e in events)
                removed += len(events)
            board.push(move)
    assert removed > 100


def test_events__square_grid_hex_tells_the_chain_that_a_stone_joins() -> None:
    board = played("square-grid-hex", "a1 c3 b2", size=5, pie=False)
    board.push_text("e1")
    (place,), (join,) = board.events(Move("c2"))
    assert (place.kind, place.cells, place.side) == ("place", ("c2",), Side.FIRST)
    assert (join.kind, set(join.cells), join.causes) == ("join", {"a1", "b2", "c2"}, ("c2",))
    swap = played("square-grid-hex", "c3", size=5).events(Move("swap"))
    assert [[(e.kind, e.side, e.cells) for e in w] for w in swap] == [
        [("exchange", Side.SECOND, ("c3",))]
    ]


def test_events__an_illegal_move_does_nothing() -> None:
    board = men(
        white="b3 c3 d3 e3 f3 g3 h3 i3 j3",
        black="b9 c9 d9 e9 f9 g9 h9 i9 j9",
    )
    before = board.fen()
    with pytest.raises(IllegalMoveError):
        board.events(Move("b3-b5"))
    assert board.fen() == before
