"""Programs of Node's, and the unit tests of web/ that run in it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
WEB = ROOT / "web"
BIN = WEB / "node_modules" / ".bin"
CORE = WEB / "core"

MISSING = [
    name
    for name, found in {
        "node": shutil.which("node"),
        "npm": shutil.which("npm"),
        "web/node_modules (npm ci in web/)": (BIN / "esbuild").is_file(),
        "web/core/dist (make wasm)": (CORE / "dist" / "quincunx.wasm").is_file(),
    }.items()
    if not found
]

#: Where everything is meant to be there, its absence is a failure.
needs_node = pytest.mark.skipif(
    bool(MISSING) and not os.environ.get("CI"), reason=f"not there: {', '.join(MISSING)}"
)


def run(*words: str | Path, cwd: Path, **variables: str | Path) -> str:
    """What a program writes, with more variables in its environment; all of it if it fails."""
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**os.environ, **{name: str(value) for name, value in variables.items()}},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, f"{words[0]} failed:\n{done.stdout[-8000:]}\n{done.stderr[-8000:]}"
    return done.stdout


def run_node_tests(folder: Path, *sources: Path, **variables: str | Path) -> int:
    """Bundle tests into a folder and run them there, one after the other: how many passed."""
    bundles = []
    for source in sources:
        bundles.append(folder / source.with_suffix(".mjs").name)
        options = ("--bundle", "--platform=node", "--format=esm", "--log-level=warning")
        run(BIN / "esbuild", source, *options, f"--outfile={bundles[-1]}", cwd=WEB)
    how = ("--test", "--test-concurrency=1", "--test-reporter=tap")
    output = run("node", *how, *bundles, cwd=folder, **variables)
    assert re.search(r"^# (?:skipped|todo) [1-9]", output, flags=re.MULTILINE) is None, output
    passed = re.search(r"^# pass (\d+)$", output, flags=re.MULTILINE)
    assert passed is not None and int(passed[1]) >= len(sources), output
    return int(passed[1])
