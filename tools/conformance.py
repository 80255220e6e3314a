"""The conformance suite: ``conformance/<game>.jsonl``, written from the plain-Python reference.

    .venv/bin/python -m tools.conformance          write the files
    .venv/bin/python -m tools.conformance --check  say which are not up to date, and fail if any is

It knows quincunx.reference and nothing else of the library; tests/conformance/test_files.py holds
the rest to these files. What the fields mean is in conformance/README.md.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from quincunx.reference import REFERENCES, Position, facts
from quincunx.reference.position import Event, Feature

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "conformance"
SIDES = ("first", "second")

#: Boards with no more moves than this in their notation get all refused moves; others a sample.
MOST_FOR_ALL = 26
SAMPLE = 12

Wish = Callable[[Position, Position, str], float]
"""How much a move is wanted: the position before it, the position after it, its text."""


# --- What is wished for --------------------------------------------------------------------------


def anything(before: Position, after: Position, text: str) -> float:
    return 0


def going_on(before: Position, after: Position, text: str) -> float:
    """The game is not over yet."""
    return 1 if after.outcome() is None else 0


def crowded(before: Position, after: Position, text: str) -> float:
    """Hadron: a cell among four checkers; else what leaves most to do, as that makes such cells."""
    return 1000 if "two and two" in after.events else len(after.legal_moves())


def few_replies(before: Position, after: Position, text: str) -> float:
    return -len(after.legal_moves()) if after.legal_moves() else -1000


def capturing(before: Position, after: Position, text: str) -> float:
    """Blast Radius: of both colours rather than of one, and as many stacks as can be."""
    gone = len(before.contents()) - len(after.contents())
    return gone + 10 * ("mixed capture" in after.events)


def squaring(before: Position, after: Position, text: str) -> float:
    """Quadrature: exchanges, but not the end of the game."""
    score = after.score()
    assert score is not None
    return score[before.turn] if after.outcome() is None else -1


def back_again(before: Position, after: Position, text: str) -> float:
    """Quadrature: sideways, and best of all to an arrangement that has stood before."""
    start, end = text.split("-")
    return 2 * ("repetition" in after.events) + (start[1:] == end[1:])


# --- Which games ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Recipe:
    """How a game is made: from its start or a fen, some moves, and then what the wish likes."""

    notes: str
    size: int | None = None
    fen: str | None = None
    pie: bool | None = None
    moves: str = ""
    wish: Wish = anything
    plies: int = 1000
    seed: int = 1
    #: How many of the legal moves are tried for the wish: the reference is slow.
    look: int = 40

    def start(self, game: str) -> Position:
        if self.fen is not None:
            return facts.from_fen(game, self.fen)
        assert self.size is not None
        options = {} if self.pie is None else {"pie": self.pie}
        return REFERENCES[game].start(self.size, **options)

    def play(self, game: str) -> Iterator[tuple[Position, str | None]]:
        """Each position and the move that is played there; None at the end."""
        position = self.start(game)
        rng = Random(f"{game} {self.seed}")
        given = self.moves.split()
        for ply in range(self.plies):
            moves = sorted(position.legal_moves())
            if not moves:
                break
            text = given[ply] if ply < len(given) else self._choose(position, moves, rng)
            yield position, text
            position = position.play(text)
        yield position, None

    def _choose(self, position: Position, moves: list[str], rng: Random) -> str:
        tried = shuffled(moves, rng)[: 1 if self.wish is anything else self.look]
        return max(tried, key=lambda text: self.wish(position, position.play(text), text))


def shuffled(moves: list[str], rng: Random) -> list[str]:
    """By ``random()`` alone, which is the same in every version of Python."""
    return [text for _, text in sorted((rng.random(), text) for text in moves)]


def several(notes: str, games: int, **how: Any) -> list[Recipe]:
    return [Recipe(notes, seed=seed, **how) for seed in range(1, games + 1)]


RECIPES: dict[str, list[Recipe]] = {
    "hadron": [
        *several("any moves on the smallest board", 6, size=3),
        Recipe("crowded: a cell among four checkers if there is one", size=3, wish=crowded),
        Recipe("figure 2 of the sheet", fen="1R3/B1R2/1B1RR/B2BB/RR3 b"),
        Recipe("figure 3 of the sheet: over", fen="BR1B1/BRR2/1B1RR/B2BB/RR3 r"),
        *several("any moves", 4, size=5),
        *several("crowded", 2, size=5, wish=crowded),
        Recipe("few replies, so that the game is short", size=5, wish=few_replies),
        Recipe("crowded", size=7, wish=crowded),
        Recipe("the beginning on the largest board", size=11, plies=6),
    ],
    "square-grid-hex": [
        *several("any moves on the smallest board", 3, size=3),
        *several("swap, then any moves", 3, size=3, moves="b2 swap"),
        *several("without the pie rule", 2, size=3, pie=False),
        Recipe("swap on a corner", size=5, moves="a1 swap"),
        *several("the end is put off", 2, size=5, wish=going_on),
        Recipe("without the pie rule, the end is put off", size=5, pie=False, wish=going_on),
        Recipe("set up: White may swap", fen="5/5/3B1/5/5 w pie", moves="swap", plies=4),
        Recipe("set up: no pie rule, so no swap", fen="5/5/3B1/5/5 w no-pie", plies=4),
        Recipe("set up: a diagonal that connects", fen="W1B/1B1/2W b pie", moves="a1"),
        Recipe("set up: a diagonal that does not", fen="B2/1B1/W2 w pie", plies=3),
        Recipe("any moves on the usual board", size=13),
        Recipe("swap on the largest board, unfinished", size=19, moves="j10 swap", plies=4),
    ],
    "cordon": [
        *several("any moves on the smallest board", 4, size=2),
        *several("any moves", 3, size=3),
        *several("the end is put off, to a full board", 3, size=3, wish=going_on),
        Recipe("set up: a void cordon", fen="BBB1/5/6/7/RRRRRR/5/BB2 b", wish=going_on, look=6),
        Recipe(
            "set up: the whole board by opposite stones",
            fen="RRRB/RRR2/RBBBRB/RBRBR1B/RBBBRB/RRBRB/RBBB r",
            moves="f5 d6 f4",
        ),
        Recipe("set up: drawn", fen="RRRB/RRRRB/RBBBRB/RBRBRRB/1BBBRB/RRBRB/RBBB r", moves="c1"),
        Recipe(
            "set up: not drawn after all",
            fen="RRBB/1BBRB/R2RRB/BRRBRBB/RBRRBR/RBBBR/RRBB r",
            moves="f1 e3",
        ),
        Recipe("set up: cordons in cordons", fen="4/BB3/RRB2R/BBRBR2/1BRB1R/BRB1R/RB1R r"),
        Recipe(
            "set up: cordons in cordons, then the whole board",
            fen="1RBRB/1RBRBR/BRB1BRB/2R1RBRR/1B1RBRBBB/3RBRR1/3RBBB/B2RRR/4B r",
            moves="f2 d2 f1",
        ),
        Recipe(
            "set up: a ring of six that hangs on one stone of a path",
            fen="5/1B4/4B2/1B1RR1BB/BBBR1R2B/1B1RR3/B2RB2/RRRRRR/1B3 r",
            wish=going_on,
            look=6,
        ),
        Recipe("any moves on the usual board", size=5, seed=8),
        Recipe("the end is put off", size=5, wish=going_on, look=6),
        Recipe("the beginning of a larger one", size=7, plies=4),
    ],
    "blast-radius": [
        *several("any moves on the smallest board", 6, size=3),
        *several("capturing", 2, size=3, wish=capturing),
        Recipe("capturing", size=4, wish=capturing),
        Recipe(
            "set up: a mixed capture", fen="1[B3]2/5/5B/7/B2R1B/1R3/4 b", moves="a3 c4", plies=8
        ),
        Recipe("set up: own stacks of two heights", fen="[R3]3/5/6/5[B3]1/6/5/[B2]3 r"),
        Recipe("set up: high stacks", fen="1B2/4[B2]/6/7/6/5/1[R4]2 r", moves="f1 g2 a2 g2 a2"),
        Recipe("set up: a win in one", fen="5/3[R6]2/7/8/9/8/7/6/2[B3]2 r", moves="h4"),
        Recipe(
            "set up: captures at several distances",
            fen="4R/6/7/2[R3]5/8R/5[B2]2/7/1[R2]4/5 b",
            moves="a4 g6 a4 g6 a4",
            plies=12,
        ),
        Recipe(
            "set up: the highest stacks",
            fen="6/[B6]6/8/8[R6]/10/11/10/9/8/2[R4]4/6 r",
            moves="b3 j1 b3 j1",
        ),
        Recipe("any moves on the usual board", size=6, seed=8),
        Recipe("the beginning of the largest one", size=10, plies=4),
    ],
    "quadrature": [
        Recipe("any moves, with a chain of three", size=11, seed=5),
        Recipe("any moves, with a squaring move at two dots", size=11, seed=9),
        Recipe("markers go up, until an arrangement returns", size=11, wish=back_again, plies=12),
        Recipe("squaring", size=11, wish=squaring, plies=40),
        Recipe(
            "set up: a double exchange and a chain, sideways at two dots",
            fen="11/1W7B1/B3W4BB/11/BB7BB/1B7B1/11/11/11/4W4B1/B3W4WW b 0 2",
            moves="a1-b1",
            plies=8,
        ),
        Recipe(
            "set up: a chain of three",
            fen="4WB5/B2W4B2/3B5W1/7W3/B2W4W2/W2B7/4W5W/WW4B4/11/11/11 w 1 0",
            moves="a6-b7",
            wish=squaring,
            plies=8,
        ),
        Recipe(
            "set up: a man is added where no man may step",
            fen="W2B2W4/B1W8/1W9/11/BB9/W5W4/1BW8/BBW8/11/W1BB7/11 b 1 1",
            moves="a7-b6",
            plies=6,
        ),
        Recipe(
            "set up: a step that would exchange is refused all the same (b9-b10)",
            fen="W2B2W4/B1W8/1W9/11/1B9/BB4W4/1BW8/BBW8/11/W1BB7/11 w 1 0",
            plies=2,
        ),
        Recipe(
            "set up: two men are left",
            fen="11/3W1WW4/3W7/1B3WW4/5BB3W/1W9/11/11/3W7/1B1W3W3/1W3W1W3 w 2 2",
            moves="b6-b7",
        ),
        Recipe(
            "set up: a man steps into the bar",
            fen="4WW1W3/7WB2/11/11/11/11/2WW5B1/W1BB1W2B2/W1W4WBB1/11/11 w 0 0",
            moves="h10-g11",
        ),
        Recipe(
            "set up: a man is added in the bar",
            fen="4BWW1B2/11/7B3/2W8/11/B3W2W2B/6W3W/1W9/7B3/1WW6W1/9W1 w 2 2",
            moves="g5-f6",
        ),
        Recipe(
            "set up: an arrangement returns",
            fen="W2WWW1W1W1/1W4W3W/11/11/11/11/11/11/11/B1B8/BBBB1B3BB w 2 1",
            moves="b10-c11 j1-i1 f11-g11 g11-f11",
        ),
        Recipe(
            "set up: one side sits out",
            fen="1WW4WWW1/11/11/11/11/11/11/11/11/3B1BBB1B1/BBBB1B2BBB b 2 1",
            moves="f1-e1",
            plies=10,
        ),
        Recipe(
            "set up: neither side can move",
            fen="W1W3WWW1W/7W3/11/11/11/11/11/11/11/6BBB2/BB1B1BBB1BB b 2 2",
            moves="i2-i1 b1-c1 a1-b1",
        ),
    ],
}

#: The rare events that the files must have; quincunx.reference says what the names mean.
WANTED: dict[str, set[str]] = {
    "hadron": {"one and one", "two and two", "ended"},
    "square-grid-hex": {"swap", "ended"},
    "cordon": {
        "whole board",
        "opposite stones",
        "void cordon",
        "nested void",
        "ring on a tail",
        "early victory",
        "full board",
        "draw",
    },
    "blast-radius": {
        *(f"height {height}" for height in range(2, 9)),
        "capture",
        "friendly capture",
        "mixed capture",
        "ended",
    },
    "quadrature": {
        "exchange",
        "double exchange",
        "chain",
        "chain of three",
        "added man on squared location",
        "old rectangle",
        "two dots",
        "squaring sideways at two dots",
        "sit out",
        "men win",
        "bar win",
        "bar win by exchange",
        "repetition",
        "stuck draw",
    },
}


# --- As JSON -------------------------------------------------------------------------------------


def side_word(side: int | None) -> str | None:
    return None if side is None else SIDES[side]


def told_feature(feature: Feature) -> dict[str, Any]:
    return {
        "kind": feature.kind,
        "side": side_word(feature.side),
        "cells": sorted(feature.cells),
        "label": feature.label,
    }


def told_event(event: Event) -> dict[str, Any]:
    told: dict[str, Any] = {
        "kind": event.kind,
        "side": side_word(event.side),
        "cells": list(event.cells),
    }
    if event.heights is not None:
        told["heights"] = list(event.heights)
    told["causes"] = sorted(event.causes)
    if event.feature:
        told |= {"feature": event.feature, "label": event.label}
    return told


def told_outcome(position: Position) -> dict[str, Any] | None:
    outcome = position.outcome()
    if outcome is None:
        return None
    winner, ending = outcome
    return {"winner": side_word(winner), "ending": ending, "section": position.sections[ending]}


def as_sorted(objects: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """A set of objects in an order that does not depend on chance."""
    return sorted(objects, key=json.dumps)


def told_refusals(position: Position, ply: int, everything: bool) -> list[dict[str, Any]]:
    """All refused moves, or a sample that has some of each section, others at every ply."""
    legal = position.legal_moves()
    by_section: dict[str, list[dict[str, Any]]] = {}
    for text in sorted(set(position.candidates()) - legal):
        section, cells = facts.refusal(position, text)
        told = {"move": text, "section": section, "cells": sorted(cells)}
        by_section.setdefault(section, []).append(told)
    chosen = []
    for found in by_section.values():
        number = len(found) if everything else min(len(found), SAMPLE // len(by_section))
        chosen += [found[(ply + k * len(found) // number) % len(found)] for k in range(number)]
    return sorted(chosen, key=lambda told: str(told["move"]))


def told_position(
    position: Position, text: str | None, ply: int, everything: bool
) -> dict[str, Any]:
    score = position.score()
    told: dict[str, Any] = {
        "fen": facts.fen(position),
        "turn": SIDES[facts.turn_of(position)],
        "legal": sorted(position.legal_moves()),
        "refused": told_refusals(position, ply, everything),
        "features": as_sorted(map(told_feature, position.features())),
        "score": None if score is None else list(score),
        "outcome": told_outcome(position),
    }
    if text is not None:
        waves = facts.waves(position, text)
        assert facts.replayed(position.contents(), waves) == position.play(text).contents()
        told["move"] = text
        told["events"] = [as_sorted(map(told_event, wave)) for wave in waves]
    return told


def told_game(game: str, recipe: Recipe) -> dict[str, Any]:
    """One line of a file."""
    played = list(recipe.play(game))
    start, _ = played[0]
    everything = len(start.candidates()) <= MOST_FOR_ALL
    rare: dict[str, list[int]] = {}
    for ply, (position, _) in enumerate(played[1:]):
        for name in sorted(position.events):
            rare.setdefault(name, []).append(ply)
    return {
        "game": game,
        "size": start.size,
        "pie": getattr(start, "pie", None),
        "start": facts.fen(start),
        "set_up": recipe.fen is not None,
        "notes": recipe.notes,
        "all_refused": everything,
        "rare": dict(sorted(rare.items())),
        "positions": [
            told_position(position, text, ply, everything)
            for ply, (position, text) in enumerate(played)
        ],
    }


def line_of(told: dict[str, Any]) -> str:
    return json.dumps(told, separators=(",", ":"), ensure_ascii=True) + "\n"


def contents_of(game: str) -> str:
    """A whole file. Asserts that each rare event is in it."""
    games = []
    for number, recipe in enumerate(RECIPES[game]):
        if sys.stderr.isatty():
            print(f"\r{game}: {number + 1} of {len(RECIPES[game])}\x1b[K", end="", file=sys.stderr)
        games.append(told_game(game, recipe))
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    missing = WANTED[game].difference(*(told["rare"] for told in games))
    assert not missing, f"{game}: no game has {', '.join(sorted(missing))}"
    return "".join(map(line_of, games))


def path_of(game: str) -> Path:
    return FOLDER / f"{game}.jsonl"


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    stale = 0
    for game in RECIPES:
        text, path = contents_of(game), path_of(game)
        if not arguments:
            path.write_text(text, encoding="ascii", newline="\n")
            games, positions = text.count("\n"), text.count('{"fen":')
            print(f"{game}: {games} games, {positions} positions, {len(text)} bytes")
        elif not path.is_file() or path.read_text(encoding="ascii") != text:
            print(f"conformance/{path.name} is not up to date: run python -m tools.conformance")
            stale += 1
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
