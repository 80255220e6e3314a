"""The page in one file, as a new user meets it: opened from the disk, in a real Chromium.

Whoever plays here sees only the page. What the rules allow is asked of the library, which follows
the position that the page says it shows.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import quincunx
from quincunx import Board

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "quincunx" / "static" / "page.html"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LARGEST = 900_000

#: A board of each game that is played to its end in no long time: its second size, if it has one.
SMALL = {game.id: game.sizes[:2][-1] for game in quincunx.GAMES}
PHONE = {"width": 390, "height": 844}

each_game = pytest.mark.parametrize("game", [game.id for game in quincunx.GAMES])


class Player:
    """Somebody before the page."""

    def __init__(self, page: Page, game: str) -> None:
        self.page = page
        self.game = game
        self.grid = page.get_by_role("grid")

    def fen(self) -> str:
        fen = self.grid.get_attribute("data-fen")
        assert fen is not None
        return fen

    def board(self) -> Board:
        return Board(self.game, fen=self.fen())

    def click(self, cell: str) -> None:
        self.page.locator(f'[data-cell="{cell}"]').click()

    def play(self, move: str, touch: Callable[[str], None] | None = None) -> None:
        """Enter a move by its cells, and wait until the page shows another position."""
        before = self.fen()
        if move == "swap":
            self.page.locator("#bar").get_by_role("button", name="Swap").click()
            self.page.locator("quincunx-board").get_by_role("button", name="Swap").click()
        for cell in move.split("-") if move != "swap" else ():
            (touch or self.click)(cell)
        expect(self.grid).not_to_have_attribute("data-fen", before)

    def wait_for_turn(self, side: int) -> None:
        """Until this side is to move, or the game is over."""
        letter = quincunx.find_game(self.game).letters[side].lower()
        over = self.page.locator("#result:not([hidden])")
        turn = self.page.locator(f'[role="grid"][data-fen*=" {letter}"]')
        expect(turn.or_(over).first).to_be_visible(timeout=20_000)


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Callable[..., Player]]:
    """Opens the page with an address; no request may leave the machine, no error may be thrown."""
    if not PAGE.exists():
        pytest.fail("there is no page: make web builds it")
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def opened(address: str, **options: Any) -> Player:
        context = chromium.new_context(**options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)

        def look(url: str) -> None:
            if not url.startswith(("file:", "blob:", "data:")):
                faults.append(f"the page asked for {url}")

        page.on("request", lambda request: look(request.url))
        page.goto(f"{PAGE.as_uri()}#{address}")
        expect(page.get_by_role("grid")).to_be_visible()
        found = re.search(r"game=([a-z-]+)", address)
        return Player(page, found[1] if found else "hadron")

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def test_page__is_one_file_of_at_most_900_kilobytes() -> None:
    assert PAGE.stat().st_size <= LARGEST
    text = PAGE.read_text(encoding="utf-8")
    # Names of other hosts may be shown, but nothing is loaded from one.
    assert not re.search(r'(src|href)="https?:', text)
    assert "@import" not in text


@each_game
def test_page__plays_a_whole_game_by_clicks(open_page: Callable[..., Player], game: str) -> None:
    player = open_page(f"game={game}&size={SMALL[game]}&against=human")
    rng = random.Random(7)
    board = Board(game, size=SMALL[game])
    while not board.is_game_over():
        move = rng.choice([m for m in board.legal_moves if m.cells])
        board.push(move)
        player.play(move.text)
        assert player.fen() == board.fen()
    outcome = board.outcome()
    assert outcome is not None
    result = player.page.locator("#result")
    expect(result).to_contain_text(outcome.termination.section)
    winner = "Draw" if outcome.winner is None else board.side_name(outcome.winner)
    expect(player.page.get_by_role("status")).to_contain_text(winner)


@each_game
def test_page__plays_a_whole_game_against_a_level(
    open_page: Callable[..., Player], game: str
) -> None:
    player = open_page(f"game={game}&size={SMALL[game]}&against=1&seed=1")
    rng = random.Random(1)
    while not (board := player.board()).is_game_over():
        moves = [move for move in board.legal_moves if move.cells]
        player.play(rng.choice(moves).text)
        player.wait_for_turn(0)
        if player.page.locator("#result:not([hidden])").count():
            break
    expect(player.page.locator("#result")).to_be_visible()


@pytest.mark.parametrize("game", ["hadron", "cordon"])
def test_page__plays_a_whole_game_by_keyboard(open_page: Callable[..., Player], game: str) -> None:
    player = open_page(f"game={game}&size=3&against=human")
    page = player.page
    page.locator('[data-cell][tabindex="0"]').focus()
    while not player.board().is_game_over():
        before = player.fen()
        page.keyboard.press("n")  # the next legal cell
        page.keyboard.press("Enter")
        expect(player.grid).not_to_have_attribute("data-fen", before)
    expect(page.locator("#result")).to_be_visible()


def test_page__plays_a_whole_game_on_a_phone(open_page: Callable[..., Player]) -> None:
    address = "game=blast-radius&size=4&against=2&seed=3"
    player = open_page(address, viewport=PHONE, has_touch=True, is_mobile=True)
    page = player.page
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"], "the page scrolls sideways"
    rng = random.Random(2)
    while not player.page.locator("#result:not([hidden])").count():
        move = rng.choice([m for m in player.board().legal_moves if m.cells])
        player.play(move.text, touch=lambda cell: page.locator(f'[data-cell="{cell}"]').tap())
        player.wait_for_turn(0)
    expect(page.locator("#result")).to_be_visible()


@pytest.mark.parametrize("seed", [1, 2])
def test_page__a_level_with_a_seed_plays_as_in_python(
    open_page: Callable[..., Player], seed: int
) -> None:
    """Level 3 as the second side of Cordon: the same replies from the page and from the library."""
    from quincunx.engine import Engine

    player = open_page(f"game=cordon&size=4&against=3&seed={seed}")
    board = Board("cordon", size=4)
    with Engine("cordon", size=4, seed=seed) as engine:
        for _ in range(5):
            move = next(iter(board.legal_moves))
            board.push(move)
            player.play(move.text)
            board.push(engine.play(board, level=3).move)
            expect(player.grid).to_have_attribute("data-fen", board.fen())


def test_refusal__says_why_and_lights_the_cells_counted(open_page: Callable[..., Player]) -> None:
    player = open_page("game=hadron&against=human&moves=c3")
    player.click("c4")
    why = Board("hadron")
    why.push_text("c3")
    explanation = why.explain("c4")
    assert explanation is not None
    alert = player.page.get_by_role("alert")
    expect(alert).to_contain_text(explanation.text)
    lit = player.page.evaluate(
        "() => [...document.querySelectorAll('[data-lit]')].map(cell => cell.dataset.cell)"
    )
    assert sorted(lit) == sorted(explanation.cells)
    expect(player.grid).to_have_attribute("data-fen", why.fen())


def test_swap__by_the_button_and_by_tapping_the_stone(open_page: Callable[..., Player]) -> None:
    for tap in (False, True):
        player = open_page("game=square-grid-hex&size=5&against=human&moves=c3")
        if tap:
            player.click("c3")
        else:
            player.page.locator("#bar").get_by_role("button", name="Swap").click()
        player.page.locator("quincunx-board").get_by_role("button", name="Swap").click()
        swapped = Board("square-grid-hex", size=5)
        swapped.push_text("c3")
        swapped.push_text("swap")
        expect(player.grid).to_have_attribute("data-fen", swapped.fen())


def test_preview__the_score_after_is_the_score_after(open_page: Callable[..., Player]) -> None:
    moves = ["b1", "e1", "b2", "e2", "b3", "e3"]
    player = open_page(f"game=cordon&size=3&against=human&moves={','.join(moves)}")
    board = Board("cordon", size=3)
    for move in moves:
        board.push_text(move)
    after = board.score_after(quincunx.Move("b4"))
    assert after is not None
    player.page.locator('[data-cell="b4"]').hover()
    expect(player.page.locator("#near")).to_contain_text(f"{after.first}")


def test_undo__takes_back_to_the_own_turn(open_page: Callable[..., Player]) -> None:
    player = open_page("game=hadron&against=1&seed=1")
    start = player.fen()
    player.play("c3")
    player.wait_for_turn(0)
    player.page.get_by_role("button", name="Undo").click()
    expect(player.grid).to_have_attribute("data-fen", start)
    expect(player.page.get_by_role("button", name="Undo")).to_be_disabled()


def test_moves__are_stepped_through_without_loss(open_page: Callable[..., Player]) -> None:
    player = open_page("game=cordon&size=3&against=human&moves=a1,b2,c3")
    last = player.fen()
    player.page.get_by_role("button", name="One move back").click()
    player.page.get_by_role("button", name="One move back").click()
    expect(player.page.get_by_role("status")).to_contain_text("Move 1 of 3")
    player.page.get_by_role("button", name="To the last move").click()
    expect(player.grid).to_have_attribute("data-fen", last)
    assert "moves=a1,b2,c3" in player.page.url


def test_moves__a_click_on_an_earlier_position_says_so(open_page: Callable[..., Player]) -> None:
    player = open_page("game=cordon&size=3&against=human&moves=a1,b2,c3")
    player.page.get_by_role("button", name="One move back").click()
    shown = player.fen()
    player.click("e1")
    expect(player.page.get_by_role("alert")).to_contain_text("move 2 of 3")
    assert player.fen() == shown


#: A worker that dies of the first question for a move; the page makes another one.
DIES_ONCE = """
    const Real = Worker;
    let died = false;
    window.Worker = class extends Real {
        postMessage(message) {
            if (message.ask !== "play" || died) return super.postMessage(message);
            died = true;
            this.terminate();
            this.dispatchEvent(new ErrorEvent("error", { message: "killed" }));
        }
    };
"""


def test_engine__one_that_dies_is_replaced_and_plays(chromium: Browser) -> None:
    page = chromium.new_page()
    page.add_init_script(DIES_ONCE)
    page.goto(f"{PAGE.as_uri()}#game=hadron&against=1&seed=1")
    player = Player(page, "hadron")
    expect(player.grid).to_be_visible()
    player.play("c3")
    player.wait_for_turn(0)
    assert len(player.board().pieces()) == 2
    expect(page.get_by_role("alert")).to_have_count(0)
    page.close()


def test_analysis__lines_come_and_a_proof_is_called_one(open_page: Callable[..., Player]) -> None:
    player = open_page("game=hadron&size=3&against=human")
    player.page.get_by_role("button", name="Analysis").click()
    panel = player.page.get_by_role("region", name="Analysis")
    expect(panel).to_contain_text("Red wins, proven")
    expect(panel.get_by_role("listitem").first).to_contain_text("wins")


def test_address__a_wrong_one_is_told_and_the_page_goes_on(
    open_page: Callable[..., Player],
) -> None:
    for address, words in (
        ("game=chess", "no game is called “chess”"),
        ("game=hadron&size=4", "not offered in size 4"),
        ("game=hadron&against=11", "1 to 10"),
        ("game=hadron&moves=c3,c4", "move 2, c4"),
        ("game=hadron&fen=nonsense", "nonsense"),
    ):
        player = open_page(address)
        expect(player.page.get_by_role("alert").first).to_contain_text(words)
        expect(player.page.get_by_role("grid")).to_be_visible()


def test_address__a_link_leads_to_the_same_position(open_page: Callable[..., Player]) -> None:
    player = open_page("game=quadrature&against=human")
    player.play("e3-e4")
    player.play("e9-e8")
    url = player.page.url
    other = open_page(url.partition("#")[2])
    assert other.fen() == player.fen()


@each_game
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_page__axe_finds_nothing(open_page: Callable[..., Player], game: str, theme: str) -> None:
    player = open_page(f"game={game}&against=2&theme={theme}")
    for summary in player.page.locator("summary").all():
        summary.click()
    player.page.add_script_tag(path=AXE)
    found = player.page.evaluate(
        "async () => (await axe.run()).violations.map(v => [v.id, v.nodes.length, v.nodes[0].html])"
    )
    assert found == []


def test_page__without_motion_shows_the_end_at_once(open_page: Callable[..., Player]) -> None:
    player = open_page("game=quadrature&against=human", reduced_motion="reduce")
    player.play("e3-e4")
    assert player.board().piece_at("e4") is not None


def test_credit__stands_wherever_a_game_is_shown(open_page: Callable[..., Player]) -> None:
    for game in quincunx.GAMES:
        player = open_page(f"game={game.id}&against=human")
        expect(player.page.locator("#credit")).to_have_text(game.credit)


# --- In the documentation ------------------------------------------------------------------------


PAGES = sorted(
    page
    for page in (ROOT / "docs" / "games").glob("*.md")
    if "<iframe" in page.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("source", PAGES, ids=lambda page: page.stem)
def test_docs__a_games_page_has_the_game_in_a_frame(
    chromium: Browser, source: Path, tmp_path: Path
) -> None:
    (frame,) = re.findall(r"<iframe [^>]*></iframe>", source.read_text(encoding="utf-8"))
    # As a documentation site would lay it out: games/x.html beside play.html.
    (tmp_path / "games").mkdir()
    (tmp_path / "play.html").write_bytes(PAGE.read_bytes())
    html = f"<!doctype html><title>{source.stem}</title>{frame}"
    (tmp_path / "games" / "page.html").write_text(html, encoding="utf-8")
    page = chromium.new_page()
    page.goto((tmp_path / "games" / "page.html").as_uri())
    inside = page.frame_locator("iframe")
    expect(inside.get_by_role("grid")).to_be_visible()
    expect(inside.locator("#credit")).to_have_text(quincunx.find_game(source.stem).credit)
    expect(inside.locator("#games")).to_be_hidden()
    page.close()


def test_docs__five_pages_have_one() -> None:
    assert len(PAGES) >= 5
