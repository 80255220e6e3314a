"""Colours of the SVG pictures, light and dark, and the style sheet made of them.

Red is a vermilion and Blue a blue that people with any common kind of colour blindness tell apart;
even so, the pieces of one side have a ring and those of the other have none, and areas are hatched
in different directions. tests/drawing/test_themes.py measures the colours.
"""

from __future__ import annotations

__all__ = ["THEMES", "Palette", "style"]

Palette = dict[str, str]

_LIGHT: Palette = {
    "page": "#fcfbf8",
    "border": "#e2dccf",
    "ink": "#23262b",
    "muted": "#666a72",
    "cell": "#f2ecdf",
    "cell-black": "#e4d8bd",
    "rim": "#e5dac3",
    "grid": "#c6b99f",
    "wood": "#e6c48b",
    "wood-edge": "#b58f52",
    "wood-grid": "#8a6a3b",
    "wood-link": "#bf9a60",
    "wood-ink": "#5b4424",
    "legal": "#1f8a4c",
    "halo": "#ffffff",
    "last": "#a86b00",
    "last-ground": "#f5cf68",
    "badge": "#6f35a8",
    "badge-ink": "#ffffff",
    "label": "#4a4e55",
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
    "wood-grid": "#3a2c1a",
    "wood-link": "#63492b",
    "wood-ink": "#f0e4d0",
    "legal": "#5fd68b",
    "halo": "#14161a",
    "last": "#ffcc4d",
    "last-ground": "#6b5a24",
    "badge": "#c99bf5",
    "badge-ink": "#1a1c20",
    "label": "#d4d6da",
    "red": "#f2633c",
    "red-edge": "#5e1a09",
    "red-on": "#1a0d09",
    "red-area": "#ff8763",
    "blue": "#4796ea",
    "blue-edge": "#0c2c54",
    "blue-on": "#ffffff",
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

#: The palettes by name. ``"auto"`` is both: what the reader's system prefers.
THEMES: dict[str, tuple[Palette, ...]] = {
    "light": (_LIGHT,),
    "dark": (_DARK,),
    "auto": (_LIGHT, _DARK),
}

# Class, properties, and the names of colours in them.
_RULES = """
page fill:page;stroke:border
t fill:ink
m fill:muted
co fill:muted
cell fill:cell;stroke:grid
rim fill:rim;stroke:grid
wood fill:wood;stroke:wood-edge
line stroke:wood-grid
link stroke:wood-link
star fill:wood-grid
dot fill:legal;stroke:halo
last stroke:last
lastg fill:last-ground
lastf fill:last
halo stroke:halo
badge fill:badge;stroke:halo
pill fill:page
badgei stroke:badge-ink
cross stroke:ink
label fill:label
button fill:cell;stroke:muted
"""

_SIDE_RULES = """
{c} fill:{c};stroke:{c}-edge
{c}-o fill:{c}-on
{c}-r stroke:{c}-on
{c}-a fill:{c}-area
{c}-l stroke:{c}-area
{c}-e stroke:{c}-edge
"""


def style(theme: str, root: str, colours: tuple[str, ...]) -> str:
    """A style sheet for the picture whose root has the id ``root``.

    Every rule names that id, so that pictures on one page leave each other alone. Colours are
    written out, not as CSS variables, which some SVG programs do not know.

    :raises ValueError: if there is no such theme; the message lists those that there are.
    """
    if theme not in THEMES:
        raise ValueError(f"no theme is called {theme!r}; there are {', '.join(THEMES)}")
    first, *others = (_rules(palette, root, colours) for palette in THEMES[theme])
    return first + "".join(f"@media (prefers-color-scheme:dark){{{css}}}" for css in others)


def _rules(palette: Palette, root: str, colours: tuple[str, ...]) -> str:
    if "black" in colours:
        # A ground between black and white, so that both stand out from it.
        palette = {**palette, "cell": palette["cell-black"]}
    text = _RULES + "".join(_SIDE_RULES.replace("{c}", colour) for colour in colours)
    rules = []
    for line in text.split("\n"):
        if line:
            name, properties = line.split(" ")
            pairs = (pair.split(":") for pair in properties.split(";"))
            body = ";".join(f"{key}:{palette[colour]}" for key, colour in pairs)
            rules.append(f"#{root} .{name}{{{body}}}")
    return "".join(rules)
