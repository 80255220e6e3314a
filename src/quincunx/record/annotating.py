"""Annotating the games of a file into another, which takes long: stop it and go on as you like."""

from __future__ import annotations

import functools
import io
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

import quincunx
from quincunx.board import Board
from quincunx.engine import Engine, Limit
from quincunx.errors import RecordError
from quincunx.record.annotate import Judgement, annotate, judge_game
from quincunx.record.reading import go_on_after, read_games, whole_bytes
from quincunx.record.tree import Game
from quincunx.record.visitors import FileExporter

__all__ = ["Annotation"]

#: Tags that annotating changes; all others must be as they were.
_OURS = ("Annotator", "Proven")


class Annotation:
    """A file of games that is being annotated.

    Games are written to the target as they are done. What is known of the game in work is kept
    beside it, in a file named ``….part``, so that not more than one position is ever lost.

    :param games: gives the games to annotate, from the first on, each time that it is called.
    :param target: the file to write, or to go on with.
    :param limit: how long to think about each position.
    :raises RecordError: if a game has faults, which would be lost in the copy.
    :raises ValueError: if the target has something else in it than the beginning of this work.
    :raises OSError: if the target cannot be read.
    """

    def __init__(
        self,
        games: Callable[[], Iterable[Game]],
        target: str | Path,
        limit: Limit,
        *,
        threads: int = 1,
        memory_mb: int = 256,
        seed: int = 0,
    ) -> None:
        if limit.is_open:
            raise ValueError("annotating needs a limit for each position, such as Limit(time=1)")
        self.target = Path(target)
        self._part = self.target.with_name(self.target.name + ".part")
        self._games = games
        self._limit = limit
        self._make_engine = functools.partial(
            Engine.for_board, threads=threads, memory_mb=memory_mb, seed=seed
        )
        self.annotator = _signature(limit, threads, seed)
        #: Games and positions in all, and how many of them are done.
        self.games = self.positions = self.games_done = self.positions_done = 0
        for number, game in enumerate(games(), 1):
            if game.errors:
                raise RecordError(f"game {number}: {game.errors[0].message}", game.errors[0].line)
            self.games += 1
            self.positions += _positions(game)
        self._whole_bytes = self._look_at_target()

    def _look_at_target(self) -> int:
        """Count what is done already, and say how many bytes of the target that is."""
        if not self.target.exists():
            return 0
        data = self.target.read_bytes()
        whole = whole_bytes(data)
        text = io.StringIO(data[:whole].decode("utf-8", "surrogateescape"))
        todo = iter(self._games())
        for done in read_games(text):
            original = next(todo, None)
            if original is None or not _is_copy(done, original):
                raise ValueError(
                    f"{self.target} is there already, and its game {self.games_done + 1} is not an"
                    " annotated copy; name another file"
                )
            if done.headers.get("Annotator") != self.annotator:
                raise ValueError(
                    f"{self.target} was begun by {done.headers.get('Annotator', 'nobody known')},"
                    f" not by {self.annotator}; go on in the same way, or name another file"
                )
            self.games_done += 1
            self.positions_done += _positions(done)
        return whole

    def run(self, on_position: Callable[[Annotation], None] | None = None) -> None:
        """Annotate what is not done yet. Ctrl-C stops it; what was done stays.

        :param on_position: is called after each position.
        :raises OSError: if the target cannot be written.
        """
        mode = "r+b" if self.target.exists() else "x+b"
        with self.target.open(mode) as raw, _Engines(self._make_engine) as engines:
            go_on_after(raw, self._whole_bytes)
            for number, game in enumerate(self._games()):
                if number < self.games_done:
                    continue
                self._do(number, game, engines, on_position)
                text = io.StringIO()
                game.accept(FileExporter(text))
                raw.write(text.getvalue().encode("utf-8", "surrogateescape"))
                raw.flush()
                self.games_done += 1
        self._part.unlink(missing_ok=True)

    def _do(
        self,
        number: int,
        game: Game,
        engines: _Engines,
        on_position: Callable[[Annotation], None] | None,
    ) -> None:
        start, moves = game.board().fen(), [move.text for move in game.mainline_moves()]
        head = {"annotator": self.annotator, "game": number, "start": start, "moves": moves}
        known = self._known(head)
        self.positions_done += len(known)
        with self._part.open("w", encoding="utf-8") as part:
            _write_line(part, head)
            for judgement in known:
                _write_line(part, judgement.as_dict())

            def note(judgement: Judgement) -> None:
                _write_line(part, judgement.as_dict())
                self.positions_done += 1
                if on_position:
                    on_position(self)

            engine = engines.for_game(game)
            found = judge_game(engine, game, self._limit, known=known, on_judgement=note)
        annotate(game, found, annotator=self.annotator)

    def _known(self, head: dict[str, object]) -> list[Judgement]:
        """What is known of a game from the last time, if it is the one that was in work then."""
        try:
            lines = self._part.read_text(encoding="utf-8").splitlines(keepends=True)
        except FileNotFoundError:
            return []
        try:
            whole = [json.loads(line) for line in lines if line.endswith("\n")]
            if whole[:1] != [head]:
                return []
            return [Judgement.from_dict(line) for line in whole[1:]]
        except (ValueError, KeyError, TypeError):
            raise ValueError(f"{self._part} is damaged; remove it to judge the game anew") from None


class _Engines:
    """An engine for the kind of game that is in work."""

    def __init__(self, make: Callable[[Board], Engine]) -> None:
        self._make = make
        self._engine: Engine | None = None
        self._kind: object = None

    def for_game(self, game: Game) -> Engine:
        start = game.board()
        kind = start.game.id, start.size, start.pie
        if self._engine is None or self._kind != kind:
            self.close()
            self._engine, self._kind = self._make(start), kind
        return self._engine

    def close(self) -> None:
        if self._engine:
            self._engine.close()

    def __enter__(self) -> _Engines:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _signature(limit: Limit, threads: int, seed: int) -> str:
    """Who annotates, and how: what must be the same for the work to be gone on with."""
    each = [f"{limit.time:g} s"] if limit.time is not None else []
    each += [f"{limit.playouts} playouts"] if limit.playouts is not None else []
    more = "" if threads == 1 else f", {threads} threads"
    return f"Quincunx {quincunx.__version__}, {' and '.join(each)} a position, seed {seed}{more}"


def _positions(game: Game) -> int:
    return 1 + sum(1 for _ in game.mainline())


def _is_copy(done: Game, original: Game) -> bool:
    def tags(game: Game) -> dict[str, str]:
        return {name: value for name, value in game.headers.items() if name not in _OURS}

    moves = [list(game.mainline_moves()) for game in (done, original)]
    return tags(done) == tags(original) and moves[0] == moves[1]


def _write_line(file: IO[str], line: object) -> None:
    file.write(json.dumps(line) + "\n")
    file.flush()
