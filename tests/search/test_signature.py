"""The bench signature: the same search is the same search, in every build of the core."""

import os
import subprocess
import sys

import pytest

from quincunx import _cpu
from quincunx.engine.signature import signature


def test_signature__is_the_same_twice_in_one_process() -> None:
    assert signature() == signature()


BUILDS = ["base", "v3"] if _cpu.level() == "v3" else ["base"]


@pytest.mark.parametrize("build", BUILDS)
def test_signature__is_the_same_in_every_build(build: str) -> None:
    code = "from quincunx.engine.signature import signature; print(signature())"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "QUINCUNX_CPU": build},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) == signature()
