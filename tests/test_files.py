"""Files that are written whole or not at all."""

import os
from pathlib import Path

import pytest

from quincunx import Board, convert
from quincunx.engine import solve
from quincunx.files import replacing
from quincunx.proof import write_proof


def test_replacing__the_old_file_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_text("old", encoding="utf-8")
    with replacing(path) as new:
        new.write_text("new", encoding="utf-8")
        assert path.read_text(encoding="utf-8") == "old"
    assert path.read_text(encoding="utf-8") == "new"
    assert os.listdir(tmp_path) == ["games"]


def test_replacing__what_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "games"
    path.write_text("old", encoding="utf-8")

    def stopped() -> None:
        with replacing(path) as new:
            new.write_text("ne", encoding="utf-8")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert path.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["games"]


def test_replacing__a_link_stays_one(tmp_path: Path) -> None:
    link = tmp_path / "link"
    (tmp_path / "disk").mkdir()
    link.symlink_to("disk/games")
    for text in ("first", "second"):
        with replacing(link) as new:
            new.write_text(text, encoding="utf-8")
        assert link.is_symlink()
        assert (tmp_path / "disk" / "games").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("kind", ["pipe", "folder"])
def test_replacing__what_is_no_file_is_refused_and_stays(tmp_path: Path, kind: str) -> None:
    """So that nobody who may replaces /dev/null."""
    path = tmp_path / kind
    os.mkfifo(path) if kind == "pipe" else path.mkdir()
    board = Board("hadron", size=3)
    before = path.stat()
    with pytest.raises(OSError, match="this is no regular file"):
        convert.write([], path, form=convert.find_format("qgn"))
    with pytest.raises(OSError, match="this is no regular file"):
        write_proof(board, solve(board), path)
    assert path.stat() == before and os.listdir(tmp_path) == [kind]
