"""From a board to a scene: everything that the games have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict

from quincunx.board import Board, Move
from quincunx.drawing.layout import Layout
from quincunx.drawing.overlays import (
    LEGAL,
    PREVIEW_LEGEND,
    Overlay,
    View,
    choose,
    clicked_marks,
    legend,
    preview_marks,
)
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
from quincunx.games import Outcome, Side

__all__ = ["Options", "build"]


class Options(TypedDict, total=False):
    """What may be asked of a scene.

    ``overlays`` are names of overlays, in one string or several; the game's defaults if left out.
    ``preview`` is a legal move whose effects are shown. ``clicked`` are the first cells of a move
    that is being entered: only moves that begin so are offered.
    """

    overlays: str | Iterable[str] | None
    preview: Move | str | None
    clicked: Sequence[str]


# A side's pieces differ in colour and in pattern, so that each alone is enough to tell them apart.
PATTERNS = {"red": "plain", "blue": "ring", "black": "plain", "white": "ring"}


def build(
    board: Board,
    layout: Layout,
    available: Sequence[Overlay],
    options: Options,
    *,
    stacks: bool = False,
    buttons: Mapping[str, str] | None = None,
) -> Scene:
    """A scene of a board.

    :param available: the overlays of this game, in the order in which they are drawn.
    :param stacks: do this game's pieces have heights?
    :param buttons: words for the moves that are not made by clicking on cells.
    :raises ValueError: if the game has no such overlay, or the board no such cell.
    :raises IllegalMoveError: if the move to preview is not legal here.
    """
    clicked = tuple(options.get("clicked", ()))
    for cell in clicked:
        board.piece_at(cell)  # refuses what is not a cell
    view = View(board, layout, clicked)
    items: list[Item] = []
    entries: list[LegendEntry] = []

    def add(found: Iterable[Item], texts: Mapping[str, str]) -> None:
        found = list(found)
        items.extend(found)
        entries.extend(legend(texts, found, board.game.players))

    preview = options.get("preview")
    wanted = options.get("overlays")
    for overlay in choose(available, wanted):
        # What the move does is to be seen, not what else could be played; unless asked for.
        if preview is None or wanted is not None or overlay is not LEGAL:
            add(overlay.show(view), overlay.legend)
    add(clicked_marks(view), {})
    if preview is not None:
        preview = board.parse_text(preview if isinstance(preview, str) else preview.text)
        add(preview_marks(view, preview), PREVIEW_LEGEND)

    words = buttons or {}
    segments = [item for item in items if isinstance(item, Segment)]
    return Scene(
        game=board.game.id,
        title=f"{board.game.name} {board.game.size_text(board.size)}",
        credit=board.game.credit,
        status=_status(board) if preview is None else f"{_status(board)}; shown: {preview.text}",
        layout=layout.layout,
        size=board.size,
        box=layout.box,
        outline=layout.outline,
        cells=layout.cells,
        pieces=tuple(Piece(c, p.side.value, p.height) for c, p in board.pieces().items()),
        stacks=stacks,
        players=(_player(board, Side.FIRST, items), _player(board, Side.SECOND, items)),
        marks=tuple(item for item in items if isinstance(item, Mark)),
        segments=(*segments, *layout.segments),
        edges=tuple(item for item in items if isinstance(item, Edge)),
        coordinates=layout.coordinates,
        buttons=tuple(
            Button(move.text, words.get(move.text, move.text))
            for move in board.legal_moves
            if not move.cells
        ),
        moves=tuple(Choice(move.text, move.cells) for move in view.choices() if move.cells),
        legend=tuple(entries),
    )


def _player(board: Board, side: Side, items: Iterable[Item]) -> Player:
    name = board.side_name(side)
    outcome = board.outcome()
    return Player(
        name=name,
        letter=board.game.letters[side.value],
        colour=board.game.colours[side.value],
        pattern=PATTERNS[board.game.colours[side.value]],
        to_move=outcome is None and board.turn is side,
        won=outcome is not None and outcome.winner is side,
        notes=tuple(n for n in items if isinstance(n, Note) and n.side == side.value),
    )


def _status(board: Board) -> str:
    """Who is to move, or who won and how."""
    outcome = board.outcome()
    if outcome is not None:
        return _result(board, outcome)
    return board.turn_reason.text(board.side_name(board.turn), board.side_name(board.turn.other))


def _result(board: Board, outcome: Outcome) -> str:
    text = outcome.termination.text
    if outcome.winner is None:
        return f"Draw: {text}"
    winner, loser = board.side_name(outcome.winner), board.side_name(outcome.winner.other)
    return f"{winner} wins: {text.format(winner=winner, loser=loser)}"
