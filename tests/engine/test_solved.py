"""Boards that are solved: the data agree with the solvers, with themselves and with the pages."""

import json

import pytest

from quincunx import Board, InvalidPositionError, Side, engine, solved
from quincunx.engine.openings import alike
from tests.cli.runs import output
from tests.games.facts import winning_moves
from tests.protocol.talk import JsonTalk

KINDS = solved.boards()

#: Solving these again takes a moment each.
QUICK = [kind for kind in KINDS if kind.game != "square-grid-hex" or kind.size <= 5]

#: What the pages say of the games that the data are about; `make solved` brings in a new one.
LISTED = [kind for kind in winning_moves() if kind[0] in {known.game for known in KINDS}]

each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(map(str, kind)))


def wins(kind: solved.Kind, side: Side) -> set[str]:
    found = solved.openings(kind.game, size=kind.size, pie=kind.pie)
    return {move.text for move, known in found.items() if known.winner is side}


def mirrored(text: str) -> str:
    """A cell of a square board, with columns and rows exchanged."""
    return f"{chr(ord('a') + int(text[1:]) - 1)}{ord(text[0]) - ord('a') + 1}"


def test_data__has_the_boards_that_are_within_reach() -> None:
    assert {(kind.game, kind.size) for kind in KINDS} >= {
        *(("hadron", size) for size in (3, 5)),
        *(("square-grid-hex", size) for size in (3, 4, 5, 6)),
        *(("cordon", size) for size in (2, 3)),
        *(("blast-radius", size) for size in (3, 4)),
    }


@pytest.mark.parametrize("kind", QUICK, ids=lambda kind: "-".join(map(str, kind)))
def test_data__is_what_the_solver_finds(kind: solved.Kind) -> None:
    board = Board(kind.game, size=kind.size, pie=kind.pie)
    solution = engine.solve(board, openings=True, memory_mb=64)
    found = solved.openings(kind.game, size=kind.size, pie=kind.pie)
    assert solution.openings == {move: known.winner_word for move, known in found.items()}
    start = solved.find(board)
    assert start and start.winner_word == solution.winner
    assert f"--size {kind.size}" in start.source and kind.game in start.source


@pytest.mark.parametrize("kind", LISTED, ids=str)
def test_data__has_the_openings_that_the_pages_list(kind: tuple[str, int, bool | None]) -> None:
    assert wins(solved.Kind(*kind), Side.FIRST) == winning_moves()[kind]


@each_kind
def test_data__the_start_is_worth_its_best_opening(kind: solved.Kind) -> None:
    start = solved.find(Board(kind.game, size=kind.size, pie=kind.pie))
    found = list(solved.openings(kind.game, size=kind.size, pie=kind.pie).values())
    assert start
    good = [known for known in found if known.winner is Side.FIRST]
    assert (start.winner is Side.FIRST) == bool(good)
    assert all(known.plies for known in found)
    chosen = min if good else max
    assert start.plies == 1 + chosen(known.plies or 0 for known in good or found)


@pytest.mark.parametrize("size", [kind.size for kind in KINDS if kind.pie])
def test_data__with_the_pie_rule_white_has_the_better_of_two(size: int) -> None:
    """PIE RULE: Black's opening wins if it wins for Black, and not for White who has taken it."""
    pie, plain = (solved.Kind("square-grid-hex", size, pie) for pie in (True, False))
    black = wins(plain, Side.FIRST)
    assert wins(pie, Side.FIRST) == {text for text in black if mirrored(text) not in black}
    for move in Board(pie.game, size=size).legal_moves:
        board = Board(pie.game, size=size)
        board.push(move)
        board.push_text("swap")
        known = solved.find(board)
        assert known and (known.winner is Side.SECOND) == (mirrored(move.text) in black)


@each_kind
def test_find__knows_a_position_however_it_is_turned(kind: solved.Kind) -> None:
    start = Board(kind.game, size=kind.size, pie=kind.pie)
    for moves in alike(start):
        found = set()
        for move in moves:
            board = start.copy()
            board.push(move)
            found.add(solved.find(board))
            assert solved.find(Board(kind.game, size=kind.size, fen=board.fen())) in found
        assert len(found) == 1 and None not in found


def test_find__says_nothing_about_the_rest() -> None:
    assert solved.find(Board("quadrature")) is None
    assert solved.find(Board("hadron", size=7)) is None
    board = Board("hadron", size=5)
    board.push_text("a1")
    board.push_text("e5")
    assert solved.find(board) is None
    with pytest.raises(KeyError, match="Hadron 7"):
        solved.openings("hadron", size=7)
    with pytest.raises(InvalidPositionError):
        solved.openings("hadron", size=4)


def test_find__black_wins_hex_on_every_board_without_the_pie_rule() -> None:
    for size in range(3, 20):
        known = solved.find(Board("square-grid-hex", size=size, pie=False))
        assert known and known.winner is Side.FIRST
        assert size <= 7 or (known.plies is None and "strategy stealing" in known.source)
    assert solved.find(Board("square-grid-hex", size=13)) is None


# --- Analysis ------------------------------------------------------------------------------------


def test_analysis__tells_what_is_known_before_it_has_searched() -> None:
    board = Board("cordon", size=3)
    with engine.Engine("cordon", size=3, seed=1) as e:
        with e.analysis(board) as stream:
            assert stream.info.known == solved.find(board)
        info = e.analyse(board, engine.Limit(playouts=1))
        assert info.known and info.known.winner is Side.FIRST and info.proven is None
        assert info.as_dict()["known"] == info.known.as_dict()
        # Levels do not become stronger by it, and do not see it.
        assert e.play(board, level=3).info.known is None
        board.push_text("a1")
        board.push_text("c3")
        assert e.analyse(board, engine.Limit(playouts=1)).known is None


def test_command__says_known() -> None:
    text = output("analyse", "cordon", "--size", "3", "--playouts", "10")
    assert "known: Red wins within " in text and "(quincunx solve cordon --size 3" in text
    text = output("analyse", "square-grid-hex", "--no-pie", "--playouts", "10")
    assert "known: Black wins (strategy stealing" in text
    found = json.loads(output("analyse", "blast-radius", "--playouts", "10", "--json"))
    assert found["known"] is None


def test_json_lines__the_first_report_has_what_is_known() -> None:
    with JsonTalk() as talk:
        talk.tell(
            id="q", game="cordon", size=3, moves=["a1"], time=1, report_during_search_every=60
        )
        first, last = talk.hear(), talk.hear()
        assert (first["is_during_search"], last["is_during_search"]) == (True, False)
        assert first["known"] == last["known"] and first["known"]["winner"] == "second"
        talk.tell(id="q", game="cordon", time=0.1, report_during_search_every=60)
        assert talk.hear()["known"] is None
