"""Having a proof checked, by a Python of its own that knows the plain rules and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from quincunx.reference.verify import Fact

#: The checker and what it needs: a folder that can be copied and read by itself.
_FOLDER = Path(__file__).resolve().parent.parent / "reference"


class ProofError(ValueError):
    """A proof that is refused: ``line`` is the first one that is wrong, ``why`` the reason."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


@dataclass(frozen=True)
class CheckedProof:
    """What a proof proves.

    ``facts`` are its claims, in the order of the file; ``counts`` how many lines there are of each
    kind; ``openings`` how many moves the start has.
    """

    game: str
    size: int
    start: str
    openings: int
    facts: tuple[Fact, ...]
    counts: dict[str, int]
    lines: int
    seconds: float


def checker_command(path: str | os.PathLike[str], *more: str) -> list[str]:
    """The command that checks a proof: it finds neither this package nor any other."""
    return [sys.executable, "-I", "-S", str(_FOLDER), *more, "--", os.fspath(path)]


def verify_proof(path: str | os.PathLike[str]) -> CheckedProof:
    """Check a proof.

    :raises ProofError: if it is refused.
    :raises OSError: if it cannot be read.
    """
    Path(path).open("rb").close()
    command = checker_command(path, "--json")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout:
        raise RuntimeError(f"the checker failed: {done.stderr.strip()[-500:]}")
    answer = json.loads(done.stdout)
    if not answer.pop("holds"):
        raise ProofError(answer["line"], answer["why"])
    facts = [
        Fact(fact["side"], fact["goal"], tuple(fact["moves"]), tuple(fact["alike"]))
        for fact in answer.pop("facts")
    ]
    return CheckedProof(facts=tuple(facts), **answer)
