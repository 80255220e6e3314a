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
    """A game record that cannot be read. Has ``.line``, the number of the line."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message, line)
        self.message = message
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


class EngineError(RuntimeError):
    """An engine crashed, ran out of time or spoke nonsense."""
