"""Trivet by the Quincunx contributors: red and blue stones on squares."""

from quincunx.drawing.declaration import (
    LAST,
    LEGAL,
    LETTERS,
    NAMES,
    Clause,
    Drawing,
    Features,
    Layout,
    Overlay,
    score,
)

DRAWING = Drawing(
    layout=Layout("squares"),
    overlays=(
        Overlay(
            "trivets",
            "squares of four cells of which one side has three (MOVING AGAIN)",
            (Features("trivet", "zone"),),
            legend={"zone": "a trivet of {side}'s"},
            words={"zone": "in a trivet of {side}'s"},
        ),
        LEGAL,
        LAST,
        score("trivet", "trivets"),
        NAMES,
        LETTERS,
    ),
    rules=(
        Clause(
            "MOVING AGAIN",
            "Place a stone on an empty cell. If that gives you three of the four cells around a "
            "point, a trivet, you move again.",
        ),
        Clause("OBJECT OF THE GAME", "When the board is full, more trivets win."),
    ),
    clauses=(
        Clause(
            "INTRODUCTION",
            "Red and Blue put down one stone at a time on an empty cell. There is no passing.",
            title="Placing stones",
            fen="5/5/2R2/5/5 b",
            task="Try c3: it is taken, and refused. Then play d4.",
            plays=("d4",),
            refuses=("c3",),
        ),
        Clause(
            "MOVING AGAIN",
            "Whoever has three of the four cells around a point has a trivet there. Completing "
            "one gives another move.",
            title="A trivet",
            fen="BB1/RR1/3 r",
            task="Play a1: Red has a trivet and moves again. Play c2: it is Blue’s turn.",
            lit=("a2", "b2"),
            plays=("a1", "c2"),
        ),
        Clause(
            "OBJECT OF THE GAME",
            "When the board is full, the player with more trivets wins.",
            title="More trivets win",
            fen="RRB/B1R/RBB r",
            task="Play b2, the last cell: Red has two trivets, Blue none.",
            plays=("b2",),
            ends="most trivets",
        ),
        Clause(
            "OBJECT OF THE GAME",
            "With equally many trivets it is a draw.",
            title="Equally many",
            fen="RRB/B1R/BRR b",
            task="Play b2: now Blue has a trivet as well, and the board is full.",
            plays=("b2",),
            ends="equal trivets",
        ),
    ),
)
