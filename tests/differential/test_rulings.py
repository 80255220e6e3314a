"""Sentences of the rulings that are about all positions, held on many."""

from random import Random

import pytest

from quincunx import Board, Side, playouts
from quincunx.reference.cordon import Reference as Cordon
from quincunx.reference.cordon import scores
from quincunx.reference.geometry import hexhex_cells, square_name, square_xy
from quincunx.reference.hadron import Reference as Hadron
from quincunx.reference.position import Contents
from quincunx.reference.quadrature import Reference as Quadrature
from quincunx.reference.quadrature import exchange_all
from quincunx.testing import random_game
from tests.differential import starts
from tests.helpers import contents_from, fen_of, position_fen, texts

# --- Hadron --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 5, 7, 9, 11])
def test_hadron__what_is_legal_for_one_is_legal_for_the_other(size: int) -> None:
    """The core refuses a fen in which the turns cannot have been so, so the colours are exchanged:
    what Red may do then is what Blue could do before."""
    for seed in range(40):
        position = starts.scattered("hadron", size, Random(seed))
        contents = position.contents()
        if len(contents) % 2:
            continue
        swapped = {cell: (1 - side, 1) for cell, (side, _) in contents.items()}
        board = Board("hadron", fen=fen_of("hadron", size, contents, 0))
        other = Board("hadron", fen=fen_of("hadron", size, swapped, 0))
        assert texts(board.legal_moves) == texts(other.legal_moves)
        assert texts(board.legal_moves) == Hadron.from_contents(size, contents, 1).legal_moves()


@pytest.mark.parametrize("size", [3, 5, 7])
def test_hadron__there_is_no_draw(size: int) -> None:
    result = playouts(Board("hadron", size=size), 2000, seed=size)
    assert result.draws == 0 and result.games == 2000


# --- Quadrature ----------------------------------------------------------------------------------


def test_quadrature__the_end_of_the_exchanges_does_not_depend_on_their_order() -> None:
    """One man at a time, chosen in three ways, and the core, which takes them in its own."""
    chains = 0
    for seed in range(250):
        rng = Random(seed)
        position = starts.men_anywhere("quadrature", 11, rng)
        board = Board("quadrature", fen=position_fen("quadrature", position))
        men = {
            side: frozenset(
                square_xy(cell) for cell, (s, _) in position.contents().items() if s == side
            )
            for side in (0, 1)
        }
        own, enemy = men[position.turn], men[1 - position.turn]
        for text in sorted(position.legal_moves()):
            start, end = map(square_xy, text.split("-"))
            stepped = own - {start} | {end}
            ends = {exchange_all(stepped, enemy, end, choose) for choose in (min, max, rng.choice)}
            assert len(ends) == 1
            ((own_after, enemy_after),) = ends
            chains += len(own_after) - len(own) >= 2
            after = board.copy()
            after.push_text(text)
            mine = {cell for cell, piece in after.pieces().items() if piece.side is board.turn}
            assert mine == {square_name(*man) for man in own_after}
            assert len(after.pieces()) == len(own_after) + len(enemy_after) == 18
    assert chains > 200


def test_quadrature__sitting_out_changes_neither_men_nor_markers() -> None:
    """Whoever moves next, the position is that which the move made."""
    seen = 0
    for seed in range(120):
        rng = Random(seed)
        position = starts.at_the_far_end("quadrature", 11, rng)
        assert isinstance(position, Quadrature)
        board = Board("quadrature", fen=position_fen("quadrature", position))
        while not board.is_game_over():
            mover, before = board.turn, board.fen().split()
            board.push(rng.choice(list(board.legal_moves)))
            if board.turn is mover and not board.is_game_over():
                seen += 1
                other = 3 - mover.value
                assert board.fen().split()[other] == before[other]
    assert seen > 50


# --- Square Grid Hex -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 5, 8, 11, 14, 19])
def test_square_grid_hex__there_is_no_draw(size: int) -> None:
    result = playouts(Board("square-grid-hex", size=size), 1000, seed=size)
    assert result.draws == 0 and result.games == 1000


# --- Cordon --------------------------------------------------------------------------------------


def test_cordon__an_early_victory_is_certain() -> None:
    """However the empty cells are filled after one, the winner keeps the lead."""
    for seed in range(150):
        rng = Random(seed)
        size = rng.choice([2, 3, 3, 4])
        board = random_game(Board("cordon", size=size), rng)
        outcome = board.outcome()
        assert outcome is not None
        stones = {cell: piece.side.value for cell, piece in board.pieces().items()}
        empty = sorted(set(hexhex_cells(size)) - stones.keys())
        for share in (0.0, 0.2, 0.5, 0.8, 1.0):
            filled = stones | {cell: int(rng.random() < share) for cell in empty}
            first, second = scores(size, filled)
            winner = None if first == second else Side.FIRST if first > second else Side.SECOND
            assert winner is outcome.winner


def test_cordon__no_victory_is_called_while_the_loser_can_still_do_better() -> None:
    """Before the end, either player would at least draw if all empty cells were that player's."""
    for seed in range(60):
        rng = Random(seed)
        board = Board("cordon", size=rng.choice([2, 3, 4]))
        while not board.is_game_over():
            stones = {cell: piece.side.value for cell, piece in board.pieces().items()}
            empty = set(hexhex_cells(board.size)) - stones.keys()
            for side in (0, 1):
                best = scores(board.size, stones | dict.fromkeys(empty, side))
                assert best[side] >= best[1 - side]
            board.push(rng.choice(list(board.legal_moves)))


def test_cordon__more_own_stones_never_make_a_score_worse() -> None:
    """Stones of one player added to any arrangement, turns or no turns."""
    for seed in range(150):
        rng = Random(seed)
        size = rng.choice([2, 3, 4, 5])
        cells = hexhex_cells(size)
        order = rng.sample(cells, len(cells))
        number = rng.randrange(len(cells))
        stones = {cell: rng.randrange(2) for cell in order[:number]}
        side = rng.randrange(2)
        before = scores(size, stones)
        for cell in order[number:]:
            stones[cell] = side
            after = scores(size, stones)
            assert after[side] >= before[side]
            assert after[1 - side] <= before[1 - side]
            before = after


@pytest.mark.parametrize("drawing", starts.DRAWN_BOARDS)
def test_cordon__boards_that_a_search_found_are_drawn(drawing: str) -> None:
    size, contents = contents_from("cordon", drawing)
    board = Board("cordon", fen=fen_of("cordon", size, contents, len(contents) % 2))
    outcome = board.outcome()
    assert outcome is not None and outcome.winner is None
    assert Cordon.from_contents(size, contents, 1).outcome() == (None, "full board")


# --- Blast Radius --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 4, 5, 6, 8])
def test_blast_radius__games_end_without_a_draw(size: int) -> None:
    result = playouts(Board("blast-radius", size=size), 500, seed=size)
    assert result.draws == 0 and result.games == 500


def test_blast_radius__no_position_comes_twice() -> None:
    for seed in range(100):
        rng = Random(seed)
        board = Board("blast-radius", size=rng.choice([3, 4, 5]))
        seen = {board.fen()}
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            assert board.fen() not in seen
            seen.add(board.fen())


def test_blast_radius__stacks_reach_every_height_that_fits() -> None:
    """The highest stack whose REZ leaves room for an enemy, and the one that ends the game."""
    contents: Contents = {"a1": (0, 9), "k6": (1, 9)}
    board = Board("blast-radius", fen=fen_of("blast-radius", 6, contents, 0))
    assert texts(board.legal_moves) == {"a1"}
    board.push_text("a1")
    assert board.pieces() == {"a1": (Side.FIRST, 10)}
    assert board.result() == "1-0"
