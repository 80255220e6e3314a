"""Backup and restore: everything comes back, from and to either database, or nothing changes."""

import gzip
import json
import shutil
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text, update

from quincunx import GAMES
from quincunx.server import database as databases
from quincunx.server import dump, tables
from quincunx.server.app import create_app
from quincunx.server.settings import Settings
from tests.cli.runs import output, refusal
from tests.server.client import Site, movers, random_game
from tests.server.conftest import MakeDatabase
from tests.server.databases import KINDS, connected, contents
from tests.server.serving import serving


@contextmanager
def server_on(address: str) -> Iterator[Site]:
    settings = Settings(database=address, engines=1, call_rate=1e6, call_burst=10**6)
    with serving(create_app(settings)) as served:
        yield Site(f"http://{served.host}", address)


def play(site: Site) -> tuple[str, str]:
    """Something of everything; the id and the first side's token of a game that is going on."""
    for game in GAMES:
        size = game.sizes[0]
        id, *tokens = site.pair(game.id, size=size)
        moves = random_game(game.id, size)
        for ply, (move, side) in enumerate(zip(moves, movers(game.id, size, moves), strict=True)):
            site.move(id, tokens[side == "second"], move, ply).must(201)
    id, first, second = site.pair(
        "hadron", clock={"initial": 600, "increment": 2}, name="Größe 5×5"
    )
    site.move(id, first, "c3", 0, key="my key").must(201)
    site.move(id, second, "b1", 1).must(201)
    site.post(f"/api/games/{id}/chat", {"text": "schön: ♟ <b>"}, token=second)
    site.post(f"/api/games/{id}/offers", {"kind": "takeback"}, token=second)
    site.post(f"/api/games/{id}/offers/takeback/answer", {"accept": True}, token=first)
    site.move(id, second, "b2", 1).must(201)
    site.new("cordon", opponent="engine", side="first")
    return id, first


@pytest.fixture(scope="module")
def played(make_database: MakeDatabase) -> Callable[[str], tuple[str, str, str]]:
    """A database of a kind in which games were played: address, id, token."""
    made: dict[str, tuple[str, str, str]] = {}

    def of(kind: str) -> tuple[str, str, str]:
        if kind not in made:
            address = make_database(kind)
            with server_on(address) as site:
                made[kind] = (address, *play(site))
        return made[kind]

    return of


def everything(address: str) -> dict[str, list[tuple[Any, ...]]]:
    return {name: sorted(rows, key=str) for name, rows in contents(address).items()}


# --- There and back ------------------------------------------------------------------------------


@pytest.mark.parametrize("target_kind", KINDS)
@pytest.mark.parametrize("source_kind", KINDS)
def test_restore__brings_everything_back_into_either_database(
    played: Callable[[str], tuple[str, str, str]],
    make_database: MakeDatabase,
    tmp_path: Path,
    source_kind: str,
    target_kind: str,
) -> None:
    source, id, token = played(source_kind)
    target, file = make_database(target_kind), tmp_path / "games.jsonl.gz"
    said = output("database", "backup", str(file), "--database", source)
    number = len(GAMES) + 2
    assert said.startswith(f"{file}: {number} games, ")
    assert f": {number} games, " in output("database", "restore", str(file), "--database", target)
    assert everything(target) == everything(source)
    # And the game goes on there, with the tokens that people have.
    with server_on(target) as site:
        state = site.state(id)
        assert state["moves"] == ["c3", "b2"] and state["branch"] == 1
        assert state["players"]["first"]["name"] == "Größe 5×5"
        # How long it lay about as a file is charged to nobody.
        assert state["clock"]["first"] > 590
        site.move(id, token, "d4", 2).must(201)


def test_backup__the_same_games_give_the_same_file(
    played: Callable[[str], tuple[str, str, str]], tmp_path: Path
) -> None:
    source, _, _ = played("sqlite")
    for name in ("one.jsonl.gz", "two.jsonl.gz"):
        dump.backup(source, tmp_path / name)
    one, two = (tmp_path / name for name in ("one.jsonl.gz", "two.jsonl.gz"))
    assert one.read_bytes() == two.read_bytes()
    dump.backup(source, tmp_path / "plain.jsonl")
    assert (tmp_path / "plain.jsonl").read_bytes() == gzip.decompress(one.read_bytes())


def test_backup__is_for_its_owner_only_and_has_no_token_in_it(
    played: Callable[[str], tuple[str, str, str]], tmp_path: Path
) -> None:
    source, _, token = played("sqlite")
    dump.backup(source, tmp_path / "plain.jsonl")
    assert stat.S_IMODE((tmp_path / "plain.jsonl").stat().st_mode) == 0o600
    assert token not in (tmp_path / "plain.jsonl").read_text(encoding="utf-8")


def test_backup__shows_one_moment_while_people_play(
    database: str, make_database: MakeDatabase, tmp_path: Path
) -> None:
    with server_on(database) as site:
        stop = threading.Event()

        def keep_playing(seed: int) -> None:
            while not stop.is_set():
                moves = random_game("hadron", 5, seed=seed)
                id, *tokens = site.pair("hadron", size=5)
                for ply, move in enumerate(moves):
                    if stop.is_set():
                        break
                    site.move(id, tokens[ply % 2], move, ply).must(201)

        people = [threading.Thread(target=keep_playing, args=(seed,)) for seed in (1, 2)]
        for person in people:
            person.start()
        try:
            files = [tmp_path / f"{number}.jsonl" for number in range(8)]
            for file in files:
                dump.backup(database, file)
        finally:
            stop.set()
            for person in people:
                person.join()
    # That every game has just the events that led to it is checked by the restore.
    for file in files:
        dump.restore(make_database("sqlite"), file)
    assert files[-1].stat().st_size > files[0].stat().st_size


LATER = """
import sqlalchemy as sa
from alembic import op

revision = "later"
down_revision = "{newest}"
branch_labels = depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("games") as table:
        table.add_column(sa.Column("stars", sa.Integer(), nullable=False, server_default="3"))
"""


def test_restore__brings_a_backup_of_an_earlier_version_up_to_date(
    played: Callable[[str], tuple[str, str, str]],
    database: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    source, _, _ = played("sqlite")
    dump.backup(source, tmp_path / "games.jsonl")
    # What a later version would have: one more migration.
    scripts = tmp_path / "migrations"
    shutil.copytree(databases.migrations().get_main_option("script_location") or "", scripts)
    later = LATER.format(newest=databases.known_revisions()[0])
    (scripts / "versions" / "9999_later.py").write_text(later)
    config = databases.migrations()
    config.set_main_option("script_location", str(scripts))
    monkeypatch.setattr(databases, "migrations", lambda: config)
    dump.restore(database, tmp_path / "games.jsonl")
    assert everything(database) == everything(source)
    with connected(database) as connection:
        assert databases.revision(connection) == "later"
        assert {stars for (stars,) in connection.execute(text("SELECT stars FROM games"))} == {3}


# --- What is there already -----------------------------------------------------------------------


def test_restore__writes_over_nothing_unless_told_to(
    played: Callable[[str], tuple[str, str, str]], database: str, tmp_path: Path
) -> None:
    source, _, _ = played("sqlite")
    file = tmp_path / "games.jsonl"
    dump.backup(source, file)
    with server_on(database) as site:
        site.new("hadron", opponent="friend")
    before = everything(database)
    words = ("database", "restore", str(file), "--database", database)
    assert "is not empty; --replace writes over" in refusal(*words)
    assert everything(database) == before
    output(*words, "--replace")
    assert everything(database) == everything(source)


def test_restore__does_not_take_a_database_from_a_server(
    played: Callable[[str], tuple[str, str, str]], database: str, tmp_path: Path
) -> None:
    source, _, _ = played("sqlite")
    file = tmp_path / "games.jsonl"
    dump.backup(source, file)
    with server_on(database):
        words = ("database", "restore", str(file), "--database", database, "--replace")
        assert "a server is using" in refusal(*words)
    output(*words)


def test_restore__leaves_the_database_of_another_program_alone(
    played: Callable[[str], tuple[str, str, str]], database: str, tmp_path: Path
) -> None:
    source, _, _ = played("sqlite")
    file = tmp_path / "games.jsonl"
    dump.backup(source, file)
    with connected(database) as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
        connection.execute(text("INSERT INTO alembic_version VALUES ('theirs')"))
    words = ("database", "restore", str(file), "--database", database)
    for more in ((), ("--replace",)):
        assert "another program" in refusal(*words, *more)
    with connected(database) as connection:
        assert databases.revision(connection) == "theirs"


# --- What is wrong -------------------------------------------------------------------------------


def change(lines: list[str], table: str, column: str, value: Any) -> None:
    """Write another value into the first row of a table."""
    columns = json.loads(lines[0])["tables"][table]
    for number, line in enumerate(lines):
        row = json.loads(line)
        if isinstance(row, list) and row[0] == table:
            row[1][columns.index(column)] = value
            lines[number] = json.dumps(row)
            return


def drop(lines: list[str], table: str) -> None:
    """Leave out the last row of a table, and say so at the end."""
    number = max(k for k, line in enumerate(lines) if line.startswith(f'["{table}"'))
    del lines[number]
    end = json.loads(lines[-1])
    end["end"][table] -= 1
    lines[-1] = json.dumps(end)


def head(lines: list[str], **changes: Any) -> None:
    lines[0] = json.dumps(json.loads(lines[0]) | changes)


DAMAGES: dict[str, tuple[Callable[[list[str]], Any], str]] = {
    "cut off": (lambda lines: lines.pop(), "cut off"),
    "cut off in a line": (
        lambda lines: lines.__setitem__(-1, lines[-1][:5]),
        "this is not JSON",
    ),
    "empty": (lambda lines: lines.clear(), "not a backup of Quincunx"),
    "another file": (lambda lines: lines.__setitem__(0, "{}"), "not a backup of Quincunx"),
    "no JSON": (lambda lines: lines.__setitem__(3, "hello"), "line 4: this is not JSON"),
    "deep JSON": (lambda lines: lines.__setitem__(3, "[" * 100_000), "this is not JSON"),
    "no row": (lambda lines: lines.__setitem__(3, "[1, 2, 3]"), "line 4: this is not a row"),
    "no table": (lambda lines: lines.__setitem__(3, '["x", []]'), "of no table"),
    "too few values": (lambda lines: lines.__setitem__(3, '["games", [1]]'), "values"),
    "a later version": (lambda lines: head(lines, version=2), "later than this one"),
    "later tables": (lambda lines: head(lines, revision="9999"), "later than this one"),
    "other columns": (lambda lines: head(lines, tables={"games": ["id"]}), "columns"),
    "a table of nobody": (lambda lines: head(lines, tables={"x": []}), "columns"),
    "a row too few": (lambda lines: lines.pop(-2), "numbers of rows"),
    "a text for a number": (lambda lines: change(lines, "games", "ply", "five"), "games.ply"),
    "nothing": (lambda lines: change(lines, "games", "moves", None), "games.moves"),
    "a number too large": (lambda lines: change(lines, "games", "ply", 10**30), "integer"),
    "half a sign": (lambda lines: change(lines, "games", "moves", "\ud800"), "surrogates"),
    "an illegal move": (lambda lines: change(lines, "games", "moves", "a1 a1"), "a1"),
    "too many moves": (lambda lines: change(lines, "games", "ply", 99), "should have 99"),
    "a game of nobody": (lambda lines: change(lines, "games", "game", "chess"), "chess"),
    "an event too few": (lambda lines: drop(lines, "events"), "events are not all there"),
    "a seat in no game": (lambda lines: change(lines, "seats", "game", "x"), "foreign key"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_restore__of_a_damaged_file_changes_nothing(
    played: Callable[[str], tuple[str, str, str]],
    kind: str,
    tmp_path: Path,
    damage: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dump, "_RECENT", -1)  # the server has just stopped; do not listen for it
    source, _, _ = played(kind)
    before = everything(source)
    file = tmp_path / "games.jsonl"
    dump.backup(source, file)
    lines = file.read_text(encoding="utf-8").splitlines()
    spoil, why = DAMAGES[damage]
    spoil(lines)
    file.write_text("\n".join(lines), encoding="utf-8")
    words = ("database", "restore", str(file), "--database", source, "--replace")
    assert why.lower() in refusal(*words).lower()
    assert everything(source) == before


def test_restore__of_a_damaged_file_makes_no_new_one(
    played: Callable[[str], tuple[str, str, str]], tmp_path: Path
) -> None:
    source, _, _ = played("sqlite")
    file, new = tmp_path / "games.jsonl.gz", tmp_path / "new.sqlite"
    dump.backup(source, file)
    file.write_bytes(file.read_bytes()[:-100])
    said = refusal("database", "restore", str(file), "--database", str(new))
    assert "damaged or cut off" in said
    assert not new.exists()


def test_backup__that_fails_leaves_the_old_one_alone(tmp_path: Path, database: str) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("the old one")
    with server_on(database) as site:
        id, _, _ = site.pair("hadron")
    with connected(database) as connection:
        connection.execute(update(tables.games).values(created=float("inf")))
        assert connection.execute(select(tables.games.c.id)).scalar_one() == id
    with pytest.raises(dump.DumpError, match="a value that cannot be"):
        dump.backup(database, file)
    assert file.read_text() == "the old one" and list(tmp_path.glob("games*")) == [file]


def test_mistakes__are_told_in_a_line(tmp_path: Path) -> None:
    not_one, empty = tmp_path / "not.sqlite", tmp_path / "empty.sqlite"
    not_one.write_bytes(b"this is a text, and a rather long one at that" * 100)
    empty.touch()
    file = str(tmp_path / "games.jsonl")
    for words, why in {
        ("backup", file, "--database", str(tmp_path / "none.sqlite")): "there is no database",
        ("backup", file, "--database", str(not_one)): "not a database",
        ("backup", file, "--database", str(empty)): "no games of Quincunx",
        ("restore", file, "--database", str(empty)): "No such file",
        ("restore", file, "--database", "mysql://here/games"): "no database is called 'mysql'",
        ("backup",): "FILE",
    }.items():
        assert why in refusal("database", *words)
    assert not Path(file).exists()
