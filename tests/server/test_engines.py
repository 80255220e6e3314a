"""The engine processes: whatever happens to them, whoever waits for a move gets it, in turn."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Protocol

import pytest
import uvloop

from quincunx import GAMES, Board, EngineError
from quincunx.server.engines import Engines, Priority

#: Nothing takes as long as this, unless it hangs.
PATIENCE = 60.0

FAKE = Path(__file__).with_name("fake_engine.py")

MISDEEDS = ("crash", "abort", "half", "words", "list", "error", "nothing", "illegal", "number")
FLOODS = ("long", "flood")

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has it")


class Run(Protocol):
    def __call__(self, coroutine: Coroutine[Any, Any, None]) -> None: ...


@pytest.fixture(params=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Run:
    """Runs a coroutine, in each of the loops that a server may run in."""
    make = uvloop.new_event_loop if request.param == "uvloop" else None

    def run(coroutine: Coroutine[Any, Any, None]) -> None:
        with asyncio.Runner(loop_factory=make) as runner:
            runner.run(asyncio.wait_for(coroutine, PATIENCE))

    return run


class Fakes(Engines):
    """Engines that misbehave when the first queries come."""

    def __init__(self, folder: Path, behaviour: str, times: int = 1, processes: int = 1) -> None:
        self.log = folder / "log"
        command = [sys.executable, str(FAKE), behaviour, str(times), str(self.log)]
        super().__init__(processes=processes, memory_mb=16, command=command)

    def asked(self) -> list[tuple[int, int, int]]:
        """Process, level and number of moves of each query so far."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [(int(pid), int(level), int(moves)) for pid, level, moves in map(str.split, lines)]

    async def until_asked(self, times: int) -> None:
        while len(self.asked()) < times:
            await asyncio.sleep(0.01)

    def open(self) -> None:
        """Let the behaviour "gate" answer."""
        self.log.with_suffix(".open").touch()

    async def first(self, level: int = 1, visitor: str = "ada", **more: Any) -> str:
        """The move on an empty board."""
        return await self.move(
            game="hadron", size=5, moves=[], level=level, visitor=visitor, **more
        )


def is_alive(pid: int) -> bool:
    """Does a process run? One that has ended and was not collected does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return not stat.parent.parent.exists()


def wait_for_end(*pids: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while any(map(is_alive, pids)):
        assert time.monotonic() < deadline, "still running"
        time.sleep(0.01)


# --- Moves ---------------------------------------------------------------------------------------


def test_move__every_game_and_two_at_a_time(run: Run) -> None:
    async def scenario() -> None:
        engines = Engines(processes=2, memory_mb=16)
        await engines.start()
        boards = []
        for game in GAMES:
            board = Board(game)
            board.push(next(iter(board.legal_moves)))
            boards.append(board)
        moves = await asyncio.gather(
            *(
                engines.move(
                    game=board.game.id,
                    size=board.size,
                    moves=[move.text for move in board.move_stack],
                    level=level,
                    visitor=str(level),
                )
                for board in boards
                for level in (1, 6)
            )
        )
        for number, move in enumerate(moves):
            boards[number // 2].parse_text(move)
        assert (len(engines.pids), engines.restarts) == (2, 0)
        assert (engines.waiting, engines.running) == (0, 0)
        await engines.stop()

    run(scenario())


def test_move__positions_that_there_are_not_are_refused_at_once(run: Run) -> None:
    async def scenario() -> None:
        engines = Engines(processes=1, memory_mb=16)
        common: dict[str, Any] = {"level": 1, "visitor": "ada"}
        with pytest.raises(ValueError, match="no game is called"):
            await engines.move(game="chess", size=8, moves=[], **common)
        with pytest.raises(ValueError, match="PLACEMENT RULE"):
            await engines.move(game="hadron", size=5, moves=["c3", "c4"], **common)
        over = ["b2", "c1", "a1", "c3", "b3"]
        with pytest.raises(ValueError, match="the game is over, 1-0"):
            await engines.move(game="hadron", size=3, moves=over, **common)
        assert not engines.pids
        await engines.stop()

    run(scenario())


# --- Engines that fail ---------------------------------------------------------------------------


@pytest.mark.parametrize("misdeed", [*MISDEEDS, *FLOODS])
def test_failure__another_process_gives_the_move(run: Run, misdeed: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        engines = Fakes(tmp_path, misdeed)
        assert await engines.first() == "a1"
        (one, *_), (two, *_) = engines.asked()
        assert one != two and not is_alive(one) and engines.pids == [two]
        assert await engines.first() == "a1"  # the new one goes on
        assert engines.asked()[2][0] == two and engines.restarts == 1
        await engines.stop()

    run(scenario())


@pytest.mark.parametrize("misdeed", ["silent", "deaf", "chatter", "shout"])
def test_hung__is_killed_and_another_process_gives_the_move(
    run: Run, misdeed: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        engines = Fakes(tmp_path, misdeed)
        engines.patience = 2.0
        assert await engines.first() == "a1"
        assert engines.restarts >= 1 and not is_alive(engines.asked()[0][0])
        await engines.stop()

    run(scenario())


def test_failure__after_three_tries_there_is_an_error_and_others_go_on(
    run: Run, tmp_path: Path
) -> None:
    async def scenario() -> None:
        engines = Fakes(tmp_path, "crash", times=3)
        one, other = await asyncio.gather(engines.first(), engines.first(), return_exceptions=True)
        assert isinstance(one, EngineError) and other == "a1"
        assert (
            str(one) == "3 engines failed; the engine ended with exit code 1; it said: out of luck"
        )
        await engines.stop()

    run(scenario())


def test_failure__a_program_that_is_not_there(run: Run) -> None:
    async def scenario() -> None:
        engines = Engines(processes=1, memory_mb=16, command=["/nowhere/engine"])
        with pytest.raises(EngineError, match="/nowhere/engine: No such file"):
            await engines.move(game="hadron", size=5, moves=[], level=1, visitor="ada")
        await engines.stop()

    run(scenario())


def test_kill__in_mid_move_the_move_still_comes(run: Run, tmp_path: Path) -> None:
    async def scenario() -> None:
        engines = Fakes(tmp_path, "silent")
        asking = asyncio.create_task(engines.first())
        await engines.until_asked(1)
        os.kill(engines.pids[0], signal.SIGKILL)
        assert await asking == "a1" and engines.restarts == 1
        await engines.stop()

    run(scenario())


def test_kill__again_and_again_in_real_games(run: Run) -> None:
    async def scenario() -> None:
        engines = Engines(processes=1, memory_mb=64)
        board = Board("square-grid-hex", size=19)
        for _ in range(4):
            moves = [move.text for move in board.move_stack]
            asking = asyncio.create_task(
                engines.move(game=board.game.id, size=19, moves=moves, level=9, visitor="ada")
            )
            while not engines.pids:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05 * board.ply())
            for pid in engines.pids:
                os.kill(pid, signal.SIGKILL)
            board.push_text(await asking)
        assert engines.restarts >= 3
        await engines.stop()

    run(scenario())


def test_kill__while_idle_nobody_notices(run: Run, tmp_path: Path) -> None:
    async def scenario() -> None:
        engines = Fakes(tmp_path, "good", times=0)
        await engines.first()
        pid = engines.pids[0]
        os.kill(pid, signal.SIGKILL)
        while engines.pids:
            await asyncio.sleep(0.01)
        assert await engines.first() == "a1"
        assert engines.restarts == 1 and engines.pids != [pid]
        await engines.stop()

    run(scenario())


@linux
def test_memory__a_process_that_takes_too_much_dies(run: Run, tmp_path: Path) -> None:
    async def scenario() -> None:
        engines = Fakes(tmp_path, "hungry", times=3)
        with pytest.raises(EngineError, match="MemoryError"):
            await engines.first()
        await engines.stop()

    run(scenario())


# --- The queue -----------------------------------------------------------------------------------


def test_queue__visitors_get_moves_in_turn(run: Run, tmp_path: Path) -> None:
    async def scenario() -> None:
        engines = Fakes(tmp_path, "gate")
        asking = [asyncio.create_task(engines.first(10, "first"))]
        await engines.until_asked(1)
        asking += [asyncio.create_task(engines.first(1, "greedy")) for _ in range(5)]
        asking += [asyncio.create_task(engines.first(level, str(level))) for level in (2, 3)]
        study = engines.first(9, "student", priority=Priority.STUDY)
        asking.insert(1, asyncio.create_task(study))
        await asyncio.sleep(0)
        assert (engines.running, engines.waiting) == (1, 8)
        engines.open()
        await asyncio.gather(*asking)
        assert [level for _, level, _ in engines.asked()] == [10, 1, 2, 3, 1, 1, 1, 1, 9]
        await engines.stop()

    run(scenario())


def test_places__are_told_whenever_they_change(run: Run, tmp_path: Path) -> None:
    async def scenario() -> None:
        engines = Fakes(tmp_path, "gate", processes=2)
        told: dict[str, list[int]] = {name: [] for name in "abcde"}
        asking = {
            name: asyncio.create_task(engines.first(1, name, on_place=places.append))
            for name, places in told.items()
        }
        await engines.until_asked(2)
        assert told == {"a": [1], "b": [1], "c": [2], "d": [3], "e": [4]}
        asking.pop("d").cancel()
        await asyncio.sleep(0.01)
        assert told == {"a": [1], "b": [1], "c": [2], "d": [3], "e": [4, 3]}
        engines.open()
        await asyncio.gather(*asking.values())
        assert told["c"] == [2, 1] and told["e"] in ([4, 3, 2, 1], [4, 3, 1])
        await engines.stop()

    run(scenario())


def test_places__who_cannot_be_told_gets_the_move(
    run: Run, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        engines = Fakes(tmp_path, "good", times=0)
        assert await engines.first(on_place=lambda place: 1 // 0) == "a1"
        await engines.stop()

    run(scenario())
    assert "ZeroDivisionError" in caplog.text


def test_cancel__a_waiting_request_is_never_asked(run: Run, tmp_path: Path) -> None:
    async def scenario() -> None:
        engines = Fakes(tmp_path, "gate")
        asking = [asyncio.create_task(engines.first(level)) for level in (1, 2, 3)]
        await engines.until_asked(1)
        asking[1].cancel()
        engines.open()
        done = await asyncio.gather(*asking, return_exceptions=True)
        assert [type(result) for result in done] == [str, asyncio.CancelledError, str]
        assert [level for _, level, _ in engines.asked()] == [1, 3]
        await engines.stop()

    run(scenario())


def test_cancel__a_search_ends_and_its_process_goes_on(run: Run) -> None:
    async def scenario() -> None:
        engines = Engines(processes=1, memory_mb=64)
        position: dict[str, Any] = {"game": "square-grid-hex", "size": 19, "visitor": "ada"}
        await engines.move(moves=[], level=1, **position)
        pids = engines.pids
        for wait in (0, 0.02, 0.05):
            asking = asyncio.create_task(engines.move(moves=["c3"], level=10, **position))
            await asyncio.sleep(wait)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            await engines.move(moves=["c3"], level=1, **position)
        assert (engines.pids, engines.restarts) == (pids, 0)
        await engines.stop()

    run(scenario())


# --- The end -------------------------------------------------------------------------------------


def test_stop__ends_all_processes_and_all_waiting(run: Run, tmp_path: Path) -> None:
    async def scenario() -> None:
        engines = Fakes(tmp_path, "silent", times=9, processes=2)
        asking = [asyncio.create_task(engines.first()) for _ in range(5)]
        await engines.until_asked(2)
        pids = engines.pids
        assert len(pids) == 2 and all(map(is_alive, pids))
        await engines.stop()
        done = await asyncio.gather(*asking, return_exceptions=True)
        assert [str(error) for error in done] == ["the server stops"] * 5
        assert not any(map(is_alive, pids)) and not engines.pids
        assert (engines.running, engines.waiting) == (0, 0)
        with pytest.raises(EngineError, match="the server stops"):
            await engines.first()

    run(scenario())


def test_stop__while_a_process_starts(run: Run, tmp_path: Path) -> None:
    async def scenario() -> None:
        for turns in range(4):
            engines = Fakes(tmp_path, "crash", times=99)
            asking = asyncio.create_task(engines.first())
            for _ in range(turns):
                await asyncio.sleep(0)
            await engines.stop()
            with pytest.raises(EngineError, match="the server stops"):
                await asking

    run(scenario())


PARENT = """
import asyncio, sys
from quincunx.server.engines import Engines

async def main():
    engines = Engines(processes=1, memory_mb=16, command=sys.argv[1:] or None)
    position = {"game": "square-grid-hex", "size": 19, "moves": [], "visitor": "ada"}
    if not sys.argv[1:]:
        await engines.move(level=1, **position)
    asking = asyncio.create_task(engines.move(level=10, **position))
    while not engines.pids:
        await asyncio.sleep(0.01)
    print(engines.pids[0], flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.mark.parametrize("kind", ["real", pytest.param("silent", marks=linux)])
def test_parent__takes_its_engines_with_it_when_it_is_killed(kind: str, tmp_path: Path) -> None:
    fake = [sys.executable, str(FAKE), kind, "9", str(tmp_path / "log")]
    command = [] if kind == "real" else fake
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, *command], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout
    try:
        child = int(parent.stdout.readline())
        if command:
            while not (tmp_path / "log").exists():
                time.sleep(0.01)
        assert is_alive(child)
    finally:
        parent.kill()
        parent.wait()
        parent.stdout.close()
    wait_for_end(child)
