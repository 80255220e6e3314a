"""Boards as pixels: PNG pictures, arrays for learners, and animations of games.

The picture is that of :mod:`quincunx.drawing.svg`, rasterised by resvg. It is the same on every
machine, to the pixel: the letters are Open Sans, which comes with the libraries, and fonts of the
system are not looked at. All of it needs ``pip install 'quincunx[pictures]'``.

>>> import quincunx
>>> board = quincunx.Board("hadron", size=3)
>>> render_png(board, width=320, theme="dark")[:4]
b'\\x89PNG'
>>> rgb_array(board, width=320).shape
(232, 320, 3)
"""

from __future__ import annotations

import dataclasses
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Unpack

from quincunx.board import Board
from quincunx.drawing import svg
from quincunx.drawing.build import Options
from quincunx.drawing.catalogue import overlays as overlays_of
from quincunx.drawing.catalogue import scene_of
from quincunx.drawing.scene import Scene
from quincunx.drawing.themes import PALETTES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    #: Colours: red, green and blue along the last axis.
    Pixels = NDArray[np.uint8]

__all__ = ["LARGEST", "render_gif", "render_png", "rgb_array"]

#: The widest picture, in pixels. resvg ends the whole process if it cannot have the memory it asks
#: for; this much takes about 100 MB.
LARGEST = 4096


def render_png(
    board: Board | Scene,
    *,
    width: int = 480,
    theme: str = "light",
    shapes: bool = False,
    patterns: bool = False,
    **options: Unpack[Options],
) -> bytes:
    """A board, or a scene, as a PNG picture; outside its round corners it is transparent.

    >>> import quincunx
    >>> len(render_png(quincunx.Board("cordon", size=3), width=240)) > 1000
    True

    :param width: in pixels; the height follows.
    :param theme: ``"light"``, ``"dark"`` or ``"contrast"``.
    :param shapes: draw one side's pieces as rounded squares.
    :param patterns: hatch what is tinted.
    :param options: what to show, as for :func:`quincunx.drawing.scene`.
    :raises ValueError: if there is no such theme or overlay, or no such width.
    :raises ImportError: if the libraries of ``quincunx[pictures]`` are not installed.
    """
    _check(width, theme)
    scene = scene_of(board, **options)
    return _png(svg.render(scene, theme=theme, shapes=shapes, patterns=patterns, width=width))


def rgb_array(
    board: Board | Scene,
    *,
    width: int = 480,
    theme: str = "light",
    shapes: bool = False,
    patterns: bool = False,
    **options: Unpack[Options],
) -> Pixels:
    """A board, or a scene, as an array of the shape (height, width, 3), with values from 0 to 255.

    It is what the render mode ``"rgb_array"`` of an environment for learners asks for.

    >>> import quincunx
    >>> pixels = rgb_array(quincunx.Board("hadron", size=3), width=200)
    >>> pixels.dtype.name, pixels[0, 0].tolist()
    ('uint8', [252, 251, 248])

    The parameters are those of :func:`render_png`. Outside the round corners is the colour of the
    page.
    """
    _check(width, theme)
    scene = scene_of(board, **options)
    picture = svg.render(scene, theme=theme, shapes=shapes, patterns=patterns, width=width)
    return _pixels(picture, theme)


def render_gif(
    frames: Iterable[Board | Scene],
    *,
    width: int = 480,
    seconds: float = 0.8,
    last_seconds: float = 3.0,
    theme: str = "light",
    shapes: bool = False,
    patterns: bool = False,
    overlays: str | Iterable[str] | None = None,
    rotation: int = 0,
    mirrored: bool = False,
) -> bytes:
    """Positions one after the other as an animated GIF that begins again after the last.

    A board may be moved on and given again: it is copied when it comes.

    >>> import quincunx
    >>> def game():
    ...     board = quincunx.Board("hadron", size=3)
    ...     yield board
    ...     for move in ("b2", "a3", "c1"):
    ...         board.push_text(move)
    ...         yield board
    >>> render_gif(game(), width=200, seconds=0.5)[:6]
    b'GIF89a'

    There is neither a legend nor a button, which would come and go. Unless ``overlays`` are given,
    boards show those that they show by default, but not the legal moves.

    :param width: in pixels; the height follows.
    :param seconds: how long each position is shown, from 0.02 to 655.
    :param last_seconds: how long the last one is.
    :param theme: ``"light"``, ``"dark"`` or ``"contrast"``.
    :param shapes: draw one side's pieces as rounded squares.
    :param patterns: hatch what is tinted.
    :param overlays: what to show of boards, as for :func:`quincunx.drawing.scene`; so are
        ``rotation`` and ``mirrored``.
    :raises ValueError: if there is no frame, or frames are not of one size; if there is no such
        theme or overlay, width or time.
    :raises ImportError: if the libraries of ``quincunx[pictures]`` are not installed.
    """
    _check(width, theme)
    for name, time in (("seconds", seconds), ("last_seconds", last_seconds)):
        if not 0.02 <= time <= 655:
            raise ValueError(f"{name}={time}: a frame is shown for 0.02 to 655 seconds")
    if overlays is not None and not isinstance(overlays, str):
        overlays = tuple(overlays)
    # A copy of a board is one pointer to its history, so this is not much, however long the game.
    kept = [frame.copy() if isinstance(frame, Board) else frame for frame in frames]
    if not kept:
        raise ValueError("an animation has at least one frame")
    options = Options(overlays=overlays, rotation=rotation, mirrored=mirrored)
    film = _settled(_Film(kept, options, width, theme, shapes, patterns))
    times = [seconds] * (len(kept) - 1) + [last_seconds]
    return _gif(film, times)


# --- One picture ---------------------------------------------------------------------------------


def _check(width: int, theme: str) -> None:
    if not 1 <= width <= LARGEST:
        raise ValueError(f"width={width}: a picture is 1 to {LARGEST} pixels wide")
    if theme not in PALETTES:
        # "auto" is none: pixels cannot follow what the reader's system prefers.
        raise ValueError(f"no theme of pixels is called {theme!r}; there are {', '.join(PALETTES)}")


@contextmanager
def _libraries() -> Iterator[None]:
    """Around imports of what only pictures need."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"pictures in pixels need {error.name}: pip install 'quincunx[pictures]'",
            name=error.name,
        ) from error


def _png(picture: str, ground: str | None = None) -> bytes:
    """An SVG picture as PNG, on a ground of this colour or on none.

    None of the fonts that the picture names is known here, so it gets what stands for sans-serif.
    """
    with _libraries():
        import resvg_py
        import ttf_opensans  # type: ignore[import-untyped]
    fonts = [str(ttf_opensans.opensans(font_weight=weight).path) for weight in (400, 600, 700)]
    return resvg_py.svg_to_bytes(
        picture,
        background=ground,
        skip_system_fonts=True,
        font_files=fonts,
        sans_serif_family="Open Sans",
    )


def _pixels(picture: str, theme: str) -> Pixels:
    with _libraries():
        import numpy as np
        from PIL import Image
    with Image.open(io.BytesIO(_png(picture, PALETTES[theme]["page"]))) as image:
        return np.array(image.convert("RGB"))


# --- Frames of an animation ----------------------------------------------------------------------


@dataclass(frozen=True)
class _Film:
    """Frames, which become pictures when they are wanted: one at a time is in memory."""

    frames: Sequence[Board | Scene]
    options: Options
    width: int
    theme: str
    shapes: bool
    patterns: bool
    #: Status texts are made at least this long.
    status: int = 0

    def picture(self, k: int) -> str:
        frame, options = self.frames[k], self.options
        if isinstance(frame, Board) and options["overlays"] is None:
            shown = [o.name for o in overlays_of(frame.game) if o.default and o.name != "legal"]
            options = Options(**{**options, "overlays": shown})
        scene = scene_of(frame, **options)
        # Spaces that are not collapsed: nothing is seen of them.
        status = scene.status.ljust(self.status, "\N{NO-BREAK SPACE}")
        return svg.render(
            dataclasses.replace(scene, status=status, legend=(), buttons=()),
            theme=self.theme,
            shapes=self.shapes,
            patterns=self.patterns,
            width=self.width,
        )

    def pixels(self, k: int) -> Pixels:
        return _pixels(self.picture(k), self.theme)


def _settled(film: _Film) -> _Film:
    """A film in which the board stays where it is.

    A status that is too long to stand beside the players moves the board down. If one frame has
    such a status, all others get one.

    :raises ValueError: if frames differ in size all the same.
    """
    for status in (0, svg.WIDTH // 5):  # letters are wider than 5
        film = dataclasses.replace(film, status=status)
        heights: dict[str, int] = {}
        for k in range(len(film.frames)):
            found = re.search(r'<svg [^>]* height="([^"]+)"', film.picture(k))
            assert found is not None
            heights.setdefault(found[1], k)
        if len(heights) == 1:
            return film
    raise ValueError(
        "all frames of an animation have one size; "
        + ", ".join(f"frame {k} is {height} pixels high" for height, k in heights.items())
    )


# --- GIF -----------------------------------------------------------------------------------------

# A GIF has 256 colours. The last of ours stands for what has not changed since the frame before;
# these many of the others are the commonest ones, unchanged, as flat areas show any difference.
CLEAR = 255
EXACT = 32
# How many frames, from the first to the last, are looked at for the colours.
SAMPLES = 5


def _gif(film: _Film, times: Sequence[float]) -> bytes:
    """The whole file: the first frame, and of each other what has changed, all in one palette.

    Pillow's ``save`` would hold all frames at once, and leave out what is the same twice.
    ``getheader`` and ``getdata`` do the same work frame by frame; they are called legacy, but
    count as public (https://github.com/python-pillow/Pillow/pull/2374).
    """
    with _libraries():
        import numpy as np
        from PIL import Image
        from PIL.GifImagePlugin import getdata, getheader
    last = len(film.frames) - 1
    sampled = sorted({round(k * last / (SAMPLES - 1)) for k in range(SAMPLES)})
    palette = _palette(film.pixels(k) for k in sampled)
    file = io.BytesIO()
    before: Pixels | None = None
    for k, time in enumerate(times):
        pixels = film.pixels(k)
        height, width, _ = pixels.shape
        look: dict[str, int] = {"duration": 10 * round(100 * time), "disposal": 1}
        if before is None:
            screen = Image.new("P", (width, height))
            screen.putpalette(palette.tobytes())
            file.writelines(getheader(screen, info={"loop": 0})[0])
            changed = np.full((height, width), True)
        else:
            changed = (pixels != before).any(axis=2)
            changed[0, 0] |= not changed.any()  # a frame has a pixel at least
            look["transparency"] = CLEAR
        down, across = np.flatnonzero(changed.any(axis=1)), np.flatnonzero(changed.any(axis=0))
        top, left = int(down[0]), int(across[0])
        part = np.full(changed.shape, CLEAR, dtype=np.uint8)
        part[changed] = _nearest(pixels[changed], palette)
        part = part[top : down[-1] + 1, left : across[-1] + 1]
        image = Image.frombytes("P", part.shape[::-1], part.tobytes())
        file.writelines(getdata(image, (left, top), **look))
        before = pixels
    file.write(b";")
    return file.getvalue()


def _palette(frames: Iterable[Pixels]) -> Pixels:
    """256 colours: the commonest of these frames, and such as are near to all others."""
    import numpy as np
    from PIL import Image

    tallies = [np.unique(_packed(pixels), return_counts=True) for pixels in frames]
    colours, places = np.unique(np.concatenate([c for c, _ in tallies]), return_inverse=True)
    counts = np.bincount(places, np.concatenate([n for _, n in tallies])).astype(np.int64)
    order = np.argsort(-counts, kind="stable")
    exact, others = order[:EXACT], order[EXACT:]
    palette = np.zeros((256, 3), dtype=np.uint8)
    palette[: len(exact)] = _unpacked(colours[exact])
    if len(others):
        crowd = _unpacked(np.repeat(colours[others], counts[others]))
        image = Image.fromarray(crowd[np.newaxis])
        image = image.quantize(CLEAR - EXACT, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        found = np.array(image.getpalette(), dtype=np.uint8).reshape(-1, 3)[: CLEAR - EXACT]
        palette[EXACT : EXACT + len(found)] = found
    return palette


def _nearest(pixels: Pixels, palette: Pixels) -> NDArray[np.uint8]:
    """For each pixel, the number of the colour that is nearest to it. It depends on the pixel
    alone, so that what stays the same does not flicker; nothing is dithered."""
    import numpy as np

    colours, places = np.unique(_packed(pixels), return_inverse=True)
    # The square of the distance, but for what is the same for all colours of the palette. All of
    # this is whole numbers that a float32 holds exactly.
    there = palette[:CLEAR].astype(np.float32)
    distance = (there**2).sum(axis=1) - 2 * (_unpacked(colours).astype(np.float32) @ there.T)
    numbers: NDArray[np.uint8] = distance.argmin(axis=1).astype(np.uint8)
    return numbers[places]


def _packed(pixels: Pixels) -> NDArray[np.uint32]:
    """Colours as numbers, in one row."""
    import numpy as np

    return pixels.reshape(-1, 3).astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)


def _unpacked(colours: NDArray[np.uint32]) -> Pixels:
    import numpy as np

    return np.stack([colours >> 16, colours >> 8, colours], axis=-1).astype(np.uint8)
