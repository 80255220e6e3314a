"""``quincunx perft``."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import quincunx
from quincunx import GAMES, Board
from tests.cli.runs import Terminal, output
from tests.games.facts import facts_of


def count(*words: str) -> int:
    return int(json.loads(output("perft", *words, "--json"))["count"])


def known_counts() -> Iterator[tuple[list[str], int]]:
    """The node counts of the games' pages that do not take long."""
    for game in GAMES:
        for size, counts in facts_of(game).perft.items():
            depth = sum(0 < count < 150_000 for count in counts[:5])
            where = [] if size == game.default_size else ["--size", str(size)]
            yield [game.id, str(depth), *where], counts[depth - 1]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        *known_counts(),
        (["square-grid-hex", "3", "--size", "5", "--no-pie"], 25 * 24 * 23),
        (["hadron", "0"], 1),
    ],
)
def test_perft__counts_as_the_rulings_do(words: list[str], expected: int) -> None:
    assert count(*words) == expected
    text = output("perft", *words)
    assert f"depth {words[1]}: {expected}\n" in text and " s" in text


@pytest.mark.parametrize("depth", range(11))
def test_perft__is_the_same_however_it_is_split(depth: int) -> None:
    # Most games of Hadron 3×3 end before the board is full, and none goes on after that.
    expected = quincunx.perft(Board("hadron", size=3), depth)
    assert count("hadron", str(depth), "--size", "3") == expected
    assert count("hadron", str(depth), "--size", "3", "--threads", "2") == expected
    assert (expected == 0) == (depth > 9)


@pytest.mark.parametrize("depth", [1, 3, 5, 6])
def test_divide__is_the_count_by_first_move(depth: int) -> None:
    words = ("perft", "hadron", str(depth), "--size", "3", "--divide")
    report = json.loads(output(*words, "--json"))
    board = Board("hadron", size=3)
    expected = {str(move): n for move, n in quincunx.perft_divide(board, depth).items()}
    assert report["divide"] == expected
    assert report["count"] == sum(expected.values())
    text = output(*words)
    for move, n in expected.items():
        assert f"{move}: {n}\n" in text


def test_perft__starts_where_it_is_told_to() -> None:
    board = Board("hadron")
    board.push_text("c3")
    expected = quincunx.perft(board, 3)
    assert count("hadron", "3", "--moves", "c3") == expected
    assert count("hadron", "3", "--fen", board.fen()) == expected


def test_json__says_what_was_counted() -> None:
    report = json.loads(output("perft", "hadron", "3", "--size", "7", "--json"))
    assert report["game"] == "hadron" and report["size"] == 7 and report["depth"] == 3
    assert report["seconds"] > 0 and report["per_second"] > 0
    assert report["fen"] == Board("hadron", size=7).fen()
    assert "divide" not in report


def wait_for_a_second_thread(running: subprocess.Popen[str]) -> None:
    """Wait until the count has begun; where /proc does not tell, for as long as that might take."""
    tasks = Path(f"/proc/{running.pid}/task")
    deadline = time.monotonic() + (60 if tasks.exists() else 5)
    while time.monotonic() < deadline and (not tasks.exists() or len(list(tasks.iterdir())) < 2):
        assert running.poll() is None
        time.sleep(0.05)


@pytest.mark.parametrize("depth", ["6", "10"])
def test_ctrl_c__stops_a_long_count_at_once(depth: str) -> None:
    # Depth 10 on 13×13 would take years, and hours for each piece that the core is busy with.
    running = subprocess.Popen(
        [sys.executable, "-m", "quincunx", "perft", "square-grid-hex", depth],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for_a_second_thread(running)
    time.sleep(0.3)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert out == ""
    assert err.startswith("quincunx perft: stopped;") and err.count("\n") == 1


def test_terminal__shows_progress_until_ctrl_c() -> None:
    terminal = Terminal("perft", "square-grid-hex", "7", term="xterm")
    terminal.wait_for("/28561 branches")
    terminal.type("\x03")
    assert terminal.close() == 130
    assert "quincunx perft: stopped;" in terminal.seen and "Traceback" not in terminal.seen
