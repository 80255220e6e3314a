"""docs/protocol.md says what is true: every name is on the page, and its sessions can be had."""

import json
import re
import shlex
from pathlib import Path

import pytest

from quincunx.protocol.engines import Settings
from quincunx.protocol.jsonl import QUERY_FIELDS
from quincunx.protocol.ugi import options
from tests.protocol.talk import HtpTalk, Talk

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def sessions() -> list[tuple[str, list[str], list[str]]]:
    """Of each session on the page: its command, the lines sent, the lines that came back."""
    found = []
    for block in re.findall(
        r"^    \$ quincunx engine (.*)\n((?:    .*\n|\n)+)", PAGE, re.MULTILINE
    ):
        lines = [line[4:] for line in block[1].splitlines()]
        sent = [line[2:] for line in lines if line.startswith("> ")]
        found.append((block[0], sent, [line for line in lines if line and line[:2] != "> "]))
    return found


def shape(line: str) -> object:
    """What of a line does not depend on the search: the fields of an object, or the first word."""
    return sorted(json.loads(line)) if line[0] == "{" else re.split(r"[ \\]", line.strip())[0]


def shapes(lines: list[str]) -> list[object]:
    """Of all lines but empty ones, and reports of the search: of these come more or less."""
    return [shape(line) for line in lines if line.strip() and not line.startswith("info time")]


@pytest.mark.parametrize(("words", "sent", "said"), sessions(), ids=["ugi", "json", "htp"])
def test_sessions__go_as_the_page_has_them(words: str, sent: list[str], said: list[str]) -> None:
    answers = []
    with Talk(*shlex.split(words)) as talk:
        for line in sent:
            talk.send(line)
            if line.startswith("go "):
                answers += talk.until("bestmove")
            elif '"game"' in line and "analyze_turns" in line:
                answers += [talk.line(), talk.line()]
            elif line.startswith("{"):
                answers.append(talk.line())
        answers += talk.end()
    assert shapes(answers) == shapes(said)


def test_names__are_all_on_the_page() -> None:
    with HtpTalk() as talk:
        commands = talk.do("list_commands").split()
    for name in (*QUERY_FIELDS, *(option.name for option in options(Settings())), *commands):
        assert re.search(rf"^\| `{re.escape(name)}`", PAGE, re.MULTILINE), name
    for option in options(Settings()):
        assert f"option name {option.name} {option.declared.partition(' default')[0]}" in PAGE
