"""Batch: many boards as arrays, in step with Board."""

import random
import subprocess
import sys

import numpy as np
import numpy.typing as npt
import pytest

from quincunx import (
    Batch,
    Board,
    Game,
    GameOverError,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    MoveError,
    Side,
)
from quincunx.testing import candidates, random_game
from tests.games.facts import facts_of
from tests.marks import each_game, three_sizes


def cells_of(board: Board) -> list[int]:
    """What Batch.cells() should say of a board."""
    pieces = board.pieces()
    row = []
    for cell in (cell for cells in board.rows for cell in cells):
        piece = pieces.get(cell)
        height = 0 if piece is None else piece.height
        row.append(-height if piece and piece.side is Side.SECOND else height)
    return row


def result_of(board: Board) -> int:
    outcome = board.outcome()
    if outcome is None:
        return -1
    return 2 if outcome.winner is None else outcome.winner.value


def require_agreement(batch: Batch, boards: list[Board]) -> None:
    """The arrays say of each board what the board itself says."""
    legal, cells = batch.legal(), batch.cells()
    turns, results = batch.turns(), batch.results()
    for i, board in enumerate(boards):
        moves = {batch.move_of(int(action), i) for action in np.flatnonzero(legal[i])}
        assert moves == set(board.legal_moves)
        assert cells[i].tolist() == cells_of(board)
        assert results[i] == result_of(board)
        if results[i] < 0:
            assert turns[i] == board.turn.value


@three_sizes
def test_shapes__are_boards_by_actions_and_by_cells(game: Game, size: int) -> None:
    batch = Batch(Board(game, size=size), 7)
    cells = sum(map(len, Board(game, size=size).rows))
    assert len(batch) == 7
    actions = facts_of(game).actions
    assert actions is None or batch.action_count == actions(size)
    for array, shape, kind in (
        (batch.legal(), (7, batch.action_count), np.bool_),
        (batch.cells(), (7, cells), np.int8),
        (batch.turns(), (7,), np.int8),
        (batch.results(), (7,), np.int8),
    ):
        assert array.shape == shape
        assert array.dtype == kind


@three_sizes
def test_step__agrees_with_boards_on_random_games(game: Game, size: int) -> None:
    """Boards end at different times; those that have ended are left alone."""
    rng = random.Random(size)
    start = Board(game, size=size)
    count = 12 if len(start.legal_moves) < 60 else 4
    batch, boards = Batch(start, count), [start.copy() for _ in range(count)]
    require_agreement(batch, boards)
    plies = 0
    while any(board.legal_moves for board in boards):
        legal = batch.legal()
        actions = []
        for i, board in enumerate(boards):
            choice = np.flatnonzero(legal[i]).tolist()
            assert len(choice) == len(board.legal_moves)
            action = rng.choice(choice) if choice else -1
            if choice:
                board.push(batch.move_of(action, i))
            actions.append(action)
        batch.step(actions)
        plies += 1
        if plies % 29 == 0 or plies < 4:
            require_agreement(batch, boards)
    require_agreement(batch, boards)
    assert not batch.legal().any()
    assert batch.board(0) == boards[0]


@each_game
def test_step__refuses_an_illegal_action_by_board_and_moves_nothing(game: Game) -> None:
    batch = Batch(random_game(Board(game), random.Random(1), plies=3), 5)
    before = batch.cells()
    legal = batch.legal()
    right, wrong = int(np.argmax(legal[0])), int(np.argmin(legal[0]))
    with pytest.raises(IllegalMoveError) as caught:
        batch.step([right, right, right, wrong, right])
    assert "board 3" in str(caught.value)
    assert str(wrong) in caught.value.text
    assert caught.value.position == batch.board(3).fen()
    assert game.name in caught.value.reason
    assert (batch.cells() == before).all()
    assert (batch.legal() == legal).all()


@pytest.mark.parametrize("action", [-2, -(2**40), 25, 26, 2**31, 2**40, 2**63 - 1, -(2**63)])
def test_step__refuses_a_number_that_is_no_action(action: int) -> None:
    batch = Batch(Board("hadron", size=5), 3)
    with pytest.raises(InvalidMoveError) as caught:
        batch.step([0, action, 0])
    assert "board 1" in str(caught.value)
    assert "0 to 24" in caught.value.reason
    assert not batch.cells().any()


def test_step__an_unsigned_number_is_not_taken_for_minus_one() -> None:
    batch = Batch(Board("hadron", size=5), 2)
    for wrong in (np.array([0, 2**64 - 1], np.uint64), [0, 2**64 - 1], [0, 2**63]):
        with pytest.raises(ValueError, match=r"actions? "):
            batch.step(wrong)
    assert not batch.cells().any()


def test_step__leaves_boards_alone_that_get_minus_one() -> None:
    batch = Batch(Board("cordon", size=3), 3)
    batch.step([-1, 4, -1])
    assert batch.turns().tolist() == [0, 1, 0]
    assert [int(row.sum()) for row in batch.cells()] == [0, 1, 0]
    batch.step([-1, -1, -1])
    assert batch.turns().tolist() == [0, 1, 0]


@each_game
def test_step__a_board_that_has_ended_refuses_all_but_minus_one(game: Game) -> None:
    over = random_game(Board(game, size=game.sizes[0]), random.Random(2))
    batch = Batch(over, 2)
    assert batch.results().tolist() == [result_of(over)] * 2
    assert not batch.legal().any()
    with pytest.raises(GameOverError, match="board 1"):
        batch.step([-1, 0])
    batch.step([-1, -1])
    batch.step_random(1)
    assert batch.board(0) == over


@pytest.mark.parametrize(
    "actions",
    [[0], [0, 0, 0], [], [0.0, 1.0], [True, False], ["a1", "a2"], [None, None], [[0, 0]], 0],
    ids=repr,
)
def test_step__refuses_arrays_that_are_not_one_whole_number_a_board(actions: npt.ArrayLike) -> None:
    batch = Batch(Board("hadron", size=5), 2)
    with pytest.raises((ValueError, TypeError)):
        batch.step(actions)
    assert not batch.cells().any()


@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "int64", "uint8", "uint32"])
def test_step__takes_whole_numbers_of_any_width(kind: str) -> None:
    batch = Batch(Board("hadron", size=5), 2)
    batch.step(np.array([3, 4], kind))
    strided = np.array([20, 0, 21, 0], kind)[::2]
    batch.step(strided)
    assert batch.board(0).pieces().keys() == {"d1", "a5"}
    assert batch.board(1).pieces().keys() == {"e1", "b5"}


def test_step__refuses_a_pie_swap_that_is_too_late() -> None:
    batch = Batch(Board("square-grid-hex", size=3), 2)
    swap = batch.action_count - 1
    with pytest.raises(IllegalMoveError, match="PIE RULE"):
        batch.step([swap, -1])
    batch.step([4, 4])
    batch.step([swap, 0])
    assert batch.cells()[:, 4].tolist() == [-1, 1]
    assert batch.move_of(swap) == Move("swap")


@each_game
def test_actions__and_moves_are_two_names_for_the_same(game: Game) -> None:
    board = random_game(Board(game), random.Random(8), plies=4)
    batch = Batch(board, 1)
    for move in board.legal_moves:
        action = batch.action_of(move)
        assert 0 <= action < batch.action_count
        assert batch.move_of(action) == move
        assert batch.legal()[0, action]
    for action in (-1, batch.action_count, 2**31 - 1):
        with pytest.raises(IndexError):
            batch.move_of(action)


@each_game
def test_actions__a_move_without_a_number_is_refused(game: Game) -> None:
    """A step that no man could ever take must not get the number of another one."""
    board = Board(game)
    batch = Batch(board, 1)
    texts = candidates(board)
    for text in random.Random(4).sample(texts, min(len(texts), 100)):
        try:
            action = batch.action_of(Move(text))
        except MoveError:
            continue
        assert batch.move_of(action) == Move(text)
    with pytest.raises(InvalidMoveError):
        batch.action_of(Move("nonsense"))


def test_reset__all_or_those_that_are_chosen() -> None:
    start = random_game(Board("blast-radius", size=4), random.Random(1), plies=2)
    batch = Batch(start, 4)
    batch.step_random(3)
    batch.reset([True, False, False, True])
    assert [batch.board(i) == start for i in range(4)] == [True, False, False, True]
    batch.reset()
    assert all(batch.board(i) == start for i in range(4))
    for wrong in ([True], [True] * 5, [[True] * 4]):
        with pytest.raises((ValueError, TypeError)):
            batch.reset(wrong)


def test_reset__brings_ended_boards_back() -> None:
    batch = Batch(Board("hadron", size=3), 50)
    for seed in range(9):
        batch.step_random(seed)
    ended = batch.results() >= 0
    assert ended.all()
    batch.reset(ended)
    assert (batch.results() == -1).all()
    assert batch.legal().all()


@each_game
def test_step_random__is_legal_reproducible_and_ends(game: Game) -> None:
    size = game.sizes[0]
    batch, again = Batch(Board(game, size=size), 70), Batch(Board(game, size=size), 70)
    other = Batch(Board(game, size=size), 70)
    boards = [Board(game, size=size) for _ in range(70)]
    for seed in range(1000):
        legal, before = batch.legal(), batch.cells()
        batch.step_random(seed)
        again.step_random(seed)
        other.step_random(seed + 10**6)
        if seed < 8:
            for i, board in enumerate(boards):
                board_after = batch.board(i)
                nexts = [m for m in board.legal_moves if after(board, m) == board_after]
                assert nexts or not legal[i].any()
                if nexts:
                    board.push(nexts[0])
        if (batch.results() >= 0).all():
            break
        assert (batch.cells() != before).any()
    assert (batch.results() >= 0).all()
    assert (batch.cells() == again.cells()).all()
    assert (batch.cells() != other.cells()).any()


def after(board: Board, move: Move) -> Board:
    twin = board.copy()
    twin.push(move)
    return twin


def test_step_random__any_whole_number_is_a_seed() -> None:
    for seed in (-1, 2**63, 2**64, -(10**30)):
        batch = Batch(Board("hadron", size=3), 4)
        batch.step_random(seed)
        assert (batch.cells().sum(axis=1) == 1).all()


def test_step_random__numpys_numbers_are_seeds_too() -> None:
    one, other = (Batch(Board("hadron"), 64) for _ in range(2))
    for seed in (5, -5, 2**63 - 1):
        one.step_random(seed)
        other.step_random(np.int64(seed))  # type: ignore[arg-type]
        assert (one.cells() == other.cells()).all()


def test_step_random__takes_each_move_equally_often() -> None:
    count = 18_000
    batch = Batch(Board("hadron", size=3), count)
    batch.step_random(7)
    often = (batch.cells() == 1).sum(axis=0)
    spread = (count * (1 / 9) * (8 / 9)) ** 0.5
    assert often.sum() == count
    assert (abs(often - count / 9) < 5 * spread).all()


@each_game
def test_threads__do_not_change_anything(game: Game) -> None:
    one, three = Batch(Board(game), 300), Batch(Board(game), 300, threads=3)
    for seed in range(12):
        one.step_random(seed)
        three.step_random(seed)
    assert (one.legal() == three.legal()).all()
    assert (one.cells() == three.cells()).all()
    actions = np.where(one.results() < 0, one.legal().argmax(axis=1), -1)
    one.step(actions)
    three.step(actions)
    assert (one.cells() == three.cells()).all()
    wrong = np.where(np.arange(300) == 250, -7, -1)
    with pytest.raises(InvalidMoveError, match="board 250"):
        three.step(wrong)


@pytest.mark.parametrize("count", [0, -1])
def test_batch__has_at_least_one_board(count: int) -> None:
    with pytest.raises(ValueError, match="count"):
        Batch(Board("hadron"), count)


def test_batch__counts_boards_in_whole_numbers_that_there_are() -> None:
    with pytest.raises(TypeError, match=r"count must be a whole number, not 2\.5"):
        Batch(Board("hadron"), 2.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="count must be 1 to 2147483647"):
        Batch(Board("hadron"), 2**31)


def test_board__there_are_as_many_as_asked_for() -> None:
    batch = Batch(Board("hadron"), 3)
    for i in (-1, 3, 10**6):
        with pytest.raises(IndexError):
            batch.board(i)


def test_start__is_a_copy_and_its_past_counts() -> None:
    """Quadrature: an arrangement from before the batch ends the game when it comes back."""
    board = Board("quadrature")
    for text in ("b3-a3", "b9-a9", "a3-b3"):
        board.push_text(text)
    batch, bare = Batch(board, 1), Batch(board.copy(stack=False), 1)
    last = board.parse_text("a9-b9")
    board.pop()  # the batch has its own board
    for one in (batch, bare):
        one.step([one.action_of(last)])
    assert batch.results().tolist() == [2]
    assert bare.results().tolist() == [-1]
    batch.reset()
    assert batch.results().tolist() == [-1]


def test_start__without_the_pie_rule_stays_so() -> None:
    batch = Batch(Board("square-grid-hex", size=4, pie=False), 1)
    batch.step([5])
    assert not batch.legal()[0, -1]
    assert batch.board(0).pie is False


@pytest.mark.parametrize("text", ["é" * 60, "a1\0", "zz9"])
def test_action_of__a_text_that_is_no_move_is_refused(text: str) -> None:
    batch = Batch(Board("hadron", size=3), 1)
    with pytest.raises(InvalidMoveError):
        batch.action_of(Move(text))


RACE = """
import threading
import time
import numpy as np
from quincunx import Batch, Board, InvalidMoveError

batch = Batch(Board("hadron", size=11), 100_000)
actions = np.zeros(len(batch), dtype=np.int64)

def spoil(delay):
    time.sleep(delay)
    actions[:] = 10**9

began = time.perf_counter()
batch.step(actions)
undisturbed = time.perf_counter() - began
# The array changes ever later in a step, until it changes after its end.
ends = []
for k in range(40):
    batch.reset()
    actions[:] = 0
    writer = threading.Thread(target=spoil, args=(undisturbed * k / 30,))
    writer.start()
    try:
        batch.step(actions)
        ends.append("played")
    except InvalidMoveError:
        ends.append("refused")
    writer.join()
    assert set(np.unique(batch.cells())) <= {0, 1}
print(*ends)
"""


def test_step__an_array_that_is_written_to_meanwhile_is_copied_first() -> None:
    """It was checked and then read again: another thread could play what is not legal (issue 8)."""
    done = subprocess.run(
        [sys.executable, "-c", RACE], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[-1] == "played"


@pytest.mark.parametrize("threads", [0, -1, 1025, 10**6])
def test_threads__out_of_range_are_refused(threads: int) -> None:
    with pytest.raises(ValueError, match="threads must be 1 to 1024"):
        Batch(Board("hadron"), 2, threads=threads)
