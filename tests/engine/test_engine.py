"""The engine's contract, in all games: what it answers, and what it refuses."""

import os
import pickle
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from quincunx import GAMES, Board, EngineError, InvalidPositionError, Side
from quincunx.engine import Engine, Info, Limit, Proven, Wdl
from quincunx.testing import random_game
from tests.engine.minimax import SMALL, SOLVABLE, Minimax, after, small_board
from tests.games.facts import Kind, cell_count, facts_of, size_with
from tests.interrupts import interrupted

# White to move; Black's men stand on the last row with two dots on the marker and cannot move.
BLACK_STUCK = "11/11/11/11/11/11/WWWWWWWWW2/11/11/11/BBBBBB1BBB1 w 0 2"

#: A board of each game that is not a toy.
BOARDS = {game.id: Board(game, size=size_with(game, 61)) for game in GAMES}

each_game = pytest.mark.parametrize("game", BOARDS)


def somewhere(game: str, plies: int, seed: int) -> Board:
    """A board of the game after some random moves."""
    board = random_game(BOARDS[game].copy(), random.Random(seed), plies)
    assert not board.is_game_over()
    return board


def questions(engine: Engine, board: Board) -> tuple[Callable[[], object], ...]:
    """All that an engine can be asked, if it is neither closed nor busy."""
    return (
        lambda: engine.analyse(board, Limit(playouts=1)),
        lambda: engine.play(board, level=1),
        lambda: engine.analysis(board),
        engine.clear,
    )


def check_info(info: Info, board: Board) -> None:
    """Everything that is promised of an answer."""
    legal = {move.text for move in board.legal_moves}
    assert info.turn is board.turn
    assert info.best == info.lines[0].move and info.pv == info.lines[0].pv
    assert {line.move.text for line in info.lines} == legal
    assert len(info.lines) == len(legal)
    check_value(info)
    for line in info.lines:
        assert 0 <= line.value <= 1
        assert line.value_of(Side.FIRST) + line.value_of(Side.SECOND) == pytest.approx(1)
        assert line.visits >= 0
        assert line.pv[0] == line.move
        onward = board.copy()
        for move in line.pv:
            assert move in onward.legal_moves, f"{move} of {line.pv} in {onward.fen()}"
            onward.push(move)
        if line.proven:
            assert line.value == line.proven.value_of(board.turn)
            assert line.proven.plies >= 1
    assert info.nodes > 0 and info.memory > 0 and info.elapsed > 0
    assert info.stopped_by in ("time", "playouts", "stop", "proven")


def check_value(info: Info) -> None:
    assert 0 <= info.value <= 1
    assert sum(info.wdl) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in info.wdl)
    assert info.wdl.value == pytest.approx(info.value)
    assert info.value_of(info.turn) == info.value
    assert info.value_of(info.turn.other) == pytest.approx(1 - info.value)
    assert info.wdl.pov(info.turn.other).value == pytest.approx(1 - info.value)
    if info.proven:
        assert info.value == info.proven.value_of(info.turn)


# --- Answers -------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("plies", [0, 1, 6])
def test_analyse__keeps_its_promises(game: str, plies: int) -> None:
    board = somewhere(game, plies, seed=plies)
    fen, moves = board.fen(), board.move_stack
    with Engine.for_board(board, seed=1) as engine:
        info = engine.analyse(board, Limit(playouts=300))
    check_info(info, board)
    assert info.stopped_by == "proven" or info.playouts == 300
    assert board.fen() == fen and board.move_stack == moves


@each_game
def test_analyse__follows_a_game_to_its_end(game: str) -> None:
    """Trees are kept from move to move; what is said of the later positions holds as well."""
    board = BOARDS[game].copy()
    rng = random.Random(1)
    with Engine.for_board(board, seed=1) as engine:
        for ply in range(24):
            if board.is_game_over():
                break
            info = engine.analyse(board, Limit(playouts=60))
            check_info(info, board)
            board.push(info.best if ply % 3 else rng.choice(list(board.legal_moves)))


def test_analyse__a_side_that_sits_out_is_no_problem() -> None:
    board = Board("quadrature", fen=BLACK_STUCK)
    with Engine("quadrature", seed=1) as engine:
        info = engine.analyse(board, Limit(playouts=300))
        check_info(info, board)
        board.push(info.best)
        assert board.turn is Side.FIRST
        check_info(engine.analyse(board, Limit(playouts=300)), board)


def test_lines__as_many_as_wanted() -> None:
    board = BOARDS["cordon"]
    with Engine.for_board(board, seed=1) as engine:
        some = engine.analyse(board, Limit(playouts=200), lines=3)
        assert len(some.lines) == 3
        with pytest.raises(ValueError, match="lines must be 0"):
            engine.analyse(board, Limit(playouts=200), lines=-1)


def test_value__is_high_for_the_side_that_is_about_to_win() -> None:
    board = Board("square-grid-hex", size=5, pie=False)
    for text in ("c1", "a1", "c2", "a2", "c3", "a3", "c4", "e1"):
        board.push_text(text)
    with Engine.for_board(board, seed=1) as engine:
        info = engine.analyse(board, Limit(playouts=200))
        assert info.best.text in ("c5", "d5") and info.value > 0.9
        assert info.value_of(Side.FIRST) > 0.9 > 0.1 > info.value_of(Side.SECOND)
        board.push_text("e5")
        info = engine.analyse(board, Limit(playouts=200))
        assert info.value < 0.2 and info.value_of(Side.FIRST) > 0.8


# --- Proofs --------------------------------------------------------------------------------------


@pytest.mark.parametrize("small", SOLVABLE, ids=str)
def test_proven__small_boards_are_known_for_certain(small: Kind) -> None:
    board = small_board(*small)
    minimax = Minimax()
    with Engine.for_board(board, seed=1) as engine:
        info = engine.analyse(board, Limit(time=20))
        check_info(info, board)
        assert info.stopped_by == "proven" and info.proven
        assert info.proven.winner is minimax.winner(board)
        for line in info.lines:
            if line.proven:
                assert line.proven.winner is minimax.winner(after(board, line.move.text))
        if info.proven.winner is board.turn:
            assert minimax.winner(after(board, info.best.text)) is board.turn


@pytest.mark.parametrize("small", SMALL, ids=str)
def test_proven__is_never_said_of_what_is_not_so(small: Kind) -> None:
    """From random positions and with few playouts: what is proven agrees with plain minimax."""
    minimax = Minimax()
    rng = random.Random(3)
    proofs = 0
    start = small_board(*small)
    with Engine.for_board(start, seed=1) as engine:
        for trial in range(100):
            # Early, and late as well: there are games that go on until the board is full.
            plies = rng.randrange(cell_count(start) if trial % 2 else 4)
            board = random_game(start.copy(), rng, plies)
            if board.is_game_over():
                continue
            info = engine.analyse(board, Limit(playouts=rng.randrange(1, 60)))
            for line in info.lines:
                if line.proven:
                    proofs += 1
                    assert line.proven.winner is minimax.winner(after(board, line.move.text))
            if info.proven:
                assert info.proven.winner is minimax.winner(board)
    assert proofs > 20


def test_proven__the_win_comes_within_the_plies_that_were_promised() -> None:
    rng = random.Random(7)
    with Engine("hadron", size=5, seed=1) as engine:
        for _ in range(6):
            board = Board("hadron", size=5)
            for _ in range(6):
                board.push(rng.choice(list(board.legal_moves)))
            info = engine.analyse(board, Limit(time=20))
            assert info.proven and info.stopped_by == "proven"
            winner, plies = info.proven.winner, info.proven.plies
            assert winner is not None
            while not board.is_game_over():
                if board.turn is winner:
                    board.push(engine.analyse(board, Limit(time=20)).best)
                else:
                    board.push(rng.choice(list(board.legal_moves)))
                plies -= 1
            outcome = board.outcome()
            assert outcome and outcome.winner is winner
            assert plies >= 0


# --- Repeatability, threads, memory --------------------------------------------------------------


def seen(info: Info) -> list[tuple[str, int, float]]:
    return [(line.move.text, line.visits, line.value) for line in info.lines]


@each_game
def test_seed__the_same_calls_give_the_same_answers(game: str) -> None:
    first = BOARDS[game]
    second = somewhere(game, 2, seed=5)

    def answers(seed: int) -> list[list[tuple[str, int, float]]]:
        with Engine.for_board(first, seed=seed) as engine:
            return [seen(engine.analyse(b, Limit(playouts=200))) for b in (first, second, first)]

    assert answers(1) == answers(1)
    # Where leaves are judged, not played out, there is nothing to draw lots for.
    assert (answers(1) == answers(2)) == facts_of(first.game).judges_leaves


def test_seed__none_is_another_one_each_time() -> None:
    board = BOARDS["cordon"]
    found = set()
    for _ in range(3):
        with Engine.for_board(board) as engine:
            found.add(str(seen(engine.analyse(board, Limit(playouts=200)))))
    assert len(found) > 1


def test_clear__makes_the_engine_as_new() -> None:
    board = BOARDS["blast-radius"]
    with Engine.for_board(board, seed=1) as engine:
        before = seen(engine.analyse(board, Limit(playouts=200)))
        assert seen(engine.analyse(board, Limit(playouts=200))) != before
        engine.clear()
        assert seen(engine.analyse(board, Limit(playouts=200))) == before


@each_game
def test_threads__two_think_together(game: str) -> None:
    board = BOARDS[game]
    with Engine.for_board(board, threads=2, seed=1) as engine:
        for _ in range(3):
            info = engine.analyse(board, Limit(playouts=500))
            check_info(info, board)
            assert info.stopped_by == "proven" or info.playouts == 500


@each_game
def test_memory__when_it_is_full_the_search_goes_on(game: str) -> None:
    board = BOARDS[game].copy()
    with Engine.for_board(board, memory_mb=1, seed=1) as engine:
        for _ in range(3):
            info = engine.analyse(board, Limit(playouts=2000))
            check_info(info, board)
            assert info.stopped_by == "proven" or info.playouts == 2000
            assert info.memory <= 1 << 20
            board.push(info.best)


def test_two_engines__work_side_by_side() -> None:
    board = BOARDS["hadron"]
    with Engine.for_board(board, seed=1) as one, Engine.for_board(board, seed=1) as two:
        with one.analysis(board) as stream:
            check_info(two.analyse(board, Limit(playouts=200)), board)
        check_info(stream.info, board)


# --- Time ----------------------------------------------------------------------------------------


@each_game
def test_time__a_short_budget_is_kept(game: str) -> None:
    """The best of several tries: others may be at work on this machine."""
    board = BOARDS[game]
    spent = []
    with Engine.for_board(board, seed=1) as engine:
        for _ in range(5):
            began = time.perf_counter()
            info = engine.analyse(board, Limit(time=0.05))
            spent.append(time.perf_counter() - began)
            # A hundredth is kept back for the report.
            assert info.elapsed >= 0.049 or info.stopped_by == "proven"
            if spent[-1] < 0.06:
                break
    assert min(spent) < 0.1


def test_time__and_playouts_whichever_comes_first() -> None:
    board = BOARDS["quadrature"]
    with Engine.for_board(board, seed=1) as engine:
        assert engine.analyse(board, Limit(time=60, playouts=50)).stopped_by == "playouts"
        assert engine.analyse(board, Limit(time=0.02, playouts=10**12)).stopped_by == "time"


def test_analyse__leaves_the_interpreter_to_other_threads() -> None:
    board = BOARDS["quadrature"]
    ticks = 0
    with Engine.for_board(board, seed=1) as engine:
        worker = threading.Thread(target=engine.analyse, args=(board, Limit(time=0.3)))
        worker.start()
        while worker.is_alive():
            ticks += 1
            time.sleep(0.005)
    assert ticks > 5


def test_stop__from_another_thread_ends_analyse() -> None:
    board = BOARDS["square-grid-hex"]
    found: list[Info] = []
    with Engine.for_board(board, seed=1) as engine:
        worker = threading.Thread(
            target=lambda: found.append(engine.analyse(board, Limit(time=600)))
        )
        worker.start()
        while worker.is_alive():
            time.sleep(0.02)
            engine.stop()
        worker.join(60)
    check_info(found[0], board)
    assert found[0].stopped_by == "stop"


INTERRUPTED = """
from quincunx import Board
from quincunx.engine import Engine, Limit
board = Board("cordon", size=6)
with Engine.for_board(board) as engine:
    print("ready", flush=True)
    try:
        engine.analyse(board, Limit(time=600))
    except KeyboardInterrupt:
        print("interrupted", engine.analyse(board, Limit(playouts=9)).playouts, flush=True)
"""


def test_interrupt__ctrl_c_ends_analyse_and_the_engine_goes_on() -> None:
    assert interrupted(INTERRUPTED, after=0.3).stdout == "interrupted 9\n"


# --- What is refused -----------------------------------------------------------------------------


def test_errors__a_limit_that_is_none() -> None:
    board = BOARDS["cordon"]
    with Engine.for_board(board) as engine:
        with pytest.raises(ValueError, match=r"analyse needs a limit, such as Limit\(time=1\)"):
            engine.analyse(board, Limit())
        with pytest.raises(ValueError, match="level max has no limit of its own"):
            engine.play(board)
        with pytest.raises(ValueError, match="level plain has no limit of its own"):
            engine.play(board, level="plain")


@pytest.mark.parametrize(
    ("time", "playouts"),
    [(0, None), (-1, None), (float("nan"), None), (float("inf"), None), (None, 0), (1, -5)],
)
def test_limit__numbers_that_make_no_sense_are_refused(
    time: float | None, playouts: int | None
) -> None:
    with pytest.raises(ValueError, match="must be"):
        Limit(time=time, playouts=playouts)


def test_limit__playouts_are_a_whole_number() -> None:
    with pytest.raises(TypeError):
        Limit(playouts=2.5)  # type: ignore[arg-type]


def test_errors__a_board_of_another_kind() -> None:
    with Engine("square-grid-hex", size=5) as engine:
        limit = Limit(playouts=1)
        ours = "the engine is for Square Grid Hex 5×5, not for "
        with pytest.raises(ValueError, match=f"{ours}Square Grid Hex 6×6"):
            engine.analyse(Board("square-grid-hex", size=6), limit)
        with pytest.raises(ValueError, match=f"{ours}Square Grid Hex 5×5 without the pie rule"):
            engine.analyse(Board("square-grid-hex", size=5, pie=False), limit)
        with pytest.raises(ValueError, match=f"{ours}Cordon side 5"):
            engine.play(Board("cordon", size=5), limit)
        with pytest.raises(ValueError, match=f"{ours}Hadron 5×5"):
            engine.analysis(Board("hadron", size=5))
        with pytest.raises(TypeError, match="a Board"):
            engine.analyse("5/5/5/5/5 b pie", limit)  # type: ignore[arg-type]


def test_errors__a_game_that_is_over() -> None:
    board = Board("hadron", size=3)
    for text in ("b2", "c1", "a1", "c3", "b3"):
        board.push_text(text)
    with Engine("hadron", size=3) as engine:
        for ask in (
            lambda: engine.analyse(board, Limit(playouts=1)),
            lambda: engine.play(board, level=1),
            lambda: engine.analysis(board),
        ):
            with pytest.raises(ValueError, match="the game is over, 1-0, in "):
                ask()


def test_errors__a_closed_engine() -> None:
    board = Board("hadron", size=3)
    engine = Engine("hadron", size=3)
    engine.close()
    engine.close()
    engine.stop()
    assert repr(engine) == "<Engine for Hadron 3×3, closed>"
    for ask in questions(engine, board):
        with pytest.raises(EngineError, match="the engine for Hadron 3×3 has been closed"):
            ask()


def test_errors__settings_that_make_no_sense() -> None:
    with pytest.raises(InvalidPositionError, match="Hadron is not offered in size 4"):
        Engine("hadron", size=4)
    with pytest.raises(InvalidPositionError, match="no game is called 'chess'"):
        Engine("chess")
    with pytest.raises(ValueError, match="threads must be 1 to 1024, not 0"):
        Engine("hadron", threads=0)
    with pytest.raises(ValueError, match="memory_mb must be 1 or more, not 0"):
        Engine("hadron", memory_mb=0)
    with pytest.raises(ValueError, match="no style is called 'wild'; there are default, plain"):
        Engine("hadron", style="wild")


def test_engine__knows_what_it_is_for() -> None:
    for game in GAMES:
        with Engine(game) as engine:
            assert engine.game == game and engine.size == game.default_size
            assert engine.pie == game.has_pie_rule
    with Engine.for_board(Board("square-grid-hex", size=4, pie=False)) as engine:
        assert (engine.size, engine.pie) == (4, False)
        assert repr(engine) == "<Engine for Square Grid Hex 4×4 without the pie rule>"


@each_game
def test_style__plain_answers_as_well(game: str) -> None:
    board = BOARDS[game]
    with Engine.for_board(board, seed=1, style="plain") as engine:
        check_info(engine.analyse(board, Limit(playouts=300)), board)


# --- The small types -----------------------------------------------------------------------------


def test_wdl__turns_round_and_comes_back_from_a_pickle() -> None:
    wdl = Wdl(0.5, 0.2, 0.3, side=Side.SECOND)
    assert wdl.value == pytest.approx(0.6)
    assert wdl.pov(Side.SECOND) is wdl
    turned = wdl.pov(Side.FIRST)
    assert tuple(turned) == (0.3, 0.2, 0.5) and turned.side is Side.FIRST
    again = pickle.loads(pickle.dumps(wdl))
    assert again == wdl and again.side is Side.SECOND


def test_proven__in_words() -> None:
    assert str(Proven(Side.SECOND, 1)) == "second wins within 1 ply"
    assert str(Proven(None, 12)) == "draw, within 12 plies"
    assert [Proven(None, 3).value_of(side) for side in Side] == [0.5, 0.5]
    assert [Proven(Side.FIRST, 3).value_of(side) for side in Side] == [1, 0]


NO_MORE_THREADS = """
import resource
from quincunx import Board
from quincunx._native import core

board = Board("hadron", size=5)
engine = core.Engine(board._history, 64, 16, 1, "default")
resource.setrlimit(resource.RLIMIT_AS, (OLD + 120 * 2**20, resource.RLIM_INFINITY))
try:
    engine.start(board._history, 60.0, None)
    print("started")
except Exception as error:
    print(type(error).__name__)
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
engine.start(board._history, None, 2000)
assert engine.wait(60.0)
print(engine.report(1, 1).playouts >= 2000 or engine.report(1, 1).stopped_by)
""".replace("OLD", "int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="asks Linux for its memory")
@pytest.mark.skipif("ASAN_OPTIONS" in os.environ, reason="sanitizers want all addresses there are")
def test_threads__one_that_cannot_be_started_leaves_the_engine_as_it_was() -> None:
    """It said "a search is running" for ever after (issue 8). Stacks of 64 threads do not fit."""
    done = subprocess.run(
        [sys.executable, "-c", NO_MORE_THREADS],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    said = done.stdout.split()
    assert said[0] != "started", "the limit let all threads be started"
    assert said[1] in ("True", "proven")
