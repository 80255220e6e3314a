"""``quincunx serve``: the web app, for one person at home or for everybody."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Any
from urllib.parse import urlsplit

import click

from quincunx.cli.common import UserError, grouped_options

__all__ = ["database_option", "serve", "web_extra"]

# What these say by default and which words they know is repeated here, as the server is imported
# only when it is started; a test compares them.
_PORT = 8000
_FORMATS = ("text", "json")
_LEVELS = ("debug", "info", "warning", "error")


@contextmanager
def web_extra() -> Iterator[None]:
    """Say what to install, should a library of the web app be missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "quincunx").partition(".")[0] == "quincunx":
            raise
        raise UserError(
            f"the web app needs more than is installed ({error.name}): "
            "python -m pip install 'quincunx[web]'"
        ) from None


def _database(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """The address that is meant; checked here, so that a slip is told before anything begins."""
    with web_extra():
        from quincunx.server import database

        try:
            return database.parse(value) if value is not None else database.default_address()
        except database.DatabaseError as error:
            raise UserError(f"--database: {error}", ctx.command_path) from None


database_option = click.option(
    "--database",
    metavar="URL",
    # For addresses with a password: others can see what a command is called with.
    envvar="QUINCUNX_DATABASE",
    show_envvar=True,
    callback=_database,
    help="Where games are kept: a file of SQLite (a path, or sqlite:///PATH), or "
    "postgresql://USER@HOST/NAME.  [default: quincunx.sqlite in your data folder]",
)


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    # Nothing but these two, or else no browser would ever send it.
    is_whole = text == f"{parts.scheme}://{parts.netloc}"
    return parts.scheme in ("http", "https") and bool(parts.netloc) and is_whole


def _origins(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    for value in values:
        if not _is_origin(value.rstrip("/")):
            raise UserError(
                f"--origin: {value[:60]!r} is none; one is https://games.example.org",
                ctx.command_path,
            )
    return tuple(value.rstrip("/") for value in values)


def _proxies(ctx: click.Context, param: click.Parameter, value: str) -> str:
    for address in filter(None, value.split(",")):
        try:
            ip_network(address.strip(), strict=False)
        except ValueError:
            raise UserError(
                f"--trusted-proxy: {address[:60]!r} is not an address, such as 127.0.0.1 or "
                "10.0.0.0/8",
                ctx.command_path,
            ) from None
    return value


@dataclass(frozen=True)
class _Options:
    """Fields of the server's settings that are options of the command."""

    engines: int
    engine_memory_mb: int
    metrics: bool
    log_format: str
    log_level: str
    trusted_proxy: str
    origins: tuple[str, ...]


_OPTIONS: tuple[Any, ...] = (
    click.option(
        "--engines",
        type=click.IntRange(1, 256),
        default=max(1, (os.cpu_count() or 2) - 1),
        metavar="N",
        help="Engine processes that think at the same time.  [default: all processors but one]",
    ),
    click.option(
        "--engine-memory",
        "engine_memory_mb",
        type=click.IntRange(16, 65536),
        default=128,
        show_default=True,
        metavar="MB",
        help="What each of them may remember.",
    ),
    click.option(
        "--metrics", is_flag=True, help="Count what happens, for Prometheus, at /metrics."
    ),
    click.option(
        "--log-format",
        type=click.Choice(_FORMATS),
        default="text",
        show_default=True,
        help="Logs, on stderr, for people or for programs.",
    ),
    click.option(
        "--log-level",
        type=click.Choice(_LEVELS),
        default="info",
        show_default=True,
        help="Log nothing that matters less.",
    ),
    click.option(
        "--trusted-proxy",
        default="",
        callback=_proxies,
        metavar="ADDRESS",
        help="Believe the X-Forwarded- headers of a reverse proxy at this address; "
        "several with commas between.",
    ),
    click.option(
        "--origin",
        "origins",
        multiple=True,
        callback=_origins,
        metavar="URL",
        help="Pages of this origin may call too, such as https://games.example.org. "
        "May be given several times.",
    ),
)


@click.command(short_help="Serve the web app.")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="HOST",
    help="Listen at this address; 0.0.0.0 lets other machines in.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help=f"Listen at this port, and at no other; 0 is any free one.  "
    f"[default: {_PORT}, or the next that is free]",
)
@database_option
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@grouped_options("options", _Options, _OPTIONS)
def serve(host: str, port: int | None, database: str, no_browser: bool, options: _Options) -> None:
    """Serve the web app: play against the engine or with friends, in any browser.

    It says where it is, opens a browser if there is one, and runs until Ctrl-C or SIGTERM; pages
    that are open then wait, and go on when it is back. Games are kept in a file, so they are still
    there the next time. docs/guide/hosting.md tells how to run it for everybody.

    \b
    Examples:
      quincunx serve
      quincunx serve --host 0.0.0.0 --port 8080 --no-browser
      quincunx serve --database games.sqlite --engines 2
      quincunx serve --database postgresql://quincunx@localhost/quincunx --metrics
      quincunx serve --no-browser --trusted-proxy 127.0.0.1 --log-format json
    """
    with web_extra():
        from quincunx.server.run import ServeError
        from quincunx.server.run import serve as run
        from quincunx.server.settings import Settings

        settings = Settings(
            host=host, port=_PORT if port is None else port, database=database, **vars(options)
        )
        try:
            run(settings, fixed_port=port is not None, browser=not no_browser)
        except ServeError as error:
            raise UserError(str(error)) from None
