"""The errors that Quincunx raises, all in one place.

A message holds the offending text, the reason with the section of the rule sheet, and the position,
so that a bug report is a reproduction.
"""

__all__ = [
    "EngineError",
    "GameOverError",
    "IllegalMoveError",
    "InvalidMoveError",
    "InvalidPositionError",
    "JobError",
    "MoveError",
    "RecordError",
]


class MoveError(ValueError):
    """A move that cannot be played. Has ``.text``, ``.reason`` and ``.position`` (a fen)."""

    def __init__(self, text: str, reason: str, position: str) -> None:
        super().__init__(text, reason, position)
        self.text = text
        self.reason = reason
        self.position = position

    def __str__(self) -> str:
        # The reasons of the rules begin with the move; the others do not name it.
        named = self.text and self.reason.startswith(self.text)
        prefix = "" if named else f"{self.text or '(nothing)'}: "
        return f"{prefix}{self.reason} in {self.position}"


class InvalidMoveError(MoveError):
    """The text is not a move in the game's notation."""


class IllegalMoveError(MoveError):
    """A move, but not here."""


class GameOverError(IllegalMoveError):
    """A move, but the game has ended."""


class InvalidPositionError(ValueError):
    """A fen that cannot be read, an impossible arrangement, a game or size that is not offered."""


class RecordError(ValueError):
    """A game record that cannot be read.

    Has ``.message`` and, where there are lines, ``.line``; where the fault has a place in its line
    also ``.column`` (both from 1) and ``.text``, what stands there.
    """

    def __init__(
        self, message: str, line: int | None = None, column: int | None = None, text: str = ""
    ) -> None:
        super().__init__(message, line, column, text)
        self.message = message
        self.line = line
        self.column = column
        self.text = text

    def __str__(self) -> str:
        said = f"{_shown(self.text)}: {self.message}" if self.text else self.message
        if self.line is None:
            return said
        column = "" if self.column is None else f", column {self.column}"
        return f"line {self.line}{column}: {said}"


def _shown(text: str) -> str:
    """A text for a message, with escapes for what cannot be printed."""
    return text if text.isprintable() else ascii(text)[1:-1]


class EngineError(RuntimeError):
    """An engine crashed, ran out of time or spoke nonsense."""


class JobError(RuntimeError):
    """Work that was shared out could not be done: a job failed, or its processes kept dying.

    Has ``.key``, the job's, empty if it is about the work as a whole; ``.reason``; and
    ``.trace``, where in the job it happened, if that is known.
    """

    def __init__(self, key: str, reason: str, trace: str = "") -> None:
        super().__init__(key, reason, trace)
        self.key = key
        self.reason = reason
        self.trace = trace

    def __str__(self) -> str:
        return f"job {self.key}: {self.reason}" if self.key else self.reason
