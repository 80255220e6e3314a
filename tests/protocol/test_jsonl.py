"""JSON lines: queries, many at a time, partial reports, actions, and errors."""

import json
import time
from typing import Any

from quincunx import GAMES, Board
from quincunx.engine import LEVELS, Engine
from tests.protocol.talk import JsonTalk

REPORT = {
    "id",
    "turn_number",
    "is_during_search",
    "turn",
    "best",
    "value",
    "wdl",
    "proven",
    "known",
    "playouts",
    "nodes",
    "seconds",
    "lines",
}
LINE = {"move", "value", "visits", "proven", "pv"}


def check_report(answer: dict[str, Any], board: Board) -> None:
    """All fields are there, and fit the position."""
    assert set(answer) == REPORT
    assert answer["turn"] == board.turn.name.lower()
    assert answer["best"] == answer["lines"][0]["move"]
    assert abs(sum(answer["wdl"]) - 1) < 1e-5
    assert abs(answer["wdl"][0] + answer["wdl"][1] / 2 - answer["value"]) < 1e-5
    for line in answer["lines"]:
        assert set(line) == LINE and 0 <= line["value"] <= 1 and line["pv"][0] == line["move"]
        ahead = board.copy()
        for move in line["pv"]:
            ahead.push_text(move)


def test_query__reports_on_all_legal_moves_of_every_game() -> None:
    with JsonTalk("--memory", "16") as talk:
        for game in GAMES:
            board = Board(game)
            answer = talk.query(id="q", game=game.id, playouts=300)
            check_report(answer, board)
            head = (answer["id"], answer["turn_number"], answer["is_during_search"])
            assert head == ("q", 0, False)
            assert {line["move"] for line in answer["lines"]} == {m.text for m in board.legal_moves}
            board = Board(game, size=game.sizes[0])
            board.push(next(iter(board.legal_moves)))
            answer = talk.query(id="q", game=game.name, fen=board.fen(), time=0.02, lines=2)
            check_report(answer, board)
            assert len(answer["lines"]) <= 2


def test_query__the_pie_rule_can_be_left_out() -> None:
    with JsonTalk() as talk:
        common: dict[str, Any] = {"game": "square-grid-hex", "size": 3, "moves": ["b2"]}
        moves = [
            {line["move"] for line in talk.query(id="q", playouts=50, **common, **pie)["lines"]}
            for pie in ({}, {"pie": True}, {"pie": None}, {"pie": False})
        ]
        assert ["swap" in some for some in moves] == [True, True, True, False]


def test_query__several_turns_of_one_game() -> None:
    with JsonTalk("--workers", "1") as talk:
        moves = ["c3", "d4", "a1", "b2"]
        talk.tell(id="q", game="hadron", moves=moves, analyze_turns=[4, 0, 2], playouts=50)
        answers = [talk.hear() for _ in range(3)]
        assert [answer["turn_number"] for answer in answers] == [4, 0, 2]
        for answer in answers:
            board = Board("hadron")
            for move in moves[: answer["turn_number"]]:
                board.push_text(move)
            check_report(answer, board)


def test_query__a_finished_game_has_a_result_and_no_analysis() -> None:
    with JsonTalk() as talk:
        moves = ["b2", "c1", "a1", "c3", "b3"]
        assert talk.query(id="q", game="hadron", size=3, moves=moves) == {
            "id": "q",
            "turn_number": 5,
            "is_during_search": False,
            "no_results": True,
            "result": "1-0",
        }


def test_query__a_proven_result_is_told_as_such() -> None:
    with JsonTalk() as talk:
        answer = talk.query(id="q", game="hadron", size=3, time=5)
        assert answer["proven"]["winner"] == "first" and answer["proven"]["plies"] <= 9
        assert (answer["value"], answer["wdl"]) == (1.0, [1.0, 0.0, 0.0])
        assert answer["seconds"] < 4


def test_level__its_move_is_the_best_of_the_report() -> None:
    board = Board("quadrature")
    with JsonTalk("--seed", "5", "--workers", "1") as talk, Engine("quadrature", seed=5) as engine:
        for number in (1, 2, 3, 1, 2, 3):
            answer = talk.query(id="q", game="quadrature", level=number)
            result = engine.play(board, level=number)
            assert (answer["best"], answer["playouts"]) == (result.move.text, result.info.playouts)
            assert {line["move"] for line in answer["lines"]} == {m.text for m in board.legal_moves}
            answer["best"] = answer["lines"][0]["move"]
            check_report(answer, board)


def test_level__chooses_among_all_moves_and_tells_as_many_as_wanted() -> None:
    with JsonTalk("--workers", "1", "--seed", "1") as talk:
        answers = [talk.query(id="q", game="quadrature", level=3, lines=1) for _ in range(20)]
    assert all(len(answer["lines"]) == 1 for answer in answers)
    assert any(answer["best"] != answer["lines"][0]["move"] for answer in answers)


def test_level__limits_only_make_it_less() -> None:
    with JsonTalk() as talk:
        for limit, most in (({"playouts": 20}, 20), ({"playouts": 10**6, "time": 60}, 200)):
            answer = talk.query(id="q", game="square-grid-hex", level=4, **limit)
            assert answer["playouts"] == most <= (LEVELS[4].playouts or 0)
        assert talk.query(id="q", game="square-grid-hex", level=10, time=0.001)["seconds"] < 0.5


def test_level__is_ended_by_terminate_and_still_has_a_move() -> None:
    with JsonTalk("--workers", "1") as talk:
        big: dict[str, Any] = {"game": "square-grid-hex", "size": 19, "level": 10}
        talk.tell(id="q", report_during_search_every=0.1, **big)
        report = talk.hear()
        assert report["is_during_search"] and report["best"] == report["lines"][0]["move"]
        talk.tell(id="t", action="terminate", terminate_id="q")
        said = {(answer := talk.hear())["id"]: answer for _ in range(2)}
        assert said["q"]["playouts"] < (LEVELS[10].playouts or 0)
        assert said["q"]["best"] in {m.text for m in Board("square-grid-hex", size=19).legal_moves}


def test_queries__many_at_once_are_all_answered_once() -> None:
    with JsonTalk("--workers", "3", "--memory", "16") as talk:
        asked = {(f"{game.id} {n}", n % 2) for game in GAMES for n in range(12)}
        for name, turn in sorted(asked):
            game = name.split()[0]
            move = next(iter(Board(game).legal_moves)).text
            talk.tell(id=name, game=game, moves=[move], analyze_turns=[turn], playouts=20, lines=1)
        answers = talk.last()
    assert len(answers) == len(asked)
    assert {(answer["id"], answer["turn_number"]) for answer in answers} == asked


def test_queries__of_higher_priority_are_done_first() -> None:
    with JsonTalk("--workers", "1") as talk:
        talk.tell(id="first", game="quadrature", time=1000, report_during_search_every=0.1)
        assert talk.hear()["is_during_search"]
        for name, priority in (("low", -1), ("usual", 0), ("high", 9), ("also high", 9)):
            talk.tell(id=name, game="hadron", playouts=10, priority=priority)
        talk.tell(id="t", action="terminate", terminate_id="first")
        done = [answer["id"] for answer in talk.last() if answer.get("is_during_search") is False]
    assert done == ["first", "high", "also high", "usual", "low"]


def test_queries__on_several_workers_do_not_wait_for_each_other() -> None:
    with JsonTalk("--workers", "2") as talk:
        talk.tell(id="long", game="quadrature", time=60)
        assert talk.query(id="short", game="quadrature", playouts=5)["id"] == "short"
        talk.tell(id="x", action="quit")
        assert [answer["id"] for answer in talk.last()] in (["x", "long"], ["long", "x"])


def test_partial_reports__come_before_the_last_one() -> None:
    with JsonTalk() as talk:
        talk.tell(id="q", game="quadrature", time=0.75, report_during_search_every=0.2, lines=3)
        answers = talk.last()
    assert [answer["is_during_search"] for answer in answers[:-1]] == [True] * (len(answers) - 1)
    assert not answers[-1]["is_during_search"] and 2 <= len(answers) <= 5
    for answer in answers:
        check_report(answer, Board("quadrature"))
    assert [a["playouts"] for a in answers] == sorted(a["playouts"] for a in answers)


def test_terminate__a_running_search_reports_what_it_has() -> None:
    with JsonTalk() as talk:
        talk.tell(id="q", game="quadrature", time=1000, report_during_search_every=0.1)
        said = {"q": talk.hear()}
        assert said["q"]["is_during_search"]
        talk.tell(id="t", action="terminate", terminate_id="q")
        # The answer and the last report may come in any order.
        while "t" not in said or said["q"]["is_during_search"]:
            answer = talk.hear()
            said[answer["id"]] = answer
        assert said["t"] == {"id": "t", "action": "terminate", "terminate_id": "q"}
        check_report(said["q"], Board("quadrature"))


def test_terminate__a_waiting_query_has_no_results() -> None:
    with JsonTalk("--workers", "1") as talk:
        talk.tell(id="runs", game="quadrature", time=1000)
        talk.tell(id="waits", game="hadron", moves=["c3", "d4"], analyze_turns=[0, 1, 2])
        talk.tell(id="t", action="terminate", terminate_id="waits", turn_numbers=[0, 2])
        for turn in (0, 2):
            assert talk.hear() == {
                "id": "waits",
                "turn_number": turn,
                "is_during_search": False,
                "no_results": True,
            }
        assert talk.hear()["id"] == "t"
        talk.tell(id="unknown", action="terminate", terminate_id="nobody")
        assert talk.hear()["id"] == "unknown"
        talk.tell(id="all", action="terminate_all")
        said = [talk.hear() for _ in range(3)]
        assert sorted(answer["id"] for answer in said) == ["all", "runs", "waits"]


def test_actions__answer_with_themselves() -> None:
    with JsonTalk() as talk:
        answer = talk.query(id="v", action="query_version")
        assert answer.keys() == {"id", "action", "name", "version"}
        assert (answer["id"], answer["name"]) == ("v", "quincunx")
        first = talk.query(id="q", game="hadron", playouts=50, lines=1)
        assert talk.query(id="c", action="clear_cache") == {"id": "c", "action": "clear_cache"}
        assert talk.query(id="q", game="hadron", playouts=50, lines=1).keys() == first.keys()


def test_seed__repeats_an_analysis_and_clear_cache_begins_anew() -> None:
    def run() -> list[dict[str, Any]]:
        answers = []
        with JsonTalk("--seed", "3", "--workers", "1") as talk:
            for _ in range(2):
                answers.append(talk.query(id="q", game="cordon", size=4, playouts=200))
                talk.query(id="c", action="clear_cache")
        for answer in answers:
            del answer["seconds"]
        return answers

    assert run() == run()


MISTAKES: dict[str, tuple[str, str | None, str | None]] = {
    # line: a part of the error, the field, the id
    "hello": ("not a line of JSON", None, None),
    '{"id": "q", "game": "hadron"': ("not a line of JSON", None, None),
    "[1, 2]": ("a line must be an object, not a list", None, None),
    '"text"': ("a line must be an object", None, None),
    "null": ("a line must be an object, not null", None, None),
    '{"id": "q", "game": "hadron", "time": NaN}': ("NaN is not JSON", None, None),
    '{"id": "q", "game": "hadron", "time": -Infinity}': ("-Infinity is not JSON", None, None),
    "[" * 100_000: ("too many nested brackets", None, None),
    '{"a":' * 100_000: ("too many nested brackets", None, None),
    "9" * 10_000: ("not a line of JSON", None, None),
    "{}": ("id is missing", "id", None),
    '{"id": 7, "game": "hadron"}': ("id must be a string, not 7", "id", None),
    '{"id": null, "game": "hadron"}': ("id is missing", "id", None),
    '{"id": "q"}': ("game is missing", "game", "q"),
    '{"id": "q", "game": "chess"}': ("no game is called 'chess'", "game", "q"),
    '{"id": "q", "game": ["hadron"]}': ("game must be a string, not a list", "game", "q"),
    '{"id": "q", "game": "\\ud800"}': ("no game is called", "game", "q"),
    '{"id": "q", "game": "hadron", "size": 4}': ("not offered in size 4", "size", "q"),
    '{"id": "q", "game": "hadron", "size": 1e400}': ("size must be a whole number", "size", "q"),
    '{"id": "q", "game": "hadron", "size": true}': ("size must be a whole number", "size", "q"),
    '{"id": "q", "game": "hadron", "size": 5.0}': ("size must be a whole number", "size", "q"),
    '{"id": "q", "game": "hadron", "pie": true}': ("Hadron has no pie rule", "pie", "q"),
    '{"id": "q", "game": "square-grid-hex", "pie": 1}': ("pie must be true or false", "pie", "q"),
    '{"id": "q", "game": "hadron", "fen": "nonsense"}': ("nonsense", "fen", "q"),
    '{"id": "q", "game": "hadron", "size": 5, "fen": "3/3/3 r"}': ("size", "fen", "q"),
    '{"id": "q", "game": "hadron", "moves": "c3"}': ("a list of strings", "moves", "q"),
    '{"id": "q", "game": "hadron", "moves": [3]}': ("; it has 3 in it", "moves", "q"),
    '{"id": "q", "game": "hadron", "moves": ["c3", "c4"]}': ("move 2: c4 touches", "moves", "q"),
    '{"id": "q", "game": "hadron", "moves": ["\\u0000"]}': ("move 1: ", "moves", "q"),
    '{"id": "q", "game": "hadron", "analyze_turns": [1]}': ("0 to 0, not 1", "analyze_turns", "q"),
    '{"id": "q", "game": "hadron", "analyze_turns": []}': ("is empty", "analyze_turns", "q"),
    '{"id": "q", "game": "hadron", "time": 0}': ("time must be 0.001 to", "time", "q"),
    '{"id": "q", "game": "hadron", "time": 1e400}': ("time must be 0.001 to", "time", "q"),
    '{"id": "q", "game": "hadron", "time": "1"}': ("time must be a number", "time", "q"),
    '{"id": "q", "game": "hadron", "playouts": 0}': ("playouts must be 1 to", "playouts", "q"),
    '{"id": "q", "game": "hadron", "playouts": 1.5}': ("a whole number", "playouts", "q"),
    '{"id": "q", "game": "hadron", "playouts": 1%s}' % ("0" * 99): ("1 to", "playouts", "q"),
    '{"id": "q", "game": "hadron", "level": 0}': ("level must be 1 to 10", "level", "q"),
    '{"id": "q", "game": "hadron", "level": "max"}': ("a whole number", "level", "q"),
    '{"id": "q", "game": "hadron", "lines": -1}': ("lines must be 0 to", "lines", "q"),
    '{"id": "q", "game": "hadron", "priority": "high"}': ("a whole number", "priority", "q"),
    '{"id": "q", "game": "hadron", "report_during_search_every": 0}': (
        "must be 0.1 to",
        "report_during_search_every",
        "q",
    ),
    '{"id": "q", "game": "hadron", "playout": 9}': ("there is no field playout", "playout", "q"),
    '{"id": "q", "action": "dance"}': ("there is no action dance", "action", "q"),
    '{"id": "q", "action": {}}': ("action must be a string, not an object", "action", "q"),
    '{"action": "query_version"}': ("id is missing", "id", None),
    '{"id": "q", "action": "terminate"}': ("terminate_id is missing", "terminate_id", "q"),
    '{"id": "q", "action": "terminate", "terminate_id": 3}': ("a string", "terminate_id", "q"),
    '{"id": "q", "action": "quit", "now": true}': ("there is no field now", "now", "q"),
}


def test_mistakes__each_is_one_error_with_its_field_and_id() -> None:
    with JsonTalk() as talk:
        for line, (reason, field, name) in MISTAKES.items():
            talk.send(line)
            answer = talk.hear()
            assert answer.keys() == {"error", "field", "id"}, line
            assert reason in answer["error"] and len(answer["error"]) < 500, (line, answer)
            assert (answer["field"], answer["id"]) == (field, name), line
        talk.send("", "  ")
        assert talk.query(id="q", game="hadron", playouts=5)["best"]


def test_memory__too_much_of_it_is_an_error_and_an_answer() -> None:
    with JsonTalk("--memory", "1048576", "--workers", "1") as talk:
        answer = talk.query(id="q", game="hadron", playouts=5)
        if "error" in answer:  # some machines promise anything
            assert answer["error"] == "this machine has no 1048576 MB for an engine"
            assert talk.hear()["no_results"]


def test_ids__come_back_as_they_were() -> None:
    with JsonTalk() as talk:
        for name in ("", "é\N{GRINNING FACE}", "\0\n", "\ud800", "x" * 5000):
            talk.send(json.dumps({"id": name, "game": "hadron", "playouts": 1, "lines": 1}))
            assert talk.hear()["id"] == name


def test_end_of_input__waits_for_what_was_asked() -> None:
    with JsonTalk("--workers", "1", "--time", "0.05") as talk:
        for name in "abc":
            talk.tell(id=name, game="cordon", size=4)
        answers = talk.last()
    assert [answer["id"] for answer in answers] == ["a", "b", "c"]
    assert all(0.04 < answer["seconds"] < 1 for answer in answers)


def test_quit__stops_everything() -> None:
    began = time.monotonic()
    with JsonTalk("--workers", "2") as talk:
        for n in range(5):
            talk.tell(id=str(n), game="quadrature", time=1000)
        talk.tell(id="x", action="quit")
        talk.tell(id="unheard", game="hadron")
        answers = talk.last()
    assert time.monotonic() - began < 20
    assert sorted(answer["id"] for answer in answers) == ["0", "1", "2", "3", "4", "x"]
