"""Help, version, completion: what a newcomer meets first."""

import glob
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import quincunx
from quincunx.cli import main
from tests.cli.runs import invoke, output, process
from tests.marks import each_game


def commands(group: click.Group, *before: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that call it, those of groups too."""
    yield before, group
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, *before, name)
        else:
            yield (*before, name), command


COMMANDS = dict(commands(main))


#: Examples that take too long, or for ever, or need a server or a net: of bench, of learn
#: (tests/learn), of serve (test_serve.py has them), of PostgreSQL
#: (tests/server/test_database_command.py).
ELSEWHERE = ("quincunx bench", "quincunx learn", "onnx:", "quincunx serve", "postgresql://")


def examples() -> Iterator[str]:
    """The examples of all help texts, but for those that are run elsewhere."""
    for command in COMMANDS.values():
        found = re.findall(r"^ *((?:quincunx|printf) .*)$", command.help or "", re.MULTILINE)
        assert found, f"{command.name} has no examples"
        for example in found:
            if not any(words in example for words in ELSEWHERE):
                yield example


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help__has_examples_and_explains_every_option(words: tuple[str, ...]) -> None:
    for option in ("--help", "-h"):
        text = output(*words, option)
        assert "Examples:" in text
    for param in COMMANDS[words].params if words else []:
        assert all(word in text for word in param.opts if word.startswith("--"))


@each_game
def test_help__has_the_credit_of_every_game(game: quincunx.Game) -> None:
    assert game.credit in output("--help")


def make_databases() -> None:
    """Empty databases, at the usual place and here, and a backup."""
    from quincunx.server import database, dump, store

    for address in (database.default_address(), "sqlite:///games.sqlite"):
        engine = database.connect(address, create=True, writes=True)
        store.migrate(engine)
        engine.dispose()
    dump.backup(address, Path("games.jsonl.gz"))


def make_files(example: str) -> None:
    """The files that an example wants to be there already."""
    game = '[Game "Hadron"]\n\n1. c3 2. d4 3. b4 4. a1 *\n\n'
    longer = '[Game "Cordon"]\n[Size "2"]\n\n1. a1 2. a2 3. b1 *\n\n'
    if "annotate" in example:
        game = longer
    for name, text in {
        "games.qgn": game * 3,
        "game.sgf": "(;FF[4]GM[11]SZ[3];B[a1];W[b2])",
        "moves.txt": "c3 d4 b4\n",
    }.items():
        if name in example or "*.qgn" in example:
            Path(name).write_text(text)
    if "quincunx database" in example:
        make_databases()
    if example.startswith("quincunx verify-proof"):
        words = "solve hadron --size 3 --openings --proof hadron-3.proof"
        assert invoke(*words.split()).exit_code == 0
    if "record" in example and "match.jsonl" in example:
        words = "match hadron --size 3 --a random --b random --games 2 --save match.jsonl"
        assert invoke(*words.split()).exit_code == 0


@pytest.mark.parametrize("example", list(examples()))
def test_help__examples_work(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    make_files(example)
    typing, _, command = example.rpartition(" | ")
    typed = shlex.split(typing)[1].encode().decode("unicode_escape") if typing else ""
    words = [word for text in shlex.split(command)[1:] for word in glob.glob(text) or [text]]
    # The checker of proofs takes the place of the process that calls it.
    if words[0] == "verify-proof":
        assert process(*words).returncode == 0
        return
    done = invoke(*words, typed=typed)
    assert done.exit_code == 0, done.stderr


def test_help__is_quick_because_it_leaves_rich_alone() -> None:
    code = (
        "import sys; from quincunx.cli import main; main(['--help'], standalone_mode=False);"
        "slow = {'rich', 'numpy', 'quincunx.drawing', 'fastapi', 'sqlalchemy', 'quincunx.server'};"
        "print(sorted(slow & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_version__is_the_librarys() -> None:
    assert output("--version").startswith(f"quincunx {quincunx.__version__} ")


def test_completion__knows_the_games() -> None:
    settings = {"_QUINCUNX_COMPLETE": "bash_complete", "COMP_WORDS": "quincunx show b"}
    done = subprocess.run(
        [sys.executable, "-c", "from quincunx.cli import main; main(prog_name='quincunx')"],
        env=os.environ | settings | {"COMP_CWORD": "2"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["plain,blast-radius"]
