"""Talking to ``quincunx engine`` as other programs do: a process of its own, and two pipes."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from typing import Any, Self

#: Nothing takes as long as this, unless it hangs.
PATIENCE = 60.0


class Talk:
    """A running engine. Leaving the ``with`` block wants it to end with exit code 0."""

    def __init__(self, *words: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "quincunx", "engine", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line.decode().rstrip("\n"))
        self._lines.put(None)

    def send(self, *lines: str | bytes) -> None:
        """Write lines."""
        assert self._process.stdin
        for line in lines:
            self._process.stdin.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self._process.stdin.flush()

    def line(self) -> str:
        """The next line that the engine writes."""
        line = self._lines.get(timeout=PATIENCE)
        assert line is not None, "the engine has ended"
        return line

    def until(self, *begun: str) -> list[str]:
        """Lines up to one that begins with one of these texts, that one included."""
        lines = [self.line()]
        while not lines[-1].startswith(begun):
            lines.append(self.line())
        return lines

    def ask(self, line: str, *begun: str) -> str:
        """Send a line, and return the first one that begins so."""
        self.send(line)
        return self.until(*begun)[-1]

    def end(self) -> list[str]:
        """Close the input, wait for the end, and return the lines that had not been read."""
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._process.stdin.close()
        try:
            code = self._process.wait(PATIENCE)
        finally:
            self._process.kill()
            self._reader.join()
        errors = self._process.stderr.read().decode()
        self._process.stdout.close()
        self._process.stderr.close()
        assert (code, errors) == (0, "")
        rest = []
        while (line := self._lines.get_nowait()) is not None:
            rest.append(line)
        self._lines.put(None)
        return rest

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is not None:
            self._process.kill()
        if self._process.returncode is None:
            try:
                self.end()
            except AssertionError:
                if kind is None:
                    raise


class UgiTalk(Talk):
    def __init__(self, *words: str) -> None:
        super().__init__("ugi", *words)

    def errors(self, *lines: str | bytes) -> list[str]:
        """The errors that some lines lead to."""
        self.send(*lines, "isready")
        said = self.until("readyok")[:-1]
        return [line.removeprefix("info string error: ") for line in said]

    def best(self, go: str) -> tuple[str, list[str]]:
        """The answer to a `go`: its move, and the lines before."""
        self.send(go)
        *before, last = self.until("bestmove")
        return last.removeprefix("bestmove "), before


class JsonTalk(Talk):
    def __init__(self, *words: str) -> None:
        super().__init__("json", *words)

    def tell(self, **fields: Any) -> None:
        """Send a query or an action."""
        self.send(json.dumps(fields))

    def hear(self) -> dict[str, Any]:
        """The next answer."""
        answer: dict[str, Any] = json.loads(self.line())
        return answer

    def query(self, **fields: Any) -> dict[str, Any]:
        """Send, and return the next answer."""
        self.tell(**fields)
        return self.hear()

    def last(self) -> list[dict[str, Any]]:
        """End, and return the answers that had not been heard."""
        return [json.loads(line) for line in self.end()]


class HtpTalk(Talk):
    def __init__(self, *words: str) -> None:
        super().__init__("htp", *words)

    def answer(self) -> str:
        """The next answer, with its sign and without the empty line at its end."""
        lines = [self.line()]
        assert lines[0][:1] in ("=", "?")
        while line := self.line():
            lines.append(line)
        return "\n".join(lines)

    def do(self, *commands: str) -> str:
        """Send commands that must succeed, and return what the last one gave."""
        said = ""
        for command in commands:
            self.send(command)
            said = self.answer()
            assert said.startswith("= "), f"{command}: {said}"
        return said[2:]

    def refusal(self, command: str) -> str:
        """Send a command that must fail, and return the reason."""
        self.send(command)
        said = self.answer()
        assert said.startswith("? "), f"{command}: {said}"
        return said[2:]
