"""The studies of docs/studies: each game at its default size, made by ``quincunx study``.

Run ``.venv/bin/python -m tools.studies`` (``make studies``), with the ids of games for those alone.
Options of the command may follow: ``hadron --games 400``. The folders are in build/studies, so that
whoever stops it goes on with the same words; it prints how long each took.

``.venv/bin/python -m tools.studies --pages`` plays nothing: it writes the pages anew from the
numbers, after a change of words or plots. tests/study/test_docs.py holds them to each other.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from itertools import takewhile
from pathlib import Path

from quincunx import GAMES
from quincunx.study.page import page
from quincunx.study.run import PAGE, REPORT
from quincunx.study.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ROOT / "build" / "studies"
DOCS = ROOT / "docs" / "studies"


def make(game: str, options: list[str]) -> None:
    """Make the study of a game, or go on with it, and put its reports into the docs."""
    folder = FOLDERS / game
    command = [sys.executable, "-m", "quincunx", "study", game, "--out", str(folder), *options]
    began = time.monotonic()
    subprocess.run(command, check=True)
    print(f"{game}: {time.monotonic() - began:.0f} s", flush=True)
    DOCS.mkdir(exist_ok=True)
    for made in (PAGE, REPORT):
        shutil.copyfile(folder / made, (DOCS / game).with_suffix(Path(made).suffix))


def write_pages() -> None:
    """Write each page of the docs from its numbers."""
    for numbers in sorted(DOCS.glob("*.json")):
        report = json.loads(numbers.read_text(encoding="utf-8"))
        text = page(Settings.of(report["settings"]), report)
        numbers.with_suffix(".html").write_text(text, encoding="utf-8")


def main(words: list[str]) -> None:
    if words == ["--pages"]:
        write_pages()
        return
    named = list(takewhile(lambda word: not word.startswith("-"), words))
    for game in named or [game.id for game in GAMES]:
        make(game, words[len(named) :])


if __name__ == "__main__":
    main(sys.argv[1:])
