"""The server itself: where it listens, how patient it is, and how it stops."""

import os
import queue
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from quincunx.server import protocols, run
from quincunx.server.protocols import LATENCY
from quincunx.server.settings import Settings
from tests.server.serving import Served, serving

# --- Where ---------------------------------------------------------------------------------------


@contextmanager
def taken_port() -> Iterator[int]:
    [listener] = run.listen("127.0.0.1", 0, fixed=True)
    with listener:
        yield listener.getsockname()[1]


def test_port__that_is_taken_gives_way_to_the_next() -> None:
    with taken_port() as port:
        listeners = run.listen("127.0.0.1", port, fixed=False)
        assert port < listeners[0].getsockname()[1] <= port + 50
        for listener in listeners:
            listener.close()


def test_port__that_was_asked_for_is_this_one_or_none() -> None:
    with taken_port() as port, pytest.raises(run.ServeError, match=f"port {port} is taken"):
        run.listen("127.0.0.1", port, fixed=True)


@pytest.mark.parametrize(
    ("host", "why"),
    [("no.such.host.invalid", "there is no host"), ("192.0.2.1", "not an address of this machine")],
)
def test_host__that_is_not_here_is_refused_in_a_line(host: str, why: str) -> None:
    with pytest.raises(run.ServeError, match=why):
        run.listen(host, 0, fixed=True)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("0.0.0.0", "http://127.0.0.1:8000/"),
        ("::", "http://[::1]:8000/"),
        ("games.example.org", "http://games.example.org:8000/"),
    ],
)
def test_address__is_one_that_a_browser_here_can_open(host: str, address: str) -> None:
    assert run.address(host, 8000) == address


def test_browser__is_opened_only_where_somebody_sits(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSH_CONNECTION", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert not run.has_browser()
    monkeypatch.setenv("DISPLAY", ":0")
    assert run.has_browser()
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 1 192.0.2.2 22")
    assert not run.has_browser()


def test_files__as_many_as_the_system_allows() -> None:
    code = (
        "import resource; from quincunx.server.run import raise_file_limit\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (100, resource.getrlimit("
        "resource.RLIMIT_NOFILE)[1]))\n"
        "raise_file_limit(); soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)\n"
        "print(soft == hard)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


# --- Sockets -------------------------------------------------------------------------------------

#: The codes with which the app was told that its sockets were closed, by their names.
CODES: defaultdict[str, queue.SimpleQueue[int]] = defaultdict(queue.SimpleQueue)
FLOOD = "x" * 100_000


async def hello(request: Request) -> Response:
    return PlainTextResponse("hello")


async def echo(socket: WebSocket) -> None:
    """Tells the round trip when asked for it, and says again whatever else it hears."""
    await socket.accept()
    try:
        while True:
            text = await socket.receive_text()
            latency = socket.scope["extensions"][LATENCY]()
            await socket.send_text(str(latency) if text == "latency" else text)
    except WebSocketDisconnect as gone:
        CODES[socket.url.query].put(gone.code)


async def flood(socket: WebSocket) -> None:
    """Sends without end."""
    await socket.accept()
    try:
        while True:
            await socket.send_text(FLOOD)
    except WebSocketDisconnect as gone:
        CODES[socket.url.query].put(gone.code)


APP = Starlette(
    routes=[Route("/", hello), WebSocketRoute("/ws", echo), WebSocketRoute("/flood", flood)]
)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving(APP) as served:
        yield served


def test_latency__is_known_soon_after_the_opening_and_is_measured_here(served: Served) -> None:
    with connect(f"ws://{served.host}/ws") as client:
        for _ in range(200):
            client.send("latency")
            said = client.recv(timeout=20)
            if said != "None":
                break
            time.sleep(0.01)
        assert 0 <= float(said) < 10


def test_latency__follows_the_line() -> None:
    """A proxy that holds everything back for a while makes round trips long."""
    held = 0.15
    with (
        serving(APP, ws_ping_interval=0.2) as served,
        _slow_line(served.port, held) as port,
        connect(f"ws://127.0.0.1:{port}/ws") as client,
    ):
        said = "None"
        for _ in range(100):
            client.send("latency")
            said = str(client.recv(timeout=20))
            if said != "None":
                break
        assert float(said) >= held


@contextmanager
def _slow_line(port: int, held: float) -> Iterator[int]:
    """A port behind which another one is, with what comes back held up."""
    listener = socket.create_server(("127.0.0.1", 0))
    ends: list[socket.socket] = [listener]

    def pump(source: socket.socket, target: socket.socket, wait: float) -> None:
        try:
            while data := source.recv(65536):
                time.sleep(wait)
                target.sendall(data)
        except OSError:
            pass
        finally:
            source.close()
            target.close()

    def work() -> None:
        try:
            near, _ = listener.accept()
        except OSError:
            return
        far = socket.create_connection(("127.0.0.1", port))
        ends.extend((near, far))
        threads = [
            threading.Thread(target=pump, args=(near, far, held)),
            threading.Thread(target=pump, args=(far, near, 0.0)),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        thread.join(20)


def _close_code(client: ClientConnection, message: str | Iterator[str]) -> int | None:
    """The code with which a server answers a message, which it may do before it has all of it."""
    try:
        client.send(message)
        client.recv(timeout=20)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
    return None


@pytest.mark.parametrize("size", [4097, 100_000, 5_000_000])
def test_message__that_is_too_large_closes_with_4413(served: Served, size: int) -> None:
    with connect(f"ws://{served.host}/ws?{size}", max_size=None) as client:
        client.send("x" * 4096)
        assert client.recv(timeout=20) == "x" * 4096
        assert _close_code(client, "x" * size) == 4413
    assert CODES[str(size)].get(timeout=20) == 4413


def test_message__in_many_frames_has_the_same_limit(served: Served) -> None:
    with connect(f"ws://{served.host}/ws?frames") as client:
        assert _close_code(client, iter(["x" * 1000] * 5)) == 4413
    assert CODES["frames"].get(timeout=20) == 4413


def test_garbage__instead_of_frames_closes_the_socket(served: Served) -> None:
    with connect(f"ws://{served.host}/ws?garbage") as client:
        client.socket.sendall(b"\xff" * 100)
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(timeout=20)
    assert closed.value.rcvd and closed.value.rcvd.code == 1002
    assert CODES["garbage"].get(timeout=20) == 1002


def test_client__that_does_not_read_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "WRITE_TIMEOUT", 0.3)
    with serving(APP) as served, _deaf(served.port, "/flood?unread"):
        assert CODES["unread"].get(timeout=20) in (1005, 1006)


def test_client__that_is_gone_in_the_middle_stops_nobody_else(served: Served) -> None:
    line = _deaf(served.port, "/flood?gone")
    assert line.recv(100)
    # Reset and not closed, so that the next write fails.
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()
    assert CODES["gone"].get(timeout=20) in (1005, 1006)
    assert served.call("GET", "/").body == b"hello"


def test_client__that_does_not_answer_pings_is_let_go() -> None:
    with (
        serving(APP, ws_ping_interval=0.1, ws_ping_timeout=0.2) as served,
        _deaf(served.port, "/ws?deaf"),
    ):
        assert CODES["deaf"].get(timeout=20) in (1005, 1006)


def _deaf(port: int, path: str) -> socket.socket:
    """A client that opens a socket and takes no notice of it."""
    line = socket.create_connection(("127.0.0.1", port), timeout=20)
    line.sendall(
        f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    return line


# --- HTTP ----------------------------------------------------------------------------------------


def _said(port: int, *parts: bytes) -> bytes:
    """All that a server answers to bytes until it closes the line."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        said = b""
        try:
            for part in parts:
                line.sendall(part)
            while data := line.recv(65536):
                said += data
        except ConnectionError:
            pass
        return said


def test_head__that_does_not_end_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "HEAD_TIMEOUT", 0.3)
    with serving(APP) as served:
        assert _said(served.port, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").startswith(
            b"HTTP/1.1 408 "
        )
        assert _said(served.port) == b""
        # A call that is complete is not hurried.
        assert served.call("GET", "/").body == b"hello"


def test_head__that_is_too_large_is_refused(served: Served) -> None:
    part = b"X-Many: " + b"x" * 1000 + b"\r\n"
    said = _said(served.port, b"GET / HTTP/1.1\r\nHost: x\r\n" + part * 40)
    assert said.startswith(b"HTTP/1.1 431 ")
    few = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + part * 10 + b"\r\n"
    assert _said(served.port, few).endswith(b"hello")


def test_connection__serves_several_calls(served: Served) -> None:
    call = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    last = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    assert _said(served.port, call, call, last).count(b"hello") == 3


# --- Behind a proxy ------------------------------------------------------------------------------


async def who(request: Request) -> Response:
    assert request.client
    return PlainTextResponse(f"{request.url.scheme} {request.client.host}")


@pytest.mark.parametrize(
    ("trusted", "said"),
    [
        ("", b"http 127.0.0.1"),
        ("192.0.2.1", b"http 127.0.0.1"),
        # The last address that is not a proxy's; what stands before it anybody can write.
        ("127.0.0.1", b"https 198.51.100.7"),
        ("192.0.2.1,127.0.0.0/8", b"https 198.51.100.7"),
    ],
)
def test_proxy__is_believed_only_if_it_is_trusted(trusted: str, said: bytes) -> None:
    headers = {"X-Forwarded-For": "203.0.113.9, 198.51.100.7", "X-Forwarded-Proto": "https"}
    app = Starlette(routes=[Route("/", who)])
    with serving(app, Settings(trusted_proxy=trusted)) as served:
        assert served.call("GET", "/", None, headers).body == said


# --- The end -------------------------------------------------------------------------------------

STOPPING = """
import asyncio, sys
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from quincunx.server import logs, run
from quincunx.server.settings import Settings

sockets = set()

class Live:
    async def announce_restart(self):
        for socket in list(sockets):
            await socket.send_text("restart")
            await socket.close(1012)
        await asyncio.sleep(float(sys.argv[1]))

async def keep(socket):
    await socket.accept()
    sockets.add(socket)
    try:
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
    finally:
        sockets.discard(socket)

app = Starlette(routes=[WebSocketRoute("/ws", keep)])
app.state.live = Live()
logs.configure()
listeners = run.listen("127.0.0.1", 0, fixed=True)
run.run(app, Settings(port=listeners[0].getsockname()[1]), listeners)
print("ended well")
"""


@contextmanager
def _process(wait: float) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", STOPPING, str(wait)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    try:
        assert process.stdout
        line = process.stdout.readline()
        assert line.startswith("Quincunx is at http://127.0.0.1:"), line
        yield process, line.split()[3].replace("http://", "ws://") + "ws"
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stop__tells_the_pages_first_and_is_a_success(number: signal.Signals) -> None:
    with _process(0) as (process, address), connect(address) as client:
        process.send_signal(number)
        assert client.recv(timeout=20) == "restart"
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(timeout=20)
        assert closed.value.rcvd and closed.value.rcvd.code == 1012
        said, logged = process.communicate(timeout=20)
        assert process.returncode == 0
    assert said == "ended well\n"
    assert " run: stopping" in logged and " run: stopped" in logged and "Traceback" not in logged


def test_stop__does_not_wait_for_ever_to_tell_them() -> None:
    with _process(60) as (process, _):
        process.send_signal(signal.SIGTERM)
        _, logged = process.communicate(timeout=30)
        assert process.returncode == 0
    assert "not every page could be told" in logged


def test_stop__a_second_signal_ends_it_at_once() -> None:
    with _process(60) as (process, address), connect(address) as client:
        process.send_signal(signal.SIGTERM)
        assert client.recv(timeout=20) == "restart"
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 128 + signal.SIGTERM
