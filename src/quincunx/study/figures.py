"""From the results of the jobs to the numbers of the report."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from quincunx.arena.rating import Standing
from quincunx.board import Board
from quincunx.record.stats import Tally, ranked, wilson
from quincunx.study.jobs import LETTERS
from quincunx.study.numbers import elo_dict, independent_part, mean_95, rounded, share_95
from quincunx.study.openings import first_moves, swap_after
from quincunx.study.plan import phase_of
from quincunx.study.settings import FORMAT, Settings
from quincunx.study.stories import Story, leads, proven_from, settled_from

__all__ = ["figures"]

Results = Mapping[str, Any]

#: Swapping is right, or wrong, if the values differ by more than this, and by more than two
#: standard errors of their difference; a proof decides anyhow.
CLOSE = 0.02

_LETTERS = {letter: side.name.lower() if side else "draw" for side, letter in LETTERS.items()}


def figures(settings: Settings, results: Results) -> dict[str, Any]:
    """The numbers of a study, as ``report.json`` has them.

    :param results: what each job came to, by its key.
    """
    game, start = settings.game, settings.board()
    games = [game for batch in _of(results, "games") for game in batch]
    found = _openings(settings, results)
    return {
        "format": FORMAT,
        "settings": settings.about(),
        "game": {
            "id": game.id,
            "name": game.name,
            "credit": game.credit,
            "size": settings.size,
            "size_text": game.size_text(settings.size),
            "players": list(game.players),
            "pie": start.pie,
            "has_draws": game.has_draws,
        },
        "varied_plies": settings.varied_plies,
        "engine": _engine_games(settings, games),
        "random": _random_games(list(_of(results, "random")), list(_of(results, "stories"))),
        "openings": found,
        "swap": _swaps(found) if start.pie else None,
        "strength": _strength(settings, results),
    }


def _of(results: Results, phase: str) -> Iterable[Any]:
    """The results of a part of the work, in the order of their keys."""
    return (results[key] for key in sorted(results) if phase_of(key) == phase)


# --- Games ---------------------------------------------------------------------------------------


def _results(tally: Tally, independent: float = 1.0) -> dict[str, Any]:
    count = tally.count
    points = (tally.wins + tally.draws / 2) * independent
    return tally.as_dict() | {
        "first_score_95": [rounded(x) for x in wilson(points, count * independent)[1:]],
        "drawn": share_95(tally.draws, count, independent),
    }


def _lengths(counts: Counter[int], independent: float = 1.0) -> dict[str, Any]:
    """Mean and quartiles of the lengths of games, and how many had each."""
    plies = sorted(counts.elements())
    quarters = statistics.quantiles(plies, n=4, method="inclusive") if plies[1:] else plies * 3
    return {
        **mean_95(plies, independent),
        "shortest": plies[0],
        "quartiles": [rounded(x) for x in quarters],
        "longest": plies[-1],
        "histogram": sorted(counts.items()),
    }


def _engine_games(settings: Settings, games: Sequence[dict[str, Any]]) -> dict[str, Any]:
    tally = Tally()
    for game in games:
        tally.add(game["result"])
    lengths = Counter(len(game["proofs"]) for game in games)
    stories = [Story(game["values"], game["result"]) for game in games]
    alike = Counter(_settled_in(settings.board(), game) for game in games)
    part = independent_part(list(alike.values()))
    return {
        "games": len(games),
        "different": len(alike),
        "independent": rounded(len(games) * part),
        "results": _results(tally, part),
        "terminations": ranked(Counter(game["termination"] for game in games)),
        "length": _lengths(lengths, part),
        "choices": _choices([game["choices"] for game in games]),
        "decided": _decided(games, part),
        "leads": leads(stories, part),
    }


def _settled_after(game: Mapping[str, Any]) -> int:
    """After how many plies a game was settled; what is proven is settled, even if later searches
    lose sight of it. A draw is settled by its proof alone."""
    proven, _ = proven_from(game["proofs"], game["result"])
    values = Story(game["values"], game["result"]).of_winner()
    return min(proven, settled_from(values)) if values else proven


def _settled_in(start: Board, game: Mapping[str, Any]) -> str:
    """The position in which a game was settled, by which games are known to be alike; symmetries
    count as equal."""
    board = start.copy()
    for text in game["moves"].split()[: _settled_after(game)]:
        board.push_text(text)
    kept = [k for k in start.symmetries() if start.transform(k) == start]
    return min(board.transform(k).fen() for k in kept)


def _choices(games: Sequence[Sequence[int]]) -> dict[str, Any]:
    """How many legal moves there were, at each ply and altogether."""
    told = []
    for ply in range(max(map(len, games))):
        counts = sorted(game[ply] for game in games if len(game) > ply)
        tenths = statistics.quantiles(counts, n=10, method="inclusive") if counts[1:] else counts
        told.append(
            {
                "ply": ply,
                "games": len(counts),
                "mean": rounded(statistics.fmean(counts)),
                "low": rounded(tenths[0]),
                "high": rounded(tenths[-1]),
            }
        )
    positions = [moves for game in games for moves in game]
    return {"mean": rounded(statistics.fmean(positions)), "by_ply": told}


def _decided(games: Sequence[dict[str, Any]], part: float) -> dict[str, Any]:
    """When results were proven, and when they were as good as certain; by game and by ply."""
    plies = [len(game["proofs"]) for game in games]
    proofs = [proven_from(game["proofs"], game["result"]) for game in games]
    proven = [when for when, _ in proofs]
    early = [end - when for when, end in zip(proven, plies, strict=True)]
    settled = [_settled_after(game) for game in games]
    parts = [when / end for when, end in zip(settled, plies, strict=True)]
    return {
        "proven_before_end": share_95(sum(e > 0 for e in early), len(games), part),
        "proven_three_before_end": share_95(sum(e >= 3 for e in early), len(games), part),
        "proven_ply": mean_95(proven, part),
        "plies_after_proof": mean_95(early, part),
        "proof_missed": share_95(sum(other for _, other in proofs), len(games), part),
        "settled": {"ply": mean_95(settled, part), "part": mean_95(parts, part)},
        "by_ply": [
            {
                "ply": ply,
                "proven": rounded(sum(when <= ply for when in proven) / len(games)),
                "settled": rounded(sum(when <= ply for when in settled) / len(games)),
                "over": rounded(sum(end <= ply for end in plies) / len(games)),
            }
            for ply in range(max(plies) + 1)
        ],
    }


def _random_games(
    batches: Sequence[dict[str, Any]], stories: Sequence[Sequence[dict[str, Any]]]
) -> dict[str, Any]:
    tally = Tally()
    lengths: Counter[int] = Counter()
    choices: list[list[int]] = []
    for batch in batches:
        wins, draws, losses = batch["results"]
        tally.wins += wins
        tally.draws += draws
        tally.losses += losses
        lengths.update(dict(batch["lengths"]))
        for ply, (moves, games) in enumerate(batch["choices"]):
            if ply == len(choices):
                choices.append([0, 0])
            choices[ply][0] += moves
            choices[ply][1] += games
    told = [Story(each["values"], each["result"]) for together in stories for each in together]
    won = [values for story in told if (values := story.of_winner())]
    return {
        "games": tally.count,
        "results": _results(tally),
        "length": _lengths(lengths),
        "choices": {
            "mean": rounded(sum(c[0] for c in choices) / sum(c[1] for c in choices)),
            "by_ply": [
                {"ply": ply, "games": games, "mean": rounded(moves / games)}
                for ply, (moves, games) in enumerate(choices)
            ],
        },
        "judged": len(told),
        "settled": mean_95([settled_from(v) / len(v) for v in won]) if won else None,
        "leads": leads(told),
    }


# --- Openings ------------------------------------------------------------------------------------


def _openings(settings: Settings, results: Results) -> list[dict[str, Any]]:
    """Each first move up to symmetry, the best for the first side first."""
    start, plain = settings.board(), settings.plain_board()
    told = []
    for move, images in first_moves(plain):
        found = results[f"openings/{move}"]
        about = {
            "move": move,
            "images": list(images),
            **_value(found),
            "random": found["random"],
        }
        if swap_after(start, move) is not None:
            about["swapped"] = _value(found["swapped"])
        told.append(about)
    return sorted(told, key=lambda each: (-each["value"], each["move"]))


def _value(found: Mapping[str, Any]) -> dict[str, Any]:
    """The mean of several searches with its standard error and range, or what is proven."""
    proven = _LETTERS.get(found["proof"])
    values = found["values"]
    if proven:
        values = [{"first": 1.0, "second": 0.0, "draw": 0.5}[proven]]
    error = statistics.stdev(values) / math.sqrt(len(values)) if values[1:] else 0.0
    return {
        "value": rounded(statistics.fmean(values)),
        "error": rounded(error),
        "least": min(values),
        "most": max(values),
        "proven": proven,
    }


def _swaps(openings: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """After which first moves the second side should swap, and what each is worth if it does what
    is better for it."""
    told = [
        {
            "move": each["move"],
            "images": each["images"],
            "gain": rounded(each["value"] - each["swapped"]["value"]),
            "verdict": _verdict(each, each["swapped"]),
            "value": min(each["value"], each["swapped"]["value"]),
            "proven": _proven(each["proven"], each["swapped"]["proven"]),
        }
        for each in openings
        if "swapped" in each
    ]
    counts = Counter[str]()
    for each in told:
        counts[each["verdict"]] += len(each["images"])
    open_ones = [each for each in told if each["proven"] in (None, "draw")]
    fairest = sorted(open_ones, key=lambda each: (abs(each["value"] - 0.5), each["move"]))
    return {
        "openings": told,
        "moves": {verdict: counts[verdict] for verdict in ("swap", "alike", "close", "stay")},
        "fairest": [{key: each[key] for key in ("move", "value")} for each in fairest[:5]],
    }


def _proven(stay: str | None, swapped: str | None) -> str | None:
    """Who is proven to win a position in which the second side may swap, or not.

    >>> _proven("first", "second"), _proven("first", "first"), _proven("first", None)
    ('second', 'first', None)
    """
    if "second" in (stay, swapped):
        return "second"
    if stay is None or swapped is None:
        return None
    return "draw" if "draw" in (stay, swapped) else "first"


def _verdict(stay: Mapping[str, Any], swapped: Mapping[str, Any]) -> str:
    """What the second side does better: both values are the first side's, so less is better."""
    gain = stay["value"] - swapped["value"]
    proven = stay["proven"] and swapped["proven"]
    doubt = 0.0 if proven else max(CLOSE, 2 * math.hypot(stay["error"], swapped["error"]))
    if abs(gain) <= doubt:
        return "alike" if proven else "close"
    return "swap" if gain > 0 else "stay"


# --- Strength ------------------------------------------------------------------------------------


def _strength(settings: Settings, results: Results) -> dict[str, Any]:
    """The matches between players of whom one thinks twice as long, and all of them together."""
    rungs = settings.ladder()
    matches, everything = [], []
    for weaker, stronger in pairwise(rungs):
        keys = sorted(key for key in results if key.startswith(f"ladder/{weaker}/"))
        points = [p for key in keys for p in results[key]]
        everything += points
        matches.append({"weaker": weaker, "stronger": stronger, **_match(points)})
    return {"matches": matches, "doubling": _match(everything) if everything else None}


def _match(points: Sequence[int]) -> dict[str, Any]:
    standing = Standing.of(dict(enumerate(points, 1)))
    elo = standing.elo()
    assert elo is not None and standing.score is not None
    assert not math.isnan(elo.elo)
    return {
        "games": standing.games,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "score": rounded(standing.score),
        **elo_dict(elo),
    }
