"""The search once more, in plain Python over Board: slow, and short enough to be read."""

from __future__ import annotations

import math

import numpy as np

from quincunx import Board, Side
from quincunx._native import core
from quincunx.learn import Judge

EXPLORATION, REDUCTION = 1.5, 0.25


class Node:
    """A position in the tree, judged, with its moves by action."""

    def __init__(self, board: Board, judge: Judge) -> None:
        self.turn = board.turn
        batch = core.Batch(board._history, 1)
        side = batch.plane_side
        planes = np.empty((1, len(batch.plane_names), side, side), np.uint8)
        legal = np.empty((1, batch.action_count), bool)
        batch.observe(planes, legal, np.empty(1, np.int8), False, 1)
        policy, values = judge(planes)
        self.value = float(values[0])
        actions = {int(a): math.exp(policy[0][a]) for a in np.flatnonzero(legal[0])}
        moves = {core.move_of_action(board._history, a): a for a in actions}
        # In the order of the moves, so that ties are broken alike.
        self.edges = {
            moves[move]: Edge(actions[moves[move]] / sum(actions.values()))
            for move in board.legal_moves
        }


class Edge:
    """A move: how often it was tried, with what results for whoever makes it."""

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.results: list[float] = []
        self.child: Node | None = None
        self.verdict: str | None = None


def verdict_of(board: Board) -> str | None:
    """Who has won, by the rules: a side's name or "draw"; None while the game goes on."""
    outcome = board.outcome()
    if outcome is None:
        return None
    return "draw" if outcome.winner is None else outcome.winner.name


def worth(verdict: str, side: Side) -> float:
    return 0.0 if verdict == "draw" else 1.0 if verdict == side.name else -1.0


def chosen(node: Node) -> int:
    """The action of a node that the next simulation takes."""
    tried = [edge for edge in node.edges.values() if edge.results]
    results = [node.value, *(result for edge in tried for result in edge.results)]
    unseen = sum(results) / len(results) - REDUCTION * math.sqrt(sum(e.prior for e in tried))

    def score(edge: Edge) -> float:
        if edge.verdict is not None:
            value = worth(edge.verdict, node.turn)
        elif edge.results:
            value = sum(edge.results) / len(edge.results)
        else:
            value = unseen
        explored = math.sqrt(len(results)) * edge.prior / (1 + len(edge.results))
        return value + EXPLORATION * explored

    open_edges = {a: e for a, e in node.edges.items() if e.verdict != node.turn.other.name}
    return max(open_edges, key=lambda action: score(open_edges[action]))


def proven(node: Node) -> str | None:
    """What a position is worth for sure, by its moves."""
    verdicts = {edge.verdict for edge in node.edges.values()}
    if node.turn.name in verdicts:
        return node.turn.name
    if None in verdicts:
        return None
    return "draw" if "draw" in verdicts else node.turn.other.name


def search(board: Board, simulations: int, judge: Judge) -> tuple[dict[int, int], str | None]:
    """How often each action was tried, and what is proven."""
    root = Node(board, judge)
    for _ in range(simulations - 1):
        if proven(root) is not None:
            break
        here, node, path = board.copy(), root, []
        while True:
            action = chosen(node)
            edge = node.edges[action]
            path.append((node, edge))
            here.push(core.move_of_action(here._history, action))
            verdict = verdict_of(here) or edge.verdict
            if verdict is not None or edge.child is None:
                break
            node = edge.child
        if verdict is None:
            edge.child = Node(here, judge)
            value = edge.child.value if here.turn is Side.FIRST else -edge.child.value
        else:
            value = worth(verdict, Side.FIRST)
        for node, edge in reversed(path):
            if verdict is not None:
                edge.verdict = verdict
                verdict = proven(node)
            if edge.verdict is not None:
                value = worth(edge.verdict, Side.FIRST)
            edge.results.append(value if node.turn is Side.FIRST else -value)
    return {a: len(edge.results) for a, edge in root.edges.items()}, proven(root)
