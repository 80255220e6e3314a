"""``quincunx solve --proof`` and ``quincunx verify-proof``."""

import json
from pathlib import Path

from tests.cli.runs import invoke, process, refusal


def test_proof__is_saved_and_holds(tmp_path: Path) -> None:
    path = tmp_path / "cordon.proof"
    made = invoke("solve", "cordon", "--size", "2", "--openings", "--proof", str(path))
    assert made.exit_code == 0 and "Red wins" in made.stdout
    assert made.stderr.startswith("proof: ") and str(path) in made.stderr
    checked = process("verify-proof", str(path))
    assert checked.returncode == 0 and checked.stderr == ""
    assert "the first side wins\n" in checked.stdout
    assert "7 of 7 first moves" in checked.stdout
    told = json.loads(process("verify-proof", str(path), "--json").stdout)
    assert told["holds"] and told["game"] == "cordon" and told["size"] == 2


def test_proof__that_was_changed_is_refused_with_the_place(tmp_path: Path) -> None:
    path = tmp_path / "hadron.proof"
    assert invoke("solve", "hadron", "--size", "3", "--proof", str(path)).exit_code == 0
    path.write_bytes(path.read_bytes().replace(b"size 3", b"size 5"))
    checked = process("verify-proof", str(path))
    assert checked.returncode == 1 and checked.stdout == ""
    assert f"{path}, line 3: " in checked.stderr and "was changed" in checked.stderr
    told = json.loads(process("verify-proof", str(path), "--json").stdout)
    assert told["holds"] is False and told["line"] == 3


def test_proof__that_cannot_be_written_or_read_is_told_in_one_line(tmp_path: Path) -> None:
    path = str(tmp_path / "no" / "folder.proof")
    made = invoke("solve", "hadron", "--size", "3", "--proof", path)
    assert made.exit_code == 2 and made.stderr.count("\n") == 1 and "No such file" in made.stderr
    assert "does not exist" in refusal("verify-proof", path)
