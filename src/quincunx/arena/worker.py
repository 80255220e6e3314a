"""A process that plays the games of a match, one after the other.

    python -m quincunx.arena.worker

It reads lines of JSON: first the match, then for each game its number and opening, at last
``{"quit": true}``. It answers ``{"ready": true}`` to the first, and to each game with one line for
every move and one for the whole game. If its input ends without a word, whoever started it is gone,
and it ends at once with all programs that it has started.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import traceback
from contextlib import suppress
from typing import Any, BinaryIO

from quincunx.arena.game import NAMES, play_game
from quincunx.arena.players import make_player
from quincunx.arena.settings import MatchSettings

__all__: list[str] = []


def _read(jobs: queue.Queue[dict[str, Any]]) -> None:
    """Queue what comes in. The end of the input ends this process and the programs it started."""
    for line in sys.stdin.buffer:
        jobs.put(json.loads(line))
    os.killpg(0, signal.SIGKILL)


def _write(output: BinaryIO, message: dict[str, Any]) -> None:
    output.write(json.dumps(message).encode() + b"\n")
    output.flush()


def _play(output: BinaryIO, jobs: queue.Queue[dict[str, Any]]) -> None:
    settings = MatchSettings.from_dict(jobs.get())
    start = settings.board()
    players = {name: make_player(settings.player(name)) for name in NAMES}
    _write(output, {"ready": True})
    while "quit" not in (job := jobs.get()):
        game = play_game(
            start,
            players,
            number=job["number"],
            opening=tuple(job["opening"]),
            seed=settings.seed,
            grace=settings.grace,
            on_move=lambda move: _write(output, {"move": move}),
        )
        _write(output, {"game": game.as_dict()})
    for player in players.values():
        player.close()


def main() -> None:
    """Play until there is nothing more to play."""
    # Whatever prints something must not garble the protocol.
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    # A group of its own, if it does not lead one already, to be ended with all it has started.
    with suppress(OSError):
        os.setpgid(0, 0)
    jobs: queue.Queue[dict[str, Any]] = queue.Queue()
    threading.Thread(target=_read, args=(jobs,), daemon=True).start()
    try:
        _play(output, jobs)
    except Exception:
        _write(output, {"error": traceback.format_exc()})
    output.flush()
    os._exit(0)  # the reader waits for input and cannot be asked to leave


if __name__ == "__main__":
    main()
