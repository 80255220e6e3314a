"""SGF of Hex: coordinates, both swaps, what is kept, what is refused, and round trips."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import Board, Side
from quincunx.convert.formats import Hints
from quincunx.convert.hex_swaps import SIDES_NOTE, mirror_note, mirrored
from quincunx.convert.sgf import FORMAT
from quincunx.errors import RecordError
from quincunx.record import Game, GameNode

FIXTURES = Path(__file__).parent / "fixtures"
Cell = tuple[int, int]
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def read(text: str, hints: Hints = Hints()) -> list[Game]:  # noqa: B008 (it is frozen)
    return list(FORMAT.read(io.StringIO(text), hints))


def read_one(text: str, hints: Hints = Hints()) -> Game:  # noqa: B008
    (game,) = read(text, hints)
    return game


def write(*games: Game) -> str:
    stream = io.StringIO()
    FORMAT.write(games, stream)
    return stream.getvalue()


def fixture(name: str) -> list[Game]:
    with (FIXTURES / name).open(encoding="utf-8") as stream:
        return list(FORMAT.read(stream, Hints()))


def moves(game: Game) -> str:
    return " ".join(move.text for move in game.mainline_moves())


def faults(game: Game) -> list[str]:
    return [str(error) for error in game.errors]


def told(game: Game) -> tuple[dict[str, str], list[Any]]:
    """All that a game says: its tags, and each node with its depth in the order of the tree."""
    nodes: list[Any] = []
    work: list[tuple[GameNode, int]] = [(game, 0)]
    while work:
        node, depth = work.pop()
        said = (node.comment, node.starting_comment, sorted(node.marks))
        nodes.append((depth, node.move and node.move.text, *said))
        work += [(child, depth + 1) for child in reversed(node.variations)]
    return dict(game.headers), nodes


# --- Hex as its programs have it, without our help -----------------------------------------------


def name(cell: Cell) -> str:
    """(0, 0) is a1, at the top left."""
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


def has_won(stones: set[Cell], size: int, axis: int) -> bool:
    """Do stones join two edges? Black joins top and bottom (axis 1), White left and right (0)."""
    todo = [cell for cell in stones if cell[axis] == 0]
    seen = set(todo)
    while todo:
        x, y = todo.pop()
        if (x, y)[axis] == size - 1:
            return True
        near = {(x + dx, y + dy) for dx, dy in STEPS} & stones - seen
        seen |= near
        todo += near
    return False


def seen_by_hex(board: Board) -> dict[Cell, str]:
    """Our stones on the board of Hex."""
    return {
        (ord(cell[0]) - ord("a"), board.size - int(cell[1:])): "BW"[piece.side.value]
        for cell, piece in board.pieces().items()
    }


def cells(size: int) -> Iterator[Cell]:
    return ((x, y) for y in range(size) for x in range(size))


# --- Coordinates ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 5, 13, 19])
def test_cells__rows_are_counted_from_the_other_edge(size: int) -> None:
    for cell in cells(size):
        game = read_one(f"(;GM[11]SZ[{size}];B[{name(cell)}])")
        ours = f"{chr(ord('a') + cell[0])}{size - cell[1]}"
        assert moves(game) == ours and not game.errors
        assert f";B[{name(cell)}]" in write(game)


@pytest.mark.parametrize("text", ["C2", " c2 ", "cb", "CB"])
def test_cells__any_case_and_the_two_letters_of_go(text: str) -> None:
    assert moves(read_one(f"(;GM[11]SZ[5];B[{text}])")) == "c4"


@pytest.mark.parametrize("size", [3, 4, 5, 7])
def test_neighbours__a_chain_that_spans_in_hex_ends_the_game(size: int) -> None:
    rng = random.Random(size)
    for _ in range(60):
        order = list(cells(size))
        rng.shuffle(order)
        stones: tuple[set[Cell], set[Cell]] = set(), set()
        played = []
        for n, cell in enumerate(order):
            stones[n % 2].add(cell)
            played.append(f";{'BW'[n % 2]}[{name(cell)}]")
            if has_won(stones[n % 2], size, 1 - n % 2):
                break
        before = read_one(f"(;GM[11]SZ[{size}]{''.join(played[:-1])})")
        assert before.headers["Result"] == "*" and not before.errors
        game = read_one(f"(;GM[11]SZ[{size}]{''.join(played)})")
        assert game.headers["Result"] == ("1-0" if len(played) % 2 else "0-1")
        assert game.headers["Termination"] == "connection" and not game.errors


def test_a_move_after_the_end__is_a_fault_and_the_game_before_it_stays() -> None:
    game = read_one("(;GM[11]SZ[3]\n;B[b1];W[a1];B[b2];W[a2];B[b3]\n;W[c3])")
    assert moves(game) == "b3 a3 b2 a2 b1" and game.headers["Result"] == "1-0"
    (error,) = game.errors
    assert error.line == 3 and "W[c3]" in error.message


# --- The swap of pieces --------------------------------------------------------------------------


def test_swap_pieces__the_first_stone_is_told_on_the_mirrored_point() -> None:
    # In Hex: c2 becomes b3. On five rows b3 is our b3, and c2 our c4.
    game = read_one("(;GM[11]SZ[5];B[c2];W[swap-pieces];B[d4];W[a5])")
    assert moves(game) == "b3 swap d2 a1" and not game.errors
    assert game.end().board().fen() == "5/5/1W3/3B1/W4 b pie"
    swap = game[0][0]
    assert swap.comment == (
        "Swapped with the mirror image, as in Hex: the first stone was on c4 and became white on"
        " b3."
    )


def test_swap_pieces__on_thirteen_rows() -> None:
    # In Hex: k3 becomes c11. On thirteen rows c11 is our c3, and k3 our k11.
    game = read_one("(;GM[11]SZ[13];B[k3];W[swap-pieces];B[g7])")
    assert moves(game) == "c3 swap g7"
    assert game.end().board().fen() == "13/13/13/13/13/13/6B6/13/13/13/2W10/13/13 w pie"
    assert "the first stone was on k11 and became white on c3" in game[0][0].comment


@pytest.mark.parametrize("size", [5, 13])
def test_swap_pieces__position_and_later_moves_are_those_of_hex(size: int) -> None:
    for x, y in cells(size):
        other = ((x + 1) % size, (y + 2) % size)
        expected = {(y, x): "W"}
        text = f"(;GM[11]SZ[{size}];B[{name((x, y))}];W[swap-pieces])"
        assert seen_by_hex(read_one(text).end().board()) == expected
        if other != (y, x):
            longer = read_one(f"{text[:-1]};B[{name(other)}])")
            assert seen_by_hex(longer.end().board()) == expected | {other: "B"}
            assert longer.end().board().turn is Side.SECOND
            assert f";B[{name((x, y))}];W[swap-pieces];B[{name(other)}]" in one_line(write(longer))


def one_line(text: str) -> str:
    return text.replace("\n", "")


def test_mirrored__is_its_own_inverse_and_the_mirror_of_hex() -> None:
    for size in (3, 5, 13, 19):
        for x, y in cells(size):
            ours = f"{chr(ord('a') + x)}{size - y}"
            theirs = f"{chr(ord('a') + y)}{size - x}"
            assert mirrored(ours, size) == theirs and mirrored(theirs, size) == ours


def test_swap_pieces__written_from_a_game_of_ours_says_that_the_stone_stayed() -> None:
    game = Game("square-grid-hex", size=5)
    game.add_line(["b3", "swap", "d2"])
    text = one_line(write(game))
    assert (
        ";B[c2];W[swap-pieces]C[Square Grid Hex swaps on the same point: the first stone was on"
        in text
    )
    assert "on b3 and became white there.];B[d4]" in text
    # Read again, it is the game of ours, and not one that was mirrored.
    assert told(read_one(text)) == told(game)


def test_swap_pieces__only_in_a_variation_needs_a_first_stone_of_its_own() -> None:
    text = "(;GM[11]SZ[5];B[c2]C[x](;W[e5];B[a1])(;W[swap-pieces];B[d4])(;W[e4]))"
    game = read_one(text)
    assert [str(node.move) for node in game.variations] == ["c4", "b3"]
    assert [str(node.move) for node in game[0].variations] == ["e1", "e2"]
    assert (game[0].comment, game[1].comment) == ("x", "")
    assert str(game[1][0].move) == "swap" and str(game[1][0][0].move) == "d2"
    assert told(read_one(write(game))) == told(game)


def test_swap_pieces__some_answers_to_a_first_move_of_ours_swap_and_it_comes_back_as_one() -> None:
    game = Game("square-grid-hex", size=5)
    first = game.add_variation("b4", comment="choose")
    for answer in ("c3", "swap", "d3", "swap", "a1"):
        first.add_variation(answer).add_variation("e5")
    assert told(read_one(write(game))) == told(game)


# --- The swap of sides ---------------------------------------------------------------------------


def test_swap_sides__is_no_move_of_ours_and_the_names_are_exchanged() -> None:
    text = "(;GM[11]SZ[5]PB[Ada]PW[Ben]RE[W+R];B[c2]C[one];W[swap-sides]C[two];W[d4];B[a5])"
    game = read_one(text)
    assert moves(game) == "c4 d2 a1" and not game.errors
    assert game.end().board().fen() == "5/2B2/5/3W1/B4 w pie"
    assert game.headers["HexSwap"] == "swap-sides"
    # Ada put down the black stone and has been White since.
    assert (game.headers["Black"], game.headers["White"]) == ("Ben", "Ada")
    assert game.headers["Result"] == "0-1"
    assert game[0].comment == f"one {SIDES_NOTE} two"
    assert "PB[Ada]PW[Ben]RE[W+R];B[c2]C[one];W[swap-sides]C[two];W[d4];B[a5])" in one_line(
        write(game)
    )


@pytest.mark.parametrize("size", [5, 13])
def test_swap_sides__position_and_turn_are_those_of_hex(size: int) -> None:
    for x, y in cells(size):
        other = ((x + 1) % size, (y + 2) % size)
        head = f"(;GM[11]SZ[{size}];B[{name((x, y))}];W[swap-sides]"
        alone = read_one(f"{head})")
        assert seen_by_hex(alone.end().board()) == {(x, y): "B"}
        assert alone.end().board().turn is Side.SECOND
        assert one_line(write(alone)).endswith(f";B[{name((x, y))}];W[swap-sides])")
        game = read_one(f"{head};W[{name(other)}])")
        assert seen_by_hex(game.end().board()) == {(x, y): "B", other: "W"}
        assert told(read_one(write(game))) == told(game)


def test_swap_sides__what_is_said_at_it_comes_back() -> None:
    text = "(;GM[11]SZ[5]PB[A];B[c2]BL[60]TE[1];W[swap-sides]BM[1]WL[59]C[hm];W[d4]WL[50])"
    game = read_one(text)
    assert game[0].clock() == 60 and game[0].marks == {"!"}
    written = one_line(write(game))
    assert ";B[c2]TE[1]BL[60];W[swap-sides]QMARK[?]WL[59]C[hm];W[d4]WL[50])" in written
    assert told(read_one(written)) == told(game)


def test_swap_sides__leaves_other_first_moves_their_own_swaps() -> None:
    text = "(;GM[11]SZ[5](;B[c2];W[swap-sides];W[d4])(;B[e1](;W[swap-pieces])(;W[a1])))"
    game = read_one(text)
    assert [str(node.move) for node in game.variations] == ["c4", "a1", "e5"]
    assert told(read_one(write(game))) == told(game) and not game.errors


def test_swap_sides__without_one_of_the_names() -> None:
    game = read_one("(;GM[11]SZ[5]PB[Ada];B[c2];W[swap-sides])")
    assert game.headers["White"] == "Ada" and "Black" not in game.headers
    assert "PB[Ada]" in write(game) and "PW" not in write(game)


def test_swap_sides__in_a_variation_is_a_fault() -> None:
    game = read_one("(;GM[11]SZ[5];B[c2]\n(;W[d4])\n(;W[swap-sides];W[a1]))")
    assert moves(game) == "c4 d2" and len(game[0].variations) == 1
    assert faults(game) == [
        "line 3: swap-sides in a variation cannot be told, only in the main line"
    ]
    assert "HexSwap" not in game.headers


def test_swap_sides__after_a_first_move_of_white_is_none() -> None:
    game = read_one("(;GM[11]SZ[5]PB[A];W[c2];W[swap-sides])")
    assert game.errors and "HexSwap" not in game.headers and game.headers["Black"] == "A"


def test_swap_sides__beside_an_answer_that_does_not_swap_is_a_fault() -> None:
    game = read_one("(;GM[11]SZ[5];B[c2]\n(;W[swap-sides];W[a1])\n(;W[d4]))")
    assert moves(game) == "c4 a5" and len(game[0].variations) == 1
    assert faults(game) == ["line 3: a variation without the main line's swap-sides cannot be told"]


@pytest.mark.parametrize("word", ["swap-pieces", "swap-sides"])
def test_swaps__a_game_is_won_by_whom_it_is_won_in_hex(word: str) -> None:
    rng = random.Random(word)
    for size in (3, 4, 5, 6) * 15:
        first, *order = rng.sample(list(cells(size)), size * size)
        played = [f";B[{name(first)}];W[{word}]"]
        stones: dict[str, set[Cell]] = {"B": {first}, "W": set()}
        turn = "W"
        if word == "swap-pieces":
            stones, turn = {"B": set(), "W": {(first[1], first[0])}}, "B"
            order = [cell for cell in {first, *order} if cell != (first[1], first[0])]
            rng.shuffle(order)
        for cell in order:
            stones[turn].add(cell)
            played.append(f";{turn}[{name(cell)}]")
            if has_won(stones[turn], size, "WB".index(turn)):
                break
            turn = "W" if turn == "B" else "B"
        game = read_one(f"(;GM[11]SZ[{size}]{''.join(played)})")
        assert game.headers["Result"] == ("1-0" if turn == "B" else "0-1") and not game.errors
        assert game.end().board().is_game_over()
        board = game.end().board()
        assert seen_by_hex(board) == {c: side for side, on in stones.items() for c in on}
        assert "".join(played) in one_line(write(game))


# --- Which swap is it? ---------------------------------------------------------------------------


def test_plain_swap__the_colour_of_the_next_move_tells() -> None:
    sides = read_one("(;GM[11]SZ[5]PB[A]PW[B];B[c2];W[SWAP];W[d4])")
    assert moves(sides) == "c4 d2" and sides.headers["Black"] == "B"
    pieces = read_one("(;GM[11]SZ[5]PB[A]PW[B];B[c2];W[swap];B[d4])")
    assert moves(pieces) == "b3 swap d2" and pieces.headers["Black"] == "A"
    assert ";W[swap-sides]" in write(sides) and ";W[swap-pieces]" in write(pieces)


@pytest.mark.parametrize("after", ["", ";B[resign]", ";W[resign]"])
def test_plain_swap__is_refused_if_no_move_tells(after: str) -> None:
    game = read_one(f"(;GM[11]SZ[5];B[c2]\n;W[swap]{after})")
    assert moves(game) == "c4"
    (error,) = game.errors
    assert error.line == 2 and error.message.startswith("swap may be swap-pieces or swap-sides")


@pytest.mark.parametrize(
    ("program", "after", "expected"),
    [
        ("HexGui:0.9.GIT", ";W[d4]", "c4 d2"),
        ("HexGui:0.9", "", "c4"),
        ("HexGui:1.0.", ";W[d4]", "c4 d2"),
        ("HexGui:1.0.", ";B[d4]", "b3 swap d2"),
        ("HexGui:0.10.0", ";B[d4]", "b3 swap d2"),
        ("HexGui:0.10.0", "", "b3 swap"),
        ("PlayHex:0.0.0", ";B[d4]", "b3 swap d2"),
    ],
)
def test_swap_pieces__old_versions_of_hexgui_meant_sides(
    program: str, after: str, expected: str
) -> None:
    game = read_one(f"(;GM[11]AP[{program}]SZ[5];B[c2];W[swap-pieces]{after})")
    assert moves(game) == expected and not game.errors
    assert ("HexSwap" in game.headers) is ("swap" not in expected)


def test_swap_pieces__followed_by_the_same_colour_is_a_fault_elsewhere() -> None:
    game = read_one("(;GM[11]SZ[5];B[c2];W[swap-pieces]\n;W[d4])")
    assert faults(game) == ["line 2: W[d4]: it is Black's turn"]
    assert moves(game) == "b3 swap"


def test_little_golem__labels_the_first_player_w() -> None:
    (game,) = fixture("golem.hsgf")
    # mb is m2 in Hex and becomes b13, our b1; gg is g7, our g7; fi is f9, our f5.
    assert moves(game) == "b1 swap g7 f5 i6 g10" and not game.errors
    assert (game.headers["Black"], game.headers["White"]) == ("First", "Second")
    assert (game.headers["Result"], game.headers["Termination"]) == ("0-1", "resignation")
    assert game.headers["SgfGC"] == " game #4711"
    assert told(read_one(write(game))) == told(game)


def test_little_golem__faults_are_told_as_they_stand_in_the_file() -> None:
    text = "(;EV[hex.x]SZ[5]SO[http://www.littlegolem.com];W[cb];B[cb])"
    assert faults(read_one(text))[0].startswith("line 1: B[cb]: c4 is occupied")


def test_little_golem__a_swap_at_the_end_is_of_pieces() -> None:
    text = "(;EV[null]SZ[5]SO[http://www.littlegolem.com];W[cb];B[swap])"
    game = read_one(text, Hints(game="square-grid-hex"))
    assert moves(game) == "b3 swap" and "Event" not in game.headers


# --- Properties ----------------------------------------------------------------------------------


def test_tags__go_both_ways() -> None:
    text = (
        "(;FF[4]GM[11]CA[UTF-8]AP[X:1]SZ[5]PB[A \\] b]PW[C: \\\\d]EV[E]PC[P]RO[3 (final)]AN[N]"
        "DT[2026-11-18]RE[B+T]TM[300]BR[3k]GN[a game];B[a1])"
    )
    game = read_one(text)
    assert dict(game.headers) == {
        "Game": "Square Grid Hex",
        "Size": "5",
        "Black": "A ] b",
        "White": "C: \\d",
        "Event": "E",
        "Site": "P",
        "Round": "3 (final)",
        "Annotator": "N",
        "Date": "2026.11.18",
        "TimeControl": "300",
        "Result": "1-0",
        "Termination": "time",
        "SgfBR": "3k",
        "SgfGN": "a game",
    }
    root = write(game).partition(";B[a1]")[0]
    for each in re.findall(r"[A-Z]+\[(?:\\.|[^\]])*\]", text.partition(";B[a1]")[0]):
        assert each in root or each.startswith("AP[")
    assert told(read_one(write(game))) == told(game)


@pytest.mark.parametrize(
    ("sgf", "ours"),
    [
        ("2026-11-18", "2026.11.18"),
        ("2026-11", "2026.11.??"),
        ("2026", "2026.??.??"),
        ("2026-11-18,19", None),
        ("last winter", None),
    ],
)
def test_dates__what_is_not_one_day_or_month_or_year_stays_as_it_is(
    sgf: str, ours: str | None
) -> None:
    game = read_one(f"(;GM[11]SZ[5]DT[{sgf}])")
    assert game.headers.get("Date") == ours
    assert game.headers.get("SgfDT") == (None if ours else sgf)
    assert f"DT[{sgf}]" in write(game)


def test_times__tm_is_exact_only_without_ot() -> None:
    game = read_one("(;GM[11]SZ[5]TM[600]OT[fischer 5 capped])")
    assert "TimeControl" not in game.headers
    assert (game.headers["SgfTM"], game.headers["SgfOT"]) == ("600", "fischer 5 capped")
    assert "TM[600]OT[fischer 5 capped]" in write(game)
    game = read_one("(;GM[11]SZ[5])")
    game.headers["TimeControl"] = "300+5"
    assert "QTAG[TimeControl:300+5]" in write(game)
    game.headers["SgfOT"] = "5 a move"
    game.headers["TimeControl"] = "300"
    assert told(read_one(write(game))) == told(game)
    game.headers["TimeControl"] = "300+5"
    assert read_one(write(game)).headers["TimeControl"] == "300+5"


@pytest.mark.parametrize(
    ("sgf", "result", "how", "again"),
    [
        ("RE[B+R]", "1-0", "resignation", "RE[B+R]"),
        ("RE[B+Resign]", "1-0", "resignation", "RE[B+R]"),
        ("RE[w+resign]", "0-1", "resignation", "RE[W+R]"),
        ("RE[W+T]", "0-1", "time", "RE[W+T]"),
        ("RE[B+Time]", "1-0", "time", "RE[B+T]"),
        ("RE[W+F]", "0-1", "forfeit", "RE[W+F]"),
        ("RE[B+Forfeit]", "1-0", "forfeit", "RE[B+F]"),
        ("RE[B+]", "1-0", None, "RE[B+]"),
        ("RE[W]", "0-1", None, "RE[W+]"),
        ("RE[0]", "1/2-1/2", None, "RE[0]"),
        ("RE[Draw]", "1/2-1/2", None, "RE[0]"),
        ("RE[Void]", "*", "void", "RE[Void]"),
        ("RE[?]", "*", None, ""),
        ("RE[]", "*", None, ""),
        ("", "*", None, ""),
        ("RE[B+3.5]", "1-0", None, "RE[B+3.5]"),
        ("RE[White, I think]", "*", None, "RE[White, I think]"),
    ],
)
def test_results(sgf: str, result: str, how: str | None, again: str) -> None:
    game = read_one(f"(;GM[11]SZ[5]{sgf};B[a1])")
    assert game.headers["Result"] == result and game.headers.get("Termination") == how
    assert not game.errors
    assert re.findall(r"RE\[[^\]]*\]", write(game)) == ([again] if again else [])
    assert told(read_one(write(game))) == told(game)


@pytest.mark.parametrize(
    ("word", "how"), [("resign", "resignation"), ("Resign", "resignation"), ("forfeit", "forfeit")]
)
def test_resignation__as_a_move(word: str, how: str) -> None:
    game = read_one(f"(;GM[11]SZ[5];B[a1];W[{word}]C[enough])")
    assert moves(game) == "a5" and game[0].comment == "enough"
    assert (game.headers["Result"], game.headers["Termination"]) == ("1-0", how)
    # Somebody may resign while the other thinks.
    assert read_one(f"(;GM[11]SZ[5];B[a1];B[{word}])").headers["Result"] == "0-1"


def test_resignation__its_clock_is_not_that_of_the_move_before() -> None:
    game = read_one("(;GM[11]SZ[5];B[a1];W[resign]WL[3])")
    assert game[0].clock() is None and game[0].comment == "[%sgf WL=3]"
    assert told(read_one(write(game))) == told(game)


def test_resignation__in_a_variation_is_said_in_words() -> None:
    game = read_one("(;GM[11]SZ[5];B[a1];W[b2](;B[c3])(;B[resign]))")
    assert game.headers["Result"] == "*" and game[0][0].comment == "Black resigns."


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("(;GM[11]SZ[5]RE[W+R];B[a1]\n;W[resign])", 2, "RE says 0-1, but by the moves it is 1-0"),
        ("(;GM[11]SZ[3]RE[W+];B[b1];W[a1];B[b2];W[a2];B[b3])", 1, "RE says 0-1"),
        ("(;GM[11]SZ[5];B[a1];W[resign]\n;B[b2])", 2, "a move after W[resign]"),
    ],
)
def test_results__that_do_not_fit_are_faults(text: str, line: int, message: str) -> None:
    (error,) = read_one(text).errors
    assert error.line == line and error.message.startswith(message)


def test_marks__have_properties() -> None:
    pairs = {"!": "TE[1]", "!!": "TE[2]", "?": "BM[1]", "??": "BM[2]", "?!": "DO[]", "!?": "IT[]"}
    for mark, prop in pairs.items():
        game = read_one(f"(;GM[11]SZ[5];B[a1]{prop})")
        assert game[0].marks == {mark}
        assert f";B[a1]{prop})" in write(game)
    game = Game("square-grid-hex", size=5)
    game.add_variation("a5", marks={"!", "?!", "$14"})
    assert ";B[a1]QMARK[!][$14][?!])" in write(game)
    assert told(read_one(write(game))) == told(game)


def test_clocks__are_those_of_the_mover() -> None:
    (game,) = fixture("playhex.sgf")
    assert [node.clock() for node in game.mainline()] == [600, 595.25, 590, 580, 577]
    assert ";W[swap-pieces]WL[595.25]" in write(game)
    # The other's clock, and one that ours cannot show, are kept as they are.
    game = read_one("(;GM[11]SZ[5];B[a1]BL[1.23456]WL[7])")
    assert game[0].clock() is None and game[0].comment == "[%sgf BL=1.23456;WL=7]"
    assert ";B[a1]BL[1.23456]WL[7])" in write(game)


def test_clocks__in_an_unusual_place_of_a_comment_stay_there() -> None:
    game = Game("square-grid-hex", size=5)
    game.add_variation("a5", comment="so [%clk 0:01:00] late")
    game.add_variation("b5", comment="[%eval 0.500] [%clk 0:01:00] late")
    game.add_variation("c5", comment="[%sgf BL=5] [%clk 0:01:00] late")
    text = write(game)
    assert "BL[5]C[[%clk 0:01:00\\] late]" in text
    assert "C[so [%clk 0:01:00\\] late]" in text and "BL[60]C[[%eval 0.500\\] late]" in text
    assert told(read_one(text)) == told(game)


def test_comments__of_nodes_without_a_move() -> None:
    game = read_one(
        "(;GM[11]SZ[5]C[root];C[more]TR[a1];B[a1]C[x];C[y](;W[b1];C[end])"
        "(;C[before];C[and];W[c1])(;C[nothing follows]))"
    )
    assert game.comment == "root [%sgf TR=a1] more"
    assert game[0].comment == "x y nothing follows" and game[0][0].comment == "end"
    assert game[0][1].starting_comment == "before and"
    # Where the first choice has no move, the next one begins no variation.
    alone = read_one("(;GM[11]SZ[5];B[a1](;C[x])(;C[y];W[b1]))")
    assert alone[0].comment == "x y" and alone[0][0].starting_comment == ""
    assert "TR[a1]" in write(game)


def test_other_properties__come_back_as_they_were() -> None:
    text = (
        "(;GM[11]SZ[5]GC[two\nlines]AR[a1:b2][c3:d4]IS[tried:on]GN[];B[a1]LB[a1:x\\]][b2:\\:]N[n]"
        ";W[b1]MN[5]KO[])"
    )
    game = read_one(text)
    assert game.headers["SgfGC"] == "two\nlines" and game.headers["SgfGN"] == ""
    assert game.comment == "[%sgf AR=a1%3Ab2,c3%3Ad4;IS=tried%3Aon]"
    written = write(game)
    for each in ("GC[two\nlines]", "AR[a1:b2][c3:d4]", "LB[a1:x\\]][b2:\\:]N[n]", "MN[5]KO[]"):
        assert each in written
    assert told(read_one(written)) == told(game)


def test_kept_words__that_would_make_no_sgf_stay_text() -> None:
    for word in ("[%sgf B=a1]", "[%sgf x=1]", "[%sgf LB=%5D]", "[%sgf C=no]", "[%sgf =]"):
        game = Game("square-grid-hex", size=5)
        game.add_variation("a5", comment=word)
        assert told(read_one(write(game))) == told(game)


def test_tags_of_ours__that_sgf_does_not_have_are_kept_in_a_property_of_our_own() -> None:
    game = Game("square-grid-hex", size=5, pie=False)
    game.headers.update(
        {
            "Event": "",
            "Date": "1999.??.07",
            "Opening": "a:b]c",
            "Result": "1-0",
            "Termination": "crash",
            "SgfSZ": "9",
            "Black": "two\nlines",
        }
    )
    game.add_variation("a5")
    text = write(game)
    assert "QTAG[Event:][Date:1999.??.07][Opening:a:b\\]c]" in text.replace(
        "[Termination:crash]", ""
    )
    assert "SZ[5]" in text and "Pie:no" in text
    assert told(read_one(text)) == told(game)


# --- Set-up positions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("props", "fen"),
    [
        ("AB[b2][c3]AW[d4]PL[W]", "5/1B3/2B2/3W1/5 w pie"),
        ("AB[b2][c3]AW[d4]", "5/1B3/2B2/3W1/5 w pie"),
        ("AW[d4]PL[black]", "5/5/5/3W1/5 b pie"),
        ("AB[a1:b2]AW[d3:e4]PL[B]", "BB3/BB3/3WW/3WW/5 b pie"),
        ("AB[b2:a1]AW[e3:d4]PL[B]", "BB3/BB3/3WW/3WW/5 b pie"),
        ("AB[a1]AB[b1]AW[e5]AE[c3]", "BB3/5/5/5/4W w pie"),
    ],
)
def test_set_up__is_a_fen(props: str, fen: str) -> None:
    move = ";W[c1]" if fen.endswith("w pie") else ";B[c1]"
    game = read_one(f"(;GM[11]SZ[5]{props}{move})")
    assert game.headers["FEN"] == fen and moves(game) == "c5" and not game.errors
    assert told(read_one(write(game))) == told(game)


def test_set_up__without_the_pie_rule() -> None:
    game = read_one("(;GM[11]SZ[5]AB[a1];W[b2])", Hints(pie=False))
    assert game.headers["FEN"] == "B4/5/5/5/5 w no-pie"
    assert told(read_one(write(game))) == told(game)


# --- Refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "there is no game tree"),
        ("only words ( and ;", 1, "there is no game tree"),
        ("\n(;GM[1]SZ[5])", 2, "GM[1] is not Hex"),
        ("(;SZ[5])", 1, "without GM it is Go by FF[4]"),
        ("(;GM[11]FF[5])", 1, "FF[5]: there are FF[1] to FF[4]"),
        ("(;GM[11]SZ[11:13])", 1, "SZ[11:13]: the board is not square"),
        ("(;GM[11]SZ[2])", 1, "SZ[2]: Square Grid Hex has sizes 3 to 19"),
        ("(;GM[11]SZ[20])", 1, "SZ[20]: Square Grid Hex has sizes 3 to 19"),
        ("(;GM[11]SZ[big])", 1, "SZ[big] is no size"),
        ("(;GM[11]SZ[5]PB[a][b])", 1, "PB has 2 values"),
        ("(;GM[11]SZ[5]RE[B+]RE[W+])", 1, "RE has 2 values"),
        ("(;GM[11]SZ[5]AB[a1][b1])", 1, "the position that is set up is none of ours"),
        ("(;GM[11]SZ[5]PL[W])", 1, "the position that is set up is none of ours"),
        ("(;GM[11]SZ[5]AB[f1])", 1, "AB[f1] is no cell of this board"),
        ("(;GM[11]SZ[5]AB[a1]AW[a1])", 1, "AW[a1]: there are two stones on one cell"),
        ("(;GM[11]\n;B[a1]\n", 3, "the game tree is cut off"),
        ("(;GM[11]\n;B[a1]C[never\n ends)", 2, "a value that does not end"),
        ("(;GM[11]\n;B[a1])\n)", 3, "')' cannot stand here"),
        ("(;GM[11]\n(B[a1]))", 2, "'B' cannot stand here"),
        ("(;GM[11]\n;B;W[a1])", 2, "';' cannot stand here"),
        ("(;GM[11]\n(;B[a1]);W[a2])", 2, "';' cannot stand here"),
        ("(;GM[11]\n([a1]))", 2, "'[a1]' cannot stand here"),
        ("(;GM[11]\n;b[a1])", 2, "'b' is no property"),
        ("(;GM[11]C[two\nlines]\n;b[a1])", 3, "'b' is no property"),
        ("(;GM[11]\n;B1[a1])", 2, "no SGF is '1[a1])'"),
        ("(;GM[11])\n\nthe end", 3, "'the' cannot stand here"),
    ],
)
def test_refused__as_a_whole(text: str, line: int, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert caught.value.line == line and caught.value.message.startswith(message)


@pytest.mark.parametrize(
    ("moves_", "kept", "message"),
    [
        (";B[a1]\n;W[pass]", "a5", "W[pass]: nobody may pass (Square Grid Hex, STONE PLACEMENT)"),
        (";B[a1]\n;W[]", "a5", "W[pass]: nobody may pass"),
        (";B[a1]\n;B[b1]", "a5", "B[b1]: it is White's turn"),
        ("\n;W[a1]", "", "W[a1]: it is Black's turn"),
        ("\n;W[c2];W[swap-sides]", "", "W[c2]: it is Black's turn"),
        (";B[a1]\n;W[a1]", "a5", "W[a1]: a5 is occupied"),
        (";B[a1]\n;W[f1]", "a5", "W[f1]: no cell of this board, which has a1 to e5"),
        (";B[a1]\n;W[a0]", "a5", "W[a0]: no cell of this board"),
        (";B[a1]\n;W[castles]", "a5", "W[castles]: no cell of this board"),
        (";B[a1];W[b1]\n;B[swap-pieces]", "a5 b5", "B[swap-pieces]: only White's first move"),
        (";B[a1];W[b1];B[c1]\n;W[swap-sides]", "a5 b5 c5", "W[swap-sides]: only White's first"),
        (";B[c2]\n;B[swap-pieces]", "c4", "B[swap-pieces]: only White's first move may swap"),
        ("\n;B[swap-pieces]", "", "B[swap-pieces]: only White's first move may swap"),
        (";B[c2];W[swap-sides]\n;W[swap-sides]", "c4", "swap-sides after a swap"),
        (";B[c2];W[swap-sides]\n;W[swap-pieces]", "c4", "swap-pieces after a swap"),
        (";B[c2];W[swap-pieces]\n;B[swap-pieces]", "b3 swap", "B[swap-pieces]: only White's"),
        (";B[a1]\n;AW[b1]", "a5", "stones that are set up in the middle of a game"),
        (";B[a1]\n;AE[a1]", "a5", "stones that are set up in the middle of a game"),
        (";B[a1]\n;W[b1]B[c1]", "a5", "there are two moves in one node"),
        (";B[a1]\n;W[b1][c1]", "a5", "there are two moves in one node"),
    ],
)
def test_refused__moves_that_cannot_be_told(moves_: str, kept: str, message: str) -> None:
    game = read_one(f"(;GM[11]SZ[5]{moves_})")
    (error,) = game.errors
    assert error.line == 2 and error.message.startswith(message)
    assert moves(game) == kept


def test_refused__a_variation_does_not_take_the_place_of_what_is_left_out() -> None:
    game = read_one("(;GM[11]SZ[5];B[a1]\n(;W[pass];B[b1])\n(;W[c1];B[d1]))")
    assert moves(game) == "a5"
    assert [error.line for error in game.errors] == [2, 3]
    assert "beside a first choice that cannot be told" in game.errors[1].message
    game = read_one("(;GM[11]SZ[5];B[a1]\n(;W[resign])\n(;W[c1]))")
    assert moves(game) == "a5" and game.headers["Result"] == "1-0"


def test_refused__swaps_where_the_pie_rule_is_off() -> None:
    for word in ("swap-pieces", "swap-sides", "swap"):
        game = read_one(f"(;GM[11]SZ[5];B[c2]\n;W[{word}];W[d4])", Hints(pie=False))
        assert faults(game)[0] == (
            f"line 2: W[{word}]: without the pie rule (Square Grid Hex, PIE RULE)"
        )
        assert moves(game) == "c4"


def test_refused__a_swap_after_a_set_up_position() -> None:
    game = read_one("(;GM[11]SZ[5]AB[c2];W[swap-pieces])")
    assert len(game.errors) == 1 and not game.variations


def test_refused__among_other_trees_becomes_a_game_without_moves() -> None:
    games = read("(;GM[1])\n(;GM[11]SZ[5];B[a1])\n(;GM[11]SZ[30])")
    assert [moves(game) for game in games] == ["", "a5", ""]
    assert faults(games[0]) == ["line 1: GM[1] is not Hex, which is GM[11]"]
    assert games[2].errors[0].line == 3


def test_refused__text_after_a_tree_costs_nothing_of_what_stood_before() -> None:
    games = FORMAT.read(io.StringIO("(;GM[11]SZ[5];B[a1])\n(;GM[11"), Hints())
    assert moves(next(games)) == "a5"
    with pytest.raises(RecordError, match="line 2: a value that does not end"):
        next(games)


@pytest.mark.parametrize(
    ("hints", "message"),
    [
        (Hints(game="hadron"), "SGF is read as Square Grid Hex, not as hadron"),
        (Hints(game="chess"), "no game is called 'chess'"),
    ],
)
def test_hints__of_another_game(hints: Hints, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read("(;GM[11])", hints)


def test_hints__help_where_the_file_is_silent() -> None:
    assert read_one("(;GM[11];B[a1])").headers["Size"] == "11"  # as Hex's page of FF[4] has it
    assert read_one("(;GM[11];B[a1])", Hints(size=7)).headers["Size"] == "7"
    assert read_one("(;GM[11]SZ[5];B[a1])", Hints(size=7)).headers["Size"] == "5"
    assert moves(read_one("(;SZ[5];B[a1])", Hints(game="Square Grid Hex"))) == "a5"


def written_refusals() -> Iterator[tuple[Game, str]]:
    yield Game(), "which game?"
    yield Game("hadron", size=5), "this is Hadron"
    game = Game("square-grid-hex", fen="5/5/2B2/5/5 w pie")
    game.add_variation("swap")
    yield game, "a swap after a position that is set up"
    game = Game("square-grid-hex", size=5)
    game.headers["HexSwap"] = "swap-sides"
    yield game, "HexSwap says 'swap-sides', which does not fit the moves"
    game = Game("square-grid-hex", size=5)
    game.headers["HexSwap"] = "swap-sides"
    game.add_line(["a1", "swap"])
    yield game, "a swap after a position that is set up, or after swap-sides"
    game = Game("square-grid-hex", size=5)
    game.headers["HexSwap"] = "round and round"
    game.add_variation("a1")
    yield game, "HexSwap says 'round and round'"
    game = Game("square-grid-hex", size=3)
    game.add_line(["b1", "a1", "b2", "a2", "b3"])
    game.headers["Result"] = "0-1"
    yield game, "the result is 0-1, but by the moves it is 1-0"
    game = Game("square-grid-hex", size=5)
    game.add_variation("a1")
    game.add_variation("b1").variations.append(GameNode(game[1], game[1].move))
    yield game, "b1"


@pytest.mark.parametrize(("game", "message"), list(written_refusals()))
def test_refused__to_be_written(game: Game, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        write(Game("square-grid-hex"), game)
    assert caught.value.message.startswith(message) and caught.value.line == 2


# --- The text ------------------------------------------------------------------------------------


def test_text__white_space_anywhere_and_several_trees() -> None:
    first, second = fixture("collection.sgf")
    assert moves(first) == "a3 a2 b3 b2 c1 c2" and first.headers["Round"] == "1"
    assert (first.headers["Result"], first.headers["Termination"]) == ("0-1", "connection")
    assert second.headers["FEN"] == "5/1B3/2B2/3W1/5 w pie" and second.headers["Size"] == "5"
    assert second.headers["Date"] == "2026.11.??" and second.headers["SgfUS"] == "Cleo"
    assert second[0].comment == (
        "[%sgf N=the%20fork] A long line that was broken, and a new one:\nsecond line"
    )
    assert not first.errors and not second.errors


def test_text__escapes_and_line_ends() -> None:
    game = read_one("(;GM[11]SZ[5]C[a\\]b\\\\c\\:d\t\\\te\r\nf\rg\\\r\nh[i(;)])")
    assert game.comment == "a]b\\c:d  e\nf\ng" + "h[i(;)"
    assert told(read_one(write(game))) == told(game)


def test_text__old_names_with_small_letters_and_a_move_in_the_root() -> None:
    game = read_one("(;GaMe[11]SiZe[5]PlayerBlack[Ada]B[a1]BM[1]C[root];W[b1])")
    assert game.headers.get("SgfGM") is None and moves(game) == "a5 b5"
    assert game.headers["Black"] == "Ada"
    assert game.comment == "root" and game[0].marks == {"?"}


def test_text__deep_nesting() -> None:
    deep = 5000
    text = "(;GM[11]SZ[5]" + "(;C[x]" * deep + ";B[a1]" + ")" * deep + ")"
    game = read_one(text)
    assert moves(game) == "a5" and game.comment == " ".join(["x"] * deep)
    variations = "(;GM[11]SZ[19]" + "".join(f"(;B[{name(c)}])" for c in cells(19)) * 14 + ")"
    assert len(read_one(variations).variations) == 361  # bare twins are one
    game = Game("square-grid-hex", size=19)
    node: GameNode = game
    board = game.board()
    for n, cell in enumerate(cells(19)):
        if board.is_game_over():
            break
        text_of_move = f"{chr(ord('a') + cell[0])}{cell[1] + 1}"
        board.push_text(text_of_move)
        for _ in range(2 if n < 100 else 1):
            child = GameNode(node, board.peek())
            child.comment = f"{n}"
            node.variations.append(child)
        node = node.variations[-1]
    assert told(read_one(write(game))) == told(game)


def test_text__lines_are_short_and_broken_before_nodes_only() -> None:
    game = Game("square-grid-hex", size=19)
    game.add_line([f"{chr(ord('a') + x)}{y + 1}" for x, y in list(cells(19))[:300]])
    lines = write(game).splitlines()
    assert max(map(len, lines[1:])) <= 72 and all(line[0] in "(;" for line in lines)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("(;GM[11]SZ[5]PB[Zoë])".encode(), "Zoë"),
        ("\ufeff(;GM[11]SZ[5]PB[Zoë])".encode(), "Zoë"),
        ("(;GM[11]SZ[5]PB[Zoë])".encode("latin-1"), "Zoë"),
        ("(;GM[11]CA[Shift_JIS]SZ[5]PB[本因坊])".encode("shift_jis"), "本因坊"),
    ],
)
def test_charset__what_ca_says_or_utf_8_or_latin_1(data: bytes, expected: str) -> None:
    stream = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    (game,) = FORMAT.read(stream, Hints())
    assert game.headers["Black"] == expected
    assert "CA[UTF-8]" in write(game)


@pytest.mark.parametrize(
    "data", [b"(;GM[11]CA[klingon]SZ[5])", b"(;GM[11]CA[UTF-8]SZ[5]PB[\xff])", b"(;CA[hex])"]
)
def test_charset__that_is_none_or_does_not_fit(data: bytes) -> None:
    stream = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    with pytest.raises(RecordError, match="the text cannot be decoded"):
        list(FORMAT.read(stream, Hints()))


def test_charset__bytes_that_somebody_has_left_as_surrogates() -> None:
    for data in ("(;GM[11]PB[Zoë])".encode("latin-1"), "(;GM[11]CA[cp437]PB[Zoë])".encode("cp437")):
        text = data.decode("utf-8", "surrogateescape")
        assert read_one(text).headers["Black"] == "Zoë"


def test_looks() -> None:
    assert FORMAT.looks("(;GM[11]") and FORMAT.looks("\ufeff\n ( ;FF[4]")
    assert not FORMAT.looks('[Game "Hadron"]') and not FORMAT.looks("1. c3 (1. d4)")
    assert FORMAT.name == "sgf" and ".sgf" in FORMAT.extensions


# --- Round trips ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "file", ["hexgui.sgf", "playhex.sgf", "tournament.sgf", "golem.hsgf", "collection.sgf"]
)
def test_round_trip__of_files(file: str) -> None:
    games = fixture(file)
    text = write(*games)
    again = read(text)
    assert [told(game) for game in again] == [told(game) for game in games]
    assert write(*again) == text
    assert not any(game.errors for game in games)


def test_hexgui__a_tree_with_a_swap() -> None:
    (game,) = fixture("hexgui.sgf")
    # c2 becomes b3, which is our b5 on seven rows.
    assert moves(game) == "b5 swap d4 e5 d3 c3"
    assert game[0].comment == "Asks [for] it"
    assert game[0][0].comment == f"taken:: of course {mirror_note('b5', 7)}"
    assert game[0][0][0].marks == {"!"} and game[0][0][0].comment == "[%sgf LB=d4%3A1]"
    better = game[0][0][0][0][1]
    assert better.starting_comment == "Better:" and better.marks == {"!?"}
    assert [str(node.move) for node in better.variations] == ["c3", "d5"]
    assert game.comment == "A short one." and game.headers["Event"] == "Club evening"


def test_tournament__a_swap_of_sides_with_clocks() -> None:
    (game,) = fixture("tournament.sgf")
    assert moves(game) == "b9 d5 f6 e4"
    assert (game.headers["Black"], game.headers["White"]) == ("Hexy", "Queenbee")
    assert [node.clock() for node in game.mainline()] == [0, 36, 43, None]


WORDS = ("good", "a]b", "c\\", ":", "[%eval 0.500]", "(;B[a1])", "ü", "new\nline", "{x}", "  two")
TAGS = ("Black", "White", "Event", "Site", "Round", "Date", "Annotator", "Opening", "SgfGN")


def random_game(rng: random.Random) -> Game:
    """A game with variations and all that may be said in it."""
    size = rng.choice([3, 4, 5, 13, 19])
    pie = rng.random() < 0.8
    if rng.random() < 0.2:
        board = Board("square-grid-hex", size=size, pie=pie)
        for _ in range(rng.randrange(5)):
            if not board.is_game_over():
                board.push(rng.choice(list(board.legal_moves)))
        game = Game("square-grid-hex", fen=board.fen())
    else:
        game = Game("square-grid-hex", size=size, pie=pie)
    game.comment = " ".join(rng.sample(WORDS, rng.randrange(3)))
    for tag in rng.sample(TAGS, rng.randrange(len(TAGS))):
        game.headers[tag] = " ".join(rng.sample(WORDS, rng.randrange(3)))
    nodes: list[GameNode] = [game]
    has_stones = bool(game.board().pieces())
    for _ in range(rng.randrange(25)):
        node = rng.choice(nodes) if rng.random() < 0.3 else nodes[-1]
        choices = [str(move) for move in node.board().legal_moves]
        # Twins of bare first moves would be one after reading.
        choices = [c for c in choices if node.parent is not None or not node.has_variation(c)]
        if has_stones:
            choices = [c for c in choices if c != "swap"]
        elif "swap" in choices and rng.random() < 0.4:
            choices = ["swap"]
        if not choices:
            continue
        child = node.add_variation(rng.choice(choices))
        if rng.random() < 0.3:
            child.comment = " ".join(rng.sample(WORDS, rng.randrange(3)))
        if rng.random() < 0.2:
            child.set_clock(rng.randrange(10**7) / 1000)
        if rng.random() < 0.2:
            child.marks = set(
                rng.sample(["!", "?", "!!", "??", "!?", "?!", "$14"], rng.randrange(3))
            )
        if child.starts_variation() and rng.random() < 0.3:
            child.starting_comment = rng.choice(WORDS)
        nodes.append(child)
    outcome = game.end().board().outcome()
    if outcome is not None:
        game.headers["Result"] = outcome.result()
        game.headers["Termination"] = outcome.termination.value
    elif rng.random() < 0.5:
        game.headers["Result"] = rng.choice(["1-0", "0-1"])
        if rng.random() < 0.7:
            game.headers["Termination"] = rng.choice(["resignation", "time", "forfeit", "crash"])
    return game


def test_round_trip__of_random_games_of_ours() -> None:
    swaps = 0
    for seed in range(400):
        game = random_game(random.Random(seed))
        text = write(game)
        again = read_one(text)
        assert not again.errors, (seed, text)
        assert told(again) == told(game), (seed, text)
        assert write(again) == text
        swaps += "swap-pieces" in text
    assert swaps > 50


def test_round_trip__of_random_files() -> None:
    """A file, our record, a file, our record: the moves of the files are the same."""
    for seed in range(200):
        text = write(random_game(random.Random(seed)))
        # Without the remark on a swap it is as Hex programs write it.
        bare = re.sub(r" ?Square Grid Hex swaps [a-z0-9: ]*there\.", "", text).replace("C[]", "")
        games = read(bare)
        assert [told(game) for game in read(write(*games))] == [told(game) for game in games]
        assert one_line(write(*games)) == one_line(bare), seed


# --- Junk ----------------------------------------------------------------------------------------

PIECES = [
    *("(", ")", ";", "[", "]", "\\", "\n", ":", "(;", ";B", ";W", "[a1]", "[b2]", "[c3]", "[]"),
    *("[swap]", "[swap-pieces]", "[swap-sides]", "[resign]", "[pass]", "GM[11]", "SZ[5]", "SZ[]"),
    *("AB[a1]", "AW[b1:c2]", "PL[W]", "C[x]", "BL[1]", "BL[x]", "TE[1]", "TE[9]", "LB[a1:x]"),
    *("QMARK[$1]", "QMARK[x]", "QTAG[Result:7]", "QTAG[FEN:x]", "QTAG[a]", "RE[B+]", "RE[x]"),
    *("DT[x]", "CA[x]", "AP[HexGui:0.9]", "SO[littlegolem]", "é", "\x00", "\ud800"),
]


def survives(text: str) -> None:
    """Only RecordError may come out, and what was read can be written."""
    caught: RecordError | None = None
    try:
        for game in read(text):
            if "Game" in game.headers:
                assert not read_one(write(game)).errors
    except RecordError as error:
        caught = error
    assert caught is None or (caught.line is not None and caught.line >= 1)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text(alphabet="()[];\\:BWCab12 \n", max_size=60))
def test_junk__of_signs(text: str) -> None:
    survives(text)
    survives(f"(;GM[11]SZ[5];B[c2]{text})")


@settings(max_examples=700, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_junk__of_pieces(pieces: list[str]) -> None:
    survives("(;GM[11]SZ[5]" + "".join(pieces) + ")")
    survives("".join(pieces))


def test_junk__of_damaged_files() -> None:
    rng = random.Random(7)
    texts = [path.read_text(encoding="utf-8") for path in FIXTURES.glob("*.*sgf")]
    for _ in range(600):
        text = list(rng.choice(texts))
        for _ in range(rng.randrange(1, 6)):
            place = rng.randrange(len(text))
            text[place : place + rng.randrange(4)] = rng.choice(["", "[", "]", "(", ")", ";", "x"])
        survives("".join(text))
