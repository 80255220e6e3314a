"""How far a study is, and how long the rest will take."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from quincunx.cluster import Done, Status
from quincunx.study.plan import PHASES, Task, phase_of

__all__ = ["Progress"]


class Progress:
    """Counts what is done in each part of the work, and says how long the rest may take.

    How long a simulation takes differs between the parts, so each goes by its own jobs once some of
    them are done here; before, by all jobs together. Jobs that the journal had count as done, but
    say nothing of how fast this run is.
    """

    def __init__(self, tasks: Sequence[Task], clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began: float | None = None
        self._work = {task.job.key: task.work for task in tasks}
        #: Jobs of each part, and how many of them are done.
        self.total = Counter(phase_of(key) for key in self._work)
        self.done: Counter[str] = Counter()
        #: Who works, in words; empty before the first job.
        self.where = ""
        self._left: defaultdict[str, float] = defaultdict(float)
        for key, work in self._work.items():
            self._left[phase_of(key)] += work
        self._did: defaultdict[str, float] = defaultdict(float)
        self._took: defaultdict[str, float] = defaultdict(float)
        self._before = self._clock()

    def note(self, status: Status) -> None:
        """Who works has changed, or something is done."""
        self.where = status.where

    def add(self, done: Done) -> None:
        """A job is done. What comes at once, without having taken its time, was in the journal."""
        phase, now = phase_of(done.key), self._clock()
        self.done[phase] += 1
        self._left[phase] -= self._work[done.key]
        if self._began is None and now - self._before >= done.seconds:
            self._began = self._before
        if self._began is not None:
            self._did[phase] += self._work[done.key]
            self._took[phase] += done.seconds
        self._before = now

    @property
    def phase(self) -> str:
        """The part that is being worked on, in words."""
        for name, words in PHASES.items():
            if self.done[name] < self.total[name]:
                return words
        return "report"

    def parts(self) -> list[tuple[str, int, int]]:
        """Each part in words, and how many of its jobs are done, and of how many."""
        return [(words, self.done[name], self.total[name]) for name, words in PHASES.items()]

    def seconds_left(self) -> float | None:
        """How long the rest may take; ``None`` before anything was done here."""
        did, took = sum(self._did.values()), sum(self._took.values())
        if not did or self._began is None:
            return None
        at_once = max(0.1, took / max(1e-3, self._clock() - self._began))
        rest = 0.0
        for phase, work in self._left.items():
            own = self._did[phase]
            rest += work * (self._took[phase] / own if own else took / did)
        return rest / at_once
