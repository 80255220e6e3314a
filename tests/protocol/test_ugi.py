"""UGI: handshake, options, positions, searches that can be stopped, and errors."""

import random
import re
import time

import pytest

from quincunx import GAMES, Board, Game
from quincunx.testing import random_game
from tests.cli.runs import refusal
from tests.marks import each_game
from tests.protocol.talk import UgiTalk

#: What a shared machine may take for itself now and then, in seconds.
BUSY = 0.3

INFO = re.compile(
    r"info time (\d+) nodes (\d+) nps (\d+) score cp (-?\d+) wdl (\d+) (\d+) (\d+)"
    r" winrate (0\.\d{4}|1\.0000)( proven (win|draw|loss) \d+)? pv( \S+)+"
)


def finished(game: str, size: int) -> Board:
    """A random game, played to its end."""
    return random_game(Board(game, size=size), random.Random(4))


def position(board: Board) -> str:
    return f"position startpos moves {' '.join(move.text for move in board.move_stack)}"


def test_handshake__declares_who_it_is_and_what_can_be_set() -> None:
    with UgiTalk() as talk:
        talk.send("ugi")
        *said, last = talk.until("ugiok")
        assert last == "ugiok" and said[0].startswith("id name Quincunx ")
        options = {line.split()[2]: line for line in said if line.startswith("option name ")}
        assert list(options) == ["Game", "Size", "Pie", "Threads", "Hash", "Seed", "Level"]
        assert all(f"var {game.id}" in options["Game"] for game in GAMES)
        assert options["Threads"] == "option name Threads type spin default 1 min 1 max 256"
        assert talk.ask("isready", "ready") == "readyok"
        talk.send("quit")
        assert talk.end() == []


def test_options__of_the_command_line_are_the_defaults() -> None:
    words = ("--game", "square-grid-hex", "--size", "7", "--no-pie", "--threads", "2")
    with UgiTalk(*words, "--memory", "64", "--seed", "5", "--level", "3") as talk:
        talk.send("ugi")
        said = " ".join(talk.until("ugiok"))
        for declared in (
            "Game type combo default square-grid-hex",
            "Size type spin default 7",
            "Pie type check default false",
            "Threads type spin default 2",
            "Hash type spin default 64",
            "Seed type spin default 5",
            "Level type combo default 3",
        ):
            assert declared in said
        assert talk.errors("position startpos moves d4 swap") != []
        assert talk.errors("position startpos moves d4 a7") == []


@each_game
def test_positions__of_all_games_are_answered_about_and_searched(game: Game) -> None:
    end = finished(game.id, game.sizes[0])
    outcome = end.outcome()
    assert outcome
    before = end.copy()
    before.pop()
    with UgiTalk() as talk:
        size = ("setoption name Size value 0", f"setoption name size value {end.size}")
        assert talk.errors(f"setoption name Game value {game.id}", *size) == []
        assert talk.errors("uginewgame", position(before)) == []
        assert talk.ask("query gameover", "response") == "response false"
        assert talk.ask("query result", "response") == "response none"
        p1turn = "true" if before.turn.value == 0 else "false"
        assert talk.ask("query p1turn", "response") == f"response {p1turn}"
        best, _ = talk.best("go nodes 50")
        assert best in {move.text for move in before.legal_moves}
        assert talk.errors(f"position fen {before.fen()}") == []
        best, _ = talk.best("go movetime 10")
        assert best in {move.text for move in before.legal_moves}
        talk.send(position(end))
        assert talk.ask("query gameover", "response") == "response true"
        results = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw"}
        assert talk.ask("query result", "response") == f"response {results[outcome.result()]}"
        # Nobody is left waiting for a move.
        assert talk.best("go") == ("none", [f"info string error: the game is over, {end.result()}"])


def test_go__info_lines_have_all_fields_and_a_legal_variation() -> None:
    with UgiTalk("--game", "cordon", "--size", "4", "--seed", "1") as talk:
        talk.send("position startpos moves a1 b2")
        best, said = talk.best("go movetime 1200")
        assert len(said) >= 2
        for line in said:
            found = INFO.fullmatch(line)
            assert found, line
            board = Board("cordon", size=4)
            for move in ("a1", "b2", *line.partition(" pv ")[2].split()):
                board.push_text(move)
            assert sum(map(int, found.group(5, 6, 7))) == 1000
            assert (int(found[4]) > 0) == (float(found[8]) > 0.5) or found[4] == "0"
        assert said[-1].split(" pv ")[1].split()[0] == best
        assert [int(line.split()[2]) for line in said] == sorted(int(x.split()[2]) for x in said)


def test_go__a_proven_result_is_told_as_such() -> None:
    with UgiTalk("--game", "hadron", "--size", "3") as talk:
        best, said = talk.best("go movetime 3000")
        assert re.search(r" cp 10000 wdl 1000 0 0 winrate 1\.0000 proven win \d+ pv ", said[-1])
        talk.send(f"position startpos moves {best}")
        _, said = talk.best("go movetime 3000")
        assert re.search(r" cp -10000 wdl 0 0 1000 winrate 0\.0000 proven loss \d+ pv ", said[-1])


def test_go__keeps_its_time() -> None:
    with UgiTalk("--game", "square-grid-hex", "--size", "11") as talk:
        talk.ask("isready", "readyok")
        for go, seconds in (
            ("go movetime 50", 0.05),
            ("go movetime 300", 0.3),
            ("go p1time 50 p2time 60000", 0.05),
            ("go wtime 1000 btime 1 winc 100 binc 0", 0.2),
            ("go p1time -20 p2time 0", 0.01),
            ("go movetime 60000 nodes 100 p1time 2000 p2time 2000", 0.2),
        ):
            began = time.monotonic()
            assert talk.best(go)[0] != "none"
            assert time.monotonic() - began < seconds + BUSY, go


def test_go__nodes_are_playouts_and_a_seed_repeats_them() -> None:
    runs = []
    for _ in range(2):
        with UgiTalk("--game", "blast-radius", "--size", "4", "--seed", "7") as talk:
            best, said = talk.best("go nodes 400")
            runs.append((best, said[-1].partition(" wdl ")[2]))
            assert " nodes 400 " in said[-1]
    assert runs[0] == runs[1]


def test_go__infinite_goes_on_until_stop() -> None:
    with UgiTalk("--game", "quadrature") as talk:
        talk.send("go infinite")
        said = [talk.line(), talk.line()]
        assert all(INFO.fullmatch(line) for line in said)
        assert talk.ask("isready", "readyok") == "readyok"
        assert talk.ask("query p1turn", "response") == "response true"
        began = time.monotonic()
        assert talk.ask("stop", "bestmove").split()[1] in {
            move.text for move in Board("quadrature").legal_moves
        }
        assert time.monotonic() - began < BUSY + 0.2


def test_go__infinite_waits_for_stop_though_the_result_is_proven() -> None:
    with UgiTalk("--game", "hadron", "--size", "3") as talk:
        talk.send("go infinite")
        assert " proven " in talk.line()
        time.sleep(0.2)
        talk.send("isready")
        assert talk.line() == "readyok"
        assert talk.ask("stop", "bestmove").split()[1] in {
            move.text for move in Board("hadron", size=3).legal_moves
        }


def test_stop__however_soon_gives_exactly_one_bestmove() -> None:
    with UgiTalk("--game", "hadron", "--size", "5") as talk:
        for level in ("max", "10"):
            talk.send(f"setoption name Level value {level}")
            for _ in range(10):
                talk.send("go infinite", "stop")
                talk.until("bestmove")
        talk.send("stop", "isready")
        assert talk.line() == "readyok"


def test_search__refuses_what_would_disturb_it() -> None:
    with UgiTalk("--game", "quadrature") as talk:
        talk.send("go infinite")
        for line in (
            "go",
            "uginewgame",
            "setoption name Hash value 8",
            "setoption name Level value 1",
        ):
            talk.send(line)
            said = talk.until("info string error: ")[-1]
            assert said.endswith("not while a search is running; send stop first")
        # A position may be given; it counts from the next search on.
        talk.send("position startpos moves c3-d4")
        assert talk.ask("stop", "bestmove") != "bestmove none"
        assert talk.best("go nodes 20")[0] in {
            move.text for move in _after("quadrature", "c3-d4").legal_moves
        }


def _after(game: str, *moves: str) -> Board:
    board = Board(game)
    for move in moves:
        board.push_text(move)
    return board


def test_levels__play_legal_moves() -> None:
    with UgiTalk("--game", "blast-radius", "--size", "3") as talk:
        for level in ("1", "6", "plain", "max"):
            assert talk.errors(f"setoption name Level value {level}", "position startpos") == []
            board = Board("blast-radius", size=3)
            for _ in range(4):
                board.push_text(talk.best("go movetime 20")[0])
                talk.send(position(board))


MISTAKES = {
    "hello": "unknown command hello",
    "UGI": "unknown command UGI",
    "position": "position wants startpos or fen",
    "position moves c3": "position wants startpos or fen",
    "position fen 5/5/5 r": "5/5/5 r",
    "position startpos moves c3 c4": "move 2: c4 touches 1 red and 0 blue",
    "position startpos moves é": "move 1: é: only plain letters",
    "go depth 5": "this engine has no depth to limit",
    "go movetime": "movetime must be a whole number from 1",
    "go movetime 0": "movetime must be a whole number from 1",
    "go movetime 1e3": "movetime must be",
    "go nodes 99999999999999999999": "nodes must be",
    "go nodes ١": "nodes must be",
    "go ponder": "go does not know ponder",
    "go p1time 1000": "no clock for the side to move, Blue",
    "query": "query knows gameover, p1turn, result",
    "query weather": "not weather",
    "setoption": "setoption wants name X value Y",
    "setoption name Size": "setoption wants name X value Y",
    "setoption name Depth value 3": "there is no option Depth; there are Game,",
    "setoption name Game value chess": "no game is called 'chess'",
    "setoption name Size value 4": "Hadron is not offered in size 4",
    "setoption name Size value -1": "Size must be a whole number from 0 to 19",
    "setoption name Pie value maybe": "Pie must be true or false",
    "setoption name Threads value 0": "Threads must be",
    "setoption name Hash value all": "Hash must be",
    "setoption name Level value 11": "there is no level '11'",
    "setoption name Seed value -2": "Seed must be",
}


def test_mistakes__each_is_one_error_line_and_changes_nothing() -> None:
    with UgiTalk("--game", "hadron", "--size", "5") as talk:
        talk.send("position startpos moves c3")
        for line, reason in MISTAKES.items():
            errors = talk.errors(line)
            assert len(errors) == 1 and reason in errors[0], (line, errors)
        assert talk.ask("query p1turn", "response") == "response false"
        assert talk.errors("", "   ", "\t") == []


def test_end_of_input__brings_a_limited_search_to_its_end() -> None:
    with UgiTalk("--game", "hadron", "--size", "5") as talk:
        talk.send("go movetime 300")
        assert talk.end()[-1].startswith("bestmove ")


@pytest.mark.parametrize("last", ["quit", None])
def test_end__stops_a_search_that_would_go_on(last: str | None) -> None:
    with UgiTalk("--game", "quadrature") as talk:
        talk.send("go infinite", *([last] if last else []))
        began = time.monotonic()
        assert talk.end()[-1].startswith("bestmove ")
        assert time.monotonic() - began < 5


def test_games__one_after_the_other_in_one_process() -> None:
    with UgiTalk("--memory", "16") as talk:
        for game in (*GAMES, *GAMES):
            assert talk.errors(f"setoption name Game value {game.id}", "uginewgame") == []
            assert talk.best("go nodes 10")[0] in {move.text for move in Board(game).legal_moves}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["ugi", "--size", "4"], "Hadron is not offered in size 4"),
        (["ugi", "--game", "chess"], "no game is called 'chess'"),
        (["ugi", "--workers", "3"], "--workers means nothing to ugi"),
        (["json", "--level", "3"], "--level means nothing to json"),
        (["json", "--no-pie"], "--pie means nothing to json"),
        (["htp", "--game", "hadron"], "--game means nothing to htp"),
        (["htp", "--size", "2"], "not offered in size 2"),
        (["htp", "--level", "11"], "there is no level '11'"),
        (["uci"], "'uci' is not one of"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_command_line__a_mistake_is_one_line(words: list[str], reason: str) -> None:
    assert reason in refusal("engine", *words)


def test_memory__too_much_of_it_is_an_error_and_no_end() -> None:
    with UgiTalk("--game", "hadron") as talk:
        talk.send("setoption name Hash value 1048576", "isready")
        said = talk.until("readyok")
        assert said in (["readyok"], [TOO_MUCH, "readyok"])  # some machines promise anything
        talk.send("setoption name Hash value 16")
        assert talk.best("go nodes 10")[0] != "none"


TOO_MUCH = "info string error: this machine has no 1048576 MB for an engine"
