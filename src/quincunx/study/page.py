"""A study as one HTML page that needs nothing else: no script, no font, no picture from outside."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from quincunx.board import Board
from quincunx.drawing import stylesheet
from quincunx.record.stats_plot import MORE, SANS, SERIF
from quincunx.study import boards, charts
from quincunx.study.settings import Settings
from quincunx.study.words import Words, count, hundredths, percent

__all__ = ["page"]

#: Rows of openings that a table shows; the middle ones are left out where there are more.
_ROWS = 14

#: Beside the accent: a colour that people tell from it with any common kind of colour blindness.
_SECOND = {"light": "#b0560f", "dark": "#f0a35e"}


def page(settings: Settings, report: Mapping[str, Any]) -> str:
    """The page of a study, from its numbers."""
    words = Words(report)
    sections = [
        _section(
            "Who wins", words.winners(), [_figure(charts.results(report, settings.game.colours))]
        ),
        _section(
            "How long it takes, and how much there is to choose",
            [*words.length(), *words.choices()],
            [
                _figure(charts.lengths(report), "Lengths of games."),
                _figure(
                    charts.choices(report),
                    "Legal moves by ply: the mean, and between which numbers four of five of the"
                    " engine's games lie.",
                ),
            ],
        ),
        _section(
            "When it is decided",
            words.decided(),
            [
                _figure(
                    charts.decided(report),
                    "Of all engine games, the share that is settled, proven and over.",
                ),
                _figure(
                    charts.course(report),
                    "What the engine gave the later winner in the course of the game: the median,"
                    " and the middle half of the games.",
                ),
            ],
        ),
        _section(
            "How often the lead changes", words.leads(), [_figure(charts.lead_changes(report))]
        ),
        _openings(settings, report, words),
        *([_swaps(settings, report, words)] if report["swap"] else []),
        _section("How strength grows with time", words.strength(), [_figure(charts.elo(report))]),
        _section("What random play would say", words.random_play(), [], _comparison(report, words)),
        _section("How this was made", words.made(), [], _made(words)),
    ]
    return "\n".join([_head(words), *sections, _foot(report), "</main></body></html>", ""])


# --- The page itself -----------------------------------------------------------------------------


def _style_sheet() -> str:
    """page.css without its comment and the blanks that are for its readers."""
    text = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    return re.sub(r"/\*.*?\*/|\s*\n\s*", "", text, flags=re.DOTALL)


def _css() -> str:
    def more(theme: str) -> str:
        colours = MORE[theme] | {"second": _SECOND[theme]}
        return ";".join(f"--{name}:{colour}" for name, colour in colours.items())

    return "".join(
        [
            stylesheet(),
            f":root{{color-scheme:light dark;{more('light')}}}",
            f"@media(prefers-color-scheme:dark){{:root{{{more('dark')}}}}}",
            *(
                f"svg .{name}{{fill:var(--q-{name});stroke:var(--q-{name}-edge)}}"
                for name in ("red", "blue", "black", "white")
            ),
            _style_sheet().replace("SANS", SANS).replace("SERIF", SERIF),
        ]
    )


def _head(words: Words) -> str:
    title = escape(words.title())
    tiles = "".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(number)}</dd><dd>{escape(note)}</dd></div>"
        for name, number, note in words.tiles()
    )
    games, more = words.settings["games"], words.settings["random_games"]
    lead = (
        f"What {games:,} games between equal engines, {count(more, 'random game')} and a search of"
        " every opening say about the game."
    )
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>A study of {title}</title>",
            f"<style>{_css()}</style></head>",
            f"<body><main><header><h1>{title}</h1>",
            f'<p class="credit">{_linked(words.report["game"]["credit"])}</p>',
            f'<p class="lead">{escape(lead)}</p></header>',
            f'<dl class="tiles">{tiles}</dl>',
        ]
    )


def _linked(credit: str) -> str:
    """A credit whose site is a link.

    >>> _linked("Slash by A. Person, games.example.com")
    'Slash by A. Person, <a href="http://games.example.com">games.example.com</a>'
    """
    return re.sub(
        r"\b(?:[\w-]+\.)+(?:com|org|net)\b", r'<a href="http://\g<0>">\g<0></a>', escape(credit)
    )


def _section(title: str, sentences: Sequence[str], figures: Sequence[str], below: str = "") -> str:
    said = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences if sentence)
    shown = f'<div class="figures">{"".join(figures)}</div>' if figures else ""
    # One picture stands beside its words, where there is room; several stand below them.
    kind = ' class="beside"' if len(figures) == 1 else ""
    return f"<section{kind}><div><h2>{escape(title)}</h2>\n{said}</div>\n{shown}{below}</section>"


def _figure(picture: str, caption: str = "", more: str = "") -> str:
    said = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>{picture}{more}{said}</figure>"


def _foot(report: Mapping[str, Any]) -> str:
    return (
        f"<footer><p>{_linked(report['game']['credit'])}. The game and its rules are their"
        " author's; the numbers were found by Quincunx.</p></footer>"
    )


# --- Sections with more than words and plots -----------------------------------------------------


def _openings(settings: Settings, report: Mapping[str, Any], words: Words) -> str:
    start, told = settings.plain_board(), report["openings"]

    def shown(judge: boards.Judge, by: str, caption: str) -> str:
        picture = boards.heat_map(start, told, judge, f"First moves as {by} values them")
        return _figure(picture, caption, boards.heat_scale(start, told, judge))

    more = ""
    if any(map(boards.has_two_cells, told)):
        more += (
            " A number stands in the cell where a move ends, on the side that it comes from. Of"
            " moves that are alike, one is shown."
        )
    if any(each["proven"] for each in told):
        more += " A letter stands for who is proven to win."
    figures = [
        shown(
            "value",
            "the engine",
            f"What {words.first} may expect after each first move, in percent, by the engine."
            + more,
        ),
        shown("random", "random play", "The same by random games to the end."),
    ]
    return _section("Where to begin", words.openings(), figures, _opening_table(told, words))


def _opening_table(told: Sequence[Mapping[str, Any]], words: Words) -> str:
    half = _ROWS // 2
    shown: list[Mapping[str, Any] | None] = [*told]
    if len(told) > _ROWS + 1:
        shown = [*told[:half], None, *told[-half:]]
    rows = []
    for each in shown:
        if each is None:
            rows.append(f'<tr><td colspan="3">{len(told) - 2 * half:,} more between them</td></tr>')
            continue
        others = len(each["images"]) - 1
        alike = f" <span>and {others} alike</span>" if others else ""
        if each["proven"]:
            value, spread = escape(words.value(each)), ""
        else:
            value, spread = percent(each["value"], 1), ""
            if each["least"] < each["most"]:
                least, most = hundredths(each["least"], 1), hundredths(each["most"], 1)
                spread = f" <span>{least} to {most}</span>"
        rows.append(
            f"<tr><td>{escape(each['move'])}{alike}</td><td>{value}{spread}</td>"
            f"<td>{percent(each['random'], 1)}</td></tr>"
        )
    return (
        '<div class="wide"><table><thead><tr><th>first move</th>'
        f"<th>{escape(words.first)}, by the engine</th><th>by random games</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _swaps(settings: Settings, report: Mapping[str, Any], words: Words) -> str:
    start: Board = settings.plain_board()
    told = report["swap"]["openings"]
    entries = "".join(
        f'<li><b style="background:{fill};color:{boards.ink_on(fill)}">{sign}</b>{text}</li>'
        for verdict, (fill, sign, text) in boards.SWAPS.items()
        if report["swap"]["moves"][verdict]
    )
    picture = boards.swap_map(start, told, "Where to swap")
    figure = _figure(picture, "", f'<ul class="swatches">{entries}</ul>')
    return _section("Where swapping is right", words.swap(), [figure])


def _comparison(report: Mapping[str, Any], words: Words) -> str:
    """The engine's numbers beside those of random play."""
    rows = []
    for name, number in words.comparison():
        cells = "".join(f"<td>{escape(text)}</td>" for text in number)
        rows.append(f"<tr><td>{escape(name)}</td>{cells}</tr>")
    return (
        '<div class="wide"><table><thead><tr><th></th><th>engine</th><th>random play</th></tr>'
        f"</thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _made(words: Words) -> str:
    return f"<p>To make it again: <code>{escape(words.command())}</code></p>"
