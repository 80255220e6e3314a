"""``quincunx analyse``: as JSON, as a table, and growing on a terminal."""

import json
import re
from typing import Any

import pytest

from quincunx import Board, Game
from quincunx.cli.verdicts import value_text
from quincunx.engine import Engine, Limit
from tests.cli.interrupts import interrupted
from tests.cli.runs import Terminal, output, refusal
from tests.marks import each_game


def analysed(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output("analyse", *words, "--json"))
    return found


# --- JSON ----------------------------------------------------------------------------------------


@each_game
def test_json__has_the_fields_that_are_promised(game: Game) -> None:
    found = analysed(game.id, "--playouts", "200", "--seed", "1")
    fields = ["turn", "best", "value", "wdl", "proven", "known", "playouts", "nodes", "seconds"]
    fields.append("lines")
    assert list(found) == fields and found["turn"] == "first"
    board = Board(game)
    assert found["best"] == found["lines"][0]["move"]
    assert 0 <= found["value"] <= 1 and sum(found["wdl"]) == pytest.approx(1)
    assert found["playouts"] == 200 and found["nodes"] > 0 and found["seconds"] > 0
    assert found["proven"] is None
    assert {line["move"] for line in found["lines"]} == {str(move) for move in board.legal_moves}
    for line in found["lines"]:
        assert list(line) == ["move", "value", "visits", "proven", "pv"]
        assert 0 <= line["value"] <= 1 and line["pv"][0] == line["move"]
        onward = board.copy()
        for text in line["pv"]:
            onward.push_text(text)


@pytest.mark.parametrize(
    ("words", "winner"),
    [
        (["hadron", "--size", "3"], "first"),
        (["square-grid-hex", "--size", "3", "--no-pie", "--moves", "b2"], "first"),
        (["square-grid-hex", "--size", "3", "--moves", "b2"], "second"),
    ],
)
def test_json__proven_has_winner_and_plies(words: list[str], winner: str) -> None:
    found = analysed(*words, "--time", "20")
    assert list(found["proven"]) == ["winner", "plies"]
    assert found["proven"]["winner"] == winner and 1 <= found["proven"]["plies"] <= 10


def test_json__starts_where_it_is_told_to() -> None:
    board = Board("hadron", size=5)
    board.push_text("c3")
    for words in (["--size", "5", "--moves", "c3"], ["--fen", board.fen()]):
        found = analysed("hadron", *words, "--playouts", "100")
        legal = {str(move) for move in board.legal_moves}
        assert {line["move"] for line in found["lines"]} == legal


def test_json__as_many_lines_as_wanted() -> None:
    assert len(analysed("cordon", "--playouts", "100", "--lines", "2")["lines"]) == 2


def test_seed__repeats_the_analysis() -> None:
    words = ("square-grid-hex", "--size", "7", "--playouts", "300", "--seed")
    first, again, other = (analysed(*words, seed) for seed in "112")
    assert first["lines"] == again["lines"] != other["lines"]


@pytest.mark.parametrize("words", [["--threads", "2"], ["--memory", "1"], ["--time", "0.1"]])
def test_options__are_taken(words: list[str]) -> None:
    found = analysed("blast-radius", "--size", "4", "--playouts", "3000", *words)
    assert 0 < found["playouts"] <= 3000


def test_time__two_seconds_unless_told_otherwise() -> None:
    # A little is kept back for the report.
    assert 1.99 <= analysed("square-grid-hex", "--size", "11")["seconds"] < 4


# --- The table -----------------------------------------------------------------------------------


def test_table__on_a_pipe_is_plain_and_has_the_best_moves() -> None:
    words = ("analyse", "square-grid-hex", "--size", "7", "--playouts", "400", "--seed", "1")
    text = output(*words)
    found = json.loads(output(*words, "--json"))
    assert "\x1b" not in text
    assert text.startswith("Square Grid Hex, 7×7: Black to move\n")
    assert f"{100 * found['value']:.1f} % for Black\n" in text
    assert "400 playouts, " in text and " MB\n" in text
    rows = re.findall(r"^ *(\d+)  ([a-g]\d) +(?:[\d.]+ %|won|lost)", text, re.MULTILINE)
    assert [move for _, move in rows] == [line["move"] for line in found["lines"][:10]]
    assert [int(number) for number, _ in rows] == list(range(1, 11))
    assert "Hex by John Nash and Piet Hein" in text


def test_table__says_what_is_proven_in_the_words_of_the_game() -> None:
    text = output("analyse", "hadron", "--size", "3", "--time", "20", "--lines", "3")
    assert re.search(r"^proven: Red wins within \d plies$", text, re.MULTILINE)
    assert re.search(r"won \(\d\)", text)
    assert len(re.findall(r"^ *\d  ", text, re.MULTILINE)) == 3


def test_table__tells_of_draws_where_games_are_drawn() -> None:
    # Random games of Quadrature are often drawn; games of the engine's own kind hardly ever.
    board = Board("quadrature")
    with Engine.for_board(board, seed=1, style="plain") as engine:
        info = engine.analyse(board, Limit(playouts=300))
    assert info.wdl.draw > 0
    words = value_text(board, info)
    assert re.fullmatch(r"[\d.]+ % for White \(win [\d.]+ %, draw [\d.]+ %, loss [\d.]+ %\)", words)


def test_table__says_that_somebody_sits_out() -> None:
    fen = "11/11/11/11/11/11/WWWWWWWWW2/11/11/11/BBBBBB1BBB1 w 0 2"
    text = output("analyse", "quadrature", "--fen", fen, "--moves", "a5-a6", "--playouts", "20")
    assert text.startswith("Quadrature, 11×11: Black sits out, White to move\n")


# --- A terminal ----------------------------------------------------------------------------------


@each_game
def test_terminal__the_table_grows_beside_the_board(game: Game) -> None:
    terminal = Terminal("analyse", game.id, "--time", "0.5", term="xterm")
    terminal.wait_for(f"{game.name} ")
    terminal.wait_for("to move")
    terminal.wait_for("playouts")
    terminal.wait_for("visits")
    terminal.wait_for("playouts")  # once more: it is drawn again
    assert terminal.close() == 0
    assert "Traceback" not in terminal.seen
    assert all(word in terminal.seen for word in game.credit.split())  # it may fill two lines


def test_terminal__ctrl_c_ends_it_and_what_is_known_stays() -> None:
    terminal = Terminal("analyse", "square-grid-hex", "--size", "11", "--time", "600", term="xterm")
    terminal.wait_for("visits")
    terminal.type("\x03")
    assert terminal.close() == 130
    assert "visits" in terminal.seen and "quincunx analyse: stopped" in terminal.seen
    assert "Traceback" not in terminal.seen


def test_terminal__without_abilities_gets_the_plain_table() -> None:
    terminal = Terminal("analyse", "hadron", "--time", "0.2", term="dumb")
    assert terminal.close() == 0
    assert "\x1b[" not in terminal.seen and terminal.seen.count("visits") == 1


def test_ctrl_c__on_a_pipe_prints_what_is_known() -> None:
    done = interrupted("analyse", "cordon", "--time", "600", "--json")
    assert done.returncode == 130
    assert done.stderr == "quincunx analyse: stopped\n"
    found = json.loads(done.stdout)
    assert found["playouts"] > 0 and found["best"] == found["lines"][0]["move"]


# --- Mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hadron", "--size", "3", "--moves", "b2 c1 a1 c3 b3"], "the game is over: Red has won"),
        (["hadron", "--time", "0"], "--time"),
        (["hadron", "--playouts", "0"], "--playouts"),
        (["hadron", "--threads", "0"], "--threads"),
        (["hadron", "--memory", "0"], "--memory"),
        (["hadron", "--lines", "0"], "--lines"),
        (["chess"], "no game is called 'chess'"),
        ([], "which game?"),
    ],
)
def test_mistake__is_one_clear_line(words: list[str], said: str) -> None:
    assert said in refusal("analyse", *words)
