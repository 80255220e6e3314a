"""The positions of games as jobs: each is judged from nothing, so anywhere and in any order."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from quincunx.board import Board
from quincunx.cluster import Job
from quincunx.engine import Engine, Limit
from quincunx.record.annotate import judge

__all__ = ["Judge", "judge_position"]


@dataclass(frozen=True)
class Judge:
    """Who judges, and for how long: the same judge says the same, with a limit in playouts."""

    limit: Limit
    threads: int = 1
    memory_mb: int = 256
    seed: int = 0

    def job(self, key: str, start: Board, moves: list[str]) -> Job:
        """The position that some moves lead to, as a job."""
        place = {
            "game": start.game.id,
            "size": start.size,
            "pie": start.pie if start.game.has_pie_rule else None,
            "start": start.fen(),
            "moves": moves,
        }
        return Job(key, "quincunx.record.judging:judge_position", {**place, "by": asdict(self)})

    def engine(self, board: Board) -> Engine:
        """An engine for the kind of game that a board has."""
        return Engine.for_board(
            board, threads=self.threads, memory_mb=self.memory_mb, seed=self.seed
        )


#: The engine of this process, and what it is for.
_engines: dict[tuple[object, ...], Engine] = {}


def judge_position(
    game: str,
    size: int,
    pie: bool | None,
    start: str,
    moves: list[str],
    by: dict[str, Any],
) -> dict[str, Any]:
    """Judge a position; the engine stays for the next one."""
    board = Board(game, fen=start, pie=pie)
    wanted = Judge(**{**by, "limit": Limit(**by["limit"])})
    kind = game, size, pie, wanted
    if kind not in _engines:
        while _engines:
            _engines.popitem()[1].close()
        _engines[kind] = wanted.engine(board)
    for text in moves:
        board.push_text(text)
    return judge(_engines[kind], board, wanted.limit).as_dict()
