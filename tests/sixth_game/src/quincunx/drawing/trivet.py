"""Trivet by the Quincunx contributors: red and blue stones on squares."""

from quincunx.drawing.declaration import (
    LAST,
    LEGAL,
    LETTERS,
    NAMES,
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
)
