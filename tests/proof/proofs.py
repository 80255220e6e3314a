"""Making proofs for tests, and proofs that are wrong."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable
from pathlib import Path

from quincunx import Board
from quincunx.engine import solve
from quincunx.proof import write_proof
from quincunx.reference.verify import Refused, Verdict, verify


def proof_of(board: Board, folder: Path, *, openings: bool = True) -> bytes:
    """A proof of who wins, and of every opening."""
    path = folder / "proof"
    write_proof(board, solve(board, openings=openings), path)
    return path.read_bytes()


def texts(proof: bytes) -> list[str]:
    """The lines without their checks."""
    return [line.rpartition(" #")[0] for line in proof.decode().splitlines()]


def sealed(lines: Iterable[str]) -> bytes:
    """Lines with checks that agree with them, as somebody would write them who wants to deceive."""
    digest = hashlib.sha256()
    found = []
    for line in lines:
        digest.update(f"{line}\n".encode())
        found.append(f"{line} #{digest.hexdigest()[:8]}\n")
    return "".join(found).encode()


def checked(proof: bytes) -> Verdict:
    return verify(io.BytesIO(proof))


def refused(proof: bytes) -> Refused | None:
    """Why it is refused, or ``None`` if it holds."""
    try:
        checked(proof)
    except Refused as why:
        return why
    return None
