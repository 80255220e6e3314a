"""``quincunx bench``: what it says, never how fast it is."""

import json
import os
import time
from typing import Any

import pytest

from quincunx import GAMES, Board, playouts
from quincunx.cli.bench import machine_note
from quincunx.cli.measure import GamesMeter, machine
from quincunx.engine.signature import signature
from tests.cli.runs import output, process

# Mean lengths of random games; a quick run plays enough of them for these limits.
PLIES = {"hadron": (14.0, 15.0), "quadrature": (120, 165)}


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    done = process("bench", "--quick", "--json")
    assert done.returncode == 0 and done.stderr == "", done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def test_rows__every_game_is_played_move_by_move_and_filled_where_that_can_be(
    report: dict[str, Any],
) -> None:
    filled = {game.id for game in GAMES if playouts(Board(game), 1).plies is None}
    assert {"square-grid-hex", "cordon"} <= filled
    rows = [(row["game"], row["way"]) for row in report["rows"]]
    assert len(rows) == len(set(rows))
    assert {game for game, way in rows if way == "move by move"} == {game.id for game in GAMES}
    assert {game for game, way in rows if way == "filled at random"} == filled
    sizes = {row["game"]: row["size"] for row in report["rows"]}
    assert sizes == {game.id: game.default_size for game in GAMES}


def test_rows__figures_belong_together(report: dict[str, Any]) -> None:
    for row in report["rows"]:
        assert row["playouts_per_second"] * row["nanoseconds"] == pytest.approx(1e9, rel=0.01)
        assert row["playouts_per_second"] == max(row["rounds"])
        assert 0 < row["first_wins"] < 1 and 0 <= row["draws"] < 1
        low, high = PLIES.get(row["game"], (0, 1000))
        if row["way"] == "move by move":
            assert low < row["mean_plies"] < high
        else:
            assert row["mean_plies"] is None


def test_search__has_a_row_for_every_game(report: dict[str, Any]) -> None:
    rows = report["search"]["rows"]
    assert [row["game"] for row in rows] == [game.id for game in GAMES]
    for row in rows:
        assert row["simulations_per_second"] == max(row["rounds"]) > 0


def test_report__has_the_machine_the_method_and_the_signature_and_no_goals(
    report: dict[str, Any],
) -> None:
    assert report["machine"]["cpu"] and report["machine"]["core_build"] in ("base", "v3")
    assert report["method"]["threads"] == 1
    assert report["signature"] == signature()
    assert not {"peer", "goal", "met", "ratio"} & {*report, *report["search"], *report["rows"][0]}


def test_signature__is_printed_alone() -> None:
    assert output("bench", "--signature") == f"Bench: {signature()}\n"


def test_table__is_printed() -> None:
    text = output("bench", "--quick")
    assert "games/s" in text and "ns a game" in text and "simulations/s" in text
    assert all(game.name in text for game in GAMES)
    assert str(signature()) in text and "Machine: " in text


def test_machine__may_not_know_its_load(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "load average" in machine_note({"machine": machine()})
    monkeypatch.delattr(os, "getloadavg")
    assert machine()["load"] is None
    assert "load average" not in machine_note({"machine": machine()})


def test_meter__counts_games_by_the_second_and_keeps_the_best_round() -> None:
    played = 0

    def play(games: int) -> None:
        nonlocal played
        played += games
        until = time.thread_time() + games * 0.001
        while time.thread_time() < until:
            pass

    meter = GamesMeter("slow", 0.03, play)
    for _ in range(3):
        meter.round()
    assert len(meter.rates) == 3 and meter.best == max(meter.rates)
    assert 500 < meter.best <= 1000
    assert played >= 3 * meter.games
