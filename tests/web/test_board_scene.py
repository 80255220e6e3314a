"""The page's board makes the same scenes as Python and paints them the same, down to the character.

Random positions of every game, in three sizes and with many options, are written with Python's
scenes and pictures (``tests/drawing/fixtures.py``); ``web/board/test/parity.test.ts`` makes them
anew from the declaration and the facts, in Node.
"""

import json
import subprocess
import sys
from pathlib import Path

from quincunx import GAMES, drawing
from quincunx.drawing.facts import facts, preview
from tests.drawing import fixtures
from tests.drawing.positions import each_position, position
from tests.web.node import WEB, needs_node, run_node_tests


@needs_node
def test_board__scenes_and_pictures_equal_pythons(tmp_path: Path) -> None:
    cases = tmp_path / "cases.jsonl"
    assert fixtures.write(cases) >= 50 * len(GAMES)
    source = WEB / "board" / "test" / "parity.test.ts"
    assert run_node_tests(tmp_path, source, QUINCUNX_FIXTURES=cases) == 2 * len(GAMES) + 1


@each_position
def test_facts__are_json_and_come_back_as_they_were(game: str, size: int, stage: str) -> None:
    board = position(game, size, stage)
    told = facts(board)
    again = json.loads(json.dumps(told))
    assert again["fen"] == board.fen() and again["turn"] == board.turn.value
    assert [(c, s) for c, s, _ in again["pieces"]] == [
        (cell, piece.side.value) for cell, piece in board.pieces().items()
    ]
    assert [m["move"] for m in again["moves"]] == [move.text for move in board.legal_moves]
    for move in list(board.legal_moves)[::9]:
        shown = preview(board, move)
        cells = [change["cell"] for change in shown["changes"]]
        assert cells == sorted(cells) == list(board.changes(move))
        after = board.copy()
        after.push(move)
        assert set(shown["next"]) == {m.cells[-1] for m in after.legal_moves if m.cells}
        assert json.loads(json.dumps(shown))["score"] == (
            None if after.score() is None else list(after.score() or ())
        )


def test_export__is_json_and_always_the_same() -> None:
    exported = drawing.export()
    text = json.dumps(exported)
    assert json.loads(text) == exported and json.dumps(drawing.export()) == text
    assert [game["id"] for game in exported["games"]] == [game.id for game in GAMES]
    for game, told in zip(GAMES, exported["games"], strict=True):
        assert told["credit"] == game.credit and told["sizes"] == list(game.sizes)
        assert len(told["size_texts"]) == len(game.sizes)
        assert [e["name"] for e in told["endings"]] == [e.value for e in game.endings]
        names = [overlay["name"] for overlay in told["drawing"]["overlays"]]
        assert names == [overlay.name for overlay in drawing.overlays(game)]
        # The words for pieces are filled in; those for sides are left to the scene.
        assert "{piece" not in json.dumps(told)


def test_export__is_what_the_module_prints() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "quincunx.drawing"], capture_output=True, check=True
    )
    assert json.loads(done.stdout.decode("utf-8")) == drawing.export()


def test_board__sources_of_the_page_name_no_game() -> None:
    """Nor do they know any rule: a declaration and facts are all that they have."""
    names = {word for game in GAMES for word in (game.id, game.name.lower())}
    names |= {word.replace(" ", "") for word in names}
    for path in sorted((WEB / "board" / "src").glob("*.ts")):
        text = path.read_text(encoding="utf-8").lower()
        assert not {name for name in names if name in text}, path.name
