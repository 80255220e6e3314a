"""Lines in and lines out, whatever comes through the pipe."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import BinaryIO, NamedTuple

from quincunx import EngineError

#: The longest line that is read; what is longer is refused as a whole.
MAX_LINE = 1 << 20


class BadLine(NamedTuple):
    """Stands where a line was that cannot be read as text."""

    reason: str


def read_lines(stream: BinaryIO, *, errors: str = "strict") -> Iterator[str | BadLine]:
    """The lines of a stream up to its end, without their line breaks.

    :param errors: what to do about bytes that are not UTF-8: ``"strict"`` gives a BadLine,
        ``"replace"`` puts a sign in their place.
    """
    while line := stream.readline(MAX_LINE + 1):
        if len(line) > MAX_LINE and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = stream.readline(MAX_LINE)
            yield BadLine(f"a line of more than {MAX_LINE} bytes")
            continue
        try:
            yield line.decode("utf-8", errors).rstrip("\r\n")
        except UnicodeDecodeError as error:
            yield BadLine(f"byte {error.start + 1} of the line is not UTF-8")


class Output:
    """Where answers go: whole lines, at once, from any thread.

    A reader that has gone away is not an error here; the end of the input will follow.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self._closed = False

    def write(self, text: str) -> None:
        """Write a text and the line break after it."""
        with self._lock:
            if self._closed:
                return
            try:
                self._stream.write(text.encode("utf-8", "backslashreplace") + b"\n")
                self._stream.flush()
            except BrokenPipeError:
                self._closed = True
                self._forget_what_is_buffered()

    def _forget_what_is_buffered(self) -> None:
        """Python flushes the stream once more at its end, and would complain then."""
        with suppress(OSError, ValueError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)


def shown(text: str) -> str:
    """A text from outside as part of a message: one line, plain signs, not too long.

    >>> print(shown("tab\\tand é"), shown("0" * 100)[-4:])
    tab\\tand \\xe9 000…
    """
    plain = ascii(text[:61])[1:-1]
    return plain if len(plain) <= 60 else f"{plain[:60]}…"


def explained(error: Exception) -> str:
    """An error as a message of one line.

    The errors that bad input leads to speak for themselves; others are a bug and say what they are.

    >>> explained(ValueError("two\\nlines")), explained(KeyError("x"))
    ('two lines', "KeyError: 'x'")
    """
    text = " ".join(str(error).split())
    speaks = isinstance(error, ValueError | EngineError)
    return text if speaks else f"{type(error).__name__}: {text}"


def whole(text: str, low: int, high: int, name: str) -> int:
    """A whole number from outside.

    :raises ValueError: if it is not one, or out of its range.
    """
    if not re.fullmatch(r"-?[0-9]{1,18}", text) or not low <= int(text) <= high:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, not {shown(text)}")
    return int(text)
