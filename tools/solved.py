"""Solves boards and writes what comes of it to src/quincunx/solved/openings.json.

    .venv/bin/python tools/solved.py               all boards of BOARDS that the file does not have
    .venv/bin/python tools/solved.py --anew        all boards
    .venv/bin/python tools/solved.py hadron cordon only those of these games

What a solver has learnt is kept in build/solved while it is at work, so that it can be stopped and
goes on. All boards but Square Grid Hex 7×7 take ten seconds together; that one takes minutes.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from quincunx import Board, Side
from quincunx.cli.common import title
from quincunx.engine import SolveProgress, solve
from quincunx.engine.openings import alike

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "quincunx" / "solved" / "openings.json"
WORK = ROOT / "build" / "solved"
MEMORY_MB = 1024

#: Game, size, and with or without the pie rule where there is one.
BOARDS: list[tuple[str, int, bool | None]] = [
    ("hadron", 3, None),
    ("hadron", 5, None),
    *(("square-grid-hex", size, pie) for size in (3, 4, 5, 6, 7) for pie in (True, False)),
    ("cordon", 2, None),
    ("cordon", 3, None),
    ("blast-radius", 3, None),
    ("blast-radius", 4, None),
]

#: What is known of boards of all sizes, of the start alone. The source is for people.
FACTS = [
    {
        "game": "square-grid-hex",
        "pie": False,
        "winner": "first",
        "source": "strategy stealing (John Nash): an additional stone never hurts, so a second"
        " player who could win would be robbed of it; and there is no draw",
    }
]


def solved(game: str, size: int, pie: bool | None) -> dict[str, Any]:
    """A board's openings: one for each class up to symmetry, with winner and plies."""
    board = Board(game, size=size, pie=pie)
    checkpoint = WORK / f"{game}-{size}.solver"

    def tell(now: SolveProgress) -> None:
        if now.saved:
            far = f"{now.classes_done} of {now.classes} openings"
            print(f"{title(board)}: {far}, {now.nodes:,} nodes", flush=True)

    solution = solve(
        board,
        openings=True,
        memory_mb=MEMORY_MB,
        checkpoint=checkpoint,
        save_every=60,
        progress=tell,
    )
    assert solution.proofs is not None
    openings: dict[str, list[Any]] = {}
    for moves in alike(board):
        found = solution.proofs[moves[0]]
        openings[moves[0].text] = [found.winner_word, found.plies]
        if pie:
            taken = board.copy()
            taken.push(moves[0])
            taken.push_text("swap")
            after = solve(taken, memory_mb=MEMORY_MB, checkpoint=checkpoint).proven
            assert after is not None
            openings[f"{moves[0].text} swap"] = [after.winner_word, after.plies]
    return {
        "game": game,
        "size": size,
        "pie": pie,
        "winner": solution.winner,
        "plies": solution.plies,
        "source": f"quincunx solve {game} --size {size}{' --no-pie' if pie is False else ''}"
        " --openings",
        "openings": openings,
    }


def text_of(boards: list[dict[str, Any]]) -> str:
    """The file: a line for each board."""
    lines = ",\n".join(json.dumps(board, ensure_ascii=False) for board in boards)
    facts = ",\n".join(json.dumps(fact, ensure_ascii=False) for fact in FACTS)
    return f'{{"boards": [\n{lines}\n], "facts": [\n{facts}\n]}}\n'


def main(arguments: list[str]) -> int:
    anew = "--anew" in arguments
    games = [word for word in arguments if not word.startswith("-")]
    WORK.mkdir(parents=True, exist_ok=True)
    there = json.loads(FILE.read_text(encoding="utf-8"))["boards"] if FILE.exists() else []
    known = {(board["game"], board["size"], board["pie"]): board for board in there}
    for kind in BOARDS:
        if (anew or kind not in known) and (not games or kind[0] in games):
            known[kind] = board = solved(*kind)
            wins = sum(
                winner == Side.FIRST.name.lower() for winner, _ in board["openings"].values()
            )
            print(
                f"{kind}: {board['winner']}; {wins} of {len(board['openings'])} for the first side"
            )
            FILE.write_text(text_of([known[k] for k in BOARDS if k in known]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
