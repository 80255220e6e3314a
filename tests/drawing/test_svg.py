"""SVG pictures: valid, self-contained, accessible, and told apart without colours."""

import re
import xml.etree.ElementTree as ET
from urllib.parse import unquote

import pytest

import quincunx
from quincunx import Board, drawing
from quincunx.drawing.marks import UNDER
from quincunx.drawing.pen import Looks, Pen
from quincunx.drawing.themes import RULES

from .positions import each_game, each_position, position

SVG = "{http://www.w3.org/2000/svg}"
THEMES = ("light", "dark", "contrast", "auto")


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
    pen = Pen(scene, 100, (0, 0), Looks())
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
    sheet, picture = picture.split("\n", 1) if theme == "auto" else ("", picture)
    assert not re.search(r"<script|<image|@import|href|\bon\w+=", picture)
    # A content-security policy without exceptions has nothing against it.
    assert not re.search(r"<style|style=", picture)
    ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
    assert len(set(ids)) == len(ids) and all(name.startswith(own) for name in ids)
    assert set(re.findall(r"url\(#([^)]+)\)", picture)) <= set(ids)
    # Every class has its rule, whose colours are attributes of the element, and nothing else is.
    assert classes(root) <= set(RULES)
    for element in root.iter():
        names = element.get("class", "").split()
        told = {key for name in names for key in RULES[name]}
        given = {key for key in ("fill", "stroke") if element.get(key, "").startswith("#")}
        assert given == told, ET.tostring(element)
    # The instruction that stands before a picture for both themes is a style sheet in itself.
    if theme == "auto":
        (css,) = re.findall(
            r'^<\?xml-stylesheet type="text/css" href="data:text/css,(.*)"\?>$', sheet
        )
        media, rules = unquote(css).split("{", 1)
        assert media == "@media(prefers-color-scheme:dark)" and rules.endswith("}}")
        assert set(re.findall(r"\.([\w-]+)\{", rules)) == classes(root)
        assert not set(css) & set('"<>&#')


def test_svg__pictures_on_one_page_have_different_ids() -> None:
    board = Board("hadron")
    pictures = [drawing.svg.render(board, theme=theme) for theme in THEMES]
    board.push_text("c3")
    pictures += [drawing.svg.render(board, theme=theme) for theme in THEMES]
    pictures += [drawing.svg.render(board, shapes=True), drawing.svg.render(board, patterns=True)]
    assert len({parsed(picture).attrib["id"] for picture in pictures}) == 10


def test_svg__is_always_the_same() -> None:
    board = position("cordon", 5, "midway")
    assert drawing.svg.render(board) == drawing.svg.render(board.copy())


def test_svg__themes() -> None:
    pictures = {theme: drawing.svg.render(Board("hadron"), theme=theme) for theme in THEMES}
    light, auto = pictures["light"], pictures.pop("auto")
    assert "prefers-color-scheme" in auto
    assert all("prefers-color-scheme" not in picture for picture in pictures.values())
    assert len(set(pictures.values())) == 3
    # Without the instruction before it, the picture for both is the light one.
    bare = auto.split("\n", 1)[1]
    own = [parsed(picture).attrib["id"] for picture in (bare, light)]
    assert bare.replace(own[0], own[1]) == light
    with pytest.raises(ValueError, match="'sepia'; there are light, dark, contrast, auto"):
        drawing.svg.render(Board("hadron"), theme="sepia")
    for theme in ("sepia", "auto"):
        with pytest.raises(ValueError, match=f"'{theme}'; there are light, dark, contrast"):
            drawing.svg.board(Board("hadron"), theme=theme)


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


# --- Looks ---------------------------------------------------------------------------------------


@each_game
def test_looks__shapes_make_rounded_squares_of_one_sides_discs(game: str) -> None:
    board = position(game, quincunx.find_game(game).default_size, "midway")
    patterns = [player.pattern for player in drawing.scene(board).players]
    for picture in (drawing.svg.render(board, shapes=True), drawing.svg.board(board, shapes=True)):
        for cell, element in having(parsed(picture), "data-piece").items():
            ring = patterns[board.pieces()[cell].side.value] == "ring"
            assert bool(list(element.iter(f"{SVG}rect"))) == ring
            assert bool(list(element.iter(f"{SVG}circle"))) != ring


def test_looks__tints_are_flat_unless_patterns_are_wanted() -> None:
    board = position("blast-radius", 6, "midway")
    for render in (drawing.svg.render, drawing.svg.board):
        assert "url(#" not in render(board, overlays="rez")
        assert "url(#" in render(board, overlays="rez", patterns=True)
    # The zone of the stack that is pointed at, and the one that a move would make, stand out.
    (cell, *_) = board.pieces()
    assert "url(#" in drawing.svg.board(board, overlays="rez", pointed=cell)
    assert "url(#" in drawing.svg.board(board, preview=next(iter(board.legal_moves)))


# --- The board for a page ------------------------------------------------------------------------


@each_position
def test_board__is_a_grid_of_labelled_cells(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    scene = drawing.scene(board)
    root = parsed(drawing.svg.board(board))
    assert root.get("role") == "grid" and root.get("data-fen") == board.fen()
    assert (
        scene.status in root.attrib["aria-label"] and board.game.name in root.attrib["aria-label"]
    )
    rows = [e for e in root.iter() if e.get("role") == "row"]
    found = [[e.attrib["data-cell"] for e in row if e.get("role") == "gridcell"] for row in rows]
    assert found == board.rows
    cells = [e for row in rows for e in row]
    assert [e.get("aria-label") for e in cells] == list(scene.labels)
    assert [e.get("tabindex") for e in cells] == ["0", *["-1"] * (len(cells) - 1)]
    # What is not a cell is neither pointed at nor read out.
    layers = having(root, "data-layer")
    assert tuple(layers) == drawing.svg.LAYERS
    for name, layer in layers.items():
        hidden = (layer.get("aria-hidden"), layer.get("pointer-events"))
        assert hidden == ((None, None) if name == "cells" else ("true", "none"))
    assert set(having(root, "data-piece")) == set(board.pieces())


@each_position
def test_board__has_classes_alone_unless_a_theme_is_given(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    for preview in (None, *list(board.legal_moves)[:1]):
        plain = drawing.svg.board(board, overlays="all", preview=preview)
        assert not re.search(r"<style|style=|#[0-9a-f]{6}\b", plain)
        assert classes(parsed(plain)) <= {"quincunx", *RULES}
        for theme in ("light", "dark", "contrast"):
            coloured = drawing.svg.board(board, overlays="all", preview=preview, theme=theme)
            assert re.sub(r' (fill|stroke)="#[0-9a-f]{6}"', "", coloured) == plain


def test_board__boards_on_one_page_need_not_share_ids() -> None:
    board = position("cordon", 5, "midway")
    ids = [
        {
            e.attrib["id"]
            for e in parsed(drawing.svg.board(board, prefix=name)).iter()
            if e.get("id")
        }
        for name in ("one", "two")
    ]
    assert all(ids) and not ids[0] & ids[1]


@each_game
def test_board__coordinates_can_be_read_on_a_phone(game: str) -> None:
    for size in quincunx.find_game(game).sizes:
        root = parsed(drawing.svg.board(Board(game, size=size)))
        wide = float(root.attrib["viewBox"].split()[2])
        layer = having(root, "data-layer")["coordinates"]
        assert min(float(e.attrib["font-size"]) for e in layer) * 360 / wide >= 10


@each_position
def test_board__nothing_lies_outside(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    for rotation, mirrored in ((0, False), (1, False), (2, True), (3, True)):
        root = parsed(drawing.svg.board(board, rotation=rotation, mirrored=mirrored))
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        for text in having(root, "data-layer")["coordinates"]:
            # A letter is about as high as it is wide, and stands above its baseline.
            em = float(text.attrib["font-size"])
            half = 0.3 * em * len(text.text or "")
            assert half <= float(text.attrib["x"]) <= width - half
            assert 0.7 * em <= float(text.attrib["y"]) <= height
        for circle in root.iter(f"{SVG}circle"):
            assert 0 <= float(circle.attrib["cx"]) <= width
            assert 0 <= float(circle.attrib["cy"]) <= height
