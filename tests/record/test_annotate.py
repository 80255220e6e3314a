"""Annotated games: values, mistakes with the better line, and what was proven from where on."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from quincunx import RecordError, Side, record
from quincunx.engine import Engine, Limit, Proven
from quincunx.record import Game
from quincunx.record.annotate import DROP, Judgement, Line, annotate, judge_game
from quincunx.record.annotating import Annotation
from tests.engine.minimax import Minimax
from tests.record.trees import random_record

LIMIT = Limit(playouts=300)


def judged(value: float, *lines: Line, proven: Proven | None = None) -> Judgement:
    return Judgement(value, proven, lines)


def line(value: float, *moves: str) -> Line:
    return Line(moves, value, None)


def three_moves() -> Game:
    game = Game("hadron", size=5)
    game.add_line(["c3", "d4", "b4"])
    return game


# --- What is written -----------------------------------------------------------------------------


def test_annotate__marks_drops_from_the_mover_s_side_and_shows_the_better_line() -> None:
    game = three_moves()
    found = [
        judged(0.60, line(0.60, "a1", "e5"), line(0.58, "c3")),
        judged(0.45, line(0.45, "b2", "e5"), line(0.70, "d4")),  # Red gave away 0.15
        judged(0.70, line(0.70, "b4"), line(0.66, "a1")),  # Blue gave away 0.25
        judged(0.69, line(0.69, "a1")),
    ]
    annotate(game, found, annotator="somebody")
    first, second, third = game.mainline()
    assert (first.marks, second.marks, third.marks) == ({"?!"}, {"?"}, set())
    assert [str(move) for move in game["a1"].mainline_moves()] == ["e5"]
    assert game["a1"].eval() == 0.6 and first["b2"].eval() == 0.45
    assert [node.eval() for node in (game, first, second, third)] == [0.6, 0.45, 0.7, 0.69]
    assert len(second.variations) == 1
    assert game.headers["Annotator"] == "somebody" and "Proven" not in game.headers


@pytest.mark.parametrize(
    ("after", "mark"), [(0.51, None), (0.50, "?!"), (0.41, "?!"), (0.40, "?"), (0.20, "??")]
)
def test_annotate__a_tenth_is_a_mistake(after: float, mark: str | None) -> None:
    game = Game("hadron", size=5)
    game.add_line(["c3"])
    found = [judged(0.60, line(0.60, "a1"), line(0.5, "c3")), judged(after, line(after, "a1"))]
    annotate(game, found, annotator="x")
    assert game["c3"].marks == ({mark} if mark else set())
    assert ("a1" in game) is (mark is not None)
    assert DROP == 0.10


def test_annotate__nothing_is_a_mistake_where_no_other_move_was_better() -> None:
    game = Game("hadron", size=5)
    game.add_line(["c3"])
    found = [judged(0.60, line(0.60, "c3"), line(0.30, "a1")), judged(0.30, line(0.3, "a1"))]
    annotate(game, found, annotator="x")
    assert game["c3"].marks == set() and len(game.variations) == 1
    # The next best line, if it is better than what came of the move, is the better line.
    found[0] = judged(0.60, line(0.60, "c3"), line(0.35, "a1"))
    annotate(game, found, annotator="x")
    assert game["c3"].marks == {"?"} and game["a1"].eval() == 0.35


def test_annotate__where_all_is_lost_no_move_is_a_mistake() -> None:
    game = three_moves()
    red = Proven(Side.FIRST, 5)
    found = [
        judged(0.5, line(0.5, "c3")),
        # Blue to move has lost, as the next position shows; an estimate of before said otherwise.
        judged(1.0, line(0.4, "a1"), line(0.6, "d4"), proven=red),
        judged(1.0, proven=red),
        judged(1.0, proven=red),
    ]
    annotate(game, found, annotator="x")
    assert game["c3"]["d4"].marks == set()


def test_annotate__keeps_what_people_wrote() -> None:
    game = three_moves()
    game.comment = "A friendly game."
    game["c3"].comment, game["c3"].marks = "My favourite.", {"!!"}
    game.add_variation("a1", comment="Mine.")
    found = [
        judged(0.9, line(0.9, "a1", "e5"), line(0.6, "c3")),
        *[judged(0.5, line(0.5, "e1"))] * 3,
    ]
    annotate(game, found, annotator="x")
    assert game["c3"].marks == {"!!"} and game["c3"].comment == "[%eval 0.500] My favourite."
    assert game["a1"].comment == "[%eval 0.900] Mine." and len(game.variations) == 2
    assert game.comment == "[%eval 0.900] A friendly game."


def test_annotate__proofs_reach_as_far_as_they_must() -> None:
    game = three_moves()
    red = Proven(Side.FIRST, 3)
    found = [
        judged(0.5, line(0.5, "c3"), line(0.5, "a1")),
        judged(0.5, line(0.5, "d4")),
        judged(0.6, line(0.6, "b4")),  # Red moves into a won position, so this one was won too
        judged(1.0, proven=red),
    ]
    annotate(game, found, annotator="x")
    nodes = [game, *game.mainline()]
    assert [node.proven() for node in nodes] == [None, None, Proven(Side.FIRST, 4), red]
    assert [node.eval() for node in nodes] == [0.5, 0.5, 1.0, 1.0]
    assert game.headers["Proven"] == "Red 2"
    assert "Proven: Red's win was forced from ply 2 on." in game.comment
    assert "Proven: Red's win is forced from here on." in nodes[2].comment


def test_annotate__a_lost_position_stays_lost_whatever_is_played() -> None:
    game = three_moves()
    red = Proven(Side.FIRST, 9)
    found = [judged(0.5, line(0.5, "c3")), judged(1.0, line(1.0, "d4"), proven=red)]
    found += [judged(0.7, line(0.7, "b4")), judged(0.7, line(0.7, "a1"))]
    annotate(game, found, annotator="x")
    proofs = [node.proven() for node in (game, *game.mainline())]
    # Red moved into it, so Red had won before; what Red played then is not proven to win.
    assert proofs == [Proven(Side.FIRST, 10), red, Proven(Side.FIRST, 8), None]
    assert "Proven" not in game.headers


def test_annotate__proofs_go_on_through_moves_that_keep_the_win() -> None:
    game = three_moves()
    won = Line(("c3",), 1.0, Proven(Side.FIRST, 9))
    found = [judged(1.0, won, proven=Proven(Side.FIRST, 9)), *[judged(0.5, line(0.5, "e1"))] * 3]
    annotate(game, found, annotator="x")
    proofs = [node.proven() for node in (game, *game.mainline())]
    assert [proven and proven.plies for proven in proofs] == [9, 8, 7, None]


@pytest.mark.parametrize(
    ("result", "said"), [("1-0", "Red 1"), ("*", "Red 1"), ("0-1", None), ("1/2-1/2", None)]
)
def test_annotate__what_did_not_come_was_not_forced(result: str, said: str | None) -> None:
    game = three_moves()
    game.headers["Result"] = result  # "0-1": Red has resigned a game that was won
    red = Proven(Side.FIRST, 5)
    found = [judged(0.5, line(0.5, "c3")), *[judged(1.0, line(1.0, "e1"), proven=red)] * 3]
    found[0] = judged(0.5, line(0.5, "c3"), proven=Proven(Side.SECOND, 20))
    annotate(game, found, annotator="x")
    assert game.headers.get("Proven") == said
    assert ("Proven" in game.comment) is (said is not None)


def test_annotate__anew_replaces_what_was_said_of_proofs() -> None:
    game = three_moves()
    red, lost = Proven(Side.FIRST, 5), judged(0.5, line(0.5, "e1"))
    annotate(game, [lost, lost, *[judged(1.0, proven=red)] * 2], annotator="x")
    assert game.headers["Proven"] == "Red 2"
    annotate(game, [lost] * 4, annotator="x")
    assert "Proven" not in game.headers and "Proven" not in str(game)


def test_annotate__twice_says_nothing_twice() -> None:
    game = random_record("hadron", 3, 1)
    with Engine("hadron", size=3, seed=1) as engine:
        found = judge_game(engine, game, LIMIT)
    annotate(game, found, annotator="x")
    once = str(game)
    annotate(game, found, annotator="x")
    assert str(game) == once


def test_annotate__what_it_calls_proven_is_what_minimax_says() -> None:
    proofs, minimax = 0, Minimax()
    for seed in range(4):
        game = random_record("hadron", 3, seed)
        with Engine("hadron", size=3, seed=1) as engine:
            annotate(game, judge_game(engine, game, Limit(time=0.2)), annotator="x")
        for node in (game, *game.mainline()):
            proven = node.proven()
            if proven:
                proofs += 1
                assert minimax.winner(node.board()) is proven.winner
        winner, ply = game.headers["Proven"].split()
        assert (winner == "Red") == (game.headers["Result"] == "1-0")
        assert 0 <= int(ply) <= game.end().ply()
    assert proofs > 20


def test_judgement__as_data_and_back() -> None:
    one = Judgement(0.25, Proven(None, 3), (Line(("a1", "b2"), 0.5, Proven(Side.SECOND, 2)),))
    assert Judgement.from_dict(one.as_dict()) == one


# --- Files ---------------------------------------------------------------------------------------


@pytest.fixture
def source(tmp_path: Path) -> Path:
    file = tmp_path / "games.qgn"
    with file.open("w") as handle:
        for seed in range(3):
            random_record("hadron", 5, seed).accept(record.FileExporter(handle))
        random_record("cordon", 2, 5).accept(record.FileExporter(handle))
    return file


def games_of(file: Path) -> list[Game]:
    with file.open() as handle:
        return list(record.read_games(handle))


def annotation(source: Path, target: Path, limit: Limit = LIMIT) -> Annotation:
    return Annotation(lambda: games_of(source), target, limit)


def test_file__is_annotated_and_still_the_same_games(source: Path, tmp_path: Path) -> None:
    work = annotation(source, tmp_path / "out.qgn")
    seen: list[int] = []
    work.run(lambda work: seen.append(work.positions_done))
    assert seen == list(range(1, work.positions + 1)) and work.games_done == work.games == 4
    games, original = games_of(tmp_path / "out.qgn"), games_of(source)
    assert [list(g.mainline_moves()) for g in games] == [list(g.mainline_moves()) for g in original]
    for game in games:
        assert not game.errors
        assert all(node.eval() is not None for node in (game, *game.mainline()))
        assert game.headers["Annotator"].endswith("300 playouts a position, seed 0")
    assert not (tmp_path / "out.qgn.part").exists()


@pytest.mark.parametrize("stop_after", [1, 7, 20, 33])
def test_file__stopped_anywhere_and_gone_on_with_is_the_same(
    source: Path, tmp_path: Path, stop_after: int
) -> None:
    whole, parts = tmp_path / "whole.qgn", tmp_path / "parts.qgn"
    annotation(source, whole).run()

    def stop(work: Annotation) -> None:
        if work.positions_done == stop_after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        annotation(source, parts).run(stop)
    judged_again: list[int] = []
    annotation(source, parts).run(lambda work: judged_again.append(work.positions_done))
    assert judged_again[0] == stop_after + 1  # nothing is judged twice
    assert [str(game) for game in games_of(parts)] == [str(game) for game in games_of(whole)]


def test_file__shared_and_stopped_goes_on_to_the_same(source: Path, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.qgn", tmp_path / "parts.qgn"
    annotation(source, whole).run()
    stopped, positions = annotation(source, parts), annotation(source, whole).positions

    def stop(work: Annotation) -> None:
        if work.positions_done == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped.run(stop, workers=3)
    judged_again: list[int] = []
    annotation(source, parts).run(lambda work: judged_again.append(1), workers=2)
    assert len(judged_again) == positions - 20  # nothing is judged twice
    assert parts.read_bytes() == whole.read_bytes()


def test_file__cut_off_in_the_middle_of_a_game_loses_that_game_only(
    source: Path, tmp_path: Path
) -> None:
    whole, cut = tmp_path / "whole.qgn", tmp_path / "cut.qgn"
    annotation(source, whole).run()
    data = whole.read_bytes()
    cut.write_bytes(data[: data.rindex(b"[Game") - 40])
    work = annotation(source, cut)
    assert work.games_done == 2
    work.run()
    assert [str(game) for game in games_of(cut)] == [str(game) for game in games_of(whole)]


def test_file__what_is_known_of_one_game_is_not_taken_for_another(
    source: Path, tmp_path: Path
) -> None:
    target, other = tmp_path / "out.qgn", tmp_path / "other.qgn"

    def stop(work: Annotation) -> None:
        if work.positions_done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        annotation(source, target).run(stop)
    other.write_text(str(games_of(source)[1]))
    seen: list[int] = []
    annotation(other, target).run(lambda work: seen.append(work.positions_done))
    assert seen[0] == 1  # though the file beside it knows five positions of some first game
    annotation(other, tmp_path / "right.qgn").run()
    assert target.read_bytes() == (tmp_path / "right.qgn").read_bytes()


def test_file__a_damaged_file_beside_it_is_named(source: Path, tmp_path: Path) -> None:
    part = tmp_path / "out.qgn.part"
    part.write_text("junk\n")
    with pytest.raises(ValueError, match=r"out\.qgn\.part is damaged; remove it"):
        annotation(source, tmp_path / "out.qgn").run()


def test_file__what_is_something_else_is_not_written_over(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.qgn"
    target.write_text(str(random_record("hadron", 3, 9)))
    before = target.read_bytes()
    with pytest.raises(ValueError, match="its game 1 is not an annotated copy"):
        annotation(source, target)
    target.unlink()
    annotation(source, target).run()
    with pytest.raises(ValueError, match=r"was begun by .* 300 playouts .* not by .* 200 playouts"):
        annotation(source, target, Limit(playouts=200))
    assert before != target.read_bytes()


def test_file__with_faults_is_refused_before_anything_is_done(source: Path, tmp_path: Path) -> None:
    source.write_text(source.read_text().replace("1. ", "1. zz ", 1))
    with pytest.raises(RecordError, match="line 6: game 1: "):
        annotation(source, tmp_path / "out.qgn")
    assert not (tmp_path / "out.qgn").exists()
    with pytest.raises(ValueError, match="needs a limit"):
        Annotation(list, tmp_path / "x.qgn", Limit())


def test_text__of_an_annotated_game_reads_back(source: Path) -> None:
    game = games_of(source)[0]
    with Engine("hadron", size=5, seed=1) as engine:
        annotate(game, judge_game(engine, game, LIMIT), annotator="x")
    again = record.read_game(io.StringIO(str(game)))
    assert again and not again.errors and str(again) == str(game)
