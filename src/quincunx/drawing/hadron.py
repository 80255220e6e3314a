"""Hadron by Mark Steere: red and blue checkers on squares."""

from quincunx.drawing.declaration import (
    LAST,
    LEGAL,
    LETTERS,
    NAMES,
    PREVIEW,
    Clause,
    Closed,
    Drawing,
    Features,
    Layout,
    Overlay,
    Sample,
    Touched,
)

DRAWING = Drawing(
    layout=Layout("squares"),
    overlays=(
        LEGAL,
        LAST,
        Overlay(
            "neighbours",
            "how many red and blue checkers each empty cell touches (PLACEMENT RULE)",
            (Features("neighbours", "label"),),
            default=False,
            legend={"label": "red : blue neighbours"},
            words={"label": "{0} red and {1} blue neighbours"},
        ),
        NAMES,
        LETTERS,
    ),
    preview=PREVIEW.also(
        Touched("pip"),
        Closed("closed"),
        legend={"pip": "counts for the PLACEMENT RULE", "closed": "would be closed"},
    ),
    goal="Place the last checker.",
    rules=(
        Clause(
            "PLACEMENT RULE",
            "Take turns to place a checker of your colour on an empty cell. Of the checkers "
            "next to it, left, right, above and below, as many must be yours as your "
            "opponent’s: none at all, one of each, or two of each.",
        ),
        Clause(
            "OBJECT OF THE GAME",
            "Whoever places the last checker wins: if you are to move and no cell is left "
            "that fits, you have lost. There is no draw and no passing.",
        ),
    ),
    clauses=(
        Clause(
            "INTRODUCTION",
            "The board is empty at first. Red and Blue take turns, Red first; a turn puts one "
            "checker of your colour on an empty cell. Checkers never move and are never taken.",
            title="Taking turns",
            task="Play c3 for Red, then d2 for Blue: each turn adds one checker, and it stays.",
            plays=("c3", "d2"),
        ),
        Clause(
            "INTRODUCTION",
            "If you can place a checker you have to: there is no passing. Every turn leaves fewer "
            "empty cells, so the game ends soon, and never in a draw.",
            title="No passing, no draw",
            fen="3/3/3 r",
            task="Play a whole game on a tiny board: b2, a1, b1, a2, c3. No cell fits any more, "
            "and Blue, who is to move, has lost.",
            plays=("b2", "a1", "b1", "a2", "c3"),
            ends="no placement",
        ),
        Clause(
            "PLACEMENT RULE",
            "What counts are the checkers right beside a cell: left, right, above and below. A "
            "cell with none of them beside it is open.",
            title="Standing alone",
            fen="5/5/2R2/5/5 b",
            task="Try c4: it touches one red checker and no blue one, so it is refused. Then play "
            "d4: it meets the red checker only at a corner, and that does not count.",
            lit=("c3",),
            plays=("d4",),
            refuses=("c4",),
        ),
        Clause(
            "PLACEMENT RULE",
            "A cell with two checkers beside it is open if one is yours and one is your "
            "opponent’s.",
            title="One of each",
            fen="5/2B2/1R3/5/5 r",
            task="Try a3: one red neighbour alone is refused. Then play c3: red b3 and blue c4 "
            "balance each other.",
            lit=("b3", "c4"),
            plays=("c3",),
            refuses=("a3",),
        ),
        Clause(
            "PLACEMENT RULE",
            "A cell with four checkers beside it is open if two are yours and two are your "
            "opponent’s. Nothing else is allowed: not two of one colour, and not three checkers.",
            title="Two of each",
            fen="5/2R2/1R1B1/2B2/5 r",
            task="Try b4, with two red neighbours, and d2, with two blue ones: both are refused. "
            "Then play c3, between two of each.",
            lit=("b3", "c4", "d3", "c2"),
            plays=("c3",),
            refuses=("b4", "d2"),
        ),
        Clause(
            "PLACEMENT RULE",
            "The rule treats both colours alike. So a cell that is open to you is open to your "
            "opponent as well, and whoever comes first takes it.",
            title="The same cells for both",
            fen="1R3/B1R2/1B1RR/B2BB/RR3 b",
            task="Only the four cells pointed out are open. Try c5: it touches two red checkers "
            "and is refused. Play a5 for Blue, then b4 for Red.",
            lit=("a5", "b4", "d5", "e5"),
            plays=("a5", "b4"),
            refuses=("c5",),
        ),
        Clause(
            "OBJECT OF THE GAME",
            "The last player to place a checker wins. If it is your turn and no cell fits, you "
            "have lost.",
            title="The last checker wins",
            fen="BR3/BRR2/1B1RR/B2BB/RR3 b",
            task="Two cells are open, d5 and e5. Play d5: it closes e5 as well, Red has no "
            "placement, and Blue has won.",
            lit=("d5", "e5"),
            plays=("d5",),
            ends="no placement",
        ),
    ),
    sample=Sample(
        7,
        "d4 c5 e2 a4 f5 f3 c1 c3 b6 e7 d6 f4 d7 f2 a2 c2 a3 d2 b5 a5 e4 b2 b1 d1 g1 a7 f1 g7 "
        "g2 e6 b4 b3 c4 g3 f6 g6 g5 b7 c7",
    ),
)
