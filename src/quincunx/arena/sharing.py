"""The games of a match as jobs for many machines."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from quincunx.arena.game import NAMES, GameRecord
from quincunx.arena.players import Forfeit, make_player
from quincunx.arena.pool import Pool, ToPlay
from quincunx.arena.settings import MatchSettings
from quincunx.cluster import Job
from quincunx.errors import EngineError

__all__ = ["check_programs", "games_of", "pair_jobs", "play_games"]


def pair_jobs(settings: MatchSettings, games: Iterator[ToPlay]) -> Iterator[Job]:
    """A job for each pair: its games, or the one that is missing."""
    match = settings.as_dict()
    for pair, of_pair in groupby(games, lambda game: (game.number + 1) // 2):
        arguments = {"settings": match, "games": [list(game) for game in of_pair]}
        yield Job(f"pair/{pair:06}", "quincunx.arena.sharing:play_games", arguments)


#: The process of its own in which this one has games played, and the match it is for.
_pools: dict[str, Pool] = {}


def play_games(settings: dict[str, Any], games: list[list[Any]]) -> list[dict[str, Any]]:
    """Play games of a match on this machine.

    They are played in a process of their own, so that a player who crashes it loses a game, as
    everywhere; if this process dies, that one goes with it.

    :raises EngineError: if a program does not work here.
    """
    wanted = json.dumps(settings)
    waiting = iter([ToPlay(number, tuple(opening)) for number, opening in games])
    try:
        if wanted not in _pools:
            _forget()
            match = MatchSettings.from_dict(settings)
            check_programs(match)
            _pools[wanted] = Pool(match, 1)
        return [game.as_dict() for game in _pools[wanted].play(waiting)]
    except EngineError as error:
        _forget()
        raise EngineError(f"on {socket.gethostname()}: {error}") from None


def _forget() -> None:
    """End the process that we have; it is of another match, or does not work."""
    while _pools:
        _pools.popitem()[1].close()


def games_of(result: list[dict[str, Any]]) -> list[GameRecord]:
    """The games that a job has played."""
    return [GameRecord.from_dict(game) for game in result]


def check_programs(settings: MatchSettings) -> None:
    """Start each player that is a program or a net once, to see that it works on this machine.

    :raises EngineError: if one cannot be started, or does not play this game.
    """
    for name in NAMES:
        spec = settings.player(name)
        if not (spec.command or spec.file):
            continue
        player = make_player(spec)
        try:
            player.new_game(settings.board(), 0)
        except Forfeit as forfeit:
            raise EngineError(f"player {name}, {str(spec)!r}: {forfeit.note}") from None
        finally:
            player.close()
