"""The swaps of Hex programs and ours: what is mirrored, and what a record says about it."""

from __future__ import annotations

from quincunx.protocol.htp import flipped

__all__ = [
    "SIDES_NOTE",
    "SWAP_TAG",
    "joined",
    "mirror_note",
    "mirrored",
    "same_point_note",
    "without",
]

#: The tag of a game in which the players exchanged colours, and what is said at its first move.
SWAP_TAG = "HexSwap"
SIDES_NOTE = (
    "After this move the players exchanged colours (swap-sides); the names are those after it."
)


def mirrored(cell: str, size: int) -> str:
    """The mirror image of a point, across the diagonal that changes the edges; names as ours.

    In Hex this is c2 to b3 on any board; with rows from the bottom it depends on the size.

    >>> mirrored("c4", 5), mirrored("b3", 5), mirrored("a13", 13)
    ('b3', 'c4', 'a13')
    """
    return f"{chr(ord('a') + size - int(cell[1:]))}{size - ord(cell[0]) + ord('a')}"


def mirror_note(first: str, size: int) -> str:
    """What our record says at a `swap` that was a swap of pieces."""
    return (
        f"Swapped with the mirror image, as in Hex: the first stone was on {mirrored(first, size)}"
        f" and became white on {first}."
    )


def same_point_note(first: str, size: int) -> str:
    """What the SGF says at a swap of pieces that was our `swap`."""
    return (
        "Square Grid Hex swaps on the same point: the first stone was on"
        f" {flipped(first, size)} and became white there."
    )


def joined(*said: str) -> str:
    """Comments in a row as one, as the reader of records joins them."""
    return " ".join(filter(None, said))


def without(comment: str, note: str) -> str:
    """A comment without a note that stands at its end."""
    return comment.removesuffix(note).removesuffix(" ") if comment.endswith(note) else comment
