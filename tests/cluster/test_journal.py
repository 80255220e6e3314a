"""The journal of a run: what is done stays done, and other work is refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx import RecordError
from quincunx.cluster import Job, run_jobs
from quincunx.cluster.journal import Journal, _summed
from tests.cluster.chores import draw, draws

ABOUT: dict[str, Any] = {"game": "hadron", "sizes": (5, 6), "seed": 1}


def results(path: Path, jobs: list[Job], about: dict[str, Any] = ABOUT) -> dict[str, int]:
    return {done.key: done.result for done in run_jobs(jobs, workers=2, journal=path, about=about)}


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """With ten jobs in it."""
    path = tmp_path / "jobs.jsonl"
    results(path, draws(10))
    return path


def test_known_results__come_first_and_are_not_done_again(journal: Path) -> None:
    jobs = draws(14)
    done = list(run_jobs([*jobs[10:], *jobs[:10]], workers=2, journal=journal, about=ABOUT))
    assert {each.key for each in done[:10]} == {job.key for job in jobs[:10]}
    assert {each.key: each.result for each in done} == {f"draw/{n:04}": draw(n) for n in range(14)}
    before = journal.read_bytes()
    assert len(list(run_jobs(jobs, workers=2, journal=journal, about=ABOUT))) == 14
    assert journal.read_bytes() == before


def test_file__says_what_it_is_and_has_a_line_for_each_job(journal: Path) -> None:
    head, *lines = map(json.loads, journal.read_text(encoding="utf-8").splitlines())
    assert head["format"] == "quincunx jobs 2" and head["version"]
    assert head["about"] == {"game": "hadron", "sizes": [5, 6], "seed": 1}
    assert sorted(line["key"] for line in lines) == [f"draw/{n:04}" for n in range(10)]


@pytest.mark.parametrize("cut", [1, 7, 40])
def test_a_torn_last_line__is_cut_off_and_its_job_done_again(journal: Path, cut: int) -> None:
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-cut])
    assert results(journal, draws(10)) == {f"draw/{n:04}": draw(n) for n in range(10)}
    assert len(journal.read_bytes().splitlines()) == 11


def test_a_torn_head__is_written_anew(tmp_path: Path, journal: Path) -> None:
    torn = tmp_path / "torn.jsonl"
    for length in (0, 5, 40):
        torn.write_bytes(journal.read_bytes()[:length])
        assert len(results(torn, draws(2))) == 2
        assert json.loads(torn.read_bytes().splitlines()[0])["about"]["seed"] == 1


@pytest.mark.parametrize(
    ("about", "difference"),
    [
        (ABOUT | {"seed": 2}, r"seed 1 there, 2 here"),
        (ABOUT | {"time": 0.5}, r"time not given there, 0.5 here"),
        ({"game": "cordon"}, r'game "hadron" there, "cordon" here; seed 1 there, not given here'),
    ],
)
def test_other_work__is_refused_with_the_difference(
    journal: Path, about: dict[str, Any], difference: str
) -> None:
    before = journal.read_bytes()
    with pytest.raises(ValueError, match=difference):
        results(journal, draws(12), about)
    assert journal.read_bytes() == before


def test_another_version__is_refused(journal: Path) -> None:
    head, rest = journal.read_text(encoding="utf-8").split("\n", 1)
    entry = json.loads(head) | {"version": "0.0.1"}
    del entry["sum"]
    old = _summed(json.dumps(entry)[:-1].encode()).decode()
    journal.write_text(f"{old}\n{rest}", encoding="utf-8")
    with pytest.raises(ValueError, match=r"quincunx 0\.0\.1 there"):
        results(journal, draws(10))


def test_a_job_that_was_another_one__is_refused(journal: Path) -> None:
    changed = [job._replace(arguments={"seed": 77}) for job in draws(1)]
    with pytest.raises(ValueError, match="'draw/0000' that was another one"):
        results(journal, changed)


@pytest.mark.parametrize("content", ["some letter\n", "some letter", '{"game": 1}\n', "[]\n", "\n"])
def test_a_file_that_is_no_journal__is_refused_and_stays(tmp_path: Path, content: str) -> None:
    path = tmp_path / "letter"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(RecordError, match="is not a journal of jobs"):
        results(path, draws(1))
    assert path.read_text(encoding="utf-8") == content


def test_a_damaged_line__is_named(journal: Path) -> None:
    lines = journal.read_text(encoding="utf-8").splitlines()
    lines[4] = lines[4].replace('"result"', '"resort"')
    journal.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(RecordError, match=r"line 5: .* is damaged"):
        results(journal, draws(10))


def test_a_single_bit_that_changed__is_noticed_wherever_it_is(tmp_path: Path) -> None:
    journal = tmp_path / "jobs.jsonl"
    wanted = results(journal, draws(2))
    whole = journal.read_bytes()
    for place in range(len(whole) - 1):
        for bit in (1, 4, 32):
            changed = bytearray(whole)
            changed[place] ^= bit
            journal.write_bytes(changed)
            with (
                pytest.raises(RecordError, match=r"damaged|not a journal|another version"),
                Journal(journal, ABOUT),
            ):
                pass
            assert journal.read_bytes() == changed
    # Without its line feed, the last line is one that was not finished.
    journal.write_bytes(whole[:-1] + b"\x0b")
    assert results(journal, draws(2)) == wanted


def test_a_journal_without_sums__is_refused(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    head = {"format": "quincunx jobs 1", "version": quincunx.__version__, "about": ABOUT}
    path.write_text(f"{json.dumps(head)}\n", encoding="utf-8")
    with pytest.raises(RecordError, match=r"old\.jsonl is a journal in a form of another version"):
        results(path, draws(1))


def test_a_journal_that_another_process_uses__is_refused_until_it_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "jobs.jsonl"
    command = [sys.executable, "-c", DRIVER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as driver:
        assert driver.stdout and driver.stdout.readline()
        with pytest.raises(BlockingIOError, match=r"another process uses it: '.*jobs\.jsonl'"):
            results(path, draws(1))
        driver.kill()
    with Journal(path, {}) as journal:
        assert journal.find(draws(1)[0]) is None
    with pytest.raises(ValueError, match="other work"):
        results(path, draws(1))


def test_a_journal__is_a_file_that_a_link_may_point_to(tmp_path: Path) -> None:
    link, there, pipe = tmp_path / "link", tmp_path / "there", tmp_path / "pipe"
    link.symlink_to(there)
    assert len(results(link, draws(2))) == 2
    assert link.is_symlink() and there.read_bytes().count(b"\n") == 3
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):
        with pytest.raises(OSError, match="no regular file"):
            results(path, draws(1))


DRIVER = """
import sys
from quincunx.cluster import Job, run_jobs
jobs = [
    Job(f"games/{n:02}", "tests.cluster.chores:games", {"seed": n, "many": 20}) for n in range(40)
]
for done in run_jobs(jobs, workers=2, journal=sys.argv[1]):
    print(done.key, flush=True)
"""


def test_a_killed_driver__goes_on_from_its_journal_to_the_same_result(tmp_path: Path) -> None:
    path = tmp_path / "jobs.jsonl"
    command = [sys.executable, "-c", DRIVER, str(path)]
    kills = 0
    for lines in (3, 9, 15):
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as driver:
            assert driver.stdout
            for _ in range(lines):
                driver.stdout.readline()
            time.sleep(0.02)
            driver.send_signal(signal.SIGKILL)
        kills += driver.returncode == -signal.SIGKILL
    assert kills >= 1
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    jobs = [
        Job(f"games/{n:02}", "tests.cluster.chores:games", {"seed": n, "many": 20})
        for n in range(40)
    ]
    straight = {done.key: done.result for done in run_jobs(jobs, workers=2)}
    assert straight == {
        line["key"]: line["result"]
        for line in map(json.loads, path.read_text(encoding="utf-8").splitlines()[1:])
    }
