"""Text diagrams: what is on the board can be read back from them, with and without colours."""

import re

import pytest

import quincunx
from quincunx import Board, Piece, Side, drawing
from quincunx.drawing.text import blocks, render

from .positions import each_game, each_position, position, walk

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def read(board: Board, overlays: str | None = None) -> dict[str, str]:
    """What is written in each cell, found by the rows' names and the order of the cells."""
    lines = blocks(board, overlays=overlays).diagram
    cells: dict[str, str] = {}
    sign = r"(?:[A-Z]\d*|\d:\d|[a-z]\d+|[.*_x^v%rbw=])"
    for names in board.rows:
        label = names[0][1:] if board.is_square else names[0][0]
        (line,) = (x for x in lines if re.match(rf"\s*{label}[ |]", x))
        body = re.sub(rf"^\s*{label}[ |]", "", line)
        if not board.is_square:
            body, number = body.rsplit(" ", 1)
            assert number == str(len(names))
        found = re.findall(rf"[ (!~?'*<>x)]({sign})(?=[ (!~?'*<>x)|]|$)", body + " ")
        assert len(found) == len(names), line
        cells.update(zip(names, found, strict=True))
    return cells


@each_position
def test_text__pieces_can_be_read_back(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    for overlays in ("default", ""):
        pieces = {}
        for cell, sign in read(board, overlays).items():
            if sign[0].isupper():
                side = Side(board.game.letters.index(sign[0]))
                pieces[cell] = Piece(side, int(sign[1:] or 1))
        assert pieces == board.pieces()


@each_position
def test_text__colour_adds_nothing_but_colour(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    for overlays in ("default", "all", ""):
        plain = render(board, overlays=overlays)
        colourful = render(board, overlays=overlays, color=True)
        assert "\x1b" not in plain
        assert colourful != plain
        assert ANSI.sub("", colourful) == plain


@each_position
def test_text__is_its_blocks_with_empty_lines_between(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    for color in (False, True):
        title, diagram, players, legend, credit = blocks(board, overlays="all", color=color)
        rest = ["", *players] if players else []
        lines = [title, "", *diagram, *rest, "", *legend, credit]
        assert "\n".join(lines) == render(board, overlays="all", color=color)


@each_position
def test_text__is_tidy(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    text = render(board)
    assert set(text) - {"×"} <= {chr(code) for code in range(32, 127)} | {"\n"}
    for line in text.split("\n"):
        assert line == line.rstrip()
        assert len(line) <= 88


@pytest.mark.parametrize("game", [g.id for g in quincunx.GAMES if not Board(g).is_square])
def test_text__rows_of_hexagons_are_shifted_by_half_a_cell(game: str) -> None:
    board = position(game, 5, "midway")
    scene = drawing.scene(board, overlays="")
    lines = blocks(scene).diagram
    at = {cell.name: cell for cell in scene.cells}
    columns: dict[str, int] = {}
    for line, names in zip(reversed(lines), board.rows, strict=True):
        signs = [m.start() for m in re.finditer(r"(?<=\s)(\.|[RB]\d*)(?=\s)", line)]
        columns |= zip(names, signs, strict=True)
    pitch = columns["a2"] - columns["a1"]
    for name, column in columns.items():
        assert column - columns["a1"] == (at[name].x - at["a1"].x) * pitch


@each_game
def test_text__legal_cells_have_a_star(game: str) -> None:
    board = position(game, quincunx.find_game(game).default_size, "midway")
    ends = {move.cells[-1] for move in board.legal_moves if move.cells}
    written = read(board, "legal")
    taken = set(board.pieces())
    assert {cell for cell, sign in written.items() if sign == "*"} == ends - taken
    assert render(board, overlays="legal").count("*") >= len(ends)


def test_text__the_last_move_is_in_brackets() -> None:
    board = Board("hadron")
    assert "(" not in blocks(board).diagram[0]
    board.push_text("c5")
    assert blocks(board, overlays="last").diagram[0] == "5  . .(R). ."


def test_text__quadrature_shows_where_the_man_came_from_and_what_it_exchanged() -> None:
    seen = 0
    for board in walk("quadrature")[:-1]:
        text = "\n".join(blocks(board).diagram)
        past = board.copy()
        move = past.pop()
        letter = board.game.letters[past.turn.value]
        turned = len(past.changes(move)) - 2
        assert text.count(f"~{letter}") == turned
        assert text.count("_") == 1 and text.count(f"({letter}") == 1
        seen += turned
    assert seen


def test_text__counts_and_zones_are_letters() -> None:
    board = Board("hadron", fen="1R3/B1R2/1B1RR/B2BB/RR3 b")
    assert "*1:1" in render(board, overlays="legal neighbours")
    stacks = Board("blast-radius", size=3)
    stacks.push_text("c3")
    assert read(stacks)["c2"] == "r"
    stacks.push_text("a1")
    assert read(stacks)["b2"] == "%"
    assert "% both" in render(stacks)


def test_text__a_winning_chain_is_marked() -> None:
    board = position("square-grid-hex", 3, "end")
    (chain,) = (m for m in drawing.scene(board).marks if m.shape == "chain")
    assert "\n".join(blocks(board).diagram).count("!") >= len(chain.cells) - 1


def test_text__legend_explains_the_signs() -> None:
    board = position("quadrature", 11, "midway")
    text = render(board, overlays="all")
    for sign in ("^ White's goal bar", "v Black's goal bar", "* legal move", "W White, B Black"):
        assert sign in text


@each_game
def test_text__legend_has_a_sign_for_everything_it_explains(game: str) -> None:
    """But for what a diagram has no room for: cordons that do not count, and their cells."""
    for board in walk(game)[::3]:
        for entry in drawing.scene(board, overlays="all").legend:
            assert entry.shape in (*drawing.text._SIGNS, "void")
