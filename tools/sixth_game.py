"""Adds the game of ``tests/sixth_game`` to a copy of the tree: all the rest must come with it.

    .venv/bin/python tools/sixth_game.py            what `make sixth` runs
    .venv/bin/python tools/sixth_game.py -k engine  the same, with options for pytest

The copy is ``build/sixth``: the files of the tree as they are now, those of the game, and its line
at the end of ``cpp/games/catalogue.txt``; nothing else. It is built with the packages of ``.venv``.
A second run compiles only what has changed.
"""

from __future__ import annotations

import importlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "tests" / "sixth_game"
LINE = "catalogue_line.txt"
CATALOGUE = Path("cpp/games/catalogue.txt")
TREE = ROOT / "build" / "sixth"
BUILD = TREE / "build" / "dev"  # where tests/checks.py looks for its module
STAGE = TREE / "build" / "stage"
VENV = TREE / "build" / "venv"
PYTHON = str(VENV / "bin" / "python")

#: All tests that are written for every game. The others are about one of the games that there are,
#: about packaging, or about the speed of this machine.
GENERIC = (
    "tests/conformance",
    "tests/api",
    "tests/search",
    "tests/engine",
    "tests/drawing",
    "tests/protocol",
    "tests/arena",
    "tests/rl",
    "tests/study",
    "tests/cli",
    "tests/web",
    "tests/server/test_pages.py",
    "tests/server/test_play.py",
    "tests/games/test_small_boards.py",
    "tests/test_layers.py",
    "src/quincunx",
    "docs",
    "README.md",
)

#: Tests that compare the two builds of the core; the copy has only the one for this machine.
BOTH_BUILDS = (
    "tests/search/test_builds.py",
    "tests/search/test_signature.py::test_signature__is_the_same_in_every_build",
)


class Failed(Exception):
    """A step went wrong; the message says what."""


def run(*command: str | Path, given: str = "") -> str:
    """What a command in the copy says.

    :raises Failed: with all that it said, if it fails.
    """
    done = subprocess.run(
        command,
        cwd=TREE,
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"{shlex.join(map(str, command))}: {done.returncode}\n{done.stdout}")
    return done.stdout


# --- The copy ------------------------------------------------------------------------------------


def tree_files() -> set[Path]:
    """The files of the tree, new ones too, but for the game's and for all that git ignores."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = {ROOT / name for name in listed.stdout.split("\0") if name}
    return {p.relative_to(ROOT) for p in paths if p.is_file() and not p.is_relative_to(GAME)}


def added_files() -> set[Path]:
    """The files of the game, where they go in the tree."""
    files = {path.relative_to(GAME) for path in GAME.rglob("*") if path.is_file()}
    return {path for path in files if path.name != LINE and "__pycache__" not in path.parts}


def write(path: Path, data: bytes) -> None:
    """Leave a file alone that is as it should be, so that nothing is compiled for it again."""
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def copy_tree(line: str) -> None:
    tree, added = tree_files(), added_files()
    if both := sorted(map(str, tree & added)):
        raise Failed(f"the game would replace {', '.join(both)}")
    for path in tree - {CATALOGUE}:
        write(TREE / path, (ROOT / path).read_bytes())
    for path in added:
        write(TREE / path, (GAME / path).read_bytes())
    write(TREE / CATALOGUE, (ROOT / CATALOGUE).read_bytes() + line.encode())
    # What an earlier copy had and the tree has no more.
    for folder in {path.parts[0] for path in tree if len(path.parts) > 1}:
        for old in (TREE / folder).rglob("*"):
            known = old.relative_to(TREE) in tree | added or "__pycache__" in old.parts
            if old.is_file() and not known:
                old.unlink()
    for path in sorted(added):
        print(f"  {len((GAME / path).read_text(encoding='utf-8').splitlines()):4} lines  {path}")
    print(f"  and the line  {line.strip()}")


# --- The build -----------------------------------------------------------------------------------


def build() -> None:
    """The core and the module for tests; then the package and an environment that finds it.

    The environment borrows the packages of .venv without its .pth files, so that `import quincunx`
    can only mean the staged one.
    """
    options = ("-DQUINCUNX_LEVELS=native", "-DCMAKE_BUILD_TYPE=Release")
    python = f"-DPython_EXECUTABLE={sys.executable}"
    run("cmake", "-S", TREE, "-B", BUILD, "-G", "Ninja", *options, python)
    compiled = subprocess.run(
        ["cmake", "--build", BUILD, "--target", "all", "quincunx_checks"], check=False
    )
    if compiled.returncode:
        raise Failed("it does not compile")
    shutil.rmtree(STAGE, ignore_errors=True)
    shutil.copytree(TREE / "src", STAGE)
    run("cmake", "--install", BUILD, "--prefix", STAGE)
    _make_environment()


def build_web() -> None:
    """The core for browsers, with what `make web` has installed here, and the pages."""
    cache = str(ROOT / "build" / "zig")
    os.environ.update(ZIG_GLOBAL_CACHE_DIR=cache, ZIG_LOCAL_CACHE_DIR=cache)
    zig = next(iter(importlib.import_module("ziglang").__path__))
    module = TREE / "build" / "wasm"
    toolchain = f"-DCMAKE_TOOLCHAIN_FILE={TREE / 'cmake' / 'wasm.cmake'}"
    source = TREE / "bindings" / "web"
    run("cmake", "-S", source, "-B", module, "-G", "Ninja", toolchain, f"-DQUINCUNX_ZIG={zig}")
    run("cmake", "--build", module)
    for folder in ("web/node_modules", "build/chromium"):
        link = TREE / folder
        if not link.is_symlink():
            link.symlink_to(ROOT / folder)
    drawings = TREE / "build" / "web"
    drawings.mkdir(exist_ok=True)
    (drawings / "drawings.json").write_text(run(PYTHON, "-m", "quincunx.drawing"), encoding="utf-8")
    sheet = run(PYTHON, "-c", "from quincunx import drawing; print(drawing.stylesheet())")
    (drawings / "drawings.css").write_text(sheet, encoding="utf-8")
    run("node", "web/build.mjs", "core", "page", "app")
    for static in (Path("quincunx/static"), Path("quincunx/server/static")):
        shutil.copytree(TREE / "src" / static, STAGE / static, dirs_exist_ok=True)


def _make_environment() -> None:
    venv.create(VENV, clear=True, symlinks=True)
    borrowed = next(path for path in sys.path if path.endswith("site-packages"))
    own = next(VENV.glob("lib/python3.*/site-packages"))
    (own / "stage.pth").write_text(f"{STAGE}\n{borrowed}\n", encoding="utf-8")
    where = run(PYTHON, "-c", "from quincunx._native import core; print(core.__file__)")
    if not where.startswith(str(STAGE)):
        raise Failed(f"the core comes from {where}")


# --- What users see ------------------------------------------------------------------------------

#: Red gets three cells of a square with the last of these moves, and so moves again.
AGAIN = "b2 a5 b3 b5 c2"

LIBRARY = f"""
import quincunx
from quincunx import drawing, engine

board = quincunx.Board(GAME)
for text in "{AGAIN}".split():
    mover = board.turn
    board.push_text(text)
print(board.turn is mover, board.turn_reason)
print(drawing.scene(board).status)
print("perft", quincunx.perft(board, 2))
print("games", quincunx.playouts(board, 1000, seed=1, lengths=True).games)
batch = quincunx.Batch(board, 3)
batch.step_random(1)
print("batch", len(batch))
with engine.Engine.for_board(board, seed=1) as player:
    for level in engine.LEVELS:
        assert player.play(board, level=level).move in board.legal_moves
    print("playouts", player.analyse(board, engine.Limit(playouts=500)).playouts)
print("solved", engine.solve(quincunx.Board(GAME, size=3)).winner)
"""


@dataclass(frozen=True)
class Show:
    """What Python is run with, what that is given to read, and what it must say."""

    what: str
    arguments: list[str]
    wanted: tuple[str, ...]
    given: str = ""


def command(what: str, words: str, *wanted: str, given: str = "") -> Show:
    return Show(f"quincunx {what}", ["-m", "quincunx", *shlex.split(words)], wanted, given)


def shows(game: str) -> list[Show]:
    """The ways in which people and programs meet a game."""
    after = f"{game} --moves '{AGAIN}'"
    typed = "\n".join([*AGAIN.split(), "undo", "c3", "quit", ""])
    ugi = f"ugi\nsetoption name Game value {game}\nposition startpos moves {AGAIN}\n"
    query = {"id": "q", "game": game, "moves": AGAIN.split(), "playouts": 200}
    reason = "True TurnReason.MOVES_AGAIN"
    counts = ("perft 380", "games 1000", "batch 3", "playouts 500", "solved first")
    return [
        Show(
            "the library",
            ["-c", LIBRARY.replace("GAME", repr(game))],
            (reason, "Red moves again", *counts),
        ),
        command("games", "games", f"\n{game} "),
        command("show", f"show {after}", "Red moves again", "1 trivet\n"),
        command("show --svg", f"show {after} --svg -", "<svg", "Red moves again"),
        command("play", f"play {game} --against human", "\nRed moves again.\n", given=typed),
        command("play --level", f"play {after} --level 2", "Red (you)", given="c3\nresign\n"),
        command("analyse", f"analyse {after} --time 0.3", "Red moves again", "% for Red"),
        command("solve", f"solve {game} --size 3 --openings", "b2"),
        command("perft", f"perft {game} 3 --size 3", "504"),
        command("match", f"match {game} --a level=1 --b random --games 4 --size 3", "4 games"),
        command("engine ugi", "engine ugi", "bestmove", given=f"{ugi}go nodes 200\nquit\n"),
        command("engine json", "engine json", '"best": ', given=f"{json.dumps(query)}\n"),
    ]


def check_shows(game: str) -> list[str]:
    """Run them all; the names of those that do not say what they should."""
    failed = []
    for show in shows(game):
        try:
            said = run(PYTHON, *show.arguments, given=show.given)
        except Failed as error:
            said = str(error)
        wrong = [f"no {words!r} here" for words in show.wanted if words not in said]
        if "sits out" in said:
            wrong.append("nobody sits out")
        print(f"  {'wrong' if wrong else 'ok':8}{show.what}", flush=True)
        if wrong:
            print(said, *wrong, sep="\n")
            failed.append(show.what)
    return failed


# --- What the compiler says ----------------------------------------------------------------------

#: What is left out of the game's header, and how the one sentence that tells of it begins.
LEFT_OUT = {
    "GameInfo info": "Missing: static constexpr GameInfo info",
    "using Stones::Stones": "Missing: explicit G(const Options&)",
    "outcome()": "Missing: std::optional<Outcome> outcome()",
    "legal_set()": "Missing: Bits<W> legal_set()",
    "explain(": "Missing: Explanation explain(Move)",
    "play_unchecked(": "Missing: void play_unchecked(Move)",
}


def without(header: str, declared: str) -> str:
    """The header without one declaration, which may go on for several lines."""
    lines = header.splitlines(keepends=True)
    first = next(i for i, line in enumerate(lines) if declared in line)
    last = next(i for i in range(first, len(lines)) if lines[i].rstrip().endswith((";", "}")))
    return "".join(lines[:first] + lines[last + 1 :])


def check_compiler(name: str) -> list[str]:
    """Leave something out of the game: one error, in plain words, and little around it."""
    entries = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    entry = next(entry for entry in entries if entry["file"].endswith(f"/{name}_rules.cpp"))
    compiler, *flags = shlex.split(entry["command"])
    header = (GAME / "cpp" / "games" / f"{name}.hpp").read_text(encoding="utf-8")
    broken = TREE / "build" / "broken"
    failed = []
    for declared, sentence in LEFT_OUT.items():
        write(broken / "games" / f"{name}.hpp", without(header, declared).encode())
        done = subprocess.run(
            [compiler, "-fsyntax-only", f"-I{broken}", *flags],
            cwd=entry["directory"],
            capture_output=True,
            text=True,
            check=False,
        )
        said = done.stderr.splitlines()
        errors = [line for line in said if "error: " in line]
        good = len(errors) == 1 and sentence in errors[0] and len(said) <= 15
        print(f"  {'ok' if good else 'wrong':8}{declared:22}{len(said):3} lines: {sentence} …")
        if not good:
            print(done.stderr)
            failed.append(f"the compiler's words without {declared}")
    return failed


# --- The tests -----------------------------------------------------------------------------------


def check_tests(name: str, options: Sequence[str]) -> list[str]:
    """All generic tests, the game's own, and the core beside its reference; what failed."""
    deselected = [f"--deselect={test}" for test in BOTH_BUILDS]
    runs = {
        "generic tests and the game's own": [*GENERIC, f"tests/games/test_{name}.py", *deselected],
        "the core beside the reference": ["tests/differential", "-k", f"{name} or test_twins"],
    }
    failed = []
    for what, chosen in runs.items():
        print(f"  {what}", flush=True)
        done = subprocess.run(
            [PYTHON, "-m", "pytest", "-q", "-n", "auto", *chosen, *options], cwd=TREE, check=False
        )
        if done.returncode:
            failed.append(what)
    return failed


def main(options: list[str]) -> int:
    began = time.monotonic()
    line = (GAME / LINE).read_text(encoding="utf-8")
    name = line.split()[0]

    def step(what: str) -> None:
        print(f"[{time.monotonic() - began:4.0f} s] {what}", flush=True)

    try:
        step(f"copying the tree to {TREE.relative_to(ROOT)} and adding {name}")
        copy_tree(line)
        step("building it")
        build()
        step("building it for browsers")
        build_web()
        step("what users see")
        failed = check_shows(name.replace("_", "-"))
        step("what the compiler says of a game that lacks something")
        failed += check_compiler(name)
        step("the tests")
        failed += check_tests(name, options)
    except Failed as error:
        failed = [str(error)]
    if failed:
        step(f"FAILED: {', '.join(failed)}")
        return 1
    step(f"{name} works, and all that it took are the files and the line above")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
