"""PettingZoo's environment, for whatever game: two agents that move in turns."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from quincunx.board import Board
from quincunx.games import Game, Side
from quincunx.rl import VERSION
from quincunx.rl.rendering import RENDER_MODES, render, require_render_mode
from quincunx.rl.spaces import (
    LegalActions,
    Observation,
    action_count,
    move_of,
    observation_space,
    observe,
)

__all__ = ["GameEnv", "env", "parallel_env", "raw_env"]

AGENTS = ("player_0", "player_1")


class GameEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One game: ``player_0`` is the side that moves first.

    Whose turn it is says ``agent_selection``; it may be the same agent twice running. At the end
    the winner's reward is 1 and the loser's -1; both have 0 for a draw.

    :param max_plies: the game is broken off, "truncated", after so many.
    """

    def __init__(
        self,
        game: Game,
        *,
        size: int | None = None,
        pie: bool | None = None,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        require_render_mode(render_mode)
        if max_plies is not None and max_plies < 1:
            raise ValueError(f"a game has at least one cycle, not {max_plies}")
        self._start = Board(game, size=size, pie=pie)
        self._max_plies = max_plies
        self.board = self._start.copy()
        self.metadata = {
            "name": f"{game.id.replace('-', '_')}_v{VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": True,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        self._seen = {agent: observation_space(self._start) for agent in AGENTS}
        self._actions = {agent: self._legal_actions(agent) for agent in AGENTS}

    def _legal_actions(self, agent: str) -> LegalActions:
        return LegalActions(action_count(self._start), partial(self._mask, agent))

    def _mask(self, agent: str) -> npt.NDArray[np.int8]:
        mask: npt.NDArray[np.int8] = self.observe(agent)["action_mask"]
        return mask

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Any:
        return self._seen[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def observe(self, agent: str) -> Observation:
        """Planes from the agent's view, and which of its actions are legal."""
        return observe(self.board, Side(AGENTS.index(agent)))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew. Nothing is left to chance, so that a seed changes nothing."""
        self.board = self._start.copy()
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.board.turn.value]

    def step(self, action: int | None) -> None:
        """Play an action; ``None`` once the agent's game is over.

        :raises IllegalMoveError: if it is not legal.
        :raises IndexError: if there is no such action.
        :raises TypeError: if it is not a whole number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent}: the game goes on, so an action is needed")
        self.board.push(move_of(self.board, action))
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        outcome = self.board.outcome()
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            for i, each in enumerate(AGENTS):
                if outcome.winner is not None:
                    self.rewards[each] = 1.0 if outcome.winner is Side(i) else -1.0
        elif self._max_plies is not None and self.board.ply() >= self._max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        # PettingZoo gives each agent a last look, whose turn ever it would be.
        turn = AGENTS[self.board.turn.value]
        over = outcome is not None or self.truncations[agent]
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)] if over else turn
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The board in the render mode that was chosen: pixels, a text, an SVG, or printed."""
        return render(self.board, self.render_mode)

    def close(self) -> None:
        pass


def raw_env(game: Game, *, max_cycles: int | None = None, **options: Any) -> GameEnv:
    """A game without wrappers."""
    return GameEnv(game, max_plies=None if max_cycles is None else 2 * max_cycles, **options)


def env(game: Game, **options: Any) -> AECEnv[str, Observation, int]:
    """A game with PettingZoo's usual wrappers: an illegal move ends it, and loses."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(game, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def parallel_env(
    game: Game, *, max_cycles: int | None = None, **options: Any
) -> ParallelEnv[str, Observation, int]:
    """A game to which both agents give an action at each step: that of the one to move counts."""
    checked = wrappers.TerminateIllegalWrapper(
        GameEnv(game, max_plies=max_cycles, **options), illegal_reward=-1
    )
    parallel: ParallelEnv[str, Observation, int] = turn_based_aec_to_parallel(checked)
    return parallel
