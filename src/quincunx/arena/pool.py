"""The processes that play a match, and what comes back from them."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Any, NamedTuple

from quincunx.arena.game import GameRecord, first_player, other
from quincunx.arena.settings import MatchSettings
from quincunx.errors import EngineError
from quincunx.games import Side

__all__ = ["Pool", "ToPlay"]

#: Seconds for a process to end the programs that it has started, and itself.
_LEAVE_SECONDS = 5.0


class ToPlay(NamedTuple):
    """A game to be played."""

    number: int
    opening: tuple[str, ...]


class _Worker:
    """One process (see worker.py), the game it is at, and that game's moves so far."""

    def __init__(self, settings: MatchSettings, events: queue.SimpleQueue[_Event]) -> None:
        self.job: ToPlay | None = None
        self.moves: list[str] = []
        self.ready = False
        self.last_words: deque[str] = deque(maxlen=5)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "quincunx.arena.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A group of its own: Ctrl-C does not reach it, and it can be ended with all that it
            # has started.
            start_new_session=True,
        )
        assert self._process.stdout and self._process.stderr
        self._threads = [
            threading.Thread(target=self._listen, args=(self._process.stdout, events), daemon=True),
            threading.Thread(target=self._overhear, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self._send(settings.as_dict())

    def _listen(self, stream: IO[bytes], events: queue.SimpleQueue[_Event]) -> None:
        for line in stream:
            events.put(_Event(self, json.loads(line)))
        events.put(_Event(self, None))

    def _overhear(self, stream: IO[bytes]) -> None:
        for line in stream:
            if text := line.decode("utf-8", "replace").strip():
                self.last_words.append(text)

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin
        with suppress(OSError):  # a process that is gone says so by the end of its output
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    def play(self, job: ToPlay) -> None:
        self.job, self.moves = job, []
        self._send({"number": job.number, "opening": job.opening})

    def ask_to_leave(self) -> None:
        self._send({"quit": True})

    def end(self, patience: float) -> int:
        """End the process and all that it has started; the exit code."""
        assert self._process.stdin and self._process.stdout and self._process.stderr
        if patience:
            self._threads[0].join(patience)
        # The process has not been waited for, so its number, the group's, is still its own.
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        code = self._process.wait()
        for thread in self._threads:
            thread.join(_LEAVE_SECONDS)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with suppress(OSError):
                pipe.close()
        return code


class _Event(NamedTuple):
    """Something that a process said, ``None`` when it has ended; or Ctrl-C, which has no worker."""

    worker: _Worker | None
    message: dict[str, Any] | None


class Pool:
    """Several processes that play games, each one after another.

    Use it in a ``with`` block, or close it; that ends all games at once. In the block Ctrl-C is
    heard between two events only, so that a game is either counted and written, or neither.
    """

    def __init__(self, settings: MatchSettings, jobs: int) -> None:
        self._settings = settings
        self._jobs = jobs
        self._events: queue.SimpleQueue[_Event] = queue.SimpleQueue()
        self._workers: list[_Worker] = []
        self._hears_ctrl_c = False

    def __enter__(self) -> Pool:
        # Only the main thread may, and whoever has a handler of their own keeps it.
        usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if usual and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, lambda *_: self._events.put(_Event(None, None)))
            self._hears_ctrl_c = True
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.close(patient=error is None)
        if self._hears_ctrl_c:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def close(self, *, patient: bool = False) -> None:
        """End all processes.

        :param patient: let those that have nothing to do leave by themselves.
        """
        idle = [worker for worker in self._workers if worker.ready and worker.job is None]
        for worker in idle:
            worker.ask_to_leave()
        for worker in self._workers:
            worker.end(_LEAVE_SECONDS if worker in idle and patient else 0)
        self._workers.clear()

    def play(self, waiting: Iterator[ToPlay]) -> Iterator[GameRecord]:
        """Play all games, several at a time, and give each when it ends.

        :raises EngineError: if the processes cannot work at all.
        :raises KeyboardInterrupt: on Ctrl-C.
        """
        # Those of an earlier call wait for work.
        idle = list(self._workers)
        for _, job in zip(range(self._jobs), waiting, strict=False):
            if idle:
                idle.pop().play(job)
            else:
                self._new_worker().job = job
        while any(worker.job for worker in self._workers):
            worker, message = self._events.get()
            if worker is None:
                raise KeyboardInterrupt
            game = self._ended(worker) if message is None else self._heard(worker, message)
            if game is None:
                continue
            worker.job = None
            yield game
            following = next(waiting, None)
            if following is not None:
                self._give(worker, following)

    def _new_worker(self) -> _Worker:
        worker = _Worker(self._settings, self._events)
        self._workers.append(worker)
        return worker

    def _give(self, worker: _Worker, job: ToPlay) -> None:
        if worker in self._workers:
            worker.play(job)
        else:
            self._new_worker().job = job

    def _heard(self, worker: _Worker, message: dict[str, Any]) -> GameRecord | None:
        """The game, if this is the end of one."""
        if "error" in message:
            raise EngineError(f"a process of the match failed:\n{message['error']}")
        if "ready" in message:
            worker.ready = True
            assert worker.job
            worker.play(worker.job)
        elif "move" in message:
            worker.moves.append(message["move"])
        elif "game" in message:
            return GameRecord.from_dict(message["game"])
        return None

    def _ended(self, worker: _Worker) -> GameRecord | None:
        """A process has died: the player who was to move has lost the game."""
        if worker not in self._workers:
            return None
        self._workers.remove(worker)
        code = worker.end(0)
        said = f": {' / '.join(worker.last_words)}" if worker.last_words else ""
        how = f"the process of the game ended with code {code}{said}"
        if not worker.ready or worker.job is None:
            raise EngineError(how)
        return self._lost_by_crash(worker.job, worker.moves, how)

    def _lost_by_crash(self, job: ToPlay, moves: list[str], note: str) -> GameRecord:
        board = self._settings.board()
        for text in (*job.opening, *moves):
            board.push_text(text)
        first = first_player(job.number)
        loser = first if board.turn is Side.FIRST else other(first)
        return GameRecord(
            job.number,
            first,
            job.opening,
            moves,
            other(loser),
            "crash",
            times={"a": None, "b": None},
            notes=[f"{loser}: {note}"],
        )
