"""Boards as text, plain or in colour, for terminals and for messages.

A cell is one letter or sign, and one place to its left is for what is to be said about it:

- ``R``, ``B``, ``W``: a piece, by its side's first letter; ``R3`` a stack of three;
- ``.`` an empty cell, ``*`` one that a legal move may end on, ``_`` where the last piece came from;
- ``r``, ``b``, ``w``: an empty cell that belongs to a side's area (its cordon, its REZ, what it has
  squared), ``%`` one that belongs to both; ``^``, ``v`` the goal bars; ``x`` a piece was removed;
- ``(R)`` the last move, ``~R`` exchanged, ``xR`` would be removed, ``?R`` would stand there, ``!R``
  on the winning chain, ``'R`` within an enemy area, ``*R`` a legal move ends here, ``>R`` clicked;
- while a move is shown or entered: ``-R`` would be lost, ``:`` would be closed, ``#`` is barred;
  ``=R`` is what an explanation is about.

Below the board a legend explains the signs that were used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Unpack

from quincunx.board import Board
from quincunx.drawing.build import Options
from quincunx.drawing.catalogue import scene_of
from quincunx.drawing.scene import Cell, Mark, Player, Scene

__all__ = ["Blocks", "blocks", "render"]

# Both the ground and the letter's colour are set, whatever the terminal's own are.
PIECE_COLOURS = {"red": "1;97;41", "blue": "1;97;44", "black": "1;97;40", "white": "1;30;107"}
AREA_COLOURS = {"red": "31", "blue": "34", "black": "1", "white": "1"}
FAINT, BOLD, LEGAL, LAST = "2", "1", "1;32", "1;33"


@dataclass(frozen=True)
class _Sign:
    """A cell as it is written: ``core`` in it, ``left`` and ``right`` in the gaps beside it."""

    core: str = "."
    left: str = ""
    right: str = ""
    core_style: str = FAINT
    gap_style: str = BOLD
    areas: frozenset[int] = field(default_factory=frozenset)


def render(board: Board | Scene, *, color: bool = False, **options: Unpack[Options]) -> str:
    """A board, or a scene, as text.

    >>> import quincunx
    >>> board = quincunx.Board("cordon", size=2)
    >>> board.push_text("b2")
    Move('b2')
    >>> print(render(board))
    Cordon side 2 - Blue to move
    <BLANKLINE>
      c  . .  2
    b  .(R).  3
      a  . .  2
    <BLANKLINE>
    Red    0 cells
    Blue   0 cells
    <BLANKLINE>
    ( ) last move
    R Red, B Blue. Cordon by Mark Steere, 2023, marksteeregames.com

    :param color: write ANSI colours. Signs and letters stay: nothing is told by colour alone.
    :param options: what to show, as for :func:`quincunx.drawing.scene`; text is never turned.
    """
    parts = blocks(board, color=color, **options)
    below = [*parts.legend, parts.credit]
    written = ([parts.title], parts.diagram, parts.players, below)
    return "\n\n".join("\n".join(lines) for lines in written if lines)


class Blocks(NamedTuple):
    """The parts of a text picture, from the top: single lines, and lists of lines.

    ``players`` is empty if there is nothing to say about them. ``legend`` explains the signs, and
    lists the moves that are not made by clicking on cells.
    """

    title: str
    diagram: list[str]
    players: list[str]
    legend: list[str]
    credit: str


def blocks(board: Board | Scene, *, color: bool = False, **options: Unpack[Options]) -> Blocks:
    """What :func:`render` writes, in parts, for those who arrange them otherwise.

    >>> import quincunx
    >>> parts = blocks(quincunx.Board("hadron", size=3), overlays="")
    >>> print(*parts.diagram, sep="\\n")
    3  . . .
    2  . . .
    1  . . .
       a b c
    >>> parts.title, parts.players, parts.legend
    ('Hadron 3×3 - Red to move', [], [])
    """
    scene = scene_of(board, **options)
    paint = _paint if color else _leave
    letters = ", ".join(f"{player.letter} {player.name}" for player in scene.players)
    return Blocks(
        title=paint(f"{scene.title} - {scene.status}", BOLD),
        diagram=_diagram(scene, _signs(scene), paint),
        players=_players(scene),
        legend=[*_legend(scene), *(f"[{button.move}] {button.text}" for button in scene.buttons)],
        credit=paint(f"{letters}. {scene.credit}", FAINT),
    )


Paint = Callable[[str, str], str]


def _paint(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if text.strip() else text


def _leave(text: str, style: str) -> str:
    return text


# --- Cells ---------------------------------------------------------------------------------------


def _signs(scene: Scene) -> dict[str, _Sign]:
    """How each cell is written: the pieces first, then the marks, each on top of those before."""
    signs = {cell.name: _Sign() for cell in scene.cells}
    for piece in scene.pieces:
        player = scene.players[piece.side]
        core = f"{player.letter}{piece.height}" if scene.stacks else player.letter
        signs[piece.cell] = _Sign(core, core_style=PIECE_COLOURS[player.colour])
    taken = {piece.cell: piece.side for piece in scene.pieces}
    for mark in sorted(scene.marks, key=lambda mark: _LAST.get(mark.shape, 0)):
        draw = _MARKS.get(mark.shape)
        for cell in mark.cells if draw else ():
            assert draw is not None
            signs[cell] = draw(signs[cell], mark, taken.get(cell), scene.players)
    return signs


def _core(sign: _Sign, core: str, style: str) -> _Sign:
    return replace(sign, core=core, core_style=style)


def _left(sign: _Sign, left: str, style: str = BOLD) -> _Sign:
    return replace(sign, left=left, gap_style=style)


Players = tuple[Player, Player]


def _dot(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    return _core(sign, "*", LEGAL) if sign.core in ".^v" else _left(sign, "*", LEGAL)


def _ring(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    left = sign.left if sign.left == "~" else "("
    return replace(sign, left=left, right=")", gap_style=LAST)


def _arrow(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    return _core(sign, "_", LAST) if piece is None else _left(sign, "<", LAST)


def _swap(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    return _left(sign, "~")


def _cross(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    return _core(sign, "x", BOLD) if piece is None else _left(sign, "x")


def _ghost(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    assert mark.side is not None
    return _left(_core(sign, players[mark.side].letter + mark.label, BOLD), "?")


def _label(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    if piece is not None:
        return sign
    if sign.core == "*":
        sign = _left(sign, "*", LEGAL)
    return _core(sign, mark.label, "")


def _name(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    return _label(sign, mark, piece, players) if sign.core in ".*" else sign


def _area(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    assert mark.side is not None
    player = players[mark.side]
    style, letter = AREA_COLOURS[player.colour], player.letter.lower()
    areas = sign.areas | {mark.side}
    if piece is not None:
        return sign if piece == mark.side else replace(_left(sign, "'", style), areas=areas)
    if len(areas) > 1:
        style, letter = BOLD, "%"
    return replace(_core(sign, letter, style), areas=areas)


def _bar(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    assert mark.side is not None
    return sign if piece is not None else _core(sign, "^v"[mark.side], BOLD)


def _chain(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    return _left(sign, "!")


def _loss(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    return _left(sign, "-")


def _closed(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    return sign if piece is not None else _core(sign, ":", FAINT)


def _barred(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    return sign if piece is not None else _core(sign, "#", FAINT)


def _lit(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    return _left(sign, "=")


def _selected(sign: _Sign, mark: Mark, piece: int | None, players: Players) -> _Sign:
    return _left(sign, ">")


_MARKS = {
    "dot": _dot,
    "ring": _ring,
    "selected": _selected,
    "arrow": _arrow,
    "swap": _swap,
    "cross": _cross,
    "loss": _loss,
    "ghost": _ghost,
    "label": _label,
    "name": _name,
    "area": _area,
    "tint": _area,
    "zone": _area,
    "hatched": _area,
    "square": _area,
    "bar": _bar,
    "chain": _chain,
    "closed": _closed,
    "barred": _barred,
    "lit": _lit,
}


# What is written on top of the other signs, whatever the order of the overlays.
_LAST = {"ring": 1, "ghost": 1, "lit": 2}


# --- The diagram ---------------------------------------------------------------------------------


def _diagram(scene: Scene, signs: dict[str, _Sign], paint: Paint) -> list[str]:
    """The rows from the top, with their coordinates."""
    hexagonal = scene.layout == "hexagons"
    pitch = max(len(sign.core) for sign in signs.values()) + 1
    if hexagonal:
        # Each row is shifted by half a cell, which has to be a whole number of characters.
        pitch += pitch % 2
    rows: dict[int, list[Cell]] = {}
    for cell in scene.cells:
        rows.setdefault(cell.row, []).append(cell)
    widest = max(len(row) for row in rows.values())
    margin = 1 if hexagonal else len(str(scene.size))
    fence = {edge.label: edge.side for edge in scene.edges}
    lines = []
    for _, row in sorted(rows.items(), reverse=True):
        name = row[0].name[0] if hexagonal else row[0].name[1:]
        cells = _row([signs[cell.name] for cell in row], pitch, paint)
        indent = " " * ((widest - len(row)) * pitch // 2)
        if hexagonal:
            end = f" {len(row)}"
        else:
            end = "|" if fence else ""
        before = "|" if fence else " "
        lines.append(f"{indent}{name:>{margin}}{before}{cells}{end}".rstrip())
    if hexagonal:
        return lines
    letters = "".join(f"{cell.name[0]:>{2}}".ljust(pitch) for cell in rows[0])
    left = " " * (margin + 1)
    if fence:
        width = scene.size * pitch + 1
        north, south = (scene.players[fence[label]].name for label in ("North", "South"))
        lines.insert(0, left + _banner(north, width))
        lines.append(left + _banner(south, width))
    return [*lines, f"{left}{letters}".rstrip()]


def _banner(word: str, width: int) -> str:
    return (f" {word} " if len(word) + 4 <= width else word).center(width, "=")


def _row(signs: Sequence[_Sign], pitch: int, paint: Paint) -> str:
    """A row of cells: each has a gap to its left, which the cell before may close a bracket in."""
    parts = []
    closing = ""
    style = BOLD
    for sign in signs:
        if sign.left:
            parts.append(paint(sign.left, sign.gap_style))
        else:
            parts.append(paint(closing or " ", style))
        parts.append(paint(sign.core, sign.core_style) if sign.core_style else sign.core)
        room = pitch - 1 - len(sign.core)
        closing, style = sign.right, sign.gap_style
        if closing and room:
            parts.append(paint(closing, style) + " " * (room - 1))
            closing = ""
        else:
            parts.append(" " * room)
    parts.append(paint(closing or " ", style))
    return "".join(parts)


# --- Around the diagram --------------------------------------------------------------------------


def _players(scene: Scene) -> list[str]:
    if not any(player.notes for player in scene.players):
        return []
    return [
        f"{player.name:<6} {', '.join(note.text for note in player.notes)}"
        for player in scene.players
    ]


def _legend(scene: Scene) -> list[str]:
    entries = []
    ways = {mark.kind for mark in scene.marks if mark.shape == "arrow"}
    for entry in scene.legend:
        if entry.shape == "pip":
            continue  # there is no room between cells
        sign = _SIGNS.get(entry.shape, "")
        if entry.side is not None:
            across = any(
                e.side == entry.side and e.label in ("North", "South") for e in scene.edges
            )
            sign = sign.format(
                lower=scene.players[entry.side].letter.lower(),
                bar="^v"[entry.side],
                edge="=" if across else "|",
            )
        if entry.shape == "ring" and entry.kind in ways:
            sign = f"_ {sign}"
        # The sizes of areas, which a picture shows on the board itself.
        sizes = [
            mark.label
            for mark in scene.marks
            if (mark.kind, mark.shape, mark.side) == (entry.kind, entry.shape, entry.side)
            and mark.shape in ("area", "void")
        ]
        counts = ": " + ", ".join(sizes) if any(sizes) else ""
        entries.append(f"{sign} {entry.text}{counts}".strip())
    areas = [mark for mark in scene.marks if _MARKS.get(mark.shape) is _area]
    if any(a.side != b.side and set(a.cells) & set(b.cells) for a in areas for b in areas):
        entries.append("% both")
    owners = {piece.cell: piece.side for piece in scene.pieces}
    if any(owners.get(cell, area.side) != area.side for area in areas for cell in area.cells):
        entries.append("' in an enemy area")
    return _wrapped(entries)


_SIGNS = {
    "dot": "*",
    "ring": "( )",
    "arrow": "_",
    "swap": "~",
    "cross": "x",
    "loss": "-",
    "ghost": "?",
    "area": "{lower}",
    "tint": "{lower}",
    "zone": "{lower}",
    "hatched": "{lower}",
    "square": "{lower}",
    "bar": "{bar}",
    "chain": "!",
    "closed": ":",
    "barred": "#",
    "lit": "=",
    "label": "1:2",
    "edge": "{edge}",
    "link": "/",
}


def _wrapped(entries: Iterable[str], width: int = 80) -> list[str]:
    """Entries side by side, as many as a line holds."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(entry) + 3 <= width:
            lines[-1] += f"   {entry}"
        else:
            lines.append(entry)
    return lines
