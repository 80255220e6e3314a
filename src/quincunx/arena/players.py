"""The players of a match: the engine, nets, the random mover, and programs (programs.py)."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from quincunx.arena.spec import DEFAULT_MEMORY, PlayerSpec
from quincunx.board import Board
from quincunx.engine import Engine, Limit

if TYPE_CHECKING:
    from quincunx.learn import Net

__all__ = [
    "EnginePlayer",
    "Forfeit",
    "NetPlayer",
    "Player",
    "RandomPlayer",
    "Resignation",
    "make_player",
]


class Forfeit(Exception):
    """A player has lost for a reason other than the rules of the game.

    ``kind`` is one of :data:`FORFEITS`; ``note`` says what happened, in one line.
    """

    def __init__(self, kind: str, note: str) -> None:
        super().__init__(kind, note)
        self.kind = kind
        self.note = " ".join(note.split())[:500]

    def __str__(self) -> str:
        return f"{self.kind}: {self.note}"


#: What a game can be forfeited by.
FORFEITS = ("crash", "time", "illegal move", "protocol")


class Resignation(Exception):
    """A player gives the game up."""


class Player(ABC):
    """Somebody who plays one game after another.

    Whatever goes wrong on its side is a :exc:`Forfeit`; it can be asked to play again afterwards.
    """

    def __init__(self, spec: PlayerSpec) -> None:
        self.spec = spec

    @abstractmethod
    def new_game(self, board: Board, seed: int) -> None:
        """Get ready for a game that starts from this board, and draw lots with this seed."""

    @abstractmethod
    def choose(self, board: Board, seconds: float | None) -> str:
        """The move to play, as text; legal or not is for the referee to judge.

        :param seconds: after this long the player has lost anyhow; ``None`` if there is no limit.
        :raises Resignation: if the player gives up.
        """

    def drop(self) -> None:
        """After a forfeit: stop at once, and start from scratch when the next game comes."""
        self.close()

    def close(self) -> None:  # noqa: B027 - not every player holds something
        """Give back what the player holds."""


class RandomPlayer(Player):
    """Plays any legal move, each as likely as the others."""

    def new_game(self, board: Board, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, board: Board, seconds: float | None) -> str:
        return self._rng.choice(list(board.legal_moves)).text


class EnginePlayer(Player):
    """The engine of Quincunx, at some level or at full strength; a new one for each game."""

    _engine: Engine | None = None

    def new_game(self, board: Board, seed: int) -> None:
        self.close()
        spec = self.spec
        self._limit = Limit(time=spec.time, playouts=spec.playouts)
        self._level = None if spec.level == "plain" else spec.level
        try:
            self._engine = Engine.for_board(
                board,
                threads=spec.threads,
                memory_mb=spec.memory or DEFAULT_MEMORY,
                seed=seed,
                style="plain" if spec.level == "plain" else "default",
            )
        except Exception as error:
            raise Forfeit("crash", f"the engine cannot start: {_named(error)}") from error

    def choose(self, board: Board, seconds: float | None) -> str:
        assert self._engine is not None, "new_game comes first"
        try:
            return self._engine.play(board, self._limit, level=self._level).move.text
        except Exception as error:
            raise Forfeit("crash", f"the engine failed: {_named(error)}") from error

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None


class NetPlayer(Player):
    """A net of ``quincunx learn``, with its search, which begins anew for each move."""

    _net: Net | None = None

    def new_game(self, board: Board, seed: int) -> None:
        from quincunx.learn import Net

        try:
            self._net = self._net or Net.load(self.spec.file)
            self._net.require_fit(board)
        except Exception as error:
            raise Forfeit("crash", f"the net cannot be used: {_named(error)}") from error

    def choose(self, board: Board, seconds: float | None) -> str:
        from quincunx.learn import best_move

        assert self._net is not None, "new_game comes first"
        spec = self.spec
        try:
            return best_move(
                board,
                self._net.judge,
                simulations=spec.playouts,
                seconds=spec.time,
                memory_mb=spec.memory or DEFAULT_MEMORY,
            ).text
        except Exception as error:
            raise Forfeit("crash", f"the net failed: {_named(error)}") from error

    def close(self) -> None:
        self._net = None


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def make_player(spec: PlayerSpec) -> Player:
    """The player that a spec describes; a program is started when it is first needed."""
    from quincunx.arena.programs import HtpPlayer, UgiPlayer

    kinds: dict[str, type[Player]] = {
        "engine": EnginePlayer,
        "random": RandomPlayer,
        "onnx": NetPlayer,
        "ugi": UgiPlayer,
        "htp": HtpPlayer,
    }
    return kinds[spec.kind](spec)
