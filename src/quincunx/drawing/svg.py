"""Boards as SVG: one renderer for all games."""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable, Sequence
from html import escape

from quincunx.board import Board, Move
from quincunx.drawing.catalogue import scene_of
from quincunx.drawing.layout import FRAME
from quincunx.drawing.marks import OVER, UNDER, Draw
from quincunx.drawing.pen import Pen, circle, num, outlines, path, tag
from quincunx.drawing.scene import Cell, LegendEntry, Mark, Piece, Player, Scene
from quincunx.drawing.themes import style

__all__ = ["render"]

# All pictures are this wide inside, so that texts have one size; the board is scaled to fit.
WIDTH = 640
MARGIN = 28
LARGEST_CELL = 84
HEADER = 92
FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif"


def render(
    board: Board | Scene,
    *,
    theme: str = "light",
    overlays: str | Iterable[str] | None = None,
    preview: Move | str | None = None,
    clicked: Sequence[str] = (),
    width: int | None = None,
) -> str:
    """A board, or a scene, as a self-contained SVG picture.

    >>> import quincunx
    >>> picture = render(quincunx.Board("cordon", size=3), theme="auto", width=400)
    >>> picture[:5], "prefers-color-scheme" in picture
    ('<svg ', True)

    :param theme: ``"light"``, ``"dark"``, or ``"auto"`` for what the reader's system prefers.
    :param overlays: what to show, as for :func:`quincunx.drawing.scene`.
    :param preview: a legal move whose effects are shown.
    :param clicked: the first cells of a move that is being entered.
    :param width: in pixels; the height follows.
    :raises ValueError: if there is no such theme or overlay, or the width is not positive.
    """
    scene = scene_of(board, overlays=overlays, preview=preview, clicked=clicked)
    if width is not None and width <= 0:
        raise ValueError(f"width={width}: a picture is at least one pixel wide")
    # An id of its own: a page may hold many pictures, and their styles must not mix.
    root = "q" + hashlib.blake2s(repr((scene, theme)).encode(), digest_size=5).hexdigest()
    css = style(theme, root, (scene.players[0].colour, scene.players[1].colour))

    left, top, across, down = scene.box
    pitch = min(LARGEST_CELL, (WIDTH - 2 * MARGIN) / across)
    x0 = (WIDTH - across * pitch) / 2 - left * pitch
    pen = Pen(scene, pitch, (x0, HEADER - top * pitch), root)

    body = _header(scene, root)
    body += _board(pen)
    y = HEADER + down * pitch + 6
    below, y = _buttons(scene, y)
    body += below
    below, y = _legend(pen, y)
    body += below
    body.append(tag("text", "m", scene.credit, x=MARGIN, y=y + 20, font_size=12))
    height = y + 38

    shown = WIDTH if width is None else width
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{root}" role="img" '
        f'aria-labelledby="{root}-t {root}-d" width="{num(shown)}" '
        f'height="{num(shown * height / WIDTH)}" viewBox="0 0 {WIDTH} {num(height)}" '
        f'font-family="{FONTS}">'
    )
    page = {"x": 0.5, "y": 0.5, "width": WIDTH - 1.0, "height": height - 1, "rx": 14.0}
    return "\n".join(
        [
            head,
            tag("title", "", f"{scene.title}: {scene.status}", id=f"{root}-t"),
            tag("desc", "", f"{scene.description()} {scene.credit}.", id=f"{root}-d"),
            f"<style>{css}</style>",
            f"<defs>{''.join(_hatches(pen))}</defs>",
            tag("rect", "page", **page),
            *body,
            "</svg>",
        ]
    )


def _hatches(pen: Pen) -> list[str]:
    """Stripes for the areas of the two sides, each in its own direction."""
    step = max(5.0, 0.17 * pen.pitch)
    return [
        f'<pattern id="{pen.root}-{player.colour}" patternUnits="userSpaceOnUse" '
        f'width="{num(step)}" height="{num(step)}" patternTransform="rotate({angle})">'
        + path(f"{player.colour}-l", f"M0 0V{num(step)}", step * 0.36, stroke_opacity=0.5)
        + "</pattern>"
        for player, angle in zip(pen.scene.players, (45, -45), strict=True)
    ]


# --- Around the board ----------------------------------------------------------------------------


def _header(scene: Scene, root: str) -> list[str]:
    """The title and who is to move; to the right the two players with what is counted."""
    out = [
        tag("text", "t", scene.title, x=MARGIN, y=45, font_size=24, font_weight="700"),
        tag("text", "t", scene.status, x=MARGIN, y=70, font_size=15),
    ]
    right = WIDTH - MARGIN
    icon = Pen(scene, 24, (0, 0), root)
    for player, y in zip(scene.players, (37.0, 64.0), strict=True):
        out += icon.piece(right - 24, y, player)
        if player.to_move or player.won:
            data = f"M{num(right - 10)} {num(y)}l8 -5.5v11Z"
            out.append(tag("path", "lastf", d=data))
        words = ", ".join([player.name, *(n.text for n in player.notes if n.dots is None)])
        x = right - 42
        for note in player.notes:
            if note.dots is not None:
                x -= 30
                out += _token(x, y, player, note.dots, note.text)
        out.append(
            tag(
                "text", "t", words, x=x, y=y + 5, font_size=14, text_anchor="end", font_weight="600"
            )
        )
    return out


def _token(x: float, y: float, player: Player, dots: int, text: str) -> list[str]:
    """A square token with dots on it; an empty outline if it shows none."""
    box = {"x": x + 6, "y": y - 9, "width": 18.0, "height": 18.0, "rx": 3.0}
    if not dots:
        return [
            f"<g>{tag('title', '', text)}"
            + tag("rect", "cross", **box, fill="none", stroke_opacity=0.4, stroke_dasharray="3 2.5")
            + "</g>"
        ]
    out = [tag("title", "", text), tag("rect", player.colour, **box, stroke_width=1)]
    spread = 3.8 if dots > 1 else 0
    for sign in (-1, 1)[:dots]:
        out.append(
            tag(
                "circle",
                f"{player.colour}-o",
                cx=x + 15 + sign * spread,
                cy=y - sign * spread,
                r=2.4,
            )
        )
    return [f"<g>{''.join(out)}</g>"]


def _buttons(scene: Scene, y: float) -> tuple[list[str], float]:
    out = []
    for button in scene.buttons:
        w = 7.4 * len(button.text) + 32
        x = (WIDTH - w) / 2
        box = {"x": x, "y": y + 4, "width": w, "height": 32.0, "rx": 8.0}
        out.append(
            f'<g data-move="{escape(button.move)}">{tag("rect", "button", **box)}'
            + tag(
                "text", "t", button.text, x=WIDTH / 2, y=y + 25, font_size=14, text_anchor="middle"
            )
            + "</g>"
        )
        y += 40
    return out, y


def _legend(pen: Pen, y: float) -> tuple[list[str], float]:
    """What the marks mean, in as many lines as it takes."""
    out: list[str] = []
    if not pen.scene.legend:
        return out, y
    x, y = float(MARGIN), y + 16
    for entry in pen.scene.legend:
        wide = 7.0 * len(entry.text) + 50
        if x > MARGIN and x + wide > WIDTH - MARGIN + 20:
            x, y = float(MARGIN), y + 26
        out += _swatch(pen, entry, x, y)
        out.append(tag("text", "t", entry.text, x=x + 30, y=y + 4.5, font_size=13))
        x += wide
    return out, y + 14


def _swatch(pen: Pen, entry: LegendEntry, x: float, y: float) -> list[str]:
    """A mark as it looks on the board, on a little board of one cell."""
    if entry.shape == "label":
        return [pen.text(x + 11, y, "1:2", "label", 13)]
    if entry.shape == "link":
        return [path("cross", f"M{num(x + 5)} {num(y + 8)}l15 -15", 1.2)]
    if entry.shape == "edge":
        colour = pen.player(entry.side).colour
        return [tag("rect", colour, x=x + 1, y=y - 4, width=22, height=8, stroke_width=1)]
    # An arrow and a chain come from the left; a badge sits on a piece.
    here, there = Cell("here", 0.5, 0.5, 0, 0), Cell("there", 1.1, 0.5, 0, 0)
    mark = Mark(entry.kind, entry.shape, ("here",), entry.side)
    if entry.shape in ("arrow", "chain"):
        here = dataclasses.replace(here, x=0.05)
        mark = dataclasses.replace(mark, segments=(("here", "there"),))
    pieces = (Piece("here", entry.side or 0),) if entry.shape == "swap" else ()
    little = dataclasses.replace(
        pen.scene, cells=(here, there), pieces=pieces, marks=(mark,), legend=()
    )
    pitch = 40 if entry.shape == "dot" else 24
    small = Pen(little, pitch, (x + 12 - pitch / 2, y - pitch / 2), pen.root)
    out = _marks(small, UNDER)
    for piece in pieces:
        out += small.piece(*small.at("here"), little.players[piece.side])
    return out + _marks(small, OVER)


# --- The board -----------------------------------------------------------------------------------


def _board(pen: Pen) -> list[str]:
    scene = pen.scene
    out = _ground(pen)
    for edge in scene.edges:
        colour = scene.players[edge.side].colour
        loop = [pen.xy(point) for point in edge.points]
        shape = path(colour, outlines([loop]), stroke_width=1, stroke_linejoin="round")
        title = tag("title", "", f"{edge.label}: {scene.players[edge.side].name}")
        out.append(f"<g>{title}{shape}</g>")
    out += _marks(pen, UNDER)
    out += _lines(pen)
    size = min(14.0, max(10.0, 0.36 * pen.pitch))
    for name in scene.coordinates:
        out.append(pen.text(*pen.xy((name.x, name.y)), name.text, "co", size))
    texts = {m.cells[0]: m.label for m in scene.marks if m.shape == "label"}
    hidden = pen.marked("ghost")  # another piece, or a higher stack, is shown in its place
    for piece in scene.pieces:
        if piece.cell in hidden:
            continue
        player = scene.players[piece.side]
        height = f", height {piece.height}" if piece.height > 1 else ""
        shapes = pen.piece(*pen.at(piece.cell), player, piece.height, texts.get(piece.cell, ""))
        title = tag("title", "", f"{piece.cell}: {player.name}{height}")
        out.append(
            f'<g data-piece="{piece.cell}" data-side="{piece.side}">{title}{"".join(shapes)}</g>'
        )
    return out + _marks(pen, OVER)


def _ground(pen: Pen) -> list[str]:
    """The cells themselves, each with its name; for a board of points, the wood under them."""
    scene, p = pen.scene, pen.pitch
    out = []
    grounds = {"plain": "cell", "star": "cell", "rim": "rim"}
    more: dict[str, str | float] = {}
    if scene.layout == "points":
        (x, y), side = pen.xy((-FRAME, -FRAME)), (scene.size + 2 * FRAME) * p
        out.append(tag("rect", "wood", x=x, y=y, width=side, height=side, rx=0.12 * p))
        # What can be pointed at is there all the same.
        grounds, more = {}, {"fill": "none", "pointer_events": "all"}
    for cell in scene.cells:
        loop = [pen.xy((cell.x + dx, cell.y + dy)) for dx, dy in scene.outline]
        shape = path(grounds.get(cell.look, ""), outlines([loop]), **more)
        out.append(f'<g data-cell="{cell.name}">{tag("title", "", cell.name)}{shape}</g>')
    return out


def _lines(pen: Pen) -> list[str]:
    out = []
    for segment in pen.scene.segments:
        (x1, y1), (x2, y2) = pen.xy(segment.start), pen.xy(segment.end)
        cls = "link" if segment.style == "link" else "line"
        out.append(tag("line", cls, x1=x1, y1=y1, x2=x2, y2=y2, stroke_linecap="square"))
    if pen.scene.layout == "points":
        for cell in pen.scene.cells:
            if cell.look == "star":
                x, y = pen.at(cell.name)
                out.append(circle("star", x, y, max(2.2, 0.08 * pen.pitch)))
    return out


def _marks(pen: Pen, layer: dict[str, Draw]) -> list[str]:
    out: list[str] = []
    for shape, draw in layer.items():
        for mark in pen.scene.marks:
            if mark.shape == shape:
                drawn = "".join(draw(pen, mark))
                if drawn:
                    out.append(f'<g data-overlay="{escape(mark.kind)}">{drawn}</g>')
    return out
