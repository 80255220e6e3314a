"""The benchmarks beside OpenSpiel: what they say, never how fast anything is."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.web import measure_web
from quincunx import GAMES

ROOT = Path(__file__).resolve().parent.parent

# The plan's goals, as multiples of OpenSpiel's rate.
GOALS = {
    ("square-grid-hex", 11, "one at a time"): 200,
    ("square-grid-hex", 11, "many at once"): 2000,
    ("square-grid-hex", 19, "one at a time"): 90,
    ("hadron", 5, "move by move"): 700,
    ("hadron", 7, "move by move"): 400,
    ("cordon", 5, "one at a time"): 140,
    ("blast-radius", 6, "move by move"): 60,
    ("quadrature", 11, "move by move"): 3,
}

# Mean lengths of random games; a quick run plays enough of them for these limits.
PLIES = {("hadron", 5): (14.0, 15.0), ("hadron", 7): (27.0, 28.8), ("quadrature", 11): (120, 165)}


def run(*words: str, openspiel: bool) -> str:
    hide = "" if openspiel else "sys.modules['pyspiel'] = None;"
    code = f"import sys; {hide} from benchmarks.__main__ import main; main({['--quick', *words]!r})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def alone() -> dict[str, Any]:
    report: dict[str, Any] = json.loads(run("--json", openspiel=False))
    return report


def test_rows__are_those_of_the_plan(alone: dict[str, Any]) -> None:
    rows = {(row["game"], row["size"], row["way"]): row["goal"] for row in alone["rows"]}
    assert {key: goal for key, goal in rows.items() if goal} == GOALS
    assert len(rows) == len(alone["rows"])


def test_rows__figures_belong_together(alone: dict[str, Any]) -> None:
    for row in alone["rows"]:
        assert row["playouts_per_second"] * row["nanoseconds"] == pytest.approx(1e9, rel=0.01)
        assert row["playouts_per_second"] == max(row["rounds"])
        assert 0 < row["first_wins"] < 1 and 0 <= row["draws"] < 1
        low, high = PLIES.get((row["game"], row["size"]), (0, 1000))
        if row["way"] == "move by move":
            assert low < row["mean_plies"] < high
        else:
            assert row["mean_plies"] is None


def test_costs__are_there_for_every_game(alone: dict[str, Any]) -> None:
    costs = alone["costs"]
    assert costs["import_goal_milliseconds"] == 60
    assert costs["import_met"] == (costs["import_milliseconds"] < 60)
    assert costs["boards"].keys() == {game.id for game in GAMES}
    for board in costs["boards"].values():
        assert board["copy_nanoseconds"] > 0 and board["push_nanoseconds"] > 0


def test_search__two_threads_are_set_beside_one(alone: dict[str, Any]) -> None:
    threads = alone["search"]["two_threads"]
    assert threads["ratio"] == pytest.approx(threads["two"] / threads["one"], abs=0.01)


def test_steps__are_set_beside_pgx_where_it_is(alone: dict[str, Any]) -> None:
    steps = alone["steps"]
    rows, peer = steps["rows"], steps["peer"]
    assert (rows[0]["game"], rows[0]["size"], steps["boards"]) == ("square-grid-hex", 11, 1024)
    assert [row["game"] for row in rows[1:]] == [game.id for game in GAMES]
    assert steps["goal"] == 20 and steps["one_core"] == hasattr(os, "sched_setaffinity")
    for row in rows:
        assert row["steps_per_second"] == max(row["rounds"])
        assert row["steps_per_second"] * row["nanoseconds"] == pytest.approx(1e9, rel=0.01)
        if peer is None:
            assert row["ratio"] is None and steps["met"] is None
        else:
            ratio = row["steps_per_second"] / peer["steps_per_second"]
            assert row["ratio"] == pytest.approx(ratio, rel=0.01)
            if row is rows[0] and abs(ratio - 20) > 0.1:
                assert steps["met"] == (ratio > 20)


def test_web__rows_are_a_part_of_native(alone: dict[str, Any]) -> None:
    web = alone["web"]
    assert web["goal"] == 0.55
    if not web["places"]:
        assert web["missing"] and web["rows"] == []
        return
    assert [row["game"] for row in web["rows"]] == [game.id for game in GAMES]
    for row in web["rows"]:
        assert len(row["ratios"]) == len(web["places"])
        for rate, ratio in zip(row["simulations_per_second"], row["ratios"], strict=True):
            assert ratio == pytest.approx(rate / row["native"], abs=0.01)
        if abs(min(row["ratios"]) - web["goal"]) > 0.01:
            assert row["met"] == (min(row["ratios"]) >= web["goal"])


def test_records__are_set_beside_python_chess_where_it_is(alone: dict[str, Any]) -> None:
    records = alone["records"]
    assert records["goal"] == 10 and records["moves"] >= 1000
    assert [row["game"] for row in records["rows"]] == [game.id for game in GAMES]
    for row in records["rows"]:
        assert row["moves_per_second"] > 0 and row["games_scanned_per_second"] > 0
        assert (row["ratio"] is None) == (records["peer"] is None)
    if records["peer"]:
        theirs = records["peer"]["moves_per_second"]
        for row in records["rows"]:
            assert row["ratio"] == pytest.approx(row["moves_per_second"] / theirs, abs=0.1)


def test_web__what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("benchmarks.web.DIST", tmp_path)
    web = measure_web(0.05, 1)
    assert web["places"] == [] and web["rows"] == []
    assert any("make wasm" in lack for lack in web["missing"])


def test_without_openspiel__there_are_no_ratios_and_a_way_to_get_them(
    alone: dict[str, Any],
) -> None:
    assert alone["peer"] is None and alone["search"]["peer"] is None
    assert all(row["ratio"] is None and row["met"] is None for row in alone["rows"])
    text = run(openspiel=False)
    assert "make bench" in text and "Hadron, 5×5" in text and "Quadrature" in text
    assert "import quincunx" in text and "Machine: " in text and "WebAssembly: " in text
    assert "whole steps, 1024 boards" in text and "Whole steps: random legal moves" in text
    assert not [line for line in text.splitlines() if line.startswith(" OpenSpiel")]


def test_with_openspiel__ratios_are_of_the_same_run() -> None:
    pytest.importorskip("pyspiel")
    report = json.loads(run("--json", openspiel=True))
    peer = report["peer"]
    assert (peer["name"], peer["game"], peer["size"]) == ("OpenSpiel", "hex", 11)
    for row in report["rows"]:
        ratio = row["playouts_per_second"] / peer["playouts_per_second"]
        assert row["ratio"] == pytest.approx(ratio, rel=0.01)
        assert row["met"] is None if row["goal"] is None else row["met"] == (ratio >= row["goal"])
