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
)
