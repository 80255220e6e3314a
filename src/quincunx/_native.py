"""The compiled core, in the build that suits this processor.

The core has two builds on x86-64: ``_core_base`` runs everywhere, ``_core_v3`` uses AVX2, BMI2 and
what comes with them. A wheel has both, a local install the one for its machine. This module imports
one of the two and calls it ``core``; nothing else in the package imports either by name. Both
answer to the name ``quincunx._core`` as well, under which
type checkers find the generated stub ``_core.pyi``.

The environment variable ``QUINCUNX_CPU`` (``base`` or ``v3``) overrides the choice, to compare the
two builds or to reproduce a bug report.
"""

import importlib
import os
import sys
from typing import TYPE_CHECKING

from quincunx import _cpu

__all__ = ["core", "level"]

#: The build in use: ``"base"`` or ``"v3"``.
level = os.environ.get("QUINCUNX_CPU") or _cpu.level()

if level not in ("base", "v3"):
    raise ValueError(f"QUINCUNX_CPU={level!r}: the builds of the core are 'base' and 'v3'")
if level == "v3" and _cpu.level() != "v3":
    raise ImportError("QUINCUNX_CPU='v3': this processor, or this installation, has 'base' only")

if TYPE_CHECKING:
    from quincunx import _core as core
else:
    try:
        core = importlib.import_module(f"quincunx._core_{level}")
    except ModuleNotFoundError as error:
        raise ImportError(
            f"this installation of quincunx has no core for this processor (the build {level!r}): "
            "it was built for another machine"
        ) from error

sys.modules["quincunx._core"] = core
