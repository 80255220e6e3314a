"""What stands before the app: sizes, origins, rates, headers, and errors in one form."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import Scope
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from quincunx.server.assets import Assets
from quincunx.server.guard import (
    BODY_LIMIT,
    Bodies,
    Buckets,
    client_key,
    install,
    same_origin,
)
from quincunx.server.metrics import Metrics
from quincunx.server.problems import problem as problem_answer
from quincunx.server.settings import Settings
from tests.server.serving import Reply, Served, serving

CALLS: list[str] = []


async def echo(request: Request) -> Response:
    body = await request.body()
    CALLS.append(request.method)
    return PlainTextResponse(str(len(body)))


async def fail(request: Request) -> Response:
    raise RuntimeError("a secret of the server")


async def socket(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text("hello")
    await socket.close()


async def failing_socket(socket: WebSocket) -> None:
    await socket.accept()
    raise RuntimeError("a secret of the server")


def guarded(**settings: Any) -> Starlette:
    methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    app = Starlette(
        routes=[
            Route("/api/echo", echo, methods=methods),
            Route("/static/echo", echo),
            Route("/api/fail", fail),
            Route("/fail", fail),
            WebSocketRoute("/ws", socket),
            WebSocketRoute("/ws/fail", failing_socket),
        ]
    )
    app.state.assets = Assets.load()  # for the looks of a page that says what is wrong
    install(app, Settings(**settings), Metrics())
    return app


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving(guarded(origins=("https://games.example.org",))) as served:
        yield served


def problem(reply: Reply) -> dict[str, Any]:
    """The answer, which has to be a Problem."""
    assert reply.headers["content-type"] == "application/json"
    found = json.loads(reply.body)
    assert set(found) == {"error", "code", "field", "cells"}
    return dict(found)


# --- Bodies --------------------------------------------------------------------------------------


def test_body__of_64_kb_gets_through_and_one_byte_more_does_not(served: Served) -> None:
    assert served.call("POST", "/api/echo", b"x" * BODY_LIMIT).body == str(BODY_LIMIT).encode()
    before = len(CALLS)
    reply = served.call("POST", "/api/echo", b"x" * (BODY_LIMIT + 1))
    assert reply.status == 413 and problem(reply)["code"] == "large"
    assert len(CALLS) == before


def test_body__of_many_megabytes_is_answered_and_not_reset(served: Served) -> None:
    assert served.call("POST", "/api/echo", b"x" * 5_000_000).status == 413


def test_body__in_chunks_has_the_same_limit(served: Served) -> None:
    part = b"x" * 1024
    whole = served.call("POST", "/api/echo", iter([part] * 64))
    assert whole.body == str(BODY_LIMIT).encode()
    before = len(CALLS)
    reply = served.call("POST", "/api/echo", iter([part] * 64 + [b"x"]))
    assert reply.status == 413 and problem(reply)["code"] == "large"
    assert len(CALLS) == before


def test_body__that_does_not_come_is_not_waited_for() -> None:
    import socket as sockets

    app = Bodies(Starlette(routes=[Route("/api/echo", echo, methods=["POST"])]), timeout=0.2)
    with (
        serving(app) as served,
        sockets.create_connection(("127.0.0.1", served.port), timeout=20) as slow,
    ):
        slow.sendall(b"POST /api/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
        said = b""
        while part := slow.recv(1000):
            said += part
    assert said.startswith(b"HTTP/1.1 408 ") and b'"code":"timeout"' in said


# --- Headers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/echo", "/nowhere", "/api/fail", "/fail"])
def test_headers__are_on_every_answer(served: Served, path: str) -> None:
    headers = served.call("GET", path).headers
    assert headers["content-security-policy"] == (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    )
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "microphone=()" in headers["permissions-policy"]
    # Over plain HTTP it must not be said: it would lock people out of a server at home.
    assert "strict-transport-security" not in headers


def test_headers__tell_browsers_to_stay_with_tls_where_there_is_tls() -> None:
    from tests.server.asgi import call

    async def secure(scope: Any, receive: Any, send: Any) -> None:
        await guarded()({**scope, "scheme": "https"}, receive, send)

    assert "max-age=" in call(secure, "GET", "/api/echo").headers["strict-transport-security"]


# --- Origins -------------------------------------------------------------------------------------


def scope_of(origin: str | None, host: str = "games.test", scheme: str = "http") -> Scope:
    headers = [(b"host", host.encode())]
    headers += [(b"origin", origin.encode())] if origin is not None else []
    return {"type": "http", "scheme": scheme, "headers": headers}


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        (None, "games.test", "http"),
        ("http://games.test", "games.test", "http"),
        ("http://GAMES.test", "games.TEST", "http"),
        ("http://games.test:80", "games.test", "http"),
        ("http://games.test", "games.test:80", "http"),
        ("http://games.test:8000", "games.test:8000", "http"),
        ("http://[::1]:8000", "[::1]:8000", "http"),
        ("https://games.test", "games.test", "https"),
        # Behind a proxy that is not trusted nobody says that TLS was used.
        ("https://games.test", "games.test", "http"),
        ("https://games.test", "games.test:443", "wss"),
        ("https://friend.test", "games.test", "http"),
    ],
)
def test_origin__of_the_server_is_its_own(origin: str | None, host: str, scheme: str) -> None:
    assert same_origin(scope_of(origin, host, scheme), ["https://friend.test"])


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        ("null", "games.test", "http"),
        ("", "games.test", "http"),
        ("http://evil.test", "games.test", "http"),
        ("http://games.test.evil.test", "games.test", "http"),
        ("http://games.test:8001", "games.test:8000", "http"),
        ("http://games.test:81", "games.test", "http"),
        ("http://games.test:99999", "games.test", "http"),
        ("http://games.test@evil.test", "games.test", "http"),
        ("http://evil@games.test", "games.test", "http"),
        ("file://games.test", "games.test", "http"),
        ("http://games.test/path", "games.test", "http"),
        ("http://games.test", "games.test", "https"),
        ("http://friend.test", "games.test", "http"),
    ],
)
def test_origin__of_others_is_foreign(origin: str, host: str, scheme: str) -> None:
    assert not same_origin(scope_of(origin, host, scheme), ["https://friend.test"])


def test_origin__two_of_them_are_foreign() -> None:
    scope = scope_of("http://games.test")
    scope["headers"].append((b"origin", b"http://games.test"))
    assert not same_origin(scope)


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_origin__foreign_pages_change_nothing(served: Served, method: str) -> None:
    before = len(CALLS)
    for origin in ("http://evil.test", "null"):
        reply = served.call(method, "/api/echo", b"{}", {"Origin": origin})
        assert reply.status == 403 and problem(reply)["code"] == "origin"
    assert len(CALLS) == before
    for headers in (
        {},
        {"Origin": f"http://{served.host}"},
        {"Origin": "https://games.example.org"},
    ):
        assert served.call(method, "/api/echo", b"{}", headers).status == 200


def test_origin__reading_is_free(served: Served) -> None:
    assert served.call("GET", "/api/echo", None, {"Origin": "http://evil.test"}).status == 200


def test_origin__a_foreign_page_sees_why_its_socket_is_closed(served: Served) -> None:
    with (
        connect(f"ws://{served.host}/ws", origin=Origin("http://evil.test")) as foreign,
        pytest.raises(ConnectionClosed) as closed,
    ):
        foreign.recv(timeout=20)
    assert closed.value.rcvd and closed.value.rcvd.code == 4403


def test_origin__own_pages_and_scripts_get_sockets(served: Served) -> None:
    for origin in (None, Origin(f"http://{served.host}"), Origin("https://games.example.org")):
        with connect(f"ws://{served.host}/ws", origin=origin) as own:
            assert own.recv(timeout=20) == "hello"


# --- How much ------------------------------------------------------------------------------------


class Time:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_rate__a_script_of_fifty_calls_a_second_is_never_stopped() -> None:
    time = Time()
    buckets = Buckets(Settings().call_rate, Settings().call_burst, clock=time)
    for call in range(50 * 60):
        time.now = call / 50
        assert buckets.take("script") == 0


def test_rate__a_burst_gets_through_and_then_as_many_as_the_rate_says() -> None:
    time = Time()
    buckets = Buckets(10, 5, clock=time)
    assert [buckets.take("a") for _ in range(5)] == [0] * 5
    assert buckets.take("a") == pytest.approx(0.1)
    assert buckets.take("b") == 0
    time.now = 0.1
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0


def test_rate__addresses_that_are_gone_are_forgotten_and_never_are_there_too_many() -> None:
    time = Time()
    buckets = Buckets(10, 5, most=100, clock=time)
    for number in range(1000):
        buckets.take(str(number))
    assert len(buckets) == 100
    time.now = 0.6
    buckets.take("one")
    assert len(buckets) == 1


def test_rate__forgetting_gives_nobody_more_than_is_due() -> None:
    time = Time()
    buckets = Buckets(10, 5, clock=time)
    got = 0
    for step in range(1000):
        time.now = step / 100
        got += buckets.take("a") == 0
    assert got <= 5 + 10 * 10


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not an address", "not an address"),
    ],
)
def test_rate__a_home_is_one_address(address: str, key: str) -> None:
    assert client_key({"client": (address, 1)}) == key
    assert client_key({"client": None}) == ""


def test_rate__past_it_a_call_is_told_when_to_come_again() -> None:
    with serving(guarded(call_rate=0.5, call_burst=3)) as served:
        for _ in range(3):
            assert served.call("GET", "/api/echo").status == 200
        reply = served.call("GET", "/api/echo")
        assert reply.status == 429 and problem(reply)["code"] == "rate"
        assert 1 <= int(reply.headers["retry-after"]) <= 2
        # A page has many files, and they cost nothing.
        for _ in range(10):
            assert served.call("GET", "/static/echo").status == 200


def test_sockets__of_one_address_are_limited() -> None:
    async def waiting(socket: WebSocket) -> None:
        await socket.accept()
        await socket.receive()

    app = Starlette(routes=[WebSocketRoute("/ws", waiting)])
    install(app, Settings(sockets_per_address=2), Metrics())
    with serving(app) as served:
        address = f"ws://{served.host}/ws"
        with connect(address) as first, connect(address):
            with connect(address) as third, pytest.raises(ConnectionClosed) as closed:
                third.recv(timeout=20)
            assert closed.value.rcvd and closed.value.rcvd.code == 4429
            first.close()
            for _ in range(100):  # until the server has noticed
                try:
                    with connect(address) as fourth:
                        fourth.recv(timeout=0.3)
                except TimeoutError:
                    return
                except ConnectionClosed:
                    continue
            pytest.fail("a closed socket still counts")


# --- Errors --------------------------------------------------------------------------------------


def test_errors__programs_get_a_problem_and_people_a_page_and_nobody_the_reason(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    reply = served.call("GET", "/api/fail")
    assert reply.status == 500 and problem(reply)["code"] == "internal"
    page = served.call("GET", "/fail")
    assert page.status == 500 and page.headers["content-type"].startswith("text/html")
    assert b"secret" not in reply.body + page.body
    assert "a secret of the server" in caplog.text


def test_errors__a_socket_is_closed_with_a_code(served: Served) -> None:
    with (
        connect(f"ws://{served.host}/ws/fail") as failing,
        pytest.raises(ConnectionClosed) as closed,
    ):
        failing.recv(timeout=20)
    assert closed.value.rcvd and closed.value.rcvd.code == 1011


def test_errors__somebody_who_goes_away_is_none(caplog: pytest.LogCaptureFixture) -> None:
    """The app finds out when it sends or receives, and need not care."""
    gone = threading.Event()

    async def greet(socket: WebSocket) -> None:
        await socket.accept()
        try:
            await socket.receive_text()
        finally:
            gone.set()

    app = Starlette(routes=[WebSocketRoute("/ws", greet)])
    install(app, Settings(), Metrics())
    with serving(app) as served:
        with connect(f"ws://{served.host}/ws"):
            pass
        assert gone.wait(20)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_errors__have_one_form() -> None:
    answer = problem_answer(
        {"path": "/api/x"}, 422, "illegal", "c4 is occupied", "move", ["c4"], {"X-Why": "rules"}
    )
    assert json.loads(bytes(answer.body)) == {
        "error": "c4 is occupied",
        "code": "illegal",
        "field": "move",
        "cells": ["c4"],
    }
    assert answer.status_code == 422 and answer.headers["x-why"] == "rules"


def test_errors__people_get_a_page_that_looks_like_the_others_in_their_language() -> None:
    german = {"Accept-Language": "de"}
    with serving(guarded(call_rate=0.1, call_burst=2)) as served:
        pages = [
            served.call("GET", "/fail", headers=german),
            served.call("POST", "/fail", b"x" * (BODY_LIMIT + 1), headers=german),
            served.call("GET", "/fail", headers=german),
        ]
    assert [page.status for page in pages] == [500, 413, 429]
    for page, said in zip(pages, ("schiefgegangen", "abgelehnt", "Zu viele"), strict=True):
        text = page.body.decode()
        assert said in text and 'rel="stylesheet"' in text and 'lang="de"' in text
    assert int(pages[2].headers["retry-after"]) >= 1
