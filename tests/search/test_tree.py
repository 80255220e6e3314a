"""The tree search itself: counting, backup, proofs, limits, memory, reuse."""

import threading
import time
from random import Random

import pytest

from quincunx import GAMES, Board, Game
from quincunx._native import core
from quincunx.testing import random_game
from tests.games.facts import cell_count
from tests.helpers import played
from tests.marks import each_game

each_small_game = pytest.mark.parametrize(
    "game",
    [game for game in GAMES if cell_count(Board(game, size=game.sizes[0])) < 20],
    ids=lambda game: game.id,
)
each_style = pytest.mark.parametrize("style", ["default", "plain"])


def searched(
    board: Board,
    playouts: int | None = None,
    *,
    seconds: float | None = None,
    threads: int = 1,
    memory: int = 32,
    seed: int = 1,
    style: str = "default",
) -> core.Report:
    """What one search from scratch finds."""
    searcher = core.Engine(board._history, threads, memory, seed, style)
    searcher.start(board._history, seconds, playouts)
    assert searcher.wait(60)
    return searcher.report(0, 64)


# --- Counting and backup -------------------------------------------------------------------------


@each_game
@each_style
def test_visits__every_simulation_goes_through_one_move(game: Game, style: str) -> None:
    report = searched(Board(game), 500, style=style)
    assert report.playouts == 500
    assert sum(line.visits for line in report.lines) == 500


@each_game
@pytest.mark.parametrize("threads", [2, 3])
def test_visits__threads_together_do_what_was_asked(game: Game, threads: int) -> None:
    report = searched(Board(game), 2000, threads=threads)
    assert report.playouts == 2000
    # Additions of one thread may be lost to another's, seldom.
    assert 1900 <= sum(line.visits for line in report.lines) <= 2000


@each_game
@each_style
def test_report__numbers_hold_together(game: Game, style: str) -> None:
    board = random_game(Board(game), Random(3), plies=6)
    report = searched(board, 300, style=style)
    assert {str(line.move) for line in report.lines} == {str(move) for move in board.legal_moves}
    assert sum(report.wdl) == pytest.approx(1) and min(report.wdl) >= 0
    assert report.value == pytest.approx(report.wdl[0] + report.wdl[1] / 2)
    for line in report.lines:
        assert 0 <= line.value <= 1 and 0 <= line.prior <= 1
        assert str(line.pv[0]) == str(line.move)
        variation = board.copy()
        for move in line.pv:
            variation.push(move)


@each_game
def test_backup__a_move_has_the_result_of_its_playouts(game: Game) -> None:
    for seed in range(10):
        report = searched(Board(game), 1, seed=seed, style="plain")
        (tried,) = [line for line in report.lines if line.visits]
        assert tried.value in (0, 0.5, 1)
        report = searched(Board(game), 200, seed=seed, style="plain")
        for line in report.lines:
            halves = 2 * line.value * line.visits
            assert halves == pytest.approx(round(halves), abs=0.01)


@each_game
def test_seed__decides_all(game: Game) -> None:
    def found(seed: int) -> list[tuple[str, int, float]]:
        report = searched(Board(game), 400, seed=seed)
        return [(str(line.move), line.visits, line.value) for line in report.lines]

    assert found(7) == found(7)
    # Quadrature's leaves are judged, not played out: there is nothing to draw lots for.
    assert (found(7) == found(8)) == (game.id == "quadrature")


# --- Proofs --------------------------------------------------------------------------------------

WON_AT_ONCE = [
    # Black joins South and North with the next stone.
    ("square-grid-hex", 3, "b1 a1 b2 a2", "b3"),
    ("square-grid-hex", 5, "c1 a1 c2 a2 c3 a3 c4 a4", "c5"),
]


@pytest.mark.parametrize(("game", "size", "moves", "winning"), WON_AT_ONCE)
@each_style
def test_proof__a_win_in_one_is_seen_at_once(
    game: str, size: int, moves: str, winning: str, style: str
) -> None:
    board = played(game, moves, size=size, pie=False)
    report = searched(board, 1, style=style)
    assert report.proven is not None
    assert (report.proven.winner, report.proven.plies) == (0, 1)
    assert report.lines[0].proven is not None and report.lines[0].proven.plies == 1
    assert report.stopped_by == "proven"
    winners = {
        str(line.move)
        for line in report.lines
        if line.proven is not None and line.proven.winner == 0 and line.proven.plies == 1
    }
    assert winning in winners


def test_proof__moves_that_let_the_other_win_at_once_are_seen() -> None:
    # Black threatens c5, b5 and nothing else; White must take one of them away, and cannot both.
    board = played("square-grid-hex", "c1 a1 c2 a2 c3 a3 c4", size=5, pie=False)
    report = searched(board, 400)
    for line in report.lines:
        assert line.proven is not None, str(line.move)
        assert (line.proven.winner, line.proven.plies) == (0, 2), str(line.move)
    assert report.proven is not None
    assert (report.proven.winner, report.proven.plies) == (0, 2)


@each_style
@each_small_game
def test_proof__plies_are_a_bound_that_the_winner_keeps(game: Game, style: str) -> None:
    """The proven side, played by the search, wins within what was said, whatever the other does."""
    rng = Random(f"{game.id} {style}")
    kept = 0
    for _ in range(60):
        board = random_game(Board(game, size=game.sizes[0]), rng, plies=rng.randrange(2, 6))
        if board.is_game_over():
            continue
        report = searched(board, 3000, style=style)
        proven = report.proven
        if proven is None or proven.winner is None:
            continue
        kept += 1
        plies = 0
        while not board.is_game_over():
            if board.turn.value == proven.winner:
                board.push(searched(board, 3000, style=style).lines[0].move)
            else:
                board.push(rng.choice(list(board.legal_moves)))
            plies += 1
        outcome = board.outcome()
        assert outcome is not None and outcome.winner is not None
        assert outcome.winner.value == proven.winner
        assert plies <= proven.plies
    assert kept >= 10


# --- Limits, memory, reuse -----------------------------------------------------------------------


@each_game
def test_limits__playouts_are_exact(game: Game) -> None:
    for playouts in (1, 7, 64, 65):
        report = searched(Board(game), playouts)
        assert (report.playouts, report.stopped_by) == (playouts, "playouts")


@each_game
def test_limits__time_is_kept(game: Game) -> None:
    def overrun() -> float:
        searcher = core.Engine(Board(game)._history, 1, 32, 1, "default")
        began = time.perf_counter()
        searcher.start(Board(game)._history, 0.05, None)
        searcher.wait(None)
        assert searcher.report(1, 1).stopped_by == "time"
        return time.perf_counter() - began - 0.05

    # The best of several: the machine may be busy with something else.
    assert -0.01 < min(overrun() for _ in range(10)) < 0.02


@each_game
def test_stop__ends_a_search_without_limits(game: Game) -> None:
    board = Board(game, size=game.sizes[-1])  # too large to be proven before the stop
    searcher = core.Engine(board._history, 2, 32, 1, "default")
    searcher.start(board._history, None, None)
    timer = threading.Timer(0.05, searcher.stop)
    timer.start()
    assert searcher.wait(30)
    timer.join()
    report = searcher.report(1, 1)
    assert report.stopped_by == "stop" and not report.running and report.playouts > 0


@each_game
@each_style
def test_memory__a_full_tree_goes_on(game: Game, style: str) -> None:
    report = searched(Board(game), 30_000, memory=1, style=style)
    assert report.memory <= 1 << 20
    assert report.playouts == 30_000 or report.proven is not None


@each_game
def test_reuse__the_tree_below_the_move_is_kept(game: Game) -> None:
    board = Board(game)
    searcher = core.Engine(board._history, 1, 64, 1, "default")
    searcher.start(board._history, None, 3000)
    searcher.wait(None)
    best = searcher.report(1, 1).lines[0]
    board.push(best.move)
    searcher.start(board._history, None, 1)
    searcher.wait(None)
    report = searcher.report(0, 64)
    kept = sum(line.visits for line in report.lines)
    assert best.visits * 0.9 <= kept <= best.visits + 1
    # Another game altogether, and all begins anew.
    other = Board(game)
    other.push(next(move for move in other.legal_moves if move != best.move))
    searcher.start(other._history, None, 10)
    searcher.wait(None)
    assert sum(line.visits for line in searcher.report(0, 1).lines) == 10


def test_reuse__memory_of_what_is_left_behind_is_used_again() -> None:
    board = Board("hadron", size=11)
    searcher = core.Engine(board._history, 1, 2, 1, "default")
    for _ in range(20):
        searcher.start(board._history, None, 3000)
        searcher.wait(None)
        report = searcher.report(1, 1)
        assert report.memory <= 2 << 20
        board.push(report.lines[0].move)


def test_errors__are_clear() -> None:
    board = Board("hadron")
    searcher = core.Engine(board._history, 1, 16, 1, "default")
    with pytest.raises(RuntimeError, match="nothing has been searched yet"):
        searcher.report(1, 1)
    with pytest.raises(ValueError, match="the engine is for Hadron of size 5"):
        searcher.start(Board("hadron", size=7)._history, None, 10)
    with pytest.raises(ValueError, match="the engine is for Hadron"):
        searcher.start(Board("cordon")._history, None, 10)
    searcher.start(board._history, None, None)
    with pytest.raises(RuntimeError, match="a search is running"):
        searcher.start(board._history, None, 10)
    searcher.stop()
    with pytest.raises(ValueError, match="style"):
        core.Engine(board._history, 1, 16, 1, "wild")
