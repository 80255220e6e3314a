"""What tests talk to a server with: HTTP, and sockets that remember what they have heard."""

import contextlib
import http.client
import json
import random
import threading
import uuid
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from quincunx import Board

#: Nothing takes as long as this, unless it hangs.
PATIENCE = 20.0

Message = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    def must(self, status: int) -> Any:
        """The data of an answer that has to have this status."""
        assert self.status == status, self
        return self.json()


@dataclass(frozen=True)
class Site:
    """A server: its address without a slash at the end, and that of its database."""

    address: str
    database: str = ""

    @property
    def host(self) -> str:
        return urlsplit(self.address).netloc

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        token: str | None = None,
        key: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """One call; a body that is not bytes goes as JSON."""
        told = {"Content-Type": "application/json"} if body is not None else {}
        if token is not None:
            told["Authorization"] = f"Bearer {token}"
        if key is not None:
            told["Idempotency-Key"] = key
        sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        with closing(http.client.HTTPConnection(self.host, timeout=PATIENCE)) as connection:
            connection.request(method, path, sent, told | (headers or {}))
            answer = connection.getresponse()
            heads = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, heads, answer.read())

    def get(self, path: str, **named: Any) -> Any:
        """The data of a call that has to succeed."""
        return self.call("GET", path, **named).must(200)

    def post(self, path: str, body: Any = None, **named: Any) -> Any:
        """The data of a call that has to make something."""
        return self.call("POST", path, body, **named).must(201)

    def state(self, id: str) -> Message:
        found: Message = self.get(f"/api/games/{id}")
        return found

    def new(self, game: str = "hadron", **wanted: Any) -> Message:
        """A new game: id, side, token, url, invite."""
        made: Message = self.post("/api/games", {"game": game, **wanted})
        return made

    def pair(self, game: str = "hadron", **wanted: Any) -> tuple[str, str, str]:
        """A new game of two people: its id, and the tokens of the first side and the second."""
        made = self.new(game, opponent="friend", **wanted)
        other = "second" if made["side"] == "first" else "first"
        joined = self.post(f"/api/games/{made['id']}/seats/{other}", {})
        tokens = {made["side"]: made["token"], other: joined["token"]}
        return made["id"], tokens["first"], tokens["second"]

    def move(self, id: str, token: str, move: str, ply: int, **named: Any) -> Answer:
        body = {"move": move, "ply": ply}
        return self.call("POST", f"/api/games/{id}/moves", body, token=token, **named)

    def socket(self, id: str, *, headers: dict[str, str] | None = None) -> ClientConnection:
        """A plain socket, to which nothing has been said."""
        address = f"ws://{self.host}/ws/games/{id}"
        return connect(
            address, additional_headers=headers, open_timeout=PATIENCE, compression=None, proxy=None
        )

    @contextmanager
    def live(
        self,
        id: str,
        token: str | None = None,
        *,
        seen: int = 0,
        headers: dict[str, str] | None = None,
    ) -> Iterator["Live"]:
        """A socket that has said hello, and has heard what there was to hear."""
        with self.socket(id, headers=headers) as connection:
            live = Live(connection, v=seen)
            live.send("hello", proto=1, seen=seen, **({} if token is None else {"token": token}))
            live.until(lambda message: message["type"] == "presence")
            yield live

    @contextmanager
    def stream(self, id: str, seen: int | None = None) -> Iterator[Iterator[Message]]:
        """Server-sent events, as they come: id, event, data."""
        headers = {} if seen is None else {"Last-Event-ID": str(seen)}
        with closing(http.client.HTTPConnection(self.host, timeout=PATIENCE)) as connection:
            connection.request("GET", f"/api/games/{id}/events", headers=headers)
            answer = connection.getresponse()
            assert answer.status == 200
            with closing(answer):
                yield _sent_events(answer)


def _sent_events(answer: http.client.HTTPResponse) -> Iterator[Message]:
    fields: Message = {}
    while line := answer.readline().decode():
        name, _, value = line.rstrip("\n").partition(": ")
        if line != "\n":
            fields[name] = json.loads(value) if name == "data" else value
        elif "data" in fields:
            yield fields
            fields = {}


@dataclass
class Live:
    """A socket in a game. It insists that no event is missing and that none comes twice."""

    connection: ClientConnection
    v: int = 0
    heard: list[Message] = field(default_factory=list)
    #: Those that :meth:`event` has not given out yet.
    events: deque[Message] = field(default_factory=deque)
    state: Message | None = None
    there: Message = field(default_factory=dict)

    def send(self, type: str, **fields: Any) -> None:
        self.connection.send(json.dumps({"type": type, **fields}))

    def next(self, timeout: float = PATIENCE) -> Message:
        """The next message.

        :raises TimeoutError: if there is none.
        """
        message: Message = json.loads(self.connection.recv(timeout))
        self.heard.append(message)
        if message["type"] == "state":
            self.state, self.v = message, message["v"]
        elif message["type"] == "presence":
            self.there = message
        elif message["type"] == "event":
            assert message["v"] == self.v + 1, (message, self.v)
            self.v += 1
            self.events.append(message)
        return message

    def until(self, wanted: Callable[[Message], bool]) -> Message:
        """The first message from now on that is wanted."""
        while not wanted(message := self.next()):
            pass
        return message

    def event(self, *kinds: str) -> Message:
        """The oldest event not asked for yet, which has to be of one of these kinds."""
        while not self.events:
            self.next()
        message = self.events.popleft()
        assert message["event"] in kinds, message
        return message

    def presence(self, **wanted: Any) -> None:
        """Wait until the last word about who is there is this one."""
        while any(self.there[name] != value for name, value in wanted.items()):
            self.next()

    def ask(self, type: str, *, key: str | None = None, **fields: Any) -> Message:
        """What is answered: an ack, or a refusal."""
        key = str(uuid.uuid4()) if key is None else key
        self.send(type, key=key, **fields)
        return self.until(lambda message: message.get("key") == key)

    def do(self, type: str, **fields: Any) -> Message:
        """The ack of what has to be accepted."""
        answer = self.ask(type, **fields)
        assert answer["type"] == "ack", answer
        return answer

    def move(self, move: str, ply: int, branch: int = 0, **fields: Any) -> Message:
        return self.ask("move", move=move, ply=ply, branch=branch, **fields)

    def quiet(self, seconds: float = 0.3) -> bool:
        """Does nothing happen in the game for so long? Who is there does not matter."""
        with contextlib.suppress(TimeoutError):
            while self.next(seconds)["type"] == "presence":
                pass
        return not self.events


def race(tabs: Sequence[Live], moves: Sequence[str]) -> list[str]:
    """What each socket is answered, when all send their moves for the first ply at once."""
    together = threading.Barrier(len(tabs))

    def play(tab: Live, move: str) -> str:
        together.wait()
        return str(tab.move(move, 0)["type"])

    with ThreadPoolExecutor() as pool:
        return list(pool.map(play, tabs, moves))


def closed(connection: ClientConnection) -> int | None:
    """The code with which the server closes, after whatever it may still say."""
    try:
        while True:
            connection.recv(PATIENCE)
    except ConnectionClosed:
        return connection.close_code


def random_game(game: str, size: int | None = None, *, seed: int = 1) -> list[str]:
    """The moves of a game to its end."""
    board, rng = Board(game, size=size), random.Random(seed)
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    return [move.text for move in board.move_stack]


def movers(game: str, size: int | None, moves: list[str]) -> list[str]:
    """Who makes each of the moves."""
    board, sides = Board(game, size=size), []
    for move in moves:
        sides.append(board.turn.name.lower())
        board.push_text(move)
    return sides
