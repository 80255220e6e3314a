"""Statistics of games as a picture: results, lengths, openings, and where games began."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from urllib.parse import quote

from quincunx import drawing
from quincunx.board import Move
from quincunx.drawing.numbers import num
from quincunx.drawing.pen import Looks, Pen, outlines, path, tag
from quincunx.drawing.themes import PALETTES, RULES, THEMES
from quincunx.record.stats import Group, Opening, Stats, ranked

__all__ = ["MORE", "plot_svg"]

WIDTH = 760
LEFT, RIGHT = 36, WIDTH - 36
SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif"
SERIF = "Charter,'Iowan Old Style',Georgia,'Liberation Serif',serif"
#: How many openings and bars of lengths a picture has at most.
SHOWN, BARS = 8, 46

# What the boards' palettes lack.
MORE = {
    "light": {"accent": "#0f6b5c", "panel": "#f3efe6", "rule": "#e2dccf", "drawn": "#c6b99f"},
    "dark": {"accent": "#5fd0b8", "panel": "#24272c", "rule": "#3d4149", "drawn": "#6b7079"},
    "contrast": {"accent": "#003d33", "panel": "#e8e8e8", "rule": "#a9abb0", "drawn": "#8a8d93"},
}
_PLOT_RULES = RULES | {
    "bar": {"fill": "accent"},
    "panel": {"fill": "panel"},
    "drawn": {"fill": "drawn"},
    "axis": {"stroke": "rule"},
    "ink": {"stroke": "ink"},
}


def plot_svg(stats: Stats | Group, theme: str = "light") -> str:
    """Statistics as a self-contained SVG picture, one part for each group.

    :param theme: as for :func:`quincunx.drawing.svg.render`.
    :raises ValueError: if there is no such theme.
    """
    if theme not in THEMES:
        raise ValueError(f"no theme is called {theme!r}; there are {', '.join(THEMES)}")
    groups = [stats] if isinstance(stats, Group) else stats.groups()
    body: list[str] = []
    y = 0.0
    for group in groups:
        if y:
            body.append(path("axis", f"M{LEFT} {num(y)}H{RIGHT}", 1))
        parts, y = _plot(group, y)
        body += parts
    if not groups:
        body.append(tag("text", "m", "No games were counted.", x=LEFT, y=52, font_size=14))
        y = 84
    page = {"x": 0.5, "y": 0.5, "width": WIDTH - 1.0, "height": y - 1, "rx": 14.0}
    named = "; ".join(f"{g.title}: {_count(g.games, 'game')}" for g in groups) or "No games"
    picture = "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{num(y)}" '
            f'viewBox="0 0 {WIDTH} {num(y)}" font-family="{SANS}" font-variant="tabular-nums">',
            tag("title", "", f"Statistics of {named}"),
            tag("rect", "page", **page),
            *body,
            "</svg>",
        ]
    )
    if theme != "auto":
        return _painted(picture, PALETTES[theme] | MORE[theme])
    used = {name for names in re.findall(r'class="([^"]*)"', picture) for name in names.split()}
    return f"{_dark_sheet(used)}\n{_painted(picture, PALETTES['light'] | MORE['light'])}"


def _painted(picture: str, palette: dict[str, str]) -> str:
    """A picture whose elements have the colours of their classes as attributes."""

    def paint(found: re.Match[str]) -> str:
        rules = (_PLOT_RULES[name] for name in found[1].split())
        return found[0] + "".join(f' {k}="{palette[c]}"' for rule in rules for k, c in rule.items())

    return re.sub(r'class="([^"]*)"', paint, picture)


def _dark_sheet(classes: set[str]) -> str:
    """As for boards: an instruction that is followed where dark is preferred."""
    palette = PALETTES["dark"] | MORE["dark"]
    css = "".join(
        f".{name}{{{';'.join(f'{key}:{palette[colour]}' for key, colour in rule.items())}}}"
        for name, rule in _PLOT_RULES.items()
        if name in classes
    )
    data = quote(f"@media(prefers-color-scheme:dark){{{css}}}", safe="@():;{}-.,")
    return f'<?xml-stylesheet type="text/css" href="data:text/css,{data}"?>'


def _count(count: int, word: str) -> str:
    several = f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
    return f"{count:,} {word if count == 1 else several}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _number(value: float) -> str:
    return f"{value:,.1f}".removesuffix(".0")


def _text(
    x: float, y: float, text: str, cls: str = "t", size: float = 12.5, anchor: str = "start"
) -> str:
    where = {} if anchor == "start" else {"text_anchor": anchor}
    return tag("text", cls, text, x=x, y=y, font_size=size, **where)


def _heading(y: float, text: str, note: str) -> list[str]:
    """The name of a part, and what there is to say about it on the right."""
    named = tag("text", "t", text, x=LEFT, y=y, font_size=17, font_weight="600", font_family=SERIF)
    return [named, _text(RIGHT, y, note, "m", anchor="end")]


def _plot(group: Group, top: float) -> tuple[list[str], float]:
    """The picture of a group, from some height on, and where it ends."""
    counts = [_count(group.games, "game")]
    for count, word in (
        (group.unfinished, "unfinished"),
        (group.faulty, "with errors"),
        (group.set_up, "from set-up positions"),
    ):
        counts += [f"{count:,} {word}"] if count else []
    title: dict[str, str | float] = {"font_size": 27, "font_weight": "600", "font_family": SERIF}
    out = [
        tag("text", "t", group.title, x=LEFT, y=top + 54, **title),
        _text(LEFT, top + 78, ", ".join(counts), "m", 13.5),
    ]
    y = top + 78
    if group.finished:
        for part in (_plot_results, _plot_lengths, _plot_openings):
            shown, y = part(group, y + 44)
            out += shown
    else:
        y += 34
        out.append(_text(LEFT, y, "None of them is finished.", size=14))
    return [*out, _text(LEFT, y + 40, group.game.credit, "m", 12)], y + 64


def _plot_results(group: Group, y: float) -> tuple[list[str], float]:
    """A bar for the wins of each side, the first side's score above it, and the endings."""
    results, score = group.results, group.results.score()
    assert score is not None
    first, second = group.game.players
    spread = f"{first} scores {_percent(score.value)}"
    note = f"{spread}, 95 % interval {100 * score.low:.1f} to {_percent(score.high)}"
    out = _heading(y, "Results", note)
    across, bar = RIGHT - LEFT, y + 26
    parts = (
        (group.game.colours[0], f"{first} won", results.wins),
        ("drawn", "drawn", results.draws),
        (group.game.colours[1], f"{second} won", results.losses),
    )
    at = 0
    for cls, _, count in parts:
        x, width = LEFT + across * at / results.count, across * count / results.count
        at += count
        if count:
            edge = {} if cls == "drawn" else {"stroke_width": 1}
            out.append(tag("rect", cls, x=x, y=bar, width=width, height=26, **edge))
    # The score lies within the drawn games; the line above it is its interval.
    at_score, low, high = (LEFT + across * x for x in score)
    out.append(path("ink", f"M{num(low)} {num(bar - 6)}H{num(high)}", 1.5))
    out.append(path("ink", f"M{num(at_score)} {num(bar - 10)}v8", 1.5))
    places = ((LEFT, "start"), ((LEFT + RIGHT) / 2, "middle"), (RIGHT, "end"))
    for (cls, words, count), (x, anchor) in zip(parts, places, strict=True):
        if cls != "drawn" or count:
            text = f"{words} {count:,}  ({_percent(count / results.count)})"
            out.append(_text(x, bar + 46, text, anchor=anchor))
    endings = ranked(group.terminations)
    if len(endings) > SHOWN:
        rest = sum(count for _, count in endings[SHOWN - 1 :])
        endings = [*endings[: SHOWN - 1], ("others", rest)]
    told = [f"{word} {count:,} ({_percent(count / results.count)})" for word, count in endings]
    # With blanks that do not break, a line ends between two endings.
    lines = textwrap.wrap("Endings: " + ", ".join(t.replace(" ", "\u00a0") for t in told), 96)
    for k, line in enumerate(lines):
        out.append(_text(LEFT, bar + 70 + 18 * k, line, "m"))
    return out, bar + 70 + 18 * (len(lines) - 1)


def _step(span: float, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20 … of which no more than so many fill a span."""
    step = 1
    while span / step > most:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def _plot_lengths(group: Group, y: float) -> tuple[list[str], float]:
    """How many games had how many plies; the middle half of them on a ground of its own."""
    lengths = group.lengths()
    assert lengths is not None
    shortest, lower, median, upper, longest, mean = lengths
    note = (
        f"from {shortest:,} to {longest:,} plies, median {_number(median)}, half of the games"
        f" {_number(lower)} to {_number(upper)}, mean {mean:,.1f}"
    )
    if shortest == longest:
        note = f"each of {_count(longest, 'ply')}"
    out = _heading(y, "Length", note)
    wide = _step(longest - shortest + 1, BARS)
    begin = shortest // wide * wide
    counts: Counter[int] = Counter()
    for plies, count in group.plies.items():
        counts[(plies - begin) // wide] += count
    bars = max(counts) + 1
    if bars < 9:
        # Few bars would be very broad ones: they get room on both sides, where there is any.
        room = min((9 - bars) // 2, begin // wide)
        begin, bars = begin - room * wide, 9
        counts = Counter({place + room: count for place, count in counts.items()})
    most, left, base, high = max(counts.values()), LEFT + 54, y + 150, 116
    scale, pitch = high / most, (RIGHT - left) / bars

    def x_of(plies: float) -> float:
        return left + (plies + 0.5 - begin) / wide * pitch

    middle = {"x": x_of(lower - 0.5), "width": x_of(upper + 0.5) - x_of(lower - 0.5)}
    out.append(tag("rect", "panel", **middle, y=base - high - 8, height=high + 8))
    step = _step(most, 4)
    for tick in range(0, most + 1, step):
        at = base - tick * scale
        out.append(path("axis", f"M{left} {num(at)}H{RIGHT}", 1))
        out.append(_text(left - 8, at + 4, f"{tick:,}", "m", 11, "end"))
    for place, count in counts.items():
        tall = max(1.0, count * scale)
        x = left + place * pitch + 0.08 * pitch
        size = {"width": 0.84 * pitch, "height": tall}
        out.append(tag("rect", "bar", x=x, y=base - tall, **size))
    at = x_of(median)
    out.append(
        path("ink", f"M{num(at)} {num(base - high - 8)}V{num(base)}", 1.2, stroke_dasharray="3 3")
    )
    every = _step(bars * wide, 12)
    for plies in range(-(-begin // every) * every, begin + bars * wide, every):
        out.append(_text(x_of(plies), base + 17, f"{plies:,}", "m", 11, "middle"))
    return out, base + 17


def _plot_openings(group: Group, y: float) -> tuple[list[str], float]:
    """The most common openings with the first side's score; beside them where games began."""
    known = group.distinct_openings
    plies = "first ply" if group.opening_plies == 1 else f"first {group.opening_plies} plies"
    out = _heading(y, "Openings", f"{plies}, {known:,} different up to symmetry")
    openings = group.openings(SHOWN)
    if not openings:
        out.append(_text(LEFT, y + 28, "All games start from set-up positions.", size=13))
        return out, y + 28
    labels = [" ".join(opening.moves) or "(no move)" for opening in openings]
    tall = any(len(label) > 14 for label in labels)
    row, at = 38 if tall else 23, y + 50
    first = group.game.players[0]
    out.append(_text(324, y + 28, "games", "m", 11, "end"))
    out.append(_text(510, y + 28, f"{first} scores", "m", 11, "end"))
    for label, opening in zip(labels, openings, strict=True):
        short = label if len(label) <= 60 else label[:59].rsplit(" ", 1)[0] + " …"
        if tall:
            out.append(_text(LEFT, at, short))
        line = at + 16 if tall else at
        out += _opening_row(line, opening, openings[0].share, "" if tall else short)
        at += row
    if rest := group.finished - group.set_up - sum(o.tally.count for o in openings):
        more = "others" if group.other_openings else _count(known - len(openings), "other")
        out.append(_text(LEFT, at, more, "m"))
        out.append(_text(324, at, f"{rest:,}", "m", anchor="end"))
        at += row
    board, bottom = _heat_map(group, 534, y + 20, RIGHT - 534)
    return out + board, max(at - row, bottom)


def _opening_row(y: float, opening: Opening, largest: float, label: str) -> list[str]:
    """A bar as long as the opening is common, and the score on a scale from 0 to 100 %."""
    score = opening.tally.score()
    assert score is not None
    begin = 152.0 if label else float(LEFT)
    long = (260 - begin) * opening.share / largest
    x_of = [398 + 50 * x for x in score]
    return [
        *([_text(LEFT, y, label)] if label else []),
        tag("rect", "bar", x=begin, y=y - 10, width=max(1.0, long), height=11),
        _text(324, y, f"{opening.tally.count:,}", anchor="end"),
        _text(386, y, _percent(opening.share), "m", anchor="end"),
        path("axis", f"M398 {num(y - 4)}H448M423 {num(y - 8)}v8", 1),
        path("ink", f"M{num(x_of[1])} {num(y - 4)}H{num(x_of[2])}", 1.5),
        tag("circle", "bar", cx=x_of[0], cy=y - 4, r=3.4),
        _text(510, y, _percent(score.value), anchor="end"),
    ]


def _heat_map(group: Group, x: float, y: float, across: float) -> tuple[list[str], float]:
    """A small board on which the cells where games began are the darker, the more did."""
    cells: Counter[str] = Counter()
    for text, count in group.first_moves.items():
        touched = Move(text).cells
        if touched:
            cells[touched[-1]] += count
    if not cells:
        return [], y
    scene = drawing.scene(group._start, overlays=("edges",) if _has_edges(group) else ())
    left, up, wide, high = scene.box
    pitch = across / wide
    pen = Pen(scene, pitch, (x - left * pitch, y - up * pitch), Looks())
    most, total = max(cells.values()), sum(cells.values())
    out = []
    for cell in scene.cells:
        data = outlines([[pen.xy((cell.x + dx, cell.y + dy)) for dx, dy in scene.outline]])
        out.append(path("cell", data, stroke_width=0.6))
        if count := cells[cell.name]:
            shade = {"fill_opacity": 0.12 + 0.88 * count / most}
            said = tag("title", "", f"{cell.name}: {count:,} ({_percent(count / total)})")
            out.append(f"<g>{said}{path('bar', data, **shade)}</g>")
    for edge in scene.edges:
        colour = scene.players[edge.side].colour
        out.append(path(colour, outlines([[pen.xy(p) for p in edge.points]]), stroke_width=0.6))
    for piece in scene.pieces:
        colour = scene.players[piece.side].colour
        cx, cy = pen.at(piece.cell)
        out.append(tag("circle", colour, cx=cx, cy=cy, r=0.24 * pitch, stroke_width=0.8))
    if pitch >= 14:
        out += [pen.text(*pen.xy((c.x, c.y)), c.text, "co", 8.5) for c in scene.coordinates]
    best = min(cell for cell, count in cells.items() if count == most)
    bottom = y + high * pitch + 16
    words = f"first moves: most on {best}, {_percent(most / total)}"
    out.append(_text(x + across / 2, bottom, words, "m", 11, "middle"))
    return out, bottom


def _has_edges(group: Group) -> bool:
    return any(overlay.name == "edges" for overlay in drawing.overlays(group.game))
