"""Pressing Ctrl-C on a command that runs in a process of its own, without a terminal."""

import signal
import subprocess
import sys
import time

READY = "ready\n"

START = """
import sys
from quincunx.cli import main
print("ready", flush=True)
main(sys.argv[1:], prog_name="quincunx")
"""


def interrupted(*words: str, seconds: float = 0.8) -> subprocess.CompletedProcess[str]:
    """Run a command for a while, then interrupt it; what it printed and how it ended."""
    with subprocess.Popen(
        [sys.executable, "-c", START, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            assert running.stdout is not None
            assert running.stdout.readline() == READY
            time.sleep(seconds)
            assert running.poll() is None, "it ended before it could be interrupted"
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=60)
        finally:
            running.kill()
    return subprocess.CompletedProcess(running.args, running.returncode, out, err)
