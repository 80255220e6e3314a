"""Cordon by Mark Steere: red and blue stones on hexagons, and the areas that they cordon off."""

from quincunx.drawing.declaration import (
    LAST,
    LEGAL,
    LETTERS,
    NAMES,
    PREVIEW,
    Clause,
    Drawing,
    Features,
    Layout,
    Overlay,
    Sample,
    Score,
    score,
)

DRAWING = Drawing(
    layout=Layout("hexagons", rim="on the perimeter"),
    overlays=(
        score("cell", "cells"),
        Overlay(
            "cordons",
            "the cordons that count, each with its number of cells (CORDONING)",
            (Features("cordon", "area"),),
            legend={"area": "cordoned off by {side}"},
            words={"area": "cordoned off by {side}"},
        ),
        Overlay(
            "void",
            "the cordons that do not count, as they lie within an enemy cordon (CORDONING)",
            (Features("void cordon", "void"),),
            legend={"void": "void cordon of {side}"},
            words={"void": "in a void cordon of {side}"},
        ),
        LEGAL.off(),
        LAST,
        NAMES,
        LETTERS,
    ),
    preview=PREVIEW.also(
        Features("cordon", "area"),
        Features("void cordon", "void"),
        Score("cell", "cells"),
        legend={"area": "would be cordoned off by {side}", "void": "would be void"},
    ),
    goal="Cordon off more of the board.",
    rules=(
        Clause(
            "INTRODUCTION",
            "Take turns to place a stone of your colour on an empty cell, until the board is full.",
        ),
        Clause(
            "CORDONING",
            "A path of your stones from one cell of the rim to another cordons off an area: "
            "the path, the shorter way along the rim between its ends, and everything "
            "between. If both ways are equally long, it is the whole board. A cordon that "
            "lies within an enemy cordon is void.",
        ),
        Clause(
            "OBJECT OF THE GAME",
            "More cells in cordons win. The game ends before the board is full if nobody can "
            "overtake any more. Equal numbers are a draw.",
        ),
    ),
    clauses=(
        Clause(
            "INTRODUCTION",
            "The board is empty at first. Red and Blue take turns, Red first; a turn puts one "
            "stone of your colour on an empty cell. Stones stay where they are, and there is no "
            "passing.",
            title="One stone a turn",
            fen="4/5/6/3RB2/6/5/4 r",
            task="Try d5: a stone is there already, so it is refused. Then play d3.",
            plays=("d3",),
            refuses=("d5",),
        ),
        Clause(
            "CORDONING",
            "To cordon off cells, lead a path of your stones from one cell of the perimeter, the "
            "outermost ring, to another one. Each stone of the path is next to the one before.",
            title="The stone path",
            fen="1B2/5/2B3/4B2/RR1RRR/2B2/2B1 r",
            task="Play c3: it closes the red path from c1 to c6, and 15 cells are cordoned off.",
            lit=("c1", "c2", "c4", "c5", "c6"),
            plays=("c3",),
        ),
        Clause(
            "CORDONING",
            "The cordon is the path, the shortest way along the perimeter between its ends, and "
            "all cells that the two surround, no matter what stands there.",
            title="What it cordons off",
            fen="4/BB1BB/6/5B1/1RRRR1/R3R/4 b",
            task="Play f3: Blue’s path from f1 to f5 gets the four cells of the perimeter above "
            "it, nine in all. Below, Red has 13, the empty cells in between among them.",
            lit=("g1", "g2", "g3", "g4"),
            plays=("f3",),
        ),
        Clause(
            "CORDONING",
            "All stones that are joined to the path belong to its cordon, even those outside.",
            title="The rest of the group",
            fen="4/B2B1/3RB1/1B1R1B1/1RR1R1/R2BR/1B2 r",
            task="Play c4: the path from b1 to b5 is closed. The red stones on d4 and e4 lie "
            "outside, but they are joined to it and count: 15 cells.",
            lit=("d4", "e4"),
            plays=("c4",),
        ),
        Clause(
            "CORDONING",
            "If the ends of the path lie exactly opposite each other, both ways along the "
            "perimeter are the shortest. Then the whole board is cordoned off.",
            title="The whole board",
            fen="3R/1B1R1/2BR1B/5B1/1BR3/1RB2/R3 r",
            task="Play d4: the path joins a1 with g4, which is opposite, and Red has all 37 cells.",
            lit=("a1", "g4"),
            plays=("d4",),
            ends="early victory",
        ),
        Clause(
            "CORDONING",
            "A cordon that lies within a cordon of the opponent is void and counts nothing.",
            title="Void cordons",
            fen="4/2B2/2B3/2B4/1RRR2/R3R/BB2 r",
            task="Blue’s a1 and a2 are a small cordon of two cells. Play c5: it lies within Red’s "
            "cordon now and is void.",
            lit=("a1", "a2"),
            plays=("c5",),
        ),
        Clause(
            "OBJECT OF THE GAME",
            "Whoever has cordoned off more cells wins. A cell counts once, even if several of your "
            "cordons hold it.",
            title="More cells win",
            fen="BBB/BRRB/RBBRB/RRBR/R1R r",
            task="One cell is left, and it stands 9 to 9. Play a2: it joins two red cordons into "
            "one of 10 cells, the board is full, and Red wins by one.",
            lit=("a2",),
            plays=("a2",),
            ends="full board",
        ),
        Clause(
            "OBJECT OF THE GAME",
            "The game is over before the board is full if nothing can change the result any more: "
            "even with all empty cells the other player would stay behind.",
            title="Early victory",
            fen="4/2RB1/3RB1/3RB2/2RB2/RBB2/BRRR b",
            task="Play g3: Blue has 25 cells to 3. Even with all cells that are still empty, Red "
            "would stay behind, and so Blue has won.",
            lit=("a1", "g3"),
            plays=("g3",),
            ends="early victory",
        ),
        Clause(
            "OBJECT OF THE GAME",
            "A full board with equally many cells for both is a draw. That is very rare.",
            title="Draw",
            fen="BBBB/BRRBB/RBBRRB/RBRB1BR/RBBRBB/RRRRR/RRBR r",
            task="Play d5, the last cell: Red catches up from 13 cells to 18, exactly as many as "
            "Blue has.",
            lit=("d5",),
            plays=("d5",),
            ends="full board",
        ),
    ),
    sample=Sample(
        5,
        "c6 d2 d5 e5 e6 f5 f6 g5 d4 e4 d3 e3 g6 c2 h5 b3 i3 c5 b5 a4 h2 d6 b2 c3 b4 c4 e8 d7 "
        "d8 c7 f2 g2 f1 g3 f4 g1 a1 f3",
    ),
)
