"""The Gymnasium environments, by Gymnasium's own test and by ours."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import quincunx.rl
from quincunx import EngineError, Game, GameOverError, Side
from quincunx.rl.gymnasium_env import OpponentEnv
from tests.arena.fakes import fake
from tests.marks import each_game

assert quincunx.rl.VERSION == 0


def name_of(game: Game) -> str:
    return f"quincunx/{game.name.replace(' ', '')}-v0"


@each_game
@pytest.mark.parametrize("side", ["first", "second", "random"])
def test_gymnasium__check_env(game: Game, side: str) -> None:
    env = gymnasium.make(name_of(game), size=game.sizes[0], side=side, render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=False)
    env.close()


@pytest.mark.parametrize(
    "code",
    [
        "import gymnasium, quincunx.rl; gymnasium.make('quincunx/Hadron-v0', size=5, opponent=3)",
        "import gymnasium; gymnasium.make('quincunx.rl:quincunx/Hadron-v0', size=5, opponent=3)",
    ],
    ids=["after an import", "with the module in the name"],
)
def test_registration__makes_them_by_name_in_a_new_process(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_vector__gymnasiums_own_runs_several_at_once() -> None:
    envs = gymnasium.make_vec("quincunx/Hadron-v0", num_envs=3, vectorization_mode="sync", size=5)
    seen, _ = envs.reset(seed=1)
    assert seen["observation"].shape == (3, 4, 5, 5) and (seen["action_mask"] == 1).all()
    seen, rewards, *_ = envs.step(np.array([12, 0, 24]))
    assert [int(each.sum()) for each in seen["observation"][:, 0]] == [1, 1, 1]
    assert rewards.tolist() == [0, 0, 0]
    envs.close()


@each_game
@pytest.mark.parametrize("opponent", ["random", 1, 3, "playouts=20"])
def test_make__a_whole_game_against_a_named_opponent(game: Game, opponent: str | int) -> None:
    env = gymnasium.make(name_of(game), size=game.sizes[0], opponent=opponent)
    seen, _ = env.reset(seed=1)
    over = False
    rng = np.random.default_rng(1)
    while not over:
        action = rng.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, over, truncated, info = env.step(action)
        assert not truncated and not info
    winner = env.unwrapped.board.outcome().winner  # type: ignore[attr-defined]
    assert reward == (0 if winner is None else 1 if winner is Side.FIRST else -1)
    env.close()


@pytest.mark.parametrize("opponent", ["random", 2])
def test_seed__the_same_seed_gives_the_same_game(opponent: str | int) -> None:
    games = []
    for _ in range(2):
        env = gymnasium.make("quincunx/Hadron-v0", size=5, opponent=opponent, side="random")
        env.reset(seed=7)
        over = False
        while not over:
            action = int(np.flatnonzero(env.unwrapped.action_masks())[0])  # type: ignore[attr-defined]
            _, _, over, _, _ = env.step(action)
        games.append([m.text for m in env.unwrapped.board.move_stack])  # type: ignore[attr-defined]
        env.close()
    assert games[0] == games[1]


def test_illegal__loses_and_says_why() -> None:
    env = gymnasium.make("quincunx/Hadron-v0", size=5)
    env.reset(seed=1)
    env.step(12)
    _, reward, over, _, info = env.step(12)
    assert (reward, over) == (-1, True)
    assert "c3 is occupied" in info["illegal"]
    env.close()


@pytest.mark.parametrize(
    "options", [{"size": 4}, {"opponent": 11}, {"opponent": "nobody"}, {"side": "left"}]
)
def test_make__refuses_what_cannot_be(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each has words of its own
        gymnasium.make("quincunx/Hadron-v0", **options)


@pytest.mark.parametrize(
    ("opponent", "advice"),
    [
        ("level=plain", "playouts=200,level=plain"),
        ("seed=3", "playouts=200,seed=3"),
        ("ugi:prog, -x", "time=0.2,ugi:prog, -x"),
    ],
)
def test_make__an_opponent_that_would_think_for_ever_is_told_what_to_write(
    opponent: str, advice: str
) -> None:
    with pytest.raises(ValueError, match=f"how long may it think.*as in '{advice}'$"):
        OpponentEnv("hadron", opponent=opponent)


# --- What agents do wrong ------------------------------------------------------------------------


@pytest.mark.parametrize("action", [4.7, "4", None, [4]])
def test_step__refuses_what_is_no_whole_number(action: object) -> None:
    env = OpponentEnv("hadron", size=5)
    env.reset(seed=1)
    with pytest.raises(TypeError, match="an action is a whole number, not"):
        env.step(action)
    _, _, over, _, info = env.step(np.int64(4))
    assert not over and not info and env.board.move_stack[0].text == "e1"


@pytest.mark.parametrize("action", [-1, 25, 2**40])
def test_illegal__an_action_that_there_is_not_loses(action: int) -> None:
    env = OpponentEnv("hadron", size=5)
    env.reset(seed=1)
    _, reward, over, _, info = env.step(action)
    assert (reward, over) == (-1, True)
    assert info == {"illegal": f"action {action}: actions are 0 to 24, not {action}"}


def test_step__a_game_that_has_ended_is_over() -> None:
    env = OpponentEnv("hadron", size=3)
    env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))
    with pytest.raises(GameOverError, match=r"action 0: the game is over, (1-0|0-1) in "):
        env.step(0)
    env.reset()
    env.step(4)
    _, _, over, _, _ = env.step(4)
    position = env.board.fen()
    with pytest.raises(GameOverError, match="the game is over, lost by an illegal action"):
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert over and env.board.fen() == position
    env.reset()
    env.step(4)


def test_step__wants_a_reset_first_and_after_a_close() -> None:
    env = OpponentEnv("hadron", size=5, opponent=2)
    with pytest.raises(ResetNeeded, match="call reset before step"):
        env.step(12)
    assert env.board.ply() == 0
    env.reset(seed=1)
    env.step(12)
    env.close()
    with pytest.raises(ResetNeeded, match="again after close"):
        env.step(0)
    assert env.board.ply() == 2
    env.reset(seed=1)
    env.step(12)
    env.close()


# --- What opponents do wrong ---------------------------------------------------------------------


def test_program__may_take_as_long_as_in_a_match() -> None:
    """The program needs 1.2 s for a move, that much longer than it should."""
    env = OpponentEnv("hadron", size=5, opponent=f"time=1,{fake('ugi', 'late')}")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(12)
    assert (reward, over, info) == (0, False, {}) and env.board.ply() == 2
    env.close()


@pytest.mark.parametrize(
    ("behaviour", "why"),
    [
        ("resign", "resignation"),
        ("crash", "crash: "),
        ("error", "protocol: the program says: info string error"),
        ("illegal", "illegal move: "),
        ("xyzzy", "illegal move: xyzzy"),
    ],
)
def test_program__that_cannot_go_on_has_lost(behaviour: str, why: str) -> None:
    env = OpponentEnv("hadron", size=5, opponent=f"time=1,{fake('ugi', behaviour, after=1)}")
    for seed in (1, 2):  # whatever it was, the next game begins
        env.reset(seed=seed)
        over, infos, actions = False, [], [0, 4, 24]
        while not over:
            _, reward, over, truncated, info = env.step(actions.pop(0))
            infos.append(info)
            assert reward == over and not truncated
        assert infos[-1]["opponent"].startswith(why)
        # Who has forfeited begins from scratch, with one good move again.
        assert len(infos) == 2 or (behaviour == "resign" and seed == 2)
        with pytest.raises(GameOverError, match="the game is over, lost by the opponent"):
            env.step(20)
    env.close()


def test_program__that_is_too_late_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quincunx.rl.gymnasium_env.DEFAULT_GRACE", 0.2)
    env = OpponentEnv("hadron", size=5, opponent=f"time=0.1,{fake('ugi', 'silent')}")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(12)
    assert (reward, over) == (1, True) and info["opponent"].startswith("time: ")
    env.close()


@pytest.mark.parametrize(
    ("behaviour", "why"), [("resign", "resignation"), ("crash", "crash: "), ("illegal", "illegal")]
)
def test_reset__raises_if_the_opponent_cannot_begin(behaviour: str, why: str) -> None:
    opponent = f"time=1,{fake('ugi', behaviour)}"
    env = OpponentEnv("hadron", size=5, opponent=opponent, side="second")
    with pytest.raises(EngineError, match=f"has lost before the first action: {why}"):
        env.reset(seed=1)
    with pytest.raises(ResetNeeded):
        env.step(12)
    env.close()


# --- Copies --------------------------------------------------------------------------------------


def pickled(it: Any) -> Any:
    return pickle.loads(pickle.dumps(it))


@pytest.mark.parametrize("twin_of", [copy.deepcopy, pickled])
@pytest.mark.parametrize("opponent", ["random", 2, "playouts=20", "ugi"])
def test_copies__go_on_with_opponents_of_their_own(
    opponent: str | int, twin_of: Callable[[Any], Any], tmp_path: Path
) -> None:
    if opponent == "ugi":
        opponent = f"time=1,{fake('ugi', log=tmp_path / 'log')}"
    env = gymnasium.make("quincunx/Hadron-v0", size=5, opponent=opponent)
    unused = twin_of(env)
    env.reset(seed=1)
    env.step(12)
    before = env.unwrapped.board.fen()  # type: ignore[attr-defined]
    twin = twin_of(env)
    board = twin.unwrapped.board
    over = False
    while not over:
        _, _, over, _, info = twin.step(int(twin.action_space.sample()))
        assert not info
    assert board.is_game_over() and board.move_stack[0].text == "c3"
    assert env.unwrapped.board.fen() == before  # type: ignore[attr-defined]
    for each in (env, unused):
        each.reset(seed=2)
        each.step(12)
    for each in (env, unused, twin):
        each.close()


def test_copies__a_random_opponent_answers_in_the_copy_as_in_the_original() -> None:
    env = OpponentEnv("cordon", size=5)
    env.reset(seed=1)
    env.step(0)
    twin = copy.deepcopy(env)
    for _ in range(5):
        action = int(np.flatnonzero(env.action_masks())[0])
        for each in (env, twin):
            each.step(action)
    assert env.board.move_stack == twin.board.move_stack
