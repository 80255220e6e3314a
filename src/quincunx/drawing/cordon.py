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
)
