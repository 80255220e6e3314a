"""What the engine thinks, in words and numbers for people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from quincunx import Board, Move, Side
from quincunx.engine import Info, InfoLine, Proven
from quincunx.solved import Known

if TYPE_CHECKING:
    from quincunx.drawing import Scene

#: Marks that would be mistaken for what a command marks on the board itself.
_IN_THE_WAY = ("dot", "label", "name", "area", "zone", "void", "square")


def percent(value: float) -> str:
    """A value or a chance: ``63.2 %``."""
    return f"{100 * value:.1f} %"


def proven_text(board: Board, proven: Proven) -> str:
    """A proof in the words of the game: ``Red wins within 5 plies``."""
    within = f"within {proven.plies} {'ply' if proven.plies == 1 else 'plies'}"
    if proven.winner is None:
        return f"a draw, {within}"
    return f"{board.side_name(proven.winner)} wins {within}"


def value_text(board: Board, info: Info) -> str:
    """What the side to move may expect: ``63.2 % for Red``, and the chances where games are drawn.

    A value that is proven is no longer a percentage.
    """
    mover = board.side_name(board.turn)
    if info.proven:
        return f"proven: {proven_text(board, info.proven)}"
    text = f"{percent(info.value)} for {mover}"
    if info.wdl.draw >= 0.0005:
        win, draw, loss = map(percent, info.wdl)
        text += f" (win {win}, draw {draw}, loss {loss})"
    return text


def known_text(board: Board, known: Known) -> str:
    """What is known without a search: ``known: Red wins within 25 plies``."""
    who = "a draw" if known.winner is None else f"{board.side_name(known.winner)} wins"
    return f"known: {who}{'' if known.plies is None else f' within {known.plies} plies'}"


def line_value(line: InfoLine) -> str:
    """A line's value for a narrow column: ``63.2 %``, or ``won (5)`` if it is proven."""
    if line.proven is None:
        return percent(line.value)
    word = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[line.proven.value_of(line.turn)]
    return f"{word} ({line.proven.plies})"


def moves_text(moves: Iterable[Move]) -> str:
    return " ".join(move.text for move in moves)


def size_in_memory(size: int) -> str:
    """Bytes, as people count them: ``12.3 MB``."""
    return f"{size / 1e6:,.1f} MB"


def rate(count: int, seconds: float) -> str:
    """``10,200/s``."""
    return f"{count / seconds:,.0f}/s" if seconds else "–"


# --- On the board --------------------------------------------------------------------------------


def cleared_scene(board: Board) -> Scene:
    """A picture of a board without the marks that ours would be mistaken for."""
    from quincunx import drawing

    scene = drawing.scene(board)
    marks = tuple(mark for mark in scene.marks if mark.shape not in _IN_THE_WAY)
    entries = tuple(entry for entry in scene.legend if entry.shape not in _IN_THE_WAY)
    return replace(scene, marks=marks, legend=entries)


def ranked_scene(board: Board, lines: Iterable[InfoLine]) -> Scene:
    """A picture with the numbers of the best moves on the cells where they end.

    A cell that is taken shows that a piece would be added to it instead of a number.
    """
    from quincunx.drawing.scene import Mark

    scene = cleared_scene(board)
    taken = board.pieces()
    marks: dict[str, Mark] = {}
    for number, line in enumerate(lines, 1):
        for cell in line.move.cells[-1:]:
            shape = "selected" if cell in taken else "label"
            marks.setdefault(cell, Mark("rank", shape, (cell,), label=str(number)))
    return replace(scene, marks=(*scene.marks, *marks.values()))


def winners_scene(board: Board, winners: dict[Move, str | None]) -> Scene:
    """A picture with a sign on each cell: who wins if one plays there."""
    from quincunx.drawing.scene import LegendEntry, Mark

    scene = cleared_scene(board)
    marks = list(scene.marks)
    entries = list(scene.legend)

    def cells_of(word: str | None) -> tuple[str, ...]:
        moves = [move for move, winner in winners.items() if winner == word]
        return tuple(move.cells[0] for move in moves if move.cells)

    for side in Side:
        if cells := cells_of(side.name.lower()):
            marks.append(Mark("winners", "area", cells, side.value, label=str(len(cells))))
            text = f"{board.side_name(side)} wins"
            entries.append(LegendEntry("winners", "area", side.value, text))
    for word, sign in (("draw", "="), (None, "?")):
        marks += [Mark("winners", "label", (cell,), label=sign) for cell in cells_of(word)]
    return replace(scene, marks=tuple(marks), legend=tuple(entries))
