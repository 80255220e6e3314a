"""The words of pages, and declarations of drawings in other languages than English."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from quincunx.drawing import export
from quincunx.drawing.words import fill, verdict
from quincunx.engine.levels import LEVELS
from quincunx.games import GAMES, Game
from quincunx.server.schema import Catalogue, CatalogueGame, LevelText

__all__ = [
    "Say",
    "catalogue",
    "declaration",
    "ended",
    "goal",
    "sayer",
    "translated",
    "words",
    "words_for",
]

#: A text by its key, with its places filled in.
Say = Callable[..., str]

# What these fields have are names for programs, and not texts.
_PROGRAMS = """
    at colour ends example feature fen id kind letter lit move moves of pattern plays pointed
    refuses shape taps type
"""
_NAMES = frozenset(_PROGRAMS.split())


@cache
def words(language: str) -> Mapping[str, str]:
    """All texts of pages in a language, by key."""
    return _read(f"{language}.json")


@cache
def words_for(language: str, page: str) -> Mapping[str, str]:
    """The texts that the script of a page may need: its own, and those of all pages."""
    mine = (f"{page}.", "common.")
    return {key: text for key, text in words(language).items() if key.startswith(mine)}


@cache
def sayer(language: str) -> Say:
    """What says a text in a language.

    >>> sayer("en")("common.level", level=2)
    'Level 2'
    """
    texts = words(language)

    def say(key: str, **values: object) -> str:
        return fill(texts[key], {name: str(value) for name, value in values.items()})

    return say


def _read(name: str) -> Mapping[str, str]:
    text = resources.files("quincunx.server").joinpath("words", name).read_text("utf-8")
    read: dict[str, str] = json.loads(text)
    return read


@cache
def _table(language: str) -> Mapping[str, str]:
    """Texts of the drawings and of the core, from English."""
    return {} if language == "en" else _read(f"drawing.{language}.json")


def translated(value: Any, table: Mapping[str, str]) -> Any:
    """A declaration, as data, with its texts translated; a text that the table lacks stays."""
    if isinstance(value, str):
        return table.get(value, value)
    if isinstance(value, list):
        return [translated(item, table) for item in value]
    if isinstance(value, Mapping):
        # Overlays and endings are known by their names; players and buttons are called by theirs.
        kept = _NAMES | {"name"} if "shows" in value or "section" in value else _NAMES
        return {
            key: item if key in kept else translated(item, table) for key, item in value.items()
        }
    return value


@cache
def _exported(language: str) -> dict[str, Any]:
    exported: dict[str, Any] = translated(export(), _table(language))
    return exported


@cache
def declaration(game: str, language: str, *, whole: bool = False) -> dict[str, Any]:
    """What the board element needs to draw a game.

    :param whole: with all clauses of the rules and the sample game too.
    """
    exported = _exported(language)
    (found,) = (entry for entry in exported["games"] if entry["id"] == game)
    if not whole:
        spared: dict[str, Any] = {"clauses": [], "sample": None}
        found = {**found, "drawing": {**found["drawing"], **spared}}
    return {"game": found, "lit": exported["lit"], "words": exported["words"]}


@cache
def catalogue(language: str) -> Catalogue:
    """The games, in a language."""
    table = _table(language)
    return Catalogue(games=[_entry(game, table) for game in GAMES])


def _entry(game: Game, table: Mapping[str, str]) -> CatalogueGame:
    return CatalogueGame(
        id=game.id,
        name=game.name,
        author=table.get(game.author, game.author),
        year=game.year,
        credit=table.get(game.credit, game.credit),
        sizes=list(game.sizes),
        size_texts=[table.get(text, text) for text in map(game.size_text, game.sizes)],
        default_size=game.default_size,
        players=[table.get(name, name) for name in game.players],
        colours=list(game.colours),
        has_pie_rule=game.has_pie_rule,
        draws=game.has_draws,
        levels=[
            LevelText(level=number, text=table.get(level.text, level.text))
            for number, level in LEVELS.items()
        ],
    )


def goal(game: str, language: str) -> str:
    """What a player is after, in a few words."""
    text: str = declaration(game, language)["game"]["drawing"]["goal"]
    return text


def ended(game: str, language: str, ending: str, winner: str, loser: str) -> str | None:
    """Who has won and why, in the rules' words; None if it was not the rules that ended the game.

    >>> ended("hadron", "de", "no placement", "Rot", "Blau")
    'Rot gewinnt: Blau kann nicht mehr setzen'
    """
    declared = declaration(game, language)
    for known in declared["game"]["endings"]:
        if known["name"] == ending:
            return verdict(known["text"], winner, loser, declared["words"])
    return None
