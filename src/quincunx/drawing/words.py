"""The sentences around a board that are the same for every game, and what fills them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from quincunx.games import TurnReason

__all__ = ["WORDS", "fill", "verdict"]

#: By name; the sentences about the turn are those of ``TurnReason``, by its value.
WORDS: dict[str, str] = {
    **{f"turn: {reason.value}": reason.text("{mover}", "{other}") for reason in TurnReason},
    "tasks": "{status}: {tasks}",
    "or": " or ",
    "wins": "{winner} wins: {text}",
    "draw": "Draw: {text}",
    "shown": "{status}; shown: {move}",
    "title": "{game} {size}",
    "score": "{count} {word}",
    "score after": "then {count}",
    "cell": "{cell}, {contents}",
    "empty": "empty",
    "piece": "{side} {piece}",
    # What a page's board says aloud of moves, and writes on its few buttons.
    "said: higher": "{cell} is now {height} high",
    "said: exchanged": "{count} {pieces} exchanged for {side}: {cells}",
    "said: removed": "{count} {pieces} removed: {cells}",
    "said: lost": "{count} own {pieces} removed: {cells}",
    "said: appears": "{side} {feature} of {count}",
    "said: legal": "{move} is legal",
    "said: score": "score {first} {count_first}, {second} {count_second}",
    "said: selected": "{cells} selected; {count} targets",
    "said: selected, one": "{cells} selected; 1 target",
    "said: cancelled": "Cancelled",
    "said: waiting": "{move}: confirm to play",
    "moves, many": "{count} legal moves{from}: {moves}",
    "moves, one": "1 legal move{from}: {moves}",
    "moves, none": "No legal moves{from}",
    "moves, more": "{moves} and {count} more",
    "moves, from": " from {cells}",
    "ask: title": "Play {move}?",
    "ask: yes": "Play {move}",
    "ask: no": "Cancel",
    "whole board": "Show the whole board",
}


def fill(text: str, words: Mapping[str, str]) -> str:
    """A text with words for what stands in braces; what has no word stays as it is.

    >>> fill("{side}'s REZ, {size}", {"side": "Red"})
    "Red's REZ, {size}"
    """
    return re.sub(r"\{(\w+)\}", lambda found: words.get(found[1], found[0]), text)


def verdict(text: str, winner: str = "", loser: str = "", words: Mapping[str, str] = WORDS) -> str:
    """Who has won and why, by the text of an ending; a draw if nobody has.

    >>> verdict("{loser} has no placement left", "Red", "Blue")
    'Red wins: Blue has no placement left'
    >>> verdict("the board is full")
    'Draw: the board is full'
    """
    sides = {"winner": winner, "loser": loser}
    return fill(words["wins" if winner else "draw"], {**sides, "text": fill(text, sides)})
