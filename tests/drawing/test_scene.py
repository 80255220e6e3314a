"""A scene holds all that is on the board, and marks are where the rules say."""

import json
import math
import re
from pathlib import Path

import pytest

import quincunx
from quincunx import Board, Side, drawing
from quincunx.drawing.catalogue import drawing_of
from quincunx.drawing.declaration import Features, Score
from quincunx.drawing.layout import TURNS
from quincunx.drawing.marks import OVER, UNDER
from quincunx.drawing.scene import SHAPES, Mark, Scene

from .positions import each_game, each_position, position, walk

ROOT = Path(__file__).resolve().parent.parent.parent


def marks(scene: Scene, kind: str, shape: str) -> list[Mark]:
    return [mark for mark in scene.marks if (mark.kind, mark.shape) == (kind, shape)]


def cells(scene: Scene, kind: str, shape: str) -> list[str]:
    """The cells that have such a mark; a cell that has two is listed twice."""
    return sorted(cell for mark in marks(scene, kind, shape) for cell in mark.cells)


# --- What is on the board ------------------------------------------------------------------------


@each_position
def test_scene__has_every_cell_and_every_piece(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    scene = drawing.scene(board)
    assert [cell.name for cell in scene.cells] == [name for row in board.rows for name in row]
    pieces = {p.cell: (p.side, p.height) for p in scene.pieces}
    assert pieces == {c: (p.side.value, p.height) for c, p in board.pieces().items()}
    assert len(pieces) == len(scene.pieces)


@each_position
def test_scene__everything_lies_in_the_box(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    ways = [(rotation, mirrored) for rotation in range(6) for mirrored in (False, True)]
    for rotation, mirrored in ways:
        scene = drawing.scene(board, rotation=rotation, mirrored=mirrored)
        left, top, width, height = scene.box
        points = [(cell.x + dx, cell.y + dy) for cell in scene.cells for dx, dy in scene.outline]
        points += [(name.x, name.y) for name in scene.coordinates]
        points += [point for edge in scene.edges for point in edge.points]
        for x, y in points:
            assert left <= x <= left + width and top <= y <= top + height


@each_position
def test_scene__has_the_fen_and_a_label_for_each_cell(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    scene = drawing.scene(board)
    assert scene.fen == board.fen()
    assert len(scene.labels) == len(scene.cells)
    pieces = board.pieces()
    for cell, label in zip(scene.cells, scene.labels, strict=True):
        name, contents = label.split(", ")[:2]
        assert name == cell.name and "{" not in label
        piece = pieces.get(name)
        if piece is None:
            assert contents == "empty"
        else:
            assert contents.startswith(board.side_name(piece.side).lower())
            assert (str(piece.height) in contents) == scene.stacks
    # They are the same whatever is shown.
    first = next(iter(board.legal_moves), None)
    assert drawing.scene(board, overlays=(), preview=first, rotation=1).labels == scene.labels


# --- Turned and mirrored -------------------------------------------------------------------------


def turned(scene: Scene, point: tuple[float, float], degrees: float) -> tuple[float, float]:
    """A point after a clockwise turn around the middle of the cells."""
    mx = sum(cell.x for cell in scene.cells) / len(scene.cells)
    my = sum(cell.y for cell in scene.cells) / len(scene.cells)
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    dx, dy = point[0] - mx, point[1] - my
    return mx + dx * c - dy * s, my + dx * s + dy * c


@each_position
def test_rotation__turns_all_that_has_a_place(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    plain = drawing.scene(board)
    steps = TURNS[plain.layout]
    for rotation in range(steps):
        scene = drawing.scene(board, rotation=rotation)
        assert (scene.rotation, scene.mirrored) == (rotation, False)
        pairs = [((a.x, a.y), (b.x, b.y)) for a, b in zip(plain.cells, scene.cells, strict=True)]
        pairs += [
            ((a.x, a.y), (b.x, b.y))
            for a, b in zip(plain.coordinates, scene.coordinates, strict=True)
        ]
        for before, after in zip(plain.edges, scene.edges, strict=True):
            pairs += zip(before.points, after.points, strict=True)
            assert (before.side, before.label) == (after.side, after.label)
        for old, new in zip(plain.segments, scene.segments, strict=True):
            pairs += [(old.start, new.start), (old.end, new.end)]
        for there, here in pairs:
            assert turned(plain, there, rotation * 360 / steps) == pytest.approx(here, abs=1e-4)
        assert scene.marks == plain.marks and scene.pieces == plain.pieces
        assert drawing.scene(board, rotation=rotation - steps) == scene
    assert drawing.scene(board, rotation=steps) == plain


@each_position
def test_mirrored__exchanges_left_and_right(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    plain, scene = drawing.scene(board), drawing.scene(board, mirrored=True)
    width = max(cell.x for cell in plain.cells) + min(cell.x for cell in plain.cells)
    for a, b in zip(plain.cells, scene.cells, strict=True):
        assert (a.name, a.row, a.place, a.look) == (b.name, b.row, b.place, b.look)
        assert (width - a.x, a.y) == pytest.approx((b.x, b.y), abs=1e-4)
    half = TURNS[plain.layout] // 2
    again = drawing.scene(board, mirrored=True, rotation=half)
    for a, b in zip(plain.cells, again.cells, strict=True):
        assert a.x == pytest.approx(b.x, abs=1e-4)  # upside down


@each_game
def test_scene__neighbours_are_next_to_each_other(game: str) -> None:
    board = Board(game)
    at = {cell.name: (cell.x, cell.y) for cell in drawing.scene(board).cells}
    farthest = math.sqrt(2) if game == "square-grid-hex" else 1.0
    for cell, here in at.items():
        for other in board.neighbours(cell):
            assert 0.999 < math.dist(here, at[other]) < farthest + 0.001
        close = {c for c, there in at.items() if 0 < math.dist(here, there) < 1.001}
        assert close <= set(board.neighbours(cell))


@each_position
def test_scene__coordinates_name_every_row_and_column(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    shown = sorted(name.text for name in drawing.scene(board).coordinates)
    names = {cell for row in board.rows for cell in row}
    assert shown == sorted({name[0] for name in names} | {name[1:] for name in names})


@each_position
def test_scene__is_plain_data(game: str, size: int, stage: str) -> None:
    scene = drawing.scene(position(game, size, stage), overlays="all")
    data = scene.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert len(data["cells"]) == len(scene.cells) and data["title"] == scene.title
    assert hash(scene) == hash(drawing.scene(position(game, size, stage), overlays="all"))


@each_position
def test_moves__are_the_legal_ones_with_the_cells_to_click(
    game: str, size: int, stage: str
) -> None:
    board = position(game, size, stage)
    scene = drawing.scene(board)
    offered = {choice.move: choice.cells for choice in scene.moves}
    offered |= {button.move: () for button in scene.buttons}
    assert offered == {move.text: move.cells for move in board.legal_moves}


@each_game
def test_credit__is_in_every_picture(game: str) -> None:
    board = Board(game)
    scene = drawing.scene(board, overlays=())
    assert scene.credit == board.game.credit
    assert scene.credit in drawing.text.render(board, overlays=())
    assert scene.credit in drawing.svg.render(board, overlays=())


def test_buttons__swap_says_what_it_does_and_asks_first() -> None:
    board = Board("square-grid-hex", size=5)
    board.push_text("c3")
    (button,) = drawing.scene(board).buttons
    assert button.name == "Swap"
    assert "becomes white on the same point" in button.confirm and "edges stay" in button.confirm
    assert button.cells == ("c3",)  # touching the black stone means it too


def test_buttons__swap_is_offered_exactly_where_it_is_legal() -> None:
    board = Board("square-grid-hex", size=5)
    assert not drawing.scene(board).buttons
    board.push_text("c3")
    (button,) = drawing.scene(board).buttons
    assert button.move == "swap"
    board.push_text("d4")
    assert not drawing.scene(board).buttons
    plain = Board("square-grid-hex", size=5, pie=False)
    plain.push_text("c3")
    assert not drawing.scene(plain).buttons


# --- The status line -----------------------------------------------------------------------------


@each_position
def test_status__says_who_is_to_move_or_who_has_won(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    scene = drawing.scene(board)
    outcome = board.outcome()
    if outcome is None:
        # What there is to do is said where a move may mean different things.
        ends = {move.cells[-1] for move in board.legal_moves if move.cells}
        words = drawing_of(board.game).tasks
        tasks = [words.empty] * bool(ends - set(board.pieces()))
        tasks += [words.taken] * bool(ends & set(board.pieces()))
        todo = " or ".join(filter(None, tasks))
        mover = f"{board.side_name(board.turn)} to move"
        assert scene.status == (f"{mover}: {todo}" if todo else mover)
    elif outcome.winner is None:
        assert scene.status.startswith("Draw: ")
    else:
        assert scene.status.startswith(f"{board.side_name(outcome.winner)} wins: ")
    for side in Side:
        player = scene.players[side.value]
        assert player.to_move == (outcome is None and board.turn is side)
        assert player.won == (outcome is not None and outcome.winner is side)


@pytest.mark.parametrize("ending", [e for game in quincunx.GAMES for e in game.endings], ids=repr)
def test_status__every_termination_has_words(ending: quincunx.Termination) -> None:
    words = ending.text.format(winner="Red", loser="Blue")
    assert words and "{" not in words and not words.endswith(".")


def test_status__says_who_sits_out() -> None:
    # Black's three men in the corner can go neither forward nor sideways.
    fen = "11/11/11/11/11/11/WWWWWWW4/WWWWWWW4/11/11/BBBW7 w 0 0"
    board = Board("quadrature", fen=fen)
    board.push_text("a5-a6")
    assert drawing.scene(board).status == "Black sits out, White to move"


# --- Overlays ------------------------------------------------------------------------------------


@each_position
def test_legal__dots_are_exactly_on_the_cells_that_a_move_ends_on(
    game: str, size: int, stage: str
) -> None:
    board = position(game, size, stage)
    scene = drawing.scene(board, overlays="legal")
    ends = {move.cells[-1] for move in board.legal_moves if move.cells}
    assert cells(scene, "legal", "dot") == sorted(ends)


def test_legal__follows_what_has_been_clicked() -> None:
    board = Board("quadrature")
    scene = drawing.scene(board, overlays="legal", clicked=["c3"])
    assert cells(scene, "legal", "dot") == ["b4", "c4", "d4"]
    assert cells(scene, "clicked", "selected") == ["c3"]
    assert {choice.move for choice in scene.moves} == {"c3-b4", "c3-c4", "c3-d4"}


@each_game
def test_last__is_where_the_last_move_ended(game: str) -> None:
    for board in walk(game):
        scene = drawing.scene(board, overlays="last")
        if not board.ply():
            assert not scene.marks
            continue
        move = board.peek()
        if move.cells:
            assert cells(scene, "last", "ring") == [move.cells[-1]]
        arrows = [segment for mark in marks(scene, "last", "arrow") for segment in mark.segments]
        assert arrows == ([move.cells] if len(move.cells) == 2 else [])


def test_last__a_swap_is_shown_by_the_stone_that_changed() -> None:
    board = Board("square-grid-hex", size=5)
    board.push_text("c3")
    board.push_text("swap")
    scene = drawing.scene(board)
    assert cells(scene, "last", "ring") == ["c3"]
    assert cells(scene, "changes", "swap") == ["c3"]


@pytest.mark.parametrize(
    "game",
    [g.id for g in quincunx.GAMES if "changes" in {shown.name for shown in drawing.overlays(g)}],
)
def test_changes__are_what_became_of_pieces_that_did_not_move(game: str) -> None:
    seen = 0
    for board in walk(game):
        scene = drawing.scene(board, overlays="changes")
        if not board.ply():
            continue
        now = board.pieces()
        past = board.copy()
        move = past.pop()
        before = {c: piece for c, piece in past.pieces().items() if c not in move.cells}
        gone = sorted(c for c in before if c not in now)
        turned = sorted(c for c in before if c in now and now[c].side is not before[c].side)
        assert cells(scene, "changes", "cross") == gone
        assert cells(scene, "changes", "swap") == turned
        for mark in marks(scene, "changes", "swap"):
            assert all(now[cell].side.value == mark.side for cell in mark.cells)
        for mark in marks(scene, "changes", "cross"):
            assert all(before[cell].side.value == mark.side for cell in mark.cells)
        seen += len(gone) + len(turned)
    assert seen > 0 or quincunx.find_game(game).has_pie_rule  # only a swap changes stones


@each_game
def test_preview__shows_what_the_move_does_and_leaves_the_board_alone(game: str) -> None:
    for board in walk(game)[1::7]:
        copy = board.copy()
        for move in list(board.legal_moves)[::5]:
            scene = drawing.scene(board, overlays=(), preview=move)
            changes = board.changes(move)
            if move.cells:
                (ghost,) = marks(scene, "preview", "ghost")
                after = changes[move.cells[-1]][1]
                assert ghost.cells == move.cells[-1:] and after is not None
                assert (ghost.side, ghost.label or "1") == (after.side.value, str(after.height))
            crosses = cells(scene, "preview", "cross") + cells(scene, "preview", "loss")
            shown = set(crosses + cells(scene, "preview", "swap"))
            assert shown | set(move.cells) == set(changes) | set(move.cells)
            assert move.text in scene.status
            assert drawing.scene(board, overlays=(), preview=move.text) == scene
        assert board == copy and board.move_stack == copy.move_stack


@each_game
def test_preview__shows_what_its_declaration_names_and_is_not_there_yet(game: str) -> None:
    for board in walk(game)[1::5]:
        now = board.features()
        for move in list(board.legal_moves)[::7]:
            scene = drawing.scene(board, overlays=(), preview=move)
            new = [f for f in board.features_after(move) if f not in now]
            for source in drawing_of(board.game).preview.shows:
                if isinstance(source, Features):
                    shown = marks(scene, "preview", source.shape)
                    wanted = [f for f in new if f.kind == source.feature]
                    assert [(m.cells, m.label) for m in shown] == [
                        (f.cells, f.label) for f in wanted
                    ]
                elif isinstance(source, Score):
                    before, after = board.score(), board.score_after(move)
                    assert before is not None and after is not None
                    for player, old, count in zip(scene.players, before, after, strict=True):
                        said = [note.text for note in player.notes]
                        assert bool(said) == (old != count)
                        assert all(text == f"then {count}" for text in said)


def test_preview__what_goes_is_not_shown_beside_what_comes() -> None:
    seen = 0
    for board in walk("cordon", 4, seed=3):
        for move in list(board.legal_moves)[::3]:
            now, then = board.features(), board.features_after(move)
            scene = drawing.scene(board, preview=move)
            areas = sorted(m.cells for m in scene.marks if m.shape == "area")
            assert areas == sorted(f.cells for f in then if f.kind == "cordon")
            seen += any(f not in then for f in now)
    assert seen


def test_preview__hadron_counts_neighbours_and_greys_what_it_closes() -> None:
    for board in walk("hadron", 7)[1:]:
        for move in board.legal_moves:
            scene = drawing.scene(board, preview=move)
            pieces = board.pieces()
            (cell,) = move.cells
            near = {other for other in board.neighbours(cell) if other in pieces}
            pips = marks(scene, "preview", "pip")
            assert {step for mark in pips for step in mark.segments} == {(cell, c) for c in near}
            assert all(pieces[c].side.value == mark.side for mark in pips for c in mark.cells)
            after = board.copy()
            after.push(move)
            left = {m.cells[0] for m in after.legal_moves}
            gone = {m.cells[0] for m in board.legal_moves} - left - {cell}
            assert set(cells(scene, "preview", "closed")) == gone


def test_preview__blast_radius_tells_own_losses_apart() -> None:
    losses = crosses = 0
    for board in walk("blast-radius", 5):
        for move in list(board.legal_moves)[::2]:
            scene = drawing.scene(board, preview=move)
            gone = {cell: old for cell, (old, new) in board.changes(move).items() if new is None}
            own = sorted(c for c, piece in gone.items() if piece and piece.side is board.turn)
            assert cells(scene, "preview", "loss") == own
            assert cells(scene, "preview", "cross") == sorted(set(gone) - set(own))
            losses += len(own)
            crosses += len(gone) - len(own)
    assert losses and crosses


def test_preview__square_grid_hex_shows_the_chain_that_would_win() -> None:
    won = walk("square-grid-hex", 5)[0]
    move = won.pop()
    (chain,) = marks(drawing.scene(won, preview=move), "preview", "chain")
    assert move.cells[0] in chain.cells


@each_game
def test_lit__cells_are_those_of_the_explanation(game: str) -> None:
    board = position(game, quincunx.find_game(game).default_size, "midway")
    names = [name for row in board.rows for name in row]
    refused = [why for name in names if (why := board.explain([name])) is not None and why.cells]
    assert refused
    for why in refused:
        scene = drawing.scene(board, lit=why.cells)
        (mark,) = marks(scene, "lit", "lit")
        assert mark.cells == why.cells
        assert "=" in drawing.text.render(scene)


def test_selected__quadrature_bars_what_the_enemy_has_squared() -> None:
    seen = 0
    for board in walk("quadrature")[::5]:
        enemy = {
            cell
            for feature in board.features()
            if feature.kind == "squared" and feature.side is board.turn.other
            for cell in feature.cells
        }
        assert not cells(drawing.scene(board), "clicked", "barred")
        for move in list(board.legal_moves)[::9]:
            scene = drawing.scene(board, clicked=move.cells[:1])
            assert set(cells(scene, "clicked", "barred")) == enemy
            seen += len(enemy)
    assert seen


def test_pointed__the_zone_of_a_stack_stands_out() -> None:
    board = position("blast-radius", 5, "midway")
    for cell in board.pieces():
        scene = drawing.scene(board, pointed=cell)
        (mark,) = marks(scene, "rez", "hatched")
        assert mark.label == cell
        assert len(marks(scene, "rez", "zone")) == len(board.pieces()) - 1
    assert not marks(drawing.scene(board, pointed=None), "rez", "hatched")


def test_preview__of_an_illegal_move_is_refused() -> None:
    board = Board("hadron")
    board.push_text("c3")
    with pytest.raises(quincunx.IllegalMoveError, match="c4"):
        drawing.scene(board, preview="c4")
    with pytest.raises(quincunx.InvalidMoveError):
        drawing.scene(board, preview="nonsense")


@each_game
def test_names__each_empty_cell_has_its_own(game: str) -> None:
    board = position(game, quincunx.find_game(game).default_size, "midway")
    scene = drawing.scene(board, overlays="names")
    named = {mark.cells: mark.label for mark in scene.marks}
    empty = {name for row in board.rows for name in row} - set(board.pieces())
    assert named == {(name,): name for name in empty}


# --- Choosing overlays ---------------------------------------------------------------------------


@each_game
def test_overlays__are_listed_with_words(game: str) -> None:
    listed = drawing.overlays(game)
    names = [overlay.name for overlay in listed]
    assert len(set(names)) == len(names) and not {"all", "default"} & set(names)
    assert all(overlay.text and not overlay.text.endswith(".") for overlay in listed)
    assert {"legal", "last", "names", "letters"} <= set(names)
    # The package's own page, or else the game's, has them all: with a star if shown by default.
    page = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    for overlay in listed:
        told = re.findall(rf"``{overlay.name}``(\*?)", drawing.__doc__ or "")
        told = told or re.findall(rf"`{overlay.name}`(\*?)", page)
        assert told, f"no page says what {overlay.name} is"
        assert {bool(mark) for mark in told} == {overlay.default} or overlay.name == "legal"


@each_game
def test_overlays__every_one_changes_both_pictures_somewhere(game: str) -> None:
    boards = walk(game)
    if game == "square-grid-hex":
        swapped = Board(game, size=5)
        swapped.push_text("c3")
        swapped.push_text("swap")
        boards.append(swapped)
    if game == "cordon":
        for seed in range(2, 8):
            boards += walk(game, seed=seed)[::4]
    for overlay in drawing.overlays(game):
        for render in (drawing.svg.render, drawing.text.render):
            if overlay.name == "letters" and render is drawing.text.render:
                continue  # text has nothing but letters
            assert any(
                render(board, overlays=overlay.name) != render(board, overlays=())
                for board in boards
            ), (overlay.name, render)


@each_game
def test_overlays__can_be_asked_for_in_several_ways(game: str) -> None:
    board = position(game, quincunx.find_game(game).default_size, "midway")
    usual = [overlay.name for overlay in drawing.overlays(game) if overlay.default]
    every = [overlay.name for overlay in drawing.overlays(game)]
    assert drawing.scene(board) == drawing.scene(board, overlays=usual)
    assert drawing.scene(board) == drawing.scene(board, overlays="default")
    assert drawing.scene(board, overlays="all") == drawing.scene(board, overlays=",".join(every))
    assert drawing.scene(board, overlays="default, names") == drawing.scene(
        board, overlays=[*usual, "names"]
    )
    assert not drawing.scene(board, overlays="").marks


@each_game
def test_overlays__an_unknown_name_is_refused_with_those_that_there_are(game: str) -> None:
    for render in (drawing.scene, drawing.svg.render, drawing.text.render):
        with pytest.raises(ValueError, match="no overlay is called 'sparkle'") as caught:
            render(Board(game), overlays=["last", "sparkle"])
        for overlay in drawing.overlays(game):
            assert overlay.name in str(caught.value)


def test_scene__a_cell_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="z9"):
        drawing.scene(Board("hadron"), clicked=["z9"])
    with pytest.raises(ValueError, match="z9"):
        drawing.scene(Board("hadron"), lit=["z9"])
    with pytest.raises(ValueError, match="z9"):
        drawing.scene(Board("hadron"), pointed="z9")


def test_render__takes_scenes_but_then_no_options() -> None:
    board = Board("hadron")
    scene = drawing.scene(board, overlays="names")
    assert drawing.svg.render(scene) == drawing.svg.render(board, overlays="names")
    assert drawing.text.render(scene) == drawing.text.render(board, overlays="names")
    with pytest.raises(ValueError, match="overlays"):
        drawing.svg.render(scene, overlays="legal")
    with pytest.raises(ValueError, match="rotation, mirrored"):
        drawing.svg.board(scene, rotation=1, mirrored=True)


def test_shapes__are_all_known_to_the_svg_renderer() -> None:
    assert set(UNDER) | set(OVER) == set(SHAPES)


@each_position
def test_shapes__nothing_else_is_used(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    first = next(iter(board.legal_moves), None)
    for scene in (
        drawing.scene(board, overlays="all"),
        drawing.scene(board, preview=first),
        drawing.scene(board, clicked=first.cells[:1] if first else ()),
    ):
        assert {mark.shape for mark in scene.marks} <= set(SHAPES)
        names = {cell.name for cell in scene.cells}
        for mark in scene.marks:
            assert mark.cells and set(mark.cells) <= names


@each_position
def test_board__draws_itself(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    assert str(board) == drawing.text.render(board)
    assert board._repr_svg_() == drawing.svg.render(board)
