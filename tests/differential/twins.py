"""A board of the library and a reference position that are played side by side and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

from quincunx import Board, GameOverError, IllegalMoveError, Outcome
from quincunx.reference.position import Position
from quincunx.reference.quadrature import Reference as Quadrature
from tests.differential.invariants import INVARIANTS
from tests.helpers import cell_order, fen_of, position_fen

Steer = Callable[["Twins", list[str], Random], str]
"""Chooses one of the legal moves, which come sorted."""


class Mismatch(AssertionError):
    """The library and the reference disagree. The message is a reproduction."""


class Twins:
    """One game on both. Every position is compared when it is reached; all must be equal."""

    def __init__(self, game: str, position: Position, *, usual: bool) -> None:
        """``usual``: the position is the start of a game; otherwise it has been set up."""
        self.game = game
        self.position = position
        self.start = position_fen(game, position)
        self.moves: list[str] = []
        self.events: Counter[str] = Counter()
        self.positions = 0
        self._order = cell_order(game, position.size)
        if usual:
            pie = getattr(position, "pie", None)
            self.board = Board(game, size=position.size, pie=pie)
        else:
            self.board = Board(game, fen=self.start)
        self.compare()

    def push(self, text: str) -> None:
        """Play a legal move on both and compare what comes out."""
        before = self.position
        self.position = before.play(text)
        self.moves.append(text)
        try:
            self.board.push_text(text)
        except ValueError as error:
            self._differ("push", "accepted", repr(error))
        self.events.update(self.position.events)
        for invariant in INVARIANTS.get(self.game, ()):
            if broken := invariant(before, self.position, self.board):
                self._differ(f"invariant {invariant.__name__}", "kept", broken)
        self.compare()

    def compare(self) -> None:
        """Everything that the rules decide about the position, as both see it."""
        self.positions += 1
        position, board = self.position, self.board
        legal = position.legal_moves()
        listed = [str(move) for move in board.legal_moves]
        self._same("legal moves", sorted(legal), sorted(listed))
        self._same("order of the moves", sorted(listed, key=self._place), listed)
        self._same("number of moves", len(legal), board.legal_moves.count())
        self._same("turn", self._turn(), board.turn.value)
        self._same("outcome", position.outcome(), plain(board.outcome()))
        self._same("game over", position.outcome() is not None, not legal)
        self._same("score", position.score(), board.score())
        pieces = {cell: (piece.side.value, piece.height) for cell, piece in board.pieces().items()}
        self._same("contents", position.contents(), pieces)
        contents, fields = position.contents(), position.fields()
        fen = fen_of(self.game, position.size, contents, self._turn(), fields)
        self._same("fen", fen, board.fen())
        candidates = position.candidates()
        self._same("legal moves that are not candidates", set(), legal.difference(candidates))
        for text in candidates:
            why = board.why_illegal(text)
            if (why is None) is not (text in legal):
                self._differ(f"why_illegal({text!r})", "legal" if text in legal else "illegal", why)

    def refusals(self, rng: Random) -> None:
        """An illegal move is refused and changes nothing; after the end every move is."""
        legal = self.position.legal_moves()
        illegal = [text for text in self.position.candidates() if text not in legal]
        if not illegal:
            return
        text = rng.choice(illegal)
        wanted = IllegalMoveError if legal else GameOverError
        fen, ply = self.board.fen(), self.board.ply()
        try:
            self.board.push_text(text)
        except wanted as error:
            self._same("position in the error", (text, fen), (error.text, error.position))
        else:
            self._differ(f"push of the illegal {text}", wanted.__name__, "accepted")
        self._same("fen after a refusal", (fen, ply), (self.board.fen(), self.board.ply()))

    def _turn(self) -> int:
        """Whose turn it is, as the library has it.

        After a draw by repetition that is whoever could go on if the arrangement were a new one:
        the past is not in the position, nor in its fen.
        """
        position = self.position
        if isinstance(position, Quadrature) and position.outcome() == (None, "repetition"):
            fresh = Quadrature.from_contents(
                position.size, position.contents(), position.turn, dots=position.dots
            )
            return fresh.turn
        return position.turn

    def _place(self, text: str) -> tuple[int, ...]:
        if text == "swap":
            return (len(self._order),)
        return tuple(self._order[cell] for cell in text.split("-"))

    def _same(self, what: str, reference: object, core: object) -> None:
        if reference != core:
            self._differ(what, reference, core)

    def _differ(self, what: str, reference: object, core: object) -> None:
        raise Mismatch(
            f"{self.game}, size {self.position.size}: {what} differs\n"
            f"  reference: {reference}\n"
            f"  core:      {core}\n"
            f"  start:     {self.start}\n"
            f"  moves:     {' '.join(self.moves)}\n"
            f"  reference's fen: {position_fen(self.game, self.position)}\n"
            f"  core's fen:      {self.board.fen()}"
        )


def plain(outcome: Outcome | None) -> tuple[int | None, str] | None:
    """An outcome of the library in the words of the references."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else outcome.winner.value
    return winner, outcome.termination.value


def play_out(twins: Twins, steer: Steer, rng: Random, most_plies: int = 100_000) -> Twins:
    """Play until the game is over (or ``most_plies`` were played), with a refusal now and then."""
    for _ in range(most_plies):
        moves = sorted(twins.position.legal_moves())
        if not moves:
            break
        if rng.random() < 0.05:
            twins.refusals(rng)
        twins.push(steer(twins, moves, rng))
    twins.refusals(rng)
    return twins
