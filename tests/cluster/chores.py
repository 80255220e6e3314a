"""Jobs for the tests: what they come to, and the accidents that they have on the way."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from quincunx import Board
from quincunx.cluster import Job

__all__ = [
    "accident",
    "draw",
    "draws",
    "fails",
    "games",
    "once",
    "slow",
    "unspeakable",
    "writes",
]


def draw(seed: int) -> int:
    """A number that follows from the seed alone."""
    return random.Random(seed).randrange(10**9)


def draws(many: int) -> list[Job]:
    return [Job(f"draw/{n:04}", "tests.cluster.chores:draw", {"seed": n}) for n in range(many)]


def slow(seed: int, seconds: float, log: str) -> int:
    """A number, after some time; a line of the log says who began and when it began."""
    with open(log, "a", encoding="utf-8") as file:
        file.write(f"{seed} {os.getpid()}\n")
    time.sleep(seconds)
    return draw(seed)


def writes(seconds: float, begun: str, ended: str) -> None:
    """Leaves a file when it begins, and another one when it ends."""
    Path(begun).touch()
    time.sleep(seconds)
    Path(ended).touch()


def games(seed: int, many: int) -> list[str]:
    """The moves of random games, which need the core."""
    rng = random.Random(seed)
    played = []
    for _ in range(many):
        board = Board("hadron", size=5)
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        played.append(" ".join(move.text for move in board.move_stack))
    return played


def once(flag: str, seed: int) -> int:
    """Dies the first time, and leaves a flag so that it does not die again."""
    if not Path(flag).exists():
        Path(flag).touch()
        accident()
    return draw(seed)


def accident() -> None:
    """The process is killed, as by a machine that is short of memory."""
    os.kill(os.getpid(), signal.SIGKILL)


def fails(number: int) -> None:
    print("something that is printed on the way")
    raise ValueError(f"{number} is too odd")


def unspeakable() -> object:
    """A result that JSON does not have."""
    return {1, 2}


def leaves_a_child(pid_file: str) -> None:
    """Starts a program that would run for long, and says which."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    Path(pid_file).write_text(str(child.pid), encoding="utf-8")
    time.sleep(600)
