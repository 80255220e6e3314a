"""Plain reference implementations of the games, to check the fast ones and their proofs against.

Nothing here knows the rest of ``quincunx``, compiled or not, and a test sees to it. Each
module of a game is to be read beside its rule sheet, section by section: sets, dictionaries and
loops, no cleverness.

>>> from quincunx.reference import REFERENCES
>>> position = REFERENCES["hadron"].start(3)
>>> sorted(position.play("b2").legal_moves())
['a1', 'a3', 'c1', 'c3']

``REFERENCES`` maps a game's id to its class: the ``Reference`` of each module here that has one. It
is built when first asked for, so that importing one module of this package does not need all the
others.
"""

import pkgutil
from importlib import import_module

from .position import Position

REFERENCES: dict[str, type[Position]]

__all__ = ["REFERENCES", "Position"]


def __getattr__(name: str) -> dict[str, type[Position]]:
    if name != "REFERENCES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    references: dict[str, type[Position]] = {}
    for found in pkgutil.iter_modules(__path__):
        if found.name.startswith("_"):
            continue
        module = import_module(f"{__name__}.{found.name}")
        if hasattr(module, "Reference"):
            references[found.name.replace("_", "-")] = module.Reference
    globals()["REFERENCES"] = references
    return references
