"""Solvers that save what they have learnt: they go on as if nothing had happened."""

from typing import Any

import pytest

from quincunx import Board, RecordError
from quincunx._native import core
from tests.checks import checks

MB = 1 << 20

#: A position for each solver (game, size, pie rule or none, moves), the nodes of a slice, and how
#: many slices at most. That of Quadrature is not solved by then.
POSITIONS = [
    ("hadron", 5, None, "c3", 1000, 99),
    ("square-grid-hex", 5, True, "", 25, 99),
    ("cordon", 3, None, "c3", 9000, 99),
    ("blast-radius", 3, None, "", 50, 99),
    ("quadrature", 11, None, "", 30000, 4),
]


def in_slices(
    game: str,
    size: int,
    pie: bool | None,
    moves: str,
    nodes: int,
    slices: int,
    *,
    resumed: bool,
    memory: int = 8 * MB,
) -> Any:
    fen = Board(game, size=size, pie=pie).fen()
    return checks.solve_in_slices(game, fen, moves.split(), memory, nodes, slices, resumed)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position[0])
def test_checkpoint__a_solver_goes_on_to_the_node_as_the_one_before_it_would_have(
    position: tuple[str, int, bool | None, str, int, int],
) -> None:
    *straight, _ = in_slices(*position, resumed=False)
    *resumed, saved = in_slices(*position, resumed=True)
    assert resumed == straight
    winner, _, nodes, used = straight
    assert (winner is None) == (position[0] == "quadrature")
    assert nodes > 2 * position[4], "it was over too soon to be cut into slices"
    assert used > 0
    # Only what is in use is written.
    assert saved < MB * 8 / 2


def saved(solver: core.Solver) -> bytes:
    blocks: list[bytes] = []
    solver.save(blocks.append)
    return b"".join(blocks)


def load(board: Board, memory_mb: int, data: bytes) -> core.Solver:
    solver = core.Solver(board._history, memory_mb)
    at = 0

    def read(most: int) -> bytes:
        nonlocal at
        at += most
        return data[at - most : at]

    solver.load(board._history, read)
    return solver


@pytest.fixture(scope="module", params=POSITIONS, ids=lambda position: position[0])
def worked(request: pytest.FixtureRequest) -> tuple[Board, bytes]:
    """A board, and what a solver has learnt about it in a moment."""
    game, size, pie, moves, *_ = request.param
    board = Board(game, size=size, pie=pie)
    for text in moves.split():
        board.push_text(text)
    solver = core.Solver(board._history, 1)
    solver.work(board._history, 0.02)
    return board, saved(solver)


def test_checkpoint__loading_and_saving_gives_the_same_bytes(worked: tuple[Board, bytes]) -> None:
    board, data = worked
    assert saved(load(board, 1, data)) == data


def test_checkpoint__every_cut_is_noticed(worked: tuple[Board, bytes]) -> None:
    board, data = worked
    for length in {0, 1, 15, 16, 17, len(data) // 3, len(data) - 17, len(data) - 16, len(data) - 1}:
        with pytest.raises(RecordError, match="damaged: it ends too early"):
            load(board, 1, data[:length])
    with pytest.raises(RecordError, match="damaged: something stands behind its end"):
        load(board, 1, data + b"\0")


def test_checkpoint__every_change_is_noticed(worked: tuple[Board, bytes]) -> None:
    board, data = worked
    for place in {*range(40), *range(0, len(data), len(data) // 50 + 1), len(data) - 1}:
        changed = bytearray(data)
        changed[place] ^= 1 << place % 8
        with pytest.raises(RecordError, match="damaged"):
            load(board, 1, bytes(changed))


def test_checkpoint__of_another_memory_or_solver_is_refused(worked: tuple[Board, bytes]) -> None:
    board, data = worked
    with pytest.raises(RecordError, match="another solver, or with another memory"):
        load(board, 2, data)
    # Of games that share a solver the first line of the file tells them apart (test_solve_resumed).
    other = Board("cordon" if board.game.id == "hadron" else "hadron", size=3)
    with pytest.raises(RecordError):
        load(other, 1, data)


def test_checkpoint__what_a_reader_or_writer_raises_comes_through() -> None:
    board = Board("hadron", size=3)
    solver = core.Solver(board._history, 1)

    def full(block: object) -> bytes:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        solver.save(full)
    with pytest.raises(OSError, match="No space left"):
        solver.load(board._history, full)
    assert solver.work(board._history, 10) is not None
