"""Gymnasium's environment, for whatever game: one agent, and an opponent that is a part of it."""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium.error import ResetNeeded

from quincunx.arena.game import RESIGNATION, allowed_seconds
from quincunx.arena.players import Forfeit, Player, RandomPlayer, Resignation, make_player
from quincunx.arena.settings import DEFAULT_GRACE
from quincunx.arena.spec import PlayerSpec
from quincunx.board import Board
from quincunx.errors import EngineError, GameOverError, IllegalMoveError, MoveError
from quincunx.games import Side
from quincunx.rl.rendering import RENDER_MODES, render, require_render_mode
from quincunx.rl.spaces import (
    LegalActions,
    Observation,
    action_count,
    move_of,
    observation_space,
    observe,
)

__all__ = ["OpponentEnv"]

#: By these an opponent loses, rather than by the rules.
_LOSSES = (Forfeit, Resignation, MoveError)

_SIDES = {"first": Side.FIRST, "second": Side.SECOND, "random": None}


class OpponentEnv(gymnasium.Env[Observation, Any]):
    """A game against an opponent, who answers within :meth:`step`.

    The reward is 1 for a win, -1 for a loss, and 0 for a draw and while the game goes on. An
    illegal action loses, and ``info["illegal"]`` says which rule it breaks. An opponent that
    resigns, crashes, is too late or gives an illegal move loses, and ``info["opponent"]`` says why.

    A copy, and what comes out of a pickle, goes on from the same position with an opponent of its
    own, which begins without what the original's has searched: neither that nor a program can be
    copied. The random opponent draws as the original's would.

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
        self._seconds = allowed_seconds(self._spec, DEFAULT_GRACE)
        self._opponent: Player | None = None
        self._opponent_seed = 0
        self._begun = False
        self._end = ""  # how the game ended, if it has
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
        """Begin anew; the seed is that of the side's draw and of the opponent.

        :raises EngineError: if the opponent cannot begin, or loses before the agent's turn comes.
        """
        super().reset(seed=seed)
        if options:
            raise ValueError(f"there are no options for a reset, such as {next(iter(options))!r}")
        self.board = self._start.copy()
        self.side = self._wanted_side or Side(int(self.np_random.integers(2)))
        drawn = int(self.np_random.integers(1 << 62))
        self._opponent_seed = drawn if self._spec.seed is None else self._spec.seed
        self._begun, self._end = False, ""
        try:
            self._seat()
            self._answer()
        except _LOSSES as error:
            raise EngineError(
                f"the opponent, {self._spec}, has lost before the first action: {self._why(error)}"
            ) from error
        self._begun = True
        return observe(self.board, self.side), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play an action and the opponent's answer.

        :raises GameOverError: if the game is over, by an illegal action too.
        :raises gymnasium.error.ResetNeeded: before the first :meth:`reset` and after :meth:`close`.
        :raises TypeError: if the action is not a whole number.
        """
        if not self._begun:
            raise ResetNeeded("no game has begun: call reset before step, and again after close")
        if self._end:
            reason = f"the game is over, {self._end}"
            raise GameOverError(f"action {action}", reason, self.board.fen())
        try:
            self.board.push(move_of(self.board, action))
        except (IllegalMoveError, IndexError) as error:
            self._end = "lost by an illegal action"
            illegal = f"action {action}: {error}"
            return observe(self.board, self.side), -1.0, True, False, {"illegal": illegal}
        reward, info = 0.0, {}
        try:
            self._answer()
        except _LOSSES as error:
            reward, info = 1.0, {"opponent": self._why(error)}
            self._end = f"lost by the opponent ({info['opponent']})"
        outcome = self.board.outcome()
        if outcome is not None:
            self._end = outcome.result()
            if outcome.winner is not None:
                reward = 1.0 if outcome.winner is self.side else -1.0
        if self.render_mode == "human":
            self.render()
        return observe(self.board, self.side), reward, bool(self._end), False, info

    def _seat(self) -> Player:
        """Make the opponent if there is none, and get it ready for a game."""
        if self._opponent is None:
            self._opponent = make_player(self._spec)
        self._opponent.new_game(self._start.copy(), self._opponent_seed)
        return self._opponent

    def _answer(self) -> None:
        """Let the opponent play until it is the agent's turn."""
        while not self.board.is_game_over() and self.board.turn is not self.side:
            opponent = self._opponent or self._seat()
            self.board.push_text(opponent.choose(self.board, self._seconds))

    def _why(self, error: Exception) -> str:
        """Why the opponent has lost; whatever went wrong, it can play the next game."""
        if isinstance(error, Resignation):
            return RESIGNATION
        if self._opponent is not None:
            self._opponent.drop()
        return f"illegal move: {error}" if isinstance(error, MoveError) else str(error)

    def __getstate__(self) -> dict[str, Any]:
        kept = isinstance(self._opponent, RandomPlayer)
        return {**self.__dict__, "_opponent": self._opponent if kept else None}

    def render(self) -> Any:
        """The board in the render mode that was chosen."""
        return render(self.board, self.render_mode)

    def close(self) -> None:
        """Give back what the opponent holds."""
        if self._opponent is not None:
            self._opponent.close()
            self._opponent = None
        self._begun = False


def _player(opponent: str | int) -> PlayerSpec:
    """The opponent as a player of matches; a number is a level.

    :raises ValueError: if it is none, or it would think for ever.
    """
    text = str(opponent)
    spec = PlayerSpec.parse(f"level={text}" if text.isdecimal() else text)
    if not spec.has_budget:
        budget = "time=0.2" if spec.command else "playouts=200"
        raise ValueError(
            f"opponent={text!r}: how long may it think? Say so, as in {f'{budget},{spec}'!r}"
        )
    return spec
