"""quincunx.testing notices what is wrong: each fault here is put into the library and is found.

The message says how to get there: the game, the fen and the moves.
"""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from quincunx import (
    Board,
    Feature,
    IllegalMoveError,
    LegalMoves,
    Move,
    Outcome,
    Piece,
    Side,
    Symmetry,
    TurnReason,
)
from quincunx.testing import candidates, check_board, check_game, random_game

Patch = pytest.MonkeyPatch


def replace(patch: Patch, owner: type, name: str, fault: Callable[..., Any]) -> None:
    """Put a fault in the place of a method; it is given the right answer first."""
    right = owner.__dict__[name]
    if isinstance(right, property):
        getter = right.fget
        assert getter is not None
        patch.setattr(owner, name, property(lambda self: fault(getter(self), self)))
    else:
        patch.setattr(owner, name, lambda self, *args, **kw: fault(right(self, *args, **kw), self))


def later(value: Any, board: Board, wrong: Any) -> Any:
    """Wrong from the third move on, so that the fault is not met at the start."""
    return wrong if board.ply() > 2 else value


def one_move_twice(moves: Iterator[Move], view: LegalMoves) -> Iterator[Move]:
    right = list(moves)
    return iter(right + right[:1])


def one_move_less(moves: Iterator[Move], view: LegalMoves) -> Iterator[Move]:
    return iter(list(moves)[1:])


def backwards_now_and_then() -> Callable[..., Iterator[Move]]:
    asked = 0

    def fault(moves: Iterator[Move], view: LegalMoves) -> Iterator[Move]:
        nonlocal asked
        asked += 1
        return reversed(list(moves)) if asked % 3 == 0 else moves

    return fault


def unlike_cells(features: list[Feature], board: Board) -> list[Feature]:
    return [*features, Feature("nowhere", None, ("z99",), "")]


def other_winner(outcome: Outcome | None, board: Board) -> Outcome | None:
    if outcome is None or outcome.winner is None:
        return outcome
    return Outcome(outcome.winner.other, outcome.termination)


def raised(pieces: dict[str, Piece], board: Board) -> dict[str, Piece]:
    return {cell: Piece(piece.side, piece.height + 1) for cell, piece in pieces.items()}


def swapped_names(symmetries: tuple[Symmetry, ...], board: Board) -> tuple[Symmetry, ...]:
    return symmetries[::-1]


FAULTS: dict[str, tuple[type, str, Callable[..., Any]]] = {
    "a legal move twice": (LegalMoves, "__iter__", one_move_twice),
    "a legal move left out": (LegalMoves, "__iter__", one_move_less),
    "an order that changes": (LegalMoves, "__iter__", backwards_now_and_then()),
    "a wrong length": (LegalMoves, "__len__", lambda n, view: n + 1),
    "a wrong count": (LegalMoves, "count", lambda n, view: n + 1),
    "nothing is in": (LegalMoves, "__contains__", lambda answer, view: False),
    "all is legal": (Board, "is_legal", lambda answer, board: True),
    "nothing is legal": (Board, "is_legal", lambda answer, board: False),
    "no reason": (Board, "why_illegal", lambda why, board: None),
    "a reason for all": (Board, "why_illegal", lambda why, board: why or "because"),
    "an empty reason": (Board, "why_illegal", lambda why, board: why and " "),
    "a fen of the start": (Board, "fen", lambda fen, board: later(fen, board, "5/5/5/5/5 r")),
    "a turn that never passes": (Board, "turn", lambda turn, board: Side.FIRST),
    "no reason for a turn": (Board, "turn_reason", lambda why, board: TurnReason.MOVES_AGAIN),
    "the other winner": (Board, "outcome", other_winner),
    "a game that is never over": (Board, "is_game_over", lambda over, board: False),
    "a result without a winner": (Board, "result", lambda text, board: "*"),
    "a hash that moves": (Board, "hash", lambda n, board: n + board.ply()),
    "boards that are never equal": (Board, "__eq__", lambda same, board: False),
    "a copy that is the board": (Board, "copy", lambda copy, board: board),
    "pop of another move": (Board, "pop", lambda move, board: Move("a1")),
    "peek at another move": (Board, "peek", lambda move, board: Move("a1")),
    "a count of plies that stops": (Board, "ply", lambda n, board: min(n, 3)),
    "pieces too high": (Board, "pieces", raised),
    "empty cells": (Board, "piece_at", lambda piece, board: None),
    "a feature off the board": (Board, "features", unlike_cells),
    "changes of nothing": (Board, "changes", lambda changes, board: {}),
    "no explanation": (Board, "explain", lambda found, board: None),
    "an explanation off the board": (
        Board,
        "explain",
        lambda found, board: found and found._replace(cells=("z99",)),
    ),
    "no events": (Board, "events", lambda waves, board: []),
    "events too high": (
        Board,
        "events",
        lambda waves, board: [[e._replace(to_height=2) for e in wave] for wave in waves],
    ),
    "a feature that never came": (
        Board,
        "features_after",
        lambda features, board: features[1:],
    ),
    "a symmetry that stands still": (Board, "transform", lambda seen, board: board.copy()),
    "moves that stand still": (Board, "transform_move", lambda move, board: Move("a1")),
    "symmetries backwards": (Board, "symmetries", swapped_names),
    "a canonical hash that is not one": (
        Board,
        "canonical_hash",
        lambda n, board: hash(board.fen()),
    ),
    "another text": (Board, "text", lambda text, board: text.upper()),
    "another move": (Board, "parse_text", lambda move, board: Move("a1")),
    "a move that is not played": (Board, "push", lambda none, board: board.pop() and None),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_check_game__finds(fault: str, monkeypatch: Patch) -> None:
    replace(monkeypatch, *FAULTS[fault])
    with pytest.raises(AssertionError):
        check_game("hadron", 5, games=4)


def test_check_game__finds_a_game_that_goes_on_for_ever() -> None:
    with pytest.raises(AssertionError, match="not over after 7 plies"):
        check_game("hadron", 5, games=1, max_plies=7)


def test_check_game__finds_a_move_that_is_played_though_it_is_illegal(monkeypatch: Patch) -> None:
    right = Board.push

    def push(board: Board, move: Move) -> None:
        try:
            right(board, move)
        except IllegalMoveError:
            if not board.legal_moves:
                raise
            right(board, next(iter(board.legal_moves)))

    monkeypatch.setattr(Board, "push", push)
    with pytest.raises(AssertionError, match="took an illegal move"):
        check_game("hadron", 5, games=2, thorough=20)


def test_check_game__the_message_leads_to_the_position(monkeypatch: Patch) -> None:
    """From the third move on nothing counts as over, so the end of the game is where it is met."""
    replace(monkeypatch, Board, "is_game_over", lambda over, board: over and board.ply() < 3)
    with pytest.raises(AssertionError) as caught:
        check_game("blast-radius", 3, games=3, thorough=2)
    monkeypatch.undo()
    found = re.search(r"in Board\('([^']*)', fen='([^']*)'\) after ([\w ]+)$", str(caught.value))
    assert found, caught.value
    game, fen, moves = found.groups()
    board = Board(game, fen=fen)
    for text in moves.split():
        board.push_text(text)
    assert board.is_game_over()
    assert fen == Board("blast-radius", size=3).fen()


def test_check_game__an_error_of_another_kind_is_reported_with_the_position(
    monkeypatch: Patch,
) -> None:
    def broken(board: Board, k: int) -> Board:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(Board, "transform", broken)
    with pytest.raises(AssertionError, match=r"ZeroDivisionError: oops\nin Board\('cordon', fen="):
        check_game("cordon", 2, games=1)


def test_check_game__the_same_seed_plays_the_same_games() -> None:
    one = check_game("cordon", 3, games=4, seed=5)
    assert check_game("cordon", 3, games=4, seed=5) == one
    assert check_game("cordon", 3, games=4, seed=6) != one


def test_check_board__leaves_the_board_alone() -> None:
    board = Board("quadrature")
    for text in ("c3-d4", "c9-d8", "d3-e4"):
        board.push_text(text)
    fen, stack = board.fen(), board.move_stack
    check_board(board)
    assert (board.fen(), board.move_stack) == (fen, stack)


@pytest.mark.parametrize(
    ("board", "number"),
    [
        (Board("hadron", size=5), 25),
        (Board("square-grid-hex", size=4), 17),
        (Board("square-grid-hex", size=4, pie=False), 17),  # `swap` is a move, though never legal
        (Board("cordon", size=2), 7),
        (Board("quadrature"), 121 * 121),
    ],
    ids=lambda value: value.game.id if isinstance(value, Board) else str(value),
)
def test_candidates__are_all_texts_of_the_notation(board: Board, number: int) -> None:
    texts = candidates(board)
    assert len(texts) == len(set(texts)) == number
    assert {move.text for move in board.legal_moves} <= set(texts)


def test_random_game__stops_where_it_is_told() -> None:
    board = random_game(Board("hadron", size=7), random.Random(1), plies=5)
    assert board.ply() == 5
    assert random_game(board, random.Random(1)).is_game_over()
