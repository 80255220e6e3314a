"""Pressing Ctrl-C on a command that runs in a process of its own, without a terminal."""

from tests.interrupts import Interrupted
from tests.interrupts import interrupted as interrupted_code

START = """
import sys
from quincunx.cli import main
print("ready", flush=True)
main(sys.argv[1:], prog_name="quincunx")
"""


def interrupted(*words: str) -> Interrupted:
    """Run a command for a while, then interrupt it; what it printed and how it ended."""
    return interrupted_code(START, *words, after=0.8)
