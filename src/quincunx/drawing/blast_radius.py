"""Blast Radius by Mark Steere: red and blue stacks on hexagons, and the zones around them."""

from quincunx.drawing.declaration import (
    CHANGES,
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
    Tasks,
    Union,
    score,
)

DRAWING = Drawing(
    layout=Layout("hexagons"),
    stack="stack of height {height}",
    overlays=(
        score(),
        Overlay(
            "rez",
            "the radiation exclusion zone (REZ) of every stack",
            (Union("rez", "tint"), Features("rez", "zone", pointed="hatched")),
            legend={"tint": "{side}'s REZ"},
            words={"tint": "closed by {side}'s REZ"},
        ),
        LEGAL,
        LAST,
        CHANGES,
        NAMES,
        LETTERS,
    ),
    preview=PREVIEW.also(
        Features("rez", "hatched"),
        Score("{piece}", "{pieces}"),
        legend={"hatched": "new REZ of {side}"},
    ),
    tasks=Tasks(empty="place a checker", taken="grow a stack"),
    rules=(
        Clause(
            "RADIATION EXCLUSION ZONE (REZ)",
            "A stack closes all cells around it: those up to as many steps away as it is high.",
        ),
        Clause(
            "PLAY",
            "If a cell is free of every REZ, place a checker on such a cell. If none is, add "
            "a checker to one of your lowest stacks.",
        ),
        Clause(
            "CAPTURES",
            "A stack that grows to two or more removes all other stacks in its new REZ, of "
            "both colours.",
        ),
        Clause(
            "OBJECT OF THE GAME",
            "You win when your turn ends with no enemy checker on the board. Red’s first turn "
            "does not count.",
        ),
    ),
)
