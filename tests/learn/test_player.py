"""Nets as players: ``onnx:FILE`` in matches and wherever else players are texts."""

import json
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest

import quincunx.rl
from quincunx import Board, EngineError, Game
from quincunx._native import core
from quincunx.arena import (
    Match,
    MatchSettings,
    PlayerSpec,
    make_player,
    play_game,
    play_match,
    verify,
)
from quincunx.learn import NetInfo, best_move
from tests.learn.judges import saved, untrained
from tests.marks import each_game


@each_game
def test_catalogue__a_net_is_saved_and_plays_a_match_in_every_game(
    game: Game, tmp_path: Path
) -> None:
    board = Board(game, size=game.sizes[0])
    net = saved(board, tmp_path / "net.onnx")
    assert (net.info.game, net.info.size, net.info.pie) == (game.id, board.size, board.pie)
    result = play_match(
        game,
        f"onnx:{net.name},playouts=4",
        "random",
        size=board.size,
        games=2,
        seed=1,
        jobs=1,
        save=tmp_path / "match.jsonl",
    )
    assert result.standing.games == 2 and not result.forfeits
    assert str(verify(tmp_path / "match.jsonl").settings.a) == f"playouts=4,onnx:{net.name}"


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("onnx:net.onnx,playouts=100", PlayerSpec("onnx", playouts=100, file="net.onnx")),
        ("time=0.5, onnx:net.onnx", PlayerSpec("onnx", time=0.5, file="net.onnx")),
        ("memory=9,onnx:a b.onnx , time=1", PlayerSpec("onnx", time=1, memory=9, file="a b.onnx")),
        ("onnx:a,b=2,c.onnx,playouts=3", PlayerSpec("onnx", playouts=3, file="a,b=2,c.onnx")),
        ("playouts=1,onnx:C:/nets/x", PlayerSpec("onnx", playouts=1, file="C:/nets/x")),
    ],
)
def test_parse__reads_a_net_and_str_writes_it(text: str, spec: PlayerSpec) -> None:
    assert PlayerSpec.parse(text) == spec
    assert PlayerSpec.parse(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("onnx:", "which net"),
        ("onnx: ,time=1", "which net"),
        ("onnx:net.onnx,level=3", "a net has no use for level"),
        ("threads=2,onnx:net.onnx", "a net has no use for threads"),
        ("playouts=5,onnx:net.onnx,playouts=6", "playouts is given twice"),
        ("onnx:net.onnx,time=soon", "time=soon: must be a number"),
    ],
)
def test_parse__says_what_is_wrong_with_it(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PlayerSpec.parse(text)


def settings_with(player: str, size: int = 3, game: str = "hadron") -> MatchSettings:
    return MatchSettings.make(game, player, "random", size=size, games=2)


def test_match__refuses_a_net_for_something_else(tmp_path: Path) -> None:
    file = tmp_path / "net.onnx"
    saved(Board("square-grid-hex", size=5), file)
    player = f"onnx:{file},playouts=2"
    with pytest.raises(ValueError, match=r"plays Square Grid Hex 5×5, not Hadron 3×3"):
        settings_with(player)
    with pytest.raises(ValueError, match=r"plays Square Grid Hex 5×5, not Square Grid Hex 7×7"):
        settings_with(player, 7, "square-grid-hex")
    with pytest.raises(ValueError, match=r"5×5, not Square Grid Hex 5×5 without the pie rule"):
        MatchSettings.make("square-grid-hex", player, "random", size=5, pie=False)
    with pytest.raises(ValueError, match="how long may it think"):
        settings_with(f"onnx:{file}")
    assert settings_with(player, 5, "square-grid-hex").a.file == str(file)


def changed(data: bytes, **info: object) -> bytes:
    """A net that says something else about itself."""
    import onnx

    model = onnx.load_from_string(data)
    said = json.loads(model.metadata_props[0].value)
    onnx.helper.set_model_props(model, {"quincunx": json.dumps({**said, **info})})
    return bytes(model.SerializeToString())


def reading(data: bytes, kind: int) -> bytes:
    """A net whose planes are numbers of another kind."""
    import onnx

    model = onnx.load_from_string(data)
    model.graph.input[0].type.tensor_type.elem_type = kind
    return bytes(model.SerializeToString())


def answering_in_doubles(data: bytes, name: str) -> bytes:
    """A net with an output of another type."""
    import onnx

    model = onnx.load_from_string(data)
    for node in model.graph.node:
        node.output[:] = [f"{name} before" if text == name else text for text in node.output]
    double = onnx.TensorProto.DOUBLE
    model.graph.node.append(onnx.helper.make_node("Cast", [f"{name} before"], [name], to=double))
    output = next(each for each in model.graph.output if each.name == name)
    output.type.tensor_type.elem_type = double
    return bytes(model.SerializeToString())


def without_metadata(data: bytes) -> bytes:
    import onnx

    model = onnx.load_from_string(data)
    del model.metadata_props[:]
    return bytes(model.SerializeToString())


def test_match__refuses_files_that_are_no_nets(tmp_path: Path) -> None:
    file = tmp_path / "net.onnx"
    player = f"onnx:{file},playouts=2"
    with pytest.raises(ValueError, match=r"net\.onnx cannot be read: No such file"):
        settings_with(player)
    data = untrained(Board("hadron", size=3))
    for content, message in {
        b"": "is not an ONNX file",
        b"quincunx": "is not an ONNX file",
        data[: len(data) // 2]: "is not an ONNX file",
        without_metadata(data): "does not say for which game",
        changed(data, size=4): "makes no sense",
        changed(data, size=True): "makes no sense",
        changed(data, game="chess"): "makes no sense",
        changed(data, speed=3): "makes no sense",
        changed(data, planes_version=-1): "planes of version -1, which are 0 here",
        changed(data, size=5): "has .* for Hadron 5×5, which needs",
        reading(data, 1): r"has .*'planes': \('tensor\(float\)'.* for Hadron 3×3, which needs",
        answering_in_doubles(data, "policy"): r"has .*'policy': \('tensor\(double\)'.*which needs",
        answering_in_doubles(data, "value"): r"has .*'value': \('tensor\(double\)'.*which needs",
    }.items():
        file.write_bytes(content)
        with pytest.raises(ValueError, match=message):
            settings_with(player)


def test_match__says_what_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(Board("hadron", size=3), tmp_path / "net.onnx")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"pip install 'quincunx\[learn\]'"):
        settings_with(f"onnx:{tmp_path / 'net.onnx'},playouts=2")


def test_match__a_net_that_is_gone_when_it_begins_is_said_to(tmp_path: Path) -> None:
    file = tmp_path / "net.onnx"
    saved(Board("hadron", size=3), file)
    match = Match("hadron", f"onnx:{file},playouts=2", "random", size=3, games=2, jobs=1)
    file.unlink()
    with pytest.raises(EngineError, match=r"player a, .*net\.onnx cannot be read"):
        match.play()


def test_player__that_cannot_be_used_forfeits(tmp_path: Path) -> None:
    net = saved(Board("hadron", size=3), tmp_path / "net.onnx")
    players = {
        "a": make_player(PlayerSpec.parse(f"onnx:{net.name},playouts=2")),
        "b": make_player(PlayerSpec("random")),
    }
    game = play_game(Board("hadron", size=5), players, seed=1)
    assert (game.winner, game.termination) == ("b", "crash")
    assert "plays Hadron 3×3, not Hadron 5×5" in game.notes[0]


def test_player__plays_the_same_move_again_and_what_best_move_says(tmp_path: Path) -> None:
    board = Board("hadron", size=5)
    net = saved(board, tmp_path / "net.onnx")
    player = make_player(PlayerSpec.parse(f"onnx:{net.name},playouts=30"))
    player.new_game(board, 1)
    first = player.choose(board, None)
    player.new_game(board, 2)
    assert player.choose(board, None) == first
    assert best_move(board, net.judge, simulations=30).text == first
    player.close()


def test_player__with_a_time_takes_about_so_long(tmp_path: Path) -> None:
    net = saved(Board("hadron", size=5), tmp_path / "net.onnx")
    result = play_match(
        "hadron", f"time=0.002,onnx:{net.name}", "random", size=5, games=2, seed=1, jobs=1
    )
    assert not result.forfeits and result.standing.games == 2


def test_net__policy_and_value_are_of_the_board_it_is_shown(tmp_path: Path) -> None:
    board = Board("square-grid-hex", size=3)
    net = saved(board, tmp_path / "net.onnx")
    board.push_text("b2")
    shares = net.policy(board)
    assert set(shares) == {move.text for move in board.legal_moves} and "swap" in shares
    assert sum(shares.values()) == pytest.approx(1)
    assert -1 <= net.value(board) <= 1
    while not board.is_game_over():
        board.push(next(iter(board.legal_moves)))
    with pytest.raises(ValueError, match="the game is over"):
        net.value(board)


@pytest.mark.parametrize("other", [Board("blast-radius", size=3), Board("cordon", size=4)])
def test_net__refuses_boards_of_another_kind(tmp_path: Path, other: Board) -> None:
    net = saved(Board("cordon", size=3), tmp_path / "net.onnx")
    for ask in (net.policy, net.value):
        with pytest.raises(ValueError, match="plays Cordon side 3, not "):
            ask(other)


def test_net__knows_how_it_was_trained_and_for_what() -> None:
    info = NetInfo.of(Board("square-grid-hex", size=5, pie=False), {"games": 7})
    assert NetInfo.from_metadata(info.metadata()) == info
    assert str(info) == "Square Grid Hex 5×5 without the pie rule"
    assert info.planes_version == core.PLANES_VERSION == quincunx.rl.VERSION
    assert info.board() == Board("square-grid-hex", size=5, pie=False)


def test_gymnasium__a_net_is_an_opponent(tmp_path: Path) -> None:
    net = saved(Board("hadron", size=3), tmp_path / "net.onnx")
    env = gymnasium.make("quincunx/Hadron-v0", size=3, opponent=f"onnx:{net.name},playouts=3")
    seen, _ = env.reset(seed=1)
    ended = False
    while not ended:
        seen, reward, ended, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert reward in (1, -1) and "illegal" not in info
    env.close()


def test_self_play__does_without_pytorch() -> None:
    code = (
        "import sys; from quincunx.learn import Net, NetSearch, selfplay;"
        "assert not {'torch', 'onnx'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
