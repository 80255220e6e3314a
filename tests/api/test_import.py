"""`import quincunx` is light, and exports what it says."""

import subprocess
import sys

import quincunx


def modules_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return set(done.stdout.split())


def test_import__leaves_numpy_click_and_rich_alone() -> None:
    loaded = modules_after("import quincunx")
    assert "quincunx.board" in loaded
    assert not loaded & {"numpy", "click", "rich", "quincunx.drawing", "quincunx.cli"}


def test_import__numpy_comes_with_the_first_array() -> None:
    made = "import quincunx; batch = quincunx.Batch(quincunx.Board('hadron'), 2)"
    assert "numpy" not in modules_after(made)
    assert "numpy" in modules_after(f"{made}; batch.legal()")


def test_import__perft_and_playouts_need_no_numpy() -> None:
    code = "from quincunx import *; b = Board('hadron'); playouts(b, 9); perft(b, 2)"
    assert "numpy" not in modules_after(code)


def test_exports__are_all_there_and_sorted() -> None:
    assert all(hasattr(quincunx, name) for name in quincunx.__all__)
    assert len(set(quincunx.__all__)) == len(quincunx.__all__)
    assert {"GAMES", "Board", "Side", "Outcome", "perft", "playouts"} <= set(quincunx.__all__)
