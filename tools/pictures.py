"""The pictures of README and docs: ``docs/images/<game>.svg`` and ``<game>-overlay.svg``, maps of
solved openings (``<game>-solved-<size>.svg``), a plot of statistics and a game as GIF.

    .venv/bin/python tools/pictures.py          write them
    .venv/bin/python tools/pictures.py --check  say which are not up to date, and fail if any is

They follow the reader's preference for light or dark. tests/drawing/test_pictures.py holds them to
what the library draws. A game whose page shows no pictures needs none; for one that would like to,
this draws a random game until somebody chooses better ones.
"""

from __future__ import annotations

import random
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import quincunx
from quincunx import drawing, record, solved
from quincunx.cli.verdicts import winners_scene
from quincunx.record.stats import Stats
from quincunx.record.stats_plot import plot_svg
from quincunx.testing import random_game

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "images"


@dataclass(frozen=True)
class Picture:
    """A position, by its moves or its fen, and what to show of it."""

    name: str
    game: str
    size: int | None = None
    moves: str = ""
    fen: str | None = None
    overlays: str = "default"
    preview: str | None = None

    def svg(self) -> str:
        board = quincunx.Board(self.game, size=self.size, fen=self.fen)
        for move in self.moves.split():
            board.push_text(move)
        shown = drawing.scene(board, overlays=self.overlays, preview=self.preview)
        return drawing.svg.render(shown, theme="auto") + "\n"


@dataclass(frozen=True)
class Map:
    """Who wins after each first move on a board that is solved."""

    kind: solved.Kind

    @property
    def name(self) -> str:
        plain = "-no-pie" if self.kind.pie is False else ""
        return f"{self.kind.game}-solved-{self.kind.size}{plain}"

    def svg(self) -> str:
        game, size, pie = self.kind
        found = solved.openings(game, size=size, pie=pie)
        winners = {move: known.winner_word for move, known in found.items()}
        scene = winners_scene(quincunx.Board(game, size=size, pie=pie), dict(winners))
        return drawing.svg.render(scene, theme="auto") + "\n"


@dataclass(frozen=True)
class Plot:
    """Statistics of random games, which are quick to play."""

    name: str
    game: str
    games: int

    def svg(self) -> str:
        rng, stats = random.Random(1), Stats()
        for _ in range(self.games):
            board = random_game(quincunx.Board(self.game), rng)
            stats.add(record.Game.from_board(board))
        return plot_svg(stats, theme="auto") + "\n"


CORDON = "a1 c5 b4 h2 b1 e5 b5 h4 g5 g2 e7 g4 f5 f4 a3 c6 d5 f2 c4 h5 c3 d3 e6 h6 b2 g7 c1 f8 d1 e8"
HEX = (
    "i8 h6 h8 j6 j4 c8 i9 b1 g9 g4 b7 a1 f8 e2 d1 h4 d2 e7 i1 j10 f6 e5 e9 d3 e3 f4 e4 f5 d4 d5 j7 "
    "d7 i5 i6 b6 i7 k7 k6 c4 c5 b4 b5 f3 a4 j3 g5"
)

CHOSEN = (
    Picture("hadron", "hadron", moves="c4 d5 b2 b5 a4 d1 e2 d4 d2 d3 c3"),
    # Figure 2 of the rule sheet: four cells are legal.
    Picture(
        "hadron-overlay",
        "hadron",
        fen="1R3/B1R2/1B1RR/B2BB/RR3 b",
        overlays="default neighbours",
    ),
    Picture(
        "quadrature",
        "quadrature",
        moves="d3-d4 f9-e8 c3-c4 i9-j8 h3-i4 h9-g8 d4-e4 g9-f9 f3-f4 b9-c8 i4-h5 g8-f8 h5-h6 j9-i9 "
        "h6-g6 f9-g8 f4-g4 c9-d8 g6-h7 i9-h9 h7-i8",
    ),
    Picture(
        "quadrature-overlay",
        "quadrature",
        moves="j3-i4 h9-g8 h3-h4 i9-h9 c3-d4 d9-d8 h4-g4 g9-h8 i3-j4 d8-e7 f3-e4 b9-c8 j4-i5 f9-e8 "
        "d4-c5 e7-d7 e3-f4 e9-f8 c5-b6 c8-c7 b6-b7 c9-b8",
        overlays="score markers goals squared",
        preview="d7-d8",
    ),
    Picture("square-grid-hex", "square-grid-hex", 11, HEX.partition(" j7")[0]),
    Picture("square-grid-hex-overlay", "square-grid-hex", 11, HEX),
    Picture("cordon", "cordon", moves=CORDON),
    # A blue cordon that is void, as a red one surrounds it.
    Picture(
        "cordon-overlay",
        "cordon",
        moves="a4 a2 b4 b2 c4 c2 d4 d2 e4 d1 f3 i3 f2 h4 f1 g5 e6 f6 d6 f7 b6 f8",
        overlays="default",
    ),
    Picture(
        "blast-radius",
        "blast-radius",
        5,
        "d4 d6 c7 b2 h3 e8 g7 i4 g1 e3 a3 i1 f5 b5 e1 c1 e1 f3 g7 i4 f5",
    ),
    Picture(
        "blast-radius-overlay",
        "blast-radius",
        5,
        "d4 d6 c7 b2 h3 e8 g7 i4 g1 e3 a3 i1 f5 b5 e1 c1 e1 f3 g7 i4 f5 d3 c4 g2 a3 b1 c7 i1",
        overlays="score rez",
        preview="f5",
    ),
)


def _by_chance(game: quincunx.Game) -> tuple[Picture, Picture]:
    """Two pictures of a random game, for a game that has no others."""
    board = random_game(quincunx.Board(game), random.Random(1))
    half = board.move_stack[: board.ply() // 2]
    moves = " ".join(move.text for move in half)
    return (
        Picture(game.id, game.id, moves=moves),
        Picture(f"{game.id}-overlay", game.id, moves=moves, overlays="all"),
    )


PICTURES: list[Picture | Map | Plot] = [
    picture
    for game in quincunx.GAMES
    for picture in [p for p in CHOSEN if p.game == game.id] or _by_chance(game)
]
PICTURES += map(Map, solved.boards())
PICTURES.append(Plot("stats", "cordon", 1000))


def film() -> bytes:
    """A game as GIF. Its bytes depend on the libraries that draw it, so nobody compares them."""
    board = quincunx.Board("cordon")
    boards = [board.copy()]
    for move in CORDON.split():
        board.push_text(move)
        boards.append(board.copy())
    return drawing.raster.render_gif(boards, width=420)


def shown() -> set[str]:
    """The names of the files that README and the pages of docs/ show."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    return set(re.findall(r'(?:\]\(|src=")[\w./]*images/([\w-]+\.svg)', text))


def stale() -> list[str]:
    """The names of the files that are shown and missing, or not what the library draws now."""
    wanted = shown() | {path.name for path in FOLDER.glob("*.svg")}
    drawn = {f"{picture.name}.svg": picture for picture in PICTURES}
    names = []
    for name in sorted(wanted):
        path = FOLDER / name
        known = name in drawn and path.is_file()
        if not known or path.read_text(encoding="utf-8") != drawn[name].svg():
            names.append(name)
    return names


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        old = stale()
        for name in old:
            print(f"docs/images/{name} is not up to date: run tools/pictures.py")
        return 1 if old else 0
    if arguments:
        print(__doc__)
        return 2
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = shown()
    for picture in PICTURES:
        path = FOLDER / f"{picture.name}.svg"
        if path.name in wanted or not isinstance(picture, Map):
            path.write_text(picture.svg(), encoding="utf-8")
    (FOLDER / "game.gif").write_bytes(film())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
