"""Board.explain: the reason, its section, and the cells that it is about."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from quincunx import GAMES, Board, Explanation, Game, InvalidMoveError, InvalidPositionError
from quincunx.reference.position import Contents
from quincunx.testing import random_game
from tests.helpers import board_from, fen_of, men, played

ROOT = Path(__file__).resolve().parents[2]

BOARDS = [
    (game.id, size)
    for game in GAMES
    for size in sorted({game.sizes[0], game.sizes[len(game.sizes) // 2], game.default_size})
]
GAMES_PLAYED = 12


def positions(game: str, size: int) -> Iterator[Board]:
    """Positions of random games on the way, not the finished ones."""
    rng = random.Random(f"{game} {size}")
    for _ in range(GAMES_PLAYED):
        board = random_game(Board(game, size=size), rng)
        for _ in range(rng.randrange(1, board.ply() + 1)):
            board.pop()
        yield board


def beginnings(board: Board, rng: random.Random) -> list[str]:
    """Every cell, and some pairs of cells where moves have two."""
    cells = [cell for row in board.rows for cell in row]
    if len(board.game.example.split("-")) == 1:
        return cells
    near = [f"{a}-{b}" for a in cells for b in (*board.neighbours(a), rng.choice(cells))]
    return cells + rng.sample(near, 150)


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_explain__is_none_exactly_for_legal_moves_and_their_beginnings(
    game: str, size: int
) -> None:
    rng = random.Random(1)
    for board in positions(game, size):
        legal = {move.text for move in board.legal_moves}
        starts = {move.cells[0] for move in board.legal_moves if move.cells}
        for text in beginnings(board, rng):
            found = board.explain(text)
            assert (found is None) == (text in legal or text in starts), text
            assert found == board.explain(text.split("-"))
            if text in legal or "-" in text or len(board.game.example.split("-")) == 1:
                assert board.why_illegal(text) == (found and found.text)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_explain__names_a_section_of_the_sheet_in_its_text_and_beside_it(game: Game) -> None:
    page = (ROOT / "docs" / "games" / f"{game.id}.md").read_text()
    sections = set(re.findall(r"^### ([A-Z][A-Z (),]+)$", page, re.MULTILINE))
    rng = random.Random(2)
    seen: Counter[str] = Counter()
    for board in positions(game.id, game.default_size):
        for text in beginnings(board, rng):
            if found := board.explain(text):
                assert found.section in sections, found
                assert found.section in found.text
                seen[found.section] += 1
    assert seen


def changed(board: Board, contents: Contents) -> Board | None:
    """A board with other contents, whoever is to move then; none if the rules have no such one."""
    fields = " ".join(board.fen().split()[2:])
    for turn in (board.turn.value, 1 - board.turn.value):
        try:
            other = Board(board.game, fen=fen_of(board.game.id, board.size, contents, turn, fields))
        except InvalidPositionError:
            continue
        if not other.is_game_over():
            return other
    return None


def without(board: Board, cell: str, rng: random.Random) -> Iterator[Board]:
    """Boards on which a piece is gone from its cell, or is the mover's, or a free cell is taken.

    Where the numbers of pieces are part of the rules, the piece goes to another cell, or comes from
    one.
    """
    contents: Contents = {c: (p.side.value, p.height) for c, p in board.pieces().items()}
    cells = [name for row in board.rows for name in row]
    if cell in contents:
        piece = contents.pop(cell)
        if piece[0] != board.turn.value and (
            other := changed(board, {**contents, cell: (board.turn.value, piece[1])})
        ):
            yield other
        places: list[str | None] = [None, *rng.sample(cells, len(cells))]
        for place in places:
            if place is None or (place not in contents and place != cell):
                moved = contents if place is None else {**contents, place: piece}
                if other := changed(board, moved):
                    yield other
    else:
        mine = [c for c, (side, _) in contents.items() if side == board.turn.value]
        sources: list[str | None] = [None, *rng.sample(mine, len(mine))]
        for source in sources:
            filled = {c: p for c, p in contents.items() if c != source}
            filled[cell] = (board.turn.value, 1)
            if other := changed(board, filled):
                yield other


def is_about_the_move_alone(found: Explanation) -> bool:
    """Where no piece is to blame: how far a step may go, and how often it may go sideways."""
    return "is not one step" in found.text or found.section == "MARKER"


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_explain__the_cells_are_the_reason(game: str, size: int) -> None:
    """Without the piece named, or with the free cell taken, there is another reason, or none.

    In Quadrature a step that is too long or sideways once too often would stay so whatever is moved
    elsewhere, and a swap out of turn has no cells at all.
    """
    rng = random.Random(3)
    looked_at = 0
    for board in positions(game, size):
        refused = [(t, board.explain(t)) for t in beginnings(board, rng)]
        some = [(t, why) for t, why in refused if why and not is_about_the_move_alone(why)]
        for text, found in rng.sample(some, min(len(some), 6)):
            assert found.cells, found
            for cell in found.cells:
                some_boards = islice(without(board, cell, rng), 8)
                others = [other.explain(text) for other in some_boards]
                if others:
                    assert any(why is None or why.text != found.text for why in others), (
                        f"{text} in {board.fen()}: {found}, whatever stands on {cell}"
                    )
                    looked_at += 1
    assert looked_at >= GAMES_PLAYED


def test_explain__hadron_lights_exactly_the_checkers_that_are_counted() -> None:
    board = board_from(
        "hadron",
        """
        . R . . .
        B . R . .
        . B . R R
        B . . B B
        R R . . .""",
    )
    found = board.explain("c1")
    assert found is not None
    assert found.text.startswith("c1 touches 1 red and 0 blue")
    assert (found.section, found.cells) == ("PLACEMENT RULE", ("b1",))
    for cell in (c for row in board.rows for c in row):
        if (found := board.explain(cell)) and board.piece_at(cell) is None:
            taken = {c for c in board.neighbours(cell) if board.piece_at(c)}
            assert set(found.cells) == taken


def test_explain__blast_radius_names_the_stack_and_the_free_cell() -> None:
    board = played("blast-radius", "a1 e3", size=3)
    found = board.explain("a2")
    assert found is not None
    assert found.cells == ("a1",)
    assert "REZ of the red 1-stack on a1" in found.text
    own = board.explain("a1")
    assert own is not None
    assert board.explain(own.cells) is None  # the free cell that comes first may be taken


def test_explain__quadrature_names_the_rectangle_the_marker_and_the_man_that_is_stuck() -> None:
    board = Board("quadrature")
    assert board.explain("b3") is None
    assert board.explain(["e5"]) == Explanation(
        "e5 holds no white man (Quadrature, BASIC MOVES)", "BASIC MOVES", ("e5",)
    )
    third = played("quadrature", "b3-a3 b9-a9 j3-k3 j9-k9").explain("k3-j3")
    assert third is not None
    assert (third.section, third.cells) == ("MARKER", ("k3", "j3"))


def test_explain__a_man_that_cannot_go_anywhere_is_the_reason() -> None:
    board = men(
        white="a10 a11 b11 e1 f2 g3 h4 i5 j6",
        black="b10 d9 e9 f8 g9 h8 i9 j9 k8",
    )
    found = board.explain("a11")
    assert found is not None
    assert found.cells == ("a11",)
    assert "a11 cannot go anywhere" in found.text


def test_explain__after_the_end_every_move_is_refused_by_the_rule_that_ended_it() -> None:
    for game in GAMES:
        board = random_game(Board(game), random.Random(4))
        found = board.explain(board.rows[0][0])
        outcome = board.outcome()
        assert found is not None
        assert outcome is not None
        assert found.section == outcome.termination.section


@pytest.mark.parametrize("cells", ["", "z9", ["a1", "b1", "c1"], "swap", ["a1", ""], "ä1"])
def test_explain__what_is_no_beginning_of_a_move_is_an_error(cells: str | list[str]) -> None:
    with pytest.raises(InvalidMoveError):
        Board("quadrature").explain(cells)
