"""Annotating the games of a file into another, which takes long: stop it and go on as you like."""

from __future__ import annotations

import io
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import quincunx
from quincunx.board import Board
from quincunx.cluster import Status, check_cluster, run_jobs
from quincunx.engine import Engine, Limit
from quincunx.errors import RecordError
from quincunx.record.annotate import Judgement, annotate, judge
from quincunx.record.judging import Judge
from quincunx.record.notes import Notes
from quincunx.record.reading import go_on_after, read_games, whole_bytes
from quincunx.record.tree import Game
from quincunx.record.visitors import FileExporter

__all__ = ["Annotation"]

#: Tags that annotating changes; all others must be as they were.
_OURS = ("Annotator", "Proven")


class Annotation:
    """A file of games that is being annotated.

    Games are written to the target in their order. What is known of games in work is kept beside
    it, in a file named ``….part``, so that only positions in work are ever lost.

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
        self._judge = Judge(limit, threads, memory_mb, seed)
        #: How much of a cluster there is, once it works.
        self.status: Status | None = None
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

    def run(
        self,
        on_position: Callable[[Annotation], None] | None = None,
        *,
        workers: int | None = None,
        cluster: str | None = None,
    ) -> None:
        """Annotate what is not done yet. Ctrl-C stops it; what was done stays.

        :param on_position: is called after each position.
        :param workers: how many positions are judged at a time, by processes of their own. By
            default one, by this process; on a cluster as many as it has processors for.
        :param cluster: where that is done, as for :func:`quincunx.cluster.run_jobs`.
        :raises JobError: if there is no such cluster, or a position cannot be judged.
        :raises OSError: if the target cannot be written.
        """
        if cluster is not None:
            check_cluster(cluster, threads=self._judge.threads)
        mode = "r+b" if self.target.exists() else "x+b"
        with self.target.open(mode) as raw, Notes(self._part) as notes:
            go_on_after(raw, self._whole_bytes)
            in_work: dict[int, _InWork] = {}
            begun = self._begin(notes, in_work)
            if workers is None and cluster is None:
                found = self._alone(begun)
            else:
                found = self._shared(begun, workers, cluster)
            with closing(found):
                for number, ply, judgement in found:
                    notes.note(number, ply, judgement)
                    in_work[number].found[ply] = judgement
                    self.positions_done += 1
                    if on_position:
                        on_position(self)
                    self._write(raw, notes, in_work)
            self._write(raw, notes, in_work)
            notes.remove()

    def _begin(self, notes: Notes, in_work: dict[int, _InWork]) -> Iterator[_InWork]:
        """Games that are not done yet, each when it is its turn, with what is known of it."""
        for number, game in enumerate(self._games()):
            if number < self.games_done:
                continue
            start, moves = game.board().fen(), [move.text for move in game.mainline_moves()]
            known = notes.begin(
                {"annotator": self.annotator, "game": number, "start": start, "moves": moves}
            )
            self.positions_done += len(known)
            in_work[number] = _InWork(number, game, moves, known)
            yield in_work[number]

    def _alone(self, begun: Iterator[_InWork]) -> Generator[_Found]:
        """Judge one position after the other."""
        with _Engines(self._judge.engine) as engines:
            for work in begun:
                engine = engines.for_game(work.game)
                for ply, node in enumerate((work.game, *work.game.mainline())):
                    if ply not in work.found:
                        yield work.number, ply, judge(engine, node.board(), self._judge.limit)

    def _shared(
        self, begun: Iterator[_InWork], workers: int | None, cluster: str | None
    ) -> Generator[_Found]:
        """Have positions judged by several processes, or by a cluster."""
        jobs = (
            self._judge.job(f"{work.number}/{ply}", work.game.board(), work.moves[:ply])
            for work in begun
            for ply in range(len(work.moves) + 1)
            if ply not in work.found
        )
        with closing(
            run_jobs(
                jobs,
                workers=workers,
                cluster=cluster,
                threads=self._judge.threads,
                on_status=self._note,
            )
        ) as all_done:
            for done in all_done:
                number, ply = map(int, done.key.split("/"))
                yield number, ply, Judgement.from_dict(done.result)

    def _note(self, status: Status) -> None:
        self.status = status

    def _write(self, raw: IO[bytes], notes: Notes, in_work: dict[int, _InWork]) -> None:
        """Write the games whose turn it is and of which all is known."""
        while (work := in_work.get(self.games_done)) and len(work.found) == len(work.moves) + 1:
            found = [work.found[ply] for ply in range(len(work.found))]
            annotate(work.game, found, annotator=self.annotator)
            text = io.StringIO()
            work.game.accept(FileExporter(text))
            raw.write(text.getvalue().encode("utf-8", "surrogateescape"))
            raw.flush()
            del in_work[self.games_done]
            self.games_done += 1
            notes.forget(self.games_done)


#: A judgement, with the number of its game and the ply.
_Found = tuple[int, int, Judgement]


@dataclass
class _InWork:
    """A game, and what is known of its positions by ply."""

    number: int
    game: Game
    moves: list[str]
    found: dict[int, Judgement]


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
