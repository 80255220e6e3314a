"""Quadrature by Mark Steere: white and black men on squares, goal bars and markers."""

from quincunx.drawing.declaration import (
    CHANGES,
    LAST,
    LEGAL,
    LETTERS,
    NAMES,
    SELECTED,
    Clause,
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
    rules=(
        Clause(
            "BASIC MOVES",
            "Move one of your men a step straight ahead, diagonally ahead or sideways, onto "
            "an empty location. White goes up the board, Black down. Who cannot move sits "
            "out.",
        ),
        Clause(
            "SQUARING",
            "Three of your men and an enemy man on the corners of a rectangle, its sides "
            "along rows and columns: if your move makes one, that enemy man is exchanged for "
            "one of yours, and the new man may square others. You may not step to a location "
            "where three enemy men would square you.",
        ),
        Clause(
            "MARKER",
            "After two sideways moves in a row that square nothing, the next move has to go "
            "ahead, or to square.",
        ),
        Clause(
            "OBJECT OF THE GAME",
            "Win by leaving your opponent with two men or fewer, or with three of your men in "
            "the bar at the far end. If the men stand as they stood before, or nobody can "
            "move, it is a draw.",
        ),
    ),
)
