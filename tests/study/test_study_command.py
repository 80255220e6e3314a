"""``quincunx study``: stopping and going on, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from quincunx import find_game
from quincunx.cluster import Done, Job
from quincunx.study import settings as settings_module
from quincunx.study.plan import Task, tasks
from quincunx.study.progress import Progress
from quincunx.study.run import JOURNAL, PAGE, REPORT
from tests.cli.interrupts import interrupted
from tests.cli.runs import invoke, output, refusal
from tests.study.tiny import settings_of

SMALL = ["study", "hadron", "--size", "3", "--games", "4", "--playouts", "16"]
SMALL += ["--random-games", "20", "--memory", "8"]
#: Long enough to be stopped on the way.
LONGER = ["study", "cordon", "--size", "3", "--games", "20", "--playouts", "300"]
LONGER += ["--random-games", "400", "--workers", "2"]


def reports(folder: Path) -> tuple[bytes, bytes]:
    return (folder / PAGE).read_bytes(), (folder / REPORT).read_bytes()


def test_same_options__give_the_same_report_byte_for_byte(tmp_path: Path) -> None:
    for name, workers in (("a", "1"), ("b", "3")):
        output(*SMALL, "--workers", workers, "--out", str(tmp_path / name))
    assert reports(tmp_path / "a") == reports(tmp_path / "b")
    output(*SMALL, "--seed", "2", "--out", str(tmp_path / "c"))
    assert reports(tmp_path / "c")[1] != reports(tmp_path / "a")[1]


def test_killed__goes_on_where_it_was_and_gives_the_same_report(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    command = [sys.executable, "-m", "quincunx", *LONGER, "--out", str(torn)]
    with subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL) as running:
        journal, deadline = torn / JOURNAL, time.monotonic() + 60
        while not journal.exists() or journal.read_bytes().count(b"\n") < 8:
            assert time.monotonic() < deadline and running.poll() is None
            time.sleep(0.01)
        os.killpg(running.pid, signal.SIGKILL)
    before = journal.read_bytes()
    done = before[: before.rfind(b"\n") + 1]
    assert not (torn / PAGE).exists()
    output(*LONGER, "--out", str(torn))
    assert journal.read_bytes().startswith(done)  # nothing was lost, and nothing done again
    keys = [json.loads(line)["key"] for line in journal.read_bytes().splitlines()[1:]]
    assert len(keys) == len(set(keys))
    output(*LONGER, "--out", str(whole))
    assert reports(whole) == reports(torn)


def test_ctrl_c__stops_it_and_says_how_to_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "study"
    done = interrupted(*LONGER, "--games", "2000", "--out", str(folder))
    assert done.returncode == 130 and done.stdout == ""
    assert "stopped; the same command goes on where it was" in done.stderr
    assert done.stderr.count("\n") == 1 and not (folder / PAGE).exists()


def test_other_settings__are_refused_and_named(tmp_path: Path) -> None:
    folder = str(tmp_path)
    output(*SMALL, "--out", folder)
    kept = reports(tmp_path)
    said = refusal(*SMALL, "--seed", "7", "--games", "6", "--out", folder)
    assert "holds another study (games 4 there, 6 here; seed 1 there, 7 here)" in said
    assert "--out" in said and reports(tmp_path) == kept


def test_a_folder_with_something_else__is_left_alone(tmp_path: Path) -> None:
    (tmp_path / JOURNAL).write_text('{"shopping": ["bread"]}\n', encoding="utf-8")
    assert "is not the journal of a study" in refusal(*SMALL, "--out", str(tmp_path))
    assert (tmp_path / JOURNAL).read_text(encoding="utf-8") == '{"shopping": ["bread"]}\n'


@pytest.mark.parametrize("name", [PAGE, REPORT])
@pytest.mark.parametrize("long", [["--playouts", "16"], ["--time", "0.01"]])
def test_a_report_of_something_else__is_not_overwritten(
    name: str, long: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(sys.modules["quincunx.cli.study"], "measured_playouts")
    (tmp_path / name).write_text("the year's figures", encoding="utf-8")
    said = refusal("study", "hadron", "--size", "3", *long, "--out", str(tmp_path))
    assert f"{name} would be overwritten" in said and "--out" in said
    assert (tmp_path / name).read_text(encoding="utf-8") == "the year's figures"
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_reports__are_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output(*SMALL, "--out", str(tmp_path))
    kept = reports(tmp_path)

    def full(path: Path, text: str, **_: object) -> int:
        with path.open("w") as file:
            file.write(text[:9])
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_text", full)
    assert "No space left on device" in refusal(*SMALL, "--out", str(tmp_path))
    assert reports(tmp_path) == kept
    assert sorted(path.name for path in tmp_path.iterdir()) == [JOURNAL, PAGE, REPORT]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["hadron", "--size", "4"], "Hadron is not offered in size 4"),
        (["hadron", "--games", "5"], "games must be an even number"),
        (["hadron", "--playouts", "9", "--time", "1"], "give one of them"),
        (["hadron", "--time", "nan"], "--time must be from 0.001 to 86400 seconds, not nan"),
        (["hadron", "--time", "inf"], "--time must be from 0.001 to 86400 seconds, not inf"),
        (["hadron", "--time", "0"], "--time must be from 0.001 to 86400 seconds, not 0"),
        (["hadron", "--memory", "999999999"], "--memory 999999999 is too much for this machine"),
        (["hadron", "--playouts", "1000000001"], "playouts must be 1000000000 or less"),
        (["hadrn"], "did you mean hadron"),
    ],
)
def test_mistakes__are_told_before_anything_is_done(
    words: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert why in refusal("study", *words)
    assert list(tmp_path.iterdir()) == []


def test_time__is_measured_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["study", "hadron", "--size", "3", "--games", "2", "--time", "0.002"]
    words += ["--random-games", "5", "--json"]
    first = json.loads(output(*words, "--out", str(tmp_path)))
    measured = first["settings"]["playouts"]
    assert first["settings"]["time"] == 0.002 and measured >= 2

    def never(*_: object, **__: object) -> int:
        raise AssertionError("it was measured again")

    monkeypatch.setattr(sys.modules["quincunx.cli.study"], "measured_playouts", never)
    assert json.loads(output(*words, "--out", str(tmp_path))) == first
    other = [word.replace("0.002", "0.003") for word in words]
    with pytest.raises(AssertionError, match="measured again"):
        invoke(*other, "--out", str(tmp_path))


def test_time__the_command_of_the_report_makes_it_again_in_the_same_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    output(*SMALL[:4], "--games", "2", "--time", "0.002", "--random-games", "5", "--memory", "8")
    [folder] = tmp_path.iterdir()
    kept = reports(folder)
    [command] = re.findall(r"<code>quincunx (.*?)</code>", kept[0].decode())
    output(*command.split())
    assert [folder] == list(tmp_path.iterdir()) and reports(folder) == kept
    said = refusal(*command.split(), "--playouts", "7")
    assert "; time 0.002 there, not given here)" in said


def test_measure__gives_more_playouts_for_more_time() -> None:
    game = find_game("cordon")
    assert settings_module.measured_playouts(game, 5, 0.02) * 20 > 100
    few = settings_module.measured_playouts(game, 5, 0.0001)
    assert 2 <= few < settings_module.measured_playouts(game, 5, 0.1)


def test_measure__repeats_a_search_that_ends_before_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Proves:
        """Needs 1/8 s for a search, and as long to forget it; the second has few playouts."""

        now, searches = 0.0, 0

        def analyse(self, *_: object) -> SimpleNamespace:
            self.now += 0.125
            self.searches += 1
            return SimpleNamespace(playouts=5 if self.searches == 2 else 20)

        def clear(self) -> None:
            self.now += 0.125

    made = Proves()
    monkeypatch.setattr(settings_module, "time", SimpleNamespace(perf_counter=lambda: made.now))
    monkeypatch.setattr(
        "quincunx.study.settings.Engine.for_board", lambda *_, **__: nullcontext(made)
    )
    # After the one that warms it up it searches four times in a second: 65 playouts in 1/2 s.
    assert settings_module.measured_playouts(find_game("hadron"), 3, 0.1) == 13
    assert made.searches == 1 + 4


def test_json__is_the_report(tmp_path: Path) -> None:
    said = output(*SMALL, "--json", "--out", str(tmp_path))
    assert json.loads(said) == json.loads((tmp_path / REPORT).read_text(encoding="utf-8"))


# --- The plan, and how long it will take ---------------------------------------------------------


def test_plan__is_the_same_every_time_and_no_two_games_share_a_seed() -> None:
    settings = settings_of(find_game("cordon"), 3, games=20)
    planned = tasks(settings)
    assert planned == tasks(settings)
    seeds = [
        seed
        for task in planned
        for seed in task.job.arguments.get("seeds", [task.job.arguments.get("seed")])
    ]
    assert len(seeds) == len(set(seeds)) and None not in seeds


def test_progress__reckons_each_part_by_its_own_jobs() -> None:
    planned = [Task(Job(f"games/{k}", "x:y", {}), 10.0) for k in range(4)]
    planned += [Task(Job(f"ladder/{k}", "x:y", {}), 30.0) for k in range(2)]
    now = 0.0
    progress = Progress(planned, lambda: now)
    assert progress.seconds_left() is None and progress.phase == "engine games"
    for k in range(2):
        now += 5
        progress.add(Done(f"games/{k}", None, 5.0, "here"))
    # 20 units took 10 s, by one worker; 80 are left.
    assert progress.seconds_left() == pytest.approx(40)
    now += 30
    progress.add(Done("ladder/0", None, 30.0, "here"))
    # 20 of the games by their own rate, 30 of the ladder by its own.
    assert progress.seconds_left() == pytest.approx(10 + 30)
    assert progress.parts()[2] == ("engine games", 2, 4)


def test_progress__what_the_journal_had_says_nothing_of_how_fast_it_goes() -> None:
    planned = [Task(Job(f"games/{k}", "x:y", {}), 10.0) for k in range(4)]
    now = 0.0
    progress = Progress(planned, lambda: now)
    progress.add(Done("games/0", None, 99.0, "here"))  # at once
    assert progress.seconds_left() is None
    now += 2
    progress.add(Done("games/1", None, 2.0, "here"))
    assert progress.seconds_left() == pytest.approx(4)
