"""The core is held to conformance/*.jsonl, field by field; and the files to what writes them.

conformance/README.md says what the fields mean. All of it takes about five seconds of one core
(measured on a busy EPYC): the reference writes the files anew, the core replays them once a field.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from quincunx import Board, Event, Feature, IllegalMoveError, Move, Side, find_game
from quincunx.reference import REFERENCES
from tools import conformance

Told = dict[str, Any]
Check = Callable[[Board, Told], None]

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = sorted((ROOT / "conformance").glob("*.jsonl"))
each_file = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])

SIDES = {None: None, Side.FIRST: "first", Side.SECOND: "second"}


@cache
def lines(path: Path) -> list[Told]:
    return [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]


def replay(game: Told) -> Iterator[tuple[str, Board, Told]]:
    """Each position of a game with the board of the core there, and words for where it is."""
    board = Board(game["game"], fen=game["start"])
    for ply, told in enumerate(game["positions"]):
        yield f"{game['notes']!r}, position {ply}, {told['fen']}", board, told
        if "move" in told:
            board.push_text(told["move"])


def check_file(path: Path, check: Check) -> None:
    for game in lines(path):
        for where, board, told in replay(game):
            try:
                check(board, told)
            except AssertionError as error:
                error.add_note(f"{path.name}: {where}")
                raise


# --- What the core says, in the words of the files -----------------------------------------------


def as_set(objects: list[Told]) -> list[str]:
    """Objects whose order means nothing, so that two such lists can be compared."""
    return sorted(json.dumps(any_way(told), sort_keys=True) for told in objects)


def any_way(told: Told) -> Told:
    """A winning chain's label is a shortest way; where there are several, any of them will do."""
    if "winning chain" in (told["kind"], told.get("feature")):
        way = told["label"].split("-")
        assert set(way) <= set(told["cells"])
        return told | {"label": len(way)}
    return told


def feature_told(feature: Feature) -> Told:
    return {
        "kind": feature.kind,
        "side": SIDES[feature.side],
        "cells": sorted(feature.cells),
        "label": feature.label,
    }


def event_told(event: Event) -> Told:
    cells = list(event.cells) if event.kind == "move" else sorted(event.cells)
    told: Told = {"kind": event.kind, "side": SIDES[event.side], "cells": cells}
    if event.from_height is not None:
        told["heights"] = [event.from_height, event.to_height]
    told["causes"] = sorted(event.causes)
    if event.feature:
        told |= {"feature": event.feature, "label": event.label}
    return told


def notation(board: Board) -> set[str]:
    """The texts of all moves there are, on a board where a move is a cell, or ``swap``."""
    cells = {cell for row in board.rows for cell in row}
    return cells | {"swap"} if board.game.has_pie_rule else cells


# --- One check for each field --------------------------------------------------------------------


def check_fen(board: Board, told: Told) -> None:
    assert board.fen() == told["fen"]


def check_turn(board: Board, told: Told) -> None:
    assert SIDES[board.turn] == told["turn"]


def check_legal(board: Board, told: Told) -> None:
    assert sorted(move.text for move in board.legal_moves) == told["legal"]


def check_refused(board: Board, told: Told) -> None:
    for refused in told["refused"]:
        why = board.explain(refused["move"])
        assert why is not None, f"{refused['move']} is legal"
        assert (why.section, sorted(why.cells)) == (refused["section"], refused["cells"]), why


def check_features(board: Board, told: Told) -> None:
    assert as_set([feature_told(found) for found in board.features()]) == as_set(told["features"])


def check_score(board: Board, told: Told) -> None:
    score = board.score()
    assert (None if score is None else list(score)) == told["score"]


def check_outcome(board: Board, told: Told) -> None:
    outcome = board.outcome()
    if outcome is None:
        assert told["outcome"] is None
        return
    assert told["outcome"] == {
        "winner": SIDES[outcome.winner],
        "ending": outcome.termination.value,
        "section": outcome.termination.section,
    }


def check_events(board: Board, told: Told) -> None:
    if "move" not in told:
        assert "events" not in told
        return
    waves = [[event_told(event) for event in wave] for wave in board.events(Move(told["move"]))]
    assert list(map(as_set, waves)) == list(map(as_set, told["events"]))


CHECKS: dict[str, Check] = {
    "fen": check_fen,
    "turn": check_turn,
    "legal": check_legal,
    "refused": check_refused,
    "features": check_features,
    "score": check_score,
    "outcome": check_outcome,
    "events": check_events,
}


@each_file
@pytest.mark.parametrize("field", CHECKS)
def test_files__the_core_agrees_with_each_field(path: Path, field: str) -> None:
    check_file(path, CHECKS[field])


@each_file
def test_files__the_core_starts_the_games_so(path: Path) -> None:
    for game in lines(path):
        assert game["game"] == path.stem
        assert game["start"] == game["positions"][0]["fen"]
        board = Board(game["game"], fen=game["start"])
        assert board.size == game["size"]
        assert (board.pie if board.game.has_pie_rule else None) == game["pie"]
        if not game["set_up"]:
            assert Board(game["game"], size=game["size"], pie=game["pie"]) == board


@each_file
def test_files__the_core_refuses_what_is_refused(path: Path) -> None:
    """By an error, and the board is as before. Where all are listed, there is no third kind."""
    for game in lines(path):
        for where, board, told in replay(game):
            refused = [found["move"] for found in told["refused"]]
            for text in refused:
                with pytest.raises(IllegalMoveError):
                    board.push_text(text)
            assert board.fen() == told["fen"], where
            if game["all_refused"]:
                assert sorted(notation(board)) == sorted(told["legal"] + refused), where


# --- The files for themselves --------------------------------------------------------------------


@each_file
def test_files__the_events_lead_from_each_position_to_the_next(path: Path) -> None:
    """Whoever replays them has the pieces and the features of the next position."""
    for game in lines(path):
        place: dict[str, list[int | str]] = {}
        features: list[str] = []
        for number, (where, board, told) in enumerate(replay(game)):
            pieces: dict[str, list[int | str]] = {
                cell: [SIDES[piece.side] or "", piece.height]
                for cell, piece in board.pieces().items()
            }
            shown = as_set([f for f in told["features"] if f["side"] and f["cells"]])
            if number:
                assert place == pieces, where
                assert sorted(features) == shown, where
            place, features = pieces, shown
            for event in (event for wave in told.get("events", ()) for event in wave):
                if "heights" in event:
                    place.pop(event["cells"][0], None)
                    if event["heights"][1]:
                        place[event["cells"][-1]] = [event["side"], event["heights"][1]]
                elif event["kind"] in ("appear", "vanish"):
                    about = {key: event[key] for key in ("side", "cells", "label")}
                    (text,) = as_set([{"kind": event["feature"], **about}])
                    if event["kind"] == "appear":
                        features.append(text)
                    else:
                        features.remove(text)


@each_file
def test_files__rare_events_endings_and_features_are_there(path: Path) -> None:
    games = lines(path)
    seen = set().union(*(game["rare"] for game in games))
    assert conformance.WANTED[path.stem] <= seen
    positions = [told for game in games for told in game["positions"]]
    endings = {told["outcome"]["ending"] for told in positions if told["outcome"]}
    assert endings == {ending.value for ending in find_game(path.stem).endings}
    unfinished = [game for game in games if game["positions"][-1]["outcome"] is None]
    assert unfinished and len(unfinished) < len(games)
    page = (ROOT / "docs" / "games" / f"{path.stem}.md").read_text(encoding="utf-8")
    table = page.partition("## Features")[2].partition("\n## ")[0]
    kinds = set(re.findall(r"^\| `(.+?)` \|", table, flags=re.MULTILINE))
    assert {found["kind"] for told in positions for found in told["features"]} == kinds


@each_file
def test_files__the_smallest_the_usual_and_another_size_are_there(path: Path) -> None:
    game = find_game(path.stem)
    sizes = {told["size"] for told in lines(path)}
    assert sizes <= set(game.sizes)
    assert {game.sizes[0], game.default_size} <= sizes
    assert len(sizes) >= min(3, len(game.sizes))


def test_files__every_recipe_has_a_file_and_every_file_a_recipe() -> None:
    assert [path.stem for path in FILES] == sorted(conformance.RECIPES)
    assert conformance.RECIPES.keys() <= REFERENCES.keys()


@each_file
def test_files__are_up_to_date(path: Path) -> None:
    fresh = conformance.contents_of(path.stem)
    assert path.read_text(encoding="ascii") == fresh, "run .venv/bin/python -m tools.conformance"


def test_files__are_not_too_big() -> None:
    sizes = [path.stat().st_size for path in FILES]
    assert max(sizes) < 700_000 and sum(sizes) < 2_500_000


def all_keys(told: Any) -> Iterator[str]:
    if isinstance(told, dict):
        for key, value in told.items():
            yield key
            if key != "rare":  # whose keys are names of events
                yield from all_keys(value)
    elif isinstance(told, list):
        for value in told:
            yield from all_keys(value)


def test_files__the_readme_tells_every_field_and_every_rare_event() -> None:
    readme = (ROOT / "conformance" / "README.md").read_text(encoding="utf-8")
    words = set(re.findall(r"`([^`\n]+)`", readme))
    keys = {key for path in FILES for key in all_keys(lines(path))}
    assert keys <= words
    rare = {name for path in FILES for game in lines(path) for name in game["rare"]}
    assert {re.sub(r"\d+$", "N", name) for name in rare} <= words
    games = [game for path in FILES for game in lines(path)]
    positions = sum(len(game["positions"]) for game in games)
    assert f"{len(games)} games with {positions} positions" in readme


def test_files__the_example_in_the_readme_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    readme = (ROOT / "conformance" / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.+?)```", readme, flags=re.DOTALL)
    monkeypatch.chdir(ROOT)
    exec(compile(example, "conformance/README.md", "exec"), {})


# --- The checks can fail -------------------------------------------------------------------------


def spoiled(field: str, told: Told) -> Told | None:
    """The position with something wrong in one field, if there is anything to be got wrong."""
    wrong = copy.deepcopy(told)
    value: Any = wrong.get(field)
    if field == "turn":
        wrong["turn"] = {"first": "second", "second": "first"}[value]
    elif field == "fen":
        wrong["fen"] = value.swapcase()
    elif field == "score" and value:
        value[0] += 1
    elif field == "outcome" and value:
        value["winner"] = {"first": "second"}.get(value["winner"], "first")
    elif field == "refused" and value:
        value[-1]["section"] = "NOTE"
    elif field == "events" and value:
        value[-1][-1]["causes"].append("z9")
    elif field in ("legal", "features") and value:
        value.pop()
    else:
        return None
    return wrong


@each_file
@pytest.mark.parametrize("field", CHECKS)
def test_files__a_field_that_is_wrong_is_noticed(path: Path, field: str) -> None:
    wrong = [
        (found, board.copy())
        for game in lines(path)[:6]
        for _, board, told in replay(game)
        if (found := spoiled(field, told)) is not None
    ]
    for found, board in wrong:
        with pytest.raises(AssertionError):
            CHECKS[field](board, found)
    counted = any(told["score"] for game in lines(path) for told in game["positions"])
    assert wrong or (field == "score" and not counted)
