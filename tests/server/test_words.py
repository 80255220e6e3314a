"""The words of the pages: both languages have the same, with the same places in them."""

import re
from pathlib import Path

import pytest

import quincunx.server
from quincunx.server.preferences import LANGUAGES, Preferences, language_of
from quincunx.server.wording import sayer, translated, words

TEMPLATES = Path(quincunx.server.__file__).parent / "templates"
SCRIPTS = Path(__file__).parents[2] / "web" / "app" / "src"


def places(text: str) -> list[str]:
    return sorted(re.findall(r"\{(\w*)\}", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_words__are_the_same_in_every_language(language: str) -> None:
    english, here = words("en"), words(language)
    assert here.keys() == english.keys()
    assert list(here) == sorted(here)
    for key, text in here.items():
        assert text.strip() == text != "", key
        assert places(text) == places(english[key]), key


def test_words__of_templates_are_there() -> None:
    for template in TEMPLATES.glob("*.html"):
        for key in re.findall(r"""say\(\s*["']([\w.-]+)["']\s*[,)]""", template.read_text("utf-8")):
            assert key in words("en"), (template.name, key)


def test_words__are_all_said_somewhere() -> None:
    sources = [*TEMPLATES.glob("*.html"), *TEMPLATES.parent.glob("*.py"), *SCRIPTS.rglob("*.ts")]
    code = "\n".join(source.read_text("utf-8") for source in sources)
    said = set(re.findall(r"""["'`]([\w.-]+)["'`]""", code))
    # Some have a place in them: `game.${kind}.asked`, f"problem.{key}", "common.nav." ~ name.
    some = re.findall(r"""say\(f?["`]([\w.-]*)\$?\{[^{}]*\}([\w.-]*)["`]""", code)
    some += [(begun, "") for begun in re.findall(r"""say\("([\w.-]+)" ~""", code)]
    unsaid = [key for key in words("en").keys() - said if not _fits(key, some)]
    assert sorted(unsaid) == []


def _fits(key: str, some: list[tuple[str, str]]) -> bool:
    return any(key.startswith(begun) and key.endswith(rest) for begun, rest in some)


def test_say__fills_places_and_knows_its_keys() -> None:
    assert sayer("de")("common.level", level=7) == "Stufe 7"
    with pytest.raises(KeyError):
        sayer("en")("common.no-such-text")


def test_translated__leaves_what_programs_go_by() -> None:
    table = {"last": "letzter", "Swap": "Tausch", "Red": "Rot", "swap": "falsch"}
    overlay = {"name": "last", "text": "last", "shows": [{"type": "last"}]}
    button = {"move": "swap", "name": "Swap", "confirm": "Sure?"}
    assert translated(overlay, table) == {**overlay, "text": "letzter"}
    assert translated(button, table) == {**button, "name": "Tausch"}
    assert translated([{"name": "Red", "letter": "R"}], table) == [{"name": "Rot", "letter": "R"}]


@pytest.mark.parametrize(
    ("accept", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("de", "de"),
        ("DE-at,en;q=0.9", "de"),
        ("en;q=0.4, de;q=0.8", "de"),
        ("fr, es;q=0.9", "en"),
        ("de;q=0, en", "en"),
        ("de;q=x, en;q=", "en"),
        (",,;;q=1", "en"),
    ],
)
def test_language__is_what_the_browser_likes_best(accept: str | None, language: str) -> None:
    assert language_of(Preferences(), accept) == language
    assert language_of(Preferences(language="de"), accept) == "de"
