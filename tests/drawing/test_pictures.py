"""The pictures of README and docs are what the library draws today."""

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import quincunx

ROOT = Path(__file__).resolve().parent.parent.parent


def tool() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "pictures.py"))


def test_pictures__are_up_to_date() -> None:
    stale = cast(Callable[[], list[str]], tool()["stale"])
    assert stale() == [], "run .venv/bin/python tools/pictures.py"


def test_pictures__none_is_left_over() -> None:
    """A game's page shows two if it has any: the board, and an overlay."""
    names = {path.name for path in (ROOT / "docs" / "images").glob("*.svg")}
    shown = cast(Callable[[], set[str]], tool()["shown"])
    assert names == shown()
    for game in quincunx.GAMES:
        assert len({f"{game.id}.svg", f"{game.id}-overlay.svg"} & names) in (0, 2)
