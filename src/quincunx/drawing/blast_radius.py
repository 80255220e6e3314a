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
    Sample,
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
    goal="Leave no enemy checker on the board.",
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
    clauses=(
        Clause(
            "INTRODUCTION",
            "The board is empty at first. Red and Blue take turns, Red first; a turn places one "
            "checker of your colour. After that, checkers of both colours may have to go.",
            title="Taking turns",
            fen="4/5/6/7/6/5/4 r",
            task="Play d4 for Red, then f2 for Blue.",
            plays=("d4", "f2"),
        ),
        Clause(
            "STACK",
            "Checkers of one colour on one cell are a stack. A single checker is a stack, too, of "
            "height 1.",
            title="Stacks",
            fen="1B2/R2B1/6/3B1R1/R5/1B3/3R r",
            task="Play a4: a red checker is there already, and now it is a stack of height 2.",
            lit=("a4",),
            plays=("a4",),
        ),
        Clause(
            "RADIATION EXCLUSION ZONE (REZ)",
            "Around each stack lies its zone, the REZ: all cells that are at most as many steps "
            "away as the stack is high. Zones may overlap.",
            title="The zone of a stack",
            fen="4/5/6/1[R2]5/6/3B1/4 b",
            task="The red stack on d2 is two high: its zone reaches two steps. The blue checker on "
            "b4 reaches one. Play e5 and see its zone appear.",
            lit=("d2", "b4"),
            plays=("e5",),
        ),
        Clause(
            "PLAY",
            "You may not place a checker within a REZ, whoever’s it is, and never on an enemy "
            "stack.",
            title="Keep out of the zones",
            fen="4/5/6/2R4/6/3B1/4 r",
            task="Try c3, which lies in the zone of your own checker on d3, and b4, where Blue "
            "stands: both are refused. Then play f4, which is outside of all zones.",
            lit=("d3", "b4"),
            plays=("f4",),
            refuses=("c3", "b4"),
        ),
        Clause(
            "PLAY",
            "You must form the smallest stack that you can. So as long as an empty cell is outside "
            "of all zones, your checker goes to such a cell.",
            title="Empty cells first",
            fen="4/5/6/2R4/6/3B1/4 r",
            task="Try d3, to put a second checker on your own: it is refused, since there are open "
            "cells left. Play e5, one of them.",
            lit=("d3",),
            plays=("e5",),
            refuses=("d3",),
        ),
        Clause(
            "PLAY",
            "If no empty cell is open, put your checker on one of your stacks: on the lowest one. "
            "If several are equally low, the choice is yours.",
            title="Then your lowest stack",
            fen="2[B2]1/5/[B2]5/6[R3]/6/5/[B3]3 b",
            task="No empty cell is open here. Try a1: it is three high, and refused, as Blue has "
            "lower stacks on e1 and g3. Play g3.",
            lit=("e1", "g3"),
            plays=("g3",),
            refuses=("a1",),
        ),
        Clause(
            "CAPTURES",
            "If you form a stack of two or more, all other stacks within its new, larger REZ are "
            "removed at once, your own like your opponent’s. That ends your turn.",
            title="The blast",
            fen="[R2]2B/5/6/2[R2]4/4[B2]1/5/1[B2]2 r",
            task="Play d3: three high, it reaches a2 and c5, and both blue stacks go. Red’s own "
            "stack on g1 goes with them; the blue checker on g4 is too far away.",
            lit=("a2", "c5", "g1"),
            plays=("d3",),
        ),
        Clause(
            "OBJECT OF THE GAME",
            "You win if no enemy checker is on the board when your turn ends.",
            title="Leave nobody",
            fen="1R1/4/1B1R1/4/1B1 r",
            task="Play c4: the stack is two high and removes a2 and c2, and Red’s own e2 as well. "
            "No blue checker is left, and Red has won.",
            lit=("a2", "c2"),
            plays=("c4",),
            ends="elimination",
        ),
        Clause(
            "OBJECT OF THE GAME",
            "Red’s very first turn is the exception: it wins nothing, although no blue checker is "
            "there.",
            title="Not with the first checker",
            fen="4/5/6/7/6/5/4 r",
            task="Play d4: only Red is on the board, but the game goes on. Play b2 for Blue.",
            plays=("d4", "b2"),
        ),
    ),
    sample=Sample(
        5,
        "e3 f8 b2 b5 g6 h2 d7 e6 g4 d4 i4 e1 a3 c1 g1 f8 c7 h2 g5 c1 f1 b5 a2 d4 i4 h2 i5 c1 e6 f8",
    ),
)
