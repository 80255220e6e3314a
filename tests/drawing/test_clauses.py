"""The rules to be tried: each task can be done as it says, and no section of a sheet is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import quincunx
from quincunx import Board, find_game
from quincunx.drawing.catalogue import drawing_of
from quincunx.drawing.declaration import Clause

from .positions import each_game

DOCS = Path(__file__).resolve().parent.parent.parent / "docs" / "games"
SHORTEST, LONGEST = 15, 60

CLAUSES = [
    pytest.param(game.id, clause, id=f"{game.id}-{number}")
    for game in quincunx.GAMES
    for number, clause in enumerate(drawing_of(game).clauses, 1)
]
each_clause = pytest.mark.parametrize(("game", "clause"), CLAUSES)


def start(game: str, clause: Clause) -> Board:
    """Where the clause is tried."""
    return Board(game, fen=clause.fen or None)


def sections(game: str) -> list[str]:
    """The sections of the sheet that state rules, in its order, by the headings of the docs."""
    text = (DOCS / f"{game}.md").read_text(encoding="utf-8")
    (rules,) = re.findall(r"^## Rules$(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    found = re.findall(r"^### ([A-Z][A-Z ()]+)$", rules, re.MULTILINE)
    return [section for section in found if not section.endswith("NOTE")]


def named(task: str) -> set[str]:
    """The cells that a task speaks of."""
    return set(re.findall(r"\b[a-z][0-9]{1,2}\b", task))


@each_game
def test_clauses__go_through_all_sections_in_the_order_of_the_sheet(game: str) -> None:
    drawing = drawing_of(find_game(game))
    assert list(dict.fromkeys(clause.section for clause in drawing.clauses)) == sections(game)
    assert {rule.section for rule in drawing.rules} <= set(sections(game))


@each_game
def test_clauses__show_every_way_in_which_a_game_ends(game: str) -> None:
    found = find_game(game)
    shown = {clause.ends for clause in drawing_of(found).clauses} - {""}
    assert shown == {ending.value for ending in found.endings}


@each_game
def test_clauses__have_titles_of_their_own(game: str) -> None:
    titles = [clause.title for clause in drawing_of(find_game(game)).clauses]
    assert all(titles) and len(set(titles)) == len(titles)


@each_clause
def test_clause__its_moves_can_be_played_and_lead_where_it_says(game: str, clause: Clause) -> None:
    board = start(game, clause)
    assert not board.is_game_over()
    assert clause.plays
    for move in clause.plays:
        board.push_text(move)
    outcome = board.outcome()
    assert (outcome.termination.value if outcome else "") == clause.ends


@each_clause
def test_clause__its_own_section_refuses_what_it_says(game: str, clause: Clause) -> None:
    board = start(game, clause)
    for move in clause.refuses:
        explanation = board.explain(move)
        assert explanation is not None, f"{move} is legal in {board.fen()}"
        assert explanation.section == clause.section


@each_clause
def test_clause__its_task_names_the_moves_and_only_cells_that_there_are(
    game: str, clause: Clause
) -> None:
    cells = {cell for row in start(game, clause).rows for cell in row}
    assert named(clause.task) <= cells
    assert set(clause.lit) <= cells
    for move in (*clause.plays, *clause.refuses):
        assert re.search(rf"\b{move}\b", clause.task), f"{move} is not in: {clause.task}"


@each_clause
def test_clause__its_task_tells_what_becomes_of_other_pieces(game: str, clause: Clause) -> None:
    board = start(game, clause)
    for text in clause.plays:
        move = board.parse_text(text)
        touched = {
            cell
            for wave in board.events(move)
            for event in wave
            if event.kind in ("exchange", "remove")
            for cell in event.cells
        }
        assert touched <= named(clause.task)
        board.push(move)


@each_game
def test_sample__is_a_game_of_fair_length_that_somebody_wins(game: str) -> None:
    sample = drawing_of(find_game(game)).sample
    if sample is None:
        return
    moves = sample.moves.split()
    assert SHORTEST <= len(moves) <= LONGEST
    board = Board(game, size=sample.size)
    for move in moves:
        board.push_text(move)
    outcome = board.outcome()
    assert outcome is not None and outcome.winner is not None
