"""Judges that need no net, and small nets that have learned nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from quincunx import Board
from quincunx.learn import Judge, Judgement, Net, NetInfo

Planes = npt.NDArray[np.uint8]


def ignorant(actions: int) -> Judge:
    """All moves are alike, and nobody is ahead."""

    def judge(planes: Planes) -> Judgement:
        n = len(planes)
        return Judgement(np.zeros((n, actions), np.float32), np.zeros(n, np.float32))

    return judge


def whimsical(actions: int) -> Judge:
    """An opinion of each position that follows from its planes, and from nothing else."""

    def judge(planes: Planes) -> Judgement:
        policy, values = [], []
        for row in planes:
            rng = np.random.default_rng(row.ravel().astype(np.uint32))
            policy.append(rng.normal(size=actions))
            values.append(rng.uniform(-0.9, 0.9))
        return Judgement(np.array(policy, np.float32), np.array(values, np.float32))

    return judge


def partisan(actions: int) -> Judge:
    """The first side is always about to win."""

    def judge(planes: Planes) -> Judgement:
        second = planes[:, 3, 0, 0] == 1
        values = np.where(second, -0.5, 0.5).astype(np.float32)
        return Judgement(np.zeros((len(planes), actions), np.float32), values)

    return judge


def untrained(board: Board, *, channels: int = 8, blocks: int = 1) -> bytes:
    """A net for such boards that has learned nothing, as an ONNX file."""
    torch = pytest.importorskip("torch", exc_type=ImportError)
    from quincunx.learn.export import to_onnx
    from quincunx.learn.model import Model

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        model = Model(board, channels=channels, blocks=blocks).eval()
    return to_onnx(model, NetInfo.of(board, {}))


def saved(board: Board, path: Path) -> Net:
    """The same, written to a file."""
    path.write_bytes(untrained(board))
    return Net.load(path)
