"""The choice between the builds of the core (src/quincunx/_native.py, bindings/cpu.c)."""

import os
import subprocess
import sys

import pytest

from quincunx import _cpu, _native


def level_with(setting: str) -> subprocess.CompletedProcess[str]:
    """Ask a new process which build it uses under QUINCUNX_CPU=setting."""
    return subprocess.run(
        [sys.executable, "-c", "from quincunx import _native; print(_native.core.__file__)"],
        env=os.environ | {"QUINCUNX_CPU": setting},
        capture_output=True,
        text=True,
        check=False,
    )


def test_cpu__names_a_level() -> None:
    assert _cpu.level() in ("base", "v3")


def test_native__the_core_answers_to_one_name_whichever_build_it_is() -> None:
    assert sys.modules["quincunx._core"] is _native.core
    assert _native.core.__name__ == "quincunx._core"
    assert f"_core_{_native.level}." in str(_native.core.__file__)


@pytest.mark.parametrize("setting", ["base", "v3"])
def test_native__the_variable_forces_a_build(setting: str) -> None:
    done = level_with(setting)
    if setting == "v3" and _cpu.level() != "v3":
        assert done.returncode != 0
        assert "ImportError: QUINCUNX_CPU='v3': this processor" in done.stderr
    else:
        assert done.returncode == 0, done.stderr
        assert f"_core_{setting}." in done.stdout


def test_native__an_unknown_build_is_refused_by_name() -> None:
    done = level_with("v4")
    assert done.returncode != 0
    assert "ValueError: QUINCUNX_CPU='v4': the builds of the core are" in done.stderr


def test_native__an_empty_variable_is_no_choice() -> None:
    assert level_with("").returncode == 0
