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
    Sample,
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
    goal="Join your two edges with a chain of stones.",
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
    clauses=(
        Clause(
            "INTRODUCTION",
            "Stones stand where lines cross, and the board is empty at first. Its sides are North "
            "at the top, South at the bottom, West and East. One player has the black stones, the "
            "other the white ones.",
            title="Board and stones",
            fen="5/5/5/5/5 b pie",
            task="The coloured edges show who joins what: North and South are Black’s, West and "
            "East are White’s. Play c3 for Black, then b4 for White.",
            plays=("c3", "b4"),
        ),
        Clause(
            "INTRODUCTION",
            "There is no draw: a full board always has a chain of one side, and never of both.",
            title="Somebody wins",
            fen="WWB/BWB/B1W b pie",
            task="One point is left on this tiny board. Play b1: Black’s stones are joined from "
            "the top to the bottom, by c2 and c3.",
            lit=("b1",),
            plays=("b1",),
            ends="connection",
        ),
        Clause(
            "STONE PLACEMENT",
            "Black begins, and you take turns. Each turn puts one stone of your colour on an empty "
            "point; there is no passing. Stones never move and are never taken.",
            title="One stone a turn",
            fen="5/5/2BW1/5/5 b pie",
            task="Try d3: a stone is there already, so it is refused. Then play c4.",
            plays=("c4",),
            refuses=("d3",),
        ),
        Clause(
            "CONNECTIONS",
            "Two stones of one colour are connected if they are neighbours along a line, in a row "
            "or in a column.",
            title="Along the lines",
            fen="2B2/1WB1W/5/W1BW1/2B2 b pie",
            task="Play c3: it is connected to c2 below and c4 above, and Black’s column is one "
            "chain.",
            lit=("c2", "c4"),
            plays=("c3",),
            ends="connection",
        ),
        Clause(
            "CONNECTIONS",
            "Two stones of one colour are connected, too, if they are neighbours on a diagonal "
            "from South-West to North-East: up to the right, as the thin lines on the board show.",
            title="The diagonal that connects",
            fen="4B/1W1B1/3W1/1BW2/B2W1 b pie",
            task="Play c3: the diagonal from a1 to e5 is one chain.",
            lit=("a1", "b2", "d4", "e5"),
            plays=("c3",),
            ends="connection",
        ),
        Clause(
            "CONNECTIONS",
            "Stones on the other diagonal, from North-West to South-East, are not connected.",
            title="The diagonal that does not",
            fen="B4/1BW2/1W3/2WB1/W3B b pie",
            task="Play c3: five black stones lie on the diagonal from a5 to e1, but none of them "
            "is connected to the next, and the game goes on. White’s b3 and c4 are connected, "
            "right through between b4 and c3.",
            lit=("b3", "c4"),
            plays=("c3",),
        ),
        Clause(
            "OBJECT OF THE GAME",
            "Black wins with one chain of connected black stones from the North edge to the South "
            "edge. It may be as crooked as it likes, and the game is over the moment it is there.",
            title="Black joins North and South",
            fen="3B1/1WBW1/3B1/1BWW1/1B2W b pie",
            task="Play c3: the chain runs from b1 over b2, c3 and c4 to d5.",
            lit=("b1", "b2", "c4", "d5"),
            plays=("c3",),
            ends="connection",
        ),
        Clause(
            "OBJECT OF THE GAME",
            "White wins with one chain of connected white stones from the West edge to the East "
            "edge. A corner belongs to both of its edges.",
            title="White joins West and East",
            fen="1B3/2BWW/2WB1/W1B1B/1W2B w pie",
            task="Play b3: the chain runs from a2 over b3, c3 and d4 to e4.",
            lit=("a2", "c3", "d4", "e4"),
            plays=("b3",),
            ends="connection",
        ),
        Clause(
            "PIE RULE",
            "A first stone can be too good. So White’s first turn may be a swap: the black stone "
            "is replaced by a white one on the same point. Colours and edges stay as they are, "
            "and Black moves next.",
            title="The swap",
            fen="5/5/2B2/5/5 w pie",
            task="Use the swap, by its button or by touching the stone: c3 turns white. Then play "
            "d2 for Black.",
            lit=("c3",),
            plays=("swap", "d2"),
        ),
        Clause(
            "PIE RULE",
            "White need not swap: a white stone on an empty point is as good a first turn.",
            title="Or a stone as usual",
            fen="5/5/B4/5/5 w pie",
            task="The stone on a3 is not worth taking. Play c3 for White, then b4 for Black.",
            plays=("c3", "b4"),
        ),
        Clause(
            "PIE RULE",
            "After White’s first turn there is no more swapping; every turn places a stone.",
            title="Only once",
            fen="5/3W1/2B2/5/5 b pie",
            task="White did not swap, and Black may not either: a swap is refused from now on. "
            "Play c4.",
            plays=("c4",),
            refuses=("swap",),
        ),
    ),
    sample=Sample(
        9,
        "g7 swap e6 e5 c4 d5 c5 c3 d4 d3 g5 b2 e3 e4 f6 g6 f5 f8 d7 e9 c8 c7 d8 d6 e7 d9 c9 "
        "d1 h4 f1 g2 g1 f2 h5 e1 g3 f4 f3 e2",
    ),
)
