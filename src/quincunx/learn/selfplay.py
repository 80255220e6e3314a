"""Games of a net against itself: a job (quincunx.cluster), so that they can be shared out."""

from __future__ import annotations

import base64
import random
from typing import Any

import numpy as np
import numpy.typing as npt

from quincunx.learn.nets import Net
from quincunx.learn.search import NetSearch

__all__ = ["play_games"]


def play_games(
    *,
    net: str,
    games: int,
    seed: int,
    simulations: int,
    noise: float,
    random_plies: int,
    drawn_plies: int,
) -> dict[str, Any]:
    """Play games, all at once, and say what happened in each; all such as JSON has.

    A game has ``actions``; ``winner``, 0 or 1 for a side and 2 for a draw; and for each action
    ``policies``, what the search recommended as pairs of action and probability, and ``values``,
    what it expected for the mover. Both are ``None`` for random moves, before which nothing was
    searched.

    :param net: an ONNX file in base64, which knows its game.
    :param noise: how much of the priors at the root is random.
    :param random_plies: each game begins with so many random moves at most.
    :param drawn_plies: after these, moves are drawn by policy up to this ply; from then on the best
        is played.
    """
    judge = Net(base64.b64decode(net))
    search = NetSearch(judge.info.board(), games, seed=seed, noise=noise)
    rng = random.Random(seed)
    openings = np.array([rng.randint(0, random_plies) for _ in range(games)])
    played: list[dict[str, Any]] = [
        {"actions": [], "policies": [], "values": [], "winner": None} for _ in range(games)
    ]
    for ply in range(random_plies):
        actions = np.where(ply < openings, search.sample(), -1)
        search.play(actions)
        for game, action in zip(played, actions.tolist(), strict=True):
            if action >= 0:
                _note(game, action, None, None)
    while (search.results() < 0).any():
        search.run(simulations, judge.judge)
        policies, values = search.policy(), search.values().tolist()
        actions = search.choose([len(game["actions"]) < drawn_plies for game in played])
        for i, (game, action) in enumerate(zip(played, actions.tolist(), strict=True)):
            if action >= 0:
                _note(game, action, _pairs(policies[i]), round(values[i], 4))
        search.play(actions)
    for game, winner in zip(played, search.results().tolist(), strict=True):
        game["winner"] = winner
    return {"games": played, "judged": search.judged}


def _note(
    game: dict[str, Any], action: int, policy: list[list[float]] | None, value: float | None
) -> None:
    game["actions"].append(action)
    game["policies"].append(policy)
    game["values"].append(value)


def _pairs(policy: npt.NDArray[np.float32]) -> list[list[float]]:
    """The actions that have a probability, with it."""
    return [[int(a), round(float(policy[a]), 4)] for a in np.flatnonzero(policy)]
