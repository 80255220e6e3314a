"""Quadrature by Mark Steere (marksteeregames.com), to be read beside its sheet and the rulings.

Sections of the sheet: INTRODUCTION (board, men, bars), OBJECT OF THE GAME (two ways to win), BASIC
MOVES (steps, sitting out, draws), SQUARING (exchanges, squared locations), MARKER (sideways moves).

Events of the last move:

- ``exchange``: it squared a man; ``double exchange``: the moved man alone squared two or more;
- ``chain``: added men squared a further one; ``chain of three``: so it went on for three rounds or
  more, counting the moved man's own;
- ``added man on squared location``: a man was added where three enemy men, as they stood before the
  exchanges, form a rectangle with the location;
- ``old rectangle``: an enemy man stays although three own men square him, since they did before;
- ``two dots``: the mover's marker shows two now; ``squaring sideways at two dots``: it showed two
  before, and the move was a sideways one that squared;
- ``sit out``: the other player has no move, and the mover is to move again;
- ``men win``, ``bar win``: the move won so, perhaps in both ways; ``bar win by exchange``: with a
  man added in the bar;
- ``repetition``, ``stuck draw``: the move ended the game in a draw, since the arrangement had stood
  before, or since neither player can move.
"""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Self

from .geometry import Map, Point, square_cells, square_name, square_xy
from .position import Contents, Event, Feature, Outcome, Position, Refusal, Wave

Men = tuple[frozenset[Point], frozenset[Point]]
"""An arrangement: where White's men stand, and where Black's."""

Choice = Callable[[list[Point]], Point]
"""Picks the man to be exchanged next out of those that are squared and still stand."""

# ------------------------------------------------------------------------------------------------
# INTRODUCTION: the board. White is side 0 and moves up, Black is side 1 and moves down.
# ------------------------------------------------------------------------------------------------

SIZE = 11
FORWARD = (1, -1)
COLUMNS_AT_START = "bcdefghij"
ROW_AT_START = (3, 9)
BARS = (
    frozenset(square_xy(name) for name in ("e11", "f11", "g11")),
    frozenset(square_xy(name) for name in ("e1", "f1", "g1")),
)
"""White's goal bar and Black's: for each player the one in the furthest row."""

MAX_DOTS = 2


def men_at_start() -> Men:
    white, black = (
        frozenset(square_xy(f"{column}{row}") for column in COLUMNS_AT_START)
        for row in ROW_AT_START
    )
    return white, black


def on_board(point: Point) -> bool:
    x, y = point
    return 0 <= x < SIZE and 0 <= y < SIZE


# ------------------------------------------------------------------------------------------------
# SQUARING
# ------------------------------------------------------------------------------------------------


def other_corners(one: Point, opposite: Point) -> tuple[Point, Point] | None:
    """The corners that make a rectangle of two opposite ones; None if they share a row or column.

    The sides of a rectangle run along rows and columns.
    """
    (x1, y1), (x2, y2) = one, opposite
    if x1 == x2 or y1 == y2:
        return None
    return (x1, y2), (x2, y1)


def is_squared(location: Point, men: frozenset[Point]) -> bool:
    """Whether three of ``men`` form a rectangle with ``location``."""
    for opposite in men:
        corners = other_corners(location, opposite)
        if corners is not None and men.issuperset(corners):
            return True
    return False


def rectangle_with(
    location: Point, men: frozenset[Point], fresh: frozenset[Point] | None = None
) -> set[Point]:
    """Three of ``men``, one or more of them ``fresh``, that form a rectangle with ``location``.

    If there are several rectangles, it is the one whose man opposite comes first in reading order.
    """
    for opposite in sorted(men, key=lambda man: (man[1], man[0])):
        corners = other_corners(location, opposite)
        if corners is not None and men.issuperset(corners):
            rectangle = {opposite, *corners}
            if fresh is None or rectangle & fresh:
                return rectangle
    raise AssertionError(f"no rectangle with {square_name(*location)}")


def squared_men(
    own: frozenset[Point], enemy: frozenset[Point], fresh: frozenset[Point]
) -> set[Point]:
    """The enemy men that form a rectangle with three own men, one or more of them ``fresh``."""
    found = set()
    for man in enemy:
        for opposite in own:
            corners = other_corners(man, opposite)
            if corners is None or not own.issuperset(corners):
                continue
            if not fresh.isdisjoint((opposite, *corners)):
                found.add(man)
    return found


def exchange_all(
    own: frozenset[Point], enemy: frozenset[Point], moved: Point, choose: Choice = min
) -> tuple[frozenset[Point], frozenset[Point]]:
    """Own and enemy men after all exchanges that ``moved``, already among ``own``, brings about.

    One man is exchanged at a time. ``choose`` says which; the rulings say that it does not matter.
    """
    # Quadrature, SQUARING: only men squared by the moved man, or by one added in this turn, are
    # exchanged. A rectangle that stood before and holds neither exchanges nothing.
    fresh = frozenset([moved])
    while squared := squared_men(own, enemy, fresh):
        man = choose(sorted(squared))
        enemy -= {man}
        own |= {man}
        # Quadrature, SQUARING: an added man squares as the moved one does, and so on.
        fresh |= {man}
    return own, enemy


def exchange_rounds(
    own: frozenset[Point], enemy: frozenset[Point], moved: Point
) -> list[set[Point]]:
    """The exchanged men round by round: squared by the moved man, then by these, and so on."""
    rounds = []
    fresh = frozenset([moved])
    while squared := squared_men(own, enemy, fresh):
        rounds.append(squared)
        enemy -= squared
        own |= squared
        fresh |= squared
    return rounds


# ------------------------------------------------------------------------------------------------
# BASIC MOVES and MARKER
# ------------------------------------------------------------------------------------------------


def move_text(start: Point, end: Point) -> str:
    return f"{square_name(*start)}-{square_name(*end)}"


def named(points: Iterable[Point]) -> frozenset[str]:
    return frozenset(square_name(*point) for point in points)


def is_sideways(start: Point, end: Point) -> bool:
    return start[1] == end[1]


def basic_moves(men: Men, side: int, dots: int) -> dict[str, tuple[Point, Point]]:
    """The moves of a player whose marker shows ``dots``: text -> where from, where to."""
    own, enemy = men[side], men[1 - side]
    ahead = FORWARD[side]
    found = {}
    for start in own:
        # Quadrature, BASIC MOVES: one location forward, diagonally forward or sideways.
        for dx, dy in ((0, ahead), (-1, ahead), (1, ahead), (-1, 0), (1, 0)):
            end = (start[0] + dx, start[1] + dy)
            # Quadrature, BASIC MOVES: to an unoccupied location.
            if not on_board(end) or end in own or end in enemy:
                continue
            # Quadrature, SQUARING: not to a location that three enemy men square.
            if is_squared(end, enemy):
                continue
            # Quadrature, MARKER: with two dots showing, only a sideways move that squares.
            if is_sideways(start, end) and dots == MAX_DOTS:
                moved_own = own - {start} | {end}
                if not squared_men(moved_own, enemy, frozenset([end])):
                    continue
            found[move_text(start, end)] = (start, end)
    return found


# ------------------------------------------------------------------------------------------------
# OBJECT OF THE GAME
# ------------------------------------------------------------------------------------------------


def wins_by_men(men: Men, side: int) -> bool:
    # Quadrature, OBJECT OF THE GAME: two or fewer enemy men are left.
    return len(men[1 - side]) <= 2


def wins_by_bar(men: Men, side: int) -> bool:
    # Quadrature, OBJECT OF THE GAME: three own men are in the bar of the furthest row.
    return BARS[side] <= men[side]


def judge_win(men: Men, side: int) -> Outcome | None:
    if wins_by_men(men, side):
        return side, "two men"
    if wins_by_bar(men, side):
        return side, "goal bar"
    return None


class Reference(Position):
    """White is side 0, Black side 1. The one extra is ``dots``: what White's, Black's marker show.

    The arrangements that stood before are part of the value.
    """

    letters = "WB"
    hexhex = False
    sections: ClassVar = {
        "two men": "OBJECT OF THE GAME",
        "goal bar": "OBJECT OF THE GAME",
        "repetition": "BASIC MOVES",
        "no moves": "BASIC MOVES",
    }

    def __init__(
        self,
        men: Men,
        dots: tuple[int, int],
        turn: int,
        history: frozenset[Men],
        outcome: Outcome | None,
        events: frozenset[str],
    ) -> None:
        """``turn`` is whose turn it is if that player can move; ``history`` includes ``men``."""
        self.size = SIZE
        self._men = men
        self._dots = dots
        self._history = history
        self._moves: dict[str, tuple[Point, Point]] = {}
        if outcome is None:
            # Quadrature, BASIC MOVES: whoever has no move sits out; if neither has, it is a draw.
            mine = basic_moves(men, turn, dots[turn])
            theirs = {} if mine else basic_moves(men, 1 - turn, dots[1 - turn])
            if theirs:
                turn = 1 - turn
                events |= {"sit out"}
            elif not mine:
                outcome = (None, "no moves")
                events |= {"stuck draw"}
            self._moves = mine or theirs
        self.turn = turn
        self.events = events
        self._outcome = outcome

    @classmethod
    def start(cls, size: int, **options: Any) -> Self:
        assert size == SIZE and not options
        men = men_at_start()
        return cls(men, (0, 0), 0, frozenset([men]), None, frozenset())

    @classmethod
    def from_contents(cls, size: int, contents: Contents, turn: int, **extras: Any) -> Self:
        """The history begins with this arrangement.

        If ``turn`` has no move and the other has, it is the other's turn. If a player has won on
        this board, the game is over.
        """
        assert size == SIZE and set(extras) <= {"dots"}
        assert all(height == 1 for _, height in contents.values())
        white, black = (
            frozenset(square_xy(name) for name, (owner, _) in contents.items() if owner == side)
            for side in (0, 1)
        )
        men = (white, black)
        outcome = judge_win(men, 1 - turn) or judge_win(men, turn)
        dots = extras.get("dots", (0, 0))
        position = cls(men, dots, turn, frozenset([men]), outcome, frozenset())
        position.events = frozenset()
        return position

    def legal_moves(self) -> set[str]:
        return set(self._moves)

    def play(self, text: str) -> Self:
        assert text in self._moves
        start, end = self._moves[text]
        mover, opponent = self.turn, 1 - self.turn

        # Quadrature, BASIC MOVES, then SQUARING: the step, then the exchanges, all in one turn.
        stepped = self._men[mover] - {start} | {end}
        own, enemy = exchange_all(stepped, self._men[opponent], end)
        men = (own, enemy) if mover == 0 else (enemy, own)
        added = own - stepped

        # Quadrature, MARKER: one dot more for a plain sideways move; any other takes it away.
        shown = self._dots[mover] + 1 if is_sideways(start, end) and not added else 0
        assert shown <= MAX_DOTS
        dots = (shown, self._dots[1]) if mover == 0 else (self._dots[0], shown)

        events = self._events_of_move(start, end, added, shown)
        outcome = judge_win(men, mover)
        if outcome is not None:
            if wins_by_men(men, mover):
                events.add("men win")
            if wins_by_bar(men, mover):
                events.add("bar win")
                if added & BARS[mover]:
                    events.add("bar win by exchange")
        elif men in self._history:
            # Quadrature, BASIC MOVES: an arrangement of men that has stood before is a draw,
            # whoever is to move and whatever the markers show.
            outcome = (None, "repetition")
            events.add("repetition")
        return type(self)(men, dots, opponent, self._history | {men}, outcome, frozenset(events))

    def _events_of_move(
        self, start: Point, end: Point, added: frozenset[Point], shown: int
    ) -> set[str]:
        """What the step and its exchanges did, before anybody asks who has won."""
        enemy = self._men[1 - self.turn]
        rounds = exchange_rounds(self._men[self.turn] - {start} | {end}, enemy, end)
        assert set().union(*rounds) == added
        events = set()
        if added:
            events.add("exchange")
            if len(rounds[0]) >= 2:
                events.add("double exchange")
            if len(rounds) >= 2:
                events.add("chain")
            if len(rounds) >= 3:
                events.add("chain of three")
            if any(is_squared(man, enemy) for man in added):
                events.add("added man on squared location")
            if is_sideways(start, end) and self._dots[self.turn] == MAX_DOTS:
                events.add("squaring sideways at two dots")
        own = self._men[self.turn] - {start} | {end} | added
        if any(is_squared(man, own) for man in enemy - added):
            events.add("old rectangle")
        if shown == MAX_DOTS:
            events.add("two dots")
        return events

    def outcome(self) -> Outcome | None:
        return self._outcome

    def score(self) -> tuple[int, int]:
        """Each side's men on the board."""
        return len(self._men[0]), len(self._men[1])

    def contents(self) -> Contents:
        return {square_name(*man): (side, 1) for side in (0, 1) for man in self._men[side]}

    @property
    def dots(self) -> tuple[int, int]:
        """What White's and Black's marker show: 0 (off the board), 1 or 2."""
        return self._dots

    def fields(self) -> str:
        """The dots of both markers, White's first."""
        return "{} {}".format(*self._dots)

    def flaw(self) -> str:
        """INTRODUCTION and SQUARING: 18 men, of whatever colour; MARKER: two dots at most."""
        if sum(map(len, self._men)) != 2 * len(COLUMNS_AT_START):
            return f"there are {2 * len(COLUMNS_AT_START)} men"
        if not all(0 <= dots <= MAX_DOTS for dots in self._dots):
            return f"a marker shows {MAX_DOTS} dots at most"
        return ""

    def past(self) -> frozenset[Men]:
        """Quadrature, BASIC MOVES: an arrangement that has stood before is a draw."""
        return self._history

    @classmethod
    def symmetries(cls, size: int) -> list[Map]:
        """Left and right are alike; bars and ways to move tell up from down."""
        mirrored = {}
        for cell in square_cells(size):
            x, y = square_xy(cell)
            mirrored[cell] = square_name(size - 1 - x, y)
        return [{cell: cell for cell in mirrored}, mirrored]

    def candidates(self) -> list[str]:
        """To each location around, from every man of either side and some empty locations."""
        occupied = self.contents()
        empty = [name for name in square_cells(SIZE) if name not in occupied]
        found = []
        for name in [*occupied, *empty[::10]]:
            x, y = square_xy(name)
            for end in [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]:
                if on_board(end) and end != (x, y):
                    found.append(move_text((x, y), end))
        return found

    def why_not(self, text: str) -> Refusal:
        """The first thing that is wrong, in the order of the sheet."""
        start, end = map(square_xy, text.split("-"))
        own, enemy = self._men[self.turn], self._men[1 - self.turn]
        # Quadrature, BASIC MOVES: one of one's own men, one step, an unoccupied location.
        if start not in own:
            return Refusal("BASIC MOVES", named([start]))
        if end[1] - start[1] not in (0, FORWARD[self.turn]) or abs(end[0] - start[0]) > 1:
            return Refusal("BASIC MOVES", named([start, end]))
        if end in own or end in enemy:
            return Refusal("BASIC MOVES", named([end]))
        # Quadrature, SQUARING: the location is squared by three enemy men.
        if is_squared(end, enemy):
            return Refusal("SQUARING", named(rectangle_with(end, enemy)))
        # Quadrature, MARKER: two dots show, and the sideways move squares nothing.
        return Refusal("MARKER", named([start, end]))

    def features(self) -> set[Feature]:
        """``squared`` locations, each player's ``goal bar``, and the dots of each ``marker``."""
        found = set()
        taken = self._men[0] | self._men[1]
        for side in (0, 1):
            squared = set()
            for location in map(square_xy, square_cells(SIZE)):
                if location not in taken and is_squared(location, self._men[side]):
                    squared.add(location)
            if squared:
                found.add(Feature("squared", side, named(squared), ""))
            found.add(Feature("goal bar", side, named(BARS[side]), ""))
            found.add(Feature("marker", side, frozenset(), str(self._dots[side])))
        return found

    def deeds(self, text: str) -> list[Wave]:
        """Quadrature, BASIC MOVES: the step; SQUARING: then the exchanges, round by round."""
        start, end = self._moves[text]
        side = self.turn
        step = (square_name(*start), square_name(*end))
        waves: list[Wave] = [{Event("move", side, step, (1, 1))}]
        own, enemy = self._men[side] - {start} | {end}, self._men[1 - side]
        fresh = frozenset([end])
        for squared in exchange_rounds(own, enemy, end):
            wave = set()
            for man in squared:
                causes = named(rectangle_with(man, own, fresh))
                wave.add(Event("exchange", side, (square_name(*man),), (1, 1), causes))
            waves.append(wave)
            own |= squared
            fresh |= squared
        return waves
