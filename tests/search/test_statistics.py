"""What a search has counted stays true however long it runs (issue 8)."""

import math

import pytest

from tests.checks import checks


def test_visits__thirty_million_of_one_move_are_counted_and_averaged() -> None:
    """Made-up results, every third one a win. About a second on the machine that measured it.

    With floats the count stood still at 16 777 216 and the mean was anything.
    """
    times = 30_000_000
    visits, mean = checks.visit_often(times)
    assert visits == times
    assert mean == pytest.approx(1 / 3, abs=1e-7)


@pytest.mark.parametrize("times", [1, 100, 4095, 4096, 4097, 100_000])
def test_visits__few_are_counted_too_and_the_change_to_doubles_loses_none(times: int) -> None:
    visits, mean = checks.visit_often(times)
    assert visits == times
    assert mean == pytest.approx(math.ceil(times / 3) / times, abs=1e-4)


def test_numbers__exponential_and_logarithm_are_near_the_library_s() -> None:
    """Ours, since the library's differ from machine to machine in the last bits."""
    for step in range(-790, 800, 7):
        x = step / 10
        assert checks.exponential(x) == pytest.approx(math.exp(x), rel=2e-5)
    for n in (1, 2, 3, 1.5, 0.75, 10, 4096, 1e6, 16777216.0, 1e15):
        assert checks.logarithm(n) == pytest.approx(math.log(n), rel=1e-8, abs=1e-9)


def test_numbers__are_the_same_on_every_machine() -> None:
    """To the last bit: these are the bits that any machine must give."""
    assert [checks.exponential(x).hex() for x in (-3.3, 0.7)] == EXPONENTIALS
    assert [checks.logarithm(x).hex() for x in (3.0, 1e6)] == LOGARITHMS


EXPONENTIALS = ["0x1.2e25a00000000p-5", "0x1.01c2a40000000p+1"]
LOGARITHMS = ["0x1.193ea7aad1f7ap+0", "0x1.ba18a998fffa0p+3"]
