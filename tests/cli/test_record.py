"""``quincunx record``: convert, check, stats, show, annotate."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from quincunx import GAMES, Board, record
from quincunx.convert import FORMATS
from tests.cli.runs import invoke, output, process, refusal

GOOD = '[Game "Hadron"]\n[Size "5"]\n[Red "Ada"]\n[Result "*"]\n\n1. c3! {so} 2. d4 (2. a1) *\n\n'
BAD = '[Game "Hadron"]\n[Size "5"]\n\n1. c3 2. c4 *\n\n'


COUNT = 2 * len(GAMES)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Two whole games of each kind."""
    file, rng = tmp_path / "games.qgn", random.Random(3)
    with file.open("w") as handle:
        for game in GAMES:
            for _ in range(2):
                board = Board(game, size=game.sizes[min(1, len(game.sizes) - 1)])
                while not board.is_game_over():
                    board.push(rng.choice(list(board.legal_moves)))
                record.Game.from_board(board).accept(record.FileExporter(handle))
    return file


def written(tmp_path: Path, text: str, name: str = "x.qgn") -> str:
    (tmp_path / name).write_text(text)
    return str(tmp_path / name)


# --- convert -------------------------------------------------------------------------------------


def test_convert__there_and_back(games: Path, tmp_path: Path) -> None:
    for form, name in (("moves", "x.txt"), ("share", "x.share")):
        done = invoke("record", "convert", str(games), str(tmp_path / name), "--to", form)
        assert done.exit_code == 0 and done.stderr == f"wrote {COUNT} games to {tmp_path / name}\n"
        back = str(tmp_path / f"{form}.qgn")
        assert invoke("record", "convert", str(tmp_path / name), back).exit_code == 0
        assert Path(back).read_text() == games.read_text()


def test_convert__standard_input_and_output(games: Path) -> None:
    text = games.read_text()
    assert output("record", "convert", "-", "-", typed=text) == text
    shared = output("record", "convert", "-", "-", "--to", "share", typed=text)
    assert len(shared.splitlines()) == COUNT
    assert output("record", "convert", "-", "-", typed=shared) == text
    done = process("record", "convert", "-", "-", "--from", "qgn", typed=text)
    assert (done.returncode, done.stdout) == (0, text)


def test_convert__moves_need_to_be_told_the_game(tmp_path: Path) -> None:
    file = written(tmp_path, "c3 d4 b4\n", "moves.txt")
    target = str(tmp_path / "out.qgn")
    assert "say which (--kind, --size)" in refusal(
        "record", "convert", file, target, "--from", "moves"
    )
    done = invoke(
        "record", "convert", file, target, "--from", "moves", "--kind", "hadron", "--size", "7"
    )
    assert done.exit_code == 0
    with Path(target).open() as handle:
        game = record.read_game(handle)
    assert game and game.board().size == 7 and game.end().ply() == 3


def test_convert__faulty_games_are_left_out_and_named(tmp_path: Path) -> None:
    file, target = written(tmp_path, GOOD + BAD + GOOD), str(tmp_path / "out.qgn")
    done = invoke("record", "convert", file, target)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"wrote 2 games to {target}\nleft out: {file}:11:10: c4: ")
    assert Path(target).read_text() == GOOD + GOOD


def test_convert__what_cannot_be_told_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    file, target = written(tmp_path, GOOD), tmp_path / "out.sgf"
    assert "Hadron" in refusal("record", "convert", file, str(target))
    assert not target.exists() and not list(tmp_path.glob("*.new"))


def test_convert__does_not_write_over_a_file_unless_told(tmp_path: Path) -> None:
    file, target = written(tmp_path, GOOD), written(tmp_path, "precious", "out.qgn")
    assert "exists; replace it by --force" in refusal("record", "convert", file, target)
    assert Path(target).read_text() == "precious"
    assert invoke("record", "convert", file, target, "--force").exit_code == 0
    assert Path(target).read_text() == GOOD
    assert invoke("record", "convert", target, target, "--force").exit_code == 0
    assert Path(target).read_text() == GOOD


def test_convert__unknown_files_and_forms(tmp_path: Path) -> None:
    file = written(tmp_path, "what is this?", "x.dat")
    target = str(tmp_path / "y.qgn")
    assert "in which form is" in refusal("record", "convert", file, target)
    assert "in which form is" in refusal("record", "convert", file, str(tmp_path / "y.dat"))
    assert "cannot read" in refusal("record", "convert", str(tmp_path / "none.qgn"), target)
    assert "cannot write" in refusal(
        "record", "convert", written(tmp_path, GOOD), str(tmp_path / "no" / "y.qgn")
    )
    named = refusal("record", "convert", file, target, "--from", "pgn")
    assert all(form.name in named for form in FORMATS)


def test_convert__a_match_and_back(tmp_path: Path) -> None:
    match, records = tmp_path / "m.jsonl", tmp_path / "m.qgn"
    words = ("match", "hadron", "--size", "3", "--a", "random", "--b", "random", "--games", "4")
    assert invoke(*words, "--save", str(match)).exit_code == 0
    assert invoke("record", "convert", str(match), str(records)).exit_code == 0
    assert "holds: all games replayed" in output("match", "--verify", str(records))
    back = tmp_path / "back.jsonl"
    assert invoke("record", "convert", str(records), str(back)).exit_code == 0
    assert back.read_bytes() == match.read_bytes()
    assert invoke(*words, "--save", str(tmp_path / "n.qgn")).exit_code == 0
    assert "4 games" in output("record", "check", str(tmp_path / "n.qgn"))


# --- check ---------------------------------------------------------------------------------------


def test_check__good_files_in_any_form(games: Path, tmp_path: Path) -> None:
    text = output("record", "check", str(games))
    assert text.startswith(f"{COUNT} games, ") and text.endswith(" moves: no fault\n")
    shared = written(tmp_path, output("record", "convert", str(games), "-", "--to", "share"), "x")
    assert output("record", "check", str(games), shared).startswith(f"{2 * COUNT} games, ")


def test_check__every_fault_with_its_place_and_exit_code_1(tmp_path: Path) -> None:
    one, two = written(tmp_path, GOOD + BAD + BAD), written(tmp_path, "[Game", "y.qgn")
    done = invoke("record", "check", one, two)
    lines = done.stdout.splitlines()
    assert done.exit_code == 1 and done.stderr == ""
    assert [line.split(" ")[0] for line in lines[:3]] == [
        f"{one}:11:10:",
        f"{one}:16:10:",
        f"{two}:1:1:",
    ]
    assert "PLACEMENT RULE" in lines[0]
    assert lines[-1].startswith("4 games, 4 moves: ") and lines[-1].endswith(" faults")


def test_check__as_json(tmp_path: Path) -> None:
    done = invoke("record", "check", written(tmp_path, GOOD + BAD), "--json")
    report = json.loads(done.stdout)
    assert done.exit_code == 1 and (report["games"], report["moves"]) == (2, 3)
    (fault,) = report["faults"]
    assert (fault["line"], fault["column"], fault["text"], fault["game"]) == (11, 10, "c4", 2)


def test_check__a_file_that_makes_no_sense_is_a_fault_and_the_next_is_checked(
    tmp_path: Path,
) -> None:
    go = written(tmp_path, "(;FF[4]GM[1]SZ[19];B[pd])", "go.sgf")
    done = invoke("record", "check", go, written(tmp_path, GOOD))
    assert done.exit_code == 1 and done.stdout.splitlines() == [
        f"{go}:1: GM[1] is not Hex, which is GM[11]",
        "1 game, 2 moves: 1 fault",
    ]
    assert "cannot read" in refusal("record", "check", str(tmp_path / "none.qgn"))
    assert "in which form is" in refusal("record", "check", written(tmp_path, "?", "x.dat"))


def test_check__bytes_that_are_no_text_are_faults_and_no_crash(tmp_path: Path) -> None:
    file = tmp_path / "x.qgn"
    file.write_bytes(GOOD.encode().replace(b"2. d4", b"2. \xff4") + GOOD.encode())
    done = invoke("record", "check", str(file))
    assert done.exit_code == 1 and ":6:16: " in done.stdout
    # In a comment they do no harm, and survive.
    file.write_bytes(GOOD.encode().replace(b"{so}", b"{\xff}"))
    target = tmp_path / "y.qgn"
    assert invoke("record", "convert", str(file), str(target)).exit_code == 0
    assert target.read_bytes() == file.read_bytes()


# --- stats ---------------------------------------------------------------------------------------


def test_stats__tables_plot_and_json(games: Path, tmp_path: Path) -> None:
    text = output("record", "stats", str(games))
    for game in GAMES:
        assert game.name in text and game.credit in text
    plot = tmp_path / "plot.svg"
    done = invoke("record", "stats", str(games), "--svg", str(plot), "--opening-plies", "1")
    assert done.exit_code == 0 and done.stderr == f"wrote {plot}\n"
    assert ET.parse(plot).getroot().tag.endswith("svg")
    assert output("record", "stats", str(games), "--svg", "-").startswith("<svg")
    report = json.loads(output("record", "stats", str(games), "--json"))
    assert report["games"] == COUNT


# --- show ----------------------------------------------------------------------------------------


def test_show__a_position_with_what_is_said_about_it(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD + GOOD.replace("Ada", "Grace"))
    first = output("record", "show", file, "--ply", "1")
    assert "Ada" in first and "(game 1; --game N shows another)" in first
    assert "comment  so" in first and "[1. c3!] 2. d4" in first
    assert "fen      5/5/2R2/5/5 b" in first
    second = output("record", "show", file, "--game", "2")
    assert "Grace" in second and "instead  a1" in second and "1. c3! [2. d4]" in second
    assert "fen      5/5/5/5/5 r" in output("record", "show", file, "--ply", "0")


def test_show__what_there_is_not(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    assert "--game 2: " in refusal("record", "show", file, "--game", "2")
    assert "--ply 3: the game has 2 moves" in refusal("record", "show", file, "--ply", "3")
    assert "no games" in refusal("record", "show", written(tmp_path, "", "empty.qgn"))
    assert "no overlay 'x'" in refusal("record", "show", file, "--overlay", "x")


def test_show__values_and_proofs(tmp_path: Path) -> None:
    said = GOOD.replace("{so}", "{[%eval 0.75] [%clk 0:01:30]}").replace(
        "2. d4", "2. d4 {[%eval 1.000] [%proven Red 7]}"
    )
    file = written(tmp_path, said)
    first = output("record", "show", file, "--ply", "1")
    assert "value    75.0 % for Red" in first and "clock    90 s" in first
    assert "value    proven: Red wins within 7 plies" in output("record", "show", file)


def test_show__a_faulty_game_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    done = invoke("record", "show", written(tmp_path, BAD))
    assert done.exit_code == 0 and ":4:10: c4: " in done.stderr and "[1. c3]" in done.stdout


def test_show__pictures(games: Path, tmp_path: Path) -> None:
    from PIL import Image

    picture, film = tmp_path / "x.svg", tmp_path / "x.gif"
    words = ("record", "show", str(games), "--game", "2")
    assert invoke(*words, "--ply", "3", "--svg", str(picture), "--theme", "dark").exit_code == 0
    assert ET.parse(picture).getroot().tag.endswith("svg")
    done = invoke(*words, "--ply", "4", "--gif", str(film))
    assert done.exit_code == 0 and "5 positions" in done.stderr
    with Image.open(film) as image:
        assert image.n_frames == 5  # type: ignore[attr-defined]
    assert "cannot write" in refusal(*words, "--gif", str(tmp_path / "no" / "x.gif"))


# --- annotate ------------------------------------------------------------------------------------


def test_annotate__adds_values_and_can_be_repeated(games: Path, tmp_path: Path) -> None:
    source = written(tmp_path, output("record", "convert", str(games), "-").split("\n\n[")[0])
    target = str(tmp_path / "out.qgn")
    done = invoke("record", "annotate", source, target, "--playouts", "50")
    assert done.exit_code == 0 and done.stderr == f"wrote 1 game to {target}\n"
    assert "[%eval " in Path(target).read_text()
    first = Path(target).read_text()
    assert invoke("record", "annotate", source, target, "--playouts", "50").exit_code == 0
    assert Path(target).read_text() == first
    assert "was begun by" in refusal("record", "annotate", source, target, "--playouts", "60")
    assert "no fault" in output("record", "check", target)


def test_annotate__refuses_what_would_do_harm(tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    assert "name another file" in refusal("record", "annotate", file, file)
    assert "something.qgn" in refusal("record", "annotate", file, str(tmp_path / "x.sgf"))
    bad = written(tmp_path, BAD, "bad.qgn")
    assert "line 4: game 1" in refusal("record", "annotate", bad, str(tmp_path / "y.qgn"))


def test_annotate__ctrl_c_stops_it_and_the_same_command_goes_on(
    games: Path, tmp_path: Path
) -> None:
    target = tmp_path / "out.qgn"
    words = ["record", "annotate", str(games), str(target), "--playouts", "400"]
    running = subprocess.Popen(
        [sys.executable, "-m", "quincunx", *words], stderr=subprocess.PIPE, text=True
    )
    part = tmp_path / "out.qgn.part"
    deadline = time.monotonic() + 60
    while not (part.exists() and part.read_text().count("\n") > 3) and time.monotonic() < deadline:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130, said
    assert "stopped after" in said and "the same command goes on" in said
    done = process(*words)
    assert done.returncode == 0 and "no fault" in output("record", "check", str(target))
    assert not part.exists()
