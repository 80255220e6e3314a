"""From a declaration and facts to a scene: the same for all games.

``web/board/src/scene.ts`` does the same in the page, and ``tests/web/test_board_scene.py`` compares
the two.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import TypedDict

from quincunx.board import Move
from quincunx.drawing.declaration import LIT, Drawing, Overlay
from quincunx.drawing.facts import Facts, PreviewFacts
from quincunx.drawing.layout import TURNS, plan
from quincunx.drawing.overlays import View, choose, legend, mark_words, show
from quincunx.drawing.scene import (
    Button,
    Choice,
    Edge,
    Item,
    LegendEntry,
    Mark,
    Note,
    Piece,
    Player,
    Scene,
    Segment,
)
from quincunx.drawing.words import WORDS, fill, verdict
from quincunx.games import Game

__all__ = ["PATTERNS", "Options", "build"]


class Options(TypedDict, total=False):
    """What may be asked of a scene.

    ``overlays`` are names of overlays, in one string or several; the game's defaults if left out.
    ``preview`` is a legal move whose effects are shown. ``clicked`` are the first cells of a move
    that is being entered: only moves that begin so are offered. ``lit`` are the cells that an
    explanation is about, ``pointed`` is the cell that is pointed at. ``rotation`` turns the board
    clockwise by so many steps, of 90 degrees on squares and of 60 on hexagons; ``mirrored``
    exchanges left and right before that.
    """

    overlays: str | Iterable[str] | None
    preview: Move | str | None
    clicked: Sequence[str]
    lit: Sequence[str]
    pointed: str | None
    rotation: int
    mirrored: bool


# A side's pieces differ in colour and in pattern, so that each alone is enough to tell them apart.
PATTERNS = {"red": "plain", "blue": "ring", "black": "plain", "white": "ring"}


def build(
    game: Game,
    drawing: Drawing,
    facts: Facts,
    options: Options,
    preview: PreviewFacts | None = None,
) -> Scene:
    """A scene of a position.

    :param preview: the facts of the move to show; ``options`` need not name it.
    :raises ValueError: if the game has no such overlay, or the board no such cell.
    """
    rotation, mirrored = options.get("rotation", 0), options.get("mirrored", False)
    ground = plan(
        drawing.layout, facts["rows"], facts["size"], rotation=rotation, mirrored=mirrored
    )
    clicked, lit = tuple(options.get("clicked", ())), tuple(options.get("lit", ()))
    pointed = options.get("pointed") or ""
    names = {cell.name for cell in ground.cells}
    for cell in (*clicked, *lit, *filter(None, [pointed])):
        if cell not in names:
            raise ValueError(f"{cell!r} is not a cell of this board")
    view = View(game, drawing, ground, facts, clicked, lit, pointed)
    items: list[Item] = []
    entries: list[LegendEntry] = []

    def add(overlay: Overlay, seen: View) -> None:
        found = show(overlay, seen)
        items.extend(found)
        entries.extend(legend(overlay, found, game))

    now = view if preview is None else _before(view, preview)
    wanted = options.get("overlays")
    for overlay in choose(drawing.overlays, wanted):
        # What the move does is to be seen, not what else could be played; unless asked for.
        if preview is None or wanted is not None or overlay.name != "legal":
            add(overlay, now)
    if clicked:
        add(drawing.selected, view)
    if preview is not None:
        add(drawing.preview, dataclasses.replace(view, preview=preview))
    if lit:
        add(LIT, view)

    status = _status(game, drawing, facts)
    if preview is not None:
        status = fill(WORDS["shown"], {"status": status, "move": preview["move"]})
    size = game.size_text(facts["size"])
    return Scene(
        game=game.id,
        title=fill(WORDS["title"], {"game": game.name, "size": size}),
        credit=game.credit,
        status=status,
        fen=facts["fen"],
        rotation=rotation % TURNS[ground.kind],
        mirrored=mirrored,
        layout=ground.kind,
        size=facts["size"],
        box=ground.box,
        outline=ground.outline,
        cells=ground.cells,
        labels=_labels(view),
        pieces=tuple(Piece(*piece) for piece in facts["pieces"]),
        stacks=bool(drawing.stack),
        players=(_player(view, 0, items), _player(view, 1, items)),
        marks=tuple(item for item in items if isinstance(item, Mark)),
        segments=(*(item for item in items if isinstance(item, Segment)), *ground.segments),
        edges=tuple(item for item in items if isinstance(item, Edge)),
        coordinates=ground.coordinates,
        buttons=_buttons(view),
        moves=tuple(
            Choice(move["move"], tuple(move["cells"])) for move in view.choices() if move["cells"]
        ),
        legend=tuple(entries),
    )


def _before(view: View, preview: PreviewFacts) -> View:
    """What stays while a move is shown: features that the preview shows anew are not shown as they
    were, if the move would do away with them."""
    anew = {getattr(source, "feature", None) for source in view.drawing.preview.shows}
    features = [
        feature
        for feature in view.facts["features"]
        if feature["kind"] not in anew or feature in preview["features"]
    ]
    return dataclasses.replace(view, facts={**view.facts, "features": features})


def _player(view: View, side: int, items: Iterable[Item]) -> Player:
    game, outcome = view.game, view.facts["outcome"]
    return Player(
        name=game.players[side],
        letter=game.letters[side],
        colour=game.colours[side],
        pattern=PATTERNS[game.colours[side]],
        to_move=outcome is None and view.facts["turn"] == side,
        won=outcome is not None and outcome["winner"] == side,
        notes=tuple(n for n in items if isinstance(n, Note) and n.side == side),
    )


def _buttons(view: View) -> tuple[Button, ...]:
    """The legal moves without cells, in the words of the drawing if it has any."""
    said = {button.move: button for button in view.drawing.buttons}
    enemies = [cell for cell, side, _ in view.facts["pieces"] if side != view.facts["turn"]]
    found = []
    for move in view.facts["moves"]:
        if not move["cells"]:
            text = move["move"]
            button = said.get(text)
            if button is None:
                found.append(Button(text, text, text))
            else:
                taps = tuple(enemies) if button.taps == "enemy" else ()
                found.append(Button(text, button.text, button.name, button.confirm, taps))
    return tuple(found)


# --- Words ---------------------------------------------------------------------------------------


def _status(game: Game, drawing: Drawing, facts: Facts) -> str:
    """Who is to move and what there is to do, or who won and how."""
    outcome = facts["outcome"]
    if outcome is None:
        turn = facts["turn"]
        sides = {"mover": game.players[turn], "other": game.players[1 - turn]}
        status = fill(WORDS[f"turn: {facts['reason']}"], sides)
        tasks = WORDS["or"].join(_tasks(drawing, facts))
        return fill(WORDS["tasks"], {"status": status, "tasks": tasks}) if tasks else status
    winner = outcome["winner"]
    won, lost = ("", "") if winner is None else (game.players[winner], game.players[1 - winner])
    return verdict(game.ending(outcome["ending"]).text, won, lost)


def _tasks(drawing: Drawing, facts: Facts) -> list[str]:
    taken = {cell for cell, _, _ in facts["pieces"]}
    ends = {move["cells"][-1] for move in facts["moves"] if move["cells"]}
    tasks = []
    if drawing.tasks.empty and ends - taken:
        tasks.append(drawing.tasks.empty)
    if drawing.tasks.taken and ends & taken:
        tasks.append(drawing.tasks.taken)
    return tasks


def _labels(view: View) -> tuple[str, ...]:
    """For each cell what is on it, and what its overlays say of it, whether they are shown or not.

    What is being entered, or shown of a move to come, does not change them.
    """
    game, drawing, facts = view.game, view.drawing, view.facts
    said: dict[str, list[str]] = {cell.name: [] for cell in view.plan.cells}
    for name, side, height in facts["pieces"]:
        piece = fill(drawing.stack or game.piece[0], {"height": str(height)})
        side_word = game.players[side].lower()
        said[name].append(fill(WORDS["piece"], {"side": side_word, "piece": piece}))
    for cell in view.plan.cells:
        said[cell.name] = said[cell.name] or [WORDS["empty"]]
        if cell.look == "rim":
            said[cell.name].append(drawing.layout.rim)
    still = dataclasses.replace(view, clicked=(), lit=(), pointed="")
    for overlay in drawing.overlays:
        if not overlay.words:
            continue
        for item in show(overlay, still):
            if isinstance(item, Mark) and (words := mark_words(overlay, item, game)):
                for name in item.cells:
                    said[name].append(words)
        if words := overlay.words.get("edge", ""):
            _edge_words(view, words, said)
    return tuple(
        fill(WORDS["cell"], {"cell": name, "contents": ", ".join(contents)})
        for name, contents in said.items()
    )


def _edge_words(view: View, words: str, said: dict[str, list[str]]) -> None:
    """Say of the cells along an edge of a square board whose edge it is."""
    last = view.facts["size"] - 1
    for edge in view.drawing.layout.edges:
        text = fill(words, {"side": view.game.players[edge.side], "label": edge.label})
        for cell in view.plan.cells:
            along = {"north": last - cell.row, "south": cell.row}
            along |= {"west": cell.place, "east": last - cell.place}
            if along[edge.at] == 0:
                said[cell.name].append(text)
