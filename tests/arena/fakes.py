"""Players for tests that are programs of their own."""

import shlex
import sys
from pathlib import Path

_PROGRAM = Path(__file__).with_name("fake_program.py")


def fake(protocol: str, behaviour: str = "good", after: int = 0, log: Path | str = "") -> str:
    """The spec of a fake program (see fake_program.py)."""
    words = [sys.executable, str(_PROGRAM), protocol, behaviour, str(after), str(log)]
    return f"{protocol}:{shlex.join(words)}"
