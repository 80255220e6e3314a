"""Files that are written whole or not at all, and files that one process at a time may use."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["followed", "lock", "replacing", "require_regular"]


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """Where to write what takes a file's place if the block ends well. If not, the old one stays.

    :raises OSError: if there is something else than a file, such as a folder or a pipe.
    """
    path = followed(path)
    require_regular(path)
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        yield new
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def followed(path: str | Path) -> Path:
    """The path, or what it points to: what replaces a file must not stand where a link was."""
    return Path(os.path.realpath(path)) if os.path.islink(path) else Path(path)


def require_regular(path: Path) -> None:
    """Raise OSError if there is a folder, a device, a pipe or a link to nowhere."""
    if os.path.lexists(path) and not path.is_file():
        raise OSError(errno.EINVAL, "this is no regular file", str(path))


def lock(file: BinaryIO, path: Path) -> None:
    """Keep others from a file for as long as it is open here, and no longer if this is killed.

    Where the system has no such locks, nobody is kept from anything.

    :param path: as which the error names it.
    :raises BlockingIOError: if another process uses it.
    """
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise BlockingIOError(error.errno, "another process uses it", str(path)) from None
    except OSError:  # a file system without locks
        return
