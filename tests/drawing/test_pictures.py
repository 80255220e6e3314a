"""The pictures of README and docs are what the library draws today."""

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import cast

import quincunx

ROOT = Path(__file__).resolve().parent.parent.parent


def test_pictures__are_up_to_date() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "pictures.py"))
    stale = cast(Callable[[], list[str]], tool["stale"])
    assert stale() == [], "run .venv/bin/python tools/pictures.py"


def test_pictures__every_game_has_two() -> None:
    names = {path.name for path in (ROOT / "docs" / "images").glob("*.svg")}
    for game in quincunx.GAMES:
        assert {f"{game.id}.svg", f"{game.id}-overlay.svg"} <= names
