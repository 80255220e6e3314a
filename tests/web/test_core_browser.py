"""The core's package in a real browser: served as files, under a strict Content-Security-Policy."""

from __future__ import annotations

import functools
import os
import re
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from quincunx import GAMES, Board, Game
from quincunx.drawing.facts import facts, preview
from tests.marks import each_game
from tests.web import expected

ROOT = Path(__file__).resolve().parent.parent.parent
CORE = ROOT / "web" / "core"
DIST = CORE / "dist"

# What a careful site sends with everything, worker included.
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"

PAGE = """<!doctype html>
<meta charset="utf-8">
<title>The core</title>
<body>
<script type="module" src="main.js"></script>
"""
MAIN = """
import * as core from "./quincunx/index.js";
import * as here from "./quincunx/here.js";
Object.assign(window, core, { here });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
Object.assign(window, { pause, median });
document.body.id = "ready";
"""

# Where everything is meant to be there, its absence is a failure.
pytestmark = pytest.mark.skipif(
    not (DIST / "quincunx.wasm").is_file() and not os.environ.get("CI"),
    reason="web/core/dist is not there: make wasm",
)


class Handler(SimpleHTTPRequestHandler):
    """Serves the package as ``/quincunx`` and some texts beside it."""

    extensions_map = {  # noqa: RUF012 - the library's own declaration
        **SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm",
        ".js": "text/javascript",
    }

    def __init__(self, *args: Any, texts: dict[str, str], **kwargs: Any) -> None:
        self.texts = texts
        super().__init__(*args, **kwargs)

    def translate_path(self, path: str) -> str:
        name = path.partition("?")[0].removeprefix("/quincunx/")
        return str(DIST / name) if re.fullmatch(r"[\w.-]+", name) else ""

    def do_GET(self) -> None:
        text = self.texts.get(self.path)
        if text is None:
            super().do_GET()
            return
        self.send_response(200)
        kind = "text/javascript" if self.path.endswith(".js") else "text/html; charset=utf-8"
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def end_headers(self) -> None:
        if self.path != "/example.html":  # which has its script inside
            self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    readme = (CORE / "README.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```html\n(.+?)^```", readme, flags=re.DOTALL | re.MULTILINE)
    texts = {"/": PAGE, "/main.js": MAIN, "/example.html": example, "/favicon.ico": ""}
    handler = functools.partial(Handler, texts=texts)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture
def page(chromium: Browser, site: str) -> Iterator[Page]:
    """A page with the package in it; nothing may have gone wrong in it at the end."""
    page = chromium.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.goto(site + "/")
    page.wait_for_selector("#ready", state="attached")
    yield page
    page.close()
    assert wrong == []


def ask(page: Page, script: str, told: object = None) -> Any:
    """What the body of an async function of ``told`` returns in the page."""
    return page.evaluate(f"async (told) => {{ {script} }}", told)


# --- Rules ---------------------------------------------------------------------------------------


@each_game
def test_board__says_in_a_page_what_it_says_in_python(page: Page, game: Game) -> None:
    board = expected.some_board(game, game.default_size, 9, seed=1)
    texts = [move.text for move in board.move_stack]
    move = next(iter(board.legal_moves)).text
    refused = next(cell for cell in expected.cells_of(board) if board.explain(cell) is not None)
    found = ask(
        page,
        """const board = new Board(told.game);
        for (const move of told.texts) await board.push(move);
        return {
          facts: await board.facts(),
          preview: await board.preview(told.move),
          explained: await board.explain(told.refused),
          hash: String(await board.hash()),
          error: await board.push(told.refused).catch((error) => [error.name, error.message]),
        };""",
        {"game": game.id, "texts": texts, "move": move, "refused": refused},
    )
    assert found["facts"] == plain(facts(board))
    assert found["preview"] == plain(preview(board, move))
    assert found["explained"] == expected.explanation_told(board.explain(refused))
    assert found["hash"] == str(board.hash())
    error = expected.error_or(lambda: board.push_text(refused))
    assert found["error"] == [error["error"], error["message"]]


def plain(told: Any) -> Any:
    """As it comes back from JSON: without tuples."""
    if isinstance(told, dict):
        return {key: plain(value) for key, value in told.items()}
    return [plain(one) for one in told] if isinstance(told, (list, tuple)) else told


def test_here__answers_at_once_in_the_pages_own_thread(page: Page) -> None:
    found = ask(
        page,
        """const { CoreModule, LocalBoard } = here;
        const module = await CoreModule.load("quincunx-rules.wasm");
        const board = LocalBoard.open(module, "cordon", { size: 3 });
        board.push("c3");
        return [board.fen(), module.has("q_engine"), board.legalCount()];""",
    )
    board = Board("cordon", size=3)
    board.push_text("c3")
    assert found == [board.fen(), False, board.legal_moves.count()]


# --- The engine ----------------------------------------------------------------------------------


@each_game
def test_engine__levels_and_values_are_pythons(page: Page, game: Game) -> None:
    told = expected.level_told(Board(game), 4, 6, seed=42)
    found = ask(
        page,
        """const board = new Board(told.game);
        const engine = new Engine(told.game, { seed: told.seed });
        const played = [];
        for (const _ of told.played) {
          const { move } = await engine.play(board, told.level);
          played.push(await board.push(move));
        }
        await engine.close();
        return played;""",
        told,
    )
    assert found == told["played"]
    search = expected.search_told(Board(game), "default", 1500, 64, seed=3)
    (first, *_) = search["asked"]
    report = ask(
        page,
        """const engine = new Engine(told.game, { seed: 3 });
        const { seconds, ...report } = await engine.analyse(new Board(told.game), told.limit);
        await engine.close();
        return report;""",
        {"game": game.id, "limit": {"playouts": first["playouts"]}},
    )
    assert report == first["report"]


def test_engine__reports_while_it_thinks(page: Page) -> None:
    reports = ask(
        page,
        """const reports = [];
        const engine = new Engine("cordon");
        const last = await engine.analyse(new Board("cordon"), { seconds: 1 }, (news) =>
          reports.push(news.playouts));
        return [...reports, last.playouts];""",
    )
    assert 5 <= len(reports) <= 14 and reports == sorted(reports) and reports[-1] > 0


@each_game
def test_engine__stops_within_50_milliseconds_and_answers_meanwhile(page: Page, game: Game) -> None:
    waits = ask(
        page,
        """const board = new Board(told.game, { size: told.size });
        const engine = new Engine(told.game, { size: told.size });
        const stops = [], questions = [];
        for (let i = 0; i < 7; i += 1) {
          const analysis = engine.analyse(board, { seconds: 60 }, () => {});
          await pause(20 + 10 * i);
          let began = performance.now();
          await board.legalCount();
          questions.push(performance.now() - began);
          began = performance.now();
          await engine.stop();
          await analysis;
          stops.push(performance.now() - began);
        }
        return [median(stops), median(questions)];""",
        {"game": game.id, "size": game.sizes[-1]},
    )
    assert max(waits) < 50, waits


def test_engine__of_quick_calls_the_latest_wins_and_all_settle(page: Page) -> None:
    settled, report = ask(
        page,
        """const board = new Board("hadron", { size: 7 });
        const engine = new Engine("hadron", { size: 7 });
        const all = [];
        for (let i = 0; i < 40; i += 1) {
          all.push(engine.analyse(board, { seconds: 60 }, () => {}));
          if (i % 3 === 0) all.push(engine.play(board, (i % 10) + 1));
          if (i % 5 === 0) all.push(engine.stop());
          if (i % 7 === 0) await pause(i % 4);
        }
        const last = engine.analyse(board, { playouts: 300 });
        return [(await Promise.allSettled(all)).map((one) => one.status), await last];""",
    )
    assert set(settled) == {"fulfilled"} and len(settled) == 62
    assert report["stoppedBy"] == "playouts"


def test_memory__too_much_is_an_error_and_the_page_lives(page: Page) -> None:
    found = ask(
        page,
        """const core = new Core();
        const board = new Board("hadron", { core });
        const engines = [];
        let refused = null;
        while (!refused && engines.length < 10) {
          engines.push(new Engine("hadron", { core, memoryMb: 1000 }));
          refused = await engines.at(-1).ready().then(() => null, (error) => error);
        }
        const push = await board.push("c3");
        for (const engine of engines) await engine.close();
        const { move } = await new Engine("hadron", { core }).play(board, 2);
        const legal = await board.isLegal(move);
        await core.close();
        return [refused.name, refused instanceof OutOfMemoryError, push, legal];""",
    )
    assert found == ["OutOfMemoryError", True, "c3", True]


def test_memory__engines_made_and_closed_do_not_add_up(page: Page) -> None:
    first, last = ask(
        page,
        """const games = (await Core.shared().games()).map((game) => game.id);
        const boards = games.map((game) => new Board(game));
        const use = async (i) => {
          const engine = new Engine(games[i % games.length]);
          await engine.play(boards[i % games.length], 1);
          await engine.close();
        };
        for (let i = 0; i < 10; i += 1) await use(i);
        const first = await Core.shared().memory();
        for (let i = 0; i < 200; i += 1) await use(i);
        return [first, await Core.shared().memory()];""",
    )
    assert first == last < 80 * 2**20


def test_reload__in_mid_search_is_safe(page: Page) -> None:
    for milliseconds in (0, 5, 50, 200):
        page.evaluate(
            """(told) => {
              window.board = new Board("cordon");
              window.engine = new Engine("cordon");
              window.analysis = engine.analyse(board, { seconds: 60 }, () => {});
              window.analysis.catch(() => {});
            }"""
        )
        page.wait_for_timeout(milliseconds)
        page.reload()
        page.wait_for_selector("#ready", state="attached")
        assert ask(page, 'return new Board("cordon").legalCount()') == 61


def test_close__in_mid_search_refuses_what_waits(page: Page) -> None:
    names = ask(
        page,
        """const names = [];
        for (const wait of [0, 10, 60]) {
          const core = new Core();
          const engine = new Engine("cordon", { core });
          const analysis = engine.analyse(new Board("cordon", { core }), { seconds: 60 });
          const name = analysis.catch((error) => error.name);
          await pause(wait);
          await core.close();
          names.push(await name);
        }
        return names;""",
    )
    assert names == ["EngineError"] * 3


def test_readme__the_page_of_the_example_plays(chromium: Browser, site: str) -> None:
    page = chromium.new_page()
    page.goto(site + "/example.html")
    page.wait_for_function("document.querySelector('#move').textContent.includes('playouts')")
    moves = {move.text for move in Board("cordon", size=4).legal_moves}
    assert page.inner_text("#move").partition(",")[0] in moves
    page.close()


def test_games__are_all_there(page: Page) -> None:
    assert ask(page, "return (await Core.shared().games()).map((game) => game.credit)") == [
        game.credit for game in GAMES
    ]
