"""Levels: how they choose, and that they play like somebody."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from quincunx import Board, Move, Side
from quincunx._native import core
from quincunx.engine import LEVELS, MAX, PLAIN, Engine, Info, InfoLine, Level, Limit, parse_level
from quincunx.engine.results import Proven, Wdl
from tests.engine.minimax import Minimax, after
from tests.engine.test_engine import BOARDS, each_game, somewhere

each_level = pytest.mark.parametrize("level", LEVELS.values(), ids=str)


def info(*lines: tuple[str, float, int, Proven | None]) -> Info:
    """An answer made of moves, values, visits and proofs; Side.SECOND is to move."""
    turn = Side.SECOND
    made = [
        InfoLine(Move(text), value, visits, [Move(text)], proven, turn)
        for text, value, visits, proven in lines
    ]
    value = made[0].value
    wdl = Wdl(value, 0.0, 1 - value, side=turn)
    playouts = sum(line.visits for line in made)
    return Info(turn, value, wdl, None, made, playouts, playouts, 0.1, 1000, "playouts")


WON, LOST, DRAWN = Proven(Side.SECOND, 5), Proven(Side.FIRST, 4), Proven(None, 9)


def choices(level: Level, known: Info, times: int = 300) -> Counter[str]:
    chooser = core.Chooser(1)
    return Counter(level.choose(known, chooser).text for _ in range(times))


# --- Choosing ------------------------------------------------------------------------------------


@each_level
def test_choose__a_win_that_is_seen_is_taken(level: Level) -> None:
    known = info(("a1", 0.9, 90, None), ("a2", 1.0, 1, WON), ("a3", 0.0, 5, LOST))
    assert set(choices(level, known)) == {"a2"}


@each_level
def test_choose__of_two_wins_the_nearer(level: Level) -> None:
    known = info(("a1", 1.0, 90, WON), ("a2", 1.0, 1, Proven(Side.SECOND, 1)))
    assert set(choices(level, known)) == {"a2"}


@each_level
def test_choose__no_move_that_is_seen_to_lose(level: Level) -> None:
    known = info(("a1", 0.0, 90, LOST), ("a2", 0.0, 50, LOST), ("a3", 0.05, 1, None))
    assert set(choices(level, known)) == {"a3"}
    # Not even if the others have never been looked at.
    known = info(("a1", 0.0, 90, LOST), ("a3", 0.5, 0, None))
    assert set(choices(level, known)) == {"a3"}


@each_level
def test_choose__if_all_moves_lose_the_one_that_lasts_longest(level: Level) -> None:
    known = info(("a1", 0.0, 9, LOST), ("a2", 0.0, 1, Proven(Side.FIRST, 8)))
    assert set(choices(level, known)) == {"a2"}


@each_level
def test_choose__nothing_far_below_the_best(level: Level) -> None:
    known = info(("a1", 0.7, 200, None), ("a2", 0.3, 200, None))
    assert set(choices(level, known)) == {"a1"}


@each_level
def test_choose__a_draw_rather_than_a_bad_position(level: Level) -> None:
    known = info(("a1", 0.1, 300, None), ("a2", 0.5, 1, DRAWN))
    assert set(choices(level, known)) == {"a2"}


def test_choose__weak_levels_choose_more_widely() -> None:
    known = info(*((f"a{k}", 0.6 - 0.03 * k, 100 - 5 * k, None) for k in range(1, 9)))
    counts = [choices(level, known) for level in LEVELS.values()]
    assert len(counts[0]) >= 5 and len(counts[9]) == 1
    for weak, strong in pairwise(counts):
        assert weak["a1"] <= strong["a1"] + 10
        assert strong.most_common(1)[0][0] == "a1"


def test_choose__a_lucky_move_that_was_tried_once_is_no_find() -> None:
    known = info(("a1", 0.6, 200, None), ("a2", 1.0, 1, None), ("a3", 0.2, 50, None))
    for level in LEVELS.values():
        assert choices(level, known)["a2"] < 20


@pytest.mark.parametrize("level", [MAX, PLAIN], ids=str)
def test_choose__at_full_strength_there_is_no_choice(level: Level) -> None:
    known = info(("a1", 0.5, 50, None), ("a2", 0.5, 49, None))
    assert set(choices(level, known)) == {"a1"}


# --- The table -----------------------------------------------------------------------------------


def test_levels__each_looks_farther_and_chooses_more_narrowly() -> None:
    assert list(LEVELS) == list(range(1, 11))
    for weak, strong in pairwise(LEVELS.values()):
        assert weak.playouts is not None and strong.playouts is not None
        assert weak.playouts < strong.playouts
        assert weak.margin > strong.margin and weak.temperature > strong.temperature
    assert len({level.text for level in LEVELS.values()}) == 10


def test_parse_level__by_number_by_text_or_itself() -> None:
    for number, level in LEVELS.items():
        assert parse_level(number) is parse_level(str(number)) is parse_level(level) is level
        assert level.name == str(number) and str(level) == f"level {number}"
    assert parse_level(None) is parse_level(" Max ") is MAX
    assert parse_level("plain") is PLAIN
    for nonsense in ("0", "11", "", "strong", "4.0", -1, 11):
        with pytest.raises(ValueError, match="the levels are 1 to 10, max and plain"):
            parse_level(nonsense)


def test_limit__a_level_has_its_own_and_another_can_only_make_it_smaller() -> None:
    level = LEVELS[4]
    assert level.limit(None) == level.limit(Limit()) == Limit(playouts=level.playouts)
    assert level.limit(Limit(time=2.0)) == Limit(time=2.0, playouts=level.playouts)
    assert level.limit(Limit(playouts=3)) == Limit(playouts=3)
    assert level.limit(Limit(playouts=10**9)) == Limit(playouts=level.playouts)
    assert MAX.limit(Limit(time=2.0)) == Limit(time=2.0)


# --- Playing -------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("level", [1, 4, 6, "plain", None])
def test_play__moves_are_legal_and_thought_about(game: str, level: int | str | None) -> None:
    board = somewhere(game, 2, seed=2)
    limit = None if isinstance(level, int) else Limit(playouts=100)
    with Engine.for_board(board, seed=1) as engine:
        result = engine.play(board, limit, level=level)
    assert result.move in board.legal_moves
    assert result.info.turn is board.turn
    assert result.info.lines
    if isinstance(level, int):
        assert result.info.playouts == LEVELS[level].playouts or result.info.proven


@each_game
def test_play__repeats_itself_with_a_seed(game: str) -> None:
    def moves(seed: int) -> list[str]:
        board = BOARDS[game].copy()
        with Engine.for_board(board, seed=seed) as engine:
            for level in (1, 2, 3, 1, 2, 3):
                board.push(engine.play(board, level=level).move)
        return [move.text for move in board.move_stack]

    assert moves(1) == moves(1)
    assert len({tuple(moves(seed)) for seed in range(6)}) > 1


def test_play__a_level_knows_nothing_of_what_the_engine_found_out_before() -> None:
    board = BOARDS["cordon"]
    with Engine.for_board(board, seed=1) as engine:
        fresh = engine.play(board, level=2).info
        engine.analyse(board, Limit(playouts=2000))
        again = engine.play(board, level=2).info
    visits = [[line.visits for line in known.lines] for known in (fresh, again)]
    assert visits[0] == visits[1] and sum(visits[0]) == LEVELS[2].playouts


@pytest.mark.parametrize("level", [*LEVELS, None, "plain"])
def test_play__a_win_with_one_move_is_found(level: int | str | None) -> None:
    board = Board("square-grid-hex", size=4, pie=False)
    for text in ("b1", "a1", "b2", "a2", "b3", "a3"):
        board.push_text(text)
    with Engine.for_board(board, seed=1) as engine:
        for _ in range(5):
            move = engine.play(board, Limit(playouts=400), level=level).move
            outcome = after(board, move.text).outcome()
            assert outcome and outcome.winner is Side.FIRST


def test_play__the_only_move_is_played_at_once() -> None:
    fen = "W1W3WW1WW/1W9/11/11/11/11/1B1B1B5/11/1B1BB2B1B1/3B3B3/B10 w 2 1"
    board = Board("quadrature", fen=fen)
    assert [str(move) for move in board.legal_moves] == ["b10-b11"]
    with Engine.for_board(board, seed=1) as engine:
        result = engine.play(board, Limit(time=600))
    assert result.move.text == "b10-b11" and result.info.playouts <= 10_000


@pytest.mark.parametrize("level", [1, 2, 3, 5, 8])
def test_play__no_move_that_is_seen_to_lose(level: int) -> None:
    """In games against itself: whatever was proven lost is not played while something else is."""
    avoided = 0
    for seed in range(40):
        board = Board("cordon", size=3) if seed % 2 else Board("square-grid-hex", size=5)
        with Engine.for_board(board, seed=seed) as engine:
            while not board.is_game_over():
                move, known = engine.play(board, level=level)
                lost = {
                    line.move
                    for line in known.lines
                    if line.proven and line.proven.winner is board.turn.other
                }
                if 0 < len(lost) < len(known.lines):
                    avoided += 1
                    assert move not in lost
                board.push(move)
    assert avoided > 5


def test_play__the_strongest_levels_do_not_let_a_small_win_go() -> None:
    minimax = Minimax()
    rng = random.Random(2)
    board = Board("square-grid-hex", size=3, pie=False)
    with Engine.for_board(board, seed=1) as engine:
        for _ in range(10):
            game = board.copy()
            while not game.is_game_over():
                if game.turn is Side.FIRST:
                    game.push(engine.play(game, level=7).move)
                    assert minimax.winner(game) is Side.FIRST
                else:
                    game.push(rng.choice(list(game.legal_moves)))
