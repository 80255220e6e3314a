"""The engine in WebAssembly beside the native one, in Node and in Chromium, in the same run.

Simulations a second from the start of each game, one thread, by the clock on the wall, which is all
that a page has; best of several rounds taken in turns. What is not there is left out: Node,
``web/core/dist`` (make wasm), or a Chromium (``tools/browser.py`` finds or installs one).
"""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from benchmarks.games import without_pie
from quincunx import Board
from quincunx.cli.common import title
from quincunx.cli.measure import MEMORY_MB, Meter, SearchMeter, take_turns
from tools import browser

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "web" / "core" / "dist"

#: What part of the native rate the one in WebAssembly should be, in each game.
GOAL = 0.55

#: Game and size.
ROWS = (
    ("hadron", 7),
    ("quadrature", 11),
    ("square-grid-hex", 13),
    ("cordon", 5),
    ("blast-radius", 6),
)


class Place(Protocol):
    """Somewhere the module runs."""

    name: str

    def search(self, question: dict[str, Any]) -> dict[str, float]:
        """Playouts and seconds of one search."""


class Node:
    """The module in Node, a process of its own that answers line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True)
        self.name = f"Node {version.stdout.strip().removeprefix('v')}"
        self._process = process

    def search(self, question: dict[str, Any]) -> dict[str, float]:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        answer: dict[str, float] = json.loads(self._process.stdout.readline())
        return answer


class Chromium:
    """The module in a worker of a page; the worker stays, and so does what it has compiled."""

    SCRIPT = """async ({game, options, seconds, memoryMb}) => {
        const {Board, Engine} = await import("/index.js");
        const board = new Board(game, options);
        const engine = await new Engine(game, {...options, seed: 1, memoryMb}).ready();
        const report = await engine.analyse(board, {seconds, lines: 1});
        await engine.close();
        await board.free();
        return {playouts: report.playouts, seconds: report.seconds};
    }"""

    def __init__(self, page: Any, version: str) -> None:
        self.name = f"Chromium {version.partition('.')[0]}"
        self._page = page

    def search(self, question: dict[str, Any]) -> dict[str, float]:
        answer: dict[str, float] = self._page.evaluate(self.SCRIPT, question)
        return answer


@contextmanager
def node() -> Iterator[Node]:
    command = ["node", str(ROOT / "benchmarks" / "search.mjs"), str(DIST)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Node(process)
        assert process.stdin is not None
        process.stdin.close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def chromium(executable: Path) -> Iterator[Chromium]:
    from playwright.sync_api import sync_playwright

    handler = functools.partial(_Quiet, directory=str(DIST))
    with (
        ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
        sync_playwright() as playwright,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        launched = playwright.chromium.launch(
            executable_path=executable,
            args=list(browser.ARGUMENTS),
            env={**browser.environment()},
        )
        page = launched.new_page()
        # The list of the folder's files will do as a page.
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
        yield Chromium(page, launched.version)
        launched.close()
        server.shutdown()


class PlaceMeter(Meter):
    """Takes the engine's playouts a second somewhere, each round with a new engine."""

    def __init__(self, place: Place, board: Board, seconds: float) -> None:
        super().__init__(f"{place.name}, {title(board)}", seconds)
        pie = {"pie": board.pie} if board.game.has_pie_rule else {}
        self._place = place
        self._question = {
            "game": board.game.id,
            "options": {"size": board.size, **pie},
            "seconds": seconds,
            "memoryMb": MEMORY_MB,
        }

    def rate(self) -> float:
        answer = self._place.search(self._question)
        return answer["playouts"] / max(answer["seconds"], 1e-9)


def missing() -> list[str]:
    """What is not there to measure with, in words."""
    lacks = []
    if not (DIST / "quincunx.wasm").is_file():
        lacks.append("web/core/dist is not there ('make wasm')")
    if not shutil.which("node"):
        lacks.append("Node is not installed")
    if not _chromium():
        lacks.append("no Chromium is installed ('make browser'), or no Playwright to drive it")
    return lacks


def _chromium() -> Path | None:
    return browser.executable() if find_spec("playwright") else None


def measure_web(seconds: float, rounds: int) -> dict[str, Any]:
    """Measure the search here, in Node and in Chromium, and say it in a form that JSON has."""
    each = seconds / rounds
    boards = [without_pie(game, size) for game, size in ROWS]
    is_built = (DIST / "quincunx.wasm").is_file()
    with ExitStack() as stack:
        places: list[Place] = []
        if is_built and shutil.which("node"):
            places.append(stack.enter_context(node()))
        if is_built and (executable := _chromium()):
            places.append(stack.enter_context(chromium(executable)))
        meters: list[list[Meter]] = [
            [
                SearchMeter(f"native, {title(board)}", each, board, clock=time.perf_counter),
                *(PlaceMeter(place, board, each) for place in places),
            ]
            for board in boards
        ]
        if places:
            # The compilers of the places look at what is run often; so it is run once before.
            for native, *others in meters:
                del native
                for other in others:
                    other.rate()
            take_turns([meter for row in meters for meter in row], rounds)
        return {
            "places": [place.name for place in places],
            "missing": missing(),
            "goal": GOAL,
            "rows": [_row(board, row) for board, row in zip(boards, meters, strict=True) if places],
        }


def _row(board: Board, meters: list[Meter]) -> dict[str, Any]:
    native, *others = meters
    ratios = [other.best / native.best for other in others]
    return {
        "game": board.game.id,
        "size": board.size,
        "name": title(board),
        "native": round(native.best),
        "simulations_per_second": [round(other.best) for other in others],
        "ratios": [round(ratio, 2) for ratio in ratios],
        "met": min(ratios) >= GOAL,
    }
