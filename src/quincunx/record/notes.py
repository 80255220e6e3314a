"""What is known of the games that are being annotated, in a file beside them: JSON lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, BinaryIO

from quincunx.record.annotate import Judgement

__all__ = ["Notes"]


class Notes:
    """A file that remembers judgements until their game is written. Use it in a ``with`` block.

    A line says which game is in work (``annotator``, ``game``, ``start``, ``moves``), or what was
    found of one of its positions (``game``, ``ply``, ``judgement``).
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._games: dict[int, dict[str, Any]] = {}
        self._found: dict[int, dict[int, Judgement]] = {}
        self._file: BinaryIO | None = None

    def __enter__(self) -> Notes:
        """Read what is there, and make ready to write behind it.

        :raises ValueError: if it is damaged.
        """
        data = self._path.read_bytes() if self._path.exists() else b""
        whole = data.rfind(b"\n") + 1
        try:
            for line in data[:whole].splitlines():
                self._read(json.loads(line))
        except (ValueError, KeyError, TypeError):
            raise ValueError(
                f"{self._path} is damaged; remove it to judge its games anew"
            ) from None
        self._file = self._path.open("r+b" if data else "wb")
        self._file.truncate(whole)
        self._file.seek(whole)
        return self

    def __exit__(self, *error: object) -> None:
        if self._file:
            self._file.close()

    def _read(self, line: dict[str, Any]) -> None:
        if "moves" in line:
            self._games[line["game"]] = line
            self._found[line["game"]] = {}
        else:
            judgement = Judgement.from_dict(line["judgement"])
            self._found[line["game"]][line["ply"]] = judgement

    def begin(self, game: dict[str, Any]) -> dict[int, Judgement]:
        """What is known of a game by ply, if it is the one that was in work here."""
        number = game["game"]
        if self._games.get(number) != game:
            self._read(game)
            self._write(game)
        return dict(self._found[number])

    def note(self, game: int, ply: int, judgement: Judgement) -> None:
        self._write({"game": game, "ply": ply, "judgement": judgement.as_dict()})

    def forget(self, games: int) -> None:
        """Forget the first games, since they are written; nothing else may be in work."""
        assert self._file is not None
        if all(number < games for number in self._games):
            self._games.clear()
            self._found.clear()
            self._file.seek(0)
            self._file.truncate()

    def remove(self) -> None:
        """Remove the file, when all is done."""
        self._path.unlink(missing_ok=True)

    def _write(self, line: dict[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()
