"""Statistics of games: counters against a slow recount, openings against brute force, pictures."""

import json
import random
import statistics
import tracemalloc
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from quincunx import GAMES, Board, Side, find_game
from quincunx.cli import stats_tables
from quincunx.drawing.themes import PALETTES, THEMES
from quincunx.errors import RecordError
from quincunx.record import Game, stats, stats_plot
from quincunx.record.stats import Group, Stats, Tally
from quincunx.record.stats_plot import plot_svg
from quincunx.testing import random_game

SVG = "{http://www.w3.org/2000/svg}"

#: A small board of every game, on which random games are quick.
BOARDS = [(game.id, game.sizes[min(2, len(game.sizes) - 1)]) for game in GAMES]
each_board = pytest.mark.parametrize(("game", "size"), BOARDS)


def played(game: str, size: int, rng: random.Random, *, pie: bool | None = None) -> Game:
    return Game.from_board(random_game(Board(game, size=size, pie=pie), rng))


def several(game: str, size: int, count: int) -> list[Game]:
    rng = random.Random(f"{game} {size} {count}")
    return [played(game, size, rng) for _ in range(count)]


def counted(games: Iterable[Game], plies: int = 2) -> Stats:
    found = Stats(opening_plies=plies)
    for game in games:
        found.add(game)
    return found


def only(found: Stats) -> Group:
    [group] = found.groups()
    return group


def texts(game: Game) -> tuple[str, ...]:
    return tuple(move.text for move in game.mainline_moves())


# --- Counters ------------------------------------------------------------------------------------


@each_board
def test_counters__are_what_a_slow_recount_gives(game: str, size: int) -> None:
    games = several(game, size, 40)
    for each in games[:3]:
        del each.headers["Termination"]  # the moves tell it
    for each in games[3:5]:
        del each.headers["Result"]
    group = only(counted(games))
    ends = [each.end().board().outcome() for each in games]
    winners = Counter(end.winner for end in ends if end)
    assert (group.results.wins, group.results.draws, group.results.losses) == (
        winners[Side.FIRST],
        winners[None],
        winners[Side.SECOND],
    )
    assert group.games == group.finished == 40
    assert group.terminations == Counter(end.termination.value for end in ends if end)
    lengths = sorted(len(texts(each)) for each in games)
    assert sorted(group.plies.elements()) == lengths
    found = group.lengths()
    assert found is not None
    assert found[1:4] == pytest.approx(statistics.quantiles(lengths, n=4, method="inclusive"))
    assert (found.shortest, found.longest) == (lengths[0], lengths[-1])
    assert found.mean == pytest.approx(statistics.fmean(lengths))
    assert group.first_moves == Counter(texts(each)[0] for each in games)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 9, 100])
def test_lengths__of_any_number_of_games(count: int) -> None:
    rng = random.Random(count)
    group = Group(find_game("hadron"), 5, False, 2)
    lengths = [rng.randint(0, 12) for _ in range(count)]
    group.plies.update(lengths)
    found = group.lengths()
    assert found is not None
    if count == 1:
        assert found == (lengths[0],) * 6
    else:
        assert found[1:4] == pytest.approx(statistics.quantiles(lengths, n=4, method="inclusive"))
        assert found.median == statistics.median(lengths)
    assert Group(find_game("hadron"), 5, False, 2).lengths() is None


@pytest.mark.parametrize(
    ("tally", "value", "low", "high"),
    [
        # The first three are worked examples of R. G. Newcombe, Statistics in Medicine 17 (1998),
        # 857-872, https://doi.org/10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E
        (Tally(81, 0, 263 - 81), 0.3080, 0.2553, 0.3662),
        (Tally(15, 0, 148 - 15), 0.1014, 0.0624, 0.1605),
        (Tally(0, 0, 20), 0.0, 0.0, 0.1611),
        (Tally(29, 0, 0), 1.0, 0.8830, 1.0),
        (Tally(0, 2, 0), 0.5, 0.0945, 0.9055),
    ],
)
def test_score__has_wilsons_interval(tally: Tally, value: float, low: float, high: float) -> None:
    score = tally.score()
    assert score is not None
    assert tuple(score) == pytest.approx((value, low, high), abs=6e-5)


def test_score__of_no_games_is_none() -> None:
    assert Tally().score() is None
    assert Tally().as_dict()["first_score"] is None


def test_groups__are_by_game_size_and_pie_rule_in_the_order_of_menus() -> None:
    rng = random.Random(1)
    games = [played("square-grid-hex", 4, rng, pie=pie) for pie in (None, False, False)]
    games += [played("cordon", 3, rng), played("hadron", 5, rng), played("hadron", 3, rng)]
    found = [(g.game.id, g.size, g.pie, g.games) for g in counted(games).groups()]
    assert found == [
        ("hadron", 3, False, 1),
        ("hadron", 5, False, 1),
        ("square-grid-hex", 4, False, 2),
        ("square-grid-hex", 4, True, 1),
        ("cordon", 3, False, 1),
    ]
    # A start without the pie rule has a FEN, and is not a set-up one for that.
    assert [g.set_up for g in counted(games).groups()] == [0, 0, 0, 0, 0]
    assert "no pie rule" in counted(games).groups()[2].title


def test_games__that_do_not_count_are_counted_apart() -> None:
    rng = random.Random(2)
    good, faulty = played("hadron", 5, rng), played("hadron", 5, rng)
    faulty.errors.append(RecordError("a fault", 3))
    begun = Game("hadron", size=5)
    begun.add_line(["c3", "a1"])
    set_up = Game("hadron", fen="5/5/2R2/5/5 b")
    set_up.add_variation("a1")
    set_up.headers["Result"] = "0-1"
    set_up.headers["Termination"] = "resignation"
    unknown = Game("hadron", size=5)
    unknown.headers["Game"] = "Chess"
    found = counted([good, faulty, begun, set_up, unknown, Game()])
    group = only(found)
    assert (group.finished, group.unfinished, group.faulty, group.set_up) == (2, 1, 1, 1)
    assert found.unreadable == 2 and found.games == 6 and group.games == 4
    assert group.terminations == {"no placement": 1, "resignation": 1}
    assert sum(opening.tally.count for opening in group.openings()) == 1
    assert sum(group.first_moves.values()) == 1


def test_games__whose_moves_cannot_be_played_are_faulty() -> None:
    game = Game("hadron", size=5)
    game.add_line(["c3", "a1"])
    game.headers["Size"], game.headers["Result"] = "3", "1-0"
    bad = Game("hadron", size=5)
    bad.add_line(["e5", "a1"])
    bad.headers["Size"], bad.headers["Result"] = "3", "1-0"
    bad.headers["Termination"] = "resignation"
    group = only(counted([game, bad]))
    assert group.size == 3 and group.finished + group.faulty == 2
    assert group.faulty == 1  # c3 and a1 are cells of 3×3 as well, e5 is none


def test_terminations__say_so_if_nobody_does_and_have_a_limit() -> None:
    found = Stats()
    for k in range(stats.MOST_ENDINGS + 20):
        game = Game("hadron", size=5)
        game.add_variation("c3")
        game.headers["Result"] = "1-0"
        if k:
            game.headers["Termination"] = f"because\n\x00of {k}" + "!" * 100
        found.add(game)
    endings = only(found).terminations
    assert endings[stats.NOT_TOLD] == 1 and endings[stats.OTHER] == 20
    assert len(endings) == stats.MOST_ENDINGS + 1 and endings.total() == found.games
    assert all(len(word) <= 60 and word.isprintable() for word in endings)
    ET.fromstring(plot_svg(found))


def test_stats__take_no_more_memory_for_more_games() -> None:
    games = several("cordon", 3, 300)
    found = counted(games, 1)
    tracemalloc.start()
    before = tracemalloc.take_snapshot()
    for _ in range(10):
        for game in games:
            found.add(game)
    after = tracemalloc.take_snapshot()
    tracemalloc.stop()
    grown = sum(entry.size_diff for entry in after.compare_to(before, "filename"))
    assert found.games == 3_300 and grown < 50_000


# --- Openings ------------------------------------------------------------------------------------


def as_positions(game: Game, k: int, plies: int) -> list[str]:
    """The positions of a game's first plies under a symmetry, by turning whole boards."""
    nodes = [game, *game.mainline()][: plies + 1]
    return [node.board().transform(k).fen() for node in nodes]


@each_board
@pytest.mark.parametrize("plies", [1, 2, 3])
def test_openings__are_equal_if_and_only_if_a_symmetry_makes_them_so(
    game: str, size: int, plies: int
) -> None:
    games = several(game, size, 60)
    group = only(counted(games, plies))
    symmetries = range(len(Board(game, size=size).symmetries()))
    # Brute force: a class is what some symmetry of whole boards maps to the same positions.
    classes: list[tuple[list[list[str]], list[Game]]] = []
    for each in games:
        seen = as_positions(each, 0, plies)
        for images, members in classes:
            if seen in images:
                members.append(each)
                break
        else:
            classes.append(([as_positions(each, k, plies) for k in symmetries], [each]))
    assert group.distinct_openings == len(classes)
    tallies = Counter(
        (
            sum(each.headers["Result"] == "1-0" for each in members),
            sum(each.headers["Result"] == "1/2-1/2" for each in members),
            sum(each.headers["Result"] == "0-1" for each in members),
        )
        for _, members in classes
    )
    found = group.openings()
    assert Counter((o.tally.wins, o.tally.draws, o.tally.losses) for o in found) == tallies
    assert [o.tally.count for o in found] == sorted((o.tally.count for o in found), reverse=True)
    assert sum(o.share for o in found) == pytest.approx(1)
    assert group.openings(2) == found[:2]


@each_board
def test_openings__show_the_first_of_their_images_in_the_alphabet(game: str, size: int) -> None:
    games = several(game, size, 30)
    board = Board(game, size=size)
    expected = Counter(
        min(
            tuple(board.transform_move(move, k).text for move in list(each.mainline_moves())[:2])
            for k in board.symmetries()
        )
        for each in games
    )
    assert {o.moves: o.tally.count for o in only(counted(games)).openings()} == expected
    for opening in expected:
        Game(game, size=size).add_line(opening)  # each of them can be played


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (["a1", "c3", "e4"], ["c3", "a1", "e4"]),  # the first two exchanged, as the sides would be
        (["a1", "c3", "b5"], ["b5", "c3", "a1"]),  # the same position by another order
    ],
)
def test_openings__keep_sides_and_order(one: list[str], other: list[str]) -> None:
    found = Stats(opening_plies=3)
    for moves, result in ((one, "1-0"), (other, "0-1")):
        game = Game("hadron", size=5)
        game.add_line(moves)
        game.headers["Result"] = result
        found.add(game)
    openings = only(found).openings()
    assert sorted((o.tally.wins, o.tally.losses) for o in openings) == [(0, 1), (1, 0)]


def test_openings__of_short_games_are_what_there_is() -> None:
    empty, short = Game("hadron", size=5), Game("hadron", size=5)
    short.add_variation("e5")
    for game in (empty, short):
        game.headers["Result"] = "1-0"
    group = only(counted([empty, short, short], 4))
    assert {o.moves: o.tally.count for o in group.openings()} == {(): 1, ("a1",): 2}
    assert "(no move)" in plot_svg(group)


def test_openings__have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stats, "MOST_OPENINGS", 5)
    group = only(counted(several("hadron", 7, 50), 2))
    assert group.distinct_openings == 5 and group.other_openings > 0
    told = sum(o.tally.count for o in group.openings())
    assert told + group.other_openings == group.finished == 50
    assert sum(o.share for o in group.openings()) == pytest.approx(told / 50)
    assert ">others<" in plot_svg(group)


def test_opening_plies__are_at_least_one() -> None:
    with pytest.raises(ValueError, match="at least one ply"):
        Stats(opening_plies=0)


# --- As JSON and as tables -----------------------------------------------------------------------


def test_as_dict__is_json_with_every_number() -> None:
    games = several("quadrature", 11, 12)
    found = json.loads(json.dumps(counted(games).as_dict(openings=3)))
    [group] = found["groups"]
    assert (found["games"], found["unreadable"], group["game"], group["size"]) == (
        12,
        0,
        "quadrature",
        11,
    )
    results = Counter(game.headers["Result"] for game in games)
    told = group["results"]
    assert (told["first_wins"], told["draws"], told["second_wins"]) == (
        results["1-0"],
        results["1/2-1/2"],
        results["0-1"],
    )
    score = (results["1-0"] + results["1/2-1/2"] / 2) / 12
    assert told["first_score"] == pytest.approx(score, abs=1e-6)
    assert told["first_score_95"][0] < score < told["first_score_95"][1]
    assert sum(group["histogram"].values()) == 12 == sum(group["terminations"].values())
    assert group["plies"]["longest"] == max(map(int, group["histogram"]))
    assert len(group["openings"]) == 3 and sum(group["first_moves"].values()) == 12
    assert group["openings"][0]["games"] == only(counted(games)).openings()[0].tally.count
    assert group["credit"] == find_game("quadrature").credit
    assert len(counted(games).as_dict(openings=None)["groups"][0]["openings"]) > 3


def test_tables__have_every_number(capsys: pytest.CaptureFixture[str]) -> None:
    games = several("hadron", 5, 50)
    games[0].headers["Termination"] = "[bold]anger"
    found = counted([*games, Game("cordon", size=2), Game()])
    stats_tables.print_stats(found, openings=2)
    out = capsys.readouterr().out
    hadron, cordon = found.groups()
    lines = [line.split() for line in out.splitlines()]
    assert ["Hadron,", "5×5"] in lines and ["50", "games"] in lines
    wins = hadron.results.wins
    assert ["Red", "won", str(wins), f"{2 * wins}.0", "%"] in lines
    assert ["[bold]anger", "1", "2.0", "%"] in lines
    score, lengths = hadron.results.score(), hadron.lengths()
    assert score is not None and lengths is not None
    assert f"Red scores {100 * score.value:.1f} % (95 % interval {100 * score.low:.1f} to" in out
    assert any(words[:1] == [str(lengths.shortest)] for words in lines)
    shown = [" ".join(o.moves) for o in hadron.openings()]
    assert shown[0] in out and shown[1] in out
    assert sum(any(text in line for text in shown) for line in out.splitlines()) == 2
    assert f"{hadron.distinct_openings} differ by more than a symmetry" in out
    assert hadron.game.credit in out and cordon.game.credit in out
    assert "1 game, 1 unfinished" in out
    assert "1 game whose tags name no game and board that there is" in out
    assert max(map(len, out.splitlines())) <= 80


def test_tables__of_no_games_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    stats_tables.print_stats(Stats())
    assert capsys.readouterr().out == "no games\n"


# --- Pictures ------------------------------------------------------------------------------------


def words(picture: str) -> list[str]:
    return [e.text or "" for e in ET.fromstring(picture).iter(f"{SVG}text")]


def times(group: Group, factor: int) -> None:
    """Let every counter be so many times what it is."""
    for tally in (group.results, *group._openings.values()):
        tally.wins, tally.draws = tally.wins * factor, tally.draws * factor
        tally.losses *= factor
    counters: tuple[Counter[Any], ...] = (group.terminations, group.plies, group.first_moves)
    for counter in counters:
        for key in counter:
            counter[key] *= factor


def boxes(picture: str) -> list[tuple[str, float, float, float, float]]:
    """Where texts stand, for letters as wide as those of a broad font: left, top, right, bottom."""
    found = []
    for e in ET.fromstring(picture).iter(f"{SVG}text"):
        size, text = float(e.attrib["font-size"]), e.text or ""
        wide = (0.72 if "font-family" in e.attrib else 0.62) * size * len(text)
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[e.get("text-anchor", "start")]
        left, base = float(e.attrib["x"]) - shift * wide, float(e.attrib["y"])
        found.append((text, left, base - 0.75 * size, left + wide, base + 0.2 * size))
    return found


def overlaps(picture: str) -> list[tuple[str, str]]:
    placed = boxes(picture)
    return [
        (a[0], b[0])
        for k, a in enumerate(placed)
        for b in placed[k + 1 :]
        if a[1] < b[3] and b[1] < a[3] and a[2] < b[4] and b[2] < a[4]
    ]


@pytest.mark.parametrize("factor", [1, 2_500])
@pytest.mark.parametrize("count", [1, 40])
@each_board
def test_plot__has_the_numbers_and_no_text_lies_on_another(
    game: str, size: int, count: int, factor: int
) -> None:
    found = counted(several(game, size, count))
    group = only(found)
    times(group, factor)
    picture = plot_svg(found)
    assert picture == plot_svg(group)
    shown = words(picture)
    results, first, second = group.results, *group.game.players
    assert group.title in shown and group.game.credit in shown
    assert any(text.startswith(f"{group.games:,} game") for text in shown)
    for side, won in ((first, results.wins), (second, results.losses)):
        assert f"{side} won {won:,}  ({100 * won / results.count:.1f} %)" in shown
    drawn = [text for text in shown if text.startswith("drawn ")]
    assert len(drawn) == bool(results.draws)
    score, lengths = results.score(), group.lengths()
    assert score is not None and lengths is not None
    assert any(f"{first} scores {100 * score.value:.1f} %, 95 % interval" in t for t in shown)
    if count > 1:
        assert any(f"from {lengths.shortest} to {lengths.longest} plies" in t for t in shown)
    for opening in group.openings(stats_plot.SHOWN):
        at = shown.index(" ".join(opening.moves))
        rate = opening.tally.score()
        assert rate is not None
        numbers = [f"{opening.tally.count:,}", f"{100 * opening.share:.1f} %"]
        assert shown[at + 1 : at + 4] == [*numbers, f"{100 * rate.value:.1f} %"]
    assert overlaps(picture) == []
    assert all(
        left >= 8 and right <= stats_plot.WIDTH - 8 for _, left, _, right, _ in boxes(picture)
    )


@each_board
def test_plot__bars_are_as_long_as_their_numbers(game: str, size: int) -> None:
    group = only(counted(several(game, size, 40)))
    root = ET.fromstring(plot_svg(group))
    bars = [e for e in root.iter(f"{SVG}rect") if e.get("height") == "26"]
    parts = [group.results.wins, group.results.draws, group.results.losses]
    shares = [float(bar.attrib["width"]) / (stats_plot.RIGHT - stats_plot.LEFT) for bar in bars]
    assert shares == pytest.approx([part / 40 for part in parts if part], abs=1e-3)
    openings = group.openings(stats_plot.SHOWN)
    rows = [e for e in root.iter(f"{SVG}rect") if e.get("height") == "11"]
    longest = float(rows[0].attrib["width"])
    assert [float(row.attrib["width"]) / longest for row in rows] == pytest.approx(
        [o.tally.count / openings[0].tally.count for o in openings], abs=0.01
    )
    hot = [e.text for e in root.iter(f"{SVG}title")][1:]
    cells: Counter[str] = Counter()
    for text, count in group.first_moves.items():
        cells[text.split("-")[-1]] += count
    assert sorted(t or "" for t in hot) == sorted(
        f"{cell}: {count} ({100 * count / 40:.1f} %)" for cell, count in cells.items()
    )


@pytest.mark.parametrize("theme", THEMES)
def test_plot__is_xml_with_attributes_alone(theme: str) -> None:
    games = several("hadron", 5, 30) + several("quadrature", 11, 8)
    picture = plot_svg(counted(games), theme)
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG}svg" and root.attrib["font-variant"] == "tabular-nums"
    assert "style=" not in picture and "<style" not in picture
    assert ("xml-stylesheet" in picture) == (theme == "auto")
    palette = PALETTES["light" if theme == "auto" else theme]
    page = next(root.iter(f"{SVG}rect"))
    assert page.attrib["fill"] == palette["page"]
    assert {e.get("fill") for e in root.iter(f"{SVG}text")} <= {palette["ink"], palette["muted"]}
    shown = words(picture)
    for game in ("hadron", "quadrature"):
        assert find_game(game).credit in shown
    assert overlaps(picture) == []
    heights = [bottom for _, _, _, _, bottom in boxes(picture)]
    assert max(heights) < float(root.attrib["height"])


def test_plot__light_has_the_colours_of_the_page() -> None:
    picture = plot_svg(counted(several("hadron", 5, 20)))
    for colour in ("#fcfbf8", "#23262b", "#5a5e66", "#0f6b5c", "#f3efe6"):
        assert f'"{colour}"' in picture
    title = next(ET.fromstring(picture).iter(f"{SVG}text"))
    assert title.attrib["font-family"].endswith(",serif")


def test_plot__of_long_openings_and_of_none() -> None:
    long = plot_svg(counted(several("quadrature", 11, 12), 12))
    assert overlaps(long) == [] and any(text.endswith(" …") for text in words(long))
    nothing = plot_svg(Stats())
    assert words(nothing) == ["No games were counted."]
    begun = words(plot_svg(counted([Game("cordon", size=3)])))
    assert "None of them is finished." in begun and "1 game, 1 unfinished" in begun
    set_up = Game("hadron", fen="5/5/2R2/5/5 b")
    set_up.headers["Result"] = "0-1"
    assert "All games start from set-up positions." in words(plot_svg(counted([set_up])))


def test_plot__refuses_a_theme_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="no theme is called 'pink'"):
        plot_svg(Stats(), "pink")
