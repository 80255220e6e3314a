"""Recorded games made at random: deep, wide, and with all that can be said in them."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from quincunx import GAMES, Board
from quincunx.engine import Proven
from quincunx.games import Side
from quincunx.record import MARKS, Game, GameNode

#: Any characters, halves of surrogate pairs included, and often those that the grammar knows.
texts = st.one_of(
    st.text(st.characters(codec=None), max_size=40),
    st.text(st.sampled_from('{}()[]"\\;%$ \n\r\t!?*1-0'), max_size=40),
    st.sampled_from(["1-0", '\n[Game "Hadron"]\n', "a  b", " ", "x" * 200, "w " * 60]),
)

marks = st.sets(st.sampled_from([*MARKS, "$1", "$139"]), max_size=3)

names = st.from_regex(r"\A[A-Za-z][A-Za-z0-9_]{0,12}\Z").filter(
    lambda name: name not in ("Game", "Size", "FEN", "Result", "Termination")
)


def random_record(game: str, size: int, seed: int) -> Game:
    """A random game without a word about it."""
    rng, board = random.Random(seed), Board(game, size=size)
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return Game.from_board(board)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of any kind, with a tree, tags, comments and marks."""
    kind = draw(st.sampled_from(GAMES))
    size = draw(st.sampled_from(kind.sizes[:3]))
    rng = random.Random(draw(st.integers(0, 2**32)))
    game = Game(kind.id, size=size)
    game.headers.update(draw(st.dictionaries(names, texts, max_size=5)))
    game.comment = draw(texts)
    nodes: list[GameNode] = [game]
    # Mostly onward, so that it gets deep, and sometimes from anywhere, so that it gets wide.
    for forward in draw(st.lists(st.booleans(), max_size=25)):
        node = nodes[-1] if forward else rng.choice(nodes)
        moves = list(node.board().legal_moves)
        if moves:
            nodes.append(grow(draw, node, rng.choice(moves).text))
    result = game.end().board().result()
    game.headers["Result"] = result
    return game


def grow(draw: st.DrawFn, node: GameNode, move: str) -> GameNode:
    child = node.add_variation(move, comment=draw(texts), marks=draw(marks))
    if child.starts_variation():
        child.starting_comment = draw(texts)
    if draw(st.booleans()):
        child.set_eval(draw(st.integers(0, 1000)) / 1000)
        child.set_clock(draw(st.integers(0, 10**6)) / 100)
        child.set_proven(Proven(draw(st.sampled_from([None, *Side])), draw(st.integers(0, 99))))
    return child


def told(node: GameNode) -> list[object]:
    """All that a tree says, in a form that can be compared."""
    said: list[object] = []
    work: list[tuple[int, GameNode]] = [(0, node)]
    while work:
        depth, each = work.pop()
        starting = each.starting_comment if each.starts_variation() else ""
        said.append((depth, str(each.move), each.comment, starting, frozenset(each.marks)))
        work += [(depth + 1, child) for child in reversed(each.variations)]
    return said
