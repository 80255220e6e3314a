"""What a reader has chosen about looks and language: the cookie ``settings`` of the page.

Nothing in it is believed: what makes no sense is as if it were not there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from typing import Any
from urllib.parse import quote, unquote

from pydantic import TypeAdapter, ValidationError

from quincunx import drawing
from quincunx.games import GAMES
from quincunx.server.schema import PersonName

__all__ = ["CHOICES", "COOKIE", "LANGUAGES", "SWITCHES", "YEAR", "Preferences", "language_of"]

COOKIE = "settings"
#: How long a browser keeps them, in seconds.
YEAR = 365 * 24 * 3600
LANGUAGES = ("en", "de")

_NAME: TypeAdapter[str] = TypeAdapter(PersonName)

#: What may be chosen, by name.
CHOICES = {
    "theme": ("auto", "light", "dark", "contrast"),
    "confirm": ("auto", "always", "never"),
    "language": ("", *LANGUAGES),
}


@dataclass(frozen=True)
class Preferences:
    """``web/app/src/settings.ts`` has the same names and the same usual values."""

    theme: str = "auto"
    shapes: bool = False
    patterns: bool = False
    coordinates: bool = True
    animated: bool = True
    sounds: bool = True
    keys: bool = True
    notify: bool = False
    confirm: str = "auto"
    #: As the browser asks for if empty.
    language: str = ""
    #: What others see; a guest if empty.
    name: str = ""
    #: Names of the overlays that are on, by game; a game's own choice if left out.
    overlays: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def read(cls, cookie: str | None) -> Preferences:
        """What a cookie says, as far as it makes sense.

        >>> Preferences.read("%7B%22theme%22%3A%22dark%22%2C%22sounds%22%3A7%7D")
        Preferences(theme='dark', shapes=False, ..., sounds=True, ...)
        """
        try:
            given = json.loads(unquote(cookie or "{}"))
        except (ValueError, RecursionError):
            return cls()
        return cls.of(given) if isinstance(given, dict) else cls()

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Preferences:
        """The same from a mapping."""
        good: dict[str, Any] = {}
        for name, value in given.items():
            if name in CHOICES:
                if value in CHOICES[name]:
                    good[name] = value
            elif name == "name":
                good[name] = _person(value)
            elif name == "overlays":
                good[name] = _overlays(value)
            elif name in SWITCHES and isinstance(value, bool):
                good[name] = value
        return cls(**good)

    def plain(self) -> dict[str, Any]:
        """For the page's script."""
        return asdict(self)

    def cookie(self) -> str:
        """The value of the cookie: only what differs from the usual."""
        usual = Preferences().plain()
        chosen = {name: value for name, value in self.plain().items() if value != usual[name]}
        return quote(json.dumps(chosen, separators=(",", ":")))

    def overlays_of(self, game: str) -> tuple[str, ...]:
        """The overlays to show of a game."""
        if game in self.overlays:
            return self.overlays[game]
        return tuple(overlay.name for overlay in drawing.overlays(game) if overlay.default)


#: What is on or off.
SWITCHES = {entry.name for entry in fields(Preferences) if entry.type == "bool"}


@cache
def _known() -> dict[str, set[str]]:
    return {game.id: {overlay.name for overlay in drawing.overlays(game)} for game in GAMES}


def _person(value: Any) -> str:
    try:
        return _NAME.validate_python(value)
    except ValidationError:
        return ""


def _overlays(value: Any) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        return {}
    return {
        game: tuple(name for name in known if name in names)
        for game, known in _known().items()
        if isinstance(names := value.get(game), list | tuple)
    }


def language_of(preferences: Preferences, accept: str | None) -> str:
    """The language chosen, or the best of those that ``Accept-Language`` asks for, or English.

    >>> language_of(Preferences(), "fr, de-AT;q=0.8, en;q=0.5")
    'de'
    """
    if preferences.language:
        return preferences.language
    wanted = []
    for place, part in enumerate((accept or "").split(",")[:20]):
        name, _, weight = part.partition(";q=")
        try:
            worth = float(weight) if weight else 1.0
        except ValueError:
            continue
        language = name.strip().lower().split("-")[0]
        if language in LANGUAGES and worth > 0:
            wanted.append((-worth, place, language))
    return min(wanted)[2] if wanted else LANGUAGES[0]
