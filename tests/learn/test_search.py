"""The search that a judge is asked in: exact where the rules decide, repeatable, fair to both."""

import random

import numpy as np
import numpy.typing as npt
import pytest

from quincunx import Board, Game, IllegalMoveError, InvalidMoveError, Side, TurnReason, engine
from quincunx._native import core
from quincunx.learn import Judgement, NetSearch, best_move
from tests.learn import twin
from tests.learn.judges import ignorant, partisan, whimsical
from tests.marks import each_game

NAMES = {-1: None, 0: "FIRST", 1: "SECOND", 2: "draw"}


def drawn_board(game: str | Game, size: int, plies: int, seed: int) -> Board:
    """A board after some random moves, but not at its end."""
    board, rng = Board(game, size=size), random.Random(seed)
    for _ in range(plies):
        after = board.copy()
        after.push(rng.choice(list(board.legal_moves)))
        if after.is_game_over():
            break
        board = after
    return board


def sidesteps(board: Board) -> list[str]:
    """Moves there and back again along the rows, for both sides."""
    texts, there = [], board.copy()
    for _ in range(2):
        text = next(
            move.text for move in there.legal_moves if move.cells[0][1:] == move.cells[1][1:]
        )
        texts.append(text)
        there.push_text(text)
    return texts + ["-".join(reversed(text.split("-"))) for text in texts]


@pytest.mark.parametrize("seed", range(3))
@each_game
def test_search__visits_and_proofs_are_those_of_the_plain_twin(game: Game, seed: int) -> None:
    plies = [0, 3, 6][seed]
    board = drawn_board(game, game.sizes[0], plies, seed)
    search = NetSearch(board)
    judge = whimsical(search.action_count)
    for simulations in (1, 2, 40):
        search.run(simulations, judge)
        visits, proof = twin.search(board, simulations, judge)
        assert {a: int(n) for a, n in enumerate(search.visits()[0]) if n} == {
            a: n for a, n in visits.items() if n
        }
        assert NAMES[int(search.proofs()[0])] == proof


def test_search__an_arrangement_that_returns_is_a_draw_as_in_the_twin() -> None:
    board = Board("quadrature")
    *before, last = sidesteps(board)
    for text in before:
        board.push_text(text)
    search = NetSearch(board)
    again = core.action_of(board._history, last)
    ended = NetSearch(board)
    ended.play([again])
    assert ended.results().tolist() == [2]

    def sure_of_it(planes: np.ndarray) -> Judgement:
        """The move that brings the arrangement back is by far the likeliest."""
        policy = np.zeros((len(planes), search.action_count), np.float32)
        policy[:, again] = 9
        return Judgement(policy, np.full(len(planes), -0.5, np.float32))

    search.run(60, sure_of_it)
    visits, _ = twin.search(board, 60, sure_of_it)
    assert {a: int(n) for a, n in enumerate(search.visits()[0]) if n} == {
        a: n for a, n in visits.items() if n
    }
    assert visits[again] > 50


@each_game
def test_search__counts_as_many_visits_as_simulations_but_one(game: Game) -> None:
    search = NetSearch(Board(game), 3, seed=5, noise=0.25)
    for simulations in (1, 2, 50):
        search.run(simulations, whimsical(search.action_count))
        assert search.visits().sum(axis=1).tolist() == [simulations - 1] * 3
        assert search.policy().sum(axis=1) == pytest.approx(1)
    assert (np.abs(search.values()) <= 1).all()


@pytest.mark.parametrize(
    ("game", "size"), [("hadron", 3), ("square-grid-hex", 3), ("cordon", 2), ("blast-radius", 3)]
)
def test_proofs__agree_with_the_solver_and_move_by_move(game: str, size: int) -> None:
    proven = 0
    for seed in range(8):
        board = drawn_board(game, size, 3 + seed % 3, seed)
        search = NetSearch(board)
        search.run(3000, ignorant(search.action_count))
        proof = NAMES[int(search.proofs()[0])]
        if proof is None:
            continue
        proven += 1
        assert proof.lower() == engine.solve(board).winner
        assert search.values()[0] == (1 if proof == board.turn.name else -1)
        if proof == board.turn.name:
            # Whatever is recommended wins.
            for action in np.flatnonzero(search.policy()[0]):
                after = board.copy()
                after.push(core.move_of_action(board._history, int(action)))
                assert engine.solve(after).winner == proof.lower()
    assert proven >= 6


@each_game
def test_values__are_those_of_the_side_to_move(game: Game) -> None:
    # The turn need not change with every move: there are positions of both kinds.
    for seed in range(4):
        board = drawn_board(game, game.sizes[-1], 2 + seed, seed)
        search = NetSearch(board)
        search.run(30, partisan(search.action_count))
        assert search.values()[0] == pytest.approx(0.5 if board.turn is Side.FIRST else -0.5)


def test_values__are_not_turned_round_where_the_turn_stays() -> None:
    board, rng = Board("quadrature"), random.Random(1)
    while board.turn_reason is not TurnReason.SAT_OUT:
        board.push(rng.choice(list(board.legal_moves)))
        if board.is_game_over():
            board = Board("quadrature")
    board.pop()  # there is a move after which the other side sits out
    search = NetSearch(board)
    for judge in (partisan(search.action_count), whimsical(search.action_count)):
        search = NetSearch(board)
        search.run(200, judge)
        visits, proof = twin.search(board, 200, judge)
        assert visits == {a: int(search.visits()[0][a]) for a in visits}
        assert NAMES[int(search.proofs()[0])] == proof


def play_out(board: Board, seed: int) -> list[list[int]]:
    """Noisy games to their ends, by action."""
    search = NetSearch(board, 4, seed=seed, noise=0.5)
    judge = whimsical(search.action_count)
    played = []
    while (search.results() < 0).any():
        search.run(8, judge)
        actions = search.choose(drawn=True)
        played.append(actions.tolist())
        search.play(actions)
    return played


def test_seed__the_same_one_leads_to_the_same_games_and_another_to_others() -> None:
    board = Board("cordon", size=3)
    assert play_out(board, 7) == play_out(board, 7)
    assert play_out(board, 7) != play_out(board, 8)
    games = list(zip(*play_out(board, 7), strict=True))
    assert len(set(games)) == 4  # each has lots of its own


@pytest.mark.parametrize("seed", [7, -7])
def test_seed__may_be_one_of_numpy(seed: int) -> None:
    board = Board("hadron", size=3)
    assert play_out(board, np.int64(seed)) == play_out(board, seed)  # type: ignore[arg-type]


@each_game
def test_play__agrees_with_boards_through_whole_games(game: Game) -> None:
    search = NetSearch(Board(game, size=game.sizes[0]), 3, seed=2)
    boards = [Board(game, size=game.sizes[0]) for _ in range(3)]
    while (search.results() < 0).any():
        actions = search.sample()
        for board, action in zip(boards, actions.tolist(), strict=True):
            assert (action < 0) == board.is_game_over()
            if action >= 0:
                board.push(core.move_of_action(board._history, action))
        search.play(actions)
        assert search.turns().tolist() == [board.turn.value for board in boards]
    names = [NAMES[int(result)] for result in search.results()]
    assert names == [twin.verdict_of(board) for board in boards]
    # A game that is over asks for nothing.
    search.run(10, ignorant(search.action_count))
    assert search.judged == 0 and not search.policy().any()


def test_play__refuses_illegal_actions_and_then_nothing_moves() -> None:
    search = NetSearch(Board("hadron", size=3), 2)
    search.play([4, -1])
    with pytest.raises(IllegalMoveError, match=r"action 4 in game 0.*PLACEMENT RULE"):
        search.play([4, 0])
    with pytest.raises(InvalidMoveError, match="action 9 in game 1"):
        search.play([-1, 9])
    assert search.turns().tolist() == [1, 0]


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0.7, 1.2], "whole numbers, not float64"),
        ([True, False], "whole numbers, not bool"),
        (np.array([2**64 - 1, 0], np.uint64), "actions are 0 to 8, not 18446744073709551615"),
        ([1, 2, 3], r"2 actions are needed, not an array of \(3,\)"),
        (4, r"2 actions are needed, not an array of \(\)"),
    ],
)
def test_play__refuses_what_are_no_actions(actions: npt.ArrayLike, message: str) -> None:
    search = NetSearch(Board("hadron", size=3), 2)
    with pytest.raises(ValueError, match=message):
        search.play(actions)
    assert search.turns().tolist() == [0, 0]
    search.play(np.array([4, 8], np.uint8))
    assert search.turns().tolist() == [1, 1]


def test_noise__changes_where_the_search_looks_but_not_what_is_proven() -> None:
    board = Board("hadron", size=3)
    quiet, noisy = NetSearch(board), NetSearch(board, noise=1.0, seed=1)
    for search in (quiet, noisy):
        search.run(30, ignorant(search.action_count))
    assert (quiet.visits() != noisy.visits()).any()
    for search in (quiet, noisy):
        search.run(10_000, ignorant(search.action_count))
    assert quiet.proofs().tolist() == noisy.proofs().tolist() != [-1]


def test_choose__draws_by_what_is_recommended() -> None:
    search = NetSearch(Board("hadron", size=5), 400, seed=4)
    search.run(6, whimsical(search.action_count))
    wanted = search.policy()[0]
    often = np.bincount(search.choose(drawn=True), minlength=search.action_count) / 400
    assert np.abs(often - wanted).max() < 0.1
    assert (search.choose() == wanted.argmax()).all()


def test_memory__a_search_goes_on_when_it_is_used_up() -> None:
    search = NetSearch(Board("blast-radius"), memory_mb=1)
    search.run(600, ignorant(search.action_count))
    assert search.visits().sum() == 599


def test_run__stops_by_the_clock_but_not_before_it_knows_something() -> None:
    search = NetSearch(Board("hadron"))
    search.run(1 << 40, ignorant(search.action_count), seconds=0.0)
    assert search.judged == 1 and search.choose()[0] >= 0


def test_run__a_judgement_that_is_no_number_is_refused() -> None:
    search = NetSearch(Board("hadron", size=3))

    def broken(planes: np.ndarray) -> Judgement:
        return Judgement(np.full((len(planes), 9), np.nan, np.float32), np.zeros(1, np.float32))

    with pytest.raises(ValueError, match="not a number"):
        search.run(5, broken)


@pytest.mark.parametrize("fault", ["an exception", "Ctrl-C", "a wrong shape", "no number"])
def test_run__goes_on_after_its_judge_has_failed(fault: str) -> None:
    board = Board("hadron", size=3)
    search, untroubled = (NetSearch(board, 3, seed=1, noise=0.25) for _ in range(2))
    judge = whimsical(search.action_count)

    def broken(planes: np.ndarray) -> Judgement:
        if fault == "an exception":
            raise RuntimeError("broken")
        if fault == "Ctrl-C":
            raise KeyboardInterrupt
        policy, values = judge(planes)
        return (
            Judgement(policy[:, 1:], values)
            if fault == "a wrong shape"
            else Judgement(policy, values * np.nan)
        )

    for simulations in (1, 8, 30):
        with pytest.raises((RuntimeError, KeyboardInterrupt, ValueError)):
            search.run(simulations, broken)
        for each in (search, untroubled):
            each.run(simulations, judge)
        assert search.visits().tolist() == untroubled.visits().tolist()
    assert search.judged == untroubled.judged


def test_best_move__takes_a_win_and_says_what_it_needs() -> None:
    board = drawn_board("hadron", 3, 3, 1)
    move = best_move(board, ignorant(9), simulations=2000)
    board.push(move)
    assert engine.solve(board).winner == board.turn.other.name.lower()
    with pytest.raises(ValueError, match="simulations or seconds"):
        best_move(board, ignorant(9))
