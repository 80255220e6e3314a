"""Pressing Ctrl-C on Python code that runs in a process of its own, without a terminal."""

import signal
import subprocess
import sys
import time
from typing import NamedTuple


class Interrupted(NamedTuple):
    """What a process did that was interrupted; ``seconds`` from Ctrl-C to its end."""

    returncode: int
    stdout: str
    stderr: str
    seconds: float


def interrupted(code: str, *words: str, after: float, patience: float = 60) -> Interrupted:
    """Run code, and interrupt it some time after it has printed ``ready``."""
    with subprocess.Popen(
        [sys.executable, "-c", code, *words],
        bufsize=0,  # or what is read beyond the first line would be lost to communicate()
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        try:
            assert running.stdout is not None
            assert running.stdout.readline() == b"ready\n"
            time.sleep(after)
            assert running.poll() is None, "it ended before it could be interrupted"
            began = time.perf_counter()
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=patience)
            seconds = time.perf_counter() - began
        finally:
            running.kill()
    return Interrupted(running.returncode, out.decode(), err.decode(), seconds)
