"""One engine at the other end of two pipes, spoken to in JSON lines (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from quincunx.errors import EngineError

__all__ = ["EngineProcess", "engine_command"]

#: The longest line that is read from an engine.
_LONGEST_LINE = 1 << 20

#: How much of what it writes on stderr is kept for the error message.
_LAST_WORDS = 500

#: Seconds for what follows at once when a process has ended.
_MOMENT = 2.0

#: Address space beyond twice the engine's memory: the interpreter, libraries, stacks of threads.
_BASE_MB = 512


def engine_command(memory_mb: int) -> list[str]:
    """How our own engine is started; -P, so that the folder we are in cannot come in between."""
    words = ("-m", "quincunx", "engine", "json", "--workers", "1", "--memory", str(memory_mb))
    return [sys.executable, "-P", *words]


def _leashed(command: Sequence[str], memory_mb: int) -> list[str]:
    """The command, with a limit to its memory and its life tied to ours where that can be."""
    if os.name != "posix":
        return list(command)
    leash = Path(__file__).with_name("leash.py")
    most = 2 * memory_mb + _BASE_MB
    return [sys.executable, "-I", "-S", str(leash), str(os.getpid()), str(most), *command]


class EngineProcess:
    """A running engine; :meth:`start` makes it, :meth:`end` must follow. It is asked one thing at a
    time.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin and process.stdout and process.stderr
        self._process = process
        self._stdin = process.stdin
        self._stdout = process.stdout
        self._last_words = b""
        self._overhearing = asyncio.create_task(self._overhear(process.stderr))

    @classmethod
    async def start(cls, command: Sequence[str], memory_mb: int) -> EngineProcess:
        """Start a program that speaks the protocol.

        :raises EngineError: if it cannot be started.
        """
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *_leashed(command, memory_mb),
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                limit=_LONGEST_LINE,
            )
        except OSError as error:
            raise EngineError(f"{command[0]} cannot be started: {error}") from error
        return cls(process)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Does it run, as far as is known?"""
        return self._process.returncode is None and not self._stdout.at_eof()

    async def ask(self, query: Mapping[str, Any]) -> dict[str, Any]:
        """The last report on a query.

        :raises EngineError: if the engine ends, complains, or speaks nonsense.
        """
        await self._send(query)
        while True:
            answer = await self._hear()
            if answer.get("id") != query["id"]:
                continue  # about a query that was given up
            if "error" in answer:
                raise EngineError(f"the engine says: {answer['error']}")
            if not answer.get("is_during_search"):
                return answer

    async def give_up(self, query: Mapping[str, Any]) -> None:
        """Tell it to end a query; its report comes all the same."""
        with suppress(EngineError):
            name = query["id"]
            await self._send({"id": f"end {name}", "action": "terminate", "terminate_id": name})

    async def end(self) -> None:
        """Kill it, and wait until nothing is left of it. It has nothing to lose."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
        self._stdin.close()
        # Read to the ends of the pipes, since only then are they closed.
        await asyncio.wait({self._overhearing}, timeout=_MOMENT)
        self._overhearing.cancel()  # a child of the program may hold the pipes, and live on
        with suppress(TimeoutError):
            async with asyncio.timeout(_MOMENT):
                while await self._stdout.read(_LONGEST_LINE):
                    pass

    async def _send(self, values: Mapping[str, Any]) -> None:
        try:
            self._stdin.write(json.dumps(values).encode() + b"\n")
            await self._stdin.drain()
        except OSError:
            raise await self._gone() from None

    async def _hear(self) -> dict[str, Any]:
        try:
            line = await self._stdout.readline()
        except ValueError:
            raise EngineError(
                f"the engine wrote more than {_LONGEST_LINE} bytes in a line"
            ) from None
        except OSError:
            raise await self._gone() from None
        if not line.endswith(b"\n"):
            raise await self._gone()
        try:
            values = json.loads(line)
        except (ValueError, RecursionError):
            values = None
        if not isinstance(values, dict):
            raise EngineError(f"the engine speaks nonsense: {line[:60]!r}")
        return values

    async def _gone(self) -> EngineError:
        """It has ended, or closed its pipes: how, and what it said last on stderr."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_MOMENT):
                await self._process.wait()
        await asyncio.wait({self._overhearing}, timeout=_MOMENT)
        code = self._process.returncode
        if code is None:
            how = "closed its pipes"
        elif code < 0:
            how = f"was ended by {signal.strsignal(-code) or -code}"
        else:
            how = f"ended with exit code {code}"
        said = " ".join(self._last_words.decode("utf-8", "replace").split())
        return EngineError(f"the engine {how}{f'; it said: {said}' if said else ''}")

    async def _overhear(self, stderr: asyncio.StreamReader) -> None:
        """Read stderr, so that it does not run full, and keep its end."""
        while chunk := await stderr.read(1 << 14):
            self._last_words = (self._last_words + chunk)[-_LAST_WORDS:]
