"""Training: repeatable, stoppable at any time, and the net in the file is the net that learned."""

import json
import math
import pkgutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from quincunx import GAMES, Board, Game, RecordError
from quincunx.cluster import Done
from quincunx.learn import Learner, Net, NetInfo, Report, Settings, training
from quincunx.learn.export import to_onnx
from quincunx.learn.model import Model
from quincunx.learn.selfplay import play_games
from tests.marks import each_game

SMALL = {"channels": 8, "blocks": 1, "jobs": 2, "games_per_job": 4, "simulations": 8, "batch": 32}
HADRON = Settings.make("hadron", size=3, seed=3, **SMALL)  # type: ignore[arg-type]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Jobs are done in this process; the list has their keys."""
    keys = []

    def run_jobs(jobs, *, journal, **_):  # type: ignore[no-untyped-def]
        from quincunx.cluster.journal import Journal

        with Journal(journal, {}) as book:
            for job in jobs:
                if not (done := book.find(job)):
                    keys.append(job.key)
                    done = Done(job.key, play_games(**job.arguments), 0.0, "here")
                    book.write(done)
                yield done

    monkeypatch.setattr(training, "run_jobs", run_jobs)
    return keys


def weights(learner: Learner) -> bytes:
    """All numbers of the net, those of its normalisation included."""
    return b"".join(t.numpy().tobytes() for t in learner.model.state_dict().values())


def reported(learner: Learner) -> list[Report]:
    """Its reports, but for the time, which is never the same."""
    return [replace(report, seconds=0) for report in learner.reports]


def test_run__learns_from_processes_and_its_net_plays(tmp_path: Path) -> None:
    told: list[Report] = []
    learner = Learner(HADRON, tmp_path / "net.onnx", workers=2)
    untouched = weights(learner)
    report = learner.run(iterations=1, progress=told.append)
    assert (report.iteration, report.games, [r.games for r in told]) == (1, 8, [4, 8, 8])
    assert report.positions > 8 and report.policy_loss and report.value_loss
    assert weights(learner) != untouched
    net = Net.load(tmp_path / "net.onnx")
    assert net.info.training["iterations"] == 1 and net.info.training["seed"] == 3
    assert sum(net.policy(HADRON.board()).values()) == pytest.approx(1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net.onnx", "net.onnx.checkpoint"]


def test_run__stopped_and_resumed_comes_to_the_same(tmp_path: Path, here: list[str]) -> None:
    straight = Learner(HADRON, tmp_path / "straight.onnx")
    straight.run(iterations=3)
    here.clear()

    def interrupt(report: Report) -> None:
        if report.iteration == 1 and report.games == 12:
            raise KeyboardInterrupt  # in the midst of the second iteration

    with pytest.raises(KeyboardInterrupt):
        Learner(HADRON, tmp_path / "net.onnx").run(iterations=3, progress=interrupt)
    again = Learner(HADRON, tmp_path / "net.onnx")
    assert again.report.iteration == 1
    again.run(iterations=3)
    assert weights(again) == weights(straight)
    # No job was done twice.
    assert here == [f"0000{i}/0000{number}" for i in (1, 2, 3) for number in (0, 1)]
    assert reported(again) == reported(straight)


@pytest.mark.parametrize(
    ("name", "reports", "calls", "complete"),
    [
        ("quincunx.learn.training._losses", 2, 3, 1),  # two steps of learning have been taken
        ("torch.save", 3, 1, 1),
        ("quincunx.learn.training.to_onnx", 3, 1, 2),  # the checkpoint is written, the net is not
    ],
)
def test_run__stopped_while_it_learns_or_saves_goes_on_in_the_same_learner(
    tmp_path: Path,
    here: list[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    reports: int,
    calls: int,
    complete: int,
) -> None:
    straight = Learner(HADRON, tmp_path / "straight.onnx")
    straight.run(iterations=3)
    here.clear()
    learner = Learner(HADRON, tmp_path / "net.onnx")
    wrapped = pkgutil.resolve_name(name)
    left = iter(range(calls))

    def interrupted(*args: Any) -> Any:
        if len(learner.reports) == reports and next(left, None) == calls - 1:
            raise KeyboardInterrupt
        return wrapped(*args)

    monkeypatch.setattr(name, interrupted)
    with pytest.raises(KeyboardInterrupt):
        learner.run(iterations=3)
    assert learner.report.iteration == complete and not list(tmp_path.glob("*.new"))
    assert reported(Learner(HADRON, tmp_path / "net.onnx")) == reported(learner)
    learner.run(iterations=3)
    assert weights(learner) == weights(straight) and reported(learner) == reported(straight)
    assert Net.load(tmp_path / "net.onnx").info.training["iterations"] == 3
    assert here == [f"0000{i}/0000{number}" for i in (1, 2, 3) for number in (0, 1)]


def test_run__a_net_that_is_missing_or_old_is_written_anew(tmp_path: Path, here: list[str]) -> None:
    file = tmp_path / "net.onnx"
    Learner(HADRON, file).run(iterations=1)
    first = file.read_bytes()
    file.unlink()
    Learner(HADRON, file).run(iterations=1)
    assert file.read_bytes() == first
    Learner(HADRON, file).run(iterations=2)
    second, written = file.read_bytes(), file.stat().st_mtime_ns
    Learner(HADRON, file).run(iterations=2)
    assert file.stat().st_mtime_ns == written  # as it was right
    file.write_bytes(first)
    Learner(HADRON, file).run(iterations=2)
    assert file.read_bytes() == second != first


def test_run__learns_nothing_from_games_that_were_all_random(
    tmp_path: Path, here: list[str]
) -> None:
    # No game on this board has more than eight plies.
    settings = replace(HADRON, seed=6, jobs=1, games_per_job=1, random_plies=8, simulations=2)
    learner = Learner(settings, tmp_path / "net.onnx")
    report = learner.run(iterations=1)
    assert (report.games, report.positions) == (1, 0)
    assert report.policy_loss is report.value_loss is None
    assert Net.load(tmp_path / "net.onnx").info.training["self_play_games"] == 1
    # With later games there is something to learn.
    while learner.report.positions == 0:
        learner.run(iterations=learner.report.iteration + 1)
    assert learner.report.policy_loss is not None


def test_run__does_not_depend_on_the_order_in_which_jobs_are_done(
    tmp_path: Path, here: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    straight = Learner(HADRON, tmp_path / "straight.onnx")
    straight.run(iterations=1)
    in_order: Any = vars(training)["run_jobs"]

    def backwards(*jobs: Any, **options: Any) -> Iterator[Done]:
        yield from reversed(list(in_order(*jobs, **options)))

    monkeypatch.setattr(training, "run_jobs", backwards)
    other = Learner(HADRON, tmp_path / "other.onnx")
    other.run(iterations=1)
    assert weights(other) == weights(straight)


def test_run__the_losses_fall(tmp_path: Path, here: list[str]) -> None:
    # The smallest game of all: what there is to learn is learned at once.
    settings = Settings.make("cordon", size=2, seed=1, **{**SMALL, "reuse": 40.0})  # type: ignore[arg-type]
    learner = Learner(settings, tmp_path / "net.onnx")
    learner.run(iterations=4)
    first, last = learner.reports[1], learner.reports[-1]
    assert last.policy_loss is not None and first.policy_loss is not None
    assert last.value_loss is not None and first.value_loss is not None
    assert last.policy_loss < first.policy_loss and last.value_loss < first.value_loss


def test_run__asks_how_long(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="how long"):
        Learner(HADRON, tmp_path / "net.onnx").run()
    with pytest.raises(ValueError, match="seconds must be a number, not nan"):
        Learner(HADRON, tmp_path / "net.onnx").run(seconds=math.nan)


def test_checkpoint__of_other_settings_is_refused(tmp_path: Path, here: list[str]) -> None:
    Learner(HADRON, tmp_path / "net.onnx").run(iterations=1)
    with pytest.raises(ValueError, match=r"another training \(seed 3 there, 4 here\)"):
        Learner(replace(HADRON, seed=4), tmp_path / "net.onnx")


def test_checkpoint__that_is_gone_leaves_a_net_that_is_not_overwritten(
    tmp_path: Path, here: list[str]
) -> None:
    file = tmp_path / "net.onnx"
    Learner(HADRON, file).run(iterations=1)
    net = file.read_bytes()
    (tmp_path / "net.onnx.checkpoint").unlink()
    with pytest.raises(ValueError, match=r"net\.onnx is there, but .*: save to another file"):
        Learner(HADRON, file)
    assert file.read_bytes() == net


@pytest.mark.parametrize("content", [b"", b"not a checkpoint", b"PK\x03\x04 half a file"])
def test_checkpoint__that_cannot_be_read_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "net.onnx.checkpoint").write_bytes(content)
    with pytest.raises(RecordError, match="not a checkpoint"):
        Learner(HADRON, tmp_path / "net.onnx")


@each_game
def test_onnx__says_what_the_model_says(game: Game) -> None:
    import torch

    board = Board(game, size=game.sizes[0])
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(2)
        model = Model(board, channels=12, blocks=2)
        # What training leaves behind in the normalisations.
        for module in model.modules():
            if isinstance(module, torch.nn.BatchNorm2d):
                module.running_mean = torch.randn(module.num_features) / 4
                module.running_var = torch.rand(module.num_features) + 0.5
                torch.nn.init.uniform_(module.weight, 0.5, 1.5)
                torch.nn.init.normal_(module.bias)
    model.eval()
    net = Net(to_onnx(model, NetInfo.of(board, {"by": "a test"})))
    layer = model.stem[0]
    assert isinstance(layer, torch.nn.Conv2d)
    shape = (7, layer.in_channels, model.side, model.side)
    planes = np.random.default_rng(1).integers(0, 4, shape, np.uint8)
    with torch.no_grad():
        policy, values = model(torch.from_numpy(planes))
    judged = net.judge(planes)
    assert np.abs(judged.policy - policy.numpy()).max() < 1e-5
    assert np.abs(judged.values - values.numpy()).max() < 1e-5
    assert net.info.training == {"by": "a test"}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"simulations": 1}, "simulations must be 2 or more"),
        ({"noise": 1.5}, "noise must be from 0 to 1"),
        ({"rate": 0.0}, "rate must be more than 0"),
        ({"reuse": math.inf}, "reuse must be more than 0 and finite, not inf"),
        ({"seed": 1 << 64}, "seed must be 18446744073709551615 or less, not 18446744073709551616"),
        ({"simulations": 10**24}, "simulations must be 2147483647 or less, not 10{24}"),
        ({"jobs": 0}, "jobs must be 1 or more"),
        ({"size": 4}, "not offered in size 4"),
    ],
)
def test_settings__that_make_no_sense_are_refused(wrong: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Settings.make("hadron", **wrong)  # type: ignore[arg-type]


def test_settings__the_largest_seed_can_be_used(tmp_path: Path) -> None:
    largest = Learner(replace(HADRON, seed=2**64 - 1), tmp_path / "net.onnx")
    assert weights(largest) != weights(Learner(HADRON, tmp_path / "net.onnx"))


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_settings__are_such_as_json_has(game: Game) -> None:
    settings = Settings.make(game, pie=False if game.has_pie_rule else None)
    assert Settings(**json.loads(json.dumps(settings.as_dict()))) == settings
