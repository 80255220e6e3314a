"""Running the command: in this process, in a new one, and on a terminal of its own."""

import os
import subprocess
import sys
import time

from click.testing import CliRunner, Result

from quincunx.cli import main


def invoke(*words: str, typed: str = "", **environment: str) -> Result:
    """Run the command in this process. A bug in it fails the test with its traceback."""
    settings: dict[str, str | None] = {"NO_COLOR": None, "FORCE_COLOR": None, **environment}
    runner = CliRunner()
    return runner.invoke(
        main, words, input=typed, env=settings, prog_name="quincunx", catch_exceptions=False
    )


def output(*words: str, typed: str = "", **environment: str) -> str:
    """What a command printed that has to succeed and to have nothing to complain about."""
    done = invoke(*words, typed=typed, **environment)
    assert done.exit_code == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def refusal(*words: str) -> str:
    """What a command says that must refuse what it was told: one line on stderr, exit code 2."""
    done = invoke(*words)
    assert done.exit_code == 2 and done.stdout == ""
    assert done.stderr.startswith("quincunx") and done.stderr.count("\n") == 1
    return done.stderr


def process(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command as its users do, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "quincunx", *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


class Terminal:
    """The command on a terminal of its own, with prompts, line editing and Ctrl-C."""

    SPAWN = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"

    def __init__(self, *words: str, term: str = "dumb", columns: int = 80) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", self.SPAWN, sys.executable, "-m", "quincunx", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"TERM": term, "COLUMNS": str(columns)},
        )
        assert self._process.stdout
        os.set_blocking(self._process.stdout.fileno(), False)
        self.seen = ""

    def wait_for(self, text: str, seconds: float = 60) -> None:
        """Read on until the terminal shows a text; forget what came up to its end."""
        assert self._process.stdout
        deadline = time.monotonic() + seconds
        while text not in self.seen:
            assert time.monotonic() < deadline, f"no {text!r} in {self.seen!r}"
            self.seen += (self._process.stdout.read() or b"").decode(errors="replace")
            time.sleep(0.02)
        self.seen = self.seen.partition(text)[2]

    def type(self, text: str) -> None:
        """Press keys."""
        assert self._process.stdin
        self._process.stdin.write(text.encode())
        self._process.stdin.flush()

    def close(self) -> int:
        """Wait for the end, and return the exit code."""
        assert self._process.stdin and self._process.stdout
        code = self._process.wait(timeout=60)
        self.seen += (self._process.stdout.read() or b"").decode(errors="replace")
        self._process.stdout.close()
        self._process.stdin.close()
        return code
