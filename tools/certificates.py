"""The proofs that docs/proofs.md lists: made, checked, and told as a table.

    python -m tools.certificates [--out build/certificates] [--only hadron-5]

Each is made as ``quincunx solve --proof`` makes it, in a process of its own, and checked as
``quincunx verify-proof`` does it. One that is there already is only checked.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from quincunx.proof import verify_proof


class Case(NamedTuple):
    """A solved board: a name, and what to tell `quincunx solve`."""

    name: str
    words: tuple[str, ...]


def _case(game: str, size: int, *more: str) -> Case:
    rules = "-no-pie" if "--no-pie" in more else ""
    return Case(f"{game}-{size}{rules}", (game, "--size", str(size), *more))


CASES = (
    _case("hadron", 3, "--openings"),
    _case("hadron", 5, "--openings"),
    _case("cordon", 2, "--openings"),
    _case("cordon", 3, "--openings"),
    _case("blast-radius", 3, "--openings"),
    _case("blast-radius", 4, "--openings"),
    _case("square-grid-hex", 4, "--openings"),
    _case("square-grid-hex", 4, "--openings", "--no-pie"),
    _case("square-grid-hex", 5, "--openings"),
    _case("square-grid-hex", 5, "--openings", "--no-pie"),
    _case("square-grid-hex", 6, "--openings"),
    _case("square-grid-hex", 6, "--openings", "--no-pie"),
    _case("square-grid-hex", 7, "--no-pie"),
)


def _row(case: Case, folder: Path) -> str:
    path = folder / f"{case.name}.proof"
    made = "–"
    if not path.exists():
        began = time.perf_counter()
        command = [sys.executable, "-m", "quincunx", "solve", *case.words, "--proof", str(path)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        made = f"{time.perf_counter() - began:.1f}"
    found = verify_proof(path)
    proven = {moves for fact in found.facts for moves in fact.all_moves() if len(moves) == 1}
    root = [f"{fact.side} {fact.goal}" for fact in found.facts if not fact.moves]
    cells = [
        f"`{' '.join(case.words)}`",
        ", ".join(root),
        f"{len(proven)} of {found.openings}",
        f"{found.lines:,}",
        f"{path.stat().st_size:,}",
        made,
        f"{found.seconds:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("build/certificates"))
    parser.add_argument("--only", nargs="+", choices=[case.name for case in CASES])
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    print("| solve | proven | openings | lines | bytes | made in s | checked in s |")
    print("|---|---|---|---:|---:|---:|---:|")
    for case in CASES:
        if not arguments.only or case.name in arguments.only:
            print(_row(case, arguments.out), flush=True)


if __name__ == "__main__":
    main()
