"""What tests need of the machine: without it they say so, and under CI they fail."""

from __future__ import annotations

import os

import pytest

__all__ = ["require"]


def require(there: object, what: str) -> None:
    """Skip if something is missing; under CI, fail."""
    if not there:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(what)
