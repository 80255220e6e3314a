"""The PostgreSQL that tests and benchmarks start by themselves."""

import shutil
from pathlib import Path

import pytest

from tests.needs import require
from tests.server.databases import MISSING
from tools import postgres


def test_cluster__runs_from_a_folder_that_only_its_owner_can_enter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a checkout below /root: PostgreSQL refuses to run as root, and nobody may look there.

    About 3 s, on two processors.
    """
    programs = postgres.programs()
    require(programs, MISSING)
    assert programs is not None
    site, hidden = programs.parents[2], tmp_path / "hidden"
    hidden.mkdir(mode=0o700)
    for part in (programs.parent, *site.glob(f"{programs.parents[1].name}.libs")):
        shutil.copytree(part, hidden / part.relative_to(site), symlinks=True)
    monkeypatch.setattr(postgres, "programs", lambda: hidden / programs.relative_to(site))
    with postgres.cluster() as cluster:
        cluster.create("games")
        with cluster.connect("games") as connection:
            assert connection.execute("SELECT 1").fetchall() == [(1,)]
    assert hidden.stat().st_mode & 0o777 == 0o700
