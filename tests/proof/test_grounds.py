"""What proofs rest on beside the rules: symmetries, essences, and that more stones never hurt."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from quincunx import GAMES, Board, InvalidPositionError
from quincunx.reference import REFERENCES
from quincunx.reference.cordon import all_cells, scores
from quincunx.reference.facts import from_fen
from quincunx.reference.position import Position

#: The smallest board of each game, or the next one where hardly anything happens on that.
SIZES = {"hadron": 5, "quadrature": 11, "square-grid-hex": 4, "cordon": 3, "blast-radius": 3}
each_game = pytest.mark.parametrize("game", SIZES)


def random_game(game: str, seed: int) -> list[Position]:
    """The positions of a game at random, but for the last."""
    rng = random.Random(seed)
    position = REFERENCES[game].start(SIZES[game])
    found = []
    for _ in range(25):
        if not (moves := sorted(position.legal_moves())):
            break
        found.append(position)
        position = position.play(rng.choice(moves))
    return found


def turned(text: str, table: dict[str, str]) -> str:
    return "".join(table.get(word, word) for word in re.split(r"([a-z]\d+)", text))


def extras(position: Position) -> dict[str, Any]:
    return {"dots": position.dots} if hasattr(position, "dots") else {}


@each_game
def test_symmetries__leave_the_rules_as_they_are(game: str) -> None:
    reference = REFERENCES[game]
    tables = reference.symmetries(SIZES[game])
    assert all(cell == image for cell, image in tables[0].items())
    for position in random_game(game, 1)[::4]:
        for table in tables:
            contents = {table[cell]: piece for cell, piece in position.contents().items()}
            image = reference.from_contents(
                position.size, contents, position.turn, **extras(position)
            )
            assert image.legal_moves() == {turned(move, table) for move in position.legal_moves()}
            assert image.outcome() == position.outcome()


def test_symmetries__are_those_of_the_core_that_keep_the_sides() -> None:
    for game in GAMES:
        if game.id in SIZES:
            tables = REFERENCES[game.id].symmetries(SIZES[game.id])
            assert len(tables) == len({tuple(table.items()) for table in tables})
            assert len(tables) == len(Board(game, size=SIZES[game.id]).symmetries())


@each_game
def test_flaw__is_found_in_no_position_that_a_game_comes_to(game: str) -> None:
    for seed in range(6):
        assert [position.flaw() for position in random_game(game, seed)].count("") > 4
        assert not any(position.flaw() for position in random_game(game, seed))


@pytest.mark.parametrize(
    ("game", "fen", "why"),
    [
        ("hadron", "3/1R1/3 r", "take turns"),
        ("hadron", "RRR/RRR/RRR b", "take turns"),
        ("cordon", "RR/RRR/RR b", "take turns"),
        ("square-grid-hex", "3/1W1/3 b no-pie", "take turns"),
        ("square-grid-hex", "3/1B1/3 b pie", "take turns"),
        ("blast-radius", "3/4/1[R2]B2/4/3 b", "c3 is in the REZ of c2"),
        ("quadrature", "/".join(["11"] * 10 + ["3WWW5"]) + " w 0 0", "18 men"),
        ("quadrature", f"{'/'.join(['11'] * 9)}/1BBBBBBBBB1/1WWWWWWWWW1 w 0 3", "2 dots"),
    ],
)
def test_flaw__is_found_where_no_game_comes_to(game: str, fen: str, why: str) -> None:
    assert why in from_fen(game, fen).flaw()
    with pytest.raises(InvalidPositionError):
        Board(game, fen=fen)


def test_essence__of_hadron_has_all_that_decides_the_future() -> None:
    rng = random.Random(7)
    reference = REFERENCES["hadron"]
    cells = reference.start(5).candidates()
    alike: dict[tuple[Any, ...], Position] = {}
    pairs = 0
    for _ in range(1500):
        contents = {cell: (rng.randrange(2), 1) for cell in rng.sample(cells, 17)}
        position = reference.from_contents(5, contents, 0)
        other = alike.setdefault(tuple(sorted(position.essence().items())), position)
        if other.contents() != position.contents() and position.legal_moves():
            pairs += 1
            assert other.legal_moves() == position.legal_moves()
            for move in position.legal_moves():
                assert other.play(move).essence() == position.play(move).essence()
    assert pairs > 20


def test_more_stones__never_hurt_in_cordon() -> None:
    rng = random.Random(5)
    for _ in range(150):
        size = rng.choice((2, 3, 4))
        stones = {cell: rng.randrange(2) for cell in sorted(all_cells(size))}
        before = scores(size, stones)
        stones[rng.choice([cell for cell, side in stones.items() if side] or ["a1"])] = 0
        after = scores(size, stones)
        assert after[0] >= before[0] and after[1] <= before[1]


def test_more_stones__are_not_all_while_the_pie_may_be_cut() -> None:
    reference = REFERENCES["square-grid-hex"]
    start = reference.start(4)
    assert not start.more_is_better() and not start.play("b2").more_is_better()
    assert start.play("b2").play("c3").more_is_better()
    assert start.play("b2").play("swap").more_is_better()
    assert reference.start(4, pie=False).more_is_better()


def test_edges__are_won_by_a_chain_and_by_nothing_else() -> None:
    reference = REFERENCES["square-grid-hex"]
    rng = random.Random(3)
    cells = sorted(board_cells(4))
    for _ in range(60):
        board = {cell: (rng.randrange(2), 1) for cell in cells}
        position = reference.from_contents(4, board, 0, pie=False)
        joined = []
        for side in (0, 1):
            one, other = reference.edges(4, side).values()
            own = {cell for cell, (owner, _) in board.items() if owner == side}
            chain = own & one
            while (
                more := {near for cell in chain for near in reference.touching(4, cell)}
                & own - chain
            ):
                chain |= more
            joined.append(bool(chain & other))
        outcome = position.outcome()
        assert outcome is not None and joined == [outcome[0] == 0, outcome[0] == 1]


def board_cells(size: int) -> set[str]:
    return REFERENCES["square-grid-hex"].start(size, pie=False).legal_moves()
