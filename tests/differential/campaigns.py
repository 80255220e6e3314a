"""Who plays what, how often in the tests, and which events that must reach.

A campaign is cut into blocks, so that the work spreads; each block is one test with seeds of its
own, and what is wanted is wanted of every block. ``tests/soak.py`` runs the same campaigns with
other seeds for as long as it is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from quincunx import GAMES, Board
from quincunx.reference import REFERENCES
from tests.differential import starts, steer
from tests.differential.starts import Start
from tests.differential.steer import prefer
from tests.differential.twins import Steer, Twins, play_out
from tests.games.facts import cell_count


@dataclass(frozen=True)
class Campaign:
    """Games of one kind. ``sizes`` says how many games of each size a block has."""

    game: str
    name: str
    sizes: dict[int, int]
    steer: Steer = steer.uniform
    start: Start = starts.usual
    wants: dict[str, int] = field(default_factory=dict)
    blocks: int = 1
    most_plies: int = 100_000

    @property
    def id(self) -> str:
        return f"{self.game}:{self.name}".replace(" ", "-")

    def play(self, size: int, seed: str) -> Twins:
        """One game, which the seed decides. Raises Mismatch if the two implementations differ."""
        rng = Random(f"{self.id} {size} {seed}")
        position = self.start(self.game, size, rng)
        usual = self.start in (starts.usual, starts.without_pie)
        twins = Twins(self.game, position, usual=usual)
        return play_out(twins, self.steer, rng, self.most_plies)


@dataclass
class Tally:
    """What some games amounted to."""

    games: int = 0
    positions: int = 0
    events: Counter[str] = field(default_factory=Counter)
    sizes: set[int] = field(default_factory=set)

    def add(self, twins: Twins) -> None:
        self.games += 1
        self.positions += twins.positions
        self.events += twins.events
        self.sizes.add(twins.position.size)

    def __iadd__(self, other: Tally) -> Tally:
        self.games += other.games
        self.positions += other.positions
        self.events += other.events
        self.sizes |= other.sizes
        return self


def run_block(campaign: Campaign, block: int) -> Tally:
    """The games of one block, always the same ones."""
    tally = Tally()
    for size, games in campaign.sizes.items():
        for number in range(games):
            tally.add(campaign.play(size, f"{block}.{number}"))
    return tally


def from_to(first: int, last: int, games: int) -> dict[int, int]:
    return dict.fromkeys(range(first, last + 1), games)


HADRON = [
    Campaign(
        "hadron",
        "uniform",
        {3: 600, 5: 400, 7: 120, 9: 30, 11: 15},
        wants={"one and one": 4000, "two and two": 300, "ended": 1165},
        blocks=2,
    ),
    Campaign(
        "hadron",
        "two and two",
        {3: 200, 5: 200, 7: 80, 9: 15, 11: 5},
        prefer(steer.two_and_two),
        wants={"two and two": 600, "ended": 500},
    ),
    Campaign(
        "hadron",
        "many replies",
        {3: 50, 5: 50, 7: 20, 9: 5, 11: 2},
        prefer(steer.many_replies),
        wants={"two and two": 100, "ended": 127},
    ),
    Campaign(
        "hadron",
        "few replies",
        {3: 100, 5: 100, 7: 40, 9: 10, 11: 4},
        prefer(steer.few_replies),
        wants={"ended": 254},
    ),
    Campaign(
        "hadron",
        "scattered",
        {3: 300, 5: 300, 7: 150, 9: 40, 11: 30},
        start=starts.scattered,
        wants={"two and two": 300, "ended": 820},
    ),
]

SQUARE_GRID_HEX = [
    Campaign(
        "square-grid-hex",
        "uniform",
        {3: 500, 4: 300, 5: 150, 6: 30, 7: 20} | from_to(8, 13, 4) | from_to(14, 19, 1),
        wants={"ended": 1030, "swap": 50},
        blocks=2,
    ),
    Campaign(
        "square-grid-hex",
        "without pie",
        {3: 300, 4: 200, 5: 100, 6: 20, 7: 10} | from_to(8, 19, 1),
        start=starts.without_pie,
        wants={"ended": 642},
    ),
    Campaign(
        "square-grid-hex",
        "swapping",
        from_to(3, 6, 100) | from_to(7, 19, 1),
        steer.swapping,
        wants={"swap": 413, "ended": 413},
    ),
    Campaign(
        "square-grid-hex",
        "going on",
        {3: 200, 4: 150, 5: 100, 6: 40, 7: 20, 8: 10, 9: 5},
        prefer(steer.going_on, often=1),
        wants={"ended": 525},
    ),
    Campaign(
        "square-grid-hex",
        "scattered",
        {3: 200, 4: 200, 5: 150, 6: 50, 7: 30} | from_to(8, 13, 5) | from_to(14, 19, 1),
        start=starts.scattered,
        wants={"ended": 666},
    ),
]

CORDON = [
    Campaign(
        "cordon",
        "uniform",
        {2: 300, 3: 500, 4: 120, 5: 40, 6: 10, 7: 4, 8: 2, 9: 1, 10: 1},
        wants={
            "early victory": 500,
            "full board": 200,
            "whole board": 500,
            "opposite stones": 400,
            "void cordon": 1000,
            "nested void": 30,
            "ring on a tail": 5,
        },
        blocks=3,
    ),
    Campaign(
        "cordon",
        "on the rim",
        {2: 50, 3: 150, 4: 60, 5: 15, 6: 3},
        prefer(steer.on_the_rim),
        wants={"opposite stones": 100, "void cordon": 400, "nested void": 30},
    ),
    Campaign(
        "cordon",
        "close scores",
        {3: 150, 4: 80, 5: 25, 6: 6},
        prefer(steer.close_scores, often=0.95),
        wants={"full board": 100, "void cordon": 300},
    ),
    Campaign(
        "cordon",
        "going on",
        {2: 100, 3: 200, 4: 60, 5: 15, 6: 4},
        prefer(steer.going_on, often=1),
        wants={"full board": 200},
    ),
    Campaign(
        "cordon",
        "curling",
        {4: 100, 5: 50, 6: 15, 7: 5},
        prefer(steer.curling),
        wants={"ring on a tail": 30},
    ),
    Campaign(
        "cordon",
        "scattered",
        {2: 50, 3: 200, 4: 150, 5: 60, 6: 20, 7: 8, 8: 4, 9: 2, 10: 2},
        start=starts.scattered,
        wants={"ring on a tail": 50, "nested void": 80, "early victory": 250},
    ),
    Campaign(
        "cordon",
        "loops",
        {5: 60, 6: 20, 7: 5},
        start=starts.loops,
        wants={"ring on a tail": 80},
    ),
    Campaign(
        "cordon",
        "nested",
        {3: 150, 4: 80, 5: 30, 6: 8, 7: 3},
        start=starts.nested,
        wants={"nested void": 200, "void cordon": 800},
    ),
    Campaign(
        "cordon",
        "nearly drawn",
        {4: 200, 5: 200, 6: 100},
        start=starts.nearly_drawn,
        wants={"draw": 120, "full board": 150},
    ),
]

BLAST_RADIUS = [
    Campaign(
        "blast-radius",
        "uniform",
        {3: 1000, 4: 500, 5: 250, 6: 100, 7: 20, 8: 10, 9: 5, 10: 3},
        wants={
            "capture": 8000,
            "friendly capture": 4000,
            "mixed capture": 2500,
            "height 4": 1500,
            "height 8": 100,
            "ended": 1888,
        },
        blocks=2,
    ),
    Campaign(
        "blast-radius",
        "capturing",
        {3: 300, 4: 200, 5: 100, 6: 40, 7: 10, 8: 4, 9: 2, 10: 1},
        prefer(steer.capturing),
        wants={"mixed capture": 1000, "ended": 657},
    ),
    Campaign(
        "blast-radius",
        "sparing",
        {3: 300, 4: 200, 5: 80, 6: 25, 7: 5, 8: 2, 9: 1, 10: 1},
        prefer(steer.sparing),
        wants={"height 4": 500, "height 8": 30, "ended": 614},
    ),
    Campaign(
        "blast-radius",
        "stacks",
        {3: 300, 4: 300, 5: 200, 6: 100, 7: 40, 8: 25, 9: 15, 10: 10},
        start=starts.stacks,
        wants={"height 10": 50, "height 16": 3, "mixed capture": 1000, "ended": 990},
    ),
]

QUADRATURE = [
    Campaign(
        "quadrature",
        "uniform",
        {11: 100},
        wants={
            "exchange": 500,
            "double exchange": 30,
            "chain": 30,
            "added man on squared location": 50,
            "two dots": 800,
            "squaring sideways at two dots": 20,
            "sit out": 1000,
            "bar win": 15,
            "men win": 20,
            "repetition": 5,
        },
        blocks=3,
    ),
    Campaign(
        "quadrature",
        "squaring",
        {11: 60},
        prefer(steer.squaring),
        wants={"double exchange": 50, "chain": 50, "men win": 40},
    ),
    Campaign(
        "quadrature",
        "squaring men anywhere",
        {11: 300},
        prefer(steer.reserved),
        starts.men_anywhere,
        wants={"chain": 200, "chain of three": 20, "double exchange": 120},
        most_plies=30,
    ),
    Campaign(
        "quadrature",
        "men anywhere",
        {11: 150},
        start=starts.men_anywhere,
        wants={"chain": 20, "bar win": 30, "men win": 30, "added man on squared location": 20},
        blocks=2,
    ),
    Campaign(
        "quadrature",
        "back again",
        {11: 150},
        prefer(steer.back_again),
        wants={"repetition": 100, "two dots": 300},
    ),
    Campaign(
        "quadrature",
        "back again men anywhere",
        {11: 200},
        prefer(steer.back_again),
        starts.men_anywhere,
        wants={"repetition": 70, "squaring sideways at two dots": 100, "chain of three": 5},
    ),
    Campaign(
        "quadrature",
        "two dots",
        {11: 150},
        prefer(steer.two_dots),
        starts.men_anywhere,
        wants={"two dots": 300, "squaring sideways at two dots": 50},
        most_plies=100,
    ),
    Campaign(
        "quadrature",
        "few replies",
        {11: 40},
        prefer(steer.few_replies),
        wants={"sit out": 800},
    ),
    Campaign(
        "quadrature",
        "at the far end",
        {11: 400},
        start=starts.at_the_far_end,
        wants={"stuck draw": 30, "sit out": 200},
    ),
    Campaign(
        "quadrature",
        "to the bar",
        {11: 60},
        prefer(steer.to_the_bar),
        wants={"bar win": 40},
    ),
    Campaign(
        "quadrature",
        "before the bar",
        {11: 300},
        prefer(steer.to_the_bar),
        starts.before_the_bar,
        wants={"bar win": 150, "bar win by exchange": 80},
        most_plies=40,
    ),
    Campaign(
        "quadrature",
        "few men",
        {11: 200},
        prefer(steer.squaring),
        starts.few_men,
        wants={"men win": 100},
        most_plies=60,
    ),
]

STEERED = [*HADRON, *QUADRATURE, *SQUARE_GRID_HEX, *CORDON, *BLAST_RADIUS]


def plain_campaigns() -> Iterator[Campaign]:
    """Random games, fewer on larger boards, of all that have a reference and nothing better yet."""
    for game in GAMES:
        if game.id in REFERENCES and not any(found.game == game.id for found in STEERED):
            cells = {size: cell_count(Board(game, size=size)) for size in game.sizes}
            sizes = {size: max(1, 10_000 // count**2) for size, count in cells.items()}
            yield Campaign(game.id, "uniform", sizes)


CAMPAIGNS = [*STEERED, *plain_campaigns()]
