"""Ctrl-C that is heard at a time of our own choosing, and not at all at the end."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from quincunx.cluster.signals import hearing_ctrl_c


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c__is_noted_and_comes_when_the_block_ends_as_if_nothing_had_been() -> None:
    noted: list[str] = []

    def interrupted() -> None:
        with hearing_ctrl_c(lambda: noted.append("heard")):
            signal.raise_signal(signal.SIGINT)
            noted.append("went on")

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert noted == ["heard", "went on"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c__does_not_hide_another_end() -> None:
    def interrupted() -> None:
        with hearing_ctrl_c(lambda: None):
            signal.raise_signal(signal.SIGINT)
            raise ValueError("its own end")

    with pytest.raises(ValueError, match="its own end"):
        interrupted()


def test_no_ctrl_c__nothing_comes() -> None:
    with hearing_ctrl_c(lambda: None):
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_handler_of_the_callers__is_kept() -> None:
    noted: list[str] = []
    signal.signal(signal.SIGINT, lambda *_: noted.append("theirs"))
    with hearing_ctrl_c(lambda: noted.append("ours")):
        signal.raise_signal(signal.SIGINT)
    assert noted == ["theirs"]


def test_a_thread__leaves_signals_to_the_main_one() -> None:
    seen: list[object] = []

    def work() -> None:
        with hearing_ctrl_c(lambda: None):
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


FAREWELL = """
import atexit, signal
from quincunx.cluster.signals import deaf_at_exit
deaf_at_exit()

@atexit.register
def farewell():
    signal.raise_signal(signal.SIGINT)
    print("undisturbed")

deaf_at_exit()
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("heard")
"""


def test_exit__is_not_disturbed_by_ctrl_c_which_is_heard_until_then() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FAREWELL], capture_output=True, text=True, check=True
    )
    assert done.stdout == "heard\nundisturbed\n" and done.stderr == ""
