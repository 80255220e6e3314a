"""Starts a program that gets no more than its share, and ends when its parent does.

``python leash.py PARENT MEGABYTES PROGRAM ARGUMENT …`` becomes that program. A script of its own
and not a ``preexec_fn``, which may lock up where there are threads. It imports nothing of ours, so
that it takes no time.
"""

import os
import signal
import sys

#: How much an engine gives way to the server, which is what people notice.
_NICE = 5

#: Of Linux's prctl: the signal to get when the parent dies.
_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Become the program."""
    parent, megabytes, *command = sys.argv[1:]
    _limit_memory(int(megabytes) << 20)
    os.nice(_NICE)
    if sys.platform == "linux":
        _die_with(int(parent))
    # Ctrl-C is meant for the server, which ends its engines by itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


def _limit_memory(size: int) -> None:
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY or size < most:
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _die_with(parent: int) -> None:
    """Be killed when the parent is, which cannot say goodbye then."""
    import ctypes

    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before
        sys.exit()


if __name__ == "__main__":
    main()
