"""The generator of load, a process of its own: ``python -m benchmarks.load.generator JSON``.

Each game is between two sockets. A move is made in each of them every two seconds, and timed from
its sending until the opponent's socket has the event. The argument says where the servers are and
which steps to take; each step is answered with a line of JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import resource
import sys
import time
from collections import Counter
from itertools import cycle
from typing import Any

import uvloop

from benchmarks.load.processes import busy_seconds, cpu_seconds, rss_megabytes
from benchmarks.load.wire import Caller, Wire
from quincunx import Board

#: Long games in which almost every move is legal at any time.
GAME, SIZE = "square-grid-hex", 13
#: Seconds between the moves of a game.
INTERVAL = 2.0
#: Seconds before what is measured, and at most after it.
WARM_UP, DRAIN = 4.0, 5.0
#: Loopback addresses to call from: each has its own limits and its own ports.
SOURCES = 40
#: Connections for calls, and sockets that are being opened at the same time.
CALLERS, OPENING = 8, 100
#: A game begins with so many moves at most, so that old and young ones are played.
PLAYED = 40


class Load:
    """All games of the run, and what is counted in a step."""

    def __init__(self, servers: list[tuple[str, int]], *, together: bool) -> None:
        self.servers = servers
        #: Are both players of a game on the same server?
        self.together = together
        self.games: list[Game] = []
        self.latencies: list[float] = []
        self.errors: Counter[str] = Counter()
        self.acks = 0
        self.is_measuring = False
        self._sources = cycle([f"127.0.0.{number}" for number in range(2, 2 + SOURCES)])

    def error(self, why: str) -> None:
        self.errors[why] += 1

    def source(self) -> str:
        return next(self._sources)

    async def resize(self, number: int, *, moves: int) -> None:
        """Have so many games, each with enough moves to go; those that have not are given up."""
        kept = [game for game in self.games if game.is_fit(moves)][:number]
        for game in {*self.games} - {*kept}:
            game.close()
        self.games = kept
        missing = iter(range(number - len(self.games)))
        await asyncio.gather(*(self._begin(missing, moves) for _ in range(CALLERS)))

    async def _begin(self, missing: Any, moves: int) -> None:
        callers = [Caller(*self.servers[k % len(self.servers)], self.source()) for k in range(16)]
        turns = cycle(callers)
        for _ in missing:
            game = Game(self, random_moves(moves))
            with contextlib.suppress(OSError):
                await game.begin(next(turns))
                self.games.append(game)
        for caller in callers:
            caller.close()


def random_moves(needed: int) -> list[str]:
    """The moves of a game that lasts for so many more after its beginning."""
    while True:
        board = Board(GAME, size=SIZE)
        cells = [move.text for move in board.legal_moves]
        random.shuffle(cells)
        for cell in cells:
            if board.is_game_over():
                break
            board.push_text(cell)
        # The last move would end it.
        if board.ply() > needed + 1:
            return cells[: board.ply() - 1]


class Game:
    """A game between two sockets of this process."""

    __slots__ = (
        "_load",
        "_moves",
        "_opened",
        "_server",
        "_tail",
        "id",
        "is_waiting",
        "ply",
        "sent",
        "wires",
    )

    def __init__(self, load: Load, moves: list[str]) -> None:
        self._load = load
        self._moves = moves
        self.id = ""
        self.ply = 0
        self.sent = 0.0
        self.is_waiting = False
        self.wires: list[Wire] = []
        self._opened: asyncio.Future[None] | None = None
        self._tail = b""
        self._server = random.choice(load.servers)

    def is_fit(self, moves: int) -> bool:
        return self.ply + moves < len(self._moves) and not self.is_waiting

    async def begin(self, caller: Caller) -> None:
        self.ply = random.randrange(max(1, min(PLAYED, len(self._moves) // 3)))
        body = {
            "game": GAME,
            "size": SIZE,
            "opponent": "friend",
            "side": "first",
            "moves": self._moves[: self.ply],
        }
        made = await caller.post("/api/games", body)
        self.id = made["id"]
        seat = await caller.post(f"/api/games/{self.id}/seats/second", {})
        for side, token in enumerate((made["token"], seat["token"])):
            await self._open(side, token)

    async def _open(self, side: int, token: str) -> None:
        loop, load = asyncio.get_running_loop(), self._load
        host, port = self._server if load.together else random.choice(load.servers)
        hello = json.dumps({"type": "hello", "proto": 1, "token": token, "seen": 0}).encode()
        self._opened = loop.create_future()
        path = f"/ws/games/{self.id}"

        def hear(message: bytes) -> None:
            self._hear(side, message)

        _, wire = await loop.create_connection(
            lambda: Wire(f"{host}:{port}", path, hello, hear, load.error),
            host,
            port,
            local_addr=(load.source(), 0),
        )
        self.wires.append(wire)
        try:
            await asyncio.wait_for(self._opened, 30)
        except TimeoutError:
            load.error("no answer to hello")

    def move(self) -> None:
        """Make the next move; it is timed from here on."""
        if self.is_waiting:
            self._load.error("not heard of when the next move was due")
            return
        ply, text = self.ply, self._moves[self.ply]
        self.ply = ply + 1
        self._tail = b'"ply":%d,' % self.ply
        self.is_waiting = True
        message = b'{"type":"move","key":"%d","branch":0,"ply":%d,"move":"%b"}' % (
            ply,
            ply,
            text.encode(),
        )
        self.sent = time.perf_counter()
        self.wires[ply % 2].send(message)

    def _hear(self, side: int, message: bytes) -> None:
        kind = message[9:12]
        if kind == b"eve":
            # Whoever made the move has the other parity than who is to move now.
            if side == self.ply % 2 and self.is_waiting and self._tail in message:
                if self._load.is_measuring:
                    self._load.latencies.append(time.perf_counter() - self.sent)
                self.is_waiting = False
        elif kind == b"ack":
            self._load.acks += 1
        elif kind == b"pre":
            if self._opened is not None and not self._opened.done():
                self._opened.set_result(None)
        elif b'"type":"state"' not in message:
            self._load.error(message.decode()[:100])

    def close(self) -> None:
        for wire in self.wires:
            wire.close()


# --- Measuring -----------------------------------------------------------------------------------


async def measure(load: Load, playing: int, seconds: float) -> dict[str, Any]:
    """Let so many of the games be played for a while: what the moves took."""
    games = load.games[:playing]
    random.shuffle(games)
    load.latencies, load.acks, load.is_measuring = [], 0, False
    began, number, sent = time.perf_counter(), 0, 0
    gap = INTERVAL / len(games)
    worst_lag = 0.0
    while True:
        now = time.perf_counter() - began
        if now > WARM_UP + seconds:
            break
        load.is_measuring = now > WARM_UP
        while number * gap <= now:
            worst_lag = max(worst_lag, now - number * gap) if load.is_measuring else 0.0
            games[number % len(games)].move()
            sent += load.is_measuring
            number += 1
        await asyncio.sleep(max(0.0005, number * gap - (time.perf_counter() - began)))
    deadline = time.perf_counter() + DRAIN
    while any(game.is_waiting for game in games) and time.perf_counter() < deadline:
        await asyncio.sleep(0.05)
    for game in games:
        if game.is_waiting:
            load.error("never heard of")
    return {"sent": sent, "lag_ms": round(1000 * worst_lag, 1), **told(load.latencies)}


def told(latencies: list[float]) -> dict[str, Any]:
    """What was measured, in milliseconds."""
    ordered = sorted(latencies) or [float("nan")]

    def part(share: float) -> float:
        return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2)

    return {
        "moves": len(latencies),
        "p50_ms": part(0.5),
        "p90_ms": part(0.9),
        "p99_ms": part(0.99),
        "max_ms": part(1.0),
    }


async def take_step(load: Load, step: dict[str, Any], pids: list[int]) -> dict[str, Any]:
    """Measure so many games, with so many more that nobody moves in."""
    load.errors.clear()
    playing, idle, seconds = step["games"], step.get("idle", 0) // 2, step["seconds"]
    needed = int((WARM_UP + seconds) / INTERVAL) + 3
    await load.resize(playing + idle, moves=needed)
    await asyncio.sleep(1)
    before, wall = _used(pids), time.perf_counter()
    measured = await measure(load, playing, seconds)
    wall = time.perf_counter() - wall
    used = [(b - a) / wall for a, b in zip(before, _used(pids), strict=True)]
    return {
        **step,
        **measured,
        "errors": sum(load.errors.values()),
        "what": dict(load.errors.most_common(5)),
        "cpu": [round(share, 3) for share in used[2:]],
        "generator_cpu": round(used[1], 3),
        "others_cpu": round(max(0.0, used[0] - sum(used[1:])), 3),
        "rss_mb": [round(rss_megabytes(pid), 1) for pid in pids],
    }


def _used(pids: list[int]) -> list[float]:
    """Processor time so far: of the machine, of this process, and of the others."""
    return [busy_seconds(), time.process_time(), *cpu_seconds(pids)]


async def main(orders: dict[str, Any]) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    servers = [("127.0.0.1", port) for port in orders["ports"]]
    load = Load(servers, together=orders["together"])
    limit = orders["limit_ms"]
    for step in orders["steps"]:
        answer = await take_step(load, step, orders["pids"])
        print(json.dumps(answer), flush=True)
        if answer["errors"] or not answer["p99_ms"] <= limit:
            break
    for game in load.games:
        game.close()


if __name__ == "__main__":
    uvloop.run(main(json.loads(sys.argv[1])))
