"""Hadron by Mark Steere: red and blue checkers on squares."""

from quincunx.drawing.declaration import (
    LAST,
    LEGAL,
    LETTERS,
    NAMES,
    PREVIEW,
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
)
