"""The tables. Times are seconds since 1970; sides are 0 and 1; what is a list or an object is JSON.

``events`` is the history of each game and is only ever added to. ``games`` has what the last event
led to, so that nobody has to read the history to go on.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

__all__ = ["events", "games", "metadata", "seats", "servers"]

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(10), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("size", SmallInteger, nullable=False),
    Column("opponent", String(20), nullable=False),
    Column("takebacks", Boolean, nullable=False),
    #: The side that an engine plays, and how well.
    Column("engine_side", SmallInteger),
    Column("level", SmallInteger),
    #: Both null without a clock; or seconds and seconds a move; or days a move.
    Column("clock_initial", Double),
    Column("clock_increment", Double),
    Column("clock_days", SmallInteger),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    #: The number of the last event; whoever adds one must have seen this one.
    Column("v", Integer, nullable=False),
    Column("branch", Integer, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("moves", Text, nullable=False),
    #: Null when the game is over.
    Column("turn", SmallInteger),
    Column("outcome", Text),
    Column("offers", Text, nullable=False),
    Column("rematch", String(10)),
    Column("remaining_first", Double),
    Column("remaining_second", Double),
    #: When the clock of the side to move began to run; null while none runs.
    Column("turn_started", Double),
    #: What is left to make up for slow lines, and the last round trip, of each side.
    Column("bank_first", Double),
    Column("bank_second", Double),
    Column("lag_first", Double),
    Column("lag_second", Double),
    #: When the flag falls.
    Column("deadline", Double),
    #: Somebody's engine is at work on the move until then; 0 if nobody is, null if none is wanted.
    Column("engine_lease", Double),
    #: Is it listed for everybody?
    Column("listed", Boolean, nullable=False),
    Index("games_updated", "updated"),
    Index("games_deadline", "deadline", postgresql_where=text("deadline IS NOT NULL")),
    Index("games_engine_lease", "engine_lease", postgresql_where=text("engine_lease IS NOT NULL")),
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(10), ForeignKey("games.id"), primary_key=True),
    Column("side", SmallInteger, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("name", String(40), nullable=False),
    #: SHA-256, in hex, of the secrets by which the seat's owner is known.
    Column("token", String(64)),
    Column("visitor", String(64)),
    Column("joined", Double, nullable=False),
    Index("seats_visitor", "visitor"),
)

events = Table(
    "events",
    metadata,
    Column("game", String(10), ForeignKey("games.id"), primary_key=True),
    Column("v", Integer, primary_key=True),
    Column("event", String(10), nullable=False),
    Column("at", Double, nullable=False),
    #: Of moves alone, so that a place in a game is taken once.
    Column("branch", Integer),
    Column("ply", Integer),
    #: Who sent it, and the key under which it was sent.
    Column("seat", SmallInteger),
    Column("key", String(64)),
    Column("data", Text, nullable=False),
    UniqueConstraint("game", "branch", "ply", name="events_place"),
    UniqueConstraint("game", "seat", "key", name="events_key"),
)

#: Which servers run, and when each of them was last seen to.
servers = Table(
    "servers",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("started", Double, nullable=False),
    Column("beat", Double, nullable=False),
)
