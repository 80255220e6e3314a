"""Solving that is stopped, killed and resumed; files that do not fit; several processes."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import quincunx
from quincunx import Board, RecordError
from quincunx.engine import SolveProgress, solve, solving

#: Takes about a second, and fits into 16 MB.
BOARD = Board("hadron", size=5)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "hadron.solver"


def stopped_early(file: Path, nodes: int = 20000) -> quincunx.engine.Solution:
    return solve(
        BOARD,
        openings=True,
        memory_mb=16,
        checkpoint=file,
        progress=lambda now: now.nodes < nodes,
    )


def test_resume__gives_the_same_answers_with_fewer_nodes(file: Path) -> None:
    whole = solve(BOARD, openings=True, memory_mb=16)
    first = stopped_early(file, whole.nodes // 2)
    assert first.stopped and first.openings and None in first.openings.values()
    told: list[SolveProgress] = []
    second = solve(BOARD, openings=True, memory_mb=16, checkpoint=file, progress=told.append)
    assert (second.winner, second.openings, second.stopped) == ("first", whole.openings, False)
    # Nodes and seconds are those of both sessions; only what was missing was looked at again.
    assert told[0].before[0] == first.nodes and 0 < told[0].before[1] <= first.seconds
    assert second.nodes < 1.5 * whole.nodes
    assert second.nodes - first.nodes < 0.9 * whole.nodes
    assert second.seconds > first.seconds > 0
    done = sum(winner is not None for winner in first.openings.values())
    assert told[0].done >= done


def test_resume__what_is_solved_is_not_solved_again(file: Path) -> None:
    first = solve(BOARD, openings=True, memory_mb=16, checkpoint=file)
    again = solve(BOARD, openings=True, memory_mb=16, checkpoint=file)
    assert (again.nodes, again.openings, again.best) == (first.nodes, first.openings, first.best)
    # Other positions of the board make use of it, too.
    board = BOARD.copy()
    board.push_text("a1")
    after = solve(board, memory_mb=16, checkpoint=file)
    assert after.winner == "first" and after.nodes < first.nodes + 100


def test_resume__a_killed_process_loses_what_came_since_the_last_save(file: Path) -> None:
    code = f"""
from quincunx import Board, engine
board = Board("square-grid-hex", size=13)
engine.solve(board, memory_mb=16, checkpoint={str(file)!r}, save_every=0.1)
"""
    with subprocess.Popen([sys.executable, "-c", code]) as process:
        deadline = time.monotonic() + 60
        size = 0
        while size < 20000 and time.monotonic() < deadline:
            time.sleep(0.05)
            size = file.stat().st_size if file.exists() else 0
        process.send_signal(signal.SIGKILL)
    assert size >= 20000
    told: list[SolveProgress] = []
    board = Board("square-grid-hex", size=13)
    solve(board, memory_mb=16, checkpoint=file, time=0.3, progress=told.append)
    nodes, seconds = told[0].before
    assert nodes > 0 and seconds > 0
    assert told[0].nodes >= nodes and told[0].fill > 0
    assert not list(file.parent.glob("*.part"))


KEEPS = """
import sys
from quincunx import Board, engine
def tell(now):
    print("at work", flush=True)
board = Board("square-grid-hex", size=13)
engine.solve(board, memory_mb=16, checkpoint=sys.argv[1], progress=tell)
"""


def test_lock__another_process_is_refused_until_the_first_is_gone(file: Path) -> None:
    board = Board("square-grid-hex", size=13)
    in_use = Path(f"{file}.in-use")
    command = [sys.executable, "-c", KEEPS, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stdout.readline() == "at work\n"
        before = file.read_bytes()
        with pytest.raises(BlockingIOError, match=r"another process uses it: '.*hadron\.solver'"):
            solve(board, memory_mb=16, checkpoint=file, time=0.1)
        assert file.read_bytes() == before and in_use.exists()
        process.kill()
    # It was killed, so its lock stands there still; but it locks nothing.
    assert in_use.exists()
    assert not solve(board, memory_mb=16, checkpoint=file, time=0.1).trouble
    assert os.listdir(file.parent) == [file.name]


def test_lock__is_given_back_where_the_file_is_refused(file: Path) -> None:
    file.write_text("a letter\n")
    with pytest.raises(RecordError):
        solve(BOARD, memory_mb=16, checkpoint=file)
    file.unlink()
    assert not solve(BOARD, memory_mb=16, checkpoint=file).trouble


def test_save__a_disk_that_is_full_does_not_end_the_search(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quincunx.engine.checkpoint import Checkpoint

    write, calls = Checkpoint.save, []

    def save(self: Checkpoint, *arguments: object) -> None:
        calls.append(arguments)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        write(self, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Checkpoint, "save", save)
    told: list[SolveProgress] = []
    solution = solve(
        BOARD,
        openings=True,
        memory_mb=16,
        checkpoint=file,
        save_every=0.01,
        progress=told.append,
    )
    assert solution.winner == "first"
    assert [now.trouble for now in told if now.trouble] == ["[Errno 28] No space left on device"]
    assert any(now.saved for now in told)


def test_save__what_is_solved_is_told_when_the_folder_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    for openings in (True, False):
        folder.mkdir()
        solution = solve(
            BOARD,
            openings=openings,
            memory_mb=16,
            checkpoint=folder / "x",
            progress=lambda now: shutil.rmtree(folder, ignore_errors=True),
        )
        assert solution.winner == "first" and not solution.stopped
        assert "No such file or directory" in solution.trouble


def test_save__what_was_solved_by_then_is_told_when_it_cannot_be_written(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from quincunx.engine.checkpoint import Checkpoint

    def save(self: Checkpoint, *arguments: object) -> None:
        raise OSError(28, "No space left on device")

    def progress(now: SolveProgress) -> bool:
        monkeypatch.setattr(Checkpoint, "save", save)
        return not now.classes_done

    # It is asked to stop more than once within an opening, however fast the machine is.
    monkeypatch.setattr(solving, "_SLICE", 0.001)
    solution = solve(BOARD, openings=True, memory_mb=16, checkpoint=file, progress=progress)
    assert solution.stopped and solution.openings and "first" in solution.openings.values()
    assert solution.trouble == "[Errno 28] No space left on device"


def test_save__a_link_stays_and_the_data_go_where_it_points(tmp_path: Path) -> None:
    link, there = tmp_path / "link", tmp_path / "disk" / "there"
    there.parent.mkdir()
    link.symlink_to("disk/there")
    first = stopped_early(link)
    assert link.is_symlink() and there.is_file() and os.listdir(there.parent) == ["there"]
    assert solve(BOARD, openings=True, memory_mb=16, checkpoint=link).nodes > first.nodes
    assert link.is_symlink()


# --- Files that do not fit -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "memory", "said"),
    [
        (Board("hadron", size=3), 16, "size 5 there, 3 here"),
        (Board("hadron", size=5), 17, "memory 16 there, 17 here"),
        (Board("cordon", size=5), 16, "game hadron there, cordon here"),
    ],
)
def test_refused__of_another_board_or_memory(
    file: Path, board: Board, memory: int, said: str
) -> None:
    stopped_early(file, 1)
    before = file.read_bytes()
    with pytest.raises(ValueError, match=said):
        solve(board, memory_mb=memory, checkpoint=file)
    assert file.read_bytes() == before


def test_refused__of_another_version(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped_early(file, 1)
    monkeypatch.setattr(quincunx, "__version__", "9.9.9")
    with pytest.raises(ValueError, match=r"quincunx 0\.\S+ there, 9\.9\.9 here"):
        solve(BOARD, memory_mb=16, checkpoint=file)


def test_refused__damaged_files(file: Path) -> None:
    stopped_early(file, 1)
    whole = file.read_bytes()
    head = whole.index(b"\n")
    for place in (*range(0, head, 7), head, head + 1, len(whole) // 2, len(whole) - 1):
        changed = bytearray(whole)
        changed[place] ^= 1
        for data in (bytes(changed), whole[:place]):
            file.write_bytes(data)
            with pytest.raises(RecordError, match=r"hadron\.solver is (damaged|not a solver's)"):
                solve(BOARD, memory_mb=16, checkpoint=file)
            assert file.read_bytes() == data


def test_refused__no_checkpoint_at_all(file: Path, tmp_path: Path) -> None:
    file.write_text("a letter\n")
    with pytest.raises(RecordError, match="is not a solver's checkpoint"):
        solve(BOARD, checkpoint=file)
    with pytest.raises(FileNotFoundError):
        solve(BOARD, checkpoint=tmp_path / "nowhere" / "x")


@pytest.mark.parametrize("workers", [None, 1])
def test_refused__what_is_no_regular_file(tmp_path: Path, workers: int | None) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link, tmp_path, ""):
        with pytest.raises(OSError, match="no regular file"):
            solve(BOARD, openings=True, memory_mb=16, checkpoint=path, workers=workers)
    assert pipe.is_fifo() and link.is_symlink()
    assert sorted(os.listdir(tmp_path)) == ["link", "pipe"]


@pytest.mark.parametrize("save_every", [0, -1, float("nan")])
def test_errors__an_interval_that_makes_no_sense(file: Path, save_every: float) -> None:
    with pytest.raises(ValueError, match="save_every must be"):
        solve(BOARD, checkpoint=file, save_every=save_every)


# --- Progress ------------------------------------------------------------------------------------


def test_progress__says_what_can_be_said() -> None:
    told: list[SolveProgress] = []
    solve(BOARD, openings=True, memory_mb=16, progress=told.append)
    last = told[-1]
    assert (last.done, last.total, last.classes_done, last.classes) == (25, 25, 6, 6)
    assert 0 < last.fill <= 1 and last.nodes_per_second > 0
    fills = [now.fill for now in told]
    assert fills == sorted(fills)
    working = [now for now in told if now.proof]
    assert working and all(now.disproof and now.move for now in working[:-1])


def test_progress__a_solver_that_goes_by_depth_tells_it() -> None:
    told: list[SolveProgress] = []
    solve(Board("quadrature"), time=0.5, progress=told.append)
    assert told[-1].depth >= 2 and told[-1].proof is None


# --- Memory --------------------------------------------------------------------------------------

MEASURE = """
import resource, sys
from quincunx import Board, engine
game, size, memory = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
engine.solve(Board(game, size=size), memory_mb=1, time=0.01)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
engine.solve(Board(game, size=size), memory_mb=memory, time=3)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / 1e6)
"""

#: What solve() says that it takes beside the tables.
BESIDE = 40


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("hadron", 11),
        ("cordon", 10),
        ("blast-radius", 10),
        ("square-grid-hex", 19),
        ("quadrature", 11),
    ],
)
def test_memory__is_bounded(game: str, size: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, game, str(size), "8"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert float(done.stdout) < 8 * 1.05 + BESIDE


# --- Several processes ---------------------------------------------------------------------------

SMALL = Board("square-grid-hex", size=4)


def test_jobs__give_the_same_answers_whatever_their_number(tmp_path: Path) -> None:
    alone = solve(SMALL, openings=True)
    told: list[SolveProgress] = []
    one = solve(SMALL, openings=True, workers=1, memory_mb=16)
    two = solve(SMALL, openings=True, workers=2, memory_mb=16, progress=told.append)
    assert one.openings == two.openings == alone.openings
    assert (one.winner, one.best, one.plies, one.nodes) == (
        two.winner,
        two.best,
        two.plies,
        two.nodes,
    )
    assert told[0].done == 0 and told[-1].done == 16
    assert [now.classes_done for now in told] == list(range(told[-1].classes + 1))


def test_jobs__a_journal_keeps_the_openings_that_are_done(file: Path) -> None:
    first = solve(
        SMALL,
        openings=True,
        workers=1,
        memory_mb=16,
        checkpoint=file,
        progress=lambda now: now.classes_done < 3,
    )
    assert first.stopped and first.openings and first.winner is None
    done = sum(winner is not None for winner in first.openings.values())
    assert 0 < done < 16
    told: list[SolveProgress] = []
    second = solve(
        SMALL, openings=True, workers=1, memory_mb=16, checkpoint=file, progress=told.append
    )
    assert not second.stopped and second.openings == solve(SMALL, openings=True).openings
    with pytest.raises(RecordError, match="is not a solver's checkpoint"):
        solve(SMALL, openings=True, memory_mb=16, checkpoint=file)
    with pytest.raises(ValueError, match="journal of other work"):
        solve(SMALL, openings=True, workers=1, memory_mb=17, checkpoint=file)


def test_jobs__nodes_and_seconds_are_those_of_all_sessions(file: Path) -> None:
    told: list[SolveProgress] = []

    def again() -> quincunx.engine.Solution:
        told.clear()
        return solve(
            BOARD, openings=True, workers=1, memory_mb=16, checkpoint=file, progress=told.append
        )

    first = again()
    assert told[-1].before == (0, 0.0)
    whole = file.read_bytes()
    took = [json.loads(line)["seconds"] for line in whole.splitlines()[1:]]
    # All of it was in the journal.
    second = again()
    assert second.nodes == first.nodes
    nodes, seconds = told[-1].before
    assert nodes == first.nodes and seconds == pytest.approx(sum(took))
    assert second.seconds > sum(took)
    # All but the last opening was.
    file.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    third = again()
    assert third.nodes == first.nodes > told[-1].before[0] > 0
    assert told[-1].before[1] == pytest.approx(sum(took[:-1]))
    assert third.seconds > sum(took[:-1])
    assert 0 < told[-1].nodes_per_second < first.nodes / took[-1]


def test_jobs__share_out_openings_and_nothing_else() -> None:
    with pytest.raises(ValueError, match="need openings=True"):
        solve(SMALL, workers=2)
    with pytest.raises(ValueError, match="time does not go with"):
        solve(SMALL, openings=True, workers=2, time=1)
