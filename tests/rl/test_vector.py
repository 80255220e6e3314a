"""VectorEnv: many games in arrays, in step with Board."""

import importlib.util
import subprocess
import sys
import threading

import numpy as np
import numpy.typing as npt
import pytest

from quincunx import Board, Game, IllegalMoveError, InvalidMoveError, Side
from quincunx._native import core
from quincunx.rl import Steps, VectorEnv
from tests.marks import each_game, three_sizes


def planes_of(board: Board, viewer: Side) -> npt.NDArray[np.uint8]:
    """The planes that docs/guide/learning.md describes, from the board's own words."""
    side = len(board.rows)
    planes = np.zeros((4, side, side), np.uint8)
    longest = max(len(row) for row in board.rows)
    for r, row in enumerate(board.rows):
        # A hexhex board's lower rows are cut off on the left, the upper ones on the right.
        indent = 0 if board.is_square else max(0, longest // 2 - r)
        for c, cell in enumerate(row):
            piece = board.piece_at(cell)
            planes[2, r, indent + c] = 1
            if piece is not None:
                planes[0 if piece.side is viewer else 1, r, indent + c] = piece.height
    planes[3] = viewer is Side.SECOND
    return planes


def sideways(board: Board) -> str:
    """A move along a row."""
    ends = {move.text: move.text.split("-") for move in board.legal_moves}
    return next(text for text, (start, end) in ends.items() if start[1:] == end[1:])


def advanced(board: Board, action: int) -> Board:
    board.push(core.move_of_action(board._history, action))
    return board


@three_sizes
def test_step__agrees_with_boards_through_whole_games(game: Game, size: int) -> None:
    env = VectorEnv(game, size, 3)
    boards = [Board(game, size=size) for _ in range(3)]
    ended = 0
    for t in range(400):
        actions = env.sample(t)
        movers = [board.turn for board in boards]
        boards = [advanced(board, int(a)) for board, a in zip(boards, actions, strict=True)]
        steps = env.step(actions)
        for i, board in enumerate(boards):
            outcome = board.outcome()
            assert bool(steps.ends[i]) == (outcome is not None)
            reward = 0
            if outcome is not None:
                ended += 1
                if outcome.winner is not None:
                    reward = 1 if outcome.winner is movers[i] else -1
                board = boards[i] = Board(game, size=size)
            assert steps.rewards[i] == reward
            assert env.turns[i] == board.turn.value
            assert (steps.observations[i, :4] == planes_of(board, board.turn)).all()
            legal = {core.action_of(board._history, move.text) for move in board.legal_moves}
            assert set(np.flatnonzero(steps.masks[i]).tolist()) == legal
    assert ended


def test_planes__quadrature_tells_the_dots_of_both_markers() -> None:
    env = VectorEnv("quadrature", 11, 1)
    assert env.plane_names[4:] == ("own marker dots", "enemy marker dots")
    board = Board("quadrature")
    env.step([core.action_of(board._history, sideways(board))])
    assert (env.observations[0, 4] == 0).all() and (env.observations[0, 5] == 1).all()


def test_rewards__a_draw_gives_nothing_and_ends() -> None:
    """Quadrature, BASIC MOVES: both sides step sideways and back, and the start has returned."""
    env = VectorEnv("quadrature", 11, 2)
    board = Board("quadrature")
    there = sideways(board)
    board.push_text(there)
    theirs = sideways(board)
    moves = [there, theirs, *("-".join(reversed(move.split("-"))) for move in (there, theirs))]
    board.pop()
    for i, move in enumerate(moves):
        action = core.action_of(board._history, move)
        steps = env.step([action, -1])
        board.push_text(move)
        assert steps.ends.tolist() == [i == 3, False] and not steps.rewards.any()
    assert board.result() == "1/2-1/2" and env.board(0) == Board("quadrature")


@each_game
def test_threads__change_nothing(game: Game) -> None:
    one, two = VectorEnv(game, n=200), VectorEnv(game, n=200, threads=2)
    for t in range(30):
        actions = one.sample(t)
        mine, theirs = one.step(actions), two.step(actions)
        for name in Steps._fields:
            assert np.array_equal(getattr(mine, name), getattr(theirs, name)), name


def test_step__an_illegal_action_moves_nothing_and_names_board_and_rule() -> None:
    env = VectorEnv("hadron", 5, 3)
    env.step([0, 12, 24])
    before = env.observations.copy()
    with pytest.raises(IllegalMoveError, match=r"action 12 on board 1.*c3 is occupied"):
        env.step([24, 12, 0])
    with pytest.raises(InvalidMoveError, match="actions are 0 to 24"):
        env.step([24, 25, 0])
    assert (env.observations == before).all()
    env.step([24, -1, -1])
    assert (env.observations[1:] == before[1:]).all()


@pytest.mark.parametrize("actions", [[0.5, 1, 2], [0, 1], [[0], [1], [2]]])
def test_step__refuses_what_are_no_actions(actions: object) -> None:
    with pytest.raises(ValueError, match="actions are"):
        VectorEnv("hadron", 5, 3).step(actions)  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{"n": 0}, {"threads": 0}, {"size": 4}, {"game": "chess"}])
def test_init__refuses_what_cannot_be(options: dict[str, object]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each has words of its own
        VectorEnv(**{"game": "hadron", **options})  # type: ignore[arg-type]


@pytest.mark.parametrize("options", [{"n": 2.5}, {"n": "3"}, {"threads": 1.5}])
def test_init__wants_whole_numbers(options: dict[str, object]) -> None:
    name = next(iter(options))
    with pytest.raises(TypeError, match=f"^{name} must be a whole number, not"):
        VectorEnv(**{"game": "hadron", **options})  # type: ignore[arg-type]


def test_init__more_boards_than_can_be_counted_are_refused() -> None:
    with pytest.raises(ValueError, match="n must be 1 to 2147483647, not 2147483648"):
        VectorEnv("hadron", 3, 2**31)
    assert len(VectorEnv("hadron", 3, np.int64(2), threads=np.int64(1))) == 2  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [5, -5, 2**63 - 1])
def test_sample__numpys_numbers_are_seeds_too(seed: int) -> None:
    env = VectorEnv("hadron", 5, 64)
    assert (env.sample(np.int64(seed)) == env.sample(seed)).all()  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="integer"):
        env.sample(0.5)  # type: ignore[arg-type]


def test_arrays__stay_where_they_are() -> None:
    env = VectorEnv("square-grid-hex", 11, 64)
    arrays = (env.observations, env.masks, env.rewards, env.ends, env.turns)
    addresses = [array.ctypes.data for array in arrays]
    assert all(address % 64 == 0 for address in addresses)
    for t in range(150):
        env.step(env.sample(t))
    assert [array.ctypes.data for array in arrays] == addresses


def test_dlpack__pytorch_sees_each_step_without_a_copy() -> None:
    torch = pytest.importorskip("torch")
    env = VectorEnv("hadron", 5, 8)
    seen, masks = torch.from_dlpack(env.observations), torch.from_dlpack(env.masks)
    assert seen.data_ptr() == env.observations.ctypes.data and int(masks.sum()) == 200
    env.step([12] * 8)
    assert seen[:, 1, 2, 2].tolist() == [1] * 8 and int(masks.sum()) == 160


IN_JAX = """
import jax.numpy
from quincunx.rl import VectorEnv
env = VectorEnv("hadron", 5, 8)
for name in ("observations", "masks", "rewards", "ends", "turns"):
    array = getattr(env, name)
    taken = jax.numpy.from_dlpack(array)
    assert (taken.shape, taken.dtype) == (array.shape, array.dtype)
    assert taken.unsafe_buffer_pointer() == array.ctypes.data, name
env.step([12] * 8)
assert jax.numpy.from_dlpack(env.observations)[:, 1, 2, 2].tolist() == [1] * 8
"""


@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="JAX comes with make bench")
def test_dlpack__jax_takes_all_arrays_without_a_copy() -> None:
    """In a process of its own: once JAX is there, its threads make other tests' forks a risk."""
    done = subprocess.run(
        [sys.executable, "-c", IN_JAX], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_gil__others_run_while_boards_are_stepped() -> None:
    """Threads change places only where one lets go of the lock: this one does so in the core."""
    env = VectorEnv("quadrature", n=2048)
    actions = env.sample(0)
    interval = sys.getswitchinterval()
    begun, ran = threading.Event(), threading.Event()

    def run() -> None:
        begun.wait()
        ran.set()

    thread = threading.Thread(target=run)
    thread.start()
    sys.setswitchinterval(60)
    try:
        begun.set()
        for _ in range(100):
            if ran.is_set():
                break
            env.reset()
            env.step(actions)
        assert ran.is_set()
    finally:
        sys.setswitchinterval(interval)
        thread.join()
