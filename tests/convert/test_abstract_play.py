"""Abstract Play's reports and tables of Blast Radius.

The fixtures are written for these tests, after the site's schema and code (the converter names
them); no game in them was played there.
"""

import copy
import io
import json
import random
from collections import Counter, deque
from pathlib import Path
from typing import Any

import pytest

from quincunx import Board, RecordError
from quincunx.convert.abstract_play import FORMAT
from quincunx.convert.abstract_play_moves import FORMAT as MOVES
from quincunx.convert.formats import Format, Hints
from quincunx.record import Game
from quincunx.testing import random_game

FIXTURES = Path(__file__).parent / "fixtures"
SIZES = (5, 6, 7)


def fixture(name: str) -> str:
    return (FIXTURES / name).read_text(encoding="utf-8")


def games(text: str, form: Format = FORMAT, **hints: Any) -> list[Game]:
    return list(form.read(io.StringIO(text), Hints(**hints)))


def one(text: str, form: Format = FORMAT, **hints: Any) -> Game:
    [game] = games(text, form, **hints)
    return game


def written(*given: Game, form: Format = FORMAT) -> str:
    stream = io.StringIO()
    form.write(given, stream)
    return stream.getvalue()


def texts(game: Game) -> list[str]:
    return [move.text for move in game.mainline_moves()]


def fens(game: Game) -> list[str]:
    return [node.board().fen() for node in (game, *game.mainline())]


def record(**changes: Any) -> dict[str, Any]:
    """The record of the fixture, with other fields in its header."""
    value: dict[str, Any] = json.loads(fixture("abstract_play_record.json"))
    value["header"] |= changes
    return value


def refusal(value: object) -> str:
    with pytest.raises(RecordError) as caught:
        games(json.dumps(value))
    assert caught.value.line == 1
    return caught.value.message


def not_written(game: Game, form: Format = FORMAT) -> str:
    with pytest.raises(RecordError) as caught:
        written(game, form=form)
    return caught.value.message.removeprefix("game 1: ")


def played(size: int, seed: int, plies: int | None = None) -> Game:
    board = random_game(Board("blast-radius", size=size), random.Random(seed), plies)
    return Game.from_board(board)


# --- The same game: Abstract Play's rules and names, told once more ------------------------------


class Theirs:
    """Blast Radius as Abstract Play's engine has it, slowly: rows from the top, letters from the
    bottom, steps along a graph, every stack in any zone removed."""

    def __init__(self, base: int) -> None:
        height = 2 * base - 1
        widths = [height - abs(base - 1 - row) for row in range(height)]
        self.cells = {
            (row, col): "abcdefghijklm"[height - row - 1] + str(col + 1)
            for row, width in enumerate(widths)
            for col in range(width)
        }
        self.links: dict[str, set[str]] = {name: set() for name in self.cells.values()}
        for (row, col), name in self.cells.items():
            above = (-1, 0) if row < base else (0, 1)
            near = [(row, col - 1), *((row - 1, col + step) for step in above)]
            for place in near:
                if place in self.cells:
                    self.links[name].add(self.cells[place])
                    self.links[self.cells[place]].add(name)
        self.far = {name: self._distances(name) for name in self.links}
        self.board: dict[str, list[int]] = {}
        self.player = 1

    def _distances(self, start: str) -> dict[str, int]:
        found, waiting = {start: 0}, deque([start])
        while waiting:
            cell = waiting.popleft()
            for other in self.links[cell] - found.keys():
                found[other] = found[cell] + 1
                waiting.append(other)
        return found

    def zones(self) -> set[str]:
        return {
            cell
            for home, stack in self.board.items()
            for cell, steps in self.far[home].items()
            if 0 < steps <= len(stack)
        }

    def moves(self) -> set[str]:
        free = self.links.keys() - self.board.keys() - self.zones()
        if free:
            return free
        mine = {cell: len(s) for cell, s in self.board.items() if s[0] == self.player}
        return {cell for cell, height in mine.items() if height == min(mine.values())}

    def move(self, cell: str) -> None:
        self.board[cell] = [*self.board.get(cell, []), self.player]
        for gone in self.zones() & self.board.keys():
            del self.board[gone]
        self.player = 3 - self.player


@pytest.mark.parametrize("size", SIZES)
def test_cells__are_named_and_joined_as_abstract_play_has_them(size: int) -> None:
    theirs, ours = Theirs(size), Board("blast-radius", size=size)
    assert set(theirs.links) == {name for row in ours.rows for name in row}
    for cell, near in theirs.links.items():
        assert set(ours.neighbours(cell)) == near


@pytest.mark.parametrize("size", SIZES)
def test_rules__every_position_and_its_moves_are_those_of_abstract_play(size: int) -> None:
    rng = random.Random(size)
    theirs, ours = Theirs(size), Board("blast-radius", size=size)
    while not ours.is_game_over():
        assert {move.text for move in ours.legal_moves} == theirs.moves()
        move = rng.choice(list(ours.legal_moves))
        ours.push(move)
        theirs.move(move.text)
        stacks = {
            cell: [piece.side.value + 1] * piece.height for cell, piece in ours.pieces().items()
        }
        assert stacks == theirs.board


# --- Reports -------------------------------------------------------------------------------------


def test_report__is_read_move_by_move_with_all_that_its_header_says() -> None:
    text = fixture("abstract_play_record.json")
    assert FORMAT.looks(text) and not MOVES.looks(text)
    game = one(text)
    flat = [move for moves in json.loads(text)["moves"] for move in moves]
    assert texts(game) == flat and len(flat) == 50 and not game.errors
    assert game.end().board().fen() == "5/6/7/7[B5]/[B6]8/8/7/6/5 r"
    assert dict(game.headers) == {
        "Game": "Blast Radius",
        "Size": "5",
        "Result": "0-1",
        "Site": "Abstract Play",
        "GameId": "blastradius#1f0e6c1a-0000-4000-8000-000000000001",
        "Date": "2024.12.01",
        "DateStart": "2024-12-01T09:15:27.113Z",
        "DateEnd": "2024-12-09T21:02:44.870Z",
        "Red": "Ada",
        "RedUserid": "00000000-0000-4000-8000-000000000001",
        "Blue": "Grace",
        "BlueUserid": "00000000-0000-4000-8000-000000000002",
        "Termination": "elimination",
    }


def test_archive__every_record_is_a_game_and_a_refused_one_has_its_reason() -> None:
    text = fixture("abstract_play_archive.json")
    assert FORMAT.looks(text)
    resigned, early, pied, other, drawn, abandoned = games(text)
    assert resigned.end().board().fen() == "6/1R5/8/9/2B6R/11/4B1B3/9/5R2/7/R5 b"
    assert resigned.headers["Result"] == "1-0"
    assert resigned.headers["Termination"] == "resignation"
    assert resigned.headers["Event"] == "Automated Tournament #7 (blastradius)"
    assert resigned.headers["Round"] == "1" and resigned.headers["Unrated"] == "true"
    assert early.headers["Size"] == "6" and early.headers["Termination"] == "elimination"
    assert early.end().board().fen().startswith("[B4]5/7/8/8[B3]/10/[B4]10/")
    assert drawn.headers["Result"] == "1/2-1/2" and drawn.headers["Termination"] == "agreement"
    assert abandoned.headers["Result"] == "*" and abandoned.headers["Termination"] == "abandoned"
    assert abandoned.variations[0].comment == ""  # objects only say what the rules say
    assert abandoned.variations[0].variations[0].comment == "A quiet answer."
    assert abandoned.end().board().fen() == "3R3/8/9/10/11/8B3/13/12/11/2B7/9/8/1R5 r"
    assert not any(g.errors for g in (resigned, early, drawn, abandoned))
    assert not pied.variations and "exchanged seats" in pied.errors[0].message
    assert not other.variations and 'the game is "Hex"' in other.errors[0].message
    assert other.errors[0].line and text.splitlines()[other.errors[0].line - 1] == " {"


def test_lines__several_records_may_stand_one_after_the_other() -> None:
    text = fixture("abstract_play_record.json")
    first, second = games(f"\ufeff{text}\n{text}")
    assert texts(first) == texts(second) and not second.errors
    assert len(games(f"[{text},{text},{text}]")) == 3
    assert FORMAT.looks(f"[\n  {text}")


@pytest.mark.parametrize(
    ("variants", "size"),
    [
        (None, 6),
        ([], 6),
        (["#board"], 6),
        (["Hexagonal board (base-6)"], 6),
        (["board-7"], 7),
        (["Hexagonales Brett (Basis-7)"], 7),
        (["Plateau hexagonal (base 5)"], 5),
        (["Tavoliere esagonale (base-5)"], 5),
    ],
)
def test_variants__name_the_board(variants: list[str] | None, size: int) -> None:
    value = record(game={"name": "Blast Radius", "variants": variants})
    value["moves"] = [["a1", "c3"]]
    game = one(json.dumps(value))
    assert game.headers["Size"] == str(size) and texts(game) == ["a1", "c3"]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([1], "the record is 1 and not an object"),
        ({"header": [], "moves": []}, "the header is [] and not an object"),
        (record(game="x"), 'the header\'s game is "x" and not an object'),
        (record(game={"name": "Cordon"}), 'the game is "Cordon"; only Blast Radius'),
        (record(game={"name": "Blast Radius", "variants": "x"}), "variants are"),
        (
            record(game={"name": "Blast Radius", "variants": ["Hexagonal board (base-8)"]}),
            'the variant "Hexagonal board (base-8)" is not known; there are Hexagonal board',
        ),
        (record(game={"name": "Blast Radius", "variants": ["double"]}), '"double" is not known'),
        (
            record(game={"name": "Blast Radius", "variants": ["board-5", "board-7"]}),
            "more than one",
        ),
        (record(pied=True), "has no pie rule"),
        (record(**{"pie-invoked": True}), "has no pie rule"),
        (record(startingPosition="a1"), "set-up position"),
        (record(players=[{"name": "Ada", "result": 1}]), "1 player; Blast Radius is for two"),
        (record(players=[{"name": n, "result": 0} for n in "abc"]), "3 players; Blast Radius is"),
        (record(players=7), "not lists"),
        (record(players=[1, 2]), "a player is 1 and not an object"),
        (record(players=[{"result": 1}, {"result": "x"}]), 'result is "x" and not a number'),
        (record(players=[{"result": 1}, {}]), "result is null and not a number"),
        (record(players=[{"result": True}, {"result": 0}]), "result is true and not a number"),
        (record(players=[{"result": float("nan")}, {"result": 0}]), "result is NaN"),
        (record(site=3), "the header's site is 3"),
        ({"header": record()["header"]}, "not lists"),
    ],
)
def test_report__is_refused_with_the_reason(value: object, reason: str) -> None:
    assert reason in refusal(value)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("[]", 1, "no record in this file"),
        ('{"header": {"game": \n{"name": x', 2, "no JSON here"),
        ("[" + json.dumps(record()), 1, "cut off"),
        ('{"header":' + "[" * 100_000, 1, "too deep"),
        ('{"header":' + "9" * 5_000 + "}", 1, "too large a number"),
        ("", 1, "no record in this file"),
    ],
)
def test_text__that_is_no_record_is_refused(text: str, line: int, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        games(text, size=5)
    assert reason in caught.value.message and caught.value.line == line


@pytest.mark.parametrize(
    ("moves", "kept", "reason"),
    [
        ([["a1", "c3"], ["c4", "i5"]], 2, "move 3: c4 lies in the REZ of the blue 1-stack on c3"),
        ([["a1", "z9"]], 1, "move 2: z9: not a move of Blast Radius"),
        ([["a1", "pass"]], 1, "move 2: pass"),
        ([["a1", None], ["c3", "e5"]], 1, "round 1: a player has no move; nobody sits out"),
        ([["a1"], ["c3", "e5"]], 0, "round 1 has 1 moves"),
        ([["a1", "c3", "e5"]], 0, "round 1 has 3 moves"),
        ([["a1", "c3"], "e5"], 2, 'round 2 is "e5" and not a list'),
        ([["a1", {"move": 3}]], 1, "the move is 3 and not a text"),
        ([["a1", 3]], 1, "a move of round 1 is 3"),
        (
            [[{"move": "a1", "sequence": 2}, {"move": "c3", "sequence": 1}]],
            0,
            "the sequence [2, 1]",
        ),
        ([[{"move": "a1", "sequence": "x"}, "c3"]], 0, 'the sequence ["x"]'),
        ([["resign", "a1"]], 0, "move 2: 'a1' comes after 'resign'"),
    ],
)
def test_moves__before_a_fault_are_kept(moves: list[Any], kept: int, reason: str) -> None:
    game = one(json.dumps(record() | {"moves": moves}))
    [error] = game.errors
    assert reason in error.message and error.line == 1
    assert len(texts(game)) == kept
    assert game.headers["Result"] == "0-1" and "Termination" not in game.headers


def test_moves__of_a_finished_game_end_there() -> None:
    value = record()
    value["moves"].append(["a1", "resign"])
    [error] = one(json.dumps(value)).errors
    assert "move 51: " in error.message and "over" in error.message


def test_result__that_the_moves_deny_is_a_fault() -> None:
    players = [{"name": "Ada", "result": 1}, {"name": "Grace", "result": 0}]
    [error] = one(json.dumps(record(players=players))).errors
    assert error.message == "the result is given as 1-0, but by the rules it is 0-1"
    for ending, points in (("resign", (1, 1)), ("draw", (1, 0)), ("abandoned", (0, 1))):
        players = [{"result": point} for point in points]
        value = record(players=players) | {"moves": [["a1", ending]]}
        [error] = one(json.dumps(value)).errors
        assert f"the last move is {ending!r}, but the result is given as" in error.message


def test_result__numbers_count_by_which_is_larger() -> None:
    for points, result in (((100, 3), "1-0"), ((-2, -1), "0-1"), ((0.5, 0.5), "1/2-1/2")):
        players = [{"result": point} for point in points]
        game = one(json.dumps(record(players=players) | {"moves": [["a1", "c3"]]}))
        assert game.headers["Result"] == result and not game.errors
    game = one(json.dumps(record(players=[{}, {"result": None}])))
    assert game.headers["Result"] == "0-1"  # as the moves say


def test_header__unknown_fields_are_kept_and_never_mistaken_for_ours() -> None:
    extra = {
        "clock-start": 72,
        "FEN": "1R1/4/5/4/1B1 r",
        "Result": "1-0",
        "comment": "Two lines\nof it.",
        "note": "half \ud800",
        "lines": "a\nb",
    }
    value = record(**extra)
    value["header"]["players"][0] |= {"is_ai": True, "score": 3, "rating": {"elo": 1500}}
    game = one(json.dumps(value))
    assert game.headers["ClockStart"] == "72" and game.headers["FEN_"] == extra["FEN"]
    assert "FEN" not in game.headers and game.headers["Result"] == "0-1"
    assert game.headers["Result_"] == "1-0" and game.comment == "Two lines\nof it."
    assert game.headers["Note"] == "half ?" and game.headers["Lines"] == "a b"
    assert game.headers["RedIsAi"] == "true" and game.headers["RedScore"] == "3"
    assert json.loads(game.headers["RedRating"]) == {"elo": 1500}


# --- Writing reports -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("form", [FORMAT, MOVES], ids=["report", "table"])
def test_round_trip__keeps_every_position_and_the_result(form: Format, size: int) -> None:
    given = [played(size, seed) for seed in range(6)]
    text = written(*given, form=form)
    assert form.looks(text)
    read = games(text, form)
    assert [fens(game) for game in read] == [fens(game) for game in given]
    assert [dict(game.headers) for game in read] == [dict(game.headers) for game in given]
    assert not any(game.errors for game in read)
    assert fens(one(written(given[0], form=form), form)) == fens(given[0])


def test_report__has_the_form_of_the_schema() -> None:
    game = played(7, 1)
    tags = {"Red": "Ada", "Blue": "Grace", "Event": "Cup", "Round": "2", "Site": "Home"}
    tags |= {"Date": "2024.12.01", "RedIsAi": "true", "TimeControl": "300+5"}
    game.headers.update(tags)
    game.variations[0].comment = "The start."
    value = json.loads(written(game))
    assert set(value) == {"header", "moves"}
    header = value["header"]
    assert header["game"] == {"name": "Blast Radius", "variants": ["Hexagonal board (base-7)"]}
    assert (header["event"], header["round"], header["site"]) == ("Cup", "2", {"name": "Home"})
    assert header["date-start"] == "2024-12-01T00:00:00.000Z" and "date-end" not in header
    assert header["date-generated"][4] == "-" and header["date-generated"].endswith("Z")
    assert header["TimeControl"] == "300+5" and "Termination" not in header
    won = game.headers["Result"] == "1-0"
    assert header["players"] == [
        {"name": "Ada", "is_ai": True, "result": int(won)},
        {"name": "Grace", "result": int(not won)},
    ]
    assert value["moves"][0] == [{"move": texts(game)[0], "result": "The start."}, texts(game)[1]]
    assert all(len(moves) == 2 for moves in value["moves"][:-1])
    assert dict(one(written(game)).headers) == dict(game.headers)


def test_report__comes_back_as_it_was() -> None:
    values = [record(), *json.loads(fixture("abstract_play_archive.json"))[:2]]
    values[0]["header"]["players"][0] |= {"is_ai": True, "score": 2.5}
    for value in values:
        again = json.loads(written(one(json.dumps(value))))
        given = copy.deepcopy(value)
        given["header"].pop("date-generated")
        again["header"].pop("date-generated")
        if not given["header"]["game"]["variants"]:
            given["header"]["game"]["variants"] = ["Hexagonal board (base-6)"]
        assert again == given


@pytest.mark.parametrize(
    ("result", "how", "ending"),
    [
        ("1-0", "resignation", "resign"),
        ("0-1", "time", "timeout"),
        ("1/2-1/2", "agreement", "draw"),
        ("*", "abandoned", "abandoned"),
        ("1-0", "illegal move", None),
        ("0-1", None, None),
    ],
)
def test_ending__that_is_not_by_the_rules(result: str, how: str | None, ending: str | None) -> None:
    game = played(5, 3, 6)
    game.headers["Result"] = result
    if how is not None:
        game.headers["Termination"] = how
    value = json.loads(written(game))
    flat = [move for moves in value["moves"] for move in moves]
    assert flat == texts(game) + ([ending] if ending else [])
    assert dict(one(written(game)).headers) == dict(game.headers)


def test_write__refuses_what_the_site_does_not_have() -> None:
    assert "this is Hadron; a record is made of Blast Radius alone" in not_written(Game("hadron"))
    small = not_written(played(4, 1))
    assert small == "Abstract Play has boards of side 5, 6, 7, and none of 4"
    assert "is not finished" in not_written(played(5, 1, 4))
    fen = "5/6/7/8/4R4/8/7/6/B4 r"
    set_up = Game("blast-radius", fen=fen)
    assert "set-up position" in not_written(set_up) and fen in not_written(set_up)
    varied = played(5, 1)
    varied.add_variation("e5" if texts(varied)[0] != "e5" else "a1")
    assert "variations" in not_written(varied)
    marked = played(5, 1)
    marked.variations[0].marks = {"?!"}
    assert f"no place for the mark ?! of {texts(marked)[0]}" in not_written(marked)
    denied = played(5, 1)
    denied.headers["Result"] = "1/2-1/2"
    assert "the result is 1/2-1/2, but the moves say" in not_written(denied)
    assert "which game?" in not_written(Game())


def test_write__names_the_game_that_it_refuses() -> None:
    with pytest.raises(RecordError) as caught:
        written(played(5, 1), played(5, 2), Game("hadron"))
    assert caught.value.message.startswith("game 3: this is Hadron") and caught.value.line is None


# --- Tables --------------------------------------------------------------------------------------


def test_table__is_read_as_a_browser_copies_it() -> None:
    text = fixture("abstract_play_table.txt")
    assert "1\t\nd6\n2\t\n" in text and text.endswith("6\t\n")
    assert MOVES.looks(text) and not FORMAT.looks(text)
    game = one(text, MOVES, size=5)
    assert game.end().board().fen() == "5/R5/7/2B4R/9/2B2R2/7/6/5 b" and not game.errors
    assert (game.headers["Red"], game.headers["Blue"]) == ("Ada", "Grace")
    assert game.headers["Result"] == "*"


def test_table__needs_a_board_and_takes_no_other_game() -> None:
    text = fixture("abstract_play_table.txt")
    for size in (None, 4):
        with pytest.raises(RecordError, match="which board"):
            games(text, MOVES, size=size)
    with pytest.raises(RecordError, match="of Blast Radius, not of Hadron"):
        games(text, MOVES, game="hadron", size=5)
    with pytest.raises(RecordError, match="no game is called 'chess'"):
        games(text, MOVES, game="chess", size=5)
    assert texts(one(f"Blast Radius\nHexagonal board (base-5)\n\n{text}", MOVES))[0] == "d6"
    for text, line in (("", 1), ("1 a1\n\n\nwhat\nis this?\n", 4)):
        with pytest.raises(RecordError, match="no table of moves") as caught:
            games(text, MOVES, size=5)
        assert caught.value.line == line


def test_table__an_ending_is_against_whoever_is_to_move() -> None:
    for text, result in (("1 a1 2 resign", "1-0"), ("1 a1 2 c3 3 timeout", "0-1")):
        game = one(text, MOVES, size=6)
        assert game.headers["Result"] == result and not game.errors
        again = one(written(game, form=MOVES), MOVES)
        assert dict(again.headers) == dict(game.headers)


def test_table__a_fault_keeps_what_is_before_it() -> None:
    game = one("Ada\tGrace\n1\ta1\t2\tc3\n4\te5\n", MOVES, size=5)
    assert texts(game) == ["a1", "c3"]
    assert (game.errors[0].message, game.errors[0].line) == (
        "'4' stands where the number 3 is expected",
        3,
    )
    game = one("1\ta1\n2\ta2\n", MOVES, size=5)
    assert texts(game) == ["a1"] and game.errors[0].line == 2
    with pytest.raises(RecordError, match="more than two names: Ada, Grace, Joan"):
        games("Ada\nGrace\nJoan\n1\ta1\n", MOVES, size=5)


def test_table__cannot_tell_everything() -> None:
    game = played(5, 3, 6)
    game.headers["Result"], game.headers["Termination"] = "1-0", "resignation"
    assert "in the other's turn" in not_written(game, MOVES)
    del game.headers["Termination"]
    assert "that it ended 1-0" in not_written(game, MOVES)
    empty = one(written(Game("blast-radius", size=7), form=MOVES), MOVES)
    assert empty.headers["Size"] == "7" and not empty.variations


# --- What it is not ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "match", "format": 1, "game": "blast-radius", "moves": []}\n',
        '{"header": {"msg_id": "x"}, "content": {}}',
        '{"moves": [["a1"]]}',
        "{}",
        "[]",
        "",
        '[Game "Blast Radius"]\n\n1. a1 2. c3 *\n',
        "(;FF[4]GM[11]SZ[11];B[a1])",
        "blast-radius 5: a1 c3 e5\n",
        "1. a1 c3 2. e5 g7",
    ],
)
def test_looks__claims_nothing_else(text: str) -> None:
    assert not FORMAT.looks(text) and not MOVES.looks(text)


def mutated(text: str, rng: random.Random) -> str:
    """A text with a few pieces cut out, doubled, or replaced by signs that mean something."""
    signs = [
        '"',
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "null",
        "1",
        "-",
        "\n",
        "\t",
        "resign",
        "\\ud83d",
        "é",
    ]
    for _ in range(rng.randint(1, 6)):
        begin = rng.randrange(len(text) + 1)
        end = min(len(text), begin + rng.choice((0, 1, 3, 30)))
        middle = rng.choice((rng.choice(signs), "", text[begin:end] * 2))
        text = text[:begin] + middle + text[end:]
    return text


def test_fuzz__only_record_errors_come_out() -> None:
    rng = random.Random(2024)
    sources = [
        (fixture(path.name), FORMAT if path.suffix == ".json" else MOVES)
        for path in sorted(FIXTURES.glob("abstract_play_*"))
    ]
    sources.append((written(played(7, 5), played(5, 6), form=MOVES), MOVES))
    outcomes = Counter(read=0, faulty=0, refused=0)
    for _ in range(3_000):
        try:
            text, form = rng.choice(sources)
            for game in games(mutated(text, rng), form, size=5):
                outcomes["faulty" if game.errors else "read"] += 1
                assert game.headers.get("Result") is not None
        except RecordError as error:
            outcomes["refused" if error.line and error.message else "nowhere"] += 1
    assert set(outcomes) == {"read", "faulty", "refused"}  # none is refused without a line
    assert min(outcomes.values()) > 100, outcomes


def test_bytes__that_are_no_text_are_refused() -> None:
    stream = io.TextIOWrapper(io.BytesIO(b'{"header": \xff'), encoding="utf-8")
    with pytest.raises(RecordError, match="not a text in UTF-8"):
        list(FORMAT.read(stream, Hints()))
