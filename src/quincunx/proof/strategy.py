"""Proofs for any game: one move for the side that is to win, and an answer to all of the other's.

Every position in which that side is to move is written once, after all that it leads to. So what is
read can rest on what was read before, and on the rules.
"""

from __future__ import annotations

from collections.abc import Callable

from quincunx.board import Board, Move
from quincunx.proof.claims import ClaimWriter
from quincunx.proof.oracle import Goal, Oracle
from quincunx.proof.regions import Regions
from quincunx.reference.facts import from_fen
from quincunx.reference.verify import Keys


class Strategy:
    """The steps towards one goal, written as they are found.

    :param write: takes a line.
    :param start_ply: where the past counts, the plies before the start: positions are told by the
        moves since then. ``None`` where it does not, and they are told by their fens.
    """

    def __init__(
        self,
        goal: Goal,
        oracle: Oracle,
        write: Callable[[str], object],
        keys: Keys,
        start_ply: int | None = None,
        regions: Regions | None = None,
    ) -> None:
        self._goal = goal
        self._oracle = oracle
        self._write = write
        # Positions in which the side is to move, and in which the other is, that are proven.
        self._steps: set[object] = set()
        self._safe: set[object] = set()
        self._start_ply = start_ply
        self._keys = keys
        self._regions = regions
        self._claims = ClaimWriter(write)
        self._keys_known: dict[object, int] = {}

    def cover(self, board: Board) -> None:
        """Prove that the goal is reached from here, which the oracle has found."""
        if board.is_game_over():
            return
        if board.turn is self._goal.side:
            self._step(board)
            return
        key = self._key(board)
        if key in self._safe:
            return
        if self._regions is not None and self._settled(board):
            number = self._claims.number(self._regions.claim(board))
            self._write(f"covered {board.fen()} by {number}")
            self._safe.add(key)
        else:
            for move in list(board.legal_moves):
                board.push(move)
                self.cover(board)
                board.pop()
            self._safe.add(key)

    def _step(self, board: Board) -> None:
        key = self._key(board)
        if key in self._steps:
            return
        move = self._choice(board)
        board.push(move)
        self.cover(board)
        board.pop()
        self._write(f"step {self._told(board)} = {move.text}")
        self._steps.add(key)

    def _choice(self, board: Board) -> Move:
        """A move that reaches the goal: at once, by what is proven, or with few answers to it."""
        answers: list[tuple[int, Move]] = []
        for move in list(board.legal_moves):
            board.push(move)
            outcome = board.outcome()
            known = outcome is None and self._is_known(board)
            count = 0 if outcome else board.legal_moves.count()
            board.pop()
            if known or (outcome is not None and self._goal.reached_by(outcome.winner)):
                return move
            if outcome is None:
                answers.append((count, move))
        if self._regions is not None and self._settled(board):
            ordered = self._regions.promising(board)
        else:
            ordered = [move for _, move in sorted(answers, key=lambda answer: answer[0])]
        return self._oracle.best(board, ordered, self._goal)

    def _settled(self, board: Board) -> bool:
        """Is a position one that claims can be about?"""
        return from_fen(board.game.id, board.fen()).more_is_better()

    def _is_known(self, board: Board) -> bool:
        """Is it known to be proven? Only what has been looked at before: the key takes long."""
        proven = self._steps if board.turn is self._goal.side else self._safe
        if self._start_ply is not None:
            return self._told(board) in proven
        return self._keys_known.get((board.turn, board.canonical_hash())) in proven

    def _key(self, board: Board) -> object:
        """The same for positions that are alike for the rest of the game."""
        if self._start_ply is not None:
            return self._told(board)
        known = board.turn, board.canonical_hash()
        key = self._keys_known.get(known)
        if key is None:
            position = from_fen(board.game.id, board.fen())
            key = self._keys_known[known] = hash(self._keys.of(position))
        return key

    def _told(self, board: Board) -> str:
        """The position as a line has it."""
        if self._start_ply is None:
            return board.fen()
        moves = board.move_stack[self._start_ply :]
        return " ".join(["after", *(move.text for move in moves)])
