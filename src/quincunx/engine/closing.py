"""What holds memory or threads, and gives them back at the end of a ``with`` block."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

__all__ = ["Closing"]


class Closing(ABC):
    """Something that is closed at the end of a ``with`` block."""

    @abstractmethod
    def close(self) -> None:
        """Give everything back. May be called twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
