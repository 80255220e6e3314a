"""``make bench-web`` works: a few games on each database, and what it says of them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import require
from tests.server import databases
from tools import postgres

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.slow  # about 17 s, on two processors


def test_load__plays_on_both_databases_and_tells_what_it_took() -> None:
    require(postgres.programs(), databases.MISSING)
    command = [sys.executable, "-m", "benchmarks.load", "--quick", "--json"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    report = json.loads(done.stdout)
    rows = {row["series"]: row for row in report["rows"]}
    assert list(rows) == ["sqlite", "postgresql"]
    for row in rows.values():
        # Twenty games for two seconds, with a move in each of them every two seconds.
        assert (row["games"], row["errors"], row["what"]) == (20, 0, {})
        assert 15 <= row["moves"] <= 25
        assert 0 < row["p50_ms"] <= row["p99_ms"] <= row["max_ms"]
        assert row["rss_mb"] > 20
    assert rows["postgresql"]["database_cpu"] > 0
    # How quick it was is not this test's business: others may be at work here.
    assert done.returncode == (0 if all(row["met"] for row in rows.values()) else 1)
