"""What a study calls proven, against the solver."""

from __future__ import annotations

import pytest

from quincunx import GAMES, Board
from quincunx.engine import solve
from quincunx.study.figures import _LETTERS
from quincunx.study.openings import first_moves, swap_after
from tests.games.facts import winning_moves
from tests.study.tiny import made

#: Boards that are solved in a moment.
SOLVED = sorted({(game, size) for game, size, _ in winning_moves() if size <= 3})
each_solved = pytest.mark.parametrize(("game", "size"), SOLVED, ids=[f"{g}-{s}" for g, s in SOLVED])

PIE = [(game.id, game.sizes[0]) for game in GAMES if game.has_pie_rule]


def winner(board: Board) -> str:
    outcome = board.outcome()
    if outcome:
        return outcome.winner.name.lower() if outcome.winner else "draw"
    found = solve(board, memory_mb=16).winner
    assert found is not None
    return found


@each_solved
def test_proofs__of_positions_in_games_are_right(game: str, size: int) -> None:
    study = made(game, size, playouts=200)
    checked = 0
    for played in study.engine_games():
        board = Board(game, size=size)
        for text, letter in zip(played["moves"].split(), played["proofs"], strict=True):
            if letter in _LETTERS:
                assert winner(board) == _LETTERS[letter], (played["moves"], board.fen())
                checked += 1
            board.push_text(text)
    assert checked >= 4  # every game is proven before its last move


@each_solved
def test_decided__no_game_is_proven_before_the_solver_can_know(game: str, size: int) -> None:
    """From the ply on that the report counts from, the winner has won with best play as well."""
    from quincunx.study.stories import proven_from

    for played in made(game, size, playouts=200).engine_games():
        ply, _ = proven_from(played["proofs"], played["result"])
        board = Board(game, size=size)
        for text in played["moves"].split()[:ply]:
            board.push_text(text)
        if not board.is_game_over():
            assert {"1-0": "first", "0-1": "second"}.get(played["result"], "draw") == winner(board)


@each_solved
def test_openings__that_are_proven_are_won_by_whom_the_solver_says(game: str, size: int) -> None:
    study = made(game, size, playouts=200)
    plain = study.settings.plain_board()
    solved = solve(plain, openings=True, memory_mb=16).openings
    assert solved is not None
    by_text = {move.text: who for move, who in solved.items()}
    for each in study.report["openings"]:
        for image in each["images"]:
            if each["proven"]:
                assert each["proven"] == by_text[image], image
    assert any(each["proven"] for each in study.report["openings"])


@pytest.mark.parametrize(("game", "size"), PIE)
def test_swap__is_right_where_only_swapping_wins(game: str, size: int) -> None:
    study = made(game, size, playouts=200)
    plain, start = study.settings.plain_board(), study.settings.board()
    verdicts = {
        image: each["verdict"]
        for each in study.report["swap"]["openings"]
        for image in each["images"]
    }
    assert set(verdicts) == {move.text for move in plain.legal_moves}
    wrong = []
    for text, verdict in verdicts.items():
        stay, swapped = plain.copy(), start.copy()
        stay.push_text(text)
        swapped.push_text(text)
        swap = swap_after(start, text)
        assert swap is not None
        swapped.push_text(swap)
        wins = winner(stay) == "second", winner(swapped) == "second"
        right = {(True, False): "stay", (False, True): "swap"}.get(wins, "alike")
        if verdict != right:
            wrong.append((text, verdict, right))
    assert wrong == []
    moves = study.report["swap"]["moves"]
    assert moves == {word: list(verdicts.values()).count(word) for word in moves}
    assert moves["alike"] > 0 and study.report["swap"]["fairest"] == []
    assert "it makes no difference, as is proven" in study.page
    assert "After every first move it is proven who wins" in study.page


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_first_moves__are_all_there_once_and_alike_if_a_symmetry_says_so(game: object) -> None:
    start = Board(game)  # type: ignore[arg-type]
    classes = first_moves(start)
    every = [image for each in classes for image in each.images]
    assert sorted(every) == sorted(move.text for move in start.legal_moves)
    for each in classes:
        keys = set()
        for image in each.images:
            board = start.copy()
            board.push_text(image)
            keys.add(board.canonical_hash())
        assert len(keys) == 1
