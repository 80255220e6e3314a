"""Blast Radius by Mark Steere: red and blue stacks on hexagons, and the zones around them."""

from quincunx.drawing.declaration import (
    CHANGES,
    LAST,
    LEGAL,
    LETTERS,
    NAMES,
    PREVIEW,
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
)
