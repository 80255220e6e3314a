"""OpenSpiel's MCTSBot as a Hex program that speaks HTP, to be measured against.

    .venv/bin/python tools/openspiel_player.py --time 0.5

    quincunx match square-grid-hex --size 11 --no-pie --games 100 \\
        --a time=0.5 --b "time=0.5,htp:.venv/bin/python tools/openspiel_player.py"

The bot is the C++ one: UCT with c = 1.4, one random rollout for each simulation, proven results
backed up, a new tree for each move. OpenSpiel's hex is Hex as we play it without the pie rule:
player 0 joins top and bottom, a cell touches the one above to the right and the one below to the
left, and cells have the names that HTP gives them, rows counted from the top. tests/arena holds it
to that. Needs `make bench` once, which installs OpenSpiel.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Callable
from typing import Any

import pyspiel

#: More simulations than any time allows.
_UNLIMITED = 1_000_000_000

_COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}


class Refused(Exception):
    """A command that cannot be obeyed; the text is the answer."""


class OpenSpielPlayer:
    """The bot at its board, and the commands it knows."""

    def __init__(self, seconds: float, simulations: int | None, memory_mb: int, seed: int) -> None:
        self._seconds = seconds
        self._simulations = simulations
        self._memory_mb = memory_mb
        self._rng = random.Random(seed)
        self.commands: dict[str, Callable[[list[str]], str]] = {
            "name": lambda words: "OpenSpiel MCTSBot",
            "version": lambda words: _version(),
            "protocol_version": lambda words: "2",
            "list_commands": lambda words: "\n".join([*self.commands, "quit"]),
            "known_command": lambda words: str(words[0] in self.commands).lower(),
            "boardsize": self._boardsize,
            "clear_board": lambda words: self._clear(),
            "play": self._play,
            "genmove": self._genmove,
            "undo": lambda words: self._undo(),
            "showboard": lambda words: "\n" + str(self._state),
            "time_settings": self._time_settings,
        }
        self._set_size(11)

    def obey(self, command: str, words: list[str]) -> str:
        """The answer to a command.

        :raises Refused: if it is not one.
        """
        if command not in self.commands:
            raise Refused(f"unknown command {command}")
        try:
            return self.commands[command](words)
        except (IndexError, ValueError) as error:
            raise Refused(f"{command}: {error}") from None

    # --- The board -------------------------------------------------------------------------------

    def _set_size(self, size: int) -> None:
        self._size = size
        self._game = pyspiel.load_game("hex", {"board_size": size})
        self._clear()

    def _boardsize(self, words: list[str]) -> str:
        size = int(words[0])
        if not 2 <= size <= 19 or any(int(word) != size for word in words):
            raise Refused("the board must be a square of 2 to 19")
        self._set_size(size)
        return ""

    def _clear(self) -> str:
        self._state = self._game.new_initial_state()
        return ""

    def _require_turn(self, colour: str) -> None:
        if _COLOURS.get(colour.lower()) is None:
            raise Refused(f"no colour is called {colour}")
        if self._state.is_terminal():
            raise Refused("the game is over")
        if _COLOURS[colour.lower()] != self._state.current_player():
            raise Refused(f"it is not the turn of {colour}")

    def _play(self, words: list[str]) -> str:
        self._require_turn(words[0])
        action = self.action_of(words[1])
        if action not in self._state.legal_actions():
            raise Refused(f"{words[1]} is occupied")
        self._state.apply_action(action)
        return ""

    def _undo(self) -> str:
        actions = self._state.history()
        if not actions:
            raise Refused("there is no move to take back")
        self._clear()
        for action in actions[:-1]:
            self._state.apply_action(action)
        return ""

    def action_of(self, cell: str) -> int:
        """OpenSpiel's number of a cell: row by row from the top, each from the left."""
        found = re.fullmatch(r"([a-s])([0-9]{1,2})", cell.lower())
        column, row = (ord(found[1]) - ord("a"), int(found[2]) - 1) if found else (-1, -1)
        if not (0 <= column < self._size and 0 <= row < self._size):
            raise Refused(f"{cell} is not a cell of this board")
        return row * self._size + column

    def cell_of(self, action: int) -> str:
        """The name of a cell, as HTP has it."""
        row, column = divmod(action, self._size)
        return f"{chr(ord('a') + column)}{row + 1}"

    # --- Thinking --------------------------------------------------------------------------------

    def _time_settings(self, words: list[str]) -> str:
        main, period, stones = float(words[0]), float(words[1]), int(words[2])
        if main or stones < 1 or period <= 0:
            raise Refused("only a time for each move is known here: time_settings 0 SECONDS MOVES")
        self._seconds = period / stones
        return ""

    def _genmove(self, words: list[str]) -> str:
        self._require_turn(words[0])
        action = self._bot().step(self._state)
        self._state.apply_action(action)
        return self.cell_of(action)

    def _bot(self) -> Any:
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=self._rng.getrandbits(31))
        return pyspiel.MCTSBot(
            self._game,
            evaluator,
            uct_c=1.4,
            max_simulations=self._simulations or _UNLIMITED,
            max_memory_mb=self._memory_mb,
            solve=True,
            seed=self._rng.getrandbits(31),
            verbose=False,
            max_wall_clock_time=-1.0 if self._simulations else self._seconds,
        )


def _version() -> str:
    from importlib import metadata

    return metadata.version("open_spiel")


def serve(player: OpenSpielPlayer) -> None:
    """Answer commands, one a line, until the input ends."""
    for line in sys.stdin:
        words = line.partition("#")[0].split()
        if not words:
            continue
        number = words.pop(0) if words[0].isdecimal() and len(words) > 1 else ""
        command = words.pop(0)
        try:
            sign, answer = "=", "" if command == "quit" else player.obey(command, words)
        except Refused as refused:
            sign, answer = "?", str(refused)
        print(f"{sign}{number} {answer}\n", flush=True)
        if command == "quit":
            break


def main() -> None:
    parser = argparse.ArgumentParser(description="OpenSpiel's MCTSBot as an HTP program for Hex.")
    parser.add_argument("--time", type=float, default=1.0, help="seconds for a move")
    parser.add_argument("--simulations", type=int, help="so many for a move instead of a time")
    parser.add_argument("--memory", type=int, default=1000, help="MB")
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    seed = random.SystemRandom().getrandbits(31) if options.seed is None else options.seed
    serve(OpenSpielPlayer(options.time, options.simulations, options.memory, seed))


if __name__ == "__main__":
    main()
