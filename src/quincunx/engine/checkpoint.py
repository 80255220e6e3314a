"""The file of a solver: what it has learnt, to go on from later.

The first line says what the file is about and what has been proven, and has a sum of its own; the
rest is the solver's tables, as the core writes them (``cpp/search/checkpoint.hpp``). It belongs to
a game, a size and a memory, not to a position: whatever position of this board is asked about next
can make use of it, with the pie rule or without.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import quincunx
from quincunx._native import core
from quincunx.board import Board
from quincunx.errors import RecordError
from quincunx.files import followed, lock, replacing, require_regular

__all__ = ["Checkpoint"]

_MAGIC = b"quincunx-solver 1 "

#: The first line is no longer than this: thousands of positions with their results.
_LONGEST_LINE = 1 << 22


class Checkpoint:
    """A solver's file: read once if it is there, and written again and again.

    Use it in a ``with`` block, during which it is nobody else's. As the file is replaced, what is
    locked is another one beside it, ``FILE.in-use``. A process that is killed may leave it there,
    but not locked.

    :param board: any one of the game and the size.
    """

    def __init__(self, path: str | Path, board: Board, memory_mb: int) -> None:
        self.path = followed(path)
        self._lock = Path(f"{self.path}.in-use")
        self._locked: BinaryIO | None = None
        self._board = board
        self._about: dict[str, Any] = {
            "game": board.game.id,
            "size": board.size,
            "memory": memory_mb,
            "quincunx": quincunx.__version__,
        }

    def __enter__(self) -> Checkpoint:
        """Keep others from it.

        :raises OSError: if it is no regular file, another process uses it, or it cannot be written
            there.
        """
        require_regular(self.path)
        while True:
            self._locked = self._lock.open("ab")
            try:
                lock(self._locked, self.path)
            except BaseException:
                self._locked.close()
                raise
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(self._locked.fileno()), self._lock.stat()):
                    return self
            # Whoever had it has removed it after it was opened here.
            self._locked.close()

    def __exit__(self, *error: object) -> None:
        assert self._locked
        with suppress(OSError):
            self._lock.unlink()
        self._locked.close()

    def load(self, solver: core.Solver) -> dict[str, Any] | None:
        """Give a new solver what the file has, and return the notes that were saved with it.

        ``None`` if there is no such file yet. If it fails, the solver is of no use.

        :raises RecordError: if it is no checkpoint, or damaged.
        :raises ValueError: if it is about something else.
        :raises OSError: if it cannot be read.
        """
        if not self.path.exists():
            return None
        with self.path.open("rb") as file:
            about, notes = self._head(file.readline(_LONGEST_LINE))
            self._compare(about, {**self._about, "solver": solver.kind})
            try:
                solver.load(self._board._history, file.read)
            except RecordError as error:
                raise RecordError(f"{self.path} is {error.message}") from None
        return notes

    def _head(self, line: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
        if not line.startswith(_MAGIC):
            raise RecordError(f"{self.path} is not a solver's checkpoint")
        sum_, _, text = line[len(_MAGIC) :].partition(b" ")
        if sum_ != _sum(text):
            raise RecordError(f"{self.path} is damaged: its first line does not agree with its sum")
        try:
            head = json.loads(text)
            return head["about"], head["notes"]
        except (KeyError, TypeError, ValueError):
            raise RecordError(f"{self.path} is damaged: its first line makes no sense") from None

    def _compare(self, there: dict[str, Any], here: dict[str, Any]) -> None:
        differences = [
            f"{name} {_shown(there.get(name))} there, {_shown(here.get(name))} here"
            for name in sorted({*there, *here})
            if there.get(name) != here.get(name)
        ]
        if differences:
            raise ValueError(
                f"{self.path} is the checkpoint of something else ({'; '.join(differences)}):"
                " go on in the same way, or name another file"
            )

    def save(self, solver: core.Solver, notes: dict[str, Any]) -> None:
        """Write the file anew. Whoever looks sees the old one or the new one, never half of one.

        :raises OSError: if it cannot be written; the old file stays.
        """
        head = {"about": {**self._about, "solver": solver.kind}, "notes": notes}
        text = json.dumps(head, ensure_ascii=False).encode() + b"\n"
        with replacing(self.path) as new, new.open("wb") as file:
            file.write(_MAGIC + _sum(text) + b" " + text)
            solver.save(file.write)
            file.flush()
            os.fsync(file.fileno())


def _sum(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest()[:16].encode()


def _shown(value: object) -> str:
    return "not given" if value is None else str(value)
