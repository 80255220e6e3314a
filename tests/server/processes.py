"""A server as its users start it: a process of its own, at a free port."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

#: Nothing takes as long as this, unless it hangs.
PATIENCE = 60.0


@contextmanager
def server_process(folder: Path, *options: str) -> Iterator[str]:
    """Its address, without a slash at the end. It must end well when it is told to."""
    command = [sys.executable, "-m", "quincunx", "serve", "--port", "0", "--no-browser"]
    database = ["--database", str(folder / "games.sqlite")]
    log = folder / "server.log"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [*command, *database, *options], stdout=subprocess.PIPE, stderr=errors, text=True
        )
    assert process.stdout
    try:
        said = process.stdout.readline()
        found = re.search(r"http://\S+(?=/)", said)
        assert found, f"{said}\n{log.read_text()}"
        yield found[0]
        process.terminate()
        assert process.wait(PATIENCE) == 0, log.read_text()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def call(address: str, method: str = "GET", **body: Any) -> Any:
    """What a call answers with, as data; it must succeed."""
    data = json.dumps(body).encode() if body else None
    head = {"Content-Type": "application/json"}
    with urlopen(Request(address, data, head, method=method), timeout=PATIENCE) as answer:
        return json.load(answer)
