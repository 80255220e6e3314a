"""What a match is: the game, the players, how many games, from which seed."""

from __future__ import annotations

import dataclasses
import secrets
import shlex
from dataclasses import dataclass
from typing import Any

from quincunx.arena.spec import PlayerSpec
from quincunx.arena.sprt import Sprt
from quincunx.arena.starts import default_plies, openings
from quincunx.board import Board
from quincunx.games import Game, find_game

__all__ = ["MatchSettings"]

DEFAULT_GAMES = 100
DEFAULT_GRACE = 5.0


@dataclass(frozen=True)
class MatchSettings:
    """All that decides how a match goes, but for how many games run at a time."""

    game: str
    size: int
    pie: bool
    a: PlayerSpec
    b: PlayerSpec
    games: int
    seed: int
    opening_plies: int
    grace: float
    sprt: Sprt | None

    @classmethod
    def make(
        cls,
        game: str | Game,
        a: str | PlayerSpec,
        b: str | PlayerSpec,
        *,
        size: int | None = None,
        pie: bool | None = None,
        games: int = DEFAULT_GAMES,
        time: float | None = None,
        seed: int | None = None,
        opening_plies: int | None = None,
        grace: float = DEFAULT_GRACE,
        sprt: Sprt | None = None,
    ) -> MatchSettings:
        """Settings with what was left out filled in.

        :raises ValueError: if there can be no such match.
        """
        board = Board(game, size=size, pie=pie)
        plies = default_plies(board) if opening_plies is None else opening_plies
        specs = [PlayerSpec.parse(p) if isinstance(p, str) else p for p in (a, b)]
        settings = cls(
            board.game.id,
            board.size,
            board.pie,
            specs[0].with_time(time),
            specs[1].with_time(time),
            games,
            secrets.randbits(31) if seed is None else seed,
            plies,
            grace,
            sprt,
        )
        settings.require_sense()
        for spec in (settings.a, settings.b):
            spec.require_fit(board)
        next(openings(board, plies, settings.seed))  # are there any?
        return settings

    def require_sense(self) -> None:
        """Raise ValueError unless the numbers make sense."""
        if self.games < 2 or self.games % 2:
            raise ValueError(
                f"games come in pairs, with colours swapped: not {self.games} but an even number"
            )
        if not 0 <= self.opening_plies <= 50:
            raise ValueError(f"openings have 0 to 50 moves, not {self.opening_plies}")
        if not 0 <= self.grace <= 3600:
            raise ValueError(f"the grace is 0 to 3600 seconds, not {self.grace:g}")
        if self.seed < 0:
            raise ValueError(f"the seed must not be negative, as {self.seed} is")

    def with_games(self, games: int) -> MatchSettings:
        """The same match, but with this many games.

        :raises ValueError: if that is not an even number.
        """
        changed = dataclasses.replace(self, games=games)
        changed.require_sense()
        return changed

    def board(self) -> Board:
        """The board that all openings start from."""
        game = find_game(self.game)
        return Board(game, size=self.size, pie=self.pie if game.has_pie_rule else None)

    def player(self, name: str) -> PlayerSpec:
        """Player ``"a"`` or ``"b"``."""
        return self.a if name == "a" else self.b

    def command(self) -> str:
        """The command that plays such a match again, seed and all.

        >>> MatchSettings.make("hadron", "level=3", "random", games=10, seed=7).command()
        'quincunx match hadron --size 5 --a level=3 --b random --games 10 --seed 7 ...'
        """
        words = ["quincunx", "match", self.game, "--size", str(self.size)]
        words += ["--no-pie"] if self.board().game.has_pie_rule and not self.pie else []
        words += ["--a", str(self.a), "--b", str(self.b)]
        words += ["--games", str(self.games), "--seed", str(self.seed)]
        words += ["--opening-plies", str(self.opening_plies), "--grace", f"{self.grace:g}"]
        if self.sprt:
            for name, value in dataclasses.asdict(self.sprt).items():
                words += [f"--{name}", f"{value:g}"]
        return shlex.join(words)

    def as_dict(self) -> dict[str, Any]:
        """The settings in a form that JSON has; :meth:`from_dict` reads it."""
        return {
            "game": self.game,
            "size": self.size,
            "pie": self.pie,
            "a": str(self.a),
            "b": str(self.b),
            "games": self.games,
            "seed": self.seed,
            "opening_plies": self.opening_plies,
            "grace": self.grace,
            "sprt": self.sprt and dataclasses.asdict(self.sprt),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> MatchSettings:
        """Read what :meth:`as_dict` wrote.

        :raises ValueError: if something is missing or makes no sense.
        """
        values: dict[str, Any] = {}
        for name, kinds in _KINDS.items():
            value = data.get(name)
            if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
                raise ValueError(f"{name} is {value!r}, which cannot be")
            values[name] = value
        values["a"] = PlayerSpec.parse(values["a"])
        values["b"] = PlayerSpec.parse(values["b"])
        if values["sprt"] is not None:
            try:
                values["sprt"] = Sprt(**values["sprt"])
            except TypeError:
                raise ValueError(f"sprt is {values['sprt']!r}, which cannot be") from None
        settings = cls(**values)
        settings.require_sense()
        if settings.pie and not settings.board().pie:
            raise ValueError(f"pie is true, but {settings.game} has no pie rule")
        return settings


_KINDS: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "size": (int,),
    "pie": (bool,),
    "a": (str,),
    "b": (str,),
    "games": (int,),
    "seed": (int,),
    "opening_plies": (int,),
    "grace": (int, float),
    "sprt": (dict, type(None)),
}
