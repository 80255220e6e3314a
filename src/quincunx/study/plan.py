"""Which jobs a study consists of, in which order they are done, and how much work each is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any, NamedTuple

from quincunx.arena.starts import default_plies, openings
from quincunx.cluster import Job
from quincunx.study.openings import first_moves, swap_after
from quincunx.study.settings import (
    OPENING_FACTOR,
    OPENING_RANDOM_GAMES,
    OPENING_SEARCHES,
    STORIES,
    STORY_PLAYOUTS,
    Settings,
)

__all__ = ["PHASES", "Task", "phase_of", "tasks"]

#: The parts of the work, and what is counted in each.
PHASES = {
    "random": "random games",
    "stories": "random games, judged",
    "games": "engine games",
    "openings": "openings",
    "ladder": "matches",
}

#: Random games in a job: large enough that handing it over does not matter.
_BATCH = 1000
#: Engine games, and judged random games, in a job.
_GAMES, _TOGETHER = 2, 10


class Task(NamedTuple):
    """A job and about how many simulations it takes."""

    job: Job
    work: float


def phase_of(key: str) -> str:
    """Which of :data:`PHASES` a job belongs to.

    >>> phase_of("ladder/62/0003")
    'ladder'
    """
    return key.partition("/")[0]


def tasks(settings: Settings) -> list[Task]:
    """All jobs of a study; the same settings give the same ones."""
    plies = settings.random_plies
    return [
        *_random_games(settings),
        *_random_stories(settings, plies),
        *_engine_games(settings, plies),
        *_openings(settings),
        *_ladder(settings, plies),
    ]


def _job(settings: Settings, key: str, call: str, **arguments: Any) -> Job:
    about = {"game": settings.game.id, "size": settings.size}
    return Job(key, f"quincunx.study.jobs:{call}", about | arguments)


def _random_games(settings: Settings) -> Iterator[Task]:
    for number, games in enumerate(_parts(settings.random_games, _BATCH)):
        key = f"random/{number:04}"
        seed = settings.seed_of(key)
        yield Task(_job(settings, key, "random_games", seed=seed, games=games), games)


def _parts(whole: int, most: int) -> Iterator[int]:
    """A number as parts of at most so many.

    >>> list(_parts(2300, 1000))
    [1000, 1000, 300]
    """
    while whole > 0:
        yield min(whole, most)
        whole -= most


def _seeds(settings: Settings, phase: str, count: int, together: int) -> Iterator[list[int]]:
    """The seeds of so many games, those of a job together."""
    seeds = [settings.seed_of(f"{phase} {number}") for number in range(count)]
    return (seeds[k : k + together] for k in range(0, count, together))


def _random_stories(settings: Settings, plies: float) -> Iterator[Task]:
    count = min(STORIES, settings.random_games)
    for number, seeds in enumerate(_seeds(settings, "stories", count, _TOGETHER)):
        key = f"stories/{number:04}"
        job = _job(settings, key, "random_stories", seeds=seeds, playouts_each=STORY_PLAYOUTS)
        yield Task(job, len(seeds) * plies * STORY_PLAYOUTS)


def _engine_games(settings: Settings, plies: float) -> Iterator[Task]:
    for number, seeds in enumerate(_seeds(settings, "games", settings.games, _GAMES)):
        job = _job(
            settings,
            f"games/{number:04}",
            "engine_games",
            seeds=seeds,
            playouts=settings.playouts,
            varied_plies=settings.varied_plies,
            memory_mb=settings.memory_mb,
        )
        yield Task(job, len(seeds) * plies * settings.playouts)


def _openings(settings: Settings) -> Iterator[Task]:
    start = settings.board()
    looked = settings.playouts * OPENING_FACTOR
    for move, _ in first_moves(settings.plain_board()):
        key = f"openings/{move}"
        swap = swap_after(start, move)
        seeds = [settings.seed_of(f"{key} {number}") for number in range(OPENING_SEARCHES)]
        job = _job(
            settings,
            key,
            "opening",
            move=move,
            swap=swap,
            seeds=seeds,
            playouts=looked,
            memory_mb=settings.memory_mb,
            random_games=min(OPENING_RANDOM_GAMES, settings.random_games),
        )
        yield Task(job, len(seeds) * looked * (1 if swap is None else 2))


def _ladder(settings: Settings, plies: float) -> Iterator[Task]:
    start = settings.board()
    pairs = settings.games // 2
    rungs = settings.ladder()
    for weaker, stronger in pairwise(rungs):
        seed = settings.seed_of(f"ladder {weaker}")
        chosen = islice(openings(start, default_plies(start), seed), pairs)
        for number, moves in enumerate(chosen):
            key = f"ladder/{weaker}/{number:04}"
            job = _job(
                settings,
                key,
                "ladder_pair",
                opening=list(moves),
                stronger=stronger,
                weaker=weaker,
                seed=settings.seed_of(key),
                memory_mb=settings.memory_mb,
            )
            yield Task(job, plies * (stronger + weaker))
