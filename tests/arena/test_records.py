"""A match in the form of records says all that its JSON lines say, and can be gone on with."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from quincunx import RecordError, record
from quincunx.arena import Match, Sprt, read_match, verify
from quincunx.convert import match_file
from quincunx.convert.formats import Hints
from tests.arena.fakes import fake


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with forfeits and a test, which was taken up again."""
    file = tmp_path_factory.mktemp("match") / "games.jsonl"
    spec = fake("ugi", "illegal", after=9)
    Match(
        "hadron", "random", spec, games=8, time=0.5, seed=2, jobs=1, sprt=Sprt(0, 30), save=file
    ).play()
    Match.resume(file, games=10, jobs=2).play()
    return file


def as_records(file: Path) -> str:
    out = io.StringIO()
    with file.open(encoding="utf-8") as handle:
        for game in match_file.FORMAT.read(handle, Hints()):
            game.accept(record.FileExporter(out))
    return out.getvalue()


def as_lines(text: str) -> str:
    out = io.StringIO()
    match_file.FORMAT.write(record.read_games(io.StringIO(text)), out)
    return out.getvalue()


def test_records__there_and_back_is_the_same_file(lines: Path) -> None:
    original = lines.read_text(encoding="utf-8")
    assert [json.loads(line)["type"] for line in original.splitlines()].count("resume") == 1
    assert "illegal move" in original and '"refused"' in original
    assert as_lines(as_records(lines)) == original


def test_records__a_record_says_what_was_played(lines: Path) -> None:
    games = list(record.read_games(io.StringIO(as_records(lines))))
    assert len(games) == 10 and not any(game.errors for game in games)
    first, second = games[:2]
    assert (first.headers["Red"], first.headers["Round"]) == ("random", "1")
    assert (second.headers["Blue"], second.headers["Round"]) == ("random", "2")
    assert "TimeControl" not in first.headers  # only one of them has a clock
    lost = next(game for game in games if game.headers["Termination"] == "illegal move")
    assert "is occupied" in lost.headers["MatchNotes"] and lost.headers["MatchRefused"]


def test_records__verify_counts_them_as_it_counts_lines(lines: Path, tmp_path: Path) -> None:
    file = tmp_path / "x.qgn"
    file.write_text(as_records(lines), encoding="utf-8")
    assert verify(file).standing == verify(lines).standing
    assert verify(file).settings == verify(lines).settings


def test_records__a_match_writes_them_as_it_plays(tmp_path: Path) -> None:
    for name in ("x.qgn", "x.jsonl"):
        save = tmp_path / name
        Match("cordon", "random", "random", size=3, games=6, seed=5, jobs=1, save=save).play()
    one, other = verify(tmp_path / "x.qgn"), verify(tmp_path / "x.jsonl")
    assert {n: g.moves for n, g in one.games.items()} == {
        n: g.moves for n, g in other.games.items()
    }
    assert one.settings == other.settings
    with (tmp_path / "x.qgn").open() as file:
        assert [game.headers["Game"] for game in record.read_games(file)] == ["Cordon"] * 6


def test_records__without_the_pie_rule(tmp_path: Path) -> None:
    file = tmp_path / "x.qgn"
    Match(
        "square-grid-hex", "random", "random", size=4, pie=False, games=2, jobs=1, save=file
    ).play()
    assert not verify(file).settings.pie
    with file.open() as handle:
        game = record.read_game(handle)
    assert game and not game.board().pie


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("cut") / "x.qgn"
    Match("hadron", "random", "random", size=3, games=4, seed=5, jobs=1, save=file).play()
    return file.read_bytes()


def test_resume__wherever_the_file_was_cut_off_whole_games_stay(
    records: bytes, tmp_path: Path
) -> None:
    second = records.index(b"[Game", 10)
    file = tmp_path / "x.qgn"
    for cut in range(second, len(records), 7):
        file.write_bytes(records[:cut])
        old = read_match(file, cut_off=True)
        whole = records[:cut].count(b"\n\n[Game") + 1
        assert len(old.games) in (whole - 1, whole)
        assert records[: old.whole_bytes].count(b"[Game") == len(old.games)


def test_resume__plays_what_is_missing(records: bytes, tmp_path: Path) -> None:
    file = tmp_path / "x.qgn"
    file.write_bytes(records[: records.rindex(b"[Game") + 30])
    Match.resume(file).play()
    held = verify(file)
    assert sorted(held.games) == [1, 2, 3, 4]
    file.write_bytes(records.rstrip())  # somebody's editor took the last lines' ends away
    Match.resume(file, games=6).play()
    assert sorted(verify(file).games) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b'[Round "2"]', b'[Round "1"]', "twice"),
        (b'[MatchSeed "5"]\n', b"", "not a game of a match: no tag 'MatchSeed'"),
        (b'[MatchOpening "1"]', b'[MatchOpening "x"]', "not a game of a match"),
        (b'[Size "3"]', b'[Size "5"]', ""),
        (b" 1-0\n", b" 0-1\n", ""),
        (b'[Game "Hadron"]', b"", "which game?"),
    ],
)
def test_verify__refuses_records_that_do_not_hold(
    records: bytes, tmp_path: Path, old: bytes, new: bytes, reason: str
) -> None:
    assert old in records
    file = tmp_path / "x.qgn"
    # The last of them, so that the first game still says what the match is.
    head, _, tail = records.rpartition(old)
    file.write_bytes(head + new + tail)
    with pytest.raises(RecordError) as caught:
        verify(file)
    assert reason in str(caught.value)


def test_verify__games_of_two_matches_are_not_one(records: bytes, tmp_path: Path) -> None:
    file = tmp_path / "x.qgn"
    file.write_bytes(records + records.replace(b'[MatchSeed "5"]', b'[MatchSeed "6"]'))
    with pytest.raises(RecordError, match="of another match than the first"):
        verify(file)
