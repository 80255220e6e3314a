"""Positions from text are validated: what cannot stand on a board is refused, with the reason."""

import pytest

from quincunx import (
    GAMES,
    Board,
    Game,
    InvalidPositionError,
    Outcome,
    Side,
    Termination,
    find_game,
)
from tests.marks import each_game

QUADRATURE = "11/11/1BBBBBBBBB1/11/11/11/11/11/1WWWWWWWWW1/11/11"

#: Game, fen, and a word of the reason.
BAD = [
    # The line as a whole.
    ("hadron", "", "rows and turn"),
    ("hadron", " ", ""),
    ("hadron", "r", "rows and turn"),
    ("hadron", "3/3/3", "rows and turn"),
    ("hadron", "3/3/3 ", "turn"),
    ("hadron", " 3/3/3 r", ""),
    ("hadron", "3/3/3  r", ""),
    ("hadron", "3/3/3\tr", ""),
    ("hadron", "3/3/3 r\n", "turn"),
    ("hadron", "3/3/3 r ", "field"),
    ("hadron", "3/3/3 r junk", "field"),
    ("hadron", "3/3/3 r 0 0", "field"),
    # Rows.
    ("hadron", "3/3/3/ r", ""),
    ("hadron", "/3/3/3 r", ""),
    ("hadron", "3/3/2 r", "row 3 from the top has 3 cells, not 2"),
    ("hadron", "4/3/3 r", "row 1 from the top has 3 cells, not 4"),
    ("hadron", "3//3 r", "row 2"),
    ("hadron", "0R2/3/3 b", "starts with 0"),
    ("hadron", "99/3/3 r", "cells"),
    ("hadron", "RRRRRRRRRRRRRRRRRRRRRRRR/3/3 r", "cells"),
    ("cordon", "3/3/3 r", "row"),
    ("cordon", "2/3 r", "odd number of rows"),
    ("blast-radius", "3/4/5/4/4 r", "row 5 from the top has 3 cells, not 4"),
    ("quadrature", QUADRATURE.replace("11/1W", "10/1W") + " w 0 0", "row 8"),
    # Letters.
    ("hadron", "X2/3/3 b", "'X' is not a piece; pieces are R and B"),
    ("hadron", "r2/3/3 b", "'r' is not a piece"),
    ("hadron", "W2/3/3 b", "'W' is not a piece"),
    ("square-grid-hex", "R2/3/3 w pie", "'R' is not a piece; pieces are B and W"),
    ("hadron", "-1/3/3 r", "'-' is not a piece"),
    ("hadron", "+3/3/3 r", "not a piece"),
    ("hadron", "R\0R/3/3 b", ""),
    # Turn.
    ("hadron", "3/3/3 x", "turn"),
    ("hadron", "3/3/3 R", "turn"),
    ("hadron", "3/3/3 red", "turn"),
    ("hadron", "3/3/3 w", "turn"),
    ("quadrature", QUADRATURE + " r 0 0", "turn"),
    # Counts.
    ("hadron", "3/3/3 b", "0 Red and 0 Blue"),
    ("hadron", "R2/3/3 r", "1 Red and 0 Blue"),
    ("hadron", "B2/3/3 r", "0 Red and 1 Blue"),
    ("hadron", "R1R/3/3 b", "2 Red and 0 Blue"),
    ("cordon", "RR/3/2 b", "2 Red and 0 Blue"),
    ("cordon", "B1/3/2 r", "0 Red and 1 Blue"),
    ("square-grid-hex", "BB1/3/3 w pie", "2 Black and 0 White"),
    ("square-grid-hex", "W2/3/3 b no-pie", "0 Black and 1 White"),
    ("square-grid-hex", "3/3/3 w pie", "0 Black and 0 White"),
    ("quadrature", QUADRATURE.replace("1WWW", "2WW") + " w 0 0", "18"),
    ("quadrature", QUADRATURE.replace("1WWW", "WWWW") + " w 0 0", "18"),
    ("quadrature", "/".join(["11"] * 11) + " w 0 0", "18"),
    # Stacks.
    ("hadron", "[R2]2/3/3 b", "stacks"),
    ("cordon", "[R2]1/3/2 b", "stacks"),
    ("square-grid-hex", "[B2]2/3/3 w pie", "stacks"),
    ("quadrature", QUADRATURE.replace("1WWW", "1[W2]WW") + " w 0 0", "stacks"),
    ("blast-radius", "[R1]2/4/5/4/3 b", "lower than 2"),
    ("blast-radius", "[R0]2/4/5/4/3 b", "lower than 2"),
    ("blast-radius", "[R]2/4/5/4/3 b", "lower than 2"),
    ("blast-radius", "[R2/4/5/4/3 b", "does not end"),
    ("blast-radius", "[R22]2/4/5/4/3 b", "22"),
    ("blast-radius", "[R222]2/4/5/4/3 b", "does not end"),
    ("blast-radius", "[X2]2/4/5/4/3 b", "not a piece"),
    ("blast-radius", "[]2/4/5/4/3 b", "not a piece"),
    ("blast-radius", "[", ""),
    ("blast-radius", "2]/4/5/4/3 b", "not a piece"),
    ("blast-radius", "[[R2]]2/4/5/4/3 b", "not a piece"),
    # Blast Radius: no stack in a REZ, none higher than the board is wide, nobody missing.
    ("blast-radius", "RB1/4/5/4/3 r", "REZ"),
    ("blast-radius", "[R2]1B/4/5/4/3 b", "REZ"),
    ("blast-radius", "R1[B2]/4/5/4/3 r", "REZ"),
    ("blast-radius", "[R5]2/4/5/4/3 b", "higher"),
    ("blast-radius", "3/4/2R2/4/3 r", "not there"),
    ("blast-radius", "3/4/5/4/3 b", "not there"),
    ("blast-radius", "R2/4/4R/4/3 b", "CAPTURES"),
    ("blast-radius", "3/4/2B2/4/3 r", "CAPTURES"),
    # Square Grid Hex.
    ("square-grid-hex", "3/3/3 b", "field"),
    ("square-grid-hex", "3/3/3 b Pie", "pie"),
    ("square-grid-hex", "3/3/3 b pie pie", "field"),
    ("square-grid-hex", "BWW/B1W/B2 b pie", "Black spans the board and cannot be to move"),
    # Quadrature.
    ("quadrature", QUADRATURE + " w", "field"),
    ("quadrature", QUADRATURE + " w 0", "field"),
    ("quadrature", QUADRATURE + " w 0 0 0", "field"),
    ("quadrature", QUADRATURE + " w 3 0", "MARKER"),
    ("quadrature", QUADRATURE + " w 0 3", "MARKER"),
    ("quadrature", QUADRATURE + " w -1 0", "MARKER"),
    ("quadrature", QUADRATURE + " w 00 0", "MARKER"),
    ("quadrature", QUADRATURE + " w  0", "MARKER"),
    (
        "quadrature",
        "4WWW4/11/1BBBBBBBBB1/11/11/11/11/11/1WWWWWW4/11/11 w 0 0",
        "White has won and cannot be to move",
    ),
    (
        "quadrature",
        "W9W/11/W9W/5W5/W9W/5W5/W9W/11/W8WW/10W/BBBW7 b 0 0",
        "sits out",
    ),
]


@pytest.mark.parametrize(("game", "fen", "reason"), BAD)
def test_fen__what_cannot_be_is_refused_with_the_reason(game: str, fen: str, reason: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Board(game, fen=fen)
    message = str(caught.value)
    assert reason in message
    assert fen in message or repr(fen)[1:-1] in message


NEIGHBOURS_OF_BAD = [
    # Next to each rule, what it allows.
    ("hadron", "3/3/3 r"),
    ("hadron", "R2/3/3 b"),
    ("hadron", "R1B/3/3 r"),
    ("cordon", "R1/3/2 b"),
    ("square-grid-hex", "B2/3/3 w pie"),
    ("square-grid-hex", "W2/3/3 b pie"),  # after a swap
    ("square-grid-hex", "WB1/3/3 w pie"),  # after a swap and a stone, or a slow start
    ("square-grid-hex", "BWW/B1W/B2 w pie"),  # Black has won
    ("blast-radius", "R2/4/5/4/3 b"),
    ("blast-radius", "R2/4/2B2/4/3 r"),
    ("blast-radius", "[R4]2/4/5/4/3 b"),  # Red has won
    ("quadrature", QUADRATURE + " b 2 1"),
    ("quadrature", "W9W/11/W9W/5W5/W9W/5W5/W9W/11/W8WW/10W/BBBW7 w 0 0"),
]


@pytest.mark.parametrize(("game", "fen"), NEIGHBOURS_OF_BAD)
def test_fen__what_can_be_is_read_and_written_back(game: str, fen: str) -> None:
    assert Board(game, fen=fen).fen() == fen


def test_fen__a_won_position_is_over() -> None:
    won = Outcome(Side.FIRST, Termination.CONNECTION)
    assert Board("square-grid-hex", fen="BWW/B1W/B2 w pie").outcome() == won
    assert Board("blast-radius", fen="[R4]2/4/5/4/3 b").is_game_over()
    assert not Board("blast-radius", fen="R2/4/5/4/3 b").is_game_over()


@pytest.mark.parametrize(
    "fen",
    [
        "é4/5/5/5/5 r",  # two bytes in UTF-8
        "５/5/5/5/5 r",  # a digit of full width
        "5/5/5/5/5 р",  # a Cyrillic turn
        "5/5/5/5/5 r \N{GRINNING FACE}",
        "R\N{COMBINING ACUTE ACCENT}4/5/5/5/5 b",
        "é" * 5000,
        "a" + "é" * 5000,
        "\N{GRINNING FACE}" * 300,
        "5/5/5/5/" + "x" * 37 + "é" * 9 + " r",
    ],
    ids=lambda fen: ascii(fen)[:30],
)
def test_fen__text_that_is_not_ascii_is_refused_like_any_other(fen: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Board("hadron", fen=fen)
    assert "\N{REPLACEMENT CHARACTER}" not in str(caught.value)


@pytest.mark.parametrize(
    "fen", ["\0", "5/5/5/5/5\0 r", "5/5/5/5/5 r\0", "5/5/5/5/5 \0", "\0005/5/5/5/5 r"]
)
def test_fen__an_embedded_nul_is_refused_and_the_message_goes_on_after_it(fen: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Board("hadron", fen=fen)
    assert str(caught.value).count('"') >= 2
    assert "\0" in str(caught.value) or "\\x00" in str(caught.value)


@pytest.mark.parametrize("piece", ["R", "/", "5/", "9", "[", "[R2]", " ", "1R", "0"])
@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_fen__a_huge_text_is_refused_at_once_and_in_few_words(game: str, piece: str) -> None:
    with pytest.raises(InvalidPositionError) as caught:
        Board(game, fen=piece * (10**6 // len(piece)))
    assert len(str(caught.value)) < 1000


def form(game: Game) -> tuple[object, ...]:
    """What can be seen of a fen: a game's name is not in it."""
    return game.is_square, game.letters, len(Board(game).fen().split())


@each_game
def test_fen__another_games_positions_are_refused(game: Game) -> None:
    for other in GAMES:
        sizes = (other.sizes[0], other.default_size, other.sizes[-1])
        for fen in (Board(other, size=size).fen() for size in sizes):
            board = Board(other, fen=fen)
            assert board.fen() == fen
            if form(other) != form(game):
                with pytest.raises(InvalidPositionError):
                    Board(game, fen=fen)


def test_fen__the_turn_is_that_of_the_board_even_after_a_draw_by_repetition() -> None:
    """Black sits out while White goes to and fro: the third arrangement is the first again."""
    board = Board("quadrature", fen="W9W/11/W9W/5W5/W9W/5W5/W9W/11/W8WW/10W/BBBW7 w 0 0")
    assert board.turn is Side.FIRST
    board.push_text("a11-b11")
    assert board.outcome() is None
    assert board.turn is Side.FIRST
    board.push_text("b11-a11")
    assert board.outcome() == Outcome(None, Termination.REPETITION)
    letters = find_game("quadrature").letters
    assert board.fen().split()[1] == letters[board.turn.value].lower()
    assert Board("quadrature", fen=board.fen()).turn is board.turn


def test_fen__no_piece_is_lost_on_the_widest_boards() -> None:
    for game in GAMES:
        board = Board(game, size=game.sizes[-1])
        for _ in range(30):
            board.push(list(board.legal_moves)[-1])
        read = Board(game, fen=board.fen())
        assert read.pieces() == board.pieces()
        assert read.turn is board.turn
