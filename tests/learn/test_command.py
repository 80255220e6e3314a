"""``quincunx learn``, as its users meet it."""

import importlib.util
import json
from pathlib import Path

import pytest

from quincunx.learn import Net, NetInfo, training
from quincunx.learn.export import to_onnx
from quincunx.learn.model import Model
from tests.cli.runs import Terminal, invoke, output, refusal

#: The smallest game there is: an iteration takes a moment.
CORDON = ("learn", "cordon", "--size", "2", "--simulations", "4", "--jobs", "1")
#: Nobody is that quick: one iteration is complete when the time is over.
AT_ONCE = ("--minutes", "0.0001")


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_learn__trains_saves_and_goes_on() -> None:
    told = json.loads(output(*CORDON, *AT_ONCE, "--json"))
    assert (told["iterations"], told["self_play_games"], told["file"]) == (1, 32, "cordon-2.onnx")
    assert told["policy_loss"] > 0 and told["positions"] > 32
    assert Net.load("cordon-2.onnx").info.training["simulations"] == 4
    # The time is over already, and the report is that of before.
    text = output(*CORDON, *AT_ONCE)
    assert text.startswith("Cordon, side 2: 1 iterations, 32 games,")
    assert f"loss     {told['policy_loss']:.3f} policy" in text
    assert "net      cordon-2.onnx\n" in text
    assert "seed 1 there, 2 here" in refusal(*CORDON, *AT_ONCE, "--seed", "2")
    score = output(
        *("match", "cordon", "--size", "2", "--a", "onnx:cordon-2.onnx,playouts=20"),
        *("--b", "random", "--games", "20", "--seed", "1", "--jobs", "1"),
    )
    assert "score" in score and "forfeit" not in score


def test_learn__stopped_before_the_net_is_written_writes_it_when_it_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(model: Model, info: NetInfo) -> bytes:
        if info.training:  # the file, and not what is sent to those who play
            raise KeyboardInterrupt
        return to_onnx(model, info)

    with monkeypatch.context() as patch:
        patch.setattr(training, "to_onnx", interrupted)
        done = invoke(*CORDON, *AT_ONCE)
    assert done.exit_code == 130 and "1 iterations" in done.stdout
    assert "net " not in done.stdout
    assert [path.name for path in Path().iterdir()] == ["cordon-2.onnx.checkpoint"]
    assert "net      cordon-2.onnx\n" in output(*CORDON, *AT_ONCE)
    assert Net.load("cordon-2.onnx").info.training["iterations"] == 1


def test_terminal__shows_progress_until_ctrl_c_and_the_same_command_goes_on() -> None:
    terminal = Terminal("learn", "cordon", "--size", "2", "--workers", "1", term="xterm")
    terminal.wait_for("32 games")
    terminal.wait_for("of 10:00, until about")
    terminal.type("\x03")
    terminal.wait_for("quincunx learn: stopped; the same command goes on")
    assert terminal.close() == 130
    kept = Path("cordon-2.onnx.games").read_text(encoding="utf-8").count("\n")
    assert kept >= 2 or Path("cordon-2.onnx").exists()


def test_errors__are_one_line() -> None:
    assert "cannot write nowhere" in refusal(*CORDON, "--save", "nowhere/net.onnx")
    assert "Hadron has no pie rule" in refusal("learn", "hadron", "--no-pie")
    assert "not offered in size 4" in refusal("learn", "hadron", "--size", "4")
    Path("net.onnx.checkpoint").write_bytes(b"something else")
    assert "not a checkpoint" in refusal(*CORDON, "--save", "net.onnx")
    Path("other.onnx").write_bytes(b"a net")
    said = "other.onnx is there, but other.onnx.checkpoint, with which it would learn on, is not"
    assert said in refusal(*CORDON, *AT_ONCE, "--save", "other.onnx")


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--minutes", "inf", "--minutes must be 1000000 or less, not inf"),
        ("--minutes", "nan", "--minutes must be 1000000 or less, not nan"),
        ("--minutes", "1e300", "--minutes must be 1000000 or less, not 1e+300"),
        ("--seed", "9" * 23, f"seed must be {2**64 - 1} or less, not {'9' * 23}"),
        ("--simulations", "9" * 23, f"simulations must be {2**31 - 1} or less, not {'9' * 23}"),
    ],
)
def test_errors__numbers_that_cannot_be_used(option: str, value: str, message: str) -> None:
    assert message in refusal(*CORDON, *AT_ONCE, option, value)
    assert not list(Path().iterdir())


def test_errors__say_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "torch" else find_spec(name)
    )
    said = refusal("learn", "hadron")
    assert "learning needs torch: pip install 'quincunx[learn]'" in said
