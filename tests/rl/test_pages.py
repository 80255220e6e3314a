"""What the games' pages tell learners is what the environments do."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from quincunx import GAMES, Board, Game
from quincunx._native import core
from quincunx.rl import VERSION, VectorEnv
from tests.marks import each_game

ROOT = Path(__file__).resolve().parents[2]


GUIDE = ROOT / "docs" / "guide" / "learning.md"


def section(game: Game) -> str:
    """The section "For learners" of the game's page."""
    text = (ROOT / "docs" / "games" / f"{game.id}.md").read_text(encoding="utf-8")
    found = re.search(r"^## For learners\n(.+?)(?=^## |\Z)", text, flags=re.MULTILINE | re.DOTALL)
    assert found, f'the page of {game.name} has no section "For learners"'
    return found[1]


def table(text: str, first_heading: str) -> Iterator[list[str]]:
    """The rows of the table whose first heading this is, without headings."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith(f"| {first_heading} |"):
            next(lines)
            for row in lines:
                if not row.startswith("|"):
                    return
                yield [cell.strip() for cell in row.strip("|").split("|")]


@each_game
def test_page__shapes_and_actions_of_the_sizes_listed(game: Game) -> None:
    listed = {
        int(size): (planes, int(actions)) for size, planes, actions in table(section(game), "size")
    }
    assert {game.sizes[0], game.default_size, game.sizes[-1]} <= listed.keys()
    for size, told in listed.items():
        env = VectorEnv(game, size, 1)
        assert told == (" × ".join(map(str, env.observations.shape[1:])), env.action_count)


@each_game
def test_page__planes_in_their_order(game: Game) -> None:
    rows = list(table(section(game), "plane"))
    assert [int(number) for number, _, _ in rows] == list(range(len(rows)))
    assert tuple(name for _, name, _ in rows) == VectorEnv(game).plane_names
    assert all(words for _, _, words in rows)


@each_game
def test_page__names_of_the_environments_and_their_history(game: Game) -> None:
    module, name = game.id.replace("-", "_"), game.name.replace(" ", "")
    for wanted in (f"{module}_v{VERSION}", f"quincunx/{name}-v{VERSION}", f"quincunx_{module}"):
        assert f"{wanted}`" in section(game)
    versions = [version for version, _ in table(section(game), "version")]
    assert versions == [f"v{version}" for version in range(VERSION + 1)]


@each_game
@pytest.mark.parametrize("place", ["least", "usual", "most"])
def test_page__which_place_of_a_plane_is_which_cell(game: Game, place: str) -> None:
    """By the words of the pages: rows from the bottom, and how hexhex rows are shifted."""
    size = {"least": game.sizes[0], "usual": game.default_size, "most": game.sizes[-1]}[place]
    board, env = Board(game, size=size), VectorEnv(game, size, 1)
    first = next(iter(board.legal_moves)).text
    places = {}
    for r, row in enumerate(board.rows):
        for k, cell in enumerate(row, start=1):
            shift = 0 if board.is_square else max(0, size - 1 - r)
            places[cell] = (r, k - 1 + shift)
    assert set(zip(*np.nonzero(env.observations[0, 2]), strict=True)) == set(places.values())
    if not board.is_square:
        steps = {(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)}
        for cell, (r, c) in places.items():
            beside = {places[other] for other in board.neighbours(cell)}
            assert beside == {(r + y, c + x) for y, x in steps} & set(places.values())
    # The first move of a game that places a piece shows where.
    if first in places:
        env.step([core.action_of(board._history, first)])
        assert [tuple(at) for at in np.argwhere(env.observations[0, 1])] == [places[first]]


def test_guide__planes_that_all_games_have_and_their_history() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    common = tuple(name for _, name, _ in table(text, "plane"))
    assert all(VectorEnv(game).plane_names[: len(common)] == common for game in GAMES)
    versions = [version for version, _ in table(text, "version")]
    assert versions == [f"v{version}" for version in range(VERSION + 1)]


def test_guide__draws_where_the_cells_of_a_hexhex_board_are() -> None:
    game = next(game for game in GAMES if not Board(game).is_square and 3 in game.sizes)
    board, planes = Board(game, size=3), VectorEnv(game, 3).observations[0]
    rows = re.findall(r"^row \d \((\w)\) +(.+)$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    rows.reverse()  # as it is drawn, row 0 is the lowest
    assert [letter for letter, _ in rows] == [row[0][0] for row in board.rows]
    drawn = [line.split() for _, line in rows]
    assert [[int(place != ".") for place in row] for row in drawn] == planes[2].tolist()
    numbers = [int(place) for row in drawn for place in row if place != "."]
    cells = [cell for row in board.rows for cell in row]
    assert numbers == [core.action_of(board._history, cell) for cell in cells]
