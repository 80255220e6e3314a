"""What the boards say in German: nothing is missing, and nothing is lost on the way."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import quincunx
import quincunx.server
from quincunx.drawing import export
from quincunx.engine import LEVELS
from quincunx.server.wording import translated

TABLE: dict[str, str] = json.loads(
    (Path(quincunx.server.__file__).parent / "words" / "drawing.de.json").read_text("utf-8")
)
EXPORTED = export()
PROPER_NAMES = {name for game in quincunx.GAMES for name in (game.name, game.author)}


class Asked(dict[str, str]):
    """A table without entries, which remembers what was looked for."""

    def get(self, key: str, default: Any = None) -> Any:
        self[key] = key
        return default


def texts(part: Any) -> set[str]:
    """All that is looked for in the table when a declaration is translated."""
    asked = Asked()
    translated(part, asked)
    return set(asked)


def shown(part: Any) -> set[str]:
    """The texts of a declaration that have to be translated.

    Those that need not are names, the sections of the sheets, and what has no words of its own.
    """
    return {
        text
        for text in texts(part)
        if re.search(r"[A-Za-z]", re.sub(r"\{\w+\}", "", text))
        and not text.isupper()
        and text not in PROPER_NAMES
    }


GAMES = {entry["id"]: shown(entry) for entry in EXPORTED["games"]}
LEVEL_TEXTS = {level.text for level in LEVELS.values()}
COMMON = shown(EXPORTED["lit"]) | shown(EXPORTED["words"]) | LEVEL_TEXTS


def test_german__every_text_that_all_games_share_is_there() -> None:
    assert sorted(COMMON - TABLE.keys()) == []


@pytest.mark.parametrize("game", GAMES)
def test_german__every_text_of_a_game_is_there(game: str) -> None:
    # A new game may do without German, and is shown in English then; but not half of it.
    others = set().union(*(other for name, other in GAMES.items() if name != game))
    own = GAMES[game] - others - COMMON
    missing = GAMES[game] - TABLE.keys()
    assert missing == set() or own <= missing, sorted(missing)


def test_german__has_no_text_that_nobody_shows_any_more() -> None:
    looked_for = texts([EXPORTED["games"], EXPORTED["lit"], EXPORTED["words"]])
    assert sorted(TABLE.keys() - looked_for - LEVEL_TEXTS) == []


@pytest.mark.parametrize("pattern", [r"\{\w+\}", r"\b[a-z]\d{1,2}\b", r"\b[A-Z]{2,}\b"])
def test_german__keeps_places_and_cells_and_sections(pattern: str) -> None:
    for english, german in TABLE.items():
        assert Counter(re.findall(pattern, german)) == Counter(re.findall(pattern, english)), german


def test_german__credits_name_the_same_people_and_address() -> None:
    for game in quincunx.GAMES:
        if game.credit in TABLE:
            names = re.findall(r"[A-Z]\w+ [A-Z]\w+|\w+\.com|\d{4}", game.credit)
            assert names and all(name in TABLE[game.credit] for name in names)
