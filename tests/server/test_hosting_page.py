"""docs/guide/hosting.md: its commands can be run, and its numbers are those of the server."""

import re
import shlex
from pathlib import Path

import click
import pytest

from quincunx.cli import main
from quincunx.server import guard, metrics, protocols, run
from quincunx.server.routes import sockets
from quincunx.server.settings import Settings
from tests.server.asgi import call

PAGE = (Path(__file__).parents[2] / "docs" / "guide" / "hosting.md").read_text(encoding="utf-8")


def commands() -> list[str]:
    joined = PAGE.replace("\\\n", " ")
    found = re.findall(
        r"^(?: {4}|ExecStart=)(?:.* )?(?:\S*/)?(quincunx (?:serve|database) ?.*)$", joined, re.M
    )
    assert len(found) > 8
    return list(found)


@pytest.mark.parametrize("line", commands())
def test_command__is_understood(line: str) -> None:
    group: click.Command = main
    around = click.Context(main, info_name="quincunx", **main.context_settings)
    words = shlex.split(re.sub(r"\$\(.*?\)", "today", line), comments=True)[1:]
    while isinstance(group, click.Group):
        group = group.commands[words.pop(0)]
    # Options and arguments are checked as if it were run.
    assert group.make_context(group.name, words, parent=around).params["database"]


def test_limits__are_those_of_the_server() -> None:
    settings = Settings()
    for row in (
        f"| {settings.call_rate:g} a second, {settings.call_burst} at once;",
        f"| {settings.sockets_per_address:,} |".replace(",", " "),
        f"| {guard.BODY_LIMIT // 1024} KB, within {guard.BODY_TIMEOUT:g} seconds |",
        f"| {protocols.HEAD_LIMIT // 1024} KB, within {protocols.HEAD_TIMEOUT:g} seconds |",
        f"| message on a socket | {run.SOCKET_LIMIT // 1024} KB |",
        f"| within {sockets.HELLO_SECONDS:g} seconds | closed with 4400 |",
        f"| {protocols.WRITE_TIMEOUT:g} seconds | cut off |",
    ):
        assert row in PAGE, row


def test_metrics__are_those_of_the_server() -> None:
    from starlette.applications import Starlette
    from starlette.routing import Route

    counting = metrics.make_metrics(True)
    text = call(Starlette(routes=[Route("/", counting.page)]), "GET", "/").body.decode()
    served = set(re.findall(r"^# TYPE (quincunx_\w+) ", text, re.MULTILINE))
    served = {name for name in served if not name.endswith("_created")}
    table = PAGE[PAGE.index("| name | what it counts |") :].partition("\n\n")[0]
    assert served == set(re.findall(r"`(quincunx_\w+)`", table))
