"""SVG pictures: valid, self-contained, accessible, and told apart without colours."""

import re
import xml.etree.ElementTree as ET

import pytest

import quincunx
from quincunx import Board, drawing
from quincunx.drawing.marks import UNDER
from quincunx.drawing.pen import Pen

from .positions import each_game, each_position, position

SVG = "{http://www.w3.org/2000/svg}"
THEMES = ("light", "dark", "auto")


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)


def having(root: ET.Element, attribute: str) -> dict[str, ET.Element]:
    """The elements with this attribute, by its value."""
    return {e.attrib[attribute]: e for e in root.iter() if attribute in e.attrib}


def classes(element: ET.Element) -> set[str]:
    return {name for e in element.iter() for name in e.get("class", "").split()}


@pytest.mark.parametrize("theme", THEMES)
@each_position
def test_svg__is_xml_with_every_cell_and_piece(
    game: str, size: int, stage: str, theme: str
) -> None:
    board = position(game, size, stage)
    root = parsed(drawing.svg.render(board, theme=theme))
    assert root.tag == f"{SVG}svg"
    assert set(having(root, "data-cell")) == {name for row in board.rows for name in row}
    pieces = having(root, "data-piece")
    assert {c: e.attrib["data-side"] for c, e in pieces.items()} == {
        c: str(p.side.value) for c, p in board.pieces().items()
    }


@each_position
def test_svg__pieces_differ_by_more_than_colour(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    patterns = [player.pattern for player in drawing.scene(board).players]
    assert sorted(patterns) == ["plain", "ring"]
    for cell, element in having(parsed(drawing.svg.render(board)), "data-piece").items():
        piece = board.pieces()[cell]
        rings = [e for e in element.iter(f"{SVG}circle") if e.get("fill") == "none"]
        assert len(rings) == (patterns[piece.side.value] == "ring")
        texts = [e.text for e in element.iter(f"{SVG}text")]
        assert texts == ([str(piece.height)] if piece.height > 1 else [])


def test_svg__areas_differ_by_more_than_colour() -> None:
    board = position("blast-radius", 6, "midway")
    root = parsed(drawing.svg.render(board, overlays="rez"))
    angles = [e.attrib["patternTransform"] for e in root.iter(f"{SVG}pattern")]
    assert len(set(angles)) == 2
    shown = [e for e in root.iter(f"{SVG}g") if e.get("data-overlay") == "rez"]
    outlines = [e for g in shown for e in g.iter(f"{SVG}path") if e.get("fill") == "none"]
    dashed = {"stroke-dasharray" in e.attrib: e.attrib["class"] for e in outlines}
    assert dashed == {False: "red-l", True: "blue-l"}


def test_svg__squares_of_the_two_sides_are_in_different_corners() -> None:
    board = Board("quadrature", fen="11/11/W9W/B9B/11/11/W9B/B9W/11/WWWWW6/BBBBB6 w 0 0")
    scene = drawing.scene(board, overlays="squared")
    pen = Pen(scene, 100, (0, 0), "")
    corners = set()
    for mark in scene.marks:
        for cell, drawn in zip(mark.cells, UNDER["square"](pen, mark), strict=True):
            rect = ET.fromstring(drawn)
            x, y = pen.at(cell)
            corners.add((mark.side, float(rect.attrib["x"]) + 13 > x, float(rect.attrib["y"]) > y))
    assert corners == {(0, False, True), (1, True, False)}


@each_position
def test_svg__is_accessible(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    root = parsed(drawing.svg.render(board))
    assert root.get("role") == "img"
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and desc is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert title.text and board.game.name in title.text
    words = re.findall(r"[a-z]\d+", desc.text or "")
    assert set(board.pieces()) <= set(words)
    assert board.game.credit in (desc.text or "")


@pytest.mark.parametrize("theme", THEMES)
@each_game
def test_svg__is_self_contained(game: str, theme: str) -> None:
    board = position(game, quincunx.find_game(game).default_size, "midway")
    picture = drawing.svg.render(board, theme=theme, overlays="all")
    root = parsed(picture)
    own = root.attrib["id"]
    assert picture.count("http") == 1  # the namespace
    assert not re.search(r"<script|<image|@import|href|\bon\w+=", picture)
    ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
    assert len(set(ids)) == len(ids) and all(name.startswith(own) for name in ids)
    assert set(re.findall(r"url\(#([^)]+)\)", picture)) <= set(ids)
    style = root.find(f"{SVG}style")
    assert style is not None and style.text
    # Every rule is for this picture alone, and every class has its rule; colours are nowhere else.
    rules = re.findall(r"([^{}]+)\{[^{}]+\}", re.sub(r"@media[^{]+\{", "", style.text))
    assert all(rule.startswith(f"#{own} .") for rule in rules)
    assert classes(root) <= {rule.split(".")[1] for rule in rules}
    assert "#" not in re.sub(r"<style>.*?</style>|url\(#[^)]*\)", "", picture)


def test_svg__pictures_on_one_page_have_different_ids() -> None:
    board = Board("hadron")
    pictures = [drawing.svg.render(board, theme=theme) for theme in THEMES]
    board.push_text("c3")
    pictures += [drawing.svg.render(board, theme=theme) for theme in THEMES]
    assert len({parsed(picture).attrib["id"] for picture in pictures}) == 6


def test_svg__is_always_the_same() -> None:
    board = position("cordon", 5, "midway")
    assert drawing.svg.render(board) == drawing.svg.render(board.copy())


def test_svg__themes() -> None:
    light, dark, auto = (drawing.svg.render(Board("hadron"), theme=theme) for theme in THEMES)
    assert "prefers-color-scheme" in auto
    assert "prefers-color-scheme" not in light + dark
    assert light != dark
    with pytest.raises(ValueError, match="'sepia'; there are light, dark, auto"):
        drawing.svg.render(Board("hadron"), theme="sepia")


def test_svg__width_scales_the_whole() -> None:
    board = Board("cordon")
    usual, wide = (parsed(drawing.svg.render(board, width=width)) for width in (None, 1280))
    assert usual.attrib["viewBox"] == wide.attrib["viewBox"]
    assert wide.attrib["width"] == "1280"
    assert float(wide.attrib["height"]) == pytest.approx(2 * float(usual.attrib["height"]), abs=0.1)
    with pytest.raises(ValueError, match="width=0"):
        drawing.svg.render(board, width=0)


@each_position
def test_svg__nothing_lies_outside_the_picture(game: str, size: int, stage: str) -> None:
    root = parsed(drawing.svg.render(position(game, size, stage), overlays="all"))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for element in root.iter():
        for x, y in (("x", "y"), ("cx", "cy"), ("x1", "y1"), ("x2", "y2")):
            if x in element.attrib and y in element.attrib:
                assert 0 <= float(element.attrib[x]) <= width, ET.tostring(element)
                assert 0 <= float(element.attrib[y]) <= height, ET.tostring(element)


def test_svg__the_swap_button_carries_its_move() -> None:
    board = Board("square-grid-hex", size=5)
    board.push_text("c3")
    assert set(having(parsed(drawing.svg.render(board)), "data-move")) == {"swap"}


def test_svg__letters_are_written_on_the_pieces() -> None:
    board = position("blast-radius", 6, "midway")
    root = parsed(drawing.svg.render(board, overlays="letters"))
    for cell, element in having(root, "data-piece").items():
        piece = board.pieces()[cell]
        (text,) = (e.text for e in element.iter(f"{SVG}text"))
        letter = board.game.letters[piece.side.value]
        assert text == letter + (str(piece.height) if piece.height > 1 else "")
