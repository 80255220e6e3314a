"""Programs as players: they are understood, and what they do wrong costs them the game."""

import os
import time
from pathlib import Path

import pytest

from quincunx import GAMES, Board, EngineError, Side
from quincunx.arena import (
    Forfeit,
    GameRecord,
    Match,
    Player,
    PlayerSpec,
    make_player,
    play_game,
    programs,
    verify,
)
from tests.arena.fakes import fake
from tests.games.facts import size_with

HEX = Board("square-grid-hex", size=5, pie=False)


def game_between(
    start: Board, a: str, b: str, *, grace: float = 10.0, **options: object
) -> GameRecord:
    """One game, in this process."""
    players: dict[str, Player] = {
        name: make_player(PlayerSpec.parse(spec).with_time(0.1))
        for name, spec in (("a", a), ("b", b))
    }
    try:
        return play_game(start, players, grace=grace, **options)  # type: ignore[arg-type]
    finally:
        for player in players.values():
            player.close()


@pytest.mark.parametrize(
    "start",
    [*(Board(game, size=size_with(game, 16)) for game in GAMES), HEX],
    ids=str,
)
def test_ugi__a_good_program_plays_to_the_end(start: Board) -> None:
    game = game_between(start, fake("ugi"), "random", seed=4)
    assert not game.is_forfeit and game.notes == []
    board = start.copy()
    for move in game.moves:
        board.push_text(move)
    outcome = board.outcome()
    assert outcome and outcome.termination.value == game.termination


@pytest.mark.parametrize("number", [1, 2])
def test_htp__rows_are_counted_from_the_top(number: int, tmp_path: Path) -> None:
    log = tmp_path / "log"
    opening = ("a1", "b5", "c2")
    game = game_between(HEX, fake("htp", log=log), "random", opening=opening, number=number, seed=2)
    # The program has a board of its own and refuses what is not legal there.
    assert game.termination == "connection" and game.notes == []
    sent = [line.split(" ", 1)[1] for line in log.read_text().splitlines()]
    assert sent[:5] == [
        "name",
        "boardsize 5",
        "clear_board",
        "time_settings 0 0.1 1",
        "play black a5",
    ]
    assert sent[5:7] == ["play white b1", "play black c4"]
    if number == 1:
        whites = [i for i, line in enumerate(sent) if line == "genmove black"]
        assert whites and sent[7].startswith("play white ")
    else:
        assert sent[7] == "genmove white"


def test_ugi__is_told_game_size_and_time(tmp_path: Path) -> None:
    log = tmp_path / "log"
    game_between(HEX, fake("ugi", log=log), "random", opening=("a1",), seed=2)
    sent = [line.split(" ", 1)[1] for line in log.read_text().splitlines()]
    assert sent[:7] == [
        "ugi",
        "setoption name Game value square-grid-hex",
        "setoption name Size value 5",
        "setoption name Pie value false",
        "uginewgame",
        "isready",
        "position startpos moves a1 " + sent[6].split()[-1],
    ]
    assert sent[7] == "go movetime 100" and sent[-1] == "quit"


# What the program does, which forfeit that is, and what the note must say.
MISDEEDS = {
    "crash": ("crash", ["ended with exit code 1", "out of luck"]),
    "abort": ("crash", ["SIGABRT"]),
    "silent": ("time", ["in time"]),
    "flood": ("time", ["took"]),
    "illegal": ("illegal move", ["is occupied"]),
    "nonsense": ("illegal move", ["nonsense"]),
    "z99": ("illegal move", ["z99"]),
}


@pytest.mark.parametrize("behaviour", MISDEEDS)
@pytest.mark.parametrize("protocol", ["ugi", "htp"])
def test_misdeed__loses_the_game_with_a_note(protocol: str, behaviour: str) -> None:
    kind, said = MISDEEDS[behaviour]
    started = time.monotonic()
    grace = 1.0 if kind == "time" else 10.0
    game = game_between(HEX, fake(protocol, behaviour, after=1), "random", seed=3, grace=grace)
    assert time.monotonic() - started < 10
    assert game.winner == "b" and game.is_forfeit
    # A flood may be read up to the deadline or a little beyond; both are time.
    assert game.termination == kind
    (note,) = game.notes
    assert note.startswith("a: ")
    if behaviour != "flood":
        assert all(text in note for text in said)
    assert len(game.moves) == 2 and (game.refused is not None) == (kind == "illegal move")


@pytest.mark.parametrize(
    ("spec", "kind", "said"),
    [
        (fake("ugi", "error"), "protocol", "no idea"),
        (fake("htp", "refuse"), "protocol", "I would rather not"),
        (fake("ugi", "no options"), "protocol", "no option Game"),
        ("ugi:true", "crash", "true ended with exit code 0"),
        ("htp:cat", "time", "no answer to 'name' in time"),
        ("htp:echo nothing", "crash", "ended with exit code 0"),
    ],
)
def test_protocol__is_insisted_on(
    spec: str, kind: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "START_SECONDS", 1.0)
    game = game_between(HEX, spec, "random")
    assert (game.winner, game.termination, game.moves) == ("b", kind, [])
    assert said in game.notes[0]


def test_resigning__is_no_forfeit() -> None:
    game = game_between(HEX, "random", fake("htp", "resign", after=1), seed=1)
    assert (game.winner, game.termination, game.notes) == ("a", "resignation", [])
    assert not game.is_forfeit and len(game.moves) == 3


def test_late_move__is_a_forfeit_even_if_it_comes() -> None:
    class Slow(Player):
        def new_game(self, board: Board, seed: int) -> None:
            pass

        def choose(self, board: Board, seconds: float | None) -> str:
            time.sleep(0.2)
            return next(iter(board.legal_moves)).text

    slow, other = Slow(PlayerSpec("engine", time=0.1)), make_player(PlayerSpec("random"))
    lost = play_game(HEX, {"a": slow, "b": other}, grace=0.0)
    assert (lost.winner, lost.termination) == ("b", "time") and "0.15 s" in lost.notes[0]
    saved = play_game(Board("hadron", size=3), {"a": slow, "b": other}, grace=10.0)
    assert saved.termination == "no placement" and saved.times["a"]
    assert 0.2 <= saved.times["a"]["mean"] <= saved.times["a"]["max"] < 10


def test_next_game__gets_a_new_program_after_a_forfeit_and_the_old_one_otherwise(
    tmp_path: Path,
) -> None:
    def processes(behaviour: str) -> int:
        log = tmp_path / behaviour
        spec = PlayerSpec.parse(fake("ugi", behaviour, after=1, log=log)).with_time(0.1)
        players = {"a": make_player(spec), "b": make_player(PlayerSpec("random"))}
        for number in (1, 2, 3):
            play_game(HEX, players, number=number, seed=1)
        players["a"].close()
        started = {int(line.split()[0]) for line in log.read_text().splitlines()}
        for process in started:
            with pytest.raises(ProcessLookupError):
                os.kill(process, 0)
        return len(started)

    assert processes("good") == 1
    assert processes("illegal") == 3
    assert processes("crash") == 3


def test_match__goes_on_after_forfeits(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    match = Match(
        "hadron", fake("ugi", "crash", after=1), "random", size=5, games=4, time=0.1, save=file
    )
    result = match.play()
    assert result.points == 0 and result.forfeits == {("a", "crash"): 4}
    assert verify(file).standing == result.standing


def test_match__a_dying_process_is_the_loss_of_who_was_to_move(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    spec = fake("ugi", "kill-parent", after=1)
    match = Match("hadron", "random", spec, size=5, games=4, time=0.1, jobs=2, save=file)
    result = match.play()
    assert result.points == 4 and result.forfeits == {("b", "crash"): 4}
    assert "ended with code -9" in match.games[1].notes[0]
    assert len(match.games[1].moves) == 3 and len(match.games[2].moves) == 2
    assert verify(file).standing == result.standing


def test_match__refuses_a_program_that_never_works(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    match = Match("hadron", "ugi:true", "random", games=2, time=0.1, save=file)
    with pytest.raises(EngineError, match=r"player a, 'time=0.1,ugi:true': true ended"):
        match.play()
    assert not file.exists()


def test_closing__ends_a_program_that_does_not_listen() -> None:
    player = make_player(PlayerSpec.parse(fake("ugi", "deaf")))
    program = programs.Program(player.spec.argv)
    program.send("ugi")
    started = time.monotonic()
    program.close("quit")
    assert time.monotonic() - started < 5
    with pytest.raises(Forfeit, match="crash"):
        program.send("ugi")


def test_sides__black_moves_first_in_both() -> None:
    assert HEX.side_name(Side.FIRST) == "Black"
