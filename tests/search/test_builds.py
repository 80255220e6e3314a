"""Both builds of the core, for any processor and for newer ones, are the same to the last bit."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from quincunx import _cpu

QUESTIONS = """
import hashlib, json, random
from quincunx import GAMES, Batch, Board, perft, playouts
from quincunx._native import core, level
from quincunx.rl import VectorEnv
from quincunx.testing import random_game

answers = {}
for game in GAMES:
    for size in sorted({game.sizes[0], game.default_size, game.sizes[-1]}):
        board = Board(game, size=size)
        for plies in (0, 1, 7):
            random_game(board, random.Random(plies), plies=plies)
            ways = {"lanes": ["lanes", "fill", "moves"], "fill": ["fill", "moves"]}
            for way in ways.get(core.way(board._history), ["moves"]):
                games = {"moves": 100}.get(way, 3000)
                result = core.playouts(board._history, games, 5, 1, way)
                answers[f"{game.id} {size} {plies} {way}"] = result
            answers[f"{game.id} {size} {plies}"] = [
                board.hash(), board.canonical_hash(), perft(board, 2), board.fen(),
                board.score(), [feature.cells for feature in board.features()],
            ]
        batch = Batch(board, 20)
        for seed in range(5):
            batch.step_random(seed)
        answers[f"{game.id} {size} batch"] = batch.cells().tolist()
        env, seen = VectorEnv(game, size, 20), hashlib.sha256()
        for seed in range(40):
            for array in env.step(env.sample(seed)):
                seen.update(array.tobytes())
        answers[f"{game.id} {size} steps"] = seen.hexdigest()
print(json.dumps([level, answers]))
"""


def ask(level: str, code: str) -> str:
    """What a process that uses this build prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"QUINCUNX_CPU": level},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout


def answers_of(level: str) -> tuple[str, dict[str, Any]]:
    said, answers = json.loads(ask(level, QUESTIONS))
    return said, answers


@pytest.mark.skipif(_cpu.level() != "v3", reason="this processor runs one of the builds only")
def test_builds__give_identical_playouts_hashes_and_counts() -> None:
    base, v3 = answers_of("base"), answers_of("v3")
    assert (base[0], v3[0]) == ("base", "v3")
    assert len(base[1]) > 60
    for question, answer in base[1].items():
        assert v3[1][question] == answer, question


@pytest.mark.parametrize(("one", "other"), [("base", "v3"), ("v3", "base")])
@pytest.mark.skipif(_cpu.level() != "v3", reason="this processor runs one of the builds only")
def test_builds__read_what_the_other_has_pickled(one: str, other: str) -> None:
    """Boards and moves travel between machines, to a process that has imported nothing yet."""
    write = (
        "import pickle, quincunx; b = quincunx.Board('cordon'); m = b.push_text('e5'); "
        "print(pickle.dumps([b, m]).hex())"
    )
    text = ask(one, write).strip()
    read = (
        f"import pickle; b, m = pickle.loads(bytes.fromhex('{text}')); "
        "print(b.fen(), b.peek() == m)"
    )
    assert ask(other, read) == "5/6/7/8/4R4/8/7/6/5 b True\n"
