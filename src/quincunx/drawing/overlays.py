"""Overlays: what a picture shows beyond the pieces, each switched on and off by its name.

A game's drawing file says where each overlay comes from (``declaration.py``). Here is what that
means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from quincunx.drawing.declaration import (
    Changes,
    Clicked,
    Closed,
    Drawing,
    Edges,
    Effects,
    Features,
    Last,
    Legal,
    Letters,
    Links,
    Lit,
    Names,
    Notes,
    Overlay,
    Path,
    Score,
    Source,
    Touched,
    Union,
)
from quincunx.drawing.facts import ChangeFact, Facts, FeatureFact, MoveFact, PreviewFacts
from quincunx.drawing.layout import Plan
from quincunx.drawing.scene import Edge, Item, LegendEntry, Mark, Note, Segment
from quincunx.drawing.words import WORDS, fill
from quincunx.games import Game

__all__ = ["View", "choose", "legend", "mark_words", "show"]


@dataclass(frozen=True)
class View:
    """What an overlay looks at. ``preview`` is the move that is shown, where one is."""

    game: Game
    drawing: Drawing
    plan: Plan
    facts: Facts
    clicked: tuple[str, ...] = ()
    lit: tuple[str, ...] = ()
    pointed: str = ""
    preview: PreviewFacts | None = None

    def choices(self) -> list[MoveFact]:
        """The legal moves that begin with the clicked cells."""
        clicked = list(self.clicked)
        return [m for m in self.facts["moves"] if m["cells"][: len(clicked)] == clicked]

    def features(self, kind: str) -> list[FeatureFact]:
        """The features of a kind; in a preview, those that were not there before."""
        if self.preview is None:
            return [f for f in self.facts["features"] if f["kind"] == kind]
        before = self.facts["features"]
        return [f for f in self.preview["features"] if f["kind"] == kind and f not in before]


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


def show(overlay: Overlay, view: View) -> list[Item]:
    """All that an overlay has to show."""
    return [
        item
        for source in overlay.shows
        for item in _FINDERS[type(source)](view, overlay.name, source)
    ]


def legend(overlay: Overlay, items: Iterable[Item], game: Game) -> Iterator[LegendEntry]:
    """One entry for each shape and side among the items that the overlay has words for."""
    seen = set()
    for item in items:
        shape, side = _shape(item)
        if shape not in overlay.legend:
            continue
        text = overlay.legend[shape]
        if side is not None and "{" in text:
            text = fill(text, _sides(game, side))
        else:
            side = None
        if (text, shape) not in seen:
            seen.add((text, shape))
            yield LegendEntry(item.kind, shape, side, text)


def mark_words(overlay: Overlay, mark: Mark, game: Game) -> str:
    """What is said of a cell that has this mark, if anything."""
    text = overlay.words.get(mark.shape, "")
    parts = {str(k): part for k, part in enumerate(mark.label.split(":"))}
    sides = {} if mark.side is None else _sides(game, mark.side)
    return fill(text, {**parts, **sides, "label": mark.label})


def _sides(game: Game, side: int) -> dict[str, str]:
    return {"side": game.players[side], "other": game.players[1 - side]}


def _shape(item: Item) -> tuple[str, int | None]:
    if isinstance(item, Mark):
        return item.shape, item.side
    if isinstance(item, Edge):
        return "edge", item.side
    return (item.style, None) if isinstance(item, Segment) else ("note", item.side)


# --- What a move does ----------------------------------------------------------------------------


def _effects(
    kind: str, changes: Iterable[ChangeFact], cells: Sequence[str], mover: int | None
) -> Iterator[Mark]:
    """Marks for the pieces that a move exchanges or removes, its own cells left out.

    What is removed from the side ``mover`` is a loss.
    """
    exchanged: list[list[str]] = [[], []]
    removed: list[list[str]] = [[], []]
    for change in changes:
        before, after = change["before"], change["after"]
        if before is None or change["cell"] in cells:
            continue
        if after is None:
            removed[before[0]].append(change["cell"])
        elif before[0] != after[0]:
            exchanged[after[0]].append(change["cell"])
    for shape, sides in (("swap", exchanged), ("cross", removed)):
        for side, found in enumerate(sides):
            if found:
                lost = shape == "cross" and side == mover
                yield Mark(kind, "loss" if lost else shape, tuple(found), side)


def _way(kind: str, cells: Sequence[str], side: int) -> Mark:
    return Mark(kind, "arrow", tuple(cells[:-1]), side, segments=tuple(pairwise(cells)))


def _preview_effects(view: View, kind: str, source: Effects) -> Iterator[Item]:
    move = view.preview
    if move is None:
        return
    cells = move["cells"]
    if len(cells) > 1:
        yield _way(kind, cells, view.facts["turn"])
    for change in move["changes"]:
        after = change["after"]
        if change["cell"] in cells[-1:] and after is not None:
            height = str(after[1]) if after[1] > 1 else ""
            yield Mark(kind, "ghost", (change["cell"],), after[0], height)
    yield from _effects(kind, move["changes"], cells, view.facts["turn"])


def _closed(view: View, kind: str, source: Closed) -> Iterator[Item]:
    move = view.preview
    if move is None:
        return
    open_now = dict.fromkeys(m["cells"][-1] for m in view.facts["moves"] if m["cells"])
    gone = {*move["next"], *move["cells"]}
    if cells := tuple(cell for cell in open_now if cell not in gone):
        yield Mark(kind, source.shape, cells)


def _touched(view: View, kind: str, source: Touched) -> Iterator[Item]:
    move = view.preview
    if move is None:
        return
    owners = {cell: side for cell, side, _ in view.facts["pieces"]}
    for side in (0, 1):
        cells = tuple(cell for cell in move["touches"] if owners.get(cell) == side)
        if cells:
            steps = tuple((move["cells"][-1], cell) for cell in cells)
            yield Mark(kind, source.shape, cells, side, segments=steps)


# --- What there is now ---------------------------------------------------------------------------


def _legal(view: View, kind: str, source: Legal) -> Iterator[Item]:
    cells = dict.fromkeys(move["cells"][-1] for move in view.choices() if move["cells"])
    if cells:
        yield Mark(kind, "dot", tuple(cells), view.facts["turn"])


def _last(view: View, kind: str, source: Last) -> Iterator[Item]:
    move = view.facts["last"]
    if move is None:
        return
    if len(move["cells"]) > 1:
        yield _way(kind, move["cells"], move["side"])
    # A move that names no cell (swap) is shown by what it changed.
    cells = move["cells"][-1:] or [change["cell"] for change in move["changes"]]
    yield Mark(kind, "ring", tuple(cells), move["side"])


def _changes(view: View, kind: str, source: Changes) -> Iterator[Item]:
    move = view.facts["last"]
    if move is not None:
        yield from _effects(kind, move["changes"], move["cells"], None)


def _names(view: View, kind: str, source: Names) -> Iterator[Item]:
    taken = {cell for cell, _, _ in view.facts["pieces"]}
    for cell in view.plan.cells:
        if cell.name not in taken:
            yield Mark(kind, "name", (cell.name,), label=cell.name)


def _letters(view: View, kind: str, source: Letters) -> Iterator[Item]:
    for cell, side, height in view.facts["pieces"]:
        label = view.game.letters[side] + (str(height) if height > 1 else "")
        yield Mark(kind, "label", (cell,), side, label)


def _edges(view: View, kind: str, source: Edges) -> Iterator[Item]:
    for edge, points in zip(view.drawing.layout.edges, view.plan.edges, strict=True):
        yield Edge(kind, edge.side, points, edge.label)


def _links(view: View, kind: str, source: Links) -> Iterator[Item]:
    for start, end in view.plan.links:
        yield Segment("link", start, end, kind)


def _score(view: View, kind: str, source: Score) -> Iterator[Item]:
    move = view.preview
    before, after = view.facts["score"], None if move is None else move["score"]
    for side in (0, 1):
        count = None if before is None else before[side]
        if move is not None:
            count = None if after is None or after[side] == count else after[side]
        if count is not None:
            word = source.one if count == 1 else source.many
            said = WORDS["score" if move is None else "score after"]
            yield Note(kind, side, fill(said, {"count": str(count), "word": word}))


def _features(view: View, kind: str, source: Features) -> Iterator[Item]:
    turn = view.facts["turn"]
    wanted = {"own": (turn,), "enemy": (1 - turn,)}.get(source.of, (0, 1, None))
    for feature in view.features(source.feature):
        if feature["cells"] and feature["side"] in wanted:
            pointed = source.pointed and feature["label"] == view.pointed
            shape = source.pointed if pointed else source.shape
            yield Mark(kind, shape, tuple(feature["cells"]), feature["side"], feature["label"])


def _union(view: View, kind: str, source: Union) -> Iterator[Item]:
    for side in (0, 1):
        cells = {
            cell
            for feature in view.features(source.feature)
            if feature["side"] == side
            for cell in feature["cells"]
        }
        if cells:
            yield Mark(kind, source.shape, tuple(sorted(cells)), side)


def _path(view: View, kind: str, source: Path) -> Iterator[Item]:
    for feature in view.features(source.feature):
        way = tuple(feature["label"].split("-"))
        yield Mark(kind, source.shape, way, feature["side"], segments=tuple(pairwise(way)))


def _notes(view: View, kind: str, source: Notes) -> Iterator[Item]:
    for feature in view.features(source.feature):
        if feature["side"] is not None:
            text = fill(source.text, {"label": feature["label"]})
            yield Note(kind, feature["side"], text, int(feature["label"]), source.dots)


def _clicked(view: View, kind: str, source: Clicked) -> Iterator[Item]:
    if view.clicked:
        yield Mark(kind, "selected", view.clicked)


def _lit(view: View, kind: str, source: Lit) -> Iterator[Item]:
    if view.lit:
        yield Mark(kind, "lit", view.lit)


_Finder = Callable[[View, str, Any], Iterable[Item]]
_FINDERS: Mapping[type[Source], _Finder] = {
    Changes: _changes,
    Clicked: _clicked,
    Closed: _closed,
    Edges: _edges,
    Effects: _preview_effects,
    Features: _features,
    Last: _last,
    Legal: _legal,
    Letters: _letters,
    Links: _links,
    Lit: _lit,
    Names: _names,
    Notes: _notes,
    Path: _path,
    Score: _score,
    Touched: _touched,
    Union: _union,
}
