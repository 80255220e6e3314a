"""What goes over the wire: the bodies and answers of HTTP calls, and the messages of sockets.

OpenAPI is made from these models, and the page's types (``web/app/src/schema.ts``) from that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

__all__ = [
    "EVENTS",
    "SERVER_MESSAGES",
    "Ack",
    "Answer",
    "AnswerBody",
    "Catalogue",
    "CatalogueGame",
    "ChatBody",
    "Clock",
    "ClockWanted",
    "Created",
    "DaysWanted",
    "EngineWork",
    "GameList",
    "GameState",
    "GameSummary",
    "Health",
    "Hello",
    "LevelText",
    "Move",
    "MoveBody",
    "Moved",
    "NewGame",
    "Offer",
    "OfferBody",
    "Outcome",
    "PageMessage",
    "Ping",
    "Player",
    "Players",
    "Pong",
    "Presence",
    "Problem",
    "Reason",
    "Refusal",
    "Refused",
    "Resign",
    "Restart",
    "Say",
    "SeatBody",
    "SeatTaken",
    "State",
]

SideName = Literal["first", "second"]
OfferKind = Literal["draw", "takeback", "rematch"]
GameId = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z]{10}$")]
#: No control characters, no line breaks, and nothing that turns the direction of what follows.
PLAIN = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$"
#: Chosen by the sender; the same key means the same message, sent again.
Key = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=PLAIN)]
PersonName = Annotated[str, StringConstraints(strip_whitespace=True, max_length=30, pattern=PLAIN)]
ChatText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=300, pattern=PLAIN)
]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=40)]


class Model(BaseModel):
    """Extra fields and other types are refused: they are probably slips of the pen."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Problem(BaseModel):
    """Every error has this form."""

    error: str = Field(description="what is wrong, for people")
    code: str = Field(description="what is wrong, in a word, for programs")
    field: str | None = Field(None, description="the field that is to blame, if it is one")
    cells: list[str] = Field(default_factory=list, description="the cells that the reason is about")


class Refusal(Exception):
    """Something that cannot be done: becomes a :class:`Problem` with this status."""

    def __init__(
        self,
        status: int,
        code: str,
        error: str,
        *,
        field: str | None = None,
        cells: Sequence[str] = (),
        section: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(error)
        self.status = status
        self.code = code
        self.error = error
        self.field = field
        self.cells = list(cells)
        self.section = section
        self.headers = dict(headers or {})

    def again(self) -> Refusal:
        """The same, to be raised once more: an exception keeps all calls that it went through."""
        return Refusal(
            self.status,
            self.code,
            self.error,
            field=self.field,
            cells=self.cells,
            section=self.section,
            headers=self.headers,
        )

    def problem(self) -> Problem:
        return Problem(error=self.error, code=self.code, field=self.field, cells=self.cells)


# --- Games ---------------------------------------------------------------------------------------


class ClockWanted(Model):
    """So much time for the whole game, and so much more for each move, in seconds."""

    initial: Annotated[float, Field(ge=1, le=6 * 3600, allow_inf_nan=False)]
    increment: Annotated[float, Field(ge=0, le=600, allow_inf_nan=False)] = 0


class DaysWanted(Model):
    """So many days for each move."""

    days: Annotated[int, Field(ge=1, le=30)]


class NewGame(Model):
    """A game to be begun."""

    game: Annotated[str, StringConstraints(max_length=40)] = Field(description="its id")
    size: int | None = Field(None, description="the game's usual size if left out")
    opponent: Literal["engine", "friend", "same-screen"] = "engine"
    level: Annotated[int, Field(ge=1, le=10)] = 2
    side: Literal["first", "second", "random"] = "first"
    clock: ClockWanted | DaysWanted | None = None
    takebacks: bool = True
    name: PersonName | None = None
    moves: Annotated[list[MoveText], Field(max_length=1000)] = Field(
        default_factory=list, description="moves that have been played already"
    )


class Created(BaseModel):
    """A new game, and the seat in it. ``token`` is shown once and only here."""

    id: GameId
    side: SideName
    token: str
    url: str
    invite: str | None = Field(description="address of the free seat, for a friend")


class SeatBody(Model):
    """Who takes a seat."""

    name: PersonName | None = None


class SeatTaken(BaseModel):
    id: GameId
    side: SideName
    token: str
    url: str


class Outcome(BaseModel):
    """How a game ended; ``winner`` is null for a draw and for a game that was called off."""

    winner: SideName | None
    termination: str
    text: str
    section: str | None = None
    cells: list[str] = Field(default_factory=list)


class Clock(BaseModel):
    """Remaining seconds at the time of the answer; ``running`` is whose clock goes."""

    initial: float | None
    increment: float | None
    days: int | None
    first: float
    second: float
    running: SideName | None


class Player(BaseModel):
    name: str
    kind: Literal["person", "engine"]
    level: int | None = None


class Players(BaseModel):
    """Who plays; null where a seat is free."""

    first: Player | None
    second: Player | None


class OpenOffer(BaseModel):
    kind: OfferKind
    side: SideName


class GameState(BaseModel):
    """A game as it stands."""

    id: str
    game: str
    size: int
    v: int = Field(description="the number of the last event")
    branch: int = Field(description="grows with every takeback")
    ply: int
    moves: list[str]
    turn: SideName | None
    fen: str
    outcome: Outcome | None
    clock: Clock | None
    players: Players
    opponent: Literal["engine", "friend", "same-screen"]
    takebacks: bool
    offers: list[OpenOffer]
    rematch: str | None
    created: float


class GameSummary(BaseModel):
    """A line in a list of games."""

    id: str
    game: str
    size: int
    ply: int
    moves: list[str]
    turn: SideName | None
    outcome: Outcome | None
    clock: Clock | None
    players: Players
    opponent: str
    you: Literal["first", "second", "both"] | None
    updated: float


class GameList(BaseModel):
    games: list[GameSummary]
    page: int
    pages: int


class MoveBody(Model):
    """A move, and how many moves were played before it."""

    move: MoveText
    ply: Annotated[int, Field(ge=0, le=100_000)]
    branch: Annotated[int, Field(ge=0, le=100_000)] | None = None


class Moved(BaseModel):
    v: int
    ply: int
    branch: int
    repeat: bool = False


class OfferBody(Model):
    kind: OfferKind


class AnswerBody(Model):
    accept: bool


class ChatBody(Model):
    text: ChatText


class Done(BaseModel):
    """Accepted: the number of the event."""

    v: int
    repeat: bool = False


class Reason(BaseModel):
    """Why cells make no legal move; ``legal`` if they do, or are the beginning of one."""

    legal: bool
    text: str | None
    section: str | None
    cells: list[str]


class LevelText(BaseModel):
    level: int
    text: str


class CatalogueGame(BaseModel):
    id: str
    name: str
    author: str
    year: int | None
    credit: str
    sizes: list[int]
    size_texts: list[str]
    default_size: int
    players: list[str]
    colours: list[str]
    has_pie_rule: bool
    draws: bool
    levels: list[LevelText]


class Catalogue(BaseModel):
    games: list[CatalogueGame]


class Health(BaseModel):
    status: Literal["ok"]
    version: str
    database: Literal["sqlite", "postgresql"]


# --- Positions, for scripts -----------------------------------------------------------------------


class PositionAsked(Model):
    """A position: by the moves that lead to it, from the start or from a fen."""

    game: Annotated[str, StringConstraints(max_length=40)] = Field(description="its id or name")
    size: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, description="the game's usual size, or the fen's, if left out"
    )
    pie: bool | None = Field(None, description="the pie rule, where the game has one")
    fen: Annotated[str, StringConstraints(max_length=2000)] | None = Field(
        None, description="the position before the moves; the start if left out"
    )
    moves: Annotated[list[MoveText], Field(max_length=1000)] = Field(
        default_factory=list, description="the moves, in order"
    )


class PositionScore(BaseModel):
    """What the game counts, for each side."""

    first: int
    second: int


class PositionFeature(BaseModel):
    """Something about a position that is worth showing; the game's page lists the kinds."""

    kind: str
    side: SideName | None
    cells: list[str]
    label: str


class Position(BaseModel):
    """A position, and what the rules say about it."""

    game: str
    size: int
    fen: str
    turn: SideName | None = Field(description="who is to move; null when the game is over")
    ply: int = Field(description="how many moves were given")
    last: str | None = Field(description="the last of the moves")
    legal_moves: list[str]
    outcome: Outcome | None
    score: PositionScore | None
    features: list[PositionFeature]


# --- Sockets: from the page ----------------------------------------------------------------------


class Hello(Model):
    """The first message. Without a token, the visitor's cookie says whose seat it is."""

    type: Literal["hello"]
    proto: Literal[1]
    token: Annotated[str, StringConstraints(max_length=100)] | None = None
    seen: Annotated[int, Field(ge=0)] = Field(0, description="the last event that is known")


class Move(Model):
    type: Literal["move"]
    key: Key
    branch: Annotated[int, Field(ge=0, le=100_000)]
    ply: Annotated[int, Field(ge=0, le=100_000)]
    move: MoveText


class Resign(Model):
    type: Literal["resign"]
    key: Key


class Offer(Model):
    type: Literal["offer"]
    key: Key
    kind: OfferKind


class Answer(Model):
    type: Literal["answer"]
    key: Key
    kind: OfferKind
    accept: bool


class Say(Model):
    type: Literal["say"]
    key: Key
    text: ChatText


class Ping(Model):
    type: Literal["ping"]
    t: Annotated[float, Field(allow_inf_nan=False)]


PageMessage = Annotated[
    Hello | Move | Resign | Offer | Answer | Say | Ping, Field(discriminator="type")
]


# --- Sockets: from the server --------------------------------------------------------------------


class _Numbered(BaseModel):
    """What happened: ``event`` says what. ``v`` is one higher than that of the event before."""

    type: Literal["event"] = "event"
    v: int
    at: float = Field(description="seconds of the server's clock")


class MovedEvent(_Numbered):
    event: Literal["moved"]
    branch: int
    ply: int = Field(description="how many moves have been played with this one")
    side: SideName
    move: str
    turn: SideName | None
    clock: Clock | None


class TookBackEvent(_Numbered):
    event: Literal["tookback"]
    branch: int
    ply: int = Field(description="where the game stands now")
    side: SideName
    turn: SideName
    clock: Clock | None


class OfferedEvent(_Numbered):
    event: Literal["offered"]
    kind: OfferKind
    side: SideName


class AnsweredEvent(_Numbered):
    event: Literal["answered"]
    kind: OfferKind
    side: SideName
    accepted: bool
    game: str | None = Field(description="the game that a rematch has begun")


class EndedEvent(_Numbered):
    event: Literal["ended"]
    outcome: Outcome
    clock: Clock | None


class SaidEvent(_Numbered):
    event: Literal["said"]
    side: SideName
    name: str
    text: str


class JoinedEvent(_Numbered):
    event: Literal["joined"]
    side: SideName
    player: Player


class PausedEvent(_Numbered):
    """The server was away for so many seconds, in which nobody's time ran."""

    event: Literal["paused"]
    seconds: float
    clock: Clock | None


class State(GameState):
    """The whole game, for somebody who has just come."""

    type: Literal["state"] = "state"
    you: Literal["first", "second", "both"] | None
    now: float
    chat: list[SaidEvent]


class Ack(BaseModel):
    type: Literal["ack"] = "ack"
    key: str
    v: int
    repeat: bool


class Refused(BaseModel):
    type: Literal["refused"] = "refused"
    key: str
    code: str
    text: str
    section: str
    cells: list[str]
    v: int


class EngineWork(BaseModel):
    """The engine is at work on its move: now (1), or after so many others."""

    place: int


class Presence(BaseModel):
    type: Literal["presence"] = "presence"
    first: bool
    second: bool
    watchers: int
    you: Literal["first", "second", "both"] | None
    engine: EngineWork | None


class Pong(BaseModel):
    type: Literal["pong"] = "pong"
    t: float
    now: float


class Restart(BaseModel):
    type: Literal["restart"] = "restart"
    retry_ms: int


EVENTS: tuple[type[BaseModel], ...] = (
    MovedEvent,
    TookBackEvent,
    OfferedEvent,
    AnsweredEvent,
    EndedEvent,
    SaidEvent,
    JoinedEvent,
    PausedEvent,
)
#: What sockets say and hear; OpenAPI has no place for sockets, so they are added to its models.
PAGE_MESSAGES: tuple[type[BaseModel], ...] = (Hello, Move, Resign, Offer, Answer, Say, Ping)
SERVER_MESSAGES: tuple[type[BaseModel], ...] = (
    State,
    *EVENTS,
    Ack,
    Refused,
    Presence,
    Pong,
    Restart,
)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors that a route may answer with, for OpenAPI; every route may answer 429."""
    told = {
        400: "the body is not JSON",
        401: "no token, or none that is known",
        403: "not yours, or called from a page of another origin",
        404: "there is no such thing",
        409: "not now: the game has gone on, or somebody was quicker",
        413: "the body is too large",
        422: "a field is not right, or the move is not legal",
        429: "too many calls; Retry-After says when to call again",
        503: "the database cannot be reached",
    }
    return {
        status: {"model": Problem, "description": told[status]} for status in (*statuses, 429, 503)
    }
