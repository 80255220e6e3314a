"""Logs: a line each, without secrets; and what is counted for Prometheus."""

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from quincunx.server import logs
from quincunx.server.app import create_app
from quincunx.server.guard import install
from quincunx.server.metrics import Metrics, Prometheus, make_metrics
from quincunx.server.settings import Settings
from tests.server.asgi import call
from tests.server.client import Site
from tests.server.serving import serving

TOKEN = "Zx3vQ9-t0kEn_t0kEn_t0kEn"


@pytest.fixture
def restored_logging() -> Iterator[None]:
    """Logging is one for the whole process: put it back as it was."""
    names = ("", "quincunx", "uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")
    loggers = [logging.getLogger(name) for name in names]
    before = [(logger, logger.handlers[:], logger.level, logger.propagate) for logger in loggers]
    yield
    logging.captureWarnings(False)
    for logger, handlers, level, propagate in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.fixture
def written(restored_logging: None) -> io.StringIO:
    stream = io.StringIO()
    logs.configure("json", "debug", stream)
    return stream


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


async def hello(request: Request) -> Response:
    return PlainTextResponse("hello")


async def socket(socket: WebSocket) -> None:
    await socket.accept()
    await socket.receive_text()
    await socket.close(4404)


def app(metrics: Metrics) -> Starlette:
    app = Starlette(
        routes=[
            Route("/api/games/{id}", hello),
            Route("/api/health", hello),
            Route("/metrics", metrics.page),
            WebSocketRoute("/ws/games/{id}", socket),
        ]
    )
    install(app, Settings(), metrics)
    return app


def test_access__is_a_line_with_what_matters_and_without_what_is_asked(
    written: io.StringIO,
) -> None:
    call(app(Metrics()), "GET", f"/api/games/abc?token={TOKEN}")
    [line] = lines(written)
    assert line["message"] == "GET /api/games/abc 200"
    assert line["logger"] == "quincunx.access" and line["level"] == "info"
    assert line["client"] == "127.0.0.1" and line["ms"] >= 0
    assert TOKEN not in written.getvalue()


def test_access__a_path_cannot_forge_a_line(written: io.StringIO) -> None:
    logs.configure("text", "debug", written)
    call(app(Metrics()), "GET", "/x\n2026-01-01 info access: GET /forged 200")
    [line] = written.getvalue().splitlines()
    assert "/x%0A2026-01-01%20info" in line and line.count(" access: ") == 1


def test_text__nothing_that_is_logged_can_forge_a_line(written: io.StringIO) -> None:
    logs.configure("text", "debug", written)
    forged = "x\n2026-01-01 info access: \x1b[2K GET /forged 200\u2028"
    logging.getLogger("quincunx.sockets").info("closed: %s", forged, extra={"game": forged})
    [line] = written.getvalue().splitlines()
    assert line.count("x 2026-01-01 info access:") == 2 and "\x1b" not in line


def test_access__machines_that_ask_all_the_time_are_not_heard_at_the_usual_level(
    restored_logging: None,
) -> None:
    stream = io.StringIO()
    logs.configure("text", "info", stream)
    call(app(Metrics()), "GET", "/api/health")
    assert stream.getvalue() == ""
    call(app(Metrics()), "GET", "/api/games/abc")
    assert " GET /api/games/abc 200 " in stream.getvalue()


def test_access__sockets_are_told_when_they_open_and_close(written: io.StringIO) -> None:
    metrics = Prometheus()
    with serving(app(metrics)) as served:
        address = f"ws://{served.host}/ws/games/abc?token={TOKEN}"
        with connect(address) as client:
            client.send("bye")
            with pytest.raises(ConnectionClosed):
                client.recv(timeout=20)
        counted = served.call("GET", "/metrics").body.decode()
    told = [line for line in lines(written) if line["message"].startswith("socket")]
    assert [line["message"] for line in told] == [
        "socket open /ws/games/abc",
        "socket close /ws/games/abc",
    ]
    assert told[1]["code"] == 4404 and told[1]["seconds"] >= 0
    assert TOKEN not in written.getvalue()
    assert "quincunx_sockets_open 0.0" in counted


@pytest.mark.parametrize("log_format", logs.FORMATS)
def test_secrets__are_blotted_out_whoever_logs_them(
    log_format: str, restored_logging: None
) -> None:
    stream = io.StringIO()
    logs.configure(log_format, "info", stream)
    log = logging.getLogger("quincunx.test")
    log.warning("Authorization: Bearer %s", TOKEN)
    log.warning('{"token": "%s"}', TOKEN)
    log.warning("/g/x?token=%s&seat=second", TOKEN)
    log.warning("a field", extra={"told": f"token={TOKEN}"})
    log.warning("postgresql://quincunx:%s@db.example/quincunx", "pass-word")
    try:
        raise ValueError(f"token={TOKEN}")
    except ValueError:
        log.exception("a traceback")
    written = stream.getvalue()
    assert TOKEN not in written and "pass-word" not in written
    assert written.count("…") >= 6 and "ValueError" in written


def test_secrets__of_players_are_in_no_log(written: io.StringIO, tmp_path: Path) -> None:
    logging.getLogger().setLevel(logging.DEBUG)  # whatever any library has to say
    settings = Settings(database=f"sqlite:///{tmp_path / 'games.sqlite'}", engines=1)
    with serving(create_app(settings)) as served:
        site = Site(f"http://{served.host}")
        made = site.call("POST", "/api/games", {"game": "hadron", "opponent": "friend"})
        id, token = made.json()["id"], made.json()["token"]
        secrets = {token, *re.findall(r"=([\w-]{16,})", made.headers.get("set-cookie", ""))}
        other = site.post(f"/api/games/{id}/seats/second", {})["token"]
        with site.live(id, token) as first:
            first.move("c3", 0)
        site.move(id, other, "a1", 1).must(201)
        assert site.move(id, "wrong-token-wrong-token", "a1", 1).status in (401, 403)
        site.call("GET", f"/api/games/{id}?token={token}")
    text = written.getvalue()
    assert f"/api/games/{id}" in text
    for secret in {*secrets, other, "wrong-token-wrong-token"}:
        assert secret not in text


def test_json__has_a_line_for_an_exception_too(written: io.StringIO) -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        logging.getLogger("quincunx.test").exception("oh\nno")
    [line] = lines(written)
    assert line["message"] == "oh\nno" and "ValueError: two" in line["traceback"]
    assert line["time"].endswith("+00:00")


def test_uvicorn__speaks_through_the_same_log(written: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    logging.getLogger("uvicorn.error").warning('%s - "WebSocket %s" [accepted]', "a", "/ws?token=1")
    assert [line["message"] for line in lines(written)] == ["Invalid HTTP request received."]


# --- Metrics -------------------------------------------------------------------------------------


def test_metrics__count_what_the_server_tells_them() -> None:
    metrics = make_metrics(True)
    metrics.event("moved")
    metrics.event("moved")
    metrics.refused("illegal")
    metrics.rooms(7)
    metrics.engines(3, 2, 1)
    metrics.batch(12, 0.003)
    metrics.socket_opened()
    metrics.socket_opened()
    metrics.socket_closed(4400)
    text = call(app(metrics), "GET", "/metrics").body.decode()
    for line in (
        'quincunx_events_total{event="moved"} 2.0',
        'quincunx_refusals_total{code="illegal"} 1.0',
        "quincunx_rooms 7.0",
        "quincunx_engine_queued 3.0",
        "quincunx_engine_running 2.0",
        "quincunx_engine_restarts 1.0",
        "quincunx_database_batch_writes_sum 12.0",
        "quincunx_database_batch_seconds_count 1.0",
        "quincunx_sockets_open 1.0",
        'quincunx_socket_closes_total{code="4400"} 1.0',
    ):
        assert line in text.splitlines()


def test_metrics__name_routes_by_their_templates_so_that_they_stay_few() -> None:
    metrics = make_metrics(True)
    served = app(metrics)
    for path in ("/api/games/one", "/api/games/two", "/nowhere", "/nobody"):
        call(served, "GET", path)
    call(served, "BREW", "/nowhere")
    answer = call(served, "GET", "/metrics")
    text = answer.body.decode()
    counted = 'quincunx_http_requests_total{method="GET",route="/api/games/{id}",status="200"} 2.0'
    assert counted in text
    assert 'method="GET",route="none",status="404"} 2.0' in text
    assert 'method="other"' in text
    assert not any(word in text for word in ("/api/games/one", "/nowhere", "BREW"))
    assert answer.headers["content-type"].startswith("text/plain; version=")


def test_metrics__codes_that_clients_make_up_share_one_name() -> None:
    metrics = make_metrics(True)
    for code in range(3000, 3100):
        metrics.socket_closed(code)
    text = call(app(metrics), "GET", "/metrics").body.decode()
    assert 'quincunx_socket_closes_total{code="other"} 100.0' in text


def test_metrics__are_off_unless_asked_for_and_then_do_nothing() -> None:
    metrics = make_metrics(False)
    assert not metrics.enabled
    metrics.event("moved")
    metrics.batch(1, 0.1)
    assert call(app(metrics), "GET", "/metrics").status == 404
