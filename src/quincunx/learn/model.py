"""The net while it learns: a small residual net of PyTorch."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from quincunx._native import core
from quincunx.board import Board
from quincunx.learn.window import Examples

__all__ = ["Block", "Model"]


def _convolution(inputs: int, outputs: int, width: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, width, padding=width // 2, bias=False),
        nn.BatchNorm2d(outputs),
    )


class Block(nn.Module):
    """Two convolutions beside which the input goes straight through."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = _convolution(channels, channels, 3)
        self.second = _convolution(channels, channels, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.second(torch.relu(self.first(x))))


class Model(nn.Module):
    """Planes in; a number for each action, and the value for the side to move, out.

    A stem and blocks of 3×3 convolutions see the board, a hexagonal one in the square that it
    stands in. The policy of moves is made cell by cell, so that what is learned in one place holds
    in all. Actions are numbered cell by cell, as many for each as go; what is left over, such as
    the swap, is judged by the whole board, as the value is.

    :param start: a board of the kind.
    :param channels: how wide the net is.
    :param blocks: how deep it is.
    """

    def __init__(self, start: Board, *, channels: int, blocks: int) -> None:
        super().__init__()
        seen = Examples.empty(start, 1)
        planes, self.side, self.actions = *seen.planes.shape[1:3], seen.legal.shape[1]
        self.each, others = divmod(self.actions, sum(len(row) for row in start.rows))
        self.stem = _convolution(planes, channels, 3)
        self.blocks = nn.ModuleList(Block(channels) for _ in range(blocks))
        self.policy_stem = _convolution(channels, channels, 1)
        self.policy = nn.Conv2d(channels, self.each, 1)
        self.value_stem = _convolution(channels, 4, 1)
        self.hidden = nn.Linear(4 * self.side**2, 2 * channels)
        self.value = nn.Linear(2 * channels, 1)
        self.swap = nn.Linear(2 * channels, others) if others else None
        self.register_buffer("places", _places(start), persistent=False)

    places: torch.Tensor

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = torch.relu(self.stem(planes.float()))
        for block in self.blocks:
            x = block(x)
        cells = self.policy(torch.relu(self.policy_stem(x))).flatten(2)
        # From [net, kind, place] to [net, cell and kind].
        policy = cells.index_select(2, self.places).transpose(1, 2).flatten(1)
        whole = torch.relu(self.hidden(torch.relu(self.value_stem(x)).flatten(1)))
        if self.swap is not None:
            policy = torch.cat([policy, self.swap(whole)], 1)
        return policy, torch.tanh(self.value(whole)).squeeze(1)


def _places(board: Board) -> torch.Tensor:
    """The places of the cells in a plane, in reading order."""
    batch = core.Batch(board._history, 1)
    seen = Examples.empty(board, 1)
    batch.observe(seen.planes, seen.legal, seen.turns, False, 1)
    return torch.from_numpy(np.flatnonzero(seen.planes[0, batch.plane_names.index("cells")]))
