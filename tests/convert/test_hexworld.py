"""Links to HexWorld: their moves, both swaps, what is left out and said so, and what is refused."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import Board, Side
from quincunx.convert import hex_swaps, sgf
from quincunx.convert.formats import Hints
from quincunx.convert.hexworld import FORMAT
from quincunx.errors import RecordError
from quincunx.record import Game, GameNode

FIXTURE = Path(__file__).parent / "fixtures" / "links.hexworld"
SITE = "https://hexworld.org/board/#"
SIZES = range(3, 20)


def read(text: str, hints: Hints | None = None) -> list[Game]:
    return list(FORMAT.read(io.StringIO(text), hints or Hints()))


def read_one(text: str, hints: Hints | None = None) -> Game:
    (game,) = read(text, hints)
    return game


def write(*games: Game) -> list[str]:
    stream = io.StringIO()
    FORMAT.write(games, stream)
    return stream.getvalue().splitlines()


def moves(game: Game) -> str:
    return " ".join(move.text for move in game.mainline_moves())


# --- Reading -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [5, 13])
def test_cells__rows_are_counted_from_the_other_edge(size: int) -> None:
    for column in "abcdefghijklm"[:size]:
        for row in range(1, size + 1):
            game = read_one(f"#{size},{column}{row}")
            assert moves(game) == f"{column}{size + 1 - row}" and not game.errors
            assert write(game) == [f"{SITE}{size},{column}{row}"]


@pytest.mark.parametrize(
    "link",
    [
        "https://hexworld.org/board/#5,c2d4",
        "http://www.hexworld.org/board/index.html#5,c2d4",
        "hexworld.org/board#5,c2d4",
        "#5,c2d4",
        "5,c2d4",
        "  #5x5,c2d4 ",
        "#5%2Cc2d4",
    ],
)
def test_links__with_or_without_the_site(link: str) -> None:
    game = read_one(link)
    assert moves(game) == "c4 d2" and dict(game.headers) == {
        "Game": "Square Grid Hex",
        "Size": "5",
        "Result": "*",
    }


def test_links__without_a_size_are_of_eleven_rows_or_what_is_said() -> None:
    assert read_one("#,a1").headers["Size"] == "11"
    assert read_one("hexworld.org/board/#").headers["Size"] == "11"
    assert read_one("#,a1", Hints(size=7)).headers["Size"] == "7"
    assert read_one("#5,a1", Hints(size=7)).headers["Size"] == "5"


def test_swap__is_mirrored_and_says_so() -> None:
    # In Hex c2 becomes b3; on five rows those are our c4 and b3.
    game = read_one("#5,c2:sd4a5")
    assert moves(game) == "b3 swap d2 a1"
    assert game.end().board().fen() == "5/5/1W3/3B1/W4 b pie"
    assert game[0][0].comment == (
        "Swapped with the mirror image, as in Hex: the first stone was on c4 and became white on"
        " b3."
    )
    assert write(game) == [f"{SITE}5,c2:sd4a5"]
    # On thirteen rows k3 becomes c11: our k11 and c3.
    assert moves(read_one("#13,k3:sg7")) == "c3 swap g7"


def test_swap_of_sides__is_no_move_and_white_goes_on() -> None:
    game = read_one("#5,c2:Sd4a5")
    assert moves(game) == "c4 d2 a1" and not game.errors
    assert game.end().board().fen() == "5/2B2/5/3W1/B4 w pie"
    assert game.headers["HexSwap"] == "swap-sides" and game[0].comment == hex_swaps.SIDES_NOTE
    assert write(game) == [f"{SITE}5,c2:Sd4a5"]
    assert write(read_one("#5,c2:S")) == [f"{SITE}5,c2:S"]


@pytest.mark.parametrize(
    ("word", "result", "how"),
    [
        (":rb", "0-1", "resignation"),
        (":rw", "1-0", "resignation"),
        (":fb", "0-1", "forfeit"),
        (":fw", "1-0", "forfeit"),
    ],
)
def test_endings__by_resignation_and_forfeit(word: str, result: str, how: str) -> None:
    game = read_one(f"#5,a1b2{word}")
    assert (game.headers["Result"], game.headers["Termination"]) == (result, how)
    assert write(game) == [f"{SITE}5,a1b2{word}"]


def test_endings__by_a_chain() -> None:
    game = read_one("#3,b1a1b2a2b3")
    assert (game.headers["Result"], game.headers["Termination"]) == ("1-0", "connection")
    assert write(game) == [f"{SITE}3,b1a1b2a2b3"]
    assert not read_one("#3,b1a1b2a2b3:rw").errors
    (error,) = read_one("#3,b1a1b2a2b3:rb").errors
    assert error.message == ":rb, but by the moves it is 1-0"


def test_view_and_cursor__are_kept() -> None:
    game = read_one("#5r9mnc1,c2:sd4,a5:rw")
    assert moves(game) == "b3 swap d2 a1" and game.headers["Result"] == "1-0"
    assert game.headers["HexWorldView"] == "r9mnc1" and game.headers["HexWorldCursor"] == "3"
    assert write(game) == [f"{SITE}5r9mnc1,c2:sd4,a5:rw"]
    assert write(read_one("#5,,a1b2")) == [f"{SITE}5,,a1b2"]
    assert write(read_one("#5,a1b2,")) == [f"{SITE}5,a1b2"]
    assert "HexWorldCursor" not in read_one("#5,a1b2,").headers
    assert write(read_one("#7")) == [f"{SITE}7"]


def test_files__one_link_a_line_and_remarks() -> None:
    with FIXTURE.open(encoding="utf-8") as stream:
        games = list(FORMAT.read(stream, Hints()))
    assert [moves(game) for game in games] == ["b3 swap d2 a5 b5", "a11 b10", "c6 d4 e5", "a11"]
    assert [game.headers["Size"] for game in games] == ["5", "13", "7", "11"]
    assert [line.removeprefix(SITE) for line in write(*games)] == [
        "5r9nc1,c2:sd4a1,b1:rw",
        "13c1,a3b4",
        "7,c2:Sd4e3",
        "11,a1",
    ]


# --- Refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "there is no link in this file"),
        ("; only a remark\n", 1, "there is no link in this file"),
        ("\nhello", 2, "'hello' is no link to a board of HexWorld"),
        ("https://example.org/board/#5,a1", 1, "'https://example.org/board/#5,a1' is no link"),
        ("#7x5,a1", 1, "7x5: the board is not square"),
        ("#2,a1", 1, "Square Grid Hex is not offered in size 2"),
        ("#20,a1", 1, "Square Grid Hex is not offered in size 20"),
        ("#5!,a1", 1, "'5!' is no size and no view of a board"),
        ("#5,a1,b2,c3", 1, "the link has more than two commas"),
    ],
)
def test_refused__as_a_whole(text: str, line: int, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert caught.value.line == line and caught.value.message.startswith(message)


@pytest.mark.parametrize(
    ("played", "kept", "message"),
    [
        ("a1:pb2", "a5", ":p: nobody may pass (Square Grid Hex, STONE PLACEMENT)"),
        ("a1a1", "a5", "a1: a5 is occupied"),
        ("a1f1", "a5", "f1 is no cell of this board, which has a1 to e5"),
        ("a1a6", "a5", "a6 is no cell of this board"),
        ("f1:s", "", "f1 is no cell of this board"),
        ("a1b1:s", "a5 b5", ":s: only White's first move may swap (Square Grid Hex, PIE RULE)"),
        (":sa1", "", ":s: only White's first move may swap"),
        ("a1b1:S", "a5 b5", ":S: only White's first move may swap"),
        ("c2:S:S", "c4", ":S: the players have exchanged colours before"),
        ("c2:s:s", "b3 swap", ":s: only White's first move may swap"),
        ("c2:S:s", "c4", ":s: only White's first move may swap"),
        ("a1:rbb1", "a5", "b1 comes after :rb"),
        ("a1:xb1", "a5", "':xb1' begins with no move"),
        ("a1b0", "a5", "'b0' begins with no move"),
        ("a1aa1", "a5", "'aa1' begins with no move"),
        ("a1b111", "a5", "'b111' begins with no move"),
        ("a1A2", "a5", "'A2' begins with no move"),
    ],
)
def test_refused__moves_that_cannot_be_told(played: str, kept: str, message: str) -> None:
    game = read("#5\n" + f"#5,{played}")[1]
    (error,) = game.errors
    assert error.line == 2 and error.message.startswith(message)
    assert moves(game) == kept


def test_refused__among_other_links_becomes_a_game_without_moves() -> None:
    games = read("#5,a1\nhello\n#5,b1")
    assert [moves(game) for game in games] == ["a5", "", "b5"]
    assert [str(error) for error in games[1].errors] == [
        "line 2: 'hello' is no link to a board of HexWorld"
    ]


def test_refused__another_game_and_swaps_without_the_pie_rule() -> None:
    with pytest.raises(RecordError, match="links are read as Square Grid Hex, not as hadron"):
        read("#5,a1", Hints(game="hadron"))
    for word in (":s", ":S"):
        game = read_one(f"#5,c2{word}d4", Hints(pie=False))
        assert moves(game) == "c4" and len(game.errors) == 1
    assert read_one("#5,c2", Hints(pie=False)).headers["FEN"] == "5/5/5/5/5 b no-pie"


def test_refused__to_be_written() -> None:
    set_up = Game("square-grid-hex", fen="5/5/2B2/5/5 w pie")
    wrong = read_one("#3,b1a1b2a2b3")
    wrong.headers["Result"] = "0-1"
    unfit = read_one("#5,c2:sd4")
    unfit.headers["HexSwap"] = "swap-sides"
    view = read_one("#5,a1")
    view.headers["HexWorldView"] = "r9,"
    illegal = read_one("#5,a1")
    illegal[0].variations.append(GameNode(illegal[0], illegal[0].move))
    for game, message in (
        (Game(), "which game?"),
        (Game("hadron"), "this is Hadron; links are of Square Grid Hex"),
        (set_up, "a link cannot tell a position that is set up: 5/5/2B2/5/5 w pie"),
        (wrong, "the result is 0-1, but by the moves it is 1-0"),
        (unfit, "HexSwap says 'swap-sides', which does not fit the moves"),
        (view, "HexWorldView is 'r9,'"),
        (illegal, "a5"),
    ):
        with pytest.raises(RecordError) as caught:
            write(Game("square-grid-hex"), game)
        assert caught.value.message.startswith(message) and caught.value.line == 2


# --- Writing -------------------------------------------------------------------------------------


def test_left_out__is_said_before_the_link() -> None:
    game = Game("square-grid-hex", size=5)
    game.headers.update({"Black": "Ada", "Result": "1-0", "Termination": "time"})
    game.comment = "a game"
    first = game.add_variation("c4", comment="why not", marks={"!", "$14"})
    first.add_variation("d2")
    first.add_variation("e2")
    game.add_variation("a1")
    assert write(game) == [
        "; left out: Result '1-0', Black 'Ada', Termination 'time', 2 comments, 2 marks,"
        " 2 variations",
        f"{SITE}5,c2d4",
    ]
    # Remarks are passed over.
    assert moves(read_one("\n".join(write(game)))) == "c4 d2"


def test_left_out__is_nothing_of_a_plain_game() -> None:
    game = Game("square-grid-hex", size=5)
    game.add_line(["c4", "d2"])
    assert write(game) == [f"{SITE}5,c2d4"]


def test_left_out__the_pie_rule_and_lines_in_tags() -> None:
    game = Game("square-grid-hex", size=5, pie=False)
    game.headers["Event"] = "two\nlines"
    assert write(game) == [
        "; left out: FEN '5/5/5/5/5 b no-pie', Event 'two\\nlines'",
        f"{SITE}5",
    ]


def test_swap__of_ours_is_mirrored_for_hexworld_and_a_remark_says_so() -> None:
    game = Game("square-grid-hex", size=5)
    game.add_line(["b3", "swap", "d2"])
    assert write(game) == [
        "; HexWorld's swap mirrors the first stone; it was on b3 and stayed there",
        f"{SITE}5,c2:sd4",
    ]


def test_sgf__and_links_agree() -> None:
    for link in ("#5,c2:sd4a1:rw", "#5,c2:Sd4a1:fb", "#13,k3b4", "#3,b1a1b2a2b3"):
        game = read_one(link)
        stream = io.StringIO()
        sgf.FORMAT.write([game], stream)
        stream.seek(0)
        (again,) = sgf.FORMAT.read(stream, Hints())
        assert write(again) == [f"{SITE}{link[1:]}"]


def random_link(rng: random.Random) -> str:
    """A link as HexWorld would make it, by its own board of stones."""
    size = rng.choice(SIZES)
    cells = [f"{chr(ord('a') + x)}{y + 1}" for x in range(size) for y in range(size)]
    rng.shuffle(cells)
    words = cells[: rng.randrange(min(12, size * 2 - 1))]
    swap = rng.choice([":s", ":S", "", ""])
    if words and swap:
        first = words[0]
        mirror = f"{chr(ord('a') + int(first[1:]) - 1)}{ord(first[0]) - ord('a') + 1}"
        rest = [w for w in words[1:] if swap == ":S" or w != mirror]
        words = [first, swap, *rest]
    words += rng.choice([[], [":rb"], [":fw"]])
    view = rng.choice(["", "r9", "r1n", "mc1", "nc1"])
    cursor = rng.randrange(len(words) + 1)
    parts = "".join(words[:cursor]), "".join(words[cursor:])
    return f"{SITE}{size}{view},{','.join(parts)}".rstrip(",")


def test_round_trip__of_random_links() -> None:
    for seed in range(500):
        link = random_link(random.Random(seed))
        game = read_one(link)
        if not game.end().board().is_game_over():
            assert not game.errors, link
            assert write(game) == [link]


def test_round_trip__of_random_games_of_ours() -> None:
    rng = random.Random(5)
    for _ in range(200):
        board = Board("square-grid-hex", size=rng.choice(SIZES))
        for _ in range(rng.randrange(30)):
            if not board.is_game_over():
                swap = [m for m in board.legal_moves if m.text == "swap" and rng.random() < 0.5]
                board.push(rng.choice(swap or list(board.legal_moves)))
        game = read_one("\n".join(write(Game.from_board(board))))
        assert game.end().board() == board
        assert game.headers["Result"] == board.result()
        assert [str(move) for move in board.move_stack] == moves(game).split()


def test_looks() -> None:
    assert FORMAT.looks(f"{SITE}5,a1") and FORMAT.looks("; mine\nhexworld.org/board/#5")
    assert not FORMAT.looks("(;GM[11])") and not FORMAT.looks("a1 b2")
    assert FORMAT.name == "hexworld"


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.text(alphabet="#0123459xabcersSpfw:,;%\n ", max_size=40), st.booleans())
def test_junk(text: str, has_start: bool) -> None:
    try:
        games = read(f"#5,c2{text}" if has_start else text)
    except RecordError:
        return
    for game in games:
        if "Game" in game.headers:
            again = read_one(write(game)[-1])
            assert moves(again) == moves(game)
            assert again.end().board().turn in Side
