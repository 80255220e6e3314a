"""A scene: all that a picture of a board shows, as plain data.

Whoever draws a scene needs no rules: cells have places and names, pieces stand on cells, marks say
what is worth seeing, and moves list the cells to click. Lengths are in cells; x grows to the right
and y downward. A side is 0 for the first player and 1 for the second.

>>> import json, quincunx
>>> from quincunx import drawing
>>> scene = drawing.scene(quincunx.Board("hadron", size=3))
>>> scene.cells[0]
Cell(name='a1', x=0.5, y=2.5, row=0, place=0, look='plain')
>>> json.loads(json.dumps(scene.to_dict()))["status"]
'Red to move'
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

__all__ = [
    "SHAPES",
    "Button",
    "Cell",
    "Choice",
    "Coordinate",
    "Edge",
    "Item",
    "LegendEntry",
    "Mark",
    "Note",
    "Piece",
    "Player",
    "Point",
    "Scene",
    "Segment",
]

Point = tuple[float, float]

#: The shapes of marks, and what a renderer makes of each. Nothing else tells a renderer what to do:
#: ``Mark.kind`` is the name of the overlay, for those who style or filter by it.
SHAPES: dict[str, str] = {
    "dot": "a dot on each cell",
    "ring": "a ring around each cell's middle",
    "selected": "a frame around each cell",
    "arrow": "an arrow along each segment; the cells are where the segments begin",
    "swap": "a badge: the piece on the cell has changed, or would change, to the mark's side",
    "cross": "a cross: a piece of the mark's side has gone, or would go, from the cell",
    "loss": "as a cross, for a piece that the mover would lose",
    "ghost": "a piece of the mark's side that would stand there; the label is its height",
    "label": "the label, written on each cell",
    "name": "the label, small, on each cell that shows nothing else",
    "area": "the cells hatched and outlined for the side, with the label on them once",
    "tint": "as an area, but quietly: a flat tint, hatched only where patterns are wanted",
    "zone": "as an area, for several that overlap: the outline alone, and no label",
    "hatched": "as a zone, but hatched: the one of several that is meant",
    "void": "as an area, but one that does not count",
    "square": "a small square of the side's on each cell",
    "bar": "each cell framed in the side's look",
    "chain": "a line along each segment and a ring around each cell",
    "pip": "a dot in the side's look on the border that each segment crosses",
    "closed": "each cell greyed: what was open would be so no more",
    "barred": "stripes over each cell: no move may end there",
    "lit": "each cell lit: an explanation is about it",
}


@dataclass(frozen=True)
class Cell:
    """Where a piece can stand. ``name`` is what moves call it; ``row`` and ``place`` count from 0.

    ``look`` is ``"plain"``, ``"rim"`` (on a board whose outermost cells matter) or ``"star"`` (a
    point of a grid that helps the eye).
    """

    name: str
    x: float
    y: float
    row: int
    place: int
    look: str = "plain"


@dataclass(frozen=True)
class Piece:
    """A piece, or a stack, on a cell."""

    cell: str
    side: int
    height: int = 1


@dataclass(frozen=True)
class Mark:
    """Something shown on cells. ``kind`` is the overlay's name, ``shape`` one of :data:`SHAPES`."""

    kind: str
    shape: str
    cells: tuple[str, ...]
    side: int | None = None
    label: str = ""
    segments: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Edge:
    """A side of the board that belongs to a player: a polygon, and a word for it."""

    kind: str
    side: int
    points: tuple[Point, ...]
    label: str


@dataclass(frozen=True)
class Segment:
    """A line of the board itself: ``style`` is ``"grid"``, or ``"link"`` for a fainter one."""

    style: str
    start: Point
    end: Point
    kind: str = ""


@dataclass(frozen=True)
class Note:
    """Something to say beside a player's name; ``dots`` of ``dots_of`` where dots show it."""

    kind: str
    side: int
    text: str
    dots: int | None = None
    dots_of: int = 0


#: What an overlay may add to a scene.
Item = Mark | Edge | Segment | Note


@dataclass(frozen=True)
class Player:
    """A player, and how the player's pieces look: a colour, and a pattern that needs no colour."""

    name: str
    letter: str
    colour: str
    pattern: str
    to_move: bool
    won: bool
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Coordinate:
    """A row's or a column's name beside the board."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Button:
    """A legal move that is not made by clicking on cells.

    ``name`` is the shortest word for it and ``text`` says what it does. ``confirm`` is what to ask
    before it is played, if anything. Touching one of ``cells`` means this move too.
    """

    move: str
    text: str
    name: str
    confirm: str = ""
    cells: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """A legal move, and the cells to click for it, in order."""

    move: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class LegendEntry:
    """What a mark in this scene means; ``shape`` may also be ``"edge"`` or a segment's style."""

    kind: str
    shape: str
    side: int | None
    text: str


@dataclass(frozen=True)
class Scene:
    """A picture of a board as data; :func:`quincunx.drawing.scene` makes it.

    ``layout`` is ``"squares"``, ``"points"`` (pieces stand where lines cross) or ``"hexagons"``.
    ``outline`` is the shape of every cell, around its middle. ``box`` holds left, top, width and
    height of the whole board with its coordinates. ``rotation`` counts steps of 90 degrees on
    squares, of 60 on hexagons, clockwise; a ``mirrored`` board is turned after that. ``labels`` say
    in words what is on each cell, in the order of the cells.
    """

    game: str
    title: str
    credit: str
    status: str
    fen: str
    rotation: int
    mirrored: bool
    layout: str
    size: int
    box: tuple[float, float, float, float]
    outline: tuple[Point, ...]
    cells: tuple[Cell, ...]
    labels: tuple[str, ...]
    pieces: tuple[Piece, ...]
    stacks: bool
    players: tuple[Player, Player]
    marks: tuple[Mark, ...] = ()
    segments: tuple[Segment, ...] = ()
    edges: tuple[Edge, ...] = ()
    coordinates: tuple[Coordinate, ...] = ()
    buttons: tuple[Button, ...] = ()
    moves: tuple[Choice, ...] = ()
    legend: tuple[LegendEntry, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The scene in dictionaries, lists, strings and numbers, as JSON has them."""
        plain: dict[str, Any] = _plain(self)
        return plain

    def description(self) -> str:
        """The position in words, for those who cannot see the picture.

        >>> import quincunx
        >>> from quincunx import drawing
        >>> board = quincunx.Board("hadron", fen="3/1R1/2B r")
        >>> drawing.scene(board).description()
        'Red to move. Red: b2. Blue: c1.'
        """
        sentences = [self.status]
        for side, player in enumerate(self.players):
            cells = ", ".join(
                f"{piece.cell} (height {piece.height})" if piece.height > 1 else piece.cell
                for piece in self.pieces
                if piece.side == side
            )
            sentences.append(f"{player.name}: {cells or 'nothing on the board'}")
            sentences.extend(note.text for note in player.notes)
        return ". ".join(sentences) + "."


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value
