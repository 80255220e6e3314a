"""Writing the lines of a proof; docs/proofs.md has the format."""

from __future__ import annotations

import hashlib
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

from quincunx.board import Board
from quincunx.files import replacing

#: The first line. It changes when the meaning of a line does.
FORMAT = "quincunx proof 1"


class ProofFile:
    """A proof that is being written, beside its file until it is whole.

    Used as a context: the file is there if all went well, and untouched if not.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stack = ExitStack()
        self._digest = hashlib.sha256()
        self._file: TextIO | None = None
        self.lines = 0

    def __enter__(self) -> ProofFile:
        with ExitStack() as stack:
            new = stack.enter_context(replacing(self._path))
            self._file = stack.enter_context(new.open("w", encoding="ascii", newline="\n"))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

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
