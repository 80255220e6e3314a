"""Jobs done by a real Ray cluster of several nodes on this machine.

All tests that need one are in this module, since it takes several seconds to start.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from quincunx import Board, JobError, find_game
from quincunx.arena import Match, Sprt, verify
from quincunx.cluster import Job, Status, run_jobs
from quincunx.cluster.sameness import sameness
from quincunx.engine import Limit, SolveProgress, solve
from quincunx.record.annotating import Annotation
from quincunx.study import Settings as StudySettings
from quincunx.study import Study
from tests.cluster.chores import draw, draws
from tests.cluster.nodes import ROOT, Nodes, another_python, running
from tests.cluster.test_local import is_running, wait_for
from tests.interrupts import interrupted
from tests.needs import require
from tests.record.trees import random_record

pytestmark = [
    # Ray leaves sockets and processes to the garbage collector.
    pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning"),
    pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning"),
]


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    require(find_spec("ray"), "Ray is not installed: make needs the research requirements")
    with running(2) as cluster:
        yield cluster


def results(jobs: list[Job], **how: Any) -> dict[str, Any]:
    return {done.key: done.result for done in run_jobs(jobs, **how)}


def slow(many: int, seconds: float, log: Path) -> list[Job]:
    arguments = {"seconds": seconds, "log": str(log)}
    call = "tests.cluster.chores:slow"
    return [Job(f"slow/{n:02}", call, {"seed": n, **arguments}) for n in range(many)]


def test_jobs__come_to_the_same_on_all_nodes_as_here(nodes: Nodes) -> None:
    games = "tests.cluster.chores:games"
    jobs = [Job(f"games/{n}", games, {"seed": n, "many": 20}) for n in range(30)]
    seen: list[Status] = []
    done = list(run_jobs(jobs, cluster=nodes.address, on_status=seen.append))
    assert {each.key: each.result for each in done} == results(jobs, workers=2)
    assert len(done) == 30 and len({each.where for each in done}) == 2
    assert seen[0] == Status(0, 30, 2, 2) and seen[-1] == Status(30, 30, 2, 2)


def test_openings__are_the_same_on_a_cluster_as_here(nodes: Nodes, tmp_path: Path) -> None:
    board, journal = Board("square-grid-hex", size=4), tmp_path / "hex.jobs"
    told: list[SolveProgress] = []
    here = solve(board, openings=True, memory_mb=16, workers=2)
    there = solve(
        board,
        openings=True,
        memory_mb=16,
        cluster=nodes.address,
        checkpoint=journal,
        progress=told.append,
    )
    assert here.winner == "second" and there.openings == here.openings
    assert (there.winner, there.plies, there.nodes) == (here.winner, here.plies, here.nodes)
    assert told[-1].where == "2 processors on 2 nodes" and told[-1].classes_done == 8
    # What the cluster has done, this machine need not do again.
    done = journal.read_bytes()
    again = solve(board, openings=True, memory_mb=16, workers=1, checkpoint=journal)
    assert again.openings == here.openings and journal.read_bytes() == done


def test_jobs__are_taken_when_there_is_room_for_them(nodes: Nodes) -> None:
    taken: list[str] = []

    def endless() -> Iterator[Job]:
        for job in draws(10_000):
            taken.append(job.key)
            yield job

    everything = run_jobs(endless(), cluster=nodes.address)
    assert next(everything).key in taken and len(taken) <= 2 * 2 + 1
    everything.close()


@pytest.mark.parametrize(
    ("call", "arguments"),
    [("fails", {"number": 3}), ("nothing", {}), ("unspeakable", {}), ("draw", {"sead": 1})],
)
def test_a_job_that_fails__says_the_same_as_here(
    nodes: Nodes, call: str, arguments: dict[str, int]
) -> None:
    jobs = [Job("a/1", f"tests.cluster.chores:{call}", arguments)]
    with pytest.raises(JobError) as here:
        results(jobs)
    with pytest.raises(JobError) as there:
        results(jobs, cluster=nodes.address)
    assert str(there.value) == str(here.value) and there.value.key == "a/1"


def test_a_killed_process__loses_only_its_job_which_is_done_again(
    nodes: Nodes, tmp_path: Path
) -> None:
    flag = str(tmp_path / "flag")
    killed = Job("killed", "tests.cluster.chores:once", {"flag": flag, "seed": 99})
    done = results([killed, *draws(20)], cluster=nodes.address)
    assert done == {"killed": draw(99)} | {f"draw/{n:04}": draw(n) for n in range(20)}


def test_a_job_that_kills_its_process__is_given_up_after_some_tries(nodes: Nodes) -> None:
    job = Job("fatal", "tests.cluster.chores:accident", {})
    with pytest.raises(JobError, match=r"^job fatal: its process died .* tried 4 times$"):
        results([job, *draws(3)], cluster=nodes.address)


def test_a_killed_node__loses_only_its_jobs_which_are_done_elsewhere(
    nodes: Nodes, tmp_path: Path
) -> None:
    log, victim = tmp_path / "log", nodes.add()
    seen: list[Status] = []
    jobs, done = slow(30, 0.15, log), {}
    for each in run_jobs(jobs, cluster=nodes.address, on_status=seen.append):
        done[each.key] = each.result
        if len(done) == 8:
            nodes.kill(victim)
    assert done == {f"slow/{n:02}": draw(n) for n in range(30)}
    assert Status(0, 30, 3, 3) in seen
    begun = Counter(line.split()[0] for line in log.read_text(encoding="utf-8").splitlines())
    assert len(begun) == 30 and begun.total() <= 31 and max(begun.values()) <= 2
    nodes.wait_until(3)


DRIVER = """
import sys
from quincunx.cluster import Job, run_jobs
from tests.cluster.test_ray import slow
from pathlib import Path
jobs = slow(int(sys.argv[4]), float(sys.argv[5]), Path(sys.argv[1]))
for done in run_jobs(jobs, cluster=sys.argv[2], journal=sys.argv[3]):
    print("ready", flush=True)
"""


ASKER = """
import sys, time
from quincunx.cluster import check_cluster, remote

class Cluster(remote._Cluster):
    def ask_all(self):
        super().ask_all()
        print("ready", flush=True)
        while not self._interrupted:
            time.sleep(0.01)

remote._Cluster = Cluster
check_cluster(sys.argv[1])
print("it was lost")
"""


def pids(log: Path) -> set[int]:
    return {int(line.split()[1]) for line in log.read_text(encoding="utf-8").splitlines()}


def test_a_killed_driver__goes_on_from_its_journal(nodes: Nodes, tmp_path: Path) -> None:
    log, journal = tmp_path / "log", tmp_path / "jobs.jsonl"
    words = [str(log), nodes.address, str(journal), "20", "0.1"]
    with subprocess.Popen(
        [sys.executable, "-c", DRIVER, *words], stdout=subprocess.PIPE, text=True
    ) as driver:
        assert driver.stdout
        for _ in range(5):
            assert driver.stdout.readline() == "ready\n"
        driver.send_signal(signal.SIGKILL)
    before = len(journal.read_text(encoding="utf-8").splitlines()) - 1
    assert 5 <= before < 20
    wait_for(lambda: not any(is_running(pid) for pid in pids(log)), 60)
    begun = log.read_text(encoding="utf-8").count("\n")
    jobs = slow(20, 0.1, log)
    assert results(jobs, cluster=nodes.address, journal=journal) == {
        f"slow/{n:02}": draw(n) for n in range(20)
    }
    assert log.read_text(encoding="utf-8").count("\n") - begun == 20 - before


def test_ctrl_c__cancels_what_runs(nodes: Nodes, tmp_path: Path) -> None:
    log, journal = tmp_path / "log", tmp_path / "jobs.jsonl"
    words = [str(log), nodes.address, str(journal), "1000", "0.1"]
    seen = interrupted(DRIVER, *words, after=0.3)
    assert "KeyboardInterrupt" in seen.stderr and seen.seconds < 20
    wait_for(lambda: not any(is_running(pid) for pid in pids(log)), 60)
    lines = journal.read_text(encoding="utf-8").splitlines()
    assert len(lines) - 1 == 1 + seen.stdout.count("ready")


def test_closing__cancels_what_runs(nodes: Nodes, tmp_path: Path) -> None:
    log = tmp_path / "log"
    everything = run_jobs([*draws(1), *slow(2, 600, log)], cluster=nodes.address)
    next(everything)
    wait_for(log.exists)
    everything.close()
    wait_for(lambda: not any(is_running(pid) for pid in pids(log)), 60)


def test_closing__leaves_a_short_job_to_end_by_itself(nodes: Nodes, tmp_path: Path) -> None:
    """Ray aborts the process that cancels a job in the moment in which it ends."""
    begun, ended = tmp_path / "begun", tmp_path / "ended"
    arguments = {"seconds": 0.4, "begun": str(begun), "ended": str(ended)}
    short = Job("short", "tests.cluster.chores:writes", arguments)
    everything = run_jobs([*draws(1), short], cluster=nodes.address)
    next(everything)
    wait_for(begun.exists)
    everything.close()
    assert ended.exists()


def test_ctrl_c__when_all_nodes_have_been_asked_is_not_lost(nodes: Nodes) -> None:
    seen = interrupted(ASKER, nodes.address, after=0)
    assert "KeyboardInterrupt" in seen.stderr and seen.stdout == ""


# --- Other versions ------------------------------------------------------------------------------


def test_fingerprint__is_of_what_is_installed_and_not_of_where(tmp_path: Path) -> None:
    python, copy = another_python(tmp_path / "there")
    code = "import json, quincunx.cluster.sameness as s; print(json.dumps(s.sameness()))"

    def there() -> dict[str, str]:
        told = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
        return json.loads(told.stdout)  # type: ignore[no-any-return]

    assert there() == sameness()
    with (copy / "engine" / "limits.py").open("a", encoding="utf-8") as file:
        file.write("\n# changed by hand\n")
    found = there()
    assert found.pop("files of quincunx") != sameness()["files of quincunx"]
    assert found.items() < sameness().items()


def test_a_node_with_another_version__is_refused_by_name(nodes: Nodes, tmp_path: Path) -> None:
    python, copy = another_python(tmp_path / "there")
    module = copy / "__init__.py"
    text = module.read_text(encoding="utf-8")
    module.write_text(text.replace('__version__ = "', '__version__ = "0.0.9+'), encoding="utf-8")
    results(draws(1), cluster=nodes.address)
    with nodes.with_python(python):
        refused = (
            r"^node [\w.-]+/[0-9a-f]{8}: quincunx 0\.0\.9\+\S+ there, \S+ here; .* install the"
        )
        with pytest.raises(JobError, match=refused):
            results(draws(20), cluster=nodes.address)
    assert len(results(draws(20), cluster=nodes.address)) == 20


# --- Commands ------------------------------------------------------------------------------------


def moves(match: Match) -> dict[int, Any]:
    return {n: (game.opening, game.moves, game.winner) for n, game in match.games.items()}


def test_match__is_the_same_as_here(nodes: Nodes, tmp_path: Path) -> None:
    players, file = ("hadron", "playouts=300", "random"), tmp_path / "match.jsonl"
    here = Match(*players, size=5, games=20, seed=4, jobs=2)
    here.play()
    there = Match(*players, size=5, games=20, seed=4, save=file, cluster=nodes.address)
    there.play()
    assert there.status == Status(10, None, 2, 2)
    assert moves(there) == moves(here) and len(moves(here)) == 20
    assert verify(file).standing == here.standing


def test_match__a_test_stops_it_at_the_same_game_as_here(nodes: Nodes) -> None:
    def played(**how: Any) -> Match:
        test = Sprt(-300, 300, 0.1, 0.1)
        match = Match("hadron", "random", "random", size=5, games=200, seed=8, sprt=test, **how)
        match.play()
        return match

    alone, several, there = played(jobs=1), played(jobs=3), played(cluster=nodes.address)
    assert moves(alone) == moves(several) == moves(there) and 2 < len(alone.games) < 200
    assert there.result().verdict == alone.result().verdict is not None


def test_match__a_program_that_does_not_work_on_a_node_is_said_to(nodes: Nodes) -> None:
    match = Match("hadron", "random", "ugi:false", games=2, time=1, cluster=nodes.address)
    failed = r"^job pair/000001: EngineError: on \S+: player b, .*false ended with exit code 1"
    with pytest.raises(JobError, match=failed):
        match.play()


def test_annotate__writes_the_same_file_as_here(nodes: Nodes, tmp_path: Path) -> None:
    source = [random_record("hadron", 5, 1), random_record("cordon", 2, 5)]

    def annotated(name: str, **how: Any) -> bytes:
        target = tmp_path / name
        Annotation(lambda: source, target, Limit(playouts=100)).run(**how)
        assert not target.with_name(f"{name}.part").exists()
        return target.read_bytes()

    alone = annotated("alone.qgn")
    assert alone == annotated("several.qgn", workers=2)
    assert alone == annotated("there.qgn", cluster=nodes.address)
    assert alone.count(b"[%eval") > 20


def test_learn__comes_to_the_same_net_as_here(nodes: Nodes, tmp_path: Path) -> None:
    require(find_spec("torch"), "PyTorch is not installed: make needs the research requirements")
    from quincunx.learn import Learner, Settings

    small = {"channels": 8, "blocks": 1, "jobs": 4, "games_per_job": 4, "simulations": 8}
    settings = Settings.make("cordon", size=2, seed=1, **small)  # type: ignore[arg-type]
    seen: list[Status] = []
    there = Learner(settings, tmp_path / "there.onnx", cluster=nodes.address)
    there.run(iterations=2, on_status=seen.append)
    here = Learner(settings, tmp_path / "here.onnx", workers=1)
    here.run(iterations=2)
    for mine, theirs in zip(
        here.model.state_dict().values(), there.model.state_dict().values(), strict=True
    ):
        assert mine.equal(theirs)
    assert seen[-1] == Status(4, 4, 2, 2)


def test_study__is_the_same_as_here(nodes: Nodes, tmp_path: Path) -> None:
    few = {"games": 4, "playouts": 50, "random_games": 200, "memory_mb": 8}
    settings = StudySettings(game=find_game("cordon"), size=3, **few)
    here, there = Study(settings, tmp_path / "here"), Study(settings, tmp_path / "there")
    here.run(workers=1)
    there.run(cluster=nodes.address)
    assert here.report.read_bytes() == there.report.read_bytes()
    assert here.page.read_bytes() == there.page.read_bytes()


def test_command__prints_nothing_but_what_it_should(nodes: Nodes, tmp_path: Path) -> None:
    words = ["match", "hadron", "--a", "random", "--b", "random", "--games", "4", "--json"]
    words += ["--save", str(tmp_path / "m.jsonl"), "--cluster", nodes.address]
    done = subprocess.run(
        [sys.executable, "-m", "quincunx", *words],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert json.loads(done.stdout)["games"] == 4 and done.stderr == ""
