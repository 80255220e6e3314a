"""The Gymnasium environments, by Gymnasium's own test and by ours."""

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quincunx.rl
from quincunx import Game, Side
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
