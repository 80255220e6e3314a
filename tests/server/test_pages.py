"""The pages as the server writes them: complete without a script, safe whatever a cookie says."""

import gzip
import json
import re
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from fastapi import FastAPI, Request

import quincunx
from quincunx.drawing.catalogue import drawing_of
from quincunx.engine import LEVELS
from quincunx.server import pages, visitors
from quincunx.server.opening import GUEST
from quincunx.server.page import Page
from quincunx.server.preferences import Preferences
from quincunx.server.routes.rules import anchor
from quincunx.server.schema import Created, GameList, GameState, GameSummary, NewGame, Refusal
from quincunx.server.wording import words
from tests.server.asgi import Answer, call

SECRET = "s" * 32
GAME = "abcdefgh12"
PLAYERS = {
    "first": {"name": "<b>Ada</b>", "kind": "person"},
    "second": {"name": "Level 2", "kind": "engine", "level": 2},
}
GAMES = [game.id for game in quincunx.GAMES]
PATHS = ["/", "/new", "/games", "/rules", "/settings", f"/g/{GAME}", "/g/missing"]
PATHS += [f"/rules/{game}" for game in GAMES] + [f"/new?game={game}" for game in GAMES]


def summary(number: int, **changes: Any) -> GameSummary:
    """A game in a list, just begun."""
    game = quincunx.GAMES[number % len(GAMES)]
    board = quincunx.Board(game)
    board.push(next(iter(board.legal_moves)))
    usual = {
        "id": f"game{number:06}",
        "game": game.id,
        "size": board.size,
        "ply": 1,
        "moves": [move.text for move in board.move_stack],
        "turn": "second",
        "outcome": None,
        "clock": None,
        "players": PLAYERS,
        "opponent": "engine",
        "you": None,
        "updated": time.time(),
    }
    return GameSummary.model_validate({**usual, **changes})


class FakeGames:
    """One game to look at; what is asked of it is kept."""

    def __init__(self) -> None:
        self.created: list[tuple[NewGame, str]] = []
        self.asked: list[dict[str, Any]] = []
        self.you: str | None = "first"
        self.outcome: dict[str, Any] | None = None

    async def board(self, id: str) -> quincunx.Board:
        if id != GAME:
            raise Refusal(404, "unknown", "no such game")
        board = quincunx.Board("hadron")
        board.push_text("c3")
        return board

    async def state(self, id: str) -> GameState:
        board = await self.board(id)
        told = {
            "id": id,
            "game": "hadron",
            "size": 5,
            "v": 1,
            "branch": 0,
            "ply": 1,
            "moves": ["c3"],
            "turn": "second",
            "fen": board.fen(),
            "outcome": self.outcome,
            "clock": None,
            "players": PLAYERS,
            "opponent": "engine",
            "takebacks": True,
            "offers": [],
            "rematch": None,
            "created": 0.0,
        }
        return GameState.model_validate(told)

    async def seat_of(self, id: str, visitor: str | None) -> str | None:
        return self.you

    async def mine(self, visitor: str) -> list[GameSummary]:
        return [summary(0, you="second"), summary(1, you="first")]

    async def listed(
        self, status: str | None = None, game: str | None = None, page: int = 1, **who: Any
    ) -> GameList:
        self.asked.append({"status": status, "game": game, "page": page, **who})
        over = {"winner": "first", "termination": "resignation", "text": "Red wins"}
        lost = summary(2, turn=None, outcome=over)
        return GameList(games=[summary(0), summary(1), lost], page=page, pages=3)

    async def create(self, wanted: NewGame, visitor: str) -> Created:
        quincunx.Board(wanted.game, size=wanted.size)
        self.created.append((wanted, visitor))
        url = f"/g/{GAME}"
        return Created(id=GAME, side="first", token="t", url=url, invite=None)


@pytest.fixture
def games() -> FakeGames:
    return FakeGames()


@pytest.fixture
def app(games: FakeGames) -> FastAPI:
    app = FastAPI()
    app.state.games = games
    app.state.assets = SimpleNamespace(address=lambda name: f"/static/{name}")
    app.include_router(pages.router)
    return app


def get(app: FastAPI, path: str, *, language: str = "en", **cookies: str) -> Answer:
    told = "; ".join(f"{name}={value}" for name, value in {"visitor": SECRET, **cookies}.items())
    return call(app, "GET", path, headers={"accept-language": language, "cookie": told})


def html(app: FastAPI, path: str, **more: str) -> str:
    return get(app, path, **more).body.decode()


def post(app: FastAPI, path: str, form: str, settings: str = "") -> Answer:
    kind = {"content-type": "application/x-www-form-urlencoded"}
    cookie = f"visitor={SECRET}; settings={settings}"
    return call(app, "POST", path, form.encode(), headers={**kind, "cookie": cookie})


def data(text: str) -> Any:
    (found,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    return json.loads(found)


class Elements(HTMLParser):
    """All elements of a page with their attributes, and the words between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self._inside != "script":
            self.words.append(data)

    def all(self, tag: str) -> Iterator[dict[str, str | None]]:
        return (attributes for name, attributes in self.found if name == tag)


# --- Every page ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("path", PATHS)
def test_pages__have_nothing_that_a_strict_policy_forbids(
    app: FastAPI, path: str, language: str
) -> None:
    page = Elements(html(app, path, language=language))
    for tag, attributes in page.found:
        assert tag != "style" and "style" not in attributes, (tag, attributes)
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        for name in ("src", "srcset", "action") + (("href",) if tag == "link" else ()):
            assert not urlsplit(attributes.get(name) or "").netloc, (tag, attributes)
    scripts = list(page.all("script"))
    assert [script.get("type") for script in scripts] == ["module", "application/json"]
    assert "src" in scripts[0]


@pytest.mark.parametrize("path", PATHS)
def test_pages__have_one_heading_a_title_and_unique_ids(app: FastAPI, path: str) -> None:
    text = html(app, path)
    page = Elements(text)
    assert len(list(page.all("h1"))) == 1
    assert re.search(r"<title>[^<]*Quincunx[^<]*</title>", text)
    ids = [attributes["id"] for _, attributes in page.found if "id" in attributes]
    assert sorted(ids, key=str) == sorted(set(ids), key=str)
    assert "marksteeregames.com" in text and "John Nash and Piet Hein" in text


@pytest.mark.parametrize("path", PATHS)
def test_pages__speak_german_to_those_who_ask_for_it(app: FastAPI, path: str) -> None:
    english, german = html(app, path), html(app, path, language="de-AT, en;q=0.5")
    assert '<html lang="en"' in english and '<html lang="de"' in german
    assert "Einstellungen" in german and "Einstellungen" not in english
    assert data(german)["words"].keys() == data(english)["words"].keys()
    # No key of a text, and no place of one, is left over.
    for text in (english, german):
        spoken = " ".join(Elements(text).words)
        assert not re.search(r"\{\w+\}", spoken), spoken
        assert not [key for key in words("en") if key.count(".") > 1 and key in spoken]


@pytest.mark.parametrize("path", [path for path in PATHS if "missing" not in path])
def test_pages__have_their_boards_painted(app: FastAPI, path: str) -> None:
    text = html(app, path)
    assert re.search(r'<svg [^>]*class="quincunx" role="grid"', text)
    assert 'data-cell="a1"' in text and 'data-layer="pieces"' in text
    patterns = re.findall(r'<pattern id="([^"]+)"', text)
    assert len(patterns) == len(set(patterns)) > 0


@pytest.mark.parametrize(
    "cookie",
    [
        "%",
        "null",
        "[]",
        "%7B",
        '"dark"',
        quote("[" * 2000),
        quote('{"theme": "<script>", "language": "xx", "confirm": 1, "sounds": "no"}'),
        quote('{"theme": ["dark"], "overlays": {"hadron": "legal", "chess": ["x"], "cordon": 7}}'),
        quote('{"overlays": {"hadron": ["no such", 7, null, {}]}, "animated": null, "more": 1}'),
        quote('{"language": {"toString": 1}, "overlays": 3, "shapes": 1e999}'),
    ],
)
def test_pages__a_bad_cookie_does_no_harm(app: FastAPI, cookie: str) -> None:
    for path in ("/", "/new", "/settings", f"/g/{GAME}", "/rules/hadron"):
        answer = get(app, path, settings=cookie)
        assert answer.status == 200
        text = answer.body.decode()
        assert '<html lang="en" data-theme="auto">' in text
        settings = data(text)["settings"]
        assert settings["theme"] == "auto" and settings["sounds"] is True
        assert all(isinstance(names, list) for names in settings["overlays"].values())


def test_pages__boards_are_painted_in_the_looks_of_the_cookie(
    app: FastAPI, games: FakeGames
) -> None:
    games.you = "second"

    def painted(**settings: Any) -> str:
        return html(app, f"/g/{GAME}", settings=quote(json.dumps(settings)))

    usual = painted()
    assert 'data-layer="coordinates" aria-hidden="true" pointer-events="none"><text' in usual
    assert (
        "<text"
        not in re.findall(r'data-layer="coordinates"[^>]*>(.*?)</g>', painted(coordinates=False))[0]
    )
    assert 'data-overlay="legal"' in usual
    bare = painted(overlays={"hadron": ["last"]})
    assert 'data-overlay="legal"' not in bare and 'data-overlay="last"' in bare
    assert 'data-theme="contrast"' in painted(theme="contrast")
    assert "Einstellungen" in painted(language="de")


@pytest.mark.parametrize(("you", "shown"), [("second", True), ("first", False), (None, False)])
def test_game__legal_moves_are_shown_to_whoever_may_make_one(
    app: FastAPI, games: FakeGames, you: str | None, shown: bool
) -> None:
    games.you = you
    assert ('data-overlay="legal"' in html(app, f"/g/{GAME}")) is shown


@pytest.mark.parametrize(
    ("termination", "text"),
    [
        ("no placement", "Blau gewinnt: Rot kann nicht mehr setzen"),
        ("resignation", "Blau gewinnt: Rot hat aufgegeben"),
        ("of another version", "Blue wins"),
    ],
)
def test_game__its_result_is_told_in_the_reader_s_language_with_a_link_to_the_rule(
    app: FastAPI, games: FakeGames, termination: str, text: str
) -> None:
    section = "OBJECT OF THE GAME"
    told = {"winner": "second", "termination": termination, "text": "Blue wins"}
    games.outcome = {**told, "section": section}
    painted = html(app, f"/g/{GAME}", language="de")
    assert f'<p class="verdict">{text}</p>' in painted
    assert f'<a href="/rules/hadron#{anchor(section)}">{section}</a>' in painted


def test_pages__data_cannot_end_their_script(app: FastAPI) -> None:
    text = html(app, f"/g/{GAME}")
    assert "<b>Ada</b>" not in text
    assert data(text)["state"]["players"]["first"]["name"] == "<b>Ada</b>"


def test_pages__have_all_that_the_script_expects(app: FastAPI) -> None:
    found = data(html(app, f"/g/{GAME}"))
    assert found["page"] == "game" and found["you"] == "first"
    assert found["assets"]["rules"] == "/static/quincunx-rules.wasm"
    assert list(found["declarations"]) == ["hadron"]
    assert [game["id"] for game in found["catalogue"]["games"]] == GAMES
    for game in found["catalogue"]["games"]:
        assert [level["level"] for level in game["levels"]] == list(range(1, 11))
    assert all(key.startswith(("game.", "common.")) for key in found["words"])


def test_pages__are_compressed_for_those_who_can_read_it(app: FastAPI) -> None:
    packed = call(app, "GET", "/", headers={"accept-encoding": "gzip, br"})
    plain = call(app, "GET", "/", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["cache-control"] == "private, no-cache"


# --- Each page -----------------------------------------------------------------------------------


def test_home__every_game_can_be_begun_without_a_script(app: FastAPI, games: FakeGames) -> None:
    page = Elements(html(app, "/"))
    assert [form["action"] for form in page.all("form")] == ["/play"] * len(GAMES)
    hidden = [field["value"] for field in page.all("input") if field["name"] == "game"]
    assert hidden == GAMES
    answer = post(app, "/play", "game=cordon")
    assert (answer.status, answer.headers["location"]) == (303, f"/g/{GAME}")
    ((wanted, visitor),) = games.created
    assert (wanted.game, wanted.opponent, wanted.level) == ("cordon", "engine", 2)
    assert visitor == visitors.hashed(SECRET)


def test_home__credits_each_game(app: FastAPI) -> None:
    text = html(app, "/")
    for game in quincunx.GAMES:
        assert f"{game.author}, {game.year}" in text or not game.year
        assert game.author in text and drawing_of(game).goal in text
    # What awaits whoever plays now: the level, and what it is like.
    assert text.count(f"against level 2: {LEVELS[2].text}") == len(GAMES)


def test_home__shows_running_games_only_to_whom_they_belong(app: FastAPI) -> None:
    assert "Your turn" in html(app, "/") and 'href="/g/game000000"' in html(app, "/")
    stranger = call(app, "GET", "/", headers={"accept-language": "en"}).body.decode()
    assert "/g/" not in stranger


def test_new__the_form_says_what_the_api_is_asked(app: FastAPI, games: FakeGames) -> None:
    form = "game=hadron&size=7&opponent=friend&level=5&side=random&clock=time&minutes=3&increment=2"
    assert post(app, "/new", f"{form}&name=Lin&takebacks=on").status == 303
    assert post(app, "/new", "game=cordon&opponent=same-screen&clock=days&days=7").status == 303
    first, second = (wanted for wanted, _ in games.created)
    assert first.model_dump() == {
        "game": "hadron",
        "size": 7,
        "opponent": "friend",
        "level": 5,
        "side": "random",
        "clock": {"initial": 180.0, "increment": 2.0},
        "takebacks": True,
        "name": "Lin",
        "moves": [],
    }
    assert second.clock is not None and second.clock.model_dump() == {"days": 7}
    assert second.takebacks is False and second.name is None


@pytest.mark.parametrize(
    "form", ["level=99", "side=third", "opponent=nobody", "size=x", f"name={'x' * 31}"]
)
def test_new__what_is_wrong_is_said_and_the_rest_stays(
    app: FastAPI, games: FakeGames, form: str
) -> None:
    answer = post(app, "/new", f"game=cordon&clock=days&days=7&{form}")
    text = answer.body.decode()
    assert answer.status == 422 and games.created == []
    assert re.search(r'role="alert"[^>]*>[^<]*' + form.partition("=")[0], text)
    assert 'name="game" id="game" value="cordon"' in text
    assert re.search(r'id="clock-days" value="days" checked', text)


def test_new__a_game_that_is_not_there_is_not_begun(app: FastAPI, games: FakeGames) -> None:
    for path in ("/new", "/play"):
        with pytest.raises(Refusal, match="no game is called 'chess'"):
            post(app, path, "game=chess")
    assert games.created == []


def test_new__offers_what_the_game_has(app: FastAPI) -> None:
    for game in quincunx.GAMES:
        text = html(app, f"/new?game={game.id}")
        sizes = re.findall(r'<option value="(\d+)"( selected)?>([^<]+)', text.split("</select>")[0])
        assert [int(size) for size, _, _ in sizes] == list(game.sizes)
        (chosen,) = (int(size) for size, selected, _ in sizes if selected)
        assert chosen == game.default_size
        assert all(f"<b>{name}</b>" in text for name in game.players)


def test_game__the_second_player_sees_it_from_the_other_side(
    app: FastAPI, games: FakeGames
) -> None:
    def first_cell() -> tuple[str, str]:
        cell = re.search(
            r'data-cell="(\w\d)"[^>]*><path [^>]*d="M([\d.]+) ', html(app, f"/g/{GAME}")
        )
        assert cell is not None
        return cell[1], cell[2]

    near = first_cell()
    games.you = "second"
    far = first_cell()
    assert near[0] == far[0] and float(near[1]) < float(far[1])


def test_game__one_that_is_not_there_is_said_in_the_sites_looks(app: FastAPI) -> None:
    answer = get(app, "/g/missing")
    text = answer.body.decode()
    assert answer.status == 404 and "There is no such game" in text
    assert 'class="top"' in text and '<link rel="stylesheet"' in text


def test_games__filters_and_pages_are_addresses(app: FastAPI, games: FakeGames) -> None:
    text = html(app, "/games?status=running&game=cordon&mine=1&page=2")
    known = visitors.hashed(SECRET)
    assert games.asked == [{"status": "running", "game": "cordon", "page": 2, "visitor": known}]
    links = [link["href"] for link in Elements(text).all("a")]
    assert "/games?status=running&game=cordon&mine=1&page=3" in links
    assert "/games?status=running&game=cordon&mine=1" in links  # the page before is the first
    assert "/games?status=finished&game=cordon&mine=1" in links
    assert "/games?status=running&game=cordon" in links
    assert "/games?status=running&mine=1" in links


def test_games__nonsense_in_an_address_is_no_filter(app: FastAPI, games: FakeGames) -> None:
    assert get(app, "/games?status=lost&game=chess&page=-3").status == 200
    assert games.asked[0] == {
        "status": None,
        "game": None,
        "page": 1,
        "viewer": visitors.hashed(SECRET),
    }


def test_games__say_who_plays_and_how_it_stands(app: FastAPI) -> None:
    text = html(app, "/games")
    assert "&lt;b&gt;Ada&lt;/b&gt;" in text and "Level 2" in text
    assert "Blue to move" in text and "Black wins" in text


def test_names__a_guest_is_called_so_in_the_readers_language(app: FastAPI) -> None:
    seen = {"first": {"name": GUEST, "kind": "person"}, "second": None}
    request = Request({"type": "http", "app": app, "headers": [(b"accept-language", b"de")]})
    line = pages._line(Page(request, "games"), summary(0, players=seen))
    assert line["names"] == ["Gast", "freier Platz"]


@pytest.mark.parametrize("game", GAMES)
def test_rules__every_section_of_the_sheet_is_an_anchor(app: FastAPI, game: str) -> None:
    text = html(app, f"/rules/{game}")
    page = Elements(text)
    sections = [dict(each) for each in page.all("section")]
    declared = drawing_of(quincunx.find_game(game))
    clauses = declared.clauses or declared.rules
    assert len(sections) == len(clauses)
    names = {anchor(clause.section) for clause in clauses}
    assert names <= {section["id"] for section in sections}
    for number in range(1, len(clauses) + 1):
        assert f'<img src="/rules/{game}/{number}.svg"' in text
        picture = get(app, f"/rules/{game}/{number}.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert b'fill="#' in picture.body  # a picture by itself has colours of its own


@pytest.mark.parametrize("path", ["/rules/chess", "/rules/hadron/x"])
def test_rules__of_a_game_that_is_not_there(app: FastAPI, path: str) -> None:
    assert get(app, path).status == 404
    with pytest.raises(Refusal, match="no clause 99"):
        get(app, "/rules/hadron/99.svg")


def test_settings__a_browser_without_a_script_keeps_them_too(app: FastAPI) -> None:
    form = "theme=dark&confirm=always&language=de&shapes=on&keys=on&overlays.hadron=last&name=Lin"
    answer = post(app, "/settings", form)
    assert answer.status == 303
    cookie = answer.headers["set-cookie"]
    assert "SameSite=Lax" in cookie and "Max-Age=31536000" in cookie
    text = html(app, "/settings", settings=cookie.partition(";")[0].partition("=")[2])
    found = data(text)["settings"]
    assert found == {
        "theme": "dark",
        "confirm": "always",
        "language": "de",
        "name": "Lin",
        "shapes": True,
        "keys": True,
        "patterns": False,
        "coordinates": False,
        "animated": False,
        "sounds": False,
        "notify": False,
        "overlays": {game: ["last"] if game == "hadron" else [] for game in GAMES},
    }
    assert '<html lang="de" data-theme="dark">' in text


def test_settings__the_name_is_that_of_new_games(app: FastAPI, games: FakeGames) -> None:
    cookie = Preferences(name="Lin").cookie()
    assert 'value="Lin"' in html(app, "/new", settings=cookie)
    post(app, "/play", "game=cordon", settings=cookie)
    assert games.created[-1][0].name == "Lin"
    for nonsense in (["x"], "a" * 31, "a\nb"):
        assert Preferences.of({"name": nonsense}).name == ""


def test_robots__may_read_the_pages_but_not_the_games(app: FastAPI) -> None:
    assert "Disallow: /g/" in html(app, "/robots.txt")
    assert get(app, "/favicon.ico").headers["location"] == "/static/icon.svg"
