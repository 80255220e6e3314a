"""Writing the lines of a proof; docs/proofs.md has the format."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TextIO

from quincunx.board import Board

#: The first line. It changes when the meaning of a line does.
FORMAT = "quincunx proof 1"


class ProofFile:
    """A proof that is being written, beside its file until it is whole.

    Used as a context: the file is there if all went well, and untouched if not.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._beside = path.with_name(f"{path.name}.{os.getpid()}.part")
        self._digest = hashlib.sha256()
        self._file: TextIO | None = None
        self.lines = 0

    def __enter__(self) -> ProofFile:
        self._file = self._beside.open("w", encoding="ascii", newline="\n")
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        assert self._file is not None
        try:
            self._file.close()  # which writes what is left, if there is room for it
            if kind is None:
                self._beside.replace(self._path)
        finally:
            self._beside.unlink(missing_ok=True)

    def head(self, board: Board) -> None:
        """The lines that say what the proof is about."""
        moves = board.move_stack
        start = board.copy()
        for _ in moves:
            start.pop()
        self.line(FORMAT)
        self.line(f"game {board.game.id}")
        self.line(f"size {board.size}")
        self.line(f"start {start.fen()}")
        self.line(" ".join(["moves", *(move.text for move in moves)]))

    def line(self, text: str) -> None:
        """Add a line, with its check: the beginning of a hash of all the text so far."""
        assert self._file is not None
        self._digest.update(f"{text}\n".encode("ascii"))
        self._file.write(f"{text} #{self._digest.hexdigest()[:8]}\n")
        self.lines += 1

    def end(self) -> None:
        self.line(f"end {self.lines}")
