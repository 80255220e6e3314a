"""What a job is, and how one is done."""

from __future__ import annotations

import hashlib
import importlib
import json
import time
import traceback
from collections.abc import Callable
from typing import Any, NamedTuple

from quincunx.errors import JobError

__all__ = ["RETRIES", "Done", "Job", "digest", "do", "failure", "result_of"]

#: How often a job is tried again whose process was killed.
RETRIES = 3


class Job(NamedTuple):
    """A piece of work.

    ``key`` is unique in the run and the same in every run: ``"games/random/0007"``. ``call`` names
    a function of keyword arguments, ``"quincunx.study.jobs:play_games"``; these and what it returns
    are such as JSON has.
    """

    key: str
    call: str
    arguments: dict[str, Any]


class Done(NamedTuple):
    """A job that was done; ``where`` is the host that did it, or the node of the cluster."""

    key: str
    result: Any
    seconds: float
    where: str


def digest(job: Job) -> str:
    """By which a job is known again, beside its key: the same call with the same arguments."""
    text = json.dumps([job.call, job.arguments], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def do(call: str, arguments: dict[str, Any]) -> str:
    """Do a job in this process, and say in a line of JSON what came of it.

    The answer has ``result`` and ``seconds``; or ``error``, what went wrong in a line, and
    ``trace``. Ctrl-C and the like are not caught.
    """
    started = time.perf_counter()
    try:
        result = _function(call)(**arguments)
        return json.dumps({"result": result, "seconds": time.perf_counter() - started})
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        return json.dumps({"error": what, "trace": traceback.format_exc()})


def _function(call: str) -> Callable[..., Any]:
    module, _, name = call.partition(":")
    function = getattr(importlib.import_module(module), name, None)
    if not callable(function):
        raise LookupError(f"there is no function {call!r}")
    return function  # type: ignore[no-any-return]


def result_of(job: Job, answer: dict[str, Any], where: str) -> Done:
    """What came of a job.

    :raises JobError: if it failed.
    """
    if "error" in answer:
        raise JobError(job.key, answer["error"], answer.get("trace", ""))
    return Done(job.key, answer["result"], answer["seconds"], where)


def failure(job: Job, tries: int, how: str) -> JobError:
    """The error when the processes of a job have died again and again."""
    return JobError(job.key, f"{how}; it was tried {tries} times")
