"""Running jobs: here or on a cluster, with or without a journal."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

from quincunx.cluster.jobs import Done, Job
from quincunx.cluster.journal import Journal
from quincunx.cluster.local import default_workers, run_here

__all__ = ["Status", "check_cluster", "run_jobs"]


class Status(NamedTuple):
    """How far a run is: jobs done and in all, if that is known, and who works on them.

    >>> str(Status(3, 40, 8, 2)), str(Status(1, None, 1, 1))
    ('3 of 40 jobs, 8 processors on 2 nodes', '1 job, 1 processor')
    """

    done: int
    total: int | None
    processors: int
    nodes: int

    @property
    def where(self) -> str:
        """Who works: ``"8 processors on 2 nodes"``."""
        on = f" on {self.nodes} nodes" if self.nodes > 1 else ""
        return f"{_many(self.processors, 'processor')}{on}"

    def __str__(self) -> str:
        jobs = (
            _many(self.done, "job") if self.total is None else f"{self.done} of {self.total} jobs"
        )
        return f"{jobs}, {self.where}"


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def run_jobs(
    jobs: Iterable[Job],
    *,
    workers: int | None = None,
    cluster: str | None = None,
    journal: str | Path | None = None,
    about: dict[str, Any] | None = None,
    threads: int = 1,
    on_status: Callable[[Status], None] | None = None,
) -> Generator[Done]:
    """Do all jobs and give each result when it is there, in whatever order they come.

    >>> [done.result for done in run_jobs([Job("a", "json:loads", {"s": "[1, 2]"})])]
    [[1, 2]]

    A job whose process is killed, or whose node dies, is done again, a few times. Ctrl-C is heard
    between two results, so that a job is either done and in the journal, or neither. To stop
    earlier, close the iterator.

    :param jobs: are taken from there when there is room for them; with a journal, all at once.
    :param workers: how many jobs at a time. By default one for each core of this machine; a cluster
        gets two for each of its processors, so that none has to wait.
    :param threads: how many processors a job uses.
    :param cluster: the address of a Ray cluster, ``"HOST:PORT"``, or ``"auto"`` for the one that
        this machine is part of; this machine alone, if left out.
    :param journal: a file of the jobs that are done. If it is there, its results come first, and
        only what is missing is done.
    :param about: what the journal says of the work as a whole. A journal of other work is refused.
    :param on_status: is told how far the run is when that changes: before the first job, after
        each, and when a cluster grows or shrinks.
    :raises JobError: if a job fails; it has the job's key. Without a key: if there is no
        cluster, or one of its nodes has another quincunx.
    :raises ValueError: if the journal is about something else, or two jobs have the same key.
    :raises RecordError: if the journal cannot be read.
    :raises KeyboardInterrupt: on Ctrl-C.
    """
    if workers is not None and workers < 1:
        raise ValueError(f"workers must be 1 or more, not {workers}")
    if threads < 1:
        raise ValueError(f"threads must be 1 or more, not {threads}")
    watch = _Watch(len(jobs) if isinstance(jobs, Sized) else None, on_status)
    return _run(_each_once(jobs), _Means(workers, cluster, threads), journal, about or {}, watch)


class _Watch:
    """Tells somebody how far a run is."""

    def __init__(self, total: int | None, tell: Callable[[Status], None] | None) -> None:
        self._status = Status(0, total, 0, 0)
        self._tell = tell

    def known(self, done: int, total: int) -> None:
        """A journal knows some of the jobs."""
        self._status = self._status._replace(done=done, total=total)

    def counted(self, processors: int, nodes: int) -> None:
        self._now(self._status._replace(processors=processors, nodes=nodes))

    def one_more(self) -> None:
        self._now(self._status._replace(done=self._status.done + 1))

    def _now(self, status: Status) -> None:
        self._status = status
        if self._tell:
            self._tell(status)


class _Means(NamedTuple):
    """Who does the jobs."""

    workers: int | None
    cluster: str | None
    threads: int

    def do(self, jobs: Iterator[Job], watch: _Watch) -> Generator[Done]:
        if self.cluster is None:
            workers = self.workers or max(1, default_workers() // self.threads)
            return run_here(jobs, workers, on_count=watch.counted)
        from quincunx.cluster.remote import run_there

        return run_there(jobs, self.cluster, self.workers, self.threads, on_count=watch.counted)


def _run(
    jobs: Iterator[Job],
    means: _Means,
    journal: str | Path | None,
    about: dict[str, Any],
    watch: _Watch,
) -> Generator[Done]:
    with ExitStack() as stack:
        book = None
        if journal is not None:
            book = stack.enter_context(Journal(journal, about))
            known, todo = [], []
            for job in jobs:
                done = book.find(job)
                if done:
                    known.append(done)
                else:
                    todo.append(job)
            watch.known(len(known), len(known) + len(todo))
            yield from known
            if not todo:
                return
            jobs = iter(todo)
        for done in stack.enter_context(closing(means.do(jobs, watch))):
            if book:
                book.write(done)
            watch.one_more()
            yield done


def _each_once(jobs: Iterable[Job]) -> Iterator[Job]:
    seen = set()
    for job in jobs:
        if job.key in seen:
            raise ValueError(f"two jobs have the key {job.key!r}")
        seen.add(job.key)
        yield job


def check_cluster(cluster: str, *, threads: int = 1) -> None:
    """See that there is a cluster, and that all of its nodes can do our work, before it begins.

    :raises JobError: if that is not so; what :func:`run_jobs` would say as well.
    """
    from quincunx.cluster.remote import ask_there

    ask_there(cluster, threads)
