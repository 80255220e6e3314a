"""Playouts are uniformly random games, whichever way is the fastest.

Held against exact chances on tiny boards and nearly full ones, against plain random games in
Python, against one another, and against the figures that an earlier prototype gave.
"""

import math
import random
import statistics
from collections.abc import Iterator

import pytest

from quincunx import GAMES, Board, Game, Playouts, Side, Termination, playouts
from quincunx.testing import random_game
from tests.engine.minimax import SMALL
from tests.games.facts import facts_of, size_with
from tests.search.rates import (
    SIGMAS,
    Chances,
    TooMany,
    chances,
    count,
    nearly_full,
    played,
    require_alike,
    require_chances,
    ways,
)

# --- Exact chances -------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "size", "pie"), SMALL)
def test_exact__the_smallest_boards_from_the_start(game: str, size: int, pie: bool | None) -> None:
    board = Board(game, size=size, pie=pie)
    exact = chances(board)
    for way in ways(board):
        require_chances(count(board, 1_000_000, way), exact)


@pytest.mark.parametrize("text", ["a1", "b2", "c1", "a2"])
def test_exact__square_grid_hex_before_and_after_a_swap(text: str) -> None:
    """White may swap: one of nine moves, not one of eight."""
    for moves in ([text], [text, "swap"], [text, "c3"]):
        board = played("square-grid-hex", moves, size=3)
        exact = chances(board)
        for way in ways(board):
            require_chances(count(board, 300_000, way), exact)


#: Games without a past, which the exact chances would have to know; every second size.
MOVE_BY_MOVE = [
    (game.id, size)
    for game in GAMES
    if ways(Board(game)) == ["moves"] and Termination.REPETITION not in game.endings
    for size in game.sizes[::2]
]


@pytest.mark.parametrize(("game", "size"), MOVE_BY_MOVE)
def test_exact__late_in_games_that_are_played_move_by_move(game: str, size: int) -> None:
    """As many plies before the end as can be counted out."""
    rng = random.Random(size)
    tried = 0
    while tried < 5:
        board = random_game(Board(game, size=size), rng)
        found = None
        while board.ply():
            board.pop()
            try:
                found = board.copy(), chances(board, most=2000)
            except TooMany:
                break
        if found and 0.02 < found[1].first < 0.98:
            require_chances(count(found[0], 20_000, "moves"), found[1])
            tried += 1


NEARLY_FULL = [("square-grid-hex", size) for size in (4, 5, 8, 9, 11, 12, 13, 16, 19)] + [
    ("cordon", size) for size in (3, 4, 5, 6, 7, 8, 9, 10)
]


@pytest.mark.parametrize(("game", "size"), NEARLY_FULL)
@pytest.mark.parametrize("empty", [6, 7])
def test_exact__nearly_full_boards(game: str, size: int, empty: int) -> None:
    """Boards of one word to six, an even and an odd number of cells to fill."""
    rng = random.Random(100 * size + empty)
    tried = 0
    while tried < 2:
        board = nearly_full(Board(game, size=size), empty, rng)
        exact = chances(board)
        if not 0.02 < exact.first < 0.98:
            continue
        for way in ways(board):
            n = 20_000 if way == "moves" else 100_000
            require_chances(count(board, n, way), exact)
        tried += 1


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16, 18])
def test_exact__even_boards_without_the_pie_rule_are_fair(size: int) -> None:
    """Both sides get half of the points, and mirrored along a diagonal they change places."""
    board = Board("square-grid-hex", size=size, pie=False)
    for way, n in (("lanes", 1_000_000), ("fill", 200_000)):
        require_chances(count(board, n, way), Chances(0.5, 0.5, 0, 0, 0))


def test_exact__the_chances_themselves_add_up() -> None:
    exact = chances(Board("square-grid-hex", size=3, pie=False))
    assert exact.first == pytest.approx(2 / 3)
    assert exact.first + exact.second + exact.draws == pytest.approx(1)
    certain = Chances(1, 0, 0, 3, 9)
    require_chances(Playouts(50, 0, 0, 150), certain)
    with pytest.raises(AssertionError):
        require_chances(Playouts(49, 1, 0, 150), certain)
    with pytest.raises(AssertionError):
        require_alike(Playouts(5200, 4800, 0, None), Playouts(4800, 5200, 0, None))


# --- The ways of playing agree -------------------------------------------------------------------

#: Games move by move that fit into about a third of a second.
HEX_MOVES = {3: 50_000, 5: 50_000, 8: 40_000, 9: 40_000, 11: 20_000, 12: 10_000, 13: 10_000}
HEX_MOVES |= {16: 4_000, 19: 1_500}
HEX_STARTS = ["start", "start without pie", "one stone", "swapped", "middle", "middle, odd"]


@pytest.mark.parametrize("size", HEX_MOVES)
@pytest.mark.parametrize("where", HEX_STARTS)
def test_ways__square_grid_hex(size: int, where: str) -> None:
    rng = random.Random(size)
    board = Board("square-grid-hex", size=size, pie="without pie" not in where)
    if where in ("one stone", "swapped"):
        random_game(board, rng, plies=1)
    if where == "swapped":
        board.push_text("swap")
    if where.startswith("middle"):
        plies = size * size // 3
        random_game(board, rng, plies=plies + (plies + ("odd" in where)) % 2)
    lanes, fill = count(board, 200_000, "lanes"), count(board, 100_000, "fill", seed=2)
    moves = count(board, HEX_MOVES[size], "moves", seed=3)
    require_alike(lanes, fill)
    require_alike(lanes, moves)
    require_alike(fill, moves)
    assert lanes.draws == fill.draws == moves.draws == 0


CORDON_MOVES = {2: 50_000, 3: 50_000, 4: 30_000, 5: 10_000, 6: 5_000, 7: 2_000, 8: 800, 9: 800}
CORDON_MOVES |= {10: 400}


@pytest.mark.parametrize("size", CORDON_MOVES)
@pytest.mark.parametrize("where", ["start", "one stone", "middle"])
def test_ways__cordon(size: int, where: str) -> None:
    board = Board("cordon", size=size)
    cells = 3 * size * (size - 1) + 1
    plies = {"start": 0, "one stone": 1, "middle": cells // 2}[where]
    random_game(board, random.Random(size + 1), plies=plies)
    moves = count(board, CORDON_MOVES[size], "moves", seed=3)
    require_alike(count(board, 60_000, "fill"), moves)


def test_ways__a_pie_that_is_forgone_changes_nothing() -> None:
    """From White's first stone on, with the pie rule and without it are the same game."""
    with_pie = played("square-grid-hex", ["b3", "c2"], size=5)
    without = played("square-grid-hex", ["b3", "c2"], size=5, pie=False)
    for way in ways(with_pie):
        require_alike(count(with_pie, 100_000, way), count(without, 100_000, way, seed=5))


def test_ways__a_way_that_a_game_does_not_have_is_refused() -> None:
    for game, way in (("hadron", "fill"), ("cordon", "lanes"), ("quadrature", "lanes")):
        with pytest.raises(ValueError, match=way):
            count(Board(game), 10, way)
    with pytest.raises(ValueError, match="nonsense"):
        count(Board("hadron"), 10, "nonsense")


# --- Plain random games in Python ----------------------------------------------------------------


def plain_cases() -> Iterator[tuple[Game, int, int, int]]:
    """Game, size, plies to play before, and how many games: as many as take about as long."""
    for game in GAMES:
        for cells, part in ((37, 0), (91, 0.3)):
            size = size_with(game, cells)
            plies = playouts(Board(game, size=size), 200, lengths=True).mean_plies
            assert plies is not None
            yield game, size, round(part * plies), round(60_000 / plies)


def plain_playouts(board: Board, n: int, rng: random.Random) -> tuple[Playouts, float]:
    """The results of games played through the public interface, and the deviation of lengths."""
    results = {Side.FIRST: 0, Side.SECOND: 0, None: 0}
    lengths = []
    for _ in range(n):
        end = random_game(board.copy(), rng)
        outcome = end.outcome()
        assert outcome is not None
        results[outcome.winner] += 1
        lengths.append(end.ply() - board.ply())
    mean = sum(lengths) / n
    deviation = math.sqrt(sum((x - mean) ** 2 for x in lengths) / n)
    counted = Playouts(results[Side.FIRST], results[Side.SECOND], results[None], sum(lengths))
    return counted, deviation


@pytest.mark.parametrize(("game", "size", "plies", "n"), list(plain_cases()), ids=str)
def test_plain__random_games_in_python_have_the_same_results(
    game: Game, size: int, plies: int, n: int
) -> None:
    board = random_game(Board(game, size=size), random.Random(1), plies=plies)
    assert not board.is_game_over()
    plain, deviation = plain_playouts(board, n, random.Random(2))
    m = min(20_000, 10 * n)
    fast = playouts(board, m, seed=3, lengths=True)
    require_alike(plain, fast)
    require_alike(plain, playouts(board, m, seed=4))
    assert plain.mean_plies is not None
    assert fast.mean_plies is not None
    allowed = SIGMAS * deviation * math.sqrt(1 / n + 1 / m)
    assert abs(plain.mean_plies - fast.mean_plies) <= allowed  # 0 where all games are as long


def test_plain__quadrature_playouts_know_the_past_of_the_board() -> None:
    """One of Black's moves brings the start back, and so draws at once: with the past only."""
    board = played("quadrature", ["b3-a3", "b9-a9", "a3-b3"], size=11)
    chance = 1 / len(board.legal_moves)
    with_past = playouts(board, 12_000, seed=1)
    bare = playouts(board.copy(stack=False), 12_000, seed=1)
    gain = (with_past.draws - bare.draws) / 12_000
    wanted = chance * (1 - bare.draws / 12_000)
    assert abs(gain - wanted) < SIGMAS * math.sqrt(2 * 0.18 * 0.82 / 12_000)
    assert gain > wanted / 4


# --- The figures ---------------------------------------------------------------------------------

LENGTHS = [(game.id, *given) for game in GAMES for given in facts_of(game).lengths]


@pytest.mark.parametrize(("game", "size", "pie", "n", "given", "roughly"), LENGTHS)
def test_figures__mean_lengths(
    game: str, size: int, pie: bool | None, n: int, given: float, roughly: float
) -> None:
    board = Board(game, size=size, pie=pie)
    means = [playouts(board, n // 40, seed=k, lengths=True).mean_plies or 0 for k in range(40)]
    error = statistics.stdev(means) / math.sqrt(40)
    assert error < 1
    assert abs(statistics.fmean(means) - given) <= roughly + SIGMAS * error


def test_figures__black_wins_52_4_percent_of_hex_11() -> None:
    board = Board("square-grid-hex", size=11, pie=False)
    for way, n in (("lanes", 1_000_000), ("fill", 500_000), ("moves", 20_000)):
        counted = count(board, n, way)
        allowed = 0.0005 + SIGMAS * math.sqrt(0.524 * 0.476 / n)
        assert abs(counted.first / n - 0.524) < allowed, way


def test_figures__quadrature_draws_about_17_percent() -> None:
    n = 8_000
    counted = playouts(Board("quadrature"), n, seed=2)
    assert abs(counted.draws / n - 0.17) < 0.01 + SIGMAS * math.sqrt(0.17 * 0.83 / n)
    require_alike(counted, counted._replace(first=counted.second, second=counted.first))


#: Chances for the first side and mean lengths, by enumeration (as in tests/search/rates.py, with
#: positions told apart by canonical_hash; Blast Radius 4 took 4 830 082 positions and 68 s).
ENUMERATED = [
    ("blast-radius", 3, 0.4512924488208494, 10.733846084391818, 1_000_000),
    ("blast-radius", 4, 0.4890860029409911, 24.10936449042993, 300_000),
]


@pytest.mark.parametrize(("game", "size", "first", "length", "n"), ENUMERATED)
def test_figures__as_enumerated(game: str, size: int, first: float, length: float, n: int) -> None:
    counted = playouts(Board(game, size=size), n, seed=1, lengths=True)
    assert counted.draws == 0
    assert abs(counted.first / n - first) < SIGMAS * math.sqrt(first * (1 - first) / n)
    assert counted.mean_plies is not None
    assert abs(counted.mean_plies - length) < SIGMAS * length / 2 / math.sqrt(n)
