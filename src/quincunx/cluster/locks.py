"""Files that one process at a time may use."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

__all__ = ["lock"]


def lock(file: BinaryIO, path: Path) -> None:
    """Keep others from a file for as long as it is open here, and no longer if this is killed.

    Where the system has no such locks, nobody is kept from anything.

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
