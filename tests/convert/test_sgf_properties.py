"""SGF of Hex: what is said of games and moves, and positions that are set up."""

from __future__ import annotations

import re

import pytest

from quincunx.convert.formats import Hints
from quincunx.record import Game
from tests.convert.sgf_files import fixture, moves, read_one, told, write

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
