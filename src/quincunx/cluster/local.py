"""The processes of this machine, and what comes back from them."""

from __future__ import annotations

import json
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, suppress
from typing import IO, Any, NamedTuple

from quincunx.cluster.jobs import RETRIES, Done, Job, failure, result_of
from quincunx.cluster.signals import hearing_ctrl_c

__all__ = ["default_workers", "run_here"]

#: Seconds for the threads that listen to a process to notice that it is gone.
_LEAVE_SECONDS = 5.0


def default_workers() -> int:
    """One process for each core that this one may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class _Worker:
    """One process (see worker.py) and the job it is at."""

    def __init__(self, events: queue.SimpleQueue[_Event]) -> None:
        self.job: Job | None = None
        self.last_words: deque[str] = deque(maxlen=5)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "quincunx.cluster.worker"],
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

    def _listen(self, stream: IO[bytes], events: queue.SimpleQueue[_Event]) -> None:
        for line in stream:
            if line.endswith(b"\n"):  # or it was killed while it was speaking
                events.put(_Event(self, json.loads(line)))
        events.put(_Event(self, None))

    def _overhear(self, stream: IO[bytes]) -> None:
        for line in stream:
            if text := line.decode("utf-8", "replace").strip():
                self.last_words.append(text)

    def give(self, job: Job) -> None:
        self.job = job
        assert self._process.stdin
        line = json.dumps({"call": job.call, "arguments": job.arguments}).encode()
        with suppress(OSError):  # a process that is gone says so by the end of its output
            self._process.stdin.write(line + b"\n")
            self._process.stdin.flush()

    def end(self) -> int:
        """End the process and all that it has started; the exit code."""
        assert self._process.stdin and self._process.stdout and self._process.stderr
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
    """An answer, ``None`` when the process has ended; or Ctrl-C, which has no worker."""

    worker: _Worker | None
    answer: dict[str, Any] | None


class _Pool:
    """Several processes that do jobs; closing it ends them at once, whatever they are at."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._events: queue.SimpleQueue[_Event] = queue.SimpleQueue()
        self._workers: list[_Worker] = []
        self._deaths: Counter[str] = Counter()
        self._where = socket.gethostname()

    def close(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def interrupt(self) -> None:
        self._events.put(_Event(None, None))

    def run(self, jobs: Iterator[Job]) -> Iterator[Done]:
        while len(self._workers) < self._size and (job := next(jobs, None)):
            self._new_worker(job)
        while any(worker.job for worker in self._workers):
            worker, answer = self._events.get()
            if worker is None:
                raise KeyboardInterrupt
            if answer is None:
                self._ended(worker)
                continue
            assert worker.job
            done = result_of(worker.job, answer, self._where)
            worker.job = None
            # The next job begins before the result is looked at, however long that takes.
            if following := next(jobs, None):
                worker.give(following)
            yield done

    def _new_worker(self, job: Job) -> None:
        worker = _Worker(self._events)
        self._workers.append(worker)
        worker.give(job)

    def _ended(self, worker: _Worker) -> None:
        """A process has died, and another takes its place, as long as that makes sense."""
        self._workers.remove(worker)
        code = worker.end()
        job = worker.job
        if job is None:
            return
        self._deaths[job.key] += 1
        if self._deaths[job.key] > RETRIES:
            how = f"was killed by signal {-code}" if code < 0 else f"ended with code {code}"
            said = f": {' / '.join(worker.last_words)}" if worker.last_words else ""
            raise failure(job, self._deaths[job.key], f"its process {how}{said}")
        self._new_worker(job)


def run_here(
    jobs: Iterator[Job], workers: int, *, on_count: Callable[[int, int], None]
) -> Generator[Done]:
    """Do jobs with processes of this machine, several at a time (see :func:`run_jobs`).

    :param on_count: is told how many processes there are, and on how many machines: one.
    """
    with closing(_Pool(workers)) as pool, hearing_ctrl_c(pool.interrupt):
        on_count(workers, 1)
        yield from pool.run(jobs)
