"""Folders and modules stand in dependency order (docs/architecture.md), and no arrow points back.

The two tables below are that order. A layer may use itself and what stands above it in the table.
Only what happens on import counts in Python: a function may import from a later layer when it is
called, as Board._repr_svg_ does with the drawings.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# C++: includes are written from cpp/, so "games/hadron.hpp" is in the layer cpp/games.
CPP_LAYERS = (
    "cpp/core",
    "cpp/boards",
    "cpp/play",
    "cpp/games",
    "cpp/search",
    "cpp/engines",
    "bindings",
)

# Python: modules and subpackages of quincunx, "__init__" for the package itself.
PYTHON_LAYERS = (
    ("reference",),  # a second reading of the rules, which knows none of the others
    ("_cpu", "_core", "_core_base", "_core_v3"),  # compiled
    ("_native",),
    ("errors", "files"),
    ("games",),
    ("board",),
    ("search", "batch"),
    ("__init__",),
    ("drawing",),
    ("testing",),
    ("solved",),
    ("cluster",),
    ("engine",),
    ("proof",),
    ("learn",),
    ("record",),
    ("protocol", "arena"),
    ("convert",),
    ("rl",),
    ("study",),
    ("server",),
    ("cli", "__main__"),
)

# What may be imported when a module is imported, from outside the standard library; all else waits
# until a function needs it, as `import quincunx` has to be quick.
THIRD_PARTY = {
    "cli": {"click", "rich"},
    # Nobody imports these but who has the extra: parts of `learn` that are imported when they are
    # needed, and what other projects call an adapter.
    "learn": {"numpy", "onnx", "torch"},
    "rl": {"gymnasium", "numpy", "open_spiel", "pettingzoo", "pyspiel"},
    "server": {
        "alembic",
        "fastapi",
        "httptools",
        "jinja2",
        "markupsafe",
        "pydantic",
        "sqlalchemy",
        "starlette",
        "uvicorn",
        "websockets",
    },
}

# What only Unix has, modules and parts of modules: what is imported must do without. A function may
# ask for one where it is of use.
UNIX_MODULES = frozenset(
    ("curses", "fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "termios", "tty")
)
UNIX_NAMES = re.compile(
    r"os\.(fork|get(loadavg|[a-z]*id)|kill|nice|openpty|sched_|set[a-z]*id|sysconf|uname|wait).*"
    r"|signal\.(SIG(ALRM|CHLD|HUP|KILL|PIPE|QUIT|STOP|TSTP|USR.)|alarm|pause|pthread|setitimer).*"
    r"|select\.(epoll|kqueue|poll)|time\.tzset"
)

PYTHON_HEADERS = re.compile(r"nanobind/.*|Python\.h|pybind11/.*")


def cpp_files() -> list[Path]:
    return sorted(
        path
        for folder in ("cpp", "bindings")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".c", ".cpp", ".h", ".hpp")
    )


def cpp_layer(path: Path) -> str:
    """The layer of a file below the root: "cpp/core" or "bindings"."""
    folders = path.relative_to(ROOT).parts
    return folders[0] if folders[0] == "bindings" else "/".join(folders[:2])


def includes(path: Path) -> Iterator[tuple[str, str]]:
    """Pairs of the opening sign, < or ", and the name."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if found := re.match(r'\s*#\s*include\s*([<"])([^>"]+)', line):
            yield found[1], found[2]


def resolve(included_by: Path, name: str) -> Path | None:
    """The file of ours that an include means, as the compiler looks for it."""
    for folder in (included_by.parent, ROOT / "cpp"):
        if (folder / name).is_file():
            return (folder / name).resolve()
    return None


def test_cpp__every_file_is_in_a_layer() -> None:
    assert {cpp_layer(path) for path in cpp_files()} <= set(CPP_LAYERS)


@pytest.mark.parametrize("layer", CPP_LAYERS)
def test_cpp__includes_point_up_the_table(layer: str) -> None:
    allowed = CPP_LAYERS[: CPP_LAYERS.index(layer) + 1]
    for path in cpp_files():
        if cpp_layer(path) != layer:
            continue
        for sign, name in includes(path):
            target = resolve(path, name)
            where = f"{path.relative_to(ROOT)} includes {name}"
            if target is None:
                assert sign == "<", f"{where}, which is not a file of ours: write <{name}>"
            else:
                assert sign == '"', f'{where}, a file of ours: write "{name}"'
                assert cpp_layer(target) in allowed, f"{where}, against the order {CPP_LAYERS}"


def test_cpp__the_library_does_not_know_python() -> None:
    for path in cpp_files():
        if cpp_layer(path) != "bindings":
            for _, name in includes(path):
                assert not PYTHON_HEADERS.fullmatch(name), f"{path.relative_to(ROOT)}: {name}"


PACKAGE = ROOT / "src" / "quincunx"
PYTHON_FILES = sorted(PACKAGE.rglob("*.py"))
RANK = {name: rank for rank, layer in enumerate(PYTHON_LAYERS) for name in layer}

each_module = pytest.mark.parametrize(
    "path", PYTHON_FILES, ids=[path.relative_to(PACKAGE).as_posix() for path in PYTHON_FILES]
)


def part_of(path: Path) -> str:
    """The name in PYTHON_LAYERS that a file belongs to: drawing/svg.py is in "drawing"."""
    relative = path.relative_to(PACKAGE)
    return relative.parts[0] if len(relative.parts) > 1 else relative.stem


def statements(tree: ast.AST, *, for_types: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    """The import statements outside functions, with or without those for type checkers only."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        elif for_types or not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)):
            yield from statements(node, for_types=for_types)


def imports(path: Path, *, for_types: bool) -> Iterator[str]:
    """Dotted names of all that a file of the package imports when it is imported."""
    package = path.relative_to(PACKAGE.parent).parts[:-1]
    for node in statements(ast.parse(path.read_text(encoding="utf-8")), for_types=for_types):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            outer = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*outer, *([node.module] if node.module else [])))
            yield from (f"{base}.{alias.name}" for alias in node.names)


def imported_parts(path: Path) -> Iterator[str]:
    """Names in PYTHON_LAYERS that a file imports; `from quincunx import Board` is "__init__"."""
    for name in imports(path, for_types=True):
        top, _, rest = name.partition(".")
        if top == "quincunx":
            part = rest.split(".")[0]
            yield part if part in RANK else "__init__"


def test_python__every_module_is_in_a_layer() -> None:
    assert {part_of(path) for path in PYTHON_FILES} <= set(RANK)


@each_module
def test_python__imports_point_up_the_table(path: Path) -> None:
    later = {part for part in imported_parts(path) if RANK[part] > RANK[part_of(path)]}
    assert not later, f"{path.relative_to(ROOT)} imports {later}, against {PYTHON_LAYERS}"


@each_module
def test_python__other_libraries_wait_until_they_are_needed(path: Path) -> None:
    known = sys.stdlib_module_names | {"quincunx"} | THIRD_PARTY.get(part_of(path), set())
    early = {name.split(".")[0] for name in imports(path, for_types=False)} - known
    assert not early, f"{path.relative_to(ROOT)} imports {early} when it is imported"


def attributes(tree: ast.AST) -> Iterator[str]:
    """Dotted names of modules' attributes that are looked up outside functions: "os.kill"."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            # The body waits until it is called; decorators and defaults do not.
            for early in (*node.decorator_list, node.args):
                yield from attributes(early)
            continue
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{node.value.id}.{node.attr}"
        if not isinstance(node, ast.Lambda):
            yield from attributes(node)


@each_module
def test_python__every_system_can_import_it(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    early = {*imports(path, for_types=False), *attributes(tree)}
    unix = {
        name for name in early if name.split(".")[0] in UNIX_MODULES or UNIX_NAMES.fullmatch(name)
    }
    assert not unix, f"{path.relative_to(ROOT)} needs {unix} when it is imported"


def test_python__the_command_line_starts_without_the_modules_of_unix() -> None:
    # posix is built in, and the standard library itself needs it here.
    hide = f"import sys; sys.modules.update(dict.fromkeys({sorted(UNIX_MODULES - {'posix'})!r}))"
    code = f"{hide}; from quincunx.cli import main; main(['games'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_benchmarks__the_package_does_not_know_them() -> None:
    for path in PYTHON_FILES:
        tops = {name.split(".")[0] for name in imports(path, for_types=True)}
        assert not tops & {"benchmarks", "tests", "tools"}, path


def test_reference__knows_nothing_but_itself_and_the_standard_library() -> None:
    for path in sorted((PACKAGE / "reference").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            where = f"{path.relative_to(ROOT)}: {ast.unparse(node)[:80]}"
            if isinstance(node, ast.ImportFrom) and node.level:
                assert node.level == 1, f"{where}, which is outside the reference"
            elif isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] in sys.stdlib_module_names, where
            elif isinstance(node, ast.Import):
                tops = {alias.name.split(".")[0] for alias in node.names}
                assert tops <= sys.stdlib_module_names, where


# TypeScript: folders of web/. The board element knows the core by its types alone.
WEB_LAYERS = ("core", "board", "single", "app")
# What the app has from npm; the other layers have nothing.
WEB_PACKAGES = {"app": ("lit", "lit/directives/")}
WEB_IMPORT = re.compile(r"""^(?:import|export)\s+(type\b)?[^;]*?from\s+"([^"]+)\"""", re.MULTILINE)


def web_files(layer: str) -> list[Path]:
    return sorted((ROOT / "web" / layer / "src").rglob("*.ts"))


@pytest.mark.parametrize("layer", WEB_LAYERS)
def test_web__imports_point_up_the_table_and_to_nothing_else(layer: str) -> None:
    allowed = WEB_LAYERS[: WEB_LAYERS.index(layer) + 1]
    assert web_files(layer)
    for path in web_files(layer):
        for only_types, name in WEB_IMPORT.findall(path.read_text(encoding="utf-8")):
            where = f"{path.relative_to(ROOT)} imports {name}"
            if name.startswith(WEB_PACKAGES.get(layer, ())):
                continue
            assert name.startswith("."), f"{where}: what runs in browsers has no dependency"
            target = (path.parent / name).resolve().relative_to(ROOT)
            if target.parts[0] == "build":
                continue  # the drawings that Python has exported
            if target.parts[:2] == ("src", "quincunx"):
                assert only_types, f"{where}: the words come with the page"
                continue
            assert target.parts[:1] == ("web",) and target.parts[1] in allowed, where
            if layer == "board" and target.parts[1] == "core":
                assert only_types, f"{where}: the board takes the core's types alone"


@pytest.mark.parametrize("layer", WEB_LAYERS)
def test_web__knows_no_game_by_name(layer: str) -> None:
    import quincunx

    for path in web_files(layer):
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for game in quincunx.GAMES:
            for word in (game.id, game.name):
                assert word.lower() not in code.lower(), f"{path.relative_to(ROOT)} names {word}"
