"""Solving: who wins with best play, for certain.

There is no clock in a proof: either it is found or it is not. So solving goes in slices of a tenth
of a second, after each of which it can be stopped, and what has been proven by then is kept.
"""

from __future__ import annotations

import math
import time as clock
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quincunx._native import core
from quincunx.board import Board, Move
from quincunx.engine.checkpoint import Checkpoint
from quincunx.engine.openings import alike, moves_from_start, openings_in_jobs
from quincunx.engine.results import Proven, proven_of, side_of, winner_word
from quincunx.games import Side

if TYPE_CHECKING:
    from quincunx.cluster import Status

__all__ = ["Solution", "SolveProgress", "solve"]

#: How long the solver works before it is asked how far it is, in seconds.
_SLICE = 0.1

#: How long to look among lost moves for the one that lasts longest, in seconds.
_PATIENCE = 1.0

#: Writing the checkpoint takes no more than this part of the time, unless it would come this many
#: times later than wanted.
_SAVING_SHARE = 0.05
_MUCH_LATER = 4


@dataclass(frozen=True)
class SolveProgress:
    """How far a solver is, as far as that can be said. Nobody knows how long it will take.

    ``nodes`` and ``seconds`` are those of all sessions, if there is a checkpoint; ``before`` has
    those of the earlier ones. ``done`` of ``total`` moves have been solved, which are
    ``classes_done`` of ``classes`` up to symmetry. ``fill`` is the share of the solver's table that
    is in use. ``proof`` and ``disproof`` are the proof numbers of the position that is being worked
    at, for its player to move (``None`` for solvers that go without); such a number is about how
    many more positions have to be decided, at least. ``depth`` is how many plies a solver looks
    ahead that goes by depth. ``move`` is the opening that is being worked at. ``saved`` is true
    when the checkpoint has just been written, and ``trouble`` says why it could not be. ``where``
    says who works on openings that are shared out. Then ``before`` has the openings that the
    journal knew, and the seconds that each of them took.
    """

    nodes: int
    seconds: float
    done: int
    total: int
    classes_done: int = 0
    classes: int = 1
    fill: float = 0.0
    proof: int | None = None
    disproof: int | None = None
    depth: int = 0
    move: Move | None = None
    saved: bool = False
    trouble: str = ""
    where: str = ""
    before: tuple[int, float] = (0, 0.0)

    @property
    def nodes_per_second(self) -> float:
        """The speed in this session."""
        seconds = self.seconds - self.before[1]
        return (self.nodes - self.before[0]) / seconds if seconds else 0.0


@dataclass(frozen=True)
class Solution:
    """What solving gave.

    ``winner`` is ``"first"``, ``"second"``, ``"draw"``, or ``None`` if it was stopped before the
    answer was found. ``best`` is a move that keeps the result, and ``plies`` within how many plies
    the game ends if the winner follows the proof. ``openings``, if they were asked for, has the
    winner after each legal move, ``None`` where it is not known; ``proofs`` has those that are
    known, with their plies. ``trouble`` says why the checkpoint could not be written at the end.
    """

    game: str
    size: int
    winner: str | None
    best: Move | None
    plies: int | None
    nodes: int
    seconds: float
    openings: dict[Move, str | None] | None
    stopped: bool
    proofs: dict[Move, Proven] | None = None
    trouble: str = ""

    @property
    def proven(self) -> Proven | None:
        """Winner and plies as the engine's analysis has them."""
        if self.winner is None or self.plies is None:
            return None
        return Proven(None if self.winner == "draw" else Side[self.winner.upper()], self.plies)


def solve(
    board: Board,
    *,
    openings: bool = False,
    memory_mb: int = 1024,
    progress: Callable[[SolveProgress], object] | None = None,
    time: float | None = None,
    checkpoint: str | Path | None = None,
    save_every: float = 300.0,
    workers: int | None = None,
    cluster: str | None = None,
) -> Solution:
    """Find out who wins from here if both sides play their best.

    >>> solution = solve(Board("square-grid-hex", size=3, pie=False))
    >>> solution.winner, solution.stopped
    ('first', False)

    Memory is bounded and time is not: large boards take longer than anybody has. With a checkpoint
    it can be stopped and gone on with.

    :param openings: also find the winner after each legal move.
    :param memory_mb: for the solver's tables. What it takes beside them is less than 40 MB.
    :param progress: called about ten times a second; solving stops if it returns ``False``.
    :param time: stop after this many seconds.
    :param checkpoint: a file for what the solver has learnt, of any position of this board. If it
        is there, solving goes on from it.
    :param save_every: seconds from one writing of the checkpoint to the next; up to four times as
        many where writing would cost more than a twentieth of the time. It is also written at the
        end.
    :param workers, cluster: solve openings in that many processes, or on a Ray cluster at this
        address (see :func:`quincunx.cluster.run_jobs`), each with a memory of its own. Then the
        checkpoint is a journal of openings that are solved, and progress comes with each of them.
    :raises ValueError: if a number makes no sense, or the checkpoint is about something else.
    :raises RecordError: if the checkpoint is none, or damaged.
    :raises OSError: if the checkpoint cannot be read, or written when it begins, or another process
        uses it. That it cannot be written later is what ``trouble`` of progress and solution tells;
        a journal must be written.
    :raises JobError: if an opening could not be solved in another process.
    """
    if memory_mb < 1:
        raise ValueError(f"memory_mb must be 1 or more, not {memory_mb}")
    for name, seconds in (("time", time), ("save_every", save_every)):
        if seconds is not None and not (math.isfinite(seconds) and seconds > 0):
            raise ValueError(f"{name} must be a number of seconds above 0, not {seconds}")
    if workers is None and cluster is None:
        file = None if checkpoint is None else Checkpoint(checkpoint, board, memory_mb)
        with file or nullcontext():
            return _Solving(board, memory_mb, progress, time, file, save_every).solution(openings)
    if not openings:
        raise ValueError("only openings can be shared out: workers and cluster need openings=True")
    if time is not None:
        raise ValueError("time does not go with workers and cluster")
    journal = None if checkpoint is None else Path(checkpoint)
    return _Sharing(board, memory_mb, progress, workers, cluster, journal).solution()


class _Stopped(Exception):
    """It was asked to stop, or the time is over."""


class _Openings:
    """The moves of a position, and what is known about them."""

    def __init__(self, board: Board, progress: Callable[[SolveProgress], object] | None) -> None:
        self.board = board.copy()
        self.after = {move: _after(self.board, move) for move in self.board.legal_moves}
        self.classes = list(alike(self.board))
        self.proven: dict[Move, Proven] = {}
        self._progress = progress

    def add(self, moves: Iterable[Move], found: Proven) -> None:
        self.proven |= dict.fromkeys(moves, found)

    def tell(self, **now: Any) -> bool:
        """Tell how far it is, and ask whether to go on."""
        if self._progress is None:
            return True
        done = sum(moves[0] in self.proven for moves in self.classes)
        told = SolveProgress(done=len(self.proven), classes_done=done, **now)
        return self._progress(told) is not False

    def choice(self) -> tuple[Move, Proven]:
        """The best move, all being solved and there being one, and what it comes to."""
        turn = self.board.turn
        best = max(self.after, key=lambda move: _rank(self.proven[move], turn))
        return best, Proven(self.proven[best].winner, self.proven[best].plies + 1)

    def solution(
        self,
        best: Move | None,
        proven: Proven | None,
        *,
        openings: bool,
        nodes: int,
        seconds: float,
        stopped: bool,
        trouble: str = "",
    ) -> Solution:
        words = {move: winner_word(found.winner) for move, found in self.proven.items()}
        return Solution(
            game=self.board.game.id,
            size=self.board.size,
            winner=proven.winner_word if proven else None,
            best=best,
            plies=proven.plies if proven else None,
            nodes=nodes,
            seconds=seconds,
            openings={move: words.get(move) for move in self.after} if openings else None,
            stopped=stopped,
            proofs=dict(self.proven) if openings else None,
            trouble=trouble,
        )


class _Solving:
    """One call of :func:`solve` that does all itself."""

    def __init__(
        self,
        board: Board,
        memory_mb: int,
        progress: Callable[[SolveProgress], object] | None,
        time: float | None,
        file: Checkpoint | None,
        save_every: float,
    ) -> None:
        self._openings = _Openings(board, progress)
        self._board = self._openings.board
        self._solver = core.Solver(self._board._history, memory_mb)
        self._classes = 1
        self._total = 1
        self._move: Move | None = None
        self._file = file
        self._notes = _Notes()
        self._save_every = save_every
        self._save_at = math.inf
        self._began = clock.perf_counter()
        if self._file:
            notes = self._file.load(self._solver)
            if notes is None:
                self._save()  # that it cannot be written should not show hours later
            else:
                self._notes = _Notes.of(notes)
        # Reading a large file takes a while, which does not count.
        self._began = clock.perf_counter()
        self._deadline = math.inf if time is None else self._began + time
        if self._file:
            self._save_at = self._began + save_every

    def solution(self, openings: bool) -> Solution:
        best: Move | None = None
        proven: Proven | None = None
        stopped = False
        try:
            if openings and self._openings.after:
                self._solve_openings()
                best, proven = self._openings.choice()
            else:
                proven = self._prove(self._board)
                best = self._keeping(proven)
        except _Stopped:
            # The result may be known, and only the move that keeps it not.
            stopped = proven is None
        trouble = ""
        if self._file:
            try:
                self._save()
            except OSError as error:  # what has been solved is no less solved
                trouble = str(error)
        return self._openings.solution(
            best,
            proven,
            openings=openings,
            nodes=self._solver.nodes,
            seconds=self._seconds(),
            stopped=stopped,
            trouble=trouble,
        )

    # --- Proving ---------------------------------------------------------------------------------

    def _prove(self, board: Board) -> Proven:
        """Work until the result of a position is known.

        :raises _Stopped: if it cannot be known in time.
        """
        position = _name(board)
        if found := self._notes.proven.get(position):
            return found
        while True:
            proven = self._work(board, _SLICE)
            if proven is not None:
                self._notes.proven[position] = proven
            self._tell(may_stop=proven is None)
            if proven is not None:
                return proven

    def _work(self, board: Board, seconds: float) -> Proven | None:
        """Work on a position for a moment."""
        outcome = board.outcome()
        if outcome is not None:
            return Proven(outcome.winner, 0)
        left = self._deadline - clock.perf_counter()
        if left <= 0:
            raise _Stopped
        return proven_of(self._solver.work(board._history, min(seconds, left)))

    def _tell(self, *, may_stop: bool = True) -> None:
        saved, trouble = False, ""
        if clock.perf_counter() >= self._save_at:
            try:
                self._save()
                saved = True
            except OSError as error:  # a disk that is full is no reason to lose all there is
                trouble = str(error)
                self._save_at = clock.perf_counter() + self._save_every
        used, room, root, depth = self._solver.state
        if root and not all(root):  # solved
            root = None
        goes_on = self._openings.tell(
            nodes=self._solver.nodes,
            seconds=self._seconds(),
            total=self._total,
            classes=self._classes,
            fill=used / room,
            proof=root[0] if root else None,
            disproof=root[1] if root else None,
            depth=depth,
            move=self._move,
            saved=saved,
            trouble=trouble,
            before=(self._notes.nodes, self._notes.seconds),
        )
        if not goes_on and may_stop:
            raise _Stopped

    # --- Saving ----------------------------------------------------------------------------------

    def _seconds(self) -> float:
        """Since the beginning, in all sessions."""
        return self._notes.seconds + clock.perf_counter() - self._began

    def _save(self) -> None:
        assert self._file
        began = clock.perf_counter()
        self._file.save(self._solver, self._notes.as_dict(self._solver.nodes, self._seconds()))
        now = clock.perf_counter()
        wait = min((now - began) / _SAVING_SHARE, _MUCH_LATER * self._save_every)
        self._save_at = now + max(self._save_every, wait)

    # --- Every opening ---------------------------------------------------------------------------

    def _solve_openings(self) -> None:
        """Solve the position after each move, and once for moves that are alike."""
        openings = self._openings
        self._total, self._classes = len(openings.after), len(openings.classes)
        for moves in openings.classes:
            self._move = moves[0]
            openings.add(moves, self._prove(openings.after[self._move]))
        self._move = None
        self._tell(may_stop=False)

    # --- The move that keeps the result ----------------------------------------------------------

    def _keeping(self, proven: Proven) -> Move | None:
        """A move that keeps a result that is known.

        The solver proved it by way of such a move, whose proof is probably still in its table; but
        it does not tell which. So every move is given a moment in turn, and longer ones as long as
        none is found. Where every move loses, the one that lasts longest is wanted, but not at any
        price.
        """
        turn = self._board.turn
        lost = proven.winner is turn.other
        moment, began = 0.001, clock.perf_counter()
        waiting = list(self._openings.after)
        found: dict[Move, Proven] = {}
        while waiting:
            for move in list(waiting):
                after = self._work(self._openings.after[move], moment)
                if after is None:
                    continue
                waiting.remove(move)
                if after.value_of(turn) == proven.value_of(turn):
                    found[move] = after
                    if not lost:
                        return move
            self._tell()
            moment *= 2
            if found and clock.perf_counter() - began > _PATIENCE:
                break
        return max(found, key=lambda move: _rank(found[move], turn), default=None)


@dataclass
class _Notes:
    """What a checkpoint has beside the solver's tables: what was proven, and what it took."""

    nodes: int = 0
    seconds: float = 0.0
    proven: dict[str, Proven] = field(default_factory=dict)

    @classmethod
    def of(cls, notes: dict[str, Any] | None) -> _Notes:
        if notes is None:
            return cls()
        proven = {
            position: Proven(side_of(found["winner"]), found["plies"])
            for position, found in notes["proven"].items()
        }
        return cls(notes["nodes"], notes["seconds"], proven)

    def as_dict(self, nodes: int, seconds: float) -> dict[str, Any]:
        proven = {position: found.as_dict() for position, found in self.proven.items()}
        return {"nodes": nodes, "seconds": round(seconds, 3), "proven": proven}


class _Sharing:
    """One call of :func:`solve` that gives each opening to another process."""

    def __init__(
        self,
        board: Board,
        memory_mb: int,
        progress: Callable[[SolveProgress], object] | None,
        workers: int | None,
        cluster: str | None,
        file: Path | None,
    ) -> None:
        self._openings = _Openings(board, progress)
        self._memory_mb = memory_mb
        self._workers = workers
        self._cluster = cluster
        self._file = file
        self._began = clock.perf_counter()
        self._nodes = 0
        self._before = (0, 0.0)
        self._where = ""

    def solution(self) -> Solution:
        """Solve all openings; Ctrl-C ends it with those that are solved by then."""
        openings = self._openings
        results = openings_in_jobs(
            openings.board,
            openings.classes,
            memory_mb=self._memory_mb,
            workers=self._workers,
            cluster=self._cluster,
            journal=self._file,
            on_status=self._note,
        )
        stopped = not self._tell()
        try:
            for moves, found, nodes, seconds in () if stopped else results:
                openings.add(moves, found)
                self._nodes += nodes
                if not self._where:  # nobody is at work yet: the journal had it
                    self._before = (self._nodes, self._before[1] + seconds)
                if not self._tell() and len(openings.proven) < len(openings.after):
                    stopped = True
                    break
        except KeyboardInterrupt:
            stopped = True
        finally:
            results.close()
        if stopped:
            best, proven = None, None
        elif openings.after:
            best, proven = openings.choice()
        else:
            outcome = openings.board.outcome()
            best, proven = None, Proven(outcome.winner, 0) if outcome else None
        return openings.solution(
            best,
            proven,
            openings=True,
            nodes=self._nodes,
            seconds=self._seconds(),
            stopped=stopped,
        )

    def _seconds(self) -> float:
        """Of this session by the clock; of those before, what each opening took."""
        return self._before[1] + clock.perf_counter() - self._began

    def _note(self, status: Status) -> None:
        self._where = status.where

    def _tell(self) -> bool:
        return self._openings.tell(
            nodes=self._nodes,
            seconds=self._seconds(),
            total=len(self._openings.after),
            classes=len(self._openings.classes),
            where=self._where,
            before=self._before,
        )


def _name(board: Board) -> str:
    """What a position is known by in a checkpoint: how it began, and all moves."""
    fen, moves = moves_from_start(board)
    return " ".join([fen, *moves])


def _after(board: Board, move: Move) -> Board:
    after = board.copy()
    after.push(move)
    return after


def _rank(proven: Proven, side: Side) -> tuple[float, int]:
    """What a side would rather have: the better result, and then to win sooner or lose later."""
    value = proven.value_of(side)
    return value, -proven.plies if value == 1 else proven.plies
