"""What the properties of SGF say, and how it is said in a record."""

from __future__ import annotations

import re
from collections.abc import Set
from urllib.parse import quote, unquote

from quincunx.convert.hex_swaps import (
    SWAP_TAG,
    joined,
)
from quincunx.convert.sgf_text import (
    RAW,
    simple_value,
    text_value,
)
from quincunx.games import Side, find_game
from quincunx.protocol.htp import flipped
from quincunx.record import MARKS, comments

__all__ = [
    "ENDINGS",
    "GAME",
    "INFO",
    "LETTERS",
    "OUR_TAGS",
    "SGF_MARKS",
    "STONES",
    "TAGS",
    "TOLD",
    "cell_value",
    "date_value",
    "kept_word",
    "result_value",
    "seconds_value",
    "sgf_date",
    "taken_words",
    "told_values",
    "unclocked",
]

GAME = find_game("square-grid-hex")


# Properties with a tag of their own, if there is one value and no more in it than the tag can say.
TAGS = {
    "PB": "Black",
    "PW": "White",
    "EV": "Event",
    "PC": "Site",
    "RO": "Round",
    "AN": "Annotator",
}
# What else FF[4] can say of a whole game. Each is a tag, SgfGN for GN; DT, RE and TM only if our
# Date, Result and TimeControl do not say the same.
INFO = {"CP", "DT", "GC", "GN", "HA", "KM", "ON", "OT", "RE", "RU", "SO", "ST", "TM", "US"}
INFO |= {"BR", "BT", "WR", "WT"}
# What must not come from a comment: moves, stones and words, and in the root what we write there.
STONES = {"AB", "AE", "AW", "B", "C", "W"}
TOLD = STONES | {"AP", "CA", "DT", "FF", "GM", "PL", "QTAG", "RE", "SZ", "TM"}
OUR_TAGS = {"FEN", "Game", "Result", "Size", SWAP_TAG}
SGF_MARKS = {"BM": ("?", "??"), "TE": ("!", "!!"), "DO": ("?!",), "IT": ("!?",)}
ENDINGS = {"r": "resignation", "t": "time", "f": "forfeit"}
LETTERS = {Side.FIRST: "B", Side.SECOND: "W"}

_WORD = re.compile(r"\[%sgf ([^\]\s]+)\](?: |$)")


def kept_word(props: dict[str, list[str]]) -> str:
    """Properties that a record has no place for, as a word in a comment."""
    told = (f"{key}={','.join(_quoted(v) for v in values)}" for key, values in props.items())
    return f"[%sgf {';'.join(told)}]" if props else ""


def _quoted(value: str) -> str:
    return quote(value, safe="", errors="surrogatepass")


def taken_words(comment: str, taken: Set[str]) -> tuple[str, dict[str, list[str]]]:
    """A comment without the words of :func:`kept_word`, and what they say.

    Words that somebody else has made up, with other properties than such, stay text.
    """
    props: dict[str, list[str]] = {}

    def take(word: re.Match[str]) -> str:
        found = {}
        for pair in word[1].split(";"):
            key, _, values = pair.partition("=")
            found[key] = [unquote(value) for value in values.split(",")]
            values_fit = all(RAW.fullmatch(value) for value in found[key])
            if key in taken or not re.fullmatch("[A-Z]+", key) or not values_fit:
                return word[0]
        for key, said in found.items():
            props.setdefault(key, []).extend(said)
        return ""

    text = _WORD.sub(take, comment)
    return (text.removesuffix(" ") if props and comment.endswith("]") else text), props


def cell_value(word: str, size: int) -> str | None:
    """A cell of theirs as ours. Old files and Little Golem have two letters, as in Go."""
    found = re.fullmatch(r"([a-z])(?:([a-z])|([1-9][0-9]?))", word)
    if found is None:
        return None
    row = int(found[3]) if found[3] else ord(found[2]) - ord("a") + 1
    on_board = ord(found[1]) - ord("a") < size and row <= size
    return flipped(f"{found[1]}{row}", size) if on_board else None


def date_value(text: str) -> str | None:
    """2026-11-18 as 2026.11.18, and 2026-11 as 2026.11.??; ``None`` for several days, or words."""
    found = re.fullmatch(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?", text.strip())
    return found and f"{found[1]}.{found[2] or '??'}.{found[3] or '??'}"


def sgf_date(text: str) -> str | None:
    found = re.fullmatch(r"([0-9]{4})(\.[0-9]{2})?(\.[0-9]{2})?(\.\?\?){0,2}", text)
    return "-".join(text.replace(".??", "").split(".")) if found and len(text) == 10 else None


def result_value(text: str) -> tuple[str, str | None, bool]:
    """RE as our Result and Termination, and whether that is all that it says."""
    word = text.strip().lower()
    if word in ("", "?"):
        return "*", None, True
    if word == "void":
        return "*", "void", True
    if word in ("0", "draw"):
        return "1/2-1/2", None, True
    found = re.fullmatch(r"([bw])(?:\+(.*))?", word)
    if found is None:
        return "*", None, False
    how = found[2] or ""
    exact = how in ("", "r", "resign", "t", "time", "f", "forfeit")
    return "1-0" if found[1] == "b" else "0-1", ENDINGS.get(how[:1]) if exact else None, exact


def seconds_value(clock: float) -> str:
    return f"{clock:.3f}".rstrip("0").rstrip(".")


def told_values(props: dict[str, list[str]], letter: str = "") -> tuple[str, set[str]]:
    """The comment and the marks of a node, with the clock of the side that moves in it."""
    rest = {key: values for key, values in props.items() if key not in ("B", "W", "C")}
    marks: set[str] = set()
    if letter:
        for key, signs in SGF_MARKS.items():
            number = {"": 0, "1": 0, "2": 1}.get("".join(rest.get(key, "none")), len(signs))
            if number < len(signs):
                marks.add(signs[number])
                del rest[key]
        own = [simple_value(mark) for mark in rest.get("QMARK", [])]
        if all(mark in MARKS or re.fullmatch(r"\$[0-9]{1,9}", mark) for mark in own):
            marks.update(own)
            rest.pop("QMARK", None)
    text = joined(*map(text_value, props.get("C", [])))
    clock = "".join(rest.get(f"{letter}L", [])) if letter else ""
    # A clock that ours cannot show exactly is kept as it is.
    exact = re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,3})?", clock) and comments.clock(text) is None
    if exact:
        del rest[f"{letter}L"]
    comment = joined(kept_word(rest), text)
    return comments.with_clock(comment, float(clock)) if exact else comment, marks


def unclocked(comment: str, letter: str) -> str:
    """A comment with its clock as it was in the file, for a node that is not the mover's."""
    clock = comments.clock(comment)
    if clock is None:
        return comment
    return joined(
        kept_word({f"{letter}L": [seconds_value(clock)]}), comments.with_clock(comment, None)
    )
