"""Engines for the games: a few processes, watched over, and a fair queue in front of them.

A process that crashes, hangs or speaks nonsense is killed and another one asked the same again, so
that whoever waits for a move gets it. Engines know nothing that would be missed: each question has
the whole game in it.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from quincunx import Board, EngineError, MoveError
from quincunx.server.engine_process import EngineProcess, engine_command
from quincunx.server.queues import FairQueue
from quincunx.server.standing import replayed

__all__ = ["Engines", "Priority"]

#: How often the same is asked, each time of another process, before we give up.
TRIES = 3

#: Seconds before the second try; doubled before the third.
_BACKOFF = 0.1

#: Seconds for an engine to end a search that nobody waits for any more.
_LEAVE_SECONDS = 5.0

_log = logging.getLogger("quincunx.engines")


class Priority(IntEnum):
    """What is done first."""

    LIVE = 0  # somebody sits at the board and waits
    STUDY = 1


@dataclass(eq=False)
class _Request:
    """A move that somebody waits for."""

    board: Board
    query: dict[str, Any]
    on_place: Callable[[int], None] | None
    answer: asyncio.Future[str] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    place: int = 0

    def move_of(self, report: dict[str, Any]) -> str:
        """The move of an engine's report.

        :raises EngineError: if it is none.
        """
        try:
            return self.board.parse_text(str(report.get("best"))).text
        except MoveError as error:
            raise EngineError(f"the engine's move is none: {error}") from None

    def tell(self, place: int) -> None:
        """Say at which place it stands, if that is news."""
        if place == self.place:
            return
        self.place = place
        if self.on_place is not None:
            try:
                self.on_place(place)
            except Exception:
                _log.exception("telling the place in the queue failed")


class _Seat:
    """Room for one process, which comes when it is needed."""

    process: EngineProcess | None = None
    had_one = False


class Engines:
    """At most so many engine processes, which are started when there is work for them.

    :param processes: how many at most.
    :param memory_mb: for each engine's search.
    :param command: another program that speaks JSON lines.
    """

    #: Seconds after which a process that has not answered is taken for hung. The strongest level
    #: thinks for less than a second.
    patience: float = 60.0

    def __init__(
        self, *, processes: int, memory_mb: int, command: Sequence[str] | None = None
    ) -> None:
        if processes < 1:
            raise ValueError(f"processes must be 1 or more, not {processes}")
        self._memory_mb = memory_mb
        self._command = list(command or engine_command(memory_mb))
        self._seats = [_Seat() for _ in range(processes)]
        self._idle = list(self._seats)  # the one that was used last, last
        self._queue: FairQueue[_Request] = FairQueue()
        self._running: dict[asyncio.Task[None], tuple[_Seat, _Request]] = {}
        self._names = itertools.count(1)
        self._restarts = 0
        self._stopped = False

    @property
    def waiting(self) -> int:
        """How many moves wait for an engine."""
        return len(self._queue)

    @property
    def running(self) -> int:
        """How many moves are being thought about."""
        return len(self._running)

    @property
    def restarts(self) -> int:
        """How many processes were started in place of one that had failed."""
        return self._restarts

    @property
    def pids(self) -> list[int]:
        """The processes that run now."""
        seats = [seat.process for seat in self._seats]
        return [process.pid for process in seats if process is not None and process.is_alive]

    async def start(self) -> None:
        """Be ready for questions."""
        self._stopped = False

    async def stop(self) -> None:
        """End all processes. Whoever waits for a move gets an EngineError."""
        self._stopped = True
        tasks = list(self._running)
        for request in (*(request for _, request in self._running.values()), *self._queue):
            self._queue.remove(request)
            if not request.answer.done():
                request.answer.set_exception(EngineError("the server stops"))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*(self._clear(seat) for seat in self._seats))

    async def move(
        self,
        *,
        game: str,
        size: int,
        moves: Sequence[str],
        level: int,
        visitor: str,
        on_place: Callable[[int], None] | None = None,
        priority: Priority = Priority.LIVE,
    ) -> str:
        """The move that a level plays after these moves.

        To cancel it takes it out of the queue, or ends the search.

        :param visitor: for whom it is; visitors get moves in turn.
        :param on_place: is told the place whenever it changes: 1 is being thought about, 2 is next.
        :raises ValueError: if there is no such position, or the game is over.
        :raises EngineError: if engine after engine failed, or the server stops.
        """
        board = replayed(game, size, moves)
        if board.is_game_over():
            raise ValueError(f"the game is over, {board.result()}, in {board.fen()}")
        if self._stopped:
            raise EngineError("the server stops")
        query = {
            "id": str(next(self._names)),
            "game": game,
            "size": size,
            "moves": list(moves),
            "level": level,
            "lines": 1,
            # On a machine that has too much to do a level makes do with less, and is not hung.
            "time": self.patience / 4,
        }
        request = _Request(board, query, on_place)
        self._queue.put(request, visitor=visitor, priority=priority)
        self._dispatch()
        try:
            return await request.answer
        finally:
            if self._queue.remove(request):
                self._tell_places()

    # --- Sharing out -----------------------------------------------------------------------------

    def _dispatch(self) -> None:
        """Give the next requests to the processes that have nothing to do."""
        while self._idle and (request := self._queue.take()) is not None:
            seat = self._idle.pop()
            task = asyncio.create_task(self._serve(seat, request))
            self._running[task] = seat, request
            task.add_done_callback(self._served)
        self._tell_places()

    def _served(self, task: asyncio.Task[None]) -> None:
        seat, request = self._running.pop(task)
        self._idle.append(seat)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("a bug in the supervision of engines", exc_info=error)
            if not request.answer.done():
                request.answer.set_exception(EngineError(f"the engine failed: {error!r}"))
        if not self._stopped:
            self._dispatch()

    def _tell_places(self) -> None:
        for _, request in list(self._running.values()):
            request.tell(1)
        for place, request in enumerate(list(self._queue), 2):
            request.tell(place)

    # --- One request -----------------------------------------------------------------------------

    async def _serve(self, seat: _Seat, request: _Request) -> None:
        """Ask until there is an answer, or nobody waits for it, or too many engines have failed."""
        reason = ""
        for attempt in range(TRIES):
            if attempt:
                await asyncio.sleep(_BACKOFF * 2 ** (attempt - 1))
            if request.answer.done():
                return
            try:
                move = await self._attempt(seat, request)
            except EngineError as error:
                reason = str(error)
                _log.warning("try %d of %d: %s", attempt + 1, TRIES, reason)
                await self._clear(seat)
            else:
                if move is not None and not request.answer.done():
                    request.answer.set_result(move)
                return
        if not request.answer.done():
            request.answer.set_exception(EngineError(f"{TRIES} engines failed; {reason}"))

    async def _attempt(self, seat: _Seat, request: _Request) -> str | None:
        """The move, or ``None`` if nobody waits for it any more.

        :raises EngineError: if the process is of no use any more.
        """
        process = await self._process_of(seat)
        asking = asyncio.create_task(process.ask(request.query))
        try:
            both: set[asyncio.Future[Any]] = {asking, request.answer}
            await asyncio.wait(both, timeout=self.patience, return_when=asyncio.FIRST_COMPLETED)
            if not asking.done() and request.answer.done():
                await process.give_up(request.query)
                await asyncio.wait({asking}, timeout=_LEAVE_SECONDS)
            if not asking.done():
                raise EngineError(f"the engine has not answered in {self.patience:g} s")
            report = asking.result()
            return None if request.answer.done() else request.move_of(report)
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

    async def _process_of(self, seat: _Seat) -> EngineProcess:
        """The process of a seat, a new one if there is none or it has died while it was idle."""
        if seat.process is not None and not seat.process.is_alive:
            _log.warning("engine %d has ended by itself", seat.process.pid)
            await self._clear(seat)
        if seat.process is None:
            self._restarts += seat.had_one
            seat.had_one = True
            start = asyncio.create_task(EngineProcess.start(self._command, self._memory_mb))
            try:
                seat.process = await asyncio.shield(start)
            except asyncio.CancelledError:
                seat.process = await start  # or else nobody would end it
                raise
        return seat.process

    async def _clear(self, seat: _Seat) -> None:
        """End the process of a seat."""
        if seat.process is not None:
            await seat.process.end()
            seat.process = None
