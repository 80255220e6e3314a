"""A table at the end of the run: what the campaigns played, and which events they reached.

The numbers travel as properties of the tests, so that they come together whatever worker ran what.
"""

from collections import Counter, defaultdict
from typing import Any

import pytest

from quincunx import GAMES


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    games: Counter[str] = Counter()
    positions: Counter[str] = Counter()
    events: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for report in terminalreporter.getreports("passed"):
        found: dict[str, Any] = dict(report.user_properties)
        if "campaign" in found:
            game = found["campaign"]
            games[game] += found["games"]
            positions[game] += found["positions"]
            events[game].update(found["events"])
    if not games:
        return
    terminalreporter.section("core beside reference")
    for game in (game.id for game in GAMES if game.id in games):
        listed = ", ".join(f"{name} {count}" for name, count in events[game].most_common())
        terminalreporter.line(f"{game}: {games[game]} games, {positions[game]} positions; {listed}")
