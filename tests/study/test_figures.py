"""The numbers of a study, against what is counted again from the games, or known otherwise."""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter
from typing import Any

import pytest

from quincunx import Board, Game, perft, playouts
from quincunx.engine import Engine, Limit
from quincunx.study import jobs
from quincunx.study.figures import _decided, _swaps
from quincunx.study.numbers import independent_part, mean_95, share_95
from quincunx.study.stories import Story, lead_changes, leads, proven_from, settled_from
from tests.marks import each_game
from tests.study.tiny import TINY, made

each_study = pytest.mark.parametrize(("game", "size"), TINY, ids=[f"{g}-{s}" for g, s in TINY])


def numbers_of(value: Any) -> list[float]:
    """All numbers in a report, wherever they are."""
    if isinstance(value, dict):
        return [number for part in value.values() for number in numbers_of(part)]
    if isinstance(value, list):
        return [number for part in value for number in numbers_of(part)]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return [value] if is_number else []


# --- Engine games --------------------------------------------------------------------------------


@each_study
def test_engine_games__are_counted_as_a_replay_counts_them(game: str, size: int) -> None:
    study = made(game, size)
    told = study.report["engine"]
    replayed = []
    for played in study.engine_games():
        board = Board(game, size=size)
        choices = []
        for text in played["moves"].split():
            choices.append(sum(1 for _ in board.legal_moves))
            board.push_text(text)
        outcome = board.outcome()
        assert outcome is not None
        replayed.append((board.result(), outcome.termination.value, choices))
    results = Counter(result for result, _, _ in replayed)
    assert told["games"] == len(replayed) == 4
    assert told["results"]["first_wins"] == results["1-0"]
    assert told["results"]["draws"] == told["results"]["drawn"]["count"] == results["1/2-1/2"]
    assert told["results"]["second_wins"] == results["0-1"]
    assert dict(told["terminations"]) == Counter(ending for _, ending, _ in replayed)
    lengths = [len(choices) for _, _, choices in replayed]
    assert told["length"]["mean"] == pytest.approx(statistics.mean(lengths), abs=1e-6)
    assert dict(told["length"]["histogram"]) == Counter(lengths)
    for each in told["choices"]["by_ply"]:
        there = [c[each["ply"]] for _, _, c in replayed if len(c) > each["ply"]]
        assert each["games"] == len(there)
        assert each["mean"] == pytest.approx(statistics.mean(there), abs=1e-6)
        assert min(there) <= each["low"] <= each["mean"] <= each["high"] <= max(there)
    every = [moves for _, _, choices in replayed for moves in choices]
    assert told["choices"]["mean"] == pytest.approx(statistics.mean(every), abs=1e-6)


@each_study
def test_report__has_numbers_that_can_be(game: str, size: int) -> None:
    report = made(game, size).report
    moves = len(Board(game, size=size).legal_moves)
    assert all(math.isfinite(number) for number in numbers_of(report))
    for side in ("engine", "random"):
        low, high = report[side]["results"]["first_score_95"]
        assert 0 <= low <= report[side]["results"]["first_score"] <= high <= 1
        assert report[side]["choices"]["by_ply"][0]["mean"] == moves
    for each in report["engine"]["decided"]["by_ply"]:
        assert 0 <= each["over"] <= each["proven"] <= 1 and each["settled"] <= 1
    last = report["engine"]["decided"]["by_ply"][-1]
    assert (last["settled"], last["proven"], last["over"]) == (1, 1, 1)
    for match in report["strength"]["matches"]:
        assert match["stronger"] == 2 * match["weaker"]
        assert match["wins"] + match["draws"] + match["losses"] == match["games"] == 4
    assert report["strength"]["doubling"]["games"] == 4 * len(report["strength"]["matches"])


@each_study
def test_engine_games__that_were_settled_alike_widen_the_intervals(game: str, size: int) -> None:
    study = made(game, size)
    start = Board(game, size=size)
    kept = [k for k in start.symmetries() if start.transform(k) == start]
    ends: Counter[frozenset[str]] = Counter()
    for played in study.engine_games():
        settled, _ = proven_from(played["proofs"], played["result"])
        if values := Story(played["values"], played["result"]).of_winner():
            settled = min(settled, settled_from(values))
        board = start.copy()
        for text in played["moves"].split()[:settled]:
            board.push_text(text)
        ends[frozenset(board.transform(k).fen() for k in kept)] += 1
    told = study.report["engine"]
    assert told["different"] == len(ends)
    independent = 16 / sum(number**2 for number in ends.values())
    assert told["independent"] == pytest.approx(independent, abs=1e-5)
    # Wilson's interval of as many games, whose middle is drawn towards one half.
    share, z = told["results"]["first_score"], 1.959964
    middle = (share + z * z / 2 / independent) / (1 + z * z / independent)
    low, high = told["results"]["first_score_95"]
    assert (low + high) / 2 == pytest.approx(middle, abs=1e-5)


# --- Random games --------------------------------------------------------------------------------


@each_game
def test_random_games__are_those_of_playouts(game: Game) -> None:
    """Lengths and results of two samples, which may differ by four standard errors."""
    size = game.sizes[0]
    mine = jobs.random_games(game.id, size, seed=5, games=400)
    theirs = playouts(Board(game, size=size), 4000, seed=6, lengths=True)
    lengths = list(Counter(dict(mine["lengths"])).elements())
    assert len(lengths) == sum(mine["results"]) == 400
    assert theirs.mean_plies is not None
    error = statistics.stdev(lengths) / math.sqrt(400) + 1e-9
    assert abs(statistics.mean(lengths) - theirs.mean_plies) < 4.2 * error
    for ours, other in zip(
        mine["results"], (theirs.first, theirs.draws, theirs.second), strict=True
    ):
        assert abs(ours / 400 - other / 4000) < 4.2 * math.sqrt(0.25 / 400 + 0.25 / 4000)


@each_game
def test_random_games__have_the_choices_that_counting_all_moves_gives(game: Game) -> None:
    size = game.sizes[0]
    start = Board(game, size=size)
    told = jobs.random_games(game.id, size, seed=7, games=2000)["choices"]
    assert told[0] == [perft(start, 1) * 2000, 2000] or told[0] == (perft(start, 1) * 2000, 2000)
    after = []
    for move in start.legal_moves:
        board = start.copy()
        board.push(move)
        if not board.is_game_over():
            after.append(board.legal_moves.count())
    moves, games = told[1]
    error = statistics.pstdev(after) / math.sqrt(games) + 1e-9
    assert abs(moves / games - statistics.mean(after)) < 4.2 * error


def test_random_stories__end_as_their_values_say() -> None:
    stories = jobs.random_stories("hadron", 3, [1, 2, 3], 200)
    for story in stories:
        assert story["result"] in ("1-0", "0-1")
        # Before the last move somebody has the winning one.
        assert story["values"][-1] == (1.0 if story["result"] == "1-0" else 0.0)


# --- Openings ------------------------------------------------------------------------------------


def opening(
    move: str, stay: float, swapped: float, proven: tuple[str | None, str | None] = (None, None)
) -> dict[str, Any]:
    """A first move with what it is worth as it stands, and after the swap."""
    about = {"error": 0.0}
    return {
        "move": move,
        "images": [move],
        "value": stay,
        "proven": proven[0],
        "swapped": {"value": swapped, "proven": proven[1], **about},
        **about,
    }


def test_fairest__are_those_that_leave_each_side_half_after_the_better_choice() -> None:
    told = _swaps(
        [
            opening("a1", 0.9, 0.89),  # hardly a difference, and far from fair
            opening("a2", 0.7, 0.47),
            opening("a3", 0.48, 0.6),
            opening("b1", 0.0, 1.0, ("second", "first")),
            opening("b2", 0.5, 0.0, (None, "second")),
            opening("b3", 0.5, 0.5, ("draw", "draw")),
            opening("c1", 1.0, 0.45, ("first", None)),
        ]
    )
    assert told["fairest"] == [
        {"move": "b3", "value": 0.5},
        {"move": "a3", "value": 0.48},
        {"move": "a2", "value": 0.47},
        {"move": "c1", "value": 0.45},
        {"move": "a1", "value": 0.89},
    ]


def test_swap__that_is_proven_to_make_no_difference_is_told_from_a_close_one() -> None:
    told = _swaps(
        [
            opening("a1", 0.5, 0.49),
            opening("a2", 0.0, 0.0, ("second", "second")),
            opening("a3", 0.0, 0.01, ("second", None)),
            opening("b1", 0.5, 0.0, ("draw", "second")),
        ]
    )
    assert told["moves"] == {"swap": 1, "alike": 1, "close": 2, "stay": 0}
    assert [each["verdict"] for each in told["openings"]] == ["close", "alike", "close", "swap"]


# --- What values tell ----------------------------------------------------------------------------


def test_lead__goes_over_when_the_other_side_has_as_much() -> None:
    assert lead_changes([0.5, 0.54, 0.46]) == 0
    assert lead_changes([0.55, 0.46, 0.45, 0.5, 0.54, 0.55]) == 2
    assert lead_changes([]) == 0


def test_settled__counts_from_the_last_doubt() -> None:
    assert settled_from([0.95, 0.89, 0.9]) == 2
    assert settled_from([0.9, 0.9]) == 0
    assert settled_from([0.2]) == 1


def test_proven__a_proof_that_was_not_followed_does_not_count() -> None:
    assert proven_from("-ff-f", "1-0") == (1, False)
    assert proven_from("-f-s-f", "1-0") == (5, True)
    assert proven_from("-f-s--", "1-0") == (6, True)
    assert proven_from("--dd", "1/2-1/2") == (2, False)


def test_settled__is_every_game_in_the_end_a_draw_by_its_proof() -> None:
    games = [
        {"result": "1-0", "values": [0.5, 0.95, 0.95, 0.95], "proofs": "--ff"},
        {"result": "1/2-1/2", "values": [0.5, 0.9, 0.5, 0.5], "proofs": "---d"},
        {"result": "1/2-1/2", "values": [0.5, 0.5], "proofs": "--"},
    ]
    told = _decided(games, 1.0)
    assert [each["settled"] for each in told["by_ply"]] == [
        pytest.approx(share, abs=1e-6) for share in (0, 1 / 3, 2 / 3, 1, 1)
    ]
    assert told["settled"]["ply"]["mean"] == 2
    assert told["settled"]["part"]["mean"] == pytest.approx((1 / 4 + 3 / 4 + 2 / 2) / 3, abs=1e-6)


def test_leads__are_told_from_the_winners_side() -> None:
    told = leads(
        [
            Story([0.5, 0.2, 0.9, 1.0], "1-0"),
            Story([0.5, 0.4, 0.1, 0.0], "0-1"),
            Story([0.5, 0.6, 0.4, 0.5], "1/2-1/2"),
        ]
    )
    assert told["changes_histogram"] == [(0, 1), (1, 2)]
    assert (told["from_behind"]["count"], told["from_behind"]["of"]) == (1, 2)
    assert told["winner"][0] == {"part": 0.0, "lower": 0.5, "median": 0.5, "upper": 0.5}
    assert told["winner"][-1]["lower"] == 1.0


def test_intervals__are_those_of_the_textbooks() -> None:
    # Wilson's interval of 54 in 100, and of none in 20, from its formula by hand.
    assert share_95(54, 100)["low"] == pytest.approx(0.4426, abs=1e-4)
    assert share_95(54, 100)["high"] == pytest.approx(0.6344, abs=1e-4)
    assert share_95(0, 20)["high"] == pytest.approx(3.8415 / (20 + 3.8415), abs=1e-4)
    assert share_95(50, 100, 0.2)["high"] == share_95(10, 20)["high"]
    assert independent_part([3, 1]) == pytest.approx(16 / 10 / 4)
    assert share_95(0, 0) == {"count": 0, "of": 0, "share": None, "low": None, "high": None}
    assert mean_95([0, 0, 0, 5])["low"] == 0  # no number of these can be negative
    told = mean_95([2.0, 4.0, 6.0, 8.0])
    assert told["mean"] == 5 and told["high"] - 5 == pytest.approx(1.96 * 2.582 / 2, abs=1e-3)


def test_variety__is_among_moves_that_are_nearly_as_good() -> None:
    board = Board("cordon", size=4)
    with Engine("cordon", size=4, seed=3, memory_mb=8) as engine:
        info = engine.analyse(board, Limit(playouts=2000))
    rng = random.Random(4)
    chosen = {jobs._varied(info, rng) for _ in range(300)}
    values = {line.move: line.value for line in info.lines if line.visits}
    near = {move for move, value in values.items() if value >= info.lines[0].value - 0.03}
    assert chosen == near and 1 < len(near) < len(values)


def test_variety__leaves_a_proven_result_alone() -> None:
    """On 3×3 the first ply is proven, so that the engine's own move is played."""
    games = jobs.engine_games("hadron", 3, [1, 2, 3, 4], 2000, varied_plies=9, memory_mb=8)
    assert {game["moves"].split()[0] for game in games} == {"b2"}
    assert {game["result"] for game in games} == {"1-0"}


def test_value__lies_between_the_best_move_and_all_that_were_tried() -> None:
    board = Board("cordon", size=4)
    with Engine("cordon", size=4, seed=3, memory_mb=8) as engine:
        info = engine.analyse(board, Limit(playouts=300))
    visits = sum(line.visits for line in info.lines)
    tried = sum(line.visits * line.value for line in info.lines) / visits
    assert tried < jobs.value_of(info) < info.value
    assert jobs.value_of(info) == pytest.approx((tried + info.value) / 2)
