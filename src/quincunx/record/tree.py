"""A game with all its variations, as a tree of nodes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from quincunx.board import Board, Move
from quincunx.engine import Proven
from quincunx.errors import RecordError
from quincunx.games import Side
from quincunx.record import comments
from quincunx.record.headers import Headers

if TYPE_CHECKING:
    from quincunx.record.visitors import BaseVisitor

__all__ = ["MARKS", "Game", "GameNode"]

T = TypeVar("T")

#: What may be said of a move in a sign; the numbers of PGN (``$14``) are kept as they are.
MARKS = {
    "!": "a good move",
    "?": "a mistake",
    "!!": "a very good move",
    "??": "a blunder",
    "!?": "an interesting move",
    "?!": "a doubtful move",
}


class GameNode:
    """A position of a recorded game: the move that led to it, and the moves that were tried here.

    >>> from quincunx import record
    >>> game = record.Game("hadron", size=5)
    >>> node = game.add_variation("c3").add_variation("d4", comment="why not?", marks={"?!"})
    >>> _ = node.parent.add_variation("b4")
    >>> print(game.variations[0])
    1. c3 2. d4?! {why not?} (2. b4)
    """

    __slots__ = ("_marks", "comment", "move", "parent", "starting_comment", "variations")

    #: The node before this one; ``None`` at the start of a game.
    parent: GameNode | None
    #: The move that led here; ``None`` at the start of a game.
    move: Move | None
    #: What was played from here, the main line first, and then the other tries.
    variations: list[GameNode]
    #: What is said about the move, or about the whole game at its start.
    comment: str
    #: What is said before the move, where a variation begins with it.
    starting_comment: str
    _marks: set[str] | None

    def __init__(self, parent: GameNode | None, move: Move | None) -> None:
        self.parent = parent
        self.move = move
        self.variations = []
        self.comment = ""
        self.starting_comment = ""
        self._marks = None

    @property
    def marks(self) -> set[str]:
        """Signs for the move: ``{"!"}``, ``{"??"}``; see :data:`MARKS`."""
        if self._marks is None:
            self._marks = set()
        return self._marks

    @marks.setter
    def marks(self, marks: Iterable[str]) -> None:
        self._marks = {_checked_mark(mark) for mark in marks}

    # --- Where it stands -------------------------------------------------------------------------

    def _moves(self) -> list[Move]:
        moves = []
        node = self
        while node.parent is not None:
            assert node.move is not None
            moves.append(node.move)
            node = node.parent
        moves.reverse()
        return moves

    def game(self) -> Game:
        """The game that the node belongs to: the root of the tree."""
        node = self
        while node.parent is not None:
            node = node.parent
        assert isinstance(node, Game)
        return node

    def board(self) -> Board:
        """The position, with the moves that led to it; a board of its own each time.

        :raises IllegalMoveError: if somebody has put a move into the tree that is not legal.
        :raises InvalidPositionError: if the tags name no start.
        """
        board = self.game().headers.board()
        for move in self._moves():
            board.push(move)
        return board

    def ply(self) -> int:
        """How many moves led here from the start of the record."""
        count, node = 0, self.parent
        while node is not None:
            count, node = count + 1, node.parent
        return count

    def turn(self) -> Side:
        """Who is to move here."""
        return self.board().turn

    def mover(self) -> Side:
        """Who made the move that led here.

        :raises ValueError: at the start of a game, where nobody has moved.
        """
        if self.parent is None:
            raise ValueError("nobody has moved yet at the start of a game")
        return self.parent.turn()

    def end(self) -> GameNode:
        """The last node of the line that begins here."""
        node = self
        while node.variations:
            node = node.variations[0]
        return node

    def next(self) -> GameNode | None:
        """The next node of the line, or ``None`` at its end."""
        return self.variations[0] if self.variations else None

    def is_end(self) -> bool:
        """Does the line end here?"""
        return not self.variations

    def starts_variation(self) -> bool:
        """Does a variation begin with this node, that is: is it not the first choice?"""
        return self.parent is not None and self.parent.variations[0] is not self

    def is_mainline(self) -> bool:
        """Is the node in the main line of the game?"""
        node = self
        while node.parent is not None:
            if node.parent.variations[0] is not node:
                return False
            node = node.parent
        return True

    def is_main_variation(self) -> bool:
        """Is it the first choice of its parent?"""
        return not self.starts_variation()

    def mainline(self) -> Iterator[GameNode]:
        """The nodes of the line that begins here, this one left out."""
        node = self
        while node.variations:
            node = node.variations[0]
            yield node

    def mainline_moves(self) -> Iterator[Move]:
        """The moves of the line that begins here."""
        node = self
        while node.variations:
            node = node.variations[0]
            assert node.move is not None
            yield node.move

    # --- Its variations --------------------------------------------------------------------------

    def variation(self, move: int | Move | str | GameNode) -> GameNode:
        """The variation with a number, a move or a node of it.

        :raises KeyError: if there is none.
        """
        if isinstance(move, int):
            if -len(self.variations) <= move < len(self.variations):
                return self.variations[move]
        else:
            wanted = Move(move) if isinstance(move, str) else move
            for node in self.variations:
                if node is wanted or node.move == wanted:
                    return node
        raise KeyError(f"no variation here is {move}")

    def has_variation(self, move: int | Move | str | GameNode) -> bool:
        """Is there a variation with this number, move or node?"""
        try:
            self.variation(move)
        except KeyError:
            return False
        return True

    def __getitem__(self, move: int | Move | str | GameNode) -> GameNode:
        return self.variation(move)

    def __contains__(self, move: int | Move | str | GameNode) -> bool:
        return self.has_variation(move)

    def add_variation(
        self,
        move: Move | str,
        *,
        comment: str = "",
        starting_comment: str = "",
        marks: Iterable[str] = (),
    ) -> GameNode:
        """Add a move that was played or tried here, behind those that are there.

        :raises MoveError: if the move is not legal here.
        """
        checked = self.board().parse_text(move if isinstance(move, str) else move.text)
        wanted = {_checked_mark(mark) for mark in marks}
        node = self.add_unchecked(checked)
        node.comment, node.starting_comment, node.marks = comment, starting_comment, wanted
        return node

    def add_unchecked(self, move: Move) -> GameNode:
        """Add a move behind those that are there, for whoever knows that it is legal here."""
        node = GameNode(self, move)
        self.variations.append(node)
        return node

    def add_main_variation(self, move: Move | str, *, comment: str = "") -> GameNode:
        """Add a move before all others: it becomes the main line."""
        node = self.add_variation(move, comment=comment)
        node.promote_to_main()
        return node

    def add_line(
        self, moves: Iterable[Move | str], *, comment: str = "", marks: Iterable[str] = ()
    ) -> GameNode:
        """Add moves one after the other, and return the last node.

        Comment and marks go to the last of them. Nothing is added if one of them is not legal.

        :raises MoveError: if a move is not legal.
        """
        board, checked = self.board(), []
        for move in moves:
            checked.append(board.push_text(move if isinstance(move, str) else move.text))
        node = self
        for each in checked:
            node = node.add_unchecked(each)
        if comment:
            node.comment = f"{node.comment} {comment}".strip()
        node.marks.update(map(_checked_mark, marks))
        return node

    def _place(self, what: str) -> tuple[list[GameNode], int]:
        """The list that the node is in, and where."""
        if self.parent is None:
            raise ValueError(f"the start of a game is no variation, which one could {what}")
        return self.parent.variations, self.parent.variations.index(self)

    def promote(self) -> None:
        """Move the variation one place forward among its siblings."""
        siblings, place = self._place("promote")
        if place:
            siblings[place - 1], siblings[place] = siblings[place], siblings[place - 1]

    def demote(self) -> None:
        """Move the variation one place back."""
        siblings, place = self._place("demote")
        if place + 1 < len(siblings):
            siblings[place + 1], siblings[place] = siblings[place], siblings[place + 1]

    def promote_to_main(self) -> None:
        """Make the variation the first choice of its parent."""
        siblings, place = self._place("promote")
        siblings.insert(0, siblings.pop(place))

    def remove_variation(self, move: int | Move | str | GameNode) -> None:
        """Take a variation away, with all that follows in it.

        :raises KeyError: if there is none.
        """
        self.variations.remove(self.variation(move))

    # --- Clocks and evaluations, which stand in the comment --------------------------------------

    def clock(self) -> float | None:
        """The seconds that the mover had left after the move: ``[%clk 0:05:00]``."""
        return comments.clock(self.comment)

    def set_clock(self, seconds: float | None) -> None:
        """Note the mover's clock, or take the note away."""
        self.comment = comments.with_clock(self.comment, seconds)

    def eval(self) -> float | None:
        """What the first side may expect here, from 0 to 1: ``[%eval 0.632]``."""
        return comments.evaluation(self.comment)

    def set_eval(self, value: float | None) -> None:
        """Note what the first side may expect, or take the note away.

        :raises ValueError: if it is not from 0 to 1.
        """
        self.comment = comments.with_evaluation(self.comment, value)

    def proven(self) -> Proven | None:
        """What is certain here: ``[%proven Red 7]``, who wins within how many plies."""
        return comments.proven(self.comment, self.game().headers.board().game)

    def set_proven(self, proven: Proven | None) -> None:
        """Note what is certain, or take the note away."""
        self.comment = comments.with_proven(self.comment, proven, self.game().headers.board().game)

    # --- Going through it ------------------------------------------------------------------------

    def accept(self, visitor: BaseVisitor[T]) -> T:
        """Show a visitor the move of this node and the line from here, with its variations."""
        board = self.board()
        if self.parent is not None:
            _visit(self, self.parent.board(), visitor)
        _walk(self, board, visitor)
        return visitor.result()

    def __str__(self) -> str:
        from quincunx.record.visitors import StringExporter

        return self.accept(StringExporter(columns=None))

    def __repr__(self) -> str:
        return f"<GameNode {self.ply()}. {self.move}>"


class Game(GameNode):
    """A recorded game: its tags, and the start of its tree.

    >>> import quincunx
    >>> from quincunx import record
    >>> board = quincunx.Board("hadron", size=3)
    >>> for move in ("b2", "a1", "c3", "a3", "c1"):
    ...     _ = board.push_text(move)
    >>> game = record.Game.from_board(board)
    >>> game.headers["Red"] = "a player"
    >>> print(game)
    [Game "Hadron"]
    [Size "3"]
    [Red "a player"]
    [Result "1-0"]
    [Termination "no placement"]
    <BLANKLINE>
    1. b2 2. a1 3. c3 4. a3 5. c1 1-0

    :param game, size, fen, pie: where it starts, as for :class:`quincunx.Board`; with none of them
        the tags are still to be filled in.
    """

    __slots__ = ("errors", "headers", "line")

    #: The tag pairs. They say where the game starts, and the result.
    headers: Headers
    #: What was wrong with the text that the game was read from.
    errors: list[RecordError]
    #: The line in which it began there; ``None`` for a game that was not read.
    line: int | None

    def __init__(
        self,
        game: str | None = None,
        *,
        size: int | None = None,
        fen: str | None = None,
        pie: bool | None = None,
    ) -> None:
        super().__init__(None, None)
        self.headers = Headers()
        self.errors = []
        self.line = None
        if game is not None:
            self.setup(Board(game, size=size, fen=fen, pie=pie))
            self.headers["Result"] = self.headers.board().result()
        elif not (size is None and fen is None and pie is None):
            raise TypeError("a size, a fen or a pie rule without a game says nothing")

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """The game that a board has seen: its start, its moves, and how it ended."""
        game = cls()
        game.headers.start_from(board)
        node: GameNode = game
        for move in board.move_stack:
            node = node.add_unchecked(move)
        game.headers["Result"] = board.result()
        if outcome := board.outcome():
            game.headers["Termination"] = outcome.termination.value
        return game

    def setup(self, board: Board) -> None:
        """Let the game start from the position that a board shows now.

        :raises ValueError: if there are moves already.
        """
        if self.variations:
            raise ValueError("a game that has moves cannot be set up anew")
        self.headers.start_from(board.copy(stack=False))

    def accept(self, visitor: BaseVisitor[T]) -> T:
        """Show a visitor everything, in the order in which it is written."""
        from quincunx.record.visitors import SKIP

        if show_headers(self.headers, visitor) is not SKIP:
            show_moves(self, visitor)
            visitor.visit_result(self.headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    def __str__(self) -> str:
        from quincunx.record.visitors import StringExporter

        return self.accept(StringExporter())

    def __repr__(self) -> str:
        tags = self.headers
        words = [tags.get("Game", "?"), *(tags[n] for n in ("Event", "Round") if n in tags)]
        moves = sum(1 for _ in self.mainline())
        return f"<Game {', '.join(words)}: {moves} moves, {tags.get('Result', '*')}>"

    # Copies and pickles go by the text: a long game as a chain of objects is too deep for Python.
    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return _from_text(str(self), list(self.errors))

    def __reduce__(self) -> tuple[Any, ...]:
        return _from_text, (str(self), self.errors)


def _from_text(text: str, errors: list[RecordError]) -> Game:
    import io

    from quincunx.record.reading import read_game

    game = read_game(io.StringIO(text))
    assert game is not None
    game.errors = errors
    return game


def _checked_mark(mark: str) -> str:
    if mark in MARKS or (mark[:1] == "$" and mark[1:].isascii() and mark[1:].isdecimal()):
        return mark
    raise ValueError(f"no mark is {mark!r}; there are {' '.join(MARKS)}, and numbers such as $14")


def show_headers(headers: Headers, visitor: BaseVisitor[Any]) -> object:
    """Show a visitor the tags; what it says at their end."""
    visitor.begin_game()
    visitor.begin_headers()
    for name, value in headers.ordered():
        visitor.visit_header(name, value)
    return visitor.end_headers()


def show_moves(game: Game, visitor: BaseVisitor[Any]) -> None:
    """Show a visitor the moves with all that is said about them."""
    if game.comment:
        visitor.visit_comment(game.comment)
    if game.variations:
        _walk(game, game.board(), visitor)


def _visit(node: GameNode, board: Board, visitor: BaseVisitor[Any]) -> Board:
    """Show a node and what is said about it; the board after its move."""
    assert node.move is not None
    if node.starting_comment:
        visitor.visit_comment(node.starting_comment)
    visitor.visit_move(board, node.move)
    after = board.copy()
    after.push(node.move)
    visitor.visit_board(after)
    for mark in sorted(node._marks or ()):
        visitor.visit_mark(mark)
    if node.comment:
        visitor.visit_comment(node.comment)
    return after


def _walk(start: GameNode, board: Board, visitor: BaseVisitor[Any]) -> None:
    """Show the line from a node on, each move followed by what could be played in its place.

    Not by recursion, as lines may be long and variations deep. What is still to be shown lies on a
    stack: the rest of a line, a variation to enter, or (without a board) the end of one.
    """
    from quincunx.record.visitors import SKIP

    work: list[tuple[GameNode, Board | None, bool]] = [(start, board, False)]
    while work:
        node, before, enters = work.pop()
        if before is None:
            visitor.end_variation()
        elif enters:
            if visitor.begin_variation() is not SKIP:
                after = _visit(node, before, visitor)
                work.append((node, None, False))
                work.append((node, after, False))
        elif node.variations:
            main, *others = node.variations
            after = _visit(main, before, visitor)
            work.append((main, after, False))
            work.extend((other, before, True) for other in reversed(others))
