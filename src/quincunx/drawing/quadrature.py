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
    Sample,
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
    goal="Bring three men to the far bar, or leave your opponent two.",
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
    clauses=(
        Clause(
            "INTRODUCTION",
            "Nine men of each colour begin in two rows; the other nine of each wait beside the "
            "board. White moves up and begins, Black moves down. Three locations in the middle "
            "of each end row are a bar, and each player has a marker with one dot on one face "
            "and two on the other.",
            title="Men, bars and markers",
            task="The bars are pointed out: White heads for the one at the top, Black for the one "
            "at the bottom. Play e3-e4 for White, then e9-e8 for Black.",
            lit=("e11", "f11", "g11", "e1", "f1", "g1"),
            plays=("e3-e4", "e9-e8"),
        ),
        Clause(
            "OBJECT OF THE GAME",
            "You win if your turn ends with two enemy men or fewer on the board.",
            title="Win by two men",
            fen="3W3W3/2W5W2/1W5B3/9W1/WB8W/4W6/3W5B1/1W3W5/W6W2W/11/11 w 0 0",
            task="Black has three men left. Play e6-f7: with b4 and f4 it squares b7, and two men "
            "are too few.",
            lit=("b7", "h9", "j5"),
            plays=("e6-f7",),
            ends="two men",
        ),
        Clause(
            "OBJECT OF THE GAME",
            "You also win with three men in the bar of your furthest row. Men that came there by "
            "an exchange count like those that walked.",
            title="Win by the bar",
            fen="4WW5/6W4/1BB4BBB1/3B7/11/1B7B1/5B5/11/1WWW3WWW1/11/11 w 0 0",
            task="Play g10-g11: it is the third white man in the bar, and White has won.",
            lit=("e11", "f11", "g11"),
            plays=("g10-g11",),
            ends="goal bar",
        ),
        Clause(
            "BASIC MOVES",
            "A turn is one step of one of your men, onto an empty location: straight ahead, "
            "diagonally ahead or sideways. There is no step back.",
            title="One step",
            fen="11/11/1BBBBBBBBB1/11/11/11/4W6/11/1WWW1WWWWW1/11/11 w 0 0",
            task="The man on e5 may go to each location pointed out. Try e5-e4, a step back, and "
            "e5-e7, two steps at once: both are refused. Then play e5-f6.",
            lit=("d5", "f5", "d6", "e6", "f6"),
            plays=("e5-f6",),
            refuses=("e5-e4", "e5-e7"),
        ),
        Clause(
            "BASIC MOVES",
            "You may not pass. But if none of your men can step, you sit out until one can, and "
            "your opponent goes on alone.",
            title="Sitting out",
            fen="11/5W2W2/1W4W4/4W4W1/2W4W3/W4W5/3W6W/1W7W1/11/11/BBBW7 w 0 0",
            task="Black’s three men are at the end of the board, and shut in by d1. Play k5-k6: "
            "Black sits out. Then play h7-h8: it is White’s turn again.",
            lit=("a1", "b1", "c1"),
            plays=("k5-k6", "h7-h8"),
        ),
        Clause(
            "BASIC MOVES",
            "If neither player can move, the game is a draw.",
            title="Draw: nobody can move",
            fen="WWWW1W1WWWW/11/11/11/11/11/11/11/11/11/BBBB1B1BBBB w 1 2",
            task="All men have reached the far end and can only go sideways, and Black’s marker "
            "already forbids that. Play d11-e11: now White’s marker shows two dots as well, and "
            "nobody can move.",
            plays=("d11-e11",),
            ends="no moves",
        ),
        Clause(
            "BASIC MOVES",
            "If the men of both colours stand exactly as they have stood before, the game is a "
            "draw at once.",
            title="Draw: seen before",
            task="Play b3-a3 and b9-a9, then back again, a3-b3 and a9-b9: the men stand as at the "
            "beginning, and that is a draw.",
            plays=("b3-a3", "b9-a9", "a3-b3", "a9-b9"),
            ends="repetition",
        ),
        Clause(
            "SQUARING",
            "A rectangle with its sides along rows and columns, three of your men and one enemy "
            "man on its corners: if your step makes one, the enemy man is squared. It is "
            "exchanged for a man of yours at once, and this is no choice.",
            title="The exchange",
            fen="11/11/1BB1BBBBBB1/11/3B7/5W5/11/3W2W4/1WW1W2WWW1/11/11 w 0 0",
            task="Play f6-g7: with d4 and g4 it squares the black man on d7, which turns white.",
            lit=("d4", "g4", "d7"),
            plays=("f6-g7",),
        ),
        Clause(
            "SQUARING",
            "One step may make several such rectangles. Every man that is squared is exchanged.",
            title="Several at once",
            fen="11/11/1BB1BBBBB2/11/3B5B1/5W5/11/3W2W2W1/1WW1W2WW2/11/11 w 0 0",
            task="Play f6-g7: it squares d7 on the left and j7 on the right.",
            lit=("d7", "j7"),
            plays=("f6-g7",),
        ),
        Clause(
            "SQUARING",
            "A man that was just added may square another one, and that one the next. All this "
            "happens within the same turn, until nothing more is squared.",
            title="A chain of exchanges",
            fen="11/11/1BB1BB1B1B1/1W6B2/1W1B7/5W5/1B1W4W2/3W2W4/5W1W3/11/11 w 0 0",
            task="Play f6-g7 and watch: it squares d7, the new man there squares b5, and that one "
            "squares i8.",
            lit=("d7", "b5", "i8"),
            plays=("f6-g7",),
        ),
        Clause(
            "SQUARING",
            "You may not square yourself: no step may end where your man would make a rectangle "
            "with three enemy men.",
            title="No step into a rectangle",
            fen="11/11/1BBB1BB2B1/4B2B3/11/4B6/7W3/11/1WWW1WW1WWW/11/11 w 0 0",
            task="Try h5-h6: e6, e8 and h8 are black, so it is refused. Play h5-g6 instead.",
            lit=("e6", "e8", "h8"),
            plays=("h5-g6",),
            refuses=("h5-h6",),
        ),
        Clause(
            "SQUARING",
            "This holds for steps only. An exchange may put your man where three enemy men square "
            "it, and nothing happens to it there.",
            title="An exchange may go anywhere",
            fen="11/11/1BBBBB2BB1/11/3B1B5/5W5/11/3W2W4/1WW1W2WWW1/11/11 w 0 0",
            task="Play f6-g7: the man on d7 is exchanged, although d9, f9 and f7 are black. The "
            "new white man stays.",
            lit=("d7", "d9", "f9", "f7"),
            plays=("f6-g7",),
        ),
        Clause(
            "SQUARING",
            "Only what is new counts. A rectangle that already stood when your turn began "
            "exchanges nothing; one of its corners must be a man moved or added in this turn.",
            title="Only new rectangles",
            fen="11/11/1BBBBBB1BB1/11/11/1W2B6/7W3/1W2W2W3/3W1W2WW1/11/11 w 0 0",
            task="The black man on e6 stands in a rectangle with b4, e4 and b6 already. Play "
            "j3-j4: nothing happens to it. After j9-j8 play h5-h6, which makes a new rectangle: "
            "now e6 is exchanged.",
            lit=("e6", "b4", "e4", "b6"),
            plays=("j3-j4", "j9-j8", "h5-h6"),
        ),
        Clause(
            "MARKER",
            "A sideways step that squares nothing brings your marker into play, one dot up. A "
            "second one in a row turns it to two dots.",
            title="The dots",
            task="Play b3-a3 and look at White’s marker: one dot. After e9-e8 play a3-b3: two "
            "dots.",
            plays=("b3-a3", "e9-e8", "a3-b3"),
        ),
        Clause(
            "MARKER",
            "With two dots you may not make another such step. Any step ahead or diagonally ahead "
            "takes your marker off again.",
            title="Two dots",
            fen="11/11/1BBB1BBBBB1/4B6/11/11/11/11/1WWWWWWWWW1/11/11 w 2 0",
            task="White’s marker shows two dots. Try b3-a3: a third step to the side is refused. "
            "Play b3-b4: the dots are gone.",
            plays=("b3-b4",),
            refuses=("b3-a3",),
        ),
        Clause(
            "MARKER",
            "A sideways step that squares a man is always allowed, and it takes the marker off "
            "too.",
            title="Sideways to square",
            fen="11/11/1BB1BBBBBB1/11/3B1W5/11/11/3W2W4/1WW1W2WWW1/11/11 w 2 0",
            task="White has two dots again. Try h3-g3, which squares nothing: refused. Play f7-g7: "
            "it squares d7, so it may go sideways, and the dots are gone.",
            lit=("d7", "d4", "g4"),
            plays=("f7-g7",),
            refuses=("h3-g3",),
        ),
    ),
    sample=Sample(
        11,
        "j3-k4 i9-i8 k4-j4 g9-g8 i3-i4 f9-e8 g3-g4 h9-h8 f3-f4 e9-f8 e3-e4 j9-j8 d3-d4 e8-d8 "
        "g4-h4 d8-e8 c3-b4 b9-c8 b4-c4 c9-b9 h3-g4 b9-b8 c4-c5 c8-b7 c5-d6 d9-c9 b3-b4 c9-d8 "
        "f4-f5 h8-g7 f5-f6 g7-f7 i4-i5 b8-a8 d6-c7 d8-c8 i5-h6 i8-h8 f6-e6 b7-a6 h4-i4 e6-f5 "
        "j4-i5 f5-f4 i5-h5 a8-b8 d4-c5 a6-b5",
    ),
)
