"""Training: games of the net against itself, steps of learning from them, and again."""

from __future__ import annotations

import base64
import copy
import dataclasses
import math
import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

import quincunx
from quincunx.cluster import Job, Status, run_jobs
from quincunx.errors import RecordError
from quincunx.files import replacing
from quincunx.learn.export import to_onnx
from quincunx.learn.model import Model
from quincunx.learn.nets import NetInfo
from quincunx.learn.settings import Settings
from quincunx.learn.window import Examples, Window

__all__ = ["Learner", "Report"]

_FORMAT = "quincunx training 1"


@dataclass(frozen=True)
class Report:
    """How far a training has come; ``losses`` are of the last iteration that is complete.

    ``policy_loss`` is the cross entropy of what the search recommended and what the net says, in
    nats; ``value_loss`` the mean square of how far its value is off. They are ``None`` as long as
    there is no position to learn from: all games may have ended in their random openings.
    """

    iteration: int
    games: int
    positions: int
    seconds: float
    policy_loss: float | None = None
    value_loss: float | None = None
    mean_plies: float | None = None


class Learner:
    """A net that learns a game from games against itself.

    It goes on where it was stopped: beside the net's file there is one more, ``.checkpoint``, with
    all that it takes, and while an iteration is at work also ``.games``, the games so far. The same
    settings lead to the same games and the same net after each iteration, wherever the games are
    played and whether it was stopped meanwhile, as long as the processors compute alike.

    :param settings: of a new training; a checkpoint must have the same.
    :param save: the ONNX file of the net, written after each iteration.
    :param workers, cluster: who plays the games, as in :func:`quincunx.cluster.run_jobs`.
    :raises ValueError: if there is a checkpoint of other settings, or a net without a checkpoint.
    :raises RecordError: if the checkpoint cannot be read.
    """

    def __init__(
        self,
        settings: Settings,
        save: str | Path,
        *,
        workers: int | None = None,
        cluster: str | None = None,
    ) -> None:
        self.settings = settings
        self.path = Path(save)
        self.reports: list[Report] = [Report(0, 0, 0, 0.0)]
        self._workers, self._cluster = workers, cluster
        self._start = settings.board()
        self._window = Window(self._start, settings.window)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.model = Model(self._start, channels=settings.channels, blocks=settings.blocks)
        self._optimizer = torch.optim.AdamW(
            self.model.parameters(), lr=settings.rate, weight_decay=1e-4
        )
        if self.checkpoint.exists():
            self._restore()
        elif self.path.exists():
            raise ValueError(
                f"{self.path} is there, but {self.checkpoint}, with which it would learn on, is"
                " not: save to another file, or remove this one"
            )

    @property
    def checkpoint(self) -> Path:
        """The file from which training goes on."""
        return self.path.with_name(f"{self.path.name}.checkpoint")

    @property
    def _journal(self) -> Path:
        return self.path.with_name(f"{self.path.name}.games")

    @property
    def report(self) -> Report:
        """How far it has come."""
        return self.reports[-1]

    def run(
        self,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        progress: Callable[[Report], None] | None = None,
        on_status: Callable[[Status], None] | None = None,
    ) -> Report:
        """Learn until so much time or so many iterations are over, those before included.

        The iteration that is at work when the time is over is completed. If one fails or is
        stopped, all is as it was before it, and the next run does it again; the games that were
        played are kept.

        :param progress: is told each time that a job of games is done, or an iteration.
        :param on_status: is told who is at work, as :func:`quincunx.cluster.run_jobs` does.
        :raises KeyboardInterrupt: on Ctrl-C; what was done until then is kept.
        """
        if seconds is None and iterations is None:
            raise ValueError("how long? Give seconds or iterations")
        if seconds is not None and math.isnan(seconds):
            raise ValueError("seconds must be a number, not nan")
        if self.report.iteration:
            self._save_net()
        while (seconds is None or self.report.seconds < seconds) and (
            iterations is None or self.report.iteration < iterations
        ):
            self._iterate(progress or (lambda report: None), on_status)
        return self.report

    def onnx(self) -> bytes:
        """The net as it is now, as an ONNX file."""
        report = self.report
        training = {
            **self.settings.as_dict(),
            "iterations": report.iteration,
            "self_play_games": report.games,
            "seconds": round(report.seconds),
            "version": quincunx.__version__,
        }
        return self._exported(training)

    def _iterate(
        self,
        progress: Callable[[Report], None],
        on_status: Callable[[Status], None] | None,
    ) -> None:
        """Play games, learn from them, and write it all down."""
        before = self.report
        begun = time.monotonic()
        jobs = list(self._jobs(before.iteration + 1))
        played: dict[str, list[dict[str, Any]]] = {}
        with closing(
            run_jobs(
                jobs,
                workers=self._workers,
                cluster=self._cluster,
                journal=self._journal,
                on_status=on_status,
            )
        ) as results:
            for done in results:
                played[done.key] = done.result["games"]
                progress(
                    dataclasses.replace(
                        before,
                        games=before.games + sum(map(len, played.values())),
                        seconds=before.seconds + time.monotonic() - begun,
                    )
                )
        # In the order of the jobs, whichever was done first.
        games = [game for job in jobs for game in played[job.key]]
        with self._all_or_nothing():
            positions = self._window.add(games)
            policy_loss, value_loss = self._learn(positions, before.iteration + 1)
            self.reports.append(
                Report(
                    before.iteration + 1,
                    before.games + len(games),
                    before.positions + positions,
                    before.seconds + time.monotonic() - begun,
                    policy_loss,
                    value_loss,
                    float(np.mean([len(game["actions"]) for game in games])),
                )
            )
            self._save_checkpoint()
        self._journal.unlink(missing_ok=True)
        self._save_net()
        progress(self.report)

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Go back to what was before if this is not completed."""
        # The two together: the optimizer's parameters are those of the model.
        learned = copy.deepcopy((self.model, self._optimizer))
        examples, count = self._window.examples, len(self.reports)
        try:
            yield
        except BaseException:  # Ctrl-C too
            self.model, self._optimizer = learned
            self._window.examples = examples
            del self.reports[count:]
            raise

    def _jobs(self, iteration: int) -> Iterator[Job]:
        settings = self.settings
        net = base64.b64encode(self._exported({})).decode()
        for number in range(settings.jobs):
            arguments = {
                "net": net,
                "games": settings.games_per_job,
                "seed": random.Random(f"{settings.seed} {iteration} {number}").getrandbits(63),
                "simulations": settings.simulations,
                "noise": settings.noise,
                "random_plies": settings.random_plies,
                "drawn_plies": settings.drawn_plies,
            }
            key = f"{iteration:05}/{number:05}"
            yield Job(key, "quincunx.learn.selfplay:play_games", arguments)

    def _learn(self, positions: int, iteration: int) -> tuple[float, float] | tuple[None, None]:
        """Take as many steps as the new positions are worth; the mean losses."""
        if not len(self._window):
            return None, None
        settings = self.settings
        rng = np.random.default_rng([settings.seed, iteration])
        steps = max(1, round(positions * settings.reuse / settings.batch))
        sums = np.zeros(2)
        self.model.train()
        with _one_thread():
            for _ in range(steps):
                policy_loss, value_loss = _losses(
                    self.model, self._window.draw(settings.batch, rng)
                )
                self._optimizer.zero_grad()
                (policy_loss + value_loss).backward()  # type: ignore[no-untyped-call]
                self._optimizer.step()
                sums += policy_loss.item(), value_loss.item()
        return float(sums[0]) / steps, float(sums[1]) / steps

    # --- What is kept ----------------------------------------------------------------------------

    def _exported(self, training: dict[str, Any]) -> bytes:
        self.model.eval()
        return to_onnx(self.model, NetInfo.of(self._start, training))

    def _save_checkpoint(self) -> None:
        """Write all that it takes to go on; the file is the old or the new one, never a part."""
        examples = {
            name: torch.from_numpy(column)
            for name, column in self._window.examples._asdict().items()
        }
        state = {
            "format": _FORMAT,
            "version": quincunx.__version__,
            "settings": self.settings.as_dict(),
            "reports": [dataclasses.asdict(report) for report in self.reports],
            "model": self.model.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "examples": examples,
        }
        with replacing(self.checkpoint) as new, new.open("wb") as file:
            torch.save(state, file)

    def _save_net(self) -> None:
        """Write the net, unless it is there: who was stopped after the checkpoint lacks it."""
        net = self.onnx()
        if self.path.exists() and self.path.read_bytes() == net:
            return
        with replacing(self.path) as new:
            new.write_bytes(net)

    def _restore(self) -> None:
        state = _read(self.checkpoint)
        self._compare({**state["settings"], "version": state["version"]})
        self.model.load_state_dict(state["model"])
        self._optimizer.load_state_dict(state["optimizer"])
        self.reports = [Report(**report) for report in state["reports"]]
        columns = {name: column.numpy() for name, column in state["examples"].items()}
        self._window.examples = Examples(**columns)

    def _compare(self, there: dict[str, Any]) -> None:
        """Refuse to go on with a training of another kind."""
        here = {**self.settings.as_dict(), "version": quincunx.__version__}
        differences = [
            f"{name} {there.get(name)} there, {here.get(name)} here"
            for name in sorted({*there, *here})
            if there.get(name) != here.get(name)
        ]
        if differences:
            raise ValueError(
                f"{self.checkpoint} is of another training ({'; '.join(differences)}): go on in the"
                " same way, or save to another file"
            )


def _read(checkpoint: Path) -> dict[str, Any]:
    try:
        state: dict[str, Any] = torch.load(checkpoint, weights_only=True)
        known = state["format"] == _FORMAT
    except OSError:
        raise
    except Exception:  # a file that is something else may fail in any way
        known = False
    if not known:
        raise RecordError(f"{checkpoint} is not a checkpoint of quincunx learn")
    return state


def _losses(model: Model, drawn: Examples) -> tuple[torch.Tensor, torch.Tensor]:
    """The losses of policy and value. What is not legal is not learned: the search never asks."""
    logits, values = model(torch.from_numpy(drawn.planes))
    logits = logits.masked_fill(torch.from_numpy(~drawn.legal), -1e9)
    shares = torch.log_softmax(logits, 1)
    policy_loss = -(torch.from_numpy(drawn.policy) * shares).sum(1).mean()
    return policy_loss, nn.functional.mse_loss(values, torch.from_numpy(drawn.values))


@contextmanager
def _one_thread() -> Iterator[None]:
    """PyTorch on one thread: more add up in another order, and do little for nets so small."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
