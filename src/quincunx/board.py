"""The board: a game being played, with its rules, its history and its texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from quincunx._native import core
from quincunx.errors import InvalidMoveError, InvalidPositionError
from quincunx.games import Game, Outcome, Score, Side, TurnReason, find_game

if TYPE_CHECKING:
    from quincunx._core import Move
else:
    Move = core.Move

__all__ = [
    "Board",
    "Event",
    "Explanation",
    "Feature",
    "LegalMoves",
    "Move",
    "Piece",
    "Symmetry",
]

_SIDES = (Side.FIRST, Side.SECOND)


class Piece(NamedTuple):
    """What stands on a cell: whose it is, and how high (1 unless the game has stacks)."""

    side: Side
    height: int


class Feature(NamedTuple):
    """Something about a position that is worth showing.

    Each game's page lists the kinds it has: ``"cordon"``, ``"rez"``, ``"winning chain"`` and so on.
    """

    kind: str
    side: Side | None
    cells: tuple[str, ...]
    label: str


class Explanation(NamedTuple):
    """Why a move, or the beginning of one, may not be played.

    ``text`` is one sentence; ``section`` the section of the rule sheet that it names, or empty if
    the sheet has nothing to do with it; ``cells`` are what the reason is about.
    """

    text: str
    section: str
    cells: tuple[str, ...]


class Event(NamedTuple):
    """One thing that a move does: see :meth:`Board.events`.

    What changes pieces: ``"place"``, ``"grow"``, ``"shrink"``, ``"exchange"`` and ``"remove"`` are
    about the piece on the one cell, ``"move"`` leads from the first cell to the second. What only
    tells about it: ``"join"``, the cells are now one chain; ``"appear"`` and ``"vanish"``, a
    :class:`Feature` of the kind ``feature`` that is new or gone.

    ``side`` is whose the piece is then, or was if it is removed. Heights are ``None`` if no piece
    changes. ``causes`` are the cells on account of which it happens, none for what the mover does.
    """

    kind: str
    side: Side | None
    cells: tuple[str, ...]
    from_height: int | None
    to_height: int | None
    causes: tuple[str, ...]
    feature: str
    label: str


class Symmetry(int):
    """A symmetry of a game, as a number for :meth:`Board.transform`, with a name."""

    name: str

    def __new__(cls, number: int, name: str) -> Symmetry:
        self = super().__new__(cls, number)
        self.name = name
        return self

    def __reduce__(self) -> tuple[type[Symmetry], tuple[int, str]]:
        return Symmetry, (int(self), self.name)

    def __repr__(self) -> str:
        return f"<Symmetry {int(self)}: {self.name}>"


class LegalMoves:
    """The legal moves of a board as it is now: iterate, ``in``, ``len``, ``bool``, ``count()``.

    A view: it follows the board. The order is fixed by the position.
    """

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Move]:
        return iter(self._board._history.legal_moves())

    def __contains__(self, move: object) -> bool:
        try:
            return isinstance(move, Move) and self._board.is_legal(move)
        except InvalidMoveError:
            return False

    def __len__(self) -> int:
        return self._board._history.legal_count()

    def count(self) -> int:
        """How many there are, without making them."""
        return self._board._history.legal_count()

    def __repr__(self) -> str:
        return f"<LegalMoves ({', '.join(map(str, self))})>"


class Board:
    """A game being played: position, rules and history.

    >>> import quincunx
    >>> board = quincunx.Board("hadron", size=5)
    >>> board.legal_moves.count(), board.turn
    (25, Side.FIRST)
    >>> board.push_text("c3")
    Move('c3')
    >>> board.why_illegal("c4")
    "c4 touches 1 red and 0 blue; Hadron's PLACEMENT RULE allows none, one of each or two of each"
    >>> board.pop()
    Move('c3')

    :param game: a game's id, its name, or an entry of ``quincunx.GAMES``.
    :param size: one of ``game.sizes``; the game's default if left out.
    :param fen: a position to start from instead of the usual one; it tells the size by itself.
    :param pie: ``False`` switches the pie rule off, for matches with Hex programs and for opening
        tables. Only Square Grid Hex has a pie rule.
    :raises InvalidPositionError: if the game, the size or the fen is not one that there is.
    """

    __slots__ = ("_history", "game")

    #: What is being played.
    game: Game
    _history: core.History

    def __init__(
        self,
        game: str | Game,
        *,
        size: int | None = None,
        fen: str | None = None,
        pie: bool | None = None,
    ) -> None:
        if not isinstance(game, (str, Game)):
            raise TypeError(f"a game is an id, a name or an entry of GAMES, not {game!r}")
        self.game = find_game(game) if isinstance(game, str) else game
        if pie is not None and not self.game.has_pie_rule:
            raise InvalidPositionError(f"pie={pie}: {self.game.name} has no pie rule")
        if fen is None:
            chosen = self.game.default_size if size is None else size
            if chosen not in self.game.sizes:
                offered = ", ".join(map(str, self.game.sizes))
                raise InvalidPositionError(
                    f"{self.game.name} is not offered in size {chosen}; the sizes are {offered}"
                )
            self._history = core.History(self.game.id, chosen, pie is not False)
            return
        if not _is_plain(fen):
            shown = ascii(fen[:200])[1:-1]
            raise InvalidPositionError(f'fen "{shown}": only plain letters, digits and signs')
        self._history = core.History.from_fen(self.game.id, fen)
        if size is not None and size != self._history.size:
            size_of_fen = self._history.size
            raise InvalidPositionError(f"size={size}, but the fen is of size {size_of_fen}: {fen}")
        if pie is not None and pie != self._history.pie:
            raise InvalidPositionError(f"pie={pie}, but the fen says otherwise: {fen}")

    @classmethod
    def _of(cls, game: Game, history: core.History) -> Board:
        board = cls.__new__(cls)
        board.game = game
        board._history = history
        return board

    # --- The board -------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Cells along a side."""
        return self._history.size

    @property
    def pie(self) -> bool:
        """Is the game played with a pie rule?"""
        return self.game.has_pie_rule and self._history.pie

    @property
    def most_plies(self) -> int | None:
        """No game on such a board has more plies, wherever it starts.

        ``None`` where no such number is known, or it is beyond 32 bits: every game ends, but a
        draw by repetition may be far away.

        >>> Board("hadron", size=5).most_plies, Board("quadrature").most_plies
        (25, None)
        """
        return self._history.most_plies

    @property
    def is_square(self) -> bool:
        """A square board, or else a hexagonal one (hexhex)."""
        return self.game.is_square

    @property
    def rows(self) -> list[list[str]]:
        """The names of all cells, row by row from the bottom, each row from the left."""
        return self._history.rows

    def piece_at(self, cell: str) -> Piece | None:
        """What stands on a cell.

        :raises ValueError: if the board has no such cell.
        """
        piece = self._history.at(self._checked_cell(cell))
        return None if piece is None else Piece(_SIDES[piece[0]], piece[1])

    def pieces(self) -> dict[str, Piece]:
        """All that stands on the board, by cell."""
        return {cell: Piece(_SIDES[side], h) for cell, side, h in self._history.pieces()}

    def neighbours(self, cell: str) -> list[str]:
        """The cells next to a cell: along rows and columns, or all six ways on a hexhex board."""
        return self._history.neighbours(self._checked_cell(cell))

    def features(self) -> list[Feature]:
        """What is worth showing in this position, by the rules of the game."""
        return [
            Feature(kind, None if side is None else _SIDES[side], tuple(cells), label)
            for kind, side, cells, label in self._history.features()
        ]

    # --- Moves -----------------------------------------------------------------------------------

    @property
    def turn(self) -> Side:
        """Who is to move."""
        return _SIDES[self._history.turn]

    @property
    def turn_reason(self) -> TurnReason:
        """How the turn came to the side to move: whether the other one moved, or sat out."""
        return TurnReason(self._history.turn_reason)

    def side_name(self, side: Side) -> str:
        """What the game calls a side: ``"Red"``, ``"White"`` and so on."""
        return self.game.players[side.value]

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves that may be played now; none once the game is over."""
        return LegalMoves(self)

    def is_legal(self, move: Move) -> bool:
        """May this move be played now?

        :raises InvalidMoveError: if it is not a move on this board at all.
        """
        return self._history.is_legal(self._checked(move.text))

    def why_illegal(self, move: Move | str) -> str | None:
        """Why a move may not be played, in one sentence that names the rule; ``None`` if it may.

        :raises InvalidMoveError: if the text is not a move in the game's notation.
        """
        return self._history.why_illegal(
            self._checked(move if isinstance(move, str) else move.text)
        )

    def explain(self, move: Move | str | Sequence[str]) -> Explanation | None:
        """Why a move, or the beginning of one, may not be played; ``None`` if it may.

        The beginning of a move is the first of its cells: ``None`` if a legal move begins so.

        >>> board = Board("hadron")
        >>> board.push_text("c3")
        Move('c3')
        >>> board.explain("c4").section, board.explain(["c4"]).cells
        ('PLACEMENT RULE', ('c3',))
        >>> Board("quadrature").explain(["b3"]) is None
        True

        :param move: a move, its text, or cells in the order in which they are touched.
        :raises InvalidMoveError: if there are no such cells, or more of them than a move has.
        """
        if isinstance(move, Move):
            move = move.text
        text = move if isinstance(move, str) else "-".join(move)
        why = self._history.explain(self._checked(text))
        return None if why is None else Explanation(why[0], why[1], tuple(why[2]))

    def push(self, move: Move) -> None:
        """Play a move.

        :raises IllegalMoveError: if it is not legal here; :exc:`GameOverError` after the end.
        """
        if not isinstance(move, Move):
            raise TypeError(f"push takes a Move, push_text a text; {move!r} is not a Move")
        self._history.push(self._checked(move.text))

    def push_text(self, text: str) -> Move:
        """Play a move given as text, and return it.

        :raises InvalidMoveError: if the text is not a move in the game's notation.
        :raises IllegalMoveError: if the move is not legal here.
        """
        return self._history.push(self._checked(text))

    def parse_text(self, text: str) -> Move:
        """The legal move that a text stands for.

        :raises InvalidMoveError: if the text is not a move in the game's notation.
        :raises IllegalMoveError: if the move is not legal here.
        """
        return self._history.parse(self._checked(text))

    def text(self, move: Move) -> str:
        """The text of a legal move.

        :raises IllegalMoveError: if the move is not legal here.
        """
        return self._history.parse(self._checked(move.text)).text

    def pop(self) -> Move:
        """Take the last move back, and return it.

        :raises IndexError: if no move has been played.
        """
        return self._history.pop()

    def peek(self) -> Move:
        """The last move.

        :raises IndexError: if no move has been played.
        """
        return self._history.peek()

    @property
    def move_stack(self) -> list[Move]:
        """The moves played so far (a copy)."""
        return self._history.moves()

    def ply(self) -> int:
        """How many moves have been played on this board."""
        return self._history.ply

    def changes(self, move: Move) -> dict[str, tuple[Piece | None, Piece | None]]:
        """What a move would do to the board: cell by cell, before and after.

        >>> board = Board("quadrature")
        >>> sorted(board.changes(board.parse_text("c3-d4")))
        ['c3', 'd4']

        :raises IllegalMoveError: if the move is not legal here.
        """
        old, new = self.pieces(), self._after(move).pieces()
        touched = old.keys() | new.keys()
        return {c: (old.get(c), new.get(c)) for c in sorted(touched) if old.get(c) != new.get(c)}

    def events(self, move: Move) -> list[list[Event]]:
        """What a move would do, in order: waves of events, each wave at the same time.

        The mover's own doing comes first, then what follows from it, wave by wave, and in the end
        the features that appear and vanish.

        >>> board = Board("blast-radius", fen="1[B3]1/4/5/4/[R3]2 r")
        >>> [(event.kind, event.cells) for wave in board.events(Move("a1"))[:2] for event in wave]
        [('grow', ('a1',)), ('remove', ('e2',))]

        :raises IllegalMoveError: if the move is not legal here.
        """
        return [
            [
                Event(
                    kind,
                    None if side is None else _SIDES[side],
                    tuple(cells),
                    before if before or after else None,
                    after if before or after else None,
                    tuple(causes),
                    feature,
                    label,
                )
                for kind, side, cells, before, after, causes, feature, label in wave
            ]
            for wave in self._history.events(self._checked(move.text))
        ]

    def features_after(self, move: Move) -> list[Feature]:
        """The features of the position after a move.

        :raises IllegalMoveError: if the move is not legal here.
        """
        return self._after(move).features()

    def score_after(self, move: Move) -> Score | None:
        """The score after a move, where the game has one.

        :raises IllegalMoveError: if the move is not legal here.
        """
        return self._after(move).score()

    def _after(self, move: Move) -> Board:
        after = self.copy()
        after.push(move)
        return after

    def _checked(self, text: str) -> str:
        """The text, if it can be one of a move at all; the core wants plain characters."""
        if _is_plain(text):
            return text
        reason = "only plain letters, digits and '-' make a move"
        raise InvalidMoveError(text[:40], reason, self.fen())

    def _checked_cell(self, name: str) -> str:
        if _is_plain(name):
            return name
        first, last = self.rows[0][0], self.rows[-1][-1]
        raise ValueError(f"{name[:40]!a} is not a cell; cells are {first} to {last}")

    # --- Results ---------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on."""
        outcome = self._history.outcome()
        if outcome is None:
            return None
        winner, ending = outcome
        return Outcome(None if winner is None else _SIDES[winner], self.game.ending(ending))

    def is_game_over(self) -> bool:
        """Has the game ended?"""
        return self._history.outcome() is not None

    def result(self) -> str:
        """``"1-0"``, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` while the game goes on."""
        outcome = self.outcome()
        return "*" if outcome is None else outcome.result()

    def score(self) -> Score | None:
        """A count for each side as things stand, where the game has one.

        The game's page says what is counted: cells, men, checkers.
        """
        score = self._history.score()
        return None if score is None else Score(*score)

    # --- Texts, copies, symmetries ---------------------------------------------------------------

    def fen(self) -> str:
        """The position in one line; ``Board(game, fen=…)`` reads it back.

        It has everything but the past: Quadrature's draw by repetition looks back to the fen only.
        """
        return self._history.fen()

    def copy(self, *, stack: bool = True) -> Board:
        """A board of its own, with the moves so far unless ``stack=False``."""
        return Board._of(self.game, self._history.copy() if stack else self._history.rooted())

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries that the rules share with the board, the identity first.

        >>> Board("square-grid-hex", size=5).symmetries()
        (<Symmetry 0: identity>, <Symmetry 1: rotate 180>)
        """
        return tuple(Symmetry(k, name) for k, name in enumerate(self._history.symmetries()))

    def transform(self, k: int) -> Board:
        """The whole game as seen under a symmetry: one of :meth:`symmetries`, or its number.

        :raises IndexError: if there is no such symmetry.
        """
        return Board._of(self.game, self._history.transform(k))

    def transform_move(self, move: Move, k: int) -> Move:
        """What a move becomes under a symmetry."""
        return self._history.transform_move(self._checked(move.text), k)

    def hash(self) -> int:
        """A number of 64 bits for the position, the same on every machine and in every process.

        It covers all that decides how the game can go on, but for the past. For keys of tables: a
        board itself changes and is not hashable.
        """
        return self._history.hash()

    def canonical_hash(self) -> int:
        """A number that all positions share which are equal but for a symmetry.

        Symmetries that exchange the sides count too, where the rules allow them; the side to move
        is exchanged with them.
        """
        return self._history.canonical_hash()

    def __eq__(self, other: object) -> bool:
        """The same game, size and position. The moves that led there do not matter."""
        if not isinstance(other, Board):
            return NotImplemented
        return self.game == other.game and self.fen() == other.fen()

    # A board changes with every move, so that one in a set would be lost there.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Board({self.game.id!r}, fen={self.fen()!r})"

    def __str__(self) -> str:
        from quincunx.drawing import text

        return text.render(self)

    def _repr_svg_(self) -> str:
        from quincunx.drawing import svg

        return svg.render(self)

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Board:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        start = self.copy()
        while start.ply():
            start.pop()
        moves = [move.text for move in self.move_stack]
        return _replayed, (self.game.id, start.fen(), moves)


def _is_plain(text: str) -> bool:
    return text.isascii() and "\0" not in text


def _replayed(game: str, fen: str, moves: list[str]) -> Board:
    """A board with its history, as pickled."""
    board = Board(game, fen=fen)
    for move in moves:
        board.push_text(move)
    return board
