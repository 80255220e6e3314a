"""SGF of Hex: coordinates, and both swaps told apart."""

from __future__ import annotations

import random

import pytest

from quincunx import Side
from quincunx.convert.formats import Hints
from quincunx.convert.hex_swaps import SIDES_NOTE, mirrored
from quincunx.record import Game
from tests.convert.hex_boards import Cell, cells, has_won, name, seen_by_hex
from tests.convert.sgf_files import faults, fixture, moves, one_line, read_one, told, write

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
