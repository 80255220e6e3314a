"""The games in OpenSpiel: importing this module registers all of them, and the engine is a bot.

>>> import pyspiel
>>> import quincunx.rl.open_spiel
>>> game = pyspiel.load_game("quincunx_hadron(size=3)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("b2"))
>>> state.current_player(), len(state.legal_actions()), state.observation_string(0)
(1, 4, '3/1R1/3 b')

Actions are the numbers of :class:`quincunx.Batch`, their texts our move texts. Players are 0 for
the first side and 1 for the second; where a player sits out, the other one moves twice running.
Returns are 1, -1, or 0 for a draw.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from quincunx._native import core
from quincunx.board import Board
from quincunx.engine import Engine, Level, Limit
from quincunx.games import GAMES, Game, find_game

try:
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    raise ImportError(
        "quincunx.rl.open_spiel needs OpenSpiel: pip install 'quincunx[openspiel]'"
    ) from error

__all__ = ["EngineBot", "SpielGame", "SpielState", "short_name"]

#: OpenSpiel counts plies in 32 bits. What is said of a game for which no lower bound is known.
_LONGEST = 2**31 - 1


def short_name(game: str | Game) -> str:
    """What OpenSpiel calls a game.

    >>> short_name("blast-radius")
    'quincunx_blast_radius'
    """
    game = find_game(game) if isinstance(game, str) else game
    return "quincunx_" + re.sub(r"\W", "_", game.id)


def _game_type(game: Game) -> Any:
    parameters: dict[str, Any] = {"size": game.default_size}
    if game.has_pie_rule:
        parameters["pie"] = True
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=f"{game.name} (Quincunx)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games on a board of some size; ``pyspiel.load_game`` makes it.

    :raises InvalidPositionError: if the size is not offered.
    """

    #: What is played; each game is registered with a class of its own.
    quincunx_game: Game
    _type: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        pie = bool(given.get("pie", True)) if self.quincunx_game.has_pie_rule else None
        self._start = Board(self.quincunx_game, size=given.get("size"), pie=pie)
        info = pyspiel.GameInfo(
            num_distinct_actions=core.Batch(self._start._history, 1).action_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self._start.most_plies or _LONGEST,
        )
        super().__init__(self._type, info, given)

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return pyspiel.load_game, (str(self),)

    @property
    def start(self) -> Board:
        """The board on which it begins."""
        return self._start.copy()

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self._start, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game being played; :attr:`board` is it as Quincunx has it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._board = game.start

    @property
    def board(self) -> Board:
        """The same game as a board of its own, moves included."""
        return self._board.copy()

    def current_player(self) -> int:
        if self._board.is_game_over():
            return int(pyspiel.PlayerId.TERMINAL)
        return self._board.turn.value

    def is_terminal(self) -> bool:
        return self._board.is_game_over()

    def returns(self) -> list[float]:
        outcome = self._board.outcome()
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner.value == 0 else [-1.0, 1.0]

    def _legal_actions(self, player: int) -> list[int]:
        return core.legal_actions(self._board._history)

    def _apply_action(self, action: int) -> None:
        self._board.push(core.move_of_action(self._board._history, action))

    def _action_to_string(self, player: int, action: int) -> str:
        try:
            return core.move_of_action(self._board._history, action).text
        except IndexError:
            return f"action {action}, which is no move"

    def __str__(self) -> str:
        return self._board.fen()


class _Observer:
    """What OpenSpiel asks for observations: three planes over the cells in reading order.

    Heights of the player's own pieces, heights of the other's, and whether the player is to move.
    In words, an observation is the fen.
    """

    def __init__(self, start: Board, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations, and so not {params}")
        self._order = {cell: i for i, cell in enumerate(c for row in start.rows for c in row)}
        shape = (3, len(self._order))
        self.tensor = np.zeros(np.prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        planes = self.dict["observation"]
        planes.fill(0)
        board = state._board
        for cell, side, height in board._history.pieces():
            planes[0 if side == player else 1, self._order[cell]] = height
        planes[2] = not board.is_game_over() and board.turn.value == player

    def string_from(self, state: SpielState, player: int) -> str:
        return state._board.fen()


class EngineBot(pyspiel.Bot):  # type: ignore[misc]
    """The engine of Quincunx as an OpenSpiel bot.

    >>> game = pyspiel.load_game("quincunx_cordon(size=2)")
    >>> state = game.new_initial_state()
    >>> with EngineBot(game, Limit(playouts=200), seed=1) as bot:
    ...     while not state.is_terminal():
    ...         state.apply_action(bot.step(state))
    >>> state.returns()
    [1.0, -1.0]

    :param limit, level: as for :meth:`quincunx.engine.Engine.play`.
    :param threads, memory_mb, seed: as for :class:`quincunx.engine.Engine`.
    :raises ValueError: if it would think for ever, or the game is not one of ours.
    """

    def __init__(
        self,
        game: SpielGame,
        limit: Limit | None = None,
        *,
        level: int | str | Level | None = None,
        threads: int = 1,
        memory_mb: int = 64,
        seed: int | None = None,
    ) -> None:
        super().__init__()
        if not isinstance(game, SpielGame):
            raise ValueError(f"the engine plays the games of Quincunx, not {game}")
        if level is None and (limit is None or limit.is_open):
            raise ValueError("how long may it think? Give a level, or Limit(time=0.1)")
        self._limit, self._level = limit, level
        self._engine = Engine.for_board(game.start, threads=threads, memory_mb=memory_mb, seed=seed)

    def step(self, state: SpielState) -> int:
        board = state.board
        move = self._engine.play(board, self._limit, level=self._level).move
        return core.action_of(board._history, move.text)

    def step_with_policy(self, state: SpielState) -> tuple[list[tuple[int, float]], int]:
        """The action, and certainty for it, as OpenSpiel's own bot of this kind has it."""
        chosen = self.step(state)
        return [(action, float(action == chosen)) for action in state.legal_actions()], chosen

    def provides_policy(self) -> bool:
        return True

    def get_policy(self, state: SpielState) -> list[tuple[int, float]]:
        return self.step_with_policy(state)[0]

    def restart(self) -> None:
        self._engine.clear()

    def restart_at(self, state: SpielState) -> None:
        self._engine.clear()

    def inform_action(self, state: SpielState, player_id: int, action: int) -> None:
        """The state says it all: nothing to remember."""

    def close(self) -> None:
        """Give back the engine's memory."""
        self._engine.close()

    def __enter__(self) -> EngineBot:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _register(game: Game) -> None:
    name = f"{re.sub(r'[^A-Za-z]', '', game.name)}SpielGame"
    kind = _game_type(game)
    members = {"quincunx_game": game, "_type": kind, "__doc__": f"{game.name} in OpenSpiel."}
    pyspiel.register_game(kind, type(name, (SpielGame,), members))


for _game in GAMES:
    if short_name(_game) not in pyspiel.registered_names():
        _register(_game)
