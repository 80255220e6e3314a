"""All that a page needs to draw the games, as data: ``python -m quincunx.drawing > games.json``."""

from __future__ import annotations

from typing import Any

from quincunx.drawing.build import PATTERNS
from quincunx.drawing.catalogue import drawing_of
from quincunx.drawing.declaration import LIT, plain
from quincunx.drawing.themes import PALETTES, RULES
from quincunx.drawing.words import WORDS
from quincunx.games import GAMES, Game

__all__ = ["VERSION", "export"]

#: Counts the changes of form. Adding a field is not one.
VERSION = 1


def export() -> dict[str, Any]:
    """Games, drawings, themes and words in dictionaries, lists, strings and numbers.

    ``web/board/src/declaration.ts`` has the types. The same version of the library gives the same.

    >>> exported = export()
    >>> exported["version"], [game["id"] for game in exported["games"]][:2]
    (1, ['hadron', 'quadrature'])
    >>> exported["games"][0]["drawing"]["overlays"][1]["shows"]
    [{'type': 'last'}]
    """
    return {
        "version": VERSION,
        "games": [_game(game) for game in GAMES],
        "lit": plain(LIT),
        "words": dict(WORDS),
        "themes": {name: dict(palette) for name, palette in PALETTES.items()},
        "rules": {name: dict(rule) for name, rule in RULES.items()},
    }


def _game(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "name": game.name,
        "author": game.author,
        "year": game.year,
        "credit": game.credit,
        "sizes": list(game.sizes),
        "size_texts": [game.size_text(size) for size in game.sizes],
        "default_size": game.default_size,
        "is_square": game.is_square,
        "players": [
            {"name": name, "letter": letter, "colour": colour, "pattern": PATTERNS[colour]}
            for name, letter, colour in zip(game.players, game.letters, game.colours, strict=True)
        ],
        "piece": list(game.piece),
        "has_pie_rule": game.has_pie_rule,
        "has_draws": game.has_draws,
        "example": game.example,
        "endings": [
            {"name": ending.value, "section": ending.section, "text": ending.text}
            for ending in game.endings
        ],
        "drawing": plain(drawing_of(game)),
    }
