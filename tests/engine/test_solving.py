"""Solving: against plain minimax on small boards, and stopping."""

import pytest

from quincunx import Board, Side
from quincunx.engine import Solution, SolveProgress, solve
from tests.engine.minimax import SMALL, SOLVABLE, Minimax, after, small_board
from tests.games.facts import Kind, winning_moves

# What the pages of the games say (tests/games/test_small_boards.py searches all of it).
WINNING_OPENINGS = winning_moves()


def word(side: Side | None) -> str:
    return side.name.lower() if side else "draw"


@pytest.mark.parametrize("small", SOLVABLE, ids=str)
def test_solve__finds_the_winner_that_minimax_finds(small: Kind) -> None:
    board = small_board(*small)
    minimax = Minimax()
    winner = minimax.winner(board)
    solution = solve(board)
    assert (solution.game, solution.size) == small[:2]
    assert solution.winner == word(winner) and not solution.stopped
    assert solution.proven and solution.proven.winner is winner
    assert solution.plies and solution.nodes > 0 and solution.seconds > 0
    assert solution.openings is None
    assert solution.best in board.legal_moves
    assert solution.best and minimax.winner(after(board, solution.best.text)) is winner


@pytest.mark.parametrize("small", WINNING_OPENINGS, ids=str)
def test_openings__are_those_that_the_pages_list(small: Kind) -> None:
    board = small_board(*small)
    solution = solve(board, openings=True)
    assert solution.openings is not None
    assert list(solution.openings) == list(board.legal_moves)
    wins = {move.text for move, winner in solution.openings.items() if winner == "first"}
    assert wins == WINNING_OPENINGS[small]
    assert set(solution.openings.values()) <= {"first", "draw", "second"}
    assert (solution.winner == "first") == bool(wins)
    assert solution.best and (not wins or solution.best.text in wins)
    assert solution.plies and solution.plies <= board.legal_moves.count() + 1


@pytest.mark.parametrize("small", SMALL, ids=str)
@pytest.mark.parametrize("plies", [1, 2, 3])
def test_openings__agree_with_minimax_later_in_the_game(small: Kind, plies: int) -> None:
    minimax = Minimax()
    board = small_board(*small)
    for k in range(plies):
        if len(board.legal_moves) > 1:
            board.push(list(board.legal_moves)[k])
    if board.is_game_over():
        pytest.skip("such a short game")
    solution = solve(board, openings=True)
    assert solution.openings is not None
    expected = {text: word(side) for text, side in minimax.openings(board).items()}
    assert {move.text: winner for move, winner in solution.openings.items()} == expected
    assert solution.winner == word(minimax.winner(board)) == solve(board).winner


def test_solve__all_moves_lose_and_one_is_named_all_the_same() -> None:
    board = Board("square-grid-hex", size=3, pie=False)
    board.push_text("b2")
    for openings in (False, True):
        solution = solve(board, openings=openings)
        assert solution.winner == "first" and solution.best in board.legal_moves


def test_solve__a_finished_game_needs_no_search() -> None:
    board = Board("hadron", size=3)
    for text in ("b2", "c1", "a1", "c3", "b3"):
        board.push_text(text)
    for openings in (False, True):
        solution = solve(board, openings=openings)
        assert (solution.winner, solution.plies, solution.best) == ("first", 0, None)
        assert solution.openings == ({} if openings else None) and not solution.stopped


def test_solve__leaves_the_board_alone() -> None:
    board = Board("cordon", size=2)
    board.push_text("a1")
    solve(board, openings=True)
    assert [move.text for move in board.move_stack] == ["a1"]


def test_solve__in_a_little_memory() -> None:
    assert solve(Board("hadron", size=3), memory_mb=1).winner == "first"


# --- Stopping ------------------------------------------------------------------------------------

#: Nobody will solve these soon.
HARD = [Board("quadrature"), Board("square-grid-hex", size=13), Board("blast-radius", size=6)]


def check_stopped(solution: Solution) -> None:
    assert solution.stopped
    assert (solution.winner, solution.best, solution.plies) == (None, None, None)
    assert solution.proven is None


@pytest.mark.parametrize("board", HARD, ids=lambda board: board.game.id)
@pytest.mark.parametrize("openings", [False, True])
def test_time__ends_what_cannot_be_solved(board: Board, openings: bool) -> None:
    solution = solve(board, openings=openings, time=0.2)
    check_stopped(solution)
    assert 0.2 <= solution.seconds < 20
    if openings:
        assert solution.openings is not None
        assert set(solution.openings) == set(board.legal_moves)
        assert None in solution.openings.values()


def test_progress__says_how_far_it_is_and_may_stop_it() -> None:
    told: list[SolveProgress] = []

    def progress(now: SolveProgress) -> bool:
        told.append(now)
        return len(told) < 4

    check_stopped(solve(Board("square-grid-hex", size=13), progress=progress))
    assert len(told) == 4
    assert [now.nodes for now in told] == sorted(now.nodes for now in told)
    assert told[0].nodes < told[-1].nodes and told[0].seconds < told[-1].seconds


def test_progress__counts_openings() -> None:
    told: list[SolveProgress] = []
    solve(Board("square-grid-hex", size=3), openings=True, progress=told.append)
    assert told[-1].done == told[-1].total == 9
    done = [now.done for now in told]
    assert done == sorted(done) and len(set(done)) > 2


def test_progress__what_was_solved_before_it_was_stopped_is_kept() -> None:
    solution = solve(
        Board("square-grid-hex", size=3), openings=True, progress=lambda now: now.done < 4
    )
    # It depends on the solver's speed whether there was a slice at whose end it could be stopped.
    assert solution.openings is not None
    if solution.stopped:
        assert solution.winner is None and any(solution.openings.values())


@pytest.mark.parametrize("time", [0, -1, float("nan"), float("inf")])
def test_errors__a_time_that_makes_no_sense(time: float) -> None:
    with pytest.raises(ValueError, match="time must be"):
        solve(Board("hadron", size=3), time=time)


def test_errors__no_memory() -> None:
    with pytest.raises(ValueError, match="memory_mb must be 1 or more, not 0"):
        solve(Board("hadron", size=3), memory_mb=0)
