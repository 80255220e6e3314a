"""A process that does jobs, one after the other.

    python -m quincunx.cluster.worker

It reads lines of JSON, ``{"call": …, "arguments": …}``, and answers each with a line (see
``jobs.do``). When its input ends, whoever started it is gone or has had enough, and it ends at once
with all that it has started.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from contextlib import suppress

from quincunx.cluster.jobs import do

__all__: list[str] = []


def _read(lines: queue.SimpleQueue[bytes]) -> None:
    """Queue what comes in. The end of the input ends this process and what it has started."""
    for line in sys.stdin.buffer:
        lines.put(line)
    os.killpg(0, signal.SIGKILL)


def main() -> None:
    """Do jobs until there are no more."""
    # Whatever prints something must not garble the protocol.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    # A group of its own, if it does not lead one already, to be ended with all it has started.
    with suppress(OSError):
        os.setpgid(0, 0)
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    while True:
        job = json.loads(lines.get())
        output.write(do(job["call"], job["arguments"]).encode() + b"\n")
        output.flush()


if __name__ == "__main__":
    main()
