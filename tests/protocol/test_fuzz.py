"""Junk in: an error line for each bad line, never a crash or a hang, exit code 0 at the end."""

import io
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx import Board
from quincunx.engine import parse_level
from quincunx.protocol.channel import Output, read_lines
from quincunx.protocol.engines import Settings
from quincunx.protocol.htp import Htp, parse
from quincunx.protocol.jsonl import QUERY_FIELDS, Fields, Jsonl, QueryError, read_query
from quincunx.protocol.ugi import Ugi, read_go
from tests.protocol.talk import HtpTalk, JsonTalk, UgiTalk

SEEDS = [1, 2]

UGI_LINES = [
    "ugi",
    "isready",
    "setoption name Game value cordon",
    "setoption name Size value 4",
    "setoption name Threads value 2",
    "setoption name Level value 3",
    "uginewgame",
    "position startpos moves c3 d4",
    "position fen 5/5/2R2/5/5 b moves d4",
    "query gameover",
    "go nodes 10",
    "go movetime 5",
    "go p1time 100 p2time 100 p1inc 0 p2inc 0",
    "stop",
]
JSON_LINES = [
    '{"id":"q","game":"hadron","moves":["c3","d4"],"analyze_turns":[0,1],"playouts":5,"lines":1}',
    '{"id":"q","game":"square-grid-hex","size":5,"pie":false,"time":0.002,"priority":-3}',
    '{"id":"q","game":"cordon","fen":"2/1R1/1B r","playouts":3,"report_during_search_every":1}',
    '{"id":"t","action":"terminate","terminate_id":"q","turn_numbers":[0]}',
    '{"id":"c","action":"clear_cache"}',
    '{"id":"v","action":"query_version"}',
]
# Commands that set a clock are left out: a bent one may allow an hour for a move.
HTP_LINES = [
    "boardsize 5 5",
    "clear_board",
    "3 play black a1",
    "play w b2",
    "genmove w",
    "genmove b # think",
    "undo",
    "showboard",
    "final_score",
    "known_command play",
    "list_commands",
    "hexgui-analyze_commands",
    "all_legal_moves",
]


def junk(rng: random.Random, lines: list[str]) -> bytes:
    """A line of nonsense, or one that has a meaning with something wrong about it."""
    kind = rng.randrange(8)
    if kind == 0:
        return rng.randbytes(rng.randrange(200)).replace(b"\n", b"")
    if kind == 1:
        return "".join(chr(rng.randrange(1, 0xD800)) for _ in range(rng.randrange(60))).encode()
    if kind == 2:
        return rng.choice([b"\0", b"{", b"[", b"9", b"x", b" ", b"\xc3"]) * rng.randrange(1, 5000)
    if kind == 3:
        return b" ".join(rng.choice(lines).encode() for _ in range(rng.randrange(1, 4)))
    line = bytearray(rng.choice(lines).encode())
    if kind == 4:
        return bytes(line[: rng.randrange(len(line))])
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(line) + 1)
        line[at : at + rng.randrange(3)] = rng.choice(
            [b"", b"9" * 30, b"\0", b"\xff", b'"', b"-1 "]
        )
    return bytes(line).replace(b"\n", b"")


def nonsense(rng: random.Random) -> bytes:
    """A line that is bad in every protocol, whatever follows its first sign."""
    return b"@" + rng.randbytes(20).replace(b"\n", b"")


@pytest.mark.parametrize("seed", SEEDS)
def test_ugi__junk(seed: int) -> None:
    rng = random.Random(seed)
    with UgiTalk("--memory", "8", "--time", "0.01") as talk:
        for number in range(150):
            talk.send(junk(rng, UGI_LINES), nonsense(rng), "stop", f"query {number}")
            # One error for the nonsense and one for the query, whatever came before.
            said = talk.until(_ugi_error(number))
            assert sum(line.startswith("info string error: ") for line in said) >= 2
        talk.send(b"x" * (3 << 20), "go infinite", "quit")
        assert talk.end()[0] == "info string error: a line of more than 1048576 bytes"


def _ugi_error(number: int) -> str:
    return f"info string error: query knows gameover, p1turn, result; not {number}"


@pytest.mark.parametrize("seed", SEEDS)
def test_json__junk(seed: int) -> None:
    rng = random.Random(seed)
    lines = [b"x" * (3 << 20), *(junk(rng, JSON_LINES) for _ in range(150))]
    with JsonTalk("--memory", "8", "--time", "0.01") as talk:
        for number, line in enumerate(lines):
            talk.send(line, nonsense(rng))
            talk.tell(id=f"last {number}", action="clear_cache")
            errors = 0
            while (answer := talk.hear())["id"] != f"last {number}":
                errors += "error" in answer
            if _may_be_good(line):
                assert errors in (1, 2), line
            else:
                assert errors == 1 + bool(line.strip()), line
        talk.tell(id="x", action="quit")
        assert talk.last()[-1]["id"] in ("x", "q")


def _may_be_good(line: bytes) -> bool:
    """An object, at least; test_read_query looks closer."""
    try:
        return isinstance(json.loads(line.decode()), dict)
    except (ValueError, RecursionError):
        return False


@pytest.mark.parametrize("seed", SEEDS)
def test_htp__junk(seed: int) -> None:
    rng = random.Random(seed)
    with HtpTalk("--size", "5", "--memory", "8", "--time", "0.002", "--pie") as talk:
        for number in range(100, 250):
            line = junk(rng, HTP_LINES)
            talk.send(line, f"{number} known_command name")
            command = parse(line.decode(errors="replace"))
            if command is not None:
                assert talk.answer()[0] in "=?"
            if command is None or command.name != "quit":
                assert talk.answer() == f"={number} true", line
        talk.send(b"9" * (3 << 20), "quit")
        assert talk.answer() == "? a line of more than 1048576 bytes"
        assert talk.end() == ["= ", ""]


# --- Without a process, many more lines ----------------------------------------------------------

SETTINGS = Settings(memory_mb=4, time=0.001, workers=1, level=parse_level(1))
PROTOCOLS: dict[str, tuple[Callable[[Settings, Output], Ugi | Jsonl | Htp], list[str]]] = {
    "ugi": (Ugi, UGI_LINES),
    "json": (Jsonl, JSON_LINES),
    "htp": (Htp, HTP_LINES),
}


@pytest.mark.parametrize("name", PROTOCOLS)
@given(data=st.lists(st.binary(max_size=40) | st.text(max_size=40).map(str.encode), max_size=20))
def test_any_bytes__are_answered(name: str, data: list[bytes]) -> None:
    protocol, _ = PROTOCOLS[name]
    said = io.BytesIO()
    protocol(SETTINGS, Output(said)).run(read_lines(io.BytesIO(b"\n".join(data))))
    assert b"Traceback" not in said.getvalue()
    if name == "json":
        for line in said.getvalue().splitlines():
            json.loads(line)


@pytest.mark.parametrize("name", PROTOCOLS)
@given(lines=st.lists(st.integers(0, 13), max_size=10), seed=st.integers(0, 2**32))
def test_any_order_of_bent_lines__is_answered(name: str, lines: list[int], seed: int) -> None:
    protocol, good = PROTOCOLS[name]
    rng = random.Random(seed)
    data = [good[n].encode() if n < len(good) else junk(rng, good) for n in lines]
    stop = {"ugi": b"quit", "json": b'{"id":"x","action":"quit"}', "htp": b"quit"}[name]
    said = io.BytesIO()
    protocol(SETTINGS, Output(said)).run(read_lines(io.BytesIO(b"\n".join([*data, stop]))))
    assert b"Error: " not in said.getvalue()  # a bug that was caught at the last moment


any_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
query_fields = st.sampled_from(QUERY_FIELDS)


@given(values=st.dictionaries(query_fields, any_json), known=st.booleans())
def test_read_query__any_values_give_a_query_or_its_error(
    values: dict[str, Any], known: bool
) -> None:
    if known:
        values |= {"id": "q", "game": "hadron"}
    try:
        query = read_query(Fields(values), 1.0)
    except QueryError as error:
        told = error
    else:
        assert query.positions and not query.limit.is_open
        return
    assert told.field in values or f"{told.field} is missing" == str(told)


GO_WORDS = ("infinite", "depth", "movetime", "nodes", "p1time", "p2time", "p1inc", "winc", "btime")
go_words = st.sampled_from(GO_WORDS)


@given(st.lists(go_words | st.integers().map(str) | st.text(min_size=1, max_size=5), max_size=8))
def test_read_go__any_words_give_a_limit_or_a_value_error(words: list[str]) -> None:
    try:
        go = read_go(words, Board("hadron"), 1.0)
    except ValueError:
        return
    assert go.infinite == go.limit.is_open
