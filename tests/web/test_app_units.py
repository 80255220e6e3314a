"""The parts of the app that need no browser: sockets that are lost, states, clocks, words.

The tests proper are in TypeScript, ``web/app/test``.
"""

from __future__ import annotations

from pathlib import Path

from tests.web.node import CORE, WEB, needs_node, run_node_tests

pytestmark = needs_node

TESTS = sorted((WEB / "app" / "test").glob("*.test.ts"))


def test_app__its_unit_tests_pass(tmp_path: Path) -> None:
    assert {"clock.test.ts", "connection.test.ts", "state.test.ts"} <= {test.name for test in TESTS}
    run_node_tests(tmp_path, *TESTS, QUINCUNX_CORE=CORE / "dist")
