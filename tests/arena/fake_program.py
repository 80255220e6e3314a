"""A program that plays at random, or misbehaves as it is told to, in UGI or HTP.

python fake_program.py ugi|htp [BEHAVIOUR] [AFTER] [LOG]

It behaves well for AFTER moves and then does what BEHAVIOUR says, each time it is asked for a move.
Every line it is sent goes to the file LOG, after its process number.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Callable

from quincunx import Board


def illegal(board: Board) -> str:
    """A cell that is taken."""
    return board.move_stack[-1].text if board.ply() else "z99"


def flood() -> None:
    while True:
        print("nothing to do with it " * 20)


def kill_parent() -> None:
    """As a crash of the process that plays the game."""
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(600)


MISDEEDS: dict[str, Callable[[], object]] = {
    "crash": lambda: sys.exit("out of luck"),
    "abort": os.abort,
    "silent": lambda: time.sleep(600),
    "late": lambda: time.sleep(1.2),
    "flood": flood,
    "kill-parent": kill_parent,
}


class Fake:
    def __init__(self, behaviour: str, after: int, log: str | None) -> None:
        self.behaviour = behaviour
        self.after = after
        self.rng = random.Random(1)
        self.log = open(log, "a", encoding="utf-8") if log else None  # noqa: SIM115 - for ever
        self.asked = 0

    def heard(self, line: str) -> None:
        if self.log:
            print(os.getpid(), line, file=self.log, flush=True)

    def move(self, board: Board) -> str:
        self.asked += 1
        if self.asked > self.after:
            if self.behaviour in MISDEEDS:
                MISDEEDS[self.behaviour]()
            elif self.behaviour == "illegal":
                return illegal(board)
            elif self.behaviour != "good":
                return self.behaviour  # said in place of a move
        return self.rng.choice(list(board.legal_moves)).text


def ugi(fake: Fake) -> None:
    game, size, pie, board = "hadron", 5, True, Board("hadron")
    for line in sys.stdin:
        fake.heard(line.strip())
        words = line.split()
        match words:
            case ["ugi"]:
                if fake.behaviour == "deaf":
                    time.sleep(600)
                print("id name fake")
                for name in ("Game", "Size", "Pie") if fake.behaviour != "no options" else ():
                    print(f"option name {name} type string default x")
                print("ugiok", flush=True)
            case ["setoption", "name", name, "value", value]:
                game = value if name == "Game" else game
                size = int(value) if name == "Size" else size
                pie = value == "true" if name == "Pie" else pie
            case ["isready"]:
                print("readyok", flush=True)
            case ["position", "startpos", *moves]:
                board = Board(
                    game, size=size, pie=None if pie or game != "square-grid-hex" else pie
                )
                for move in moves[1:]:
                    board.push_text(move)
            case ["go", *_]:
                print("info string thinking")
                if fake.behaviour == "error" and fake.asked >= fake.after:
                    print("info string error: no idea")
                print(f"bestmove {fake.move(board)}", flush=True)
            case ["quit"]:
                return


def flip(cell: str, size: int) -> str:
    """From rows counted from the top to rows counted from the bottom, and back."""
    return cell[0] + str(size + 1 - int(cell[1:]))


def htp(fake: Fake) -> None:
    board = Board("square-grid-hex", size=11, pie=False)
    colours = ("black", "white")
    for line in sys.stdin:
        fake.heard(line.strip())
        words = line.split()
        sign, answer = "=", ""
        match words:
            case ["name"]:
                answer = "fake"
            case ["boardsize", size]:
                board = Board("square-grid-hex", size=int(size), pie=False)
            case ["clear_board"]:
                while board.ply():
                    board.pop()
            case ["play", colour, cell] if colour == colours[board.turn.value]:
                board.push_text(flip(cell, board.size))
            case ["genmove", colour] if colour == colours[board.turn.value]:
                text = fake.move(board)
                if text in (move.text for move in board.legal_moves):
                    board.push_text(text)
                on_board = text[1:].isdecimal() and int(text[1:]) <= board.size
                answer = flip(text, board.size) if on_board else text
                if fake.behaviour == "refuse" and fake.asked > fake.after:
                    sign, answer = "?", "I would rather not"
            case ["quit"]:
                print("=\n", flush=True)
                return
            case _:
                sign, answer = "?", "what?"
        print(f"{sign} {answer}\n", flush=True)


def main() -> None:
    protocol, behaviour, after, log, *_ = [*sys.argv[1:], *["good", "0", ""][len(sys.argv) - 2 :]]
    fake = Fake(behaviour, int(after), log or None)
    (ugi if protocol == "ugi" else htp)(fake)


if __name__ == "__main__":
    main()
