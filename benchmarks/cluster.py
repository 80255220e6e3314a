"""``python -m benchmarks.cluster``: what a job costs, here and on a Ray cluster of two nodes.

Jobs sleep, so that what is measured is what they cost beyond their own time, and both nodes can be
on one machine. Processor time is that of this process (the driver) and of all that belongs to the
cluster, which counts for projections: it does not depend on what else the machine does.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from quincunx.cli.common import console, json_option, print_json
from quincunx.cli.measure import machine
from quincunx.cluster import Job, run_jobs

ROOT = Path(__file__).resolve().parent.parent

#: Processes, and nodes with a processor each.
WORKERS = 2

#: Seconds that a job takes, and how many of them are done.
LENGTHS = ((0.0, 1000), (0.01, 300), (0.1, 60), (1.0, 10))
QUICK = ((0.0, 200), (0.01, 50))

#: Processors for which a projection is made, and lengths of jobs.
PROCESSORS = (10, 100, 1000)
PROJECTED = (0.01, 0.1, 1.0, 10.0)


def pause(seconds: float) -> None:
    """A job that does nothing for some time."""
    if seconds:
        time.sleep(seconds)


def memory(pids: list[int]) -> float:
    """What processes take together, in MB; what they share is counted in parts (PSS)."""
    kilobytes = 0
    for pid in pids:
        with suppress(OSError):  # it has ended meanwhile
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
            kilobytes += sum(int(size) for size in re.findall(r"^Pss: +(\d+)", rollup, re.M))
    return kilobytes / 1024


def its_memory() -> tuple[int, float]:
    """A job that says how much memory its process takes, after it has loaded the core."""
    import quincunx

    quincunx.Board("hadron")
    return os.getpid(), memory([os.getpid()])


def _stat(pid: int) -> list[str]:
    """The fields of a process behind its name, or nothing if it has ended."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(") ")[2].split()
    return []


def _descendants() -> list[int]:
    """The processes that this one has started, and those that they have."""
    parents = {int(path.name): _stat(int(path.name)) for path in Path("/proc").glob("[0-9]*")}
    found = [os.getpid()]
    for pid in found:
        found += [child for child, stat in parents.items() if stat and int(stat[1]) == pid]
    return found[1:]


def _seconds_of(pids: list[int]) -> float:
    """Processor time of processes; of one that has ended, none."""
    stats = [_stat(pid) for pid in pids]
    ticks = sum(int(stat[11]) + int(stat[12]) for stat in stats if stat)
    return ticks / os.sysconf("SC_CLK_TCK")


def _measure(
    cluster: str | None, seconds: float, many: int, at_once: int | None = None
) -> dict[str, float]:
    """What jobs of a length cost, once everything runs.

    Local processes come and go with each run, so their first jobs are not counted.

    :param at_once: how many jobs are at the cluster at a time.
    """
    jobs = [
        Job(f"{n}", "benchmarks.cluster:pause", {"seconds": 0.0 if n < 2 * WORKERS else seconds})
        for n in range(many + 2 * WORKERS)
    ]
    done = run_jobs(jobs, workers=at_once if cluster else WORKERS, cluster=cluster)
    for _ in range(2 * WORKERS):
        next(done)
    others = _descendants()
    began, driver, theirs = time.perf_counter(), time.process_time(), _seconds_of(others)
    counted = sum(1 for _ in zip(range(many - WORKERS), done, strict=False))
    took = time.perf_counter() - began
    found = {
        "jobs": counted,
        "wall": took / counted,
        "efficiency": seconds * counted / (took * WORKERS),
        "driver": (time.process_time() - driver) / counted,
        "others": (_seconds_of(others) - theirs) / counted,
    }
    done.close()
    return found


def _first(cluster: str | None) -> float:
    """Seconds from nothing to the first result."""
    began = time.perf_counter()
    done = run_jobs([Job("a", "benchmarks.cluster:pause", {"seconds": 0.0})], cluster=cluster)
    next(done)
    return time.perf_counter() - began


def _worker_memory(cluster: str | None) -> float:
    jobs = [Job(f"{n}", "benchmarks.cluster:its_memory", {}) for n in range(4)]
    sizes = dict(done.result for done in run_jobs(jobs, workers=WORKERS, cluster=cluster))
    return sum(sizes.values()) / len(sizes)


@contextmanager
def _nodes() -> Iterator[tuple[str, float]]:
    """A Ray cluster on this machine: its address, and the seconds that its start took."""
    small = {"object_store_memory": 80 * 1024 * 1024}
    head = {"num_cpus": 0, "include_dashboard": False, **small}
    with ExitStack() as stack:
        folder = tempfile.mkdtemp(prefix="ray")
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        os.environ |= {"RAY_TMPDIR": folder, "RAY_USAGE_STATS_ENABLED": "0"}
        ray: Any = importlib.import_module("ray")
        utils: Any = importlib.import_module("ray.cluster_utils")
        began = time.perf_counter()
        cluster = utils.Cluster()
        stack.callback(cluster.shutdown)
        stack.callback(ray.shutdown)
        cluster.add_node(**head)
        for _ in range(WORKERS):
            cluster.add_node(num_cpus=1, **small)
        yield cluster.address, time.perf_counter() - began


def _projection(costs: dict[str, dict[str, float]]) -> list[dict[str, float]]:
    """Which part of the processors' time goes into jobs, as docs/scale.md has the formula."""
    rows = []
    for seconds in PROJECTED:
        row = {"seconds": seconds}
        for processors, cost in costs.items():
            by_nodes = seconds / (seconds + cost["others"])
            by_driver = seconds / (int(processors) * cost["driver"])
            row[processors] = min(by_nodes, by_driver)
        rows.append(row)
    return rows


def measure(quick: bool) -> dict[str, Any]:
    lengths = QUICK if quick else LENGTHS
    here = {
        "first": _first(None),
        "memory": _worker_memory(None),
        "jobs": {str(seconds): _measure(None, seconds, many) for seconds, many in lengths},
    }
    with _nodes() as (address, started):
        there: dict[str, Any] = {
            "start": started,
            "first": _first(address),
            "again": _first(address),
            "memory": _worker_memory(address),
            "jobs": {str(seconds): _measure(address, seconds, many) for seconds, many in lengths},
        }
        # The driver has as much to look after as if there were so many processors.
        there["crowd"] = {str(many): _measure(address, 0.0, 2400, 2 * many) for many in PROCESSORS}
        there["all"] = memory(_descendants())
    return {
        "machine": machine(),
        "here": here,
        "ray": there,
        "projection": _projection(there["crowd"]),
    }


def _print(report: dict[str, Any]) -> None:
    from rich.table import Table

    show = console()
    show.print(f"{report['machine']}\n", markup=False)
    for name in ("here", "ray"):
        found = report[name]
        table = Table(title=f"{name}: {WORKERS} at a time")
        for column in ("job", "jobs", "wall ms", "efficiency", "driver ms", "others ms"):
            table.add_column(column, justify="right")
        rows = {f"{float(seconds):g} s": row for seconds, row in found["jobs"].items()}
        rows |= {f"0 s, {2 * int(n)} there": row for n, row in found.get("crowd", {}).items()}
        for title, row in rows.items():
            table.add_row(
                title,
                str(row["jobs"]),
                f"{1000 * row['wall']:.2f}",
                f"{100 * row['efficiency']:.1f} %",
                f"{1000 * row['driver']:.2f}",
                f"{1000 * row['others']:.2f}",
            )
        show.print(table)
        rest = {key: f"{value:.2f}" for key, value in found.items() if isinstance(value, float)}
        show.print(f"{rest}\n", markup=False)
    table = Table(title="projection: part of the processors' time that goes into jobs")
    for column in ("job", *(f"{many} cores" for many in PROCESSORS)):
        table.add_column(column, justify="right")
    for row in report["projection"]:
        parts = [f"{100 * row[str(many)]:.1f} %" for many in PROCESSORS]
        table.add_row(f"{row['seconds']:g} s", *parts)
    show.print(table)


@click.command()
@json_option
@click.option("--quick", is_flag=True, help="A short run, to see that it works.")
def main(as_json: bool, quick: bool) -> None:
    """Measure what a job costs: seconds and memory, here and on a Ray cluster of two nodes."""
    os.environ["PYTHONPATH"] = str(ROOT)
    report = measure(quick)
    if as_json:
        print_json(report)
    else:
        _print(report)


if __name__ == "__main__":
    main()
