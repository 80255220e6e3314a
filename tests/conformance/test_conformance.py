"""Every game, on boards of every size, does what quincunx.testing asks of it."""

import pytest

from quincunx import GAMES, Board, Game
from quincunx.testing import check_board, check_game

THREE_SIZES = [
    pytest.param(game, size, id=f"{game.id}-{size}")
    for game in GAMES
    for size in sorted({game.sizes[0], game.default_size, game.sizes[-1]})
]
ALL_SIZES = [
    pytest.param(game, size, id=f"{game.id}-{size}") for game in GAMES for size in game.sizes
]
WITH_PIE_RULE = [pytest.param(game, id=game.id) for game in GAMES if game.has_pie_rule]


@pytest.mark.parametrize(("game", "size"), THREE_SIZES)
def test_conformance__random_games(game: Game, size: int) -> None:
    cells = sum(map(len, Board(game, size=size).rows))
    games = max(4, 400 // cells)
    checked = check_game(game, size, games=games, seed=size)
    assert checked.games == games
    assert checked.longest > 2


@pytest.mark.parametrize(("game", "size"), ALL_SIZES)
def test_conformance__every_size(game: Game, size: int) -> None:
    checked = check_game(game, size, games=2, seed=100 + size, thorough=3)
    assert checked.positions > 2 * checked.games


@pytest.mark.parametrize("game", WITH_PIE_RULE)
def test_conformance__without_the_pie_rule(game: Game) -> None:
    for size in (game.sizes[0], game.default_size):
        check_game(game, size, pie=False, games=5, seed=size)


@pytest.mark.parametrize(("game", "size"), ALL_SIZES)
def test_conformance__the_start_and_each_first_move(game: Game, size: int) -> None:
    board = Board(game, size=size)
    check_board(board)
    for number, move in enumerate(list(board.legal_moves)):
        if number % 37 == 0:
            board.push(move)
            check_board(board, seed=number)
            board.pop()
    assert board == Board(game, size=size)


SPECIAL = {
    "a stone swapped": ("square-grid-hex", "4/4/1W2/4 b pie", ""),
    "a swap on offer": ("square-grid-hex", "4/4/1B2/4 w pie", ""),
    "a swap played": ("square-grid-hex", "4/4/4/4 b pie", "b2 swap c3"),
    "a chain that spans": ("square-grid-hex", "1B1/WBW/3 b pie", "b1"),
    "no placement left": ("hadron", "1BB/1RR/3 r", "a1"),
    "a cordon within a cordon": ("cordon", "BBR/BBRB/BRB1R/RRR1/RRB b", ""),
    "an early victory": ("cordon", "1RR/BBBB/RRRRB/BR2/BRB r", "b4"),
    "a full board": ("cordon", "BBB/BBRB/RRRBB/RRR1/RRB r", "b4"),
    "stacks": ("blast-radius", "4/5/6/3[R2]3/6/5/B3 r", ""),
    "high stacks": ("blast-radius", "1[B3]1/4/5/4/[R3]2 r", ""),
    "the last enemy gone": ("blast-radius", "1[B3]1/4/5/4/[R3]2 r", "a1"),
    "an exchange": (
        "quadrature",
        "11/W10/11/2W2WW4/W1W4BW2/WWWW1W1B3/5W5/10W/8B2/11/8B2 w 0 0",
        "",
    ),
    "two men left": (
        "quadrature",
        "11/W10/11/2W2WW4/W1W4BW2/WWWW1W1B3/5W5/10W/8B2/11/8B2 w 0 0",
        "g8-h8",
    ),
    "two dots on the marker": (
        "quadrature",
        "11/11/1BBBBBBBBB1/11/11/11/11/11/1WWWWWWWWW1/11/11 w 2 2",
        "",
    ),
    "a bar that is full": (
        "quadrature",
        "W5W2W1/11/11/11/11/11/11/7BB2/9BB/4B2B3/BB1BBB1BBBB b 2 0",
        "h1-g1",
    ),
    "nobody can move": (
        "quadrature",
        "WWWWW1WWWWW/6W1W1W/11/11/11/11/11/11/11/11/3BB2BBB1 w 1 2",
        "e11-f11",
    ),
    "sitting out": (
        "quadrature",
        "W9W/11/W9W/5W5/W9W/5W5/W9W/11/W8WW/10W/BBBW7 w 0 0",
        "a11-b11",
    ),
    "a draw by repetition": (
        "quadrature",
        "11/11/1BBBBBBBBB1/11/11/11/11/11/1WWWWWWWWW1/11/11 w 0 0",
        "b3-a3 b9-a9 a3-b3 a9-b9",
    ),
    "a draw by repetition while the other sits out": (
        "quadrature",
        "W9W/11/W9W/5W5/W9W/5W5/W9W/11/W8WW/10W/BBBW7 w 0 0",
        "a11-b11 b11-a11",
    ),
}


@pytest.mark.parametrize("name", SPECIAL)
def test_conformance__special_positions(name: str) -> None:
    game, fen, moves = SPECIAL[name]
    board = Board(game, fen=fen)
    check_board(board)
    for text in moves.split():
        board.push_text(text)
        check_board(board)
