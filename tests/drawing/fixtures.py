"""Scenes and pictures of random positions, for whoever wants to make the same ones.

    .venv/bin/python -m tests.drawing.fixtures FILE

writes one JSON object a line: first what ``drawing.export()`` gives, then for each case ``facts``,
``options`` (``preview`` with the facts of the move), ``looks``, and the ``scene`` and ``svg`` that
Python makes of them. The page's board is compared with them: ``tests/web/test_board_scene.py``.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import quincunx
from quincunx import Board, Game, drawing
from quincunx.drawing.build import Options, build
from quincunx.drawing.catalogue import drawing_of
from quincunx.drawing.facts import facts, preview
from quincunx.testing import random_game

THEMES = (None, "light", "dark", "contrast")
OVERLAYS: tuple[str | tuple[str, ...] | None, ...] = (None, "all", "default", ())


def sizes(game: Game) -> list[int]:
    """Small, usual and large."""
    return sorted({game.sizes[0], game.default_size, game.sizes[-1]})


def positions(game: Game, size: int, rng: random.Random, count: int) -> Iterator[Board]:
    """The start and the end of a random game, what comes after a swap, and places in between."""
    board = random_game(Board(game, size=size), rng)
    plies = sorted({0, 1, board.ply(), *(rng.randint(0, board.ply()) for _ in range(count))})
    if game.has_pie_rule:
        swapped = Board(game, size=size)
        swapped.push(rng.choice(list(swapped.legal_moves)))
        swapped.push_text("swap")
        yield swapped
    while plies:
        while board.ply() > plies[-1]:
            board.pop()
        plies.pop()
        yield board.copy()


def options(board: Board, rng: random.Random) -> Options:
    """Something to ask of a scene: each option now and then, and in many combinations."""
    asked: Options = {}
    moves = list(board.legal_moves)
    cells = [name for row in board.rows for name in row]
    names = [overlay.name for overlay in drawing.overlays(board.game)]
    asked["overlays"] = rng.choice((*OVERLAYS, rng.sample(names, rng.randint(1, len(names)))))
    chance = rng.random()
    if moves and chance < 0.4:
        asked["preview"] = rng.choice(moves).text
    elif moves and chance < 0.6:
        asked["clicked"] = list(rng.choice(moves).cells[:1])
    elif chance < 0.8:
        asked["lit"] = rng.sample(cells, rng.randint(1, 4))
    if rng.random() < 0.3:
        asked["pointed"] = rng.choice([*board.pieces(), rng.choice(cells)])
    if rng.random() < 0.6:
        asked["rotation"] = rng.randint(-6, 6)
    if rng.random() < 0.3:
        asked["mirrored"] = True
    return asked


def case(board: Board, asked: Options, looks: dict[str, Any]) -> dict[str, Any]:
    told = facts(board)
    move = asked.get("preview")
    shown = None if move is None else preview(board, move)
    scene = build(board.game, drawing_of(board.game), told, asked, shown)
    return {
        "facts": told,
        "options": {**asked, "preview": shown},
        "looks": looks,
        "scene": scene.to_dict(),
        "svg": drawing.svg.board(scene, **looks),
    }


def cases(count: int = 6, each: int = 3, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Cases of every game: ``each`` ways to look at so many positions of each size."""
    rng = random.Random(seed)
    for game in quincunx.GAMES:
        for size in sizes(game):
            for board in positions(game, size, rng, count):
                for _ in range(each):
                    looks = {
                        "theme": rng.choice(THEMES),
                        "shapes": rng.random() < 0.3,
                        "patterns": rng.random() < 0.3,
                        "prefix": rng.choice(("q", "b2")),
                    }
                    yield case(board, options(board, rng), looks)


def write(path: Path, **numbers: int) -> int:
    """Write the file; how many cases there are."""
    written = 0
    with path.open("w", encoding="utf-8") as file:
        print(json.dumps(drawing.export()), file=file)
        for found in cases(**numbers):
            print(json.dumps(found), file=file)
            written += 1
    return written


if __name__ == "__main__":
    print(write(Path(sys.argv[1])), "cases")
