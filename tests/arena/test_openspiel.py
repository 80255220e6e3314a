"""tools/openspiel_player.py: OpenSpiel's hex is our game without the pie rule, row by row."""

import random
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from quincunx import Board, Side
from quincunx.arena import play_match, verify
from quincunx.arena.programs import from_htp
from quincunx.protocol.htp import flipped

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel comes with `make bench` only")

TOOL = Path(__file__).resolve().parents[2] / "tools" / "openspiel_player.py"


@pytest.mark.parametrize("size", [3, 5, 11])
def test_rules__every_random_game_ends_at_the_same_move_with_the_same_winner(size: int) -> None:
    rng = random.Random(size)
    game = pyspiel.load_game("hex", {"board_size": size})
    for _ in range(60):
        board, state = Board("square-grid-hex", size=size, pie=False), game.new_initial_state()
        while not board.is_game_over():
            assert not state.is_terminal()
            move = rng.choice(list(board.legal_moves))
            cell = flipped(move.text, size)
            board.push(move)
            state.apply_action((int(cell[1:]) - 1) * size + ord(cell[0]) - ord("a"))
            assert from_htp(cell, size) == move.text
        outcome = board.outcome()
        assert state.is_terminal() and outcome
        assert state.returns()[0] == (1 if outcome.winner is Side.FIRST else -1)


def answers(*commands: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, str(TOOL), "--simulations", "50", "--seed", "1"],
        input="".join(f"{command}\n" for command in commands),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stderr == ""
    return done.stdout.split("\n\n")[:-1]


def test_program__speaks_htp() -> None:
    got = answers(
        "name", "boardsize 3", "play b a1", "3 genmove w", "genmove w", "play b a1", "play b d1",
        "boardsize x", "play b", "known_command genmove", "fly", "undo", "undo", "undo", "quit",
    )  # fmt: skip
    assert got[0] == "= OpenSpiel MCTSBot" and got[1] == got[2] == "= "
    assert got[3].startswith("=3 ") and len(got[3]) == 5
    assert [answer[0] for answer in got[4:9]] == ["?"] * 5
    assert got[9] == "= true" and got[10] == "? unknown command fly"
    assert (
        got[11] == got[12] == "= " and got[13].startswith("? there is no move") and len(got) == 15
    )


def test_match__is_played_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    spec = f"htp:{shlex.join([sys.executable, str(TOOL)])}"
    result = play_match(
        "square-grid-hex", spec, "random", size=5, pie=False, games=4, time=0.05, save=file
    )
    assert result.points >= 3 and not result.forfeits
    for game in verify(file).games.values():
        spent = game.times["a"]
        assert spent and spent["max"] < 1
