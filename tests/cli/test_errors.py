"""A user's mistake: one clear line on stderr, exit code 2, and never a traceback."""

import pytest

from quincunx import GAMES
from tests.cli.runs import invoke, process, refusal

ALL_GAMES = ", ".join(game.id for game in GAMES)

# What is typed, and what the line must say.
MISTAKES: dict[str, tuple[list[str], list[str]]] = {
    "unknown command": (["shwo"], ["quincunx: ", "'shwo'"]),
    "unknown option": (["show", "hadron", "--siez", "5"], ["--siez", "--size"]),
    "no game": (["show"], ["which game?", ALL_GAMES]),
    "no game to count": (["perft"], ["quincunx perft: ", ALL_GAMES]),
    "no depth": (["perft", "hadron"], ["DEPTH"]),
    "unknown game": (["show", "checkers"], ["'checkers'", ALL_GAMES]),
    "misspelt game": (["show", "quadrture"], ["'quadrture'", "did you mean quadrature?"]),
    "begun game": (["play", "blast"], ["'blast'", "did you mean blast-radius?"]),
    "size not offered": (["show", "hadron", "--size", "4"], ["size 4", "3, 5, 7, 9, 11"]),
    "size no number": (["show", "hadron", "--size", "big"], ["--size", "'big'"]),
    "pie rule of another game": (["show", "hadron", "--no-pie"], ["--no-pie", "Hadron"]),
    "no fen": (["show", "hadron", "--fen", "nonsense"], ["nonsense"]),
    "fen of another size": (
        ["show", "hadron", "--size", "5", "--fen", "3/3/3 r"],
        ["3/3/3 r", "size"],
    ),
    "impossible fen": (["perft", "cordon", "2", "--fen", "2/1R1/BB r"], ["2/1R1/BB r"]),
    "unquoted fen": (["show", "hadron", "--fen", "3/3/3", "r"], ["quincunx show: "]),
    "illegal move": (
        ["show", "hadron", "--moves", "c3 c4"],
        ["move 2", "c4 touches 1 red and 0 blue", "PLACEMENT RULE"],
    ),
    "occupied cell": (["play", "cordon", "--moves", "a1 b1 a1"], ["move 3", "a1 is occupied"]),
    "no move": (["show", "hadron", "--moves", "c3 z9"], ["move 2", "z9", "a1 to e5"]),
    "move after the end": (
        ["show", "hadron", "--size", "3", "--moves", "b2 a1 c3 a3 c1 b1"],
        ["the game is over"],
    ),
    "illegal preview": (["show", "hadron", "--moves", "c3", "--preview", "c3"], ["c3 is occupied"]),
    "unknown overlay": (["show", "hadron", "--overlay", "rez"], ["'rez'", "neighbours"]),
    "missing folder": (["show", "hadron", "--svg", "/no/such/x.svg"], ["/no/such"]),
    "folder for a file": (["show", "hadron", "--svg", "/"], ["cannot write /"]),
    "depth no number": (["perft", "hadron", "deep"], ["DEPTH", "'deep'"]),
    "no threads": (["perft", "hadron", "2", "--threads", "0"], ["--threads"]),
    "negative time": (["bench", "--seconds", "-1"], ["--seconds"]),
    "two people and a side": (
        ["play", "hadron", "--against", "human", "--as", "first"],
        ["--as", "--against human"],
    ),
    "unknown opponent": (["play", "hadron", "--against", "deepblue"], ["random", "human"]),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake__is_one_clear_line_and_exit_code_2(mistake: str) -> None:
    words, said = MISTAKES[mistake]
    line = refusal(*words)
    assert all(text in line for text in said), line


def test_mistake__is_the_same_in_a_real_process() -> None:
    done = process("show", "hadron", "--moves", "c3 c4")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("quincunx show: --moves, move 2: c4 touches")
    assert done.stderr.count("\n") == 1


def test_mistake__a_fen_with_line_breaks_still_makes_one_line() -> None:
    assert refusal("show", "hadron", "--fen", "3/3\n/3\tr")


def test_nothing_typed__shows_the_help() -> None:
    done = invoke()
    assert done.exit_code == 2
    assert "Commands:" in done.stderr and "quincunx play hadron" in done.stderr
