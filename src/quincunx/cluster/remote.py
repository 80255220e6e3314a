"""The nodes of a Ray cluster, and what comes back from them."""

from __future__ import annotations

import functools
import json
import queue
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, NamedTuple

from quincunx.cluster import errand
from quincunx.cluster.jobs import RETRIES, Done, Job, failure, result_of
from quincunx.cluster.joining import join
from quincunx.cluster.sameness import sameness
from quincunx.cluster.signals import deaf_at_exit, hearing_ctrl_c
from quincunx.errors import JobError

__all__ = ["ask_there", "run_there"]

#: So many jobs are at the cluster for each that it can do at a time: one is done, one waits.
_AT_ONCE = 2

#: Seconds between two looks at Ctrl-C while nodes are asked, and at which nodes there are.
_LOOK = 0.2
_COUNT = 2.0

#: Seconds for jobs to end by themselves before they are cancelled, and for all of them to be gone.
_PATIENCE = 1.0
_LEAVE_SECONDS = 10.0


class _Event(NamedTuple):
    """Something came of a job."""

    reference: Any
    future: Future[tuple[str, str]]


class _Cluster:
    """The jobs that are at the cluster; closing it cancels them."""

    def __init__(self, address: str, workers: int | None, threads: int) -> None:
        self._ray: Any = join(address)
        deaf_at_exit()  # Ray's own farewell crashes if it is interrupted
        # By value, so that a node without quincunx can say so.
        self._ray.cloudpickle.register_pickle_by_value(errand)
        # We try again ourselves, as Ray would not say whose process had died.
        self._send = self._ray.remote(num_cpus=threads, max_retries=0)(errand.errand)
        self._wanted = sameness()
        self._most, self._threads = workers, threads
        self._running: dict[Any, Job] = {}
        self._again: deque[Job] = deque()
        self._deaths: Counter[str] = Counter()
        self._events: queue.SimpleQueue[_Event | None] = queue.SimpleQueue()
        self._interrupted = False
        self._counted = 0.0
        self.processors = self.nodes = self._places = 0

    def close(self) -> None:
        """Cancel what runs.

        Ray aborts this process if a job is cancelled in the few microseconds in which it ends: so
        short ones are left to end by themselves (github.com/ray-project/ray/pull/54738 has such a
        race). And it may miss a job that is being handed to a process, so it is asked again.
        """
        running = list(self._running)
        self._running.clear()
        end = time.monotonic() + _LEAVE_SECONDS
        while running and time.monotonic() < end:
            _, running = self._ray.wait(running, num_returns=len(running), timeout=_PATIENCE)
            for reference in running:
                with suppress(self._ray.exceptions.RayError):
                    self._ray.cancel(reference, force=True)

    def interrupt(self) -> None:
        self._interrupted = True
        self._events.put(None)

    def _alive(self) -> list[dict[str, Any]]:
        """The nodes that do jobs."""
        return [
            node
            for node in self._ray.nodes()
            if node["Alive"] and node["Resources"].get("CPU", 0) >= self._threads
        ]

    def _count(self) -> bool:
        """Count nodes and processors, if that was long ago; whether there are more or fewer."""
        now = time.monotonic()
        if self._counted and now < self._counted + _COUNT:
            return False
        self._counted = now
        before = self.processors, self.nodes
        alive = self._alive()
        processors = [int(node["Resources"]["CPU"]) for node in alive]
        self.processors = sum(processors)
        self._places = sum(each // self._threads for each in processors)
        self.nodes = len(alive)
        return before != (self.processors, self.nodes)

    def ask_all(self) -> None:
        """See that every node is fit, before any work begins.

        :raises JobError: if one is not, or there is none.
        """
        self._count()
        if not self.processors:
            needed = f"{self._threads} processor{'' if self._threads == 1 else 's'}"
            raise JobError("", f"no node of the Ray cluster has {needed} for our work")
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        asked = []
        for node in self._alive():
            there = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            ask = self._send.options(num_cpus=0, scheduling_strategy=there)
            asked.append(ask.remote(None, {}, self._wanted))
        while asked:
            self._look_at_ctrl_c()
            ready, asked = self._ray.wait(asked, num_returns=len(asked), timeout=_LOOK)
            for reference in ready:
                # A node that dies now will have no work to do.
                with suppress(*self._accidents()):
                    self._heard(*self._ray.get(reference))

    def _accidents(self) -> tuple[type[Exception], ...]:
        """What happens to jobs, and is no fault in them."""
        known = self._ray.exceptions
        return (
            known.NodeDiedError,
            known.ObjectLostError,
            known.OutOfMemoryError,
            known.TaskUnschedulableError,
            known.WorkerCrashedError,
        )

    def _heard(self, where: str, line: str) -> dict[str, Any]:
        """An answer.

        :raises JobError: if the node is not fit.
        """
        answer: dict[str, Any] = json.loads(line)
        if "unfit" in answer:
            raise JobError(
                "", f"node {where}: {answer['unfit']}; install the same quincunx on every node"
            )
        return answer

    def _look_at_ctrl_c(self) -> None:
        if self._interrupted:
            raise KeyboardInterrupt

    def run(self, jobs: Iterator[Job], on_count: Callable[[int, int], None]) -> Iterator[Done]:
        self._fill(jobs)
        on_count(self.processors, self.nodes)
        while self._running:
            with suppress(queue.Empty):
                event = self._events.get(timeout=_COUNT)
                self._look_at_ctrl_c()
                assert event
                done = self._result(event)
                # The next job begins before the result is looked at, however long that takes.
                self._fill(jobs)
                if done:
                    yield done
            if self._count():
                on_count(self.processors, self.nodes)
                self._fill(jobs)

    def _fill(self, jobs: Iterator[Job]) -> None:
        """Send jobs, as many as there is room for; first those that have had an accident."""
        room = self._most or _AT_ONCE * max(1, self._places)
        while len(self._running) < room:
            job = self._again.popleft() if self._again else next(jobs, None)
            if job is None:
                return
            reference = self._send.remote(job.call, job.arguments, self._wanted)
            self._running[reference] = job
            # To be told costs the same however many jobs are there; to ask for all does not.
            tell = functools.partial(self._tell, reference)
            reference.future().add_done_callback(tell)

    def _tell(self, reference: Any, future: Future[tuple[str, str]]) -> None:
        """Ray says, in a thread of its own, that something came of a job."""
        self._events.put(_Event(reference, future))

    def _result(self, event: _Event) -> Done | None:
        """What came of a job; nothing, if its process or its node has died."""
        job = self._running.pop(event.reference)
        try:
            where, line = event.future.result()
        except self._accidents() as error:
            self._deaths[job.key] += 1
            if self._deaths[job.key] > RETRIES:
                how = f"its process died on the cluster ({type(error).__name__})"
                raise failure(job, self._deaths[job.key], how) from None
            self._again.append(job)
            return None
        except self._ray.exceptions.RayError as error:
            reason = str(error).strip().rpartition("\n")[2]
            raise JobError(job.key, f"the cluster could not do it: {reason}", str(error)) from None
        return result_of(job, self._heard(where, line), where)


def run_there(
    jobs: Iterator[Job],
    address: str,
    workers: int | None = None,
    threads: int = 1,
    *,
    on_count: Callable[[int, int], None],
) -> Generator[Done]:
    """Do jobs on the nodes of a cluster, several at a time (see :func:`run_jobs`).

    :param workers: how many jobs are there at a time; by default twice as many as can be done.
    :param threads: how many processors a job needs, all of one node.
    :param on_count: is told how many processors and nodes there are, whenever that changes.
    """
    cluster = _Cluster(address, workers, threads)
    try:
        with hearing_ctrl_c(cluster.interrupt):
            cluster.ask_all()
            yield from cluster.run(jobs, on_count)
    finally:
        cluster.close()


def ask_there(address: str, threads: int) -> None:
    """See that a cluster can do our work (see :func:`check_cluster`)."""
    cluster = _Cluster(address, None, threads)
    with hearing_ctrl_c(cluster.interrupt):
        cluster.ask_all()
