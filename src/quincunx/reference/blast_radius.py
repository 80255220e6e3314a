"""Blast Radius, by Mark Steere (marksteeregames.com), as plainly as the sheet puts it.

Sections of the sheet: INTRODUCTION, STACK, RADIATION EXCLUSION ZONE (REZ), PLAY, CAPTURES, OBJECT
OF THE GAME.

Termination: ``elimination``. Score: checkers on the board. Events: ``height N`` (a stack of N >= 2
was formed), ``capture`` (stacks were removed, of whatever colour), ``friendly capture`` (some of
them the player's own), ``mixed capture`` (some of either colour), ``ended``.
"""

from functools import cache
from typing import Any, ClassVar, Self

from .geometry import Map, hex_distance, hexhex_axial, hexhex_cells, hexhex_symmetries
from .position import Contents, Event, Feature, Outcome, Position, Refusal, Wave

RED, BLUE = 0, 1


@cache
def rez(side: int, cell: str, height: int) -> frozenset[str]:
    """Blast Radius, REZ: the cells around a stack, up to as many steps away as it is high.

    The stack's own cell, its ground zero, is not among them.
    """
    centre = hexhex_axial(side, cell)
    zone = set()
    for other in hexhex_cells(side):
        if 1 <= hex_distance(centre, hexhex_axial(side, other)) <= height:
            zone.add(other)
    return frozenset(zone)


class Reference(Position):
    """A board of red (0) and blue (1) stacks, and whose turn it is."""

    letters = "RB"
    hexhex = True
    sections: ClassVar = {"elimination": "OBJECT OF THE GAME"}

    def __init__(
        self,
        size: int,
        stacks: Contents,
        turn: int,
        events: frozenset[str] = frozenset(),
    ) -> None:
        # Ruling: side 2 is not offered, since Blue could be left without a placement there.
        assert 3 <= size <= 10, size
        self.size = size
        self.turn = turn
        self.events = events
        # Blast Radius, STACK: one or more checkers of one colour, so a side and a height.
        self._stacks = stacks

    @classmethod
    def start(cls, size: int, **options: Any) -> Self:
        """Blast Radius, INTRODUCTION: an empty board, Red begins."""
        assert not options, options
        return cls(size, {}, RED)

    @classmethod
    def from_contents(cls, size: int, contents: Contents, turn: int, **extras: Any) -> Self:
        """Any arrangement of stacks; no extras.

        A lone red checker with Blue to move is the position after Red's first turn.
        """
        assert not extras, extras
        assert contents.keys() <= set(hexhex_cells(size)), contents
        assert all(side in (0, 1) and height >= 1 for side, height in contents.values()), contents
        return cls(size, dict(contents), turn)

    def _heights(self, side: int) -> list[int]:
        return [height for owner, height in self._stacks.values() if owner == side]

    def legal_moves(self) -> set[str]:
        """Blast Radius, PLAY: where the player to move can form the smallest stack."""
        if self.outcome() is not None:
            return set()

        # Blast Radius, PLAY, 1: an empty cell must lie outside every REZ, of either colour.
        free = set(hexhex_cells(self.size)) - self._stacks.keys()
        for cell, (_, height) in self._stacks.items():
            free -= rez(self.size, cell, height)

        # Blast Radius, PLAY, 2: a new stack of one checker is the smallest there is.
        if free:
            return free

        # Blast Radius, PLAY, 2: otherwise the player's lowest stack, any of them that tie.
        lowest = min(self._heights(self.turn))
        return {cell for cell, stack in self._stacks.items() if stack == (self.turn, lowest)}

    def play(self, text: str) -> Self:
        """Blast Radius, INTRODUCTION: one checker, perhaps captures, then the other's turn."""
        assert text in self.legal_moves(), text
        events = set()
        stacks = dict(self._stacks)
        height = stacks[text][1] + 1 if text in stacks else 1
        stacks[text] = (self.turn, height)

        # Blast Radius, CAPTURES: a stack of two or more that was just formed clears its REZ of all
        # stacks, friendly and enemy. Its own cell is not part of the REZ, so it stays.
        if height >= 2:
            events.add(f"height {height}")
            captured = {}
            for cell in rez(self.size, text, height):
                if cell in stacks:
                    captured[cell] = stacks.pop(cell)
            owners = {side for side, _ in captured.values()}
            if owners:
                events.add("capture")
            if self.turn in owners:
                events.add("friendly capture")
            if len(owners) == 2:
                events.add("mixed capture")

        after = type(self)(self.size, stacks, 1 - self.turn)
        if after.outcome() is not None:
            events.add("ended")
        return type(self)(self.size, stacks, 1 - self.turn, frozenset(events))

    def outcome(self) -> Outcome | None:
        """Blast Radius, OBJECT OF THE GAME: no enemy checker at the end of one's turn wins."""
        mover = 1 - self.turn
        if not self._heights(mover) or self._heights(self.turn):
            return None
        # Blast Radius, OBJECT OF THE GAME: except Red's first turn. Red wins later by a capture
        # only, hence with a stack of two or more: a lone red checker is the first turn's.
        if mover == RED and self._heights(RED) == [1]:
            return None
        return mover, "elimination"

    def score(self) -> tuple[int, int]:
        """The number of red and of blue checkers on the board, whatever stacks they are in."""
        return sum(self._heights(RED)), sum(self._heights(BLUE))

    def contents(self) -> Contents:
        """The stacks."""
        return dict(self._stacks)

    def flaw(self) -> str:
        """PLAY and CAPTURES: no stack ever stands in the REZ of another one."""
        for cell, (_, height) in self._stacks.items():
            if taken := rez(self.size, cell, height) & self._stacks.keys():
                return f"{min(taken)} is in the REZ of {cell}"
        return ""

    def candidates(self) -> list[str]:
        """Every cell."""
        return hexhex_cells(self.size)

    @classmethod
    def symmetries(cls, size: int) -> list[Map]:
        """Nothing but distances matters, and whose the stacks are."""
        return hexhex_symmetries(size)

    def why_not(self, text: str) -> Refusal:
        """Blast Radius, PLAY: 1 for what is closed, 2 for what would not be the smallest stack.

        Where several cells would do as the reason, it is the first one in reading order.
        """
        side, _ = self._stacks.get(text, (self.turn, 0))
        if side != self.turn:
            # PLAY, 1: only a friendly stack may be placed on.
            return Refusal("PLAY", frozenset([text]))
        if text in self._stacks:
            # PLAY, 2: an empty cell comes first, or else a lower stack.
            reasons = self.legal_moves()
        else:
            # PLAY, 1: the cell lies in the REZ of a stack.
            reasons = set()
            for cell, (_, height) in self._stacks.items():
                if text in rez(self.size, cell, height):
                    reasons.add(cell)
        first = next(cell for cell in hexhex_cells(self.size) if cell in reasons)
        return Refusal("PLAY", frozenset([first]))

    def features(self) -> set[Feature]:
        """``rez``: the zone of each stack."""
        found = set()
        for cell, (side, height) in self._stacks.items():
            found.add(Feature("rez", side, rez(self.size, cell, height), cell))
        return found

    def deeds(self, text: str) -> list[Wave]:
        """A stack is started or grows; then, CAPTURES, others go, the nearest first."""
        if text not in self._stacks:
            return [{Event("place", self.turn, (text,), (0, 1))}]
        height = self._stacks[text][1]
        waves: list[Wave] = [{Event("grow", self.turn, (text,), (height, height + 1))}]
        centre = hexhex_axial(self.size, text)
        for distance in range(1, height + 2):
            gone = set()
            for cell, (side, other) in self._stacks.items():
                if hex_distance(centre, hexhex_axial(self.size, cell)) == distance:
                    gone.add(Event("remove", side, (cell,), (other, 0), frozenset([text])))
            if gone:
                waves.append(gone)
        return waves
