"""Any text in, a value or the documented error out: never a crash, never another exception."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quincunx import (
    GAMES,
    Board,
    Game,
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    Move,
    find_game,
)
from quincunx.testing import candidates, check_board, random_game

games = st.sampled_from(GAMES)

#: Texts of all kinds, and texts that are nearly moves or fens.
any_text = st.text() | st.text(st.sampled_from("abckzABCRW0123459-/[] \0\nswap"), max_size=30)

CELLS = "abcdefghijklmnopqrst"
move_like = st.builds(
    lambda column, row, dash, rest: f"{column}{row}{dash}{rest}",
    st.sampled_from(CELLS),
    st.integers(-1, 21),
    st.sampled_from(["", "-", "--", "x", "–"]),
    st.text(st.sampled_from(CELLS + "0123456789"), max_size=4),
)
texts = any_text | move_like | st.sampled_from(["swap", "SWAP", "swap ", "pass", "a1", "c3-d4"])


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Some position of a random game on one of the smaller boards, or at its end."""
    game = draw(games)
    board = Board(game, size=draw(st.sampled_from(game.sizes[:4])))
    plies = draw(st.integers(0, 60))
    return random_game(board, random.Random(draw(st.integers(0, 2**16))), plies=plies)


@st.composite
def bent_fens(draw: st.DrawFn) -> tuple[Game, str]:
    """A fen with a few characters put in, taken out, exchanged, doubled or moved."""
    board = draw(boards())
    fen = list(board.fen())
    alphabet = st.sampled_from(list("RBWrbw0123456789/[] -é\0pieno"))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(fen)))
        way = draw(st.integers(0, 4))
        if way == 0:
            fen.insert(at, draw(alphabet))
        elif way == 1:
            del fen[at : at + draw(st.integers(1, 3))]
        elif way == 2:
            fen[at : at + 1] = [draw(alphabet)]
        elif way == 3:
            fen[at:at] = fen[at : at + draw(st.integers(1, 20))]
        else:
            other = draw(st.integers(0, len(fen)))
            fen[at : at + 1], fen[other : other + 1] = fen[other : other + 1], fen[at : at + 1]
    return board.game, "".join(fen)


@given(board=boards(), text=texts)
def test_push_text__plays_the_move_or_refuses_it(board: Board, text: str) -> None:
    before = board.fen()
    if text in {str(move) for move in board.legal_moves}:
        assert board.push_text(text) == board.peek() == Move(text)
        return
    with pytest.raises((InvalidMoveError, IllegalMoveError)) as caught:
        board.push_text(text)
    assert board.fen() == caught.value.position == before
    if text:  # what a message says of an empty one is its own business
        assert text.startswith(caught.value.text.rstrip("…"))


@pytest.mark.parametrize(
    "text",
    ["a" + "é" * 30, "\N{GRINNING FACE}" * 11, "a1-é", "e\N{COMBINING ACUTE ACCENT}" * 30],
    ids=lambda text: ascii(text)[:20],
)
def test_push_text__a_text_that_is_not_ascii_is_refused_like_any_other(text: str) -> None:
    for game in GAMES:
        with pytest.raises(InvalidMoveError) as caught:
            Board(game).push_text(text)
        assert text.startswith(caught.value.text.rstrip("…"))


@given(board=boards(), text=texts)
def test_parse_text__agrees_with_why_illegal_and_is_legal(board: Board, text: str) -> None:
    try:
        why = board.why_illegal(text)
    except InvalidMoveError:
        with pytest.raises(InvalidMoveError):
            board.parse_text(text)
        with pytest.raises(InvalidMoveError):
            board.is_legal(Move(text))
    else:
        assert text in candidates(board)
        assert board.is_legal(Move(text)) is (why is None)
        if why is None:
            assert board.parse_text(text) == Move(text)
        else:
            with pytest.raises(IllegalMoveError):
                board.parse_text(text)


@given(text=any_text)
def test_move__is_a_text_and_no_more(text: str) -> None:
    move = Move(text)
    assert move.text == str(move) == text
    assert move == Move(text)
    assert hash(move) == hash(Move(text))
    assert text == "swap" or "-".join(move.cells) == text
    assert move != Move(text + "x")
    assert isinstance(repr(move), str)


@given(text=any_text)
def test_move__repr_is_python(text: str) -> None:
    assert eval(repr(Move(text)), {"Move": Move}) == Move(text)


@given(text=any_text)
@example(text="ﬀ")
@example(text="İ")
def test_find_game__is_a_game_or_the_documented_error(text: str) -> None:
    try:
        game = find_game(text)
    except InvalidPositionError:
        return
    assert game in GAMES


@given(game=games, text=any_text)
@example(game=GAMES[0], text="é4/5/5/5/5 r")
@example(game=GAMES[0], text="a" + "é" * 300)
def test_fen__any_text_is_a_board_or_the_documented_error(game: Game, text: str) -> None:
    try:
        board = Board(game, fen=text)
    except InvalidPositionError:
        return
    assert Board(game, fen=board.fen()) == board


@settings(max_examples=300)
@given(bent_fens())
def test_fen__a_bent_one_is_a_board_that_holds_together_or_refused(bent: tuple[Game, str]) -> None:
    game, fen = bent
    try:
        board = Board(game, fen=fen)
    except InvalidPositionError:
        return
    check_board(board)


@given(board=boards(), cell=texts)
def test_piece_at__is_what_stands_there_or_a_value_error(board: Board, cell: str) -> None:
    if any(cell in row for row in board.rows):
        assert board.piece_at(cell) == board.pieces().get(cell)
        return
    for ask in (board.piece_at, board.neighbours):
        with pytest.raises(ValueError, match="is not a cell"):
            ask(cell)


@pytest.mark.parametrize("text", ["\ud800", "a1\udcff", "\udc80" * 50], ids=["one", "last", "many"])
def test_texts__a_lone_surrogate_is_no_move_and_no_fen(text: str) -> None:
    """Such texts come from file names and from the command line, where bytes are not UTF-8."""
    board = Board("hadron")
    for ask in (board.push_text, board.parse_text, board.why_illegal):
        with pytest.raises(InvalidMoveError):
            ask(text)
    with pytest.raises(InvalidPositionError):
        Board("hadron", fen=text)
    with pytest.raises(InvalidPositionError):
        find_game(text)


def test_texts__a_huge_one_is_no_move_and_the_message_is_short() -> None:
    board = Board("quadrature")
    for text in ("a" * 10**6, "a1-" * 10**5, "é" * 10**6, "\0" * 10**6):
        with pytest.raises(InvalidMoveError) as caught:
            board.push_text(text)
        assert len(str(caught.value)) < 1000
