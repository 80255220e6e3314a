"""Nets that learn a game from games against themselves, and play it.

A search asks a small net which moves are worth a look and who is going to win; the net learns from
what the search finds (https://arxiv.org/abs/1712.01815). ``quincunx learn`` does it all;
docs/guide/learning.md tells the rest.

>>> from quincunx import learn
>>> learn.Settings.make("hadron", size=5).simulations
64

Needs ``pip install 'quincunx[learn]'``. Playing with a net does without PyTorch.
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

from quincunx.learn.nets import Judgement, Net, NetInfo
from quincunx.learn.search import Judge, NetSearch, best_move
from quincunx.learn.settings import Settings

if TYPE_CHECKING:
    from quincunx.learn.training import Learner, Report

__all__ = [
    "Judge",
    "Judgement",
    "Learner",
    "Net",
    "NetInfo",
    "NetSearch",
    "Report",
    "Settings",
    "best_move",
]

#: What is imported when it is asked for, as it takes PyTorch along.
_TRAINING = ("Learner", "Report")


def __getattr__(name: str) -> Any:
    if name not in _TRAINING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    for library in ("torch", "onnx", "onnxruntime"):
        if importlib.util.find_spec(library) is None:
            raise ImportError(f"learning needs {library}: pip install 'quincunx[learn]'")
    from quincunx.learn import training

    return getattr(training, name)
