"""What every game must do, as checks that can be run on any board: the conformance suite.

Nothing here knows a game by name. A check that fails raises :exc:`AssertionError` with the game,
the fen and the moves that lead there, so that its message is a reproduction.

>>> from quincunx import Board, testing
>>> testing.check_board(Board("cordon", size=3))
>>> testing.check_game("hadron", 3, games=5).games
5
"""

from __future__ import annotations

import itertools
import pickle
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NamedTuple

from quincunx.board import Board, Event, Feature, Move, Piece, Symmetry
from quincunx.errors import GameOverError, IllegalMoveError, InvalidMoveError
from quincunx.games import Game, Side, Termination, TurnReason
from quincunx.search import playouts

__all__ = ["Checked", "candidates", "check_board", "check_game", "random_game"]


class Checked(NamedTuple):
    """What :func:`check_game` has looked at."""

    games: int
    positions: int
    longest: int  # plies of the longest game


def check_game(
    game: str | Game,
    size: int | None = None,
    *,
    pie: bool | None = None,
    games: int = 10,
    seed: int = 0,
    thorough: int = 4,
    max_plies: int = 10_000,
) -> Checked:
    """Play random games to the end and check the positions on the way.

    Every position is checked for its legal moves and for taking a move back; the start, the end and
    some positions between them get all of :func:`check_board`.

    :param games: how many games.
    :param seed: the same seed plays the same games.
    :param thorough: about how many positions of a game get the whole check.
    :param max_plies: a game that goes on for longer counts as one that does not end.
    :raises AssertionError: if something does not hold; the message says how to get there.
    """
    start = Board(game, size=size, pie=pie)
    shape = _Shape(start)
    rng = random.Random(seed)
    likely_length = playouts(start, 20, lengths=True).mean_plies or 1
    positions = longest = 0
    for _ in range(games):
        board = start.copy()
        trace = _Trace(board)
        with trace.reported():
            past = []
            while True:
                if board.ply() == 0 or rng.random() < (thorough - 2) / likely_length:
                    _check_position(board, shape, rng)
                past.append(_quick_look(board))
                legal = _check_legal_moves(board)
                if not legal:
                    break
                _require(board.ply() < max_plies, f"the game is not over after {max_plies} plies")
                _check_taking_back(board, rng.choice(legal))
                trace.play(board, rng.choice(legal))
            _check_position(board, shape, rng)
            _check_unwinding(board, past)
        positions += len(past)
        longest = max(longest, len(past) - 1)
    return Checked(games, positions, longest)


def check_board(board: Board, *, seed: int = 0) -> None:
    """Check one position from all sides. The board is left as it was.

    :raises AssertionError: if something does not hold; the message says how to get there.
    """
    board = board.copy()
    with _Trace(board).reported():
        _check_legal_moves(board)
        _check_position(board, _Shape(board), random.Random(seed))


def random_game(board: Board, rng: random.Random, plies: int | None = None) -> Board:
    """The board itself after this many random moves, or at the end of the game.

    Plain and slow, through the public interface only: :func:`quincunx.playouts` is for speed.
    """
    while (plies is None or plies > 0) and (legal := list(board.legal_moves)):
        board.push(rng.choice(legal))
        plies = None if plies is None else plies - 1
    return board


def candidates(board: Board) -> list[str]:
    """Every text that is a move on this board in the game's notation, legal or not."""
    return _Shape(board).candidates


# --- How to get there ----------------------------------------------------------------------------


class _Trace:
    """The game so far as the checks have played it, whatever the board remembers of it."""

    def __init__(self, board: Board) -> None:
        start = board.copy()
        while start.ply():
            start.pop()
        self._game, self._fen = board.game.id, start.fen()
        self._moves = [move.text for move in board.move_stack]

    def play(self, board: Board, move: Move) -> None:
        self._moves.append(move.text)
        board.push(move)

    def __str__(self) -> str:
        moves = " ".join(self._moves) or "no moves"
        return f"in Board({self._game!r}, fen={self._fen!r}) after {moves}"

    @contextmanager
    def reported(self) -> Iterator[None]:
        """Adds the way there to whatever goes wrong."""
        try:
            yield
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self}") from error
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error}\n{self}") from error


def _require(holds: bool, what: str) -> None:
    """Like `assert`, which Python leaves out when it is asked to optimise."""
    if not holds:
        raise AssertionError(what)


def _require_equal(what: str, got: object, wanted: object) -> None:
    _require(got == wanted, f"{what}: {got!r} instead of {wanted!r}")


def _quick_look(board: Board) -> dict[str, Any]:
    """What may be seen of a position, as far as it is cheap."""
    return {
        "fen()": board.fen(),
        "turn": board.turn,
        "turn_reason": board.turn_reason,
        "legal_moves": [move.text for move in board.legal_moves],
        "outcome()": board.outcome(),
        "hash": board.hash(),
        "ply()": board.ply(),
    }


def _look(board: Board, *, past: bool = True) -> dict[str, Any]:
    """All that may be seen of a position, and of the moves that led there."""
    seen = _quick_look(board) | {
        "game": board.game,
        "size": board.size,
        "pie": board.pie,
        "rows": board.rows,
        "pieces()": board.pieces(),
        "features()": board.features(),
        "score()": board.score(),
        "is_game_over()": board.is_game_over(),
        "result()": board.result(),
        "canonical_hash()": board.canonical_hash(),
        "move_stack": board.move_stack,
    }
    if past:
        return seen
    gone = ("ply()", "move_stack", "turn_reason")
    return {name: value for name, value in seen.items() if name not in gone}


def _require_same(what: str, got: dict[str, Any], wanted: dict[str, Any]) -> None:
    for name, value in wanted.items():
        _require_equal(f"{what}, {name}", got[name], value)


# --- The board, its notation and its symmetries --------------------------------------------------


class _Shape:
    """What stays the same while a game goes on: cells, texts that are moves, maps of symmetries."""

    def __init__(self, board: Board) -> None:
        self._board = board.copy()
        self.cells = [cell for row in board.rows for cell in row]
        _require(len(set(self.cells)) == len(self.cells), "two cells have one name")

    @cached_property
    def candidates(self) -> list[str]:
        # A form of move is in the notation or it is not, whatever the cells: one try tells.
        forms: list[tuple[str, Iterable[str]]] = [
            ("swap", ["swap"]),
            (self.cells[0], self.cells),
            (
                f"{self.cells[0]}-{self.cells[1]}",
                (f"{a}-{b}" for a, b in itertools.product(self.cells, repeat=2)),
            ),
        ]
        texts = [text for sample, form in forms if self._is_move(sample) for text in form]
        _require(bool(texts), "no text is a move")
        return texts

    def _is_move(self, text: str) -> bool:
        try:
            self._board.why_illegal(text)
        except InvalidMoveError:
            return False
        return True

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return self._board.symmetries()

    @cached_property
    def maps(self) -> list[dict[str, str]]:
        """For each symmetry, where every cell goes: as the moves that touch it say."""
        maps = [self._map(k) for k in self.symmetries]
        _require_equal("the first symmetry", maps[0], {cell: cell for cell in self.cells})
        for k, one in enumerate(maps):
            _require(sorted(one.values()) == sorted(self.cells), f"symmetry {k} is not one to one")
            _require(maps.index(one) == k, f"symmetry {k} is there twice")
        return maps

    def _map(self, k: int) -> dict[str, str]:
        places: dict[str, str] = {}
        for text in self.candidates:
            move = Move(text)
            if all(cell in places for cell in move.cells):
                continue
            moved = self._board.transform_move(move, k)
            for cell, place in zip(move.cells, moved.cells, strict=True):
                _require_equal(f"symmetry {k} of {cell}", places.setdefault(cell, place), place)
        return places

    def inverse(self, k: int) -> int:
        """The symmetry that takes a symmetry back."""
        back = {place: cell for cell, place in self.maps[k].items()}
        _require(back in self.maps, f"no symmetry takes symmetry {k} back")
        return self.maps.index(back)


# --- The checks ----------------------------------------------------------------------------------


def _check_position(board: Board, shape: _Shape, rng: random.Random) -> None:
    before = _look(board)
    _check_pieces(board, shape)
    _check_outcome(board)
    _check_candidates(board, shape, rng)
    _check_copies(board, rng)
    _check_texts(board)
    _check_symmetries(board, shape, rng)
    legal = list(board.legal_moves)
    for move in rng.sample(legal, min(len(legal), 8)):
        _check_move(board, move)
    _require_same("looking changed the board", _look(board), before)


def _check_legal_moves(board: Board) -> list[Move]:
    legal = list(board.legal_moves)
    _require(len(set(legal)) == len(legal), f"a legal move is there twice: {legal}")
    _require(list(board.legal_moves) == legal, "legal_moves have another order the second time")
    _require_equal("len(legal_moves)", len(board.legal_moves), len(legal))
    _require_equal("legal_moves.count()", board.legal_moves.count(), len(legal))
    _require_equal("bool(legal_moves)", bool(board.legal_moves), bool(legal))
    _require_equal("over when no move is left", board.is_game_over(), not legal)
    return legal


def _check_taking_back(board: Board, move: Move) -> None:
    before = _quick_look(board)
    board.push(move)
    _check_turn_reason(board, before["turn"])
    _require_equal("peek()", board.peek(), move)
    _require_equal("ply() after a move", board.ply(), before["ply()"] + 1)
    _require_equal("pop()", board.pop(), move)
    _require_same(f"{move} played and taken back", _quick_look(board), before)


def _check_turn_reason(board: Board, mover: Side) -> None:
    """After a move: the turn passes, or there is a reason why it stays."""
    if not board.is_game_over():
        stays, reason = board.turn is mover, board.turn_reason
        _require((reason is not TurnReason.PASSED) == stays, f"the turn, {board.turn}: {reason}")


def _check_unwinding(board: Board, past: Sequence[dict[str, Any]]) -> None:
    """Take the whole game back, then play it again."""
    moves = board.move_stack
    for wanted in reversed(past[:-1]):
        board.pop()
        _require_same("the game taken back", _quick_look(board), wanted)
    for move in moves:
        board.push(move)
    _require_same("the game played again", _quick_look(board), past[-1])


def _check_pieces(board: Board, shape: _Shape) -> None:
    pieces = board.pieces()
    _require(pieces.keys() <= set(shape.cells), "a piece stands on no cell")
    _require(all(piece.height > 0 for piece in pieces.values()), "a piece has no height")
    for cell in shape.cells:
        _require_equal(f"piece_at({cell!r})", board.piece_at(cell), pieces.get(cell))
    for feature in board.features():
        _require(set(feature.cells) <= set(shape.cells), f"{feature} has cells of no board")
        _require(len(set(feature.cells)) == len(feature.cells), f"{feature} has a cell twice")
        _require(bool(feature.kind), f"{feature} is of no kind")


def _check_outcome(board: Board) -> None:
    outcome = board.outcome()
    _require_equal("is_game_over()", board.is_game_over(), outcome is not None)
    most = board.most_plies
    _require(most is None or board.ply() <= most, f"no game has more than {most} plies")
    if outcome is None:
        _require_equal("result()", board.result(), "*")
        return
    results = {Side.FIRST: "1-0", Side.SECOND: "0-1", None: "1/2-1/2"}
    _require_equal("result()", board.result(), results[outcome.winner])
    _require(bool(outcome.termination.section), f"{outcome.termination} names no section")
    counted = playouts(board, 3)
    _require_equal(
        "wins and draws of three playouts from the end",
        (counted.first, counted.second, counted.draws),
        tuple(3 * (outcome.winner is side) for side in (Side.FIRST, Side.SECOND, None)),
    )


def _check_candidates(board: Board, shape: _Shape, rng: random.Random) -> None:
    """Each way of asking for a move's legality, over every text that is a move."""
    legal = {move.text for move in board.legal_moves}
    _require(legal <= set(shape.candidates), "a legal move is not in the notation")
    for text in shape.candidates:
        move = Move(text)
        _require_equal(f"is_legal({text})", board.is_legal(move), text in legal)
        why = board.why_illegal(text)
        _require_equal(f"why_illegal({text}) is None", why is None, text in legal)
        _require(why is None or bool(why.strip()), f"why_illegal({text}) says nothing")
        found = board.explain(text)
        _require_equal(f"explain({text}).text", found and found.text, why)
        places = () if found is None else found.cells
        _require(set(places) <= set(shape.cells), f"explain({text}) names {places}")
    for text in rng.sample(shape.candidates, min(len(shape.candidates), 20)):
        _require_equal(f"{text} in legal_moves", Move(text) in board.legal_moves, text in legal)
        if text not in legal:
            _check_refusal(board, text)


def _check_refusal(board: Board, text: str) -> None:
    kind = GameOverError if board.is_game_over() else IllegalMoveError
    before = _quick_look(board)
    ways: list[tuple[str, Callable[[], object]]] = [
        ("push", lambda: board.push(Move(text))),
        ("push_text", lambda: board.push_text(text)),
        ("parse_text", lambda: board.parse_text(text)),
    ]
    for name, way in ways:
        try:
            way()
        except IllegalMoveError as error:
            _require(type(error) is kind, f"{name}({text}) raised {type(error).__name__}")
            _require_equal(f"{name}({text}), text", error.text, text)
            _require_equal(f"{name}({text}), reason", error.reason, board.why_illegal(text))
            _require_equal(f"{name}({text}), position", error.position, board.fen())
        else:
            _require(False, f"{name}({text}) took an illegal move")
        _require_same(f"{name}({text}) was refused", _quick_look(board), before)


def _check_copies(board: Board, rng: random.Random) -> None:
    before = _look(board)
    twin = board.copy()
    _require_same("a copy", _look(twin), before)
    _require(twin == board and twin.hash() == board.hash(), "a copy is not equal to the board")
    _require_same("a pickled board", _look(pickle.loads(pickle.dumps(board))), before)

    board.move_stack.clear()
    _require_same("move_stack is not a copy", _look(board), before)
    if legal := list(board.legal_moves):
        twin.push(rng.choice(legal))
        _require_same("a move on a copy", _look(board), before)
        _require(twin != board, "a board is equal to itself after a move")
        twin.pop()
        _require_same("a copy after a move taken back", _look(twin), before)

    bare = board.copy(stack=False)
    _require_equal("ply() of a copy without moves", bare.ply(), 0)
    _check_without_past(board, bare, "a copy without moves")


def _check_texts(board: Board) -> None:
    turn = board.game.letters[board.turn.value].lower()
    _require_equal("the turn in fen()", board.fen().split()[1], turn)
    read = Board(board.game, fen=board.fen())
    _require_equal("turn_reason of what was set up", read.turn_reason, TurnReason.PASSED)
    _check_without_past(board, read, "a board read from fen")
    _require_equal("repr", eval(repr(board), {"Board": Board}), board)
    for move in board.legal_moves:
        _require_equal(f"text of {move}", board.text(move), str(move))
        _require_equal(f"the move written {move}", board.parse_text(str(move)), move)
        _require(hash(Move(str(move))) == hash(move), f"{move} has two hashes")


def _check_without_past(board: Board, other: Board, what: str) -> None:
    """The same position, but for what only the past can tell."""
    _require(other == board and other.hash() == board.hash(), f"{what} is not equal to the board")
    outcome = board.outcome()
    if outcome is not None and outcome.termination == Termination.REPETITION:
        # The end is in the past; the position itself might go on.
        _require_equal(f"{what}, fen()", other.fen(), board.fen())
        _require_equal(f"{what}, turn", other.turn, board.turn)
        _require_equal(f"{what}, pieces()", other.pieces(), board.pieces())
    else:
        _require_same(what, _look(other, past=False), _look(board, past=False))


def _check_move(board: Board, move: Move) -> None:
    old = board.pieces()
    changes = board.changes(move)
    _check_taking_back(board, move)
    waves = board.events(move)
    promised = board.features_after(move), board.score_after(move)
    _check_events(board, move, waves)
    features = board.features()
    board.push(move)
    new = board.pieces()
    _require_equal(f"features and score after {move}", promised, (board.features(), board.score()))
    _check_news(move, waves, features, board.features())
    board.pop()
    wanted = {
        cell: (old.get(cell), new.get(cell))
        for cell in old.keys() | new.keys()
        if old.get(cell) != new.get(cell)
    }
    _require_equal(f"changes({move})", changes, wanted)
    _require(bool(changes), f"{move} changes nothing on the board")


def _check_events(board: Board, move: Move, waves: Sequence[Sequence[Event]]) -> None:
    """Replayed one after the other, the events give the pieces after the move."""
    pieces = board.pieces()
    _require(bool(waves) and all(waves), f"events({move}): {waves}")
    for event in itertools.chain.from_iterable(waves):
        _replay(event, pieces)
    after = board.copy()
    after.push(move)
    _require_equal(f"events({move}), replayed", pieces, after.pieces())


def _replay(event: Event, pieces: dict[str, Piece]) -> None:
    before, after = event.from_height, event.to_height
    if event.kind in ("join", "appear", "vanish"):
        _require_equal(f"heights of {event}", (before, after), (None, None))
        return
    kinds = {
        "place": before == 0,
        "grow": before is not None and after is not None and before < after,
        "shrink": before is not None and after is not None and before > after,
        "move": before == after and len(event.cells) == 2,
        "exchange": before is not None,
        "remove": after == 0,
    }
    _require(kinds.get(event.kind, False), f"{event} is not of its kind")
    assert before is not None
    assert after is not None
    assert event.side is not None
    owner = event.side.other if event.kind == "exchange" else event.side
    there = pieces.pop(event.cells[0], None)
    _require_equal(f"what {event} finds", there, Piece(owner, before) if before else None)
    _require(len(event.cells) == 1 or event.cells[1] not in pieces, f"{event} runs into a piece")
    if after:
        pieces[event.cells[-1]] = Piece(event.side, after)


def _check_news(
    move: Move, waves: Sequence[Sequence[Event]], before: list[Feature], after: list[Feature]
) -> None:
    """The last wave tells which features of a side appear and vanish."""
    was, now = ({f[:3] for f in some if f.side and f.cells} for some in (before, after))
    for kind, wanted in (("vanish", was - now), ("appear", now - was)):
        told = {(e.feature, e.side, e.cells) for e in waves[-1] if e.kind == kind}
        _require_equal(f"events({move}), what {kind}s", told, wanted)


def _check_symmetries(board: Board, shape: _Shape, rng: random.Random) -> None:
    _require_equal("symmetries()", board.symmetries(), shape.symmetries)
    legal = list(board.legal_moves)
    for k, places in enumerate(shape.maps):
        seen = board.transform(k)
        what = f"under symmetry {k} ({shape.symmetries[k].name})"
        moved = [board.transform_move(move, k) for move in legal]
        for move, image in zip(legal, moved, strict=True):
            cells = tuple(places[cell] for cell in move.cells)
            _require_equal(f"{what}, cells of {move}", image.cells, cells)
        _require_equal(f"{what}, legal_moves", set(seen.legal_moves), set(moved))
        pieces = {places[cell]: piece for cell, piece in board.pieces().items()}
        _require_equal(f"{what}, pieces()", seen.pieces(), pieces)
        _require_equal(f"{what}, features()", _features(seen), _features(board, places))
        stack = [board.transform_move(move, k) for move in board.move_stack]
        _require_equal(f"{what}, move_stack", seen.move_stack, stack)
        for name in ("turn", "turn_reason", "outcome", "score", "canonical_hash", "ply"):
            one, other = getattr(seen, name), getattr(board, name)
            if callable(one):
                one, other = one(), other()
            _require_equal(f"{what}, {name}", one, other)
        cell = rng.choice(shape.cells)
        near = {places[neighbour] for neighbour in board.neighbours(cell)}
        _require_equal(f"{what}, neighbours", set(board.neighbours(places[cell])), near)
        back = seen.transform(shape.inverse(k))
        _require_same(f"{what} and back", _look(back), _look(board))
        if legal:
            after = board.copy()
            after.push(legal[0])
            seen.push(moved[0])
            _require(after.transform(k) == seen, f"{what}, {legal[0]} leads elsewhere")


def _features(
    board: Board, places: dict[str, str] | None = None
) -> list[tuple[str, str, list[str]]]:
    """Kinds, sides and cells, moved if asked; labels may name cells and are left out."""
    return sorted(
        (
            feature.kind,
            str(feature.side),
            sorted(places[cell] if places else cell for cell in feature.cells),
        )
        for feature in board.features()
    )
