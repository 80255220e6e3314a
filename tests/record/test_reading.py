"""What is wrong with a record is said with its place, and the next game is read all the same."""

from __future__ import annotations

import fileinput
import io
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quincunx import RecordError, Side, record
from quincunx.record import Game, reading
from quincunx.record.stats import Stats

GOOD = '[Game "Hadron"]\n[Size "5"]\n[Result "*"]\n\n1. c3 2. d4 *\n'


def read(text: str) -> Game:
    game = record.read_game(io.StringIO(text))
    assert game is not None
    return game


def moves(game: Game) -> list[str]:
    return [move.text for move in game.mainline_moves()]


def hadron(movetext: str, tags: str = "") -> Game:
    """A game whose moves begin in line 4 (without further tags)."""
    return read(f'[Game "Hadron"]\n[Size "5"]\n{tags}\n{movetext}\n')


# --- What is read --------------------------------------------------------------------------------


def test_reading__tags_moves_marks_comments_variations() -> None:
    game = hadron(
        "{before} 1. c3! {one} {two} (1. a1 {other} 2.b3?! $7 (2. e5)) (\n{first}1... e1)\n"
        "d4 ; to the end of the line\n3. b4!? *",
        '[Red "someone"]\n[Unknown "kept \\"so\\" \\\\ \\n"]\n',
    )
    assert game.errors == []
    assert game.headers.player(Side.FIRST) == "someone"
    assert game.headers["Unknown"] == 'kept "so" \\ \n'
    assert game.comment == "before"
    assert moves(game) == ["c3", "d4", "b4"]
    main, other, third = game.variations
    assert (main.marks, main.comment) == ({"!"}, "one two")
    assert (str(other.move), other.comment) == ("a1", "other")
    assert [(str(n.move), n.marks) for n in other.variations] == [
        ("b3", {"?!", "$7"}),
        ("e5", set()),
    ]
    assert (str(third.move), third.starting_comment) == ("e1", "first")
    assert main.variations[0].comment == "to the end of the line"


def test_reading__the_default_size_is_taken_where_none_is_said() -> None:
    assert read('[Game "square-grid-hex"]\n\n1. a1 *').board().size == 13


def test_reading__a_game_ends_at_its_result_and_needs_no_empty_line() -> None:
    file = io.StringIO(GOOD + GOOD.strip() + "\n" + GOOD)
    assert [moves(game) for game in record.read_games(file)] == [["c3", "d4"]] * 3


@pytest.mark.parametrize(
    "said", ["1-0", "a line\nthat ends with 1-0\nin its middle", "\n\n *\n", "\\} 1-0\n"]
)
def test_reading__a_result_within_a_comment_ends_nothing(said: str) -> None:
    game = hadron(f"1. c3 {{{said}}} 2. d4 *")
    assert game.errors == [] and moves(game) == ["c3", "d4"]


def test_reading__a_result_behind_a_semicolon_ends_nothing() -> None:
    assert moves(hadron("1. c3 ; he thought of 1-0\n2. d4 ; { *\n3. b4 *")) == ["c3", "d4", "b4"]


def test_reading__every_result() -> None:
    for result in record.RESULTS:
        assert hadron(f"1. c3 {result}").headers["Result"] == result
    assert hadron("*").headers["Result"] == "*"


def test_reading__an_empty_file_has_no_game() -> None:
    for text in ("", "\n\n  \n", "\ufeff"):
        assert record.read_game(io.StringIO(text)) is None
        assert list(record.scan_headers(io.StringIO(text))) == []
        assert not record.skip_game(io.StringIO(text))


# --- Faults --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("movetext", "place", "text", "reason", "kept"),
    [
        ("1. c3 2. c4 *", (4, 10), "c4", "PLACEMENT RULE", ["c3"]),
        ("1. c3\n2. d4\n  3. zz *", (6, 6), "zz", "", ["c3", "d4"]),
        ("1. c3 {é} 2. c4 *", (4, 14), "c4", "PLACEMENT RULE", ["c3"]),
        ("1. c3 3. d4 *", (4, 7), "3.", "the next move is number 2", ["c3"]),
        ("1. c3 2 d4 *", (4, 7), "2", "neither a number with its dot nor a result", ["c3"]),
        ("1. c3 (2. d4) *", (4, 8), "2.", "the next move is number 1", ["c3"]),
        ("1. c3 (1. d4", (4, 7), "(", "this variation is not closed", ["c3"]),
        ("1. c3 (1. d4 *", (4, 7), "(", "this variation is not closed", ["c3"]),
        ("1. c3 () 2. d4 *", (4, 7), "(", "this variation has no move", ["c3"]),
        ("(1. c3) *", (4, 1), "(", "a variation belongs behind the move", []),
        ("1. c3 ((1. d4)) *", (4, 8), "(", "a variation belongs behind the move", ["c3"]),
        ("1. c3) *", (4, 6), ")", "no variation is open here", ["c3"]),
        ("1. c3 {never closed *", (4, 7), "{", "this comment is not closed", ["c3"]),
        ("1. c3 !!! *", (4, 7), "!!!", "no mark", ["c3"]),
        ("! 1. c3 *", (4, 1), "!", "a mark belongs behind a move", []),
        ("1. c3 $ *", (4, 7), "$", "a number belongs behind $", ["c3"]),
        ("1. c3 <b> *", (4, 7), "<b>", "neither a move nor", ["c3"]),
        ("1. c3", (4, 6), "", "the game has no result at its end", ["c3"]),
        ("1. c3 1-0 2. d4", (4, 11), "2.", "something stands behind it", ["c3"]),
        ("1. c3 * *", (4, 9), "*", "something stands behind it", ["c3"]),
    ],
)
def test_faults__have_line_column_text_and_reason(
    movetext: str, place: tuple[int, int], text: str, reason: str, kept: list[str]
) -> None:
    game = hadron(movetext)
    (error,) = game.errors
    assert isinstance(error, RecordError)
    assert ((error.line, error.column), error.text) == (place, text)
    assert reason in error.message
    assert moves(game) == kept
    assert str(error).startswith(f"line {place[0]}, column {place[1]}: ")


def test_faults__an_illegal_move_is_explained_with_the_position() -> None:
    assert str(hadron("1. c3 2. c4 *").errors[0]) == (
        "line 4, column 10: c4: c4 touches 1 red and 0 blue; Hadron's PLACEMENT RULE allows none,"
        " one of each or two of each in 5/5/2R2/5/5 b"
    )


@pytest.mark.parametrize(
    ("tags", "place", "reason"),
    [
        ('[Game "Chess"]', (1, 7), "no game is called 'Chess'"),
        ('[Event "x"]', (1, 1), "which game?"),
        ('[Game "Hadron"]\n[Size "4"]', (2, 7), "not offered in size 4"),
        ('[Game "Hadron"]\n[Size "five"]', (2, 7), "not a number"),
        ('[Game "Hadron"]\n[FEN "5/5"]', (2, 6), "fen"),
        ('[Game "Hadron"]\n[Result "2-0"]', (2, 9), "a result is one of"),
        ('[Game "Hadron"]\n[Event x]', (2, 1), "double quotes"),
        ('[Game "Hadron"]\n[Event "x]', (2, 1), "no closing quotes"),
        ('[Game "Hadron"]\n[Event "x" y]', (2, 1), "ends with its value"),
        ('[Game "Hadron"]\n[Event "x"] 1. c3', (2, 1), "a line to itself"),
        ('[Game "Hadron"]\n[5 "x"]', (2, 1), 'a tag is written [Name "value"]'),
        ('[Game "Hadron"]\n[Event "x"]\n[Event "y"]', (3, 1), "twice"),
    ],
)
def test_faults__in_tags(tags: str, place: tuple[int, int], reason: str) -> None:
    game = read(f"{tags}\n\n*\n")
    (error,) = game.errors
    assert (error.line, error.column) == place
    assert reason in error.message


def test_faults__a_broken_tag_does_not_hide_the_moves() -> None:
    game = read('[Game "Hadron"]\n[Event]\n[Site "here"]\n\n1. c3 2. c4 *')
    assert [error.line for error in game.errors] == [2, 5]
    assert game.headers["Site"] == "here" and moves(game) == ["c3"]


WON = "1. b2 2. a1 3. c3 4. a3 5. c1"


def ended(result: str, tags: str = "") -> list[str]:
    game = read(f'[Game "Hadron"]\n[Size "3"]\n{tags}\n{WON} {result}\n')
    assert len(moves(game)) == 5
    return [error.message for error in game.errors]


def test_end__the_rules_have_the_last_word_about_the_result() -> None:
    assert ended("1-0") == []
    assert ended("1-0", '[Result "1-0"]\n[Termination "no placement"]\n') == []
    (message,) = ended("0-1")
    assert message == "by the rules it is 1-0 (no placement), not 0-1"
    (message,) = ended("1-0", '[Result "0-1"]\n')[:1]
    assert message == "the tag Result says 0-1"
    assert ended("1-0", '[Termination "resignation"]\n') == [
        "by the rules the game ended by no placement"
    ]


def test_end__a_game_may_stop_before_the_rules_end_it_but_not_by_the_rules() -> None:
    assert hadron("1. c3 0-1", '[Termination "resignation"]\n').errors == []
    (error,) = hadron("1. c3 0-1", '[Termination "no placement"]\n').errors
    assert error.message.startswith("by the rules the game is not over in ")


# --- The next game -------------------------------------------------------------------------------

BROKEN = [
    '[Game "Hadron"]\n\n1. c3 {not closed\n',
    '[Game "Hadron"]\n\n1. c3 (1. d4 2.\n',
    '[Game "Hadron"]\n',
    '[Game "Hadron"]\n\n1. zz 2. d4 *\n',
    '[Game "Chess"]\n\n1. e4 e5 *\n',
    "1. c3 without tags *\n",
    '[Game "Hadron"]\n\n1. c3 { \\\n',
]


@pytest.mark.parametrize("broken", BROKEN)
def test_next_game__is_read_whatever_is_wrong_with_the_one_before(broken: str) -> None:
    for between in ("", "\n", "\n\n"):
        file = io.StringIO(GOOD + broken + between + GOOD + broken)
        games = list(record.read_games(file))
        assert [bool(game.errors) for game in games] == [False, True, False, True]
        assert moves(games[2]) == ["c3", "d4"]
        first, second = games[1].errors[0].line, games[3].errors[0].line
        assert first and second
        assert second - first == broken.count("\n") + between.count("\n") + GOOD.count("\n")


def test_next_game__lines_are_counted_anew_where_somebody_seeks() -> None:
    file = io.StringIO(GOOD + BROKEN[3])
    assert record.skip_game(file)
    place = file.tell()
    first = record.read_game(file)
    file.seek(place)
    again = record.read_game(file)
    assert first and again
    assert (first.errors[0].line, again.errors[0].line) == (8, 3)
    file.seek(0)
    assert [game.errors for game in record.read_games(file)][1][0].line == 8


def test_next_game__a_tag_that_was_read_ahead_is_forgotten_after_a_seek() -> None:
    file = io.StringIO(BROKEN[0] + GOOD)
    assert record.read_game(file)
    file.seek(0)
    assert [bool(game.errors) for game in record.read_games(file)] == [True, False]


def test_handle__is_an_open_text_file(tmp_path: Path) -> None:
    path = tmp_path / "x.qgn"
    path.write_text(GOOD)
    with path.open("rb") as binary:
        for wrong in (str(path), path, binary, io.BytesIO(b"")):
            with pytest.raises(TypeError, match="an open text file"):
                record.read_game(wrong)  # type: ignore[call-overload]


def test_handle__may_have_lines_and_no_places(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text(BROKEN[0])
    with fileinput.input([tmp_path / "a", tmp_path / "b"]) as files:
        games = list(record.read_games(files))  # type: ignore[arg-type]
    assert [moves(game) for game in games] == [["c3"], ["c3"]]


class Endless(io.TextIOBase):
    """A file of this many games, of which no more than a line exists at a time."""

    def __init__(self, games: int) -> None:
        self._lines = (line for _ in range(games) for line in GOOD.splitlines(keepends=True))

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        return next(self._lines, "")


def test_memory__does_not_grow_with_the_file() -> None:
    def peak(games: int) -> int:
        tracemalloc.start()
        stats = Stats()
        for game in record.read_games(Endless(games)):  # type: ignore[arg-type]
            stats.add(game)
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert stats.games == games
        return found

    peak(10)  # what is made once
    assert peak(5000) < 2 * peak(500) + 100_000


def test_errors__can_be_raised_by_a_builder_that_would_rather_stop() -> None:
    class Strict(record.GameBuilder):
        def handle_error(self, error: RecordError) -> None:
            raise error

    assert record.read_game(io.StringIO(GOOD), Visitor=Strict)
    with pytest.raises(RecordError, match="line 3, column 4: zz"):
        record.read_game(io.StringIO(BROKEN[3]), Visitor=Strict)


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from('[]{}()"\\;*!?$. \n\r1-0c3d4GameHadron%/'), max_size=120))
def test_fuzz__any_text_gives_games_with_errors_and_nothing_worse(text: str) -> None:
    for body in (text, f'[Game "Hadron"]\n\n{text}', GOOD.replace("1. c3", f"1. c3 {text}")):
        file = io.StringIO(body + "\n" + GOOD)
        games = list(record.read_games(file))
        assert moves(games[-1]) == ["c3", "d4"]
        file.seek(0)
        scanned = [headers.get("Game") for _, headers in record.scan_headers(file) if headers]
        assert scanned == [game.headers.get("Game") for game in games if game.headers]


# --- Visitors, headers, scanning -----------------------------------------------------------------


def test_visitors__pass_over_what_they_do_not_want() -> None:
    headers = record.read_game(io.StringIO(GOOD), Visitor=record.HeadersBuilder)
    assert headers and dict(headers) == {"Game": "Hadron", "Size": "5", "Result": "*"}
    board = record.read_game(
        io.StringIO(GOOD.replace("*\n", "(2. a1) *\n")), Visitor=record.BoardBuilder
    )
    assert board and board.fen() == "5/3B1/2R2/5/5 r"
    assert record.read_game(io.StringIO(GOOD), Visitor=record.SkipVisitor)

    class Moves(record.BaseVisitor[list[str]]):
        def __init__(self) -> None:
            self.seen: list[str] = []

        def visit_move(self, board: object, move: object) -> None:
            self.seen.append(str(move))

        def begin_variation(self) -> record.SkipType | None:
            return record.SKIP

        def result(self) -> list[str]:
            return self.seen

    text = GOOD.replace("2. d4", "2. d4 (2. a1 (2. a2 3. b2))")
    assert record.read_game(io.StringIO(text), Visitor=Moves) == ["c3", "d4"]


def test_scan__gives_places_to_seek_to_in_a_file_of_any_size(tmp_path: Path) -> None:
    path = tmp_path / "many.qgn"
    count = 30_000  # several megabytes, so that games lie across the parts in which it is read
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            file.write(
                f'[Game "Hadron"]\n[Size "5"]\n[Event "ä{number}"]\n\n1. c3 {{é}} 2. d4 *\n\n'
            )
    with path.open(encoding="utf-8") as file:
        places = []
        for place, headers in record.scan_headers(file):
            places.append(place)
            assert headers["Event"] == f"ä{len(places) - 1}"
            if len(places) % 5000 == 0:  # reading in between does not disturb it
                file.seek(place)
                game = record.read_game(file)
                assert game and game.headers["Event"] == headers["Event"]
        assert len(places) == count
        for number in (0, 7, count - 1):
            file.seek(places[number])
            found = record.read_headers(file)
            assert found and found["Event"] == f"ä{number}"


@pytest.mark.parametrize("shift", range(12))
def test_scan__is_right_wherever_a_part_of_the_file_ends(
    shift: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "_CHUNK", 64)
    path = tmp_path / "x.qgn"
    game = '[Game "Hadron"]\n[Event "a long name of an event"]\n\n1. c3 {[%eval 0.5] [x] y} *\n\n'
    cut_off = '[Game "Cordon"]\n[Size "3"]\n'
    path.write_text("\n" * shift + (game + cut_off) * 20 + game, encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        fast = [(place, dict(headers)) for place, headers in record.scan_headers(file)]
    with io.StringIO(path.read_text()) as text:
        slow = [(place, dict(headers)) for place, headers in record.scan_headers(text)]
    assert len(fast) == 41 and [tags for _, tags in fast] == [tags for _, tags in slow]
    assert [place for place, _ in fast] == [place for place, _ in slow]


def test_scan__other_encodings_and_pipes_give_the_same_tags(tmp_path: Path) -> None:
    path = tmp_path / "latin.qgn"
    path.write_text(GOOD.replace("Size", 'Event "ä"]\n[Size') + GOOD, encoding="latin-1")
    with path.open(encoding="latin-1") as file:
        places = list(record.scan_headers(file))
        assert [headers.get("Event") for _, headers in places] == ["ä", None]
        file.seek(places[1][0])
        game = record.read_game(file)
        assert game and moves(game) == ["c3", "d4"]
