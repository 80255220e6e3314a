"""The engine under random use for as long as you like: ``python -m tests.soak_engine SECONDS``.

Random positions of all games and sizes go through ``analyse``, ``analysis`` and ``play`` with
random limits, threads, memory, levels and stops. What is found must hold together, every move of
every line must be legal, and the memory of the process must not grow. The first failure ends the
run: it is printed with the seed that makes it again, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from random import Random

from quincunx import GAMES, Board, engine
from quincunx.testing import random_game

#: Megabytes that the process may grow by once every game has been seen.
ROOM = 200


def random_board(rng: Random) -> Board:
    """A position of any game and size, anywhere between the start and the end."""
    while True:
        game = rng.choice(GAMES)
        board = Board(game, size=rng.choice(game.sizes))
        random_game(board, rng, plies=rng.choice((0, 1, 2, 5, 10, 20, 40, 80)))
        if not board.is_game_over():
            return board


def random_limit(rng: Random) -> engine.Limit:
    """Short ones: much may go wrong at the beginning and at the end of a search."""
    return engine.Limit(
        time=rng.choice((None, 0.001, 0.01, 0.05)),
        playouts=rng.choice((1, 2, 10, 100, 1000)),
    )


def check(board: Board, info: engine.Info) -> None:
    """What every answer must fulfil."""
    assert abs(sum(info.wdl) - 1) < 1e-6 and min(info.wdl) > -1e-6, info.wdl
    assert 0 <= info.value <= 1, info.value
    assert info.best == info.lines[0].move
    for line in info.lines:
        assert 0 <= line.value <= 1 and line.visits >= 0
        assert line.pv[0] == line.move
        variation = board.copy()
        for move in line.pv:
            variation.push(move)
        if line.proven and variation.is_game_over() and len(line.pv) == 1:
            assert variation.outcome().winner == line.proven.winner  # type: ignore[union-attr]


def use(rng: Random) -> str:
    """Play a few moves with one engine, in all the ways that there are. Says what was done."""
    board = random_board(rng)
    e = engine.Engine.for_board(
        board,
        threads=rng.choice((1, 1, 2, 3)),
        memory_mb=rng.choice((1, 2, 16, 64)),
        seed=rng.randrange(1 << 32),
        style=rng.choice(("default", "default", "plain")),
    )
    done = [board.fen()]
    with e:
        for _ in range(rng.randrange(1, 6)):
            if board.is_game_over():
                break
            way = rng.choice(("analyse", "play", "level", "stream", "leave"))
            done.append(way)
            if way == "analyse":
                info = e.analyse(board, random_limit(rng), lines=rng.choice((0, 1, 3)))
            elif way == "play":
                info = e.play(board, random_limit(rng)).info
            elif way == "level":
                info = e.play(board, random_limit(rng), level=rng.randrange(1, 11)).info
            else:
                with e.analysis(board) as stream:
                    time.sleep(rng.choice((0, 0.001, 0.02)))
                    if way == "stream":
                        stream.stop()
                info = stream.info
            check(board, info)
            # The game goes on as the engine would, or otherwise; now and then it goes back.
            board.push(info.best if rng.random() < 0.7 else rng.choice(list(board.legal_moves)))
            if rng.random() < 0.2:
                board.pop()
            if rng.random() < 0.1:
                e.clear()
    return ", ".join(done)


def megabytes() -> float:
    """Memory in use now."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / (1 << 20)


def main() -> int:
    parser = argparse.ArgumentParser(description="The engine under random use.")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    until = time.monotonic() + options.seconds
    runs, before = 0, 0.0
    while time.monotonic() < until:
        name = f"{options.seed}.{runs}"
        try:
            use(Random(name))
        except BaseException:
            print(f"failed; again: use(Random({name!r}))", file=sys.stderr)
            raise
        runs += 1
        if runs == 200:
            before = megabytes()
        if runs % 200 == 0:
            print(f"{runs} engines, {megabytes():.0f} MB", flush=True)
            if megabytes() > before + ROOM:
                print(f"memory grew from {before:.0f} MB", file=sys.stderr)
                return 1
    print(f"{runs} engines in {options.seconds:.0f} s: nothing wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
