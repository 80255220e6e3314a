"""Links to the board of HexWorld, https://hexworld.org/board, as games of Square Grid Hex.

What a link says after its #, by https://github.com/Bannerets/hexreplay (the site's source in 2021,
``fromURLHash`` and ``URLHash`` in hexreplay.js) and what others write (hexworld.ts in
https://github.com/playhex/playhex):

    13r9nc1,a3:sb4c5,d6

- The size, 11 if there is none; 13x11 is a board that is not square. Then how it is shown: the
  rotation r1 to r12 (10 if not said), m mirrored, n numbered, c1 in red and blue. What HexWorld
  does not know there it ignores. It all stays in the tag HexWorldView, and is written again.
- The moves; those after the second comma come after the one that is shown. The tag HexWorldCursor
  has the number of those before it.
- Moves are cells, rows from the top. ``:s`` is swap-pieces and ``:S`` swap-sides, told as
  :mod:`quincunx.convert.sgf` tells them. ``:rb`` and ``:rw``: Black or White resigns; ``:fb`` and
  ``:fw``: one forfeits. ``:p``, a pass, we do not have.

A file has one link a line; lines that begin with ; are remarks. A link has one line of moves and no
names: what a game has beyond that is left out of its link, and a remark before the link says what.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TextIO
from urllib.parse import unquote

from quincunx.board import Board
from quincunx.convert.formats import Format, Hints
from quincunx.convert.hex_swaps import SIDES_NOTE, SWAP_TAG, mirror_note, mirrored, without
from quincunx.errors import InvalidPositionError, MoveError, RecordError
from quincunx.games import Outcome, find_game
from quincunx.protocol.htp import flipped
from quincunx.record import Game, GameNode

__all__ = ["FORMAT"]

_GAME = find_game("square-grid-hex")
_SITE = "https://hexworld.org/board/#"
_VIEW, _CURSOR = "HexWorldView", "HexWorldCursor"

# With the site or the # the size may be missing; without them it would be any text.
_LINK = re.compile(
    r"(?:(?:https?://)?(?:www\.)?hexworld\.org/board/?(?:index\.html)?#|#)(?P<after>.*)"
    r"|(?P<bare>[1-9][0-9]{0,3}(?:x[1-9][0-9]{0,3})?[a-z0-9]*,.*)"
)
_HEAD = re.compile(r"(?:([1-9][0-9]{0,3})(?:x([1-9][0-9]{0,3}))?)?((?:[a-z][0-9]*)*)")
_MOVE = re.compile(r"[a-z][1-9][0-9]?(?![0-9])|:[sSp]|:[rf][bw]")
_ENDINGS = {"r": "resignation", "f": "forfeit"}


# --- Reading -------------------------------------------------------------------------------------


def _on_board(cell: str, size: int) -> bool:
    return ord(cell[0]) - ord("a") < size and int(cell[1:]) <= size


def _checked_start(head: str, hints: Hints, line: int) -> tuple[Game, str]:
    """The game before its first move, and how the board is shown.

    :raises RecordError: if it is no link, or a board that we do not have.
    """
    found = _HEAD.fullmatch(head)
    if found is None:
        raise RecordError(f"{head[:40]!r} is no size and no view of a board", line)
    size = int(found[1] or hints.size or 11)
    if found[2] and int(found[2]) != size:
        raise RecordError(f"{size}x{found[2]}: the board is not square", line)
    try:
        if find_game(hints.game or _GAME.id) != _GAME:
            raise RecordError(f"links are read as {_GAME.name}, not as {hints.game}", line)
        return Game(_GAME.id, size=size, pie=hints.pie), found[3]
    except InvalidPositionError as error:
        raise RecordError(str(error), line) from None


class _Line:
    """The moves of a link, played one after the other."""

    def __init__(self, game: Game, line: int) -> None:
        self._game, self._line = game, line
        self._board = game.headers.board()
        self._node: GameNode = game
        self._ending = ""
        self._size = self._board.size

    def play(self, words: list[str]) -> None:
        """:raises RecordError: at a move that cannot be told; those before it stay."""
        if words[1:2] == [":s"] and self._board.pie and words[0][0] != ":":
            self._push(words[0], mirrored(self._cell(words[0]), self._size))
            self._push(":s", "swap")
            self._node.comment = mirror_note(self._board.move_stack[0].text, self._size)
            words = words[2:]
        for word in words:
            if self._ending:
                raise RecordError(f"{word} comes after {self._ending}", self._line)
            if word[:2] in (":r", ":f"):
                self._ending = word
            elif word == ":S" and self._board.ply() == 1 and self._board.pie:
                if SWAP_TAG in self._game.headers:
                    raise RecordError(":S: the players have exchanged colours before", self._line)
                self._game.headers[SWAP_TAG] = "swap-sides"
                self._node.comment = SIDES_NOTE
            elif word in (":s", ":S"):
                raise RecordError(
                    f"{word}: only White's first move may swap ({_GAME.name}, PIE RULE)", self._line
                )
            elif word == ":p":
                raise RecordError(
                    f":p: nobody may pass ({_GAME.name}, STONE PLACEMENT)", self._line
                )
            else:
                self._push(word, self._cell(word))

    def _cell(self, word: str) -> str:
        if not _on_board(word, self._size):
            last = self._board.rows[-1][-1]
            raise RecordError(
                f"{word} is no cell of this board, which has a1 to {last}", self._line
            )
        return flipped(word, self._size)

    def _push(self, word: str, text: str) -> None:
        try:
            self._node = self._node.add_unchecked(self._board.push_text(text))
        except MoveError as error:
            raise RecordError(f"{word}: {error}", self._line) from None

    def conclude(self) -> None:
        headers, outcome = self._game.headers, self._board.outcome()
        headers["Result"] = self._board.result()
        if outcome is not None:
            headers["Termination"] = outcome.termination.value
        if self._ending:
            result = "0-1" if self._ending[2] == "b" else "1-0"
            if outcome is not None and result != outcome.result():
                message = f"{self._ending}, but by the moves it is {outcome.result()}"
                self._game.errors.append(RecordError(message, self._line))
            elif outcome is None:
                headers["Result"], headers["Termination"] = result, _ENDINGS[self._ending[1]]


def _game_of(text: str, hints: Hints, line: int) -> Game:
    link = _LINK.fullmatch(text)
    if link is None:
        raise RecordError(f"{text[:60]!a} is no link to a board of HexWorld", line)
    head, *parts = unquote(link["after"] or link["bare"] or "").split(",")
    if len(parts) > 2:
        raise RecordError("the link has more than two commas", line)
    game, view = _checked_start(head, hints, line)
    if view:
        game.headers[_VIEW] = view
    words: list[str] = []
    moves = _Line(game, line)
    try:
        for place, part in enumerate(parts):
            if place and part:
                game.headers[_CURSOR] = str(len(words))
            at = 0
            while at < len(part):
                move = _MOVE.match(part, at)
                if move is None:
                    moves.play(words)
                    raise RecordError(f"{part[at : at + 20]!a} begins with no move", line)
                words.append(move[0])
                at = move.end()
        moves.play(words)
    except RecordError as error:
        game.errors.append(error)
    moves.conclude()
    return game


def _read(stream: TextIO, hints: Hints) -> Iterator[Game]:
    """The games of the links. A line that is refused raises if there is no other; among others it
    becomes a game without moves, and the reason is in its ``errors``."""
    text = stream.read().removeprefix("\ufeff")
    lines = [(n, line.strip()) for n, line in enumerate(text.split("\n"), 1)]
    links = [(n, line) for n, line in lines if line and not line.startswith(";")]
    if not links:
        raise RecordError("there is no link in this file", 1)
    for number, link in links:
        try:
            game = _game_of(link, hints, number)
        except RecordError as error:
            if len(links) == 1:
                raise
            game = Game()
            game.headers["Result"] = "*"
            game.errors.append(error)
        yield game


# --- Writing -------------------------------------------------------------------------------------


def _played(game: Game, number: int) -> Board:
    """The board after the main line, if a link can tell how it began.

    :raises RecordError: if it cannot.
    """
    try:
        start, board = game.headers.board(), game.end().board()
    except (InvalidPositionError, MoveError) as error:
        raise RecordError(str(error), number) from None
    if start.game != _GAME:
        raise RecordError(f"this is {start.game.name}; links are of {_GAME.name}", number)
    if start.pieces():
        raise RecordError(f"a link cannot tell a position that is set up: {start.fen()}", number)
    swaps = [n for n, move in enumerate(board.move_stack) if move.text == "swap"]
    says = game.headers.get(SWAP_TAG)
    if says is not None and (says != "swap-sides" or swaps or not board.ply()):
        raise RecordError(f"{SWAP_TAG} says {says!r}, which does not fit the moves", number)
    return board


def _words(game: Game, board: Board) -> list[str]:
    """The main line, as HexWorld has it."""
    texts = [move.text for move in board.move_stack]
    if "swap" in texts:
        texts[0] = mirrored(texts[0], board.size)
    words = [":s" if text == "swap" else flipped(text, board.size) for text in texts]
    return [*words[:1], ":S", *words[1:]] if SWAP_TAG in game.headers else words


def _ending(game: Game, outcome: Outcome | None, number: int) -> tuple[str, set[str]]:
    """The word for the end of a game, and the tags that are told by it or by the moves.

    :raises RecordError: if the result is not what the moves say.
    """
    result, how = game.headers.get("Result", "*"), game.headers.get("Termination")
    if outcome is not None:
        if result not in ("*", outcome.result()):
            by_moves = outcome.result()
            raise RecordError(f"the result is {result}, but by the moves it is {by_moves}", number)
        told = {"Result"}
        return "", told | {"Termination"} if how == outcome.termination.value else told
    loser = {"1-0": "w", "0-1": "b"}.get(result)
    for sign, ending in _ENDINGS.items():
        if loser and how == ending:
            return f":{sign}{loser}", {"Result", "Termination"}
    return "", {"Result"} if result == "*" else set()


def _count(number: int, what: str) -> list[str]:
    return [f"{number} {what}{'' if number == 1 else 's'}"] if number else []


def _left_out(game: Game, board: Board, told: set[str]) -> list[str]:
    """What a game has that its link has not."""
    line = list(game.mainline())
    said = [game.comment]
    for node in line:
        comment = node.starting_comment or node.comment
        if node.move and node.move.text == "swap":
            comment = without(comment, mirror_note(board.move_stack[0].text, board.size))
        said.append("" if comment == SIDES_NOTE and SWAP_TAG in game.headers else comment)
    told = told | {"Game", "Size", _VIEW, _CURSOR, SWAP_TAG}
    return [
        *(f"{tag} {value!r}" for tag, value in game.headers.items() if tag not in told),
        *_count(sum(map(bool, said)), "comment"),
        *_count(sum(len(node.marks) for node in line), "mark"),
        *_count(
            sum(len(node.variations) - 1 for node in (game, *line) if node.variations), "variation"
        ),
    ]


def _link(game: Game, number: int) -> Iterator[str]:
    """The lines for a game: remarks, and its link."""
    board = _played(game, number)
    ending, told = _ending(game, board.outcome(), number)
    words = _words(game, board)
    if left := _left_out(game, board, told):
        yield re.sub(r"\s+", " ", f"; left out: {', '.join(left)}")
    if ":s" in words:
        first = board.move_stack[0].text
        _, swap, *_ = game.mainline()
        if not swap.comment.endswith(mirror_note(first, board.size)):
            point = flipped(first, board.size)
            yield f"; HexWorld's swap mirrors the first stone; it was on {point} and stayed there"
    words += [ending] if ending else []
    cursor = game.headers.get(_CURSOR, "")
    at = int(cursor) if re.fullmatch("[0-9]{1,4}", cursor) else len(words)
    parts = ["".join(words[:at]), "".join(words[at:])]
    view = game.headers.get(_VIEW, "")
    if not re.fullmatch("([a-z][0-9]*)*", view):
        raise RecordError(f"{_VIEW} is {view[:40]!r}: letters with numbers, such as r9c1", number)
    yield _SITE + ",".join([f"{board.size}{view}", *parts]).rstrip(",")


def _write(games: Iterable[Game], stream: TextIO) -> None:
    for number, game in enumerate(games, 1):
        for line in _link(game, number):
            stream.write(f"{line}\n")


FORMAT = Format(
    name="hexworld",
    text="links to HexWorld, one a line",
    extensions=(".hexworld",),
    looks=lambda text: re.search(r"hexworld\.org/board", text[:1000]) is not None,
    read=_read,
    write=_write,
)
