"""Doing a study: its jobs, with a journal in its folder, and then the report."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from quincunx.cluster import check_cluster, run_jobs
from quincunx.errors import RecordError
from quincunx.files import replacing
from quincunx.study.figures import figures
from quincunx.study.plan import Task, tasks
from quincunx.study.progress import Progress
from quincunx.study.settings import Settings

__all__ = ["JOURNAL", "PAGE", "REPORT", "Study", "settings_in"]

JOURNAL, REPORT, PAGE = "journal.jsonl", "report.json", "report.html"


class Study:
    """A study in a folder: ``journal.jsonl`` while it is made, ``report.html`` and ``report.json``.

    >>> from quincunx import find_game
    >>> from tempfile import TemporaryDirectory
    >>> settings = Settings(
    ...     game=find_game("hadron"), size=3, games=4, playouts=20, random_games=100
    ... )
    >>> with TemporaryDirectory() as folder:
    ...     report = Study(settings, folder).run(workers=1)
    ...     sorted(path.name for path in Path(folder).iterdir())
    ['journal.jsonl', 'report.html', 'report.json']
    >>> report["game"]["name"], report["engine"]["games"]
    ('Hadron', 4)

    :param folder: is made if it is not there.
    """

    def __init__(self, settings: Settings, folder: str | Path) -> None:
        self.settings = settings
        self.folder = Path(folder)

    @property
    def page(self) -> Path:
        """Where the report for people is."""
        return self.folder / PAGE

    @property
    def report(self) -> Path:
        """Where the report for programs is."""
        return self.folder / REPORT

    def run(
        self,
        *,
        workers: int | None = None,
        cluster: str | None = None,
        tick: Callable[[Progress], None] | None = None,
    ) -> dict[str, Any]:
        """Do what has not been done yet, write the report, and return its numbers.

        Whatever the number of workers and wherever they are, the report is the same byte for byte.
        A study that was stopped goes on where it was.

        :param workers, cluster: as for :func:`quincunx.cluster.run_jobs`.
        :param tick: is told how far the study is, after each job.
        :raises ValueError: if the folder has a study with other settings; the message says which.
        :raises JobError: if a job fails; or if there is no such cluster, or it cannot work.
        :raises RecordError: if the journal cannot be read, or a report is there without one.
        :raises OSError: if a file cannot be written.
        :raises KeyboardInterrupt: on Ctrl-C.
        """
        from quincunx.study.page import page  # with the drawings, which nothing else here needs

        self._require_same()
        if cluster is not None:
            check_cluster(cluster)
        self.folder.mkdir(parents=True, exist_ok=True)
        todo = tasks(self.settings)
        results = dict(self._results(todo, workers, cluster, tick))
        # What was just computed looks as it does when it is read again.
        report: dict[str, Any] = json.loads(json.dumps(figures(self.settings, results)))
        _write(self.report, f"{json.dumps(report, indent=1, ensure_ascii=False)}\n")
        _write(self.page, page(self.settings, report))
        return report

    def _results(
        self,
        todo: list[Task],
        workers: int | None,
        cluster: str | None,
        tick: Callable[[Progress], None] | None,
    ) -> Iterator[tuple[str, Any]]:
        progress = Progress(todo)
        jobs = run_jobs(
            [task.job for task in todo],
            workers=workers,
            cluster=cluster,
            journal=self.folder / JOURNAL,
            about=self.settings.about(),
            on_status=progress.note,
        )
        with closing(jobs):
            for done in jobs:
                progress.add(done)
                if tick:
                    tick(progress)
                yield done.key, done.result

    def _require_same(self) -> None:
        """Refuse to mix two studies."""
        there = settings_in(self.folder)
        if there is None or there == self.settings:
            return
        theirs, ours = (
            {name: "not given" if value is None else value for name, value in each.about().items()}
            for each in (there, self.settings)
        )
        differences = [
            f"{name} {theirs[name]} there, {ours[name]} here"
            for name in ours
            if theirs[name] != ours[name]
        ]
        raise ValueError(f"{self.folder} holds another study ({'; '.join(differences)})")


def settings_in(folder: str | Path) -> Settings | None:
    """The settings of the study that a folder holds; ``None`` if it holds none.

    :raises RecordError: if it holds a journal of something else, or a report without a journal,
        which would be overwritten.
    """
    path = Path(folder) / JOURNAL
    line = b""
    if path.exists():
        with path.open("rb") as file:
            line = file.readline()
    if not line.endswith(b"\n"):  # at most it was stopped before it had begun
        for name in (REPORT, PAGE):
            if os.path.lexists(path.with_name(name)):
                raise RecordError(
                    f"{path.with_name(name)} would be overwritten, and there is no journal of its"
                    " study"
                )
        return None
    try:
        return Settings.of(json.loads(line)["about"])
    except (ValueError, KeyError, TypeError):
        raise RecordError(f"{path} is not the journal of a study", 1) from None


def _write(path: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    with replacing(path) as new:
        new.write_text(text, encoding="utf-8")
