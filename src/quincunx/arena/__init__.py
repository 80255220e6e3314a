"""Matches between players, and what their scores say about strength.

>>> from quincunx import arena
>>> result = arena.play_match("hadron", "random", "random", size=3, games=2, seed=1, jobs=1)
>>> result.standing.games
2
>>> round(arena.elo(0.75))
191

Players are texts: ``level=3``, ``time=0.2``, ``level=plain,playouts=1000``, ``random``, or programs
of anybody's: ``ugi:COMMAND`` and ``htp:COMMAND``. Games are played in pairs, both from the same
opening with colours swapped, by several processes. docs/guide/matches.md tells more.
"""

from quincunx.arena.files import MatchFile, read_match, verify
from quincunx.arena.game import GameRecord, play_game
from quincunx.arena.match import Match, MatchResult, default_jobs, play_match
from quincunx.arena.players import Forfeit, Player, Resignation, make_player
from quincunx.arena.rating import EloInterval, Standing, elo, expected_score
from quincunx.arena.settings import MatchSettings
from quincunx.arena.spec import PlayerSpec
from quincunx.arena.sprt import Sprt
from quincunx.arena.starts import default_plies, openings

__all__ = [
    "EloInterval",
    "Forfeit",
    "GameRecord",
    "Match",
    "MatchFile",
    "MatchResult",
    "MatchSettings",
    "Player",
    "PlayerSpec",
    "Resignation",
    "Sprt",
    "Standing",
    "default_jobs",
    "default_plies",
    "elo",
    "expected_score",
    "make_player",
    "openings",
    "play_game",
    "play_match",
    "read_match",
    "verify",
]
