"""What a game's drawing file declares: plain data, from which scenes are made.

``drawing/<game>.py`` holds one :class:`Drawing` and nothing else. Python (``build.py``) and the
page (``web/board``) read the same declaration, the page as JSON: :func:`quincunx.drawing.export`.

Words may name what they are about in braces: ``{side}`` and ``{other}`` are a mark's side and its
opponent, ``{label}`` is a feature's label and ``{0}``, ``{1}`` are its parts at the colons,
``{piece}`` and ``{pieces}`` are what the game calls its pieces.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "CHANGES",
    "LAST",
    "LEGAL",
    "LETTERS",
    "LIT",
    "NAMES",
    "PREVIEW",
    "SELECTED",
    "Button",
    "Changes",
    "Clause",
    "Clicked",
    "Closed",
    "Drawing",
    "EdgeOf",
    "Edges",
    "Effects",
    "Features",
    "Last",
    "Layout",
    "Legal",
    "Letters",
    "Links",
    "Lit",
    "Names",
    "Notes",
    "Overlay",
    "Path",
    "Sample",
    "Score",
    "Source",
    "Tasks",
    "Touched",
    "Union",
    "filled",
    "plain",
    "score",
]


# --- The board -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class EdgeOf:
    """A side of a square board that belongs to a player: ``"north"``, ``"south"`` and so on."""

    at: str
    side: int
    label: str


@dataclass(frozen=True)
class Layout:
    """What the board looks like.

    ``kind`` is ``"squares"``, ``"points"`` (pieces stand where lines cross) or ``"hexagons"``.
    ``rim`` has words for the outermost cells, on a board where they matter; they look different
    then. ``links`` are steps, in rows and places, along which cells are connected too. ``stars``
    are the dots of a Go board.
    """

    kind: str
    rim: str = ""
    stars: bool = False
    edges: tuple[EdgeOf, ...] = ()
    links: tuple[tuple[int, int], ...] = ()


# --- What can be shown ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Legal:
    """A dot where a legal move may end; while a move is entered, where that one may."""


@dataclass(frozen=True)
class Last:
    """A ring where the last move ended, and its way."""


@dataclass(frozen=True)
class Changes:
    """What the last move exchanged (``swap``) or removed (``cross``)."""


@dataclass(frozen=True)
class Names:
    """The name of each empty cell."""


@dataclass(frozen=True)
class Letters:
    """The letter of its side on each piece, with its height."""


@dataclass(frozen=True)
class Edges:
    """The edges of the layout."""


@dataclass(frozen=True)
class Links:
    """The links of the layout."""


@dataclass(frozen=True)
class Score:
    """The score, beside the players' names; in a preview, where it changes. A word for one, and for
    several, of what is counted."""

    one: str
    many: str


@dataclass(frozen=True)
class Features:
    """A mark for each feature of this kind; its label is the feature's.

    ``of`` keeps those of the side to move (``"own"``) or of its opponent (``"enemy"``). ``pointed``
    is the shape instead, if the feature's label is the cell that is pointed at.
    """

    feature: str
    shape: str
    of: str = ""
    pointed: str = ""


@dataclass(frozen=True)
class Union:
    """All features of this kind as one mark for each side."""

    feature: str
    shape: str


@dataclass(frozen=True)
class Path:
    """A way from cell to cell, which the feature's label names: ``a1-b2-b3``."""

    feature: str
    shape: str


@dataclass(frozen=True)
class Notes:
    """A feature's label as dots, ``dots`` at most, with words for it beside the player's name."""

    feature: str
    text: str
    dots: int


@dataclass(frozen=True)
class Clicked:
    """The cells of a move that is being entered."""


@dataclass(frozen=True)
class Lit:
    """The cells that an explanation is about."""


@dataclass(frozen=True)
class Effects:
    """Of the move that is shown: the piece that comes, its way, and what becomes of others.

    Enemies that would be removed get a ``cross``, own pieces a ``loss``.
    """


@dataclass(frozen=True)
class Closed:
    """Of the move that is shown: the cells that a move may end on now, but not afterwards."""

    shape: str


@dataclass(frozen=True)
class Touched:
    """Of the move that is shown: a step from the cell that it ends on to each piece beside it."""

    shape: str


#: All that an overlay can look at. In a preview, features are those that the move would make.
Source = (
    Legal
    | Last
    | Changes
    | Names
    | Letters
    | Edges
    | Links
    | Score
    | Features
    | Union
    | Path
    | Notes
    | Clicked
    | Lit
    | Effects
    | Closed
    | Touched
)


@dataclass(frozen=True)
class Overlay:
    """Something that a picture can show: a name, what it is, and where it comes from.

    ``legend`` says what each shape of mark means (or ``"edge"``, or a segment's style). ``words``
    are what is said of a cell that has such a mark, shown or not, to those who cannot see it.
    """

    name: str
    text: str
    shows: tuple[Source, ...]
    default: bool = True
    legend: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)

    def off(self) -> Overlay:
        """The same overlay, but shown only when asked for."""
        return dataclasses.replace(self, default=False)

    def also(self, *shows: Source, legend: Mapping[str, str]) -> Overlay:
        """The same overlay with more to show."""
        both = {**self.legend, **legend}
        return dataclasses.replace(self, shows=(*self.shows, *shows), legend=both)


LEGAL = Overlay(
    "legal",
    "where a legal move may end",
    (Legal(),),
    legend={"dot": "legal move"},
)
LAST = Overlay(
    "last",
    "the last move",
    (Last(),),
    legend={"ring": "last move"},
    words={"ring": "last move"},
)
CHANGES = Overlay(
    "changes",
    "what the last move exchanged or removed",
    (Changes(),),
    legend={"swap": "exchanged for {side}", "cross": "{side} removed"},
    words={"swap": "just exchanged", "cross": "{side} just removed"},
)
NAMES = Overlay("names", "the names of the empty cells", (Names(),), default=False)
LETTERS = Overlay("letters", "letters on the pieces", (Letters(),), default=False)

#: What is shown while a move is entered, while a refusal is explained, and of a move to come.
SELECTED = Overlay("clicked", "the cells that have been clicked", (Clicked(),))
LIT = Overlay("lit", "the cells that an explanation is about", (Lit(),))
PREVIEW = Overlay(
    "preview",
    "what a move would do",
    (Effects(),),
    legend={
        "ghost": "would stand here",
        "arrow": "would move",
        "swap": "would be exchanged for a {side} one",
        "cross": "would be removed",
        "loss": "would be lost",
    },
)


def score(one: str = "{piece}", many: str = "{pieces}") -> Overlay:
    """The score as the game counts it: its pieces, unless other words are given."""
    return Overlay("score", f"how many {many} each side has", (Score(one, many),))


# --- A drawing -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Button:
    """A move that is not made by clicking on cells.

    ``name`` is the shortest word for it and ``text`` says what it does. ``confirm`` is what to ask
    before it is played, if anything. ``taps`` is ``"enemy"`` if touching an enemy piece means it
    too.
    """

    move: str
    name: str
    text: str
    confirm: str = ""
    taps: str = ""


@dataclass(frozen=True)
class Tasks:
    """What there is to do, by where moves may end: on empty cells, or on pieces."""

    empty: str = ""
    taken: str = ""


@dataclass(frozen=True)
class Clause:
    """A rule: the section of the sheet, and what it says, in our words.

    Most can be tried on a board. ``fen`` is the position for it (the start if empty), ``task`` says
    what to try there, ``lit`` are cells to point out. ``plays`` are the moves that the task is
    about, of both sides in turn, and ``ends`` is the ending that they lead to, if they do;
    ``refuses`` are moves that this section forbids in that position.
    """

    section: str
    text: str
    title: str = ""
    fen: str = ""
    task: str = ""
    lit: tuple[str, ...] = ()
    plays: tuple[str, ...] = ()
    refuses: tuple[str, ...] = ()
    ends: str = ""


@dataclass(frozen=True)
class Sample:
    """A game to look at, on a board that looks well when it is small: its moves, with spaces."""

    size: int
    moves: str


@dataclass(frozen=True)
class Drawing:
    """How a game is shown. ``overlays`` stand in the order in which they are drawn.

    ``stack`` has words for a piece of some height, if pieces have heights. ``goal`` says in a few
    words what a player is after. ``rules`` are what a player reads beside the board before a first
    game, and ``clauses`` are all of them one by one, to be tried.
    """

    layout: Layout
    overlays: tuple[Overlay, ...]
    stack: str = ""
    selected: Overlay = SELECTED
    preview: Overlay = PREVIEW
    buttons: tuple[Button, ...] = ()
    tasks: Tasks = Tasks()
    goal: str = ""
    rules: tuple[Clause, ...] = ()
    clauses: tuple[Clause, ...] = ()
    sample: Sample | None = None


# --- Declarations as data ------------------------------------------------------------------------


def filled(value: Any, words: Mapping[str, str]) -> Any:
    """The same declaration with these words for what stands in braces."""
    if isinstance(value, str):
        for name, word in words.items():
            value = value.replace(f"{{{name}}}", word)
        return value
    if isinstance(value, tuple):
        return tuple(filled(item, words) for item in value)
    if isinstance(value, Mapping):
        return {key: filled(item, words) for key, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        new = {f.name: filled(getattr(value, f.name), words) for f in dataclasses.fields(value)}
        return dataclasses.replace(value, **new)
    return value


def plain(value: Any) -> Any:
    """A declaration as JSON has it; what an overlay shows tells its ``type``."""
    if isinstance(value, Source):
        return {"type": type(value).__name__.lower(), **_fields(value)}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _fields(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return value


def _fields(value: Any) -> dict[str, Any]:
    return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
