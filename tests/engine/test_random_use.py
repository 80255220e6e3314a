"""A little of the engine's soak (tests/soak_engine.py) in every test run."""

from random import Random

import pytest

from tests.soak_engine import use


@pytest.mark.parametrize("number", range(40))
def test_random_use__holds_together(number: int) -> None:
    assert use(Random(f"test {number}"))
