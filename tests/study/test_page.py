"""The page of a study: sections, sentences, pictures; and nothing that it would have to fetch."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from typing import Any

import pytest

from quincunx import Board, Move, find_game
from quincunx.study import charts
from quincunx.study.boards import heat_map
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
    told = study.report["openings"]
    values = {image: each["value"] for each in told for image in each["images"]}
    for number in (0, 1):
        looks = shown(study, number)
        if game == "quadrature":  # of moves that are alike, one is shown
            assert [len(set(each["images"]) & set(looks)) for each in told] == [1] * len(told)
            continue
        assert set(looks) == {move.text for move in start.legal_moves}
        for k in start.symmetries():
            if start.transform(k) != start:
                continue
            for move, look in looks.items():
                assert looks[start.transform_move(Move(move), k).text] == look
    for move, (said, _) in shown(study, 0).items():
        assert said.startswith(percent(values[move], 1))


def of_two_cells(*images: str) -> dict[str, Any]:
    return {"move": images[0], "images": images, "value": 0.9, "random": 0.5, "proven": None}


def test_map__shows_a_move_of_two_cells_where_it_ends_on_the_side_that_it_comes_from() -> None:
    openings = [of_two_cells("c3-d4"), of_two_cells("d3-d4"), of_two_cells("b3-a3")]
    picture = heat_map(Board("quadrature"), openings, "value", "a map")
    cells = re.findall(r'data-cell="(\w+)"><title>\w+</title><path \S+ d="([^"]*)"', picture)
    discs = re.findall(
        r'<title>(\w+-\w+): [^<]*</title><circle \S+ cx="(\S+)" cy="(\S+)" r="(\S+)"', picture
    )
    assert [move for move, *_ in discs] == ["c3-d4", "d3-d4", "b3-a3"]
    for (move, *disc), aside in zip(discs, ((-1, 1), (0, 1), (1, 0)), strict=True):
        outline = [float(x) for x in re.findall(r"[\d.]+", dict(cells)[move[-2:]])]
        for numbers, at, way in zip((outline[::2], outline[1::2]), disc, aside, strict=False):
            middle, radius = (min(numbers) + max(numbers)) / 2, float(disc[2])
            assert min(numbers) < float(at) - radius < float(at) + radius < max(numbers)
            assert way * (float(at) - middle) >= 0 and (abs(float(at) - middle) > 1) == bool(way)


def test_map__of_moves_of_two_cells_is_the_part_of_the_board_that_has_them() -> None:
    picture = heat_map(Board("quadrature"), [of_two_cells("i3-j4", "c3-b4")], "value", "a map")
    assert "c3-b4: " in picture and "i3-j4" not in picture
    _, _, wide, high = map(float, re.findall(r'viewBox="([^"]*)"', picture)[0].split())
    outlines = dict(
        re.findall(r'data-cell="(\w+)"><title>\w+</title><path \S+ d="([^"]*)"', picture)
    )
    for cell, inside in (("a1", True), ("c4", True), ("e4", False), ("c6", False)):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", outlines[cell])]
        box = min(numbers[::2]) >= 0, max(numbers[::2]) <= wide, min(numbers[1::2]) >= 0
        assert all((*box, max(numbers[1::2]) <= high)) == inside, cell


def test_map__random_play_proves_nothing() -> None:
    won = {"move": "b2", "images": ["b2"], "value": 1.0, "random": 1.0, "proven": "first"}
    engine, chance = (
        heat_map(Board("hadron", size=3), [won], judge, "a map") for judge in ("value", "random")
    )
    assert "100.0\u00a0% for Red, proven" in engine and ">R</text>" in engine
    assert "proven" not in chance and ">100</text>" in chance


def test_map__and_words_round_halves_alike() -> None:
    half = {"move": "b2", "images": ["b2"], "value": 0.575, "random": 0.575, "proven": None}
    assert ">58</text>" in heat_map(Board("hadron", size=3), [half], "value", "a map")
    assert percent(0.575) == "58\u00a0%" and percent(0.0525, 1) == "5.3\u00a0%"


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
    (said,) = Words(report).strength()
    swept = "won all games: +120 to +∞ Elo (95\u00a0% interval)."
    assert f"the one who thought twice as long {swept}" in said
    assert f"In the last match the one with 16 playouts {swept}" in said
    assert ET.fromstring(charts.elo(report)) is not None


def test_words__a_favourite_of_random_play_that_is_proven() -> None:
    report = json.loads(json.dumps(made("cordon", 2).report))
    favourite = {"move": "b1", "images": ["b1"], "value": 0.0, "random": 0.8, "proven": "second"}
    best = {"move": "a1", "images": ["a1"], "value": 0.6, "random": 0.5, "proven": None}
    for proven, said in (
        ("second", "with b1 (80 % for Red), after which Blue is proven to win."),
        ("draw", "with b1 (80 % for Red), which is proven to be a draw."),
        (None, "with b1 (80 % for Red), which the engine puts at 0 % for Red."),
    ):
        report["openings"] = [best, favourite | {"proven": proven}]
        assert said in Words(report).openings()[0].replace("\u00a0", " ")


def test_words__of_openings_that_are_all_proven() -> None:
    report = json.loads(json.dumps(made("cordon", 2).report))

    def said(**images: int) -> str:
        report["openings"] = [
            {"move": "a1", "images": ["a1"] * many, "value": 0.5, "proven": proven}
            for proven, many in images.items()
        ]
        return Words(report).openings()[0]

    assert "proven: 1 wins for Red, 2 lead to a draw and 3 win for Blue." in said(
        first=1, draw=2, second=3
    )
    assert "proven: 2 win for Red and 1 leads to a draw." in said(first=2, draw=1)
    assert said(second=7).endswith("All of them are proven to win for Blue.")


def test_words__of_random_games_are_of_one_and_of_many() -> None:
    report = json.loads(json.dumps(made("cordon", 2).report))
    report["random"]["games"] = report["random"]["judged"] = report["settings"]["random_games"] = 1
    words = Words(report)
    told = " ".join([*words.random_play(), *words.made()]).replace("\u00a0", " ")
    assert "In 1 game of uniformly random moves" in told
    assert "In 1 more random game, judged by 400 random games from each position, the lead" in told
    assert "1 random game was played, and 1 more was judged position by position." in told
    report["random"]["results"]["first_score_95"] = [0.0, 1.0]
    assert "that does not contradict the engine's games" in Words(report).random_play()[0]


def test_words__of_swaps_name_the_fairest_and_what_makes_no_difference() -> None:
    report = json.loads(json.dumps(made("square-grid-hex", 3).report))
    report["swap"] = {
        "moves": {"swap": 5, "alike": 2, "close": 0, "stay": 2},
        "fairest": [{"move": "a2", "value": 0.475}, {"move": "c1", "value": 0.56}],
    }
    counted, fairest = (said.replace("\u00a0", " ") for said in Words(report).swap())
    assert "right to swap 5 and wrong to swap 2; for 2 it makes no difference, as" in counted
    assert "no clear difference" not in counted
    assert fairest.endswith("what Black may then expect: a2 (48 %), c1 (56 %).")


def test_opening_table__says_in_one_row_what_it_leaves_out() -> None:
    report = json.loads(json.dumps(made("cordon", 2).report))
    settings = made("cordon", 2).settings
    [one] = [each for each in report["openings"] if each["images"][0] == "a1"]
    for many, rows in ((15, 15), (16, 15)):
        report["openings"] = [one] * many
        table = re.findall(r"<tbody>.*?</tbody>", page(settings, report), re.DOTALL)[0]
        assert table.count("<tr>") == rows
        left_out = re.findall(r'<td colspan="3">(.*?)</td>', table)
        assert left_out == ([] if many == 15 else ["2 more between them"])
