"""Running jobs: here or on a cluster, with or without a journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from quincunx.cluster.jobs import Done, Job
from quincunx.cluster.journal import Journal
from quincunx.cluster.local import run_here

__all__ = ["run_jobs"]


def run_jobs(
    jobs: Iterable[Job],
    *,
    workers: int | None = None,
    cluster: str | None = None,
    journal: str | Path | None = None,
    about: dict[str, Any] | None = None,
) -> Iterator[Done]:
    """Do all jobs and give each result when it is there, in whatever order they come.

    >>> [done.result for done in run_jobs([Job("a", "json:loads", {"s": "[1, 2]"})])]
    [[1, 2]]

    A job whose process is killed is done again. Ctrl-C is heard between two results, so that a job
    is either done and in the journal, or neither. To stop earlier, close the iterator.

    :param jobs: are taken from there when there is room for them; with a journal, all at once.
    :param workers: how many processes; by default one for each core. A cluster has as many as it
        has processors.
    :param cluster: the address of a Ray cluster, or ``"auto"``; this machine alone, if left out.
    :param journal: a file of the jobs that are done. If it is there, its results come first, and
        only what is missing is done.
    :param about: what the journal says of the work as a whole. A journal of other work is refused.
    :raises JobError: if a job fails; it has the job's key.
    :raises ValueError: if the journal is about something else, or two jobs have the same key.
    :raises RecordError: if the journal cannot be read.
    :raises KeyboardInterrupt: on Ctrl-C.
    """
    if workers is not None and workers < 1:
        raise ValueError(f"workers must be 1 or more, not {workers}")
    if cluster is not None:
        raise ValueError("work cannot be shared with a cluster yet")
    return _run(_each_once(jobs), workers, cluster, journal, about or {})


def _run(
    jobs: Iterator[Job],
    workers: int | None,
    cluster: str | None,
    journal: str | Path | None,
    about: dict[str, Any],
) -> Iterator[Done]:
    with ExitStack() as stack:
        book = None
        if journal is not None:
            book = stack.enter_context(Journal(journal, about))
            todo = []
            for job in jobs:
                if known := book.find(job):
                    yield known
                else:
                    todo.append(job)
            jobs = iter(todo)
        for done in run_here(jobs, workers):
            if book:
                book.write(done)
            yield done


def _each_once(jobs: Iterable[Job]) -> Iterator[Job]:
    seen = set()
    for job in jobs:
        if job.key in seen:
            raise ValueError(f"two jobs have the key {job.key!r}")
        seen.add(job.key)
        yield job
