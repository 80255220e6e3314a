"""Overlays: what a picture shows beyond the pieces, each switched on and off by its name.

A game's drawing file lists its overlays; those that several games share are written here.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from quincunx.board import Board, Move, Piece
from quincunx.drawing.layout import Layout
from quincunx.drawing.scene import Edge, Item, LegendEntry, Mark, Note, Segment

__all__ = [
    "CHANGES",
    "LAST",
    "LEGAL",
    "LETTERS",
    "NAMES",
    "Overlay",
    "View",
    "choose",
    "clicked_marks",
    "features",
    "legend",
    "preview_marks",
    "score",
]

PREVIEW_LEGEND = {
    "ghost": "would stand here",
    "arrow": "would move",
    "swap": "would be exchanged for a {side} one",
    "cross": "would be removed",
}


@dataclass(frozen=True)
class View:
    """What an overlay looks at. ``clicked`` are the cells of a move that is being entered."""

    board: Board
    layout: Layout
    clicked: tuple[str, ...] = ()

    def choices(self) -> list[Move]:
        """The legal moves that begin with the clicked cells."""
        n = len(self.clicked)
        return [move for move in self.board.legal_moves if move.cells[:n] == self.clicked]


@dataclass(frozen=True)
class Overlay:
    """Something that a picture can show: a name, what it is, and how to find it.

    ``legend`` says what each shape of mark means (or ``"edge"``, or a segment's style); ``{side}``
    and ``{other}`` stand for the names of the mark's side and of its opponent.
    """

    name: str
    text: str
    show: Callable[[View], Iterable[Item]]
    default: bool = True
    legend: Mapping[str, str] = field(default_factory=dict)

    def off(self) -> Overlay:
        """The same overlay, but shown only when asked for."""
        return dataclasses.replace(self, default=False)


def choose(available: Sequence[Overlay], wanted: str | Iterable[str] | None) -> list[Overlay]:
    """The overlays that are wanted, in the order in which the game lists them.

    ``None`` means those that the game shows by default. Names may come in one string, and
    ``"default"`` and ``"all"`` stand for several.

    :raises ValueError: if a name is not one of the game's overlays; the message lists those.
    """
    if wanted is None:
        wanted = ("default",)
    elif isinstance(wanted, str):
        wanted = wanted.replace(",", " ").split()
    names: set[str] = set()
    known = {overlay.name for overlay in available}
    for name in wanted:
        if name == "all":
            names |= known
        elif name == "default":
            names |= {overlay.name for overlay in available if overlay.default}
        elif name in known:
            names.add(name)
        else:
            listed = ", ".join(overlay.name for overlay in available)
            raise ValueError(
                f"no overlay is called {name!r} here; there are {listed} (and default, all)"
            )
    return [overlay for overlay in available if overlay.name in names]


def legend(
    texts: Mapping[str, str], items: Iterable[Item], sides: tuple[str, str]
) -> Iterator[LegendEntry]:
    """One entry for each shape and side among the items that ``texts`` has words for."""
    seen = set()
    for item in items:
        shape, side = _shape(item)
        if shape not in texts:
            continue
        text = texts[shape]
        if side is not None and "{" in text:
            text = text.format(side=sides[side], other=sides[1 - side])
        else:
            side = None
        if (text, shape) not in seen:
            seen.add((text, shape))
            yield LegendEntry(item.kind, shape, side, text)


def _shape(item: Item) -> tuple[str, int | None]:
    if isinstance(item, Mark):
        return item.shape, item.side
    if isinstance(item, Edge):
        return "edge", item.side
    return (item.style, None) if isinstance(item, Segment) else ("note", item.side)


# --- What a move does ----------------------------------------------------------------------------

Changes = Mapping[str, tuple[Piece | None, Piece | None]]


def _effects(kind: str, changes: Changes, move: Move) -> Iterator[Mark]:
    """Marks for the pieces that a move exchanges or removes, its own cells left out."""
    exchanged: dict[int, list[str]] = {}
    removed: dict[int, list[str]] = {}
    for cell, (before, after) in changes.items():
        if before is None or cell in move.cells:
            continue
        if after is None:
            removed.setdefault(before.side.value, []).append(cell)
        elif before.side is not after.side:
            exchanged.setdefault(after.side.value, []).append(cell)
    for side, cells in sorted(exchanged.items()):
        yield Mark(kind, "swap", tuple(cells), side)
    for side, cells in sorted(removed.items()):
        yield Mark(kind, "cross", tuple(cells), side)


def preview_marks(view: View, move: Move) -> list[Mark]:
    """What a legal move would do: the piece that comes, its way, and what happens to others."""
    changes = view.board.changes(move)
    marks: list[Mark] = []
    if len(move.cells) > 1:
        marks.append(_way("preview", move, view.board.turn.value))
    for cell in move.cells[-1:]:
        after = changes[cell][1]
        if after is not None:
            height = str(after.height) if after.height > 1 else ""
            marks.append(Mark("preview", "ghost", (cell,), after.side.value, height))
    return marks + list(_effects("preview", changes, move))


def _way(kind: str, move: Move, side: int) -> Mark:
    steps = tuple(pairwise(move.cells))
    return Mark(kind, "arrow", move.cells[:-1], side, segments=steps)


def _before(board: Board) -> tuple[Board, Move] | None:
    """The position before the last move, and that move."""
    if not board.ply():
        return None
    before = board.copy()
    return before, before.pop()


# --- Overlays that games share -------------------------------------------------------------------


def _legal(view: View) -> Iterator[Item]:
    cells = dict.fromkeys(move.cells[-1] for move in view.choices() if move.cells)
    if cells:
        yield Mark("legal", "dot", tuple(cells), view.board.turn.value)


def _last(view: View) -> Iterator[Item]:
    past = _before(view.board)
    if past is None:
        return
    before, move = past
    side = before.turn.value
    if len(move.cells) > 1:
        yield _way("last", move, side)
    # A move that names no cell (swap) is shown by what it changed.
    yield Mark("last", "ring", move.cells[-1:] or tuple(before.changes(move)), side)


def _changes(view: View) -> Iterator[Item]:
    past = _before(view.board)
    if past is not None:
        before, move = past
        yield from _effects("changes", before.changes(move), move)


def _names(view: View) -> Iterator[Item]:
    taken = view.board.pieces()
    for cell in view.layout.cells:
        if cell.name not in taken:
            yield Mark("names", "name", (cell.name,), label=cell.name)


def _letters(view: View) -> Iterator[Item]:
    letters = view.board.game.letters
    for cell, piece in view.board.pieces().items():
        height = str(piece.height) if piece.height > 1 else ""
        yield Mark(
            "letters", "label", (cell,), piece.side.value, letters[piece.side.value] + height
        )


LEGAL = Overlay(
    "legal",
    "where a legal move may end",
    _legal,
    legend={"dot": "legal move"},
)
LAST = Overlay(
    "last",
    "the last move",
    _last,
    legend={"ring": "last move"},
)
CHANGES = Overlay(
    "changes",
    "what the last move exchanged or removed",
    _changes,
    legend={"swap": "exchanged for {side}", "cross": "{side} removed"},
)
NAMES = Overlay("names", "the names of the empty cells", _names, default=False)
LETTERS = Overlay("letters", "letters on the pieces", _letters, default=False)


def clicked_marks(view: View) -> list[Mark]:
    """The cells that have been clicked so far."""
    return [Mark("clicked", "selected", view.clicked)] if view.clicked else []


def features(
    name: str, shape: str, *, kind: str = "", show: Callable[[str], str] = str
) -> Callable[[View], list[Item]]:
    """A finder for one kind of the board's own features: ``kind``, or ``name`` if left out."""

    def found(view: View) -> list[Item]:
        return [
            Mark(
                name,
                shape,
                feature.cells,
                None if feature.side is None else feature.side.value,
                show(feature.label),
            )
            for feature in view.board.features()
            if feature.kind == (kind or name) and feature.cells
        ]

    return found


def score(one: str, many: str) -> Overlay:
    """The score as the game counts it, beside the players' names."""

    def show(view: View) -> Iterator[Item]:
        counts = view.board.score()
        for side, count in enumerate(counts or ()):
            yield Note("score", side, f"{count} {one if count == 1 else many}")

    return Overlay("score", f"how many {many} each side has", show)
