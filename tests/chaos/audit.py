"""What must be true in the end: of the database, and of what the pages have heard."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy
from sqlalchemy import RowMapping, select

from quincunx import Board, MoveError
from quincunx.server import tables
from tests.chaos.games import Table
from tests.chaos.pages import Figures, Page

__all__ = ["audit"]

#: Of the database's numbers and the wire's, which are rounded to milliseconds.
ROUNDING = 0.002
#: Seconds by which an outage may seem longer to us than to the servers: one was starting, or a beat
#: was due.
BLUR = 0.7
#: Shorter outages are not told from slow moments.
SHORTEST = 1.6
#: Seconds by which a flag may fall late: such an outage, and a start.
LATE = 4.0


def audit(
    database: str, games: Sequence[Table], outages: Sequence[tuple[float, float]], figures: Figures
) -> None:
    """Look at everything; what is wrong becomes a fault."""
    engine = sqlalchemy.create_engine(database)
    with engine.connect() as connection:
        rows = {row["id"]: row for row in connection.execute(select(tables.games)).mappings()}
        events: dict[str, list[RowMapping]] = {id: [] for id in rows}
        wanted = select(tables.events).order_by(tables.events.c.game, tables.events.c.v)
        for event in connection.execute(wanted).mappings():
            events[event["game"]].append(event)
    engine.dispose()
    figures.counts["games"] = len(rows)
    figures.counts["events"] = sum(map(len, events.values()))
    figures.counts["moves"] = sum(
        event["event"] == "moved" for told in events.values() for event in told
    )
    for id, row in rows.items():
        for fault in _game_faults(row, events[id], outages):
            figures.fault(f"{row['game']} {id}: {fault}")
        if row["outcome"] is not None:
            figures.counts[f"ended by {json.loads(row['outcome'])['termination']}"] += 1
    known = {table.id: table for table in games}
    figures.counts["begun, but the answer was lost"] = len(rows.keys() - known.keys())
    for id, table in known.items():
        if id not in rows:
            figures.fault(f"{id}: acknowledged, and not in the database")
            continue
        for fault in _table_faults(table, rows[id], events[id]):
            figures.fault(f"{rows[id]['game']} {id}: {fault}")


# --- A game by itself ----------------------------------------------------------------------------


def _game_faults(
    row: RowMapping, events: Sequence[RowMapping], outages: Sequence[tuple[float, float]]
) -> Iterator[str]:
    if [event["v"] for event in events] != list(range(1, row["v"] + 1)):
        yield f"the numbers of its events have gaps: {[event['v'] for event in events]}"
        return
    twice = [
        (key, count)
        for key, count in Counter(
            (event["seat"], event["key"]) for event in events if event["key"] is not None
        ).items()
        if count > 1
    ]
    if twice:
        yield f"keys that were done twice: {twice}"
    told = [json.loads(event["data"]) for event in events]
    for event, data in zip(events, told, strict=True):
        if (event["v"], event["event"]) != (data["v"], data["event"]):
            yield f"event {event['v']} tells of another: {data}"
    yield from _replay_faults(row, told)
    yield from _clock_faults(row, told, outages)
    yield from _flag_faults(told, outages)


def _replay_faults(row: RowMapping, told: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Is each move legal where it was played, and does the row say where they lead?"""
    board, branch, outcome = Board(row["game"], size=row["size"]), 0, None
    for event in told:
        if event["event"] == "moved":
            if outcome is not None or (event["branch"], event["ply"]) != (branch, board.ply() + 1):
                yield f"a move at a wrong place: {event}"
                return
            if event["side"] != _side(board):
                yield f"a move of the wrong side: {event}"
            try:
                board.push_text(event["move"])
            except MoveError as error:
                yield f"an illegal move, {event}: {error}"
                return
            if event["turn"] != (None if board.is_game_over() else _side(board)):
                yield f"a wrong turn: {event}"
        elif event["event"] == "tookback":
            if outcome is not None or event["branch"] != branch + 1 or event["ply"] >= board.ply():
                yield f"a takeback at a wrong place: {event}"
                return
            branch = event["branch"]
            while board.ply() > event["ply"]:
                board.pop()
            if event["turn"] != _side(board):
                yield f"a wrong turn: {event}"
        elif event["event"] == "ended":
            if outcome is not None:
                yield f"ended a second time: {event}"
            outcome = event["outcome"]
    yield from _row_faults(row, board, branch, outcome)


def _row_faults(
    row: RowMapping, board: Board, branch: int, outcome: dict[str, Any] | None
) -> Iterator[str]:
    moves = [move.text for move in board.move_stack]
    found = (row["moves"].split(), row["ply"], row["branch"])
    if found != (moves, len(moves), branch):
        yield f"the row says {found}, and the events {(moves, len(moves), branch)}"
    if (json.loads(row["outcome"]) if row["outcome"] else None) != outcome:
        yield f"the row says {row['outcome']}, and the events {outcome}"
    by_rule = board.outcome()
    if by_rule is not None and (outcome or {}).get("termination") != by_rule.termination.value:
        yield f"the rules have ended it with {by_rule}, and it says {outcome}"
    turn = None if outcome is not None else board.turn.value
    if row["turn"] != turn:
        yield f"the row says that {row['turn']} is to move, and the events say {turn}"


def _side(board: Board) -> str:
    return ("first", "second")[board.turn.value]


# --- Clocks --------------------------------------------------------------------------------------


def _clock_faults(
    row: RowMapping, told: Sequence[dict[str, Any]], outages: Sequence[tuple[float, float]]
) -> Iterator[str]:
    """Nobody ever has less than nothing, or more than can be left, or pays for an outage."""
    if row["clock_initial"] is None and row["clock_days"] is None:
        return
    whole = row["clock_initial"] or row["clock_days"] * 86_400.0
    left: dict[str, Any] = {"first": whole, "second": whole, "running": None}
    began = row["created"]
    for event in told:
        clock = event.get("clock")
        if clock is None:
            continue
        for side in ("first", "second"):
            more = 0.0
            if event["event"] == "moved" and event["side"] == side:
                if row["clock_days"]:
                    more = whole - left[side]
                elif left["running"] == side:
                    more = row["clock_increment"]
            if not 0 <= clock[side] <= left[side] + more + ROUNDING:
                yield f"{side} had {left[side]} s, and then {clock[side]}: {event}"
            paid = left[side] + more - clock[side]
            owed = event["at"] - began - _away(began, event["at"], outages)
            if event["event"] in ("moved", "tookback", "ended") and paid > owed + BLUR:
                yield f"{side} paid {paid:.2f} s, and should have paid {owed:.2f}: {event}"
        if event["event"] in ("moved", "tookback"):
            left, began = clock, event["at"]
    for side in ("first", "second"):
        if row[f"remaining_{side}"] < 0:
            yield f"{side} has {row[f'remaining_{side}']} s left"


def _away(since: float, until: float, outages: Sequence[tuple[float, float]]) -> float:
    """Seconds of a time for which nobody was there."""
    return sum(
        max(0.0, min(until, end) - max(since, begin))
        for begin, end in outages
        if end - begin > SHORTEST
    )


def _flag_faults(
    told: Sequence[dict[str, Any]], outages: Sequence[tuple[float, float]]
) -> Iterator[str]:
    """Did a flag fall when the loser's time was up, without the time of an outage?"""
    ended = next((event for event in told if event["event"] == "ended"), None)
    if ended is None or ended["outcome"]["termination"] != "time":
        return
    turns = [event for event in told[: ended["v"] - 1] if event["event"] in ("moved", "tookback")]
    began, left = turns[-1]["at"], turns[-1]["clock"]
    loser = {"first": "second", "second": "first"}[ended["outcome"]["winner"]]
    took, away = ended["at"] - began, _away(began, ended["at"], outages)
    if took - away < left[loser] - BLUR:
        yield (
            f"the flag of {loser} fell after {took:.2f} s, {away:.2f} of them without a server,"
            f" and not after {left[loser]:.2f}"
        )
    pauses = [event["seconds"] for event in told[turns[-1]["v"] :] if event["event"] == "paused"]
    if took - sum(pauses) - left[loser] > LATE:
        yield (
            f"the flag of {loser} fell after {took:.2f} s and pauses of {pauses}, too late after"
            f" {left[loser]:.2f}"
        )


# --- A game and its pages ------------------------------------------------------------------------


def _table_faults(table: Table, row: RowMapping, events: Sequence[RowMapping]) -> Iterator[str]:
    if not table.is_done or row["outcome"] is None:
        where = ", ".join(f"{page} at {page.v}" for page in table.pages)
        yield f"it did not come to its end; event {row['v']}, turn {row['turn']}; {where}"
    ours: set[str] = set()
    for page in table.pages:
        yield from _page_faults(page, row, events)
        ours |= page.sent.keys()
    strange = [
        event["key"]
        for event in events
        if event["key"] and event["key"] not in ours and not event["key"].startswith("engine:")
    ]
    if strange:
        yield f"events that nobody has asked for: {strange}"


def _page_faults(page: Page, row: RowMapping, events: Sequence[RowMapping]) -> Iterator[str]:
    by_key = {event["key"]: event for event in events if event["key"]}
    for key, answers in page.sent.items():
        event = by_key.get(key)
        if answers.acks and answers.refusals:
            yield f"{page}: {answers.message} was accepted and refused: {answers}"
        if len(set(answers.acks)) > 1:
            yield f"{page}: {answers.message} got several answers: {answers}"
        if answers.acks and (event is None or event["v"] != answers.acks[0]):
            yield f"{page}: {answers.message} was acknowledged, but there is {event}"
        if answers.refusals and event is not None:
            yield f"{page}: {answers.message} was refused, and done: {dict(event)}"
        for code, when in answers.refusals:
            if not _may_refuse(events[answers.v :], answers.message, code, when):
                yield f"{page}: {answers.message} was refused as {code!r} for no reason"
    for v, heard in page.events.items():
        if v > len(events) or _timeless(json.loads(events[v - 1]["data"])) != _timeless(heard):
            yield f"{page}: heard {heard}, which the database does not have"
    if not page.state:
        return
    state = page.state
    if state["v"] != row["v"]:
        yield f"{page} ended at event {state['v']}, and the database at {row['v']}"
    outcome = json.loads(row["outcome"]) if row["outcome"] else None
    found = (" ".join(state["moves"]), state["branch"], state["ply"], state["outcome"])
    if found != (row["moves"], row["branch"], row["ply"], outcome):
        yield f"{page} ended with {found}, and the database with {dict(row)}"


def _may_refuse(
    events: Sequence[RowMapping],
    message: dict[str, Any],
    code: str,
    when: float,
) -> bool:
    """Was there a reason to refuse a message then, in events that the page did not know?

    People of ours move only when it is their turn, and play legal moves.
    """
    if message["type"] != "move":
        return code not in ("illegal", "invalid", "watcher")
    later = [event for event in events if event["event"] in ("moved", "tookback", "ended")]
    if code == "time" and later and later[0]["event"] == "ended":
        # The flag falls a moment after the first move that came too late.
        return bool(json.loads(later[0]["data"])["outcome"]["termination"] == "time")
    return any(event["at"] <= when for event in later)


def _timeless(event: dict[str, Any]) -> dict[str, Any]:
    """An event without its clock, which is brought up to date when it is told again."""
    # A state's list of what was said has all the fields of all events.
    return {name: value for name, value in event.items() if name != "clock" and value is not None}
