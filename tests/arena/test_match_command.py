"""``quincunx match``."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from quincunx.arena import verify
from tests.arena.fakes import fake
from tests.cli.runs import Terminal, invoke, output, refusal

RANDOM = ("match", "hadron", "--a", "random", "--b", "random", "--seed", "3")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_match__prints_score_and_elo_and_writes_a_file_that_holds(folder: Path) -> None:
    text = output(*RANDOM, "--games", "10")
    (file,) = folder.iterdir()
    assert re.fullmatch(r"hadron-5-\d{8}-\d{6}\.jsonl", file.name)
    score = re.search(r"^score +(\d+) – (\d+) in 10 games", text, re.MULTILINE)
    assert score and int(score[1]) + int(score[2]) == 10
    assert re.search(r"^Elo +[+−]?\d+ \[.+, .+\] \(95 %, pentanomial, 5 pairs\)$", text, re.M)
    assert f"file     {file.name}\n" in text and "Hadron, 5×5: random against random" in text
    again = output("match", "--verify", file.name)
    assert score[0] in again and f"{file.name} holds" in again
    told = json.loads(output("match", "--verify", file.name, "--json"))
    assert told["verified"] is True and told["wins"] == int(score[1]) and told["games"] == 10


def test_match__of_a_file_can_be_repeated_by_its_command(folder: Path) -> None:
    output(*RANDOM, "--games", "4", "--save", "one")
    command = json.loads(Path("one").read_text().splitlines()[0])["command"].split()
    assert command[0] == "quincunx"
    output(*command[1:], "--save", "two")
    one, two = verify("one"), verify("two")
    assert {n: game.moves for n, game in one.games.items()} == {
        n: game.moves for n, game in two.games.items()
    }


@pytest.mark.parametrize("option", ["--time", "--grace"])
def test_nan__is_no_number_of_seconds(option: str, folder: Path) -> None:
    assert f"{option} must be a number of seconds, not nan" in refusal(*RANDOM, option, "nan")
    assert list(folder.iterdir()) == []


def test_json__has_the_summary(folder: Path) -> None:
    told = json.loads(output(*RANDOM, "--games", "4", "--elo1", "30", "--json"))
    assert told["games"] == 4 and told["elo_method"] == "pentanomial" and told["seed"] == 3
    assert told["sprt"]["elo0"] == 0 and told["sprt"]["elo1"] == 30
    assert Path(told["file"]).exists()


def test_sprt__says_how_it_ended() -> None:
    text = output(*RANDOM, "--games", "60", "--elo0", "-2000", "--elo1", "2000")
    assert re.search(r"^SPRT +H[01] accepted: LLR ", text, re.MULTILINE)


def test_forfeits__are_listed() -> None:
    spec = fake("ugi", "crash")
    text = output("match", "hadron", "--a", "random", "--b", spec, "--time", "1", "--games", "2")
    assert "score    2 – 0 in 2 games" in text and "forfeit  b lost 2 by crash" in text


def test_verify__refuses_a_tampered_file(folder: Path) -> None:
    output(*RANDOM, "--games", "4", "--save", "games")
    text = Path("games").read_text()
    Path("games").write_text(text.replace('"winner": "a"', '"winner": "b"', 1))
    said = refusal("match", "--verify", "games")
    assert re.match(r"quincunx match: games does not hold: line \d+: game \d+: ", said)


def test_resume__plays_what_is_missing(folder: Path) -> None:
    output(*RANDOM, "--games", "6", "--save", "games")
    lines = Path("games").read_text().splitlines(keepends=True)
    Path("games").write_text("".join(lines[:4]))
    assert "in 6 games" in output("match", "--resume", "games", "--jobs", "1")
    assert "in 8 games" in output("match", "--resume", "games", "--games", "8")
    assert verify("games").standing.games == 8


MISTAKES: dict[str, tuple[list[str], str]] = {
    "no game": (["match", "--a", "random", "--b", "random"], "which game?"),
    "no players": (["match", "hadron"], "who plays?"),
    "one player": (["match", "hadron", "--a", "random"], "who plays?"),
    "bad player": (["match", "hadron", "--a", "lvl=3", "--b", "random"], "no setting lvl"),
    "bad level": (["match", "hadron", "--a", "level=99", "--b", "random"], "no level '99'"),
    "no limit": (["match", "hadron", "--a", "level=max", "--b", "random"], "how long may it think"),
    "odd games": ([*RANDOM, "--games", "5"], "even number"),
    "size": ([*RANDOM, "--size", "4"], "size 4"),
    "pie": ([*RANDOM, "--no-pie"], "Hadron has no pie rule"),
    "no program": (
        ["match", "hadron", "--a", "ugi:xyzzy", "--b", "random", "--time", "1"],
        "xyzzy",
    ),
    "hex program": (["match", "cordon", "--a", "htp:sh", "--b", "random", "--time", "1"], "Cordon"),
    "hex program and pie rule": (
        ["match", "square-grid-hex", "--a", "htp:sh", "--b", "random", "--time", "1"],
        "--no-pie",
    ),
    "program that leaves": (
        ["match", "hadron", "--a", "ugi:true", "--b", "random", "--time", "1"],
        "player a, 'time=1,ugi:true': true ended with exit code 0",
    ),
    "half a test": ([*RANDOM, "--elo0", "5"], "--elo1"),
    "a test that is not one": ([*RANDOM, "--elo0", "5", "--elo1", "3"], "elo0 must be less"),
    "alpha": ([*RANDOM, "--elo1", "3", "--alpha", "2"], "alpha"),
    "missing file": (["match", "--verify", "nowhere"], "cannot read nowhere"),
    "missing file to go on with": (["match", "--resume", "nowhere"], "cannot read nowhere"),
    "no folder": ([*RANDOM, "--save", "no/such/file"], "cannot write no/such/file"),
    "verify and more": (["match", "--verify", "x", "--games", "4"], "--games does not go with"),
    "resume and more": (["match", "hadron", "--resume", "x"], "GAME does not go with --resume"),
    "openings too long": ([*RANDOM, "--size", "3", "--opening-plies", "9"], "end the game"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake__is_one_clear_line_and_exit_code_2(mistake: str) -> None:
    words, said = MISTAKES[mistake]
    line = refusal(*words)
    assert line.startswith("quincunx match: ") and said in line


def test_save__does_not_overwrite(folder: Path) -> None:
    Path("games").write_text("precious")
    done = invoke(*RANDOM, "--games", "2", "--save", "games")
    assert done.exit_code == 2 and "games exists; go on with it by --resume" in done.stderr
    assert Path("games").read_text() == "precious"


def wait_for_end_of(processes: set[int]) -> None:
    """Wait until all are gone; whoever inherits them may take a moment to notice their end."""
    deadline = time.monotonic() + 20
    for process in processes:
        with suppress(ProcessLookupError):
            while True:
                os.kill(process, 0)
                assert time.monotonic() < deadline, f"process {process} goes on"
                time.sleep(0.02)


def wait_until_played(file: Path, games: int) -> None:
    deadline = time.monotonic() + 60
    while not file.exists() or file.read_text().count('"type": "game"') < games:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def start_endless(folder: Path) -> subprocess.Popen[str]:
    """A match that does not end by itself, with a program that writes its process number down."""
    spec = fake("ugi", log=folder / "log")
    words = ["match", "hadron", "--a", "random", "--b", spec, "--time", "1", "--save", "games"]
    return subprocess.Popen(
        [sys.executable, "-m", "quincunx", *words, "--games", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    )


def programs(folder: Path) -> set[int]:
    return {int(line.split()[0]) for line in (folder / "log").read_text().splitlines()}


def test_ctrl_c__prints_the_score_keeps_the_file_and_ends_all_programs(folder: Path) -> None:
    running = start_endless(folder)
    wait_until_played(folder / "games", 4)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert err == f"quincunx match: stopped after {verify('games').standing.games} games\n"
    assert re.search(r"^score +\d+ – \d+ in \d+ games", out, re.MULTILINE)
    wait_for_end_of(programs(folder))
    assert json.loads(Path("games").read_text().splitlines()[-1])["type"] == "summary"


def test_killed__leaves_no_programs_behind(folder: Path) -> None:
    running = start_endless(folder)
    wait_until_played(folder / "games", 4)
    running.kill()
    running.communicate(timeout=20)
    wait_for_end_of(programs(folder))


def test_terminal__shows_the_running_score() -> None:
    terminal = Terminal(*RANDOM, "--games", "100000", term="xterm")
    terminal.wait_for("/100000 games")
    terminal.wait_for(", Elo ")
    terminal.type("\x03")
    assert terminal.close() == 130
    assert "Traceback" not in terminal.seen and "stopped after" in terminal.seen
