"""Proofs for games in which more stones never hurt: by what the winner needs, and nothing else.

What the winner needs to answer the other's moves is known as soon as one way to win is: a move that
takes nothing away from it needs no other answer. So moves are looked at one by one, and each answer
leaves fewer moves that are still unanswered. (This is the must-play region of Hayward and others,
"Solving 7x7 Hex", https://doi.org/10.1007/978-0-387-35706-5_17, for any such game.)
"""

from __future__ import annotations

from quincunx.board import Board, Move
from quincunx.errors import InvalidPositionError
from quincunx.proof.bases import Basis, FullBoards, Seen
from quincunx.proof.claims import Cells, Claim, either
from quincunx.proof.known import KnownClaims
from quincunx.proof.links import Links
from quincunx.proof.oracle import Goal, Oracle
from quincunx.reference import Position

Option = tuple[int, Claim]


class Regions:
    """The claims about one goal that have been found so far."""

    def __init__(self, reference: type[Position], size: int, goal: Goal, oracle: Oracle) -> None:
        self._goal = goal
        self._oracle = oracle
        self._cells = Cells(reference, size)
        joins = bool(reference.edges(size, goal.side.value))
        basis = Links if joins else FullBoards
        self._basis: Basis = basis(reference, size, goal, self._cells)
        self._others: Basis = basis(reference, size, goal.opposite, self._cells)
        self._known = KnownClaims(len(self._cells.names))

    def claim(self, board: Board) -> Claim:
        """What wins here, the other being to move. That the goal is reached is known."""
        return self._claim(board, *self._stones(board))

    def promising(self, board: Board) -> list[Move]:
        """The moves of the side that may reach the goal, the best first, as far as can be seen."""
        return self._promising(board, *self._stones(board))

    def _stones(self, board: Board) -> tuple[int, int]:
        """The side's own, and the other's."""
        own = others = 0
        for name, piece in board.pieces().items():
            if piece.side is self._goal.side:
                own |= self._cells.bit[name]
            else:
                others |= self._cells.bit[name]
        return own, others

    def _claim(self, board: Board, own: int, others: int) -> Claim:
        free = self._cells.all & ~own & ~others
        options = self._seen(own, others)
        if options and not options[0].bit:
            return options[0].claim()
        chosen: list[Option] = []
        left = free
        for seen in options:
            if left & ~(seen.needs | seen.bit):
                chosen.append((seen.bit, seen.claim()))
                left &= chosen[-1][1].needs | seen.bit
        passed = self._passed(board) if left == free else None
        if passed is not None:
            # Where to play if the other passed? The answer says what the other must take away.
            bit, claim = self._answer(passed, own, others)
            if not claim.own & bit:
                return claim
            chosen.append((bit, claim))
            left = claim.needs | bit
        while left:
            low = self._key_cell(chosen, left)
            move = Move(self._cells.names[low.bit_length() - 1])
            board.push(move)
            bit, claim = self._answer(board, own, others | low)
            board.pop()
            if not claim.own & bit:
                return claim  # it holds without the move, so it did before
            chosen.append((bit, claim))
            left &= claim.needs | bit
        found = either(self._fewest(chosen, free), self._cells)
        self._known.add(found)
        return found

    def _passed(self, board: Board) -> Board | None:
        """The same stones with the turn passed on, if that is a position."""
        stones, turn, *fields = board.fen().split(" ")
        first, second = (letter.lower() for letter in board.game.letters)
        other = second if turn == first else first
        try:
            return Board(board.game, fen=" ".join([stones, other, *fields]))
        except InvalidPositionError:
            return None

    def _key_cell(self, chosen: list[Option], left: int) -> int:
        """The other's move to look at next: where one of the answers so far is to be played."""
        for bit, _ in reversed(chosen):
            if bit & left:
                return bit
        return left & -left

    def _answer(self, board: Board, own: int, others: int) -> Option:
        """A move after which a claim holds."""
        options = self._seen(own, others)
        if options:
            return options[0].bit, options[0].claim()
        move = self._oracle.best(board, self._promising(board, own, others), self._goal)
        bit = self._cells.bit[move.text]
        board.push(move)
        claim = self._claim(board, own | bit, others)
        board.pop()
        return bit, claim

    def _promising(self, board: Board, own: int, others: int) -> list[Move]:
        """The moves that leave the other no way out that is seen, those first with few answers."""
        left = free = self._cells.all & ~own & ~others
        for way in self._others.look(others, free):
            left &= way.needs | way.bit
        answers: list[tuple[int, Move]] = []
        for move in board.legal_moves:
            bit = self._cells.bit[move.text]
            if bit & left:
                unanswered = free & ~bit
                for threat in self._seen(own | bit, others):
                    unanswered &= threat.needs | threat.bit
                answers.append((unanswered.bit_count(), move))
        return [move for _, move in sorted(answers, key=lambda answer: answer[0])]

    def _seen(self, own: int, others: int) -> list[Seen]:
        """The claims that hold now, or else those after one move, small ones first."""
        free = self._cells.all & ~own & ~others
        known = self._known.look(own, free)
        if known and not known[0].bit:
            return known
        seen = self._basis.look(own, free)
        if seen and not seen[0].bit:
            return seen
        return sorted(known + seen, key=lambda option: option.needs.bit_count())

    def _fewest(self, options: list[Option], free: int) -> list[tuple[str, Claim]]:
        """Leave out the options that the others do without."""
        kept = list(options)
        for option in options:
            left = free
            for bit, claim in kept:
                if (bit, claim) != option:
                    left &= claim.needs | bit
            if not left:
                kept.remove(option)
        return [(self._cells.listed(bit)[0], claim) for bit, claim in kept]
