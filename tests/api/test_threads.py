"""Long calls let other threads run, may run at the same time, and stop at Ctrl-C."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from quincunx import GAMES, Batch, Board, Playouts, perft, playouts
from tests.interrupts import interrupted

#: Sanitizers make the core slow, and nothing else here depends on speed.
PATIENCE = 10 if "ASAN_OPTIONS" in os.environ else 1


def ticks_during(call: Callable[[], object]) -> tuple[int, float]:
    """How often another thread came to its turn while a call ran, and for how long it ran."""
    times: list[float] = []
    span: list[float] = []

    def work() -> None:
        span.append(time.perf_counter())
        call()
        span.append(time.perf_counter())

    worker = threading.Thread(target=work)
    worker.start()
    while worker.is_alive():
        times.append(time.perf_counter())
        time.sleep(0.002)
    worker.join()
    begin, end = span
    return sum(begin < t < end for t in times), end - begin


def step_batch(scale: int) -> None:
    batch = Batch(Board("cordon", size=10), 5_000)
    for seed in range(scale):
        batch.step_random(seed)
        batch.legal()


#: Calls that take a while: the longer, the larger the number.
LONG_CALLS: dict[str, Callable[[int], object]] = {
    "playouts": lambda k: playouts(Board("square-grid-hex", size=19), 50_000 * k),
    "playouts with lengths": lambda k: playouts(Board("cordon", size=8), 100 * k, lengths=True),
    "perft": lambda k: perft(Board("hadron", size=9), 3 + k.bit_length()),
    "batch": step_batch,
}


@pytest.mark.parametrize("name", LONG_CALLS)
def test_long_calls__leave_the_interpreter_to_other_threads(name: str) -> None:
    call = LONG_CALLS[name]
    for scale in (1, 2, 4, 8, 16, 32, 64):
        ticks, seconds = ticks_during(partial(call, scale))
        if seconds > 0.1:
            break
    assert ticks >= 3, f"{ticks} turns in {seconds:.3f} s"


def test_playouts__from_several_threads_at_once_are_as_from_one() -> None:
    boards = [Board(game) for game in GAMES]
    for board in boards:
        board.push(next(iter(board.legal_moves)))
    jobs = [(board, seed) for board in boards for seed in range(4)]

    def job(pair: tuple[Board, int]) -> Playouts:
        board, seed = pair
        return playouts(board, 300, seed=seed, threads=1 + seed % 3)

    alone = [job(pair) for pair in jobs]
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(job, jobs * 3))
    assert together == alone * 3


def test_boards__are_made_and_played_in_several_threads_at_once() -> None:
    def job(k: int) -> list[str]:
        choice, game = divmod(k, len(GAMES))
        board = Board(GAMES[game])
        for _ in range(6):
            board.push(list(board.legal_moves)[choice])
        perft(board, 1)
        playouts(board, 20, seed=1)
        return [str(move) for move in board.move_stack]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(job, range(8 * len(GAMES)))) == [job(k) for k in range(8 * len(GAMES))]


def test_batch__threads_that_share_one_take_turns() -> None:
    batch = Batch(Board("cordon"), 2000, threads=2)

    def job(seed: int) -> int:
        batch.step_random(seed)
        return int(batch.legal().sum(axis=1).min())

    with ThreadPoolExecutor(4) as pool:
        left = list(pool.map(job, range(16)))
    stones = (batch.cells() != 0).sum(axis=1)
    assert stones.tolist() == [16] * 2000
    assert min(left) == 61 - 16
    assert max(left) <= 60


def run(code: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own, as a crash would take the tests with it."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        timeout=60 * PATIENCE,
    )


@pytest.mark.parametrize(
    ("size", "call"),
    [(7, "playouts(board, 150_000, seed=1, lengths=True)"), (5, "perft(board, 7)")],
    ids=["playouts", "perft"],
)
def test_long_calls__see_the_board_as_it_was_when_they_began(size: int, call: str) -> None:
    """Another thread may play on, and take moves back, on the very same board."""
    done = run(f"""
import threading, time
from quincunx import Board, perft, playouts

def ask(board):
    return {call}

board = Board("hadron", size={size})
for text in ("a1", "c1", "e1"):
    board.push_text(text)
wanted = ask(board.copy())
results = []
worker = threading.Thread(target=lambda: results.append(ask(board)))
worker.start()
changes = 0
while worker.is_alive():
    while board.ply():
        board.pop()
    for _ in range(4):
        board.push(list(board.legal_moves)[changes % len(board.legal_moves)])
    changes += 1
    time.sleep(0.0005)
worker.join()
assert changes > 3, changes
assert results == [wanted], (results, wanted)
""")
    assert done.returncode == 0, done.stderr[-600:]


INTERRUPTED = """
from quincunx import Board, perft, playouts
{before}
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
    # The interpreter is in order afterwards.
    print(playouts(Board("hadron"), 100, seed=1).games, flush=True)
"""

INTERRUPTIBLE = {
    "playouts": ("board = Board('square-grid-hex', size=19)", "playouts(board, 10**11)"),
    "playouts on two threads": ("board = Board('cordon')", "playouts(board, 10**11, threads=2)"),
    "playouts with lengths": (
        "board = Board('cordon', size=10)",
        "playouts(board, 10**9, lengths=True)",
    ),
    "playouts of a slow game": ("board = Board('quadrature')", "playouts(board, 10**9)"),
    "perft": ("board = Board('hadron')", "perft(board, 9)"),
    "deep perft": ("board = Board('quadrature')", "perft(board, 12)"),
    "deep perft on two threads": (
        "board = Board('cordon', size=10)",
        "perft(board, 9, threads=2)",
    ),
}


@pytest.mark.parametrize("name", INTERRUPTIBLE)
def test_interrupt__ctrl_c_ends_a_long_call_soon(name: str) -> None:
    before, call = INTERRUPTIBLE[name]
    code = INTERRUPTED.format(before=before, call=call)
    done = interrupted(code, after=0.3, patience=6 * PATIENCE)
    assert done.stdout == "interrupted\n100\n"
    assert done.seconds < 4 * PATIENCE
