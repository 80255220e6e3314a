"""An engine that misbehaves as it is told to, in JSON lines (docs/protocol.md).

python fake_engine.py BEHAVIOUR TIMES LOG

It misbehaves when the first TIMES queries come, whichever of its processes they are put to, and is
good afterwards. Each query is a line in the file LOG: process, level, number of moves. The
behaviour "gate" answers no query before there is a file LOG.open.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from quincunx import Board


def first_move(query: dict[str, Any]) -> str:
    board = Board(query["game"], size=query["size"])
    for move in query["moves"]:
        board.push_text(move)
    return next(iter(board.legal_moves)).text


def say(values: object) -> None:
    print(json.dumps(values), flush=True)


def misbehave(behaviour: str, query: dict[str, Any]) -> None:
    """Some of these are the end; after the others there is no answer."""
    head = {"id": query["id"], "turn_number": 0, "is_during_search": False}
    match behaviour:
        case "crash":
            sys.exit("out of luck")
        case "abort":
            os.abort()
        case "silent":
            time.sleep(600)
        case "deaf":
            os.close(0)
            time.sleep(600)
        case "half":
            sys.stdout.write('{"id": ')
            sys.stdout.flush()
            os._exit(0)
        case "words":
            print("to be or not to be", flush=True)
        case "list":
            say([1, 2])
        case "error":
            say({"error": "no idea", "field": None, "id": query["id"]})
        case "nothing":
            say(head | {"no_results": True})
        case "illegal":
            say(head | {"best": "z99"})
        case "number":
            say(head | {"best": 7})
        case "long":
            say(head | {"best": "x" * (3 << 20)})
        case "flood":
            while True:
                print("{}" * 1000)
        case "chatter":
            while True:
                say({"id": "somebody else's"})
        case "shout":
            while True:
                print("help! " * 1000, file=sys.stderr)
        case "hungry":
            bytearray(8 << 30)
            say(head | {"best": first_move(query)})


def main() -> None:
    behaviour, times, log = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    for line in sys.stdin:
        query = json.loads(line)
        if "action" in query:
            continue
        with log.open("a", encoding="utf-8") as file:
            print(os.getpid(), query["level"], len(query["moves"]), file=file)
        if behaviour == "gate":
            while not log.with_suffix(".open").exists():
                time.sleep(0.01)
        elif len(log.read_text(encoding="utf-8").splitlines()) <= times:
            misbehave(behaviour, query)
            continue
        say({"id": query["id"], "turn_number": 0, "is_during_search": True, "best": "a1"})
        say(
            {
                "id": query["id"],
                "turn_number": 0,
                "is_during_search": False,
                "best": first_move(query),
            }
        )


if __name__ == "__main__":
    main()
