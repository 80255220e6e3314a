"""For learners and researchers: the games as the environments of other projects.

======================  ==========================================================================
:class:`VectorEnv`      many games stepped together, in arrays that C++ writes in place (NumPy)
``hadron_v0`` …         PettingZoo environments, a module for each game: ``hadron_v0.env(size=5)``
Gymnasium               ``gymnasium.make("quincunx/Hadron-v0", size=5, opponent=3)``, registered
                        when this package is imported, as ``quincunx.rl:quincunx/Hadron-v0`` does
``rl.open_spiel``       the games and the engine for OpenSpiel, registered when it is imported
======================  ==========================================================================

The first needs NumPy alone, the next two ``pip install 'quincunx[rl]'``, the last
``quincunx[openspiel]``. What observations and actions mean: docs/guide/learning.md and the
games' pages.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from quincunx._native import core
from quincunx.games import GAMES, Game
from quincunx.rl.vector import Steps, VectorEnv

if TYPE_CHECKING:
    from pettingzoo import AECEnv, ParallelEnv

__all__ = ["VERSION", "Steps", "VectorEnv"]

#: Counts the changes of what actions, planes and rewards mean; the names of environments end in it.
VERSION: int = core.PLANES_VERSION


def _made_for(game: Game) -> Any:
    """The module that makes PettingZoo's environments.

    :raises ImportError: if the libraries for them are not installed.
    """
    try:
        return importlib.import_module("quincunx.rl.pettingzoo_env")
    except ImportError as error:
        raise ImportError(
            f"{game.name} for PettingZoo needs more libraries ({error}): pip install 'quincunx[rl]'"
        ) from error


def _module(game: Game) -> ModuleType:
    """``hadron_v0`` and so on, as PettingZoo's own games have it."""
    name = f"{game.id.replace('-', '_')}_v{VERSION}"
    module = ModuleType(f"{__name__}.{name}", f"{game.name} for PettingZoo. {game.credit}.")

    def env(**options: Any) -> AECEnv[str, Any, int]:
        """An environment whose wrappers see to order and to illegal moves, which lose."""
        return _made_for(game).env(game, **options)

    def raw_env(**options: Any) -> AECEnv[str, Any, int]:
        """The environment without wrappers; an illegal move raises IllegalMoveError."""
        return _made_for(game).raw_env(game, **options)

    def parallel_env(**options: Any) -> ParallelEnv[str, Any, int]:
        """Both give an action at each step, and that of the agent to move is played."""
        return _made_for(game).parallel_env(game, **options)

    for function in (env, raw_env, parallel_env):
        # Where pickle finds them again.
        function.__module__, function.__qualname__ = module.__name__, function.__name__
        setattr(module, function.__name__, function)
    return module


# Modules without files, one for each game of the catalogue, as all the files would say the same.
for _each in map(_module, GAMES):
    sys.modules[_each.__name__] = _each
    globals()[_each.__name__.rpartition(".")[2]] = _each


def _register() -> None:
    """Tell Gymnasium, if it is installed, of ``quincunx/Hadron-v0`` and so on."""
    if importlib.util.find_spec("gymnasium") is None:
        return
    import gymnasium

    for game in GAMES:
        gymnasium.register(
            f"quincunx/{game.name.replace(' ', '')}-v{VERSION}",
            entry_point="quincunx.rl.gymnasium_env:OpponentEnv",
            kwargs={"game": game.id},
        )


_register()
