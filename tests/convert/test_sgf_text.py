"""SGF of Hex: what is refused, the text itself, round trips, and junk."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import Board
from quincunx.convert.formats import Hints
from quincunx.convert.hex_swaps import mirror_note
from quincunx.convert.sgf import FORMAT
from quincunx.errors import RecordError
from quincunx.record import Game, GameNode
from tests.convert.hex_boards import cells, name
from tests.convert.sgf_files import (
    FIXTURES,
    faults,
    fixture,
    moves,
    one_line,
    read,
    read_one,
    told,
    write,
)

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
