"""The wheel that `pip install .` makes: what is in it, and that it works away from the checkout.

It is the real wheel, made by pip. Only the object files are those of the last `make`, as both build
in build/dev; about 10 seconds when those are up to date (2 cores), minutes when they are not.
"""

import fcntl
import json
import os
import platform
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "quincunx"


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """Run a command without this process's Python settings; what it printed, or a failed test."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [os.fspath(word) for word in command],
        cwd=cwd,
        env=inherited | {"PATH": path} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # pytest-xdist's workers share the folder above their own; the first one here makes the wheel
    # and the others wait: two builds in one build directory would step on each other's files.
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "wheel"
    with (shared / "wheel.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel")
            options = ("--no-deps", "--no-build-isolation", "--config-settings=build-dir=build/dev")
            run(*pip, *options, "--wheel-dir", folder, ".", cwd=ROOT)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def contents(wheel: Path) -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(wheel) as archive:
        yield archive


@pytest.fixture(scope="module")
def metadata(contents: zipfile.ZipFile) -> Message:
    (name,) = (name for name in contents.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(contents.read(name).decode())


def extension_modules(contents: zipfile.ZipFile) -> set[str]:
    return {
        name.removeprefix("quincunx/").split(".")[0]
        for name in contents.namelist()
        if name.endswith((".so", ".pyd"))
    }


def test_wheel__has_a_core_for_every_machine_and_one_for_this_kind(
    contents: zipfile.ZipFile,
) -> None:
    expected = {"_cpu", "_core_base"}
    if platform.machine() in ("x86_64", "AMD64"):
        expected.add("_core_v3")
    assert extension_modules(contents) == expected


def test_wheel__has_every_file_of_the_package(contents: zipfile.ZipFile) -> None:
    # scikit-build-core leaves out what git ignores, without a word.
    files = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {"quincunx/py.typed", "quincunx/_core.pyi"} <= files
    assert files <= set(contents.namelist())


def test_wheel__has_the_boards_that_are_solved(contents: zipfile.ZipFile) -> None:
    assert json.loads(contents.read("quincunx/solved/openings.json"))["boards"]


def test_wheel__has_the_web_app(contents: zipfile.ZipFile) -> None:
    names = set(contents.namelist())
    manifest = json.loads(contents.read("quincunx/server/static/manifest.json"))
    assert {"app.js", "app.css", "worker.js", "quincunx.wasm"} <= manifest.keys()
    for file in manifest.values():
        for ending in ("", ".br", ".gz"):
            assert f"quincunx/server/static/{file}{ending}" in names
    assert {"quincunx/server/templates/game.html", "quincunx/server/words/de.json"} <= names


def test_wheel__has_nothing_else(contents: zipfile.ZipFile) -> None:
    top = {name.split("/")[0] for name in contents.namelist()}
    assert {name for name in top if not name.endswith(".dist-info")} == {"quincunx"}
    sources = {".c", ".cpp", ".h", ".hpp", ".txt", ".a"}
    package = [Path(name) for name in contents.namelist() if name.startswith("quincunx/")]
    assert [path for path in package if path.suffix in sources] == []


def test_wheel__carries_its_licence_and_its_needs(
    contents: zipfile.ZipFile, metadata: Message
) -> None:
    assert metadata["Name"] == "quincunx"
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
    (licence,) = (name for name in contents.namelist() if name.endswith("/licenses/LICENSE"))
    assert contents.read(licence) == (ROOT / "LICENSE").read_bytes()

    always = [need for need in metadata.get_all("Requires-Dist", []) if "extra ==" not in need]
    assert sorted(need.split(">")[0] for need in always) == ["click", "numpy", "rich"]


def test_wheel__extras_for_learners_bring_what_their_environments_need(metadata: Message) -> None:
    def needs(extra: str) -> set[str]:
        asked = [need.split(";") for need in metadata.get_all("Requires-Dist", [])]
        chosen = [need for need, *when in asked if when and when[-1].endswith(f'"{extra}"')]
        return {re.split(r"[>=\[ ]", need)[0] for need in chosen}

    assert {"rl", "openspiel"} <= set(metadata.get_all("Provides-Extra", []))
    # quincunx[pictures] is for rgb_array.
    assert needs("rl") == {"gymnasium", "numpy", "pettingzoo", "quincunx"}
    assert needs("openspiel") == {"open_spiel"}


def test_wheel__works_outside_the_checkout(
    wheel: Path, contents: zipfile.ZipFile, tmp_path: Path
) -> None:
    # A new environment that borrows the dependencies from this one. Its .pth file names the folder
    # only, so the editable install that this one holds is not seen.
    venv = tmp_path / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", venv, cwd=tmp_path)
    python = venv / "bin" / "python"
    ask = "import sysconfig; print(sysconfig.get_path('purelib'), end='')"
    site_packages = Path(run(python, "-c", ask, cwd=tmp_path))
    borrowed = run(sys.executable, "-c", ask, cwd=tmp_path)
    (site_packages / "borrowed.pth").write_text(borrowed + "\n", encoding="utf-8")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python)
    run(*pip, "install", "--no-deps", "--no-index", wheel, cwd=tmp_path)

    program = """
import quincunx
from quincunx._native import core
print(quincunx.__file__, core.__file__, quincunx.Board("hadron").legal_moves.count(), sep="\\n")

import sys
sys.modules.update(dict.fromkeys(["gymnasium", "pettingzoo", "pyspiel"]))  # as without the extras
from quincunx.rl import VectorEnv
env = VectorEnv("hadron", 5, 4)
print(env.step(env.sample(seed=1)).masks.shape)
"""
    builds = extension_modules(contents) & {"_core_base", "_core_v3"}
    best = run(python, "-c", "from quincunx import _cpu; print(_cpu.level(), end='')", cwd=tmp_path)
    for level in {"base", best}:
        assert f"_core_{level}" in builds
        answers = run(python, "-c", program, cwd=tmp_path, QUINCUNX_CPU=level).splitlines()
        package, core, moves, masks = answers
        assert Path(package).is_relative_to(site_packages)
        assert Path(core).is_relative_to(site_packages)
        assert Path(core).name.startswith(f"_core_{level}.")
        assert moves == "25" and masks == "(4, 25)"

    assert "hadron" in run(venv / "bin" / "quincunx", "games", cwd=tmp_path)
    run(venv / "bin" / "quincunx", "export-page", "play.html", cwd=tmp_path)
    assert (tmp_path / "play.html").read_bytes() == (PACKAGE / "static/page.html").read_bytes()
