"""quincunx.rl.open_spiel: the games pass OpenSpiel's own tests, and its tools work on them."""

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response, minimax

from quincunx import GAMES, Batch, Board, Game, Side, TurnReason
from quincunx.engine import Limit, solve
from quincunx.rl.open_spiel import EngineBot, SpielGame, SpielState, short_name
from quincunx.testing import random_game
from tests.games.facts import facts_of, size_with
from tests.marks import each_game, three_sizes


def load(game: Game, size: int | None = None, **more: object) -> SpielGame:
    given = {"size": game.default_size if size is None else size, **more}
    loaded = pyspiel.load_game(short_name(game), given)
    assert isinstance(loaded, SpielGame)
    return loaded


def started(game: Game, size: int | None = None) -> SpielState:
    state = load(game, size).new_initial_state()
    assert isinstance(state, SpielState)
    return state


def follow(state: SpielState, board: Board) -> None:
    """Play the moves of a board in OpenSpiel, by their texts."""
    for move in board.move_stack:
        state.apply_action(state.string_to_action(move.text))


@three_sizes
def test_random_sim_test__passes_with_serialisation(game: Game, size: int) -> None:
    pyspiel.random_sim_test(load(game, size), num_sims=3, serialize=True, verbose=False)


@each_game
def test_registration__gives_game_size_and_pie_rule(game: Game) -> None:
    size = game.sizes[0]
    loaded = pyspiel.load_game(f"{short_name(game)}(size={size})")
    assert loaded.start == Board(game, size=size)
    assert pyspiel.load_game(short_name(game)).start == Board(game)
    assert short_name(game) in pyspiel.registered_names()
    if game.has_pie_rule:
        assert load(game, size, pie=False).start == Board(game, size=size, pie=False)
    with pytest.raises(ValueError, match=f"{game.name} is not offered in size 999"):
        load(game, 999)


@three_sizes
def test_states__say_what_the_board_says(game: Game, size: int) -> None:
    rng = random.Random(size)
    state, board = started(game, size), Board(game, size=size)
    batch = Batch(board, 1)
    while not state.is_terminal():
        assert state.current_player() == board.turn.value
        assert state.legal_actions() == np.flatnonzero(batch.legal()[0]).tolist()
        texts = {state.action_to_string(action) for action in state.legal_actions()}
        assert texts == {move.text for move in board.legal_moves}
        action = rng.choice(state.legal_actions())
        board.push_text(state.action_to_string(action))
        batch.step([action])
        state.apply_action(action)
        assert state.board == board and state.observation_string(0) == board.fen()
    outcome = board.outcome()
    assert outcome is not None
    first = 0 if outcome.winner is None else 1 if outcome.winner is Side.FIRST else -1
    assert state.returns() == [first, -first]
    longest = board.most_plies
    assert longest is None or board.ply() <= longest == state.get_game().max_game_length()


@each_game
def test_observations__are_planes_from_the_players_view(game: Game) -> None:
    board = random_game(Board(game), random.Random(4), plies=6)
    state = started(game)
    follow(state, board)
    cells = Batch(board, 1).cells()[0]
    shape = state.get_game().observation_tensor_shape()
    views = [np.reshape(state.observation_tensor(player), shape) for player in (0, 1)]
    assert shape == [3, len(cells)]
    assert (views[0][0] == np.maximum(cells, 0)).all()
    assert (views[0][1] == np.maximum(-cells, 0)).all()
    assert (views[1][:2] == views[0][1::-1]).all()
    assert [view[2].tolist() for view in views] == [
        [float(board.turn is side)] * len(cells) for side in (Side.FIRST, Side.SECOND)
    ]


@each_game
def test_copies__are_states_of_their_own(game: Game) -> None:
    state = started(game)
    follow(state, random_game(Board(game), random.Random(5), plies=4))
    before, clone = str(state), state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)
    assert pickle.loads(pickle.dumps(clone)).board == clone.board
    text = pyspiel.serialize_game_and_state(clone.get_game(), clone)
    again = pyspiel.deserialize_game_and_state(text)[1]
    assert again.history() == clone.history() and str(again) == str(clone)


def pickled(it: SpielGame) -> SpielGame:
    again = pickle.loads(pickle.dumps(it))
    assert isinstance(again, SpielGame)
    return again


@each_game
@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, pickled])
def test_copies__of_games_are_the_same_game(
    game: Game, twin_of: Callable[[SpielGame], SpielGame]
) -> None:
    size = game.sizes[0]
    for more in ({}, {"pie": False}) if game.has_pie_rule else ({},):
        loaded = load(game, size, **more)
        twin = twin_of(loaded)
        assert str(twin) == str(loaded) and twin.start == loaded.start
        state = twin.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        assert state.board.ply() == 1


def test_quadrature__who_sits_out_is_passed_over_and_a_repetition_is_a_draw() -> None:
    rng = random.Random(3)
    state = pyspiel.load_game("quincunx_quadrature").new_initial_state()
    twice = 0
    while not state.is_terminal():
        player = state.current_player()
        state.apply_action(rng.choice(state.legal_actions()))
        if state.current_player() == player:
            twice += 1
            assert state.board.turn_reason is TurnReason.SAT_OUT
    assert twice and state.board.outcome().termination.name == "REPETITION"
    assert state.returns() == [0, 0]
    # The past is part of a state that comes from a text.
    again = state.get_game().deserialize_state(state.serialize())
    assert again.is_terminal() and again.returns() == [0, 0]


@each_game
def test_mcts__plays_whole_games_and_beats_random_play(game: Game) -> None:
    loaded = load(game, size_with(game, 25))
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=7)
    simulations = 100 if loaded.num_distinct_actions() < 30 else 8
    bot = pyspiel.MCTSBot(loaded, evaluator, 1.4, simulations, 10, False, 7, False)
    opponent = pyspiel.make_uniform_random_bot(1, 11)
    results = [
        pyspiel.evaluate_bots(loaded.new_initial_state(), [bot, opponent], seed)[0]
        for seed in range(3)
    ]
    assert sum(results) > 0


@each_game
def test_mcts__plays_step_by_step_with_its_policy(game: Game) -> None:
    """Its `step` crashes in OpenSpiel 2.0.2, on all games that are written in Python."""
    loaded = load(game, game.sizes[0])
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=7)
    bot = pyspiel.MCTSBot(loaded, evaluator, 1.4, 4, 10, False, 7, False)
    state = loaded.new_initial_state()
    while not state.is_terminal():
        told, action = bot.step_with_policy(state)
        assert action in state.legal_actions() and dict(told)[action] == 1
        state.apply_action(action)
    assert sum(state.returns()) == 0


LATE = [
    pytest.param(game, size, plies, id=f"{game.id}-{size}")
    for game in GAMES
    for size, plies in facts_of(game).late
]


@pytest.mark.parametrize(("game", "size", "plies"), LATE)
def test_alpha_beta__agrees_with_the_solver(game: Game, size: int, plies: int) -> None:
    for seed in range(2):
        board = random_game(Board(game, size=size), random.Random(seed), plies=plies)
        if board.is_game_over():
            continue
        state = started(game, size)
        follow(state, board)
        value, _ = minimax.alpha_beta_search(
            state.get_game(), state=state, maximum_depth=100, maximizing_player_id=0
        )
        assert {"first": 1, "second": -1, "draw": 0}[str(solve(board).winner)] == value


def test_best_response__wins_from_the_start_where_the_solver_says_so() -> None:
    """docs/guide/learning.md computes the exploitability of random play, on another board."""
    game = pyspiel.load_game("quincunx_hadron(size=3)")
    start = game.new_initial_state()
    best = best_response.BestResponsePolicy(game, 0, policy.UniformRandomPolicy(game))
    assert best.value(start) == pytest.approx(1)
    assert solve(start.board).winner == "first"


@each_game
def test_bot__beats_random_play(game: Game) -> None:
    loaded = load(game, size_with(game, 25))
    random_bot = pyspiel.make_uniform_random_bot(1, 11)
    with EngineBot(loaded, Limit(playouts=100), seed=1) as bot:
        total = 0
        for _ in range(3):
            bot.restart()
            total += pyspiel.evaluate_bots(loaded.new_initial_state(), [bot, random_bot], 5)[0]
    assert total >= 2


def test_bot__repeats_itself_with_a_seed_and_tells_its_policy() -> None:
    game = pyspiel.load_game("quincunx_hadron")
    state = game.new_initial_state()
    policies = []
    for _ in range(2):
        with EngineBot(game, level=2, seed=5) as bot:
            told, action = bot.step_with_policy(state)
            policies.append(told)
            assert bot.provides_policy()
    assert policies[0] == policies[1]
    assert dict(policies[0])[action] == 1 and sum(p for _, p in policies[0]) == 1
    assert [a for a, _ in policies[0]] == state.legal_actions()


def test_bot__refuses_to_think_for_ever_and_the_games_of_others() -> None:
    with pytest.raises(ValueError, match="how long may it think"):
        EngineBot(pyspiel.load_game("quincunx_hadron"))
    with pytest.raises(ValueError, match="not tic_tac_toe"):
        EngineBot(pyspiel.load_game("tic_tac_toe"), level=1)


def test_import__without_openspiel_says_what_to_install() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import quincunx.rl.open_spiel"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "pip install 'quincunx[openspiel]'" in done.stderr.splitlines()[-1]
