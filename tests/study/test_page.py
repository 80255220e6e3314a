"""The page of a study: sections, sentences, pictures; and nothing that it would have to fetch."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from quincunx import Board, Move, find_game
from quincunx.study import charts
from quincunx.study.page import page
from quincunx.study.words import Words, percent
from tests.study.tiny import TINY, Made, made

each_study = pytest.mark.parametrize(("game", "size"), TINY, ids=[f"{g}-{s}" for g, s in TINY])

VOID = {"meta", "br", "link"}
SECTIONS = [
    "Who wins",
    "How long it takes, and how much there is to choose",
    "When it is decided",
    "How often the lead changes",
    "Where to begin",
    "How strength grows with time",
    "What random play would say",
    "How this was made",
]


class _Page(HTMLParser):
    """Reads a page, and refuses tags that do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.headings: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, f"{tag} was not open"

    def handle_data(self, data: str) -> None:
        if "style" in self.open:
            return
        self.text += data
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


@each_study
def test_page__has_every_section_and_who_the_game_is_by(game: str, size: int) -> None:
    study = made(game, size)
    read = _Page(study.page)
    swaps = [heading for heading in read.headings if heading == "Where swapping is right"]
    assert [heading for heading in read.headings if heading not in swaps] == SECTIONS
    assert bool(swaps) == find_game(game).has_pie_rule
    credit = find_game(game).credit
    assert read.text.count(credit) == 2
    links = {attrs["href"] for tag, attrs in read.seen if tag == "a"}
    assert all(link and link.removeprefix("http://") in credit for link in links)


@each_study
def test_page__is_whole_by_itself(game: str, size: int) -> None:
    study = made(game, size)
    read = _Page(study.page)
    tags = {tag for tag, _ in read.seen}
    assert not tags & {"script", "link", "img", "iframe", "object", "embed", "use", "image"}
    for _, attrs in read.seen:
        assert not {"src", "srcset", "xlink:href"} & set(attrs)
    for address in re.findall(r"url\(([^)]*)\)", study.page):
        assert address.startswith("#")
    assert "@import" not in study.page and "prefers-color-scheme:dark" in study.page
    assert len(study.page) < 300_000
    for picture in re.findall(r"<svg.*?</svg>", study.page, re.DOTALL):
        ET.fromstring(picture)
    ids = [attrs["id"] for _, attrs in read.seen if "id" in attrs]
    assert len(ids) == len(set(ids))


@each_study
def test_page__says_nothing_that_only_a_program_would(game: str, size: int) -> None:
    text = _Page(made(game, size).page).text
    assert not re.search(r"\b(None|nan|inf|True|False)\b|\{|\}|\[\]", text)


@each_study
def test_page__has_the_numbers_of_the_report(game: str, size: int) -> None:
    study = made(game, size)
    results = study.report["engine"]["results"]
    first = find_game(game).players[0]
    text = _Page(study.page).text.replace("\u00a0", " ")
    assert f"{first} won {results['first_wins']} of 4 games between equal engines" in text
    mean = study.report["engine"]["length"]["mean"]
    assert f"{mean:.1f}" in text
    assert f"{study.report['random']['length']['mean']:.1f}" in text


def test_page__comes_from_the_numbers_alone() -> None:
    study = made(*TINY[0])
    assert page(study.settings, json.loads(json.dumps(study.report))) == study.page


# --- Maps ----------------------------------------------------------------------------------------


def shown(study: Made, number: int) -> dict[str, tuple[str, str | None]]:
    """What a map of the page shows for each move: its title, and the colour behind it."""
    pictures = re.findall(r'<svg [^>]*class="quincunx".*?</svg>', study.page, re.DOTALL)
    found = {}
    for group in ET.fromstring(pictures[number]).iter("{http://www.w3.org/2000/svg}g"):
        title = group.find("{*}title")
        filled = [part for part in group if part.get("fill") and part.tag[-4:] != "text"]
        if title is not None and title.text and "%" in title.text and filled:
            move, _, said = title.text.partition(": ")
            found[move] = (said, filled[0].get("fill"))
    return found


@each_study
def test_map__has_a_value_for_every_first_move_and_the_symmetry_of_the_board(
    game: str, size: int
) -> None:
    study = made(game, size)
    start = study.settings.plain_board()
    values = {image: each["value"] for each in study.report["openings"] for image in each["images"]}
    for number in (0, 1):
        looks = shown(study, number)
        assert set(looks) == {move.text for move in start.legal_moves}
        for k in start.symmetries():
            if start.transform(k) != start:
                continue
            for move, look in looks.items():
                assert looks[start.transform_move(Move(move), k).text] == look
    for move, (said, _) in shown(study, 0).items():
        assert said.startswith(f"{100 * values[move]:.1f} %")


def test_map__draws_a_move_of_two_cells_as_an_arrow_between_them() -> None:
    from quincunx.study.boards import heat_map

    start = Board("quadrature")
    opening = {"move": "c3-d4", "images": ["c3-d4"], "value": 0.9, "proven": None}
    picture = heat_map(start, [opening], lambda each: each["value"], "a map")
    [arrow] = re.findall(r'class="rim-line" d="([^"]*)"', picture)
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", arrow)]
    xs, ys = numbers[::2], numbers[1::2]
    cells = re.findall(
        r'data-cell="(\w+)"><title>\w+</title><path class="\S+" d="M([\d.]+) ', picture
    )
    left = {name: float(x) for name, x in cells}
    assert left["c3"] < min(xs) < left["d4"] < max(xs)  # from c3 into d4
    assert max(ys) - min(ys) == pytest.approx(max(xs) - min(xs), abs=1)  # along the diagonal


# --- Words and plots -----------------------------------------------------------------------------


def test_percent__does_not_make_all_of_nearly_all() -> None:
    assert percent(0.9996) == "99.96\u00a0%"
    assert percent(1.0) == "100\u00a0%" and percent(0.0) == "0\u00a0%"


def test_words__tell_an_advantage_only_where_the_interval_does() -> None:
    report = json.loads(json.dumps(made("cordon", 2).report))
    results = report["engine"]["results"]
    report["openings"] = [{"proven": None, "move": "a1"}]
    for interval, said in (
        ([0.44, 0.63], "show no clear advantage for either side"),
        ([0.53, 0.7], "an advantage for Red, who moves first"),
        ([0.3, 0.47], "an advantage for Blue, who moves second"),
    ):
        results["first_score_95"] = interval
        assert said in Words(report).winners()[0]


def test_words__an_elo_without_a_bound_is_told_as_such() -> None:
    report = json.loads(json.dumps(made("cordon", 2).report))
    everything = {"elo": None, "low": 120.0, "high": None, "score": 1.0, "games": 4}
    report["strength"] = {
        "matches": [{"weaker": 8, "stronger": 16, **everything}],
        "doubling": everything,
    }
    assert "all games won, so no number" in Words(report).strength()[0]
    assert "+120 to +∞" in Words(report).strength()[0]
    assert ET.fromstring(charts.elo(report)) is not None
