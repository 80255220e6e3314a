"""Proofs of every game, made by the solver and checked by the plain rules alone."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from quincunx import Board, Side
from quincunx.engine import solve
from quincunx.proof import (
    ProofError,
    ProofProgress,
    ProofStopped,
    checker_command,
    verify_proof,
    write_proof,
)
from tests.proof.proofs import checked, proof_of

SMALL = {
    "hadron 3": Board("hadron", size=3),
    "square-grid-hex 3 pie": Board("square-grid-hex", size=3),
    "square-grid-hex 3": Board("square-grid-hex", size=3, pie=False),
    "square-grid-hex 4 pie": Board("square-grid-hex", size=4),
    "square-grid-hex 4": Board("square-grid-hex", size=4, pie=False),
    "cordon 2": Board("cordon", size=2),
    "blast-radius 3": Board("blast-radius", size=3),
}
each_small = pytest.mark.parametrize("board", SMALL.values(), ids=SMALL.keys())

#: Black wins within three plies, whatever White does.
RACE = "11/11/11/3B2W4/1B1BB6/1B2B1BWBB1/BB1BBW1W2B/11/11/11/11 b 1 0"

#: Nobody can get on: whatever is done comes to a draw.
DRAWN = "WWWWW1WWWW1/11/11/11/11/11/11/11/11/1B9/BBB1BB1BBB1 w 1 2"


def first_moves(board: Board, folder: Path) -> dict[str, set[str]]:
    """What a proof says of every first move: the sides that win after it."""
    found: dict[str, set[str]] = {}
    for fact in checked(proof_of(board, folder)).facts:
        for moves in fact.all_moves():
            found.setdefault(" ".join(moves), set()).add(f"{fact.side} {fact.goal}")
    return found


@each_small
def test_proof__says_what_the_solver_says(board: Board, tmp_path: Path) -> None:
    solution = solve(board, openings=True)
    assert solution.openings is not None
    expected = {move.text: {f"{winner} wins"} for move, winner in solution.openings.items()}
    assert first_moves(board, tmp_path) == {"": {f"{solution.winner} wins"}} | expected


@pytest.mark.parametrize("moves", ["a1 b2", "a1 b2 c1", "b2"])
def test_proof__is_about_positions_after_moves_as_well(moves: str, tmp_path: Path) -> None:
    board = Board("square-grid-hex", size=3)
    for move in moves.split():
        board.push_text(move)
    verdict = checked(proof_of(board, tmp_path))
    assert verdict.start == board.fen()
    assert verdict.facts[-1].side == solve(board).winner


def test_draw__is_two_claims_that_neither_side_loses(tmp_path: Path) -> None:
    board = Board("quadrature", fen=DRAWN)
    assert solve(board).winner == "draw"
    facts = checked(proof_of(board, tmp_path, openings=False)).facts
    assert [(fact.side, fact.goal, fact.moves) for fact in facts] == [
        ("first", "draws", ()),
        ("second", "draws", ()),
    ]


def test_past__is_part_of_what_is_proven(tmp_path: Path) -> None:
    board = Board("quadrature", fen=RACE)
    solution = solve(board)
    assert solution.winner == "second"
    write_proof(board, solution, tmp_path / "race")
    text = (tmp_path / "race").read_text()
    assert "\nstep after = " in text and "\nstep after " in text
    checked_proof = verify_proof(tmp_path / "race")
    assert [(fact.side, fact.goal) for fact in checked_proof.facts] == [("second", "wins")]


@pytest.mark.parametrize(
    "fen",
    [
        "7/7/7/1WWWWW1/7/7/BBBBB2 b no-pie",
        "17/15B1/15B1/15B1/15B1/15B1/15B1/15B1/15B1/15B1/15B1/15B1/15B1/15B1/15B1/15B1/WWWWWWWWWWWWWW3"
        " w no-pie",
    ],
    ids=["g after east", "q after north"],
)
def test_edges__whatever_letter_the_cells_beside_them_have(fen: str, tmp_path: Path) -> None:
    """Both ends of a chain are linked to edges; names of cells come before and after those."""
    board = Board("square-grid-hex", fen=fen)
    verdict = checked(proof_of(board, tmp_path, openings=False))
    assert verdict.facts[0].side == solve(board).winner and verdict.counts["touch"] > 4


def test_finished_game__needs_no_step(tmp_path: Path) -> None:
    board = Board("hadron", size=3)
    while not board.is_game_over():
        board.push(next(iter(board.legal_moves)))
    verdict = checked(proof_of(board, tmp_path, openings=False))
    assert verdict.counts == {"proves": 1}


def test_checker__loads_nothing_of_the_package(tmp_path: Path) -> None:
    (tmp_path / "small").write_bytes(proof_of(SMALL["hadron 3"], tmp_path))
    *python, folder, _, file = checker_command(tmp_path / "small")
    program = (
        "import runpy, sys\n"
        f"sys.argv = [{folder!r}, {file!r}]\n"
        "try:\n"
        f"    runpy.run_path({folder!r}, run_name='__main__')\n"
        "except SystemExit as end:\n"
        "    assert not end.code, end\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "assert 'reference' in loaded and 'quincunx' not in loaded, loaded\n"
        "assert loaded - {'reference', '__main__'} <= sys.stdlib_module_names | {'sitecustomize'}\n"
    )
    subprocess.run([*python, "-c", program], check=True)


def test_checker__works_as_a_copy_in_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "small").write_bytes(proof_of(SMALL["cordon 2"], tmp_path))
    folder = Path(checker_command("")[-3])
    shutil.copytree(folder, tmp_path / "copy", ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run(
        [sys.executable, "-I", "-S", tmp_path / "copy", tmp_path / "small"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "the first side wins after b2\n" in done.stdout and "proven: " in done.stdout


def test_stopping__leaves_no_file(tmp_path: Path) -> None:
    board = Board("hadron", size=5)
    told: list[ProofProgress] = []

    def stop(now: ProofProgress) -> bool:
        told.append(now)
        return False

    with pytest.raises(ProofStopped):
        write_proof(board, solve(board), tmp_path / "big", progress=stop)
    assert list(tmp_path.iterdir()) == []
    assert told[0].total == 1 and told[0].done == 0


def test_unsolved__has_no_proof(tmp_path: Path) -> None:
    board = Board("square-grid-hex", size=11)
    with pytest.raises(ValueError, match="not solved"):
        write_proof(board, solve(board, time=0.01), tmp_path / "none")


def test_refusal__has_the_line_and_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "broken"
    path.write_bytes(proof_of(SMALL["hadron 3"], tmp_path).replace(b"game hadron", b"game cordon"))
    with pytest.raises(ProofError, match="something was changed") as error:
        verify_proof(path)
    assert error.value.line == 2
    with pytest.raises(FileNotFoundError):
        verify_proof(tmp_path / "nowhere")


def test_file__may_have_any_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-h").write_bytes(proof_of(SMALL["hadron 3"], tmp_path))
    assert verify_proof("-h").game == "hadron"


def test_file__is_not_left_half_written(tmp_path: Path) -> None:
    """A small file is written when it is closed; only then is it known that there is no room."""
    board = SMALL["hadron 3"]
    solution = solve(board)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
    try:
        with pytest.raises(OSError, match="File too large"):
            write_proof(board, solution, tmp_path / "small")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []


def test_sides__of_facts_are_those_of_the_game(tmp_path: Path) -> None:
    facts = checked(proof_of(SMALL["blast-radius 3"], tmp_path)).facts
    assert {Side[fact.side.upper()] for fact in facts} == {Side.FIRST, Side.SECOND}
