"""Pictures in pixels: what the SVG says, on any machine, and animations that stay still."""

import dataclasses
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageFont

import quincunx
from quincunx import Board, Game, drawing
from quincunx.drawing import Scene, raster
from quincunx.drawing.themes import PALETTES
from tests.marks import three_sizes

from .positions import each_game, position, walk

SVG = "{http://www.w3.org/2000/svg}"
Pixels = NDArray[np.uint8]
Box = tuple[int, int, int, int]


def default(game: str, stage: str = "midway") -> Board:
    return position(game, quincunx.find_game(game).default_size, stage)


def colour(theme: str, name: str) -> list[int]:
    return list(bytes.fromhex(PALETTES[theme][name].removeprefix("#")))


def close_up(pixels: Pixels, box: Box) -> Pixels:
    left, top, right, bottom = box
    return pixels[max(top, 0) : bottom, max(left, 0) : right]


def differs(a: Pixels, b: Pixels) -> NDArray[np.bool_]:
    return np.asarray((a != b).any(axis=2))


def plain(board: Board, **options: Any) -> Scene:
    """What a frame of an animation shows of a board."""
    return dataclasses.replace(drawing.scene(board, **options), legend=(), buttons=())


class Places:
    """Where things are in a picture of some width, as its SVG says."""

    def __init__(self, picture: Board | Scene, width: int, **options: Any) -> None:
        text = drawing.svg.render(picture, width=width, **options)
        self.root = ET.fromstring(text)
        self.scale = width / float(self.root.attrib["viewBox"].split()[2])
        self.width = width
        self.height = round(float(self.root.attrib["height"]))
        self.cells = {
            e.attrib["data-cell"]: self._box(e) for e in self.root.iter() if "data-cell" in e.attrib
        }

    def _box(self, cell: ET.Element) -> Box:
        data = next(cell.iter(f"{SVG}path")).attrib["d"]
        points = [self.scale * float(number) for number in re.findall(r"-?[\d.]+", data)]
        xs, ys = points[::2], points[1::2]
        return round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))

    def centre(self, cell: str) -> tuple[int, int]:
        """Row and column."""
        left, top, right, bottom = self.cells[cell]
        return (top + bottom) // 2, (left + right) // 2

    def around(self, cell: str) -> Box:
        """A cell, and as much of its neighbours as a stack may cover."""
        left, top, right, bottom = self.cells[cell]
        more = 2 + (right - left) // 8
        return left - more, top - more, right + more, bottom + more

    @property
    def top(self) -> int:
        """The row at which the board begins."""
        return min(box[1] for box in self.cells.values())

    def texts(self) -> Iterator[tuple[str, Box]]:
        """Each text, and a box that has some of its letters."""
        for e in self.root.iter(f"{SVG}text"):
            x, y, size = (self.scale * float(e.attrib[key]) for key in ("x", "y", "font-size"))
            left = {"end": x - size, "middle": x - size / 2}.get(e.get("text-anchor", ""), x)
            yield e.text or "", (round(left), round(y - size), round(left + size), round(y) + 1)


# --- Single pictures -----------------------------------------------------------------------------


@three_sizes
def test_size__is_as_asked_and_png_and_array_are_the_same(game: Game, size: int) -> None:
    board = position(game.id, size, "midway")
    for width in (97, 240):
        places = Places(board, width)
        pixels = raster.rgb_array(board, width=width)
        assert pixels.shape == (places.height, width, 3) and pixels.dtype == np.uint8
        with Image.open(io.BytesIO(raster.render_png(board, width=width))) as png:
            assert png.format == "PNG" and png.size == (width, places.height)
            seen = np.array(png.convert("RGBA"))
        opaque = seen[:, :, 3] == 255
        assert opaque[5:-5, 5:-5].all()
        assert (seen[opaque][:, :3] == pixels[opaque]).all()


def test_png__is_transparent_outside_its_round_corners() -> None:
    with Image.open(io.BytesIO(raster.render_png(Board("hadron", size=3)))) as png:
        opaque = np.array(png.getchannel("A")) == 255
    assert not opaque[0, 0] and not opaque[-1, -1] and opaque[15:-15, 2:-2].all()


def test_array__has_the_page_s_colour_outside_its_round_corners() -> None:
    for theme in PALETTES:
        pixels = raster.rgb_array(Board("hadron", size=3), theme=theme)
        assert pixels[0, 0].tolist() == pixels[-1, -1].tolist() == colour(theme, "page")


def test_size__is_480_pixels_by_default_and_one_at_least() -> None:
    board = Board("hadron", size=3)
    assert raster.rgb_array(board).shape[1] == 480
    assert raster.rgb_array(board, width=1).shape[1] == 1
    for width in (0, -3, raster.LARGEST + 1):
        with pytest.raises(ValueError, match=f"width={width}: a picture is 1 to 4096 pixels wide"):
            raster.render_png(board, width=width)


def test_colours__a_checker_in_the_middle_of_the_board() -> None:
    board = Board("hadron", size=3)
    board.push_text("b2")
    for theme in PALETTES:
        pixels = raster.rgb_array(board, width=200, theme=theme, overlays=())
        # The header is 92 of 640 high; the middle of three cells of 84 is 126 below it.
        assert pixels[(92 + 126) * 200 // 640, 100].tolist() == colour(theme, "red")


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@each_game
def test_colours__pieces_and_cells_have_those_of_the_theme(game: str, theme: str) -> None:
    board = default(game)
    scene = drawing.scene(board, overlays=())
    places, pixels = Places(scene, 480), raster.rgb_array(scene, theme=theme)
    assert pixels[4, 240].tolist() == colour(theme, "page")
    pieces = {piece.cell: piece for piece in scene.pieces}
    assert len({piece.side for piece in scene.pieces}) == 2
    for cell in scene.cells:
        seen = pixels[places.centre(cell.name)].tolist()
        piece = pieces.get(cell.name)
        if piece is None and scene.layout != "points":
            assert seen in [colour(theme, name) for name in ("cell", "cell-black", "rim")]
        elif piece is not None and piece.height == 1:
            assert seen == colour(theme, scene.players[piece.side].colour), cell.name


def test_shapes__the_corner_of_a_square_piece_is_filled() -> None:
    board = Board("hadron", size=3, fen="3/3/R1B r")
    row, column = Places(board, 480, overlays=()).centre("c1")
    far = 480 * 84 * 0.385 * 0.74 / 640  # as far down as to the right: not within a disc
    corner = round(row + far), round(column + far)
    blue = colour("light", "blue")
    assert raster.rgb_array(board, overlays=(), shapes=True)[corner].tolist() == blue
    assert raster.rgb_array(board, overlays=())[corner].tolist() != blue


def test_patterns__hatch_what_is_tinted() -> None:
    board = Board("blast-radius", size=3)
    board.push_text("c3")
    box = Places(board, 480, overlays="rez").cells["c2"]
    flat, hatched = (
        close_up(raster.rgb_array(board, overlays="rez", patterns=patterns), box)
        for patterns in (False, True)
    )
    assert 0.2 < differs(flat, hatched).mean() < 0.8


@each_game
def test_options__are_those_of_a_scene(game: str) -> None:
    board = default(game)
    move = next(iter(board.legal_moves))
    seen = [raster.render_png(board, width=160)]
    for options in ({"overlays": "names"}, {"preview": move}, {"rotation": 1, "mirrored": True}):
        png = raster.render_png(board, width=160, **options)
        assert png not in seen
        assert png == raster.render_png(drawing.scene(board, **options), width=160)
        seen.append(png)
    with pytest.raises(ValueError, match="overlays: a finished scene takes no such options"):
        raster.rgb_array(drawing.scene(board), overlays="legal")


@pytest.mark.parametrize("theme", ["auto", "pink"])
def test_themes__are_those_that_have_colours(theme: str) -> None:
    board = Board("hadron", size=3)
    words = f"no theme of pixels is called '{theme}'; there are light, dark, contrast"
    for call in (raster.render_png, raster.rgb_array):
        with pytest.raises(ValueError, match=words):
            call(board, theme=theme)
    with pytest.raises(ValueError, match=words):
        raster.render_gif([board], theme=theme)


# --- Letters -------------------------------------------------------------------------------------


@each_game
def test_letters__every_text_is_written(game: str) -> None:
    board = default(game, "end")
    places, pixels = Places(board, 480), raster.rgb_array(board)
    without = re.sub(r"<text.*?</text>", "", drawing.svg.render(board, width=480))
    blank = raster._pixels(without, "light")
    texts = list(places.texts())
    assert len(texts) > len(drawing.scene(board).coordinates)
    for text, box in texts:
        assert differs(close_up(pixels, box), close_up(blank, box)).any(), text


def test_letters__bold_ones_are_bold() -> None:
    picture = drawing.svg.render(Board("cordon", size=3), width=480)
    thin = re.sub(r'font-weight="\d+"', "", picture)
    title, names = (21, 14, 200, 40), (340, 15, 435, 60)
    for box in (title, names):
        bold, usual = (close_up(raster._pixels(p, "light"), box).mean() for p in (picture, thin))
        assert bold < usual - 1  # more ink


def test_letters__the_fonts_have_all_that_is_ever_written() -> None:
    import ttf_opensans  # type: ignore[import-untyped]

    used: set[str] = set()
    for game in quincunx.GAMES:
        overlays = [overlay.name for overlay in drawing.overlays(game)]
        for board in walk(game.id)[::9]:
            used.update(*(text for text, _ in Places(board, 480, overlays=overlays).texts()))
    for weight in (400, 600, 700):
        font = ImageFont.truetype(str(ttf_opensans.opensans(font_weight=weight).path), 40)
        missing = bytes(font.getmask("\N{OLD ITALIC LETTER A}"))
        assert {sign for sign in used if bytes(font.getmask(sign)) == missing} == set()


# Fonts are looked for where this file says, which is nowhere.
NO_FONTS = "<?xml version='1.0'?><fontconfig><dir>{}</dir></fontconfig>"
WITHOUT_FONTS = """
import hashlib, json, resvg_py
from quincunx import Board, drawing
head = "<svg xmlns='http://www.w3.org/2000/svg' width='99' height='40'><text y='30' font-size='30'"
words = [resvg_py.svg_to_bytes(f"{head} font-family='{font}'>abc</text></svg>")
         for font in ("sans-serif", "DejaVu Sans", "Arial", "Liberation Sans", "Noto Sans")]
bare = resvg_py.svg_to_bytes(f"{head}></text></svg>")
png = drawing.raster.render_png(Board("cordon", size=3), width=300, overlays="names")
print(json.dumps([[word == bare for word in words], hashlib.sha256(png).hexdigest()]))
"""


def test_letters__are_the_same_where_the_system_has_no_font(tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text(NO_FONTS.format(tmp_path / "none"), encoding="utf-8")
    nowhere = {"FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_FONTS],
        env={**os.environ, **nowhere},
        capture_output=True,
        text=True,
        check=True,
    )
    bare, digest = json.loads(done.stdout)
    if sys.platform == "linux":
        assert all(bare), "the system's fonts were found after all"
    png = raster.render_png(Board("cordon", size=3), width=300, overlays="names")
    assert digest == hashlib.sha256(png).hexdigest()


# --- Animations ----------------------------------------------------------------------------------


def decoded(gif: bytes) -> list[tuple[Pixels, int]]:
    """The frames as Pillow shows them, with how long they stand, in milliseconds."""
    frames = []
    with Image.open(io.BytesIO(gif)) as image:
        assert image.format == "GIF" and image.info["loop"] == 0
        for k in range(getattr(image, "n_frames", 1)):
            image.seek(k)
            frames.append((np.array(image.convert("RGB")), int(image.info["duration"])))
    return frames


def stretch(game: str, first: int, count: int) -> list[Board]:
    """Positions of a random game, from this ply on."""
    return walk(game)[::-1][first : first + count]


@each_game
def test_gif__has_a_frame_for_each_position_and_each_is_the_picture(game: str) -> None:
    boards = stretch(game, 4, 6)
    frames = decoded(raster.render_gif(boards, width=200, overlays="last", theme="dark"))
    assert [time for _, time in frames] == [800] * 5 + [3000]
    meant = [
        raster.rgb_array(plain(board, overlays="last"), width=200, theme="dark") for board in boards
    ]
    for (pixels, _), picture in zip(frames, meant, strict=True):
        assert pixels.shape == picture.shape
        # Only 255 colours, but near ones: flat areas are exact, and edges of lines about right.
        assert np.abs(pixels.astype(int) - picture).mean() < 1
        assert not differs(pixels, picture)[4, 20:-20].any()
    for k in range(1, len(boards)):
        still = ~differs(meant[k - 1], meant[k])
        assert not (differs(frames[k - 1][0], frames[k][0]) & still).any()


@each_game
def test_gif__a_move_changes_its_cells_and_nothing_else_of_the_board(game: str) -> None:
    before, after = boards = stretch(game, 6, 2)
    places = Places(plain(after, overlays=()), 480)
    (a, _), (b, _) = decoded(raster.render_gif(boards, overlays=()))
    changed = differs(a, b)
    assert changed[: places.top].any()  # whose turn it is
    changed[: places.top] = False
    cells = {cell for cell in places.cells if before.pieces().get(cell) != after.pieces().get(cell)}
    assert cells
    elsewhere = changed.copy()
    for cell in cells:
        left, top, right, bottom = places.around(cell)
        assert changed[places.centre(cell)], cell
        elsewhere[max(top, 0) : bottom, max(left, 0) : right] = False
    assert not elsewhere.any()
    piece = after.pieces()[next(c for c in cells if c in after.pieces())]
    assert piece.height > 1 or any(
        b[places.centre(c)].tolist() == colour("light", after.game.colours[piece.side.value])
        for c in cells
    )


def test_gif__a_long_status_does_not_move_the_board() -> None:
    boards = walk("quadrature")[1::-1]
    short, long = (Places(plain(board, overlays="score markers"), 320) for board in boards)
    assert short.height < long.height
    (a, _), (b, _) = decoded(raster.render_gif(boards, width=320, overlays="score markers"))
    assert a.shape == b.shape == (long.height, 320, 3)
    same = [c for c in long.cells if boards[0].pieces().get(c) == boards[1].pieces().get(c)]
    assert len(same) > 100
    for cell in same:
        assert a[long.centre(cell)].tolist() == b[long.centre(cell)].tolist(), cell
    title = differs(a, b)[: 55 * 320 // 640, :160]
    assert not title.any()


def test_gif__takes_a_board_that_is_moved_on() -> None:
    def game() -> Iterator[Board]:
        board = Board("hadron", size=3)
        yield board
        for move in ("b2", "a3", "c1"):
            board.push_text(move)
            yield board

    boards = [board.copy() for board in game()]
    assert len(boards[-1].move_stack) == 3
    gif = raster.render_gif(game(), width=120)
    assert len(decoded(gif)) == 4 and gif == raster.render_gif(boards, width=120)


def test_gif__scenes_are_frames_too() -> None:
    board = Board("hadron", size=3)
    scenes = [drawing.scene(board), drawing.scene(board, preview="b2")]
    (a, _), (b, _) = decoded(raster.render_gif(scenes, width=240))
    assert differs(a, b)[Places(scenes[1], 240).centre("b2")]
    with pytest.raises(ValueError, match="rotation: a finished scene takes no such options"):
        raster.render_gif(scenes, rotation=1)


def test_gif__keeps_a_position_that_comes_twice() -> None:
    board = Board("cordon", size=3)
    frames = decoded(raster.render_gif([board, board, board], width=120, seconds=0.25))
    assert [time for _, time in frames] == [250, 250, 3000]
    assert not any(differs(frames[0][0], pixels).any() for pixels, _ in frames)
    assert [time for _, time in decoded(raster.render_gif([board], last_seconds=1.5))] == [1500]


def test_gif__shows_legal_moves_only_if_asked() -> None:
    board = Board("hadron", size=3)
    place = Places(plain(board), 240).centre("a1")
    seen = {
        overlays: decoded(raster.render_gif([board], width=240, overlays=overlays))[0][0][place]
        for overlays in (None, "default")
    }
    assert seen[None].tolist() == colour("light", "cell")
    assert seen["default"].tolist() == colour("light", "legal")
    names = (name for name in ("last", "legal"))  # to be read once, for all frames
    for pixels, _ in decoded(raster.render_gif([board] * 2, width=240, overlays=names)):
        assert pixels[place].tolist() == colour("light", "legal")


def test_gif__looks_and_turns_are_those_of_pictures() -> None:
    board = position("blast-radius", 3, "midway")
    plainly = decoded(raster.render_gif([board], width=160))[0][0]
    options: list[dict[str, Any]] = [
        {"shapes": True},
        {"patterns": True},
        {"rotation": 2},
        {"mirrored": True},
        {"theme": "contrast"},
    ]
    for given in options:
        pixels = decoded(raster.render_gif([board], width=160, **given))[0][0]
        looks = {k: v for k, v in given.items() if k in ("shapes", "patterns", "theme")}
        turns = {k: v for k, v in given.items() if k not in looks}
        scene = plain(board, overlays="score rez last changes", **turns)
        picture = raster.rgb_array(scene, width=160, **looks)
        assert pixels.shape == picture.shape
        assert not np.array_equal(pixels, plainly), given
        assert np.abs(pixels.astype(int) - picture).mean() < 1, given


def test_gif__is_small_as_frames_hold_what_has_changed() -> None:
    boards = stretch("cordon", 10, 8)
    single = sum(len(raster.render_gif([board], width=160)) for board in boards[:2])
    assert len(raster.render_gif(boards, width=160)) < single


def test_gif__refuses_what_it_cannot_show() -> None:
    board = Board("hadron", size=3)
    with pytest.raises(ValueError, match="at least one frame"):
        raster.render_gif([])
    with pytest.raises(ValueError, match=r"one size; frame 0 is .* high, frame 1 is .* high"):
        raster.render_gif([board, Board("hadron", size=5)])
    with pytest.raises(ValueError, match="width=0"):
        raster.render_gif([board], width=0)
    with pytest.raises(ValueError, match=r"^seconds=0: a frame is shown for 0\.02 to"):
        raster.render_gif([board], seconds=0)
    with pytest.raises(ValueError, match="last_seconds=1000: "):
        raster.render_gif([board], last_seconds=1000)
    with pytest.raises(ValueError, match="no overlay is called 'rez'"):
        raster.render_gif([board], overlays="rez")


# --- Without the libraries -----------------------------------------------------------------------


@pytest.mark.parametrize("library", ["resvg_py", "ttf_opensans", "PIL"])
def test_libraries__one_that_is_missing_is_named(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    board = Board("hadron", size=3)
    words = rf"need {library}: pip install 'quincunx\[pictures\]'"
    with pytest.raises(ImportError, match=words):
        raster.rgb_array(board)
    with pytest.raises(ImportError, match=words):
        raster.render_gif([board])
    if library == "PIL":
        assert raster.render_png(board, width=40)  # it takes no decoder
    else:
        with pytest.raises(ImportError, match=words):
            raster.render_png(board)
