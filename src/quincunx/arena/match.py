"""A match: pairs of games with colours swapped, played by several processes, and its result."""

from __future__ import annotations

import os
import time as clock
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quincunx.arena.files import MatchWriter, read_match, summary_of
from quincunx.arena.game import NAMES, GameRecord, other
from quincunx.arena.pool import Pool, ToPlay
from quincunx.arena.rating import EloInterval, Standing, signed
from quincunx.arena.settings import DEFAULT_GAMES, DEFAULT_GRACE, MatchSettings
from quincunx.arena.sharing import check_programs, games_of, pair_jobs
from quincunx.arena.spec import PlayerSpec
from quincunx.arena.sprt import Sprt
from quincunx.arena.starts import openings
from quincunx.cluster import Status, check_cluster, run_jobs
from quincunx.games import Game

__all__ = ["Match", "MatchResult", "default_jobs", "play_match"]


def default_jobs(settings: MatchSettings) -> int:
    """As many games at a time as there are cores for: only one player of a game thinks."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:
        cores = os.cpu_count() or 1
    return max(1, cores // max(settings.a.threads, settings.b.threads))


@dataclass(frozen=True)
class MatchResult:
    """How a match went so far, counted for player a.

    ``verdict`` is that of the sequential test, if there is one and it is decided: ``"H0"`` or
    ``"H1"``. ``forfeits`` counts lost games by player and kind: ``{("b", "crash"): 2}``.
    """

    settings: MatchSettings
    standing: Standing
    forfeits: dict[tuple[str, str], int]
    first_wins: int
    seconds: float
    file: str | None

    @property
    def points(self) -> float:
        return self.standing.points

    @property
    def score(self) -> float | None:
        return self.standing.score

    @property
    def elo(self) -> EloInterval | None:
        return self.standing.elo()

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio of the sequential test."""
        test = self.settings.sprt
        return None if test is None else test.llr(self.standing.pairs)

    @property
    def verdict(self) -> str | None:
        test = self.settings.sprt
        return None if test is None else test.verdict(self.standing.pairs)

    def as_dict(self) -> dict[str, Any]:
        """All of it in a form that JSON has."""
        settings = self.settings.as_dict()
        return {
            **{name: settings[name] for name in ("game", "size", "pie", "a", "b", "seed")},
            "wanted_games": self.settings.games,
            **summary_of(self.settings, self.standing),
            "first_wins": self.first_wins,
            "forfeits": {
                name: {kind: n for (loser, kind), n in self.forfeits.items() if loser == name}
                for name in NAMES
            },
            "seconds": round(self.seconds, 3),
            "file": self.file,
        }

    def __str__(self) -> str:
        """Score and Elo in one line."""
        counted = self.standing
        score = f"{counted.points:g} – {counted.games - counted.points:g}"
        detail = f"+{counted.wins} ={counted.draws} −{counted.losses}"
        elo = self.elo
        return f"{score} ({detail}){f', Elo {signed(elo.elo)}' if elo else ''}"


class Match:
    """A match between two players.

    >>> match = Match("hadron", "random", "random", size=3, games=4, seed=1, jobs=1)
    >>> result = match.play()
    >>> result.standing.games, [match.games[n].first for n in (1, 2, 3, 4)]
    (4, ['a', 'b', 'a', 'b'])

    :param a, b: the players, as texts or :class:`PlayerSpec`.
    :param game, size, pie: as for :class:`quincunx.Board`.
    :param games: how many to play at most, an even number.
    :param time: seconds for a move, for players that name no limit of their own.
    :param seed: of openings and players; chosen at random if left out.
    :param jobs: how many games are played at a time, each in a process of its own; by default one
        for each core and thread of a player. On a cluster, how many pairs are there at a time.
    :param cluster: where to play, as for :func:`quincunx.cluster.run_jobs`; here, if left out.
    :param opening_plies: random moves before the players take over.
    :param grace: seconds beyond one and a half times its time after which a player forfeits.
    :param sprt: a test; the match ends when it is decided.
    :param save: the file to write, which must not exist yet; nothing is written if left out.
    :raises ValueError: if there can be no such match.
    """

    _writer: MatchWriter | None = None

    def __init__(
        self,
        game: str | Game,
        a: str | PlayerSpec,
        b: str | PlayerSpec,
        *,
        size: int | None = None,
        pie: bool | None = None,
        games: int = DEFAULT_GAMES,
        time: float | None = None,
        seed: int | None = None,
        jobs: int | None = None,
        opening_plies: int | None = None,
        grace: float = DEFAULT_GRACE,
        sprt: Sprt | None = None,
        save: str | Path | None = None,
        cluster: str | None = None,
    ) -> None:
        settings = MatchSettings.make(
            game,
            a,
            b,
            size=size,
            pie=pie,
            games=games,
            time=time,
            seed=seed,
            opening_plies=opening_plies,
            grace=grace,
            sprt=sprt,
        )
        self._set_up(settings, jobs, cluster, {})
        if save is not None:
            self._writer = MatchWriter(save, settings, jobs=self.jobs)

    @classmethod
    def resume(
        cls,
        path: str | Path,
        *,
        games: int | None = None,
        jobs: int | None = None,
        cluster: str | None = None,
    ) -> Match:
        """Go on with the match of a file, into the same file, here or on a cluster.

        :param games: how many games it is to have in all; as before, if left out.
        :raises RecordError: if the file does not hold (see :func:`verify`).
        :raises ValueError: if there are more games in it already, or a player cannot play.
        """
        old = read_match(path, cut_off=True)
        settings = old.settings if games is None else old.settings.with_games(games)
        if old.games and max(old.games) > settings.games:
            raise ValueError(f"{path} has {max(old.games)} games already")
        board = settings.board()
        for name in NAMES:
            settings.player(name).require_fit(board)
        match = cls.__new__(cls)
        match._set_up(settings, jobs, cluster, old.games)
        match._writer = MatchWriter(path, settings, jobs=match.jobs, old=old)
        return match

    def _set_up(
        self,
        settings: MatchSettings,
        jobs: int | None,
        cluster: str | None,
        games: dict[int, GameRecord],
    ) -> None:
        if jobs is not None and jobs < 1:
            raise ValueError(f"jobs must be 1 or more, not {jobs}")
        self.settings = settings
        self.jobs = default_jobs(settings) if jobs is None else jobs
        self._workers, self._cluster = jobs, cluster
        #: How much of a cluster there is, once it plays.
        self.status: Status | None = None
        #: The games that have ended, by number.
        self.games = games
        self._seconds = 0.0

    def play(self, on_game: Callable[[Match, GameRecord], None] | None = None) -> MatchResult:
        """Play the games that are still to be played.

        Ctrl-C stops the match; :meth:`result` then has what was played, and the file as well.

        :param on_game: is told every game when it has ended.
        :raises EngineError: if a program or a net does not work from the beginning.
        :raises JobError: if there is no such cluster, or it cannot play.
        :raises OSError: if the file cannot be written.
        """
        if self._cluster is None:
            check_programs(self.settings)
        else:
            check_cluster(self._cluster, threads=self._threads)
        if self._writer:
            self._writer.begin()
        started = clock.monotonic()
        try:
            with closing(self._played()) as played:
                for game in self._in_order(played) if self.settings.sprt else played:
                    self.games[game.number] = game
                    self._seconds = clock.monotonic() - started
                    if self._writer:
                        self._writer.game(game)
                    if on_game:
                        on_game(self, game)
                    if self.result().verdict:
                        break
        finally:
            if self._writer:
                self._writer.summary(summary_of(self.settings, self.standing))
                self._writer.close()
        return self.result()

    def _played(self) -> Generator[GameRecord]:
        """The games, as they end."""
        if self._cluster is None:
            with Pool(self.settings, self.jobs) as pool:
                yield from pool.play(self._games_to_play())
            return
        with closing(
            run_jobs(
                pair_jobs(self.settings, self._games_to_play()),
                workers=self._workers,
                cluster=self._cluster,
                threads=self._threads,
                on_status=self._note,
            )
        ) as done:
            for pair in done:
                yield from games_of(pair.result)

    @property
    def _threads(self) -> int:
        """How many processors a game needs."""
        return max(self.settings.a.threads, self.settings.b.threads)

    def _note(self, status: Status) -> None:
        self.status = status

    def _in_order(self, played: Iterator[GameRecord]) -> Iterator[GameRecord]:
        """Games pair by pair: a test that looked at those first that ended first would favour
        short ones, and depend on how many are played at a time."""
        early: dict[int, GameRecord] = {}
        pair = 1
        for game in played:
            early[game.number] = game
            while all(number in early or number in self.games for number in (pair, pair + 1)):
                for number in (pair, pair + 1):
                    if number in early:
                        yield early.pop(number)
                pair += 2

    def _games_to_play(self) -> Iterator[ToPlay]:
        """The games that are missing, with their openings."""
        if self.result().verdict:
            return
        drawn = openings(self.settings.board(), self.settings.opening_plies, self.settings.seed)
        for number in range(1, self.settings.games, 2):
            opening = next(drawn)
            # A pair that has begun keeps its opening, whatever would be drawn today.
            for game in (self.games.get(number), self.games.get(number + 1)):
                opening = game.opening if game else opening
            for each in (number, number + 1):
                if each not in self.games:
                    yield ToPlay(each, opening)

    @property
    def standing(self) -> Standing:
        """The score so far."""
        return Standing.of({number: game.half_points for number, game in self.games.items()})

    def result(self) -> MatchResult:
        """How the match went so far."""
        forfeits = Counter(
            (other(game.winner), game.termination)
            for game in self.games.values()
            if game.is_forfeit and game.winner
        )
        return MatchResult(
            self.settings,
            self.standing,
            dict(forfeits),
            sum(game.winner == game.first for game in self.games.values()),
            self._seconds,
            str(self._writer.path) if self._writer and self._writer.begun else None,
        )


def play_match(
    game: str | Game,
    a: str | PlayerSpec,
    b: str | PlayerSpec,
    *,
    on_game: Callable[[Match, GameRecord], None] | None = None,
    **options: Any,
) -> MatchResult:
    """Play a match and return its result; the options are those of :class:`Match`.

    >>> result = play_match("hadron", "random", "random", size=3, games=2, jobs=1)
    >>> result.standing.games
    2
    """
    return Match(game, a, b, **options).play(on_game)
