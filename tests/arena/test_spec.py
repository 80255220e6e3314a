"""Players as texts."""

import pytest

from quincunx import Board
from quincunx.arena import PlayerSpec


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("level=3", PlayerSpec("engine", level="3")),
        ("level=plain,time=0.2", PlayerSpec("engine", level="plain", time=0.2)),
        (" time = 0.2 , level=max ", PlayerSpec("engine", time=0.2)),
        ("playouts=1000,threads=2", PlayerSpec("engine", playouts=1000, threads=2)),
        ("time=1,memory=64,seed=0", PlayerSpec("engine", time=1.0, memory=64, seed=0)),
        ("random", PlayerSpec("random")),
        ("seed=7,random", PlayerSpec("random", seed=7)),
        ("ugi:./prog -a 1,b=2", PlayerSpec("ugi", command="./prog -a 1,b=2")),
        ("time=2,threads=3,ugi:p", PlayerSpec("ugi", time=2.0, threads=3, command="p")),
        ("time=2, htp:'my hex' x", PlayerSpec("htp", time=2.0, command="'my hex' x")),
        ("level=max", PlayerSpec("engine")),
    ],
)
def test_parse__reads_players_and_str_writes_them(text: str, spec: PlayerSpec) -> None:
    assert PlayerSpec.parse(text) == spec
    assert PlayerSpec.parse(str(spec)) == spec


def test_parse__commands_are_split_as_a_shell_does() -> None:
    assert PlayerSpec.parse("htp:'my hex' --x 'a b'").argv == ["my hex", "--x", "a b"]


# What is written, and what the message must say.
MISTAKES = {
    "": "an empty text is not a player",
    "  ": "an empty text is not a player",
    "level": "level alone",
    "lvel=3": "no setting lvel",
    "level=11": "no level '11'",
    "level=": "no level",
    "time=fast": "time=fast: must be a number of seconds",
    "time=0": "time=0: must be a number of seconds",
    "time=nan": "time=nan: must be",
    "time=-1": "time=-1: must be",
    "playouts=0": "playouts=0: must be a whole number from 1",
    "playouts=1.5": "playouts=1.5: must be a whole number",
    "playouts=²": "must be a whole number",
    "threads=0": "threads=0",
    "memory=lots": "memory=lots",
    "seed=-1": "seed=-1",
    "time=1,time=2": "time is given twice",
    "random,time=1": "random mover has no use for time",
    "playouts=9,htp:mohex": "htp: program has no use for playouts",
    "level=3,ugi:x": "ugi: program has no use for level",
    "ugi:": "which program",
    "htp:'open": "cannot be read",
    "time=1,": None,
    "level=3,,time=1": "nothing alone",
    "deepblue": "deepblue alone",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_parse__mistakes_are_explained(text: str) -> None:
    said = MISTAKES[text]
    if said is None:
        PlayerSpec.parse(text)
        return
    with pytest.raises(ValueError, match=r".") as error:
        PlayerSpec.parse(text)
    assert said in str(error.value) and text.strip() in str(error.value)


def test_time__is_for_those_without_a_limit_of_their_own() -> None:
    def given(text: str) -> float | None:
        return PlayerSpec.parse(text).with_time(0.5).time

    assert given("level=max") == given("level=plain") == given("ugi:x") == 0.5
    assert given("time=2") == 2
    assert given("level=3") is given("playouts=9") is given("random") is None
    for text in ("threads=2", "level=plain", "htp:x"):
        with pytest.raises(ValueError, match="how long may it think"):
            PlayerSpec.parse(text).with_time(None)


def test_fit__hex_programs_play_hex_without_a_swap() -> None:
    spec = PlayerSpec.parse("time=1,htp:sh")
    spec.require_fit(Board("square-grid-hex", pie=False))
    with pytest.raises(ValueError, match="mirroring"):
        spec.require_fit(Board("square-grid-hex"))
    with pytest.raises(ValueError, match="not Cordon"):
        spec.require_fit(Board("cordon"))
    with pytest.raises(ValueError, match="no program no-such-thing"):
        PlayerSpec.parse("ugi:no-such-thing --x").require_fit(Board("hadron"))
