"""What must be the same on every machine for the same seeds to give the same results."""

from __future__ import annotations

import functools
import hashlib
import sys
from pathlib import Path

import quincunx
from quincunx._native import core

__all__ = ["Sameness", "differences", "sameness"]

#: What it is, by name: ``{"quincunx": "0.1.0", "Python": "3.11", …}``.
Sameness = dict[str, str]


@functools.cache
def _sources() -> str:
    """A fingerprint of the package: its Python files and data, and the sources of the core.

    Not of the compiled core: machines differ in their processors, and all builds of the same
    sources give the same results.
    """
    package = Path(quincunx.__file__).parent
    found = hashlib.sha256(core.fingerprint().encode())
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.json")]):
        name = path.relative_to(package).as_posix()
        if "static/" in name:
            continue  # what pages are made of, which only some machines build
        found.update(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()[:12]


def sameness() -> Sameness:
    """What this machine has."""
    return {
        "quincunx": quincunx.__version__,
        "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "files of quincunx": _sources(),
    }


def differences(here: Sameness, there: Sameness) -> str:
    """What differs, in words; nothing, if all is the same.

    >>> differences({"Python": "3.11", "quincunx": "1.0"}, {"Python": "3.12", "quincunx": "1.0"})
    'Python 3.12 there, 3.11 here'
    """
    return "; ".join(
        f"{name} {there.get(name, 'unknown')} there, {here[name]} here"
        for name in here
        if there.get(name) != here[name]
    )
