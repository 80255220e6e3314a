"""
The compiled core of Quincunx. Use the package quincunx, which is made of it.
"""

from collections.abc import Callable, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

def fingerprint() -> str:
    """Of the sources: the same for all builds of the same core."""

class Ending:
    """One of the ways in which a game ends."""

    @property
    def name(self) -> str: ...
    @property
    def section(self) -> str: ...
    @property
    def text(self) -> str: ...

class SideInfo:
    """What a game calls a side, and how it is shown."""

    @property
    def name(self) -> str: ...
    @property
    def letter(self) -> str: ...
    @property
    def colour(self) -> str: ...

class GameInfo:
    """What is fixed about a game: names, sizes, sides, endings."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def author(self) -> str: ...
    @property
    def year(self) -> int: ...
    @property
    def credit(self) -> str: ...
    @property
    def sides(self) -> tuple[SideInfo, SideInfo]: ...
    @property
    def piece(self) -> str: ...
    @property
    def pieces(self) -> str: ...
    @property
    def is_square(self) -> bool: ...
    @property
    def sizes(self) -> list[int]: ...
    @property
    def default_size(self) -> int: ...
    @property
    def has_pie_rule(self) -> bool: ...
    @property
    def has_draws(self) -> bool: ...
    @property
    def example(self) -> str: ...
    @property
    def endings(self) -> list[Ending]: ...

MOST_THREADS: int = 1024

def games() -> list[GameInfo]:
    """Every game, in menu order."""

class Move:
    """
    A move: a cell (`c3`), a step (`c3-d4`) or `swap`.

    Moves are plain texts until a board is asked about them, so they can be
    compared, kept in sets and sent anywhere.
    """

    def __init__(self, text: str) -> None: ...
    @property
    def text(self) -> str: ...
    @property
    def cells(self) -> tuple[str, ...]:
        """
        The cells that the mover touches, in order: one for a placement, two for a step.
        """

    def __str__(self) -> str: ...
    def __repr__(self) -> str: ...
    def __eq__(self, arg: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Move], tuple[str]]: ...

class History:
    """A game being played, of any kind."""

    def __init__(self, game: str, size: int, pie: bool) -> None: ...
    @staticmethod
    def from_fen(game: str, fen: str) -> History: ...
    def copy(self) -> History: ...
    def rooted(self) -> History:
        """The position alone, without the game that led to it."""

    @property
    def game(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def pie(self) -> bool: ...
    @property
    def most_plies(self) -> int | None:
        """No game on this board has more plies."""

    @property
    def rows(self) -> list[list[str]]:
        """The names of the cells, row by row from the bottom."""

    def at(self, cell: str) -> tuple[int, int] | None:
        """Side and height of what stands on a cell."""

    def neighbours(self, cell: str) -> list[str]: ...
    def pieces(self) -> list[tuple[str, int, int]]:
        """
        Cell, side and height of all that stands on the board, in reading order.
        """

    def features(self) -> list[tuple[str, int | None, list[str], str]]:
        """Kind, side, cells and label of what is worth showing."""

    @property
    def turn(self) -> int: ...
    @property
    def turn_reason(self) -> str:
        """How the turn came to the side to move."""

    def legal_moves(self) -> list[Move]: ...
    def legal_count(self) -> int: ...
    def is_legal(self, text: str) -> bool: ...
    def why_illegal(self, text: str) -> str | None: ...
    def explain(self, text: str) -> tuple[str, str, list[str]] | None:
        """Why a move, or its beginning, is not allowed: text, section, cells."""

    def events(
        self, text: str
    ) -> list[list[tuple[str, int | None, list[str], int, int, list[str], str, str]]]:
        """
        What a legal move does, wave by wave: kind, side, cells, heights before and after,
        causes, and kind and label of a feature.
        """

    def parse(self, text: str) -> Move: ...
    def push(self, text: str) -> Move: ...
    def pop(self) -> Move: ...
    def peek(self) -> Move: ...
    def moves(self) -> list[Move]: ...
    @property
    def ply(self) -> int: ...
    def outcome(self) -> tuple[int | None, str] | None:
        """Winner and name of the ending."""

    def score(self) -> tuple[int, int] | None: ...
    def fen(self) -> str: ...
    def hash(self) -> int: ...
    def canonical_hash(self) -> int: ...
    def symmetries(self) -> list[str]: ...
    def transform(self, k: int) -> History: ...
    def transform_move(self, text: str, k: int) -> Move: ...

def divide(history: History, depth: int, threads: int) -> list[tuple[Move, int]]:
    """Number of move sequences of this length, by first move."""

def playouts(
    history: History, n: int, seed: int, threads: int, way: str
) -> tuple[int, int, int, int]:
    """
    Wins of the first and second side, draws, and plies of all games together. The way is
    "fastest", "moves", "fill" (one board at a time) or "lanes" (many at a time).
    """

def way(history: History) -> str:
    """How the fastest playouts of this game are played."""

class LinkBoard:
    """What may join two edges, for proofs."""

    def __init__(self, beside: Sequence[Sequence[int]], edges: Sequence[Sequence[int]]) -> None: ...
    def search(
        self, own: Sequence[int], free: Sequence[int]
    ) -> tuple[list[list[int]], list[tuple[int, list[int]]], int, list[int], list[int]]:
        """
        Places, steps (kind, parts), the step that joins the edges or -1, or else moves that
        threaten to and the steps after them. A step's kind is 0: place and free cell touch,
        1: two steps meet, 2: moves and the steps after them.
        """

class Batch:
    """Many boards of one game, moved on together."""

    def __init__(self, history: History, count: int) -> None: ...
    @property
    def count(self) -> int: ...
    @property
    def action_count(self) -> int: ...
    @property
    def cell_count(self) -> int: ...
    def step(
        self,
        actions: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        threads: int,
    ) -> None: ...
    def step_random(self, seed: int, threads: int) -> None: ...
    def reset(
        self,
        which: Annotated[
            NDArray[numpy.bool_], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None: ...
    def legal(
        self,
        out: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order="C", device="cpu")],
        threads: int,
    ) -> None: ...
    def cells(
        self,
        out: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order="C", device="cpu")],
        threads: int,
    ) -> None: ...
    def turns(
        self, out: Annotated[NDArray[numpy.int8], dict(shape=(None,), order="C", device="cpu")]
    ) -> None: ...
    def results(
        self, out: Annotated[NDArray[numpy.int8], dict(shape=(None,), order="C", device="cpu")]
    ) -> None: ...
    @property
    def plane_names(self) -> list[str]: ...
    @property
    def plane_side(self) -> int: ...
    def observe(
        self,
        planes: Annotated[
            NDArray[numpy.uint8], dict(shape=(None, None, None, None), order="C", device="cpu")
        ],
        legal: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order="C", device="cpu")],
        turns: Annotated[NDArray[numpy.int8], dict(shape=(None,), order="C", device="cpu")],
        other_side: bool,
        threads: int,
    ) -> None: ...
    def sample(
        self,
        out: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
        seed: int,
    ) -> None: ...
    def advance(
        self,
        actions: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        planes: Annotated[
            NDArray[numpy.uint8], dict(shape=(None, None, None, None), order="C", device="cpu")
        ],
        legal: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order="C", device="cpu")],
        turns: Annotated[NDArray[numpy.int8], dict(shape=(None,), order="C", device="cpu")],
        rewards: Annotated[NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu")],
        ends: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order="C", device="cpu")],
        threads: int,
    ) -> None: ...
    def fen(self, i: int) -> str: ...

def legal_actions(history: History) -> list[int]: ...
def action_of(history: History, text: str) -> int: ...
def move_of_action(history: History, action: int) -> Move: ...

PLANES_VERSION: int = 0

class NetSearch:
    """A tree search in many games, which asks what positions are worth."""

    def __init__(
        self, history: History, games: int, *, seed: int, noise: float, memory_mb: int
    ) -> None: ...
    @property
    def action_count(self) -> int: ...
    @property
    def plane_names(self) -> list[str]: ...
    @property
    def plane_side(self) -> int: ...
    def leaves(
        self,
        simulations: int,
        planes: Annotated[
            NDArray[numpy.uint8], dict(shape=(None, None, None, None), order="C", device="cpu")
        ],
        legal: Annotated[NDArray[numpy.bool_], dict(shape=(None, None), order="C", device="cpu")],
    ) -> int: ...
    def give(
        self,
        policy: Annotated[
            NDArray[numpy.float32],
            dict(shape=(None, None), order="C", device="cpu", writable=False),
        ],
        values: Annotated[
            NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None: ...
    def visits(
        self,
        out: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order="C", device="cpu")],
    ) -> None: ...
    def policy(
        self,
        out: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order="C", device="cpu")],
    ) -> None: ...
    def values(
        self, out: Annotated[NDArray[numpy.float32], dict(shape=(None,), order="C", device="cpu")]
    ) -> None: ...
    def proofs(
        self, out: Annotated[NDArray[numpy.int8], dict(shape=(None,), order="C", device="cpu")]
    ) -> None: ...
    def choose(
        self,
        drawn: Annotated[
            NDArray[numpy.bool_], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
        out: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")],
    ) -> None: ...
    def sample(
        self, out: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu")]
    ) -> None: ...
    def play(
        self,
        actions: Annotated[
            NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)
        ],
    ) -> None: ...
    def turns(
        self, out: Annotated[NDArray[numpy.int8], dict(shape=(None,), order="C", device="cpu")]
    ) -> None: ...
    def results(
        self, out: Annotated[NDArray[numpy.int8], dict(shape=(None,), order="C", device="cpu")]
    ) -> None: ...

class SymmetryMaps:
    """What a symmetry does to planes and actions."""

    @property
    def places(self) -> list[int]: ...
    @property
    def actions(self) -> list[int]: ...

def symmetry_maps(history: History, k: int) -> SymmetryMaps:
    """Where places of planes and actions go; -1 for what is none."""

class Proof:
    """Who wins, and within how many plies."""

    @property
    def winner(self) -> int | None: ...
    @property
    def plies(self) -> int: ...

class Candidate:
    """What a search found out about one move."""

    @property
    def move(self) -> Move: ...
    @property
    def value(self) -> float: ...
    @property
    def visits(self) -> int: ...
    @property
    def prior(self) -> float: ...
    @property
    def proven(self) -> Proof | None: ...
    @property
    def pv(self) -> list[Move]: ...

class Report:
    """What a search found out so far."""

    @property
    def lines(self) -> list[Candidate]: ...
    @property
    def value(self) -> float: ...
    @property
    def wdl(self) -> tuple[float, float, float]: ...
    @property
    def proven(self) -> Proof | None: ...
    @property
    def playouts(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def memory(self) -> int: ...
    @property
    def running(self) -> bool: ...
    @property
    def stopped_by(self) -> str: ...

class Engine:
    """An engine for one game and board."""

    def __init__(
        self, any: History, threads: int, memory_mb: int, seed: int, style: str
    ) -> None: ...
    def start(self, history: History, time: float | None, playouts: int | None) -> None:
        """Begin to search; return at once."""

    def wait(self, seconds: float | None) -> bool:
        """Wait this long for the end at most; say whether it has come."""

    def stop(self) -> None:
        """End the search, and return when it has ended."""

    def report(self, lines: int, pv: int) -> Report:
        """
        What is known: at most this many lines (0 for all), each at most this long.
        """

    def clear(self) -> None:
        """Forget all that was learnt."""

class Level:
    """One of the levels: how far it looks, and among what it chooses."""

    @property
    def text(self) -> str: ...
    @property
    def playouts(self) -> int: ...
    @property
    def margin(self) -> float: ...
    @property
    def temperature(self) -> float: ...

def levels() -> list[Level]:
    """The levels from 1 on."""

LEVEL_MEMORY_MB: int = 64

FORCED_PLAYOUTS: int = 10000

class Chooser:
    """Chooses among moves; the same seed gives the same choices."""

    def __init__(self, seed: int) -> None: ...
    def choose(
        self,
        moves: Sequence[tuple[float, int, float | None, int]],
        margin: float,
        temperature: float,
    ) -> int:
        """
        The number of the move to play, given value, visits, and proven value and plies of each.
        """

class Solver:
    """Exact solving of one game and board."""

    def __init__(self, any: History, memory_mb: int) -> None: ...
    def work(self, history: History, seconds: float) -> Proof | None:
        """
        Work on a position this long, or until it is proven; call again to go on.
        """

    def stop(self) -> None:
        """From another thread: let work() return soon."""

    def save(self, write: Callable[[bytes], object]) -> None:
        """Give all that was learnt to a function that takes bytes."""

    def load(self, any: History, read: Callable[[int], bytes]) -> None:
        """
        Take over what another solver of this game, board and memory has saved, from a function
        that reads so many bytes at most. If it fails, the solver is of no use.
        """

    @property
    def state(self) -> tuple[int, int, tuple[int, int] | None, int]:
        """
        Entries in use and in all, proof and disproof number of what was asked last, depth.
        """

    @property
    def kind(self) -> str: ...
    @property
    def nodes(self) -> int: ...

def read_tags(text: bytes) -> tuple[dict[str, str], list[tuple[int, int, str]], int]:
    """
    The tags at the beginning of a text, what is wrong with them (from, to, why), and where
    they end.
    """

def scan_tags(
    data: bytearray, at: int, size: int, final: bool
) -> tuple[list[tuple[int, dict[str, str]]], int]:
    """
    Where each game in a part of a file begins from a place on, with its tags, and how far the
    part is done with. The sign before a place tells whether a line begins there.
    """

def read_moves(
    start: History, text: bytes, at: int
) -> tuple[list[Move | tuple[str, str]], History, str | None, tuple[int, int, str] | None]:
    """
    What a text says from a place on: moves, and pairs of a word (mark, comment, begin, end)
    and a text; the end of the main line; the result; and what is wrong (from, to, why).
    """

def share_text(history: History) -> str:
    """A whole game in letters and digits."""

def from_share_text(text: str) -> History:
    """The game that such a text is of."""
