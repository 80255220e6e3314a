"""The pages around the games, in a real browser: home, new game, lists, rules, settings."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import quincunx
from quincunx.server.app import create_app
from quincunx.server.assets import AssetsMissing
from quincunx.server.settings import Settings
from tests.needs import require
from tests.server.serving import serving
from tests.web.node import WEB

PATHS = ["/", "/new", "/games", "/rules", "/rules/hadron", "/settings", "/nothing"]
SHIFT = """() => new Promise(resolve => {
  let sum = 0;
  new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; })
    .observe({type: "layout-shift", buffered: true});
  setTimeout(() => resolve(sum), 600);
})"""

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = tmp_path_factory.mktemp("app") / "games.sqlite"
    try:
        app = create_app(Settings(database=f"sqlite:///{database}", engines=1))
    except AssetsMissing as error:
        require(False, str(error))
    with serving(app) as served:
        yield f"http://{served.host}"


@pytest.fixture
def open_page(chromium: Browser, base: str) -> Iterator[Open]:
    """Opens an address as somebody who was never here; any error on the page is a failure."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(path: str, **options: Any) -> Page:
        context = chromium.new_context(base_url=base, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(f"{path}: {error}"))
        page.on(
            "request",
            lambda request: None if request.url.startswith(base) else wrong.append(request.url),
        )
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def fen(page: Page, board: str) -> str:
    found = page.locator(f"{board} > svg").get_attribute("data-fen")
    assert found is not None
    return found


# --- All pages -----------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("path", PATHS)
def test_pages__are_accessible_in_every_theme(open_page: Open, path: str, theme: str) -> None:
    scheme = "dark" if theme == "dark" else "light"
    page = open_page(path, color_scheme=scheme, bypass_csp=True)
    if theme == "contrast":
        page.evaluate("document.documentElement.dataset.theme = 'contrast'")
    page.add_script_tag(path=WEB / "node_modules" / "axe-core" / "axe.min.js")
    found = page.evaluate(
        "async () => (await axe.run()).violations.map(v => [v.id, v.nodes[0].html])"
    )
    assert found == []


@pytest.mark.parametrize("width", [1280, 390, 320])
@pytest.mark.parametrize("path", PATHS)
def test_pages__nothing_shifts_and_nothing_sticks_out(
    open_page: Open, path: str, width: int
) -> None:
    page = open_page(path, viewport={"width": width, "height": 800})
    assert page.evaluate(SHIFT) == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_pages__are_there_without_scripts(open_page: Open) -> None:
    page = open_page("/", java_script_enabled=False)
    board = page.locator("quincunx-board[data-game=hadron] > svg")
    assert board.bounding_box() == pytest.approx(
        {**(board.bounding_box() or {}), "width": 200, "height": 200}, abs=4
    )
    page.get_by_role("button", name="Play now: Hadron").click()
    expect(page).to_have_url(re.compile(r"/g/\w{10}$"))
    expect(page.locator("[data-cell=c3]")).to_be_visible()

    page.goto("/rules/cordon#cordoning")
    pictures = page.locator(".clause img")
    assert pictures.count() == page.locator(".clause").count() > 3
    expect(pictures.first).to_be_visible()
    expect(page.locator("#desk")).to_be_hidden()

    page.goto("/settings")
    page.get_by_text("High contrast").click()
    page.get_by_role("button", name="Keep").click()
    assert page.locator("html").get_attribute("data-theme") == "contrast"


# --- Home ----------------------------------------------------------------------------------------


def test_home__one_click_begins_a_game(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Play now: Hadron").click()
    expect(page).to_have_url(re.compile(r"/g/\w{10}$"))
    page.goto("/")
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    expect(page.locator(".tile").first).to_contain_text("Your turn")


def test_home__boards_play_for_whoever_looks(open_page: Open) -> None:
    page = open_page("/", viewport={"width": 1280, "height": 800})
    board = "quincunx-board[data-game=hadron]"
    before = fen(page, board)
    expect(page.locator(f"{board} > svg")).not_to_have_attribute("data-fen", before, timeout=10_000)


@pytest.mark.parametrize("options", [{"reduced_motion": "reduce"}, {"viewport": (800, 90)}])
def test_home__boards_stand_still_if_wanted_or_unseen(
    open_page: Open, options: dict[str, Any]
) -> None:
    if "viewport" in options:
        width, height = options["viewport"]
        options = {"viewport": {"width": width, "height": height}}
    asked: list[str] = []
    page = open_page("/", **options)
    page.on("request", lambda request: asked.append(request.url))
    boards = [f"quincunx-board[data-game={game.id}]" for game in quincunx.GAMES]
    before = [fen(page, board) for board in boards]
    page.wait_for_timeout(2500)
    assert [fen(page, board) for board in boards] == before
    assert not [url for url in asked if url.endswith(".wasm")]  # nor is anything loaded for it


# --- New game ------------------------------------------------------------------------------------


def test_new__the_board_follows_the_form(open_page: Open) -> None:
    page = open_page("/new")
    page.get_by_role("link", name="Cordon").click()
    expect(page.locator("#board > svg")).to_have_attribute("aria-label", re.compile("Cordon"))
    page.get_by_label("Board").select_option("7")
    expect(page.locator("#board > svg")).to_have_attribute("aria-label", re.compile("side 7"))
    assert page.url.endswith("/new?game=cordon")
    expect(page.get_by_text("Cordon by Mark Steere, 2023")).to_be_visible()
    page.get_by_role("link", name="Quadrature").click()
    expect(page.locator("label[for=side-first] b")).to_have_text("White")


def test_new__only_what_matters_is_asked(open_page: Open) -> None:
    page = open_page("/new")
    level, side = page.get_by_role("group", name="Level"), page.get_by_role("group", name="You")
    expect(level).to_be_visible()
    page.get_by_text("A friend").click()
    expect(level).to_be_hidden()
    expect(side).to_be_visible()
    page.get_by_text("Both here").click()
    expect(side).to_be_hidden()
    expect(page.locator("#minutes")).to_be_hidden()
    page.get_by_text("For the game").click()
    expect(page.locator("#minutes")).to_be_visible()


def test_new__begins_what_was_asked_for_and_remembers_it(open_page: Open) -> None:
    page = open_page("/new?game=hadron")
    page.get_by_label("Board").select_option("7")
    page.locator("label[for=level-4]").click()
    page.get_by_text("Blue").click()
    page.get_by_label("Your name").fill("Lin")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile(r"/g/\w{10}$"))
    id = page.url.rpartition("/")[2]
    state = page.request.get(f"/api/games/{id}").json()
    assert (state["game"], state["size"], state["players"]["first"]["level"]) == ("hadron", 7, 4)
    assert state["players"]["second"]["name"] == "Lin"

    page.goto("/new?game=hadron")
    expect(page.get_by_label("Board")).to_have_value("7")
    expect(page.locator("#level-4")).to_be_checked()
    expect(page.locator("#side-second")).to_be_checked()
    expect(page.locator("#board > svg")).to_have_attribute("aria-label", re.compile("7×7"))


def test_new__two_clicks_begin_one_game(open_page: Open) -> None:
    page = open_page("/new?game=hadron")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    page.get_by_role("button", name="Start").dblclick()
    expect(page).to_have_url(re.compile(r"/g/\w{10}$"))
    assert asked.count("POST") == 1


def test_new__a_size_that_is_no_longer_offered_is_forgotten(open_page: Open) -> None:
    page = open_page("/new?game=hadron")
    page.evaluate("localStorage.setItem('quincunx-new', '{\"sizes\": {\"cordon\": 99}}')")
    page.reload()
    page.get_by_role("link", name="Cordon").click()
    expect(page.locator("#board > svg")).to_have_attribute("aria-label", re.compile("Cordon"))
    expect(page.get_by_label("Board")).to_have_value(str(quincunx.find_game("cordon").default_size))


def test_new__start_is_in_reach_on_a_phone(open_page: Open) -> None:
    page = open_page("/new", viewport={"width": 390, "height": 700}, has_touch=True)
    box = page.get_by_role("button", name="Start").bounding_box()
    assert box is not None and box["y"] + box["height"] <= 700 and box["height"] >= 44


# --- Rules ---------------------------------------------------------------------------------------


def test_rules__an_address_shows_its_clause(open_page: Open) -> None:
    page = open_page("/rules/hadron#placement-rule")
    shown = page.locator(".clause[data-shown]")
    expect(shown).to_have_attribute("id", "placement-rule")
    expect(shown).to_be_in_viewport()


def test_rules__the_board_follows_the_reader(open_page: Open) -> None:
    page = open_page("/rules/hadron", viewport={"width": 1280, "height": 700})
    expect(page.locator(".clause[data-shown]")).to_have_attribute("data-clause", "0")
    before = page.locator("#task").inner_text()
    page.mouse.move(300, 300)
    page.mouse.wheel(0, 900)
    expect(page.locator(".clause[data-shown]")).not_to_have_attribute("data-clause", "0")
    expect(page.locator("#task")).not_to_have_text(before)
    expect(page.locator("#board")).to_be_in_viewport(ratio=0.95)


def unbroken(task: str) -> str:
    """A task as the page shows it: no line ends within a move."""
    return re.sub(r"(?<=[a-z0-9])-(?=[a-z]\d)", "\N{NON-BREAKING HYPHEN}", task)


@pytest.mark.parametrize("game", [game.id for game in quincunx.GAMES])
def test_rules__every_task_can_be_done(open_page: Open, game: str) -> None:
    page = open_page(f"/rules/{game}", viewport={"width": 1280, "height": 900})
    clauses = page.evaluate("JSON.parse(document.getElementById('data').textContent)")
    clauses = clauses["declarations"][game]["game"]["drawing"]["clauses"]
    desk = page.locator("#desk")
    for number, clause in enumerate(clauses):
        page.locator(f"[data-clause='{number}'] > p").first.click()
        expect(page.locator("#task")).to_have_text(unbroken(clause["task"]))
        if clause["fen"]:
            assert fen(page, "#board") == clause["fen"]
        for move in clause["plays"]:
            if move in page.locator("#buttons").inner_text().lower():
                page.locator("#buttons button").click()
                page.locator(".quincunx-question .quincunx-yes").click()
                continue
            for cell in move.split("-"):
                page.locator(f"#board [data-cell={cell}]").click()
        if clause["plays"]:
            expect(desk).to_have_attribute("data-done", "")
            page.get_by_role("button", name="Reset").click()
            expect(desk).not_to_have_attribute("data-done", "")


def test_rules__what_is_not_allowed_is_explained(open_page: Open) -> None:
    page = open_page("/rules/hadron")
    clauses = page.evaluate("JSON.parse(document.getElementById('data').textContent)")
    clauses = clauses["declarations"]["hadron"]["game"]["drawing"]["clauses"]
    number, clause = next((k, each) for k, each in enumerate(clauses) if each["refuses"])
    page.locator(f"[data-clause='{number}'] > p").first.click()
    page.locator(f"#board [data-cell={clause['refuses'][0]}]").click()
    expect(page.get_by_role("alert")).to_contain_text(clause["section"])


# --- Settings ------------------------------------------------------------------------------------


def test_settings__apply_at_once_and_are_painted_by_the_server(open_page: Open) -> None:
    page = open_page("/settings")
    page.get_by_text("Dark", exact=True).click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.get_by_label("Coordinates").uncheck()
    page.get_by_label("Shapes").check()
    expect(page.locator("#board [data-layer=coordinates] text")).to_have_count(0)
    expect(page.locator("#board [data-layer=pieces] rect")).not_to_have_count(0)
    shown = page.locator("#board > svg").inner_html()
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    expect(page.get_by_label("Shapes")).to_be_checked()
    source = page.request.get("/settings").text()
    assert 'data-theme="dark"' in source and "<rect" in source
    assert re.search(r'data-layer="coordinates"[^>]*></g>', source)
    assert re.findall(r'data-piece="\w+"', shown) == re.findall(r'data-piece="\w+"', source)


def test_settings__overlays_are_chosen_for_each_game(open_page: Open) -> None:
    page = open_page("/settings")
    page.locator("summary", has_text="Hadron").click()
    page.get_by_label("how many red and blue checkers").check()
    expect(page.locator("#board [data-overlay=neighbours]")).not_to_have_count(0)
    page.locator("summary", has_text="Cordon").click()
    expect(page.locator("#board > svg")).to_have_attribute("aria-label", re.compile("Cordon"))


def test_settings__another_language_is_spoken_at_once(open_page: Open) -> None:
    page = open_page("/settings")
    page.get_by_text("Deutsch", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Einstellungen")
    page.goto("/")
    expect(page.get_by_role("button", name="Jetzt spielen: Hadron")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/games"])
def test_games__are_read_anew_when_the_page_comes_back(open_page: Open, path: str) -> None:
    page = open_page(path)
    page.request.post("/api/games", data={"game": "cordon", "opponent": "engine"})
    with page.expect_navigation():
        page.evaluate(
            "window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
        )
    expect(page.locator(".tile").first).to_contain_text("Cordon")


def test_games__go_to_the_game_that_is_clicked(open_page: Open) -> None:
    page = open_page("/")
    created = page.request.post("/api/games", data={"game": "cordon", "opponent": "engine"}).json()
    page.goto("/games?mine=1")
    tile = page.locator(".tile", has=page.locator(f"a[href='/g/{created['id']}']"))
    tile.click(position={"x": 60, "y": 60})
    expect(page).to_have_url(re.compile(f"/g/{created['id']}$"))
