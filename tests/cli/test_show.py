"""``quincunx show``."""

import json
from pathlib import Path
from xml.etree import ElementTree

from quincunx import Board, Game
from tests.cli.runs import invoke, output
from tests.marks import each_game

# A whole game of Hadron on 3×3; Red wins with the last move.
SHORT_GAME = "b2 c1 a1 c3 b3"


@each_game
def test_show__says_what_it_is_whose_turn_it_is_and_whose_game(game: Game) -> None:
    board = Board(game)
    text = output("show", game.id)
    assert game.name in text and game.credit in text
    assert f"{board.game.players[0]} to move" in text
    assert f"fen     {board.fen()}\n" in text


def test_show__names_count_as_ids() -> None:
    assert output("show", "Blast Radius") == output("show", "blast-radius")
    assert output("show", "square_grid_hex") == output("show", "square-grid-hex")


def test_show__plays_the_moves() -> None:
    board = Board("hadron", size=7)
    board.push_text("c3")
    board.push_text("d4")
    for moves in ("c3 d4", "c3, d4", " c3,d4 "):
        text = output("show", "hadron", "--size", "7", "--moves", moves)
        assert board.fen() in text and "Red to move" in text and "moves   c3 d4\n" in text


def test_show__the_fen_leads_back() -> None:
    text = output("show", "cordon", "--size", "3", "--moves", "a1 c3 a2")
    fen = text.rpartition("fen     ")[2].strip()
    again = output("show", "cordon", "--fen", fen)
    assert "Blue to move" in again and fen in again


def test_show__a_finished_game_names_the_section() -> None:
    text = output("show", "hadron", "--size", "3", "--moves", SHORT_GAME)
    assert "result  1-0, Red has won: no placement (Hadron, OBJECT OF THE GAME)" in text
    assert "to move" not in text


def test_show__without_the_pie_rule_there_is_no_swap() -> None:
    moves = ("--size", "5", "--moves", "c3")
    assert "swap" in json.loads(output("show", "square-grid-hex", *moves, "--json"))["legal_moves"]
    plain = json.loads(output("show", "square-grid-hex", *moves, "--json", "--no-pie"))
    assert "swap" not in plain["legal_moves"] and "no-pie" in plain["fen"]


def test_json__has_the_position() -> None:
    shown = json.loads(output("show", "cordon", "--size", "3", "--moves", "a1 c3", "--json"))
    board = Board("cordon", size=3)
    board.push_text("a1")
    board.push_text("c3")
    assert shown["game"] == "cordon" and shown["size"] == 3
    assert shown["fen"] == board.fen() and shown["turn"] == "Red"
    assert shown["moves"] == ["a1", "c3"]
    assert shown["legal_moves"] == [str(move) for move in board.legal_moves]
    assert shown["result"] == "*" and shown["outcome"] is None
    assert shown["score"] == {"Red": 0, "Blue": 0}


def test_json__has_the_outcome() -> None:
    shown = json.loads(output("show", "hadron", "--size", "3", "--moves", SHORT_GAME, "--json"))
    assert shown["result"] == "1-0" and shown["turn"] is None and shown["legal_moves"] == []
    assert shown["outcome"] == {
        "winner": "Red",
        "termination": "no placement",
        "section": "OBJECT OF THE GAME",
    }


def test_overlay__comes_on_top_of_the_usual_ones() -> None:
    usual = output("show", "hadron", "--moves", "c3")
    more = output("show", "hadron", "--moves", "c3", "--overlay", "neighbours")
    assert "1:0" in more and "1:0" not in usual
    assert "last move" in more and "legal move" in more


def test_overlay__none_leaves_only_what_is_named() -> None:
    text = output("show", "hadron", "--moves", "c3", "--overlay", "none", "--overlay", "last")
    assert "last move" in text and "legal move" not in text
    assert output("show", "hadron", "--overlay", "none,last", "--moves", "c3") == text


def test_preview__shows_what_a_move_would_do() -> None:
    before = output("show", "hadron")
    text = output("show", "hadron", "--preview", "c3")
    assert "would stand here" in text and "would stand here" not in before
    assert text.rpartition("fen")[2] == before.rpartition("fen")[2]


def test_svg__is_written_to_the_file(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    done = invoke("show", "hadron", "--moves", "c3", "--svg", str(file))
    assert done.exit_code == 0 and done.stdout == "" and str(file) in done.stderr
    assert ElementTree.parse(file).getroot().tag.endswith("svg")


def test_svg__dash_prints_the_picture_and_nothing_else() -> None:
    picture = output("show", "cordon", "--svg", "-")
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert output("show", "cordon", "--svg", "-", "--theme", "dark") != picture


def test_svg__a_missing_folder_is_not_made(tmp_path: Path) -> None:
    done = invoke("show", "hadron", "--svg", str(tmp_path / "new" / "board.svg"))
    assert done.exit_code == 2 and f"there is no folder {tmp_path / 'new'}" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_color__only_where_it_is_wanted() -> None:
    words = ("show", "hadron", "--moves", "c3")
    assert "\x1b[" not in output(*words)
    assert "\x1b[" in output(*words, FORCE_COLOR="1")
    assert "\x1b[" not in output(*words, FORCE_COLOR="1", NO_COLOR="1")
