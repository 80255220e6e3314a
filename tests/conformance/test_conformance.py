"""Every game, on boards of every size, does what quincunx.testing asks of it."""

import pytest

from quincunx import GAMES, Board, Game
from quincunx.testing import check_board, check_game
from tests.games.facts import cell_count, facts_of
from tests.marks import each_size, three_sizes

WITH_PIE_RULE = [pytest.param(game, id=game.id) for game in GAMES if game.has_pie_rule]


@three_sizes
def test_conformance__random_games(game: Game, size: int) -> None:
    games = max(4, 400 // cell_count(Board(game, size=size)))
    checked = check_game(game, size, games=games, seed=size)
    assert checked.games == games
    assert checked.longest > 2


@each_size
def test_conformance__every_size(game: Game, size: int) -> None:
    checked = check_game(game, size, games=2, seed=100 + size, thorough=3)
    assert checked.positions > 2 * checked.games


@pytest.mark.parametrize("game", WITH_PIE_RULE)
def test_conformance__without_the_pie_rule(game: Game) -> None:
    for size in (game.sizes[0], game.default_size):
        check_game(game, size, pie=False, games=5, seed=size)


@each_size
def test_conformance__the_start_and_each_first_move(game: Game, size: int) -> None:
    board = Board(game, size=size)
    check_board(board)
    for number, move in enumerate(list(board.legal_moves)):
        if number % 37 == 0:
            board.push(move)
            check_board(board, seed=number)
            board.pop()
    assert board == Board(game, size=size)


SPECIAL = [
    pytest.param(game, fen, moves, id=f"{game.id}-{name}")
    for game in GAMES
    for name, (fen, moves) in facts_of(game).special.items()
]


@pytest.mark.parametrize(("game", "fen", "moves"), SPECIAL)
def test_conformance__special_positions(game: Game, fen: str, moves: str) -> None:
    board = Board(game, fen=fen)
    check_board(board)
    for text in moves.split():
        board.push_text(text)
        check_board(board)
