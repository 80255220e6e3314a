"""JSON lines: many analyses at once, in the manner of KataGo's analysis engine.

Each line in is a query or an action, each line out a report or an error; docs/protocol.md has the
fields. https://github.com/lightvector/KataGo/blob/master/docs/Analysis_Engine.md has the model; the
names are its names, written_like_this.
"""

from __future__ import annotations

import heapq
import itertools
import json
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import quincunx
from quincunx import Board, InvalidPositionError, MoveError, find_game
from quincunx.engine import LEVELS, Analysis, Engine, Info, Level, Limit, Playing
from quincunx.protocol.channel import BadLine, Output, explained, shown
from quincunx.protocol.engines import LONGEST, MOST_PLAYOUTS, SHORTEST, EngineSlot, Settings

#: The most often that a search reports, in seconds.
_SHORTEST_PERIOD = 0.1


class QueryError(ValueError):
    """A line that cannot be done; ``field`` is the name in it that is to blame."""

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


# --- Reading queries -----------------------------------------------------------------------------


class Fields:
    """The fields of one line, checked for type and range as they are taken. null means absent."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = {name: value for name, value in values.items() if value is not None}

    def text(self, name: str) -> str:
        value = self.optional_text(name)
        if value is None:
            raise QueryError(f"{name} is missing", name)
        return value

    def optional_text(self, name: str) -> str | None:
        value: str | None = self._get(name, str, "a string")
        return value

    def flag(self, name: str) -> bool | None:
        value: bool | None = self._get(name, bool, "true or false")
        return value

    def whole(self, name: str, low: int, high: int) -> int | None:
        value: int | None = self._get(name, int, "a whole number")
        if value is not None:
            _require_range(name, value, low, high)
        return value

    def number(self, name: str, low: float, high: float) -> float | None:
        value: float | None = self._get(name, (int, float), "a number")
        if value is not None:
            _require_range(name, value, low, high)
        return value

    def texts(self, name: str) -> list[str] | None:
        return self._list(name, str, "a list of strings")

    def wholes(self, name: str, low: int, high: int) -> list[int] | None:
        values: list[int] | None = self._list(name, int, "a list of whole numbers")
        for value in values or []:
            _require_range(name, value, low, high)
        return values

    def no_more_than(self, known: Iterable[str]) -> None:
        """Refuse a name that means nothing: it is probably a slip of the pen."""
        for name in self._values:
            if name not in known:
                text = f"there is no field {shown(name)}; there are {', '.join(known)}"
                raise QueryError(text, name)

    def _get(self, name: str, kind: type | tuple[type, ...], what: str) -> Any:
        value = self._values.get(name)
        if value is not None and not _is(value, kind):
            raise QueryError(f"{name} must be {what}, not {_shown_value(value)}", name)
        return value

    def _list(self, name: str, kind: type, what: str) -> list[Any] | None:
        values: list[Any] | None = self._get(name, list, what)
        for value in values or []:
            if not _is(value, kind):
                raise QueryError(f"{name} must be {what}; it has {_shown_value(value)} in it", name)
        return values


def _require_range(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise QueryError(f"{name} must be {low} to {high}, not {_shown_value(value)}", name)


def _is(value: object, kind: type | tuple[type, ...]) -> bool:
    """Of this type, where true and false are not numbers."""
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def _shown_value(value: object) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    return shown(json.dumps(value))


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def parse(line: str) -> dict[str, Any]:
    """The object that a line is.

    :raises QueryError: if it is not one.
    """
    try:
        values = json.loads(line, parse_constant=_no_constant)
    except RecursionError:
        raise QueryError("not a line of JSON: too many nested brackets") from None
    except ValueError as error:
        raise QueryError(f"not a line of JSON: {error}: {shown(line)}") from None
    if not isinstance(values, dict):
        raise QueryError(f"a line must be an object, not {_shown_value(values)}")
    return values


@dataclass
class Query:
    """What is asked of some positions of one game."""

    id: str
    positions: dict[int, Board]  # by turn number
    limit: Limit
    lines: int
    level: Level | None  # None: tell what is best
    report_every: float | None
    priority: int


QUERY_FIELDS = (
    "id",
    "game",
    "size",
    "pie",
    "fen",
    "moves",
    "analyze_turns",
    "time",
    "playouts",
    "level",
    "lines",
    "report_during_search_every",
    "priority",
)


def read_query(fields: Fields, default_time: float) -> Query:
    """The query that the fields describe.

    :raises QueryError: if there is something wrong with one of them.
    """
    fields.no_more_than(QUERY_FIELDS)
    playouts = fields.whole("playouts", 1, MOST_PLAYOUTS)
    seconds = fields.number("time", SHORTEST, LONGEST)
    level = fields.whole("level", min(LEVELS), max(LEVELS))
    if seconds is None and playouts is None and level is None:
        seconds = default_time
    return Query(
        id=fields.text("id"),
        positions=_positions(fields),
        limit=Limit(time=seconds, playouts=playouts),
        lines=fields.whole("lines", 0, 1000) or 0,
        level=None if level is None else LEVELS[level],
        report_every=fields.number("report_during_search_every", _SHORTEST_PERIOD, LONGEST),
        priority=fields.whole("priority", -(2**31), 2**31 - 1) or 0,
    )


def _positions(fields: Fields) -> dict[int, Board]:
    """The positions to analyse, in the order in which they are asked for."""
    board, moves = _start(fields), fields.texts("moves") or []
    turns = fields.wholes("analyze_turns", 0, len(moves))
    if turns is None:
        turns = [len(moves)]
    elif not turns:
        raise QueryError("analyze_turns is empty", "analyze_turns")
    seen = {0: board.copy()}
    for number, text in enumerate(moves, 1):
        try:
            board.push_text(text)
        except MoveError as error:
            raise QueryError(f"move {number}: {error}", "moves") from None
        seen[number] = board.copy()
    return {turn: seen[turn] for turn in turns}


def _start(fields: Fields) -> Board:
    try:
        game = find_game(fields.text("game"))
    except InvalidPositionError as error:
        raise QueryError(str(error), "game") from None
    size, pie = fields.whole("size", 0, 1000), fields.flag("pie")
    fen = fields.optional_text("fen")
    if pie is not None and not game.has_pie_rule:
        raise QueryError(f"{game.name} has no pie rule", "pie")
    try:
        return Board(game, size=size, fen=fen, pie=pie)
    except InvalidPositionError as error:
        raise QueryError(str(error), "size" if fen is None else "fen") from None


# --- Doing them ----------------------------------------------------------------------------------


@dataclass(order=True)
class Task:
    """One position to analyse. The smallest is done first: by priority, then as they came."""

    rank: tuple[int, int]
    query: Query = field(compare=False)
    turn: int = field(compare=False)
    stopped: bool = field(compare=False, default=False)
    stream: Analysis | None = field(compare=False, default=None)

    def stop(self) -> None:
        self.stopped = True
        if self.stream is not None:
            self.stream.stop()


class Jsonl:
    """The analysis mode: the thread that calls :meth:`run` reads, others analyse."""

    def __init__(self, settings: Settings, output: Output) -> None:
        self._settings = settings
        self._output = output
        self._counter = itertools.count()
        # The lock guards what follows; the condition says that the queue has changed.
        self._changed = threading.Condition()
        self._queue: list[Task] = []
        self._running: list[Task] = []
        self._closing = False
        self._clearings = 0
        self._actions: dict[str, tuple[tuple[str, ...], Callable[[Fields], dict[str, Any]]]] = {
            "query_version": ((), self._version),
            "clear_cache": ((), self._clear),
            "terminate": (("terminate_id", "turn_numbers"), self._terminate),
            "terminate_all": ((), self._terminate_all),
            "quit": ((), self._terminate_all),
        }

    def run(self, lines: Iterable[str | BadLine]) -> None:
        """Answer lines until one says quit, or until they end and all is analysed."""
        workers = [threading.Thread(target=self._work) for _ in range(self._settings.workers)]
        for worker in workers:
            worker.start()
        try:
            for line in lines:
                if self._obey(line) == "quit":
                    break
        except BaseException:
            self._stop(lambda task: True)
            raise
        finally:
            with self._changed:
                self._closing = True
                self._changed.notify_all()
            for worker in workers:
                worker.join()

    # --- The reading thread ----------------------------------------------------------------------

    def _obey(self, line: str | BadLine) -> str | None:
        """Do what a line says; the name of the action, if it was one."""
        values: dict[str, Any] = {}
        try:
            if isinstance(line, BadLine):
                raise QueryError(line.reason)
            if not line.strip():
                return None
            values = parse(line)
            if "action" in values:
                return self._act(values)
            self._enqueue(read_query(Fields(values), self._settings.time))
        except Exception as error:
            field = error.field if isinstance(error, QueryError) else None
            self._say_error(explained(error), field, values.get("id"))
        return None

    def _act(self, values: dict[str, Any]) -> str:
        fields = Fields(values)
        fields.text("id")
        name = fields.text("action")
        if name not in self._actions:
            known = ", ".join(self._actions)
            raise QueryError(f"there is no action {shown(name)}; there are {known}", "action")
        more, act = self._actions[name]
        fields.no_more_than(("id", "action", *more))
        self._say(values | act(fields))
        return name

    def _enqueue(self, query: Query) -> None:
        with self._changed:
            for turn in query.positions:
                heapq.heappush(
                    self._queue, Task((-query.priority, next(self._counter)), query, turn)
                )
            self._changed.notify_all()

    def _version(self, fields: Fields) -> dict[str, Any]:
        return {"name": "quincunx", "version": quincunx.__version__}

    def _clear(self, fields: Fields) -> dict[str, Any]:
        with self._changed:
            self._clearings += 1
        return {}

    def _terminate(self, fields: Fields) -> dict[str, Any]:
        wanted = fields.text("terminate_id")
        turns = fields.wholes("turn_numbers", 0, 2**31 - 1)
        self._stop(lambda task: task.query.id == wanted and (turns is None or task.turn in turns))
        return {}

    def _terminate_all(self, fields: Fields) -> dict[str, Any]:
        self._stop(lambda task: True)
        return {}

    def _stop(self, meant: Callable[[Task], bool]) -> None:
        with self._changed:
            dropped = [task for task in self._queue if meant(task)]
            self._queue = [task for task in self._queue if not meant(task)]
            heapq.heapify(self._queue)
            for task in self._running:
                if meant(task):
                    task.stop()
        for task in sorted(dropped):
            self._say_of(task, {"no_results": True})

    # --- The analysing threads -------------------------------------------------------------------

    def _work(self) -> None:
        clearings = 0
        with EngineSlot() as slot:
            while task := self._take():
                try:
                    if self._clearings != clearings:
                        clearings = self._clearings
                        slot.clear()
                    self._analyse(task, slot)
                except Exception as error:
                    # A search that fails must not end the others, and is answered like them.
                    self._say_error(explained(error), None, task.query.id)
                    self._say_of(task, {"no_results": True})
                finally:
                    with self._changed:
                        self._running.remove(task)

    def _take(self) -> Task | None:
        """The next task, or ``None`` when there will be no more."""
        with self._changed:
            while not self._queue:
                if self._closing:
                    return None
                self._changed.wait()
            task = heapq.heappop(self._queue)
            self._running.append(task)
            return task

    def _analyse(self, task: Task, slot: EngineSlot) -> None:
        query, board = task.query, task.query.positions[task.turn]
        if board.is_game_over():
            self._say_of(task, {"no_results": True, "result": board.result()})
            return
        engine = slot.get(board, self._settings)
        with self._changed:
            if task.stopped:
                self._say_of(task, {"no_results": True})
                return
            task.stream = stream = _begun(engine, board, query)
        told = time.monotonic()
        every = query.report_every
        with stream:
            # What is known need not be waited for.
            if every is not None and (first := stream.info).known:
                self._say_of(task, _report(first, query), during_search=True)
            for info in stream:
                now = time.monotonic()
                if every is not None and now - told >= every and not info.stopped_by:
                    told = now
                    self._say_of(task, _report(info, query), during_search=True)
        report = _report(stream.info, query)
        if isinstance(stream, Playing):
            report["best"] = stream.result().move.text
        self._say_of(task, report)

    # --- Both ------------------------------------------------------------------------------------

    def _say(self, values: dict[str, Any]) -> None:
        self._output.write(json.dumps(values))

    def _say_of(self, task: Task, values: dict[str, Any], *, during_search: bool = False) -> None:
        head = {"id": task.query.id, "turn_number": task.turn, "is_during_search": during_search}
        self._say(head | values)

    def _say_error(self, message: str, field: str | None, query_id: object) -> None:
        known_id = query_id if isinstance(query_id, str) else None
        self._say({"error": message, "field": field, "id": known_id})


def _begun(engine: Engine, board: Board, query: Query) -> Analysis:
    if query.level is None:
        return engine.analysis(board, query.limit, lines=query.lines)
    return engine.playing(board, query.limit, level=query.level)


def _report(info: Info, query: Query) -> dict[str, Any]:
    """What is known, with the number of lines asked for: a level chooses among all of them."""
    return replace(info, lines=info.lines[: query.lines or None]).as_dict()
