"""The studies of the docs: their pages say what their numbers say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quincunx import find_game
from quincunx.study import Settings
from quincunx.study.page import page

DOCS = Path(__file__).resolve().parents[2] / "docs"
REPORTS = sorted((DOCS / "studies").glob("*.json"))


@pytest.mark.parametrize("path", REPORTS, ids=[path.stem for path in REPORTS])
def test_study_of_the_docs__is_written_from_its_numbers(path: Path) -> None:
    """After a change of words or plots, ``python -m tools.studies --pages`` writes them anew."""
    report = json.loads(path.read_text(encoding="utf-8"))
    settings = Settings.of(report["settings"])
    game = find_game(path.stem)
    assert (settings.game, settings.size) == (game, game.default_size)
    written = path.with_suffix(".html").read_text(encoding="utf-8")
    assert written == page(settings, report)
    assert len(written) < 300_000 and report["engine"]["games"] >= 100


@pytest.mark.parametrize("path", REPORTS, ids=[path.stem for path in REPORTS])
def test_study_of_the_docs__is_found_from_the_page_of_the_game(path: Path) -> None:
    for page_of in (DOCS / "games" / f"{path.stem}.md", DOCS / "guide" / "studies.md"):
        assert f"../studies/{path.stem}.html" in page_of.read_text(encoding="utf-8")


def test_studies_of_the_docs__are_there() -> None:
    assert len(REPORTS) >= 5
