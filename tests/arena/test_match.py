"""Matches between random movers: how they are arranged, not who wins."""

from collections import Counter
from pathlib import Path

import pytest

from quincunx import Game, JobError
from quincunx.arena import GameRecord, Match, MatchSettings, Sprt, default_jobs, play_match, verify
from tests.marks import each_game


@each_game
def test_match__of_every_game_holds(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    result = play_match(game, "random", "random", games=2, seed=1, save=file)
    assert result.standing.games == 2 and not result.forfeits
    assert verify(file).standing == result.standing


def test_match__colours_are_balanced_and_openings_shared_by_pairs_only() -> None:
    match = Match("hadron", "random", "random", games=40, seed=5, jobs=2)
    seen: list[int] = []
    match.play(lambda match, game: seen.append(game.number))
    assert sorted(seen) == sorted(match.games) == list(range(1, 41))
    assert Counter(game.first for game in match.games.values()) == {"a": 20, "b": 20}
    for number in range(1, 41, 2):
        one, two = match.games[number], match.games[number + 1]
        assert one.opening == two.opening and (one.first, two.first) == ("a", "b")
    assert len({game.opening for game in match.games.values()}) == 20
    assert len({tuple(game.moves) for game in match.games.values()}) == 40


def played(**options: object) -> dict[int, GameRecord]:
    match = Match("cordon", "random", "random,seed=9", size=3, games=6, **options)  # type: ignore[arg-type]
    match.play()
    for game in match.games.values():
        game.times = {}
    return match.games


def test_match__repeats_itself_with_a_seed_however_many_play_at_a_time() -> None:
    assert played(seed=3, jobs=1) == played(seed=3, jobs=3)
    other = played(seed=4, jobs=2)
    assert all(other[n].moves != game.moves for n, game in played(seed=3).items())


def test_match__both_players_differ_with_one_seed() -> None:
    # Otherwise equal players would mirror each other.
    match = Match("hadron", "random", "random", games=2, seed=3, opening_plies=0, jobs=1)
    match.play()
    assert match.games[1].moves != match.games[2].moves


def test_sprt__ends_the_match() -> None:
    # Any score decides between hypotheses as far apart as these.
    test = Sprt(-2000, 2000)
    match = Match("hadron", "random", "random", games=100, seed=1, jobs=2, sprt=test)
    result = match.play()
    assert result.verdict in ("H0", "H1") and result.standing.games < 30
    assert result.llr is not None and not test.lower < result.llr < test.upper


def test_result__says_it_all() -> None:
    match = Match("hadron", "random", "random", games=4, seed=1, sprt=Sprt(0, 30))
    told = match.play().as_dict()
    assert told["wins"] + told["losses"] == told["games"] == told["wanted_games"] == 4
    assert told["first_wins"] <= 4 and sum(told["pairs"]) == 2 and told["sprt"]["verdict"] is None
    assert (told["game"], told["size"], told["a"], told["seed"]) == ("hadron", 5, "random", 1)
    assert told["forfeits"] == {"a": {}, "b": {}} and told["file"] is None


def test_jobs__leave_no_core_to_two_threads() -> None:
    one = MatchSettings.make("hadron", "level=1", "level=2")
    many = MatchSettings.make("hadron", "level=1", "time=1,threads=1000")
    assert default_jobs(one) >= 1 and default_jobs(many) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"games": 3}, "even number"),
        ({"games": 0}, "even number"),
        ({"size": 4}, "size 4"),
        ({"pie": False}, "no pie rule"),
        ({"jobs": 0}, "jobs"),
        ({"opening_plies": 99}, "0 to 50"),
        ({"size": 3, "opening_plies": 9}, "end the game"),
        ({"grace": -1}, "grace"),
        ({"seed": -1}, "seed"),
        ({"a": "level=max"}, "how long may it think"),
        ({"b": "htp:sh", "time": 1}, "Hex only"),
    ],
)
def test_match__refuses_what_makes_no_match(options: dict[str, object], said: str) -> None:
    given: dict[str, object] = {"game": "hadron", "a": "random", "b": "random", **options}
    with pytest.raises(ValueError, match=said):
        Match(**given)  # type: ignore[arg-type]


def test_match__asks_a_cluster_for_as_many_processors_as_a_player_has_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def asked(cluster: str, *, threads: int) -> None:
        raise JobError("", f"{cluster} has no node with {threads} processors")

    monkeypatch.setattr("quincunx.arena.match.check_cluster", asked)
    match = Match("hadron", "random", "time=1,threads=3", games=2, cluster="HOST:1")
    with pytest.raises(JobError, match="HOST:1 has no node with 3 processors"):
        match.play()


def test_match__does_not_overwrite_a_file(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("precious")
    with pytest.raises(FileExistsError):
        play_match("hadron", "random", "random", games=2, save=file)
    assert file.read_text() == "precious"
