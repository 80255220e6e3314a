"""The board as a python-chess user types it from memory: names, values and behaviours."""

import random

import pytest

import quincunx
from quincunx import (
    GAMES,
    Board,
    Game,
    GameOverError,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Outcome,
    Piece,
    Score,
    Side,
    Termination,
)
from quincunx.testing import random_game
from tests.games.facts import Info, facts_of
from tests.helpers import played
from tests.marks import each_game, each_size


def texts(board: Board) -> list[str]:
    return [str(move) for move in board.legal_moves]


# --- The games -----------------------------------------------------------------------------------


@each_game
def test_games__are_the_table_of_the_rulings(game: Game) -> None:
    known = facts_of(game).info
    if known is None:
        pytest.skip("its tests do not say what the rulings say")
    assert known == Info(
        game.name,
        game.author,
        game.year,
        known.sizes,
        game.default_size,
        game.players,
        len(Board(game).symmetries()),
        game.has_pie_rule,
        known.site,
    )
    assert game.sizes == tuple(known.sizes)
    assert game.id == game.name.lower().replace(" ", "-")


@each_game
def test_games__a_credit_names_author_and_site(game: Game) -> None:
    assert game.author in game.credit
    known = facts_of(game).info
    assert known is None or (known.site or "") in game.credit


@pytest.mark.parametrize("name", ["blast-radius", "Blast Radius", "BLAST RADIUS", " blast radius "])
def test_find_game__takes_id_or_name_in_any_case(name: str) -> None:
    assert quincunx.find_game(name).id == "blast-radius"


@each_game
def test_board__is_made_from_id_name_or_game(game: Game) -> None:
    assert Board(game) == Board(game.id) == Board(game.name)
    assert Board(game).size == game.default_size
    assert Board(game).game is game


@each_size
def test_board__has_the_size_asked_for(game: Game, size: int) -> None:
    board = Board(game, size=size)
    rows = [len(row) for row in board.rows]
    assert board.size == size
    if board.is_square:
        assert rows == [size] * size
        assert board.rows[0][0] == "a1"
        assert board.rows[-1][-1] == f"{chr(ord('a') + size - 1)}{size}"
    else:
        assert rows == [*range(size, 2 * size), *range(2 * size - 2, size - 1, -1)]
        assert board.rows[0][0] == "a1"
        assert board.rows[size - 1][-1] == f"{chr(ord('a') + size - 1)}{2 * size - 1}"
    assert not board.move_stack
    assert board.outcome() is None


def test_board__options_are_keyword_only() -> None:
    with pytest.raises(TypeError):
        Board("hadron", 5)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        quincunx.playouts(Board("hadron"), 10, 1)  # type: ignore[call-arg]


@each_game
def test_neighbours__are_four_or_six_in_the_middle_and_go_both_ways(game: Game) -> None:
    board = Board(game)
    cells = [cell for row in board.rows for cell in row]
    most = 4 if board.is_square else 6
    counts = [len(board.neighbours(cell)) for cell in cells]
    assert max(counts) == most
    assert min(counts) == most // 2
    for cell in cells:
        assert all(cell in board.neighbours(near) for near in board.neighbours(cell))


def test_neighbours__on_a_hexhex_board_follow_the_rulings() -> None:
    board = Board("cordon", size=3)
    # Row c is the longest, five cells; b and d have four.
    assert set(board.neighbours("c3")) == {"c2", "c4", "b2", "b3", "d2", "d3"}
    assert set(board.neighbours("a1")) == {"a2", "b1", "b2"}
    assert set(board.neighbours("e1")) == {"e2", "d1", "d2"}


# --- Moves ---------------------------------------------------------------------------------------


def test_turn__is_a_side_with_a_name() -> None:
    board = Board("hadron", size=5)
    before = board.turn
    board.push_text("c3")
    after = board.turn
    assert (before, after) == (Side.FIRST, Side.SECOND)
    assert (board.side_name(before), board.side_name(after)) == ("Red", "Blue")
    assert (before.other, after.other) == (Side.SECOND, Side.FIRST)
    assert repr(after) == "Side.SECOND"


@each_game
def test_side_name__is_the_games_own(game: Game) -> None:
    board = Board(game)
    assert (board.side_name(Side.FIRST), board.side_name(Side.SECOND)) == game.players


def test_legal_moves__are_a_view_that_follows_the_board() -> None:
    board = Board("hadron", size=3)
    view = board.legal_moves
    assert len(view) == view.count() == 9
    board.push_text("b2")
    assert [str(move) for move in view] == ["a1", "c1", "a3", "c3"]
    assert Move("a1") in view
    assert Move("b2") not in view
    assert bool(view)
    board.pop()
    assert len(view) == 9


def test_legal_moves__know_only_moves() -> None:
    board = Board("hadron", size=3)
    assert "a1" not in board.legal_moves
    assert None not in board.legal_moves


@pytest.mark.parametrize("text", ["z9", "swap", "a1-a2", "", "a4", "A1"])
def test_legal_moves__a_move_of_no_board_is_not_among_them(text: str) -> None:
    assert Move(text) not in Board("hadron", size=3).legal_moves


def test_legal_moves__stand_in_reading_order() -> None:
    for game in GAMES:
        board = Board(game)
        cells = {cell: i for i, cell in enumerate(cell for row in board.rows for cell in row)}
        order = [[cells[cell] for cell in move.cells] for move in board.legal_moves]
        assert order == sorted(order)


def test_push__and_pop_and_peek() -> None:
    board = Board("cordon", size=3)
    first = board.push_text("a1")
    assert first == Move("a1")
    assert board.peek() == first
    second = board.parse_text("c3")
    assert board.ply() == 1  # parsing plays nothing
    board.push(second)
    assert board.move_stack == [first, second]
    assert board.ply() == 2
    assert board.pop() == second
    assert board.pop() == first
    assert board == Board("cordon", size=3)
    assert board.ply() == 0


def test_pop__and_peek_have_nothing_to_give_at_the_start() -> None:
    for board in (Board("hadron"), Board("hadron", fen="R2/3/3 b")):
        with pytest.raises(IndexError):
            board.pop()
        with pytest.raises(IndexError):
            board.peek()
        assert board.move_stack == []


def test_text__one_notation_for_parse_text_and_str() -> None:
    board = Board("quadrature")
    move = board.parse_text("c3-d4")
    assert board.text(move) == str(move) == move.text == "c3-d4"
    assert move.cells == ("c3", "d4")
    assert repr(move) == "Move('c3-d4')"
    assert Move("c3-d4") == move
    assert Move("swap").cells == ()
    assert Move("c3").cells == ("c3",)


@pytest.mark.parametrize("text", ["C3", " c3", "c3 ", "c03", "c+3", "3c", "c", "3", "c3-", "-c3"])
def test_text__nothing_but_the_notation_is_read(text: str) -> None:
    """One text for one move: what is almost a move is not one, so texts can be compared."""
    board = Board("hadron", size=5)
    with pytest.raises(InvalidMoveError):
        board.push_text(text)
    with pytest.raises(InvalidMoveError):
        board.is_legal(Move(text))


def test_push__checks_what_it_is_given() -> None:
    board = Board("hadron", size=5)
    board.push(Move("c3"))
    before = board.fen()
    with pytest.raises(IllegalMoveError):
        board.push(Move("c4"))
    with pytest.raises(InvalidMoveError):
        board.push(Move("swap"))
    with pytest.raises(TypeError):
        board.push("a1")  # type: ignore[arg-type]
    assert board.fen() == before
    assert board.ply() == 1


def test_push__nothing_unchecked_is_reachable() -> None:
    board = Board("hadron")
    names = {name for thing in (board, board._history, quincunx) for name in dir(thing)}
    assert not [name for name in names if "unchecked" in name]


def test_why_illegal__is_none_for_a_legal_move_given_either_way() -> None:
    board = Board("hadron", size=5)
    assert board.why_illegal("c3") is None
    assert board.why_illegal(Move("c3")) is None
    with pytest.raises(InvalidMoveError):
        board.why_illegal("z99")


REASONS = [
    (
        "hadron",
        "5/5/2R2/5/5 b",
        "c4",
        "c4 touches 1 red and 0 blue; "
        "Hadron's PLACEMENT RULE allows none, one of each or two of each",
    ),
    ("hadron", "5/5/2R2/5/5 b", "c3", "c3 is occupied (Hadron, PLACEMENT RULE)"),
    ("quadrature", None, "c4-c5", "c4 holds no white man (Quadrature, BASIC MOVES)"),
    (
        "quadrature",
        None,
        "c3-c5",
        "c3-c5 is not one step forward, diagonally forward or sideways (Quadrature, BASIC MOVES)",
    ),
    ("quadrature", None, "c3-d3", "d3 is occupied (Quadrature, BASIC MOVES)"),
    ("cordon", "2/1R1/2 b", "b2", "b2 is occupied"),
    ("square-grid-hex", "3/1B1/3 w pie", "b2", "b2 is occupied (Square Grid Hex, STONE PLACEMENT)"),
    (
        "square-grid-hex",
        "3/3/3 b pie",
        "swap",
        "swap is only for White's first move (Square Grid Hex, PIE RULE)",
    ),
    ("square-grid-hex", "3/1B1/3 w no-pie", "swap", "without"),
    ("blast-radius", "3/4/2R2/4/3 b", "b2", "b2 lies in the REZ of the red 1-stack on c3"),
    ("blast-radius", "3/4/2R2/4/3 b", "c3", "c3 holds an enemy stack"),
    (
        "blast-radius",
        "1B1/4/2R2/4/3 r",
        "c3",
        "an empty cell outside every REZ is left (a1): the smallest stack comes first",
    ),
]


@pytest.mark.parametrize(("game", "fen", "text", "reason"), REASONS)
def test_why_illegal__explains_in_the_games_own_terms(
    game: str, fen: str | None, text: str, reason: str
) -> None:
    why = Board(game, fen=fen).why_illegal(text)
    assert why is not None
    assert why.startswith(reason) or reason in why
    assert "\n" not in why


def test_why_illegal__names_the_rectangle_of_enemy_men() -> None:
    # Black men on c6, f4 and f6: a white man that steps to c4 would be the fourth corner.
    fen = "11/11/B9B/B9B/11/2B2B5/11/5B5/1W9/11/WWWWWWWWWW1 w 0 0"
    board = Board("quadrature", fen=fen)
    why = board.why_illegal("b3-c4")
    assert why is not None
    assert why.startswith("b3-c4 forms a rectangle with the black men on ")
    assert all(cell in why for cell in ("f4", "c6", "f6"))
    assert "SQUARING" in why


def test_changes__tell_what_a_move_does_before_it_is_played() -> None:
    board = Board("square-grid-hex", size=3)
    board.push_text("b2")
    black, white = Piece(Side.FIRST, 1), Piece(Side.SECOND, 1)
    assert board.changes(Move("swap")) == {"b2": (black, white)}
    assert board.changes(Move("a1")) == {"a1": (None, white)}
    with pytest.raises(IllegalMoveError):
        board.changes(Move("b2"))
    assert board.ply() == 1


# --- Results -------------------------------------------------------------------------------------

# Each way in which a game ends, one move before it.
LAST_MOVES = [
    ("hadron", "1BB/1RR/3 r", "a1", Outcome(Side.FIRST, Termination.NO_PLACEMENT)),
    ("hadron", "RB1/1B1/R1R b", "c2", Outcome(Side.SECOND, Termination.NO_PLACEMENT)),
    ("square-grid-hex", "1B1/WBW/3 b pie", "b1", Outcome(Side.FIRST, Termination.CONNECTION)),
    ("square-grid-hex", "1B1/WBW/3 b pie", "a1", Outcome(Side.FIRST, Termination.CONNECTION)),
    ("square-grid-hex", "1B1/WBW/3 b pie", "c1", None),
    ("cordon", "BBB/BBRB/RRRBB/RRR1/RRB r", "b4", Outcome(Side.FIRST, Termination.FULL_BOARD)),
    ("cordon", "1RR/BBBB/RRRRB/BR2/BRB r", "b4", Outcome(Side.FIRST, Termination.EARLY_VICTORY)),
    ("cordon", "BBR/BBRB/BRB1R/RRR1/RRB b", "c4", Outcome(Side.SECOND, Termination.EARLY_VICTORY)),
    ("blast-radius", "1[B3]1/4/5/4/[R3]2 r", "a1", Outcome(Side.FIRST, Termination.ELIMINATION)),
    (
        "quadrature",
        "11/W10/11/2W2WW4/W1W4BW2/WWWW1W1B3/5W5/10W/8B2/11/8B2 w 0 0",
        "g8-h8",
        Outcome(Side.FIRST, Termination.TWO_MEN),
    ),
    (
        "quadrature",
        "W5W2W1/11/11/11/11/11/11/7BB2/9BB/4B2B3/BB1BBB1BBBB b 2 0",
        "h1-g1",
        Outcome(Side.SECOND, Termination.GOAL_BAR),
    ),
    (
        "quadrature",
        "WWWWW1WWWWW/6W1W1W/11/11/11/11/11/11/11/11/3BB2BBB1 w 1 2",
        "e11-f11",
        Outcome(None, Termination.NO_MOVES),
    ),
]


@pytest.mark.parametrize(("game", "fen", "text", "outcome"), LAST_MOVES)
def test_outcome__after_the_last_move(
    game: str, fen: str, text: str, outcome: Outcome | None
) -> None:
    board = Board(game, fen=fen)
    assert board.outcome() is None
    assert not board.is_game_over()
    assert board.result() == "*"
    board.push_text(text)
    assert board.outcome() == outcome
    assert board.is_game_over() is (outcome is not None)
    assert board.result() == ("*" if outcome is None else outcome.result())


def test_outcome__has_winner_and_termination_with_its_section() -> None:
    outcome = Outcome(winner=None, termination=Termination.REPETITION)
    assert outcome.result() == "1/2-1/2"
    assert outcome == Outcome(None, Termination.REPETITION)
    for termination in Termination:
        assert termination.section == termination.section.upper() != ""
    with pytest.raises(AttributeError):
        outcome.winner = Side.FIRST  # type: ignore[misc]


def test_outcome__a_finished_game_takes_no_move() -> None:
    board = Board("hadron", fen="R1B/1R1/B1R b")
    assert board.outcome() == Outcome(Side.FIRST, Termination.NO_PLACEMENT)
    assert list(board.legal_moves) == []
    assert not board.legal_moves
    with pytest.raises(GameOverError, match=r"a2: the game is over: Red has won, no placement"):
        board.push_text("a2")
    assert "OBJECT OF THE GAME" in str(board.why_illegal("a2"))


def test_outcome__quadrature_repetition_is_a_draw_and_can_be_taken_back() -> None:
    board = played("quadrature", "b3-a3 b9-a9 a3-b3")
    assert board.outcome() is None
    board.push_text("a9-b9")
    assert board.outcome() == Outcome(None, Termination.REPETITION)
    assert board.result() == "1/2-1/2"
    with pytest.raises(GameOverError, match="repetition"):
        board.push_text("c3-c4")
    board.pop()
    assert board.outcome() is None
    board.push_text("a9-a8")
    assert board.outcome() is None


def test_score__is_a_count_for_each_side_where_there_is_one() -> None:
    assert Board("hadron").score() is None
    assert Board("square-grid-hex").score() is None
    assert Board("quadrature").score() == Score(9, 9) == (9, 9)
    assert Board("cordon").score() == Score(0, 0)
    assert Board("blast-radius", fen="4/5/6/3[R2]3/6/5/B3 r").score() == Score(2, 1)
    # Opposite corners of side 2, joined through the middle: the whole board.
    score = Board("cordon", fen="RB/BRB/1R r").score()
    assert score is not None
    assert score.first == 7


@each_size
def test_sizes__random_games_of_every_size_come_to_an_end(game: Game, size: int) -> None:
    rng = random.Random(size)
    board = random_game(Board(game, size=size), rng)
    outcome = board.outcome()
    assert outcome is not None
    assert board.ply() == len(board.move_stack) > 0
    assert board.result() in ("1-0", "0-1", "1/2-1/2")
    # The same moves once more, as texts, on a board of its own.
    again = played(game.id, " ".join(map(str, board.move_stack)), size=size)
    assert again == board
    assert again.outcome() == outcome
