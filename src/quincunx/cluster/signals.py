"""Ctrl-C, heard at a time of our own choosing."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["hearing_ctrl_c"]


@contextmanager
def hearing_ctrl_c(note: Callable[[], object]) -> Iterator[None]:
    """Call a function on Ctrl-C, in place of the KeyboardInterrupt that could come anywhere.

    Only the main thread may do that, and whoever has a handler of their own keeps it.
    """
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, lambda *_: note())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
