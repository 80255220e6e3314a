"""Colours of the SVG pictures: palettes, what each class of elements takes from them, and the style
sheet for pages that is made of both.

Red is a vermilion and Blue a blue that people with any common kind of colour blindness tell apart;
even so, the pieces of one side have a ring and those of the other have none, and areas are outlined
and hatched differently. tests/drawing/test_themes.py measures the colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

__all__ = ["PALETTES", "RULES", "THEMES", "Palette", "attributes", "dark_sheet", "stylesheet"]

Palette = dict[str, str]

_LIGHT: Palette = {
    "page": "#fcfbf8",
    "border": "#e2dccf",
    "ink": "#23262b",
    "muted": "#5a5e66",
    "cell": "#f2ecdf",
    "cell-black": "#e4d8bd",
    "rim": "#e5dac3",
    "grid": "#c6b99f",
    "wood": "#e6c48b",
    "wood-edge": "#b58f52",
    "wood-grid": "#8a6a3b",
    "wood-link": "#bf9a60",
    "legal": "#1f8a4c",
    "halo": "#ffffff",
    "last": "#7a4a00",
    "last-ground": "#f5cf68",
    "badge": "#6f35a8",
    "badge-ink": "#ffffff",
    "label": "#4a4e55",
    "loss": "#9a1750",
    "lit": "#23262b",
    "lit-ground": "#ffd84d",
    "closed": "#6e7178",
    "red": "#d8431f",
    "red-edge": "#8c240c",
    "red-on": "#ffffff",
    "red-area": "#c03412",
    "blue": "#1b6ec2",
    "blue-edge": "#0b3f7a",
    "blue-on": "#ffffff",
    "blue-area": "#155ba6",
    "black": "#2a2c31",
    "black-edge": "#08090a",
    "black-on": "#ffffff",
    "black-area": "#1d1f23",
    "white": "#fdfdfb",
    "white-edge": "#4b4e55",
    "white-on": "#767a82",
    "white-area": "#ffffff",
}

_DARK: Palette = {
    "page": "#1a1c20",
    "border": "#34373e",
    "ink": "#eceae5",
    "muted": "#a3a7af",
    "cell": "#363a43",
    "cell-black": "#59606d",
    "rim": "#454b57",
    "grid": "#1a1c20",
    "wood": "#7d6240",
    "wood-edge": "#4d3b25",
    "wood-grid": "#241a0c",
    "wood-link": "#553d20",
    "legal": "#5fd68b",
    "halo": "#14161a",
    "last": "#ffcc4d",
    "last-ground": "#6b5a24",
    "badge": "#dcbcff",
    "badge-ink": "#1a1c20",
    "label": "#dfe1e5",
    "loss": "#ffb3ca",
    "lit": "#fff6d6",
    "lit-ground": "#8a6d00",
    "closed": "#9a9da4",
    "red": "#f2633c",
    "red-edge": "#5e1a09",
    "red-on": "#1a0d09",
    "red-area": "#ff8763",
    "blue": "#4796ea",
    "blue-edge": "#0c2c54",
    "blue-on": "#0b1a2b",
    "blue-area": "#7fbcff",
    "black": "#0b0c0e",
    "black-edge": "#8c9099",
    "black-on": "#ffffff",
    "black-area": "#08090a",
    "white": "#f4f3ef",
    "white-edge": "#15171a",
    "white-on": "#6d7078",
    "white-area": "#ffffff",
}

# Black lines on white; Red is light and Blue is dark, so that lightness alone tells them apart.
_CONTRAST: Palette = {
    "page": "#ffffff",
    "border": "#000000",
    "ink": "#000000",
    "muted": "#33363b",
    "cell": "#ffffff",
    "cell-black": "#c4c6ca",
    "rim": "#dcdee1",
    "grid": "#4a4d52",
    "wood": "#d6d6d6",
    "wood-edge": "#000000",
    "wood-grid": "#000000",
    "wood-link": "#5c5c5c",
    "legal": "#005c26",
    "halo": "#ffffff",
    "last": "#5a2d00",
    "last-ground": "#ffe45c",
    "badge": "#4b0082",
    "badge-ink": "#ffffff",
    "label": "#000000",
    "loss": "#8a0040",
    "lit": "#000000",
    "lit-ground": "#ffe100",
    "closed": "#4a4d52",
    "red": "#ff8f5e",
    "red-edge": "#3a0d00",
    "red-on": "#000000",
    "red-area": "#c23400",
    "blue": "#06307d",
    "blue-edge": "#000a1f",
    "blue-on": "#ffffff",
    "blue-area": "#0a2f86",
    "black": "#000000",
    "black-edge": "#000000",
    "black-on": "#ffffff",
    "black-area": "#000000",
    "white": "#ffffff",
    "white-edge": "#000000",
    "white-on": "#2e3136",
    "white-area": "#ffffff",
}

#: The palettes by name.
PALETTES: dict[str, Palette] = {"light": _LIGHT, "dark": _DARK, "contrast": _CONTRAST}

#: What a picture may be drawn in. ``"auto"`` is light or dark, as the reader's system prefers.
THEMES = (*PALETTES, "auto")

_SIDE_RULES = {
    "{c}": {"fill": "{c}", "stroke": "{c}-edge"},
    "{c}-o": {"fill": "{c}-on"},
    "{c}-r": {"stroke": "{c}-on"},
    "{c}-a": {"fill": "{c}-area"},
    "{c}-l": {"stroke": "{c}-area"},
    "{c}-e": {"stroke": "{c}-edge"},
}

#: What each class of elements takes from a palette. No element has a class for what it says itself.
RULES: dict[str, dict[str, str]] = {
    "page": {"fill": "page", "stroke": "border"},
    "t": {"fill": "ink"},
    "m": {"fill": "muted"},
    "co": {"fill": "muted"},
    "cell": {"fill": "cell", "stroke": "grid"},
    # A ground between black and white, so that both stand out from it.
    "cell-b": {"fill": "cell-black", "stroke": "grid"},
    "rim": {"fill": "rim", "stroke": "grid"},
    "wood": {"fill": "wood", "stroke": "wood-edge"},
    "line": {"stroke": "wood-grid"},
    "link": {"stroke": "wood-link"},
    "star": {"fill": "wood-grid"},
    "dot": {"fill": "legal", "stroke": "halo"},
    "last": {"stroke": "last"},
    "lastg": {"fill": "last-ground"},
    "lastf": {"fill": "last"},
    "halo": {"stroke": "halo"},
    "badge": {"fill": "badge", "stroke": "halo"},
    "pill": {"fill": "page"},
    "badgei": {"stroke": "badge-ink"},
    "cross": {"stroke": "ink"},
    "loss": {"stroke": "loss"},
    "lit": {"stroke": "lit"},
    "litg": {"fill": "lit-ground"},
    "closed": {"fill": "closed"},
    "closedl": {"stroke": "muted"},
    "label": {"fill": "label"},
    "button": {"fill": "cell", "stroke": "muted"},
    **{
        name.replace("{c}", colour): {key: c.replace("{c}", colour) for key, c in rule.items()}
        for colour in ("red", "blue", "black", "white")
        for name, rule in _SIDE_RULES.items()
    },
}


def attributes(theme: str) -> dict[str, str]:
    """For each class, its colours as attributes.

    >>> attributes("light")["cell"]
    ' fill="#f2ecdf" stroke="#c6b99f"'

    :raises ValueError: if there is no such palette; the message lists those that there are.
    """
    if theme not in PALETTES:
        raise ValueError(f"no theme is called {theme!r}; there are {', '.join(PALETTES)}")
    palette = PALETTES[theme]
    return {
        name: "".join(f' {key}="{palette[colour]}"' for key, colour in rule.items())
        for name, rule in RULES.items()
    }


def dark_sheet(classes: set[str]) -> str:
    """An instruction before a picture: where dark is preferred, these classes are dark.

    Programs that do not follow it, and pages that have the picture inline, show the attributes. (A
    style element would need an exception in a page's content-security policy.)
    """
    css = "".join(_rule(name, _DARK) for name in RULES if name in classes)
    data = quote(f"@media(prefers-color-scheme:dark){{{css}}}", safe="@():;{}-.,")
    return f'<?xml-stylesheet type="text/css" href="data:text/css,{data}"?>'


def _rule(name: str, palette: Mapping[str, str]) -> str:
    body = ";".join(f"{key}:{palette[colour]}" for key, colour in RULES[name].items())
    return f".{name}{{{body}}}"


def stylesheet() -> str:
    """The style sheet for pages with boards: ``svg.board`` gives its elements classes alone.

    The theme is what ``data-theme`` says on the board or anything around it: a palette's name, or
    ``auto``, which is meant if it says nothing. The colours are custom properties, which the rest
    of the page may use too.

    >>> sheet = stylesheet()
    >>> ".quincunx .cell{fill:var(--q-cell);stroke:var(--q-grid)}" in sheet
    True
    """

    def properties(palette: Palette) -> str:
        return ";".join(f"--q-{name}:{colour}" for name, colour in palette.items())

    names = {name: f"var(--q-{name})" for name in _LIGHT}
    dark = ':root:not([data-theme]),[data-theme="auto"]'
    return "\n".join(
        [
            f':root,[data-theme="auto"]{{{properties(_LIGHT)}}}',
            f"@media (prefers-color-scheme:dark){{{dark}{{{properties(_DARK)}}}}}",
            *(f'[data-theme="{name}"]{{{properties(p)}}}' for name, p in PALETTES.items()),
            *(f".quincunx {_rule(name, names)}" for name in RULES),
            "",
        ]
    )
