"""The journal of a run: JSON lines, what it is about first, then each job that is done.

Each line ends with a sum of what stands before it.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, BinaryIO

import quincunx
from quincunx.cluster.jobs import Done, Job, digest
from quincunx.errors import RecordError
from quincunx.files import followed, lock, require_regular

__all__ = ["Journal"]

_FORMAT = "quincunx jobs 2"


class Journal:
    """A file that remembers which jobs are done, and their results; every line is there at once.

    A line that was being written when the run was killed is cut off. Use it in a ``with`` block,
    during which it is nobody else's.

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
        :raises OSError: if it cannot be read or written, or another process uses it.
        """
        require_regular(followed(self.path))
        self._file = self.path.open("a+b")
        try:
            lock(self._file, self.path)
            self._begin(self._file)
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        if self._file:
            self._file.close()

    def _begin(self, file: BinaryIO) -> None:
        file.seek(0)
        data = file.read()
        # What stands behind the last line feed is a line that was being written.
        *lines, torn = data.split(b"\n")
        if not lines and not _BEGINS.startswith(torn[: len(_BEGINS)]):
            raise RecordError(f"{self.path} is not a journal of jobs", 1)
        for number, line in enumerate(lines, 1):
            self._read(number, line)
        file.truncate(len(data) - len(torn))
        if not lines:
            version = quincunx.__version__
            self._write({"format": _FORMAT, "version": version, "about": self._about})

    def _read(self, number: int, line: bytes) -> None:
        if number == 1 and not line.startswith(_BEGINS):
            if line.startswith(_BEGAN):
                raise RecordError(f"{self.path} is a journal in a form of another version", 1)
            raise RecordError(f"{self.path} is not a journal of jobs", 1)
        text, _, _ = line.rpartition(_SUM)
        if line != _summed(text):
            raise RecordError(
                f"{self.path} is damaged: the line does not agree with its sum", number
            )
        try:
            entry = json.loads(line)
            if number == 1:
                self._compare(entry["version"], entry["about"])
            else:
                self._known[entry["key"]] = entry
                _ = entry["digest"], entry["result"], entry["seconds"], entry["where"]
        except (KeyError, TypeError, json.JSONDecodeError, UnicodeDecodeError):
            raise RecordError(f"{self.path} is damaged: the line makes no sense", number) from None

    def _compare(self, version: str, about: dict[str, Any]) -> None:
        """Refuse what would not go together with the results that are there."""
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
        text = json.dumps(line, ensure_ascii=False).encode("utf-8", "surrogatepass")
        self._file.write(_summed(text[:-1]) + b"\n")
        self._file.flush()


_MISSING = object()

#: A header that was cut off begins so, and may be written anew; anything else is somebody's file.
_BEGINS = f'{{"format": "{_FORMAT}"'.encode()

#: And so did those of other versions.
_BEGAN = b'{"format": "quincunx jobs '

_SUM = b', "sum": "'


def _summed(text: bytes) -> bytes:
    """A JSON object that is still open, closed with its sum."""
    return text + _SUM + hashlib.sha256(text).hexdigest()[:16].encode() + b'"}'


def _shown(about: dict[str, Any], name: str) -> str:
    return json.dumps(about[name], ensure_ascii=False) if name in about else "not given"
