"""The PettingZoo environments, by PettingZoo's own tests and by ours."""

import contextlib
import copy
import importlib
import pickle
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import quincunx
from quincunx import Board, Game, IllegalMoveError
from quincunx._native import core
from tests.marks import each_game

with warnings.catch_warnings():
    # PettingZoo's tests import one of its own games in a way that it has deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        performance_benchmark,
        render_test,
        seed_test,
    )


def module_of(game: Game) -> types.ModuleType:
    return importlib.import_module(f"quincunx.rl.{game.id.replace('-', '_')}_v0")


@contextlib.contextmanager
def pettingzoos_lists_do_not_matter() -> Iterator[None]:
    """PettingZoo warns of observations with masks unless the game is in a list of its own ones."""
    with warnings.catch_warnings():
        for text in (
            "Observation space for each agent probably should be",
            "Observation is not a NumPy array",
            r"Action mask numpy array is all zeros",
        ):
            warnings.filterwarnings("ignore", text)
        yield


@each_game
def test_pettingzoo__api(game: Game) -> None:
    with pettingzoos_lists_do_not_matter():
        api_test(module_of(game).env(), num_cycles=200)
        api_test(module_of(game).env(size=game.sizes[0]), num_cycles=200)


@each_game
def test_pettingzoo__parallel_api(game: Game) -> None:
    with pettingzoos_lists_do_not_matter():
        parallel_api_test(module_of(game).parallel_env(), num_cycles=100)


@each_game
def test_pettingzoo__seeds(game: Game) -> None:
    seed_test(module_of(game).env, num_cycles=100)


@each_game
def test_pettingzoo__rendering(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    svg = {"svg": lambda picture: picture.startswith("<svg") and game.name in picture}
    render_test(module_of(game).env, custom_tests=svg)
    assert game.credit in capsys.readouterr().out, "the mode for people prints the board"


@each_game
def test_pettingzoo__max_cycles(game: Game) -> None:
    max_cycles_test(module_of(game))


def test_pettingzoo__performance(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(module_of(quincunx.find_game("hadron")).env())
    assert "turns per second" in capsys.readouterr().out


def test_step__who_wins_gets_one_and_who_loses_minus_one() -> None:
    env = module_of(quincunx.find_game("hadron")).env(size=3)
    env.reset()
    while env.agents and not any(env.terminations.values()):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
    board = env.unwrapped.board
    winner = board.outcome().winner.value
    assert env.rewards == {f"player_{winner}": 1.0, f"player_{1 - winner}": -1.0}


def test_quadrature__an_agent_may_move_twice_running() -> None:
    """Random games until a side sits out; then the same agent is asked again."""
    env = module_of(quincunx.find_game("quadrature")).raw_env()
    rng = np.random.default_rng(1)
    for _ in range(200):
        env.reset()
        while not env.board.is_game_over():
            agent, mask = env.agent_selection, env.observe(env.agent_selection)["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
            if env.board.is_game_over():
                break
            if env.agent_selection == agent:
                assert env.board.turn_reason is quincunx.TurnReason.SAT_OUT
                assert env.observe(agent)["action_mask"].any()
                return
    pytest.fail("nobody sat out in 200 games")


@each_game
def test_observe__each_agent_sees_its_own_pieces_first(game: Game) -> None:
    env = module_of(game).env(size=game.sizes[0])
    env.reset()
    for _ in range(2):
        mask = env.observe(env.agent_selection)["action_mask"]
        env.step(int(np.flatnonzero(mask)[0]))
    mine, theirs = (env.observe(agent)["observation"] for agent in env.possible_agents)
    assert (mine[0] == theirs[1]).all() and (mine[1] == theirs[0]).all() and mine[0].any()
    assert not mine[3].any() and theirs[3].all()


def test_illegal__the_mover_loses_and_a_raw_environment_refuses() -> None:
    hadron = module_of(quincunx.find_game("hadron"))
    raw = hadron.raw_env(size=5)
    raw.reset()
    raw.step(12)
    with pytest.raises(IllegalMoveError, match="c3 is occupied"):
        raw.step(12)
    env = hadron.env(size=5)
    env.reset()
    env.step(12)
    env.step(12)
    assert env.rewards["player_1"] == -1 and all(env.terminations.values())


@pytest.mark.parametrize("options", [{"size": 4}, {"render_mode": "film"}, {"max_cycles": 0}])
def test_env__refuses_what_cannot_be(options: dict[str, object]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each has words of its own
        module_of(quincunx.find_game("hadron")).env(**options)


def test_sample__without_a_mask_is_legal() -> None:
    env = module_of(quincunx.find_game("hadron")).env(size=5)
    env.reset()
    for _ in range(8):
        env.step(env.action_space(env.agent_selection).sample())
    assert env.unwrapped.board.ply() == 8


def test_actions__are_those_of_batch() -> None:
    board = Board("square-grid-hex", size=3)
    env = module_of(board.game).raw_env(size=3)
    env.reset()
    env.step(core.action_of(board._history, "b2"))
    board.push_text("b2")
    env.step(core.action_of(board._history, "swap"))
    assert env.board.move_stack[-1].text == "swap"


def pickled(it: Any) -> Any:
    return pickle.loads(pickle.dumps(it))


@pytest.mark.parametrize("twin_of", [copy.deepcopy, pickled])
@pytest.mark.parametrize("kind", ["env", "raw_env"])
def test_copies__play_on_boards_of_their_own(kind: str, twin_of: Callable[[Any], Any]) -> None:
    make = getattr(module_of(quincunx.find_game("hadron")), kind)
    env = make(size=5)
    env.reset()
    for _ in range(3):
        env.step(env.action_space(env.agent_selection).sample())
    twin = twin_of(env)
    env.reset()
    agent = twin.agent_selection
    legal = twin.observe(agent)["action_mask"]
    assert 0 < legal.sum() < 23 and all(legal[twin.action_space(agent).sample()] for _ in range(50))
    twin.step(twin.action_space(agent).sample())
    assert (env.unwrapped.board.ply(), twin.unwrapped.board.ply()) == (0, 4)


@each_game
def test_pickle__environments_and_what_makes_them(game: Game) -> None:
    module = module_of(game)
    for make in (module.env, module.raw_env, module.parallel_env):
        assert pickled(make) is make
        env = pickled(make(size=game.sizes[0]))
        env.reset(seed=1)
        assert env.unwrapped.board == Board(game, size=game.sizes[0])
    actions = {agent: env.action_space(agent).sample() for agent in env.agents}
    env.step(actions)
    assert env.unwrapped.board.ply() == 1


@pytest.mark.parametrize("action", [4.7, "4", [4]])
def test_step__refuses_what_is_no_whole_number(action: object) -> None:
    env = module_of(quincunx.find_game("hadron")).raw_env(size=5)
    env.reset()
    with pytest.raises(TypeError, match="an action is a whole number, not"):
        env.step(action)
    for number in (-1, 25, 2**40):
        with pytest.raises(IndexError, match=f"actions are 0 to 24, not {number}"):
            env.step(number)
    env.step(np.int64(4))
    assert env.board.ply() == 1


def test_max_cycles__are_moves_of_each_agent_and_steps_of_a_parallel_environment() -> None:
    hadron = module_of(quincunx.find_game("hadron"))
    env = hadron.env(size=11, max_cycles=5)
    env.reset()
    while not any(env.truncations.values()):
        env.step(env.action_space(env.agent_selection).sample())
    assert env.unwrapped.board.ply() == 10
    parallel = hadron.parallel_env(size=11, max_cycles=5)
    parallel.reset()
    while parallel.agents:
        parallel.step({agent: parallel.action_space(agent).sample() for agent in parallel.agents})
    assert parallel.unwrapped.board.ply() == 5
