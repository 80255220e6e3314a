"""The colours: enough contrast, and different enough for colour-blind people."""

import re

import pytest

from quincunx import drawing
from quincunx.drawing.themes import PALETTES, RULES, THEMES, Palette

each_palette = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES.keys())

Linear = tuple[float, float, float]


def linear(colour: str) -> Linear:
    """Red, green and blue light of a colour, from 0 to 1 (sRGB)."""

    def light(part: str) -> float:
        value = int(part, 16) / 255
        return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)

    return light(colour[1:3]), light(colour[3:5]), light(colour[5:7])


def luminance(light: Linear) -> float:
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def contrast(a: str, b: str) -> float:
    """The contrast ratio of WCAG 2: from 1 to 21."""
    low, high = sorted((luminance(linear(a)), luminance(linear(b))))
    return (high + 0.05) / (low + 0.05)


@each_palette
def test_texts__can_be_read(palette: Palette) -> None:
    for text in ("ink", "muted"):
        assert contrast(palette[text], palette["page"]) >= 4.5
    for ground in ("cell", "cell-black", "rim"):
        assert contrast(palette["label"], palette[ground]) >= 4.5
    for colour in ("red", "blue", "black", "white"):
        # Heights and letters on pieces are large and bold, but not on a phone.
        assert contrast(palette[f"{colour}-on"], palette[colour]) >= 4


@each_palette
def test_pieces__stand_out_from_the_board(palette: Palette) -> None:
    grounds = {"red": ("cell", "rim"), "blue": ("cell", "rim")}
    grounds |= {"black": ("cell-black", "wood"), "white": ("cell-black", "wood")}
    for colour, under in grounds.items():
        for ground in under:
            # A piece is seen by its body or by its edge.
            seen = max(contrast(palette[c], palette[ground]) for c in (colour, f"{colour}-edge"))
            assert seen >= 2.5, (colour, ground)


@each_palette
def test_marks__stand_out_from_the_board(palette: Palette) -> None:
    for mark in ("legal", "last", "red-area", "blue-area", "loss", "lit", "muted"):
        assert contrast(palette[mark], palette["cell"]) >= 3, mark
    for mark in ("last", "badge", "loss", "lit"):
        for ground in ("cell-black", "wood"):
            assert contrast(palette[mark], palette[ground]) >= 3, (mark, ground)
    assert contrast(palette["badge-ink"], palette["badge"]) >= 4.5
    # What an explanation is about is lit under the piece, and framed.
    assert contrast(palette["lit"], palette["lit-ground"]) >= 3


@each_palette
@pytest.mark.parametrize("piece", ["red", "blue", "black", "white"])
def test_chain__it_or_its_halo_stands_out_from_every_piece(palette: Palette, piece: str) -> None:
    assert max(contrast(palette[part], palette[piece]) for part in ("last", "halo")) >= 3


@each_palette
def test_grid__can_be_seen_on_wood(palette: Palette) -> None:
    assert contrast(palette["wood-grid"], palette["wood"]) >= 3


def test_contrast__is_higher_than_elsewhere() -> None:
    palette = PALETTES["contrast"]
    for text in ("ink", "muted", "label"):
        assert contrast(palette[text], palette["page"]) >= 7
    for mark in ("legal", "last", "red-area", "blue-area", "loss", "lit", "grid"):
        assert contrast(palette[mark], palette["cell"]) >= 4.5, mark
    for colour in ("red", "blue", "black", "white"):
        assert contrast(palette[f"{colour}-on"], palette[colour]) >= 7
        assert contrast(palette[f"{colour}-edge"], palette["cell"]) >= 7
    # Lightness alone tells the sides apart.
    assert contrast(palette["red"], palette["blue"]) >= 4.5


def test_rules__name_colours_that_every_palette_has() -> None:
    named = {colour for rule in RULES.values() for colour in rule.values()}
    for palette in PALETTES.values():
        assert set(palette) == named


def test_stylesheet__has_every_palette_and_every_class() -> None:
    sheet = drawing.stylesheet()
    assert sheet == drawing.stylesheet()
    for name, palette in PALETTES.items():
        (block,) = re.findall(rf'^\[data-theme="{name}"\]\{{(.*)\}}$', sheet, re.MULTILINE)
        assert dict(re.findall(r"--q-([\w-]+):(#\w+)", block)) == palette
    (both,) = re.findall(r"@media \(prefers-color-scheme:dark\)\{(.*)\}", sheet)
    assert '[data-theme="auto"]' in both and f"--q-page:{PALETTES['dark']['page']}" in both
    assert set(re.findall(r"^\.quincunx \.([\w-]+)\{", sheet, re.MULTILINE)) == set(RULES)
    assert (*PALETTES, "auto") == THEMES


# Simulation of the three kinds of dichromacy on linear light: Machado, Oliveira and Fernandes, "A
# Physiologically-based Model for Simulation of Color Vision Deficiency" (2009), severity 1.
BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@each_palette
@pytest.mark.parametrize("kind", BLINDNESS)
def test_red_and_blue__differ_for_colour_blind_people(palette: Palette, kind: str) -> None:
    for suffix in ("", "-area"):
        seen = []
        for colour in ("red", "blue"):
            light = linear(palette[colour + suffix])
            seen.append(
                [
                    max(0.0, sum(f * x for f, x in zip(row, light, strict=True)))
                    for row in BLINDNESS[kind]
                ]
            )
        apart = sum((a ** (1 / 2.2) - b ** (1 / 2.2)) ** 2 for a, b in zip(*seen, strict=True))
        assert apart**0.5 > 0.35
