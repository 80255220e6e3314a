"""``quincunx solve``: who wins, with every opening, and how it is stopped."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from quincunx import Board
from quincunx.cluster.journal import _summed
from quincunx.engine.checkpoint import Checkpoint
from tests.cli.interrupts import interrupted
from tests.cli.runs import Terminal, invoke, output, process, refusal
from tests.games.facts import winning_moves

FIELDS = ["game", "size", "winner", "best", "plies", "nodes", "seconds"]

# The first moves that win (tests/games/test_small_boards.py searches all of it).
KNOWN = {
    (game, "--size", str(size), *(["--no-pie"] if pie is False else [])): moves
    for (game, size, pie), moves in winning_moves().items()
}

each_known = pytest.mark.parametrize("words", KNOWN, ids=" ".join)

#: Nobody will solve this soon.
HARD = ("square-grid-hex", "--size", "13")


def solved(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(output("solve", *words, "--json"))
    return found


@each_known
def test_json__has_the_fields_that_are_promised(words: tuple[str, ...]) -> None:
    found = solved(*words)
    assert list(found) == FIELDS
    assert found["game"] == words[0] and found["size"] == int(words[2])
    assert (found["winner"] == "first") == bool(KNOWN[words])
    assert found["best"] in KNOWN[words] or not KNOWN[words]
    assert found["plies"] >= 1 and found["nodes"] > 0 and found["seconds"] > 0


@each_known
def test_json__openings_are_those_that_the_pages_list(words: tuple[str, ...]) -> None:
    found = solved(*words, "--openings")
    assert list(found) == [*FIELDS, "openings"]
    wins = {move for move, winner in found["openings"].items() if winner == "first"}
    assert wins == KNOWN[words]
    pie = False if "--no-pie" in words else None
    board = Board(words[0], size=int(words[2]), pie=pie)
    assert list(found["openings"]) == [str(move) for move in board.legal_moves]


def test_json__from_later_in_the_game() -> None:
    found = solved("square-grid-hex", "--size", "3", "--moves", "b2", "--openings")
    assert found["winner"] == "second" and found["best"] == "swap"
    assert found["openings"]["swap"] == "second"
    board = Board("square-grid-hex", size=3)
    board.push_text("b2")
    assert solved("square-grid-hex", "--fen", board.fen())["winner"] == "second"


def test_json__a_finished_game() -> None:
    found = solved("hadron", "--size", "3", "--moves", "b2 c1 a1 c3 b3")
    assert (found["winner"], found["best"], found["plies"]) == ("first", None, 0)


# --- For people ----------------------------------------------------------------------------------


def test_text__names_the_winner_and_a_move() -> None:
    text = output("solve", "cordon", "--size", "2")
    assert re.search(r"^Cordon, side 2: Red wins within \d plies, best b2$", text, re.MULTILINE)
    assert re.search(r"^[\d,]+ nodes, .* s$", text, re.MULTILINE)


def test_text__the_picture_marks_each_opening_with_its_winner() -> None:
    text = output("solve", "square-grid-hex", "--size", "3", "--openings")
    for row in ("3| w w w |", "2| b w b |", "1| w w w |"):
        assert row in text
    assert "b Black wins: 2" in text and "w White wins: 7" in text
    assert "Hex by John Nash and Piet Hein" in text


def test_text__what_the_picture_cannot_show_is_told() -> None:
    text = output("solve", "square-grid-hex", "--size", "3", "--moves", "b2", "--openings")
    assert "\nswap: White\n" in text and "b Black wins: 8" in text


# --- Stopping ------------------------------------------------------------------------------------


@pytest.mark.parametrize("openings", [[], ["--openings"]])
def test_time__gives_up_and_says_so(openings: list[str]) -> None:
    done = invoke("solve", *HARD, "--time", "0.3", "--json", *openings)
    assert done.exit_code == 1
    assert done.stderr.startswith("quincunx solve: the time is over; ")
    assert done.stderr.count("\n") == 1
    found = json.loads(done.stdout)
    assert (found["winner"], found["best"], found["plies"]) == (None, None, None)
    assert found["nodes"] > 0
    if openings:
        assert len(found["openings"]) == 169 and None in found["openings"].values()


def test_time__the_text_says_so_too() -> None:
    done = invoke("solve", "quadrature", "--time", "0.2", "--openings")
    assert done.exit_code == 1
    assert "Quadrature, 11×11: not solved\n" in done.stdout
    assert "c3-d4: not solved" in done.stdout
    assert "0 of 29 openings were solved" in done.stderr


@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c__stops_and_says_so(as_json: bool) -> None:
    words = [*HARD, "--openings", *(["--json"] if as_json else [])]
    done = interrupted("solve", *words)
    assert done.returncode == 130
    assert re.fullmatch(r"quincunx solve: stopped; \d+ of 169 openings .*\n", done.stderr)
    if as_json:
        assert json.loads(done.stdout)["winner"] is None
    else:
        assert "Square Grid Hex, 13×13: not solved\n" in done.stdout


@pytest.mark.parametrize("openings", [[], ["--openings"]])
def test_terminal__shows_progress_until_ctrl_c(openings: list[str]) -> None:
    terminal = Terminal("solve", *HARD, *openings, term="xterm")
    terminal.wait_for("/169 openings" if openings else " nodes, ")
    terminal.wait_for("/s")
    terminal.type("\x03")
    assert terminal.close() == 130
    assert "quincunx solve: stopped;" in terminal.seen and "Traceback" not in terminal.seen


# --- Checkpoints and several processes -----------------------------------------------------------


def test_checkpoint__the_same_command_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "hadron.solver"
    words = (
        "solve",
        "hadron",
        "--size",
        "5",
        "--memory",
        "16",
        "--checkpoint",
        str(file),
        "--json",
    )
    first = invoke(*words, "--openings", "--time", "0.2", "--save-every", "0.05")
    assert first.exit_code == 1
    lines = first.stderr.splitlines()
    assert lines and all(" saved; " in line and "up to symmetry" in line for line in lines[:-1])
    assert lines[-1].startswith("quincunx solve: the time is over; ")
    assert lines[-1].endswith(f"; the same command goes on from {file}")
    found = json.loads(first.stdout)
    second = json.loads(output(*words, "--openings"))
    assert second["winner"] == "first" and set(second["openings"].values()) == {"first"}
    assert second["nodes"] > found["nodes"] and second["seconds"] > found["seconds"]
    assert json.loads(output(*words, "--openings"))["nodes"] == second["nodes"]


def test_checkpoint__ctrl_c_saves_it_and_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "hex.solver"
    done = interrupted("solve", *HARD, "--memory", "16", "--checkpoint", str(file))
    assert done.returncode == 130 and f"goes on from {file}" in done.stderr
    said = refusal("solve", *HARD, "--memory", "17", "--checkpoint", str(file))
    assert "memory 16 there, 17 here" in said
    with file.open("r+b") as damaged:
        damaged.truncate(file.stat().st_size - 5)
    said = refusal("solve", *HARD, "--memory", "16", "--checkpoint", str(file))
    assert "is damaged: it ends too early" in said
    said = refusal("solve", *HARD, "--checkpoint", str(tmp_path / "no" / "x"))
    assert "cannot read or write" in said and "No such file or directory" in said


@pytest.mark.parametrize(
    ("more", "code"), [([], 2), (["--proof"], 2), (["--openings", "--time", "0.2"], 1)]
)
def test_checkpoint__the_answer_is_told_if_it_cannot_be_written_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: list[str], code: int
) -> None:
    save, proof = Checkpoint.save, tmp_path / "proof"
    calls = []

    def full(self: Checkpoint, *arguments: Any) -> None:
        calls.append(arguments)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")
        save(self, *arguments)

    monkeypatch.setattr(Checkpoint, "save", full)
    game = HARD if "--time" in more else ("hadron", "--size", "3")
    words = [*game, "--memory", "16", "--checkpoint", str(tmp_path / "x"), *more]
    done = invoke("solve", *words, *([str(proof)] if "--proof" in more else []))
    assert done.exit_code == code
    said = "the checkpoint could not be written ([Errno 28] No space left on device)"
    assert said in done.stderr and "goes on from" not in done.stderr
    assert done.stderr.count("\n") == (2 if "--proof" in more else 1)
    assert proof.exists() == ("--proof" in more)
    assert ("13×13: not solved" if code == 1 else "3×3: Red wins") in done.stdout


@pytest.mark.parametrize("more", [(), ("--openings", "--jobs", "1")])
def test_checkpoint__that_another_process_uses_is_refused(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    file = tmp_path / "hex.solver"
    words = ("solve", *HARD, "--memory", "16", *more, "--checkpoint", str(file))
    with subprocess.Popen(
        [sys.executable, "-m", "quincunx", *words], stdout=subprocess.DEVNULL
    ) as first:
        try:
            while not file.exists() or not file.stat().st_size:
                assert first.poll() is None
                time.sleep(0.02)
            second = process(*words)
        finally:
            first.terminate()
    assert (second.returncode, second.stdout) == (2, "")
    assert second.stderr == (
        f"quincunx solve: cannot read or write {file}: another process uses it\n"
    )


def test_terminal__shows_proof_numbers_and_symmetry() -> None:
    terminal = Terminal("solve", *HARD, "--openings", term="xterm", columns=160)
    terminal.wait_for("0/169 openings (0/85 up to symmetry)")
    terminal.wait_for("a1: proof ")
    terminal.wait_for("disproof ")
    terminal.type("\x03")
    assert terminal.close() == 130


def test_jobs__solve_openings_in_other_processes(tmp_path: Path) -> None:
    words = ("square-grid-hex", "--size", "3", "--openings")
    alone = solved(*words)
    journal = str(tmp_path / "hex.jobs")
    shared = solved(*words, "--jobs", "2", "--checkpoint", journal)
    assert shared["openings"] == alone["openings"] and shared["winner"] == alone["winner"]
    assert solved(*words, "--jobs", "1", "--checkpoint", journal)["nodes"] == shared["nodes"]


# --- Where the proof goes ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proof", "said"),
    [
        ("no/x", "--proof no/x: No such file or directory"),
        ("file/x", "--proof file/x: Not a directory"),
        ("", "--proof: which file?"),
        ("x" * 250, "File name too long"),
        (".", "is a directory"),
        ("pipe", "--proof pipe: this is no regular file"),
        ("loop", "--proof loop: this is no regular file"),
        ("file", "--proof and --checkpoint are the same file, ./file"),
        ("link", "--proof and --checkpoint are the same file, ./file"),
    ],
)
def test_proof__a_place_where_it_cannot_be_is_refused_before_anything_is_solved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proof: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    Path("file").write_text("a letter")
    Path("link").symlink_to("file")
    Path("loop").symlink_to("loop")
    assert said in refusal("solve", *HARD, "--proof", proof, "--checkpoint", "./file")
    assert sorted(os.listdir()) == ["file", "link", "loop", "pipe"]
    assert Path("file").read_text() == "a letter"


def test_proof__a_link_stays_and_the_proof_goes_where_it_points(tmp_path: Path) -> None:
    link, there = tmp_path / "link", tmp_path / "disk" / "there"
    there.parent.mkdir()
    link.symlink_to("disk/there")
    made = invoke("solve", "hadron", "--size", "3", "--proof", str(link))
    assert made.exit_code == 0 and str(there) in made.stderr
    assert link.is_symlink() and os.listdir(there.parent) == ["there"]


def test_proof__of_what_is_wrong_is_one_line(tmp_path: Path) -> None:
    journal, proof = tmp_path / "jobs", tmp_path / "proof"
    words = ("hadron", "--size", "3", "--openings", "--jobs", "1", "--checkpoint", str(journal))
    output("solve", *words)
    lines = journal.read_bytes().splitlines()
    for number, line in enumerate(lines[1:], 1):
        text = line.replace(b'"first"', b'"second"').partition(b', "sum"')[0]
        lines[number] = _summed(text)
    journal.write_bytes(b"\n".join([*lines, b""]))
    done = invoke("solve", *words, "--proof", str(proof))
    assert done.exit_code == 2 and "Blue wins" in done.stdout
    assert done.stderr.startswith("quincunx solve: --proof: what was solved does not hold: ")
    assert done.stderr.count("\n") == 1 and not proof.exists()


# --- Mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hadron", "--time", "0"], "--time"),
        (["hadron", "--memory", "0"], "--memory"),
        (["hadron", "--memory", "9999999999"], "too much for this machine"),
        (["hadron", "--memory", str(1 << 44)], "too much for this machine"),
        (["hadron", "--memory", "9" * 20], "too much for this machine"),
        (["hadron", "--checkpoint", ""], "--checkpoint: which file? Its name is empty"),
        (["hadron", "--no-pie"], "Hadron has no pie rule"),
        (["hadron", "--jobs", "2"], "add --openings"),
        (["hadron", "--cluster", "auto"], "add --openings"),
        (["hadron", "--openings", "--jobs", "2", "--time", "1"], "--time does not go with"),
        (["hadron", "--save-every", "0"], "--save-every"),
        (["hadron", "--moves", "c3 c4"], "c4 touches 1 red"),
        (["chess"], "no game is called 'chess'"),
        ([], "which game?"),
    ],
)
def test_mistake__is_one_clear_line(words: list[str], said: str) -> None:
    assert said in refusal("solve", *words)


@pytest.mark.parametrize(
    "words",
    [
        ("analyse", "hadron", "--playouts", "10"),
        ("study", "hadron", "--size", "3", "--time", "0.001"),
        ("record annotate", "games.qgn", "out.qgn"),
    ],
)
@pytest.mark.parametrize("memory", ["9999999999", "9" * 20])
def test_mistake__too_much_memory_in_other_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], memory: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.qgn").write_text('[Game "Hadron"]\n[Size "5"]\n\n1. c3 *\n')
    said = refusal(*words[0].split(), *words[1:], "--memory", memory)
    assert said == f"quincunx {words[0]}: --memory {memory} is too much for this machine\n"
