"""Quadrature by Mark Steere: white and black men on squares, goal bars and markers."""

from quincunx.drawing.declaration import (
    CHANGES,
    LAST,
    LEGAL,
    LETTERS,
    NAMES,
    SELECTED,
    Drawing,
    Features,
    Layout,
    Notes,
    Overlay,
    score,
)

DRAWING = Drawing(
    layout=Layout("squares"),
    overlays=(
        score(),
        Overlay(
            "markers",
            "the dots that each player's marker shows (MARKER)",
            (Notes("marker", "marker {label} of 2", dots=2),),
        ),
        Overlay(
            "goals",
            "the bar that each side wants three men in (OBJECT OF THE GAME)",
            (Features("goal bar", "bar"),),
            legend={"bar": "{side}'s goal bar"},
            words={"bar": "in {side}'s goal bar"},
        ),
        Overlay(
            "squared",
            "the empty locations that a side has squared: its opponent may not move there "
            "(SQUARING)",
            (Features("squared", "square"),),
            default=False,
            legend={"square": "squared by {side}: no move for {other}"},
            words={"square": "squared by {side}"},
        ),
        LEGAL.off(),
        LAST,
        CHANGES,
        NAMES,
        LETTERS,
    ),
    selected=SELECTED.also(
        Features("squared", "barred", of="enemy"),
        legend={"barred": "squared by {side}: no move for {other}"},
    ),
)
