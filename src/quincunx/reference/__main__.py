"""Checks a proof: ``python -m quincunx.reference FILE``, or ``python FOLDER FILE``.

The second way needs no more than this folder, or a copy of it, and loads nothing else but the
standard library.
"""

import argparse
import importlib.util
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

if not __package__:
    _folder = Path(__file__).resolve().parent
    _spec = importlib.util.spec_from_file_location(
        "reference", _folder / "__init__.py", submodule_search_locations=[str(_folder)]
    )
    assert _spec is not None and _spec.loader is not None
    sys.modules["reference"] = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(sys.modules["reference"])
    __package__ = "reference"

from .verify import Fact, Refused, Verdict, verify

REFUSED, UNREADABLE = 1, 2


def _sentence(fact: Fact) -> str:
    goal = "wins" if fact.goal == "wins" else "does not lose"
    text = f"the {fact.side} side {goal}"
    if not fact.moves:
        return text
    if fact.alike:
        return f"{text} after {' '.join(fact.moves)}, and likewise {' '.join(fact.alike)}"
    return f"{text} after {' '.join(fact.moves)}"


def _told(verdict: Verdict, seconds: float) -> str:
    facts = verdict.facts
    lines = [f"{verdict.game} {verdict.size}, from {verdict.start}"]
    lines += [f"  {_sentence(fact)}" for fact in facts]
    decided = {moves for fact in facts for moves in fact.all_moves() if len(moves) == 1}
    if decided:
        lines.append(f"  {len(decided)} of {verdict.openings} first moves")
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in verdict.counts.items())
    lines.append(f"proven: {verdict.lines:,} lines ({kinds}) hold, checked in {seconds:.1f} s")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="verify-proof",
        description="Check a proof of who wins, by the plain rules alone. "
        f"Exit code {REFUSED}: it is refused; {UNREADABLE}: it cannot be read.",
    )
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="answer with one line of JSON")
    arguments = parser.parse_args()

    def show(line: int) -> None:
        sys.stderr.write(f"\r{line:,} lines hold, {time.perf_counter() - began:.0f} s")
        sys.stderr.flush()

    watched = sys.stderr.isatty()
    began = time.perf_counter()
    try:
        with open(arguments.file, "rb") as file:
            verdict = verify(file, show if watched else lambda line: None)
    except OSError as error:
        print(f"{arguments.file}: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    except Refused as refused:
        if arguments.json:
            answer = {"holds": False, "line": refused.line, "why": refused.why}
            print(json.dumps(answer))
        else:
            print(f"{arguments.file}, line {refused.line}: {refused.why}", file=sys.stderr)
        return REFUSED
    finally:
        if watched:
            sys.stderr.write("\r\x1b[K")
    seconds = time.perf_counter() - began
    if arguments.json:
        print(json.dumps({"holds": True, "seconds": round(seconds, 3), **asdict(verdict)}))
    else:
        print(_told(verdict, seconds))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("stopped: the proof was not checked to its end", file=sys.stderr)
        sys.exit(130)
