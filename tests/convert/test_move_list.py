"""Plain lists of moves, one game a line."""

import io
import random
from typing import Any

import pytest

from quincunx import GAMES, Board, RecordError
from quincunx.convert.formats import Hints
from quincunx.convert.move_list import FORMAT
from quincunx.record import Game
from quincunx.testing import random_game

#: Boards of every game, the smallest and the usual one among them.
BOARDS = [
    (game.id, size, pie)
    for game in GAMES
    for size in sorted({game.sizes[0], game.sizes[len(game.sizes) // 2], game.default_size})
    for pie in ((None, False) if game.has_pie_rule else (None,))
]


def games(text: str, **hints: Any) -> list[Game]:
    return list(FORMAT.read(io.StringIO(text), Hints(**hints)))


def one(text: str, **hints: Any) -> Game:
    [game] = games(text, **hints)
    return game


def written(*given: Game) -> str:
    stream = io.StringIO()
    FORMAT.write(given, stream)
    return stream.getvalue()


def texts(game: Game) -> list[str]:
    return [move.text for move in game.mainline_moves()]


def fens(game: Game) -> list[str]:
    return [node.board().fen() for node in (game, *game.mainline())]


# --- Reading -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "hadron 3: a1 c2 a3",
        "hadron 3: a1 c2 a3 1-0",
        "  Hadron 3 :a1,c2,a3,1-0  ",
        "HADRON 3:\ta1 ,  c2,\ta3",
        "hadron 3: 1. a1 2. c2 3. a3",
        "hadron 3: 1. a1 c2 2. a3 1-0",
        "hadron 3: 1) a1, 2) c2, 3) a3",
        "hadron 3: 1.a1 1...c2 2.a3",
    ],
)
def test_line__a_game_may_be_typed_in_many_ways(text: str) -> None:
    game = one(text)
    assert texts(game) == ["a1", "c2", "a3"] and not game.errors
    assert dict(game.headers) == {
        "Game": "Hadron",
        "Size": "3",
        "Result": "1-0",
        "Termination": "no placement",
    }
    assert game.end().board().fen() == "R2/2B/R2 b"


def test_line__blank_lines_and_remarks_are_skipped_and_lines_counted() -> None:
    text = "\ufeff# two games\n\nhadron 5: c3\n   # one more\r\n\r\ncordon 2: b2 *\n"
    first, second = games(text)
    assert (texts(first), first.headers["Game"], first.headers["Size"]) == (["c3"], "Hadron", "5")
    assert (texts(second), second.headers["Game"], second.headers["Size"]) == (
        ["b2"],
        "Cordon",
        "2",
    )
    assert games("") == [] and games("# nothing\n") == []


def test_head__tells_the_pie_rule() -> None:
    with_pie, without = games("square-grid-hex 5: c3 swap\nSquare Grid Hex 5 no-pie: c3 swap\n")
    assert texts(with_pie) == ["c3", "swap"] and not with_pie.errors
    assert texts(without) == ["c3"] and "swap" in without.errors[0].message
    assert without.headers["FEN"] == "5/5/5/5/5 b no-pie"
    # What is said of the file does not change what its lines say.
    assert texts(one("square-grid-hex 5: c3 swap", pie=False)) == ["c3", "swap"]
    assert texts(one("square-grid-hex 5 pie: c3 swap", pie=False)) == ["c3", "swap"]


def test_hints__tell_what_the_line_does_not() -> None:
    game = one("c3 d4", game="hadron", size=7)
    assert game.headers["Size"] == "7" and texts(game) == ["c3", "d4"]
    assert one("c3", game="square-grid-hex", size=5, pie=False).headers["FEN"].endswith("no-pie")
    assert one("hadron: c3", size=9).headers["Size"] == "9"
    assert one("hadron: c3", game="cordon", size=9).headers["Size"] == "5"
    assert one("hadron: c3").headers["Size"] == "5"


@pytest.mark.parametrize(
    ("text", "hints", "line", "column", "reason"),
    [
        ("\nc3 d4", {}, 2, 1, "these moves may be of any game: say which (--kind, --size)"),
        ("c3", {"game": "chess"}, 1, 1, "no game is called 'chess'"),
        ("c3", {"game": "hadron", "size": 4}, 1, 1, "Hadron is not offered in size 4"),
        ("#\n  chess 8: e4", {}, 2, 3, "no game is called 'chess'"),
        ("hadron 6: c3", {}, 1, 1, "Hadron is not offered in size 6"),
        ("hadron 5 no-pie: c3", {}, 1, 1, "pie=False: Hadron has no pie rule"),
        ("hadron: c3", {"game": "chess"}, 1, 1, "no game is called 'chess'"),
        (": c3", {}, 1, 1, "no game is called ''"),
    ],
)
def test_start__that_is_not_told_is_refused(
    text: str, hints: dict[str, Any], line: int, column: int, reason: str
) -> None:
    with pytest.raises(RecordError) as caught:
        games(text, **hints)
    assert reason in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "kept", "column", "reason"),
    [
        ("hadron 3: a1 a2 c3", 1, 14, "a2 touches 1 red and 0 blue"),
        ("hadron 3: 1. a1 2.a2", 1, 19, "a2 touches 1 red and 0 blue"),
        ("hadron 3: a1,z9", 1, 14, "z9: not a move of Hadron"),
        ("hadron 3: a1 2 c2", 1, 14, "2: not a move of Hadron"),
        ("hadron 3: a1 c2 a3 b2", 3, 20, "the game is over"),
        ("hadron 3: a1 * c2", 1, 16, "'c2' comes after the result *"),
        ("hadron 3: a1 c2 a3 0-1", 3, 20, "the result is given as 0-1, but by the rules it is 1-0"),
        ("hadron 3: é1", 0, 11, "only plain letters"),
    ],
)
def test_fault__keeps_the_moves_before_it_and_has_a_place(
    text: str, kept: int, column: int, reason: str
) -> None:
    game, after = games(f"\n{text}\nhadron 3: b2")
    [error] = game.errors
    assert reason in error.message and (error.line, error.column) == (2, column)
    assert len(texts(game)) == kept
    assert texts(after) == ["b2"] and not after.errors


def test_result__may_be_what_no_rule_says() -> None:
    game = one("hadron 5: c3 0-1")
    assert game.headers["Result"] == "0-1" and "Termination" not in game.headers
    assert one("quadrature 11: c3-c4 1/2-1/2").headers["Result"] == "1/2-1/2"
    assert one("hadron 5:").headers["Result"] == "*"


# --- Writing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "size", "pie"), BOARDS)
def test_round_trip__keeps_every_position_and_the_result(
    game: str, size: int, pie: bool | None
) -> None:
    rng = random.Random(f"{game} {size}")
    given = [
        Game.from_board(random_game(Board(game, size=size, pie=pie), rng, plies))
        for plies in (None, None, 0, 1, 5)
    ]
    given[3].headers["Result"] = "0-1"
    text = written(*given)
    assert text.count("\n") == len(given) and FORMAT.looks(text)
    # The line says all, whatever is said of the file.
    read = games(text, game="cordon", size=3, pie=True)
    assert [fens(each) for each in read] == [fens(each) for each in given]
    assert [dict(each.headers) for each in read] == [dict(each.headers) for each in given]
    assert not any(each.errors for each in read)


def test_write__has_a_head_the_moves_and_the_result() -> None:
    board = Board("square-grid-hex", size=11, pie=False)
    for move in ("f6", "g7"):
        board.push_text(move)
    game = Game.from_board(board)
    game.headers["Black"] = "Ada"
    game.variations[0].comment = "What has no place is left out."
    assert written(game) == "square-grid-hex 11 no-pie: f6 g7 *\n"
    assert written(Game("hadron", size=3)) == "hadron 3: *\n"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda game: game.headers.update({"FEN": "3/1R1/3 b"}), "set-up position"),
        (lambda game: game.add_variation("b2"), "it has variations"),
        (lambda game: game.headers.update({"Result": "0-1"}), "the moves say 1-0"),
        (lambda game: game.headers.update({"Game": "Chess"}), "no game is called 'Chess'"),
        (lambda game: game.headers.update({"Game": "Quadrature", "Size": "11"}), "a1"),
    ],
)
def test_write__refuses_what_a_list_cannot_tell(change: Any, reason: str) -> None:
    good, game = (one("hadron 3: a1 c2 a3") for _ in range(2))
    change(game)
    with pytest.raises(RecordError) as caught:
        written(good, game)
    assert caught.value.message.startswith("game 2: ") and reason in caught.value.message
    assert caught.value.line is None


# --- What it is, and is not ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "# games\n\nblast-radius 6: a1 b3",
        "Square Grid Hex 11 no-pie: f6",
        "c3 d4 e5",
        "1. c3 2. d4 *",
        "c3-d4, c9-c8, 1/2-1/2",
        "f6 swap",
    ],
)
def test_looks__knows_lists(text: str) -> None:
    assert FORMAT.looks(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# only this",
        '[Game "Hadron"]\n\n1. c3 *',
        '{"type": "match"}',
        "(;GM[11]SZ[11];B[a1])",
        "1. e4 e5 2. Nf3",
        "chess 8: e4 e5",
        "Dear reader: this is a letter",
        "1\ta1\t2\tc3",
    ],
)
def test_looks__claims_nothing_else(text: str) -> None:
    assert not FORMAT.looks(text)


def test_fuzz__only_record_errors_come_out() -> None:
    rng = random.Random(7)
    words = [
        *("hadron 5:", "cordon:", "blast-radius 3:", "square-grid-hex 5 no-pie:", "chess:", ":"),
        *("a1", "c3", "b2", "c3-d4", "swap", "1.", "2)", "3.c3", "1-0", "*", "1/2-1/2", ",", "#"),
        *("\n", "\r\n", "\t", "é", "\x00", "\u2028", "999", "-", "a99", "\ud800", "٣"),
    ]
    read = refused = 0
    for _ in range(4_000):
        text = "".join(rng.choice(words) + rng.choice(("", " ")) for _ in range(rng.randint(1, 12)))
        hints = rng.choice(({}, {"game": "hadron"}, {"game": "cordon", "size": 3}))
        try:
            read += len([game.headers["Result"] for game in games(text, **hints)])
        except RecordError as error:
            refused += bool(error.line and error.column)
    assert read > 500 and refused > 500


def test_bytes__that_are_no_text_are_refused() -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"hadron 3: a1\n\xff\n"), encoding="utf-8")
    with pytest.raises(RecordError, match="not a text in UTF-8"):
        list(FORMAT.read(stream, Hints()))
