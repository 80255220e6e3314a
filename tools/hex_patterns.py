"""Learn how much a cell asks to be played in Square Grid Hex, and write the weights for the engine.

    python tools/hex_patterns.py --games 150 --playouts 6000 --seed 1

The engine plays against itself; a log-linear model over simple features of the empty cells is
fitted to how often the search visited them (softmax and cross entropy, Adam, a little weight
decay). The features are those that cpp/engines/square_grid_hex/tree_knowledge.hpp looks up: the six
neighbours, bridges to stones and edges, where the last move was, the distance to the edges. All is
seen from Black: for White the board is mirrored along the diagonal.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quincunx import Board, Side
from quincunx._native import core

HEADER = Path(__file__).resolve().parent.parent / "cpp/engines/square_grid_hex/patterns.hpp"

#: The six neighbours in a circle: East, North-East, North, West, South-West, South.
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
EMPTY, OWN, ENEMY = range(3)
SIXTEENTHS = 16

# Where each kind of feature begins in the vector of weights.
AROUND, BRIDGE, LAST, EDGE = 0, 729, 729 + 6, 729 + 6 + 8
WEIGHTS = EDGE + 10

Cell = tuple[int, int]


class Example(NamedTuple):
    """One position: the features of all empty cells in a row, whose they are, and the visits."""

    features: NDArray[np.intp]
    owners: NDArray[np.intp]
    target: NDArray[np.float64]


class View(NamedTuple):
    """A position as the side to move sees it, turned so that South and North are its own."""

    n: int
    stones: dict[Cell, int]
    last: Cell | None

    def at(self, cell: Cell) -> int:
        x, y = cell
        if not 0 <= x < self.n:
            return ENEMY
        return self.stones.get(cell, EMPTY) if 0 <= y < self.n else OWN


def step(cell: Cell, d: int) -> Cell:
    return cell[0] + STEPS[d % 6][0], cell[1] + STEPS[d % 6][1]


def cell_of(name: str, turn: Side) -> Cell:
    x, y = ord(name[0]) - ord("a"), int(name[1:]) - 1
    return (x, y) if turn is Side.FIRST else (y, x)


def view_of(board: Board) -> View:
    turn = board.turn
    stones = {
        cell_of(name, turn): OWN if piece.side is turn else ENEMY
        for name, piece in board.pieces().items()
    }
    last = cell_of(str(board.peek()), turn) if board.move_stack else None
    return View(board.size, stones, last)


def pattern(states: Sequence[int]) -> int:
    """The number of what is around a cell; half a turn of the board changes nothing."""

    def number(six: Sequence[int]) -> int:
        return sum(state * 3**d for d, state in enumerate(six))

    return min(number(states), number([*states[3:], *states[:3]]))


def distance_class(view: View, cell: Cell) -> int:
    """How the last move stands to a cell, from 0 (keeps a bridge it went into) to 7 (far away)."""
    if view.last is None:
        return 7
    dx, dy = cell[0] - view.last[0], cell[1] - view.last[1]
    far = max(abs(dx), abs(dy)) if dx * dy >= 0 else abs(dx) + abs(dy)
    if far == 1:
        d = STEPS.index((dx, dy))
        kept = all(view.at(step(view.last, d + turn)) == OWN for turn in (-1, 1))
        return 0 if kept else 1
    if far == 2:
        return 2 if dx * dy < 0 or abs(dx) + abs(dy) == 3 else 3
    return min(far, 6) + 1


def features(view: View, cell: Cell) -> Iterator[int]:
    around = [view.at(step(cell, d)) for d in range(6)]
    yield AROUND + pattern(around)
    for d in range(6):
        if around[d] == around[(d + 1) % 6] == EMPTY:
            far_end = view.at(step(step(cell, d), d + 1))
            if far_end != EMPTY:
                yield BRIDGE + d % 3 * 2 + far_end - 1
    yield LAST + distance_class(view, cell)
    for axis, start in ((1, EDGE), (0, EDGE + 5)):
        yield start + min(cell[axis], view.n - 1 - cell[axis], 4)


def example_of(board: Board, visits: dict[str, int]) -> Example:
    view = view_of(board)
    numbers: list[int] = []
    owners: list[int] = []
    target = []
    for i, move in enumerate(board.legal_moves):
        own = list(features(view, cell_of(str(move), board.turn)))
        numbers += own
        owners += [i] * len(own)
        target.append(visits.get(str(move), 0))
    share = np.array(target, dtype=float)
    return Example(np.array(numbers), np.array(owners), share / share.sum())


def self_play(size: int, games: int, playouts: int, seed: int) -> Iterator[Example]:
    """Positions of games of the engine against itself, from random openings, until decided."""
    for game in range(games):
        rng = Random(f"{seed} {game}")
        board = Board("square-grid-hex", size=size, pie=False)
        for _ in range(rng.randrange(1, 5)):
            board.push(rng.choice(list(board.legal_moves)))
        searcher = core.Engine(board._history, 1, 128, rng.randrange(1 << 32), "default")
        while not board.is_game_over():
            searcher.clear()
            searcher.start(board._history, None, playouts)
            searcher.wait(None)
            report = searcher.report(0, 1)
            if report.proven is not None:
                break
            yield example_of(board, {str(line.move): line.visits for line in report.lines})
            # Now and then another good move, for variety.
            choice = rng.randrange(5) if rng.random() < 0.1 else 0
            board.push(report.lines[min(choice, len(report.lines) - 1)].move)


def fit(examples: list[Example], seed: int, epochs: int = 12) -> NDArray[np.float64]:
    """The weights that make the visits likeliest."""
    rng = np.random.default_rng(seed)
    weights, mean, square = (np.zeros(WEIGHTS) for _ in range(3))
    updates = 0
    for epoch in range(epochs):
        order = rng.permutation(len(examples))
        loss = 0.0
        for start in range(0, len(order), 64):
            gradient = 1e-4 * weights
            batch = [examples[i] for i in order[start : start + 64]]
            for features, owners, target in batch:
                score = np.bincount(owners, weights=weights[features], minlength=len(target))
                power = np.exp(score - score.max())
                share = power / power.sum()
                loss -= float((target * np.log(share + 1e-12)).sum()) / len(order)
                np.add.at(gradient, features, (share - target)[owners] / len(batch))
            updates += 1
            mean = 0.9 * mean + 0.1 * gradient
            square = 0.999 * square + 0.001 * gradient**2
            correct = np.sqrt(square / (1 - 0.999**updates)) + 1e-8
            weights -= 0.03 * mean / (1 - 0.9**updates) / correct
        print(f"epoch {epoch + 1}: cross entropy {loss:.3f}", flush=True)
    return weights


def header(weights: NDArray[np.float64], positions: int, size: int) -> str:
    def rounded(first: int, count: int) -> list[int]:
        return [int(w) for w in np.clip(np.round(weights[first : first + count] * 16), -127, 127)]

    around = []
    for code in range(729):
        states = [code // 3**d % 3 for d in range(6)]
        around.append(rounded(AROUND + pattern(states), 1)[0])
    rows = [" ".join(f"{w}," for w in around[i : i + 27]) for i in range(0, 729, 27)]

    def array(name: str, first: int, count: int) -> str:
        numbers = ", ".join(map(str, rounded(first, count)))
        return f"inline constexpr std::array<std::int8_t, {count}> {name}{{{numbers}}};"

    table = "\n".join(f"    {row}" for row in rows)
    return f"""\
// How much a cell asks to be played in Square Grid Hex, by what is around it: learnt weights.
//
// Written by tools/hex_patterns.py: a log-linear model of how often the engine's search visits each
// move in games against itself, fitted to {positions} positions on {size}×{size}. Numbers are
// sixteenths of the natural logarithm; the view is that of Black, to whom South and North belong.
#pragma once

#include <array>
#include <cstdint>

namespace quincunx::hex_patterns {{

// clang-format off
// By the six neighbours, three states each (empty, own, enemy), the East the lowest digit.
inline constexpr std::array<std::int8_t, 729> around{{
{table}
}};
// clang-format on

// For each bridge to a stone or an edge, by direction (modulo half a turn) and owner (own, enemy).
{array("bridge", BRIDGE, 6)}

// By the last move: keeps a bridge that it went into, next to it, at a bridge, two in line, three,
// four, five, further.
{array("last", LAST, 8)}

// By the distance to the nearest own edge (0 to 4 and more), and to the nearest enemy edge.
{array("edge", EDGE, 10)}

}}  // namespace quincunx::hex_patterns
"""


def main() -> None:
    raw = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--size", type=int, default=11)
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--playouts", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=HEADER)
    options = parser.parse_args()
    examples = []
    for example in self_play(options.size, options.games, options.playouts, options.seed):
        examples.append(example)
        if len(examples) % 100 == 0:
            print(f"{len(examples)} positions", flush=True)
    weights = fit(examples, options.seed)
    options.out.write_text(header(weights, len(examples), options.size), encoding="utf-8")


if __name__ == "__main__":
    main()
