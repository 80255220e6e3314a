"""The tree of a game: nodes, variations, tags, and what stands in comments."""

from __future__ import annotations

import pytest

from quincunx import Board, IllegalMoveError, InvalidPositionError, Move, Side
from quincunx.engine import Proven
from quincunx.record import Game, GameNode, Headers, StringExporter


def branched() -> Game:
    game = Game("hadron", size=5)
    game.add_line(["c3", "d4", "b4"])
    game["c3"].add_line(["a1", "e5"])
    game["c3"].add_variation("b2")
    return game


def texts(node: GameNode) -> list[str]:
    return [str(child.move) for child in node.variations]


def test_node__knows_where_it_stands() -> None:
    game = branched()
    main, side = game.end(), game["c3"]["a1"]
    assert (main.ply(), side.ply(), game.ply()) == (3, 2, 0)
    assert main.game() is side.game() is game
    assert (main.is_mainline(), side.is_mainline()) == (True, False)
    assert (main.starts_variation(), side.starts_variation()) == (False, True)
    assert side["e5"].is_main_variation() and not side["e5"].is_mainline()
    assert main.is_end() and not side.is_end() and side.next() is side["e5"]
    assert main.turn() is Side.SECOND and main.mover() is Side.FIRST
    assert [str(move) for move in game.mainline_moves()] == ["c3", "d4", "b4"]
    assert [node.ply() for node in side.mainline()] == [3]
    with pytest.raises(ValueError, match="nobody has moved"):
        game.mover()


def test_board__has_the_moves_and_is_the_caller_s_own() -> None:
    game = branched()
    board = game["c3"]["a1"].board()
    assert [move.text for move in board.move_stack] == ["c3", "a1"]
    board.push_text("e5")
    assert game["c3"]["a1"].board().ply() == 2


def test_variations__are_added_promoted_and_removed() -> None:
    game = branched()
    node = game["c3"]
    assert texts(node) == ["d4", "a1", "b2"]
    node["b2"].promote()
    assert texts(node) == ["d4", "b2", "a1"]
    node["a1"].promote_to_main()
    assert texts(node) == ["a1", "d4", "b2"]
    node["a1"].demote()
    assert texts(node) == ["d4", "a1", "b2"]
    node["d4"].promote()
    node["b2"].demote()
    assert texts(node) == ["d4", "a1", "b2"]
    node.remove_variation("a1")
    assert texts(node) == ["d4", "b2"]
    assert "b2" in node and Move("d4") in node and node[0] in node and "a1" not in node
    node.add_main_variation("e1")
    assert texts(node) == ["e1", "d4", "b2"] and node.variation(-1) is node["b2"]
    for missing in ("a1", 3, -4, Move("a9")):
        with pytest.raises(KeyError):
            node.variation(missing)
    for change in (game.promote, game.demote, game.promote_to_main):
        with pytest.raises(ValueError, match="start of a game"):
            change()


def test_add__refuses_what_is_not_legal_and_adds_nothing() -> None:
    game = branched()
    with pytest.raises(IllegalMoveError):
        game["c3"].add_variation("c4")
    with pytest.raises(IllegalMoveError):
        game["c3"].add_line(["e1", "d4", "d5"])
    assert texts(game["c3"]) == ["d4", "a1", "b2"]
    with pytest.raises(ValueError, match="no mark is 'good'"):
        game.add_variation("a5", marks={"good"})


def test_set_up__is_before_the_first_move_or_not_at_all() -> None:
    game = Game("hadron")
    game.setup(Board("cordon", size=3))
    assert dict(game.headers) == {"Game": "Cordon", "Size": "3", "Result": "*"}
    game.add_variation("a1")
    with pytest.raises(ValueError, match="cannot be set up anew"):
        game.setup(Board("cordon", size=3))
    with pytest.raises(TypeError):
        Game(size=3)


def test_headers__start_players_order_and_names() -> None:
    headers = Headers({"Zebra": "z", "Result": "*", "Blue": "b", "Red": "r", "Game": "Hadron"})
    assert [name for name, _ in headers.ordered()] == ["Game", "Red", "Blue", "Result", "Zebra"]
    assert (headers.player(Side.FIRST), headers.player(Side.SECOND)) == ("r", "b")
    for name, value in (("Size", "x"), ("Size", "4"), ("FEN", "nonsense"), ("Game", "Chess")):
        with pytest.raises(InvalidPositionError):
            Headers({**headers, name: value}).board()
    with pytest.raises(InvalidPositionError, match="which game"):
        Headers().board()
    with pytest.raises(ValueError, match="Result is one of"):
        headers["Result"] = "2-0"
    with pytest.raises(TypeError):
        headers["Round"] = 1  # type: ignore[assignment]
    copied = headers.copy()
    copied["Red"] = "other"
    assert headers["Red"] == "r"


def test_comments__hold_clock_value_and_proof_beside_the_words() -> None:
    game = branched()
    node = game["c3"]
    node.comment = "A quiet move."
    node.set_clock(299.5)
    node.set_eval(0.6321)
    node.set_proven(Proven(Side.SECOND, 12))
    assert node.comment == "[%clk 0:04:59.5] [%eval 0.632] [%proven Blue 12] A quiet move."
    assert (node.clock(), node.eval(), node.proven()) == (299.5, 0.632, Proven(Side.SECOND, 12))
    node.set_eval(0.5)
    assert node.eval() == 0.5 and "A quiet move." in node.comment
    node.set_proven(Proven(None, 3))
    assert node.proven() == Proven(None, 3)
    node.set_clock(None)
    node.set_eval(None)
    node.set_proven(None)
    assert node.comment == "A quiet move."
    assert (node.clock(), node.eval(), node.proven()) == (None, None, None)
    for value in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="from 0 to 1"):
            node.set_eval(value)
    for seconds in (-1, float("inf")):
        with pytest.raises(ValueError, match="a clock shows"):
            node.set_clock(seconds)


@pytest.mark.parametrize("said", ["[%clk 5:00]", "[%eval 12]", "[%proven Green 3]", "[%eval]"])
def test_comments__what_only_looks_like_it_is_left_alone(said: str) -> None:
    game = branched()
    game.comment = said
    assert (game.clock(), game.eval(), game.proven()) == (None, None, None)
    game.set_eval(0.25)
    assert said in game.comment and game.eval() == 0.25


def test_str__of_a_game_a_node_and_what_is_left_out() -> None:
    game = branched()
    game["c3"]["a1"].comment = "no"
    assert str(game).splitlines()[-1] == "1. c3 2. d4 (2. a1 {no} 3. e5) (2. b2) 3. b4 *"
    assert str(game["c3"]["a1"]) == "2. a1 {no} 3. e5"
    bare = StringExporter(headers=False, comments=False, variations=False)
    assert game.accept(bare) == "1. c3 2. d4 3. b4 *"
    assert repr(game) == "<Game Hadron: 3 moves, *>"
    assert repr(game["c3"]) == "<GameNode 1. c3>"


def test_from_board__has_moves_result_and_ending() -> None:
    board = Board("hadron", size=3)
    for move in ("b2", "a1", "c3", "a3", "c1"):
        board.push_text(move)
    game = Game.from_board(board)
    assert game.headers["Result"] == "1-0" and game.headers["Termination"] == "no placement"
    assert game.end().board() == board
    half = board.copy()
    half.pop()
    assert Game.from_board(half).headers["Result"] == "*"
