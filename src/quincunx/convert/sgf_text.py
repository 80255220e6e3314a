"""The text of SGF, whatever game it is of: trees of nodes with properties."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NoReturn

from quincunx.errors import RecordError

__all__ = [
    "Node",
    "raw_value",
    "read_trees",
    "refuse",
    "serialised",
    "shown_text",
    "simple_value",
    "text_value",
]

RAW = re.compile(r"[^\]\\]*(?:\\.[^\]\\]*)*", re.DOTALL)


@dataclass(eq=False)
class Node:
    """A node: its properties, their values as they are written, escapes and all."""

    line: int
    props: dict[str, list[str]] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)


_TOKEN = re.compile(rf"\s*(?:([();])|([A-Za-z]+)|\[({RAW.pattern})\])", re.DOTALL)
# What may stand before what: `GameTree = "(" Node { Node } { GameTree } ")"`.
_BEFORE = {
    "(": ("", ")", ";", "value"),
    ")": (")", ";", "value"),
    ";": ("(", ";", "value"),
    "name": (";", "value"),
    "value": ("name", "value"),
}


def refuse(message: str, line: int) -> NoReturn:
    raise RecordError(message, line)


def shown_text(text: str) -> str:
    return ascii(text if len(text) <= 40 else f"{text[:37]}...")


def read_trees(text: str) -> Iterator[Node]:
    """The roots of the trees, one after the other; what stands before the first is skipped.

    :raises RecordError: where the text is no SGF.
    """
    begin = re.search(r"\(\s*;", text)
    if begin is None:
        refuse("there is no game tree, which would begin with (;", 1)
    at, line = begin.start(), 1 + text.count("\n", 0, begin.start())
    path: list[Node] = []  # the nodes from which the open brackets branch off, after the root
    depth, last, name = 0, "", ""
    node = root = Node(line)
    while token := _TOKEN.match(text, at):
        assert token.lastindex is not None
        kind = token[1] or ("name" if token[2] else "value")
        start = token.start(token.lastindex)
        line += text.count("\n", at, start)
        if last not in _BEFORE[kind] or (kind == ")" and not depth):
            refuse(f"{shown_text(token[0].strip())} cannot stand here", line)
        if kind == "(":
            depth += 1
            path.append(node)
        elif kind == ")":
            depth -= 1
            node = path.pop()
            if not depth:
                yield root
        elif kind == ";" and last == "(" and depth == 1:
            node = root = Node(line)
        elif kind == ";":
            node.children.append(Node(line))
            node = node.children[-1]
        elif kind == "name":
            name = "".join(filter(str.isupper, token[2]))  # CoPyright is CP in old files
            if not name:
                refuse(f"{shown_text(token[2])} is no property: those have capital letters", line)
        else:
            node.props.setdefault(name, []).append(token[3])
        line += text.count("\n", start, token.end())
        at, last = token.end(), kind
    rest = text[at:].lstrip()
    line += text.count("\n", at, len(text) - len(rest))
    if rest:
        why = (
            "a value that does not end" if rest[0] == "[" else f"no SGF is {shown_text(rest[:20])}"
        )
        refuse(why, line)
    if depth:
        refuse("the game tree is cut off", line)


def text_value(raw: str) -> str:
    """A value without its escapes (FF[4], Text): all white space but new lines is a space."""
    plain = re.sub(r"\\(.)", lambda c: "" if c[1] == "\n" else c[1], raw, flags=re.DOTALL)
    return re.sub(r"[\x00-\x09\x0b-\x1f\x7f\x85\u2028\u2029]", " ", plain)


def simple_value(raw: str) -> str:
    return text_value(raw).replace("\n", " ")


def raw_value(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def serialised(root: Node) -> str:
    """The text of a tree: lines of about 72 characters, broken only before nodes."""
    lines = [""]
    work: list[tuple[Node | None, bool]] = [(None, False), (root, True)]
    while work:
        node, branches = work.pop()
        if node is None:
            lines[-1] += ")"
            continue
        props = "".join(f"{key}[{']['.join(values)}]" for key, values in node.props.items())
        said = f"{'(' if branches else ''};{props}"
        if lines[-1] and len(lines[-1]) + len(said) > 72:
            lines.append("")
        lines[-1] += said
        forks = len(node.children) > 1
        for child in reversed(node.children):
            work += [(None, False), (child, True)] if forks else [(child, False)]
    return "\n".join(lines)
