"""Help, version, completion: what a newcomer meets first."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import quincunx
from quincunx.cli import main
from tests.cli.runs import invoke, output
from tests.marks import each_game


def examples() -> Iterator[str]:
    """The examples of all help texts; those of bench take too long to be run here."""
    for command in (main, *main.commands.values()):
        found = re.findall(r"^ *((?:quincunx|printf) .*)$", command.help or "", re.MULTILINE)
        assert found, f"{command.name} has no examples"
        yield from (example for example in found if "quincunx bench" not in example)


@pytest.mark.parametrize("name", ["", *main.commands])
def test_help__has_examples_and_explains_every_option(name: str) -> None:
    for option in ("--help", "-h"):
        text = output(*filter(None, [name]), option)
        assert "Examples:" in text
    listed = main.commands[name].params if name else []
    for param in listed:
        assert all(word in text for word in param.opts if word.startswith("--"))


@each_game
def test_help__has_the_credit_of_every_game(game: quincunx.Game) -> None:
    assert game.credit in output("--help")


@pytest.mark.parametrize("example", list(examples()))
def test_help__examples_work(example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    typing, _, command = example.rpartition(" | ")
    typed = shlex.split(typing)[1].encode().decode("unicode_escape") if typing else ""
    done = invoke(*shlex.split(command)[1:], typed=typed)
    assert done.exit_code == 0, done.stderr


def test_help__is_quick_because_it_leaves_rich_alone() -> None:
    code = (
        "import sys; from quincunx.cli import main; main(['--help'], standalone_mode=False);"
        "print(sorted({'rich', 'numpy', 'quincunx.drawing'} & set(sys.modules)))"
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
