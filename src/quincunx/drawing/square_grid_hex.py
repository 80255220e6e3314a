"""Square Grid Hex: black and white stones where lines cross, each side with two edges to join.

The game is Hex by John Nash and Piet Hein, on a square grid.
"""

from quincunx.drawing.declaration import (
    CHANGES,
    LAST,
    LEGAL,
    LETTERS,
    NAMES,
    PREVIEW,
    Button,
    Clause,
    Drawing,
    EdgeOf,
    Edges,
    Layout,
    Links,
    Overlay,
    Path,
)

DRAWING = Drawing(
    layout=Layout(
        "points",
        stars=True,
        edges=(
            EdgeOf("north", 0, "North"),
            EdgeOf("south", 0, "South"),
            EdgeOf("west", 1, "West"),
            EdgeOf("east", 1, "East"),
        ),
        links=((1, 1),),
    ),
    overlays=(
        Overlay(
            "edges",
            "which edges each side has to join (OBJECT OF THE GAME)",
            (Edges(),),
            legend={"edge": "edges of {side}"},
            words={"edge": "at {side}'s {label} edge"},
        ),
        Overlay(
            "diagonals",
            "the diagonal connections (CONNECTIONS)",
            (Links(),),
            legend={"link": "connected this way too"},
        ),
        LEGAL.off(),
        LAST,
        Overlay(
            "chain",
            "the chain that has won",
            (Path("winning chain", "chain"),),
            legend={"chain": "winning chain of {side}"},
            words={"chain": "on {side}'s winning chain"},
        ),
        CHANGES,
        NAMES,
        LETTERS,
    ),
    preview=PREVIEW.also(
        Path("winning chain", "chain"),
        legend={"chain": "winning chain of {side}"},
    ),
    buttons=(
        Button(
            "swap",
            "Swap",
            "Swap: the black stone becomes white",
            confirm="The black stone becomes white on the same point; the edges stay.",
            taps="enemy",
        ),
    ),
    rules=(
        Clause(
            "STONE PLACEMENT",
            "Take turns to place a stone of your colour where two lines cross. Black begins. "
            "Stones never move.",
        ),
        Clause(
            "CONNECTIONS",
            "Two stones are connected along the lines, and along the diagonals that are "
            "drawn: up to the right and down to the left, never the other way.",
        ),
        Clause(
            "OBJECT OF THE GAME",
            "Black joins the top edge with the bottom edge, White the left edge with the "
            "right edge, by a chain of connected stones. There is no draw.",
        ),
        Clause(
            "PIE RULE",
            "White may answer Black’s first stone by a swap: that stone becomes white where "
            "it lies, and Black moves again.",
        ),
    ),
)
