"""Jobs done by processes of this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quincunx import JobError
from quincunx.cluster import Job, run_jobs
from tests.cluster.chores import draw, draws
from tests.interrupts import interrupted


def wait_for(holds: Callable[[], object], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    """Whether a process runs; one that nobody has waited for yet does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2][0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.parametrize("workers", [1, 3])
def test_jobs__each_comes_back_once_with_its_result(workers: int) -> None:
    done = list(run_jobs(draws(40), workers=workers))
    assert {each.key: each.result for each in done} == {f"draw/{n:04}": draw(n) for n in range(40)}
    assert len(done) == 40 and all(each.seconds >= 0 and each.where for each in done)


def test_jobs__are_taken_when_there_is_room_for_them() -> None:
    taken: list[str] = []

    def endless() -> Iterator[Job]:
        for job in draws(10_000):
            taken.append(job.key)
            yield job

    running = run_jobs(endless(), workers=2)
    assert next(running).key in taken and len(taken) <= 4


def test_no_jobs__are_done_at_once() -> None:
    assert list(run_jobs([])) == []


def test_two_jobs_of_one_key__are_refused() -> None:
    with pytest.raises(ValueError, match="two jobs have the key 'draw/0000'"):
        list(run_jobs([*draws(2), *draws(1)], workers=1))


def test_no_workers__are_refused() -> None:
    with pytest.raises(ValueError, match="workers must be 1 or more, not 0"):
        run_jobs(draws(1), workers=0)


def test_a_job_that_fails__is_named_with_its_reason() -> None:
    job = Job("odd/3", "tests.cluster.chores:fails", {"number": 3})
    with pytest.raises(JobError, match=r"^job odd/3: ValueError: 3 is too odd$") as caught:
        list(run_jobs([job]))
    assert caught.value.key == "odd/3" and "chores.py" in caught.value.trace


@pytest.mark.parametrize(
    ("call", "arguments", "reason"),
    [
        ("tests.cluster.chores:unspeakable", {}, "set is not JSON serializable"),
        ("tests.cluster.chores:nothing", {}, "there is no function"),
        ("tests.no_such:draw", {}, "No module named 'tests.no_such'"),
        ("tests.cluster.chores:draw", {"sead": 1}, "unexpected keyword argument 'sead'"),
    ],
)
def test_a_job_that_cannot_be_done__is_an_error(
    call: str, arguments: dict[str, int], reason: str
) -> None:
    with pytest.raises(JobError, match=reason):
        list(run_jobs([Job("a", call, arguments)], workers=1))


def test_a_killed_process__loses_only_its_job_which_is_done_again(tmp_path: Path) -> None:
    flag = str(tmp_path / "flag")
    killed = Job("killed", "tests.cluster.chores:once", {"flag": flag, "seed": 99})
    done = {each.key: each.result for each in run_jobs([killed, *draws(20)], workers=2)}
    assert done == {"killed": draw(99)} | {f"draw/{n:04}": draw(n) for n in range(20)}


def test_a_job_that_kills_its_process__is_given_up_after_some_tries() -> None:
    job = Job("fatal", "tests.cluster.chores:accident", {})
    with pytest.raises(JobError, match=r"job fatal: its process was killed .* tried 4 times"):
        list(run_jobs([job, *draws(3)], workers=2))


def test_processes__end_with_all_they_have_started_when_the_iterator_is_closed(
    tmp_path: Path,
) -> None:
    note = tmp_path / "pid"
    endless = Job("child", "tests.cluster.chores:leaves_a_child", {"pid_file": str(note)})
    running = run_jobs([endless, *draws(2)], workers=2)
    next(running)
    wait_for(lambda: note.exists() and note.read_text(encoding="utf-8"))
    child = int(note.read_text(encoding="utf-8"))
    assert is_running(child)
    running.close()
    wait_for(lambda: not is_running(child))


STOPPED = """
import sys
from quincunx.cluster import Job, run_jobs
jobs = [
    Job(f"slow/{n}", "tests.cluster.chores:slow", {"seed": n, "seconds": 0.2, "log": sys.argv[1]})
    for n in range(1000)
]
for done in run_jobs(jobs, workers=2, journal=sys.argv[2]):
    print("ready", flush=True)
"""


def test_ctrl_c__stops_between_two_results_and_the_workers_with_it(tmp_path: Path) -> None:
    log, journal = tmp_path / "log", tmp_path / "jobs.jsonl"
    seen = interrupted(STOPPED, str(log), str(journal), after=0.5)
    assert "KeyboardInterrupt" in seen.stderr and seen.seconds < 10
    pids = {int(line.split()[1]) for line in log.read_text(encoding="utf-8").splitlines()}
    assert len(pids) == 2
    wait_for(lambda: not any(is_running(pid) for pid in pids))
    # What was printed is in the journal, below its head, and nothing was torn.
    lines = journal.read_text(encoding="utf-8").splitlines()
    assert len(lines) - 1 == 1 + seen.stdout.count("ready")


def test_workers__end_when_the_one_who_started_them_is_killed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    code = STOPPED.replace("0.2", "600")
    with subprocess.Popen([sys.executable, "-c", code, str(log), str(tmp_path / "j")]) as driver:
        wait_for(lambda: log.exists() and log.read_text(encoding="utf-8").count("\n") == 2)
        os.kill(driver.pid, signal.SIGKILL)
    pids = {int(line.split()[1]) for line in log.read_text(encoding="utf-8").splitlines()}
    wait_for(lambda: not any(is_running(pid) for pid in pids))
