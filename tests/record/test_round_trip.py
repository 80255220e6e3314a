"""Writing and reading again is exact, whatever a record says."""

from __future__ import annotations

import copy
import io
import pickle
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import GAMES, Board, record
from quincunx.games import Game as Kind
from quincunx.record import Game
from tests.record.trees import games, texts, told

slow = settings(max_examples=200, deadline=None)


def read(text: str) -> Game:
    game = record.read_game(io.StringIO(text))
    assert game is not None
    return game


@slow
@given(games(), st.sampled_from([20, 80, None]))
def test_round_trip__a_tree_comes_back_as_it_was(game: Game, columns: int | None) -> None:
    text = game.accept(record.StringExporter(columns=columns))
    again = read(text)
    assert again.errors == []
    assert dict(again.headers) == dict(game.headers)
    assert told(again) == told(game)
    assert again.accept(record.StringExporter(columns=columns)) == text


@slow
@given(st.lists(games(), min_size=1, max_size=4))
def test_round_trip__games_in_one_file_do_not_touch_one_another(many: list[Game]) -> None:
    file = io.StringIO()
    for game in many:
        game.accept(record.FileExporter(file))
    file.seek(0)
    again = list(record.read_games(file))
    assert [told(game) for game in again] == [told(game) for game in many]
    assert not any(game.errors for game in again)
    file.seek(0)
    places = list(record.scan_headers(file))
    assert [dict(headers) for _, headers in places] == [dict(game.headers) for game in many]
    for (place, _), game in zip(places, many, strict=True):
        file.seek(place)
        found = record.read_game(file)
        assert found and told(found) == told(game)


@slow
@given(games())
def test_round_trip__a_visitor_sees_what_the_text_says(game: Game) -> None:
    built = read(str(game))
    visited = record.read_game(io.StringIO(str(game)), Visitor=SlowBuilder)
    assert visited and told(visited) == told(built) == told(game.accept(record.GameBuilder()))


class SlowBuilder(record.GameBuilder):
    """The builder as any other visitor is treated, not by the short cut."""


@given(texts)
def test_round_trip__a_tag_may_hold_anything(value: str) -> None:
    game = Game("hadron")
    game.headers["Event"] = value
    assert read(str(game)).headers["Event"] == value


@pytest.mark.parametrize("columns", [1, 10, 79])
def test_round_trip__no_line_but_tags_begins_with_a_bracket(columns: int) -> None:
    game = Game("hadron")
    game.comment = 'see [Game "Hadron"] [x] [y] and [Event "z"] ' * 5
    text = game.accept(record.StringExporter(columns=columns))
    assert [line for line in text.splitlines() if line.startswith("[")] == [
        '[Game "Hadron"]',
        '[Size "5"]',
        '[Result "*"]',
    ]
    assert read(text).comment == game.comment


def test_round_trip__lines_are_not_longer_than_asked() -> None:
    game = Game.from_board(random_game("square-grid-hex", 7))
    game.end().comment = "word " * 40
    text = game.accept(record.StringExporter(columns=40))
    assert max(map(len, text.splitlines())) <= 40
    assert len(game.accept(record.StringExporter(columns=None, headers=False)).splitlines()) == 1


def random_game(game: str, size: int) -> Board:
    rng, board = random.Random(3), Board(game, size=size)
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return board


CELLS = [cell for row in Board("cordon", size=10).rows for cell in row]
HEAD = '[Game "Cordon"]\n[Size "10"]\n\n'


def test_round_trip__brackets_within_brackets_need_no_recursion() -> None:
    # A variation of a variation of the first move, 5000 times: each is another first move.
    tries = "".join(f" (1. {CELLS[1 + k % 200]}" for k in range(5000))
    game = read(f"{HEAD}1. {CELLS[0]}{tries}{')' * 5000} *")
    assert not game.errors and len(game.variations) == 5001
    assert told(read(str(game))) == told(game)


def test_round_trip__a_tree_that_branches_at_every_move_of_a_long_line() -> None:
    def other(k: int) -> str:
        return f"({k + 1}. {CELLS[-1]} {k + 2}. {CELLS[-2]})"

    line = " ".join(f"{k + 1}. {cell} {other(k)}" for k, cell in enumerate(CELLS[:200]))
    game = read(f"{HEAD}{line} *")
    assert not game.errors and game.end().ply() == 200
    assert told(read(str(game))) == told(game)
    assert told(copy.deepcopy(game)) == told(game) == told(pickle.loads(pickle.dumps(game)))


@pytest.mark.parametrize("kind", GAMES, ids=lambda game: game.id)
def test_round_trip__a_whole_game_in_each_size(kind: Kind) -> None:
    for size in kind.sizes[:4]:
        board = random_game(kind.id, size)
        game = Game.from_board(board)
        again = read(str(game))
        assert not again.errors
        assert again.end().board().move_stack == board.move_stack
        assert again.headers["Result"] == board.result()
        outcome = board.outcome()
        assert outcome and again.headers["Termination"] == outcome.termination.value


def test_round_trip__set_up_positions_and_a_game_without_the_pie_rule() -> None:
    board = Board("hadron", fen="5/5/2R2/5/5 b")
    board.push_text("d4")
    assert read(str(Game.from_board(board))).end().board() == board
    plain = Board("square-grid-hex", size=5, pie=False)
    plain.push_text("c3")
    game = Game.from_board(plain)
    assert game.headers["FEN"].endswith("no-pie")
    again = read(str(game)).end().board()
    assert not again.pie and again == plain


def test_round_trip__files_in_windows_lines_and_with_a_byte_order_mark(tmp_path: Path) -> None:
    game = Game("hadron")
    game.add_line(["c3", "d4"], comment="a\nb\rc  d")
    path = tmp_path / "games.qgn"
    path.write_bytes(b"\xef\xbb\xbf" + str(game).replace("\n", "\r\n").encode())
    for encoding in ("utf-8", "utf-8-sig"):
        with path.open(encoding=encoding) as file:
            again = record.read_game(file)
        assert again and told(again) == told(game) and not again.errors
        with path.open(encoding=encoding) as file:
            ((place, headers),) = record.scan_headers(file)
            assert headers["Game"] == "Hadron"
            file.seek(place)
            found = record.read_game(file)
            assert found and told(found) == told(game)
