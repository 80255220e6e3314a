"""The file of a match holds, and one that was tampered with does not."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quincunx import Board, RecordError
from quincunx.arena import Match, Sprt, read_match, verify
from tests.arena.fakes import fake

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with ordinary games and, in the last pair, forfeits."""
    file = tmp_path_factory.mktemp("match") / "games.jsonl"
    spec = fake("ugi", "illegal", after=9)
    test = Sprt(0, 30)
    Match("hadron", "random", spec, games=8, time=0.5, seed=2, jobs=1, sprt=test, save=file).play()
    return file


def lines_of(file: Path) -> Lines:
    return [json.loads(line) for line in file.read_text().splitlines()]


def written(file: Path, lines: Lines) -> Path:
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


def ordinary(lines: Lines) -> dict[str, Any]:
    """A game that the rules ended."""
    return next(x for x in lines if x["type"] == "game" and x["termination"] == "no placement")


def forfeited(lines: Lines) -> dict[str, Any]:
    return next(x for x in lines if x.get("termination") == "illegal move")


def test_file__says_what_was_played(original: Path) -> None:
    lines = lines_of(original)
    assert [line["type"] for line in lines] == ["match", *["game"] * 8, "summary"]
    head, last = lines[0], lines[-1]
    assert (head["game"], head["size"], head["seed"], head["games"]) == ("hadron", 5, 2, 8)
    assert head["a"] == "random" and head["b"].startswith("time=0.5,ugi:")
    assert head["command"].startswith(
        "quincunx match hadron --size 5 --a random --b 'time=0.5,ugi:"
    )
    assert last["wins"] + last["losses"] == last["games"] == 8
    assert ordinary(lines)["notes"] == [] and "is occupied" in forfeited(lines)["notes"][0]
    for line in lines[1:-1]:
        assert len(line["opening"]) == 2 and set(line["times"]) == {"a", "b"}


def test_verify__accepts_it_and_counts_again(original: Path) -> None:
    held = verify(original)
    last = lines_of(original)[-1]
    assert (held.standing.wins, held.standing.losses) == (last["wins"], last["losses"])
    assert list(held.standing.pairs) == last["pairs"]
    assert held.games[3].half_points in (0, 2)


def test_verify__accepts_games_in_any_order(original: Path, tmp_path: Path) -> None:
    head, *games, last = lines_of(original)
    turned = verify(written(tmp_path / "x", [head, *games[::-1], last]))
    assert turned.standing == verify(original).standing


def change(kind: Callable[[Lines], dict[str, Any]], **values: Any) -> Callable[[Lines], None]:
    def tamper(lines: Lines) -> None:
        kind(lines).update(values)

    return tamper


def head(lines: Lines) -> dict[str, Any]:
    return lines[0]


def summary(lines: Lines) -> dict[str, Any]:
    return lines[-1]


def turn_winner(lines: Lines) -> None:
    game = ordinary(lines)
    game["winner"] = "b" if game["winner"] == "a" else "a"


def turn_winner_and_result(lines: Lines) -> None:
    turn_winner(lines)
    game = ordinary(lines)
    game["result"] = "0-1" if game["result"] == "1-0" else "1-0"


def turn_winner_of_forfeit(lines: Lines) -> None:
    game = forfeited(lines)
    game["winner"], game["result"] = "b", "1-0" if game["first"] == "b" else "0-1"


def call_it_a_forfeit(lines: Lines) -> None:
    ordinary(lines)["termination"] = "crash"


def call_it_over(lines: Lines) -> None:
    forfeited(lines)["termination"] = "no placement"
    del forfeited(lines)["refused"]


def call_a_move_refused(lines: Lines) -> None:
    game = forfeited(lines)
    board = Board("hadron")
    for text in (*game["opening"], *game["moves"]):
        board.push_text(text)
    game["refused"] = next(iter(board.legal_moves)).text


def change_seconds(lines: Lines) -> None:
    ordinary(lines)["times"]["a"]["mean"] = 99


def change_opening_of_one(lines: Lines) -> None:
    """Put a game of another pair in its place, as that was played."""
    game = ordinary(lines)
    other = next(
        x
        for x in lines
        if x.get("first") == game["first"]
        and x["pair"] != game["pair"]
        and x["termination"] == game["termination"]
    )
    game.update({k: v for k, v in other.items() if k not in ("number", "pair")})


def shorten_opening(lines: Lines) -> None:
    game = ordinary(lines)
    game["moves"] = game["opening"][1:] + game["moves"]
    game["opening"] = game["opening"][:1]


def repeat_move(lines: Lines) -> None:
    moves = ordinary(lines)["moves"]
    moves[3] = moves[1]


def swap_colours(lines: Lines) -> None:
    game = ordinary(lines)
    game["first"] = "a" if game["first"] == "b" else "b"


# What is done to the lines, and what the message must say.
TAMPERINGS: dict[str, tuple[Callable[[Lines], None], str]] = {
    "winner": (turn_winner, "the result is"),
    "winner and result": (turn_winner_and_result, "the winner is"),
    "winner of a forfeit": (turn_winner_of_forfeit, "was to move and cannot have won"),
    "nobody won a forfeit": (
        change(forfeited, winner=None, result="1/2-1/2"),
        "but nobody won",
    ),
    "no such winner": (change(ordinary, winner="c"), "'a', 'b' or null"),
    "a forfeit that was not one": (call_it_a_forfeit, "the game is over by the rules"),
    "an end that was not one": (call_it_over, "but the game goes on"),
    "legal move refused": (call_a_move_refused, "but it is legal in"),
    "another end": (change(ordinary, termination="connection"), "it ended by no placement"),
    "illegal move": (repeat_move, "is occupied"),
    "no move": (lambda lines: ordinary(lines)["moves"].append("z99"), "z99"),
    "move after the end": (lambda lines: ordinary(lines)["moves"].append("a1"), "a1"),
    "move missing": (lambda lines: ordinary(lines)["moves"].pop(), "but the game goes on"),
    "opening of one game": (change_opening_of_one, "not that of game"),
    "opening too short": (shorten_opening, "the opening has 1 moves, not 2"),
    "colours": (swap_colours, "has the first move in it"),
    "pair": (lambda lines: ordinary(lines).update(pair=9), "it belongs to pair"),
    "number": (lambda lines: ordinary(lines).update(number=99), "games 1 to 8"),
    "number no number": (lambda lines: ordinary(lines).update(number="1"), "number is '1'"),
    "moves that are not a list": (change(ordinary, moves="c3"), "moves is 'c3'"),
    "moves that are not texts": (change(ordinary, moves=[3]), "not a list of texts"),
    "times": (change_seconds, "the times of a"),
    "times missing": (change(ordinary, times={}), "the times of a"),
    "game twice": (lambda lines: lines.insert(2, ordinary(lines)), "in the file twice"),
    "game missing": (lambda lines: lines.remove(ordinary(lines)), "the summary says games is 8"),
    "score": (change(summary, wins=8), "the summary says wins is 8"),
    "Elo": (change(summary, elo=400.0), "the summary says elo is 400.0"),
    "interval": (change(summary, elo_low=1.0), "the summary says elo_low"),
    "test": (lambda lines: summary(lines)["sprt"].update(llr=3.0), "the summary says sprt"),
    "another size": (change(head, size=7), "line "),
    "a size that there is not": (change(head, size=6), "line 1: Hadron is not offered in size 6"),
    "another game": (change(head, game="cordon"), "line "),
    "no player": (change(head, a="deepblue"), "line 1: 'deepblue'"),
    "a number of games": (change(head, games=4), "the match has games 1 to 4"),
    "an odd number of games": (change(head, games=7), "line 1: games come in pairs"),
    "a test that is not one": (change(head, sprt={"elo0": 3}), "line 1: sprt is"),
    "format": (change(head, format=99), "line 1: the format is 99"),
    "no beginning": (lambda lines: lines.__delitem__(0), "line 1: a file begins with"),
    "unknown line": (lambda lines: lines.insert(3, {"type": "joke"}), "line 4: no line is of type"),
    "two beginnings": (lambda lines: lines.insert(1, lines[0]), "line 2: no line is of type"),
    "pie": (change(head, pie=True), "line 1: pie is true"),
}


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_verify__refuses_a_tampered_file(tampering: str, original: Path, tmp_path: Path) -> None:
    tamper, said = TAMPERINGS[tampering]
    lines = lines_of(original)
    tamper(lines)
    assert lines != lines_of(original)
    with pytest.raises(RecordError) as error:
        verify(written(tmp_path / "tampered", lines))
    assert said in str(error.value) and str(error.value).startswith(f"line {error.value.line}: ")


@pytest.mark.parametrize(
    "junk", ["", "\n", "hello\n", "[]\n", "3\n", "{}\n", '{"type": "match"}\n', "[" * 99999 + "\n"]
)
def test_verify__refuses_what_is_no_match_at_all(junk: str, tmp_path: Path) -> None:
    (tmp_path / "junk").write_text(junk)
    with pytest.raises(RecordError, match="line 1: "):
        verify(tmp_path / "junk")


def test_verify__refuses_every_file_that_was_cut(original: Path, tmp_path: Path) -> None:
    # Not between two lines: that is a match that was stopped.
    data = original.read_bytes()
    for end in range(200, len(data) - 1, 97):
        if data[end - 1 : end] == b"\n" or data[end : end + 1] == b"\n":
            continue
        (tmp_path / "cut").write_bytes(data[:end])
        with pytest.raises(RecordError):
            verify(tmp_path / "cut")


def test_resume__goes_on_where_a_file_was_cut_off(original: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    lines = original.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:4]) + lines[4][:50])
    assert len(read_match(file, cut_off=True).games) == 3
    match = Match.resume(file, jobs=1)
    assert match.standing.games == 3
    result = match.play()
    assert result.standing.games == 8
    kinds = [line["type"] for line in lines_of(file)]
    assert kinds == ["match", *["game"] * 3, "resume", *["game"] * 5, "summary"]
    held = verify(file)
    # Openings and random movers follow from the seed: the same games come out.
    assert held.games[1] == read_match(original).games[1]
    for number, game in read_match(original).games.items():
        assert held.games[number].opening == game.opening


def test_resume__can_make_a_match_longer_but_not_shorter(original: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    shutil.copy(original, file)
    with pytest.raises(ValueError, match="has 8 games already"):
        Match.resume(file, games=4)
    with pytest.raises(ValueError, match="even number"):
        Match.resume(file, games=9)
    assert Match.resume(file, games=10, jobs=1).play().standing.games == 10
    assert verify(file).standing.games == 10
    assert [line["type"] for line in lines_of(file)][9:11] == ["summary", "resume"]


def test_resume__refuses_a_file_that_does_not_hold(original: Path, tmp_path: Path) -> None:
    lines = lines_of(original)
    turn_winner(lines)
    with pytest.raises(RecordError):
        Match.resume(written(tmp_path / "x", lines))
