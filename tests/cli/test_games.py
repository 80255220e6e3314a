"""``quincunx games``."""

import json

from quincunx import GAMES
from quincunx.cli.games import sizes_text
from tests.cli.runs import Terminal, output


def test_games__lists_all_with_their_designers() -> None:
    lines = output("games").splitlines()
    for game in GAMES:
        (line,) = (line for line in lines if line.startswith(f"{game.id} "))
        for text in (game.name, game.author, *game.players, sizes_text(game.sizes)):
            assert text in line
        assert line.split()[-1] == str(game.default_size)
        assert game.credit in lines


def test_games__loses_nothing_on_a_narrow_terminal() -> None:
    terminal = Terminal("games")
    assert terminal.close() == 0
    assert "…" not in terminal.seen
    for game in GAMES:
        assert f"{game.id} " in terminal.seen and f"{game.name} " in terminal.seen
    assert max(map(len, terminal.seen.splitlines())) <= 80


def test_games__json_has_what_the_library_has() -> None:
    listed = json.loads(output("games", "--json"))
    assert [entry["id"] for entry in listed] == [game.id for game in GAMES]
    for entry, game in zip(listed, GAMES, strict=True):
        assert entry["sizes"] == list(game.sizes)
        assert entry["default_size"] == game.default_size
        assert entry["players"] == list(game.players)
        assert entry["credit"] == game.credit
