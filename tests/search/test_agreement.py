"""Every search gives the value that plain minimax gives, on small boards.

Results are the game's own, or made up from the finished position (wins, draws and losses alike), so
that agreement cannot come from what the searches know about a game.
"""

from random import Random

import pytest

from quincunx import GAMES, Board
from quincunx._native import core
from quincunx.testing import random_game
from tests.checks import checks
from tests.engine.minimax import SMALL
from tests.games.facts import cell_count, facts_of

# Game, size, plies to play at random before, so that minimax can look at all that is left.
BOARDS = [(game.id, size, plies) for game in GAMES for size, plies in facts_of(game).late]
# Where nothing is known: seven moves from the end, if that is a full board.
BOARDS += [
    (game, size, max(0, cell_count(Board(game, size=size)) - 7))
    for game, size, pie in SMALL
    if not pie and game not in {at[0] for at in BOARDS}
]
NODES = 300_000


def compare(
    board: Board, made_up: bool, table_bytes: int, seed: int
) -> tuple[int | None, int | None, int | None]:
    """The value for the side to move by minimax, proof search and tree search, where found."""
    values: tuple[int | None, int | None, int | None] = checks.compare_searches(
        board.game.id, board.fen(), [], made_up, NODES, table_bytes, seed
    )
    return values


def random_board(game: str, size: int, plies: int, rng: Random) -> Board:
    """A board with so many random moves on it, the game not yet over."""
    while True:
        board = random_game(Board(game, size=size), rng, plies)
        if not board.is_game_over():
            return board


@pytest.mark.parametrize("made_up", [False, True], ids=["own results", "made-up results"])
@pytest.mark.parametrize(("game", "size", "plies"), BOARDS)
def test_searches__agree_with_minimax(game: str, size: int, plies: int, made_up: bool) -> None:
    rng = Random(f"{game} {size} {made_up}")
    seen: set[int] = set()
    compared = 0
    for trial in range(40 if plies else 1):
        board = random_board(game, size, plies, rng)
        # A table of a few entries forgets all the time and must not change a value.
        for table in (1 << 20, 1 << 10):
            truth, proof, tree = compare(board, made_up, table, trial)
            if truth is None:
                continue
            compared += 1
            seen.add(truth)
            assert proof in (truth, None), f"proof search in {board!r}"
            assert tree in (truth, None), f"tree search in {board!r}"
            if table == 1 << 20:
                assert proof is not None and tree is not None, f"not decided: {board!r}"
    assert compared >= (20 if plies else 1)
    if plies:
        assert len(seen) >= 2, "positions of one value only show nothing"


@pytest.mark.parametrize(
    ("game", "size", "plies"),
    [*BOARDS, ("square-grid-hex", 4, 3), ("square-grid-hex", 5, 7), ("hadron", 5, 4)],
)
def test_solver__agrees(game: str, size: int, plies: int) -> None:
    """What `quincunx solve` uses has a way of its own for some of the games."""
    rng = Random(f"solver {game} {size}")
    compared = 0
    for trial in range(40 if plies else 1):
        board = random_board(game, size, plies, rng)
        truth, proof, _ = compare(board, False, 1 << 24, trial)
        value = proof if truth is None else truth
        if value is None:
            continue
        compared += 1
        found = core.Solver(board._history, 16).work(board._history, 60)
        assert found is not None, f"not solved: {board!r}"
        winner = {1: board.turn.value, -1: board.turn.other.value, 0: None}[value]
        assert found.winner == winner, f"solver in {board!r}"
    assert compared >= (20 if plies else 1)
