"""Gymnasium's environment, for whatever game: one agent, and an opponent that is a part of it."""

from __future__ import annotations

from typing import Any

import gymnasium

from quincunx._native import core
from quincunx.arena.players import Player, make_player
from quincunx.arena.spec import PlayerSpec
from quincunx.board import Board
from quincunx.errors import IllegalMoveError
from quincunx.games import Side
from quincunx.rl.rendering import RENDER_MODES, render, require_render_mode
from quincunx.rl.spaces import (
    LegalActions,
    Observation,
    action_count,
    observation_space,
    observe,
)

__all__ = ["OpponentEnv"]

_SIDES = {"first": Side.FIRST, "second": Side.SECOND, "random": None}


class OpponentEnv(gymnasium.Env[Observation, Any]):
    """A game against an opponent, who answers within :meth:`step`.

    The reward is 1 for a win, -1 for a loss, and 0 for a draw and while the game goes on. An
    illegal action loses, and ``info["illegal"]`` says which rule it breaks.

    :param game, size, pie: as for :class:`quincunx.Board`.
    :param opponent: ``"random"``, a level of the engine from 1 to 10, or any other player as
        ``quincunx match`` takes them: ``"playouts=200"``.
    :param side: the agent's: ``"first"``, ``"second"``, or ``"random"``, drawn for each game.
    :raises ValueError: if there is no such game, size, opponent or side.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium has it
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        *,
        size: int | None = None,
        opponent: str | int = "random",
        side: str = "first",
        pie: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        require_render_mode(render_mode)
        if side not in _SIDES:
            raise ValueError(f"side is {', '.join(_SIDES)}, not {side!r}")
        self._start = Board(game, size=size, pie=pie)
        self._spec = _player(opponent)
        self._spec.require_fit(self._start)
        self._wanted_side = _SIDES[side]
        self._opponent: Player | None = None
        self.render_mode = render_mode
        self.board = self._start.copy()
        self.side = self._wanted_side or Side.FIRST
        self.observation_space = observation_space(self._start)
        self.action_space = LegalActions(action_count(self._start), self.action_masks)

    def action_masks(self) -> Any:
        """Which actions are legal, 1 or 0 each."""
        return observe(self.board, self.side)["action_mask"]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin anew; the seed is that of the side's draw and of the opponent."""
        super().reset(seed=seed)
        if options:
            raise ValueError(f"there are no options for a reset, such as {next(iter(options))!r}")
        self.board = self._start.copy()
        self.side = self._wanted_side or Side(int(self.np_random.integers(2)))
        if self._opponent is None:
            self._opponent = make_player(self._spec)
        seed_of_opponent = self._spec.seed
        drawn = int(self.np_random.integers(1 << 62))
        self._opponent.new_game(self.board, drawn if seed_of_opponent is None else seed_of_opponent)
        self._answer()
        return observe(self.board, self.side), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and the opponent's answer.

        :raises GameOverError: if the game is over.
        """
        try:
            self.board.push(core.move_of_action(self.board._history, int(action)))
        except (IllegalMoveError, IndexError) as error:
            illegal = f"action {action}: {error}"
            return observe(self.board, self.side), -1.0, True, False, {"illegal": illegal}
        self._answer()
        outcome = self.board.outcome()
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner is self.side else -1.0
        if self.render_mode == "human":
            self.render()
        return observe(self.board, self.side), reward, outcome is not None, False, {}

    def _answer(self) -> None:
        """Let the opponent play until it is the agent's turn."""
        assert self._opponent is not None, "reset comes first"
        while not self.board.is_game_over() and self.board.turn is not self.side:
            self.board.push_text(self._opponent.choose(self.board, self._spec.time))

    def render(self) -> Any:
        """The board in the render mode that was chosen."""
        return render(self.board, self.render_mode)

    def close(self) -> None:
        """Give back what the opponent holds."""
        if self._opponent is not None:
            self._opponent.close()
            self._opponent = None


def _player(opponent: str | int) -> PlayerSpec:
    """The opponent as a player of matches; a number is a level."""
    text = str(opponent)
    spec = PlayerSpec.parse(f"level={text}" if text.isdecimal() else text)
    return spec.with_time(None)
