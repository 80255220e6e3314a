"""The heart of a server: it beats in the database, so that an outage is known afterwards.

Whoever finds that no server was there for a while gives the time back to all whose clocks ran
meanwhile, in the very transaction that writes the next beat: there is no moment at which somebody
could be charged for it, or get it back twice.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select, text, update

from quincunx.server import actions, tables
from quincunx.server.rooms import commit, numbered
from quincunx.server.store import Store, Transaction

__all__ = ["BEAT", "Heart", "Pulse"]

#: Seconds between beats.
BEAT = 0.5
#: Without a beat for so long there was no server, or no database.
AWAY = 1.5
#: Servers that have not been heard of for so long are forgotten.
_FORGOTTEN = 86_400.0
#: Any number will do, if nobody else uses it in this database.
_LOCK = 5_155_156


@dataclass(frozen=True)
class Pulse:
    """What a beat has found."""

    #: For how long nobody was there, if that was an outage.
    away: float | None
    #: The games whose players got that time back.
    paused: list[str]


class Heart:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._last = 0.0

    @property
    def is_late(self) -> bool:
        """May there have been an outage? By the clock on the wall: machines sleep as well."""
        return time.time() - self._last > AWAY

    async def beat(self, *, if_late: bool = False) -> Pulse | None:
        """Say that this server lives, and find out whether somebody did before.

        :param if_late: only if nobody else has done it while we waited; then there is no answer.
        :raises StoreDown: if the database cannot be reached.
        """
        async with self._lock:
            if if_late and not self.is_late:
                return None
            now = time.time()
            pulse = await self._store.write(self._write)
            self._last = now
            return pulse

    def _write(self, transaction: Transaction) -> Pulse:
        connection, servers, now = transaction.connection, tables.servers, time.time()
        if self._store.is_shared:
            # Of several servers that come back at once, one finds the gap.
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        last = connection.execute(select(func.max(servers.c.beat))).scalar_one()
        own = update(servers).where(servers.c.id == self._store.server).values(beat=now)
        is_new = connection.execute(own).rowcount == 0
        away = self._away(last, now, is_new)
        if is_new:
            alone = not self._store.is_shared or last is None or away is not None
            self._begin(transaction, now, alone=alone)
        paused = [] if away is None else _pause(transaction, away, now)
        return Pulse(away, paused)

    def _away(self, last: float | None, now: float, is_new: bool) -> float | None:
        """For how long nobody was there, if that was an outage and not a slow moment."""
        if last is None or now < last:
            return None
        if is_new:
            # Without a database to share, whoever starts was not there before.
            least = 2 * BEAT if self._store.is_shared else 0.0
        else:
            least = AWAY
        return now - last if now - last > least else None

    def _begin(self, transaction: Transaction, now: float, *, alone: bool) -> None:
        connection, games, servers = transaction.connection, tables.games, tables.servers
        connection.execute(delete(servers).where(servers.c.beat < now - _FORGOTTEN))
        row = {"id": self._store.server, "started": now, "beat": now}
        connection.execute(insert(servers), [row])
        if alone:
            # Nobody else is there, so nobody's engine is at work.
            due = update(games).where(games.c.engine_lease.is_not(None))
            connection.execute(due.values(engine_lease=0.0))


def _pause(transaction: Transaction, away: float, now: float) -> list[str]:
    """Give the time back in every game whose clock ran; which ones these are."""
    games = tables.games
    running = select(games).where(games.c.turn_started.is_not(None)).order_by(games.c.id)
    rows = transaction.connection.execute(running.with_for_update()).mappings().all()
    paused = []
    for row in rows:
        change = actions.pause(row, away, now=now)
        if change is not None:
            _, written = numbered(row["id"], row["v"], change, now)
            commit(transaction, row["id"], row["v"], change, written)
            paused.append(row["id"])
    return paused
