"""What each game's own overlays show, checked against the board by other means."""

from itertools import pairwise

import quincunx
from quincunx import Board, Side, drawing

from .positions import walk
from .test_scene import cells, marks


def test_hadron__neighbours_count_red_and_blue_around_each_empty_cell() -> None:
    for board in walk("hadron", 7):
        pieces = board.pieces()
        scene = drawing.scene(board, overlays="neighbours")
        shown = {mark.cells[0]: mark.label for mark in scene.marks}
        assert set(shown) == {c.name for c in scene.cells} - set(pieces)
        for cell, label in shown.items():
            near = [pieces[other].side for other in board.neighbours(cell) if other in pieces]
            assert label == f"{near.count(Side.FIRST)}:{near.count(Side.SECOND)}"


def test_hadron__figure_2_has_dots_on_four_cells() -> None:
    board = Board("hadron", fen="1R3/B1R2/1B1RR/B2BB/RR3 b")
    assert cells(drawing.scene(board), "legal", "dot") == ["a5", "b4", "d5", "e5"]


def test_cordon__areas_make_up_the_score() -> None:
    seen = void = 0
    for seed in range(3):
        for board in walk("cordon", 4, seed=seed):
            scene = drawing.scene(board)
            score = board.score()
            assert score is not None
            for side in Side:
                areas = [m for m in marks(scene, "cordons", "area") if m.side == side.value]
                assert len({c for m in areas for c in m.cells}) == score[side.value]
                assert all(m.label == str(len(m.cells)) for m in areas)
                seen += len(areas)
                (note,) = scene.players[side.value].notes
                assert note.text.split()[0] == str(score[side.value])
            void += len(marks(scene, "void", "void"))
    assert seen and void


def test_cordon__the_perimeter_is_set_apart() -> None:
    for size in (2, 5, 10):
        scene = drawing.scene(Board("cordon", size=size))
        assert sum(cell.look == "rim" for cell in scene.cells) == 6 * (size - 1)


def test_blast_radius__zones_reach_as_far_as_stacks_are_high() -> None:
    for board in walk("blast-radius", 4):
        scene = drawing.scene(board, overlays="rez")
        pieces = board.pieces()
        zones = {mark.label: mark for mark in marks(scene, "rez", "zone")}
        assert set(zones) == set(pieces)
        for home, piece in pieces.items():
            reached = {home}
            for _ in range(piece.height):
                reached |= {other for cell in reached for other in board.neighbours(cell)}
            assert set(zones[home].cells) == reached - {home}
            assert zones[home].side == piece.side.value
        for mark in marks(scene, "rez", "area"):
            own = {c for z in zones.values() if z.side == mark.side for c in z.cells}
            assert set(mark.cells) == own


def test_blast_radius__no_placement_lies_in_a_zone() -> None:
    for board in walk("blast-radius", 5):
        scene = drawing.scene(board)
        hatched = set(cells(scene, "rez", "area"))
        placements = set(cells(scene, "legal", "dot")) - set(board.pieces())
        assert not hatched & placements


def test_quadrature__nobody_may_move_to_what_the_other_has_squared() -> None:
    seen = 0
    for board in walk("quadrature"):
        scene = drawing.scene(board, overlays="squared legal")
        for mark in marks(scene, "squared", "square"):
            assert not set(mark.cells) & set(board.pieces())
            if mark.side != board.turn.value:
                assert not set(mark.cells) & set(cells(scene, "legal", "dot"))
                seen += len(mark.cells)
    assert seen


def test_quadrature__goal_bars_and_markers() -> None:
    board = Board("quadrature")
    board.push_text("c3-d4")
    board.push_text("j9-k9")  # sideways: Black's marker shows a dot
    scene = drawing.scene(board)
    bars = {mark.side: mark.cells for mark in marks(scene, "goals", "bar")}
    assert bars == {0: ("e11", "f11", "g11"), 1: ("e1", "f1", "g1")}
    dots = [[n.dots for n in player.notes if n.dots is not None] for player in scene.players]
    assert dots == [[0], [1]]
    assert "marker 1 of 2" in drawing.text.render(board)


def test_square_grid_hex__edges_are_around_the_board() -> None:
    scene = drawing.scene(Board("square-grid-hex", size=5))
    owners = {edge.label: scene.players[edge.side].name for edge in scene.edges}
    assert owners == {"North": "Black", "South": "Black", "West": "White", "East": "White"}
    middle = {e.label: [sum(v) / 4 for v in zip(*e.points, strict=True)] for e in scene.edges}
    assert middle["North"][1] < 0 < 5 < middle["South"][1]
    assert middle["West"][0] < 0 < 5 < middle["East"][0]


def test_square_grid_hex__the_chain_leads_from_edge_to_edge() -> None:
    winners = set()
    for seed in range(6):
        board = walk("square-grid-hex", 7, seed=seed)[0]
        outcome = board.outcome()
        assert outcome is not None and outcome.winner is not None
        winners.add(outcome.winner)
        scene = drawing.scene(board)
        at = {cell.name: (cell.place, cell.row) for cell in scene.cells}
        (chain,) = marks(scene, "chain", "chain")
        assert chain.segments == tuple(pairwise(chain.cells))
        for a, b in chain.segments:
            step = (at[b][0] - at[a][0], at[b][1] - at[a][1])
            assert step in {(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)}
        assert all(board.pieces()[cell].side is outcome.winner for cell in chain.cells)
        axis = 1 if outcome.winner is Side.FIRST else 0
        assert {at[chain.cells[0]][axis], at[chain.cells[-1]][axis]} == {0, 6}
        assert not marks(drawing.scene(walk("square-grid-hex", 7, seed=seed)[1]), "chain", "chain")
    assert winners == set(Side)


def test_catalogue__every_game_has_a_drawing() -> None:
    for game in quincunx.GAMES:
        assert drawing.scene(Board(game)).game == game.id
