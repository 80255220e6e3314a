"""The core in WebAssembly equals the native one, and its package is what a package should be.

The tests proper are in TypeScript, ``web/core/test``; here they are bundled, told what the native
core says (``tests/web/expected.py``) and run in Node. They need ``web/core/dist``: `make wasm`.
"""

from __future__ import annotations

import json
import re
import tarfile
from pathlib import Path

import pytest

from tests.web import expected
from tests.web.node import BIN, CORE, ROOT, needs_node, run, run_node_tests

pytestmark = needs_node


def run_core_tests(folder: Path, *names: str, **variables: str | Path) -> None:
    run_node_tests(
        folder,
        *(CORE / "test" / f"{name}.test.ts" for name in names),
        QUINCUNX_CORE=CORE / "dist",
        QUINCUNX_CONFORMANCE=ROOT / "conformance",
        QUINCUNX_BINDINGS=ROOT / "bindings" / "web",
        **variables,
    )


def test_every_file_of_tests_is_run_here() -> None:
    names = {path.name.removesuffix(".test.ts") for path in (CORE / "test").glob("*.test.ts")}
    assert names == {"conformance", "facts", "memory", "module", "search", "worker"}


def test_module__conformance_memory_and_shape(tmp_path: Path) -> None:
    run_core_tests(tmp_path, "conformance", "memory", "module")


@pytest.mark.slow
def test_module__equals_the_native_core(tmp_path: Path) -> None:
    """About 45 s on a busy EPYC: facts, searches to the last bit, levels, solvers, the worker."""
    told = tmp_path / "expected.jsonl"
    expected.write(told)
    run_core_tests(tmp_path, "facts", "search", "worker", QUINCUNX_EXPECTED=told)


# --- The package ---------------------------------------------------------------------------------

TYPES = {path.name.removesuffix(".ts") for path in (CORE / "src").glob("*.ts")}
FILES = {
    "package.json",
    "README.md",
    *(f"dist/{name}.js" for name in ("index", "here", "worker")),
    *(f"dist/{name}.wasm" for name in ("quincunx", "quincunx-rules")),
    *(f"dist/types/{name}.d.ts" for name in TYPES),
}


def test_package__has_what_it_should_and_nothing_else(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    (listed,) = json.loads(
        run("npm", "pack", "--dry-run", "--json", cwd=CORE, npm_config_cache=cache)
    )
    assert {file["path"] for file in listed["files"]} == FILES


@pytest.fixture(scope="module")
def consumer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package is installed, from a tarball."""
    folder = tmp_path_factory.mktemp("consumer")
    run("npm", "pack", "--pack-destination", folder, cwd=CORE, npm_config_cache=folder / "cache")
    (tarball,) = folder.glob("quincunx-*.tgz")
    with tarfile.open(tarball) as archive:
        archive.extractall(folder, filter="data")
    (folder / "node_modules").mkdir()
    (folder / "package").rename(folder / "node_modules" / "quincunx")
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    return folder


CONSUMER = """
import { Board, Core, Engine, IllegalMoveError, solve } from "quincunx";
import type { Facts, Preview, Report } from "quincunx";
import { CoreModule, LocalBoard, LocalEngine } from "quincunx/here";

const core: Core = new Core();
const board = new Board("hadron", { size: 5, core });
const facts: Facts = await board.facts();
const cells: string[] = facts.rows.flat();
try {
  await board.push("c3");
} catch (error) {
  if (error instanceof IllegalMoveError) console.log(error.reason.length, error.position);
}
const engine = new Engine("hadron", { size: 5, seed: 1n });
const report: Report = await engine.analyse(board, { playouts: 10 }, (news: Report) => {
  console.log(news.lines[0]?.pv);
});
const level: Promise<{ move: string }> = engine.play(board, 3);
const { proof } = await solve(board, { seconds: 1 });
const winner: 0 | 1 | null | undefined = proof?.winner;
const module: CoreModule = await CoreModule.load(new Uint8Array());
const local = LocalBoard.open(module, "cordon", { size: 4 });
const preview: Preview = local.preview("a1");
const search = new LocalEngine(module, local).play(local, { level: 2 });
export { cells, level, preview, report, search, winner };
// @ts-expect-error: a search needs numbers
engine.analyse(board, { seconds: "1" });
"""


@pytest.mark.parametrize(
    "options",
    [
        ("--module", "nodenext", "--moduleResolution", "nodenext"),
        ("--module", "esnext", "--moduleResolution", "bundler"),
    ],
    ids=["node", "bundler"],
)
def test_package__types_resolve_for_whoever_uses_it(
    consumer: Path, options: tuple[str, ...]
) -> None:
    (consumer / "consumer.ts").write_text(CONSUMER)
    common = ("--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom", "--types", "")
    run(BIN / "tsc", *common, *options, "consumer.ts", cwd=consumer)


def examples(language: str) -> list[str]:
    readme = (CORE / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.+?)^```", readme, flags=re.DOTALL | re.MULTILINE)


def test_package__the_examples_of_its_readme_run(consumer: Path) -> None:
    first, second = examples("js")
    (consumer / "first.mjs").write_text(first)
    output = run("node", "first.mjs", cwd=consumer)
    assert output.startswith("25\nPLACEMENT RULE [ 'c3' ]\nc4 touches 1 red and 0 blue")
    assert "winner" in output.splitlines()[-1] or "null" in output
    (consumer / "second.mjs").write_text(second)
    assert "[ [ 'a1', 0, 1 ] ]" in run("node", "second.mjs", cwd=consumer)


def test_package__a_script_ends_though_it_closes_nothing(consumer: Path) -> None:
    script = consumer / "open.mjs"
    script.write_text(
        'import { Board } from "quincunx";\n'
        'const board = new Board("cordon");\n'
        "console.log((await board.legalMoves()).length);\n"
    )
    assert run("node", script, cwd=consumer) == "61\n"


def test_package__readme_names_every_method_and_error() -> None:
    readme = (CORE / "README.md").read_text(encoding="utf-8")
    readme = re.sub(r"^```.+?^```", "", readme, flags=re.DOTALL | re.MULTILINE)
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", readme))))
    for name in ("board", "engine", "core"):
        source = (CORE / "src" / f"{name}.ts").read_text(encoding="utf-8")
        methods = set(
            re.findall(r"^  (?:async )?([a-z]\w+)(?:<T>)?\([^)]*\)?", source, re.MULTILINE)
        )
        methods -= {"constructor", "hear", "fail", "post", "end", "hold", "resolve", "reject"}
        methods -= {"ask", "number"}  # between the page's side and the worker
        assert methods <= words, methods - words
    errors = (CORE / "src" / "errors.ts").read_text(encoding="utf-8")
    assert set(re.findall(r"export class (\w+)", errors)) <= words
