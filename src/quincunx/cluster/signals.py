"""Ctrl-C, heard at a time of our own choosing."""

from __future__ import annotations

import atexit
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["deaf_at_exit", "hearing_ctrl_c"]


@contextmanager
def hearing_ctrl_c(note: Callable[[], object]) -> Iterator[None]:
    """Call a function on Ctrl-C, in place of the KeyboardInterrupt that could come anywhere.

    Only the main thread may do that, and whoever has a handler of their own keeps it. If the block
    ends as if nothing had been, the KeyboardInterrupt comes then.
    """
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = False

    def hear(*_: object) -> None:
        nonlocal heard
        heard = True
        note()

    signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if heard:
        raise KeyboardInterrupt


def deaf_at_exit() -> None:
    """Ignore Ctrl-C once the process ends.

    Who is called then and cannot bear to be interrupted must have been registered before.
    """
    atexit.unregister(_ignore_ctrl_c)
    atexit.register(_ignore_ctrl_c)


def _ignore_ctrl_c() -> None:
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
