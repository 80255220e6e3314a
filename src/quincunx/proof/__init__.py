"""Proofs of who wins, in files that a small separate program checks by the plain rules.

The solver says who wins, and this package asks it move by move until there is an answer to
everything. What comes of it does not rest on the solver any more: :func:`verify_proof` starts a
Python that loads nothing but ``quincunx.reference``. docs/proofs.md has the format.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from quincunx import Board
>>> from quincunx.engine import solve
>>> board = Board("hadron", size=3)
>>> with TemporaryDirectory() as folder:
...     file = Path(folder, "hadron-3.proof")
...     made = write_proof(board, solve(board, openings=True), file)
...     checked = verify_proof(file)
>>> made.lines == checked.lines, checked.facts[-1].side, checked.facts[-1].goal
(True, 'first', 'wins')
"""

from quincunx.proof.checking import CheckedProof, ProofError, checker_command, verify_proof
from quincunx.proof.making import ProofMade, ProofProgress, ProofStopped, write_proof
from quincunx.reference.verify import Fact

__all__ = [
    "CheckedProof",
    "Fact",
    "ProofError",
    "ProofMade",
    "ProofProgress",
    "ProofStopped",
    "checker_command",
    "verify_proof",
    "write_proof",
]
