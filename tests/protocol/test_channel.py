"""Lines in and out: any bytes give lines or a reason, and a reader that leaves is not an error."""

import io
import os

from hypothesis import given
from hypothesis import strategies as st

from quincunx.protocol.channel import MAX_LINE, BadLine, Output, read_lines, shown


def test_lines__come_without_their_breaks_and_the_last_may_have_none() -> None:
    assert list(read_lines(io.BytesIO(b"one\r\ntwo\n\nthree"))) == ["one", "two", "", "three"]


def test_lines__a_long_one_is_refused_as_a_whole() -> None:
    longest = b"x" * MAX_LINE
    for too_long in (longest + b"y", longest * 3):
        lines = list(read_lines(io.BytesIO(longest + b"\n" + too_long + b"\nnext\n")))
        assert lines == [longest.decode(), BadLine(f"a line of more than {MAX_LINE} bytes"), "next"]
    assert len(list(read_lines(io.BytesIO(longest + b"yz")))) == 1


def test_lines__what_is_not_utf_8_is_refused_or_replaced() -> None:
    assert list(read_lines(io.BytesIO(b"a\xffb\nc\n"))) == [
        BadLine("byte 2 of the line is not UTF-8"),
        "c",
    ]
    assert list(read_lines(io.BytesIO(b"a\xffb\n"), errors="replace")) == [
        "a\N{REPLACEMENT CHARACTER}b"
    ]


@given(st.binary())
def test_lines__any_bytes_give_as_many_lines_as_they_have(data: bytes) -> None:
    lines = list(read_lines(io.BytesIO(data)))
    assert len(lines) == data.count(b"\n") + (not data.endswith(b"\n") and data != b"")
    assert all(isinstance(line, BadLine) or "\n" not in line for line in lines)


def test_output__writes_whole_lines_at_once() -> None:
    stream = io.BytesIO()
    Output(stream).write("5×5")
    Output(stream).write("\ud800")
    assert stream.getvalue() == "5×5\n\\ud800\n".encode()


def test_output__a_reader_that_has_left_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as stream:
        output = Output(stream)
        for _ in range(3):
            output.write("nobody hears this")


@given(st.text())
def test_shown__is_one_short_plain_line(text: str) -> None:
    assert len(shown(text)) <= 61 and shown(text).rstrip("…").isascii()
    assert "\n" not in shown(text)
