"""The journal of a run: JSON lines, what it is about first, then each job that is done."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, BinaryIO

import quincunx
from quincunx.cluster.jobs import Done, Job, digest
from quincunx.errors import RecordError

__all__ = ["Journal"]

_FORMAT = "quincunx jobs 1"


class Journal:
    """A file that remembers which jobs are done, and their results; every line is there at once.

    A line that was being written when the run was killed is cut off. Use it in a ``with`` block.

    :param about: must be what the file says, if it is there already.
    """

    def __init__(self, path: str | Path, about: dict[str, Any]) -> None:
        self.path = Path(path)
        # As it comes back from JSON, for comparing: tuples are lists there.
        self._about: dict[str, Any] = json.loads(json.dumps(about))
        self._known: dict[str, dict[str, Any]] = {}
        self._digests: dict[str, str] = {}
        self._file: BinaryIO | None = None

    def __enter__(self) -> Journal:
        """Read what is there, and make ready to write behind it.

        :raises RecordError: if it is no journal, or damaged.
        :raises ValueError: if it is about something else.
        :raises OSError: if it cannot be read or written.
        """
        data = self.path.read_bytes() if self.path.exists() else b""
        whole = data.rfind(b"\n") + 1
        lines = data[:whole].splitlines()
        if data and not lines and not _FORMAT_BEGINS.startswith(data[: len(_FORMAT_BEGINS)]):
            raise RecordError(f"{self.path} is not a journal of jobs", 1)
        for number, line in enumerate(lines, 1):
            self._read(number, line)
        self._file = self.path.open("r+b" if self.path.exists() else "xb")
        self._file.truncate(whole)
        self._file.seek(whole)
        if not lines:
            version = quincunx.__version__
            self._write({"format": _FORMAT, "version": version, "about": self._about})
        return self

    def __exit__(self, *error: object) -> None:
        if self._file:
            self._file.close()

    def _read(self, number: int, line: bytes) -> None:
        try:
            entry = json.loads(line)
            if number == 1:
                self._compare(entry["format"], entry["version"], entry["about"])
            else:
                self._known[entry["key"]] = entry
                _ = entry["digest"], entry["result"], entry["seconds"], entry["where"]
        except RecordError:
            raise
        except (KeyError, TypeError, json.JSONDecodeError, UnicodeDecodeError):
            what = "is not a journal of jobs" if number == 1 else "is damaged"
            raise RecordError(f"{self.path} {what}", number) from None

    def _compare(self, format: str, version: str, about: dict[str, Any]) -> None:
        """Refuse what would not go together with the results that are there."""
        if format != _FORMAT:
            raise RecordError(f"{self.path} is not a journal of jobs, but {format!r}", 1)
        differences = [
            f"{name} {_shown(about, name)} there, {_shown(self._about, name)} here"
            for name in sorted({*about, *self._about})
            if about.get(name, _MISSING) != self._about.get(name, _MISSING)
        ]
        if version != quincunx.__version__:
            differences.append(f"quincunx {version} there, {quincunx.__version__} here")
        if differences:
            raise ValueError(
                f"{self.path} is the journal of other work ({'; '.join(differences)}): go on in the"
                " same way, or name another file"
            )

    def find(self, job: Job) -> Done | None:
        """A job's result, if the journal has it. Each job must be asked for before it is written.

        :raises ValueError: if the job of this key was another one.
        """
        self._digests[job.key] = digest(job)
        entry = self._known.get(job.key)
        if entry is None:
            return None
        if entry["digest"] != self._digests[job.key]:
            raise ValueError(
                f"{self.path} has a job {job.key!r} that was another one (its call or its arguments"
                " differ): name another file"
            )
        return Done(job.key, entry["result"], entry["seconds"], entry["where"])

    def write(self, done: Done) -> None:
        """Note a job that is done."""
        self._write(
            {
                "key": done.key,
                "digest": self._digests[done.key],
                "seconds": round(done.seconds, 6),
                "where": done.where,
                "result": done.result,
            }
        )

    def _write(self, line: dict[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(line, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        self._file.write(b"\n")
        self._file.flush()


_MISSING = object()

#: A header that was cut off begins so, and may be written anew; anything else is somebody's file.
_FORMAT_BEGINS = f'{{"format": "{_FORMAT}"'.encode()


def _shown(about: dict[str, Any], name: str) -> str:
    return json.dumps(about[name], ensure_ascii=False) if name in about else "not given"
