"""What is learned from: positions of games, under all symmetries."""

import base64
from typing import Any

import numpy as np
import pytest

from quincunx import Board, Game
from quincunx._native import core
from quincunx.learn.selfplay import play_games
from quincunx.learn.window import Examples, Window
from tests.learn.judges import untrained
from tests.marks import each_game

LOTS = {"simulations": 6, "noise": 0.25, "random_plies": 2, "drawn_plies": 100}


def games_on(board: Board, games: int, seed: int = 1) -> list[dict[str, Any]]:
    net = base64.b64encode(untrained(board)).decode()
    played = play_games(net=net, games=games, seed=seed, **LOTS)  # type: ignore[arg-type]
    found: list[dict[str, Any]] = played["games"]
    return found


def seen_on(board: Board) -> Examples:
    """A board as a row of planes, legal actions and turn."""
    seen = Examples.empty(board, 1)
    core.Batch(board._history, 1).observe(seen.planes, seen.legal, seen.turns, False, 1)
    return seen


@each_game
def test_draw__is_what_the_board_shows_under_some_symmetry(game: Game) -> None:
    start = Board(game, size=game.sizes[0])
    game_played = games_on(start, 1, seed=4)[0]
    window = Window(start, 1000)
    window.add([game_played])
    # Every position of the game under every symmetry, with the action that was played then.
    known = set()
    board = start.copy()
    for action, policy in zip(game_played["actions"], game_played["policies"], strict=True):
        move = core.move_of_action(board._history, action)
        for k in board.symmetries() if policy else ():
            turned = board.transform(k)
            seen = seen_on(turned)
            best = np.zeros(seen.legal.shape[1], np.float32)
            for other, share in policy:
                there = board.transform_move(core.move_of_action(board._history, int(other)), k)
                best[core.action_of(turned._history, there.text)] = share
            known.add((seen.planes.tobytes(), seen.legal.tobytes(), best.tobytes()))
        board.push(move)
    drawn = window.draw(400, np.random.default_rng(1))
    found = {
        (planes.tobytes(), legal.tobytes(), policy.tobytes())
        for planes, legal, policy in zip(drawn.planes, drawn.legal, drawn.policy, strict=True)
    }
    assert found <= known
    if len(known) <= 80:
        assert found == known  # each of them comes


@each_game
def test_add__values_are_the_movers(game: Game) -> None:
    start = Board(game, size=game.sizes[0])
    played = games_on(start, 3)
    window = Window(start, 1000)
    added = window.add(played)
    searched = [
        (one["winner"], value)
        for ply in range(max(len(one["actions"]) for one in played))
        for one in played
        if ply < len(one["actions"]) and (value := one["values"][ply]) is not None
    ]
    assert added == len(searched) == len(window)
    for (winner, value), turn, found in zip(
        searched, window.examples.turns, window.examples.values, strict=True
    ):
        came = 0 if winner == 2 else 1 if winner == turn else -1
        assert found == pytest.approx((came + value) / 2, abs=1e-6)


def test_add__forgets_the_oldest_positions() -> None:
    start = Board("hadron", size=3)
    window = Window(start, 10)
    window.add(games_on(start, 4))
    window.add(games_on(start, 4, seed=2))
    assert len(window) == 10
    alone = Window(start, 1000)
    alone.add(games_on(start, 4, seed=2))
    assert (window.examples.planes == alone.examples.planes[-10:]).all()


@each_game
def test_play_games__what_is_played_is_legal_and_ends_as_told(game: Game) -> None:
    start = Board(game, size=game.sizes[0])
    for one in games_on(start, 3):
        board = start.copy()
        assert len(one["actions"]) == len(one["policies"]) == len(one["values"])
        for action, policy in zip(one["actions"], one["policies"], strict=True):
            assert policy is None or sum(share for _, share in policy) == pytest.approx(1, abs=0.01)
            assert policy is None or action in [a for a, _ in policy]
            board.push(core.move_of_action(board._history, action))
        outcome = board.outcome()
        assert outcome is not None
        assert one["winner"] == (2 if outcome.winner is None else outcome.winner.value)


def test_play_games__the_same_seed_and_net_give_the_same_games() -> None:
    start = Board("cordon", size=2)
    assert games_on(start, 4) == games_on(start, 4)
    assert games_on(start, 4) != games_on(start, 4, seed=2)
